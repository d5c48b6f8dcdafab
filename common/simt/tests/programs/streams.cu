/**
 * @file
 * @brief Streams from several host threads: pinned and mapped memory, events between streams, callbacks.
 */
#include <atomic>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#define gpuErrchk(ans) gpuAssert((ans), __FILE__, __LINE__)
inline void gpuAssert(cudaError_t code, const char *file, int line) {
    if (code != cudaSuccess)
        throw std::runtime_error(std::string(cudaGetErrorName(code)) + " at " + file + ":" +
                                 std::to_string(line));
}

__global__ void saxpy(int n, float a, const float *x, float *y) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        y[i] = a * x[i] + y[i];
}

static std::atomic<int> callbacks(0);
static void CUDART_CB count_call(cudaStream_t, cudaError_t status, void *) {
    callbacks += status == cudaSuccess;
}
static void CUDART_CB count_host(void *data) {
    *(std::atomic<int> *)data += 1;
}

/** y += 2 x + 3 x in two streams, the second behind the first. */
static void add_in_turn(int n, float *x, float *y, float *d_x, float *d_y) {
    const size_t bytes = n * sizeof(float);
    cudaStream_t first, second;
    cudaEvent_t copied, done;
    gpuErrchk(cudaStreamCreate(&first));
    gpuErrchk(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    gpuErrchk(cudaEventCreateWithFlags(&copied, cudaEventDisableTiming));
    gpuErrchk(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
    gpuErrchk(cudaMemcpyAsync(d_x, x, bytes, cudaMemcpyHostToDevice, first));
    gpuErrchk(cudaMemcpyAsync(d_y, y, bytes, cudaMemcpyHostToDevice, first));
    saxpy<<<(n + 255) / 256, 256, 0, first>>>(n, 2.f, d_x, d_y);
    gpuErrchk(cudaGetLastError());
    gpuErrchk(cudaEventRecord(copied, first));
    gpuErrchk(cudaStreamWaitEvent(second, copied, 0));
    saxpy<<<8, 128, 0, second>>>(n, 3.f, d_x, d_y);
    gpuErrchk(cudaMemcpyAsync(y, d_y, bytes, cudaMemcpyDeviceToHost, second));
    gpuErrchk(cudaStreamAddCallback(second, count_call, nullptr, 0));
    gpuErrchk(cudaLaunchHostFunc(second, count_host, &callbacks));
    gpuErrchk(cudaEventRecord(done, second));
    while (cudaEventQuery(done) == cudaErrorNotReady) std::this_thread::yield();
    gpuErrchk(cudaStreamSynchronize(second));
    for (cudaEvent_t event : {copied, done}) gpuErrchk(cudaEventDestroy(event));
    for (cudaStream_t stream : {first, second}) gpuErrchk(cudaStreamDestroy(stream));
}

static void work(int seed, bool *right) try {
    const int n = 10000 + seed;
    float *x, *y, *d_x, *d_y, *mapped;
    gpuErrchk(cudaSetDevice(0));
    gpuErrchk(cudaMallocHost((void **)&x, n * sizeof(float)));
    gpuErrchk(cudaHostAlloc(&y, n * sizeof(float), cudaHostAllocDefault));
    gpuErrchk(cudaMalloc(&d_x, n * sizeof(float)));
    gpuErrchk(cudaMalloc(&d_y, n * sizeof(float)));
    for (int i = 0; i < n; i++) x[i] = (float)(i + seed), y[i] = 1.f;
    add_in_turn(n, x, y, d_x, d_y);
    std::vector<float> pageable(n, 1.f); // the kernel writes into the host's own memory
    gpuErrchk(cudaHostRegister(pageable.data(), n * sizeof(float), cudaHostRegisterMapped));
    gpuErrchk(cudaHostGetDevicePointer((void **)&mapped, pageable.data(), 0));
    saxpy<<<4, 64>>>(n, 1.f, d_x, mapped);
    gpuErrchk(cudaDeviceSynchronize());
    *right = true;
    for (int i = 0; i < n; i++) *right &= y[i] == 5.f * x[i] + 1.f && pageable[i] == x[i] + 1.f;
    gpuErrchk(cudaHostUnregister(pageable.data()));
    for (float *p : {x, y}) gpuErrchk(cudaFreeHost(p));
    for (float *p : {d_x, d_y}) gpuErrchk(cudaFree(p));
} catch (const std::exception &e) {
    fprintf(stderr, "%s\n", e.what());
    *right = false;
}

int main() {
    bool right[4] = {}, all = true;
    std::vector<std::thread> threads;
    for (bool &r : right) threads.emplace_back(work, (int)threads.size(), &r);
    for (auto &thread : threads) thread.join();
    for (bool r : right) all = all && r;
    puts(all && callbacks == 8 ? "PASS" : "FAIL");
    return !(all && callbacks == 8);
}
