/**
 * @file
 * @brief Costs of a solved lab, beside the reference's (solved.h).
 */
#include "grader/grade/report/profile/solved.h"
#include "grader/shared/said.h"
#include "grader/grade/judge/labs.h"
#include "grader/grade/report/profile/cost.h"
#include "grader/grade/report/profile/time.h"
#include "grader/shared/language.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 5 };
static const double clearly = 1.1, hardly = 0.05; /* above the reference; not worth a word */

/* What is shown of a cost. */
static const struct column {
    const char *head[2];
    const char *words;
} columns[COLUMNS] = {
    {{"requests", "a key"}, "requests to global memory"},
    {{"sectors", "a request"}, "sectors a request"},
    {{"conflicts", "a request"}, "bank conflicts"},
    {{"barriers", "a key"}, "barriers"},
    {{"atomics", "a key"}, "atomics"},
};

static double over(double part, double whole) {
    return whole > 0 ? part / whole : 0;
}

static void values_of(const struct cost *c, double value[COLUMNS]) {
    value[0] = over(c->requests, c->keys);
    value[1] = over(c->sectors, c->requests);
    value[2] = over(c->conflicts, c->shared);
    value[3] = over(c->barriers, c->keys);
    value[4] = over(c->atomics, c->keys);
}

static void print_row(const struct terminal *s, const char *name, const double value[COLUMNS]) {
    fputs("  ", s->out);
    terminal_cell(s, name, 29);
    for (int i = 0; i < COLUMNS; i++) {
        char text[32];
        snprintf(text, sizeof(text),
                 value[i] >= 100  ? "%.0f"
                 : value[i] >= 10 ? "%.1f"
                                  : "%.2f",
                 value[i]);
        fprintf(s->out, " %*s", i ? 9 : 7, value[i] ? text : "-");
    }
    fputc('\n', s->out);
}

static void print_heads(const struct terminal *s) {
    terminal_wrapped(
        s,
        "What it costs, counted on the CPU runtime. If the reference differs, it stands beneath:",
        2);
    for (int line = 0; line < 2; line++) {
        fprintf(s->out, "  %-29s", "");
        for (int i = 0; i < COLUMNS; i++) {
            fputc(' ', s->out);
            terminal_cell(s, said(columns[i].head[line]), i ? -9 : -7);
        }
        fputc('\n', s->out);
    }
}

/* What is furthest above the reference. */
struct dearest {
    int stage, column;
    double times;
};

static void compare(struct dearest *d, int stage, const double mine[COLUMNS],
                    const double theirs[COLUMNS]) {
    for (int i = 0; i < COLUMNS; i++) {
        double times = mine[i] / (theirs[i] > hardly ? theirs[i] : hardly);
        if (times > d->times) *d = (struct dearest){stage, i, times};
    }
}

static bool equal(const double mine[COLUMNS], const double theirs[COLUMNS]) {
    for (int i = 0; i < COLUMNS; i++)
        if (mine[i] > theirs[i] * 1.01 || mine[i] < theirs[i] * 0.99) return false;
    return true;
}

/* A stage; false where no kernel of it was counted. */
static bool print_stage(const struct terminal *s, struct build *build, int row, struct dearest *d,
                        bool first) {
    struct judge_choice own;
    const struct stage_row *r = &build->lab->rows[row];
    char text[1200], name[80];
    double mine[COLUMNS], theirs[COLUMNS];
    uint32_t keys = 0;
    json_t *reference = cost_reference(build->lab, row, &own);
    json_t *report = cost_measure(build, row, &own, &keys, text, sizeof(text));
    json_t *kernels = json_object_get(report, "kernels");
    bool counted = json_array_size(kernels) > 0;
    struct cost cost = cost_of(kernels, keys), other = cost_of(reference, keys);
    values_of(&cost, mine);
    values_of(&other, theirs);
    bool same = reference && equal(mine, theirs);
    snprintf(name, sizeof(name), "%d %s", row + 1, said(r->title));
    terminal_passing(s, NULL);
    if (counted && first) print_heads(s);
    if (counted) print_row(s, name, mine);
    if (counted && reference && !same) print_row(s, said("  the reference"), theirs);
    if (counted && reference) compare(d, row + 1, mine, theirs);
    json_decref(reference);
    json_decref(report);
    return counted;
}

static void print_dearest(const struct terminal *s, const struct build *build,
                          const struct dearest *d) {
    char text[300], number[8];
    if (!d->stage) return;
    if (d->times < clearly)
        snprintf(text, sizeof(text), "It costs no more than the reference.");
    else
        snprintf(
            text, sizeof(text),
            "Stage %d takes %.1f times the reference's %s. Which line it is: make profile LAB=%s "
            "STAGE=%d",
            d->stage, d->times, columns[d->column].words, lab_number(build->lab, number), d->stage);
    terminal_wrapped(s, text, 2);
}

static bool print_counts(const struct terminal *s, struct build *build) {
    struct dearest d = {0};
    bool any = false;
    for (size_t row = 0; row < build->lab->n_rows; row++) {
        terminal_passing(s, "counting what it costs");
        any |= print_stage(s, build, (int)row, &d, !any);
    }
    terminal_passing(s, NULL);
    if (any) print_dearest(s, build, &d);
    return any;
}

/*
 * What to read.
 */
static int questions_on(const char *path) {
    FILE *page = fopen(path, "r");
    char line[400];
    bool inside = false;
    int n = 0;
    while (page && fgets(line, sizeof(line), page)) {
        if (line[0] == '#') inside = strcmp(line, "## Think\n") == 0;
        size_t digits = strspn(line, "0123456789");
        n += inside && digits > 0 && line[digits] == '.';
    }
    if (page) fclose(page);
    return n;
}

static void print_next(const struct terminal *s, const struct stage_lab *lab) {
    char path[300], where[400];
    snprintf(path, sizeof(path), "labs/%.100s/README.md", lab->name);
    int questions = questions_on(path);
    language_page(path, where, sizeof(where));
    if (questions)
        fprintf(s->out,
                questions == 1 ? said("  think  %s, \"Think\": %d question\n")
                               : said("  think  %s, \"Think\": %d questions\n"),
                where, questions);
    if (lab->next) {
        snprintf(path, sizeof(path), "labs/%.100s/README.md", lab->next->name);
        language_page(path, where, sizeof(where));
        fprintf(s->out, said("  next   %s\n"), where);
    }
    fputc('\n', s->out);
}

void solved_print(const struct terminal *s, const struct workspace *workspace,
                  struct build *build) {
    size_t length = strlen(build->source);
    bool host = length > 2 && strcmp(build->source + length - 2, ".c") == 0;
    bool on_cpu = strcmp(workspace->device, "cpu") == 0;
    if (host || !on_cpu || !print_counts(s, build)) time_print(s, workspace, build);
    print_next(s, build->lab);
    fflush(s->out);
}
