/**
 * @file
 * @brief Lab after lab: known, built, quickly judged, wholly judged, reported.
 */
#include "grader/grade/learner/course.h"
#include "grader/grade/report/formats.h"
#include "grader/grade/judge/judge.h"
#include "grader/grade/learner/fingerprint.h"
#include "grader/grade/learner/guide.h"
#include "grader/grade/learner/lines.h"
#include "grader/grade/learner/place.h"
#include "grader/grade/learner/record.h"
#include "grader/grade/report/profile/solved.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *course_source(const struct course *course, const struct stage_lab *lab,
                          char path[PATH_MOST]) {
    const char *bare = strchr(lab->name, '_');
    for (const char *ending = "cu"; bare; ending = "c") {
        snprintf(path, PATH_MOST, "%s/%s/%s.%s", course->submission, lab->name, bare + 1, ending);
        if (access(path, F_OK) == 0) return path;
        if (!strcmp(ending, "c")) break;
    }
    path[0] = 0;
    return path;
}

/*
 * One lab while it is checked.
 */
struct visit {
    const struct course *course;
    const struct workplace *place;
    const struct stage_lab *lab;
    struct build build;
    char print[FINGERPRINT];
    json_t *state;                /* as it was before */
    struct stage_result *results; /* a stage each */
};

static void show_progress(const struct visit *v, const char *what, size_t row) {
    char name[128], text[256];
    snprintf(text, sizeof text, "%s: %s, stage %zu of %zu", guide_name(v->lab, name), what, row + 1,
             v->lab->n_rows);
    screen_passing(&v->course->screen, text);
}

static bool judge_row(struct visit *v, size_t row, bool quick) {
    struct judge_choice choice = {
        .n = -1, .repeat_by = judge_repeat_by(v->course->device), .quick = quick};
    struct stage_result *r = &v->results[row];
    show_progress(v, quick ? "small inputs" : "all inputs", row);
    judge_stage(r, &v->build, v->course->device, &choice);
    bool right = r->verdict == VERDICT_OK;
    if (quick && right) r->verdict = VERDICT_NONE_YET; /* not known yet */
    return right;
}

/* The first stage that fails at small inputs; n_rows: none. */
static size_t judge_quickly(struct visit *v) {
    size_t row = 0;
    while (row < v->lab->n_rows && judge_row(v, row, true)) row++;
    return row;
}

/* All inputs of the stages from `row` to before `end` that are not known to be right; the first that
 * fails, or end. */
static size_t judge_wholly(struct visit *v, size_t row, size_t end) {
    while (row < end && (record_holds(v->state, v->lab, row, v->print) || judge_row(v, row, false)))
        row++;
    return row;
}

/* The first word on what is new, while the rest is being run. */
static void say_small(const struct visit *v, size_t frontier, size_t quick) {
    const struct screen *s = &v->course->screen;
    char name[128];
    int step = v->lab->rows[frontier].step, last = v->lab->rows[quick - 1].step;
    screen_passing(s, NULL);
    fprintf(s->out, "%s: step %d", guide_name(v->lab, name), step);
    if (last > step) fprintf(s->out, " to %d", last);
    fprintf(s->out, " right on small inputs; now all of them\n");
    fflush(s->out);
}

/* The stage that fails, or n_rows. A file that does not build fails where the learner is. */
static size_t judge_lab(struct visit *v) {
    size_t n = v->lab->n_rows, frontier = record_frontier(v->state, v->lab);
    if (v->build.verdict != VERDICT_OK) {
        size_t row = frontier < n ? frontier : 0;
        judge_row(v, row, true);
        return row;
    }
    size_t quick = judge_quickly(v);
    if (quick < frontier) return quick;
    if (quick > frontier) say_small(v, frontier, quick);
    size_t row = judge_wholly(v, frontier, quick); /* what is new */
    if (row < n) return row;
    row = judge_wholly(v, 0, frontier); /* what was right in an older file */
    return row < frontier ? row : n;
}

/*
 * What is said.
 */
static void print_lab(const struct screen *s, const struct stage_lab *lab, int points) {
    char name[128];
    int most = record_max_points(lab);
    fprintf(s->out, "%-24s %s%3d/%d%s\n", guide_name(lab, name),
            screen_tone(s, points == most ? TONE_GOOD : TONE_PLAIN), points, most,
            screen_tone(s, TONE_PLAIN));
    fflush(s->out);
}

/* What broke at once, and then, a second later, the rest. */
static void print_failure(struct visit *v, struct stage_result *r) {
    const struct judge_choice choice = {.n = -1, .repeat_by = judge_repeat_by(v->course->device)};
    const struct screen *s = &v->course->screen;
    char title[300];
    snprintf(title, sizeof title, "Step %d, %s: %s", r->row->step, r->row->title,
             verdict_words(r->verdict));
    fprintf(s->out, "\n%s", screen_tone(s, TONE_BAD));
    screen_wrapped(s, title, 0);
    fprintf(s->out, "%s", screen_tone(s, TONE_PLAIN));
    screen_wrapped(s, r->message, 2);
    if (r->note[0]) screen_wrapped(s, r->note, 2);
    table_printed(s->out, r, 2);
    fflush(s->out);
    screen_passing(s, "looking for the smallest input that fails");
    judge_explain(r, &v->build, &choice);
    screen_passing(s, NULL);
    table_why(s->out, r, 2);
    fputc('\n', s->out);
    guide_print(s, r, &v->build, v->course->device, true);
}

/* What this check came to, kept and said. */
static int conclude(struct visit *v, size_t failed) {
    const struct course *c = v->course;
    size_t n = v->lab->n_rows;
    screen_passing(&c->screen, NULL);
    record_results(c->state, v->results, n, v->print);
    json_decref(v->state);
    v->state = state_read(c->state);
    print_lab(&c->screen, v->lab,
              failed < n ? record_points(v->state, v->lab) : record_max_points(v->lab));
    if (failed == n) {
        solved_print(&c->screen, v->place, &v->build);
        return 0;
    }
    print_failure(v, &v->results[failed]);
    if (c->lines)
        lines_print(c->screen.out, &(struct result){.stages = &v->results[failed], .n = 1}, 0,
                    &v->build);
    record_results(c->state, &v->results[failed], 1, v->print); /* now its kind is known */
    return v->results[failed].verdict == VERDICT_INTERNAL ? 2 : 1;
}

static int check_lab(const struct course *c, struct workplace *place, const struct stage_lab *lab) {
    char source[PATH_MOST];
    struct visit v = {.course = c,
                      .place = place,
                      .lab = lab,
                      .build = {.lab = lab},
                      .state = state_read(c->state)};
    int status = 0;
    fingerprint_of(lab->name, course_source(c, lab, source), c->device, v.print);
    if (record_all_hold(v.state, lab, v.print)) {
        print_lab(&c->screen, lab, record_max_points(lab));
    } else {
        v.results = calloc(lab->n_rows, sizeof *v.results);
        for (size_t i = 0; v.results && i < lab->n_rows; i++)
            v.results[i] =
                (struct stage_result){.lab = lab, .row = &lab->rows[i], .number = (int)i + 1};
        screen_passing(&c->screen, "building");
        build_all(place, c->submission, &v.build, 1);
        status = v.results ? conclude(&v, judge_lab(&v)) : 2;
    }
    free(v.results);
    json_decref(v.state);
    return status;
}

int course_check(const struct course *course, const struct stage_lab *only) {
    struct workplace *place = place_open(course->folder, course->device);
    int status = 0;
    for (const struct stage_lab *lab = stage_labs(); lab && !status; lab = lab->next)
        if (!only || lab == only) status = check_lab(course, place, lab);
    if (!status && !only)
        fprintf(course->screen.out, "\nAll labs are solved.%s\n",
                access("grader/sort", F_OK) ? ""
                                           : " The whole pipeline: make run N=1000000 WHO=labs");
    return status;
}
