/**
 * @file
 * @brief Lab 07, the contract: k sorted runs become one, on the host.
 *
 * All four merges make the same output from the same input and differ in cost. All arrays are in host
 * memory. An array that a call writes overlaps no other array. A call frees all memory that it
 * allocates, even if it fails. It keeps no state in static variables, so several calls may run at once.
 */
#ifndef SORTLAB_BLOCK_MERGE_H
#define SORTLAB_BLOCK_MERGE_H

#include "common/merge.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * What a method costs, counted as the code is written. A right stage outside of these bounds keeps half of its
 * points.
 */
enum {
    MOST_HEAP_COMPARISONS = 30, /**< step 2: comparisons of two keys for each key, of 1,024 runs */
    MOST_TREE_COMPARISONS = 14, /**< step 3: the same */
    MOST_CUT_ACCESSES = 4,      /**< step 4: loads and stores for each of 1,000,000 keys in 33 runs */
    MOST_SHARE_PERCENT = 20,    /**< step 5: of all loads and stores, those of one of 7 workers */
    LEAST_WORKERS = 4,          /**< step 5: threads of 7 workers that run at once */
};

/**
 * Steps 1 to 3. Three merges of runs, with the promises of common/merge.h. The first merge scans all
 * heads for each key, O(n k). The second uses a binary heap, and the third a loser tree, O(n log k).
 */
int merge_runs_scan(const struct runs *runs, uint32_t *out, uint32_t *from);
int merge_runs_heap(const struct runs *runs, uint32_t *out, uint32_t *from);
int merge_runs_losertree(const struct runs *runs, uint32_t *out, uint32_t *from);

/**
 * Step 4. Cuts every run in two. The keys before the cuts are the keys that a stable merge writes to
 * its first `rank` positions.
 * @param rank 0 to n
 * @param cut k indexes of runs->keys: run r is cut before index cut[r], or after its last key
 */
void cut_runs(const struct runs *runs, size_t rank, size_t *cut);

enum { MAX_WORKERS = 64 };

/**
 * Step 5. The same merge by several threads. Each thread writes an equal slice of the output and
 * waits for no other thread.
 * @param workers 1 to MAX_WORKERS
 */
int merge_runs_parallel(const struct runs *runs, uint32_t *out, uint32_t *from, int workers);

#ifdef __cplusplus
}
#endif
#endif
