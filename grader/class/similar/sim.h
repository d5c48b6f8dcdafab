/**
 * @file
 * @brief Runs sim_c over the files of a folder and adds up, pair by pair, what it finds.
 */
#ifndef SORTLAB_SIM_H
#define SORTLAB_SIM_H

#include <stdbool.h>
#include <stddef.h>

/** A stretch that two files share: first and last lines, and how many tokens agree. */
struct sim_run {
    unsigned a, b; /**< the files' numbers, a < b */
    int a_first, a_last, b_first, b_last, tokens;
};

struct sim {
    size_t n;    /**< files */
    int *tokens; /**< of each file, as sim_c counts them */
    struct sim_run *runs;
    size_t n_runs;
};

enum { SIM_RUN = 16 /* tokens that have to agree in a row */ };

/** Compares FOLDER/0 to FOLDER/n-1. @return NULL, or why it did not work, in a sentence's end */
const char *sim_compare(struct sim *sim, const char *folder, size_t n);
void sim_free(struct sim *sim);

#endif
