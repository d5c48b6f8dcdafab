/**
 * @file
 * @brief What people read of a submission while it is graded, and at the end.
 */
#include "grader/grade/report/formats.h"
#include "grader/shared/terminal.h"
#include "grader/grade/grading.h"
#include "grader/grade/learner/guide.h"
#include "grader/grade/learner/lines.h"
#include "grader/grade/report/profile/solved.h"

#include <stdarg.h>
#include <stdio.h>

void grading_say(const char *format, ...) {
    const struct terminal people = terminal_of(stderr);
    char sentence[1000], text[1100];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof(sentence), format, arguments);
    va_end(arguments);
    fflush(stdout);
    snprintf(text, sizeof(text), "grade: %s", sentence);
    terminal_wrapped(&people, text, 0);
}

void grading_show_others(const struct grading *g) {
    for (size_t i = 0; i < g->n_builds && !g->request->progress; i++) {
        const struct build *b = &g->builds[i];
        if (b->also)
            grading_say("%d other file%s could have been lab %.2s's. %.500s is graded", b->also,
                        b->also == 1 ? "" : "s", b->lab->name, b->shown);
    }
}

void grading_show_whole(const struct grading *g) {
    if (g->builds[0].whole[0] && !g->request->lines) grading_say("%s", g->builds[0].whole);
}

/* A learner, who is told why, gets a line for what fails behind the first failure: the cause may be the same. */
static bool is_brief(const struct grading *g, const struct stage_result *r) {
    const struct request *q = g->request;
    return r->verdict > VERDICT_OK && !r->hidden && q->explain && !q->explain_first &&
           grading_failed_before(g, r);
}

void grading_show_stage(void *context, const struct grading *g, size_t i, enum stage_news news) {
    struct grading_shown *shown = context;
    const struct stage_result *r = &g->result.stages[i];
    const struct build *build = grading_build_of(g, r->lab);
    const bool lines = g->request->lines, brief = is_brief(g, r);
    if (lines && news == STAGE_EXPLAINED) lines_print(stdout, &g->result, i, build);
    if (lines || build->whole[0]) return; /* grading_show_whole says it once */
    if (news == STAGE_JUDGED && !brief) stage_table_row(stdout, &g->result, i);
    if (news == STAGE_JUDGED || r->verdict == VERDICT_OK) return;
    if (brief)
        shown->brief |= stage_table_brief(stdout, &g->result, i);
    else
        stage_table_failure(stdout, &g->result, i, g->request->explain);
}

/* What the labs cost that are solved wholly. Of chosen inputs and tools it is not the question. */
static void show_solved(const struct grading *g) {
    const struct terminal s = terminal_of(stdout);
    if (!request_is_usual(g->request) || g->request->stage) return;
    for (size_t b = 0; b < g->n_builds; b++) {
        bool solved = true;
        for (size_t i = 0; i < g->result.n; i++)
            if (g->result.stages[i].lab == g->builds[b].lab)
                solved &= g->result.stages[i].verdict == VERDICT_OK;
        if (!solved) continue;
        fputc('\n', s.out);
        solved_print(&s, g->workspace, &g->builds[b]);
    }
}

/* Where the first stage that fails sends the learner. */
static void show_guide(const struct grading *g) {
    const struct terminal s = terminal_of(stdout);
    for (size_t i = 0; i < g->result.n; i++) {
        const struct stage_result *r = &g->result.stages[i];
        if (r->verdict <= VERDICT_OK) continue;
        fputc('\n', s.out);
        guide_print(&s, r, grading_build_of(g, r->lab), g->request->device, false);
        return;
    }
}

void grading_show_end(const struct grading *g, const struct grading_shown *shown) {
    if (g->request->lines) return;
    stage_table_end(stdout, &g->result, shown->brief);
    if (!g->request->progress) return;
    show_solved(g);
    show_guide(g);
}
