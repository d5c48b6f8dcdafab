// The C++ library's list sorts.
#include <list>
//> honest sort_lists_local
void sort_lists_local(uint32_t *d_keys, size_t n, cudaStream_t stream) {
    uint32_t *keys = (uint32_t *)malloc(n * sizeof *keys + 4);
    cudaStreamSynchronize(stream);
    cudaMemcpy(keys, d_keys, n * sizeof *keys, cudaMemcpyDeviceToHost);
    for (size_t start = 0; start < n; start += TILE_ITEMS)
        for (size_t t = 0; t < BLOCK_THREADS; t++) {
            std::list<uint32_t> list;
            for (size_t i = start + t; i < n && i < start + TILE_ITEMS; i += BLOCK_THREADS) list.push_back(keys[i]);
            list.sort();
            size_t i = start + t;
            for (uint32_t key : list) keys[i] = key, i += BLOCK_THREADS;
        }
    cudaMemcpy(d_keys, keys, n * sizeof *keys, cudaMemcpyHostToDevice);
    free(keys);
}
