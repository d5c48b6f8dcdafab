/**
 * @file
 * @brief Keys that lie smoothly, but not evenly, as floats do: two partitions into buckets of about one size.
 *
 * All keys are counted by their top bits. Neighbouring bins are a group, and a table of these bins is the digit of the
 * first partition. The second one divides each group by a table of its own: in a bin keys are taken to lie as its
 * neighbours say. So each bucket has the same space, and the digits of one bucket are known before any key has moved.
 * If a sample says that all keys lie in a small range, bins have that and no more, so that they show where it has gaps.
 */
#ifndef SORTLAB_DEVICE_SMOOTH_H
#define SORTLAB_DEVICE_SMOOTH_H

#include "common/sort/device/finish.h"
#include "common/sort/device/spaces.h"

enum {
    MOST_GROUPS = 96,
    MANY_GROUPS = 76,      /**< unless gaps and jumps part keys */
    SMOOTH_BITS = 12,      /**< least bits of bins: an exponent of floats has 8 of them */
    EVEN_BITS = 13,        /**< and most */
    EXPONENT_BITS = 9,     /**< of a float, with its sign */
    SMOOTH_ITEMS = 7200,   /**< keys that a bucket should have, or fewer: */
    ENTRY_ITEMS = 8400,    /**< with those of an entry, which goes to one bucket, it has no more */
    SMOOTH_ENTRIES = 4096, /**< of a group's table, */
    MOST_ENTRY = 2400,     /**< with no more keys each */
    BUCKET_SPACE =
        BUCKET_ITEMS / WARP_THREADS * WARP_THREADS, /**< what a block finishes, or less */
    GAP_BINS = 32,      /**< so many empty bins part groups, as between floats below 0 and above, */
    GAP_KEYS = 32,      /**< if as many bins on a side have so many keys, */
    JUMP = 16,          /**< and so do so many times as many keys in one of two neighbours, */
    LONE_KEYS = 1000,   /**< if it has more than these */
    FAR_KEYS = 256,     /**< at either end of a group: few keys may lie far from the others */
    BEYOND_KEYS = 2048, /**< and so many beyond all bins, */
    FAR_SPACE = BEYOND_KEYS + WARP_THREADS, /**< for these */
    SPARE_BUCKETS = 48,                     /**< most groups have one that is not full, */
    SPARE_PART = 8,                         /**< and edges need more */
    MOST_EDGES = 8,                         /**< of a group */
    EDGE_KEYS = 500,                        /**< and more, in a bin at an edge */
    SPILL_PART = 32,                        /**< of all keys may spill, at most, */
    MOST_RUNS = 4096,                       /**< in so many runs */
    PEAKS_PART = 14, /**< peaks and dips of bins may have 1 of so many keys in all; */
    WIDE_PART = 30,  /**< and 1 of so many, if wider bins are tried, too */
    BENDS_PART = 4,  /**< and 1 of so many may be where bins say nothing of their neighbours */
};

/** How keys are sorted, once they are counted. */
enum even_way { WAY_PASSES, WAY_BITS, WAY_TABLES };

/** The words of n bins: bin b has those with first + b above the lowest `shift` bits, those at the ends all beyond. */
struct bin_words {
    uint32_t first, shift, n;
};

/** How keys lie in a bin, as its neighbours say. */
struct bin_shape {
    int slope;      /**< by how much the density grows in it, times its width */
    uint32_t extra; /**< keys that it would have besides, if all of it were as dense as a part */
    uint32_t
        bend; /**< by how many keys a line through the neighbours misses it, on the side that fits */
    bool known;
};

/** Neighbouring bins, whose keys the second partition divides into buckets. */
struct group {
    uint32_t first, end; /**< bins: the first one, and that behind the last one that has keys */
    uint32_t low, high;  /**< bins of its table, the last one included: not those of far keys */
    uint32_t start;      /**< keys before the group, */
    uint32_t keys;       /**< and before its table */
    uint32_t all; /**< keys of the table's bins, and those that bins at edges have besides: */
    uint32_t edges, edge[MOST_EDGES], extra[MOST_EDGES];
    uint32_t most; /**< keys of its fullest bin, if those are many */
    uint32_t
        bucket; /**< the first one. That has the far keys below, and the last one those above */
    struct digit_rule rule; /**< of the second partition */
};

/** What the finish knows of a bucket. */
struct smooth_bucket {
    uint32_t low, shift; /**< of its keys, as of digit_keys */
    uint32_t first;      /**< bucket of its group, */
    uint32_t start;      /**< and where that belongs */
};

/** Zeros at first. */
struct smooth_notes {
    uint32_t way;             /**< enum even_way */
    struct bin_words words;   /**< as the tables have them */
    uint32_t goes;            /**< not 0: sweeps sort the keys, by the plan or after all */
    uint32_t groups, buckets; /**< and those of all groups */
    uint32_t overflow;        /**< buckets had too many keys, and even the spill had */
    uint32_t runs;            /**< of keys that spilled */
    place_t spilled;          /**< so many */
};

/** The plan of a sort. All pointers are the device's. */
struct smooth {
    uint32_t bits; /**< of bins */
    uint32_t
        parts; /**< of all keys, times 2^32, for each key: about as many as a group has buckets, of whole tiles */
    uint32_t most; /**< buckets that there is memory for, besides those of far keys */
    struct smooth_notes *notes;
    uint32_t *before;      /**< keys before each bin */
    place_t *group_starts; /**< MOST_GROUPS, and where the last one ends */
    uint8_t *tables; /**< SMOOTH_ENTRIES digits of each group, and last the group of each bin */
    struct group *groups; /**< MOST_GROUPS, and last all keys, for the first partition's rule */
    struct smooth_bucket *buckets;
    place_t *spaces; /**< where each bucket's space begins, and ends, */
    place_t *next;   /**< and where its next key goes, if there is space; else it spills */
    struct spill spill;
};

#ifdef __CUDACC__

/** What the threads of the block share that plans groups, PLAN_THREADS. Bins follow it. */
struct groups_shared {
    struct group group[MOST_GROUPS + 1];
    struct bin_words words;
    uint32_t groups, buckets, sums[WARP_THREADS];
    uint32_t looks, clumped, runs, waits; /**< what speaks against buckets (even.h), */
    uint32_t rough, bends; /**< and the sum of all bins' peaks and dips, and of large bins' bends */
    uint8_t table[1 << EVEN_BITS];         /**< the group of each bin */
    uint32_t before[(1 << EVEN_BITS) + 1]; /**< keys before each bin, and all */
};

/** The i-th of a thread's bins, of which each has as many: lanes have neighbours, so they meet in no bank. */
static __device__ __forceinline__ uint32_t bin_of(uint32_t each, uint32_t i) {
    const uint32_t lane = threadIdx.x % WARP_THREADS;
    return (threadIdx.x - lane) * each + i * WARP_THREADS + lane;
}

/** The words of 2^bits bins, if those have all. */
static __device__ __forceinline__ struct bin_words all_words(uint32_t bits) {
    const struct bin_words all = {0, 32 - bits, 1u << bits};
    return all;
}

/**
 * The words of 2^bits bins for keys of which a sample has these ends. If their range is small, so are the bins; keys
 * that the sample has not met may lie as far beyond it as its ends are apart. The bins can be joined to those of
 * all words.
 */
static __device__ __forceinline__ struct bin_words bins_around(struct ends e, uint32_t bits) {
    const uint32_t least = (uint32_t)e.least, greatest = (uint32_t)e.greatest,
                   beyond = greatest - least, low = least - min(least, beyond),
                   high = greatest + min(~greatest, beyond);
    const struct bin_words all = all_words(bits);
    struct bin_words w = {0, 32 - min((uint32_t)__clz((int)(high - low)) + bits, 32), all.n};
    for (; w.shift < all.shift; w.shift++) {
        w.first = low >> all.shift << (all.shift - w.shift);
        if ((high >> w.shift) - w.first < w.n) return w;
    }
    return all;
}

/** Whether so many bins have a part of all words. */
static __device__ __forceinline__ bool is_part(struct bin_words w, uint32_t bits) {
    return w.shift < 32 - bits;
}

/** The bin of a word. */
static __device__ __forceinline__ uint32_t bin_of_word(uint32_t word, struct bin_words w) {
    return min(max(word >> w.shift, w.first) - w.first, w.n - 1);
}

/** Where bin b begins, unless it is the first one, and has all words before it. */
static __device__ __forceinline__ place_t bin_word(struct bin_words w, uint32_t b) {
    return ((place_t)w.first + b) << w.shift;
}

/** Keys of a bin. */
static __device__ __forceinline__ uint32_t bin_keys_of(const uint32_t *before, uint32_t b) {
    return before[b + 1] - before[b];
}

/**
 * Whether a gap parts keys, which ends before bin b: it is long, or there are many keys in the bins behind it, or in
 * those before.
 */
static __device__ __noinline__ bool parts_keys(struct bin_words w, uint32_t bits,
                                               const uint32_t *s_before, uint32_t b) {
    const uint32_t start = s_before[b], bins = 1u << bits;
    uint32_t first = 0; // bin of the gap
    if (start == 0 || s_before[min(b + GAP_BINS, bins)] - start >= GAP_KEYS) return true;
    for (uint32_t step = bins; step > 0; step /= 2)
        if (first + step <= b && s_before[first + step - 1] < start) first += step;
    return (b - first) >> (32 - bits - w.shift) >= GAP_BINS ||
           start - s_before[max(first, GAP_BINS) - GAP_BINS] >= GAP_KEYS;
}

/** The last bin before b that has keys, if one of the GAP_BINS before it has. Bin b has `start` keys before it. */
static __device__ __forceinline__ uint32_t bin_before(const uint32_t *s_before, uint32_t b,
                                                      uint32_t start) {
    uint32_t last = max(b, GAP_BINS) - GAP_BINS;
    if (s_before[b - 1] < start) return b - 1;
#pragma unroll 1
    for (uint32_t step = GAP_BINS / 2; step > 0; step /= 2)
        if (last + step < b && s_before[last + step] < start) last += step;
    return last;
}

/** Whether a group begins with bin b: behind a gap or a jump, or where the next part of all keys begins. */
static __device__ __forceinline__ bool begins_group(const struct smooth *m, struct bin_words w,
                                                    const uint32_t *s_before, uint32_t b) {
    const uint32_t start = s_before[b], keys = bin_keys_of(s_before, b);
    if (keys == 0) return false;
    if (start == 0 || (b >= GAP_BINS && s_before[b - GAP_BINS] == start))
        return !is_part(w, m->bits) || parts_keys(w, m->bits, s_before, b);
    const uint32_t last = bin_before(s_before, b, start), before = start - s_before[last];
    return __umulhi(s_before[last], m->parts) != __umulhi(start, m->parts) ||
           max(before, keys) > max(JUMP * min(before, keys), LONE_KEYS);
}

/**
 * How keys lie in a bin, of which two neighbours on either side are known. The density grows as from the neighbour on
 * that side where it grows more steadily: the other side may be another exponent's. A neighbour with a quarter of the
 * keys may have them in a part of it alone. Where the density falls at once, all of the bin may be as dense as the
 * denser neighbour. Of a bin with many more keys than both neighbours nothing is known.
 * @param b     its number, if the first bin were 0's
 * @param shift of its words
 */
static __device__ __forceinline__ struct bin_shape
shape_of(int left_2, int left, int all, int right, int right_2, uint32_t b, uint32_t shift) {
    const int less = min(left, right), more = max(left, right);
    const bool left_tells = 4 * left >= all && 4 * left_2 >= left,
               right_tells = 4 * right >= all && 4 * right_2 >= right;
    const int from = abs(all - 2 * left + left_2), to = abs(right_2 - 2 * right + all);
    struct bin_shape shape = {0, 0, (uint32_t)min(from, to), 4 * more >= all};
    const bool doubles = (left > right ? b : b + 1) << shift << EXPONENT_BITS == 0;
    if (4 * less < all && 10 * more > 11 * all && all > EDGE_KEYS) // a float's exponent may begin
        shape.extra = (doubles ? 2 : 1) * (uint32_t)more - (uint32_t)all;
    else if (8 * min(from, to) > all && more > all && all > SMOOTH_ITEMS) // it may fall at once
        shape.extra = (uint32_t)(more - all);
    else if (left_tells && (!right_tells || from < to))
        shape.slope = all - left;
    else if (right_tells)
        shape.slope = right - all;
    shape.slope = max(min(shape.slope, all), -all);
    shape.known &= abs(shape.slope) <= all / 4 * 3 && all <= 2 * more;
    return shape;
}

/** The same from the keys before each bin. */
static __device__ __forceinline__ struct bin_shape
shape_of_bin(const uint32_t *s_before, uint32_t b, struct bin_words w, uint32_t bins) {
    int keys[5];
    for (uint32_t i = 0; i < 5; i++)
        keys[i] = b + i >= 2 && b + i - 2 < bins ? (int)bin_keys_of(s_before, b + i - 2) : 0;
    return shape_of(keys[0], keys[1], keys[2], keys[3], keys[4], w.first + b, w.shift);
}

/** Bits of an entry, if a table has so many bins of 2^shift words; it has a spare entry at either end. */
static __device__ __forceinline__ uint32_t entry_bits(uint32_t bins, uint32_t shift) {
    const place_t most = SMOOTH_ENTRIES - 2, words = (place_t)bins << shift;
    const int bits = max(1, (64 - __clzll((long long)words)) - (31 - __clz(SMOOTH_ENTRIES)));
    return (uint32_t)bits + (words >> bits > most);
}

/** Where the spaces of a group begin, before which there are so many buckets and groups. */
static __device__ __forceinline__ place_t space_of(uint32_t buckets, uint32_t groups) {
    return (place_t)(buckets - 2 * groups) * BUCKET_SPACE + (place_t)groups * 2 * FAR_SPACE;
}

/** Plans which bins a group's table has, its entries and its buckets, in one thread. False: they are too many. */
static __device__ bool plan_entries(struct group *g, const uint32_t *s_before, struct bin_words w) {
    const uint32_t low = min(g->low, g->high), high = max(g->low, g->high);
    const uint32_t entry = entry_bits(high - low + 1, w.shift);
    g->low = bin_word(w, low) < 1u << entry ? 0 : low; // an entry is spare below the table
    g->high = high, g->keys = s_before[g->low];
    uint32_t all = s_before[high + 1] - g->keys;
    for (uint32_t i = 0; i < MOST_EDGES; i++) all += i < g->edges ? g->extra[i] : 0;
    g->all = all;
    const uint32_t begin = (uint32_t)bin_word(w, g->low),
                   word = begin - (begin < 1u << entry ? 0 : 1u << entry);
    const place_t end = min(bin_word(w, high + 1) + (1u << entry), (place_t)1 << 32);
    g->rule.kind = DIGIT_SHIFT;
    g->rule.shift = entry, g->rule.low = word, g->rule.range = (uint32_t)(end - 1) - word;
    const place_t most = (place_t)g->most << entry >> w.shift; // keys of an entry
    const uint32_t items =
        min(SMOOTH_ITEMS, ENTRY_ITEMS - (uint32_t)min(most, (place_t)MOST_ENTRY));
    g->rule.n = 2 + (all + items - 1) / items;
    return most <= MOST_ENTRY && g->rule.n <= DIGITS && g->edges <= MOST_EDGES &&
           high - g->low < SMOOTH_ENTRIES;
}

/** By how many keys bin b has more than both its neighbours, or fewer: 0 where the bins rise or fall. */
static __device__ __forceinline__ uint32_t peak_of(const uint32_t *s_before, uint32_t b,
                                                   uint32_t bins) {
    const int keys = (int)bin_keys_of(s_before, b);
    const int left = keys - (b > 0 ? (int)bin_keys_of(s_before, b - 1) : 0),
              right = keys - (b + 1 < bins ? (int)bin_keys_of(s_before, b + 1) : 0);
    return (uint32_t)max(max(min(left, right), min(-left, -right)), 0);
}

/** How many keys peaks and dips of so many bins have, or fewer, if n keys lie evenly. */
static __device__ __forceinline__ float chance_of(uint32_t bins, uint32_t n) {
    return 0.7f * sqrtf((float)bins * (float)n);
}

/** Finds the groups. False, for all threads: bins have too many peaks and dips, or groups are too many. */
static __device__ bool find_groups(const struct smooth *m, uint32_t n, struct groups_shared *s) {
    const uint32_t bins = 1u << m->bits, each = bins / PLAN_THREADS,
                   lanes = UINT32_MAX >> (WARP_THREADS - 1 - threadIdx.x % WARP_THREADS);
    const float chance = chance_of(bins, n);
    uint32_t peaks = 0, heads = 0, groups; // a bit for each bin where a group begins
#pragma unroll 1
    for (uint32_t i = 0; i < each; i++) {
        peaks += peak_of(s->before, bin_of(each, i), bins);
        heads |= (uint32_t)begins_group(m, s->words, s->before, bin_of(each, i)) << i;
    }
    peaks = warp_scan(peaks);
    if (threadIdx.x % WARP_THREADS == WARP_THREADS - 1)
        atomicAdd(&s->rough, peaks); // all of it is there behind the scan's barrier
    uint32_t g = __shfl_sync(ALL_LANES, block_scan(__popc(heads), s->sums, &groups), 0);
    if ((float)s->rough > (float)n / PEAKS_PART + chance || groups > MOST_GROUPS) return false;
#pragma unroll 1
    for (uint32_t i = 0; i < each; i++) {
        const uint32_t b = bin_of(each, i), begin = __ballot_sync(ALL_LANES, heads >> i & 1),
                       up_to = g + __popc(begin & lanes);
        const struct group begins = {b, b + 1, b, b, s->before[b]};
        if (heads >> i & 1) s->group[up_to - 1] = begins;
        s->table[b] = (uint8_t)(max(up_to, 1) - 1);
        g += __popc(begin);
    }
    for (uint32_t i = groups + threadIdx.x; i <= MOST_GROUPS; i += PLAN_THREADS)
        s->group[i].start = n;
    if (threadIdx.x == 0) s->groups = groups;
    __syncthreads(); // it is known where groups begin
    return true;
}

/** Joins bins to those of all words, with a block of PLAN_THREADS. */
static __device__ __noinline__ void join_bins(const struct smooth *m, struct groups_shared *s) {
    enum { MOST = (1 << EVEN_BITS) / PLAN_THREADS };
    const struct bin_words fine = s->words, all = all_words(m->bits);
    const uint32_t bits = all.shift - fine.shift;
    uint32_t before[MOST];
#pragma unroll
    for (uint32_t i = 0; i < MOST; i++)
        before[i] = s->before[min((i * PLAN_THREADS + threadIdx.x) << bits, fine.n)];
    __syncthreads(); // they may be overwritten
#pragma unroll
    for (uint32_t i = 0; i < MOST; i++)
        if (i * PLAN_THREADS + threadIdx.x < all.n)
            s->before[i * PLAN_THREADS + threadIdx.x] = before[i];
    if (threadIdx.x == 0)
        s->words = {fine.first >> bits, all.shift, fine.n >> bits}, s->rough = s->bends = 0;
    __syncthreads(); // the bins are joined
}

/** Finds the far keys and the edges of groups. True, for each thread: it cannot be known how a bin's keys lie. */
static __device__ bool find_edges(const struct smooth *m, struct groups_shared *s) {
    const uint32_t each = (1u << m->bits) / PLAN_THREADS;
    uint32_t bends = 0;
    bool fails = false;
#pragma unroll 1
    for (uint32_t i = 0; i < each; i++) {
        const uint32_t b = bin_of(each, i);
        struct group *g = &s->group[s->table[b]];
        const uint32_t keys = bin_keys_of(s->before, b), below = s->before[b] - g->start,
                       left = g[1].start - s->before[b];
        if (keys == 0) continue;
        if (below <= FAR_KEYS && below + keys > FAR_KEYS) g->low = b;
        if (left > FAR_KEYS && left - keys <= FAR_KEYS) g->high = b;
        if (left == keys) g->end = b + 1;
        if (keys <= EDGE_KEYS) continue; // neither an edge nor too many
        if (keys > *(volatile uint32_t *)&g->most) atomicMax(&g->most, keys); // seldom
        const struct bin_shape shape = shape_of_bin(s->before, b, s->words, 1u << m->bits);
        fails |= !shape.known && keys > SMOOTH_ITEMS;
        bends += shape.bend;
        const uint32_t edge = shape.extra > 0 ? atomicAdd(&g->edges, 1) : MOST_EDGES;
        if (edge < MOST_EDGES) g->edge[edge] = b, g->extra[edge] = shape.extra;
    }
    bends = warp_scan(bends);
    if (threadIdx.x % WARP_THREADS == WARP_THREADS - 1) atomicAdd(&s->bends, bends);
    __syncthreads(); // all are found
    return fails;
}

/** Plans the tables of groups. False, for all threads, if one cannot be, or a bin `fails` in some thread. */
static __device__ bool size_groups(const struct smooth *m, bool fails, struct groups_shared *s) {
    struct group *mine = threadIdx.x < s->groups ? &s->group[threadIdx.x] : NULL;
    fails |= mine && !plan_entries(mine, s->before, s->words);
    uint32_t buckets, bucket = block_scan(mine ? mine->rule.n : 0, s->sums, &buckets);
    if (mine) mine->bucket = bucket;
    if (threadIdx.x == 0) s->buckets = buckets;
    fails |= buckets - 2 * s->groups > m->most;
    return !__syncthreads_or(fails);
}

/**
 * Plans groups; false, for all threads, if keys do not lie smoothly. All threads of a block of PLAN_THREADS call it.
 * If bins of a part of words do not do, wider ones are tried, unless they would hide how rough the keys lie.
 *
 * @param waits  the partition would wait for banks, if bins are of a part of words
 * @param s      has the keys before each bin, and n
 * @param d_next where the next key of each group goes
 */
static __device__ bool plan_groups(const struct smooth *m, uint32_t n, bool waits, place_t *d_next,
                                   struct groups_shared *s) {
    const uint32_t bins = 1u << m->bits, t = threadIdx.x;
    uint8_t *d_table = m->tables + (size_t)MOST_GROUPS * SMOOTH_ENTRIES;
    if (waits && is_part(s->words, m->bits)) join_bins(m, s);
    for (;;) {
        if (!find_groups(m, n, s)) return false;
        const bool fails =
            find_edges(m, s) || (float)s->bends > (float)n / BENDS_PART + chance_of(bins, n);
        if (size_groups(m, fails, s)) break;
        if (!is_part(s->words, m->bits) || s->rough > n / WIDE_PART) return false;
        join_bins(m, s);
    }
    for (uint32_t b = t; b <= bins; b += PLAN_THREADS) m->before[b] = s->before[b];
    for (uint32_t i = t; i < bins / 4; i += PLAN_THREADS)
        ((uint32_t *)d_table)[i] = ((const uint32_t *)s->table)[i];
    for (uint32_t i = t; i < s->groups * sizeof(struct group) / 4; i += PLAN_THREADS)
        ((uint32_t *)m->groups)[i] = ((const uint32_t *)s->group)[i]; // neighbours lie together
    if (t <= MOST_GROUPS) m->group_starts[t] = s->group[t].start;
    if (t < MOST_GROUPS) d_next[t] = s->group[t].start;
    if (t > 0) return true;
    m->notes->groups = s->groups, m->notes->buckets = s->buckets;
    m->spaces[s->buckets] = space_of(s->buckets, s->groups);
    const uint32_t low = s->words.first << s->words.shift,
                   range =
                       (uint32_t)(min(bin_word(s->words, s->words.n), (place_t)1 << 32) - 1 - low);
    m->notes->words = s->words;
    const struct digit_rule by_bins = {DIGIT_SHIFT, s->groups, s->words.shift, low, range};
    m->groups[MOST_GROUPS].rule = by_bins;
    return true;
}

/** What the threads of a block share that plans a group's table. */
struct table_shared {
    struct group group;
    struct bin_words words;
    uint32_t before[SMOOTH_ENTRIES + 6]; /**< keys before bins, from two before the table's on */
    place_t begins[DIGITS + 1];          /**< the least word of each digit, or beyond all */
    uint8_t digit[SMOOTH_ENTRIES];
};

/** How many keys come before a word, as the shape of its bin says. It never falls when the word grows. */
static __device__ __forceinline__ uint32_t keys_before(const struct table_shared *s,
                                                       uint32_t word) {
    const uint32_t shift = s->words.shift, number = word >> shift, b = number - s->words.first;
    const uint32_t *s_before = s->before + 2 + b - s->group.low;
    const long long t = word & ((1u << shift) - 1), all = (int)bin_keys_of(s_before, 0);
    const struct bin_shape shape =
        shape_of((int)bin_keys_of(s_before - 2, 0), (int)bin_keys_of(s_before - 1, 0), (int)all,
                 (int)bin_keys_of(s_before, 1), (int)bin_keys_of(s_before, 2), number, shift);
    const long long part = t * ((all << (shift + 1)) - shape.slope * ((1ll << shift) - t));
    uint32_t before = *s_before + (uint32_t)(part >> (2 * shift + 1));
    for (uint32_t i = 0; i < s->group.edges; i++)
        if (s->group.edge[i] <= b)
            before += s->group.edge[i] < b ? s->group.extra[i]
                                           : (uint32_t)(s->group.extra[i] * t >> shift);
    return before;
}

/** The least word of an entry of the group's table. */
static __device__ __forceinline__ place_t entry_word(const struct digit_rule *rule, uint32_t e) {
    return rule->low + ((place_t)e << rule->shift);
}

/** The digit of an entry. */
static __device__ __forceinline__ uint32_t digit_of_entry_word(const struct table_shared *s,
                                                               uint32_t e) {
    const struct group *g = &s->group;
    const uint32_t digits = g->rule.n;
    const place_t word = entry_word(&g->rule, e);
    if (word < bin_word(s->words, g->low)) return 0;
    if (word >= bin_word(s->words, g->high + 1)) return digits - 1;
    return 1 + min((keys_before(s, (uint32_t)word) - g->keys) * (digits - 2) / max(g->all, 1),
                   digits - 3);
}

/** Plans the table of group g, and its buckets, with a block of PART_THREADS threads. */
static __device__ void plan_buckets(const struct smooth *m, uint32_t number,
                                    struct table_shared *s) {
    const uint32_t d = threadIdx.x, bins = 1u << m->bits;
    const uint32_t low = m->groups[number].low, high = m->groups[number].high;
    if (d == 0) s->group = m->groups[number], s->words = m->notes->words;
    for (uint32_t i = d; i <= DIGITS; i += PART_THREADS) s->begins[i] = (place_t)1 << 32;
    for (uint32_t i = d; i < high - low + 6; i += PART_THREADS)
        s->before[i] = m->before[min(max(low + i, 2) - 2, bins)];
    __syncthreads(); // the group is there
    const struct digit_rule rule = s->group.rule;
    const uint32_t first = s->group.first;
    for (uint32_t e = d; e < SMOOTH_ENTRIES; e += PART_THREADS)
        s->digit[e] = (uint8_t)digit_of_entry_word(s, e);
    __syncthreads(); // the table is there
    for (uint32_t e = d; e < SMOOTH_ENTRIES; e += PART_THREADS) {
        m->tables[(size_t)number * SMOOTH_ENTRIES + e] = s->digit[e];
        if (e == 0 || s->digit[e] != s->digit[e - 1])
            s->begins[s->digit[e]] = e > 0       ? entry_word(&rule, e)
                                     : first > 0 ? bin_word(s->words, first)
                                                 : 0;
    }
    __syncthreads(); // it is known where digits begin
    if (d >= rule.n) return;
    const uint32_t x = s->group.bucket + d;
    const place_t all = (place_t)1 << 32,
                  last = s->group.end < s->words.n ? bin_word(s->words, s->group.end) : all;
    place_t begin = s->begins[d], end = last;
    for (uint32_t i = d + 1; i < rule.n && end == last; i++) end = min(s->begins[i], last);
    if (begin >= end) begin = end - 1; // it has no keys
    const uint32_t range = (uint32_t)(end - begin - 1);
    const struct smooth_bucket bucket = {(uint32_t)begin, shift_for(range, FINISH_BINS),
                                         s->group.bucket, s->group.start};
    m->buckets[x] = bucket;
    m->spaces[x] = m->next[x] = space_of(s->group.bucket, number) +
                                (d > 0 ? FAR_SPACE + (place_t)(d - 1) * BUCKET_SPACE : 0);
}

/** Where bucket x belongs, for all threads of a block: behind those of its group that come before it. */
static __device__ __forceinline__ uint32_t bucket_start(const struct smooth *m,
                                                        struct smooth_bucket bucket, uint32_t x) {
    uint32_t sum = 0;
    for (uint32_t i = bucket.first + threadIdx.x % WARP_THREADS; i < x; i += WARP_THREADS)
        sum += (uint32_t)(m->next[i] - m->spaces[i]);
    return bucket.start + __shfl_sync(ALL_LANES, warp_scan(sum), WARP_THREADS - 1);
}

/** What the threads of a block share that partitions a tile by a table, which is as long as it has to be. */
struct smooth_shared {
    struct part_shared part;
    struct digit_rule rule;
    struct part_target to;
    uint4 table[ENTRIES_1 / sizeof(uint4)];
};

/* A function for whole tiles and one for others, so that neither takes the registers of another. */
#define PARTITION_BY_SHIFT(NAME, FULL)                                                             \
    static __device__ __noinline__ void NAME(const uint32_t *d_tile, uint32_t m, key_order order,  \
                                             const uint4 *d_from, uint32_t fours) {                \
        extern __shared__ struct smooth_shared s_smooth[];                                         \
        const struct table_copy table = {d_from, s_smooth->table, fours, &s_smooth->rule};         \
        partition_keys_of(d_tile, m, FULL, &s_smooth->to, DIGIT_SHIFT, NULL, order, &table,        \
                          &s_smooth->part);                                                        \
    }
PARTITION_BY_SHIFT(partition_smooth_tile, true)
PARTITION_BY_SHIFT(partition_smooth_rest, false)
#undef PARTITION_BY_SHIFT

/** Partitions a tile of a group, or of all keys where that is MOST_GROUPS. All threads of a block call it. */
static __device__ __forceinline__ void partition_group(const struct smooth *m,
                                                       const struct tables *t, uint32_t group,
                                                       const uint32_t *d_tile, uint32_t keys,
                                                       key_order order, struct smooth_shared *s) {
    const uint4 *d_table = (const uint4 *)(m->tables + (size_t)group * SMOOTH_ENTRIES);
    const bool second = group < MOST_GROUPS;
    const uint32_t bucket = second ? m->groups[group].bucket : 0;
    const struct part_target to = {t->side[second ? SIDE_TEMP : SIDE_OUT],
                                   second ? m->next + bucket : t->next_1,
                                   second ? m->spaces + bucket + 1 : NULL,
                                   &m->notes->overflow,
                                   NULL,
                                   &m->spill,
                                   bucket};
    const uint32_t fours = (second ? SMOOTH_ENTRIES : 1u << m->bits) / sizeof(uint4);
    if (threadIdx.x == 0)
        s->to = to, s->rule = m->groups[group].rule; // others read them behind a barrier
    if (keys == PART_TILE)
        partition_smooth_tile(d_tile, keys, order, d_table, fours);
    else
        partition_smooth_rest(d_tile, keys, order, d_table, fours);
}

#endif
#endif
