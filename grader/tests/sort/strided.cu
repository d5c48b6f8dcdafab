/*
 * Sweeps of keys whose neighbours have digits at one distance, of random keys, of keys with a usual digit, or of
 * runs: for the profile.
 *     strided reversed|multiples|random|usual|runs
 * Prints how many lanes set bits in shared memory. Exit status 0: the keys were sorted.
 */
#include <stdio.h>
#include <string.h>

#include <cuda_runtime.h>

static __device__ unsigned setters;
static __device__ unsigned set_bits(unsigned *word, unsigned bits) {
    atomicAdd(&setters, 1);
    return atomicOr(word, bits);
}
#define atomicOr set_bits

#include "common/hash64.h"
#include "common/sort/device/items.h"

enum { N = 1 << 16 };

/**
 * Key i: the counter with its bits reversed, as rows of a picture are read column by column; a multiple of a number
 * whose bytes are 31; or any word.
 */
static uint32_t key_of(const char *how, uint32_t i) {
    const uint32_t any = (uint32_t)(mix64(i * MIX_STEP + 1) >> 32);
    uint32_t key = 0;
    for (int b = 0; b < 16; b++) key |= (i >> b & 1) << (31 - b);
    if (strcmp(how, "reversed") == 0) return key | (i & 0xff);
    if (strcmp(how, "multiples") == 0) return i * 0x1f1f1f1f;
    if (strcmp(how, "runs") == 0) return (uint32_t)(mix64(i / 11 * MIX_STEP + 1) >> 32);
    if (strcmp(how, "usual") != 0) return any;
    key = any; // half of the digits of each pass are 5
    for (int b = 0; b < 32; b += 8)
        if (mix64(i + N) >> b & 1) key = (key & ~(0xffu << b)) | 5u << b;
    return key;
}

int main(int argc, char **argv) {
    static uint32_t keys[N];
    if (argc != 2) return 2;
    for (uint32_t i = 0; i < N; i++) keys[i] = key_of(argv[1], i);
    struct items x = {N, sizeof(uint32_t)};
    x.d_keys = cu_upload(keys, sizeof(keys));
    x.d_keys_out = cu_alloc(sizeof(keys));
    x.order = ORDER_NONE, x.bits = 32;
    void *d_temp = cu_alloc(items_bytes(&x));
    const struct sweep s = lay_out_items(&x, words_carried(&x), d_temp);
    sweep_items(&s, 0);
    cu_download(keys, x.d_keys_out, sizeof(keys));
    unsigned lanes;
    CU(cudaMemcpyFromSymbol(&lanes, setters, sizeof(lanes)));
    printf("%u\n", lanes);
    for (uint32_t i = 1; i < N; i++)
        if (keys[i - 1] > keys[i]) return 1;
    cu_free((void *)x.d_keys), cu_free(x.d_keys_out), cu_free(d_temp);
    return 0;
}
