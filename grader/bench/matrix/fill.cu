/**
 * @file
 * @brief Inputs of the matrix (see fill.h): a key is a function of its place, of n and of the seed.
 */
#include "common/cu.h"
#include "grader/bench/matrix/real.h"

const struct dist bench_dists[] = {
    {"uniform", DIST_UNIFORM, 0, 1},
    {"AND of 2 words", DIST_AND, 2, 1},
    {"AND of 3 words", DIST_AND, 3, 0},
    {"AND of 4 words", DIST_AND, 4, 0},
    {"AND of 5 words", DIST_AND, 5, 0},
    {"AND of 6 words", DIST_AND, 6, 0},
    {"AND of 7 words", DIST_AND, 7, 0},
    {"AND of 8 words", DIST_AND, 8, 0},
    {"sorted", DIST_SORTED, 0, 1},
    {"reversed", DIST_REVERSED, 0, 0},
    {"nearly sorted", DIST_NEARLY, 0, 0},
    {"organ pipe", DIST_ORGAN, 0, 0},
    {"staggered", DIST_STAGGERED, 0, 0},
    {"all equal", DIST_EQUAL, 0, 1},
    {"2 distinct", DIST_DISTINCT, 2, 0},
    {"16 distinct", DIST_DISTINCT, 16, 1},
    {"256 distinct", DIST_DISTINCT, 256, 0},
    {"65536 distinct", DIST_DISTINCT, 65536, 0},
    {"64K values evenly", DIST_EVENLY, 1u << 16, 0},
    {"1M values evenly", DIST_EVENLY, 1u << 20, 1},
    {"64M values evenly", DIST_EVENLY, 1u << 26, 0},
    {"Zipf 0.5", DIST_ZIPF, 5, 0},
    {"Zipf 1", DIST_ZIPF, 10, 1},
    {"Zipf 1.5", DIST_ZIPF, 15, 0},
    {"Zipf 2", DIST_ZIPF, 20, 0},
    {"low 8 bits", DIST_LOW, 8, 0},
    {"high 8 bits", DIST_HIGH, 8, 0},
    {"90 % in a top digit", DIST_HOT, 90, 1},
    {"top 14 bits shared", DIST_SHARED, 14, 0},
    {"top 17 bits shared", DIST_SHARED, 17, 0},
    {"top 20 bits shared", DIST_SHARED, 20, 0},
    {"1000 hashes", DIST_DISTINCT, 1000, 0},
    {"normal floats", DIST_REAL, REAL_NORMAL, 1},
    {"exponential floats", DIST_REAL, REAL_EXPONENTIAL, 0},
    {"log-normal floats", DIST_REAL, REAL_LOG_NORMAL, 0},
    {"floats from 0 to 1", DIST_REAL, REAL_UNIT, 0},
    {"floats with NaN", DIST_REAL, REAL_SPECIAL, 0},
    {"depth buffer", DIST_REAL, REAL_DEPTH, 0},
    {"text", DIST_REAL, REAL_TEXT, 1},
    {"IP addresses", DIST_REAL, REAL_ADDRESSES, 0},
    {"Morton codes", DIST_REAL, REAL_MORTON, 0},
    {"prices", DIST_REAL, REAL_PRICES, 0},
    {"ages", DIST_REAL, REAL_AGES, 0},
    {"time stamps", DIST_REAL, REAL_TIMES, 1},
    {"sorted runs", DIST_REAL, REAL_RUNS, 0},
    {"saw teeth", DIST_REAL, REAL_TEETH, 0},
    {"blocks of equal keys", DIST_REAL, REAL_BLOCKS, 0},
    {"bit-reversed counter", DIST_REAL, REAL_REVERSED_BITS, 0},
};
const size_t bench_dist_count = sizeof(bench_dists) / sizeof(bench_dists[0]);

enum { FILL_THREADS = 256, FILL_BLOCKS = 4096, STRETCHES = 256 };

/** n > 0 keys ascend: the i-th is drawn from the i-th of n equal pieces of the range. */
__device__ static uint32_t ascending(uint64_t i, uint64_t n, uint64_t seed) {
    uint64_t low = (i << 32) / n, width = ((i + 1) << 32) / n - low;
    return (uint32_t)(width ? low + random_at(seed, i) % width : low);
}

__device__ static uint32_t and_of(unsigned words, uint64_t i, uint64_t seed) {
    uint32_t key = UINT32_MAX;
    for (unsigned w = 0; w < words; w++) key &= (uint32_t)(random_at(seed + w, i) >> 32);
    return key;
}

/** Ranks 1 to 2^20 by the inverse of what the continuous law adds up to. */
__device__ static uint64_t zipf_rank(double exponent, uint64_t random) {
    const double ranks = 1 << 20, part = (double)(random >> 11) / 9007199254740992.0;
    if (exponent == 1) return (uint64_t)pow(ranks, part);
    double end = pow(ranks, 1 - exponent);
    return (uint64_t)pow(1 + part * (end - 1), 1 / (1 - exponent));
}

__device__ static uint32_t staggered(uint64_t i, uint64_t n, uint32_t word) {
    uint64_t stretch = i * STRETCHES / n;
    uint64_t slot = 2 * stretch + 1 < STRETCHES ? 2 * stretch + 1 : 2 * stretch - STRETCHES;
    return (uint32_t)(slot << 24) | word >> 8;
}

/** What is not a matter of a few bits of one random word. */
__device__ static uint32_t shaped(enum dist_kind kind, unsigned by, uint64_t i, uint64_t n,
                                  uint64_t seed, uint32_t word) {
    switch (kind) {
    case DIST_AND:
        return and_of(by, i, seed);
    case DIST_SORTED:
        return ascending(i, n, seed);
    case DIST_REVERSED:
        return ascending(n - 1 - i, n, seed);
    case DIST_NEARLY:
        return word % 64 ? ascending(i, n, seed) : word_of(i, seed);
    case DIST_ORGAN:
        return ascending(i < n - i ? 2 * i : 2 * (n - 1 - i) + 1, n, seed);
    case DIST_STAGGERED:
        return staggered(i, n, word);
    case DIST_REAL:
        return real_at(by, i, n, seed);
    default:
        return word_of(zipf_rank(by / 10.0, random_at(seed, i)), seed);
    }
}

__device__ static uint32_t key_at(enum dist_kind kind, unsigned by, uint64_t i, uint64_t n,
                                  uint64_t seed) {
    uint32_t word = (uint32_t)(random_at(seed, i) >> 32), same = word_of(0, seed);
    switch (kind) {
    case DIST_UNIFORM:
        return word;
    case DIST_EQUAL:
        return same;
    case DIST_DISTINCT:
        return word_of(word % by, seed);
    case DIST_EVENLY:
        return word % by * (uint32_t)(((uint64_t)1 << 32) / by);
    case DIST_LOW:
        return word >> (32 - by);
    case DIST_HIGH:
        return word >> (32 - by) << (32 - by);
    case DIST_HOT:
        return random_at(~seed, i) % 100 < by ? (same & 0xff000000u) | word >> 8 : word;
    case DIST_SHARED:
        return same >> (32 - by) << (32 - by) | word >> by;
    default:
        return shaped(kind, by, i, n, seed, word);
    }
}

/**
 * @launch up to FILL_BLOCKS blocks of FILL_THREADS threads, each key by one of them
 * @shared none
 * @cost   O(n); writes each key, and each value where there are any, once
 * @source none
 */
__global__ static void fill_kernel(uint32_t *keys, uint32_t *values, uint64_t n,
                                   enum dist_kind kind, unsigned by, enum key_type type,
                                   uint64_t seed) {
    uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        uint32_t bits = key_decode(key_at(kind, by, i, n, seed), type);
        keys[i] = type == KEY_F32 && bits == KEY_SIGN_BIT ? 0 : bits;
        if (values) values[i] = (uint32_t)i;
    }
}

void bench_fill(uint32_t *d_keys, uint32_t *d_values, size_t n, const struct dist *dist,
                enum key_type type, uint64_t seed, cudaStream_t stream) {
    size_t blocks = (n + FILL_THREADS - 1) / FILL_THREADS;
    if (n == 0) return;
    if (blocks > FILL_BLOCKS) blocks = FILL_BLOCKS;
    fill_kernel<<<(unsigned)blocks, FILL_THREADS, 0, stream>>>(d_keys, d_values, n, dist->kind,
                                                               dist->by, type, seed);
    CU_LAUNCHED();
}
