/**
 * @file
 * @brief One stage: its orders, checks and costs, and the points that come of them.
 */
#include "grader/grade/judge/judge.h"
#include "grader/grade/judge/attempt.h"
#include "grader/grade/judge/failure.h"
#include "grader/grade/judge/suspect.h"

#include <stdio.h>

/* There is no child to run. */
static void judge_unbuilt(const struct attempt *a) {
    const struct build *build = a->build;
    struct failure failure = a->r->failure;
    const char *help =
        build->verdict == VERDICT_COMPILE ? failure_of_compiler(build->message) : NULL;
    failure.kind = failure_of(build->verdict, &(struct check_note){0});
    attempt_fail(a, build->verdict, failure, "%s%s%s", help ? help : "",
                 help ? " The compiler: " : "", build->message);
}

/* Nothing of it is run any more, so that one submission cannot hold up all others. */
static bool is_over_budget(const struct attempt *a) {
    int budget_s = a->choice->budget_s;
    struct failure failure = a->r->failure;
    if (!a->build->begun) run_budget(budget_s);
    a->build->begun = true;
    if (!budget_s || !run_budget_is_spent()) return false;
    failure.kind = FAILURE_HANG;
    attempt_fail(
        a, VERDICT_HANG, failure,
        "it was not run: the lab may work for %d s of processor time, and the stages before "
        "this one have used them up",
        budget_s);
    return true;
}

static void judge_suspicion(struct stage_result *r) {
    if (r->verdict != VERDICT_OK || !r->suspicion[0]) return;
    r->verdict = VERDICT_SUSPECT;
    r->failure.kind = FAILURE_SUSPECT;
    snprintf(r->message, sizeof(r->message), "its answers are right, but %s", r->suspicion);
}

void judge_stage(struct stage_result *r, struct build *build, const char *device,
                 const struct judge_choice *choice) {
    struct attempt attempt = {.r = r, .build = build, .device = device, .choice = choice};
    r->points = 0;
    if (build->verdict != VERDICT_OK) {
        judge_unbuilt(&attempt);
        return;
    }
    if (is_over_budget(&attempt)) return;
    attempt_orders(&attempt);
    if (choice->suspicious && !r->suspicion[0])
        snprintf(r->suspicion, sizeof(r->suspicion), "%s", suspect_object(build));
    r->points = verdict_points(r->verdict, r->row->points);
    attempt_part(&attempt);
    if (r->verdict != VERDICT_OK && build->warnings[0]) attempt_note(r, build->warnings);
    judge_suspicion(r);
}
