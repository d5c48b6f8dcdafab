// Host code that names a device variable has a copy of its own, which begins with zeros: nvcc warns of it.
#include <cstdio>
#include <utility>

__device__ int count = 3;
__constant__ int table[2] = {4, 5};
__device__ const int four = 4;
static __constant__ float half = 0.5f;
__device__ int *place, shared_name;
__managed__ int managed = 6;
namespace inner {
__device__ int deep = 7;
}
struct point {
    int count, x;
    int twice() { return 2 * count; } // its own
};

__global__ void change() {
    count = 8 + four;
    inner::deep = 9;
    managed = 10;
    shared_name = table[1];
}
__global__ void address_is(bool *same, int *of_host) {
    *same = of_host == &count;
}

template <class T> cudaError_t upload(const T &symbol, T value) {
    return cudaMemcpyToSymbol(symbol, &value, sizeof value);
}
static int own(int count) { return count + 1; }
static int product(int a) {
    int twos[] = {2, 2}, shared_name = 3;
    return a * shared_name + twos[0];
}
static int read_deep() { using namespace inner; return deep + inner::deep + ::inner::deep; }

#define CHECK(right) if (!(right)) return printf("FAIL: line %d\n", __LINE__), 1

int main() {
    change<<<1, 1>>>();
    cudaDeviceSynchronize();
    CHECK(count == 0 && table[1] == 0 && half == 0 && read_deep() == 0 && managed == 10);
    count = 20, table[0]++;
    inner::deep += 2;
    CHECK(count == 20 && table[0] == 1 && read_deep() == 6 && place == nullptr);
    int back = 0, room[four] = {};
    CHECK(cudaMemcpyFromSymbol(&back, count, sizeof count) == cudaSuccess && back == 12);
    CHECK(cudaMemcpyFromSymbol(&back, inner::deep, sizeof(int)) == cudaSuccess && back == 9);
    CHECK(upload(count, 30) == cudaSuccess && cudaMemcpyFromSymbol(&back, count, sizeof(int)) == cudaSuccess);
    CHECK(back == 30 && count == 20);
    for (int i = 0, count = 1; i < 2; i++) count++, room[i] = count;
    auto add = [](int count) { return count + 1; };
    decltype(count) other = 2;
    point p = {1, 2};
    CHECK(room[1] == 3 && add(1) == 2 && own(4) == 5 && p.count == 1 && p.twice() == 2 && other == 2);
    CHECK(product(2) == 8);
    void *address;
    CHECK(cudaGetSymbolAddress(&address, count) == cudaSuccess && address != &count && sizeof table == 8);
    bool *same;
    cudaMallocManaged(&same, sizeof *same);
    address_is<<<1, 1>>>(same, (int *)address);
    CHECK(cudaDeviceSynchronize() == cudaSuccess && *same);
    int *by_hand = &count;
    CHECK(std::exchange(*by_hand, 1) == 20 && count == 1);
    puts("PASS");
}
