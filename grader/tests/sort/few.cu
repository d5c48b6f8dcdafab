/**
 * @file
 * @brief Sorts few items (few.h) whose sample is told to mislead, others, and fewer (search.h), and compares with
 *        std::stable_sort.
 *
 * Usage: few. Ends with 0 if all are sorted.
 */
#include "common/sort/device/items.h"

#include <algorithm>
#include <numeric>
#include <vector>

/** What the keys are. */
enum keys { ANY, FEW_VALUES, EQUAL, SORTED, ENDS, LEAST_IN_SAMPLE, TWO_AND_LEAST, KEYS };

typedef unsigned long long word;

/** Copies a vector to the device. */
template <class T> static T *to_device(const std::vector<T> &x) {
    T *d_x;
    CU(cudaMalloc(&d_x, x.size() * sizeof(T)));
    CU(cudaMemcpy(d_x, x.data(), x.size() * sizeof(T), cudaMemcpyHostToDevice));
    return d_x;
}

/** Keys of a kind. Those that a sample sees are the least, where it is to mislead. */
template <class K>
static std::vector<K> make_keys(size_t n, int kind, const struct few_sort *plan) {
    std::vector<K> keys(n);
    word x = 88172645463325252ull + n;
    for (size_t i = 0; i < n; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        const word some[KEYS] = {x, x % 5, 7, i, 1 - x % 4, x | 1, 1 + x % 2};
        keys[i] = (K)some[kind];
    }
    const uint32_t blocks = (uint32_t)((n + plan->tile - 1) / plan->tile),
                   samples = FEW_SAMPLES * blocks;
    for (uint32_t i = 0; i < samples && blocks > 1 && kind >= LEAST_IN_SAMPLE; i++)
        keys[sample_index(i, plan->apart)] = 0;
    return keys;
}

/** Sorts n keys with the indices they come from. Returns whether they are in order. */
template <class K> static bool sorts(size_t n, int kind, bool carries) {
    struct few_sort plan = {};
    plan.pass.n = n, plan.pass.carries = carries;
    plan_few(&plan, 8 * sizeof(K), sizeof(K) > 4);
    const std::vector<K> keys = make_keys<K>(n, kind, &plan);
    std::vector<K> sorted(n);
    std::vector<uint32_t> order(n), values(n);
    std::iota(order.begin(), order.end(), 0);
    struct items x = {};
    x.n = n, x.key_bytes = sizeof(K), x.value_bytes = carries ? 4 : 0, x.bits = 8 * sizeof(K);
    x.d_keys = to_device(keys), x.d_keys_out = to_device(sorted), x.d_values = to_device(order);
    x.d_values_out = to_device(values);
    const enum method method = n > SEARCH_TILE * multiprocessors() ? BY_MERGING : BY_SEARCH;
    if (method_of(&x) != method) return printf("few: %zu keys: not in that way\n", n) < 0;
    char *d_temp;
    CU(cudaMalloc(&d_temp, items_bytes(&x)));
    sort_items(&x, d_temp, 0);
    CU(cudaMemcpy(sorted.data(), x.d_keys_out, n * sizeof(K), cudaMemcpyDeviceToHost));
    CU(cudaMemcpy(values.data(), x.d_values_out, n * 4, cudaMemcpyDeviceToHost));
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
    bool right = true;
    for (size_t i = 0; i < n; i++)
        right &= sorted[i] == keys[order[i]] && (!carries || values[i] == order[i]);
    if (!right)
        printf("few: %zu keys of %zu bytes, kind %d, %s values: wrong\n", n, sizeof(K), kind,
               carries ? "with" : "without");
    for (void *d :
         {(void *)x.d_keys, x.d_keys_out, (void *)x.d_values, x.d_values_out, (void *)d_temp})
        CU(cudaFree(d));
    return right;
}

/** Whether each block has room for its bucket of n keys in order, or of a counter whose bits stand backwards. */
static bool buckets_fit(size_t n, bool backwards) {
    struct few_sort plan = {};
    plan.pass.n = n;
    plan_few(&plan, 64, true);
    std::vector<word> keys(n), splits;
    for (size_t i = 0; i < n; i++)
        for (int bit = 0; bit < 64; bit++)
            keys[i] |= (word)(i >> bit & 1) << (backwards ? 63 - bit : bit);
    const uint32_t blocks = (uint32_t)((n + plan.tile - 1) / plan.tile);
    for (uint32_t i = 0; i < FEW_SAMPLES * blocks; i++)
        splits.push_back(keys[sample_index(i, plan.apart)]);
    std::sort(keys.begin(), keys.end()), std::sort(splits.begin(), splits.end());
    size_t at = 0, most = 0;
    for (uint32_t b = 1; b <= blocks; b++) {
        const auto end = b < blocks
                             ? std::lower_bound(keys.begin(), keys.end(), splits[b * FEW_SAMPLES])
                             : keys.end();
        most = std::max(most, (size_t)(end - keys.begin()) - at), at = end - keys.begin();
    }
    if (most > plan.room)
        printf("few: of %zu keys %s a bucket has %zu, and room for %u\n", n,
               backwards ? "with their bits backwards" : "in order", most, plan.room);
    return most <= plan.room;
}

int main(void) {
    bool right = true;
    for (size_t n : {30011, 30811, 32438, 150291, 262144})
        right &= buckets_fit(n, false) && buckets_fit(n, true);
    for (size_t n : {1, 31, 33, 255, 2999, 4225, 9001})
        for (int kind = 0; kind < KEYS; kind++) {
            right &= sorts<uint32_t>(n, kind, false) && sorts<uint32_t>(n, kind, true);
            right &= sorts<word>(n, kind, false) && sorts<word>(n, kind, true);
        }
    return right ? 0 : 1;
}
