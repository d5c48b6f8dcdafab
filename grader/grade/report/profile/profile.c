/**
 * @file
 * @brief `make profile`: builds, counts, compares, and has it shown.
 */
#include "grader/grade/report/profile/profile.h"
#include "grader/shared/said.h"
#include "grader/shared/terminal.h"
#include "grader/grade/judge/labs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char solutions[] = "solutions";

static bool count(struct profiled *run, const struct workspace *workspace, const char *submission,
                  const struct profile_request *q, char *text, size_t size) {
    run->build = (struct build){.lab = q->lab};
    build_all(workspace, submission, &run->build, 1);
    snprintf(text, size, "%s", run->build.message);
    if (run->build.verdict != VERDICT_OK) return false;
    json_t *report = cost_measure(&run->build, q->stage - 1, &q->choice, &run->keys, text, size);
    run->kernels = json_incref(json_object_get(report, "kernels"));
    json_decref(report);
    if (run->kernels && json_array_size(run->kernels) == 0)
        snprintf(text, size, "no kernel was launched, so there is nothing to count");
    return json_array_size(run->kernels) > 0;
}

/* Lines of the reference, which are in the report, are the solution. */
static void keep_counts_alone(struct profiled *other) {
    json_t *kernel;
    size_t i;
    other->build.source[0] = other->build.shown[0] = 0;
    json_array_foreach(other->kernels, i, kernel)
        json_object_set_new(kernel, "lines", json_array());
}

/* The case of which the reference's counts are known. */
static bool is_own(const struct judge_choice *c, const struct judge_choice *own) {
    return c->case_number == own->case_number && c->n == own->n && !c->seed && !c->keys &&
           !c->order;
}

static void find_other(struct profiled *other, const struct workspace *workspace,
                       const struct profile_request *q) {
    char ignored[1200];
    if (q->compare && strcmp(q->compare, q->submission) == 0) return;
    if (q->compare) {
        count(other, workspace, q->compare, q, ignored, sizeof(ignored));
        return;
    }
    struct judge_choice own;
    other->kernels = cost_reference(q->lab, q->stage - 1, &own);
    if (!is_own(&q->choice, &own)) {
        json_decref(other->kernels);
        other->kernels = NULL;
    }
    if (!other->kernels && access(solutions, R_OK) == 0)
        count(other, workspace, solutions, q, ignored, sizeof(ignored));
    keep_counts_alone(other);
}

static int show(const struct profile_request *q, const struct profiled *run,
                const struct profiled *other) {
    char path[PATH_MOST], number[8];
    snprintf(path, sizeof(path), "%.4000s/%s.html", q->pages, lab_number(q->lab, number));
    profile_print(run, other);
    if (!profile_write_page(path, q, run, other)) {
        terminal_print(stderr, "profile: %s cannot be written: %s\n", path, strerror(errno));
        return 2;
    }
    printf(said("\nThe same next to the source, as a page:\n%s\n"), path);
    return 0;
}

/* Of a stage that is not solved yet: what its way costs, for who looks ahead. */
static int show_reference(const struct profile_request *q, const struct workspace *workspace,
                          const char *why) {
    static struct profiled reference, nothing;
    terminal_print(
        stderr,
        "profile: lab %s, stage %d, of %s is not right yet, and wrong answers are not counted: "
        "%s\n",
        q->lab->name, q->stage, q->submission, why);
    reference.who = "the reference";
    reference.keys = (uint32_t)q->choice.n;
    find_other(&reference, workspace, q);
    if (json_array_size(reference.kernels) > 0) {
        fputs(said("What the reference asks of memory in that stage:\n"), stdout);
        profile_print(&reference, &nothing);
    }
    const bool known = json_array_size(reference.kernels) > 0;
    json_decref(reference.kernels);
    return known ? 0 : 1;
}

/* That case, unless another is asked for. */
static void choose_case(struct profile_request *q) {
    struct judge_choice own, *c = &q->choice;
    json_decref(cost_reference(q->lab, q->stage - 1, &own));
    if (!c->case_number && c->n < 0) c->n = own.n;
    if (!c->case_number) c->case_number = own.case_number;
}

int profile_stage(const struct profile_request *wanted) {
    static struct profiled run, other;
    struct profile_request q = *wanted;
    struct workspace workspaces[2];
    char text[1200];
    if (q.stage == 0) q.stage = 1;
    if ((size_t)q.stage > q.lab->n_rows) {
        terminal_print(stderr, "profile: lab %s has no stage %d. It has %zu\n", q.lab->name,
                       q.stage, q.lab->n_rows);
        return 2;
    }
    choose_case(&q);
    if (!workspace_make(&workspaces[0], q.folder, "cpu") ||
        !workspace_make(&workspaces[1], q.folder, "cpu")) {
        terminal_print(stderr, "profile: no folder can be made in %s\n", q.folder);
        return 2;
    }
    run.who = q.compare && strcmp(q.compare, q.submission) == 0 ? "the solution" : "yours";
    other.who = "the reference";
    int code = 1;
    if (count(&run, &workspaces[0], q.submission, &q, text, sizeof(text))) {
        find_other(&other, &workspaces[1], &q);
        code = show(&q, &run, &other);
    } else {
        code = show_reference(&q, &workspaces[1], text);
    }
    json_decref(run.kernels);
    json_decref(other.kernels);
    workspace_remove(&workspaces[0]);
    workspace_remove(&workspaces[1]);
    return code;
}
