/**
 * @file
 * @brief From a sample to a rule: digits of about as many keys each, and how much space their keys need.
 *
 * A block plans one level of one bucket. If the sampled keys are spread evenly, the digits are stretches of one length.
 * Otherwise neighbouring entries of the table share a digit, as long as they have no more than a part of the sample. An
 * entry with much of the sample may be one value. Then three digits take its keys: those less than the value, the
 * value's own, and those greater. The value's own need no sort.
 */
#ifndef SORTLAB_DEVICE_PLAN_DIGITS_H
#define SORTLAB_DEVICE_PLAN_DIGITS_H

#include "common/sort/device/sample.h"

enum {
    MOST_MARKED = 50,     /**< of a level that get digits of their own */
    VALUE_MARK = 1 << 25, /**< more than all sampled keys */
    EVEN_GROUP = 16,      /**< digits that are compared together, too: their sample is larger */
    EVEN_DIGITS = 64,     /**< of fewer digits each is compared alone */
    ENTRY_BATCH = 16,     /**< most entries of a thread */
    ENDS_AT_ONCE = 4,     /**< entries that it looks for something at once */
    CROWD = 5,            /**< times the mean: an entry of a digit with more is crowded */
};

#define EVEN_SIGMAS  4.5f /**< by which a digit may differ from the mean, */
#define ENTRY_SIGMAS 6    /**< and one of many more entries */

/** What the keys of a digit are. */
enum digit_part { PART_PLAIN, PART_LESS, PART_VALUE, PART_GREATER };

/** What the threads of a block share. */
struct plan_shared {
    uint32_t entry[DIGITS + 1];  /**< the first one of each digit */
    uint32_t before[DIGITS + 1]; /**< sampled keys before each digit */
    uint8_t part[DIGITS + 1];
    uint32_t digits, uneven, values;
    uint32_t begins; /**< entries where digits begin */
    uint32_t sums[WARP_THREADS];
    place_t places[WARP_THREADS];
};

/** A level of a bucket. Each thread has `each` neighbouring entries of the table, whose keys are met[]. */
struct level_sample {
    uint32_t met[ENTRY_BATCH];
    uint32_t entries, all; /**< of the table; keys of the sample */
    bool exact;            /**< it has all keys */
    uint32_t
        *s_before; /**< sampled keys before each entry; and VALUE_MARK for each value before it */
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
static __device__ __forceinline__ bool fits_even(uint32_t met, float part, uint32_t parts,
                                                 float sigmas) {
    float mean = part * (float)parts;
    return (float)met <= mean + sigmas * sqrtf(mean) + 4;
}

/**
 * Plans `n` digits of one length. False, for all threads: the keys are not spread so evenly.
 *
 * Digits end within entries. So no entry may have many more keys than others: those may all be on one side.
 * @param piece sampled keys that may be alike
 */
static __device__ __forceinline__ bool plan_even(const struct level_sample *l,
                                                 uint32_t entries_each, uint32_t n, uint32_t piece,
                                                 struct digit_rule *rule, struct plan_shared *s) {
    uint32_t d = threadIdx.x, far = min(d + EVEN_GROUP, n);
    float part = (float)l->all / (float)n, length = ((float)rule->range + 1) / (float)n;
    float each = ldexpf((float)rule->scale, (int)rule->up - 32); // entries of a key
    float entry = (float)l->all / fminf((float)l->entries, ((float)rule->range + 1) * each);
    if (l->exact || n < 2 || rule->range / 4 < n) return false;
    if (d <= n) { // between two entries keys are taken to be even
        float x = ceilf((float)d * length) * each;
        uint32_t e = min((uint32_t)x, l->entries - 1), width = l->s_before[e + 1] - l->s_before[e];
        uint32_t more = (uint32_t)(fminf(x - (float)e, 1) * (float)width);
        s->before[d] = d == n ? l->all : l->s_before[e] + more;
    }
#pragma unroll
    for (uint32_t i = 0; i < entries_each; i++)
        if (!fits_even(l->met[i], entry, 1, ENTRY_SIGMAS * sqrtf((float)piece))) s->uneven = 1;
    __syncthreads(); // it is known where each digit begins
    if (d < n && !fits_even(s->before[d + 1] - s->before[d], part, 1, EVEN_SIGMAS)) s->uneven = 1;
    if (d < n && n >= EVEN_DIGITS &&
        !fits_even(s->before[far] - s->before[d], part, far - d, EVEN_SIGMAS))
        s->uneven = 1;
    __syncthreads(); // all digits are compared
    bool even = !s->uneven;
    __syncthreads(); // all know it
    if (d == 0) s->uneven = 0, s->digits = n;
    if (even && d < n) s->part[d] = PART_PLAIN;
    __syncthreads(); // the plan is there
    if (!even) return false;
    rule->kind = DIGIT_EVEN, rule->n = n;
    rule->factor = (uint32_t)(((place_t)n << 32) / ((place_t)rule->range + 1));
    return true;
}

/** Whether entry i of the thread has at least so many sampled keys, and they are one value. */
static __device__ __forceinline__ bool one_value(const struct level_sample *l, uint32_t at,
                                                 uint32_t i, uint32_t least) {
    if (l->met[i] < least) return false;
    uint32_t key = l->spread.key[at + i];
    return key != UINT32_MAX && l->spread.other[at + i] == ~key;
}

/** Adds VALUE_MARK to the sums behind each entry of one frequent value, of MOST_MARKED at most. */
static __device__ __forceinline__ void mark_values(const struct level_sample *l, uint32_t each,
                                                   uint32_t limit, struct plan_shared *s) {
    uint32_t at = threadIdx.x * each, least = max(limit / 2, 1), mine, all, before;
    for (;;) {
        mine = 0;
#pragma unroll
        for (uint32_t i = 0; i < each; i++) mine += one_value(l, at, i, least);
        before = block_scan(mine, s->sums, &all);
        __syncthreads(); // the sums may be used again
        if (all <= MOST_MARKED) break;
        least += least / 4 + 1;
    }
#pragma unroll
    for (uint32_t i = 0; i < each && all > 0; i++) {
        l->s_before[at + i] += before * VALUE_MARK;
        before += one_value(l, at, i, least);
    }
    if (threadIdx.x == blockDim.x - 1) l->s_before[l->entries] += before * VALUE_MARK;
    if (threadIdx.x == 0) s->values = all;
    __syncthreads(); // all values are marked
}

/** How many sampled keys entry e has, and VALUE_MARK if it is marked. */
static __device__ __forceinline__ uint32_t met_in(const struct level_sample *l, uint32_t e) {
    return l->s_before[e + 1] - l->s_before[e];
}

/**
 * The entry behind the digit that begins with entry e and has entries up to `end`, or sooner: if keys crowd at one of
 * its ends, as those of floats beside 0 do, its own table would not tell them apart.
 * @param crowd times the mean: an entry with more is a crowd
 */
static __device__ __forceinline__ uint32_t end_crowded(const struct level_sample *l, uint32_t e,
                                                       uint32_t end, uint32_t limit,
                                                       uint32_t crowd) {
    while (end > e + 1 &&
           (place_t)(end - e) * max(met_in(l, e), met_in(l, end - 1)) > (place_t)crowd * limit)
        end = (e + end) / 2;
    return max(end, e + 1);
}

/**
 * s_next[e] becomes the entry behind the digit that would begin with entry e: it has up to `limit` sampled keys, or one
 * entry. A thread looks for ENDS_AT_ONCE ends at once, from that of entry e on.
 * @param crowd as of end_crowded; 0: there are no crowds
 */
static __device__ __forceinline__ void find_ends(const struct level_sample *l, uint32_t e,
                                                 uint32_t limit, uint32_t crowd, uint16_t *s_next) {
    uint32_t end[ENDS_AT_ONCE], most[ENDS_AT_ONCE]; // keys before an end
#pragma unroll
    for (uint32_t k = 0; k < ENDS_AT_ONCE; k++)
        end[k] = e + k * blockDim.x + 1, most[k] = l->s_before[end[k] - 1] + limit;
    for (uint32_t step = l->entries / 2; step > 0; step /= 2)
#pragma unroll
        for (uint32_t k = 0; k < ENDS_AT_ONCE; k++)
            if (end[k] + step <= l->entries && l->s_before[end[k] + step] <= most[k])
                end[k] += step;
#pragma unroll
    for (uint32_t k = 0; k < ENDS_AT_ONCE; k++) {
        const uint32_t from = e + k * blockDim.x;
        s_next[from] = (uint16_t)(crowd ? end_crowded(l, from, end[k], limit, crowd) : end[k]);
    }
}

/** The first digit that begins with entry e, if that is the i-th entry where some do: a value has three. */
static __device__ __forceinline__ uint32_t digit_at(const struct level_sample *l, uint32_t i,
                                                    uint32_t e) {
    return i + 2 * (l->s_before[e] / VALUE_MARK);
}

/**
 * Goes from digit to digit; one thread. s_next[i] becomes the i-th entry where some begin. There are s->digits of them,
 * up to `most` or two more; DIGITS: too many.
 */
static __device__ void walk_digits(const struct level_sample *l, uint32_t most, uint16_t *s_next,
                                   struct plan_shared *s) {
    const bool values = s->values > 0; // else their sums need not be read
    uint32_t i = 0, e = 0;
    while (e < l->entries && (values ? digit_at(l, i, e) : i) < most) {
        const uint32_t next = s_next[e];
        s_next[i++] = (uint16_t)e; // i is at most e: nobody needs that one any more
        e = next;
    }
    s->begins = i;
    s->digits = e < l->entries ? DIGITS : digit_at(l, i, e);
    s->entry[s->digits] = l->entries, s->before[s->digits] = l->all;
}

/** Lists the digits: a thread for each entry where some begin. */
static __device__ __forceinline__ void list_digits(const struct level_sample *l,
                                                   const uint16_t *s_next, struct plan_shared *s) {
    if (threadIdx.x >= s->begins) return;
    const uint32_t e = s_next[threadIdx.x], d = digit_at(l, threadIdx.x, e);
    const bool value = met_in(l, e) >= VALUE_MARK;
    s->entry[d] = e, s->before[d] = l->s_before[e] % VALUE_MARK;
    s->part[d] = value ? PART_LESS : PART_PLAIN;
    if (!value) return;
    s->entry[d + 1] = s->entry[d + 2] = e;
    s->before[d + 1] = l->s_before[e] % VALUE_MARK;
    s->before[d + 2] = l->s_before[e + 1] % VALUE_MARK;
    s->part[d + 1] = PART_VALUE, s->part[d + 2] = PART_GREATER;
}

/** Notes the digits of ENDS_AT_ONCE entries, from entry e on; of a value's the first one. */
static __device__ __forceinline__ void note_digits(uint32_t e, const struct plan_shared *s,
                                                   uint8_t *d_table) {
    uint32_t digit[ENDS_AT_ONCE] = {0};
    for (uint32_t step = DIGITS / 2; step > 0; step /= 2)
#pragma unroll
        for (uint32_t k = 0; k < ENDS_AT_ONCE; k++)
            if (digit[k] + step < s->digits && s->entry[digit[k] + step] <= e + k * blockDim.x)
                digit[k] += step;
#pragma unroll
    for (uint32_t k = 0; k < ENDS_AT_ONCE; k++) {
        const uint32_t d = digit[k], first = s->part[d] == PART_GREATER ? d - 2 : d;
        d_table[e + k * blockDim.x] = (uint8_t)first;
    }
}

/** A limit for larger digits, since with `limit` they were too many: `most` of them had only a part of all keys. */
static __device__ __forceinline__ uint32_t larger_limit(uint32_t limit, uint32_t most,
                                                        const struct level_sample *l,
                                                        const struct plan_shared *s) {
    const uint32_t had = max(s->before[most - 1], l->all / 2);
    return (uint32_t)max((place_t)limit * l->all / had, (place_t)limit + limit / 64) + 1;
}

/**
 * Plans digits of up to `limit` sampled keys, or more if they were too many; d_table gets the digit of each entry.
 * @param plain so many digits have space, beside those around values: an entry may have more keys than a digit should
 */
static __device__ __forceinline__ void plan_table(const struct level_sample *l, uint32_t each,
                                                  uint32_t limit, uint32_t plain, uint16_t *s_next,
                                                  uint8_t *d_table, struct digit_rule *rule,
                                                  struct plan_shared *s) {
    mark_values(l, each, limit, s);
    const uint32_t most = min(plain + 4 * s->values, DIGITS - 3);
    uint32_t crowd = CROWD;
    for (;;) {
        for (uint32_t e = threadIdx.x; e < l->entries; e += ENDS_AT_ONCE * blockDim.x)
            find_ends(l, e, limit, crowd, s_next);
        __syncthreads(); // all ends are known
        if (threadIdx.x == 0) walk_digits(l, most, s_next, s);
        __syncthreads(); // it is known where digits begin
        list_digits(l, s_next, s);
        __syncthreads(); // the digits are listed
        if (s->digits < DIGITS) break;
        if (crowd == 0) limit = larger_limit(limit, most, l, s);
        crowd = 0; // keys in lumps have too many crowds
    }
    for (uint32_t e = threadIdx.x; e < l->entries; e += ENDS_AT_ONCE * blockDim.x)
        note_digits(e, s, d_table);
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
static __device__ __forceinline__ place_t space_for(uint32_t met, uint32_t every, float sigmas) {
    place_t keys = every * (met + 18 + (place_t)(sigmas * sqrtf((float)met + 9)));
    return (keys + WARP_THREADS - 1) / WARP_THREADS * WARP_THREADS; // whole lines
}

#endif
#endif
