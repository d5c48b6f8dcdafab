/**
 * @file
 * @brief common/sort/host/merge: every way that this processor has merges as qsort sorts, and touches nothing else.
 */
#include "common/sort/host/merge.h"

#include <errno.h>
#include <string.h>

#include "common/data.h"
#include "common/sort/host/merge_two.h"
#include "common/tests/guarded.h"
#include "common/tests/unit.h"

static const char *const ways[] = {"plain", "avx2", "avx512"};

static int compare(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void sort(uint32_t *keys, size_t n) {
    qsort(keys, n, sizeof(*keys), compare);
}

/** n keys in runs that end where the offsets say, and the same keys sorted. */
struct input {
    uint32_t n, k;
    struct guarded keys;
    size_t *offsets;
    uint32_t *sorted;
};

static struct input input_new(uint32_t n, uint32_t k, enum data_dist dist, enum data_dist lengths,
                              bool at_end) {
    struct input in = {n, k, guarded_new(n, at_end), calloc(k + 1, sizeof(size_t)), NULL};
    uint32_t *cuts = calloc(k + 1, sizeof(*cuts));
    in.sorted = malloc((n + 1) * sizeof(*in.sorted));
    if (!in.offsets || !cuts || !in.sorted) abort();
    data_fill(in.keys.keys, n, dist, n + k);
    data_cut(cuts, k, n, lengths, n + k);
    memcpy(in.sorted, in.keys.keys, n * sizeof(*in.sorted));
    sort(in.sorted, n);
    for (uint32_t r = 0; r <= k; r++) in.offsets[r] = cuts[r];
    for (uint32_t r = 0; r < k; r++) sort(in.keys.keys + cuts[r], cuts[r + 1] - cuts[r]);
    free(cuts);
    return in;
}

static void input_free(const struct input *in) {
    guarded_free(&in->keys);
    free(in->offsets);
    free(in->sorted);
}

/** Every way merges the runs. */
static void merges(const struct input *in, bool at_end) {
    const struct runs runs = {in->keys.keys, in->offsets, in->offsets + 1, in->k};
    for (size_t w = 0; w < sizeof(ways) / sizeof(ways[0]); w++) {
        merge_two *way = merge_two_named(ways[w]);
        struct guarded out = guarded_new(in->n, at_end);
        if (!way) continue; // not on this processor
        CU_ASSERT_EQUAL(fast_merge_runs_by(way, &runs, out.keys), 0);
        CU_ASSERT_EQUAL(memcmp(out.keys, in->sorted, in->n * sizeof(*out.keys)), 0);
        guarded_free(&out);
    }
}

static void merges_all(uint32_t n, uint32_t k, enum data_dist dist, enum data_dist lengths) {
    for (int at_end = 0; at_end < 2; at_end++) {
        struct input in = input_new(n, k, dist, lengths, at_end);
        merges(&in, at_end);
        input_free(&in);
    }
}

/** With ties within and between the runs, and UINT32_MAX among them. */
static void two_runs_of_any_length(void) {
    for (uint32_t a = 0; a <= 70; a++)
        for (uint32_t b = 0; b <= 70; b += b < 36 ? 1 : 17) {
            enum data_dist dist = b % 2 ? DATA_UNIFORM : DATA_EXTREMES;
            struct input in = input_new(a + b, 2, dist, DATA_SORTED, a % 2);
            data_fill(in.keys.keys, a + b, dist, a + b + 2);
            in.offsets[1] = a;
            sort(in.keys.keys, a);
            sort(in.keys.keys + a, b);
            merges(&in, a % 2);
            input_free(&in);
        }
}

static void up_to_40_runs(void) {
    merges_all(0, 0, DATA_UNIFORM, DATA_SORTED);
    static const enum data_dist lengths[] = {DATA_SORTED, DATA_UNIFORM, DATA_ZIPF, DATA_EQUAL};
    static const uint32_t sizes[] = {0, 1, 15, 16, 17, 100, 1000, 3333};
    for (uint32_t k = 1; k <= 40; k++)
        for (size_t i = 0; i < 32; i++)
            merges_all(sizes[i % 8], k, (enum data_dist)((i + k) % DATA_LITERAL), lengths[i / 8]);
}

static void every_distribution_in_many_chunks(void) {
    for (int dist = 0; dist < DATA_LITERAL; dist++) {
        merges_all(70000, 16, (enum data_dist)dist, DATA_SORTED);
        merges_all(70001, 13, (enum data_dist)dist, DATA_ZIPF);
    }
}

static void thousands_of_runs(void) {
    merges_all(100000, 3000, DATA_UNIFORM, DATA_UNIFORM);
    merges_all(100000, 1024, DATA_MAX, DATA_SORTED);
    merges_all(10, 5000, DATA_UNIFORM, DATA_UNIFORM);
}

static void runs_apart(void) {
    uint32_t keys[] = {9, 9, 0, 7, 8, 0, 1, UINT32_MAX}, out[8] = {0};
    const uint32_t want[] = {1, 7, 8, 9, UINT32_MAX};
    const size_t begin[] = {6, 1, 3, 5}, end[] = {8, 2, 5, 5};
    const struct runs runs = {keys, begin, end, 4};
    CU_ASSERT_EQUAL(fast_merge_runs(&runs, out, NULL), 0);
    CU_ASSERT_EQUAL(memcmp(out, want, sizeof(want)), 0);
    CU_ASSERT_EQUAL(out[5], 0);
}

static void places_are_refused(void) {
    uint32_t keys[] = {1, 2}, out[] = {7, 7}, from[2];
    const size_t offsets[] = {0, 1, 2};
    const struct runs runs = {keys, offsets, offsets + 1, 2};
    CU_ASSERT_EQUAL(fast_merge_runs(&runs, out, from), EINVAL);
    CU_ASSERT_EQUAL(out[0], 7);
    CU_ASSERT_PTR_NULL(merge_two_named("abacus"));
    CU_ASSERT_PTR_NOT_NULL(merge_two_named(NULL));
}

static const struct unit_test tests[] = {
    {"two runs of any length, with ties", two_runs_of_any_length},
    {"1 to 40 runs, empty ones too, of up to some thousand keys", up_to_40_runs},
    {"every distribution, in many chunks", every_distribution_in_many_chunks},
    {"thousands of runs, most of them short or empty", thousands_of_runs},
    {"runs that do not lie side by side", runs_apart},
    {"it is asked for places, or for a way that nobody knows, and refuses", places_are_refused},
};

UNIT_MAIN("fast merge", tests)
