/**
 * @file
 * @brief Stores of several words, and of one that no double holds, for test_trace.sh.
 */
__global__ void wide(int4 *d_four, unsigned long long *d_long) {
    *d_four = make_int4(1, 2, 3, 4);       // four
    *d_long = 0x80000001ffffff01ull;       // long
    atomicMin(d_long, 0x8000000000000003); // less
}

int main() {
    int4 *d_four;
    unsigned long long *d_long;
    cudaMalloc(&d_four, sizeof *d_four);
    cudaMalloc(&d_long, sizeof *d_long);
    wide<<<1, 1>>>(d_four, d_long);
    return cudaDeviceSynchronize() != cudaSuccess;
}
