/**
 * @file
 * @brief Sorts by some bits of keys, with values of any size, by each method of items.h, and compares with
 *        std::stable_sort.
 *
 * Usage: ways. Ends with 0 if all are sorted, and each method was chosen.
 */
#include "common/sort/device/items.h"

#include <algorithm>
#include <numeric>
#include <vector>

typedef unsigned long long word;

/**
 * What is sorted: n items by the bits of keys from `begin` on, with values of so many words that lie so far off. Keys
 * have up to so many digits in each byte; 0: any.
 */
struct trial {
    enum method method;
    size_t n;
    uint32_t begin, bits, words, off, carried, rows, digits;
};

/** A number for each i. */
static word some_number(word i) {
    i = (i + 1) * 0x9e3779b97f4a7c15ull;
    return (i ^ i >> 29) * 0xbf58476d1ce4e5b9ull;
}

/** An array of so many words on the device, `off` words behind a multiple of 256; the first is `first`, and so on. */
static uint32_t *make_words(size_t words, uint32_t off, const uint32_t *first) {
    uint32_t *d_words;
    CU(cudaMalloc(&d_words, (words + off) * sizeof(uint32_t)));
    if (first)
        CU(cudaMemcpy(d_words + off, first, words * sizeof(uint32_t), cudaMemcpyHostToDevice));
    return d_words + off;
}

/** Whether the items come in the order of these indices. */
template <class K>
static bool in_order(const struct items *x, const std::vector<K> &keys,
                     const std::vector<uint32_t> &values, const std::vector<uint32_t> &order) {
    const size_t words = x->value_bytes / sizeof(uint32_t);
    std::vector<K> sorted(x->n);
    std::vector<uint32_t> moved(values.size());
    CU(cudaMemcpy(sorted.data(), x->d_keys_out, x->n * sizeof(K), cudaMemcpyDeviceToHost));
    if (words > 0)
        CU(cudaMemcpy(moved.data(), x->d_values_out, x->n * x->value_bytes,
                      cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < x->n; i++) {
        if (sorted[i] != keys[order[i]]) return false;
        for (size_t w = 0; w < words; w++)
            if (moved[i * words + w] != values[order[i] * words + w]) return false;
    }
    return true;
}

/** A key for each i. */
template <class K> static K key_of(struct trial t, word i) {
    const word number = some_number(i);
    word key = 0;
    for (size_t b = 0; b < 8 * sizeof(K); b += 8)
        key |= (t.digits ? (number >> b) % 256 % t.digits * 61 % 256 : (number >> b) % 256) << b;
    return (K)key;
}

/** Whether items are sorted in the way that a trial names: its method, the words carried, and the rows of a tile. */
static bool in_way(const struct items *x, struct trial t) {
    const struct sweep s = plan_passes(x, t.carried);
    const struct pass first = pass_of(&s, 0);
    return method_of(x) == t.method && words_carried(x) == t.carried &&
           (t.rows == 0 || pass_shape(&first, s.wide).rows == t.rows);
}

/** Whether a trial is sorted right, in the way that it names. */
template <class K> static bool sorts(struct trial t) {
    std::vector<K> keys(t.n);
    std::vector<uint32_t> values(t.n * t.words), order(t.n);
    for (size_t i = 0; i < t.n; i++) keys[i] = key_of<K>(t, t.n % 2 ? i : i / 40);
    for (size_t i = 0; i < values.size(); i++) values[i] = (uint32_t)i;
    std::iota(order.begin(), order.end(), 0);
    const K mask = (K)(~0ull >> (64 - t.bits));
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        return (keys[a] >> t.begin & mask) < (keys[b] >> t.begin & mask);
    });
    struct items x = {};
    x.n = t.n, x.key_bytes = sizeof(K), x.value_bytes = t.words * sizeof(uint32_t);
    x.begin = t.begin, x.bits = t.bits;
    uint32_t *d_keys = make_words(t.n * sizeof(K) / 4, 0, (const uint32_t *)keys.data());
    uint32_t *d_keys_out = make_words(t.n * sizeof(K) / 4, 0, NULL);
    uint32_t *d_values = make_words(t.n * t.words, t.off, values.data());
    uint32_t *d_values_out = make_words(t.n * t.words, t.off, NULL);
    x.d_keys = d_keys, x.d_keys_out = d_keys_out;
    x.d_values = d_values, x.d_values_out = d_values_out;
    char *d_temp;
    CU(cudaMalloc(&d_temp, items_bytes(&x)));
    const bool as_said = in_way(&x, t);
    sort_items(&x, d_temp, 0);
    const bool right = in_order(&x, keys, values, order);
    if (!right || !as_said)
        printf("ways: %zu keys of %zu bytes by bits %u to %u, values of %u words off by %u: %s\n",
               t.n, sizeof(K), t.begin, t.begin + t.bits, t.words, t.off,
               right ? "not in that way" : "wrong");
    for (void *d : {(void *)d_keys, (void *)d_keys_out, (void *)(d_values - t.off),
                    (void *)(d_values_out - t.off), (void *)d_temp})
        CU(cudaFree(d));
    return right && as_said;
}

static __global__ void digit_words_kernel(uint32_t *d_words) {
    d_words[threadIdx.x] = digit_word(threadIdx.x);
}

/**
 * Whether each digit has a word of its own, and neighbours whose digits lie a step apart do not meet in banks: of
 * random digits 3.2 lanes do on the average.
 */
static bool digits_spread(void) {
    std::vector<uint32_t> at(RADIX), sorted;
    uint32_t *d_words;
    CU(cudaMalloc(&d_words, RADIX * sizeof(uint32_t)));
    digit_words_kernel<<<1, RADIX>>>(d_words);
    CU(cudaMemcpy(at.data(), d_words, RADIX * sizeof(uint32_t), cudaMemcpyDeviceToHost));
    CU(cudaFree(d_words));
    sorted = at, std::sort(sorted.begin(), sorted.end());
    for (uint32_t i = 0; i < RADIX; i++)
        if (sorted[i] != i) return printf("ways: %u is no digit's word\n", i) < 0;
    for (uint32_t step = 1; step < RADIX; step++) {
        uint32_t meet = 0; // lanes, for all first digits
        for (uint32_t first = 0; first < RADIX; first++) {
            std::vector<bool> seen(RADIX);
            std::vector<uint32_t> banks(WARP_THREADS);
            for (uint32_t lane = 0; lane < WARP_THREADS; lane++) {
                const uint32_t word = at[(first + lane * step) % RADIX];
                if (!seen[word]) banks[word % WARP_THREADS]++;
                seen[word] = true;
            }
            meet += *std::max_element(banks.begin(), banks.end());
        }
        if (meet > RADIX * 16 / 5)
            return printf("ways: %.1f lanes meet in a bank, step %u\n", meet / (double)RADIX,
                          step) < 0;
    }
    return true;
}

static __global__ void slots_kernel(uint32_t step, uint32_t *d_slots) {
    const struct item x = {threadIdx.x * step, 0};
    d_slots[threadIdx.x] = slot_of(x);
}

/** Whether values that lie evenly, up to as many as are counted, are soon found: most of them in the first slot. */
static bool slots_spread(void) {
    std::vector<uint32_t> first(MOST_FEW);
    uint32_t *d_slots;
    CU(cudaMalloc(&d_slots, MOST_FEW * sizeof(uint32_t)));
    bool right = true;
    for (uint32_t values = 16; values <= MOST_FEW; values++) {
        std::vector<bool> taken(FEW_SLOTS);
        uint32_t asked = 0;
        slots_kernel<<<1, values>>>(UINT32_MAX / values, d_slots);
        CU(cudaMemcpy(first.data(), d_slots, values * sizeof(uint32_t), cudaMemcpyDeviceToHost));
        for (uint32_t v = 0; v < values; v++) {
            uint32_t at = first[v];
            for (asked++; taken[at]; asked++) at = (at + 1) % FEW_SLOTS;
            taken[at] = true;
        }
        if (asked <= values * 5 / 4) continue;
        printf("ways: %u values ask %.1f slots each\n", values, asked / (double)values);
        right = false;
    }
    CU(cudaFree(d_slots));
    return right;
}

int main(void) {
    bool right = digits_spread() & slots_spread();
    const struct trial words[] = {
        {BY_SEARCH, 61, 5, 9, 0, 0, 0},
        {BY_SEARCH, 64, 1, 31, 3, 0, 1},
        {BY_SEARCH, 33, 0, 32, 64, 1, 1},
        {IN_GRID, 33, 0, 32, 65, 0, 1},
        {BY_MERGING, 1000, 5, 9, 0, 0, 0},
        {IN_GRID, 3001, 0, 24, 1, 0, 1},
        {BY_MERGING, 2000, 1, 31, 3, 0, 1},
        {BY_MERGING, 700, 0, 32, 1, 0, 1},
        {IN_GRID, 5001, 24, 8, 0, 0, 0},
        {IN_GRID, 5000, 3, 7, 2, 0, 1},
        {BY_SWEEPS, 17001, 31, 1, 0, 0, 0},
        {BY_SWEEPS, 17000, 2, 10, 1, 1, 1},
        {BY_SWEEPS, 9001, 0, 20, 2, 0, 2},
        {BY_SWEEPS, 9000, 0, 20, 2, 1, 1},
        {BY_SWEEPS, 9001, 7, 24, 4, 0, 4},
        {BY_SWEEPS, 9001, 0, 32, 4, 0, 1},
        {BY_SWEEPS, 9000, 0, 8, 4, 2, 1},
        {BY_SWEEPS, 9001, 0, 9, 5, 0, 1},
        {BY_SWEEPS, 9001, 8, 16, 3, 0, 1},
        {BY_MERGING, 700, 0, 32, 2, 0, 1},
        {BY_MERGING, 700, 0, 32, 4, 1, 1},
        {BY_MERGING, 1999, 0, 20, 4, 0, 1},
        {BY_MERGING, 1500, 0, 24, 2, 1, 1},
        {IN_GRID, 1999, 0, 8, 4, 0, 1},
        {IN_GRID, 201, 0, 32, 1, 0, 1},
        {BY_SWEEPS, 16001, 0, 32, 1, 0, 1, MIDDLE_ROWS, 4},
        {BY_SWEEPS, 22001, 0, 32, 1, 0, 1, LESS_ROWS, 0},
        {BY_SWEEPS, 25001, 0, 32, 1, 0, 1, PAIR_ROWS, 4},
        {BY_SWEEPS, 30001, 0, 32, 1, 0, 1, MIDDLE_ROWS, 3},
        {BY_SWEEPS, 90001, 0, 32, 1, 0, 1, LESS_ROWS, 4},
        {BY_SWEEPS, 90003, 0, 16, 1, 0, 1, LESS_ROWS, 0},
        {BY_SWEEPS, 130001, 0, 16, 1, 0, 1, PAIR_ROWS, 3},
        {BY_SWEEPS, 18001, 0, 32, 0, 0, 0, FEWER_ROWS, 0},
        {BY_SWEEPS, 20001, 0, 32, 0, 0, 0, WORD_ROWS, 3},
        {BY_SWEEPS, 32001, 0, 32, 0, 0, 0, MOST_ROWS, 4},
        {BY_SWEEPS, 40001, 0, 16, 0, 0, 0, FEWER_ROWS, 4},
        {BY_SWEEPS, 81001, 0, 16, 0, 0, 0, WORD_ROWS, 1},
    };
    const struct trial wides[] = {
        {BY_SEARCH, 63, 40, 24, 0, 0, 0},         {BY_SEARCH, 49, 0, 64, 2, 0, 1},
        {BY_MERGING, 1999, 40, 24, 0, 0, 0},      {BY_MERGING, 600, 0, 16, 1, 0, 1},
        {BY_MERGING, 700, 0, 64, 1, 0, 1},        {IN_GRID, 5001, 60, 4, 1, 0, 1},
        {IN_GRID, 5000, 0, 8, 0, 0, 0},           {BY_SWEEPS, 9001, 0, 17, 0, 0, 0},
        {BY_SWEEPS, 9000, 33, 8, 2, 0, 2},        {BY_SWEEPS, 9001, 0, 35, 2, 0, 2},
        {BY_SWEEPS, 9001, 30, 12, 4, 0, 4},       {BY_SWEEPS, 9000, 56, 8, 4, 1, 1},
        {BY_SWEEPS, 6500, 50, 8, 1, 0, 1},        {BY_MERGING, 700, 0, 64, 4, 0, 1},
        {BY_MERGING, 900, 0, 16, 2, 0, 1},        {IN_GRID, 900, 60, 4, 2, 0, 1},
        {BY_SWEEPS, 9003, 40, 24, 1, 0, 1, 0, 2},
    };
    for (const struct trial &t : words) right &= sorts<uint32_t>(t);
    for (const struct trial &t : wides) right &= sorts<word>(t);
    return right ? 0 : 1;
}
