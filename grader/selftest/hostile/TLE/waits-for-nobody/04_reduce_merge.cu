// A kernel whose threads wait for a word that nobody writes.
//> honest least_head_neighbours
static __global__ void wait(volatile uint32_t *d_choice) {
    while (d_choice[0] != 12345) {
    }
}
void least_head_neighbours(const uint32_t *d_tile, uint32_t m, const uint32_t *d_heads, uint32_t lists,
                           uint32_t *d_choice, cudaStream_t stream) {
    wait<<<1, 32, 0, stream>>>(d_choice);
    (void)d_tile, (void)m, (void)d_heads, (void)lists;
}
