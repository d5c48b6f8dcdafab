/**
 * @file
 * @brief Before a sort: are the options right, how large are the chunks, is the memory there.
 */
#include <inttypes.h>

#include "common/cu.h"
#include "common/tile.h"
#include "grader/sort/pipeline/job.h"
#include "labs/08_out_of_core/out_of_core.h"

enum { SLOTS_UNCHECKED = 3 }; /**< a checked chunk goes alone: its checks wait for the device */

size_t gpu_sort_least_bytes(void) {
    return 2 * TILE_ITEMS * sizeof(uint32_t);
}

static bool check_options(struct job *j, size_t n) {
    const struct gpu_sort_options *o = j->options;
    if ((unsigned)o->type >= KEY_TYPES)
        return pipeline_fail(j, "there is no key type %d", (int)o->type);
    if ((unsigned)o->block >= GPU_SORT_BLOCKS)
        return pipeline_fail(j, "there is no block sort %d", (int)o->block);
    if ((unsigned)o->merge >= GPU_SORT_MERGES)
        return pipeline_fail(j, "there is no merge %d", (int)o->merge);
    if ((unsigned)o->runs >= GPU_SORT_RUNS)
        return pipeline_fail(j, "there is no merge of runs %d", (int)o->runs);
    if (n > UINT32_MAX)
        return pipeline_fail(j, "%zu keys are too many. The most is %" PRIu32, n, UINT32_MAX);
    return true;
}

/** The device gives what the slots will need; it is given back at once. */
static bool try_device(struct job *j) {
    size_t bytes = 2 * (size_t)j->slots * j->chunk * sizeof(uint32_t);
    void *d_memory = NULL;
    cudaError_t error = cudaMalloc(&d_memory, bytes);
    if (error == cudaSuccess) error = cudaFree(d_memory);
    return error == cudaSuccess || pipeline_fail(j, "the device gives no %zu bytes (%s). %s", bytes,
                                                 cudaGetErrorString(cudaGetLastError()),
                                                 error == cudaErrorMemoryAllocation
                                                     ? "Lower the budget of device memory"
                                                     : "Check that there is one and that it works");
}

/** How many keys a chunk has, of n in all; device_bytes is the budget, 0 for what is free. */
bool pipeline_plan(struct job *j, size_t n, size_t device_bytes) {
    size_t budget = device_bytes, all;
    if (!check_options(j, n)) return false;
    if (budget == 0) {
        CU(cudaMemGetInfo(&budget, &all));
        budget -= budget / 8; // the driver and the launches need some too
    }
    j->slots = j->options->unchecked ? SLOTS_UNCHECKED : 1;
    if (budget < (size_t)j->slots * gpu_sort_least_bytes()) j->slots = 1;
    j->chunk = plan_chunk(n > 0 ? n : 1, budget, (size_t)j->slots);
    if (budget < gpu_sort_least_bytes())
        return pipeline_fail(j,
                             "%zu bytes of device memory are too few. The least is %zu bytes, for "
                             "one tile of %d keys",
                             budget, gpu_sort_least_bytes(), TILE_ITEMS);
    if (j->chunk == 0 || j->chunk % TILE_ITEMS != 0)
        return pipeline_fail(j,
                             "plan_chunk of lab 08 gives chunks of %zu keys, and not of whole "
                             "tiles of %d keys. Solve it, or leave WHO=labs out",
                             j->chunk, TILE_ITEMS);
    if (n <= j->chunk) j->slots = 1;
    return try_device(j);
}
