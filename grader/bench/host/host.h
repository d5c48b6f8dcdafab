/**
 * @file
 * @brief The ways to sort and to merge on the host that make bench sets side by side, on one core.
 */
#ifndef SORTLAB_BENCH_HOST_H
#define SORTLAB_BENCH_HOST_H

#include <stddef.h>
#include <stdint.h>

#include "common/merge.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One way: either sorts keys in place, with scratch for as many, or merges runs. */
struct host_way {
    const char *what; /**< without a comma; ours begin with the number of a lab */
    void (*sort)(uint32_t *keys, uint32_t *scratch, size_t n);
    merge_runs *merge;
};

/** Called before main; the way has to stay where it is. */
void host_enter(const struct host_way *way);

#ifdef __cplusplus
}
#endif
#endif
