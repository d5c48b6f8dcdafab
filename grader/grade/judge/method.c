/**
 * @file
 * @brief By which method a stage is solved, where that is the lesson: what one of its cases costs.
 */
#include "grader/grade/judge/attempt.h"
#include "grader/grade/judge/demands.h"

#include <stdio.h>
#include <string.h>

enum { COUNTS_COST = 20 /* times the time of a run whose accesses are not counted */ };

bool attempt_is_whole(const struct judge_choice *choice) {
    return !choice->case_number && !choice->order && choice->n < 0 && !choice->seed &&
           !choice->keys && !choice->quick;
}

/* To count takes long; one of a stage's cases says what its way costs: the one that is meant for it, or else the
 * last one with the most keys of those that are checked. */
static bool choose_counted(struct stage_inputs *counted, const struct stage_row *row,
                           const struct stage_inputs *inputs) {
    uint32_t best = 0, k = 0;
    while (k < inputs->n && !inputs->cases[k].counted) k++;
    for (uint32_t i = 1; i < inputs->often; i++)
        if (inputs->cases[i].n >= inputs->cases[best].n) best = i;
    if (k < inputs->n) best = k;
    bool made = stage_inputs_make_of(counted, row, &inputs->cases[best], 1);
    counted->numbers[0] = inputs->numbers[best];
    return made;
}

/* That case among all cases of the stage, by the same rule. */
int attempt_counted_case(const struct attempt *a) {
    const struct stage_row *row = a->r->row;
    size_t best = 0;
    if (!row->demands || !attempt_is_whole(a->choice) || a->choice->tools ||
        strcmp(a->device, "cpu") != 0)
        return 0;
    for (size_t i = 0; i < row->n_cases; i++) {
        const struct stage_case *c = &row->cases[i], *b = &row->cases[best];
        if (c->counted) return (int)i + 1;
        if (!c->once && (b->once || c->n >= b->n)) best = i;
    }
    return (int)best + 1;
}

static void judge_costs(const struct attempt *a, const struct stage_inputs *counted,
                        struct run *run) {
    char text[800];
    if (attempt_judge(a, counted, run)) attempt_judge_report(a, run);
    if (a->r->verdict == VERDICT_OK &&
        !demands_hold(run->report, a->r->row->demands, counted->cases[0].n, text, sizeof(text)))
        attempt_fail(a, VERDICT_COUNTS, (struct failure){.kind = FAILURE_COUNTS}, "right, but %s",
                     text);
}

void attempt_count(const struct attempt *a) {
    struct run run = {.counted = true, .tools = "profile"};
    struct stage_inputs counted;
    int case_number = attempt_counted_case(a);
    char text[800] = "";
    if (!case_number || a->choice->without >> (case_number - 1) & 1) return;
    if (!build_counted(a->build, text, sizeof(text))) {
        attempt_judge_tools(a, "profiler", text);
        return;
    }
    snprintf(run.report, sizeof(run.report), "%s.json", a->build->counted);
    if (choose_counted(&counted, a->r->row, a->inputs)) {
        attempt_run_tool(a, &run, &counted, "forward", COUNTS_COST);
        judge_costs(a, &counted, &run);
        run_free(&run);
    } else {
        a->r->verdict = VERDICT_INTERNAL;
        snprintf(a->r->message, sizeof(a->r->message), "there is no memory for a second input");
    }
    stage_inputs_free(&counted);
}
