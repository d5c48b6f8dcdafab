/**
 * @file
 * @brief common/data: distributions are what they say, and the same everywhere; keys as text.
 */
#include "common/data.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/check.h"
#include "common/tests/unit.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct check_note note;

static void names_go_both_ways(void) {
    char list[200] = "";
    for (int d = 0; d < DATA_LITERAL; d++) {
        enum data_dist found;
        CU_ASSERT_TRUE(data_dist_from_name(data_dist_name((enum data_dist)d), &found));
        CU_ASSERT_EQUAL((int)found, d);
        if (d > 0) strcat(list, ", ");
        strcat(list, data_dist_name((enum data_dist)d));
    }
    CU_ASSERT_STRING_EQUAL(data_dist_names(), list);
}

static void unknown_names_are_refused(void) {
    enum data_dist dist;
    CU_ASSERT_FALSE(data_dist_from_name("uniformly", &dist));
    CU_ASSERT_FALSE(data_dist_from_name("", &dist));
    CU_ASSERT_FALSE(data_dist_from_name("literal", &dist));
    CU_ASSERT_PTR_NULL(data_dist_name(DATA_DISTS));
    CU_ASSERT_PTR_NULL(key_type_name(KEY_TYPES));
}

/** Fingerprints of 1000 keys of seed 7; a change here changes every published case. */
static void keys_are_the_same_everywhere(void) {
    static const uint64_t sums[DATA_LITERAL] = {
        [DATA_UNIFORM] = 0xfd86e9cfae1cfdc2,  [DATA_SORTED] = 0x9f86d3382d74a005,
        [DATA_REVERSED] = 0x70b57f6d050268db, [DATA_EQUAL] = 0x76e8bc199f040e00,
        [DATA_FEW] = 0x1c20d37097bc6833,      [DATA_EXTREMES] = 0x22b55e249fcec12a,
        [DATA_MAX] = 0xfac7e44e11eb3180,      [DATA_NEARLY] = 0xb9f639fb738aa847,
        [DATA_ORGAN] = 0xc518b77c4cdb495f,    [DATA_ZIPF] = 0xd930793fb4000e1b,
        [DATA_FLOATS] = 0x9e2107f0dfa3ce15,
    };
    for (int d = 0; d < DATA_LITERAL; d++) {
        uint32_t keys[1000];
        data_fill(keys, 1000, (enum data_dist)d, 7);
        uint64_t sum = 0;
        for (size_t i = 0; i < 1000; i++) sum = sum * 31 + keys[i];
        if (sum != sums[d])
            printf("# %s: 0x%016" PRIx64 "\n", data_dist_name((enum data_dist)d), sum);
        CU_ASSERT_EQUAL(sum, sums[d]);
    }
}

static void parts_make_the_whole(void) {
    enum { N = 1000, PART = 37 };
    for (int d = 0; d < DATA_LITERAL; d++) {
        uint32_t whole[N], parts[N];
        data_fill(whole, N, (enum data_dist)d, 5);
        for (size_t i = 0; i < N; i += PART)
            data_fill_part(parts + i, i, i + PART < N ? PART : N - i, N, (enum data_dist)d, 5);
        CU_ASSERT_TRUE(check_equal(parts, whole, N, &note));
    }
}

static void seeds_differ(void) {
    for (int d = 0; d < DATA_LITERAL; d++) {
        uint32_t a[100], b[100];
        data_fill(a, 100, (enum data_dist)d, 1);
        data_fill(b, 100, (enum data_dist)d, 2);
        CU_ASSERT_EQUAL(memcmp(a, b, sizeof(a)) == 0, d == DATA_MAX);
    }
}

static void every_size_can_be_filled(void) {
    for (int d = 0; d < DATA_LITERAL; d++)
        for (size_t n = 0; n < 130; n++) {
            uint32_t keys[131];
            keys[n] = 0xabad1dea;
            data_fill(keys, n, (enum data_dist)d, n);
            CU_ASSERT_EQUAL(keys[n], 0xabad1dea);
        }
}

static void sorted_ones_are_sorted(void) {
    uint32_t keys[1000], back[1000];
    data_fill(keys, 1000, DATA_SORTED, 3);
    CU_ASSERT_TRUE(check_sorted(keys, 1000, &note));
    CU_ASSERT(keys[0] < UINT32_MAX / 1000 + 1 && keys[999] > UINT32_MAX - UINT32_MAX / 999);
    data_fill(back, 1000, DATA_REVERSED, 3);
    for (size_t i = 0; i < 1000; i++) CU_ASSERT_EQUAL(back[i], keys[999 - i]);
    data_fill(back, 1000, DATA_NEARLY, 3);
    CU_ASSERT_FALSE(check_sorted(back, 1000, &note));
    CU_ASSERT_TRUE(check_tiles_permutation(back, keys, 1000, 64, &note));
    size_t moved = 0;
    for (size_t i = 0; i < 1000; i++) moved += back[i] != keys[i];
    CU_ASSERT_EQUAL(moved, 2 * 16);
    data_fill(back, 1000, DATA_ORGAN, 3);
    CU_ASSERT_TRUE(check_permutation(back, 1000, keys, 1000, &note));
    CU_ASSERT_TRUE(check_sorted(back, 500, &note));
    for (size_t i = 501; i < 1000; i++) CU_ASSERT(back[i] <= back[i - 1]);
}

/** Parts of an array of 2^40 keys, more than there are words. */
static void sorted_ones_outgrow_the_words(void) {
    uint64_t n = (uint64_t)1 << 40, step = n / 1000;
    uint32_t previous = 0;
    for (uint64_t i = 0; i < n; i += step) {
        uint32_t keys[2];
        data_fill_part(keys, i, 2, n, DATA_SORTED, 1);
        CU_ASSERT(previous <= keys[0] && keys[0] <= keys[1]);
        previous = keys[1];
    }
    data_fill_part(&previous, n - 1, 1, n, DATA_SORTED, 1);
    CU_ASSERT_EQUAL(previous, UINT32_MAX);
}

static int compare(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static size_t distinct(uint32_t *keys, size_t n) {
    qsort(keys, n, sizeof(keys[0]), compare);
    size_t count = n > 0;
    for (size_t i = 1; i < n; i++) count += keys[i] != keys[i - 1];
    return count;
}

static void tied_ones_have_ties(void) {
    static const struct {
        enum data_dist dist;
        size_t least, most;
    } expected[] = {{DATA_UNIFORM, 9990, 10000}, {DATA_EQUAL, 1, 1}, {DATA_FEW, 16, 16},
                    {DATA_EXTREMES, 8, 8},       {DATA_MAX, 1, 1},   {DATA_ZIPF, 3000, 8000}};
    for (size_t e = 0; e < COUNT(expected); e++) {
        uint32_t keys[10000];
        data_fill(keys, 10000, expected[e].dist, 11);
        size_t found = distinct(keys, 10000);
        CU_ASSERT(found >= expected[e].least && found <= expected[e].most);
    }
}

static void zipf_has_a_commonest_key(void) {
    uint32_t keys[20000];
    data_fill(keys, 20000, DATA_ZIPF, 1);
    qsort(keys, 20000, sizeof(keys[0]), compare);
    size_t most = 0, run = 1;
    for (size_t i = 1; i<20000; i++, most = run> most ? run : most)
        run = keys[i] == keys[i - 1] ? run + 1 : 1;
    CU_ASSERT(most > 800 && most < 1200); // one in twenty
}

static void floats_have_every_kind(void) {
    uint32_t keys[4000];
    size_t zeros = 0, infinities = 0, nans = 0, denormals = 0, normals = 0, negative = 0;
    data_fill(keys, 4000, DATA_FLOATS, 1);
    for (size_t i = 0; i < 4000; i++) {
        uint32_t magnitude = keys[i] & 0x7fffffff;
        negative += keys[i] >> 31;
        zeros += magnitude == 0;
        denormals += magnitude > 0 && magnitude < 0x00800000;
        normals += magnitude >= 0x00800000 && magnitude < 0x7f800000;
        infinities += magnitude == 0x7f800000;
        nans += magnitude > 0x7f800000;
    }
    CU_ASSERT(negative > 1800 && negative < 2200);
    CU_ASSERT(zeros > 50 && infinities > 50 && nans > 150 && denormals > 900 && normals > 2000);
}

static void cuts_make_runs(void) {
    enum { K = 100, N = 5000 };
    uint32_t offsets[K + 1], shortest[3], longest[3];
    const enum data_dist dists[] = {DATA_SORTED, DATA_ZIPF, DATA_EQUAL};
    for (size_t d = 0; d < 3; d++) {
        data_cut(offsets, K, N, dists[d], 4);
        CU_ASSERT(offsets[0] == 0 && offsets[K] == N);
        CU_ASSERT_TRUE(check_sorted(offsets, K + 1, &note));
        shortest[d] = N;
        longest[d] = 0;
        for (size_t r = 0; r < K; r++) {
            uint32_t length = offsets[r + 1] - offsets[r];
            if (length < shortest[d]) shortest[d] = length;
            if (length > longest[d]) longest[d] = length;
        }
    }
    CU_ASSERT(shortest[0] > 0 && longest[0] <= 2 * N / K);
    CU_ASSERT(shortest[1] == 0 && longest[1] > 2 * N / K);
    CU_ASSERT(shortest[2] == 0 && longest[2] >= N / 2);
}

static void odd_numbers_of_runs_are_cut(void) {
    uint32_t offsets[6] = {7, 7, 7, 7, 7, 7};
    data_cut(offsets, 0, 0, DATA_UNIFORM, 1);
    CU_ASSERT(offsets[0] == 0 && offsets[1] == 7);
    data_cut(offsets, 1, 33, DATA_UNIFORM, 1);
    CU_ASSERT(offsets[0] == 0 && offsets[1] == 33 && offsets[2] == 7);
    data_cut(offsets, 5, 1, DATA_MAX, 1); // more runs than keys
    CU_ASSERT(offsets[0] == 0 && offsets[5] == 1);
    CU_ASSERT_TRUE(check_sorted(offsets, 6, &note));
}

static void literal_is_left_alone(void) {
    uint32_t keys[] = {1, 2};
    data_fill(keys, 2, DATA_LITERAL, 1);
    CU_ASSERT(keys[0] == 1 && keys[1] == 2);
}

static void key_text_is_exact(void) {
    static const struct {
        uint32_t bits;
        enum key_type type;
        const char *text;
    } cases[] = {{0, KEY_U32, "0"},
                 {10, KEY_U32, "10"},
                 {UINT32_MAX, KEY_U32, "4294967295"},
                 {UINT32_MAX, KEY_I32, "-1"},
                 {0x80000000u, KEY_I32, "-2147483648"},
                 {0x7fffffff, KEY_I32, "2147483647"},
                 {0x80000000u, KEY_F32, "-0"},
                 {0x3dcccccd, KEY_F32, "0.100000001"},
                 {0xff7fffff, KEY_F32, "-3.40282347e+38"},
                 {0x00000001, KEY_F32, "1.40129846e-45"},
                 {0xff800000, KEY_F32, "-inf"},
                 {0x7f800001, KEY_F32, "nan"},
                 {0xffffffff, KEY_F32, "-nan"}};
    for (size_t c = 0; c < COUNT(cases); c++) {
        char text[DATA_TEXT_BYTES];
        CU_ASSERT_EQUAL(data_key_text(text, cases[c].bits, cases[c].type), strlen(cases[c].text));
        CU_ASSERT_STRING_EQUAL(text, cases[c].text);
    }
}

static const struct unit_test tests[] = {
    {"names of distributions and types go both ways", names_go_both_ways},
    {"unknown names are refused", unknown_names_are_refused},
    {"the same seed gives the same keys on every machine", keys_are_the_same_everywhere},
    {"parts of an input make the whole", parts_make_the_whole},
    {"another seed gives other keys", seeds_differ},
    {"every distribution fills every size and no more", every_size_can_be_filled},
    {"sorted, reversed, nearly sorted and organ pipes are what they say", sorted_ones_are_sorted},
    {"sorted inputs may have more keys than there are words", sorted_ones_outgrow_the_words},
    {"distributions have as many ties as they say", tied_ones_have_ties},
    {"zipf has a commonest key", zipf_has_a_commonest_key},
    {"floats come in every kind and both signs", floats_have_every_kind},
    {"runs are cut about as long, very different, or empty", cuts_make_runs},
    {"no run, one run and more runs than keys can be cut", odd_numbers_of_runs_are_cut},
    {"a literal input is left alone", literal_is_left_alone},
    {"keys are written as text exactly", key_text_is_exact},
};

UNIT_MAIN("data", tests)
