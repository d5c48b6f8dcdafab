/**
 * @file
 * @brief The full pipeline as one function on a host array: the only place where labs meet in code.
 *
 * keys -> words in unsigned order -> chunks that fit the device -> sorted lists (lab 02) -> runs of a
 * tile (lab 03 or 04) -> sorted chunks (lab 07) -> one sorted array (lab 07) -> keys.
 */
#ifndef SORTLAB_PIPELINE_H
#define SORTLAB_PIPELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/keys.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Which lab merges the lists of a tile. */
enum gpu_sort_merge { GPU_SORT_ATOMIC, GPU_SORT_REDUCE, GPU_SORT_MERGES };

/** "atomic", "reduce"; NULL when there is no such merge. */
const char *gpu_sort_merge_name(enum gpu_sort_merge merge);

/** All zero is a good choice: u32, atomic, all the memory there is, one worker, every step checked. */
struct gpu_sort_options {
    enum key_type type;
    enum gpu_sort_merge merge;
    size_t device_bytes; /**< most device memory to use; 0: what is free */
    int workers; /**< threads that merge on the host, 64 at most; up to 1: the loser tree alone */
    bool unchecked; /**< skip the checks */
};

/** Device memory without which nothing can be sorted: one tile, in and out. */
size_t gpu_sort_least_bytes(void);

enum gpu_sort_stage {
    GPU_SORT_SET_UP,       /**< the device wakes, and memory is taken here and there */
    GPU_SORT_MAP,          /**< keys become words in unsigned order */
    GPU_SORT_UPLOAD,       /**< a chunk goes to the device */
    GPU_SORT_LISTS,        /**< every strided list is sorted */
    GPU_SORT_RUNS,         /**< the lists of a tile are merged into a run */
    GPU_SORT_DOWNLOAD,     /**< the chunk's runs come back */
    GPU_SORT_MERGE_RUNS,   /**< and become one sorted chunk */
    GPU_SORT_MERGE_CHUNKS, /**< the chunks become one sorted array */
    GPU_SORT_MAP_BACK,     /**< words become keys again */
    GPU_SORT_STAGES
};

enum gpu_sort_verdict {
    GPU_SORT_UNCHECKED, /**< nothing to check, not wanted, or not reached */
    GPU_SORT_HOLDS,
    GPU_SORT_BROKEN
};

/** What one stage did, added up over all chunks. */
struct gpu_sort_row {
    const char *name;     /**< "sort lists" */
    const char *part;     /**< what it makes: "list", "run", "chunk"; "" when it cuts nothing */
    size_t n_parts, keys; /**< how many of them, and of how many keys */
    double ms, check_ms;  /**< spent on the work and on checking it */
    enum gpu_sort_verdict verdict;
};

struct gpu_sort_report {
    struct gpu_sort_row rows[GPU_SORT_STAGES];
    double ms, check_ms; /**< from call to return, checks included; the checks alone */
    bool began;          /**< the keys have been touched */
    char error[640];     /**< one sentence; "" when all went well */
};

/**
 * Sorts n keys: u32 and i32 by value, f32 in IEEE 754's totalOrder. What each stage made is checked
 * before the next one begins. Takes 2n words of host memory beside the keys, and not more device
 * memory than the options say. A CUDA call that fails stops the program (common/cu.h).
 * @param n less than 2^32
 * @return false on error, with report->error; a broken stage stands in its row too. Once
 *         report->began, the keys are lost then.
 */
bool gpu_sort(uint32_t *keys, size_t n, const struct gpu_sort_options *options,
              struct gpu_sort_report *report);

#ifdef __cplusplus
}
#endif
#endif
