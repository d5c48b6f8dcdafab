/**
 * @file
 * @brief The class's page: all students, each with a strip that shows every stage.
 */
#include "grader/class/pages/part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELL = 7, LAB_GAP = 5, TALL = 16 };

/* Where a stage's cell begins: labs stand a little apart. */
static int cell_at(const struct page_class *c, size_t column) {
    int x = (int)column * CELL;
    for (size_t i = 1; i <= column; i++)
        if (strcmp(c->columns[i].lab, c->columns[i - 1].lab) != 0) x += LAB_GAP;
    return x;
}

static char *cells(const struct page_class *c, const struct page_student *s, bool passed) {
    char *path = calloc(s->n_stages + 1, 40);
    size_t used = 0;
    for (size_t i = 0; path && i < s->n_stages; i++) {
        if (page_stage_passed(&s->stages[i]) != passed) continue;
        int x = cell_at(c, s->stages[i].column);
        used += (size_t)sprintf(path + used, passed ? "M%d 1h5v14h-5z" : "M%d 12h5v3h-5z", x);
    }
    return path;
}

static void say_failed(const struct page_student *s, char *text, size_t size) {
    size_t used = (size_t)snprintf(text, size, "%zu of %zu stages passed", s->passed, s->n_stages);
    const char *between = "; failed: ";
    for (size_t i = 0; i < s->n_stages && used + 40 < size; i++) {
        if (page_stage_passed(&s->stages[i])) continue;
        used += (size_t)snprintf(text + used, size - used, "%s%.2s.%d", between, s->stages[i].lab,
                                 s->stages[i].stage);
        between = ", ";
    }
}

static void strip(struct html *h, const struct page_class *c, const struct page_student *s) {
    char text[1200], width[20];
    char *passed = cells(c, s, true), *failed = cells(c, s, false);
    say_failed(s, text, sizeof(text));
    snprintf(width, sizeof(width), "%d", c->n_columns ? cell_at(c, c->n_columns - 1) + CELL : CELL);
    html_begin(h, "svg", "class", "strip", "role", "img", "aria-label", text, "width", width,
               "height", "16", NULL);
    if (passed && *passed) html_void(h, "path", "class", "in", "d", passed, NULL);
    if (failed && *failed) html_void(h, "path", "class", "out", "d", failed, NULL);
    html_end(h);
    free(passed);
    free(failed);
}

static void remark_cell(struct html *h, const struct page_student *s) {
    static const char *const words[] = {[PAGE_GRADED] = "",
                                        [PAGE_REFUSED] = "refused",
                                        [PAGE_FAILED] = "not graded",
                                        [PAGE_ABSENT] = "not handed in"};
    bool needs = s->state == PAGE_REFUSED || s->state == PAGE_FAILED, cheat = false;
    for (size_t i = 0; i < s->n_stages && s->state == PAGE_GRADED; i++)
        cheat |= page_needs_person(&s->stages[i]);
    html_begin(h, "td", "class", "remark-cell", NULL);
    if (needs || cheat) html_put(h, "span", "verdict bad", needs ? words[s->state] : "look at it");
    if (s->state == PAGE_ABSENT) html_put(h, "span", "note", words[s->state]);
    html_end(h);
}

static void student_row(struct html *h, const struct page_class *c, const struct page_student *s) {
    char score[20], passed[20];
    snprintf(score, sizeof(score), "%d", s->score);
    snprintf(passed, sizeof(passed), "%zu", s->passed);
    html_begin(h, "tr", NULL);
    html_begin(h, "th", "scope", "row", NULL);
    part_link(h, s);
    if (strcmp(s->name, s->id) != 0) html_putf(h, "span", "of", " %s", s->id);
    html_text(h, " ");
    part_code_link(h, s, "code");
    html_end(h);
    html_begin(h, "td", "class", "number", "data-value", score, NULL);
    html_textf(h, "%d", s->score);
    html_putf(h, "span", "of", " / %d", s->max_score);
    html_end(h);
    html_begin(h, "td", "class", "number", "data-value", passed, NULL);
    html_textf(h, "%zu", s->passed);
    html_putf(h, "span", "of", " / %zu", s->n_stages);
    html_end(h);
    html_begin(h, "td", NULL);
    if (s->n_stages && s->state != PAGE_ABSENT && s->state != PAGE_REFUSED) strip(h, c, s);
    html_end(h);
    remark_cell(h, s);
    html_end(h);
}

/* Shown by the script that works them; without it the table is as class.json has it. */
static void tools(struct html *h) {
    static const char *const choices[][2] = {{"all", "all"},
                                             {"waits", "who waits for you"},
                                             {"below", "below half of the points"},
                                             {"full", "full marks"}};
    html_begin(h, "div", "class", "tools", "id", "tools", "hidden", "hidden", NULL);
    html_begin(h, "label", NULL);
    html_text(h, "Name ");
    html_void(h, "input", "id", "find", "type", "search", "autocomplete", "off", NULL);
    html_end(h);
    html_begin(h, "label", NULL);
    html_text(h, "Show ");
    html_begin(h, "select", "id", "show", NULL);
    for (size_t i = 0; i < sizeof(choices) / sizeof(*choices); i++) {
        html_begin(h, "option", "value", choices[i][0], NULL);
        html_text(h, choices[i][1]);
        html_end(h);
    }
    html_end(h);
    html_end(h);
    html_begin(h, "p", "class", "note", "id", "shown", "role", "status", NULL);
    html_end(h);
    html_end(h);
}

static void table_head(struct html *h) {
    static const struct {
        const char *name, *sort;
    } columns[] = {{"Student", "text"},
                   {"Score", "number"},
                   {"Passed", "number"},
                   {"Stages", NULL},
                   {"", NULL}};
    html_begin(h, "thead", NULL);
    html_begin(h, "tr", NULL);
    for (size_t i = 0; i < 4; i++) {
        bool numeric = columns[i].sort && *columns[i].sort == 'n';
        html_begin(h, "th", "scope", "col", "class", numeric ? "number" : "words",
                   columns[i].sort ? "data-sort" : NULL, columns[i].sort, NULL);
        html_text(h, columns[i].name);
        html_end(h);
    }
    html_begin(h, "th", "scope", "col", NULL);
    html_put(h, "span", "unseen", "Remark");
    html_end(h);
    html_end(h);
    html_end(h);
}

static void legend(struct html *h) {
    html_begin(h, "p", "class", "note legend", NULL);
    html_begin(h, "svg", "class", "strip", "width", "6", "height", "16", "aria-hidden", "true",
               NULL);
    html_void(h, "path", "class", "in", "d", "M0 1h5v14h-5z", NULL);
    html_end(h);
    html_text(h, " passed, ");
    html_begin(h, "svg", "class", "strip", "width", "6", "height", "16", "aria-hidden", "true",
               NULL);
    html_void(h, "path", "class", "out", "d", "M0 12h5v3h-5z", NULL);
    html_end(h);
    html_text(h, " failed; a gap between labs. A name leads to the student's own page.");
    html_end(h);
}

void part_students(struct html *h, const struct page_class *c) {
    part_begin(h, "students", "Students", "list");
    legend(h);
    tools(h);
    html_begin(h, "div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label",
               "All students", NULL);
    html_begin(h, "table", "id", "roll", NULL);
    table_head(h);
    html_begin(h, "tbody", NULL);
    for (size_t i = 0; i < c->n_students; i++) student_row(h, c, &c->students[i]);
    html_end(h);
    html_end(h);
    html_end(h);
    html_end(h);
}
