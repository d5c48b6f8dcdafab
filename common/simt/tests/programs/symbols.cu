// Variables of the device by reference and by address, and a variable that is a pointer itself. Managed variables are
// memory of the host and of the device, to each function of CUDA.
#include <cstdio>

#define CHECK(call) if (cudaError_t e = call) return printf("FAIL: line %d: %s\n", __LINE__, cudaGetErrorName(e)), 1

struct __align__(16) moment { int hour, minute, second; };
__constant__ int limit;
__device__ moment now;
__constant__ int table[5];
__device__ int *target;
__device__ void *anything;

namespace shared_by_both {
__managed__ int first = 3, others[4], *pointer = nullptr;
}
using namespace shared_by_both;

__global__ void triple_all() {
    others[threadIdx.x] *= first;
    if (threadIdx.x == 0) *pointer += 1;
}

int managed_variables() {
    int from[] = {1, 2, 3, 4}, to[4] = {};
    cudaPointerAttributes attributes;
    CHECK(cudaMemset(others, 0xFF, sizeof others));
    if (others[3] != -1) return puts("FAIL: cudaMemset"), 1;
    CHECK(cudaMemcpy(others, from, sizeof from, cudaMemcpyHostToDevice));
    CHECK(cudaMallocManaged(&pointer, sizeof(int)));
    *pointer = 5;
    triple_all<<<1, 4>>>();
    CHECK(cudaMemcpy(to, others, sizeof to, cudaMemcpyDeviceToHost));
    CHECK(cudaPointerGetAttributes(&attributes, &first));
    CHECK(cudaPointerGetAttributes(&attributes, others + 1));
    bool good = to[0] == 3 && to[3] == 12 && *pointer == 6 && attributes.type == cudaMemoryTypeManaged;
    if (!good) puts("FAIL: managed variables");
    return !good;
}

__global__ void use(int *sum) {
    *sum = limit + now.hour * 3600 + now.minute * 60 + now.second + table[3] + *target + (anything == target);
}

int main() {
    const int fifty = 50, numbers[] = {5, 4, 3, 2, 1}, thousand = 1000;
    moment noon = {12, 1, 2}, back = {};
    int *d_sum, *d_thousand, sum = 0, limit_back = 0;
    void *address;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMalloc(&d_sum, sizeof(int)));
    CHECK(cudaMalloc(&d_thousand, sizeof(int)));
    CHECK(cudaMemcpy(d_thousand, &thousand, sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyToSymbol(static_cast<const void *>(&limit), &fifty, sizeof(int)));
    CHECK(cudaMemcpyToSymbolAsync((const void *)&now, &noon, sizeof noon, 0, cudaMemcpyHostToDevice, stream));
    CHECK(cudaMemcpyToSymbol(table, numbers, 3 * sizeof(int)));
    CHECK(cudaMemcpyToSymbol((const void *)table, numbers + 3, 2 * sizeof(int), 3 * sizeof(int)));
    CHECK(cudaMemcpyToSymbol(target, &d_thousand, sizeof d_thousand));
    CHECK(cudaMemcpyToSymbol(anything, &d_thousand, sizeof d_thousand));
    CHECK(cudaStreamSynchronize(stream));
    use<<<1, 1>>>(d_sum);
    CHECK(cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpyFromSymbol(&back, now, sizeof back));
    CHECK(cudaMemcpyFromSymbol(&limit_back, (const void *)&limit, sizeof(int)));
    CHECK(cudaGetSymbolAddress(&address, limit));
    CHECK(cudaMemcpy(&limit_back, address, sizeof(int), cudaMemcpyDeviceToHost));
    bool good = sum == 50 + 12 * 3600 + 62 + 2 + 1000 + 1 && back.second == 2 && limit_back == 50;
    if (managed_variables()) return 1;
    puts(good ? "PASS" : "FAIL");
    return !good;
}
