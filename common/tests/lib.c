/*
 * The sorting library as a C program of somebody else uses it: beside qsort, and with wrong arguments.
 *     lib N keys|pairs|errors
 * Exit status 0: all of it is right.
 */
#include <stdbool.h>
#include <string.h>

#include "common/hash64.h"
#include "common/sort/device/sort.h"

static enum sortlab_type type;

static size_t size_of(enum sortlab_type of) {
    return of < SORTLAB_U64 ? 4 : 8;
}

/** A key's bits so that their unsigned order is that of its type: written anew here, from IEEE 754. */
static uint64_t rank_of(const void *key) {
    uint64_t bits = 0, sign = size_of(type) == 4 ? UINT64_C(1) << 31 : UINT64_C(1) << 63;
    memcpy(&bits, key, size_of(type));
    if (type == SORTLAB_I32 || type == SORTLAB_I64) return bits ^ sign;
    if (type == SORTLAB_F32 || type == SORTLAB_F64)
        return bits & sign ? ~bits & (sign | (sign - 1)) : bits | sign;
    return bits;
}

static int ascending(const void *a, const void *b) {
    uint64_t x = rank_of(a), y = rank_of(b);
    return x < y ? -1 : x > y;
}

/** Every fourth key has few values; others have all bits at random, so that floats are infinite and NaN, too. */
static void fill(void *keys, size_t bytes, uint64_t seed) {
    for (size_t i = 0; i < bytes / 8; i++) {
        uint64_t at = i % 4 ? seed + i : seed + i % 7, word = mix64(at * MIX_STEP + 1);
        memcpy((char *)keys + 8 * i, &word, 8);
    }
}

static bool sorts_keys(size_t n) {
    size_t bytes = n * size_of(type), temp = sortlab_keys_bytes(n, type, SORTLAB_EXACT);
    void *keys = calloc(n / 2 + 1, 16), *got = malloc(bytes + 1);
    fill(keys, bytes, type);
    void *d_in = cu_upload(keys, bytes), *d_out = cu_alloc(bytes), *d_temp = cu_alloc(temp);
    sortlab_must(sortlab_sort_keys(d_in, d_out, n, type, d_temp, temp, 0));
    cu_download(got, d_in, bytes);
    bool ok = memcmp(got, keys, bytes) == 0; // the input is as it was
    cu_download(got, d_out, bytes);
    qsort(keys, n, size_of(type), ascending);
    ok = ok && memcmp(got, keys, bytes) == 0;
    if (!ok) printf("%zu keys of type %d: not what qsort gives\n", n, type);
    cu_free(d_in), cu_free(d_out), cu_free(d_temp);
    free(keys), free(got);
    return ok;
}

/** Pairs: the value is where its key stood, so stable is: values of equal keys ascend. */
static bool sorts_pairs(size_t n) {
    uint32_t *keys = calloc(n + 2, 4), *from = malloc(4 * n + 1), *got = malloc(4 * n + 1);
    size_t temp = sortlab_pairs_bytes(n);
    fill(keys, 4 * n, type);
    for (size_t i = 0; i < n; i++) from[i] = (uint32_t)i, keys[i] &= 0xff00ff0f;
    void *d_keys = cu_upload(keys, 4 * n), *d_keys_out = cu_alloc(4 * n), *d_temp = cu_alloc(temp);
    uint32_t *d_values = cu_upload(from, 4 * n), *d_values_out = cu_alloc(4 * n);
    sortlab_must(
        sortlab_sort_pairs(d_keys, d_values, d_keys_out, d_values_out, n, type, d_temp, temp, 0));
    cu_download(got, d_keys_out, 4 * n), cu_download(from, d_values_out, 4 * n);
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++)
        ok = from[i] < n && keys[from[i]] == got[i] &&
             (i == 0 || ascending(&got[i - 1], &got[i]) < 0 ||
              (got[i - 1] == got[i] && from[i - 1] < from[i]));
    if (!ok) printf("%zu pairs of type %d: not sorted, or not stable\n", n, type);
    cu_free(d_keys), cu_free(d_keys_out), cu_free(d_values), cu_free(d_values_out), cu_free(d_temp);
    free(keys), free(from), free(got);
    return ok;
}

static bool gives(enum sortlab_status got, enum sortlab_status want, const char *what) {
    if (got != want) printf("%s: %s; expected: %s\n", what, sortlab_text(got), sortlab_text(want));
    return got == want;
}

static bool refuses(size_t n) {
    enum sortlab_type none = (enum sortlab_type)99;
    size_t few = sortlab_keys_bytes(n, SORTLAB_F64, SORTLAB_EXACT) - 1;
    size_t temp = few + 1 + sortlab_keys_bytes(n, SORTLAB_U32, SORTLAB_EXACT);
    char *d_a = cu_alloc(9 * n), *d_b = cu_alloc(9 * n), *d_t = cu_alloc(temp);
#define KEYS(in, out, type, d_temp, bytes, want)                                                   \
    gives(sortlab_sort_keys(in, out, n, type, d_temp, bytes, 0), SORTLAB_##want, #in " " #out)
    return KEYS(NULL, d_b, SORTLAB_U32, d_t, temp, BAD_POINTER) &&
           KEYS(d_a, NULL, SORTLAB_U32, d_t, temp, BAD_POINTER) &&
           KEYS(d_a + 1, d_b, SORTLAB_U32, d_t, temp, BAD_POINTER) &&
           KEYS(d_a, d_b + 4, SORTLAB_U64, d_t, temp, BAD_POINTER) &&
           KEYS(d_a, d_b, SORTLAB_U32, d_t + 4, temp - 256, BAD_POINTER) &&
           KEYS(d_a, d_b, SORTLAB_U32, NULL, temp, BAD_POINTER) &&
           KEYS(d_a, d_a, SORTLAB_U32, d_t, temp, OVERLAP) &&
           KEYS(d_a, d_a + 4 * n - 4, SORTLAB_U32, d_t, temp, OVERLAP) &&
           KEYS(d_a, d_b, none, d_t, temp, BAD_TYPE) &&
           KEYS(d_a, d_b, SORTLAB_F64, d_t, few, FEW_BYTES) &&
           gives(sortlab_sort_pairs(d_a, (uint32_t *)d_b, d_a, (uint32_t *)d_t, n, SORTLAB_U64, d_t,
                                    temp, 0),
                 SORTLAB_BAD_TYPE, "pairs of 64 bits") &&
           gives(sortlab_sort_pairs(d_a, (uint32_t *)d_b, d_a, (uint32_t *)(d_b + 4 * n), n,
                                    SORTLAB_U32, d_t, temp, 0),
                 SORTLAB_OVERLAP, "pairs in place") &&
           gives(sortlab_count_buckets(d_a, n, SORTLAB_U32, 16, (unsigned long long *)d_t, 0),
                 SORTLAB_BAD_BITS, "16 bits counted") &&
           gives(sortlab_partition(d_a, (uint32_t *)d_b, n, SORTLAB_U32, 0,
                                   (unsigned long long *)d_t, 0),
                 SORTLAB_BAD_BITS, "a partition by no bit") &&
           gives(sortlab_sort_keys(NULL, NULL, 0, SORTLAB_U32, NULL, 0, 0), SORTLAB_OK,
                 "no keys") &&
           sortlab_keys_bytes(n, none, SORTLAB_EXACT) == 0;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    size_t n = strtoull(argv[1], NULL, 10);
    const char *what = argv[2];
    bool ok = strcmp(what, "errors") != 0 || refuses(n);
    for (int t = 0; t < SORTLAB_TYPES && strcmp(what, "keys") == 0; t++) {
        type = (enum sortlab_type)t;
        ok = sorts_keys(n) && ok;
    }
    for (int t = 0; t < SORTLAB_U64 && strcmp(what, "pairs") == 0; t++) {
        type = (enum sortlab_type)t;
        ok = sorts_pairs(n) && ok;
    }
    return !ok;
}
