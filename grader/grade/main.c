/**
 * @file
 * @brief The grader: one program, whose first word says what to do.
 */
#include "grader/shared/said.h"
#include "grader/grade/learner/debug.h"
#include "grader/grade/grading.h"
#include "grader/grade/learner/clock.h"
#include "grader/grade/learner/course.h"
#include "grader/grade/learner/for_hints.h"
#include "grader/grade/learner/map.h"
#include "grader/grade/learner/workspace.h"
#include "grader/grade/learner/watch.h"
#include "grader/grade/judge/labs.h"
#include "grader/grade/report/profile/profile.h"
#include "grader/grade/report/trace/trace.h"
#include "grader/shared/terminal.h"

#include <stdlib.h>
#include <string.h>

/*
 * A submission.
 */
static int grade(const struct request *q) {
    struct grading g = grading_open(q);
    struct grading_shown shown = {0};
    grading_build(&g);
    grading_show_others(&g);
    grading_judge(&g, grading_show_stage, &shown);
    grading_show_end(&g, &shown);
    if (!grading_write(&g)) return 2;
    grading_show_whole(&g);
    return grading_status(&g);
}

/*
 * One lab of it: the first that was asked for.
 */
static int trace(const struct request *q) {
    return trace_stage(&(struct trace_request){.path = q->words[0],
                                               .submission = q->submission,
                                               .compare = q->compare,
                                               .folder = q->folder,
                                               .lab = grading_open(q).builds[0].lab,
                                               .stage = q->stage,
                                               .choice = q->choice});
}

static int profile(const struct request *q) {
    return profile_stage(&(struct profile_request){.pages = q->words[0],
                                                   .submission = q->submission,
                                                   .compare = q->compare,
                                                   .folder = q->folder,
                                                   .lab = grading_open(q).builds[0].lab,
                                                   .stage = q->stage,
                                                   .choice = q->choice});
}

static int debug(const struct request *q) {
    return debug_stage(&(struct debug_request){.out = q->words[0],
                                               .submission = q->submission,
                                               .folder = q->folder,
                                               .lab = grading_open(q).builds[0].lab,
                                               .stage = q->stage,
                                               .choice = q->choice});
}

static int costs(const struct request *q) {
    struct grading g = grading_open(q);
    build_all(workspace_open(q->folder, "cpu"), q->submission, g.builds, 1);
    return cost_write(&g.builds[0], *q->words[0] ? q->words[0] : NULL);
}

/*
 * A learner's own files.
 */
static const char *state_of(const struct request *q) {
    return q->progress ? q->progress : ".sortlab/progress.json";
}

static struct course course_of(const struct request *q) {
    return (struct course){q->submission, q->device,           q->folder,
                           state_of(q),   terminal_of(stdout), q->lines};
}

/* NULL: all. */
static const struct stage_lab *lab_of(const struct request *q) {
    const struct stage_lab *lab = q->lab ? lab_find(q->lab) : NULL;
    if (q->lab && !lab) lab_missing(q->lab, "");
    return lab;
}

static int check(const struct request *q) {
    const struct course course = course_of(q);
    return course_check(&course, lab_of(q));
}

static int watch(const struct request *q) {
    const struct course course = course_of(q);
    return watch_labs(&course, lab_of(q));
}

static int map(const struct request *q) {
    const struct course course = course_of(q);
    return map_print(&course);
}

static int clock_left(const struct request *q) {
    const struct course course = course_of(q);
    return clock_print(&course, q->words[0]);
}

static int failure(const struct request *q) {
    return for_hints_failure(state_of(q), lab_of(q));
}

static int shown(const struct request *q) {
    if (q->n_words == 2) return for_hints_shown(state_of(q), q->words[0], q->words[1]);
    return record_hint_shown(state_of(q), q->words[0], q->words[1], atoi(q->words[2]), q->words[3])
               ? 0
               : 2;
}

/*
 * The verbs.
 */
static const struct verb {
    const char *name;
    int (*run)(const struct request *q);
    int least, most; /* words behind it */
    const char *help;
} verbs[] = {
    {"grade", grade, 0, 0,
     "judge a submission stage by stage, and write the results (the usual verb)"},
    {"check", check, 0, 0, "a learner's labs in order, up to the first stage that fails"},
    {"watch", watch, 0, 0, "check again at every save"},
    {"map", map, 0, 0, "a learner's progress: labs, steps, points, and what is next"},
    {"trace", trace, 1, 1, "PATH: write a page that shows one case of one stage"},
    {"profile", profile, 1, 1, "DIR: count what a stage costs, and write a page of it there"},
    {"costs", costs, 1, 1, "PATH: write what a lab's stages cost ('': to its own costs.json)"},
    {"debug", debug, 1, 1, "DIR: prepare the case that fails first for gdb, in this folder"},
    {"clock", clock_left, 1, 1, "MINUTES: how much is left of an examination"},
    {"failure", failure, 0, 0, "the lab and step that failed last"},
    {"shown", shown, 2, 4,
     "LAB NAME: the hints that were shown for a step (with STEP WHICH: keep this one)"},
};

enum { VERBS = sizeof(verbs) / sizeof(*verbs) };

static const char *help(void) {
    static char text[VERBS * 200];
    size_t used =
        (size_t)snprintf(text, sizeof(text), "Grades a submission stage by stage.\vVerbs:\n");
    for (size_t i = 0; i < VERBS; i++)
        used += (size_t)snprintf(text + used, sizeof(text) - used, "  %-8s %s\n", verbs[i].name,
                                 verbs[i].help);
    return text;
}

/* Behind all that was printed: a word where some of it was in English for want of a translation. */
static int with_word(int code) {
    const struct terminal people = terminal_of(stderr);
    const char *word = said_missed();
    if (!word) return code;
    fflush(stdout);
    fputc('\n', people.out);
    terminal_wrapped(&people, word, 0);
    return code;
}

int main(int argc, char **argv) {
    said_open_in("docs");
    const struct request q = request_read(argc, argv, help());
    size_t i = 0;
    while (i < VERBS && strcmp(q.verb, verbs[i].name) != 0) i++;
    if (i < VERBS && q.n_words >= verbs[i].least && q.n_words <= verbs[i].most)
        return with_word(verbs[i].run(&q));
    fprintf(stderr, "grade: '%s' %s. See grade --help\n", q.verb,
            i < VERBS ? "goes with other words behind it" : "is not what it can do");
    return 2;
}
