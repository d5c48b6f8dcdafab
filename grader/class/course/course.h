/**
 * @file
 * @brief A course: the grades of its class runs, added up by the weights of one rubric.
 *
 * OUT holds a folder a run, as make grade-class wrote it: OUT/03/grades.csv. What the course comes to stands in
 * OUT/course.csv, a line a student, and in OUT/class.json as a class run's scores do.
 */
#ifndef SORTLAB_CLASS_COURSE_H
#define SORTLAB_CLASS_COURSE_H

#include "grader/class/class.h"

enum { COURSE_RUNS = TERMS_LABS, COURSE_ABSENT = -1, COURSE_OPEN = -2 };

/** A class run: labs that were graded together. */
struct course_run {
    char folder[256];      /**< its name in OUT */
    char path[CLASS_PATH]; /**< of its grades.csv */
    bool labs[TERMS_LABS]; /**< as in the terms */
    long long worth;       /**< hundredths of points that its labs bring into the sum */
    int max;               /**< of the score */
    bool bonus;            /**< it counts on top */
    size_t n_students;     /**< in its list */
    long long sum;         /**< of their scores */
};

struct course_student {
    char *id, *last_name, *first_name, *email;
    int scores[COURSE_RUNS]; /**< or COURSE_ABSENT: in no list; COURSE_OPEN: not graded yet */
    bool dropped[COURSE_RUNS];
    int total, max; /**< total is COURSE_OPEN where a score is */
    char *how;      /**< the sum, as it is worked out */
};

struct course {
    const char *out;
    struct terms terms;
    struct course_run runs[COURSE_RUNS]; /**< by folder */
    size_t n_runs;
    struct course_student *students; /**< by id */
    size_t n_students;
};

/** Reads all runs. Ends the program with a sentence where one does not fit the terms. */
void course_read(struct course *c);

/** Adds up each student. No file, no float. */
void course_add_up(struct course *c);

/** Writes OUT/course.csv, and OUT/class.json with the totals. */
void course_write(const struct course *c);

/** "03_atomic_merge", or "03_atomic_merge+04_reduce_merge" of a run over two. */
const char *course_run_name(const struct course *c, const struct course_run *r, char name[1024]);

#endif
