/**
 * @file
 * @brief What pages are made of, read from OUT: class.json and results/STUDENT.json.
 */
#ifndef SORTLAB_PAGES_MODEL_H
#define SORTLAB_PAGES_MODEL_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum page_state { PAGE_GRADED, PAGE_REFUSED, PAGE_FAILED, PAGE_ABSENT };

/** A stage of one student; texts are "" where there is none. */
struct page_stage {
    const char *lab, *title, *verdict, *kind, *message, *repeat, *note, *advice, *order, *shown,
        *suspicion;
    const json_t *adjusted; /**< a person changed its points: {"from", "comment", "by"}; NULL */
    int stage, step, points, max_points;
    size_t column; /**< which of the class's stages it is */
    bool hidden;
    bool bonus;  /**< its points count on top of the lab's */
    bool counts; /**< it was judged: not refused as a whole, and no fault of the grader's */
};

/** A line of the score. Weights make hundredths of points. */
struct page_line {
    char what[200];
    long long points, of; /**< hundredths; of is 0 where there is no most */
    bool total;           /**< what all lines down to here come to */
    bool left_out;        /**< it does not count */
};

struct page_student {
    const char *id, *message, *submitted, *sandbox; /**< message: why it was refused */
    const char *clock;                              /**< whose clock says when it was handed in */
    const char *remark;         /**< what a person should know of who and when */
    const char *by;             /**< the member of the group who handed it in; "": the student */
    bool code;                  /**< there is a page with the code */
    char name[260], graded[40]; /**< graded: when the result was written */
    enum page_state state;
    struct page_stage *stages;
    struct page_line *lines;
    json_t *labs; /**< what there is to say of each lab's file; borrowed */
    json_t *dear; /**< labs that worked much longer than the solution: {"lab", "times"} */
    size_t n_stages, n_lines;
    int score, max_score;
    size_t passed;
    json_t *root; /**< that the texts belong to */
};

/** A stage as the whole class has it, in the order of labs. */
struct page_column {
    const char *lab, *title;
    int stage, step;
    bool hidden;
    size_t tried, passed;
};

struct page_class {
    const char *title, *due;
    json_t *remarks;               /**< sentences on roster and times; borrowed */
    char sandbox[120], graded[40]; /**< graded: when class.json was written */
    struct page_student *students; /**< in class.json's order */
    struct page_column *columns;
    size_t n_students, n_columns;
    json_t *times;             /**< times.json: what differs from run to run */
    json_t *effort;            /**< tries, minutes and hints of each stage; borrowed */
    json_t *root, *similarity; /**< similarity is borrowed, NULL where nothing was compared */
};

/** @param problem one sentence, when false comes back */
bool page_class_read(struct page_class *c, const char *out, char *problem, size_t size);
void page_class_free(struct page_class *c);

/** What a person is to look at has its points until then, and passes; nobody is told so before. */
bool page_stage_passed(const struct page_stage *s);

/** The copy of a lab's file that was graded: its lines belong to the caller; NULL where there is none. */
char *page_source(const char *out, const struct page_student *s, const char *lab);

/** Passed over all that are to be passed, in percent. */
int page_percent(size_t part, size_t whole);
int page_score_percent(const struct page_student *s);

/** "03 atomic merge" */
const char *page_lab_name(const char *lab, char text[128]);
/** What is said of one lab's file: NAME is "refused", "fault" or "note"; "" when nothing is. */
const char *page_lab_says(const struct page_student *s, const char *lab, const char *name);
/** The words for a verdict's code, and the code where there are none. */
const char *page_verdict_words(const char *code);
/** "20 Nov 2026, 18:05 UTC" of "2026-11-20T18:05:00Z"; other text as it is. */
const char *page_time(const char *text, char words[80]);
/** "49.5" of 4950, "−3" of −300 */
const char *page_amount(long long hundredths, char text[32]);
/** "Changed by Prof. Lind: another way, and a right one" */
const char *page_changed(const json_t *change, char words[200]);
/** True when a person has to look at it. */
bool page_needs_person(const struct page_stage *s);

#endif
