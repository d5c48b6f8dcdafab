/**
 * @file
 * @brief SipHash-2-4, and what is hashed with it (see secret.h).
 */
#include "grader/grade/judge/secret.h"

#include <stdio.h>
#include <string.h>

/*
 * SipHash: four words, which rounds of additions, rotations and exclusive ors mix.
 */
struct words {
    uint64_t a, b, c, d;
};

static uint64_t rotated(uint64_t x, int bits) {
    return x << bits | x >> (64 - bits);
}

static void mix(struct words *w, int rounds) {
    while (rounds-- > 0) {
        w->a += w->b;
        w->c += w->d;
        w->b = rotated(w->b, 13) ^ w->a;
        w->d = rotated(w->d, 16) ^ w->c;
        w->a = rotated(w->a, 32) + w->d;
        w->c += w->b;
        w->b = rotated(w->b, 17) ^ w->c;
        w->d = rotated(w->d, 21) ^ w->a;
        w->c = rotated(w->c, 32);
    }
}

static void absorb(struct words *w, uint64_t word) {
    w->d ^= word;
    mix(w, 2);
    w->a ^= word;
}

/* Up to 8 bytes, the first one lowest, on machines of either kind. */
static uint64_t word_at(const unsigned char *bytes, size_t n) {
    uint64_t word = 0;
    for (size_t i = 0; i < n; i++) word |= (uint64_t)bytes[i] << 8 * i;
    return word;
}

uint64_t secret_hash(const struct secret_key *key, const void *bytes, size_t size) {
    const unsigned char *b = bytes;
    struct words w = {key->half[0] ^ 0x736f6d6570736575u, key->half[1] ^ 0x646f72616e646f6du,
                      key->half[0] ^ 0x6c7967656e657261u, key->half[1] ^ 0x7465646279746573u};
    for (size_t i = 0; i + 8 <= size; i += 8) absorb(&w, word_at(b + i, 8));
    absorb(&w, (uint64_t)size << 56 | word_at(b + (size & ~(size_t)7), size & 7));
    w.c ^= 0xff;
    mix(&w, 4);
    return w.a ^ w.b ^ w.c ^ w.d;
}

/*
 * What is hashed.
 */
struct secret_key secret_key_of(const char *text) {
    static const struct secret_key first = {{1, 0}}, second = {{2, 0}};
    size_t size = strlen(text);
    return (struct secret_key){{secret_hash(&first, text, size), secret_hash(&second, text, size)}};
}

uint64_t secret_seed(const struct secret_key *key, uint64_t submission, const char *lab, int stage,
                     int case_number) {
    char text[200];
    /* Numbers and blanks cannot run into each other, and a lab's name holds no blank. */
    int size = snprintf(text, sizeof(text), "seed %016llx %.100s %d %d",
                        (unsigned long long)submission, lab, stage, case_number);
    uint64_t seed = secret_hash(key, text, (size_t)size) >> 1;
    return seed ? seed : 1;
}
