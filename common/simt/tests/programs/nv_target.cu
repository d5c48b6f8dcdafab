/**
 * @file
 * @brief Statements for the host, for the device, or for some GPUs alone.
 */
#include <cstdio>
#include <nv/target>

__host__ __device__ int side() {
    NV_IF_TARGET(NV_IS_DEVICE, (return 1;), (return 2;))
}

__host__ __device__ int newest() {
    int found = 0;
    NV_DISPATCH_TARGET(NV_PROVIDES_SM_120, (found = 120;), NV_PROVIDES_SM_90,
                       (int a = 80, b = 10; found = a + b;), NV_PROVIDES_SM_80, (found = 80;),
                       NV_IS_HOST, (found = 1;))
    return found;
}

/* Only one side has the function that is called. */
__device__ int of_device() {
    return threadIdx.x + 5;
}
__host__ int of_host() {
    return 6;
}
template <class T> __host__ __device__ T either(T x) {
    NV_IF_ELSE_TARGET(NV_IS_HOST, (x += of_host();), (x += of_device();))
    NV_IF_TARGET(NV_NO_TARGET, (x = 0;))
    NV_IF_TARGET(NV_ANY_TARGET, (NV_IF_TARGET(NV_IS_DEVICE, (x += 100;))))
    if (x > 1000) NV_IF_TARGET(NV_IS_HOST, (x = 0;))
    return x;
}

struct counter {
    int n = 0;
    __host__ __device__ void add() {
        NV_IF_TARGET(NV_IS_DEVICE, (atomicAdd(&n, 1);), (n++;));
    }
};

__global__ void look(int *out, counter *c) {
    c->add();
    if (threadIdx.x) return;
    out[0] = side(), out[1] = newest(), out[2] = either(10), out[3] = either(2000);
    NV_IF_TARGET(NV_IS_EXACTLY_SM_90, (out[4] = 1;), (out[4] = 2;))
}

int main() {
    int *out;
    counter *c;
    cudaMallocManaged(&out, 5 * sizeof(int));
    cudaMallocManaged(&c, sizeof *c);
    *c = counter();
    look<<<1, 64>>>(out, c);
    if (cudaDeviceSynchronize()) return 1;
    c->add();
    bool device = out[0] == 1 && out[1] == 90 && out[2] == 115 && out[3] == 2105 && out[4] == 1;
    bool host = side() == 2 && newest() == 1 && either(10) == 16 && either(2000) == 0 && c->n == 65;
    if (!device || !host)
        return printf("%d %d %d %d %d %d\n", out[0], out[1], out[2], out[3], out[4], c->n);
    printf("PASS\n");
}
