/**
 * @file
 * @brief Lab 13: what its stages expect of a case, by its keys; param: the bits of the first partition,
 *        TWO times those of a second one, and TYPE times the type of the keys.
 */
#ifndef SORTLAB_FAST_EXPECTED_H
#define SORTLAB_FAST_EXPECTED_H

#include "common/cu.h"
#include "common/stage/guard_words.h"
#include "common/stage/make_inputs.h"
#include "fast_sort.h"

enum {
    BITS = 16,
    TYPE = 256,
    I32 = TYPE * KEY_I32,
    F32 = TYPE * KEY_F32,
    LISTED = 4096,
    OVERFULL =
        16384, /**< 70 keys of one bin lie across the border of two windows, all others alone in theirs */
    ROUND = 65536, /**< all bits but the highest ten are 0: bins whose numbers end in zeros */
    TWO = BITS
};
#define BITS_1(s)  ((s)->c->param % BITS)
#define BITS_2(s)  ((s)->c->param / BITS % BITS)
#define TYPE_OF(s) ((enum key_type)((s)->c->param / TYPE % 16))

/** A copy of the keys as unsigned words; sorted, or as they come. */
STAGE_SIDE uint32_t *in_order(struct stage *s, bool sorted) {
    uint32_t *keys = stage_in_copy(s, "keys", s->n);
    for (uint32_t i = 0; i < s->n; i++) keys[i] = key_encode(keys[i], TYPE_OF(s));
    if (sorted && s->n > 0) shape_lists(keys, s->n, s->n, 1);
    return keys;
}

/** Where each bucket begins, and where the last one ends. */
STAGE_SIDE const place_t *starts_of(struct stage *s) {
    static __thread place_t starts[(1 << COUNT_BITS) + 1]; // two cases may be under way
    uint32_t *keys = in_order(s, false);
    memset(starts, 0, sizeof(starts));
    for (uint32_t i = 0; i < s->n; i++) starts[(keys[i] >> (32 - BITS_1(s))) + 1]++;
    for (uint32_t b = 0; b < 1u << BITS_1(s); b++) starts[b + 1] += starts[b];
    free(keys);
    return starts;
}

/** Child: a block in which 2^COUNT_BITS bins do not fit counts one bit less. */
STAGE_SIDE uint32_t bits_that_fit(uint32_t bits) {
    int bytes;
    CU(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    return bits == COUNT_BITS && sizeof(uint32_t) << COUNT_BITS > (size_t)bytes ? bits - 1 : bits;
}

/** Judge: 1 where the child says that it counted one bit less than COUNT_BITS; else 0, which has to be true. */
STAGE_SIDE uint32_t bits_less(const struct stage *s, const uint32_t *bits) {
    return BITS_1(s) == COUNT_BITS && bits && *bits == COUNT_BITS - 1;
}

STAGE_SIDE void prepare_count(struct stage *s) {
    uint32_t *keys = stage_in_copy(s, "keys", s->n);
    for (uint32_t i = 0; s->c->param & ROUND && i < s->n; i++) keys[i] &= 1023u << 22;
    stage_in_put(s, "keys", keys, s->n);
    free(keys);
}

STAGE_SIDE void put_overfull(struct stage *s) {
    uint32_t *keys = stage_in_copy(s, "keys", s->n);
    for (uint32_t i = 0; i < s->n; i++)
        keys[i] = (i < 500 ? i : i < 570 ? 500 : i - 69) << (19 - BITS_1(s)) | i;
    stage_in_put(s, "keys", keys, s->n);
    free(keys);
}

STAGE_SIDE void prepare_buckets(struct stage *s) {
    if (s->c->param & OVERFULL) put_overfull(s);
    uint32_t *keys = in_order(s, true), bits = BITS_1(s), low = UINT32_MAX >> bits;
    for (uint32_t i = 1; i < s->n;
         i++) { // within its bucket any key changes places with one before it
        uint32_t j = i - i % 1021 * 7 % (i + 1), other = keys[j];
        if ((other ^ keys[i]) > low) continue;
        keys[j] = keys[i], keys[i] = other;
    }
    stage_in_put(s, "buckets", keys, s->n);
    free(keys);
}

/** Takes a bucket that was put on the list out of what is wanted, if too many keys of it agree. */
STAGE_SIDE bool may_be_left(struct stage *s, const struct bucket *b, const uint32_t *got,
                            uint32_t *want) {
    uint32_t agree = 0, shift = 32 - BITS_1(s) - 13;
    for (uint32_t i = 0; b->start + i < s->n && i < b->n; i++) {
        uint32_t *key = want + b->start + i;
        agree = i > 0 && key_encode(key[0], TYPE_OF(s)) >> shift ==
                             key_encode(key[-1], TYPE_OF(s)) >> shift
                    ? agree + 1
                    : 1;
        if (agree > BUCKET_REPEATS)
            return memcpy(want + b->start, got + b->start, 4 * (size_t)b->n);
    }
    return stage_fail(
        s, "the bucket at %llu was put on the list, and no %d keys of it agree in 13 bits",
        b->start, BUCKET_REPEATS + 1);
}

/** The keys are in the order of their type; but for buckets on a list, where there may be one. */
STAGE_SIDE bool verdict_sorted(struct stage *s) {
    stage_type(TYPE_OF(s));
    const uint32_t *got = fence_got(s, "keys", s->n);
    uint32_t *want = in_order(s, true);
    for (uint32_t i = 0; i < s->n; i++) want[i] = key_decode(want[i], TYPE_OF(s));
    bool listed = s->c->param & LISTED, ok = got;
    const uint32_t *n = ok && listed ? fence_got(s, "n", 1) : NULL;
    const uint32_t *list = n ? fence_got(s, "list", sizeof(struct bucket) / 4 << BITS_1(s)) : NULL;
    for (uint32_t i = 0; ok && list && i < *n && i < 1u << BITS_1(s); i++)
        ok = may_be_left(s, (const struct bucket *)list + i, got, want);
    ok = ok && fence_equal(s, "keys", got, want, s->n);
    free(want);
    return ok;
}

#endif
