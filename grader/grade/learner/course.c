/**
 * @file
 * @brief Lab after lab, and what a learner reads of each.
 */
#include "grader/grade/learner/course.h"
#include "grader/shared/said.h"
#include "grader/grade/report/formats.h"
#include "grader/grade/learner/guide.h"
#include "grader/grade/learner/lab_check.h"
#include "grader/grade/learner/lines.h"
#include "grader/grade/learner/workspace.h"
#include "grader/grade/learner/record.h"
#include "grader/grade/report/profile/solved.h"

#include <string.h>
#include <unistd.h>

const char *course_source(const struct course *course, const struct stage_lab *lab,
                          char path[PATH_MOST]) {
    const char *bare = strchr(lab->name, '_');
    for (const char *ending = "cu"; bare; ending = "c") {
        snprintf(path, PATH_MOST, "%s/%s/%s.%s", course->submission, lab->name, bare + 1, ending);
        if (access(path, F_OK) == 0) return path;
        if (strcmp(ending, "c") == 0) break;
    }
    path[0] = 0;
    return path;
}

/*
 * While a lab is checked.
 */
struct visit {
    const struct terminal *screen;
    const struct stage_lab *lab;
};

/* The first word on what is new, while the rest is being run. */
static void say_small(const struct visit *v, size_t first, size_t last) {
    const int from = v->lab->rows[first].step, to = v->lab->rows[last].step;
    char name[128];
    terminal_passing(v->screen, NULL);
    guide_name(v->lab, name);
    if (to > from)
        fprintf(v->screen->out, said("%s: step %d to %d right on small inputs, now all of them\n"),
                name, from, to);
    else
        fprintf(v->screen->out, said("%s: step %d right on small inputs, now all of them\n"), name,
                from);
    fflush(v->screen->out);
}

static void say_step(void *context, enum check_step step, size_t row, size_t frontier) {
    const struct visit *v = context;
    char name[128], text[256] = "building";
    if (step == CHECK_SMALL_RIGHT) {
        say_small(v, frontier, row);
        return;
    }
    if (step != CHECK_BUILDS)
        snprintf(text, sizeof(text),
                 step == CHECK_SMALL ? "%s: small inputs, stage %zu of %zu"
                                     : "%s: all inputs, stage %zu of %zu",
                 guide_name(v->lab, name), row + 1, v->lab->n_rows);
    terminal_passing(v->screen, text);
}

/*
 * When it is.
 */
static void print_points(const struct terminal *s, const struct lab_check *check) {
    char name[128];
    int most = record_max_points(check->lab);
    terminal_passing(s, NULL);
    fprintf(s->out, "%-24s %s%3d/%d%s\n", guide_name(check->lab, name),
            terminal_tone(s, check->points == most ? TONE_GOOD : TONE_PLAIN), check->points, most,
            terminal_tone(s, TONE_PLAIN));
    fflush(s->out);
}

/* What broke. */
static void print_failure(const struct terminal *s, const struct stage_result *r) {
    char title[300];
    snprintf(title, sizeof(title), "Step %d, %s: %s", r->row->step, r->row->title,
             verdict_words(r->verdict));
    fprintf(s->out, "\n%s", terminal_tone(s, TONE_BAD));
    terminal_wrapped(s, title, 0);
    fprintf(s->out, "%s", terminal_tone(s, TONE_PLAIN));
    terminal_wrapped(s, r->message, 2);
    if (r->note[0]) terminal_wrapped(s, r->note, 2);
    stage_table_printed(s->out, r, 2);
    fflush(s->out);
}

/* And a second later the rest. */
static void print_cause(const struct course *c, struct stage_result *r, const struct build *build) {
    const struct terminal *s = &c->screen;
    terminal_passing(s, NULL);
    stage_table_why(s->out, r, 2);
    fputc('\n', s->out);
    guide_print(s, r, build, c->device, true);
    if (c->lines) lines_print(s->out, &(struct result){.stages = r, .n = 1}, 0, build);
}

static int print_lab(const struct course *c, const struct workspace *workspace,
                     struct lab_check *check) {
    struct stage_result *r = check->results ? check->results + check->failed : NULL;
    print_points(&c->screen, check);
    if (check->failed < check->lab->n_rows) {
        print_failure(&c->screen, r);
        terminal_passing(&c->screen, "looking for the smallest input that fails");
        lab_check_explain(check);
        print_cause(c, r, &check->build);
        return r->verdict == VERDICT_INTERNAL ? 2 : 1;
    }
    if (check->results) solved_print(&c->screen, workspace, &check->build);
    return 0;
}

static int check_lab(const struct course *c, const struct workspace *workspace,
                     const struct stage_lab *lab) {
    char source[PATH_MOST];
    struct visit visit = {&c->screen, lab};
    struct lab_check check = {
        .lab = lab, .device = c->device, .state = c->state, .heard = say_step, .context = &visit};
    bool done = lab_check(&check, workspace, c->submission, course_source(c, lab, source));
    int status = done ? print_lab(c, workspace, &check) : 2;
    lab_check_free(&check);
    return status;
}

int course_check(const struct course *course, const struct stage_lab *only) {
    struct workspace *workspace = workspace_open(course->folder, course->device);
    int status = 0;
    for (const struct stage_lab *lab = stage_labs(); lab && !status; lab = lab->next)
        if (!only || lab == only) status = check_lab(course, workspace, lab);
    if (!status && !only)
        fprintf(course->screen.out,
                access("grader/sort", F_OK)
                    ? said("\nAll labs are solved.\n")
                    : said("\nAll labs are solved. The whole pipeline: make run N=1000000 "
                           "WHO=labs\n"));
    return status;
}
