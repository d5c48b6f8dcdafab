/**
 * @file
 * @brief A chunk on the device: its tiles become runs, and the runs, if the device merges them, one.
 *
 * What a step made is checked before the next one, on the host: in the scratch, at the chunk's place,
 * which is free as long as the chunk has not come back.
 */
#include "common/cu.h"
#include "common/size_min.h"
#include "common/tile.h"
#include "grader/sort/pipeline/job.h"
#include "labs/02_strided_buckets/strided_buckets.h"
#include "labs/03_atomic_merge/atomic_merge.h"
#include "labs/04_reduce_merge/reduce_merge.h"
#include "labs/05_odd_even_sort/odd_even_sort.h"
#include "labs/06_bitonic_merge/bitonic_merge.h"

struct chunk {
    uint32_t *d_keys, *d_scratch;
    size_t start, n; /**< which keys of the array */
    cudaStream_t stream;
};

typedef void device_step(const struct chunk *c);

static void take_runs(const struct chunk *c) {
    CU(cudaMemcpyAsync(c->d_keys, c->d_scratch, c->n * sizeof(*c->d_keys), cudaMemcpyDeviceToDevice,
                       c->stream));
}

static void step_lists(const struct chunk *c) {
    sort_lists(c->d_keys, c->n, c->stream);
}

static void step_atomic(const struct chunk *c) {
    merge_lists_atomic(c->d_keys, c->d_scratch, c->n, c->stream);
    take_runs(c);
}

static void step_reduce(const struct chunk *c) {
    merge_lists_reduce(c->d_keys, c->d_scratch, c->n, c->stream);
    take_runs(c);
}

static void step_oddeven(const struct chunk *c) {
    sort_tiles_oddeven(c->d_keys, c->n, c->stream);
}

static void step_bitonic(const struct chunk *c) {
    sort_tiles_bitonic(c->d_keys, c->n, c->stream);
}

static void step_network(const struct chunk *c) {
    merge_runs_bitonic(c->d_keys, c->n, c->stream);
}

static const struct {
    const char *name;
    device_step *tiles; /**< NULL: by lists and a merge */
} blocks[GPU_SORT_BLOCKS] = {
    [GPU_SORT_RADIX] = {"radix", NULL},
    [GPU_SORT_ODDEVEN] = {"oddeven", step_oddeven},
    [GPU_SORT_BITONIC] = {"bitonic", step_bitonic},
};

static const struct {
    const char *name;
    device_step *tiles;
} merges[GPU_SORT_MERGES] = {
    [GPU_SORT_ATOMIC] = {"atomic", step_atomic},
    [GPU_SORT_REDUCE] = {"reduce", step_reduce},
};

const char *gpu_sort_block_name(enum gpu_sort_block block) {
    return (unsigned)block < GPU_SORT_BLOCKS ? blocks[block].name : NULL;
}

const char *gpu_sort_merge_name(enum gpu_sort_merge merge) {
    return (unsigned)merge < GPU_SORT_MERGES ? merges[merge].name : NULL;
}

/** Lists that are not empty: the last tile may have fewer keys than threads. */
static size_t list_count(size_t n) {
    return n / TILE_ITEMS * BLOCK_THREADS + size_min(n % TILE_ITEMS, BLOCK_THREADS);
}

/** What must hold of the keys after a stage. */
static bool holds(struct job *j, enum gpu_sort_stage stage, const uint32_t *keys, size_t n) {
    if (stage == GPU_SORT_LISTS) return check_lists(keys, n, TILE_ITEMS, BLOCK_THREADS, &j->note);
    if (stage == GPU_SORT_TILES) return check_runs(keys, n, TILE_ITEMS, &j->note);
    return check_sorted(keys, n, &j->note);
}

/** One step, and its check. */
static bool take_step(struct job *j, const struct chunk *c, enum gpu_sort_stage stage,
                      device_step *step, size_t parts) {
    uint32_t *seen = j->scratch + c->start;
    step(c);
    if (j->options->unchecked) {
        j->report->rows[stage].overlapped = true;
        end(j, stage, c->n, parts);
        return true;
    }
    CU(cudaStreamSynchronize(c->stream));
    end(j, stage, c->n, parts);
    CU(cudaMemcpyAsync(seen, c->d_keys, c->n * sizeof(*seen), cudaMemcpyDeviceToHost, c->stream));
    CU(cudaStreamSynchronize(c->stream));
    size_t tile = stage == GPU_SORT_MERGE_RUNS ? c->n : TILE_ITEMS;
    return judge(j, stage,
                 holds(j, stage, seen, c->n) &&
                     check_tiles_permutation(seen, j->keys + c->start, c->n, tile, &j->note));
}

static bool make_tiles(struct job *j, const struct chunk *c) {
    enum gpu_sort_block block = j->options->block;
    if (blocks[block].tiles)
        return take_step(j, c, GPU_SORT_TILES, blocks[block].tiles, tile_count(c->n));
    return take_step(j, c, GPU_SORT_LISTS, step_lists, list_count(c->n)) &&
           take_step(j, c, GPU_SORT_TILES, merges[j->options->merge].tiles, tile_count(c->n));
}

void sort_chunk(void *job, uint32_t *d_keys, uint32_t *d_scratch, size_t n, cudaStream_t stream) {
    struct job *j = (struct job *)job;
    const struct chunk c = {d_keys, d_scratch, j->sent, n, stream};
    if (j->report->error[0]) return;
    if (n > j->n - j->sent) {
        fail(j, "lab 08 sent more keys to the device than there are");
        return;
    }
    j->start = j->sent;
    j->sent += n;
    if (j->options->unchecked)
        j->report->rows[GPU_SORT_UPLOAD].overlapped = true;
    else
        CU(cudaStreamSynchronize(stream));
    end(j, GPU_SORT_UPLOAD, n, 1);
    if (make_tiles(j, &c) && j->options->runs == GPU_SORT_NETWORK)
        take_step(j, &c, GPU_SORT_MERGE_RUNS, step_network, 1);
}
