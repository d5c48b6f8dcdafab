/*
 * One slice as it comes to a rank of many: pieces of parts, sorted by sort_slice.
 *     slice SLICE_BITS RANKS KEYS uniform|few
 * Exit status 0: in order, and the keys that came.
 */
#include <stdlib.h>
#include <string.h>

#include "common/check.h"
#include "common/cu.h"
#include "common/hash64.h"
#include "common/sort/device/sort.h"
#include "grader/sort/ranks/slice.h"

enum { TOP = 5, SECRET = 12345 };

/** Key i of the slice: of few values, or of all. */
static uint32_t key_of(size_t i, uint32_t bits, bool few) {
    uint32_t random = (uint32_t)(mix64((few ? i % 7 : i) * MIX_STEP + 1) >> 32);
    return random >> bits | (uint32_t)TOP << (32 - bits);
}

/** Puts the keys first to first + n - 1 into their parts, and says where those begin. */
static void put_pieces(struct slice *s, uint32_t *keys, size_t first, size_t n, bool few) {
    uint32_t part_of_first = (uint32_t)TOP << (PART_BITS - s->bits);
    uint64_t next[PARTS] = {0};
    for (size_t i = first; i < first + n; i++)
        next[(key_of(i, s->bits, few) >> (32 - PART_BITS)) - part_of_first]++;
    for (uint32_t part = 0; part < s->parts; part++, s->n++) {
        s->starts[s->n + 1] = s->starts[s->n] + next[part];
        next[part] = s->starts[s->n];
    }
    for (size_t i = first; i < first + n; i++) {
        uint32_t key = key_of(i, s->bits, few);
        keys[next[(key >> (32 - PART_BITS)) - part_of_first]++] = key;
    }
}

int main(int argc, char **argv) {
    if (argc != 5) return 2;
    uint32_t bits = (uint32_t)atoi(argv[1]), ranks = (uint32_t)atoi(argv[2]);
    size_t n = strtoull(argv[3], NULL, 10), bytes = slice_bytes(n);
    struct slice s = {bits, TOP, 0, (uint32_t)PARTS >> bits, {0}};
    uint32_t *keys = (uint32_t *)malloc(n * sizeof(*keys) + 1);
    struct check_multiset came = check_multiset_start(SECRET), left = came;
    struct check_note note;
    for (uint32_t r = 0; r < ranks; r++)
        put_pieces(&s, keys, n * r / ranks, n * (r + 1) / ranks - n * r / ranks,
                   strcmp(argv[4], "few") == 0);
    check_multiset_add(&came, keys, n);
    uint32_t *d_in = (uint32_t *)cu_upload(keys, n * sizeof(*keys));
    uint32_t *d_out = (uint32_t *)cu_alloc(n * sizeof(*keys));
    void *d_temp = cu_alloc(bytes);
    sort_slice(d_in, d_out, &s, d_temp, bytes, 0);
    cu_download(keys, d_out, n * sizeof(*keys));
    check_multiset_add(&left, keys, n);
    if (!check_sorted(keys, n, &note) || !check_multiset_equal(&came, &left)) {
        printf("slice %s %s %s %s: %s\n", argv[1], argv[2], argv[3], argv[4],
               check_sorted(keys, n, &note) ? "not the keys that came" : note.text);
        return 1;
    }
    return 0;
}
