/**
 * @file
 * @brief Jumps of cuRAND's generators: a step is a linear map, and many steps are a power of it.
 */
#include "simt/random.h"

#include <stdint.h>
#include <string.h>

enum { WORDS = 5, BITS = 32 * WORDS, SEQUENCE = 67, POWERS = 64 };

/** A map of 160 bits: where it takes each bit. */
struct map {
    uint32_t of[BITS][WORDS];
};

/* Powers of a step of XORWOW with the exponents 2^i, and 2^(67 + i). */
static struct map steps[POWERS], sequences[POWERS];

static void apply(const struct map *map, const uint32_t from[WORDS], uint32_t to[WORDS]) {
    uint32_t sum[WORDS] = {0};
    for (int i = 0; i < WORDS; i++)
        for (uint32_t left = from[i]; left; left &= left - 1) {
            const uint32_t *image = map->of[32 * i + __builtin_ctz(left)];
            for (int k = 0; k < WORDS; k++) sum[k] ^= image[k];
        }
    memcpy(to, sum, sizeof(sum));
}

static void square(const struct map *map, struct map *squared) {
    struct map result;
    for (int i = 0; i < BITS; i++) apply(map, map->of[i], result.of[i]);
    *squared = result;
}

/* When a program begins that uses XORWOW: some milliseconds. A kernel's threads could not wait for each other here. */
__attribute__((constructor)) static void make_powers(void) {
    struct map last;
    for (int i = 0; i < BITS; i++) {
        uint32_t unused = 0;
        memset(steps[0].of[i], 0, sizeof(steps[0].of[i]));
        steps[0].of[i][i / 32] = 1u << i % 32;
        simt_xorwow_next(steps[0].of[i], &unused);
    }
    for (int i = 1; i < POWERS; i++) square(&steps[i - 1], &steps[i]);
    last = steps[POWERS - 1];
    for (int i = POWERS; i <= SEQUENCE; i++) square(&last, &last);
    sequences[0] = last;
    for (int i = 1; i < POWERS; i++) square(&sequences[i - 1], &sequences[i]);
}

void simt_xorwow_jump(unsigned int v[5], unsigned long long n, int of_sequences) {
    const struct map *powers = of_sequences ? sequences : steps;
    for (; n; n &= n - 1) apply(&powers[__builtin_ctzll(n)], v, v);
}

/*
 * MRG32k3a: two maps of three numbers.
 */
struct matrix {
    uint64_t at[3][3];
};

static struct matrix product(const struct matrix *a, const struct matrix *b, uint64_t modulus) {
    struct matrix c = {{{0}}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                c.at[i][j] = (c.at[i][j] + a->at[i][k] * b->at[k][j] % modulus) % modulus;
    return c;
}

static void jump(unsigned int s[3], struct matrix step, uint64_t modulus, unsigned long long n,
                 int power) {
    for (int i = 0; i < power; i++) step = product(&step, &step, modulus);
    for (; n; n >>= 1) {
        uint64_t to[3] = {0};
        for (int i = 0; i < 3 && n & 1; i++)
            for (int k = 0; k < 3; k++) to[i] = (to[i] + step.at[i][k] * s[k] % modulus) % modulus;
        for (int i = 0; i < 3 && n & 1; i++) s[i] = (unsigned int)to[i];
        step = product(&step, &step, modulus);
    }
}

static const struct matrix first = {{{0, 1, 0}, {0, 0, 1}, {SIMT_MRG_1 - 810728, 1403580, 0}}};
static const struct matrix second = {{{0, 1, 0}, {0, 0, 1}, {SIMT_MRG_2 - 1370589, 0, 527612}}};

void simt_mrg_jump(unsigned int s1[3], unsigned int s2[3], unsigned long long n, int power) {
    if (!n) return;
    jump(s1, first, SIMT_MRG_1, n, power);
    jump(s2, second, SIMT_MRG_2, n, power);
}

struct simt_mrg_step simt_mrg_step_of(int power) {
    struct matrix one = first, two = second;
    struct simt_mrg_step step;
    for (int i = 0; i < power; i++) {
        one = product(&one, &one, SIMT_MRG_1);
        two = product(&two, &two, SIMT_MRG_2);
    }
    for (int i = 0; i < 9; i++) step.one[i] = one.at[i / 3][i % 3], step.two[i] = two.at[i / 3][i % 3];
    return step;
}

static void take(const unsigned long long step[9], unsigned int s[3], uint64_t modulus) {
    unsigned int to[3];
    for (int i = 0; i < 3; i++) {
        uint64_t sum = 0;
        for (int k = 0; k < 3; k++) sum += step[3 * i + k] * s[k] % modulus;
        to[i] = (unsigned int)(sum % modulus);
    }
    memcpy(s, to, sizeof(to));
}

void simt_mrg_take_step(const struct simt_mrg_step *step, unsigned int s1[3], unsigned int s2[3]) {
    take(step->one, s1, SIMT_MRG_1);
    take(step->two, s2, SIMT_MRG_2);
}
