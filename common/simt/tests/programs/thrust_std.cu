// Thrust with what libcu++ has, of which no header is named.
#include <cstdio>

#include <thrust/device_vector.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>

struct multiply_add {
    template <class Tuple> __host__ __device__ void operator()(Tuple t) {
        cuda::std::get<2>(t) += cuda::std::get<0>(t) * cuda::std::get<1>(t);
    }
};
template <class Iterator>
__host__ __device__ cuda::std::iter_value_t<Iterator>
second_of(Iterator first, cuda::std::iter_difference_t<Iterator> n) {
    return n > 1 ? first[1] : *first;
}

static int failures;
static void check(bool good, const char *what) {
    if (!good) printf("wrong: %s\n", what), failures++;
}

int main() {
    thrust::counting_iterator<int> count(3);
    thrust::device_vector<int> x(count, count + 50), y(50, 2), sum(50, 1);
    auto rows = thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin(), sum.begin()));
    thrust::for_each(rows, rows + 50, multiply_add());
    check(sum[0] == 7 && sum[49] == 105, "cuda::std::get of a zipped element");
    check(thrust::reduce(sum.begin(), sum.end(), 0, cuda::maximum<int>()) == 105, "cuda::maximum");
    thrust::transform(x.begin(), x.end(), y.begin(), sum.begin(), cuda::std::multiplies<int>());
    check(sum[1] == 8 && cuda::std::distance(sum.begin(), sum.end()) == 50,
          "cuda::std::multiplies and distance");
    int list[] = {5, 6};
    check(second_of(list, 2) == 6, "the types of an iterator");
    puts(failures ? "FAIL" : "PASS");
    return failures;
}
