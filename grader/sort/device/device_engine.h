/**
 * @file
 * @brief The device engine: keys in host memory, sorted at the speed of the copy.
 *
 * Chunks come in, are sorted (common/sort/device) and become runs, copies beside sorts on three streams. Where the
 * device holds all runs, they stay, and slices of the output are merged in its order while earlier ones
 * leave. Where it does not, the runs go back to the host; then slices of the output are cut off them
 * exactly, whatever the keys are, and merged: from the lower end by the device, where their pieces come
 * in while merged ones leave, and from the upper end by threads of the host, until the two meet.
 */
#ifndef SORTLAB_DEVICE_ENGINE_H
#define SORTLAB_DEVICE_ENGINE_H

#include "common/keys.h"
#include "grader/sort/external/engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Who merges the runs. */
enum merge_strategy {
    MERGE_PLANNED, /**< MERGE_HELD where that fits the budget, MERGE_BOTH otherwise */
    MERGE_HELD,    /**< the device, which holds them all */
    MERGE_BOTH,    /**< the device, through which they stream, and threads of the host at once */
    MERGE_STRATEGIES
};

/** "planned", "holds", "both". */
const char *merge_strategy_name(enum merge_strategy strategy);

/** All zero but most_keys is a good choice. */
struct device_options {
    enum key_type type;
    size_t most_keys;    /**< of one sort, above 0 */
    size_t device_bytes; /**< most device memory to use; 0: seven eighths of what is free */
    int workers; /**< threads of the host that merge, or copy pageable keys; 0: one a core */
    enum merge_strategy strategy;
    size_t chunk, slice; /**< most keys of a chunk, and of a slice; 0: as planned */
};

/** Where things lie on the device, in words from the start of its one allocation. Two take turns. */
struct device_offsets {
    size_t cuts, offsets, tiles; /**< tables of the merge */
    size_t arrive[2], temp,
        sorted[2]; /**< chunks that come in, the sort's memory, runs that go back */
    size_t runs;   /**< MERGE_HELD: all of them */
    size_t pieces[2], x, y, merged[2]; /**< of a slice: as it came in, half merged, merged */
    size_t words;
};

/** What will be done, and what it takes. */
struct device_layout {
    enum merge_strategy strategy;
    size_t chunk, slice; /**< keys */
    size_t runs;         /**< chunks of most_keys */
    size_t temp_bytes;
    struct device_offsets at;
    size_t device_bytes;
};

/**
 * Plans for a budget. Asks no device.
 * @return false where it is too small, with a sentence that says the least
 */
bool device_lay_out(const struct device_options *options, size_t budget, struct device_layout *plan,
                    char error[640]);

/** How the last sort went. Times are milliseconds from its beginning. */
struct device_report {
    double device_ms, pinned_ms; /**< for taking memory, before or at the first sort */
    size_t pinned_bytes;         /**< taken here; keys that the caller has pinned do not count */
    size_t runs;
    double runs_ms;      /**< all runs were where they are merged */
    double last_in_ms;   /**< the last key had come in */
    double first_out_ms; /**< the first slice began to leave; 0: none did */
    double ms;
    size_t device_keys, host_keys; /**< merged by the device and by the host */
};

/**
 * Takes the device memory that the plan says.
 * @return false with a sentence: the budget is too small, or the device does not give it
 */
bool device_engine_open(const struct device_options *options, struct sort_engine *engine,
                        char error[640]);

/**
 * As engine->sort, but not in place.
 * @param keys undefined afterwards
 * @param out  n words, which overlap no key
 */
bool device_engine_sort_to(const struct sort_engine *engine, uint32_t *keys, uint32_t *out,
                           size_t n, char error[640]);

/**
 * Keys of `out` that are sorted and there, from the first one on; any thread may ask while a sort is under way. 0 where
 * runs go back to the host, and where `out` is pinned.
 */
size_t device_engine_landed(const struct sort_engine *engine);

/** Gives everything back. */
void device_engine_close(struct sort_engine *engine);

const struct device_layout *device_engine_plan(const struct sort_engine *engine);
const struct device_report *device_engine_report(const struct sort_engine *engine);

#ifdef __cplusplus
}
#endif
#endif
