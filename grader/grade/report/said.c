/**
 * @file
 * @brief One wording for all formats, so that none shows more than another.
 */
#include "grader/grade/report/said.h"
#include "grader/grade/report/text.h"
#include "grader/grade/judge/labs.h"

#include <stdio.h>
#include <string.h>

static const char hidden_text[] = "This stage is hidden: it shows whether it passes, and no more.";

static enum said_status status_of(const struct stage_result *r, bool finished) {
    if (r->verdict == VERDICT_NONE_YET) return finished ? SAID_LEFT : SAID_CUT;
    if (r->verdict == VERDICT_INTERNAL) return SAID_BROKEN;
    /* What a person is to look at has its points until then, and nobody is accused of it before. */
    bool looked_at = r->verdict == VERDICT_SUSPECT && r->points > 0;
    return r->verdict == VERDICT_OK || looked_at ? SAID_PASSED : SAID_FAILED;
}

static const char *words_of(const struct said *said, const struct stage_result *r) {
    if (said->status == SAID_CUT || said->status == SAID_LEFT) return "not graded";
    if (r->hidden && said->status == SAID_FAILED) return "failed";
    if (said->status == SAID_PASSED) return verdict_words(VERDICT_OK);
    return verdict_words(r->verdict);
}

/* Adds a line, made of one or two pieces; what has no room is cut. */
static void add_line(char *text, size_t size, const char *before, const char *rest) {
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s%s", used ? "\n" : "", before, rest);
}

static void add_text(struct said *said, const struct stage_result *r) {
    char text[sizeof said->text] = "";
    const char *words = verdict_words(r->verdict);
    switch (said->status) {
    case SAID_CUT:
        strcpy(text, "Not graded: the grader has not come to it.");
        break;
    case SAID_LEFT:
        strcpy(text, "Not graded: a stage before it failed.");
        break;
    case SAID_BROKEN:
        strcpy(text, "The grader's own fault, and not yours; tell your instructor.");
        break;
    case SAID_FAILED:
        if (!r->hidden) snprintf(text, sizeof text, "%s: %s", words, r->message);
        break;
    case SAID_PASSED:
        break;
    }
    if (r->hidden) add_line(text, sizeof text, hidden_text, "");
    if (!r->hidden && said->status == SAID_BROKEN) add_line(text, sizeof text, "", r->message);
    if (!r->hidden && said->status == SAID_FAILED && r->repeat[0])
        add_line(text, sizeof text, "again: ", r->repeat);
    if (!r->hidden && r->note[0]) add_line(text, sizeof text, "", r->note);
    text_clean(said->text, sizeof said->text, text);
}

void said_stage(struct said *said, const struct result *result, size_t i, bool finished) {
    const struct stage_result *r = &result->stages[i];
    char number[8], name[400];
    *said = (struct said){
        .status = status_of(r, finished), .points = r->points, .max_points = r->row->points};
    said->verdict = words_of(said, r);
    text_clean(said->lab, sizeof said->lab, r->lab->name);
    snprintf(said->number, sizeof said->number, "%s.%d", lab_number(r->lab, number),
             r->number);
    snprintf(name, sizeof name, "%s %s", said->number, r->row->title);
    text_clean(said->name, sizeof said->name, name);
    if (!r->hidden && said->status != SAID_PASSED)
        text_clean(said->message, sizeof said->message, r->message);
    add_text(said, r);
}

bool said_broken(const struct result *result) {
    for (size_t i = 0; i < result->n; i++)
        if (result->stages[i].verdict == VERDICT_INTERNAL) return true;
    return false;
}

void said_all(char *text, size_t size, const struct result *result, bool finished) {
    size_t graded = 0;
    for (size_t i = 0; i < result->n; i++) graded += result->stages[i].verdict != VERDICT_NONE_YET;
    if (!finished)
        snprintf(text, size,
                 "The grader failed: it did not finish, and this is no grade. It came to %zu of "
                 "%zu stages. Tell your instructor; to have it run again is safe.",
                 graded, result->n);
    else if (said_broken(result))
        snprintf(text, size,
                 "%d of %d points, and a fault of the grader itself; tell your instructor.",
                 result->points, result->max_points);
    else
        snprintf(text, size, "%d of %d points.", result->points, result->max_points);
}
