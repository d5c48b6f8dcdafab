/**
 * @file
 * @brief Radix sort that goes over memory once, and then stays in the cache.
 *
 * Split by the lowest digit first, keys would cross the whole memory once for each digit. So an array that
 * no cache holds is split by its top digit, and then each part by its other digits, the lowest one first,
 * in the cache.
 *
 * The first split writes to a thousand places at once. Written key by key, each of them is a cache line
 * that has to be fetched before it can be written. So keys are gathered, and go to memory a few whole
 * lines at a time, past the caches.
 */
#include "common/fast/radix_sort.h"

#include <stdbool.h>
#include <string.h>

#if defined(__SSE2__) && !defined(FAST_PLAIN)
#define FAST_STREAM
#include <emmintrin.h>
#endif

enum {
    MOST_BITS = 11, /**< of a digit: the places of its 2,048 lists stay in the nearest cache */
    FEW_BITS = 8,   /**< and when keys are so few that even to clear 2,048 bins would tell */
    FEW = 1 << 12,
    TOP_BITS = 10,    /**< of the first split */
    CACHED = 1 << 17, /**< keys that the second cache holds, or almost */
    GATHERED = 32,    /**< keys of a list that are gathered: two lines */
};

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/** One split: n keys from in to out by one digit. They are of a type before, and codes behind it. */
struct split {
    const uint32_t *in;
    uint32_t *out;
    size_t n;
    enum key_type type;
    int shift, bits;
    size_t
        end[1 << MOST_BITS]; /**< of each list; while keys are written, where its next key goes */
};

ALWAYS_INLINE uint32_t digit_of(uint32_t key, int shift, int bits) {
    return key >> shift & ((1u << bits) - 1);
}

ALWAYS_INLINE void count(struct split *s, enum key_type type) {
    const uint32_t *in = s->in;
    int shift = s->shift, bits = s->bits;
    memset(s->end, 0, sizeof(s->end[0]) << bits);
    for (size_t i = 0, n = s->n; i < n; i++)
        s->end[digit_of(key_encode(in[i], type), shift, bits)]++;
}

/** Counts become places. False where all keys are in one list, and a split would change nothing. */
static bool place(struct split *s) {
    size_t before = 0;
    for (size_t d = 0; d < (size_t)1 << s->bits; d++) {
        size_t count = s->end[d];
        if (count == s->n) return false;
        s->end[d] = before;
        before += count;
    }
    return true;
}

/** Key by key to its place, where a cache holds all places. */
static void scatter(struct split *s) {
    const uint32_t *in = s->in;
    uint32_t *out = s->out;
    int shift = s->shift, bits = s->bits;
    for (size_t i = 0, n = s->n; i < n; i++) out[s->end[digit_of(in[i], shift, bits)]++] = in[i];
}

/** Writes all GATHERED keys to where a line begins. */
ALWAYS_INLINE void write_lines(uint32_t *to, const uint32_t *keys) {
#ifdef FAST_STREAM
    for (int i = 0; i < GATHERED; i += 4)
        _mm_stream_si128((__m128i *)(to + i), _mm_load_si128((const __m128i *)(keys + i)));
#else
    memcpy(to, keys, GATHERED * sizeof(*to));
#endif
}

/** Writes those from place `from` to before place `end`, which is not beyond the next line. */
static void write_some(uint32_t *out, const uint32_t *keys, size_t from, size_t end) {
    for (; from < end; from++) out[from] = keys[from % GATHERED];
}

/** By whole lines. Places are counted from where the lines of out[0] begin. */
ALWAYS_INLINE void scatter_lines(struct split *s, enum key_type type) {
    _Alignas(64) uint32_t gathered[1 << MOST_BITS][GATHERED];
    size_t begin[1 << MOST_BITS], lists = (size_t)1 << s->bits;
    size_t before = (uintptr_t)s->out / sizeof(*s->out) % GATHERED;
    uint32_t *out = (uint32_t *)((uintptr_t)s->out - before * sizeof(*s->out));
    const uint32_t *in = s->in;
    int shift = s->shift, bits = s->bits;
    for (size_t d = 0; d < lists; d++) begin[d] = s->end[d] += before;
    for (size_t i = 0, n = s->n; i < n; i++) {
        uint32_t key = key_encode(in[i], type), digit = digit_of(key, shift, bits);
        size_t place = s->end[digit]++, first = place - (GATHERED - 1);
        gathered[digit][place % GATHERED] = key;
        if (place % GATHERED < GATHERED - 1) continue;
        if (first >= begin[digit])
            write_lines(out + first, gathered[digit]);
        else // another list ends in the same line
            write_some(out, gathered[digit], begin[digit], place + 1);
    }
    for (size_t d = 0; d < lists; d++) { // what has not filled its lines
        size_t first = s->end[d] - s->end[d] % GATHERED;
        write_some(out, gathered[d], first > begin[d] ? first : begin[d], s->end[d]);
        s->end[d] -= before;
    }
#ifdef FAST_STREAM
    _mm_sfence(); // what went past the caches is seen from here on
#endif
}

/** Splits by a digit; false, with nothing done, where all keys have the same one. */
static bool split(struct split *s) {
    bool codes = s->type == KEY_U32; // then no key is asked what it is
    if (codes)
        count(s, KEY_U32);
    else
        count(s, s->type);
    if (!place(s)) return false;
    if (codes && s->n <= CACHED)
        scatter(s);
    else if (codes)
        scatter_lines(s, KEY_U32);
    else
        scatter_lines(s, s->type);
    return true;
}

/**
 * Sorts n codes by their lowest bits, by as few digits as will do, the lowest one first; to and fro
 * between two arrays. Returns the one where they are in the end.
 */
static uint32_t *sort_bits(uint32_t *codes, uint32_t *spare, size_t n, int bits) {
    int most = n < FEW ? FEW_BITS : MOST_BITS, digits = (bits + most - 1) / most;
    struct split s;
    for (int i = 0, done = 0; i < digits; i++, done += s.bits) {
        s.in = codes, s.out = spare, s.n = n, s.type = KEY_U32;
        s.shift = done, s.bits = (bits - done) / (digits - i);
        if (!split(&s)) continue;
        uint32_t *there = spare;
        spare = codes;
        codes = there;
    }
    return codes;
}

/** Codes become keys at their last place, which may be where they are. */
static void finish(uint32_t *keys, const uint32_t *codes, size_t n, enum key_type type) {
    if (type == KEY_U32 && codes != keys) memcpy(keys, codes, n * sizeof(*keys));
    if (type == KEY_U32) return;
    for (size_t i = 0; i < n; i++) keys[i] = key_decode(codes[i], type);
}

void fast_radix_sort(uint32_t *keys, uint32_t *scratch, size_t n, enum key_type type) {
    struct split top = {keys, scratch, n, type, 32 - TOP_BITS, TOP_BITS, {0}};
    if (n > CACHED && split(&top)) {
        for (size_t d = 0, begin = 0; d < 1 << TOP_BITS; begin = top.end[d++]) {
            uint32_t *list = keys + begin;
            size_t m = top.end[d] - begin;
            if (m > 0) finish(list, sort_bits(scratch + begin, list, m, top.shift), m, type);
        }
        return;
    }
    for (size_t i = 0; i < n && type != KEY_U32; i++) keys[i] = key_encode(keys[i], type);
    finish(keys, sort_bits(keys, scratch, n, 32), n, type);
}
