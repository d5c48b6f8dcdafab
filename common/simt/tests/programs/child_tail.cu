/**
 * @file
 * @brief Tail launches: a smoothing step launches the next one behind itself until nothing changes, with no host in
 *        between; its children, launched to be forgotten, are complete by then.
 */
#include <cstdio>
#include <vector>

const int N = 256, PART = 64;

__global__ void smooth(const int *in, int *out, int first, int *changed) {
    int i = first + threadIdx.x;
    int left = i ? in[i - 1] : in[i], right = i + 1 < N ? in[i + 1] : in[i];
    out[i] = max(in[i], max(left, right));
    if (out[i] != in[i]) atomicAdd(changed, 1);
}

__global__ void step(int *in, int *out, int *changed, int *steps);

__global__ void decide(int *in, int *out, int *changed, int *steps) {
    ++*steps;
    if (*changed == 0) return;
    *changed = 0;
    step<<<1, 32, 0, cudaStreamTailLaunch>>>(out, in, changed, steps);
}

__global__ void step(int *in, int *out, int *changed, int *steps) {
    for (int part = threadIdx.x; part < N / PART; part += blockDim.x)
        smooth<<<1, PART, 0, cudaStreamFireAndForget>>>(in, out, part * PART, changed);
    if (threadIdx.x == 0) decide<<<1, 1, 0, cudaStreamTailLaunch>>>(in, out, changed, steps);
}

int main() {
    std::vector<int> keys(N, 1);
    keys[40] = 7;
    int *d_a, *d_b, *d_changed, *d_steps, steps;
    cudaMalloc(&d_a, N * sizeof(int));
    cudaMalloc(&d_b, N * sizeof(int));
    cudaMalloc(&d_changed, sizeof(int));
    cudaMalloc(&d_steps, sizeof(int));
    cudaMemset(d_changed, 0, sizeof(int));
    cudaMemset(d_steps, 0, sizeof(int));
    cudaMemcpy(d_a, keys.data(), N * sizeof(int), cudaMemcpyHostToDevice);
    step<<<1, 32>>>(d_a, d_b, d_changed, d_steps);
    cudaMemcpy(&steps, d_steps, sizeof steps, cudaMemcpyDeviceToHost);
    cudaMemcpy(keys.data(), steps % 2 ? d_b : d_a, N * sizeof(int), cudaMemcpyDeviceToHost);
    bool right = steps == N - 40 && cudaGetLastError() == cudaSuccess; // one more finds no change
    for (int key : keys) right &= key == 7;
    puts(right ? "PASS" : "FAIL");
    return !right;
}
