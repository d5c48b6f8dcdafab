/**
 * @file
 * @brief Judges a submission, stage by stage (see grading.h).
 */
#include "grader/grade/grading.h"
#include "grader/grade/report/formats.h"
#include "grader/grade/report/reports.h"
#include "grader/grade/judge/find.h"
#include "grader/grade/judge/judge.h"
#include "grader/grade/judge/labs.h"
#include "grader/grade/judge/run.h"
#include "grader/grade/learner/fingerprint.h"
#include "grader/grade/learner/workspace.h"
#include "grader/grade/learner/record.h"
#include "grader/grade/policy/under.h"
#include "grader/grade/sandbox/sandbox.h"
#include "grader/shared/terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LABS = 128 };

/*
 * Which labs and stages.
 */

/* One source file is graded as its lab's. */
static _Noreturn void no_such_file(const char *submission) {
    char names[200];
    terminal_print(stderr, "grade: %s is no lab's file. Expected %s, and so on\n", submission,
                   find_names(stage_labs()->name, names));
    exit(2);
}

static void choose_labs(struct grading *g) {
    const struct request *q = g->request;
    for (const struct stage_lab *lab = stage_labs(); lab && g->n_builds < MOST_LABS;
         lab = lab->next)
        if ((!q->lab || lab_is(lab->name, q->lab)) && under_counts(lab) &&
            (q->lab || !find_is_other(q->submission, lab->name)))
            g->builds[g->n_builds++].lab = lab;
    if (g->n_builds == 0 && !q->lab && !under()) no_such_file(q->submission);
    if (g->n_builds == 0)
        lab_missing(q->lab ? q->lab : q->submission,
                    under() ? ". The policy says which labs count" : "");
}

static void choose_stages(struct grading *g, const struct stage_lab *lab) {
    for (size_t i = 0; i < lab->n_rows; i++) {
        const struct stage_row *row = under_row(lab, i);
        if (g->request->stage && g->request->stage != (int)i + 1) continue;
        g->result.stages[g->result.n++] =
            (struct stage_result){.lab = lab, .row = row, .number = (int)i + 1};
        g->result.max_points += row->points;
    }
}

struct grading grading_open(const struct request *q) {
    struct grading g = {.request = q, .builds = calloc(MOST_LABS, sizeof(*g.builds))};
    size_t most = 1;
    if (!g.builds) exit(2);
    choose_labs(&g);
    for (size_t b = 0; b < g.n_builds; b++) most += g.builds[b].lab->n_rows;
    g.result = (struct result){.submission = q->submission,
                               .stages = calloc(most, sizeof(*g.result.stages)),
                               .part = q->progress && !request_is_usual(q)};
    if (!g.result.stages) exit(2);
    for (size_t b = 0; b < g.n_builds; b++) choose_stages(&g, g.builds[b].lab);
    return g;
}

struct build *grading_build_of(const struct grading *g, const struct stage_lab *lab) {
    for (size_t i = 0; i < g->n_builds; i++)
        if (g->builds[i].lab == lab) return &g->builds[i];
    return NULL;
}

bool grading_failed_before(const struct grading *g, const struct stage_result *r) {
    for (const struct stage_result *before = g->result.stages; before < r; before++)
        if (before->lab == r->lab && before->verdict > VERDICT_OK) return true;
    return false;
}

/*
 * Building.
 */

/* It ends when the program does, and the workspace after it. */
static void open_sandbox(struct grading *g) {
    const char *wanted = g->request->sandbox;
    char message[1000];
    if (!sandbox_choose(wanted, g->workspace->path, strcmp(g->request->device, "gpu") == 0, message,
                        sizeof(message))) {
        fprintf(stderr, "grade: %s\n", message);
        exit(2);
    }
    atexit(sandbox_close);
    g->result.sandbox = sandbox_name(sandbox_kind());
    if (*sandbox_lacks())
        grading_say("the sandbox is '%s': %s", g->result.sandbox, sandbox_lacks());
    bool by_hand = strcmp(wanted, "auto") != 0 && strcmp(wanted, "held") != 0;
    if (by_hand || under_will_do(sandbox_kind())) return;
    fprintf(stderr,
            "grade: the strongest sandbox that works here is '%s', and the rubric wants '%s' at "
            "least. Install bubblewrap, or let the rubric or --sandbox name a weaker one\n",
            g->result.sandbox, under()->sandbox);
    exit(2);
}

void grading_build(struct grading *g) {
    const struct request *q = g->request;
    if (g->result.n == 0) {
        terminal_print(stderr, "grade: lab %s has no stage %d. It has %zu\n",
                       g->builds[0].lab->name, q->stage, g->builds[0].lab->n_rows);
        exit(2);
    }
    reports_write(&g->result, false);
    g->workspace = workspace_open(q->folder, q->device);
    open_sandbox(g);
    build_all(g->workspace, q->submission, g->builds, g->n_builds);
}

/*
 * Judging.
 */

/* Nobody waits for all inputs who has a loop without an end. */
static void judge(const struct grading *g, struct stage_result *r,
                  const struct judge_choice *choice) {
    const struct request *q = g->request;
    struct build *build = grading_build_of(g, r->lab);
    const struct stage_result fresh = *r;
    struct judge_choice quick = *choice;
    quick.quick = true;
    if (q->explain && !q->explain_first) judge_stage(r, build, q->device, &quick);
    if (r->verdict == VERDICT_HANG) return;
    free(r->printed);
    *r = fresh;
    judge_stage(r, build, q->device, choice);
}

/* Later failures of a lab mostly come from its first one. A hang behind another failure is not waited for again. */
static bool is_explained(const struct grading *g, const struct stage_result *r) {
    const struct request *q = g->request;
    if (r->verdict == VERDICT_OK || !q->explain || r->hidden) return false;
    if (!grading_failed_before(g, r)) return true;
    return !q->explain_first && (q->lines || r->verdict != VERDICT_HANG);
}

/* The stages of each lab, which stand together. Of chosen inputs and tools nothing is kept. */
static void keep_progress(const struct grading *g) {
    const struct request *q = g->request;
    struct stage_result *first = g->result.stages, *end = first + g->result.n;
    char fingerprint[FINGERPRINT];
    if (!q->progress || !request_is_usual(q)) return;
    for (struct stage_result *r = first; r < end; first = r) {
        while (r < end && r->lab == first->lab) r++;
        fingerprint_of(first->lab->name, grading_build_of(g, first->lab)->source, q->device,
                       fingerprint);
        record_results(q->progress, first, (size_t)(r - first), fingerprint);
    }
}

void grading_judge(struct grading *g, stage_done *done, void *context) {
    const struct request *q = g->request;
    bool stop = false;
    for (size_t i = 0; i < g->result.n && !stop; i++) {
        struct stage_result *r = &g->result.stages[i];
        struct build *build = grading_build_of(g, r->lab);
        const struct judge_choice choice = under_choice(r, build, &q->choice);
        judge(g, r, &choice);
        under_tell(r, &choice);
        g->result.points += r->points;
        done(context, g, i, STAGE_JUDGED);
        if (is_explained(g, r)) judge_explain(r, build, &q->choice);
        done(context, g, i, STAGE_EXPLAINED);
        reports_write(&g->result, false);
        stop = q->until_fail && r->verdict != VERDICT_OK;
    }
    keep_progress(g);
}

/*
 * What comes of it.
 */
bool grading_write(const struct grading *g) {
    const struct request *q = g->request;
    reports_write(&g->result, true);
    if (q->result && !json_write(q->result, &g->result)) {
        fprintf(stderr, "grade: the result cannot be written to %s: %s. Choose another RESULT=\n",
                q->result, strerror(errno));
        return false;
    }
    if (q->instructor && !under_write(q->instructor, &g->result)) {
        fprintf(stderr, "grade: what is for the instructor cannot be written to %s: %s\n",
                q->instructor, strerror(errno));
        return false;
    }
    return true;
}

int grading_status(const struct grading *g) {
    const struct result *result = &g->result;
    for (size_t i = 0; i < result->n; i++)
        if (result->stages[i].verdict == VERDICT_INTERNAL) return 2;
    if (result->points == result->max_points) return 0;
    return run_budget_is_spent() ? 3 : 1;
}
