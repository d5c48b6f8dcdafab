/**
 * @file
 * @brief From a sample to a rule: digits of about as many keys each, and how much space their keys need.
 *
 * A block plans one level of one bucket. If the sampled keys are spread evenly, the digits are stretches of one length.
 * Otherwise neighbouring entries of the table share a digit until they have their part of the sample. An entry with a
 * whole part of its own is heavy. If all its sampled keys are one value, three digits take its keys: those less than
 * the value, the value's own, and those greater. The value's own need no sort.
 */
#ifndef SORTLAB_DEVICE_PLAN_DIGITS_H
#define SORTLAB_DEVICE_PLAN_DIGITS_H

#include "common/sort/device/sample.h"

enum {
    MOST_HEAVY = 50,  /**< entries of a level that get digits of their own */
    EVEN_GROUP = 16,  /**< digits that are compared together, too: their sample is larger */
    EVEN_DIGITS = 64, /**< of fewer digits each is compared alone */
    ENTRY_BATCH = 16, /**< most entries of a thread */
};

/** What the keys of a digit are. */
enum digit_part { PART_PLAIN, PART_LESS, PART_VALUE, PART_GREATER };

/** What the threads of a block share. */
struct plan_shared {
    uint32_t entry[DIGITS + 1];  /**< the first one of each digit */
    uint32_t before[DIGITS + 1]; /**< sampled keys before each digit */
    uint8_t part[DIGITS + 1];
    uint32_t digits, uneven, values;
    uint32_t sums[WARP_THREADS], last[SPREAD_THREADS];
    place_t places[WARP_THREADS];
};

/** A level of a bucket. Each thread has `each` neighbouring entries of the table, whose keys are met[]. */
struct level_sample {
    uint32_t met[ENTRY_BATCH];
    uint32_t entries, all; /**< of the table; keys of the sample */
    bool exact;            /**< it has all keys */
    const uint32_t *s_before;
    struct spread spread;
};

#ifdef __CUDACC__

/** s_before[e] becomes the sampled keys before entry e; each thread has `each` entries. Their sum. */
static __device__ __forceinline__ uint32_t sum_entries(const uint32_t *met, uint32_t each,
                                                       uint32_t *s_before, struct plan_shared *s) {
    uint32_t sum = 0, at = threadIdx.x * each, all;
#pragma unroll
    for (uint32_t i = 0; i < each; i++) sum += met[i];
    uint32_t before = block_scan(sum, s->sums, &all);
    if (threadIdx.x == 0) s->uneven = s->values = 0;
#pragma unroll
    for (uint32_t i = 0; i < each; i++) s_before[at + i] = before, before += met[i];
    if (threadIdx.x == blockDim.x - 1) s_before[at + each] = before;
    __syncthreads(); // all sums are there
    return all;
}

/** Whether so many of all sampled keys are no more than `parts` even parts of them may have by chance. */
static __device__ __forceinline__ bool fits_even(uint32_t met, float part, uint32_t parts) {
    float mean = part * (float)parts;
    return (float)met <= mean + 4.5f * sqrtf(mean) + 4;
}

/**
 * Whether keys are spread evenly over n digits of one length, of which the first begins `before` the least sampled key.
 * For all threads; s->before says where each digit begins.
 */
static __device__ __forceinline__ bool is_even(const struct level_sample *l, uint32_t n,
                                               float before, float length,
                                               const struct digit_rule *rule,
                                               struct plan_shared *s) {
    uint32_t d = threadIdx.x, far = min(d + EVEN_GROUP, n);
    float part = (float)l->all / (float)n;
    float each = ldexpf((float)rule->scale, (int)rule->up - 32); // entries of a key
    if (l->exact || n < 2 || rule->range / 4 < n) return false;
    if (d <= n) { // between two entries keys are taken to be even
        float x = fmaxf(((float)d * length - before) * each, 0);
        uint32_t e = min((uint32_t)x, l->entries - 1), width = l->s_before[e + 1] - l->s_before[e];
        uint32_t more = (uint32_t)(fminf(x - (float)e, 1) * (float)width);
        s->before[d] = d == n ? l->all : d == 0 ? 0 : l->s_before[e] + more;
    }
    __syncthreads(); // it is known where each digit begins
    if (d < n && !fits_even(s->before[d + 1] - s->before[d], part, 1)) s->uneven = 1;
    if (d < n && n >= EVEN_DIGITS && !fits_even(s->before[far] - s->before[d], part, far - d))
        s->uneven = 1;
    __syncthreads(); // all digits are compared
    bool even = !s->uneven;
    __syncthreads(); // all know it
    if (d == 0) s->uneven = 0, s->digits = n;
    if (even && d < n) s->part[d] = PART_PLAIN;
    __syncthreads(); // the plan is there
    return even;
}

/** Plans `n` digits of one length. False, for all threads: the keys are not spread so evenly. */
static __device__ __forceinline__ bool plan_even(const struct level_sample *l, uint32_t n,
                                                 struct digit_rule *rule, struct plan_shared *s) {
    if (!is_even(l, n, 0, ((float)rule->range + 1) / (float)n, rule, s)) return false;
    rule->kind = DIGIT_EVEN, rule->n = n;
    rule->factor = (uint32_t)(((place_t)n << 32) / ((place_t)rule->range + 1));
    return true;
}

/**
 * Takes 2^bits digits of one length as bits of the keys, which is faster, if the range is about all that keys may have,
 * from `first` to `last`, and that is all keys whose upper bits are the same. bits: 0 for none.
 */
static __device__ __forceinline__ bool plan_bits(const struct level_sample *l, uint32_t bits,
                                                 uint32_t first, uint32_t last,
                                                 struct digit_rule *rule, struct plan_shared *s) {
    uint32_t width = last - first, rest = width >> 10;
    if (bits == 0 || (width & (width + 1)) != 0 || (first & width) != 0 || width >> bits == 0)
        return false;
    if (rule->low - first > rest || last - rule->low - rule->range > rest) return false;
    uint32_t shift = 32 - (uint32_t)__clz((int)width) - bits;
    if (!is_even(l, 1u << bits, (float)(rule->low - first), ldexpf(1, (int)shift), rule, s))
        return false;
    rule->kind = DIGIT_BITS, rule->n = 1u << bits, rule->shift = shift;
    return true;
}

/** The least sample of a heavy entry: a digit's part, or more where too many entries had one. */
static __device__ __forceinline__ uint32_t heavy_from(const struct level_sample *l, uint32_t each,
                                                      uint32_t n, uint32_t *heavies,
                                                      struct plan_shared *s) {
    uint32_t least = max(l->all / n, 1);
    for (;;) {
        uint32_t mine = 0;
#pragma unroll
        for (uint32_t i = 0; i < each; i++) mine += l->met[i] >= least;
        block_scan(mine, s->sums, heavies);
        __syncthreads(); // the sums may be used again
        if (*heavies <= MOST_HEAVY) return least;
        least = max(l->all / MOST_HEAVY, least + 1);
    }
}

enum { LIGHT, HEAVY, ONE_VALUE };

/** What entry i of the thread is, and in which part of the light entries' sample it begins. */
struct entry_mark {
    uint32_t kind, part;
};

/** Whether a new digit begins with an entry, which follows another one: and how many, since a value has three. */
static __device__ __forceinline__ uint32_t digits_further(struct entry_mark before,
                                                          struct entry_mark mark) {
    if (before.kind == ONE_VALUE) return 3;
    return mark.kind != LIGHT || before.kind == HEAVY || mark.part != before.part;
}

/** Plans about n digits, 255 at most, by a table: d_table gets the digit of each entry. */
static __device__ __forceinline__ void plan_table(const struct level_sample *l, uint32_t each,
                                                  uint32_t n, uint8_t *d_table,
                                                  struct digit_rule *rule, struct plan_shared *s) {
    uint32_t heavies, light = 0, lights, steps = 0, total, at = threadIdx.x * each;
    uint32_t least = heavy_from(l, each, n, &heavies, s), step[ENTRY_BATCH], kind[ENTRY_BATCH];
#pragma unroll
    for (uint32_t i = 0; i < each; i++) {
        uint32_t key = l->met[i] >= least ? l->spread.key[at + i] : UINT32_MAX;
        bool one = key != UINT32_MAX && l->spread.other[at + i] == ~key;
        kind[i] = l->met[i] < least ? LIGHT : one ? ONE_VALUE : HEAVY;
        light += kind[i] == LIGHT ? l->met[i] : 0;
    }
    uint32_t before = block_scan(light, s->sums, &lights), parts = min(n, DIGITS - 2 - 4 * heavies);
    float scale = lights > 0 ? (float)parts / (float)lights : 0;
    struct entry_mark mark = {LIGHT, 0};
    uint32_t light_before = before;
#pragma unroll
    for (uint32_t i = 0; i < each; i++) { // what the thread's last entry is
        mark.kind = kind[i], mark.part = (uint32_t)((float)light_before * scale);
        light_before += kind[i] == LIGHT ? l->met[i] : 0;
    }
    s->last[threadIdx.x] = mark.part * 4 + mark.kind;
    __syncthreads(); // the last entries of all threads are there
    uint32_t last = threadIdx.x > 0 ? s->last[threadIdx.x - 1] : 0;
    struct entry_mark previous = {last % 4, last / 4};
#pragma unroll
    for (uint32_t i = 0; i < each; i++) {
        mark.kind = kind[i], mark.part = (uint32_t)((float)before * scale);
        step[i] = at + i == 0 ? 0 : digits_further(previous, mark);
        steps += step[i], previous = mark;
        before += kind[i] == LIGHT ? l->met[i] : 0;
    }
    uint32_t d = block_scan(steps, s->sums, &total);
#pragma unroll
    for (uint32_t i = 0; i < each; i++) {
        bool one = kind[i] == ONE_VALUE;
        d += step[i];
        d_table[at + i] = (uint8_t)d;
        if (step[i] > 0 || at + i == 0) {
            s->entry[d] = at + i, s->before[d] = l->s_before[at + i];
            s->part[d] = one ? PART_LESS : PART_PLAIN;
        }
        if (!one) continue;
        s->values = 1;
        s->entry[d + 1] = s->entry[d + 2] = at + i;
        s->part[d + 1] = PART_VALUE, s->part[d + 2] = PART_GREATER;
        s->before[d + 1] = l->s_before[at + i], s->before[d + 2] = l->s_before[at + i + 1];
    }
    if (threadIdx.x == blockDim.x - 1) {
        d += previous.kind == ONE_VALUE ? 3 : 1;
        s->digits = d, s->entry[d] = l->entries, s->before[d] = l->all;
    }
    __syncthreads(); // the plan is there
    rule->kind = s->values ? DIGIT_VALUES : DIGIT_TABLE, rule->n = s->digits;
}

/** The value of digit d's entry, if it has one. */
static __device__ __forceinline__ uint32_t value_of_digit(const struct level_sample *l, uint32_t d,
                                                          const struct plan_shared *s) {
    return s->part[d] == PART_PLAIN ? 0 : l->spread.key[s->entry[d]];
}

/** Where digit d begins in the range, as 33 bits. */
static __device__ __forceinline__ place_t digit_begin(const struct digit_rule *rule, uint32_t d,
                                                      const struct plan_shared *s) {
    if (rule->kind == DIGIT_BITS)
        return (rule->low & ~(((place_t)rule->n << rule->shift) - 1)) + ((place_t)d << rule->shift);
    if (rule->kind != DIGIT_EVEN)
        return s->entry[d] > 0 ? entry_begin(s->entry[d], rule) : rule->low;
    return min(rule->low + (((place_t)d << 32) + rule->factor - 1) / rule->factor,
               (place_t)1 << 32);
}

/** The entry that digit d begins in. */
static __device__ __forceinline__ uint32_t digit_entry(const struct digit_rule *rule, uint32_t d,
                                                       const struct plan_shared *s) {
    if (rule->kind > DIGIT_EVEN) return s->entry[d];
    place_t begin = max(digit_begin(rule, d, s), (place_t)rule->low) - rule->low;
    return __umulhi((uint32_t)min(begin, (place_t)rule->range) << rule->up, rule->scale);
}

/** Where it ends, if all keys of the bucket are up to `last`: those beyond the range have the entry of its last key. */
static __device__ __forceinline__ place_t digit_end(const struct digit_rule *rule, uint32_t d,
                                                    uint32_t last, const struct plan_shared *s) {
    uint32_t plain = s->part[d] == PART_PLAIN, top = __umulhi(rule->range << rule->up, rule->scale);
    if (d + 1 == rule->n) return (place_t)last + 1;
    if (rule->kind > DIGIT_EVEN && (plain ? s->entry[d + 1] > top : s->entry[d] == top))
        return (place_t)last + 1;
    if (plain) return digit_begin(rule, d + 1, s);
    return entry_begin(s->entry[d] + 1, rule);
}

/** The shift so that a range has at most so many entries. */
static __device__ __forceinline__ uint32_t shift_for(uint32_t range, uint32_t entries) {
    uint32_t bits = 32 - (uint32_t)__clz((int)range), have = 31 - (uint32_t)__clz((int)entries);
    return bits > have ? bits - have : 0;
}

/** What is known of the keys of digit d, if all keys of the bucket lie in [first, last]. */
static __device__ __forceinline__ struct digit_keys
keys_of_digit(const struct level_sample *l, const struct digit_rule *rule, uint32_t d,
              uint32_t first, uint32_t last, const struct plan_shared *s) {
    uint32_t value = value_of_digit(l, d, s), part = s->part[d];
    place_t begin = d == 0 ? first : digit_begin(rule, d, s), end = digit_end(rule, d, last, s);
    if (part == PART_VALUE || part == PART_GREATER) begin = (place_t)value + (part == PART_GREATER);
    if (part == PART_VALUE || part == PART_LESS) end = (place_t)value + (part == PART_VALUE);
    if (begin >= end) begin = end > 0 ? end - 1 : 0, end = begin + 1; // it has no keys
    uint32_t differ = (uint32_t)begin ^ (uint32_t)(end - 1);
    const struct digit_keys keys = {(uint32_t)begin,
                                    (uint8_t)shift_for((uint32_t)(end - begin - 1), FINISH_BINS),
                                    (uint8_t)(32 - __clz((int)differ)), part == PART_VALUE, 0};
    return keys;
}

/** The space for a digit of which so many keys were met: it overflows at `sigmas` standard deviations. */
static __device__ __forceinline__ place_t space_for(uint32_t met, uint32_t every, uint32_t sigmas) {
    place_t keys = every * (met + 18 + (place_t)((float)sigmas * sqrtf((float)met + 9)));
    return (keys + WARP_THREADS - 1) / WARP_THREADS * WARP_THREADS; // whole lines
}

#endif
#endif
