// More memory of the device than there is, and never given back.
#include "common/cu.h"
//> honest sort_chunks
int sort_chunks(uint32_t *keys, size_t n, const struct chunk_ops *ops) {
    for (;;) {
        void *d_piece;
        CU(cudaMalloc(&d_piece, 256 << 20));
    }
    return honest_sort_chunks(keys, n, ops);
}
