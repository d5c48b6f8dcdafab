/*
 * Lab 11's selection where its sample helps, does not help, or misleads: are the keys right, and among which keys was
 * searched?
 *     select WHAT N K below|copies|all
 * Exit status 0: the k smallest keys and the k-th key are right, for each type of keys, and the keys searched last were
 * those below the bound, or these and copies of the bound, or all keys, as was said.
 */
#include <stdlib.h>
#include <string.h>

#include "common/cu.h"
#include "common/hash64.h"
#include "radix_select.h"

/** Whether the sample has key i of n. Then *stretch is the number of its stretch. */
static bool sampled(size_t i, size_t n, size_t *stretch) {
    size_t sample = search_sample(n), length = sample ? n / sample : n, hash;
    *stretch = i / length;
    hash = (uint32_t)*stretch * 2654435769u;
    return *stretch < sample && i == *stretch * length + (hash * length >> 32);
}

/** Key i of n in unsigned order. */
static uint32_t key_of(const char *what, size_t i, size_t n, size_t k) {
    uint32_t r = (uint32_t)(mix64(i * MIX_STEP + 1) >> 32), high = r | 1u << 31;
    size_t rank = search_rank(n, k), stretch;
    bool in = sampled(i, n, &stretch), hit = in && stretch < rank;
    if (strcmp(what, "equal") == 0) return 0xabcdef01;
    if (strcmp(what, "max") == 0) return UINT32_MAX;
    if (strcmp(what, "half") == 0) return r % 2 ? 0 : r;
    if (strcmp(what, "few") == 0) return r % 16 * 0x01010101;
    if (strcmp(what, "signs") == 0) return 0x7fffffff + r % 2; // floats: -0 and +0
    if (strcmp(what, "some below") == 0) return r % 997 == 0 ? r % 77 : 77;
    if (strcmp(what, "hidden") == 0) return hit ? 5 : high; // fewer than k
    if (strcmp(what, "enough") == 0) return hit || i >= n - (k - rank) ? 5 : high;
    if (strcmp(what, "one missing") == 0) return hit || i > n - (k - rank) ? 5 : high;
    if (strcmp(what, "too high") == 0) return in ? high : r >> 1; // nearly all are below the bound
    return r;                                                     // uniform
}

static int ascending(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/** The keys that were searched last. */
static const char *searched(const struct search_pair *d, const uint32_t *d_in, size_t k) {
    return d->all.keys == d_in ? "all" : d->equal > 0 && d->all.n == k ? "copies" : "below";
}

static int fails(const char *what, size_t n, size_t k, const char *said, enum key_type type) {
    size_t bytes = n * sizeof(uint32_t), temp_bytes = select_bytes(n);
    uint32_t *order = (uint32_t *)malloc(bytes), *keys = (uint32_t *)malloc(bytes), kth;
    for (size_t i = 0; i < n; i++) keys[i] = key_decode(order[i] = key_of(what, i, n, k), type);
    uint32_t *d_in = (uint32_t *)cu_upload(keys, bytes), *d_out = (uint32_t *)cu_alloc(k * 4);
    struct select_temp *d_temp = (struct select_temp *)cu_alloc(temp_bytes);
    struct search_pair searches;
    select_kth(d_in, n, k, type, d_out, d_temp, temp_bytes, 0);
    cu_download(&kth, d_out, sizeof(kth));
    select_smallest(d_in, n, k, type, d_out, d_temp, temp_bytes, 0);
    cu_download(keys, d_out, k * sizeof(*keys));
    cu_download(&searches, &d_temp->searches, sizeof(searches));
    for (size_t i = 0; i < k; i++) keys[i] = key_encode(keys[i], type);
    qsort(keys, k, sizeof(*keys), ascending);
    qsort(order, n, sizeof(*order), ascending);
    const char *got = searched(&searches, d_in, k);
    bool right = memcmp(keys, order, k * sizeof(*keys)) == 0;
    bool kth_right = key_encode(kth, type) == order[k - 1];
    bool stopped = order[0] != order[n - 1] || searches.equal <= n / 2; // it need not read all
    bool ok = right && kth_right && strcmp(got, said) == 0 && stopped;
    if (!ok)
        printf("%s, %zu of %zu keys of type %d:%s%s searched %s; %llu equal keys\n", what, k, n,
               (int)type, right ? "" : " wrong keys,", kth_right ? "" : " another k-th key,", got,
               searches.equal);
    cu_free(d_in), cu_free(d_out), cu_free(d_temp);
    free(keys), free(order);
    return !ok;
}

int main(int argc, char **argv) {
    if (argc != 5) return 2;
    int failed = 0;
    for (int type = 0; type < KEY_TYPES; type++)
        failed |= fails(argv[1], strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10), argv[4],
                        (enum key_type)type);
    return failed;
}
