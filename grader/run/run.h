/**
 * @file
 * @brief The parts of the program around the pipeline. Nobody else includes this.
 *
 * A function that cannot go on ends the program with one sentence. Exit status: 0 sorted; 1 a stage
 * or the device failed; 2 something about the request or its files is wrong. Whatever happens, OUT is
 * either complete or as it was, and no other file is left.
 */
#ifndef SORTLAB_RUN_H
#define SORTLAB_RUN_H

#include <stdio.h>

#include "common/data.h"
#include "grader/pipeline/pipeline.h"

enum { EXIT_BROKEN = 1, EXIT_REQUEST = 2 };

/** What the command line asks for. */
struct request {
    const char *in, *out; /**< NULL: not given */
    const char *spill;    /**< a folder; NULL: not given */
    const char *format;   /**< NULL: by the names of the files */
    const char *chosen;   /**< an option that chose a road; NULL: none did */
    bool makes;           /**< the input is made: n, dist and seed say how */
    bool shaped;          /**< dist or seed was given */
    bool merges, shares;  /**< --merge, --workers was given */
    bool compares, quiet;
    uint64_t n, seed;
    enum data_dist dist;
    struct gpu_sort_options sort;
};

/* main.c */
__attribute__((noreturn, format(printf, 2, 3))) void stop(int status, const char *format, ...);

/* options.c */
void parse(struct request *r, int argc, char **argv);

/* files.c: what can be said of files before time is spent on them */
enum data_format format_for(const struct request *r, const char *path);
bool is_same_file(const char *a, const char *b);
bool is_stream(const char *out);
char *spill_folder(const struct request *r); /**< freed with free() */
void check_files(const struct request *r);
void check_room(const struct request *r, uint64_t n, bool spills);

/* out.c: OUT grows, and signals wait meanwhile */
void catch_signals(void);
void out_open(const struct request *r);
bool out_write(const uint32_t *keys, size_t n, struct data_error *error);
void out_commit(void);
void out_abandon(void);

/* memory.c, stream.c, compare.c: the three ways to go; each returns the exit status */
bool fits_memory(const struct request *r);
int sort_in_memory(const struct request *r);
int sort_by_spilling(const struct request *r);
int compare_roads(const struct request *r);
uint32_t *load(const struct request *r, size_t *n); /**< the keys to sort, freed with free() */

/* print.c */
void print_report(const struct request *r, const struct gpu_sort_report *report);
void print_summary(const struct request *r, const struct gpu_sort_report *report);
double mkeys_s(size_t keys, double ms);

#endif
