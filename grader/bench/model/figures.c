/**
 * @file
 * @brief The table of figures (see figures.h).
 */
#include "grader/bench/model/figures.h"

#include <stdio.h>

#define ROW_OF(what, n, type)                                                                      \
    { BENCH, NULL, "sizes," what "," type ",uniform," n ",#," }
#define IN(section, pattern)                                                                       \
    { MEASURED, section, pattern }
#define ONE_CORE "One core: a radix sort and a merge beside the labs"
#define COPIES   "Copies between memories"
#define RANKS    "Ranks on two cores"

// clang-format off
const struct figure figures[FIGURES] = {
    [DEVICE_COPY]   = {"copy on the device, read and written", "GB/s", ROW_OF("copy", "268435456", "u32"), 0, 8e-6 * 268435456, 1},
    [LINK_IN]       = {"pinned host memory to a device", "GB/s", IN(COPIES, "| host to device, pinned, one device | # |"), 0, 1, 0},
    [LINK_BOTH]     = {"the same, in and out at once", "GB/s", IN(COPIES, "| in and out at once, one device | # |"), 0, 1, 0},
    [LINK_IN_4]     = {"host to four devices", "GB/s", IN(COPIES, "| host to device, pinned, four devices | # |"), 0, 1, 0},
    [LINK_OUT_4]    = {"four devices to host", "GB/s", IN(COPIES, "| device to host, pinned, four devices, 2026-11-22 | # |"), 0, 1, 0},
    [LINK_BOTH_4]   = {"the same, in and out at once", "GB/s", IN(COPIES, "| in and out at once, four devices | # |"), 0, 1, 0},
    [NVLINK]        = {"a device to three others, all of them at once", "GB/s", IN(COPIES, "| all-to-all of four devices, sent by each | # |"), 0, 1, 0},
    [PAGEABLE_UP]   = {"pageable host memory to a device", "GB/s", IN(COPIES, "| host to device, pageable | # |"), 0, 1, 0},
    [PAGEABLE_DOWN] = {"a device to fresh pageable memory", "GB/s", IN("On a GPU: the same tree, the same verdicts", "| 100,000,000 | atomic | # | # | # |"), 2, 400, 1},
    [FAST_COUNT]    = {"lab 13, count, 2^28 keys", "ms", IN("The fast sort", "count #, plan #, partition by 7 bits #, by 8 bits #, finish #"), 0, 1, 0},
    [FAST_PART_7]   = {"lab 13, partition by 7 bits", "ms", IN("The fast sort", "count #, plan #, partition by 7 bits #, by 8 bits #, finish #"), 2, 1, 0},
    [FAST_PART_8]   = {"lab 13, partition by 8 bits", "ms", IN("The fast sort", "count #, plan #, partition by 7 bits #, by 8 bits #, finish #"), 3, 1, 0},
    [FAST_FINISH]   = {"lab 13, finish", "ms", IN("The fast sort", "count #, plan #, partition by 7 bits #, by 8 bits #, finish #"), 4, 1, 0},
    [FAST_BLOCK]    = {"lab 13, 2^14 keys", "ms", ROW_OF("13 fast sort", "16384", "u32"), 0, 1, 0},
    [FAST_LEAST]    = {"lab 13, 2^16 keys: launches", "ms", ROW_OF("13 fast sort", "65536", "u32"), 0, 1, 0},
    [FAST_2_30]     = {"lab 13, 2^30 keys", "ms", ROW_OF("13 fast sort", "1073741824", "u32"), 0, 1, 0},
    [FAST_2_31]     = {"lab 13, 2^31 + 1 keys", "ms", ROW_OF("13 fast sort", "2147483649", "u32"), 0, 1, 0},
    [COUNTED_2_29]  = {"lab 13, 2^29 keys, all counted", "ms", ROW_OF("13 fast sort; all counted", "536870912", "u32"), 0, 1, 0},
    [COUNTED_2_30]  = {"lab 13, 2^30 keys, all counted", "ms", ROW_OF("13 fast sort; all counted", "1073741824", "u32"), 0, 1, 0},
    [SWEEP_COUNT]   = {"lab 12, counts, 2^28 keys", "ms", IN("One sweep", "counts of all digits # once"), 0, 1, 0},
    [SWEEP_PASS]    = {"lab 12, a pass", "ms", IN("One sweep", "one in a sweep # in all"), 0, 1, 0},
    [SWEEP_LEAST]   = {"lab 12, 2^14 keys: launches", "ms", ROW_OF("12 onesweep", "16384", "u32"), 0, 1, 0},
    [SWEEP_PAIRS]   = {"lab 12, pairs, 2^28", "ms", ROW_OF("12 onesweep", "268435456", "u32+u32"), 0, 1, 0},
    [MERGE_TILES]   = {"lab 10, tiles, 2^28 keys", "ms", IN("Merge path", "sort of tiles took # ms"), 0, 1, 0},
    [MERGE_PASS]    = {"lab 10, a merge", "ms", IN("Merge path", "| 256 x 17, 8 blocks asked for | 32 | 64 | **#** |"), 0, 1, 0},
    [MERGE_CUTS]    = {"lab 10, cuts of 16 passes", "ms", IN("Merge path", "for the last pass, # of 16 passes"), 0, 1, 0},
    [MERGE_14]      = {"lab 10, 2^14 keys: two passes' launches", "ms", ROW_OF("10 merge sort", "16384", "u32"), 0, 1, 0},
    [MERGE_16]      = {"lab 10, 2^16 keys: four passes' launches", "ms", ROW_OF("10 merge sort", "65536", "u32"), 0, 1, 0},
    [SELECT_LEAST]  = {"lab 11, its 18 launches", "us", IN("Radix select", "18 launches, about # microseconds"), 0, 1, 0},
    [READ_LEAST]    = {"keys read once, 2^14: a launch", "ms", ROW_OF("read once", "16384", "u32"), 0, 1, 0},
    [DIGIT_READ]    = {"lab 14, a digit counted, 2^28 keys", "ms", IN("Lab 14's kernels", "| #, #, #, # |"), 0, 1, 0},
    [SLICES_4]      = {"slices of 2^28 keys, sorted from parts", "ms", IN("Several GPUs", "| from parts, the broad one: 512 threads, 32 keys each | # | # | # |"), 1, 1, 0},
    [PARTS_399]     = {"lab 14, parts by 399 splitters", "ms", IN("Lab 14's kernels", "| #, #, #, # |?|?|?|?|?| # | # |"), 4, 1, 0},
    [LISTS_RATE]    = {"lab 02, 2^24 keys", "Mkeys/s", IN("Every lab, by size", "| 02, 5 | `sort_lists` |?|?|?|?|?| # |"), 0, 1, 0},
    [ATOMIC_RATE]   = {"lab 03, 2^24 keys", "Mkeys/s", IN("Every lab, by size", "| 03, 5 | `merge_lists_atomic` |?|?|?|?|?| # |"), 0, 1, 0},
    [REDUCE_RATE]   = {"lab 04, 2^24 keys", "Mkeys/s", IN("Every lab, by size", "| 04, 5 | `merge_lists_reduce` |?|?|?|?|?| # |"), 0, 1, 0},
    [TREE_64]       = {"lab 07, loser tree, 64 runs, 2^24 keys", "Mkeys/s", IN("Every lab, by size", "| 07, 3 |?|?|?|?|?|?| # |"), 0, 1, 0},
    [HEAP_64]       = {"lab 07, heap, 64 runs, 2^24 keys", "Mkeys/s", IN("Every lab, by size", "| 07, 2 |?|?|?|?|?|?| # |"), 0, 1, 0},
    [SCAN_64]       = {"lab 07, scan, 64 runs, 2^22 keys", "Mkeys/s", IN("Every lab, by size", "| 07, 1 |?|?|?|?|?| # |"), 0, 1, 0},
    [NETWORK_22]    = {"lab 06, merges by a network, 2^22 keys", "Mkeys/s", IN("Every lab, by size", "| 06, 3 |?|?|?|?|?| # |"), 0, 1, 0},
    [TREE_16]       = {"lab 07, loser tree, 16 runs, 2^24 keys", "Mkeys/s", IN(ONE_CORE, "| k = 16 | 2^24 |?| # |"), 0, 1, 0},
    [FAST_C_4]      = {"fast merge in C, 4 runs", "Mkeys/s", IN(ONE_CORE, "| k = 2, 4 |?|?|?| #, # | #, # | #, # |"), 1, 1, 0},
    [FAST_AVX2_4]   = {"fast merge by AVX2, 4 runs", "Mkeys/s", IN(ONE_CORE, "| k = 2, 4 |?|?|?| #, # | #, # | #, # |"), 3, 1, 0},
    [FAST_AVX512_4] = {"fast merge by AVX-512, 4 runs", "Mkeys/s", IN(ONE_CORE, "| k = 2, 4 |?|?|?| #, # | #, # | #, # |"), 5, 1, 0},
    [CPU_LISTS]     = {"CPU runtime, two cores, 10^7 keys: lists", "ms", IN("The CPU runtime", "| atomic | # | # | # |"), 0, 1, 0},
    [CPU_MERGE]     = {"the same: merges of lists", "ms", IN("The CPU runtime", "| atomic | # | # | # |"), 1, 1, 0},
    [CPU_REST]      = {"the same: the rest", "ms", IN("The CPU runtime", "| atomic | # | # | # |"), 2, 1, 0},
    [RANKS_1_20]    = {"lab 14, CPU runtime, 2^20 keys on 1 rank", "ms", IN(RANKS, "| 2^20 | 1 | # |"), 0, 1, 0},
    [RANKS_2_20]    = {"lab 14, CPU runtime, 2^20 keys on 2 ranks", "ms", IN(RANKS, "| 2^20 | 2 | # |"), 0, 1, 0},
    [RANKS_1_24]    = {"lab 14, CPU runtime, 2^24 keys on 1 rank", "ms", IN(RANKS, "| 2^24 | 1 | # |"), 0, 1, 0},
    [RANKS_2_24]    = {"lab 14, CPU runtime, 2^24 keys on 2 ranks", "ms", IN(RANKS, "| 2^24 | 2 | # |"), 0, 1, 0},
    [DEVICE_GB]     = {"memory of a device", "GB", {NULL, NULL, NULL}, 0, 149, 0},
    [MEMORY_GB]     = {"memory of a host", "GB", {NULL, NULL, NULL}, 0, 1000, 0},
    [NETWORK_GB_S]  = {"a node sends, and receives", "GB/s", {NULL, NULL, NULL}, 0, 50, 0},
    [LATENCY_US]    = {"a message", "us", {NULL, NULL, NULL}, 0, 5, 0},
    [DISK_GB_S]     = {"a node's disks", "GB/s", {NULL, NULL, NULL}, 0, 10, 0},
};
// clang-format on

bool machine_read(struct machine *machine, const struct book *book, char why[512]) {
    struct found found;
    for (int i = 0; i < FIGURES; i++) {
        const struct figure *f = &figures[i];
        machine->at[i] = NULL;
        machine->value[i] = f->times;
        if (!f->place.file) continue;
        if (book_find(book, &f->place, &found, 1) == 0) {
            snprintf(why, 512, "%s: '%s' does not stand in %s; look for '%s' there, or mend %s",
                     f->name, f->place.pattern, f->place.file,
                     f->place.section ? f->place.section : "its rows", __FILE__);
            return false;
        }
        double x = found.numbers[f->which];
        machine->value[i] = f->per ? f->times / x : f->times * x;
        machine->at[i] = found.at[f->which];
    }
    return true;
}

void machine_print(const struct machine *machine) {
    printf("%-50s %10s\n", "figure", "");
    for (int i = 0; i < FIGURES; i++) {
        const struct figure *f = &figures[i];
        printf("%-50s %10.4g %-8s %s%s%s\n", f->name, machine->value[i], f->unit,
               f->place.file ? f->place.file : "assumed", f->place.section ? ", " : "",
               f->place.section ? f->place.section : "");
    }
}
