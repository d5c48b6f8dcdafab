/**
 * @file
 * @brief The plans of the sampled form: digits and spaces of the first partition, and of each of its buckets.
 */
#ifndef SORTLAB_DEVICE_PLAN_LEVELS_H
#define SORTLAB_DEVICE_PLAN_LEVELS_H

#include "common/sort/device/plan_digits.h"

/** Of the second level's spaces. Tests have fewer, so that some are too small. */
#ifndef SECOND_SIGMAS
#define SECOND_SIGMAS 7
#endif

enum {
    PLANNED_ITEMS =
        7400,            /**< keys that a bucket of the second level should have: its sample errs */
    EVEN_ITEMS = 8000,   /**< the same of keys that are spread evenly */
    FIRST_DIGITS = 224,  /**< more only if SECOND_DIGITS do not suffice */
    SECOND_DIGITS = 240, /**< most of the second one, so that heavy values have digits too */
    LEVEL_THREADS = 512,
    FIRST_SIGMAS =
        24, /**< of the first level's spaces: neighbours may be alike, so a piece counts as one key */
    FAR_PART = 64,
    FAR_DIGIT = 25,           /**< the square of 5 standard deviations */
    UNMET = 16 * PIECE_ITEMS, /**< of so many sampled keys none is met by chance */
    LINE = 8,                 /**< keys that memory stores at once: 32 bytes */
    CHUNKS = 4,               /**< by bits: for each multiprocessor; two are partitioned at once */
};

/** A bucket that the fast finish sorts. */
struct finish_job {
    place_t start, from; /**< where it belongs, and where it lies in SIDE_SPACES */
    uint32_t n;
    struct digit_keys keys;
};

/** What every kernel of this form gets, beside the tables that it shares with the exact one. */
struct sampled {
    struct tables t;
    uint32_t every, digits,
        even_digits; /**< the first level: of so many keys one is met; digits by table, and even */
    place_t spaces;  /**< words of SIDE_SPACES */
    place_t space;   /**< words of SIDE_TEMP */
    struct sample_notes *notes;
    struct spread spread; /**< behind the notes */
    uint32_t *met;        /**< sampled keys of each bin of bits: the tables' bins, as words */
    struct digit_rule *rule_1, *rules_2;
    uint8_t *table_1, *tables_2;
    uint32_t *values_1, *values_2;
    struct digit_keys *keys_1, *keys_2; /**< of each bucket */
    uint32_t *bounds_1;           /**< the least and the greatest key of each bucket, or beyond */
    place_t *begins_1, *begins_2; /**< where the space of each bucket begins; and its end */
    uint32_t *first_tile;         /**< of each bucket of the first level; and how many tiles */
    struct finish_job *jobs;
    uint32_t most_jobs;
    uint32_t *rests_1,
        *rests_2; /**< keys that lie at the end of each bucket's space (buffered.h) */
    uint32_t chunk,
        *done;   /**< tiles of a chunk, and where the part begins that is left to others */
    bool chosen; /**< choose_kernel notes a range, and the sample by bits is taken beside it */
};

#define MOST_FAR 1.5f /**< as plan_digits says: if it is more, spaces are larger */
#define AT_ODDS  1e9f /**< more than any mean of digits */

#ifdef __CUDACC__

/** Tiles of n keys. */
static __host__ __device__ __forceinline__ uint32_t tiles_of(place_t n) {
    return (uint32_t)((n + PART_TILE - 1) / PART_TILE);
}

/** Space at the end of each digit's for keys that fill no line: each chunk of a bucket's tiles leaves some. */
static __host__ __device__ __forceinline__ uint32_t rest_space(uint32_t tiles, uint32_t chunk) {
    return ((tiles / chunk + 2) * (LINE - 1) + WARP_THREADS - 1) / WARP_THREADS * WARP_THREADS;
}

/** Where the part of those keys lies that moves to the others, so that all lie together, and how many these are. */
static __device__ __forceinline__ place_t rest_from(place_t next, place_t end, uint32_t rest,
                                                    uint32_t *moved) {
    *moved = (uint32_t)min(end - next, (place_t)rest); // the others lie there already
    return end + rest - *moved;
}

/** What a thread knows of its digit when a level is planned; d from the digits' number on has none. */
struct planned {
    struct digit_keys keys;
    uint32_t met, value;
    bool there, one;
};

static __device__ __forceinline__ struct planned planned_digit(const struct level_sample *l,
                                                               const struct digit_rule *rule,
                                                               uint32_t first, uint32_t last,
                                                               const struct plan_shared *s) {
    uint32_t d = threadIdx.x;
    struct planned p = {{0, 0, 0, 0, 0}, 0, UINT32_MAX, d < rule->n, false};
    if (!p.there) return p;
    p.keys = keys_of_digit(l, rule, d, first, last, s);
    p.met = s->before[d + 1] - s->before[d];
    if (s->part[d] == PART_LESS) p.value = value_of_digit(l, d, s);
    p.one = p.keys.one;
    return p;
}

/** @launch one block of PLAN_THREADS threads
 *  @shared 101 KB: how many sampled keys come before each entry, which digit may follow, and the plan
 *  @cost   12 bytes an entry read, one written; 20 barriers
 *  @source Frazer 1970; Sanders 2004 (equality buckets) */
static __global__ void __launch_bounds__(PLAN_THREADS, 1) plan_first_kernel(struct sampled q) {
    extern __shared__ uint32_t s_before[];
    __shared__ struct plan_shared s;
    await_kernel_before();
    if (q.notes->by_bits) return;
    struct level_sample l = {{0}, ENTRIES_1, 0, false, NULL, q.spread};
    struct digit_rule rule = {DIGIT_TABLE, 0, 0, 0, 0, 0, 0, 0, NULL, NULL};
    enum { EACH = ENTRIES_1 / PLAN_THREADS };
    uint32_t d = threadIdx.x;
    set_range(&rule, ~q.notes->low, q.notes->high, ENTRIES_1);
#pragma unroll
    for (uint32_t i = 0; i < EACH; i++) l.met[i] = q.spread.met[d * EACH + i];
    l.all = sum_entries(l.met, EACH, s_before, &s);
    l.s_before = s_before;
    if (!plan_even(&l, EACH, q.even_digits, PIECE_ITEMS, &rule, &s))
        plan_table(&l, EACH, l.all / q.digits + 1, q.digits * 3 / 2,
                   (uint16_t *)(s_before + ENTRIES_1 + 1), q.table_1, &rule, &s);
    struct planned p = planned_digit(&l, &rule, 0, UINT32_MAX, &s);
    place_t total, need = p.there && !p.one ? space_for(p.met, q.every, FIRST_SIGMAS) : 0;
    if (p.there && s.part[d] != PART_PLAIN && !p.one)
        need += UNMET * q.every; // none of its keys was met
    if (rule.n == 1 && d == 0 && !p.one) need = q.t.n;
    place_t begin = block_scan_places(need, s.places, &total);
    if (d < DIGITS) {
        q.begins_1[d] = q.t.next_1[d] = begin;
        q.rests_1[d] = 0;
        q.values_1[d] = p.value;
        q.keys_1[d] = p.keys;
    }
    if (p.there) {
        q.bounds_1[2 * d] = d == 0 ? 0 : (uint32_t)digit_begin(&rule, d, &s);
        q.bounds_1[2 * d + 1] = (uint32_t)(digit_end(&rule, d, UINT32_MAX, &s) - 1);
    }
    if (d == 0) {
        q.begins_1[DIGITS] = total;
        *q.rule_1 = rule;
        if (total > q.space) q.notes->misled[BY_FIRST_PLAN] = 1;
    }
}

/** What the threads of a block share while they plan a bucket's digits. */
struct second_shared {
    struct plan_shared plan;
    uint32_t
        met[2]
           [ENTRIES_2 +
            1]; /**< sampled keys of each entry, by halves of the sample; then before each entry */
    uint32_t key[ENTRIES_2], other[ENTRIES_2], mixed[ENTRIES_2 / 32];
    uint16_t next[ENTRIES_2];
    uint32_t least, most; /**< as of sample_notes */
    place_t base;
};

/** Counts a sample of a bucket's n keys by entries: pieces, of which a half has every second one, or keys apart. */
static __device__ void sample_bucket(const uint32_t *d_keys, place_t n, uint32_t every, bool apart,
                                     const struct digit_rule *rule, struct second_shared *s) {
    uint32_t warp = threadIdx.x / WARP_THREADS, half = threadIdx.x / PIECE_ITEMS % 2,
             key[PIECE_AHEAD];
    uint32_t pieces = (uint32_t)((n + PIECE_ITEMS * every - 1) / (PIECE_ITEMS * every)),
             step = 2 * (LEVEL_THREADS / WARP_THREADS);
    for (uint32_t e = threadIdx.x; e < ENTRIES_2; e += LEVEL_THREADS)
        s->met[0][e] = s->met[1][e] = 0, s->key[e] = UINT32_MAX;
    for (uint32_t e = threadIdx.x; e < ENTRIES_2 / 32; e += LEVEL_THREADS) s->mixed[e] = 0;
    __syncthreads(); // all counts are 0
    uint32_t there =
        load_pieces(d_keys, n, 2 * warp + half, step, pieces, every, apart, ORDER_NONE, key);
    for (uint32_t p = 2 * warp; p < pieces; p += step * PIECE_AHEAD) {
        uint32_t next[PIECE_AHEAD]; // on their way while the others are counted
        const uint32_t comes = load_pieces(d_keys, n, p + step * PIECE_AHEAD + half, step, pieces,
                                           every, apart, ORDER_NONE, next);
#pragma unroll
        for (uint32_t i = 0; i < PIECE_AHEAD; i++) {
            if (there >> i & 1)
                count_sampled(key[i], entry_of(key[i], rule), s->met[half], s->key, s->mixed);
            key[i] = next[i];
        }
        there = comes;
    }
    __syncthreads(); // the sample is counted
    for (uint32_t e = threadIdx.x; e < ENTRIES_2; e += LEVEL_THREADS)
        s->other[e] = s->mixed[e / 32] >> e % 32 & 1 ? s->key[e] : ~s->key[e];
}

/**
 * Plans a bucket's digits from its sample. How far its halves differ, for all threads: the mean square, in parts of
 * what chance makes it. So 1, or a little more or less; and AT_ODDS if one digit's differ by more than chance.
 * @param trusted it has all keys, or its keys lie apart: 1
 */
static __device__ float plan_digits(const struct sampled *q, uint32_t b, place_t n, bool trusted,
                                    struct level_sample *l, struct digit_rule *rule,
                                    struct second_shared *s) {
    enum { EACH = ENTRIES_2 / LEVEL_THREADS };
    uint32_t d = threadIdx.x, odd[EACH];
    uint32_t even = (uint32_t)min((n + EVEN_ITEMS - 1) / EVEN_ITEMS, (place_t)DIGITS);
#pragma unroll
    for (uint32_t i = 0; i < EACH; i++) {
        odd[i] = s->met[1][d * EACH + i];
        l->met[i] = s->met[0][d * EACH + i] + odd[i];
    }
    l->all = sum_entries(l->met, EACH, s->met[0], &s->plan);
    sum_entries(odd, EACH, s->met[1], &s->plan);
    l->s_before = s->met[0];
    if (!plan_even(l, EACH, even, 1, rule, &s->plan))
        plan_table(l, EACH, (uint32_t)((place_t)l->all * PLANNED_ITEMS / n) + 1, DIGITS, s->next,
                   q->tables_2 + (size_t)b * ENTRIES_2, rule, &s->plan);
    if (trusted) return 1;
    uint32_t
        far = 0,
        sum; // the squares of how far halves differ, in parts of what chance makes them on the average
    if (d < rule->n) {
        uint32_t first = digit_entry(rule, d, &s->plan), end = digit_entry(rule, d + 1, &s->plan);
        float met = (float)((s->met[0][end] - s->met[0][first]) % VALUE_MARK),
              half = (float)(s->met[1][end] - s->met[1][first]);
        far = (uint32_t)(fminf((2 * half - met) * (2 * half - met) / (met + 16), 4096) * FAR_PART);
    }
    block_scan(far, s->plan.sums, &sum);
    const int one = __syncthreads_or(far > FAR_DIGIT * FAR_PART); // the sums may be used again
    return one ? AT_ODDS : (float)sum / FAR_PART / (float)rule->n;
}

/** Plans the digits of a bucket of n keys, all in [first, last], and gives each digit its space. */
static __device__ void plan_bucket(const struct sampled *q, uint32_t b, const uint32_t *d_keys,
                                   place_t n, struct second_shared *s) {
    struct level_sample l = {{0}, ENTRIES_2, 0, false, NULL, {s->met[0], s->key, s->other}};
    struct digit_rule rule = {DIGIT_TABLE, 0, 0, 0, 0, 0, 0, 0, NULL, NULL};
    uint32_t every = n < 1 << 14 ? 1 : n < 1 << 17 ? 4 : 16, d = threadIdx.x;
    while (n / every > 1 << 18) every *= 2;
    if (d == 0) s->least = s->most = 0;
    __syncthreads(); // the range is empty
    widen_range(d_keys, n, every == 1 ? 1 : 4 * every, ORDER_NONE, d / WARP_THREADS,
                LEVEL_THREADS / WARP_THREADS, &s->least, &s->most);
    __syncthreads(); // the range is known
    set_range(&rule, ~s->least, s->most, ENTRIES_2);
    l.exact = every == 1;
    sample_bucket(d_keys, n, every, false, &rule, s);
    float far = plan_digits(q, b, n, l.exact, &l, &rule, s);
    if (far > 1 + (5 * sqrtf(2 * (float)rule.n) + 8) / (float)rule.n) { // neighbours are alike
        rule.kind = DIGIT_TABLE;
        sample_bucket(d_keys, n, every, true, &rule, s);
        far = plan_digits(q, b, n, true, &l, &rule, s);
    }
    const float sigmas = SECOND_SIGMAS * (far > MOST_FAR ? sqrtf(far) : 1);
    struct planned p =
        planned_digit(&l, &rule, q->bounds_1[2 * b], q->bounds_1[2 * b + 1], &s->plan);
    place_t total, need = !p.there || p.one ? 0 : l.exact ? p.met : space_for(p.met, every, sigmas);
    if (rule.n == 1 && d == 0 && !p.one) need = n;
    place_t begin = block_scan_places(need, s->plan.places, &total);
    if (d == 0) {
        s->base = atomicAdd(&q->notes->spaces, total);
        if (s->base + total > q->spaces) atomicExch(&q->notes->misled[BY_SECOND_PLAN], 1);
        q->rules_2[b] = rule;
    }
    __syncthreads(); // it is known where the bucket's spaces begin
    if (d < DIGITS) {
        size_t at = (size_t)b * DIGITS + d;
        q->begins_2[at + b] = q->t.next_2[at] = s->base + begin;
        q->rests_2[at] = 0;
        q->values_2[at] = p.value;
        q->keys_2[at] = p.keys;
    }
    if (d == 0) q->begins_2[(size_t)b * (DIGITS + 1) + DIGITS] = s->base + total;
}

/**
 * How far apart the words are in which digits of the first level have their next places, as a shift. Where digits are
 * bits, all blocks ask for all of them with every tile, and each has a line of the cache. Else they are neighbours.
 */
static __device__ __forceinline__ uint32_t next_apart(const struct sample_notes *notes) {
    return notes->by_bits ? NEXT_APART : 0;
}

/** Where the next key of digit b of the first level goes. */
static __device__ __forceinline__ place_t next_first(const struct sampled *q, uint32_t b) {
    return q->t.next_1[b << next_apart(q->notes)];
}

/** Keys of a bucket of the first level. */
static __device__ __forceinline__ place_t keys_in(const struct sampled *q, uint32_t b) {
    return next_first(q, b) - q->begins_1[b] + q->rests_1[b];
}

/** Those of them that were written; of one value none were. */
static __device__ __forceinline__ place_t written_in(const struct sampled *q, uint32_t b) {
    return q->keys_1[b].one ? 0 : keys_in(q, b);
}

/** Moves keys from the end of a bucket's space to the others; all threads of a block call it. */
static __device__ __forceinline__ void join_rest(const struct sampled *q, uint32_t b) {
    const place_t end = q->begins_1[b + 1] - rest_space(tiles_of(q->t.n), q->chunk);
    const place_t next = next_first(q, b);
    uint32_t moved, *d_to = q->t.side[SIDE_TEMP] + next;
    const uint32_t *d_from = q->t.side[SIDE_TEMP] + rest_from(next, end, q->rests_1[b], &moved);
#pragma unroll 8
    for (uint32_t i = threadIdx.x; i < moved; i += LEVEL_THREADS) d_to[i] = d_from[i];
}

/** @launch a block of LEVEL_THREADS threads a bucket of the first level
 *  @shared 42 KB: the sample by entries, and the plan
 *  @cost   a quarter of a byte a key read, and 2 more where neighbours are alike; 3 atomics a sampled key; 30 barriers
 *  @source Frazer 1970; Sanders 2004 */
static __global__ void __launch_bounds__(LEVEL_THREADS, 2) plan_second_kernel(struct sampled q) {
    __shared__ struct second_shared s;
    await_kernel_before();
    uint32_t b = blockIdx.x, d = threadIdx.x, all;
    if (misled_before(q.notes, BY_SECOND_PLAN)) return;
    place_t n = written_in(&q, b), mine = d < DIGITS ? written_in(&q, d) : 0;
    if (b == 0) { // whose the tiles of the next partition are
        uint32_t tile =
            block_scan((uint32_t)((mine + PART_TILE - 1) / PART_TILE), s.plan.sums, &all);
        if (d < DIGITS) q.first_tile[d] = tile;
        if (d == 0) q.first_tile[DIGITS] = all;
        __syncthreads(); // the sums may be used again
    }
    if (q.notes->by_bits) {
        if (n > 0) join_rest(&q, b);
        return;
    }
    if (n > 0) {
        plan_bucket(&q, b, q.t.side[SIDE_TEMP] + q.begins_1[b], n, &s);
        return;
    }
    // No key was written: the bucket is empty, or has one value, which its first digit stands for.
    const struct digit_keys none = {0, 0, 0, 0, 0};
    size_t at = (size_t)b * DIGITS + d;
    place_t counted = d == 0 ? q.t.next_1[b] - q.begins_1[b] : 0;
    if (d < DIGITS) {
        q.begins_2[at + b] = 0, q.t.next_2[at] = counted, q.rests_2[at] = 0;
        q.keys_2[at] = counted > 0 ? q.keys_1[b] : none;
    }
    if (d == 0) q.begins_2[(size_t)b * (DIGITS + 1) + DIGITS] = 0;
}

#endif
#endif
