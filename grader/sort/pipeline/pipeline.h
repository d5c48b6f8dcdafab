/**
 * @file
 * @brief The full pipeline: the only place where labs meet in code, by their contracts.
 *
 * keys -> words in unsigned order -> chunks that fit the device (lab 08) -> in every tile a run: by
 * sorted lists that are merged (labs 02 and 03 or 04), by odd-even sort (05) or by bitonic sort (06)
 * -> the runs merged into a sorted chunk: on the host (07, or by vectors) or on the device (06) -> the chunks merged
 * into one run (08, by 07) -> spilled runs merged into the output, where the host holds too few keys
 * (08) -> keys.
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

/** How the keys of a tile become a run. */
enum gpu_sort_block { GPU_SORT_RADIX, GPU_SORT_ODDEVEN, GPU_SORT_BITONIC, GPU_SORT_BLOCKS };

/** Which lab merges the lists of a tile, after GPU_SORT_RADIX. */
enum gpu_sort_merge { GPU_SORT_ATOMIC, GPU_SORT_REDUCE, GPU_SORT_MERGES };

/** What merges the runs of a chunk; GPU_SORT_NETWORK on the device, the others on the host. */
enum gpu_sort_runs {
    GPU_SORT_LOSERTREE,
    GPU_SORT_HEAP,
    GPU_SORT_SCAN,
    GPU_SORT_SIMD, /**< no lab: common/sort/host */
    GPU_SORT_NETWORK,
    GPU_SORT_RUNS
};

/** "radix", ...; "atomic", ...; "losertree", "heap", "scan", "simd", "bitonic"; NULL when there is none. */
const char *gpu_sort_block_name(enum gpu_sort_block block);
const char *gpu_sort_merge_name(enum gpu_sort_merge merge);
const char *gpu_sort_runs_name(enum gpu_sort_runs runs);

/**
 * All zero is a good choice: u32, radix, atomic, loser tree, all the device memory there is, one
 * worker, every step checked.
 */
struct gpu_sort_options {
    enum key_type type;
    enum gpu_sort_block block;
    enum gpu_sort_merge merge;
    enum gpu_sort_runs runs;
    size_t device_bytes; /**< most device memory to use; 0: what is free */
    size_t host_bytes;   /**< gpu_sort_files: most host memory to use, above 0 */
    int workers; /**< threads that merge on the host by loser trees, 64 at most; up to 1: one alone */
    bool unchecked; /**< skip the checks; then copies, sorts and merges overlap */
};

/** Device memory without which nothing can be sorted: one tile, and as much scratch. */
size_t gpu_sort_least_bytes(void);

/** Host memory without which gpu_sort_files sorts nothing. */
size_t gpu_sort_least_host_bytes(void);

enum gpu_sort_stage {
    GPU_SORT_SET_UP,        /**< the device wakes, and memory is taken here and there */
    GPU_SORT_READ,          /**< files: keys come in */
    GPU_SORT_MAP,           /**< keys become words in unsigned order */
    GPU_SORT_UPLOAD,        /**< a chunk goes to the device */
    GPU_SORT_LISTS,         /**< every strided list is sorted */
    GPU_SORT_TILES,         /**< every tile becomes a run */
    GPU_SORT_DOWNLOAD,      /**< the chunk comes back */
    GPU_SORT_MERGE_RUNS,    /**< its runs become one sorted chunk */
    GPU_SORT_MERGE_CHUNKS,  /**< the chunks become one sorted array */
    GPU_SORT_SPILL,         /**< files: which goes to disk */
    GPU_SORT_MERGE_SPILLED, /**< files: the runs on disk become one, piece by piece */
    GPU_SORT_MAP_BACK,      /**< words become keys again */
    GPU_SORT_WRITE,         /**< files: keys go out */
    GPU_SORT_STAGES
};

enum gpu_sort_verdict {
    GPU_SORT_UNCHECKED, /**< nothing to check, not wanted, or not reached */
    GPU_SORT_HOLDS,
    GPU_SORT_BROKEN
};

/** What one stage did, added up over all chunks. */
struct gpu_sort_row {
    const char *name;     /**< "sort lists"; NULL: not on this path */
    const char *part;     /**< what it makes: "list", "run", "chunk"; "" when it cuts nothing */
    size_t n_parts, keys; /**< how many of them, and of how many keys */
    double ms, check_ms;  /**< spent on the work and on checking it */
    bool overlapped;      /**< ms is unknown: the work went on beside other work */
    enum gpu_sort_verdict verdict;
};

struct gpu_sort_report {
    struct gpu_sort_row rows[GPU_SORT_STAGES];
    double ms, check_ms; /**< from call to return, checks included; the checks alone */
    size_t n;            /**< keys in all */
    bool began;          /**< the keys have been touched */
    bool of_request;     /**< the error lies in files, disks or limits, and in no stage */
    char error[640];     /**< one sentence; "" when all went well */
};

/**
 * Sorts n keys: u32 and i32 by value, f32 in IEEE 754's totalOrder. What each stage made is checked
 * before the next one begins. Takes n words of host memory beside the keys and pinned memory for a
 * chunk or, unchecked, a few; and not more device memory than the options say. A CUDA call that fails
 * stops the program (common/cu.h).
 * @param n less than 2^32
 * @return false on error, with report->error; a broken stage stands in its row too. Once
 *         report->began, the keys are lost then.
 */
bool gpu_sort(uint32_t *keys, size_t n, const struct gpu_sort_options *options,
              struct gpu_sort_report *report);

/** Where gpu_sort_files gets its keys and where it puts them; an error is one sentence in `error`. */
struct gpu_sort_files {
    void *context; /**< the first argument of both */
    /** The next keys, `capacity` of them; fewer at the end only, and 0 behind it. */
    bool (*read)(void *context, uint32_t *keys, size_t capacity, size_t *n, char error[640]);
    /** Takes the next n > 0 sorted keys. */
    bool (*write)(void *context, const uint32_t *keys, size_t n, char error[640]);
    const char *spill_folder; /**< where runs go that the host does not hold */
};

/**
 * The same for more keys than the host is to hold, less than 2^32: runs of what options->host_bytes
 * hold are sorted and spilled, and then merged into the output. Memory for keys, wherever it is taken
 * on the host, pinned or not, stays below host_bytes.
 * @return false on error; then not all keys have been written
 */
bool gpu_sort_files(const struct gpu_sort_files *files, const struct gpu_sort_options *options,
                    struct gpu_sort_report *report);

#ifdef __cplusplus
}
#endif
#endif
