// device_vector and host_vector: elements, sizes, copies between host and device, and a kernel on their memory.
#include <cstdio>
#include <list>
#include <vector>

#include <thrust/copy.h>
#include <thrust/device_malloc.h>
#include <thrust/device_free.h>
#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/host_vector.h>
#include <thrust/sequence.h>
#include <thrust/swap.h>

__global__ void square(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= x[i];
}

static int failures;
static void check(bool good, const char *what) {
    if (!good) printf("wrong: %s\n", what), failures++;
}

struct point {
    int x, y;
    __host__ __device__ bool operator==(const point &other) const {
        return x == other.x && y == other.y;
    }
};

int main() {
    thrust::device_vector<float> d(100);
    check(d[0] == 0 && d[99] == 0, "a new vector holds zeros");
    thrust::sequence(d.begin(), d.end());
    square<<<1, 128>>>(thrust::raw_pointer_cast(d.data()), (int)d.size());
    check(d[9] == 81 && d.back() == 99 * 99, "a kernel writes to a vector");

    thrust::host_vector<float> h = d;
    check(h[10] == 100, "to the host");
    h[10] = -1;
    d = h;
    d[11] = d[10];
    d[12] += 0.5f;
    check(d[11] == -1 && d[12] == 144.5f, "elements are written");
    d.resize(200, 3.0f);
    d.push_back(4);
    check(d.size() == 201 && d[199] == 3 && d[200] == 4 && d[10] == -1, "it grows");
    d.insert(d.begin() + 1, 7.0f);
    d.erase(d.begin());
    check(d[0] == 7 && d.size() == 201, "insert and erase");

    thrust::device_vector<int> listed = {3, 1, 4}, five_ones(5, 1), five_and_one{5, 1};
    thrust::host_vector<int> at_host{2, 7};
    check(listed.size() == 3 && listed[2] == 4 && at_host[1] == 7, "from a list of values");
    check(five_ones.size() == 5 && five_and_one.size() == 2, "a list is no number of values");
    listed = {1, 2, 3, 4};
    at_host = {};
    check(listed.size() == 4 && listed[3] == 4 && at_host.empty(), "a list is assigned");
    listed = at_host;
    check(listed.empty(), "and then a vector");

    std::list<int> list = {3, 1, 4, 1, 5};
    thrust::device_vector<long long> from_list(list.begin(), list.end());
    check(from_list[4] == 5 && from_list.size() == 5, "from a list, and of another type");
    std::vector<int> back(5);
    thrust::copy(from_list.begin(), from_list.end(), back.begin());
    check(back[2] == 4, "to another type");
    thrust::device_vector<double> converted(5);
    thrust::copy(from_list.begin(), from_list.end(), converted.begin());
    check(converted[0] == 3.0, "within the device, to another type");
    thrust::copy_n(back.begin(), 2, converted.begin() + 3);
    check(converted[4] == 1.0 && converted[2] == 4.0, "a part of it");

    thrust::device_vector<point> points(3, point{1, 2});
    points[1] = point{3, 4};
    thrust::device_vector<point> copy = points;
    check(copy == points && (point)copy[1] == (point{3, 4}), "of structs");
    copy.clear();
    check(copy.empty() && copy != points, "clear");

    thrust::device_ptr<int> p = thrust::device_malloc<int>(10);
    thrust::fill(p, p + 10, 6);
    p[3] = 8;
    check(p[2] == 6 && *(p + 3) == 8 && p[4] == 6, "device_malloc");
    int raw[10];
    cudaMemcpy(raw, p.get(), sizeof raw, cudaMemcpyDeviceToHost);
    check(raw[3] == 8, "it is device memory");
    thrust::device_free(p);

    thrust::device_vector<int> a(4, 1), b(2, 2);
    a.swap(b);
    check(a.size() == 2 && a[0] == 2 && b[3] == 1, "swap");
    puts(failures ? "FAIL" : "PASS");
    return failures;
}
