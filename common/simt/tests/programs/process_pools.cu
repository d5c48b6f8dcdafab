// Two processes and two pools: the child imports each pointer from the pool that it is from, and from no other.
// Errors of the API are meant.
#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

const int N = 100000, POOLS = 2;
#define CHECK(call)                                                                                \
    if (int e = (int)(call)) return printf("FAIL: line %d: %d\n", __LINE__, e), 1

struct message {
    int file[POOLS];
    cudaMemPoolPtrExportData pointer[POOLS];
};

__global__ void add(int *numbers, int more) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x)
        numbers[i] += more + i;
}

int child(int from) {
    message m;
    int *numbers[POOLS];
    if (read(from, &m, sizeof m) != (ssize_t)sizeof m) return 1;
    for (int i = 0; i < POOLS; i++) {
        cudaMemPool_t pool;
        CHECK(cudaMemPoolImportFromShareableHandle(&pool, (void *)(size_t)m.file[i],
                                                   cudaMemHandleTypePosixFileDescriptor, 0));
        for (int k = 0; k < POOLS; k++) {
            cudaError_t error = cudaMemPoolImportPointer((void **)&numbers[i], pool,
                                                         &m.pointer[(i + k + 1) % POOLS]);
            CHECK(error != (k == POOLS - 1 ? cudaSuccess : cudaErrorInvalidValue));
        }
        cudaGetLastError(); // of the pointers that are not from this pool
    }
    cudaMemPool_t none;
    CHECK(cudaMemPoolImportFromShareableHandle(&none, (void *)(size_t)from,
                                               cudaMemHandleTypePosixFileDescriptor,
                                               0) != cudaErrorUnknown); // a file that is no pool
    for (int i = 0; i < POOLS; i++) add<<<4, 64>>>(numbers[i], i + 1);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < POOLS; i++) CHECK(cudaFreeAsync(numbers[i], 0));
    return (int)cudaDeviceSynchronize();
}

int main(int argc, char **argv) {
    if (argc > 1) return child(atoi(argv[1]));
    int ends[2], status = 1, *numbers[POOLS], *own;
    static int back[N];
    if (pipe(ends)) return 1;
    cudaMemPool_t pool[POOLS], fallback;
    message m;
    for (int i = 0; i < POOLS; i++) {
        cudaMemPoolProps props = {};
        props.allocType = cudaMemAllocationTypePinned;
        props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
        props.location.type = cudaMemLocationTypeDevice;
        CHECK(cudaMemPoolCreate(&pool[i], &props));
        CHECK(cudaMallocAsync((void **)&numbers[i], N * sizeof(int), pool[i], 0));
        CHECK(cudaMemsetAsync(numbers[i], 0, N * sizeof(int), 0));
        int file;
        CHECK(cudaMemPoolExportToShareableHandle(&file, pool[i],
                                                 cudaMemHandleTypePosixFileDescriptor, 0));
        m.file[i] = dup(file); // which the child keeps
        CHECK(cudaMemPoolExportPointer(&m.pointer[i], numbers[i]));
    }
    cudaMemPoolPtrExportData refused;
    CHECK(cudaDeviceGetDefaultMemPool(&fallback, 0));
    CHECK(cudaMallocAsync((void **)&own, sizeof(int), fallback, 0));
    CHECK(cudaMemPoolExportPointer(&refused, own) != cudaErrorInvalidValue);
    cudaGetLastError();
    CHECK(cudaDeviceSynchronize());
    if (write(ends[1], &m, sizeof m) != (ssize_t)sizeof m) return 1;
    pid_t other = fork();
    if (other == 0) {
        char number[16];
        snprintf(number, sizeof number, "%d", ends[0]);
        execl("/proc/self/exe", argv[0], number, (char *)nullptr);
        return 1;
    }
    waitpid(other, &status, 0);
    CHECK(status);
    for (int i = 0; i < POOLS; i++) {
        CHECK(cudaMemcpy(back, numbers[i], sizeof back, cudaMemcpyDeviceToHost));
        for (int k = 0; k < N; k++) CHECK(back[k] != i + 1 + k);
        CHECK(cudaFreeAsync(numbers[i], 0));
    }
    CHECK(cudaFreeAsync(own, 0));
    puts("PASS");
    return 0;
}
