/**
 * @file
 * @brief The sampled form: two partitions into buckets of about one size, whatever the keys are, each with space enough.
 *
 * Top bits make bad digits of keys that are not spread evenly: some buckets come out a hundred times too large. So the
 * first partition's digits are planned from a sample of the input, and those of each of its buckets from a sample of
 * that bucket. A sample also says how much space a bucket needs. Where its keys belong is known once all keys lie in
 * their spaces. If a space turns out too small, the keys are split from the first bit on: all are still in the input.
 */
#ifndef SORTLAB_DEVICE_SAMPLED_H
#define SORTLAB_DEVICE_SAMPLED_H

#include <math.h>

#include "common/sort/device/launches.h"
#include "common/sort/device/plan_digits.h"

enum {
    PLANNED_ITEMS = 7400, /**< keys that a bucket of the second level should have: its sample errs */
    EVEN_ITEMS = 8000,    /**< the same of keys that are spread evenly */
    MOST_EVEN_ITEMS = 8250, /**< keys of a bucket by bits: the largest of 2^16 still has less than BUCKET_ITEMS */
    FIRST_DIGITS = 160,   /**< of more the first partition takes longer */
    SECOND_DIGITS = 240,  /**< most of the second one, so that heavy values have digits too */
    LEVEL_THREADS = 512,
    FIRST_SIGMAS = 24, /**< of the first level's spaces: neighbours may be alike, so a piece counts as one key */
    SECOND_SIGMAS = 6,
    FAR_PART = 64,
    UNMET = 16 * PIECE_ITEMS, /**< of so many sampled keys none is met by chance */
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
    uint32_t every, digits, even_digits; /**< the first level: of so many keys one is met; digits by table, and even */
    uint32_t bits_1, bits_2;             /**< of digits that are bits of the keys, if those are uniform; or 0 */
    place_t spaces;                      /**< words of SIDE_SPACES */
    place_t space;                       /**< words of SIDE_TEMP */
    struct sample_notes *notes;
    struct spread spread; /**< behind the notes */
    struct digit_rule *rule_1, *rules_2;
    uint8_t *table_1, *tables_2;
    uint32_t *values_1, *values_2;
    struct digit_keys *keys_1, *keys_2;       /**< of each bucket */
    uint32_t *bounds_1;                       /**< the least and the greatest key of each bucket, or beyond */
    place_t *begins_1, *begins_2;             /**< where the space of each bucket begins; and its end */
    uint32_t *first_tile;                     /**< of each bucket of the first level; and how many tiles */
    struct finish_job *jobs;
    uint32_t most_jobs;
};

#ifdef __CUDACC__

/** What a thread knows of its digit when a level is planned; d from the digits' number on has none. */
struct planned {
    struct digit_keys keys;
    uint32_t met, value;
    bool there, one;
};

static __device__ __forceinline__ struct planned planned_digit(const struct level_sample *l,
                                                               const struct digit_rule *rule, uint32_t first,
                                                               uint32_t last, const struct plan_shared *s) {
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
 *  @shared 72 KB: how many sampled keys come before each entry, and the plan
 *  @cost   12 bytes an entry read, one written; 20 barriers
 *  @source Frazer 1970; Sanders 2004 (equality buckets) */
static __global__ void __launch_bounds__(PLAN_THREADS, 1) plan_first_kernel(struct sampled q) {
    extern __shared__ uint32_t s_before[];
    __shared__ struct plan_shared s;
    await_kernel_before();
    struct level_sample l = {{0}, ENTRIES_1, 0, false, NULL, q.spread};
    struct digit_rule rule = {DIGIT_TABLE, 0, 0, 0, 0, 0, 0, 0, NULL, NULL};
    enum { EACH = ENTRIES_1 / PLAN_THREADS };
    uint32_t d = threadIdx.x;
    set_range(&rule, ~q.notes->low, q.notes->high, ENTRIES_1);
#pragma unroll
    for (uint32_t i = 0; i < EACH; i++) l.met[i] = q.spread.met[d * EACH + i];
    l.all = sum_entries(l.met, EACH, s_before, &s);
    l.s_before = s_before;
    if (!plan_bits(&l, q.bits_1, 0, UINT32_MAX, &rule, &s) && !plan_even(&l, q.even_digits, &rule, &s))
        plan_table(&l, EACH, q.digits, q.table_1, &rule, &s);
    struct planned p = planned_digit(&l, &rule, 0, UINT32_MAX, &s);
    place_t total, need = p.there && !p.one ? space_for(p.met, q.every, FIRST_SIGMAS) : 0;
    if (p.there && s.part[d] != PART_PLAIN && !p.one) need += UNMET * q.every; // none of its keys was met
    if (rule.n == 1 && d == 0 && !p.one) need = q.t.n;
    place_t begin = block_scan_places(need, s.places, &total);
    if (d < DIGITS) {
        q.begins_1[d] = q.t.next_1[d] = begin;
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
    uint32_t met[2][ENTRIES_2 + 1]; /**< sampled keys of each entry, by halves of the sample; then before each entry */
    uint32_t key[ENTRIES_2], other[ENTRIES_2], mixed[ENTRIES_2 / 32];
    uint32_t least, most; /**< as of sample_notes */
    place_t base;
};

/** Counts a sample of a bucket's n keys by entries. A half of it has every second piece. */
static __device__ void sample_bucket(const uint32_t *d_keys, place_t n, uint32_t every, const struct digit_rule *rule,
                                     struct second_shared *s) {
    uint32_t warp = threadIdx.x / WARP_THREADS, half = threadIdx.x / PIECE_ITEMS % 2, key[PIECE_AHEAD];
    place_t pieces = (n + PIECE_ITEMS * every - 1) / (PIECE_ITEMS * every), step = 2 * (LEVEL_THREADS / WARP_THREADS);
    for (uint32_t e = threadIdx.x; e < ENTRIES_2; e += LEVEL_THREADS)
        s->met[0][e] = s->met[1][e] = 0, s->key[e] = UINT32_MAX;
    for (uint32_t e = threadIdx.x; e < ENTRIES_2 / 32; e += LEVEL_THREADS) s->mixed[e] = 0;
    __syncthreads(); // all counts are 0
    for (place_t p = 2 * warp; p < pieces; p += step * PIECE_AHEAD) {
        uint32_t there = load_pieces(d_keys, n, p + half, step, pieces, every, ORDER_NONE, key);
#pragma unroll
        for (uint32_t i = 0; i < PIECE_AHEAD; i++)
            if (there >> i & 1) count_sampled(key[i], entry_of(key[i], rule), s->met[half], s->key, s->mixed);
    }
    __syncthreads(); // the sample is counted
    for (uint32_t e = threadIdx.x; e < ENTRIES_2; e += LEVEL_THREADS)
        s->other[e] = s->mixed[e / 32] >> e % 32 & 1 ? s->key[e] : ~s->key[e];
}

/** Plans a bucket's digits from its sample. False, for all threads: its halves differ by more than chance. */
static __device__ bool plan_digits(const struct sampled *q, uint32_t b, place_t n, bool exact, struct level_sample *l,
                                   struct digit_rule *rule, struct second_shared *s) {
    enum { EACH = ENTRIES_2 / LEVEL_THREADS };
    uint32_t d = threadIdx.x, odd[EACH];
    uint32_t digits = (uint32_t)min((n + PLANNED_ITEMS - 1) / PLANNED_ITEMS, (place_t)DIGITS - 2);
    uint32_t even = (uint32_t)min((n + EVEN_ITEMS - 1) / EVEN_ITEMS, (place_t)DIGITS);
    l->exact = exact;
#pragma unroll
    for (uint32_t i = 0; i < EACH; i++) {
        odd[i] = s->met[1][d * EACH + i];
        l->met[i] = s->met[0][d * EACH + i] + odd[i];
    }
    l->all = sum_entries(l->met, EACH, s->met[0], &s->plan);
    sum_entries(odd, EACH, s->met[1], &s->plan);
    l->s_before = s->met[0];
    if (!plan_bits(l, q->bits_2, q->bounds_1[2 * b], q->bounds_1[2 * b + 1], rule, &s->plan) &&
        !plan_even(l, even, rule, &s->plan))
        plan_table(l, EACH, digits, q->tables_2 + (size_t)b * ENTRIES_2, rule, &s->plan);
    if (exact) return true;
    uint32_t far = 0, sum; // the squares of how far halves differ, in parts of what chance makes them on the average
    if (d < rule->n) {
        uint32_t first = digit_entry(rule, d, &s->plan), end = digit_entry(rule, d + 1, &s->plan);
        float met = (float)(s->met[0][end] - s->met[0][first]), half = (float)(s->met[1][end] - s->met[1][first]);
        far = (uint32_t)(fminf((2 * half - met) * (2 * half - met) / (met + 16), 4096) * FAR_PART);
    }
    block_scan(far, s->plan.sums, &sum);
    __syncthreads(); // the sums may be used again
    return (float)sum / FAR_PART <= (float)rule->n + 8 * sqrtf(2 * (float)rule->n) + 8; // 8 standard deviations
}

/** Plans the digits of a bucket of n keys, all in [first, last], and gives each digit its space. */
static __device__ void plan_bucket(const struct sampled *q, uint32_t b, const uint32_t *d_keys, place_t n,
                                   struct second_shared *s) {
    struct level_sample l = {{0}, ENTRIES_2, 0, false, NULL, {s->met[0], s->key, s->other}};
    struct digit_rule rule = {DIGIT_TABLE, 0, 0, 0, 0, 0, 0, 0, NULL, NULL};
    uint32_t every = n < 1 << 14 ? 1 : n < 1 << 17 ? 4 : 16, d = threadIdx.x;
    while (n / every > 1 << 18) every *= 2;
    if (d == 0) s->least = s->most = 0;
    __syncthreads(); // the range is empty
    widen_range(d_keys, n, every == 1 ? 1 : 4 * every, ORDER_NONE, d / WARP_THREADS, LEVEL_THREADS / WARP_THREADS,
                &s->least, &s->most);
    __syncthreads(); // the range is known
    set_range(&rule, ~s->least, s->most, ENTRIES_2);
    sample_bucket(d_keys, n, every, &rule, s);
    if (!plan_digits(q, b, n, every == 1, &l, &rule, s)) { // neighbours are alike: count all keys
        every = 1;
        rule.kind = DIGIT_TABLE;
        sample_bucket(d_keys, n, every, &rule, s);
        plan_digits(q, b, n, true, &l, &rule, s);
    }
    struct planned p = planned_digit(&l, &rule, q->bounds_1[2 * b], q->bounds_1[2 * b + 1], &s->plan);
    place_t total, need = !p.there || p.one ? 0 : l.exact ? p.met : space_for(p.met, every, SECOND_SIGMAS);
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
        q->values_2[at] = p.value;
        q->keys_2[at] = p.keys;
    }
    if (d == 0) q->begins_2[(size_t)b * (DIGITS + 1) + DIGITS] = s->base + total;
}

/** Keys of a bucket of the first level that were written; of one value none were. */
static __device__ __forceinline__ place_t written_in(const struct sampled *q, uint32_t b) {
    return q->keys_1[b].one ? 0 : q->t.next_1[b] - q->begins_1[b];
}

/** @launch a block of LEVEL_THREADS threads a bucket of the first level
 *  @shared 42 KB: the sample by entries, and the plan
 *  @cost   a quarter of a byte a key read, or 4 where neighbours are alike; 3 atomics a sampled key; 30 barriers
 *  @source Frazer 1970; Sanders 2004 */
static __global__ void __launch_bounds__(LEVEL_THREADS, 2) plan_second_kernel(struct sampled q) {
    __shared__ struct second_shared s;
    await_kernel_before();
    uint32_t b = blockIdx.x, d = threadIdx.x, all;
    if (misled_before(q.notes, BY_SECOND_PLAN)) return;
    place_t n = written_in(&q, b), mine = d < DIGITS ? written_in(&q, d) : 0;
    if (b == 0) { // whose the tiles of the next partition are
        uint32_t tile = block_scan((uint32_t)((mine + PART_TILE - 1) / PART_TILE), s.plan.sums, &all);
        if (d < DIGITS) q.first_tile[d] = tile;
        if (d == 0) q.first_tile[DIGITS] = all;
        __syncthreads(); // the sums may be used again
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
        q.begins_2[at + b] = 0, q.t.next_2[at] = counted;
        q.keys_2[at] = counted > 0 ? q.keys_1[b] : none;
    }
    if (d == 0) q.begins_2[(size_t)b * (DIGITS + 1) + DIGITS] = 0;
}

/** What one partition into spaces is told. */
struct space_level {
    const uint32_t *d_in;
    uint32_t *d_out;
    size_t n;
    key_order order;
    const struct digit_rule *d_rules; /**< of each bucket; and so on */
    const uint8_t *d_tables;
    const uint32_t *d_values;
    const struct digit_keys *d_keys;
    const place_t *d_begins;
    place_t *d_next;
    uint32_t entries;
    const uint32_t *d_first_tile; /**< NULL: one bucket, of all keys */
    const place_t *d_from, *d_stops;
    struct sample_notes *notes;
    uint32_t who; /**< enum misled */
};

/** What the threads of a block share; the table is as long as the level's. */
struct space_shared {
    struct part_shared part;
    struct digit_rule rule;
    struct part_target to;
    uint32_t bucket;
    uint32_t values[DIGITS];
    uint4 table[ENTRIES_1 / sizeof(uint4)];
};

/** Loads the rule of bucket b, and says where its keys go; a rule without a table needs none. */
static __device__ void load_rule(const struct space_level *l, uint32_t b, struct space_shared *s) {
    const uint4 *d_table = (const uint4 *)(l->d_tables + (size_t)b * l->entries);
    if (threadIdx.x == 0) {
        const struct part_target to = {l->d_out, l->d_next + (size_t)b * DIGITS,
                                       l->d_begins + (size_t)b * (DIGITS + 1) + 1, l->notes->misled + l->who,
                                       l->d_keys + (size_t)b * DIGITS};
        s->rule = l->d_rules[b], s->to = to;
    }
    if (l->d_rules[b].kind > DIGIT_EVEN)
        for (uint32_t i = threadIdx.x; i < l->entries / sizeof(uint4); i += PART_THREADS) s->table[i] = d_table[i];
    if (threadIdx.x < DIGITS) s->values[threadIdx.x] = l->d_values[(size_t)b * DIGITS + threadIdx.x];
    __syncthreads(); // the rule is there
}

/* A function for each kind, so that no kind takes the registers of another. */
#define PARTITION_BY(NAME, KIND, FULL)                                                             \
    static __device__ __noinline__ void NAME(const uint32_t *d_tile, uint32_t m,                   \
                                             key_order order) {                                    \
        extern __shared__ struct space_shared s_spaces[];                                          \
        struct digit_rule rule = s_spaces->rule;                                                   \
        rule.s_table = (const uint8_t *)s_spaces->table, rule.s_values = s_spaces->values;         \
        partition_keys_of(d_tile, m, FULL, &s_spaces->to, KIND, &rule, order, &s_spaces->part);    \
    }
PARTITION_BY(partition_bits, DIGIT_BITS, true)
PARTITION_BY(partition_even, DIGIT_EVEN, true)
PARTITION_BY(partition_table, DIGIT_TABLE, true)
PARTITION_BY(partition_values, DIGIT_VALUES, true)
PARTITION_BY(partition_part_bits, DIGIT_BITS, false)
PARTITION_BY(partition_part_even, DIGIT_EVEN, false)
PARTITION_BY(partition_part_table, DIGIT_TABLE, false)
PARTITION_BY(partition_part_values, DIGIT_VALUES, false)
#undef PARTITION_BY

static __device__ __forceinline__ void partition_by_rule(const uint32_t *d_tile, uint32_t m,
                                                         key_order order, uint32_t kind) {
    if (m == PART_TILE) {
        if (kind == DIGIT_BITS) partition_bits(d_tile, m, order);
        if (kind == DIGIT_EVEN) partition_even(d_tile, m, order);
        if (kind == DIGIT_TABLE) partition_table(d_tile, m, order);
        if (kind == DIGIT_VALUES) partition_values(d_tile, m, order);
    } else {
        if (kind == DIGIT_BITS) partition_part_bits(d_tile, m, order);
        if (kind == DIGIT_EVEN) partition_part_even(d_tile, m, order);
        if (kind == DIGIT_TABLE) partition_part_table(d_tile, m, order);
        if (kind == DIGIT_VALUES) partition_part_values(d_tile, m, order);
    }
}

/** @launch blocks of PART_THREADS threads, which share the tiles
 *  @shared 68 KB, or 54 for the second level: a tile by digit, where each digit goes, and the table
 *  @cost   8 bytes a key moved, but for values that have a digit; atomics as of partition_kernel
 *  @source Stehle 2017; Frazer 1970 */
static __global__ void __launch_bounds__(PART_THREADS, 2) partition_spaces_kernel(struct space_level l) {
    extern __shared__ struct space_shared s_spaces[];
    struct space_shared *s = s_spaces;
    await_kernel_before();
    if (misled_before(l.notes, l.who)) return;
    uint32_t d = threadIdx.x;
    uint32_t tiles = l.d_first_tile ? l.d_first_tile[DIGITS] : (uint32_t)((l.n + PART_TILE - 1) / PART_TILE);
    if (!l.d_first_tile) load_rule(&l, 0, s);
    for (uint32_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        place_t from = (place_t)tile * PART_TILE, end = l.n;
        if (l.d_first_tile) {
            if (d < DIGITS && l.d_first_tile[d] <= tile && tile < l.d_first_tile[d + 1]) s->bucket = d;
            __syncthreads(); // the tile's bucket is known
            uint32_t b = s->bucket;
            from = l.d_from[b] + (place_t)(tile - l.d_first_tile[b]) * PART_TILE, end = l.d_stops[b];
            load_rule(&l, b, s);
        }
        partition_by_rule(l.d_in + from, (uint32_t)min(end - from, (place_t)PART_TILE), l.order, s->rule.kind);
    }
}

/** Says who finishes a bucket of the second level. */
static __device__ void list_planned(const struct sampled *q, struct digit_keys keys, place_t start, place_t from,
                                    place_t n) {
    bool one = keys.left == 0;
    uint32_t at = n > 0 && n <= BUCKET_ITEMS && (one || keys.left > FINAL_BITS) ? atomicAdd(&q->notes->n_jobs, 1)
                                                                                : UINT32_MAX;
    if (n == 0) return;
    if (at < q->most_jobs) {
        const struct finish_job job = {start, from, (uint32_t)n, keys};
        q->jobs[at] = job;
    } else if (at != UINT32_MAX && one) { // hardly ever: there are not so many
        for (place_t i = 0; i < n; i++) q->t.side[SIDE_OUT][start + i] = order_decode(keys.low, q->t.order);
    } else if (at != UINT32_MAX) {
        list_bucket(q->t.repeats, start, from, (uint32_t)n, keys.left, SIDE_SPACES);
    } else if (one) {
        list_segment(&q->t, 0, start, 0, n, 0, SIDE_SPACES, keys.low);
    } else {
        hand_on(&q->t, 0, start, from, n, keys.left, SIDE_SPACES);
    }
}

/** @launch a thread a bucket of the second level, in blocks of PLAN_THREADS
 *  @shared 256 bytes: a sum of each warp
 *  @cost   16 bytes a bucket read by all blocks behind its own; 4 barriers
 *  @source Blelloch 1990 (scan) */
static __global__ void plan_filled_kernel(struct sampled q) {
    __shared__ place_t s_sums[WARP_THREADS];
    await_kernel_before();
    uint32_t first = blockIdx.x * PLAN_THREADS, x = first + threadIdx.x;
    place_t sum = 0, before, total;
    if (misled_before(q.notes, MISLED)) {
        if (x == 0) hand_on(&q.t, 0, 0, 0, q.t.n, 32, SIDE_IN);
        return;
    }
    if (first >= q.rule_1->n * DIGITS) return;
    for (uint32_t i = threadIdx.x; i < first; i += PLAN_THREADS) sum += q.t.next_2[i] - q.begins_2[i + i / DIGITS];
    block_scan_places(sum, s_sums, &before);
    place_t from = q.begins_2[x + x / DIGITS], n = q.t.next_2[x] - from;
    place_t start = before + block_scan_places(n, s_sums, &total);
    list_planned(&q, q.keys_2[x], start, from, n);
}

/** @launch a block of FINISH_THREADS threads a bucket, most_jobs: a loop would take the threads too many registers
 *  @shared 52 KB: bins, and the keys of a bucket
 *  @cost   8 bytes a key moved, 4 of one value; an atomic a key in shared memory; 6 barriers
 *  @source Stehle 2017; Habermann 1972 */
static __global__ void __launch_bounds__(FINISH_THREADS, 3) finish_jobs_kernel(struct sampled q) {
    extern __shared__ struct finish_shared s_finish[];
    await_kernel_before();
    if (blockIdx.x >= q.notes->n_jobs) return;
    const struct finish_job *j = q.jobs + blockIdx.x;
    uint32_t *d_out = q.t.side[SIDE_OUT] + j->start, n = j->n, low = j->keys.low;
    bool done = j->keys.left == 0;
    for (uint32_t i = threadIdx.x; done && i < n; i += FINISH_THREADS) d_out[i] = order_decode(low, q.t.order);
    if (!done) done = finish_bucket(q.t.side[SIDE_SPACES] + j->from, n, low, j->keys.shift, d_out, &q.t, s_finish);
    if (done || threadIdx.x > 0) return;
    j = q.jobs + blockIdx.x;
    list_bucket(q.t.repeats, j->start, j->from, j->n, j->keys.left, SIDE_SPACES);
}

static inline struct space_level first_into_spaces(const struct sampled *q) {
    struct space_level l = {q->t.side[SIDE_IN], q->t.side[SIDE_TEMP], q->t.n, q->t.order, q->rule_1};
    l.d_tables = q->table_1, l.d_values = q->values_1, l.d_keys = q->keys_1, l.entries = ENTRIES_1;
    l.d_begins = q->begins_1, l.d_next = q->t.next_1;
    l.notes = q->notes, l.who = BY_FIRST_PARTITION;
    return l;
}

static inline struct space_level second_into_spaces(const struct sampled *q) {
    struct space_level l = {q->t.side[SIDE_TEMP], q->t.side[SIDE_SPACES], q->t.n, ORDER_NONE, q->rules_2};
    l.d_tables = q->tables_2, l.d_values = q->values_2, l.d_keys = q->keys_2, l.entries = ENTRIES_2;
    l.d_begins = q->begins_2, l.d_next = q->t.next_2;
    l.notes = q->notes, l.who = BY_SECOND_PARTITION;
    l.d_first_tile = q->first_tile, l.d_from = q->begins_1, l.d_stops = q->t.next_1;
    return l;
}

/** Words for the spaces of a level that has so many digits: when all have the same number of keys. */
static inline size_t space_in_all(size_t n, size_t every, size_t digits, size_t sigmas) {
    double met = (double)n / (double)every + 9 * (double)digits;
    return n + (18 * every + WARP_THREADS) * digits +
           (size_t)((double)(every * sigmas) * sqrt(met * (double)digits)) + WARP_THREADS;
}

/** The tables in temporary memory, and how many digits the first level should have. */
static inline struct sampled lay_out_sampled(size_t n, struct pieces *p) {
    size_t buckets = (n + PLANNED_ITEMS - 1) / PLANNED_ITEMS;
    size_t root = (size_t)sqrt((double)buckets) + 1, fine = (size_t)DIGITS * DIGITS;
    struct sampled q = {{{NULL, NULL, NULL}}};
    q.every = n < 1 << 27 ? 16 : 64;
    q.digits = (uint32_t)size_min(root > FIRST_DIGITS ? buckets / SECOND_DIGITS + 1 : root, SECOND_DIGITS);
    size_t even = (n + EVEN_ITEMS - 1) / EVEN_ITEMS, bits = 0;
    while (n >> bits > MOST_EVEN_ITEMS) bits++;
    if (bits <= 2 * RADIX_BITS) q.bits_1 = (uint32_t)bits / 2, q.bits_2 = (uint32_t)(bits - bits / 2);
    q.even_digits = root > FIRST_DIGITS ? (uint32_t)size_min(even / DIGITS + 1, DIGITS) : q.digits;
    q.space = space_in_all(n, q.every, q.digits + q.digits / 2, FIRST_SIGMAS);
    q.spaces = space_in_all(n, 16, buckets + buckets / 4 + DIGITS, SECOND_SIGMAS);
    q.t = lay_out(n, q.space, 2 * RADIX_BITS, p);
    q.t.side[SIDE_SPACES] = (uint32_t *)take(p, q.spaces * sizeof(uint32_t));
    q.notes = (struct sample_notes *)take(p, sizeof(*q.notes) + 3 * ENTRIES_1 * sizeof(uint32_t));
    q.spread.met = (uint32_t *)(q.notes + 1); // one call empties all
    q.spread.key = q.spread.met + ENTRIES_1, q.spread.other = q.spread.key + ENTRIES_1;
    q.rule_1 = (struct digit_rule *)take(p, (1 + DIGITS) * sizeof(*q.rule_1));
    q.rules_2 = q.rule_1 + 1;
    q.table_1 = (uint8_t *)take(p, ENTRIES_1 + DIGITS * ENTRIES_2);
    q.tables_2 = q.table_1 + ENTRIES_1;
    q.values_1 = (uint32_t *)take(p, (DIGITS + fine) * sizeof(uint32_t));
    q.values_2 = q.values_1 + DIGITS;
    q.keys_1 = (struct digit_keys *)take(p, (DIGITS + fine) * sizeof(*q.keys_1));
    q.keys_2 = q.keys_1 + DIGITS;
    q.bounds_1 = (uint32_t *)take(p, (2 * DIGITS + DIGITS + 1) * sizeof(uint32_t));
    q.first_tile = q.bounds_1 + 2 * DIGITS;
    q.begins_1 = (place_t *)take(p, (DIGITS + 1) * (1 + DIGITS) * sizeof(place_t));
    q.begins_2 = q.begins_1 + DIGITS + 1;
    q.most_jobs = (uint32_t)(buckets * 5 / 4 + DIGITS);
    q.jobs = (struct finish_job *)take(p, q.most_jobs * sizeof(*q.jobs));
    return q;
}

/** What a block of this form needs of shared memory: the sample's. */
static inline size_t most_sampled_bytes(void) {
    return (2 * ENTRIES_1 + ENTRIES_1 / 32) * sizeof(uint32_t);
}

/** Sorts FAST_SAMPLED_ITEMS keys or more by two partitions into spaces. */
static void sort_sampled(const uint32_t *d_in, uint32_t *d_out, size_t n, key_order order, void *d_temp,
                         size_t temp_bytes, cudaStream_t stream) {
    struct pieces p = {(char *)d_temp, 0};
    struct sampled q = lay_out_sampled(n, &p);
    q.t = fill_in(q.t, d_in, d_out, n, order, 0, 0, p.bytes, temp_bytes);
    const struct space_level first = first_into_spaces(&q), second = second_into_spaces(&q);
    uint32_t most = multiprocessors(), tiles = (uint32_t)(n / PART_TILE + 1);
    uint32_t pieces = (uint32_t)size_min(n / (q.every * SPREAD_THREADS * PIECE_AHEAD) + 1, most);
    size_t second_bytes = sizeof(struct space_shared) - ENTRIES_1 + ENTRIES_2;
    void *sample[] = {&q.t.side[SIDE_IN], &q.t.n, &q.t.order, &q.every, &q.notes, &q.spread};
    void *plan[] = {&q}, *partition_1[] = {(void *)&first}, *partition_2[] = {(void *)&second};
    empty_notes(q.t, stream);
    CU(cudaMemsetAsync(q.notes, 0, sizeof(*q.notes) + 3 * ENTRIES_1 * sizeof(uint32_t), stream));
    launch_early((const void *)range_kernel, 2 * pieces, RANGE_THREADS, 0, stream, sample);
    launch_early((const void *)spread_kernel, pieces, SPREAD_THREADS, most_sampled_bytes(), stream, sample);
    launch_early((const void *)plan_first_kernel, 1, PLAN_THREADS, (ENTRIES_1 + 1) * sizeof(uint32_t), stream, plan);
    launch_early((const void *)partition_spaces_kernel, (uint32_t)size_min(2 * most, tiles), PART_THREADS,
                 sizeof(struct space_shared), stream, partition_1);
    launch_early((const void *)plan_second_kernel, DIGITS, LEVEL_THREADS, 0, stream, plan);
    launch_early((const void *)partition_spaces_kernel, tiles + DIGITS, PART_THREADS, second_bytes, stream, partition_2);
    launch_early((const void *)plan_filled_kernel, DIGITS * DIGITS / PLAN_THREADS, PLAN_THREADS, 0, stream, plan);
    launch_split(q.t, stream);
    launch_early((const void *)finish_jobs_kernel, q.most_jobs, FINISH_THREADS, sizeof(struct finish_shared), stream,
                 plan);
    launch_lists(q.t, stream);
}

#endif
#endif
