/*
 * Three gigabytes of device memory and one of managed memory, of which a few words are written. What nobody wrote
 * holds the same byte everywhere, also after memory was freed and taken again.
 */
#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>

static const size_t BYTES = (size_t)3 << 30, STEP = (size_t)7 << 20, MANAGED = (size_t)1 << 30;

__global__ void write_few(unsigned char *p, size_t bytes, size_t step) {
    for (size_t i = threadIdx.x * step; i < bytes; i += blockDim.x * step) p[i] = (unsigned char)(i / step);
}

__global__ void count(const unsigned char *p, size_t bytes, size_t step, int other, int *wrong) {
    for (size_t i = threadIdx.x * step; i < bytes; i += blockDim.x * step) {
        bool right = p[i] == (unsigned char)(i / step) && (i + 1 == bytes || p[i + 1] == other);
        if (!right || (i && p[i - 1] != other)) atomicAdd(wrong, 1);
    }
    if (threadIdx.x == 0 && p[bytes - 1] != other) atomicAdd(wrong, 1);
}

__global__ void count_fresh(const unsigned char *p, size_t bytes, size_t step, int byte, int *wrong) {
    for (size_t i = threadIdx.x * step; i < bytes; i += blockDim.x * step)
        if (p[i] != byte) atomicAdd(wrong, 1);
}

int main(int, char **argv) {
    int other = atoi(argv[1]), *wrong;
    unsigned char *p, *managed;
    cudaMallocManaged(&wrong, sizeof(*wrong));
    *wrong = 0;
    for (int round = 0; round < 2; round++) {
        if (cudaMalloc(&p, BYTES) != cudaSuccess) return 3;
        count_fresh<<<1, 64>>>(p, BYTES, STEP, other, wrong);
        write_few<<<1, 64>>>(p, BYTES, STEP);
        count<<<1, 64>>>(p, BYTES, STEP, other, wrong);
        cudaDeviceSynchronize();
        cudaFree(p);
    }
    cudaMallocManaged(&managed, MANAGED);
    count_fresh<<<1, 64>>>(managed, MANAGED, STEP, 0, wrong);
    if (cudaDeviceSynchronize() != cudaSuccess) return 3;
    rusage used;
    getrusage(RUSAGE_SELF, &used);
    printf("%d wrong, %s\n", *wrong, used.ru_maxrss < 200 << 10 ? "little memory" : "much memory");
    return *wrong != 0;
}
