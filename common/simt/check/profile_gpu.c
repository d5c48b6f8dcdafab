/**
 * @file
 * @brief How many blocks of a kernel a GPU's multiprocessor holds at once, and what limits them.
 *
 * Registers limit them too, and how many a thread takes only nvcc knows: so this is the most there can be.
 */
#include "profile.h"

struct occupancy profile_occupancy(const struct kernel_profile *k) {
    const struct simt_gpu *g = simt_gpu();
    size_t unit = g->capability < 80 ? 256 : 128; /* in which shared memory is handed out */
    int threads = (int)(k->block.x * k->block.y * k->block.z);
    int warps = (threads + WARP_THREADS - 1) / WARP_THREADS, most = g->sm_threads / WARP_THREADS;
    size_t bytes = k->static_bytes + k->dynamic_bytes;
    size_t taken = bytes ? (bytes + g->reserved + unit - 1) / unit * unit : 0;
    struct occupancy o = {g->name, g->sm_blocks, 0, most, "blocks"};
    if (most / warps <= o.blocks) {
        o.blocks = most / warps;
        o.limit = "threads";
    }
    if (taken && (int)(g->sm_shared / taken) < o.blocks) {
        o.blocks = (int)(g->sm_shared / taken);
        o.limit = "shared memory";
    }
    o.warps = o.blocks * warps;
    return o;
}
