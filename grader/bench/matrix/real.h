/**
 * @file
 * @brief Keys as people have them: a word in unsigned order is a function of its place i of n and of the seed.
 *
 * Words of floats are the floats' bits, mapped to unsigned order: a matrix of floats sorts these floats, and one of
 * words sorts their order. For fill.cu.
 */
#ifndef SORTLAB_BENCH_REAL_H
#define SORTLAB_BENCH_REAL_H

#include "common/hash64.h"
#include "common/keys.h"
#include "grader/bench/matrix/fill.h"

#ifdef __CUDACC__

/** Random bits for number i: each seed has others. */
__device__ static uint64_t random_at(uint64_t seed, uint64_t i) {
    return mix64(mix64(seed + MIX_STEP) + i * MIX_STEP);
}

/** The word that stands for a number: anywhere in the range, and the same for one seed. */
__device__ static uint32_t word_of(uint64_t number, uint64_t seed) {
    return (uint32_t)(random_at(~seed, number) >> 32);
}

/** From 0 to 1, and never 0 or 1. */
__device__ static float part_of(uint64_t random) {
    return ((float)(random >> 41) + 0.5f) / 8388608.0f;
}

/** A float's bits in unsigned order. */
__device__ static uint32_t float_word(float value) {
    return key_encode(__float_as_uint(value), KEY_F32);
}

/** A number of the standard normal distribution, by the method of Box and Muller. */
__device__ static float normal_at(uint64_t seed, uint64_t i) {
    const float radius = sqrtf(-2 * logf(part_of(random_at(seed, i))));
    return radius * cosf(6.2831853f * part_of(random_at(~seed, i)));
}

/** Floats of a distribution; of every 64 special ones a NaN, an infinity, a NaN with a sign, and 0. */
__device__ static float float_at(unsigned kind, uint64_t i, uint64_t seed) {
    const uint64_t random = random_at(seed + 1, i);
    switch (kind) {
    case REAL_NORMAL:
        return normal_at(seed, i);
    case REAL_EXPONENTIAL:
        return -logf(part_of(random));
    case REAL_LOG_NORMAL:
        return expf(2 * normal_at(seed, i));
    case REAL_UNIT:
        return part_of(random);
    default: // REAL_SPECIAL
        if (random % 16 > 3) return normal_at(seed, i);
        return random % 16 == 0   ? __uint_as_float(0x7fc00000u | (uint32_t)(random >> 50))
               : random % 16 == 1 ? __uint_as_float(0xffc00000u)
               : random % 16 == 2 ? __uint_as_float(0x7f800000u | (uint32_t)(random >> 63) << 31)
                                  : 0.0f;
    }
}

/** The depth buffer of a picture 4,096 wide: tiles of 64 by 64 see a plane each, from 0.1 to 1,000 away. */
__device__ static float depth_at(uint64_t i, uint64_t seed) {
    const uint64_t x = i % 4096, y = i / 4096, tile = y / 64 * 64 + x / 64;
    const float near = 0.1f, far = 1000, away = expf(7 * part_of(random_at(seed, tile)));
    const float slope = part_of(random_at(~seed, tile)) - 0.5f;
    const float z = away * (1 + slope * ((float)(x % 64) + 0.3f * (float)(y % 64)) / 64);
    return far / (far - near) * (1 - near / (z < far ? z : far));
}

/** The first four bytes of a word of English, the first one on top: letters by how often they are, then blanks. */
__device__ static uint32_t text_at(uint64_t i, uint64_t seed) {
    static const char letters[] = // a letter as often as in 100 letters of a text
        "eeeeeeeeeeeeetttttttttaaaaaaaaooooooooiiiiiiinnnnnnnsssssshhhhhhrrrrrrddddllllcccuuummmwwf"
        "fggyyppbvk";
    uint64_t random = random_at(seed, i);
    uint32_t word = 0, length = 1 + (uint32_t)(random % 16 * (random % 16) / 20);
    for (uint32_t c = 0; c < 4; c++) {
        random = mix64(random + MIX_STEP);
        word = word << 8 | (c < length ? (uint32_t)letters[random % 100] : ' ');
    }
    return word;
}

/** IPv4 addresses as a server's log has them: few networks send most of it, and each has few machines. */
__device__ static uint32_t address_at(uint64_t i, uint64_t seed) {
    const float rank = expf(9 * part_of(random_at(seed, i))); // 8,103 networks by Zipf's law
    const uint32_t network = word_of((uint64_t)rank, seed) & 0xffffff00u;
    return network | (uint32_t)(random_at(~seed, i) & random_at(seed + 3, i)) >> 24;
}

/** Every second bit of a word's lower 16. */
__device__ static uint32_t spread_bits(uint32_t bits) {
    bits = (bits | bits << 8) & 0x00ff00ffu;
    bits = (bits | bits << 4) & 0x0f0f0f0fu;
    bits = (bits | bits << 2) & 0x33333333u;
    return (bits | bits << 1) & 0x55555555u;
}

/** Morton codes of points in a plane: 1,000 clusters, and each is normal. */
__device__ static uint32_t morton_at(uint64_t i, uint64_t seed) {
    const uint32_t centre = word_of(random_at(seed, i) % 1000, seed);
    const float x = (float)(centre >> 16) + 300 * normal_at(seed + 1, i);
    const float y = (float)(centre & 0xffff) + 300 * normal_at(seed + 2, i);
    const uint32_t x_bits = (uint32_t)fminf(fmaxf(x, 0), 65535);
    return spread_bits(x_bits) | spread_bits((uint32_t)fminf(fmaxf(y, 0), 65535)) << 1;
}

/** Prices in cents: log-normal about 20, and three of four end in 99. */
__device__ static uint32_t price_at(uint64_t i, uint64_t seed) {
    const uint32_t cents = (uint32_t)(2000 * expf(normal_at(seed, i)));
    return random_at(seed + 3, i) % 4 ? cents / 100 * 100 + 99 : cents;
}

/** Ages in years: as many of each up to 60, then ever fewer. */
__device__ static uint32_t age_at(uint64_t i, uint64_t seed) {
    const uint32_t age = (uint32_t)(random_at(seed, i) % 101);
    const uint32_t other = (uint32_t)(random_at(~seed, i) % 101);
    return age > 60 && other < age ? other : age;
}

/** Keys of which neighbours have to do with each other. */
__device__ static uint32_t ordered_at(unsigned kind, uint64_t i, uint64_t n, uint64_t seed) {
    switch (kind) {
    case REAL_TIMES: // milliseconds, one each, and up to 1,024 late
        return 1600000000u + (uint32_t)i - (uint32_t)(random_at(seed, i) % 1024);
    case REAL_RUNS: // 64 of them, each over the whole range
        return (uint32_t)(((i * 64 % n) << 32) / n);
    case REAL_TEETH: // of 4,096 keys
        return (uint32_t)(i % 4096) << 20 | (uint32_t)(random_at(seed, i) >> 44);
    case REAL_BLOCKS: // of 1,024 keys
        return word_of(i / 1024, seed);
    default: // REAL_REVERSED_BITS: a counter's
        return __brev((uint32_t)i);
    }
}

/** The word of a key of this kind. */
__device__ static uint32_t real_at(unsigned kind, uint64_t i, uint64_t n, uint64_t seed) {
    switch (kind) {
    case REAL_DEPTH:
        return float_word(depth_at(i, seed));
    case REAL_TEXT:
        return text_at(i, seed);
    case REAL_ADDRESSES:
        return address_at(i, seed);
    case REAL_MORTON:
        return morton_at(i, seed);
    case REAL_PRICES:
        return price_at(i, seed);
    case REAL_AGES:
        return age_at(i, seed);
    default:
        return kind < REAL_DEPTH ? float_word(float_at(kind, i, seed))
                                 : ordered_at(kind, i, n, seed);
    }
}

#endif
#endif
