/**
 * @file
 * @brief Thrust sorts more memory than the heap of kernels usually holds, stably.
 */
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/sort.h>

/* 256 bytes. */
struct record {
    unsigned key, place, fill[62];
};

struct by_key {
    __host__ __device__ bool operator()(const record &a, const record &b) const {
        return a.key < b.key;
    }
};

int main() {
    const unsigned n = 40000; // 10 MB
    thrust::host_vector<record> records(n);
    for (unsigned i = 0; i < n; i++) records[i] = {i * 40503u % 3001, i, {i}};
    thrust::device_vector<record> d_records = records;
    thrust::stable_sort(d_records.begin(), d_records.end(), by_key());
    thrust::host_vector<record> sorted = d_records;
    bool right = true;
    for (unsigned i = 0; i < n; i++) {
        const record &r = sorted[i];
        right &= r.key == r.place * 40503u % 3001 && r.fill[0] == r.place;
        if (i == 0) continue;
        const record &before = sorted[i - 1];
        right &= before.key < r.key || (before.key == r.key && before.place < r.place);
    }
    puts(right ? "PASS" : "FAIL");
    return !right;
}
