/**
 * @file
 * @brief Sorts keys of narrow ranges by sweeps, and others that a sample takes for such; compares with
 *        std::stable_sort, and counts the passes that moved something.
 *
 * Usage: narrow. Ends with 0 if all are sorted, each by as many passes as it says.
 */
#include "common/sort/device/items.h"

#include <algorithm>
#include <numeric>
#include <vector>

typedef unsigned long long word;

/** Keys are from `low` on in unsigned order, `range` of them; and these strangers, once each. If `one_in` is not 0,
 * one key in so many is one of them, and all others are 0. */
struct trial {
    word low, range;
    std::vector<word> strangers;
    uint32_t begin, bits, words, passes, one_in;
};

/** A number for each i. */
static word some_number(word i) {
    i = (i + 1) * 0x9e3779b97f4a7c15ull;
    i = (i ^ i >> 29) * 0xbf58476d1ce4e5b9ull;
    return i ^ i >> 32;
}

/** An array on the device, as this one or of so many words. */
static void *make_array(size_t words, const void *as) {
    void *d;
    CU(cudaMalloc(&d, (words + 1) * sizeof(uint32_t)));
    if (as) CU(cudaMemcpy(d, as, words * sizeof(uint32_t), cudaMemcpyHostToDevice));
    return d;
}

/** Whether the items lie in the order of these indices. */
template <class K>
static bool in_order(const struct items *x, const std::vector<K> &keys,
                     const std::vector<uint32_t> &order) {
    std::vector<K> sorted(x->n);
    std::vector<uint32_t> values(x->n);
    CU(cudaMemcpy(sorted.data(), x->d_keys_out, x->n * sizeof(K), cudaMemcpyDeviceToHost));
    CU(cudaMemcpy(values.data(), x->d_values_out, x->n * x->value_bytes, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < x->n; i++)
        if (sorted[i] != keys[order[i]] || (x->value_bytes > 0 && values[i] != order[i]))
            return false;
    return true;
}

/** Sorts n numbers with a sign, and says by how many passes; -1 if they are wrong. */
template <class K> static int passes_of(const struct trial &t, size_t n) {
    const K top = (K)1 << (sizeof(K) * 8 - 1), mask = (K)(~0ull >> (64 - t.bits));
    std::vector<K> keys(n);
    std::vector<uint32_t> order(n);
    unsigned char moves[SWEEP_PASSES];
    for (size_t i = 0; i < n; i++) {
        const word number = some_number(i);
        if (t.one_in == 0 || (number >> 32) % t.one_in == 0)
            keys[i] = (K)(t.low + number % t.range) ^ top;
    }
    for (size_t i = 0; i < t.strangers.size(); i++)
        keys[some_number(i + n) % n] = (K)t.strangers[i] ^ top;
    std::iota(order.begin(), order.end(), 0);
    struct items x = {};
    x.n = n, x.key_bytes = sizeof(K), x.value_bytes = t.words * sizeof(uint32_t);
    x.begin = t.begin, x.bits = t.bits, x.order = KEY_I32;
    x.d_keys = make_array(n * sizeof(K) / 4, keys.data()),
    x.d_keys_out = make_array(n * sizeof(K) / 4, NULL);
    x.d_values = make_array(n * t.words, order.data()),
    x.d_values_out = make_array(n * t.words, NULL);
    void *d_temp = make_array(items_bytes(&x) / sizeof(uint32_t), NULL);
    const struct sweep s = lay_out_items(&x, words_carried(&x), d_temp);
    if (method_of(&x) != BY_SWEEPS) return -1;
    sort_items(&x, d_temp, 0);
    CU(cudaMemcpy(moves, s.d_moves, sizeof(moves), cudaMemcpyDeviceToHost));
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        return ((keys[a] ^ top) >> t.begin & mask) < ((keys[b] ^ top) >> t.begin & mask);
    });
    const int passes = (int)std::count(moves, moves + s.pass.passes, 1);
    const bool right = in_order(&x, keys, order);
    for (const void *d : {x.d_keys, x.d_values, (const void *)x.d_keys_out,
                          (const void *)x.d_values_out, (const void *)d_temp})
        CU(cudaFree((void *)d));
    return right ? passes : -1;
}

/** Whether a trial is sorted right, by as many passes as it says. */
template <class K> static bool sorts(const struct trial &t, size_t n) {
    const int passes = passes_of<K>(t, n);
    if (passes == (int)t.passes) return true;
    printf("narrow: %zu keys of %zu bytes from %#llx on, %llu of them and %zu strangers, bits %u "
           "to %u, "
           "values of %u words: %s%d passes, and not %u\n",
           n, sizeof(K), t.low, t.range, t.strangers.size(), t.begin, t.begin + t.bits, t.words,
           passes < 0 ? "wrong, " : "", passes, t.passes);
    return false;
}

int main(void) {
    const word zero = 1u << 31, far = 1ull << 63; // of numbers with a sign, in unsigned order
    bool right = true;
    const struct trial words[] = {
        {zero - 1000, 2001, {}, 0, 32, 1, 2},
        {zero - 32768, 65536, {}, 0, 32, 0, 2},
        {zero - 32767, 65535, {}, 0, 32, 1, 2},
        {zero - 32768, 65536, {zero + 32768}, 0, 32, 1, 3},
        {zero - 65536, 65600, {zero}, 0, 32, 1, 3},
        {zero - 40000, 65535, {}, 0, 32, 0, 3},
        {zero - 300000, 600001, {}, 0, 32, 1, 3},
        {zero - (1 << 23), 1 << 24, {}, 0, 32, 0, 3},
        {zero - (1 << 23) - 400, (1 << 24) + 800, {zero - (1 << 23) - 1}, 0, 32, 1, 4},
        {zero - 1000, 2001, {zero - 1001, zero + 1001}, 0, 32, 1, 2},
        {zero - 1000, 2001, {}, 0, 32, 0, 2, 3},
        {zero - 1000, 2001, {zero - 70000}, 0, 32, 0, 3, 2},
        {zero - 1000, 2001, {zero - 70000}, 0, 32, 1, 3},
        {zero - 1000, 2001, {zero - 70000, zero + 80000, zero + 80000}, 0, 32, 0, 3},
        {zero - 1000, 2001, {0}, 0, 32, 1, 4},
        {zero - 1000, 2001, {UINT32_MAX, 5}, 0, 32, 0, 4},
        {0xfff0, 40000, {}, 0, 32, 1, 2},
        {0xff00, 500, {700}, 0, 32, 1, 2},
        {0x123fe00, 60000, {}, 0, 32, 1, 2},
        {0, 65536, {}, 0, 32, 1, 2},
        {UINT32_MAX - 70000, 70001, {}, 0, 32, 0, 3},
        {zero - 1000, 2001, {}, 4, 28, 1, 1},
        {zero - 100000, 200001, {}, 4, 28, 1, 2},
        {zero - 8, 17, {}, 0, 32, 1, 1},
        {zero - 8, 17, {zero + 9}, 0, 32, 1, 1},
        {zero - 8, 17, {zero - 70000, zero + 80000}, 0, 32, 1, 3},
        {zero - 8, 17, {3}, 0, 32, 0, 0}, // which is written among few values
        {zero - 100000, 200001, {zero + (1 << 21)}, 4, 28, 0, 3},
    };
    const struct trial wides[] = {
        {far - 1000, 2001, {}, 0, 64, 1, 2},
        {far - 50, 100, {far - 1000}, 0, 64, 0, 2},
        {far - 32768, 65536, {}, 0, 64, 0, 2},
        {far - (1ull << 31), 1ull << 32, {}, 0, 64, 1, 4},
        {far - (1ull << 40), 1ull << 41, {}, 0, 64, 0, 6},
        {far - 1000, 2001, {far + (1ull << 40)}, 0, 64, 1, 6},
        {far - 1000, 2001, {0, UINT64_MAX}, 0, 64, 1, 8},
        {UINT64_MAX - 900, 901, {}, 0, 64, 1, 2},
        {UINT64_MAX - 90000, 90001, {UINT64_MAX - 70000000}, 0, 64, 0, 4},
        {(1ull << 40) - 1000, 60000, {}, 0, 64, 1, 2},
        {(1ull << 40) - 1000, 60000, {3}, 0, 64, 1, 6},
        {(1ull << 40) - 1000, 60000, {1ull << 56}, 0, 50, 0, 6},
    };
    for (const struct trial &t : words) right &= sorts<uint32_t>(t, 20000);
    for (const struct trial &t : wides) right &= sorts<word>(t, 10000);
    return right ? 0 : 1;
}
