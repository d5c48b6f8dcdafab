/**
 * @file
 * @brief What inline PTX asks of the runtime: special registers, and where shared memory lies.
 */
#include "internal.h"

#include <link.h>

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

/* The program's own part of the thread-local variables of this OS thread. */
static int find_thread_local(struct dl_phdr_info *info, size_t bytes, void *found) {
    (void)bytes;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS && info->dlpi_tls_data) {
            ((uintptr_t *)found)[0] = (uintptr_t)info->dlpi_tls_data;
            ((uintptr_t *)found)[1] = info->dlpi_phdr[i].p_memsz;
        }
    return 1; /* the first one is the program */
}

int simt_is_shared(const void *address) {
    static __thread uintptr_t range[2];
    if (!range[1]) dl_iterate_phdr(find_thread_local, range);
    return (uintptr_t)address - range[0] < range[1];
}
