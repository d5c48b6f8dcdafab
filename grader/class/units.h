/**
 * @file
 * @brief From rows to units: what has to be graded, each once.
 */
#ifndef SORTLAB_CLASS_UNITS_H
#define SORTLAB_CLASS_UNITS_H

#include "grader/class/journal.h"

/** A unit that has to be graded. */
struct job {
    const char *unit;
    const struct class_row *row; /**< the first student's, of those who share it */
    char folder[CLASS_PATH];     /**< what grade gets as the submission */
    int tries;
    bool done;
    int budget_s; /**< seconds of processor time that it may take; 0: any */
    bool dear;    /**< it takes long, and so comes when all others are done */
};

/** A hash of what decides the lab's verdicts: judge, runtime, stages, compiler. */
void kit_hash(const char *lab, char hash[CLASS_HASH]);

/** How each lab looks with no file at all: its stages, with no points. One row a lab. */
void units_blank(const struct class *c, struct class_row *blank);

/** Counts for every row how many hand in the same bytes. */
void units_alike(struct class *c);

/** Names every row's unit. */
void units_name(struct class *c, struct class_row *blank);

/** What the journal does not know yet, for the class and for the blank rows. */
struct job *units_left(const struct class *c, struct journal *j, struct class_row *blank,
                       size_t *n);

/** Gives every row what its unit came to. */
void units_gather(struct class *c, struct journal *j, struct class_row *blank);

#endif
