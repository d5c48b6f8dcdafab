// Functors and lambdas of a program in Thrust's algorithms, and its iterators: zip, counting, transform, constant.
#include <cmath>
#include <cstdio>

#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>

struct saxpy {
    const float a;
    saxpy(float a) : a(a) {}
    __host__ __device__ float operator()(const float &x, const float &y) const {
        return a * x + y;
    }
};
struct square {
    __host__ __device__ int operator()(int x) const {
        return x * x;
    }
};
struct box {
    int low, high;
};
struct to_box {
    __host__ __device__ box operator()(int x) {
        return {x, x};
    }
};
/** A reduction's operator() without const. */
struct join {
    __host__ __device__ box operator()(box a, box b) {
        return {a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
    }
};
struct is_odd {
    __host__ __device__ bool operator()(int x) const {
        return x & 1;
    }
};
struct add_up {
    template <class Tuple> __host__ __device__ void operator()(Tuple t) const {
        thrust::get<2>(t) = thrust::get<0>(t) + thrust::get<1>(t);
    }
};
struct count_bin {
    int *bins;
    __device__ void operator()(int x) const {
        atomicAdd(&bins[x % 8], 1);
    }
};
struct inside {
    __host__ __device__ int operator()(unsigned seed) const {
        thrust::default_random_engine engine(seed);
        engine.discard(2 * seed);
        thrust::uniform_real_distribution<float> uniform(0.0f, 1.0f);
        float x = uniform(engine), y = uniform(engine);
        return x * x + y * y <= 1.0f;
    }
};

static int failures;
static void check(bool good, const char *what) {
    if (!good) printf("wrong: %s\n", what), failures++;
}

int main() {
    const int n = 3000;
    thrust::device_vector<float> x(n, 2.0f), y(n);
    thrust::sequence(y.begin(), y.end());
    thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), saxpy(3));
    check(y[0] == 6 && y[n - 1] == n + 5, "saxpy");

    thrust::device_vector<int> v(n), w(n);
    thrust::tabulate(v.begin(), v.end(), square());
    float shift = 0.5f;
    thrust::transform(v.begin(), v.end(), x.begin(), [=] __device__(int i) { return i + shift; });
    check(x[3] == 9.5f, "an extended lambda");
    check(thrust::transform_reduce(v.begin(), v.begin() + 4, square(), 0, thrust::plus<int>()) == 98,
          "transform_reduce");
    check(thrust::count_if(v.begin(), v.end(), is_odd()) == n / 2, "count_if");
    check(thrust::any_of(v.begin(), v.end(), is_odd()) && !thrust::all_of(v.begin(), v.end(), is_odd()), "any_of");
    check(thrust::inner_product(v.begin(), v.begin() + 4, v.begin(), 0) == 98, "inner_product");
    check(thrust::max_element(v.begin(), v.end()) - v.begin() == n - 1, "max_element");
    auto ends = thrust::minmax_element(y.begin(), y.end());
    check(*ends.first == 6 && *ends.second == n + 5, "minmax_element");

    auto first = thrust::make_zip_iterator(thrust::make_tuple(v.begin(), thrust::constant_iterator<int>(5), w.begin()));
    thrust::for_each(first, first + n, add_up());
    check(w[0] == 5 && w[20] == 405, "zip_iterator");
    auto squares = thrust::make_transform_iterator(thrust::counting_iterator<int>(1), square());
    check(thrust::reduce(squares, squares + 10) == 385, "transform_iterator");
    thrust::device_vector<int> chosen(3);
    chosen[0] = 5, chosen[1] = 0, chosen[2] = 2;
    auto picked = thrust::make_permutation_iterator(v.begin(), chosen.begin());
    check(thrust::reduce(thrust::device, picked, picked + 3) == 29, "permutation_iterator");

    thrust::device_vector<int> bins(8);
    thrust::for_each_n(thrust::counting_iterator<int>(0), n, count_bin{thrust::raw_pointer_cast(bins.data())});
    check(bins[0] == n / 8 && thrust::reduce(bins.begin(), bins.end()) == n, "a functor with an atomic");

    thrust::counting_iterator<unsigned> seeds(0);
    int hits = thrust::transform_reduce(thrust::device, seeds, seeds + n, inside(), 0, thrust::plus<int>());
    check(fabs(4.0 * hits / n - 3.14159) < 0.15, "random numbers");
    thrust::counting_iterator<int> from_three(3);
    box all = thrust::transform_reduce(from_three, from_three + 50, to_box(), box{100, -100}, join());
    check(all.low == 3 && all.high == 52, "a reduction by a functor without const");
    puts(failures ? "FAIL" : "PASS");
    return failures;
}
