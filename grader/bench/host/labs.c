/**
 * @file
 * @brief Labs 01 and 07, and memcpy, which is the limit of what a core can do.
 */
#include <string.h>

#include "grader/bench/host/host.h"
#include "labs/01_serial_radix/serial_radix.h"
#include "labs/07_block_merge/block_merge.h"

static void copy(uint32_t *keys, uint32_t *scratch, size_t n) {
    memcpy(scratch, keys, n * sizeof(*keys));
}

static const struct host_way ways[] = {
    {"01 radix by bits", radix_sort, NULL},
    {"01 radix by digits", radix_sort_digits, NULL},
    {"07 scan of heads", NULL, merge_runs_scan},
    {"07 heap", NULL, merge_runs_heap},
    {"07 tree of losers", NULL, merge_runs_losertree},
    {"copy", copy, NULL},
};

__attribute__((constructor)) static void enter(void) {
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) host_enter(&ways[i]);
}
