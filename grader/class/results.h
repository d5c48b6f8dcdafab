/**
 * @file
 * @brief What a class run leaves in OUT: results/STUDENT.json, class.json, grades.csv, times.json.
 *
 * All is made from the journal and the submissions, at the end of each run, and each file is written
 * beside its name and renamed. What differs from run to run is in times.json alone.
 */
#ifndef SORTLAB_CLASS_RESULTS_H
#define SORTLAB_CLASS_RESULTS_H

#include "grader/class/journal.h"

/** A student with all that his or her labs came to. */
struct outcome {
    const struct class_student *student;
    json_t *stages;    /**< of all labs, as grade writes them */
    json_t *adjusted;  /**< what a person changed of the total (adjust.h) */
    json_t *sandboxes; /**< under which they were graded: usually one */
    bool graded; /**< false: of a lab it is not known what it comes to, the grader's own fault */
    struct terms_score score;
};

/** Of one student, whose rows may be one of several submissions. */
struct outcome outcome_of(const struct class *c, const struct class_student *s,
                          const struct class_row *blank);

/** One a student; to be given back with outcomes_free. */
struct outcome *outcomes_make(const struct class *c, const struct class_row *blank);
void outcomes_free(struct outcome *outcomes, size_t n);

/** Terms for a class that has no rubric: all labs count once, nothing is late, hints are free. */
void outcomes_plain_terms(struct class *c, const struct class_row *blank);

void results_write(const struct class *c, const struct outcome *outcomes);
void class_json_write(const struct class *c, const struct outcome *outcomes,
                      const struct class_row *blank);
void grades_write(const struct class *c, const struct outcome *outcomes,
                  const struct class_row *blank);

/** class.html and feedback/STUDENT.html, from what stands in OUT by then. */
void pages_of_class(const struct class *c);

/** How long each unit took, and which grades moved (history.h); takes `moved` over. */
void times_write(const struct class *c, struct journal *j, json_t *moved);

/** The student's id, or in a class without names the one that stands for it. */
const char *id_told(const struct class *c, const struct class_student *s);

/** "2026-12-01T23:59:00Z"; "" for 0. */
const char *time_text(int64_t when, char text[32]);

#endif
