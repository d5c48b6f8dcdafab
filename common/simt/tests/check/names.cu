/* A program may call its own functions and variables what it likes, the linker's and the runtime's names too. */
#include <cstdio>

extern "C" {
int end = 1, etext = 2, edata = 3, check_tools = 4, trace_flag = 5, profile_kernels = 6,
    resident = 7;
void check_init(void) {}
void trace_start(void) {}
void begin(void) {}
}
__device__ int start = 8, stop;

__global__ void add_up(int *d_sum, int n) {
    __shared__ int s_part[64];
    s_part[threadIdx.x] = (int)threadIdx.x < n ? d_sum[threadIdx.x] : 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < n; i++) s_part[0] += s_part[i];
        d_sum[0] = s_part[0];
        stop = start + 1;
    }
}

int main() {
    int sum[64], stopped, *d_sum;
    for (int i = 0; i < 64; i++) sum[i] = i;
    check_init(), trace_start(), begin();
    cudaMalloc(&d_sum, sizeof(sum));
    cudaMemcpy(d_sum, sum, sizeof(sum), cudaMemcpyHostToDevice);
    add_up<<<1, 64>>>(d_sum, 64);
    cudaMemcpy(sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&stopped, stop, sizeof(stopped));
    cudaFree(d_sum);
    printf("%d %d %d\n", sum[0], stopped,
           end + etext + edata + check_tools + trace_flag + profile_kernels + resident);
    return 0;
}
