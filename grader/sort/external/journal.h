/**
 * @file
 * @brief The folder of runs that outlive the program: a file of runs, and a journal that says which of
 *        them are whole.
 *
 * A run stands in the journal only when it is on the disk, and after all runs before it. Lines carry a
 * check of their own; the journal ends, whatever follows, where a line is not whole. Whoever holds the
 * journal's lock owns the folder.
 */
#ifndef SORTLAB_EXTERNAL_JOURNAL_H
#define SORTLAB_EXTERNAL_JOURNAL_H

#include "common/data.h"
#include "grader/sort/external/external_state.h"

struct journal;

/** What a journal tells of an earlier call. */
struct journal_found {
    bool other_input; /**< there were runs, of another input; they are thrown away */
    uint64_t secret;  /**< of the multisets; unless there are runs, as it was given */
    struct run *runs; /**< malloc'ed; their firsts are NULL */
    size_t k;
};

/**
 * Takes the folder, or makes it.
 * @param out where the keys go to: a folder is for one OUT alone
 * @param identity of the input
 * @param[in,out] found with a secret for a new journal
 * @return NULL on error
 */
struct journal *journal_open(const char *folder, const char *out, const char *identity,
                             struct journal_found *found, struct data_error *error);

/** The file of runs. */
int journal_runs_file(const struct journal *j);

/** Says that a run is whole; it is on the disk. */
bool journal_add(struct journal *j, const struct run *run, struct data_error *error);

/** Keeps the first k runs alone. */
bool journal_cut(struct journal *j, size_t k, struct data_error *error);

/** Throws away what is in a folder that a journal is in; false where another sort is at work there. */
bool journal_forget(const char *folder, struct data_error *error);

/** Gives the folder up; with all that is in it unless it is kept. NULL is fine. */
void journal_close(struct journal *j, bool keeps);

#endif
