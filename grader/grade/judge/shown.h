/**
 * @file
 * @brief One case as a learner can work it by hand: the call, its arrays, and what was wanted of them.
 *
 * A stage's row names the call and its arrays (struct stage_row, common/stage/stage.h). What its prepare and its
 * verdict tell meanwhile is kept here, where somebody listens.
 */
#ifndef SORTLAB_SHOWN_H
#define SORTLAB_SHOWN_H

#include "common/keys.h"
#include "grader/grade/judge/stage_inputs.h"

enum { SHOWN_WANTS = 4 };

/** What a case's prepare and verdict have told: stage_tell, stage_type, stage_want. */
struct shown {
    enum key_type type;
    char lines[600]; /**< a newline behind each */
    size_t prepared; /**< so many of their characters were told by prepare; they come first */
    struct shown_want {
        char name[RECORD_NAME + 1];
        uint32_t *words;
        size_t n;
    } wants[SHOWN_WANTS];
    int n_wants;
};

/** From now on what is told goes there; NULL: nobody listens. One at a time. */
void shown_listen(struct shown *shown);
void shown_free(struct shown *shown);

/**
 * The call, the arrays and what was wanted, in lines of at most 72 columns, of the inputs' only case.
 * Arrays of more than FEW_KEYS words are shown around the first word that is not as wanted.
 */
void shown_write(const struct shown *shown, const struct stage_row *row,
                 const struct stage_inputs *inputs, const struct records *outputs, char *text,
                 size_t size);

/** Whether a kernel was launched in several blocks of one thread each. */
bool shown_is_narrow(const struct records *outputs);

#endif
