/**
 * @file
 * @brief The map: a line a lab, then the steps of the lab that the learner is at.
 */
#include "grader/grade/learner/map.h"
#include "grader/shared/said.h"
#include "grader/grade/judge/labs.h"
#include "grader/grade/learner/fingerprint.h"
#include "grader/grade/learner/guide.h"
#include "grader/grade/learner/record.h"

#include <string.h>

enum { NAME = 24, BAR = 20, WIDE = 64 };

struct map {
    const struct course *course;
    json_t *state;
    int points, max_points, solved, labs;
    bool stale; /* something that was right has changed since */
};

static bool is_stale(struct map *m, const struct stage_lab *lab) {
    char source[PATH_MOST], fingerprint[FINGERPRINT];
    size_t right = record_points(m->state, lab) > 0, row = 0;
    fingerprint_of(lab->name, course_source(m->course, lab, source), m->course->device,
                   fingerprint);
    while (right && row < lab->n_rows &&
           (record_holds(m->state, lab, row, fingerprint) ||
            strcmp(record_stage(m->state, lab->name, lab->rows[row].title).verdict, "OK") != 0))
        row++;
    return right && row < lab->n_rows;
}

static void add_up(struct map *m) {
    for (const struct stage_lab *lab = stage_labs(); lab; lab = lab->next) {
        m->points += record_points(m->state, lab);
        m->max_points += record_max_points(lab);
        m->solved += record_frontier(m->state, lab) == lab->n_rows;
        m->labs++;
    }
}

/* A step is done when all its stages are right; they stand in the order of the steps. */
static int steps(const struct map *m, const struct stage_lab *lab, bool done) {
    int n = 0;
    for (size_t i = 0; i < lab->n_rows;) {
        int step = lab->rows[i].step;
        bool right = true;
        for (; i < lab->n_rows && lab->rows[i].step == step; i++)
            right &=
                strcmp(record_stage(m->state, lab->name, lab->rows[i].title).verdict, "OK") == 0;
        n += right || !done;
    }
    return n;
}

static void print_lab(struct map *m, const struct stage_lab *lab) {
    const struct terminal *s = &m->course->screen;
    int points = record_points(m->state, lab), most = record_max_points(lab);
    bool stale = is_stale(m, lab);
    char name[128];
    m->stale |= stale;
    fprintf(s->out, "%s%-*.*s%s %3d/%d%c",
            terminal_tone(s, points == most ? TONE_GOOD : TONE_PLAIN), NAME, NAME,
            guide_name(lab, name), terminal_tone(s, TONE_PLAIN), points, most, stale ? '*' : ' ');
    if (s->width >= WIDE) {
        if (s->moves) fputc(' ', s->out);
        terminal_bar(s, points, most, BAR);
        fprintf(s->out, said(" %d of %d steps"), steps(m, lab, true), steps(m, lab, false));
    }
    fputc('\n', s->out);
}

/* The lab of the last failure, else the first that is not solved. */
static const struct stage_lab *current_lab(const struct map *m) {
    const struct stage_lab *lab = lab_find(record_failure(m->state).lab);
    if (lab && record_frontier(m->state, lab) < lab->n_rows) return lab;
    for (lab = stage_labs(); lab; lab = lab->next)
        if (record_frontier(m->state, lab) < lab->n_rows) return lab;
    return NULL;
}

static const char *words_of(const char *code) {
    enum verdict v = verdict_by_code(code);
    if (v != VERDICT_NONE_YET) return said(verdict_words(v));
    return code[0] ? code : said("not tried yet");
}

static void print_stage(const struct map *m, const struct stage_lab *lab, size_t row) {
    const struct terminal *s = &m->course->screen;
    const struct stage_row *r = &lab->rows[row];
    struct record_stage stage = record_stage(m->state, lab->name, r->title);
    bool right = strcmp(stage.verdict, "OK") == 0;
    int title = s->width >= WIDE ? 36 : s->width - 16;
    fprintf(s->out, "  %d  ", r->step);
    terminal_cell(s, said(r->title), title);
    fprintf(s->out, " %3d/%-3d", record_stage_points(m->state, lab, row), r->points);
    if (s->width >= WIDE)
        fprintf(s->out, "  %s%s%s",
                terminal_tone(s, right              ? TONE_GOOD
                                 : stage.verdict[0] ? TONE_BAD
                                                    : TONE_FAINT),
                words_of(stage.verdict), terminal_tone(s, TONE_PLAIN));
    fputc('\n', s->out);
}

static void print_hints(const struct map *m, const struct stage_lab *lab) {
    json_t *labs = json_object_get(m->state, "labs"), *hint;
    const char *name, *const first = said("  hints shown: "), *before = first;
    json_object_foreach(json_object_get(json_object_get(labs, lab->name), "hints"), name, hint) {
        fputs(before, m->course->screen.out);
        fprintf(m->course->screen.out, said("step %d: %zu"),
                (int)json_integer_value(json_object_get(hint, "step")),
                json_object_size(record_hints(m->state, lab->name, name)));
        before = ", ";
    }
    if (before != first) fputc('\n', m->course->screen.out);
}

static void print_here(const struct map *m, const struct stage_lab *lab) {
    const struct terminal *s = &m->course->screen;
    char name[128], source[PATH_MOST];
    fprintf(s->out, said("\n%s%s%s, by its steps:\n"), terminal_tone(s, TONE_NAME),
            guide_name(lab, name), terminal_tone(s, TONE_PLAIN));
    for (size_t i = 0; i < lab->n_rows; i++) print_stage(m, lab, i);
    print_hints(m, lab);
    int step = lab->rows[record_frontier(m->state, lab)].step;
    int line = guide_todo_line(course_source(m->course, lab, source), step);
    fprintf(s->out, said("\nNext: TODO %d, then make\n  %s"), step, source);
    if (line) fprintf(s->out, ":%d", line);
    fputc('\n', s->out);
}

int map_print(const struct course *course) {
    struct map m = {.course = course, .state = state_read(course->state)};
    const struct terminal *s = &course->screen;
    add_up(&m);
    fprintf(s->out, said("%d of %d points, %d of %d labs\n"), m.points, m.max_points, m.solved,
            m.labs);
    terminal_bar(s, m.points, m.max_points, s->width - 1);
    fprintf(s->out, s->moves ? "\n\n" : "\n");
    for (const struct stage_lab *lab = stage_labs(); lab; lab = lab->next) print_lab(&m, lab);
    if (m.stale) terminal_wrapped(s, "* changed since it was right: make checks it again", 0);
    const struct stage_lab *here = current_lab(&m);
    if (here) print_here(&m, here);
    json_decref(m.state);
    return 0;
}
