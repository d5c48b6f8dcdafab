/*
 * The sorting library as a C program of somebody else uses it: beside qsort, and with wrong arguments.
 *     lib N keys|pairs|indices|segments|borders|errors [graph|few|stranger]
 * "graph": each call is captured, must have three launches at most, or eleven with borders, and is run as a graph.
 * "few": keys have 23 values; "stranger": and one of them has another.
 * Exit status 0: all of it is right.
 */
#include <stdbool.h>
#include <string.h>

#include "common/hash64.h"
#include "common/sort/device/sort.h"

static struct sortlab_order by;
static const unsigned char *keys; /**< those that are sorted */
static cudaStream_t stream;
static bool as_graph, borders, few, stranger;

static void begin_call(void) {
    if (as_graph) CU(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
}

/** Runs what was captured; false if it has too many nodes. */
static bool end_call(void) {
    cudaGraph_t graph;
    cudaGraphExec_t run;
    size_t nodes = 0;
    if (!as_graph) return true;
    CU(cudaStreamEndCapture(stream, &graph));
    CU(cudaGraphGetNodes(graph, NULL, &nodes));
    CU(cudaGraphInstantiate(&run, graph, 0));
    CU(cudaGraphLaunch(run, stream));
    CU(cudaStreamSynchronize(stream));
    CU(cudaGraphExecDestroy(run));
    CU(cudaGraphDestroy(graph));
    const size_t most = borders ? 11 : 3;
    if (nodes > most) printf("%zu launches for a call\n", nodes);
    return nodes <= most;
}

static size_t key_size(void) {
    return by.type < SORTLAB_U64 ? 4 : 8;
}

/** A key's bits so that their unsigned order is that of its type: written anew here, from IEEE 754. */
static uint64_t rank_of(const void *key) {
    uint64_t bits = 0, sign = key_size() == 4 ? UINT64_C(1) << 31 : UINT64_C(1) << 63;
    const unsigned width = 8 * (unsigned)key_size(), end = by.end_bit ? by.end_bit : width;
    memcpy(&bits, key, key_size());
    if (by.type == SORTLAB_I32 || by.type == SORTLAB_I64) bits ^= sign;
    if (by.type == SORTLAB_F32 || by.type == SORTLAB_F64)
        bits = bits & sign ? ~bits & (sign | (sign - 1)) : bits | sign;
    return bits << (64 - end) >> (64 - end + by.begin_bit);
}

/** The order of two items, given their indices: by their keys, and those of equal keys as they stood. */
static int in_order(const void *a, const void *b) {
    uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
    uint64_t x = rank_of(keys + i * key_size()), y = rank_of(keys + j * key_size());
    if (x == y) return i < j ? -1 : i > j;
    return (x < y) == by.descending ? 1 : -1;
}

/**
 * Eight bytes of few values, if these are asked for. Else by turns of 512: every fourth has few values, others have all
 * bits at random, so that floats are infinite and NaN, too; runs of 3 to 40; one that is usual; two values. There both
 * words of eight bytes are the same.
 */
static uint64_t word_of(size_t i, uint64_t seed) {
    const uint64_t other = stranger && i == 7777 ? UINT64_C(1) << 40 : 0; // in the upper word
    if (few) return mix64(mix64(i) % 23 * MIX_STEP + seed) ^ other;
    const uint64_t places[] = {i % 4 ? i : i % 7, i / (3 + i / 2048 % 38), i % 2 ? i : 5,
                               mix64(i) % 2};
    const uint64_t word = mix64((seed + places[i / 512 % 4]) * MIX_STEP + 1);
    return i / 512 % 4 == 0 ? word : (word >> 32) * 0x100000001;
}

static void *filled(size_t bytes, uint64_t seed) {
    unsigned char *items = calloc(bytes / 8 + 1, 8);
    for (size_t i = 0; i < bytes / 8; i++) {
        uint64_t word = word_of(i, seed);
        memcpy(items + 8 * i, &word, 8);
    }
    return items;
}

/** Whether an array on the device holds the items at these indices, and `in` those that were there before. */
static bool is_taken(const void *d_got, const void *d_in, const unsigned char *in, size_t size,
                     const uint32_t *order, size_t n, const char *what) {
    unsigned char *got = malloc(n * size + 1), *was = malloc(n * size + 1);
    cu_download(got, d_got, n * size), cu_download(was, d_in, n * size);
    bool ok = memcmp(was, in, n * size) == 0;
    if (!ok) printf("%s: the input has changed\n", what);
    for (size_t i = 0; ok && i < n; i++) {
        ok = memcmp(got + i * size, in + order[i] * size, size) == 0;
        if (!ok)
            printf("%zu %s of type %d, bits %u to %u%s: not what qsort gives at %zu\n", n, what,
                   by.type, by.begin_bit, by.end_bit, by.descending ? ", descending" : "", i);
    }
    free(got), free(was);
    return ok;
}

/** Sorts n keys in this order, with values of so many bytes: 0 is keys alone, 1 is indices. */
static bool sorts(size_t n, size_t value_bytes) {
    const bool is_pair = value_bytes > 1;
    const size_t bytes = n * key_size(), values_size = n * (is_pair ? value_bytes : 4);
    const size_t temp = is_pair            ? sortlab_pairs_bytes(n, by, value_bytes)
                        : value_bytes == 1 ? sortlab_indices_bytes(n, by)
                                           : sortlab_keys_bytes(n, by, SORTLAB_EXACT);
    uint32_t *order = malloc(4 * n + 4), *numbers = malloc(4 * n + 4);
    unsigned char *values = filled(values_size, 77);
    keys = filled(bytes, by.type);
    for (size_t i = 0; i < n; i++) order[i] = numbers[i] = (uint32_t)i;
    qsort(order, n, sizeof(*order), in_order);
    void *d_in = cu_upload(keys, bytes), *d_out = cu_alloc(bytes), *d_temp = cu_alloc(temp);
    void *d_values = cu_upload(value_bytes == 1 ? (void *)numbers : values, values_size);
    void *d_values_out = cu_alloc(values_size);
    begin_call();
    if (is_pair)
        sortlab_must(sortlab_sort_pairs(d_in, d_values, d_out, d_values_out, n, value_bytes, by,
                                        d_temp, temp, stream));
    else if (value_bytes == 1)
        sortlab_must(
            sortlab_sort_indices(d_in, (uint32_t *)d_values_out, n, by, d_temp, temp, stream));
    else
        sortlab_must(sortlab_sort_keys(d_in, d_out, n, by, d_temp, temp, stream));
    bool ok = end_call();
    if (value_bytes == 1)
        ok = is_taken(d_values_out, d_values, (unsigned char *)numbers, 4, order, n, "indices") &&
             ok;
    else
        ok = is_taken(d_out, d_in, keys, key_size(), order, n, "keys") && ok;
    if (is_pair)
        ok = is_taken(d_values_out, d_values, values, value_bytes, order, n, "values") && ok;
    cu_free(d_in), cu_free(d_out), cu_free(d_temp), cu_free(d_values), cu_free(d_values_out);
    free(order), free(numbers), free(values), free((void *)keys);
    return ok;
}

/** Cuts n keys into about n / 20 segments and one large one, some of them empty; their number. */
static size_t cut_segments(size_t n, unsigned long long *starts) {
    size_t segments = 0, at = 0;
    for (starts[0] = 0; at < n; starts[++segments] = at) {
        uint64_t random = mix64(at + segments * MIX_STEP);
        at += random % 4 ? random / 4 % 40 : 0;
        if (at > n / 3 && at < n / 2) at = n / 2;
        if (at > n) at = n;
    }
    return segments;
}

/** Mixtures of segments whose sizes are around those where another way begins, and many that are empty. */
static size_t cut_borders(size_t mixture, unsigned long long *starts) {
    static const struct {
        unsigned times, sizes[17], empty;
    } mixtures[] = {
        {12, {1, 2, 31, 32, 33, 63, 64, 65, 94, 95, 96, 97, 127, 128, 129}, 1},
        {1, {4095, 4096, 4097, 1, 2047, 2048, 2049, 40, 8191, 8192, 8193}, 1},
        {1, {10240, 10241, 3, 12287, 12288, 12289, 16383, 16384, 16385, 1, 24576, 24577}, 0},
        {3, {40, 60, 9000}, 70000},
        {1, {30001}, 0},
    };
    size_t segments = 0;
    starts[0] = 0;
    for (unsigned t = 0; t < mixtures[mixture].times; t++)
        for (unsigned i = 0; mixtures[mixture].sizes[i] > 0; i++) {
            for (unsigned e = 0; e < mixtures[mixture].empty; e++, segments++)
                starts[segments + 1] = starts[segments];
            starts[segments + 1] = starts[segments] + mixtures[mixture].sizes[i];
            segments++;
        }
    return segments;
}

/**
 * Sorts segments, with values of so many bytes or alone: each is what qsort gives. They have n keys, or are mixture n
 * of borders.
 */
static bool sorts_segments(size_t n, size_t value_bytes) {
    unsigned long long *starts = malloc(borders ? 8 << 20 : 8 * (2 * n + 2));
    const size_t segments = borders ? cut_borders(n, starts) : cut_segments(n, starts);
    const size_t bytes = 4 * (n = starts[segments]);
    const size_t temp = sortlab_segments_bytes(n, segments, by, value_bytes);
    uint32_t *order = malloc(4 * n + 4);
    unsigned char *values = filled(n * value_bytes, 77);
    keys = filled(bytes, by.type);
    for (size_t i = 0; i < n; i++) order[i] = (uint32_t)i;
    for (size_t s = 0; s < segments; s++)
        qsort(order + starts[s], starts[s + 1] - starts[s], sizeof(*order), in_order);
    void *d_in = cu_upload(keys, bytes), *d_out = cu_alloc(bytes), *d_temp = cu_alloc(temp);
    void *d_values = value_bytes ? cu_upload(values, n * value_bytes) : NULL;
    void *d_values_out = value_bytes ? cu_alloc(n * value_bytes) : NULL;
    unsigned long long *d_starts = cu_upload(starts, 8 * (segments + 1));
    begin_call();
    sortlab_must(sortlab_sort_segments(d_in, d_values, d_out, d_values_out, n, value_bytes,
                                       d_starts, segments, by, d_temp, temp, stream));
    bool ok = end_call();
    ok = is_taken(d_out, d_in, keys, 4, order, n, "keys of segments") && ok;
    if (value_bytes)
        ok = is_taken(d_values_out, d_values, values, value_bytes, order, n, "their values") && ok;
    cu_free(d_in), cu_free(d_out), cu_free(d_temp), cu_free(d_starts);
    cu_free(d_values), cu_free(d_values_out);
    free(order), free(values), free((void *)keys), free(starts);
    return ok;
}

static bool gives(enum sortlab_status got, enum sortlab_status want, const char *what) {
    if (got != want) printf("%s: %s; expected: %s\n", what, sortlab_text(got), sortlab_text(want));
    return got == want;
}

static bool refuses_keys(size_t n) {
    const struct sortlab_order none = sortlab_ascending((enum sortlab_type)99);
    const struct sortlab_order words = sortlab_ascending(SORTLAB_U32);
    const struct sortlab_order doubles = sortlab_descending(SORTLAB_F64);
    const struct sortlab_order many = {SORTLAB_U32, false, 0, 33}, no = {SORTLAB_U64, true, 9, 9};
    size_t few = sortlab_keys_bytes(n, doubles, SORTLAB_EXACT) - 1;
    size_t temp = few + 1 + sortlab_keys_bytes(n, words, SORTLAB_EXACT);
    char *d_a = cu_alloc(9 * n), *d_b = cu_alloc(9 * n), *d_t = cu_alloc(temp);
#define KEYS(in, out, order, d_temp, bytes, want)                                                  \
    gives(sortlab_sort_keys(in, out, n, order, d_temp, bytes, 0), SORTLAB_##want, #in " " #out)
    return KEYS(NULL, d_b, words, d_t, temp, BAD_POINTER) &&
           KEYS(d_a, NULL, words, d_t, temp, BAD_POINTER) &&
           KEYS(d_a + 1, d_b, words, d_t, temp, BAD_POINTER) &&
           KEYS(d_a, d_b + 4, doubles, d_t, temp, BAD_POINTER) &&
           KEYS(d_a, d_b, words, d_t + 4, temp - 256, BAD_POINTER) &&
           KEYS(d_a, d_b, words, NULL, temp, BAD_POINTER) &&
           KEYS(d_a, d_a, words, d_t, temp, OVERLAP) &&
           KEYS(d_a, d_a + 4 * n - 4, words, d_t, temp, OVERLAP) &&
           KEYS(d_a, d_b, none, d_t, temp, BAD_TYPE) && KEYS(d_a, d_b, many, d_t, temp, BAD_BITS) &&
           KEYS(d_a, d_b, no, d_t, temp, BAD_BITS) &&
           KEYS(d_a, d_b, doubles, d_t, few, FEW_BYTES) &&
           gives(sortlab_sort_keys(NULL, NULL, 0, words, NULL, 0, 0), SORTLAB_OK, "no keys") &&
           sortlab_keys_bytes(n, none, SORTLAB_EXACT) == 0 &&
           sortlab_keys_bytes(n, many, SORTLAB_EXACT) == 0;
}

static bool refuses_others(size_t n) {
    const struct sortlab_order words = sortlab_ascending(SORTLAB_U32);
    size_t temp = sortlab_pairs_bytes(n, words, 16);
    char *a = cu_alloc(16 * n), *b = cu_alloc(16 * n), *c = cu_alloc(16 * n), *d = cu_alloc(16 * n);
    void *t = cu_alloc(temp);
#define PAIRS(keys, values, out, values_out, n, bytes, temp, want)                                 \
    gives(sortlab_sort_pairs(keys, values, out, values_out, n, bytes, words, t, temp, 0),          \
          SORTLAB_##want, "pairs of " #bytes " bytes, " #values)
#define SEGMENTS(in, out, segments, by, want)                                                      \
    gives(sortlab_sort_segments(in, NULL, out, NULL, n, 0, (unsigned long long *)b, segments, by,  \
                                t, temp, 0),                                                       \
          SORTLAB_##want, #segments " segments")
    return PAIRS(a, b, c, b, n, 4, temp, OVERLAP) &&
           PAIRS(a, b + 2, c, d, n, 4, temp, BAD_POINTER) &&
           PAIRS(a, NULL, c, d, n, 4, temp, BAD_POINTER) &&
           PAIRS(a, b, c, d, n, 6, temp, BAD_VALUES) && PAIRS(a, b, c, d, n, 0, temp, BAD_VALUES) &&
           PAIRS(a, b, c, d, n, 16, temp - 1, FEW_BYTES) &&
           PAIRS(a, b, c, d, (size_t)1 << 33, 8, temp, MANY_ITEMS) &&
           PAIRS(NULL, NULL, NULL, NULL, 0, 4, 0, OK) && SEGMENTS(a, c, 0, words, BAD_SEGMENTS) &&
           SEGMENTS(a, c, (size_t)1 << 33, words, BAD_SEGMENTS) &&
           SEGMENTS(a, a, 2, words, OVERLAP) &&
           SEGMENTS(a, c, 2, sortlab_ascending(SORTLAB_I64), BAD_TYPE) &&
           gives(sortlab_sort_indices(a, (uint32_t *)(a + 8), n, words, t, temp, 0),
                 SORTLAB_OVERLAP, "indices over keys") &&
           gives(sortlab_sort_indices(a, NULL, n, words, t, temp, 0), SORTLAB_BAD_POINTER,
                 "no place for indices") &&
           gives(sortlab_count_buckets(a, n, SORTLAB_U32, 16, (unsigned long long *)t, 0),
                 SORTLAB_BAD_BITS, "16 bits counted") &&
           gives(sortlab_partition(a, (uint32_t *)b, n, SORTLAB_U32, 0, (unsigned long long *)t, 0),
                 SORTLAB_BAD_BITS, "a partition by no bit");
}

/** Whether fewer items never need more temporary memory, at powers of two and where one block is too small. */
static bool never_takes_more(void) {
    const struct sortlab_order by = sortlab_ascending(SORTLAB_U32);
    size_t last[4] = {0, 0, 0, 0};
    for (int bits = 1; bits < 33; bits++) {
        const size_t power = (size_t)1 << bits, edge = bits == 13   ? 8696
                                                       : bits == 14 ? 17400
                                                                    : power + power / 3;
        const size_t n[] = {power - 1, power, power + 1, edge, edge + 1};
        for (int k = 0; k < 5; k++) {
            const size_t bytes[] = {
                sortlab_keys_bytes(n[k], by, SORTLAB_EXACT), sortlab_pairs_bytes(n[k], by, 4),
                sortlab_indices_bytes(n[k], by), sortlab_segments_bytes(n[k], 9, by, 12)};
            for (int i = 0; i < 4; i++) {
                if (bytes[i] < last[i]) return printf("%zu need less than fewer\n", n[k]), false;
                last[i] = bytes[i];
            }
        }
    }
    return true;
}

/** Whether temporary memory is what sort.h says, in tenths of a word an item. */
static bool takes_memory(void) {
    const size_t n = (size_t)1 << 24;
    const struct sortlab_order part = {SORTLAB_F32, false, 3, 20};
    const struct sortlab_order words = sortlab_ascending(SORTLAB_U32);
    const struct sortlab_order doubles = sortlab_descending(SORTLAB_F64);
    const struct {
        size_t got, tenths;
    } sizes[] = {{sortlab_keys_bytes(4 * n, words, SORTLAB_EXACT), 61},
                 {sortlab_keys_bytes(n, words, SORTLAB_EXACT), 16},
                 {sortlab_keys_bytes(n, part, SORTLAB_EXACT), 11},
                 {sortlab_keys_bytes(n, doubles, SORTLAB_EXACT), 21},
                 {sortlab_pairs_bytes(n, words, 4), 21},
                 {sortlab_pairs_bytes(n, words, 12), 31},
                 {sortlab_pairs_bytes(n, doubles, 4), 31},
                 {sortlab_indices_bytes(n, words), 31},
                 {sortlab_indices_bytes(n, doubles), 51},
                 {sortlab_segments_bytes(n, 1000, words, 0), 13},
                 {sortlab_segments_bytes(n, 1000, words, 4), 27},
                 {sortlab_segments_bytes(n, 1000, words, 8), 37}};
    bool ok = true;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        const size_t tenths = (sizes[i].got * 10 + 2 * n) / (4 * n); // rounded
        if (tenths != sizes[i].tenths)
            printf("size %zu: %zu tenths of a word, not %zu\n", i, tenths, sizes[i].tenths);
        ok = ok && tenths == sizes[i].tenths;
    }
    return ok && never_takes_more();
}

/** All types up and down, by all bits and by some; or with 1,000 + value_bytes segments of those of 32 bits. */
static bool sorts_all(size_t n, size_t value_bytes) {
    static const unsigned bits[][2] = {{0, 0}, {3, 0}, {0, 9}, {11, 17}, {8, 16}, {5, 31}};
    bool ok = true;
    const bool segments = value_bytes >= 1000;
    for (int t = 0; t < (segments ? SORTLAB_U64 : SORTLAB_TYPES); t++)
        for (unsigned b = 0; b < sizeof(bits) / sizeof(bits[0]); b += borders ? 3 : 1)
            for (int down = 0; down < 2; down++) {
                const unsigned more = t >= SORTLAB_U64 && b >= 4 ? 23 : 0; // across the words
                by.type = (enum sortlab_type)t;
                by.begin_bit = bits[b][0], by.end_bit = bits[b][1] + (bits[b][1] ? more : 0);
                by.descending = down == 1;
                ok = (segments ? sorts_segments(n, value_bytes - 1000) : sorts(n, value_bytes)) &&
                     ok;
            }
    return ok;
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    as_graph = argc > 3 && strcmp(argv[3], "graph") == 0;
    stranger = argc > 3 && strcmp(argv[3], "stranger") == 0;
    few = stranger || (argc > 3 && strcmp(argv[3], "few") == 0);
    if (as_graph) CU(cudaStreamCreate(&stream));
    size_t n = strtoull(argv[1], NULL, 10);
    const char *what = argv[2];
    if (strcmp(what, "errors") == 0) return !(refuses_keys(n) && refuses_others(n));
    if (strcmp(what, "bytes") == 0) return !takes_memory();
    if (strcmp(what, "keys") == 0) return !sorts_all(n, 0);
    if (strcmp(what, "indices") == 0) return !sorts_all(n, 1);
    bool ok = true;
    borders = strcmp(what, "borders") == 0;
    const size_t base = borders || strcmp(what, "segments") == 0 ? 1000 : 0;
    for (size_t size = base ? 0 : 4; size <= 16; size += 4) ok = sorts_all(n, base + size) && ok;
    return !ok;
}
