/**
 * @file
 * @brief Times of sorts by their parts (see sort_time.h).
 */
#include "grader/bench/model/sort_time.h"

#include <math.h>

#include "grader/bench/model/figures.h"

static const double PART_N = 268435456; // 2^28: what parts were measured with

static const double BLOCK = 17400, ROOM = 8696; // common/sort/device: keys of a bucket, wide and not

double fast_sort_ms(const double *m, double n) {
    const double buckets = 65536;
    const double one = 2097152; // up to so many keys one partition is enough
    double parts = m[FAST_COUNT] + m[FAST_PART_8] + m[FAST_FINISH];
    if (n > one) parts += m[n > PART_N ? FAST_PART_8 : FAST_PART_7];
    if (n <= BLOCK) return m[FAST_BLOCK];
    if (n <= buckets * ROOM) return m[FAST_LEAST] + n / PART_N * parts;
    if (n <= buckets * BLOCK) return n / (4 * PART_N) * m[FAST_2_30];
    return n / (8 * PART_N) * m[FAST_2_31];
}

double counted_sort_ms(const double *m, double n) {
    const double buckets = 32768;
    if (n <= buckets * ROOM) return fast_sort_ms(m, n);
    if (n <= buckets * BLOCK) return n / (2 * PART_N) * m[COUNTED_2_29];
    return n / (4 * PART_N) * m[COUNTED_2_30];
}

double sweep_ms(const double *m, double n) {
    return m[SWEEP_LEAST] + n / PART_N * (m[SWEEP_COUNT] + 4 * m[SWEEP_PASS]);
}

double sweep_pairs_ms(const double *m, double n) {
    return m[SWEEP_LEAST] + n / PART_N * m[SWEEP_PAIRS];
}

double merge_sort_ms(const double *m, double n) {
    const double tile = 4352; // keys, as many as 256 threads of 17 sort at once
    double passes = ceil(log2(n / tile)), launch = (m[MERGE_16] - m[MERGE_14]) / 2;
    double first = m[MERGE_14] - 2 * launch;
    return first + passes * launch +
           n / PART_N * (m[MERGE_TILES] + passes * (m[MERGE_PASS] + m[MERGE_CUTS] / 16));
}

double select_ms(const double *m, double n) {
    return m[SELECT_LEAST] / 1e3 + n * 4 / (m[DEVICE_COPY] * 1e6);
}

double read_ms(const double *m, double n) {
    return m[READ_LEAST] + n * 4 / (m[DEVICE_COPY] * 1e6);
}

double merge_levels_ms(double ns_level, double n, double length) {
    return n * ns_level * log2(fmax(n / length, 1)) / 1e6;
}

double level_ns(double mkeys_s, double k) {
    return 1e3 / mkeys_s / log2(k);
}

double ranks_ms(const double *m, double n, double ranks) {
    // one rank finds no splitter; of two each has half of the keys, a core of its own, and one to find
    const double cores = 2, from = 1048576, to = 16777216, x = (n - from) / (to - from);
    double splitter_20 = m[RANKS_2_20] - m[RANKS_1_20] / cores;
    double splitter_24 = m[RANKS_2_24] - m[RANKS_1_24] / cores;
    double sort = m[RANKS_1_20] + x * (m[RANKS_1_24] - m[RANKS_1_20]);
    double splitter = splitter_20 + x * (splitter_24 - splitter_20);
    return sort / fmin(ranks, cores) + (ranks - 1) * splitter;
}
