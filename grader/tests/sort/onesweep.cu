/*
 * Lab 12's sorts beside std::stable_sort: keys and pairs of all types, in tiles of every number of rows.
 *     onesweep N...
 * Exit status 0: all are right, and the input is as it was. Which rows a tile has depends on ENOUGH_TILES.
 */
#include <algorithm>
#include <stdlib.h>
#include <vector>

#include "common/hash64.h"
#include "solutions/12_onesweep.cu"

enum kind { UNIFORM, FEW, EQUAL, TWO_DIGITS, KINDS };

static uint32_t key_of(enum kind kind, uint32_t i) {
    const uint32_t r = (uint32_t)(mix64(i * MIX_STEP + 1) >> 32);
    if (kind == FEW) return r % 7 * 0x23456789u;
    if (kind == EQUAL) return 0x80000001u;
    if (kind == TWO_DIGITS) return r & 0x0f00f000; // two passes only copy
    return r;
}

/** Whether the sort of n keys is right, with values or without. */
static bool sorts(enum kind kind, uint32_t n, enum key_type type, bool pairs) {
    std::vector<uint32_t> in(n), order(n), keys(n), values(n);
    for (uint32_t i = 0; i < n; i++) in[i] = key_of(kind, i), order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        return key_encode(in[a], type) < key_encode(in[b], type);
    });
    const size_t bytes = n * sizeof(uint32_t), temp_bytes = onesweep_bytes(n, pairs);
    uint32_t *d_in = (uint32_t *)cu_alloc(bytes), *d_out = (uint32_t *)cu_alloc(bytes);
    uint32_t *d_values_in = (uint32_t *)cu_alloc(bytes), *d_values = (uint32_t *)cu_alloc(bytes);
    void *d_temp = cu_alloc(temp_bytes);
    std::vector<uint32_t> numbers(n);
    for (uint32_t i = 0; i < n; i++) numbers[i] = i;
    CU(cudaMemcpy(d_in, in.data(), bytes, cudaMemcpyHostToDevice));
    CU(cudaMemcpy(d_values_in, numbers.data(), bytes, cudaMemcpyHostToDevice));
    if (pairs)
        onesweep_pairs(d_in, d_values_in, d_out, d_values, n, type, d_temp, temp_bytes, 0);
    else
        onesweep_keys(d_in, d_out, n, type, d_temp, temp_bytes, 0);
    CU(cudaMemcpy(keys.data(), d_out, bytes, cudaMemcpyDeviceToHost));
    if (pairs) CU(cudaMemcpy(values.data(), d_values, bytes, cudaMemcpyDeviceToHost));
    bool right = true;
    for (uint32_t i = 0; right && i < n; i++)
        right = keys[i] == in[order[i]] && (!pairs || values[i] == order[i]);
    CU(cudaMemcpy(keys.data(), d_in, bytes, cudaMemcpyDeviceToHost));
    if (!right || keys != in)
        printf("kind %d, n = %u, type %d, %s: wrong\n", kind, n, type, pairs ? "pairs" : "keys");
    cu_free(d_in), cu_free(d_out), cu_free(d_values_in), cu_free(d_values), cu_free(d_temp);
    return right && keys == in;
}

int main(int argc, char **argv) {
    bool right = true;
    for (int a = 1; a < argc; a++) {
        const uint32_t n = (uint32_t)strtoul(argv[a], NULL, 10);
        printf("n = %u: %u rows\n", n, rows_for(n));
        for (int kind = 0; kind < KINDS; kind++)
            for (int pairs = 0; pairs < 2; pairs++)
                right &= sorts((enum kind)kind, n, (enum key_type)((kind + n) % 3), pairs);
    }
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
