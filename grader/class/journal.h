/**
 * @file
 * @brief What was graded, in OUT/.class/journal.db: the one thing that a resumed run believes.
 *
 * One process writes it, under a lock. A unit's row is written when its grading is over, in a transaction
 * that is on the disk before the next one begins; so a kill at any moment costs what was being graded.
 */
#ifndef SORTLAB_CLASS_JOURNAL_H
#define SORTLAB_CLASS_JOURNAL_H

#include "grader/class/class.h"

struct journal;

/** How one grading ended. */
struct grading {
    json_t *result;         /**< NULL: own fault */
    char fault[CLASS_SAYS]; /**< what went wrong with it */
    int tries;
    double seconds;
    double worked_s; /**< of processor time, what it started included */
};

/** Opens OUT/.class/journal.db, made where there is none. Ends the program with a sentence where another
 *  run is at work on OUT, or the journal is no journal. */
struct journal *journal_open(const struct class *c);
void journal_close(struct journal *j);

/** What the unit came to; a new reference, or NULL when it is not graded. Fills the rest of *g. */
json_t *journal_find(struct journal *j, const char *unit, struct grading *g);

/** Keeps it. Ends the program with a sentence when that cannot be done. */
void journal_keep(struct journal *j, const char *unit, const struct class_row *row,
                  const struct grading *g);

/** Forgets what the unit came to, so that it is graded again. */
void journal_forget(struct journal *j, const char *unit);

/** Replaces the dates of each submission by those that its bytes had, under its entry, when a run first saw them. */
void journal_first_sights(struct journal *j, struct class *c);

/** The class as it is now: who handed in what, and as which unit it is graded. */
void journal_keep_class(struct journal *j, const struct class *c);

#endif
