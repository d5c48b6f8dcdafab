// More of what programs do with Thrust: printing, sorts of zipped arrays, keys of two parts, allocators, host functors.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <sstream>
#include <string>

#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/generate.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/mismatch.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
#include <thrust/tuple.h>
#include <thrust/uninitialized_fill.h>
#include <thrust/universal_vector.h>

struct by_second {
    template <class A, class B> __host__ __device__ bool operator()(const A &a, const B &b) const {
        return thrust::get<1>(a) < thrust::get<1>(b);
    }
};
struct normal {
    __host__ __device__ float operator()(unsigned i) const {
        thrust::minstd_rand engine(i + 1);
        engine.discard(10);
        thrust::normal_distribution<float> distribution(5.0f, 2.0f);
        return distribution(engine);
    }
};
/** Mean and number of two groups of values, as one. */
struct moments {
    double mean;
    int n;
};
struct join {
    __host__ __device__ moments operator()(const moments &a, const moments &b) const {
        int n = a.n + b.n;
        return {n ? (a.mean * a.n + b.mean * b.n) / n : 0, n};
    }
};
struct to_moments {
    __host__ __device__ moments operator()(float x) const {
        return {x, 1};
    }
};

static int failures;
static void check(bool good, const char *what) {
    if (!good) printf("wrong: %s\n", what), failures++;
}

__global__ void twice(int *x, int n) {
    if (threadIdx.x < n) x[threadIdx.x] *= 2;
}

int main() {
    thrust::host_vector<int> h(100);
    thrust::generate(h.begin(), h.end(), rand);
    thrust::device_vector<int> keys = h, numbers(100);
    thrust::sequence(numbers.begin(), numbers.end(), 1, 2);
    auto pairs = thrust::make_zip_iterator(thrust::make_tuple(numbers.begin(), keys.begin()));
    thrust::sort(pairs, pairs + 100, by_second());
    check(thrust::is_sorted(keys.begin(), keys.end()) && h[(numbers[7] - 1) / 2] == keys[7], "a sort of zipped arrays");
    thrust::sort(thrust::make_reverse_iterator(numbers.end()), thrust::make_reverse_iterator(numbers.begin()));
    std::ostringstream out;
    thrust::copy(numbers.begin(), numbers.begin() + 3, std::ostream_iterator<int>(out, " "));
    check(out.str() == "199 197 195 ", "printing");
    check(*thrust::mismatch(numbers.begin(), numbers.end(), keys.begin()).first == 199, "mismatch");

    int a[] = {0, 0, 1, 1, 1}, b[] = {2, 2, 2, 3, 3};
    thrust::device_vector<int> first(a, a + 5), second(b, b + 5), k1(5), k2(5), counts(5);
    auto both = thrust::make_zip_iterator(thrust::make_tuple(first.begin(), second.begin()));
    auto kept = thrust::make_zip_iterator(thrust::make_tuple(k1.begin(), k2.begin()));
    auto end = thrust::reduce_by_key(both, both + 5, thrust::make_constant_iterator(1), kept, counts.begin());
    check(end.second - counts.begin() == 3 && counts[2] == 2 && k2[2] == 3 && k1[1] == 1, "keys of two parts");

    thrust::counting_iterator<unsigned> count(0);
    thrust::device_vector<float> drawn(4000);
    thrust::transform(count, count + 4000, drawn.begin(), normal());
    moments all = thrust::transform_reduce(drawn.begin(), drawn.end(), to_moments(), moments{0, 0}, join());
    check(all.n == 4000 && all.mean > 4.8 && all.mean < 5.2, "a normal distribution, and a reduction of structs");
    thrust::transform_inclusive_scan(numbers.begin(), numbers.begin() + 3, numbers.begin(), thrust::negate<int>(),
                                     thrust::plus<int>());
    check(numbers[2] == -591, "transform_inclusive_scan");

    thrust::universal_vector<int> managed(10, 4);
    twice<<<1, 32>>>(thrust::raw_pointer_cast(managed.data()), 10);
    cudaDeviceSynchronize();
    check(managed[9] == 8 && std::count(managed.begin(), managed.end(), 8) == 10, "universal_vector");
    thrust::universal_vector<int> listed{3, 5, 7}, copied(listed);
    thrust::device_vector<int> on_device = listed;
    listed = {1, 2};
    check(listed.size() == 2 && copied[2] == 7 && on_device[1] == 5, "a universal_vector of a list");
    thrust::universal_host_pinned_vector<int> pinned = on_device;
    cudaPointerAttributes where;
    cudaPointerGetAttributes(&where, thrust::raw_pointer_cast(pinned.data()));
    check(pinned[2] == 7 && where.type == cudaMemoryTypeHost, "universal_host_pinned_vector");
    thrust::device_ptr<int> p = thrust::device_malloc<int>(8);
    thrust::uninitialized_fill(p, p + 8, 3);
    check(thrust::reduce(thrust::cuda::par, p, p + 8) == 24, "uninitialized_fill");
    thrust::device_free(p);
    thrust::device_vector<bool> flags(5, true);
    flags[2] = false;
    check(thrust::count(flags.begin(), flags.end(), true) == 4, "of bool");
    float sum = thrust::reduce(thrust::make_constant_iterator(0.1f), thrust::make_constant_iterator(0.1f) + (1 << 20));
    check(sum > 104857.f && sum < 104858.f, "a sum of many floats is as exact as a tree's");
    puts(failures ? "FAIL" : "PASS");
    return failures;
}
