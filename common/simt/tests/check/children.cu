/**
 * @file
 * @brief Kernels that launch kernels, with a known verdict: what is ordered with a child, and what is not.
 */
#include "cases.h"

static int *d_data, *d_out;

__global__ void twice(int *data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] *= 2;
}
__global__ void copy(int *out, const int *data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = data[i];
}

__global__ void wrote_before(int *data) {
    data[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) twice<<<2, 32>>>(data, 64);
}
__global__ void no_barrier(int *data) {
    data[threadIdx.x] = threadIdx.x;
    if (threadIdx.x == 0) twice<<<2, 32>>>(data, 64);
}
__global__ void reads_result(int *data, int *out) {
    data[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        twice<<<2, 32>>>(data, 64);
        *out = data[5];
    }
}
__global__ void writes_behind(int *data) {
    data[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) twice<<<2, 32>>>(data, 64);
    __syncthreads();
    data[threadIdx.x] = 1;
}
__global__ void other_block_wrote(int *data) {
    data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    if (blockIdx.x == 0 && threadIdx.x == 0) twice<<<4, 32>>>(data, 128);
}
__global__ void one_stream(int *data, int *out) {
    data[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) twice<<<2, 32>>>(data, 64);
    if (threadIdx.x == 0) copy<<<2, 32>>>(out, data, 64);
}
__global__ void two_streams(int *data, int *out, int with_event, bool forget) {
    if (threadIdx.x) return;
    for (int i = 0; i < 64; i++) data[i] = i;
    cudaStream_t s, t;
    cudaEvent_t e;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    twice<<<2, 32, 0, s>>>(data, 64);
    cudaEventRecord(e, s);
    if (with_event) cudaStreamWaitEvent(t, e, 0);
    if (forget) t = cudaStreamFireAndForget;
    copy<<<2, 32, 0, t>>>(out, data, 64);
}
__global__ void two_blocks(int *data) {
    if (threadIdx.x == 0) twice<<<2, 32>>>(data, 64);
}
__global__ void tail(int *data, int *out) {
    data[blockIdx.x * blockDim.x + threadIdx.x] = 3;
    __syncthreads();
    if (threadIdx.x == 0) twice<<<1, 32, 0, cudaStreamFireAndForget>>>(data + 64 * blockIdx.x, 32);
    if (threadIdx.x == 0 && blockIdx.x == 0) copy<<<4, 32, 0, cudaStreamTailLaunch>>>(out, data, 128);
}
__global__ void deeper(int *data, int levels) {
    if (threadIdx.x == 0 && levels) deeper<<<1, 32>>>(data, levels - 1);
    if (levels == 0) data[threadIdx.x] *= 2;
}
__global__ void grandchild(int *data, int *out, int levels) {
    if (threadIdx.x) return;
    for (int i = 0; i < 32; i++) data[i] = i;
    deeper<<<1, 32>>>(data, levels);
    copy<<<1, 32>>>(out, data, 32);
}
__global__ void copies(int *data, int *out, bool reads) {
    if (threadIdx.x) return;
    cudaMemsetAsync(data, 1, 64 * sizeof *data);
    cudaMemcpyAsync(out, data, 64 * sizeof *data, cudaMemcpyDeviceToDevice);
    if (reads) data[64] = out[3];
}
__global__ void unwritten_child(int *data, int *out) {
    if (threadIdx.x == 0) copy<<<2, 32>>>(out, data, 64);
}
__global__ void past(int *data) {
    data[0] = 1;
    twice<<<1, 1>>>(data + 128, 1);
}

static void set() {
    cudaMemset(d_data, 0, 128 * sizeof *d_data);
    cudaMemset(d_out, 0, 128 * sizeof *d_out);
}

int main(int argc, char **argv) {
    static const check_case cases[] = {
        {"wrote_before", "clean", [] { wrote_before<<<1, 64>>>(d_data); }},
        {"no_barrier", "ERROR", [] { no_barrier<<<1, 64>>>(d_data); }},
        {"reads_result", "ERROR", [] { reads_result<<<1, 64>>>(d_data, d_out); }},
        {"writes_behind", "ERROR", [] { writes_behind<<<1, 64>>>(d_data); }},
        {"other_block_wrote", "ERROR", [] { other_block_wrote<<<2, 64>>>(d_data); }},
        {"one_stream", "clean", [] { one_stream<<<1, 64>>>(d_data, d_out); }},
        {"two_streams", "ERROR", [] { two_streams<<<1, 32>>>(d_data, d_out, 0, false); }},
        {"with_event", "clean", [] { two_streams<<<1, 32>>>(d_data, d_out, 1, false); }},
        {"forgotten", "ERROR", [] { two_streams<<<1, 32>>>(d_data, d_out, 0, true); }},
        {"two_blocks", "ERROR", [] { set(), two_blocks<<<2, 32>>>(d_data); }},
        {"tail", "clean", [] { tail<<<2, 64>>>(d_data, d_out); }},
        {"grandchild", "clean", [] { grandchild<<<1, 32>>>(d_data, d_out, 5); }},
        {"copies", "clean", [] { copies<<<1, 32>>>(d_data, d_out, false); }},
        {"reads_copy", "ERROR", [] { copies<<<1, 32>>>(d_data, d_out, true); }},
        {"unwritten_child", "ERROR", [] { unwritten_child<<<1, 32>>>(d_data, d_out); }},
        {"past", "ERROR", [] { past<<<1, 1>>>(d_data); }},
        {"next_launch", "clean", [] {
             set(), wrote_before<<<1, 64>>>(d_data), copy<<<1, 64>>>(d_out, d_data, 64);
         }},
    };
    cudaMalloc(&d_data, 128 * sizeof *d_data);
    cudaMalloc(&d_out, 128 * sizeof *d_out);
    return run_case(cases, argc, argv);
}
