/**
 * @file
 * @brief The parts of the program around the pipeline. Nobody else includes this.
 *
 * A function that cannot go on ends the program with one sentence. Exit status: 0 sorted; 1 a stage
 * or the device failed; 2 something about the request or its files is wrong. Whatever happens, OUT is
 * either complete or as it was, and no other file is left; but for the sorted runs of the fast engine, which
 * are kept beside OUT when it is interrupted.
 */
#ifndef SORTLAB_RUN_H
#define SORTLAB_RUN_H

#include <stdio.h>

#include "common/data.h"
#include "grader/sort/pipeline/pipeline.h"
#include "grader/sort/external/external.h"

enum { EXIT_BROKEN = 1, EXIT_REQUEST = 2 };

/** Who sorts: the labs; or past them the device where there is a GPU, and otherwise the host. */
enum engine { ENGINE_LABS, ENGINE_FAST, ENGINE_HOST, ENGINE_DEVICE };

/** What the command line asks for. */
struct run_request {
    const char *in, *out;    /**< NULL: not given */
    const char *spill;       /**< a folder; NULL: not given */
    bool has_format;         /**< or it goes by the names of the files */
    enum data_format format; /**< of all files */
    bool makes;              /**< the input is made: n, dist and seed say how */
    uint64_t n, seed;
    enum data_dist dist;
    enum engine engine;
    bool resumes;   /**< it was said whether runs are kept */
    bool forgetful; /**< they are not, and what is found is thrown away */
    bool progress;  /**< shown wherever the errors go */
    bool compares, quiet;
    struct gpu_sort_options sort;
};

/* main.c */
__attribute__((noreturn, format(printf, 2, 3))) void stop(int status, const char *format, ...);

/* options.c */
void parse(struct run_request *r, int argc, char **argv);

/* files.c: what can be said of files before time is spent on them */
enum data_format format_for(const struct run_request *r, const char *path);
bool is_same_file(const char *a, const char *b);
bool is_stream(const char *out);
char *spill_folder(const struct run_request *r); /**< freed with free() */
void check_files(const struct run_request *r);
void check_disks(const struct run_request *r, uint64_t n, uint64_t n_spilled);

/* out.c: OUT grows, and signals wait meanwhile */
void catch_signals(void);
void hold_signals(
    bool held);         /**< they wait, for who asks for them; let go, one that came is obeyed */
int interruption(void); /**< the signal that came; 0: none */
void out_open(const struct run_request *r);
int out_file(void); /**< see data_writer_file */
bool out_write(const uint32_t *keys, size_t n, struct data_error *error);
void out_commit(void);
void out_abandon(void);

/* memory.c, stream.c, fast.c, compare.c: the ways to go; each returns the exit status */
bool fits_memory(const struct run_request *r);
int sort_in_memory(const struct run_request *r);
int sort_by_spilling(const struct run_request *r);
int sort_fast(const struct run_request *r);
int compare_combinations(const struct run_request *r);
/* in_memory.c: the fast engine where all keys fit, and the device. A handout has none of it: NULL there. */
__attribute__((weak)) int sort_in_one(const struct run_request *r, bool device);
/** A GPU, and not the CPU runtime, which is slower than the host's cores. */
__attribute__((weak)) bool device_is_gpu(void);
__attribute__((weak)) struct sort_engine device_engine(const struct run_request *r,
                                                       size_t most_keys);
/** Keys to sort, or a few more; UINT64_MAX: nobody knows. */
uint64_t most_keys(const struct run_request *r);
/** Keys to sort; 0 where that shows only when they are read. */
uint64_t exact_keys(const struct run_request *r);
/** Where they come from. */
struct external_source source_of(const struct run_request *r);
uint32_t *load(const struct run_request *r, size_t *n); /**< the keys to sort, freed with free() */

/* print.c */
FILE *report_stream(const struct run_request *r);
void print_report(const struct run_request *r, const struct gpu_sort_report *report);
/** check_ms below 0: the checks took no time of their own. */
void print_summary(const struct run_request *r, size_t n, double ms, double check_ms);
double mkeys_s(size_t keys, double ms);

#endif
