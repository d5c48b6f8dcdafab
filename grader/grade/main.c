/**
 * @file
 * @brief The grader: takes a request, builds each lab's child, judges each stage, writes results.
 *
 * The order below is the table of contents. CUnit runs the stages, a suite a lab and a test a stage.
 */
#include "common/stage/stage.h"
#include "grader/grade/learner/debug.h"
#include "grader/grade/report/formats.h"
#include "grader/grade/report/reports.h"
#include "grader/grade/report/screen.h"
#include "grader/grade/judge/build.h"
#include "grader/grade/judge/find.h"
#include "grader/grade/judge/judge.h"
#include "grader/grade/judge/run.h"
#include "grader/grade/learner/fingerprint.h"
#include "grader/grade/learner/guide.h"
#include "grader/grade/learner/lines.h"
#include "grader/grade/learner/place.h"
#include "grader/grade/learner/record.h"
#include "grader/grade/report/profile/profile.h"
#include "grader/grade/report/profile/solved.h"
#include "grader/grade/request.h"
#include "grader/grade/policy/under.h"
#include "grader/grade/sandbox/sandbox.h"
#include "grader/grade/report/trace/trace.h"

#include <CUnit/CUnit.h>
#include <CUnit/TestRun.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * Which labs and stages.
 */
static bool lab_matches(const struct stage_lab *lab, const char *wanted) {
    char own[8];
    return !wanted || !strcmp(lab->name, wanted) ||
           (strspn(wanted, "0123456789") == strlen(wanted) && *wanted &&
            atoi(judge_lab_number(lab, own)) == atoi(wanted));
}

static _Noreturn void no_such_lab(const char *wanted) {
    fprintf(stderr, "grade: there is no lab '%s'; there are", wanted);
    for (const struct stage_lab *lab = stage_labs(); lab; lab = lab->next)
        fprintf(stderr, " %s", lab->name);
    fputs(under() ? "; the terms say which of them count\n" : "\n", stderr);
    exit(2);
}

/* One source file is graded as its lab's. */
static _Noreturn void no_such_file(const char *submission) {
    char names[200];
    fprintf(stderr, "grade: %s is no lab's file; expected %s, and so on\n", submission,
            find_names(stage_labs()->name, names));
    exit(2);
}

static struct build *choose_labs(const struct request *q, size_t *n) {
    struct build *builds = calloc(128, sizeof *builds);
    if (!builds) exit(2);
    *n = 0;
    for (const struct stage_lab *lab = stage_labs(); lab && *n < 128; lab = lab->next)
        if (lab_matches(lab, q->lab) && under_counts(lab) &&
            (q->lab || !find_is_other(q->submission, lab->name)))
            builds[(*n)++].lab = lab;
    if (*n == 0 && !q->lab && !under()) no_such_file(q->submission);
    if (*n == 0) no_such_lab(q->lab ? q->lab : q->submission);
    return builds;
}

/*
 * Grading, through CUnit.
 */
static struct {
    struct request request;
    struct build *builds;
    size_t n_builds;
    struct result result;
    size_t next;                    /* the stage that the next test grades */
    const struct stage_lab *failed; /* the last one of which a stage has failed */
    bool brief;                     /* some failure was told in a line */
    bool stop;
} grading;

static struct build *build_of(const struct stage_lab *lab) {
    for (size_t i = 0; i < grading.n_builds; i++)
        if (grading.builds[i].lab == lab) return &grading.builds[i];
    return NULL;
}

/* Later failures of a lab mostly come from its first one. */
static bool is_explained(const struct stage_result *r) {
    if (!grading.request.explain || r->hidden) return false;
    for (const struct stage_result *before = grading.result.stages; before < r; before++)
        if (grading.request.explain_first && before->lab == r->lab && before->verdict > VERDICT_OK)
            return false;
    return true;
}

/* A learner, who is told why, gets a line for what fails behind the first failure: the cause may be the same. */
static bool show_briefly(struct stage_result *r, size_t i) {
    const struct request *q = &grading.request;
    if (r->verdict <= VERDICT_OK || r->hidden || !q->explain || q->explain_first) return false;
    if (grading.failed == r->lab && r->verdict != VERDICT_HANG)
        judge_explain(r, build_of(r->lab), &q->choice);
    grading.failed = r->lab;
    return table_brief(stdout, &grading.result, i) && (grading.brief = true);
}

/* In place of all else: what an editor reads. */
static void show_lines(struct stage_result *r, size_t i) {
    struct build *build = build_of(r->lab);
    if (r->verdict != VERDICT_OK && is_explained(r))
        judge_explain(r, build, &grading.request.choice);
    lines_print(stdout, &grading.result, i, build);
}

static void show_stage(struct stage_result *r, size_t i) {
    if (grading.request.lines) {
        show_lines(r, i);
        return;
    }
    if (build_of(r->lab)->whole[0]) return; /* finish() says it once */
    if (show_briefly(r, i)) return;
    table_stage(stdout, &grading.result, i);
    if (r->verdict == VERDICT_OK) return;
    if (is_explained(r)) judge_explain(r, build_of(r->lab), &grading.request.choice);
    table_failure(stdout, &grading.result, i, grading.request.explain);
}

/* Nobody waits for all inputs who has a loop without an end. */
static void judge(struct stage_result *r, struct build *build, const struct judge_choice *choice) {
    const struct stage_result fresh = *r;
    struct judge_choice quick = *choice;
    quick.quick = true;
    if (grading.request.explain && !grading.request.explain_first)
        judge_stage(r, build, grading.request.device, &quick);
    if (r->verdict == VERDICT_HANG) return;
    free(r->printed);
    *r = fresh;
    judge_stage(r, build, grading.request.device, choice);
}

/* The one CUnit test: tests are run in the order in which they were added. */
static void test_stage(void) {
    size_t i = grading.next++;
    struct stage_result *r = &grading.result.stages[i];
    if (grading.stop) return;
    struct build *build = build_of(r->lab);
    const struct judge_choice choice = under_choice(r, build, &grading.request.choice);
    judge(r, build, &choice);
    under_tell(r, &choice);
    CU_assertImplementation(r->verdict == VERDICT_OK, __LINE__, r->message, r->lab->name, "",
                            CU_FALSE);
    grading.result.points += r->points;
    grading.stop = grading.request.until_fail && r->verdict != VERDICT_OK;
    show_stage(r, i);
    reports_write(&grading.result, false);
}

static void add_stage(CU_pSuite suite, const struct stage_lab *lab, size_t i) {
    char name[300];
    struct result *result = &grading.result;
    if (grading.request.stage && grading.request.stage != (int)i + 1) return;
    snprintf(name, sizeof name, "%zu %s", i + 1, lab->rows[i].title);
    if (!CU_add_test(suite, name, test_stage)) exit(2);
    const struct stage_row *row = under_row(lab, i);
    result->stages[result->n++] =
        (struct stage_result){.lab = lab, .row = row, .number = (int)i + 1};
    result->max_points += row->points;
}

static void add_stages(void) {
    size_t most = 0;
    for (size_t b = 0; b < grading.n_builds; b++) most += grading.builds[b].lab->n_rows;
    grading.result.stages = calloc(most ? most : 1, sizeof *grading.result.stages);
    if (!grading.result.stages || CU_initialize_registry() != CUE_SUCCESS) exit(2);
    for (size_t b = 0; b < grading.n_builds; b++) {
        const struct stage_lab *lab = grading.builds[b].lab;
        CU_pSuite suite = CU_add_suite(lab->name, NULL, NULL);
        if (!suite) exit(2);
        for (size_t i = 0; i < lab->n_rows; i++) add_stage(suite, lab, i);
    }
    if (grading.result.n == 0) {
        fprintf(stderr, "grade: lab %s has no stage %d; it has %zu\n", grading.builds[0].lab->name,
                grading.request.stage, grading.builds[0].lab->n_rows);
        exit(2);
    }
}

/* Inputs and tools are the lab's own. */
static bool is_usual(const struct judge_choice *c) {
    return !c->case_number && c->n < 0 && !c->seed && !c->keys && !c->order && !c->tools;
}

/* The stages of each lab, which stand together. Of chosen inputs and tools nothing is kept. */
static void keep_progress(const struct request *q) {
    struct stage_result *first = grading.result.stages, *end = first + grading.result.n;
    char print[FINGERPRINT];
    if (!is_usual(&q->choice)) return;
    for (struct stage_result *r = first; r < end; first = r) {
        while (r < end && r->lab == first->lab) r++;
        fingerprint_of(first->lab->name, build_of(first->lab)->source, q->device, print);
        record_results(q->progress, first, (size_t)(r - first), print);
    }
}

/* Where the first stage that fails sends the learner. */
static void guide(void) {
    const struct screen s = screen_of(stdout);
    for (size_t i = 0; i < grading.result.n; i++) {
        const struct stage_result *r = &grading.result.stages[i];
        if (r->verdict <= VERDICT_OK) continue;
        fputc('\n', s.out);
        guide_print(&s, r, build_of(r->lab), grading.request.device, false);
        return;
    }
}

/* What the labs cost that are solved wholly. Of chosen inputs and tools it is not the question. */
static void show_solved(const struct request *q, const struct workplace *place) {
    const struct screen s = screen_of(stdout);
    if (!is_usual(&q->choice) || q->stage) return;
    for (size_t b = 0; b < grading.n_builds; b++) {
        bool solved = true;
        for (size_t i = 0; i < grading.result.n; i++)
            if (grading.result.stages[i].lab == grading.builds[b].lab)
                solved &= grading.result.stages[i].verdict == VERDICT_OK;
        if (!solved) continue;
        fputc('\n', s.out);
        solved_print(&s, place, &grading.builds[b]);
    }
}

/* A sentence for people, beside the results. */
static void tell(const char *sentence) {
    const struct screen people = screen_of(stderr);
    char text[800];
    fflush(stdout);
    snprintf(text, sizeof text, "grade: %s", sentence);
    screen_wrapped(&people, text, 0);
}

/* Of a learner's own files another one is a copy that was put by. */
static void tell_others(const struct request *q) {
    for (size_t i = 0; i < grading.n_builds && !q->progress; i++) {
        const struct build *b = &grading.builds[i];
        char text[700];
        if (!b->also) continue;
        snprintf(text, sizeof text, "%d other file%s could have been lab %.2s's; %.500s is graded",
                 b->also, b->also == 1 ? "" : "s", b->lab->name, b->shown);
        tell(text);
    }
}

static int finish(const struct workplace *place) {
    const struct request *q = &grading.request;
    bool own_fault = false;
    if (q->progress) keep_progress(q);
    if (!q->lines) {
        table_end(stdout, &grading.result, grading.brief);
        if (q->progress) show_solved(q, place);
        if (q->progress) guide();
    }
    reports_write(&grading.result, true);
    for (size_t i = 0; i < grading.result.n; i++)
        own_fault |= grading.result.stages[i].verdict == VERDICT_INTERNAL;
    if (q->result && !json_write(q->result, &grading.result)) {
        fprintf(stderr, "grade: the result cannot be written to %s: %s; choose another RESULT=\n",
                q->result, strerror(errno));
        return 2;
    }
    if (q->instructor && !under_write(q->instructor, &grading.result)) {
        fprintf(stderr, "grade: what is for the instructor cannot be written to %s: %s\n",
                q->instructor, strerror(errno));
        return 2;
    }
    if (grading.builds[0].whole[0] && !q->lines) tell(grading.builds[0].whole);
    if (!own_fault && run_budget_is_spent() && grading.result.points < grading.result.max_points)
        return 3;
    return own_fault ? 2 : grading.result.points == grading.result.max_points ? 0 : 1;
}

/* A page of the first lab that was asked for, in place of grades. */
static int write_trace(const struct request *q) {
    return trace_stage(&(struct trace_request){.path = q->trace,
                                               .submission = q->submission,
                                               .compare = q->compare,
                                               .folder = q->folder,
                                               .lab = grading.builds[0].lab,
                                               .stage = q->stage,
                                               .choice = q->choice});
}

/* A gdb of the first failure, in place of grades. */
static int prepare_debugger(const struct request *q) {
    return debug_stage(&(struct debug_request){.out = q->debug,
                                               .submission = q->submission,
                                               .folder = q->folder,
                                               .lab = grading.builds[0].lab,
                                               .stage = q->stage,
                                               .choice = q->choice});
}

/* It ends when the program does, and the workplace after it. */
static void open_sandbox(const struct request *q, const struct workplace *place) {
    char message[1000];
    if (!sandbox_choose(q->sandbox, place->path, !strcmp(q->device, "gpu"), message,
                        sizeof message)) {
        fprintf(stderr, "grade: %s\n", message);
        exit(2);
    }
    atexit(sandbox_close);
    grading.result.sandbox = sandbox_name(sandbox_kind());
    if (*sandbox_lacks()) {
        struct screen people = screen_of(stderr);
        snprintf(message, sizeof message, "grade: the sandbox is '%s': %s", grading.result.sandbox,
                 sandbox_lacks());
        screen_wrapped(&people, message, 0);
    }
    bool by_hand = strcmp(q->sandbox, "auto") != 0 && strcmp(q->sandbox, "held") != 0;
    if (by_hand || under_will_do(sandbox_kind())) return;
    fprintf(stderr,
            "grade: the strongest sandbox that works here is '%s', and the rubric wants '%s' at "
            "least; install bubblewrap, or let the rubric or --sandbox name a weaker one\n",
            grading.result.sandbox, under()->sandbox);
    exit(2);
}

/* The same with its counts. */
static int write_profile(const struct request *q) {
    return profile_stage(&(struct profile_request){.pages = q->profile,
                                                   .submission = q->submission,
                                                   .compare = q->compare,
                                                   .folder = q->folder,
                                                   .lab = grading.builds[0].lab,
                                                   .stage = q->stage,
                                                   .choice = q->choice});
}

static int write_costs(const struct request *q) {
    struct workplace *place = place_open(q->folder, "cpu");
    build_all(place, q->submission, grading.builds, 1);
    return cost_write(&grading.builds[0], *q->costs ? q->costs : NULL);
}

int main(int argc, char **argv) {
    grading.request = request_read(argc, argv);
    grading.result.submission = grading.request.submission;
    grading.result.part = grading.request.progress && !is_usual(&grading.request.choice);
    grading.builds = choose_labs(&grading.request, &grading.n_builds);
    if (grading.request.trace) return write_trace(&grading.request);
    if (grading.request.profile) return write_profile(&grading.request);
    if (grading.request.costs) return write_costs(&grading.request);
    if (grading.request.debug) return prepare_debugger(&grading.request);
    add_stages();
    reports_write(&grading.result, false);
    struct workplace *place = place_open(grading.request.folder, grading.request.device);
    open_sandbox(&grading.request, place);
    build_all(place, grading.request.submission, grading.builds, grading.n_builds);
    tell_others(&grading.request);
    CU_run_all_tests();
    return finish(place);
}
