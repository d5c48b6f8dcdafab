/**
 * @file
 * @brief Seeded inputs by distribution (see data.h).
 *
 * Every key is a function of its place, of n and of the seed, in integers alone: so any part of an
 * array can be made by itself, and no machine's arithmetic shows.
 */
#include "common/data.h"

#include <stdlib.h>
#include <string.h>

#include "common/hash64.h"

static uint64_t random_at(uint64_t seed, uint64_t i) {
    return mix64(mix64(seed + MIX_STEP) + i * MIX_STEP);
}

static uint32_t uniform(uint64_t i, uint64_t n, uint64_t seed) {
    (void)n;
    return (uint32_t)(random_at(seed, i) >> 32);
}

/** i of n steps on the way from 0 to 2^32. */
static uint64_t ramp(uint64_t i, uint64_t n) {
    for (; n >> 32; n >>= 1) i >>= 1;
    return (i << 32) / n;
}

/** The range is cut into n equal pieces, and the i-th key is drawn from the i-th piece. */
static uint32_t sorted(uint64_t i, uint64_t n, uint64_t seed) {
    uint64_t low = ramp(i, n), high = ramp(i + 1, n);
    uint64_t key = low < high ? low + random_at(seed, i) % (high - low) : low;
    return key < UINT32_MAX ? (uint32_t)key : UINT32_MAX;
}

static uint32_t reversed(uint64_t i, uint64_t n, uint64_t seed) {
    return sorted(n - 1 - i, n, seed);
}

static uint32_t equal(uint64_t i, uint64_t n, uint64_t seed) {
    (void)i;
    return uniform(0, n, seed);
}

static uint32_t few(uint64_t i, uint64_t n, uint64_t seed) {
    return uniform(n + random_at(seed, i) % 16, n, seed);
}

static uint32_t extremes(uint64_t i, uint64_t n, uint64_t seed) {
    static const uint32_t words[] = {0,           1,           0x7ffffffe,     0x7fffffff,
                                     0x80000000u, 0x80000001u, UINT32_MAX - 1, UINT32_MAX};
    (void)n;
    return words[random_at(seed, i) % (sizeof(words) / sizeof(words[0]))];
}

static uint32_t max(uint64_t i, uint64_t n, uint64_t seed) {
    (void)i, (void)n, (void)seed;
    return UINT32_MAX;
}

static uint32_t nearly(uint64_t i, uint64_t n, uint64_t seed) {
    enum { STRETCH = 64 };
    uint64_t start = i - i % STRETCH;
    uint64_t length = n - start < STRETCH ? n - start : STRETCH;
    if (length < 2) return sorted(i, n, seed);
    uint64_t random = random_at(~seed, start);
    uint64_t one = random % length;
    uint64_t other = (one + 1 + (random >> 32) % (length - 1)) % length;
    if (i == start + one) return sorted(start + other, n, seed);
    if (i == start + other) return sorted(start + one, n, seed);
    return sorted(i, n, seed);
}

/** Up over the even places of a sorted array, down over the odd ones. */
static uint32_t organ(uint64_t i, uint64_t n, uint64_t seed) {
    return sorted(i < n - i ? 2 * i : 2 * (n - 1 - i) + 1, n, seed);
}

/**
 * Ranks 1, 2-3, 4-7, ... up to 2^20 are equally likely stretches, so that a rank's chance goes as
 * one over its stretch; each rank stands for a key anywhere in the range.
 */
static uint32_t zipf(uint64_t i, uint64_t n, uint64_t seed) {
    enum { STRETCHES = 20 };
    uint64_t random = random_at(seed, i);
    uint64_t first = (uint64_t)1 << random % STRETCHES;
    uint64_t rank = first + ((random >> 32) & (first - 1));
    return uniform(rank, n, ~seed);
}

static uint32_t floats(uint64_t i, uint64_t n, uint64_t seed) {
    static const uint32_t special[] = {
        0x00000000, 0x7f800000, 0x7fc00000, 0x7f800001, 0x7fffffff, // +0 +inf, three NaNs
        0x00000001, 0x007fffff, 0x00800000, 0x3f800000, 0x7f7fffff, // denormals, normals, both ends
    };
    (void)n;
    uint64_t random = random_at(seed, i);
    uint32_t word = (uint32_t)(random >> 32), sign = word & KEY_SIGN_BIT;
    uint32_t mantissa = word & 0x007fffff, exponent = word >> 23 & 31;
    switch (random % 4) {
    case 0:
        return sign | special[mantissa % (sizeof(special) / sizeof(special[0]))];
    case 1:
        return sign | mantissa; // denormal
    default:
        return sign | (127 - 16 + exponent) << 23 | mantissa; // within 2^-16 .. 2^16
    }
}

static const struct {
    const char *name;
    uint32_t (*key_at)(uint64_t i, uint64_t n, uint64_t seed);
} dists[DATA_DISTS] = {
    [DATA_UNIFORM] = {"uniform", uniform},
    [DATA_SORTED] = {"sorted", sorted},
    [DATA_REVERSED] = {"reversed", reversed},
    [DATA_EQUAL] = {"equal", equal},
    [DATA_FEW] = {"few", few},
    [DATA_EXTREMES] = {"extremes", extremes},
    [DATA_MAX] = {"max", max},
    [DATA_NEARLY] = {"nearly", nearly},
    [DATA_ORGAN] = {"organ", organ},
    [DATA_ZIPF] = {"zipf", zipf},
    [DATA_FLOATS] = {"floats", floats},
    [DATA_LITERAL] = {"literal", NULL},
};

void data_fill_part(uint32_t *keys, size_t first, size_t count, size_t n, enum data_dist dist,
                    uint64_t seed) {
    if (!dists[dist].key_at) return;
    for (size_t i = 0; i < count; i++) keys[i] = dists[dist].key_at(first + i, n, seed);
}

void data_fill(uint32_t *keys, size_t n, enum data_dist dist, uint64_t seed) {
    data_fill_part(keys, 0, n, n, dist, seed);
}

static int compare(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

void data_cut(uint32_t *offsets, uint32_t k, uint32_t n, enum data_dist dist, uint64_t seed) {
    data_fill(offsets, k, dist, seed);
    for (uint32_t r = 0; r < k; r++) offsets[r] = (uint32_t)((uint64_t)offsets[r] * n >> 32);
    qsort(offsets, k, sizeof(offsets[0]), compare);
    offsets[k] = n;
    offsets[0] = 0;
}

const char *data_dist_name(enum data_dist dist) {
    return (unsigned)dist < DATA_DISTS ? dists[dist].name : NULL;
}

bool data_dist_from_name(const char *name, enum data_dist *dist) {
    for (int d = 0; d < DATA_DISTS; d++) {
        if (!dists[d].key_at || strcmp(name, dists[d].name) != 0) continue;
        *dist = (enum data_dist)d;
        return true;
    }
    return false;
}

const char *data_dist_names(void) {
    return "uniform, sorted, reversed, equal, few, extremes, max, nearly, organ, zipf, floats";
}

static const char *const type_names[KEY_TYPES] = {"u32", "i32", "f32"};

const char *key_type_name(enum key_type type) {
    return (unsigned)type < KEY_TYPES ? type_names[type] : NULL;
}
