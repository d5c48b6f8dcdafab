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

int simt_is_local(const void *address) {
    struct worker *w = simt_worker;
    uintptr_t at = (uintptr_t)address, frame = (uintptr_t)__builtin_frame_address(0);
    return simt_in_kernel() && at >= frame && at < (uintptr_t)simt_stack_top(w, w->stack_of[w->current]);
}
