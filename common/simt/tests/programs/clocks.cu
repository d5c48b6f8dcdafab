// Threads that wait for the clock: those of a block wait together, and each of them long enough.
#include <chrono>
#include <cstdio>

__global__ void wait_ticks(long long ticks, long long *least) {
    long long start = clock64(), now = start;
    while (now - start < ticks) now = clock64();
    atomicMin((unsigned long long *)least, (unsigned long long)(now - start));
}
__global__ void wait_clock(clock_t ticks, int *good) {
    clock_t start = clock();
    while (clock() - start < ticks) {}
    atomicAdd(good, 1);
}

int main() {
    const int THREADS = 256, BLOCKS = 20;
    long long *d_least, least = 1LL << 60;
    int *d_good, good = 0, failed = 0;
    cudaMalloc(&d_least, sizeof least);
    cudaMalloc(&d_good, sizeof good);
    cudaMemcpy(d_least, &least, sizeof least, cudaMemcpyHostToDevice);
    cudaMemset(d_good, 0, sizeof good);
    auto start = std::chrono::steady_clock::now();
    wait_ticks<<<BLOCKS, THREADS>>>(1000000, d_least);
    wait_clock<<<BLOCKS, THREADS>>>(1000000, d_good);
    failed |= cudaDeviceSynchronize() != cudaSuccess;
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    cudaMemcpy(&least, d_least, sizeof least, cudaMemcpyDeviceToHost);
    cudaMemcpy(&good, d_good, sizeof good, cudaMemcpyDeviceToHost);
    failed |= least < 1000000 || good != BLOCKS * THREADS;
    if (seconds.count() > 5) printf("%.1f s: one thread waited behind the other\n", seconds.count()), failed = 1;
    puts(failed ? "FAIL" : "PASS");
    return failed;
}
