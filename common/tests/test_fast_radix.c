/**
 * @file
 * @brief common/sort/host/radix_sort: as qsort, on the processor's own code path and on the one in C alone.
 */
#include "common/sort/host/radix_sort.h"

#include <stdlib.h>
#include <string.h>

#include "common/data.h"
#include "common/tests/guarded.h"
#include "common/tests/unit.h"

// the same source once more, without what only some processors have
#define FAST_PLAIN
#define fast_radix_sort plain_radix_sort
#include "common/sort/host/radix_sort.c"
#undef fast_radix_sort

static int compare(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/** What qsort makes of the codes, as keys again. */
static void sort(uint32_t *keys, size_t n, enum key_type type) {
    for (size_t i = 0; i < n; i++) keys[i] = key_encode(keys[i], type);
    qsort(keys, n, sizeof(*keys), compare);
    for (size_t i = 0; i < n; i++) keys[i] = key_decode(keys[i], type);
}

typedef void sort_keys(uint32_t *, uint32_t *, size_t, enum key_type);

/** At either end of the arrays' pages, so that lines begin at any of their keys. */
static void sorts_as(sort_keys *by, const uint32_t *in, const uint32_t *want, size_t n,
                     enum key_type type) {
    for (int ends = 0; ends < 4; ends += n > 4097 ? 3 : 1) {
        struct guarded keys = guarded_new(n, ends & 1), spare = guarded_new(n, ends & 2);
        memcpy(keys.keys, in, n * sizeof(*in));
        by(keys.keys, spare.keys, n, type);
        CU_ASSERT_EQUAL(memcmp(keys.keys, want, n * sizeof(*in)), 0);
        guarded_free(&keys);
        guarded_free(&spare);
    }
}

static void sorts(size_t n, enum data_dist dist) {
    uint32_t *in = malloc((n + 1) * sizeof(*in)), *want = malloc((n + 1) * sizeof(*want));
    if (!in || !want) abort();
    data_fill(in, n, dist, n + 1);
    for (int type = 0; type < KEY_TYPES; type++) {
        memcpy(want, in, n * sizeof(*in));
        sort(want, n, (enum key_type)type);
        sorts_as(fast_radix_sort, in, want, n, (enum key_type)type);
        sorts_as(plain_radix_sort, in, want, n, (enum key_type)type);
    }
    free(want);
    free(in);
}

static void any_small_size(void) {
    for (size_t n = 0; n <= 70; n++) sorts(n, (enum data_dist)(n % DATA_LITERAL));
}

static void every_distribution(void) {
    for (int dist = 0; dist < DATA_LITERAL; dist++) {
        sorts(1000, (enum data_dist)dist);
        sorts(4097, (enum data_dist)dist);
    }
}

static void lines_of_every_distribution(void) {
    for (int dist = 0; dist < DATA_LITERAL; dist++)
        sorts(CACHED + 1 + (size_t)dist, (enum data_dist)dist);
}

static void keys_that_share_digits(void) {
    enum { N = CACHED + 333 };
    uint32_t *in = malloc(N * sizeof(*in)), *want = malloc(N * sizeof(*want));
    if (!in || !want) abort();
    for (int digits = 0; digits < 1 << 4; digits++) { // those in which the keys differ
        data_fill(in, N, DATA_UNIFORM, 1);
        for (size_t i = 0; i < N; i++)
            for (int digit = 0; digit < 4; digit++)
                if (!(digits >> digit & 1))
                    in[i] = (in[i] & ~(0xffu << 8 * digit)) | 0x81u << 8 * digit;
        for (int type = 0; type < KEY_TYPES; type++) {
            size_t n = digits % 3 ? 999 : N;
            memcpy(want, in, n * sizeof(*in));
            sort(want, n, (enum key_type)type);
            sorts_as(fast_radix_sort, in, want, n, (enum key_type)type);
        }
    }
    free(want);
    free(in);
}

static const struct unit_test tests[] = {
    {"0 to 70 keys of each type", any_small_size},
    {"every distribution and type", every_distribution},
    {"every distribution and type, line by line", lines_of_every_distribution},
    {"keys that differ in some of their digits alone", keys_that_share_digits},
};

UNIT_MAIN("fast radix sort", tests)
