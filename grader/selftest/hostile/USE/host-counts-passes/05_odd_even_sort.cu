// The host sorts and counts its passes, in a stage whose kernels are counted.
//> honest count_passes sort_tiles_oddeven
static uint32_t pass(uint32_t *keys, size_t n) {
    uint32_t swaps = 0;
    for (size_t odd = 0; odd < 2; odd++)
        for (size_t i = odd; i + 1 < n; i += 2)
            if (keys[i] > keys[i + 1]) {
                uint32_t key = keys[i];
                keys[i] = keys[i + 1], keys[i + 1] = key;
                swaps++;
            }
    return swaps;
}
void count_passes(uint32_t *d_keys, uint32_t *d_passes, size_t n, cudaStream_t stream) {
    uint32_t *keys = (uint32_t *)malloc(n * sizeof *keys + 4), passes[64] = {0};
    cudaStreamSynchronize(stream);
    cudaMemcpy(keys, d_keys, n * sizeof *keys, cudaMemcpyDeviceToHost);
    for (size_t start = 0; start < n; start += TILE_ITEMS) {
        size_t left = n - start < TILE_ITEMS ? n - start : TILE_ITEMS;
        for (uint32_t more = 1; more; passes[start / TILE_ITEMS]++) more = pass(keys + start, left);
    }
    cudaMemcpy(d_keys, keys, n * sizeof *keys, cudaMemcpyHostToDevice);
    if (d_passes) cudaMemcpy(d_passes, passes, (n + TILE_ITEMS - 1) / TILE_ITEMS * 4, cudaMemcpyHostToDevice);
    free(keys);
}
void sort_tiles_oddeven(uint32_t *d_keys, size_t n, cudaStream_t stream) {
    count_passes(d_keys, NULL, n, stream);
}
