/**
 * @file
 * @brief What the model knows of machines: rates and times that were measured, each with its place, and a few that
 * are assumed and can be told otherwise.
 */
#ifndef SORTLAB_MODEL_FIGURES_H
#define SORTLAB_MODEL_FIGURES_H

#include "grader/bench/model/book.h"

enum figure_id {
    DEVICE_COPY,   /**< GB/s read and written */
    LINK_IN,       /**< GB/s from pinned host memory to a device */
    LINK_BOTH,     /**< GB/s in all, in and out at once */
    LINK_IN_4,     /**< GB/s into four devices of a host */
    LINK_OUT_4,    /**< and out of them */
    LINK_BOTH_4,   /**< the same in and out at once */
    NVLINK,        /**< GB/s that a device sends, when all four do */
    PAGEABLE_UP,   /**< GB/s */
    PAGEABLE_DOWN, /**< GB/s, into fresh memory */
    FAST_COUNT,    /**< lab 13, ms for 2^28 keys, by kernel */
    FAST_PART_7,
    FAST_PART_8,
    FAST_FINISH,
    FAST_BLOCK,   /**< ms of the least sort, of one block */
    FAST_LEAST,   /**< ms of launches when there are partitions */
    FAST_2_30,    /**< ms; buckets that fit a block in the wide form alone */
    FAST_2_31,    /**< ms; buckets that have to be split once more */
    COUNTED_2_29, /**< the same, of keys that are all counted */
    COUNTED_2_30, /**< ms */
    SWEEP_COUNT,
    SWEEP_PASS,
    SWEEP_LEAST,
    SWEEP_PAIRS,
    MERGE_TILES,
    MERGE_PASS,
    MERGE_CUTS, /**< of 16 passes */
    MERGE_14,
    MERGE_16,
    SELECT_LEAST, /**< microseconds */
    READ_LEAST,   /**< ms of a kernel that reads next to nothing */
    DIGIT_READ,   /**< ms of counting a digit of 2^28 keys, as lab 14 does */
    SLICES_4,     /**< ms of eight slices of 2^25 keys, from the parts of four ranks */
    PARTS_399,    /**< ms of its parts of them, by 399 splitters */
    LISTS_RATE,   /**< labs 02, 03, 04, Mkeys/s at 2^24 */
    ATOMIC_RATE,
    REDUCE_RATE,
    TREE_64, /**< lab 07, Mkeys/s of 64 runs on one core */
    HEAP_64,
    SCAN_64,
    NETWORK_22, /**< lab 06, merge_runs_bitonic, Mkeys/s of 2^22 keys */
    TREE_16,    /**< loser tree on one core, Mkeys/s, 16 runs */
    FAST_C_4,   /**< fast_merge_runs, Mkeys/s, 4 runs: in C alone, AVX2, AVX-512 */
    FAST_AVX2_4,
    FAST_AVX512_4,
    CPU_LISTS, /**< the CPU runtime on two cores, ms for 10^7 keys: lists, their merge, the rest */
    CPU_MERGE,
    CPU_REST,
    RANKS_1_20, /**< lab 14 on the CPU runtime, ms for 2^20 keys on one rank and on two; for 2^24 */
    RANKS_2_20,
    RANKS_1_24,
    RANKS_2_24,
    DEVICE_GB,    /**< from here on assumed: memory of a device */
    MEMORY_GB,    /**< of a host */
    NETWORK_GB_S, /**< a node sends, and receives as much at once */
    LATENCY_US,   /**< a message */
    DISK_GB_S,    /**< a node reads, or writes */
    FIGURES
};

struct figure {
    const char *name, *unit;
    struct place place; /**< no file: it is assumed */
    int which;          /**< of the numbers that the pattern finds */
    double times;       /**< the figure is the number times this; assumed, the figure itself */
    int per;            /**< or this, by the number */
};

extern const struct figure figures[FIGURES];

/** All figures, and where each of them was found: NULL, it is assumed. */
struct machine {
    double value[FIGURES];
    const char *at[FIGURES];
};

/** false: a figure is not where it should be; `why` names it, and its place. */
bool machine_read(struct machine *machine, const struct book *book, char why[512]);

/** Every figure with its unit and source. */
void machine_print(const struct machine *machine);

#endif
