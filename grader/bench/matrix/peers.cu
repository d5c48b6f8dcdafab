/**
 * @file
 * @brief The peers: CUB's radix and merge sorts and Thrust's sort, as anybody would call them.
 *
 * C++, unlike the rest of the kit, since these libraries are templates and nothing else. It is built
 * with nvcc alone: where the CPU runtime stands in for a GPU, there are no peers and no ratios.
 */
#include <climits>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

#include "common/cu.h"
#include "grader/bench/matrix/matrix.h"

/** Both libraries' way: without memory they say how many bytes they want, and with it they sort. */
typedef size_t call(const struct job *job, void *temp);

template <typename Key, typename Count>
static size_t radix_keys(const struct job *job, void *temp) {
    size_t bytes = job->temp_bytes;
    CU(cub::DeviceRadixSort::SortKeys(temp, bytes, (const Key *)job->in, (Key *)job->out,
                                      (Count)job->n, 0, 32, job->stream));
    return bytes;
}

template <typename Count> static size_t radix_pairs(const struct job *job, void *temp) {
    size_t bytes = job->temp_bytes;
    CU(cub::DeviceRadixSort::SortPairs(temp, bytes, job->in, job->out, job->values_in,
                                       job->values_out, (Count)job->n, 0, 32, job->stream));
    return bytes;
}

struct less {
    __device__ bool operator()(uint32_t a, uint32_t b) const {
        return a < b;
    }
};

static size_t merge_keys(const struct job *job, void *temp) {
    size_t bytes = job->temp_bytes;
    CU(cub::DeviceMergeSort::SortKeysCopy(temp, bytes, job->in, job->out, job->n, less(),
                                          job->stream));
    return bytes;
}

static size_t merge_pairs(const struct job *job, void *temp) {
    size_t bytes = job->temp_bytes;
    CU(cub::DeviceMergeSort::SortPairsCopy(temp, bytes, job->in, job->values_in, job->out,
                                           job->values_out, job->n, less(), job->stream));
    return bytes;
}

template <typename Count> static size_t radix_typed(const struct job *job, void *temp) {
    switch (job->type) {
    case KEY_I32:
        return radix_keys<int32_t, Count>(job, temp);
    case KEY_F32:
        return radix_keys<float, Count>(job, temp);
    default:
        return radix_keys<uint32_t, Count>(job, temp);
    }
}

template <call *function> static size_t bytes_of(const struct job *job) {
    return function(job, nullptr);
}

template <call *function> static void run_of(const struct job *job) {
    function(job, job->temp);
}

/** In place, and with memory that it takes and gives back itself. */
static void thrust_sort(const struct job *job) {
    thrust::sort(thrust::cuda::par.on(job->stream), job->out, job->out + job->n);
}

/** Of pairs the merge sort is never the fastest where there are many, and takes long. */
static const size_t MERGED_PAIRS = 1 << 26;

/** A row; the fields in the order of struct contender. */
static const struct contender peers[] = {
    {"CUB radix sort", FORM_KEYS, ROLE_PEER, TYPES_ALL, SIZE_MAX, nullptr,
     bytes_of<radix_typed<size_t>>, run_of<radix_typed<size_t>>},
    {"CUB radix sort; 32-bit count", FORM_KEYS, ROLE_PEER, TYPES_ALL, INT_MAX, nullptr,
     bytes_of<radix_typed<int>>, run_of<radix_typed<int>>},
    {"CUB merge sort", FORM_KEYS, ROLE_PEER | ROLE_SLOW, TYPE_U32, SIZE_MAX, nullptr,
     bytes_of<merge_keys>, run_of<merge_keys>},
    {"Thrust sort", FORM_KEYS, ROLE_PEER | ROLE_IN_PLACE | ROLE_OWN_TEMP | ROLE_SLOW, TYPE_U32,
     SIZE_MAX, nullptr, nullptr, thrust_sort},
    {"CUB radix sort", FORM_PAIRS, ROLE_PEER | ROLE_STABLE, TYPE_U32, SIZE_MAX, nullptr,
     bytes_of<radix_pairs<size_t>>, run_of<radix_pairs<size_t>>},
    {"CUB radix sort; 32-bit count", FORM_PAIRS, ROLE_PEER | ROLE_STABLE, TYPE_U32, INT_MAX,
     nullptr, bytes_of<radix_pairs<int>>, run_of<radix_pairs<int>>},
    {"CUB merge sort", FORM_PAIRS, ROLE_PEER, TYPE_U32, MERGED_PAIRS, nullptr,
     bytes_of<merge_pairs>, run_of<merge_pairs>},
};

__attribute__((constructor)) static void enter() {
    for (const struct contender &peer : peers) bench_enter(&peer);
}
