/**
 * @file
 * @brief What a trace repeats is said once: literal bytes, then "so many again, from so far back".
 *
 * A sequence is: how many literals, the literals, how many bytes to repeat less MATCH_LEAST plus 1 (0:
 * none, the end), and from how far back. Numbers take 7 bits a byte. Read again in common/web/trace.
 */
#include "trace.h"

#include <stdlib.h>
#include <string.h>

enum { MATCH_LEAST = 4, HASH_BITS = 16, TRIES = 16 };

void trace_put(struct trace_bytes *to, unsigned byte) {
    if (to->n == to->room) {
        to->room = to->room ? 2 * to->room : 4096;
        to->byte = realloc(to->byte, to->room);
        if (!to->byte) simt_die("there is no memory for a trace. Use a smaller input");
    }
    to->byte[to->n++] = (unsigned char)byte;
}

void trace_put_number(struct trace_bytes *to, uint64_t number) {
    for (; number > 127; number >>= 7) trace_put(to, (unsigned)(number & 127) | 128);
    trace_put(to, (unsigned)number);
}

void trace_put_signed(struct trace_bytes *to, int64_t number) {
    trace_put_number(to, (uint64_t)number << 1 ^ (uint64_t)(number >> 63));
}

static uint32_t hash(const unsigned char *p) {
    uint32_t four;
    memcpy(&four, p, sizeof(four));
    return four * 2654435761u >> (32 - HASH_BITS);
}

static size_t common_length(const unsigned char *a, const unsigned char *b,
                            const unsigned char *end) {
    size_t n = 0;
    while (b + n < end && a[n] == b[n]) n++;
    return n;
}

/* Where bytes like these stood before: chains of positions with one hash, the last first. */
struct chains {
    uint32_t head[1 << HASH_BITS], *next; /* 1 + position; 0: none */
};

static void remember(struct chains *c, const struct trace_bytes *from, size_t i) {
    if (i + MATCH_LEAST > from->n) return;
    uint32_t h = hash(from->byte + i);
    c->next[i] = c->head[h];
    c->head[h] = (uint32_t)i + 1;
}

/* The longest of the last few; 0 when none is worth it. */
static size_t longest(const struct chains *c, const struct trace_bytes *from, size_t i,
                      size_t *back) {
    size_t best = 0;
    if (i + MATCH_LEAST > from->n) return 0;
    uint32_t k = c->head[hash(from->byte + i)];
    for (int tries = 0; k && tries < TRIES; tries++, k = c->next[k - 1]) {
        size_t n = common_length(from->byte + k - 1, from->byte + i, from->byte + from->n);
        if (n <= best) continue;
        best = n;
        *back = i - (k - 1);
    }
    return best >= MATCH_LEAST ? best : 0;
}

static void put_literals(struct trace_bytes *to, const unsigned char *first, size_t n) {
    trace_put_number(to, n);
    for (size_t i = 0; i < n; i++) trace_put(to, first[i]);
}

void trace_pack(struct trace_bytes *to, const struct trace_bytes *from) {
    struct chains *c = calloc(1, sizeof(*c));
    if (c) c->next = calloc(from->n + 1, sizeof(*c->next));
    if (!c || !c->next) simt_die("there is no memory for a trace. Use a smaller input");
    size_t literal = 0, back = 0;
    for (size_t i = 0; i < from->n;) {
        size_t n = longest(c, from, i, &back);
        for (size_t k = 0; k < (n ? n : 1); k++) remember(c, from, i + k);
        i += n ? n : 1;
        if (!n) continue;
        put_literals(to, from->byte + literal, i - n - literal);
        trace_put_number(to, n - MATCH_LEAST + 1);
        trace_put_number(to, back);
        literal = i;
    }
    put_literals(to, from->byte + literal, from->n - literal);
    trace_put(to, 0);
    free(c->next);
    free(c);
}

void trace_print_base64(FILE *out, const struct trace_bytes *bytes) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < bytes->n; i += 3) {
        uint32_t three = 0, left = bytes->n - i < 3 ? (uint32_t)(bytes->n - i) : 3;
        for (uint32_t k = 0; k < 3; k++) three = three << 8 | (k < left ? bytes->byte[i + k] : 0);
        for (uint32_t k = 0; k < 4; k++)
            fputc(k <= left ? letters[three >> (18 - 6 * k) & 63] : '=', out);
    }
}
