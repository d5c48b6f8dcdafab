/**
 * @file
 * @brief How long sorts take on machines that are not here: figures and rows of figures.csv, and plans.
 */
#ifndef SORTLAB_MODEL_H
#define SORTLAB_MODEL_H

#include <stdbool.h>

#define MODEL_FILE "grader/bench/model/figures.csv"

/** The file says what each figure is. From DEVICE_GB on they are assumed. */
#define MODEL_FIGURES(X)                                                                           \
    X(DEVICE_COPY)                                                                                 \
    X(LINK_IN)                                                                                     \
    X(LINK_BOTH)                                                                                   \
    X(LINK_IN_4) X(LINK_OUT_4) X(LINK_BOTH_4) X(NVLINK) X(PAGEABLE_UP) X(PAGEABLE_DOWN)            \
        X(FAST_COUNT) X(FAST_PART_7) X(FAST_PART_8) X(FAST_FINISH) X(FAST_BLOCK) X(FAST_LEAST)     \
            X(FAST_2_30) X(FAST_2_31) X(COUNTED_2_29) X(COUNTED_2_30) X(SWEEP_COUNT) X(SWEEP_PASS) \
                X(SWEEP_LEAST) X(SWEEP_PAIRS) X(MERGE_TILES) X(MERGE_PASS) X(MERGE_CUTS)           \
                    X(MERGE_14) X(MERGE_16) X(SELECT_LEAST) X(READ_LEAST) X(DIGIT_READ)            \
                        X(SLICES_4) X(PARTS_399) X(LISTS_RATE) X(ATOMIC_RATE) X(REDUCE_RATE)       \
                            X(TREE_64) X(HEAP_64) X(SCAN_64) X(NETWORK_22) X(TREE_16) X(FAST_C_4)  \
                                X(FAST_AVX2_4) X(FAST_AVX512_4) X(CPU_LISTS) X(CPU_MERGE)          \
                                    X(CPU_REST) X(RANKS_1_20) X(RANKS_2_20) X(RANKS_1_24)          \
                                        X(RANKS_2_24) X(DEVICE_GB) X(MEMORY_GB) X(NETWORK_GB_S)    \
                                            X(LATENCY_US) X(DISK_GB_S)
#define MODEL_ID(name) name,
enum figure { MODEL_FIGURES(MODEL_ID) FIGURES };

/** A row that was measured, and the model's answer to it. */
struct row {
    char group[96], name[24], unit[12], why[96]; /**< why it is beyond 20 %; empty: it is not */
    double n, with, measured, ratio;             /**< with: so many ranks, cores or GB, or 0 */
};

enum { MODEL_ROWS = 256, WITHIN_PERCENT = 20 };

struct model {
    double m[FIGURES];
    char titles[FIGURES][64], units[FIGURES][12], sources[FIGURES][128];
    struct row rows[MODEL_ROWS];
    int n_rows;
};

/** Says one sentence and ends the program with 2. */
_Noreturn void model_stop(const char *format, ...);
/** Reads MODEL_FILE below this folder and foretells its rows, or stops. */
void model_read(struct model *model, const char *folder);
bool is_within(const struct row *row);
/** Every figure and row; for the page a line a group of rows. */
void model_print(const struct model *model);
void model_print_groups(const struct model *model);

/** Lab 13 on a device, uniform keys; m is model.m. */
double fast_sort_ms(const double *m, double n);
/** What a row of figures.csv should say, in its unit; not a number: no formula has this name. */
double foretell(const char *formula, const double *m, double n, double with);

struct job {
    double keys;
    int nodes, gpus; /**< gpus of a node; each is a rank */
    bool on_devices,
        slices; /**< keys stay on the devices; as run-many sorts, else as lab 14 does */
};

struct plan {
    struct step {
        const char *what, *binds; /**< the resource that it waits for */
        double s;
    } steps[12]; /**< one after another */
    int n;
    double s; /**< in all */
    const struct step *longest;
    const char *held; /**< where the keys are in between: "devices", "hosts", "disks" */
};

void plan_make(struct plan *plan, const double *m, const struct job *job);
/** A table of so many keys on 1 to 1,000 nodes; then the steps on job.nodes. */
void plan_print(const double *m, struct job job, bool steps);

#endif
