/**
 * @file
 * @brief How many blocks of a kernel a GPU's multiprocessor holds at once, and what limits them.
 *
 * Registers limit them too, and how many a thread takes only nvcc knows: so this is the most there can be.
 */
#include "profile.h"

#include <stdlib.h>
#include <string.h>

/** A multiprocessor, as the CUDA programming guide lists them by compute capability. */
static const struct gpu {
    const char *name;
    int warps, blocks;
    size_t shared_bytes, reserved,
        unit; /**< the system's share of each block; what is handed out */
} gpus[] = {
    {"H200", 64, 32, 228 << 10, 1024, 128},    {"H100", 64, 32, 228 << 10, 1024, 128},
    {"A100", 64, 32, 164 << 10, 1024, 128},    {"L4", 48, 24, 100 << 10, 1024, 128},
    {"RTX4090", 48, 24, 100 << 10, 1024, 128}, {"RTX3090", 48, 16, 100 << 10, 1024, 128},
    {"V100", 64, 32, 96 << 10, 0, 256},        {"T4", 32, 16, 64 << 10, 0, 256},
};
enum { GPUS = sizeof gpus / sizeof *gpus };

static const struct gpu *chosen_gpu(void) {
    const char *name = simt_setting("SIMT_GPU");
    if (!name || !*name) return &gpus[0];
    for (int i = 0; i < GPUS; i++)
        if (!strcmp(gpus[i].name, name)) return &gpus[i];
    simt_die("SIMT_GPU is '%s'; it can be H200, H100, A100, L4, RTX4090, RTX3090, V100 or T4",
             name);
}

void profile_check_gpu(void) {
    chosen_gpu();
}

struct occupancy profile_occupancy(const struct kernel_profile *k) {
    const struct gpu *g = chosen_gpu();
    int threads = (int)(k->block.x * k->block.y * k->block.z);
    int warps = (threads + WARP_THREADS - 1) / WARP_THREADS;
    size_t bytes = k->static_bytes + k->dynamic_bytes;
    size_t taken = bytes ? (bytes + g->reserved + g->unit - 1) / g->unit * g->unit : 0;
    struct occupancy o = {g->name, g->blocks, 0, g->warps, "blocks"};
    if (g->warps / warps <= o.blocks) {
        o.blocks = g->warps / warps;
        o.limit = "threads";
    }
    if (taken && (int)(g->shared_bytes / taken) < o.blocks) {
        o.blocks = (int)(g->shared_bytes / taken);
        o.limit = "shared memory";
    }
    o.warps = o.blocks * warps;
    return o;
}
