/**
 * @file
 * @brief The folder of runs that outlive the program: a file of runs, and a journal that says which of
 *        them are whole.
 *
 * The journal has a head and then a line for each run, in the order of the input. All lines are equally long, and each
 * has a check of itself: whatever follows a line that is not whole, the journal ends there. A run is written into the
 * journal when it is on the disk, after all runs before it. The program that holds the journal's lock owns the folder.
 */
#ifndef SORTLAB_EXTERNAL_JOURNAL_H
#define SORTLAB_EXTERNAL_JOURNAL_H

#include "common/data.h"

struct run;

/** An open one; `fd` is -1 where none is open. */
struct journal {
    const char *folder;
    int folder_fd, fd, runs_fd; /**< runs_fd: the file of runs */
    uint64_t secret;            /**< of the multisets */
    size_t k;                   /**< runs in it */
    bool other_input; /**< there were runs, of another input; they have been thrown away */
};

/**
 * Takes the folder, or makes it.
 * @param folder kept by the journal, not copied
 * @param out where the keys go to: a folder is for one OUT alone
 * @param identity of the input
 * @param secret for a new journal
 * @param[out] runs the j->k runs of an earlier call, malloc'ed; their firsts are NULL
 */
bool journal_open(struct journal *j, const char *folder, const char *out, uint64_t identity,
                  uint64_t secret, struct run **runs, struct data_error *error);

/** Says that a run is whole; it is on the disk. */
bool journal_add(struct journal *j, const struct run *run, struct data_error *error);

/** Keeps the first k runs alone. */
bool journal_cut(struct journal *j, size_t k, struct data_error *error);

/** Throws away what is in a folder that a journal is in; false where another sort is at work there. */
bool journal_forget(const char *folder, struct data_error *error);

/** Gives the folder up; with all that is in it unless it is kept. Where none is open it does nothing. */
void journal_close(struct journal *j, bool keeps);

#endif
