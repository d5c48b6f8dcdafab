/*
 * The sampled form of the sort by buckets: is every input sorted, and does it notice when its sample has misled it?
 *     sampled WHAT N bits|planned|full|misled|exact|either [buckets|sweeps]
 *     sampled crowded WHAT N BITS yes|no
 *     sampled rule N VALUES OFTEN DIFFER RUNS buckets|sweeps [spiked] [alike] [NEAR NEAR NEAR NEAR]
 * Exit status 0: sorted, the input as it was, and its digits were bits, or were planned, as was said; or the sample
 * misled, or this device takes none. full: for buckets it gave too little space, and others were finished. And where
 * the device chooses the way, it chooses this one. rule: so it does for N keys, of which it met so many values, some of
 * them often, that differ in these bits, and warps that met runs. There is a spike; neighbours are alike; so many met
 * near another one at each scale. crowded: so it is said of buffers for so many bits, by the first tile of N keys.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "common/hash64.h"
#include "common/sort/device/choose.h"
#include "common/sort/device/buffered.h"

static uint32_t random_word(uint64_t i) {
    return (uint32_t)(mix64(i * MIX_STEP + 1) >> 32);
}

/** Key i of n. */
static uint32_t key_of(const char *what, size_t i, size_t n) {
    uint32_t r = random_word(i);
    if (strcmp(what, "equal") == 0) return 0xabcdef01;
    if (strcmp(what, "stray") == 0)
        return i == n - 1 ? 0 : 0xabcdef01; // the last key is in no piece
    if (strcmp(what, "sorted") == 0) return (uint32_t)((double)i / (double)n * 4294967296.0);
    if (strcmp(what, "full") == 0) // buckets by bits are all too large by a little
        return (uint32_t)((double)i / (double)n * 2147483648.0);
    if (strcmp(what, "AND-3") == 0) return r & random_word(i + n) & random_word(i + 2 * n);
    if (strcmp(what, "AND-2") == 0) return r & random_word(i + n);
    if (strcmp(what, "few") == 0) return random_word(r % 5);
    if (strcmp(what, "Zipf") == 0) return random_word((1u << 20) / (1 + r % (1u << 16)));
    if (strcmp(what, "near") == 0) return r % 2 ? 0x12345678 : 0x12345000 + r % 512;
    if (strcmp(what, "fours") == 0) return random_word(i / 4);
    if (strcmp(what, "runs") == 0) return random_word(i / 40); // a piece tells of few others
    if (strncmp(what, "hid", 3) == 0) { // no sample has a key of the lower half, or most are alike
        size_t piece = i / (16 * PIECE_ITEMS), at = sampled_place(piece, 16, false, 0);
        bool met = i >= at && i < at + PIECE_ITEMS;
        return strcmp(what, "hidden") == 0 ? met ? r | 1u << 31 : r >> 1 : met ? r : r >> 7;
    }
    if (strcmp(what, "low") == 0) return r >> 7;
    if (strcmp(what, "reversed") == 0) {
        uint32_t key = 0;
        for (int b = 0; b < 32; b++) key |= (uint32_t)(i >> b & 1) << (31 - b);
        return key;
    }
    if (strcmp(what, "evenly") == 0) return random_word(r % 1024);
    if (strcmp(what, "tail") == 0) return i + 64 < n ? r | 1u << 31 : r >> 1;
    if (strcmp(what, "prices") == 0)
        return 1u << r % 18 | (random_word(i + n) & ((1u << r % 18) - 1)) % 99;
    if (strcmp(what, "floats") == 0)
        return r << 31 | ((1u << 30) - (random_word(i + n) >> (8 + r / 2 % 20)));
    if (strcmp(what, "spike") == 0) return r % 4 ? 0x8badf00d : random_word(i + n);
    if (strcmp(what, "zeros") == 0) // beside small numbers, which are in the same entry of a table
        return r % 2 ? 0 : random_word(i + n) % (r % 16 == 2 ? 60000 : UINT32_MAX);
    if (strcmp(what, "two") == 0) return r % 2 ? 77 : 78;
    if (strcmp(what, "ends") == 0) return r % 3 == 0 ? 0 : r % 3 == 1 ? UINT32_MAX : r;
    if (strcmp(what, "ages") == 0) return r % 60 + random_word(i + n) % 41;
    if (strcmp(what, "blocks") == 0) return random_word(i / 1000);
    if (strcmp(what, "nearly") == 0)
        return (uint32_t)((double)i / (double)n * 4294967296.0) +
               (random_word(i + n) % 100 == 0 ? r : 0);
    if (strcmp(what, "walk") == 0) return 0x50000000 + (uint32_t)(i % 4096 * (i % 4096)) + r % 512;
    if (strcmp(what, "lumps") == 0) return r % (1 << 16) << 16 | r >> 23; // 2^9 of 2^16
    if (strcmp(what, "clusters") == 0)
        return random_word(r % 1000) % 4200000000u + (r >> 16) % 4096;
    if (strcmp(what, "crowd") == 0) return r % 2 ? r : r >> 15;
    if (strcmp(what, "squares") == 0) return r % (1 << 16) * (r % (1 << 16));
    if (strcmp(what, "crowds") == 0) // of entries, each of more than half of a digit's keys
        return r % 17 * 252645135 + (1 << 19) + random_word(i + n) % (1 << 16);
    if (strcmp(what, "arcs") == 0) return (uint32_t)(i % 1000 * 4000000 + r % 4000000);
    if (strcmp(what, "half") == 0) // from somewhere on they lie in order
        return i < n / 3 ? r : (uint32_t)((double)(i - n / 3) / (double)n * 1.5 * 4294967296.0);
    if (strcmp(what, "stirred") == 0) // some tiles have few digits, and neighbours differ
        return i % (n / 8) < n / 12 ? r : (r & 0x1fffffff) | (uint32_t)(i / (n / 8)) << 29;
    if (strcmp(what, "multiples") == 0) // a piece lies in 2 buckets of 600,000 keys
        return (uint32_t)i * 4000001;
    if (strcmp(what, "clumps") == 0) // neighbours were given out one after the other
        return random_word(i / 24) + (uint32_t)i % 24;
    if (strcmp(what, "apart") == 0) return random_word(i / 24) + (uint32_t)i % 24 * 40000;
    if (strcmp(what, "heavy") ==
        0) { // some tiles fill a buffer, in others the digit has fewer keys
        const bool fill = i / PART_TILE % 2, some = random_word(i + n) % 1000 < (fill ? 34 : 250);
        return !some ? r : fill ? r >> 3 | 3u << 29 : r >> 29 == 3 ? r ^ 1u << 31 : r;
    }
    if (strcmp(what, "hot") == 0) return i % 128 == 5 ? 7u << 24 : r; // a digit of 8 bits
    if (strcmp(what, "hots") == 0) return i % 128 < 6 ? (uint32_t)(i % 128) << 24 : r;
    if (strcmp(what, "saw") == 0) return (uint32_t)(i % 5003) * 858993;
    return r; // uniform
}

/** Order of a type, as unsigned words. */
static enum key_type order;
static int ascending(const void *a, const void *b) {
    uint32_t x = key_encode(*(const uint32_t *)a, order),
             y = key_encode(*(const uint32_t *)b, order);
    return x < y ? -1 : x > y;
}

/**
 * Sorts in the way that the device chooses: where few bytes differ by sweeps, and where none repeats by buckets. `way`
 * is NULL, or the one that it should choose.
 */
static bool choice_fails(const uint32_t *d_in, const uint32_t *sorted, size_t n, const char *way) {
    const size_t bytes = n * sizeof(uint32_t),
                 temp_bytes = sizeof(struct choice) + form_bytes(n, true);
    uint32_t *d_out = (uint32_t *)cu_alloc(bytes), *got = (uint32_t *)malloc(bytes), differ = 0;
    void *d_temp = cu_alloc(temp_bytes);
    static struct choice choice;
    struct items x = {n, sizeof(uint32_t), 0, d_in, NULL, d_out, NULL, (key_order)order, 0, 32};
    size_t values = 1;
    cu_download(got, d_in, bytes);
    size_t same = 0;
    for (size_t i = 1; i < n; i++) same += got[i] == got[i - 1];
    sort_chosen(&x, d_temp, temp_bytes, 0);
    cu_download(got, d_out, bytes);
    cu_download(&choice, d_temp, offsetof(struct choice, unused));
    for (size_t i = 1; i < n; i++) {
        differ |= key_encode(sorted[i], order) ^ key_encode(sorted[0], order);
        values += sorted[i] != sorted[i - 1];
    }
    const int n_bytes = (differ >> 24 > 0) + ((differ >> 16 & 255) > 0) +
                        ((differ >> 8 & 255) > 0) + ((differ & 255) > 0);
    const char *chosen = choice.sweeps ? "sweeps" : "buckets";
    const bool ok = memcmp(got, sorted, bytes) == 0 && (n_bytes > 2 || choice.sweeps) &&
                    (choice.differ & ~differ) == 0 && choice.often <= choice.values[0] &&
                    choice.values[0] <= (values < CHOOSE_KEYS ? values : CHOOSE_KEYS) &&
                    !(values == n && n_bytes > 2 && choice.sweeps && choice.collide == 0 &&
                      choice.clumped <= MOST_CLUMPED) &&
                    (same * 10 < 7 * n || choice.runs > CHOOSE_WARPS / 2) &&
                    (same * 10 > 3 * n || choice.runs < CHOOSE_WARPS / 8) &&
                    (!way || strcmp(way, chosen) == 0);
    if (!ok)
        printf("%zu keys, %d bytes differ, %zu values: %s, by %s; it met %u values, %u again\n", n,
               n_bytes, values, memcmp(got, sorted, bytes) == 0 ? "sorted" : "not sorted", chosen,
               choice.values[0], choice.often);
    cu_free(d_out), cu_free(d_temp);
    free(got);
    return !ok;
}

static int fails(const char *what, size_t n, const char *said, const char *way,
                 enum key_type type) {
    size_t bytes = n * sizeof(uint32_t);
    uint32_t *keys = (uint32_t *)malloc(bytes), *got = (uint32_t *)malloc(bytes);
    for (size_t i = 0; i < n; i++) keys[i] = key_of(what, i, n);
    struct pieces p = {NULL, 0};
    lay_out_sampled(n, &p);
    uint32_t *d_in = (uint32_t *)cu_upload(keys, bytes), *d_out = (uint32_t *)cu_alloc(bytes);
    struct pieces again = {(char *)cu_alloc(p.bytes), 0};
    void *d_temp = again.d_memory;
    struct sampled q = lay_out_sampled(n, &again);
    struct sample_notes notes;
    bool sampled = choose_form(n, p.bytes).sampled;
    sort_words(d_in, d_out, n, type, d_temp, p.bytes, 0);
    cu_download(got, d_in, bytes);
    bool kept = memcmp(got, keys, bytes) == 0;
    cu_download(got, d_out, bytes);
    cu_download(&notes, q.notes, sizeof(notes));
    order = type;
    qsort(keys, n, sizeof(*keys), ascending);
    bool sorted = memcmp(got, keys, bytes) == 0, misled = false, full = false;
    for (int i = 0; sampled && i < MISLED; i++) misled |= notes.misled[i] > 0;
    for (int b = 0; sampled && b < RADIX; b++) full |= notes.full[b] > 0 && notes.n_jobs > 0;
    const char *was = !sampled        ? "exact"
                      : misled        ? "misled"
                      : full          ? "full"
                      : notes.by_bits ? "bits"
                                      : "planned";
    bool ok = kept && sorted && (strcmp(said, was) == 0 || strcmp(said, "either") == 0);
    if (!ok)
        printf("%s, %zu keys of type %d:%s%s %s\n", what, n, (int)type,
               kept ? "" : " the input has changed,", sorted ? "" : " not sorted,", was);
    ok = ok && !(sampled && choice_fails(d_in, keys, n, way));
    cu_free(d_in), cu_free(d_out), cu_free(d_temp);
    free(keys), free(got);
    return !ok;
}

static __global__ void __launch_bounds__(PART_THREADS)
    crowded_kernel(const uint32_t *d_in, struct space_level l, uint32_t *d_crowded) {
    extern __shared__ struct buffer_shared s_buffers[];
    struct part_keys k;
    k.bits = true, k.shift = 32 - l.by.bits, k.mask = (1u << l.by.bits) - 1;
    k.full = true, k.m = PART_TILE;
    load_keys(&k, d_in);
    map_keys(&k, ORDER_NONE);
    if (threadIdx.x < DIGITS) s_buffers->filled[threadIdx.x] = 0;
    __syncthreads(); // buffers are empty
    const bool crowded = look_crowded(&k, buffer_of(l.buffers, l.by.bits), s_buffers);
    if (threadIdx.x == 0) *d_crowded = crowded;
}

/** Buffers have the words that they have in a sort. */
static int crowded_fails(const char *what, size_t n, uint32_t bits, const char *said) {
    uint32_t *keys = (uint32_t *)malloc(PART_TILE * sizeof(*keys)), got = 0;
    for (size_t i = 0; i < PART_TILE; i++) keys[i] = key_of(what, i, n);
    uint32_t *d_in = (uint32_t *)cu_upload(keys, PART_TILE * sizeof(*keys)),
             *d_crowded = (uint32_t *)cu_upload(&got, sizeof(got));
    struct space_level l = {};
    l.by.bits = bits, l.buffers = buffer_words(buffered_bytes(bits));
    void *arguments[] = {&d_in, &l, &d_crowded};
    launch_early((const void *)crowded_kernel, 1, PART_THREADS, buffered_bytes(bits), 0, arguments);
    cu_download(&got, d_crowded, sizeof(got));
    cu_free(d_in), cu_free(d_crowded), free(keys);
    if ((strcmp(said, "yes") == 0) != got) printf("%s, %u bits: crowded %u\n", what, bits, got);
    return (strcmp(said, "yes") == 0) != got;
}

static __global__ void rule_kernel(struct choice *choice, size_t n) {
    choice->sweeps = prefer_sweeps(choice, n);
}

/** Where nothing is said of keys that are near, they lie smoothly: at each scale 16 times as many. */
static int rule_fails(size_t n, int argc, char **argv) {
    static struct choice choice;
    const uint32_t values = (uint32_t)strtoul(argv[0], NULL, 10);
    uint32_t near = CHOOSE_KEYS - values;
    int k = 5;
    for (; k < argc && argv[k][0] > '9'; k++)
        if (strcmp(argv[k], "spiked") == 0)
            choice.spiked = 1;
        else
            *(strcmp(argv[k], "close") == 0   ? &choice.close
              : strcmp(argv[k], "dense") == 0 ? &choice.dense
                                              : &choice.crowded) = SPIKE_KEYS / 2;
    choice.values[0] = values;
    for (int s = 1; s < CHOOSE_SCALES; s++) {
        near = k + s - 1 < argc ? (uint32_t)strtoul(argv[k + s - 1], NULL, 10) : 16 * near;
        choice.values[s] = near < values ? values - near : 1;
    }
    choice.often = (uint32_t)strtoul(argv[1], NULL, 10);
    choice.differ = (uint32_t)strtoul(argv[2], NULL, 16);
    choice.runs = (uint32_t)strtoul(argv[3], NULL, 10);
    struct choice *d_choice = (struct choice *)cu_upload(&choice, sizeof(choice));
    rule_kernel<<<1, 1>>>(d_choice, n);
    cu_download(&choice, d_choice, sizeof(choice));
    cu_free(d_choice);
    const char *chosen = choice.sweeps ? "sweeps" : "buckets";
    if (strcmp(chosen, argv[4]) != 0)
        printf("%zu keys, %s values, %s often, bits %s: %s\n", n, argv[0], argv[1], argv[2],
               chosen);
    return strcmp(chosen, argv[4]) != 0;
}

int main(int argc, char **argv) {
    if (argc >= 8 && strcmp(argv[1], "rule") == 0)
        return rule_fails(strtoull(argv[2], NULL, 10), argc - 3, argv + 3);
    if (argc == 6 && strcmp(argv[1], "crowded") == 0)
        return crowded_fails(argv[2], strtoull(argv[3], NULL, 10), (uint32_t)atoi(argv[4]),
                             argv[5]);
    if (argc < 4 || argc > 5) return 2;
    int failed = 0;
    for (int type = 0; type < KEY_TYPES; type++)
        failed |= fails(argv[1], strtoull(argv[2], NULL, 10), argv[3], argc > 4 ? argv[4] : NULL,
                        (enum key_type)type);
    return failed;
}
