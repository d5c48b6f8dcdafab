/**
 * @file
 * @brief What a learner types: check, watch, progress; and what common/build/hint.sh asks and tells.
 */
#include "grader/grade/learner/clock.h"
#include "grader/grade/learner/course.h"
#include "grader/grade/learner/lines.h"
#include "grader/grade/learner/map.h"
#include "grader/grade/learner/record.h"
#include "grader/grade/learner/watch.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 5 };

struct request {
    struct course course;
    const char *lab;
    const char *words[WORDS]; /* what to do, and what with */
    int n;
};

static const struct argp_option options[] = {
    {"submission", 's', "DIR", 0, "the folder with the learner's files", 0},
    {"lab", 'l', "LAB", 0, "this lab alone: 03", 0},
    {"device", 'd', "cpu|gpu", 0, "where kernels run", 0},
    {"folder", 'f', "DIR", 0, "where to build", 0},
    {"state", 'p', "PATH", 0, "what was done so far", 0},
    {"lines", 'L', "gcc", 0, "say a failure also as a compiler would, for an editor", 0},
    {0},
};

static error_t take_option(int key, char *text, struct argp_state *state) {
    struct request *q = state->input;
    if (key == 's') q->course.submission = text;
    if (key == 'l') q->lab = text;
    if (key == 'd') q->course.device = text;
    if (key == 'f') q->course.folder = text;
    if (key == 'p') q->course.state = text;
    if (key == 'L') q->course.lines = lines_wanted("learn", text);
    if (key == ARGP_KEY_ARG && q->n < WORDS)
        q->words[q->n++] = text;
    else if (key == ARGP_KEY_ARG)
        argp_usage(state);
    return key == ARGP_KEY_ARG || (key > 0 && key < 128 && strchr("sldfpL", key))
               ? 0
               : ARGP_ERR_UNKNOWN;
}

static const struct stage_lab *find_lab(const char *wanted) {
    const struct stage_lab *lab = stage_labs();
    if (!wanted) return NULL;
    bool number = *wanted && strspn(wanted, "0123456789") == strlen(wanted);
    while (lab && strcmp(lab->name, wanted) && !(number && atoi(lab->name) == atoi(wanted)))
        lab = lab->next;
    if (lab) return lab;
    fprintf(stderr, "there is no lab '%s'; there are", wanted);
    for (lab = stage_labs(); lab; lab = lab->next) fprintf(stderr, " %s", lab->name);
    fputc('\n', stderr);
    exit(2);
}

/* The lab and the step that failed last, as "03_atomic_merge 3 race"; of a lab that is named, else the first
 * that is not solved. Nothing when all is well. */
static int say_failure(const struct request *q, const struct stage_lab *lab) {
    json_t *state = state_read(q->course.state);
    struct record_failure last = record_failure(state);
    size_t frontier = lab ? record_frontier(state, lab) : 0;
    if (last.step && (!lab || !strcmp(last.lab, lab->name)))
        printf("%s %d %s\n", last.lab, last.step, last.class);
    else if (lab && frontier < lab->n_rows)
        printf("%s %d\n", lab->name, lab->rows[frontier].step);
    json_decref(state);
    return 0;
}

/* shown LAB NAME: what was shown so far, a line each. shown LAB NAME STEP WHICH: this too. */
static int say_or_keep_hint(const struct request *q) {
    const char *which;
    json_t *value;
    if (q->n == 5)
        return record_hint_shown(q->course.state, q->words[1], q->words[2], atoi(q->words[3]),
                                 q->words[4])
                   ? 0
                   : 2;
    json_t *state = state_read(q->course.state);
    json_object_foreach(record_hints(state, q->words[1], q->words[2]), which, value) puts(which);
    json_decref(state);
    return 0;
}

int main(int argc, char **argv) {
    struct request q = {
        .course = {"labs", "cpu", "build/cpu", ".sortlab/progress.json", screen_of(stdout), false}};
    const struct argp parser = {options,
                                take_option,
                                "check|watch|map|failure|shown|clock [...]",
                                "What a learner does with the kit.",
                                NULL,
                                NULL,
                                NULL};
    argp_err_exit_status = 2;
    argp_parse(&parser, argc, argv, 0, NULL, &q);
    const char *what = q.n ? q.words[0] : "check";
    const struct stage_lab *lab = find_lab(q.lab);
    if (!strcmp(what, "check")) return course_check(&q.course, lab);
    if (!strcmp(what, "watch")) return watch_labs(&q.course, lab);
    if (!strcmp(what, "clock") && q.n == 2) return clock_print(&q.course, q.words[1]);
    if (!strcmp(what, "failure")) return say_failure(&q, lab);
    if (!strcmp(what, "shown") && q.n >= 3) return say_or_keep_hint(&q);
    if (strcmp(what, "map")) {
        fprintf(stderr, "learn: '%s' is not what it can do; see learn --help\n", what);
        return 2;
    }
    map_print(&q.course);
    return 0;
}
