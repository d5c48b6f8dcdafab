/*
 * Keys that lie evenly are sorted by buckets of their top bits, all others by sweeps.
 *     even WHAT N buckets|tables|sweeps|handed|spike|few|aside|strangers
 * Exit status 0: sorted in every order, in that way, and the input as it was. tables: by buckets that tables make.
 * handed: by buckets first, and since one of them could not be finished, by sweeps after all. spike: by sweeps that
 * left out one value. few: few values, which were counted and written anew. aside: few keys had other values.
 * strangers: many had, and these went by sweeps.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/hash64.h"
#include "common/sort/device/even.h"

static uint32_t random_word(uint64_t i) {
    return (uint32_t)(mix64(i * MIX_STEP + 1) >> 32);
}

enum { MANY = 1000000 };
static_assert((int)BUCKET_SPACE <= (int)BUCKET_ITEMS, "a bucket that does not spill fits a block");

/** The word of a float. */
static uint32_t float_word(double value) {
    const float x = (float)value;
    uint32_t bits;
    memcpy(&bits, &x, sizeof(bits));
    return key_encode(bits, KEY_F32);
}

/** Key i of n: so many lie far below the others, and ever more as these come nearer. */
static uint32_t fringed_key(size_t i, size_t n, uint32_t far) {
    static const uint32_t ends[] = {2, 27, 277, 2777};
    uint32_t bin = 1964 + random_word(i) % 60;
    for (uint32_t k = 4; k-- > 0;)
        if (i < ends[k]) bin = 1960 + k;
    if (i >= ends[3] && i < ends[3] + far) bin = 1000 + ((uint32_t)i - ends[3]) * 950 / far;
    return bin << 20 | random_word(i + n) >> 12;
}

/** The bits of two numbers by turns. */
static uint32_t morton(uint32_t x, uint32_t y) {
    uint32_t word = 0;
    for (int bit = 0; bit < 16; bit++)
        word |= (x >> bit & 1) << 2 * bit | (y >> bit & 1) << (2 * bit + 1);
    return word;
}

/** The first bit of a counter is the last of a key. */
static uint32_t mirrored(size_t i) {
    uint32_t key = 0;
    for (int bit = 0; bit < 32; bit++) key |= (uint32_t)(i >> bit & 1) << (31 - bit);
    return key;
}

/** Key i of n that lie smoothly, as word r says; or random bits. */
static uint32_t smooth_key(const char *what, size_t i, size_t n, uint32_t r) {
    const double u = (r + 0.5) / 4294967296.0, v = random_word(i + n) / 4294967296.0;
    const double normal = sqrt(-2 * log(u)) * cos(6.283185307 * v);
    if (strcmp(what, "normal") == 0) return float_word(normal);
    if (strcmp(what, "peak") == 0) // a bucket spills
        return float_word(i % (size_t)sqrt(n / 20.0) ? normal : 0.71);
    if (strcmp(what, "tower") == 0) return float_word(i % 110 ? normal : 0.71); // too many
    if (strcmp(what, "zeros") == 0) return float_word(r % 4001 == 0 ? r % 2 ? 0.0 : -0.0 : normal);
    if (strcmp(what, "far") == 0) // and few keys of any exponent
        return r % 2003 == 0 ? random_word(i + n) : float_word(normal);
    if (strcmp(what, "exponential") == 0) return float_word(-log(u));
    if (strcmp(what, "log-normal") == 0) return float_word(exp(2 * normal));
    if (strcmp(what, "unit") == 0) return float_word(u);
    if (strcmp(what, "degrees") == 0) return float_word(360 * u - 180);
    if (strcmp(what, "clipped") == 0) return float_word(u < 0.5 ? 1.2 * v : 9 + 4 * v);
    if (strcmp(what, "stairs") == 0) // a third lies less densely, from within a bin on
        return 9777777 + (r % 3 ? (r >> 5) + (r >> 8) : (r >> 4) + (r >> 8));
    if (strcmp(what, "bell") == 0) return (uint32_t)(2147483648.0 + 2e8 * normal);
    if (strcmp(what, "hump") == 0) // a value has more copies than a block can finish
        return i % 420 ? (uint32_t)(2147483648.0 + 3e7 * normal) : 0x81234567;
    if (strcmp(what, "bump") == 0) // or nearly as many, and others lie close to it
        return i % 280 ? (uint32_t)(2147483648.0 + 3e7 * normal) : 0x81234567;
    if (strcmp(what, "signal") == 0) // a value has thousands of copies, amid others,
        return r % 350 ? (uint32_t)(2147483648.0 + 1e8 * normal) : 0x86543210;
    if (strcmp(what, "signals") == 0) // or two have
        return r % 700 > 1 ? (uint32_t)(2147483648.0 + 1e8 * normal) : 0x86543210 + r % 700 * 77;
    if (strcmp(what, "ramp") == 0) return (uint32_t)(sqrt(u) * 4294967295.0);
    if (strcmp(what, "dense") == 0) // ever more of them the less they are
        return (uint32_t)pow((r + v) / 4096.0, 1.5);
    if (strcmp(what, "spots") == 0) { // of each bin a quarter has all keys, but for few
        if (i % 997 == 0) return random_word(i + n);
        const uint32_t bin = (uint32_t)(sqrt(u) * 1024);
        return bin << 20 | ((random_word(bin) + (random_word(i + n) >> 14)) & 0xfffff);
    }
    if (strcmp(what, "steep") ==
        0) // a tenth: each bin has half of the keys of the one before, or a little more
        return r % 10 ? 1u << 31 | r >> 1 : (uint32_t)((1 << 28) - log(1 - v) * 1.67 * (1 << 20));
    if (strcmp(what, "lone") == 0) // a bin, of which no neighbour says how its keys lie
        return r % 20 ? 1u << 31 | r >> 1 : 700u << 20 | (random_word(i + n) >> 12);
    if (strcmp(what, "clusters") == 0) return random_word(r % 100000) + random_word(i + n) % 4096;
    if (strcmp(what, "falling") == 0)
        return float_word(97 * normal);                              // it falls steeply from 256 on
    if (strcmp(what, "edges") == 0) return float_word(1.2 * normal); // a group has seven exponents
    if (strcmp(what, "comb") == 0) // every second bin has twice as many keys
        return 1u << 31 | r % 1024 << 21 | (r >> 10) % 3 / 2 << 20 | random_word(i + n) >> 12;
    if (strcmp(what, "grid") == 0) // of which a square has keys: their range has gaps
        return morton(random_word(i) % 10146, random_word(i + n) % 10146);
    if (strcmp(what, "strays") == 0) // a small range, and few keys anywhere
        return i % 30011 == 9 ? random_word(i + n) : (1u << 30) + (uint32_t)(normal * 4e6);
    if (strcmp(what, "exiles") == 0) // too many, where the sample of few values does not look
        return i / (n / 4096) % 4 == 1 && i % 60 == 0 ? random_word(i + n)
                                                      : (1u << 30) + (uint32_t)(normal * 4e6);
    if (strcmp(what, "tail") == 0)
        return (uint32_t)(1000 / u); // the more keys, the farther they lie
    if (strcmp(what, "fringe") == 0) return fringed_key(i, n, 190);
    if (strcmp(what, "fringes") == 0) return fringed_key(i, n, 900); // too many to lie far
    return r;                                                        // uniform
}

/** Whether key i of n is in the sample that looks for few values. */
static bool is_sampled(size_t i, size_t n) {
    const uint64_t parts = FEW_THREADS * FEW_ROUNDS;
    for (uint64_t k = i * parts / n; k < parts && k * n / parts <= i; k++)
        if (i == (k * n + ((uint64_t)random_of((uint32_t)k) * n >> 32)) / parts) return true;
    return false;
}

/** Key i of n. */
static uint32_t key_of(const char *what, size_t i, size_t n) {
    const uint32_t r = random_word(i), b = r % 256;
    if (strcmp(what, "sorted") == 0) return (uint32_t)((i << 32) / n) + r % 1000;
    if (strcmp(what, "reversed") == 0) return UINT32_MAX - (uint32_t)((i << 32) / n) - r % 1000;
    if (strcmp(what, "steps") == 0) return (uint32_t)((i << 32) / n) & 0xffffff00u; // a byte is 0
    if (strcmp(what, "equal") == 0) return 0xabcdef01;
    if (strcmp(what, "AND-3") == 0) return r & random_word(i + n) & random_word(i + 2 * n);
    if (strcmp(what, "AND-6") == 0)
        return r & random_word(r + n) & random_word(r + 2 * n) & random_word(r ^ i) &
               random_word(r * 3u + i) & random_word(r * 5u + i);
    if (strcmp(what, "half") == 0) return r % 2 ? random_word(i + n) : 0x81234567;
    if (strcmp(what, "five") == 0) return r % 5 * 0x33333333;
    if (strcmp(what, "ranks") == 0) return (uint32_t)(i / (n / 386)) * 491258; // the last are few
    if (strcmp(what, "hundreds") == 0) return r % 400 * 0x00a3d70b;
    if (strcmp(what, "shelves") == 0) // keys lie close in each of many, which come by turns
        return (uint32_t)(i % 17362) * 182260 + r % 6202;
    if (strcmp(what, "days") == 0) // most in the middle of each, which is a bin long, or so
        return 1600000000 + r % 740 * 86400 + (random_word(i + n) % 28800) +
               random_word(i + 2 * n) % 28800 + random_word(i + 3 * n) % 28800;
    if (strcmp(what, "weights") == 0) // few of which a sample meets some once, or not at all
        return (uint32_t)__builtin_popcount(r) * 0x05234567;
    if (strcmp(what, "mixture") == 0) return b < 13 ? random_word(i + n) : b % 61 * 0x03333333;
    if (strcmp(what, "stranger") == 0) return i == n / 3 ? r : r % 100 * 0x01234567;
    if (strcmp(what, "strangers") == 0 || strcmp(what, "crowd") == 0) // which no sample meets
        return i - n / 3 < (what[0] == 's' ? 1800 : 12000) && !is_sampled(i, n)
                   ? i % 7 == 0 ? (uint32_t)i % 3 - 1 : r
                   : 1 + r % 200 * 0x01234567;
    if (strcmp(what, "brim") ==
        0) { // four buckets are full, and each begins at another place of 16 bytes
        const uint32_t four = 4 * BUCKET_ITEMS, x = (uint32_t)i;
        const uint32_t top = x < four       ? x / BUCKET_ITEMS * 2
                             : x < four + 3 ? (x - four) * 2 + 1
                                            : 8 + random_word(i + n) % 248;
        return top << 24 | r >> 8;
    }
    if (strcmp(what, "two") == 0) return r % 3 ? 0x12345678 : 0xedcba987;
    if (strcmp(what, "least") == 0) return r % 5 ? 0 : random_word(i + n);
    if (strcmp(what, "greatest") == 0) return r % 50 ? UINT32_MAX : random_word(i + n);
    if (strcmp(what, "runs") == 0) return i < n / 2 ? 0x7fffffff : (uint32_t)(i * 997);
    if (strcmp(what, "bytes") == 0) return r % 2 ? 0x1234 : r >> 16; // of which two differ
    if (strcmp(what, "low") == 0) return r >> 7;
    if (strcmp(what, "small") == 0) return (1u << 31) - 1000 + r % 2001; // numbers with a sign
    if (strcmp(what, "twice") == 0) return random_word(i / 2);
    if (strcmp(what, "crowds") == 0) // a quarter: 25 in a bin, or so
        return r % 4 ? random_word(i + n) : random_word(r % (n / 100)) + random_word(i + n) % 64;
    if (strcmp(what, "eights") == 0) return random_word(i / 8);
    if (strcmp(what, "clumps") == 0) // neighbours were given out one after the other
        return random_word(i / 24) + (uint32_t)i % 24;
    if (strcmp(what, "apart") == 0) return random_word(i / 24) + (uint32_t)i % 24 * 40000;
    if (strcmp(what, "tens") == 0) return random_word(i % (n / 10));
    if (strcmp(what, "hot") == 0) return r % 16 ? r : 0x7fffffff; // a bucket is too large
    if (strcmp(what, "values") == 0) // each bucket has one value, and each byte 256
        return b << 24 | (b * 7 & 255) << 16 | (b * 11 & 255) << 8 | (b * 13 & 255);
    if (strcmp(what, "copies") == 0) return random_word(r % (n / 100));
    if (strcmp(what, "stretches") == 0) return (uint32_t)((i / 40 * 40 << 32) / n) * 97u;
    if (strcmp(what, "multiples") == 0)
        return (uint32_t)i * 65537u; // n >> 16 of them lie side by side
    if (strcmp(what, "mirrored") == 0) return mirrored(i);
    if (strcmp(what, "turned") == 0) return (3u << 29) + (mirrored(i) >> 5); // in a small range
    if (strcmp(what, "pages") == 0) // of 700 numbers each, anywhere in a small range; some twice
        return (5u << 27) + (random_word(i / 700) % (uint32_t)(n / 700) * 700 + i % 700) * 64;
    if (strcmp(what, "lumps") == 0) // few values have many copies: in two buckets
        return r % 256 ? random_word(i + n) : r & 256 ? 0x7fffffff : 0x3d1b5a79;
    return smooth_key(what, i, n, r);
}

/** Order of a type, as unsigned words. */
static key_order order;
static int ascending(const void *a, const void *b) {
    const uint32_t x = order_encode(*(const uint32_t *)a, order),
                   y = order_encode(*(const uint32_t *)b, order);
    return x < y ? -1 : x > y;
}

/** What a pass of a sort of these items is told. */
static struct pass pass_told(const struct items *x, void *d_temp) {
    struct pieces p = {(char *)d_temp, 0};
    size_t zeros;
    lay_out_even(x->n, &p, &zeros);
    return lay_out_items(x, 0, (char *)d_temp + p.bytes).pass;
}

static int fails(const char *what, size_t n, const char *said) {
    const size_t bytes = n * sizeof(uint32_t);
    uint32_t *keys = (uint32_t *)malloc(bytes), *got = (uint32_t *)malloc(bytes), goes;
    for (size_t i = 0; i < n; i++) keys[i] = order_decode(key_of(what, i, n), order);
    uint32_t *d_in = (uint32_t *)cu_upload(keys, bytes), *d_out = (uint32_t *)cu_alloc(bytes);
    struct items x = {n, sizeof(uint32_t), 0, d_in, NULL, d_out, NULL, order, 0, 32};
    struct pieces p = {(char *)cu_alloc(even_bytes(&x)), 0};
    size_t zeros;
    sort_even(&x, p.d_memory, 0);
    cu_download(got, d_in, bytes);
    const bool kept = memcmp(got, keys, bytes) == 0;
    cu_download(got, d_out, bytes);
    const struct even_sort e = lay_out_even(n, &p, &zeros);
    struct smooth_notes notes;
    cu_download(&goes, e.d_goes, sizeof(goes));
    cu_download(&notes, e.by.notes, sizeof(notes));
    struct spike spike; // whose repeats are written as far as there are blocks
    cu_download(&spike, pass_told(&x, p.d_memory).d_spike, offsetof(struct spike, met));
    struct few_values few; // whose values are written as far as there are
    cu_download(&few, pass_told(&x, p.d_memory).d_few, offsetof(struct few_values, low));
    qsort(keys, n, sizeof(*keys), ascending);
    const bool sorted = memcmp(got, keys, bytes) == 0;
    const bool spiked = spike.there && few.n < 2;
    const char *was = spiked                     ? "spike"
                      : few.n > 0 && !spike.kept ? "few"
                      : few.n > 0                ? few.aside ? "aside" : "strangers"
                      : notes.way == WAY_PASSES  ? "sweeps"
                      : goes > 0                 ? "handed"
                      : notes.way == WAY_TABLES  ? "tables"
                                                 : "buckets";
    const bool ok = kept && sorted && strcmp(was, said) == 0;
    if (!ok)
        printf("%s, %zu keys of order %d:%s%s by %s\n", what, n, (int)order,
               kept ? "" : " the input has changed,", sorted ? "" : " not sorted,", was);
    cu_free(d_in), cu_free(d_out), cu_free(p.d_memory);
    free(keys), free(got);
    return !ok;
}

int main(int argc, char **argv) {
    if (argc != 4 || !may_be_even(strtoull(argv[2], NULL, 10))) return 2;
    const size_t n = strtoull(argv[2], NULL, 10);
    int failed = 0;
    for (int type = KEY_U32; type < KEY_TYPES; type++)
        for (int down = 0; down < 2; down++) {
            order = (key_order)(type + (down ? KEY_DESCENDING : 0));
            if (type + down > 0 && n > MANY) break; // they take long
            failed |= fails(argv[1], n, argv[3]);
        }
    return failed;
}
