/**
 * @file
 * @brief Thrust sorts more keys than the heap of kernels usually holds, by value and by key, stably.
 */
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>

/* A random word. */
static unsigned mix(unsigned x) {
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

struct by_half {
    __host__ __device__ bool operator()(unsigned a, unsigned b) const {
        return a / 2 < b / 2;
    }
};

int main() {
    const int n = 3 << 20; // 12 MiB
    thrust::host_vector<unsigned> keys(n);
    for (int i = 0; i < n; i++) keys[i] = mix(i) % 1000003;
    thrust::device_vector<unsigned> d_keys = keys, d_places(n), d_less = keys;
    thrust::sequence(d_places.begin(), d_places.end());
    thrust::stable_sort_by_key(d_keys.begin(), d_keys.end(), d_places.begin(), by_half());
    thrust::sort(d_less.begin(), d_less.end(), thrust::greater<unsigned>());
    thrust::host_vector<unsigned> sorted = d_keys, places = d_places, less = d_less;
    bool right = true;
    for (int i = 0; i < n; i++) right &= keys[places[i]] == sorted[i];
    for (int i = 1; i < n; i++) {
        right &= sorted[i - 1] / 2 <= sorted[i] / 2 && less[i - 1] >= less[i];
        right &= sorted[i - 1] / 2 < sorted[i] / 2 || places[i - 1] < places[i];
    }
    puts(right ? "PASS" : "FAIL");
    return !right;
}
