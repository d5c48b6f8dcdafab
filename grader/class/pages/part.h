/**
 * @file
 * @brief The parts of the two pages; each writes a section or nothing.
 */
#ifndef SORTLAB_PAGES_PART_H
#define SORTLAB_PAGES_PART_H

#include "grader/class/pages/html.h"
#include "grader/class/pages/model.h"

/** A student's whole page. */
void feedback_page(struct html *h, const struct page_class *c, const struct page_student *s);

/** The code that was graded; false where no copy of it is there. */
bool code_page(struct html *h, const struct page_class *c, const char *out,
               const struct page_student *s);

/** The class's whole page, and what it is made of. */
void class_page(struct html *h, const struct page_class *c);
void part_attention(struct html *h, const struct page_class *c);
void part_times(struct html *h, const struct page_class *c);
void part_moves(struct html *h, const struct page_class *c);
void part_scores(struct html *h, const struct page_class *c);
void part_stages(struct html *h, const struct page_class *c);
void part_kinds(struct html *h, const struct page_class *c);
void part_outliers(struct html *h, const struct page_class *c);
void part_similar(struct html *h, const struct page_class *c);
void part_effort(struct html *h, const struct page_class *c);
void part_students(struct html *h, const struct page_class *c);

/** The page of one group of look-alikes; OUT is where their copies are. */
void look_alike_page(struct html *h, const struct page_class *c, const json_t *group,
                     const char *out);
/** The list of groups alone, where no class was graded. */
void look_alikes_page(struct html *h, const struct page_class *c);
/** Who handed a file in: links to students from the class's page, where FEEDBACK is the way to theirs. */
void part_members(struct html *h, const struct page_class *c, const json_t *file,
                  const char *feedback);
/** A file as it was handed in, with the runs marked that it shares; SIDE of the pair is 'a' or 'b'. */
void part_side(struct html *h, const char *out, const json_t *file, const json_t *runs, size_t pair,
               char side);

/** A section with a heading; html_end ends it. */
void part_begin(struct html *h, const char *id, const char *title, const char *class);

/** Students' scores in percent, ascending, of those who were graded; owned by the caller. */
int *part_sorted_scores(const struct page_class *c, size_t *n);
/** The value that a share of all lie below, from 0 (least) to 4 (greatest) quarters. */
int part_quarter(const int *sorted, size_t n, int quarters);

/** When it was graded, on a line of its own: all that differs from run to run. */
void part_graded(struct html *h, const char *graded);

/** A link to a student's page. */
void part_link(struct html *h, const struct page_student *s);
/** A link to the page with the code; nothing where there is none. */
void part_code_link(struct html *h, const struct page_student *s, const char *words);
/** "lab 03, stage 4"; from the class's page a title goes with it. */
const char *part_stage_name(const struct page_column *column, char text[300]);
const struct page_student *part_student(const struct page_class *c, const char *id);

/** The hardest stage of at least two that somebody tried; NULL where there is none. */
const struct page_column *part_hardest(const struct page_class *c);

#endif
