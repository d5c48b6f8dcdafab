/**
 * @file
 * @brief One wording for all formats, so that none shows more than another.
 */
#include "grader/grade/report/stage_text.h"
#include "grader/grade/report/clean_text.h"
#include "grader/grade/judge/labs.h"

#include <stdio.h>
#include <string.h>

static const char hidden_text[] = "This stage is hidden: it shows whether it passes, and no more.";

static enum stage_status status_of(const struct stage_result *r, bool finished) {
    if (r->verdict == VERDICT_NONE_YET) return finished ? STAGE_LEFT : STAGE_CUT;
    if (r->verdict == VERDICT_INTERNAL) return STAGE_BROKEN;
    /* What a person is to look at has its points until then, and nobody is accused of it before. */
    bool looked_at = r->verdict == VERDICT_SUSPECT && r->points > 0;
    return r->verdict == VERDICT_OK || looked_at ? STAGE_PASSED : STAGE_FAILED;
}

static const char *words_of(const struct stage_text *stage, const struct stage_result *r) {
    if (stage->status == STAGE_CUT || stage->status == STAGE_LEFT) return "not graded";
    if (r->hidden && stage->status == STAGE_FAILED) return "failed";
    if (stage->status == STAGE_PASSED) return verdict_words(VERDICT_OK);
    return verdict_words(r->verdict);
}

/* Adds a line, made of one or two pieces; what does not fit is cut. */
static void add_line(char *text, size_t size, const char *before, const char *rest) {
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s%s", used ? "\n" : "", before, rest);
}

static void add_text(struct stage_text *stage, const struct stage_result *r) {
    char text[sizeof(stage->text)] = "";
    const char *words = verdict_words(r->verdict);
    switch (stage->status) {
    case STAGE_CUT:
        strcpy(text, "Not graded: the grader has not come to it.");
        break;
    case STAGE_LEFT:
        strcpy(text, "Not graded: a stage before it failed.");
        break;
    case STAGE_BROKEN:
        strcpy(text, "The grader failed here, not your code. Report it to your instructor.");
        break;
    case STAGE_FAILED:
        if (!r->hidden) snprintf(text, sizeof(text), "%s: %s", words, r->message);
        break;
    case STAGE_PASSED:
        break;
    }
    if (r->hidden) add_line(text, sizeof(text), hidden_text, "");
    if (!r->hidden && stage->status == STAGE_BROKEN) add_line(text, sizeof(text), "", r->message);
    if (!r->hidden && stage->status == STAGE_FAILED && r->repeat[0])
        add_line(text, sizeof(text), "again: ", r->repeat);
    if (!r->hidden && r->note[0]) add_line(text, sizeof(text), "", r->note);
    clean_text(stage->text, sizeof(stage->text), text);
}

void stage_text_of(struct stage_text *stage, const struct result *result, size_t i, bool finished) {
    const struct stage_result *r = &result->stages[i];
    char number[8], name[400];
    *stage = (struct stage_text){
        .status = status_of(r, finished), .points = r->points, .max_points = r->row->points};
    stage->verdict = words_of(stage, r);
    clean_text(stage->lab, sizeof(stage->lab), r->lab->name);
    snprintf(stage->number, sizeof(stage->number), "%s.%d", lab_number(r->lab, number), r->number);
    snprintf(name, sizeof(name), "%s %s", stage->number, r->row->title);
    clean_text(stage->name, sizeof(stage->name), name);
    if (!r->hidden && stage->status != STAGE_PASSED)
        clean_text(stage->message, sizeof(stage->message), r->message);
    add_text(stage, r);
}

bool stage_text_broken(const struct result *result) {
    for (size_t i = 0; i < result->n; i++)
        if (result->stages[i].verdict == VERDICT_INTERNAL) return true;
    return false;
}

void stage_text_all(char *text, size_t size, const struct result *result, bool finished) {
    size_t graded = 0;
    for (size_t i = 0; i < result->n; i++) graded += result->stages[i].verdict != VERDICT_NONE_YET;
    if (!finished)
        snprintf(text, size,
                 "The grader failed: it did not finish, and this is no grade. It came to %zu of "
                 "%zu stages. Report it to your instructor. To run it again is safe.",
                 graded, result->n);
    else if (stage_text_broken(result))
        snprintf(text, size,
                 "%d of %d points, and a fault of the grader itself. Report it to your instructor.",
                 result->points, result->max_points);
    else
        snprintf(text, size, "%d of %d points.", result->points, result->max_points);
}
