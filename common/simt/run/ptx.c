/**
 * @file
 * @brief What inline PTX asks of the runtime: special registers, and where shared memory lies.
 */
#include "loaded.h"

uint32_t simt_multiprocessors(void) {
    return (uint32_t)simt_gpu()->sm_count;
}

/* Blocks are dealt out in turn, as on an idle GPU. */
uint32_t simt_multiprocessor(void) {
    uint64_t y = (uint64_t)simt_block_idx.z * simt_grid_dim.y + simt_block_idx.y;
    return (uint32_t)((y * simt_grid_dim.x + simt_block_idx.x) % simt_multiprocessors());
}

uint32_t simt_dynamic_shared_bytes(void) {
    return simt_in_kernel() ? (uint32_t)simt_worker->launch->config->shared_bytes : 0;
}

int simt_is_shared(const void *address) {
    return simt_is_thread_local((uintptr_t)address, 1);
}
