// Algorithms on keys and on sorted sequences: scans, runs, sets, searches, and what leaves elements out.
#include <cstdio>
#include <vector>

#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/find.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/set_operations.h>
#include <thrust/unique.h>

typedef thrust::device_vector<int> ints;

static int failures;
static void check(const ints &d, std::vector<int> expected, const char *what) {
    thrust::host_vector<int> h = d;
    bool good = h.size() >= expected.size();
    for (size_t i = 0; good && i < expected.size(); i++) good = h[i] == expected[i];
    if (!good) printf("wrong: %s\n", what), failures++;
}
static ints of(std::vector<int> values) {
    return ints(values.begin(), values.end());
}
struct is_even {
    __host__ __device__ bool operator()(int x) const {
        return x % 2 == 0;
    }
};

int main() {
    ints keys = of({1, 1, 2, 3, 3, 3}), values = of({1, 2, 3, 4, 5, 6}), out(6), counts(6);
    thrust::inclusive_scan(values.begin(), values.end(), out.begin());
    check(out, {1, 3, 6, 10, 15, 21}, "inclusive_scan");
    thrust::exclusive_scan(values.begin(), values.end(), out.begin(), 10);
    check(out, {10, 11, 13, 16, 20, 25}, "exclusive_scan");
    thrust::exclusive_scan(out.begin(), out.end(), out.begin(), 0, thrust::maximum<int>());
    check(out, {0, 10, 11, 13, 16, 20}, "exclusive_scan in place");
    thrust::inclusive_scan_by_key(keys.begin(), keys.end(), values.begin(), out.begin());
    check(out, {1, 3, 3, 4, 9, 15}, "inclusive_scan_by_key");

    ints sums(6);
    auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), out.begin(), sums.begin());
    check(out, {1, 2, 3}, "reduce_by_key: keys");
    check(sums, {3, 3, 15}, "reduce_by_key: sums");
    if (ends.first - out.begin() != 3) failures++;
    thrust::reduce_by_key(keys.begin(), keys.end(), thrust::constant_iterator<int>(1), thrust::make_discard_iterator(),
                          counts.begin());
    check(counts, {2, 1, 3}, "run lengths");
    thrust::unique_copy(keys.begin(), keys.end(), out.begin());
    check(out, {1, 2, 3}, "unique_copy");

    ints found(3);
    ints wanted = of({0, 3, 9});
    thrust::lower_bound(keys.begin(), keys.end(), wanted.begin(), wanted.end(), found.begin());
    check(found, {0, 3, 6}, "lower_bound");
    if (thrust::upper_bound(keys.begin(), keys.end(), 1) - keys.begin() != 2) failures++;
    if (!thrust::binary_search(keys.begin(), keys.end(), 2)) failures++;
    if (thrust::find(values.begin(), values.end(), 4) - values.begin() != 3) failures++;

    ints merged(9), common(3);
    thrust::merge(keys.begin(), keys.end(), wanted.begin(), wanted.end(), merged.begin());
    check(merged, {0, 1, 1, 2, 3, 3, 3, 3, 9}, "merge");
    thrust::set_intersection(keys.begin(), keys.end(), wanted.begin(), wanted.end(), common.begin());
    check(common, {3}, "set_intersection");

    auto last = thrust::copy_if(values.begin(), values.end(), out.begin(), is_even());
    check(out, {2, 4, 6}, "copy_if");
    if (last - out.begin() != 3) failures++;
    ints rest = values;
    rest.erase(thrust::remove_if(rest.begin(), rest.end(), is_even()), rest.end());
    check(rest, {1, 3, 5}, "remove_if");
    if (rest.size() != 3) failures++;
    thrust::stable_partition(values.begin(), values.end(), is_even());
    check(values, {2, 4, 6, 1, 3, 5}, "stable_partition");
    thrust::replace_if(values.begin(), values.end(), is_even(), 0);
    thrust::reverse(values.begin(), values.end());
    check(values, {5, 3, 1, 0, 0, 0}, "replace_if and reverse");

    ints places = of({5, 4, 3, 2, 1, 0});
    thrust::scatter(values.begin(), values.end(), places.begin(), out.begin());
    check(out, {0, 0, 0, 1, 3, 5}, "scatter");
    thrust::gather(places.begin(), places.end(), out.begin(), counts.begin());
    check(counts, {5, 3, 1, 0, 0, 0}, "gather");
    thrust::adjacent_difference(merged.begin(), merged.end(), merged.begin());
    check(merged, {0, 1, 0, 1, 1, 0, 0, 0, 6}, "adjacent_difference in place");
    if (!thrust::equal(counts.begin(), counts.end(), values.begin())) failures++;
    puts(failures ? "FAIL" : "PASS");
    return failures;
}
