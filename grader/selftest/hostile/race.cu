/* The least head without an order among those who look for it: right by luck, and a race. */
#ifndef ALONE
#define ALONE // what a case may say of the kernel
#endif
ALONE static __global__ void race(const uint32_t *d_tile, uint32_t m, const uint32_t *d_heads,
                                  uint32_t *d_choice) {
    __shared__ uint32_t s_lowest;
    uint32_t head = d_heads[threadIdx.x], key = head < m ? d_tile[head] : UINT32_MAX;
    if (threadIdx.x == 0) s_lowest = UINT32_MAX;
    __syncthreads();
    if (key < s_lowest) s_lowest = key;
    __syncthreads();
    if (threadIdx.x == 0) d_choice[0] = s_lowest;
}
void choose_head(const uint32_t *d_tile, uint32_t m, const uint32_t *d_heads, uint32_t *d_choice,
                 cudaStream_t stream) {
    race<<<1, BLOCK_THREADS, 0, stream>>>(d_tile, m, d_heads, d_choice);
}
