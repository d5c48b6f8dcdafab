/*
 * The sorting library, on skewed keys: is every array sorted, and one of pairs? And of keys alone, how long is the
 * longest thread? The library is compiled so that each basic block that a thread comes to calls sort_work_step.
 * Blocks run one at a time (SIMT_THREADS=1), or take turns where they wait for each other. The longest thread of a
 * block is what its launch waits for.
 */
#include <stdlib.h>
#include <string.h>

#include "common/cu.h"
#include "common/hash64.h"
#include "common/sort/device/sort.h"

enum { SLOTS = 1024, THREADS = 1024, MOST_KEYS = 1 << 20 };

/** A block that runs: its steps, thread by thread. */
static struct slot {
    uint64_t serial;
    uint32_t steps[THREADS];
} slots[SLOTS];
static uint32_t longest;

extern "C" __device__ void sort_work_step(void) {
    struct slot *slot = &slots[blockIdx.x % SLOTS];
    if (slot->serial != simt_block_serial) {
        memset(slot->steps, 0, sizeof(slot->steps));
        slot->serial = simt_block_serial;
    }
    uint32_t steps = ++slot->steps[threadIdx.x % THREADS];
    if (steps > longest) longest = steps;
}

static uint32_t random_word(uint64_t i) {
    return (uint32_t)(mix64(i * MIX_STEP + 1) >> 32);
}

static uint32_t and_of(uint32_t words, uint64_t i) {
    uint32_t key = UINT32_MAX;
    for (uint32_t w = 0; w < words; w++) key &= random_word(i * 8 + w);
    return key;
}

/** Bits 0, 2 and 4 groups of digits that all keys of a bin share, so that no level ends it early. */
static uint32_t layered(uint64_t i) {
    uint32_t r = random_word(i);
    return r % 34 << 19 | (r >> 8) % 4 << 11 | (r >> 12) % 4 << 3 | (r >> 16) % 5;
}

static uint32_t key_of(const char *what, uint32_t by, uint64_t i) {
    uint32_t r = random_word(i);
    if (strcmp(what, "uniform") == 0) return r;
    if (strcmp(what, "AND") == 0) return and_of(by, i);
    if (strcmp(what, "distinct") == 0) return random_word(1u << 30 | r % by);
    if (strcmp(what, "hot") == 0) return r % 100 < by ? 0x12345678 : random_word(~i);
    if (strcmp(what, "near-hot") == 0)
        return 0x12345000 + (r % 100 < by ? 0x678 : random_word(~i) % 4096);
    if (strcmp(what, "Zipf") == 0) return random_word(1u << 30 | (1u << 20) / (1 + r % (1u << by)));
    if (strcmp(what, "layered") == 0) return layered(i);
    return r >> by; // "low"
}

/** Whether pairs of the n keys and their indices are sorted, by sorted keys, and equal ones keep their order. */
static bool sorts_pairs(const uint32_t *keys, const uint32_t *sorted, size_t n) {
    static uint32_t indices[MOST_KEYS], got[MOST_KEYS];
    size_t bytes = sortlab_pairs_bytes(n, sortlab_ascending(SORTLAB_U32), 4);
    for (size_t i = 0; i < n; i++) indices[i] = (uint32_t)i;
    uint32_t *d_keys = (uint32_t *)cu_upload(keys, 4 * n), *d_out = (uint32_t *)cu_alloc(4 * n);
    uint32_t *d_indices = (uint32_t *)cu_upload(indices, 4 * n),
             *d_from = (uint32_t *)cu_alloc(4 * n);
    void *d_temp = cu_alloc(bytes);
    enum sortlab_status status = sortlab_sort_pairs(
        d_keys, d_indices, d_out, d_from, n, 4, sortlab_ascending(SORTLAB_U32), d_temp, bytes, 0);
    cu_download(got, d_out, 4 * n), cu_download(indices, d_from, 4 * n);
    cu_free(d_keys), cu_free(d_out), cu_free(d_indices), cu_free(d_from), cu_free(d_temp);
    bool ok = status == SORTLAB_OK && memcmp(got, sorted, 4 * n) == 0;
    for (size_t i = 0; ok && i < n; i++)
        ok = indices[i] < n && keys[indices[i]] == sorted[i] &&
             (i == 0 || sorted[i - 1] < sorted[i] || indices[i - 1] < indices[i]);
    return ok;
}

static int ascending(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/** Sorts n keys; the steps of the longest thread of any block. */
static uint32_t work_of(const char *what, uint32_t by, size_t n) {
    static uint32_t keys[MOST_KEYS], want[MOST_KEYS], got[MOST_KEYS];
    size_t bytes = sortlab_keys_bytes(n, sortlab_ascending(SORTLAB_U32), SORTLAB_EXACT);
    for (size_t i = 0; i < n; i++) keys[i] = key_of(what, by, i);
    uint32_t *d_in = (uint32_t *)cu_upload(keys, 4 * n), *d_out = (uint32_t *)cu_alloc(4 * n);
    void *d_temp = cu_alloc(bytes);
    longest = 0;
    sortlab_must(
        sortlab_sort_keys(d_in, d_out, n, sortlab_ascending(SORTLAB_U32), d_temp, bytes, 0));
    const uint32_t steps = longest;
    cu_download(got, d_out, 4 * n);
    cu_free(d_in), cu_free(d_out), cu_free(d_temp);
    memcpy(want, keys, 4 * n);
    qsort(want, n, sizeof(*want), ascending);
    const bool pairs = sorts_pairs(keys, want, n);
    if (memcmp(want, got, 4 * n) != 0 || !pairs) {
        printf("%s %u, %zu keys, or pairs: not sorted\n", what, by, n);
        exit(1);
    }
    return steps;
}

/* sort_work LIMIT BITS WHAT BY [WHAT BY ...]: of 2^BITS keys of each input no thread takes more than LIMIT steps */
int main(int argc, char **argv) {
    uint32_t limit = (uint32_t)atoi(argv[1]);
    size_t n = (size_t)1 << atoi(argv[2]);
    int failed = 0;
    for (int a = 3; a + 1 < argc; a += 2) {
        uint32_t steps = work_of(argv[a], (uint32_t)atoi(argv[a + 1]), n);
        printf("%s %s, %zu keys: %u steps%s\n", argv[a], argv[a + 1], n, steps,
               steps > limit ? ", too many" : "");
        failed |= steps > limit;
    }
    return failed;
}
