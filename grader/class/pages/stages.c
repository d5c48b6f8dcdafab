/**
 * @file
 * @brief The class's page: which stages are passed, and what failures are.
 */
#include "grader/class/pages/chart.h"
#include "grader/class/pages/part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Kinds of failure, counted.
 */
struct kind {
    const char *name; /* the class of hints, or the verdict's code */
    size_t stages, students;
};

struct kinds {
    struct kind *all;
    size_t n;
};

/* Failures that a hint goes with, by its kind; others by their verdict. */
static const char *kind_name(const struct page_stage *s) {
    return *s->kind ? s->kind : page_verdict_words(s->verdict);
}

static void count_one(struct kinds *k, const char *name, bool new_student) {
    size_t i = 0;
    while (i < k->n && strcmp(k->all[i].name, name) != 0) i++;
    if (i == k->n) k->all[k->n++].name = name;
    k->all[i].stages++;
    k->all[i].students += new_student;
}

static bool had_before(const struct page_student *s, size_t n, const char *name) {
    for (size_t i = 0; i < n; i++)
        if (!page_stage_passed(&s->stages[i]) && strcmp(kind_name(&s->stages[i]), name) == 0)
            return true;
    return false;
}

static int by_count(const void *x, const void *y) {
    const struct kind *p = x, *q = y;
    if (p->stages != q->stages) return p->stages < q->stages ? 1 : -1;
    return strcmp(p->name, q->name);
}

/* Of one column, or of all where it is NULL. */
static struct kinds count_kinds(const struct page_class *c, const struct page_column *column) {
    size_t most = 0;
    for (size_t i = 0; i < c->n_students; i++) most += c->students[i].n_stages;
    struct kinds k = {calloc(most + 1, sizeof(*k.all)), 0};
    for (size_t i = 0; k.all && i < c->n_students; i++)
        for (size_t j = 0; j < c->students[i].n_stages; j++) {
            const struct page_stage *s = &c->students[i].stages[j];
            if (!s->counts || page_stage_passed(s)) continue;
            if (column && &c->columns[s->column] != column) continue;
            count_one(&k, kind_name(s), !had_before(&c->students[i], j, kind_name(s)));
        }
    if (k.all) qsort(k.all, k.n, sizeof(*k.all), by_count);
    return k;
}

static void kinds_table(struct html *h, const struct kinds *k) {
    html_begin(h, "details", NULL);
    html_put(h, "summary", NULL, "The numbers");
    html_begin(h, "table", NULL);
    html_begin(h, "tr", NULL);
    html_put(h, "th", NULL, "Kind");
    html_put(h, "th", "number", "Stages");
    html_put(h, "th", "number", "Students");
    html_end(h);
    for (size_t i = 0; i < k->n; i++) {
        html_begin(h, "tr", NULL);
        html_put(h, "td", NULL, k->all[i].name);
        html_putf(h, "td", "number", "%zu", k->all[i].stages);
        html_putf(h, "td", "number", "%zu", k->all[i].students);
        html_end(h);
    }
    html_end(h);
    html_end(h);
}

enum { MOST_KINDS = 7 };

void part_kinds(struct html *h, const struct page_class *c) {
    struct kinds k = count_kinds(c, NULL);
    struct chart_bar bars[MOST_KINDS] = {0};
    size_t n = k.n < MOST_KINDS ? k.n : MOST_KINDS;
    char alternative[300];
    if (!k.all) return;
    part_begin(h, "kinds", "Kinds of failure", "figure");
    html_put(h, "p", "note",
             k.n ? "Failed stages by what failed; hints are chosen by the same kinds."
                 : "No stage failed.");
    for (size_t i = 0; i < n; i++) {
        snprintf(bars[i].label, sizeof(bars[i].label), "%.100s", k.all[i].name);
        snprintf(bars[i].number, sizeof(bars[i].number), "%zu", k.all[i].stages);
        bars[i].value = (int)k.all[i].stages;
    }
    if (n) {
        snprintf(alternative, sizeof(alternative),
                 "Failed stages by kind: the commonest is %.60s with %zu, of %zu kinds in all.",
                 k.all[0].name, k.all[0].stages, k.n);
        chart_bars(h, alternative, bars, n, bars[0].value, "");
        kinds_table(h, &k);
    }
    html_end(h);
    free(k.all);
}

/*
 * Stages.
 */
const struct page_column *part_hardest(const struct page_class *c) {
    const struct page_column *hardest = NULL;
    for (size_t i = 0; i < c->n_columns; i++) {
        const struct page_column *one = &c->columns[i];
        if (one->tried < 2 || one->passed == one->tried) continue;
        if (!hardest || one->passed * hardest->tried < hardest->passed * one->tried) hardest = one;
    }
    return hardest;
}

static void say_hardest(struct html *h, const struct page_class *c,
                        const struct page_column *hardest) {
    char name[300];
    html_begin(h, "p", "class", "lead", NULL);
    if (hardest) {
        struct kinds k = count_kinds(c, hardest);
        html_text(h, "The hardest is ");
        html_put(h, "b", NULL, part_stage_name(hardest, name));
        html_textf(h, ". %zu of %zu pass it, %d %%", hardest->passed, hardest->tried,
                   page_percent(hardest->passed, hardest->tried));
        if (k.n) html_textf(h, "; who fails it fails most often by \u201c%s\u201d", k.all[0].name);
        html_text(h, ".");
        free(k.all);
    } else {
        html_text(h, c->n_columns ? "Everybody passes every stage, or there are too few to compare."
                                  : "No stage was graded.");
    }
    html_end(h);
}

static void lab_chart(struct html *h, const struct page_column *first, size_t n,
                      const struct page_column *hardest) {
    struct chart_bar *bars = calloc(n, sizeof(*bars));
    char name[128], alternative[300];
    size_t tried = 0, passed = 0;
    for (size_t i = 0; bars && i < n; i++) {
        const struct page_column *s = &first[i];
        snprintf(bars[i].label, sizeof(bars[i].label), "%d %.150s%s", s->stage, s->title,
                 s->hidden ? " (hidden)" : "");
        bars[i].value = page_percent(s->passed, s->tried);
        snprintf(bars[i].number, sizeof(bars[i].number), "%d %%", bars[i].value);
        bars[i].marked = s == hardest;
        bars[i].mark = "hardest";
        tried += s->tried;
        passed += s->passed;
    }
    page_lab_name(first->lab, name);
    snprintf(alternative, sizeof(alternative),
             "How many pass each stage of lab %s: %d %% over all %zu stages.", name,
             page_percent(passed, tried), n);
    html_begin(h, "div", "class", "lab-chart", NULL);
    html_put(h, "h3", NULL, name);
    if (bars) chart_bars(h, alternative, bars, n, 100, "%");
    html_end(h);
    free(bars);
}

static void stage_row(struct html *h, const struct page_class *c, const struct page_column *s) {
    struct kinds k = count_kinds(c, s);
    html_begin(h, "tr", NULL);
    html_putf(h, "td", NULL, "%.2s", s->lab);
    html_putf(h, "td", "number", "%d", s->stage);
    html_put(h, "td", NULL, s->title);
    html_putf(h, "td", "number", "%zu", s->tried);
    html_putf(h, "td", "number", "%zu", s->passed);
    html_putf(h, "td", "number", "%d %%", page_percent(s->passed, s->tried));
    html_put(h, "td", NULL, k.n ? k.all[0].name : "");
    html_end(h);
    free(k.all);
}

static void stage_table(struct html *h, const struct page_class *c) {
    static const char *const names[] = {
        "Lab", "Stage", "What", "Tried", "Passed", "Share", "Commonest failure"};
    html_begin(h, "details", NULL);
    html_put(h, "summary", NULL, "The numbers");
    html_begin(h, "div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label",
               "Passed stages, in numbers", NULL);
    html_begin(h, "table", NULL);
    html_begin(h, "tr", NULL);
    for (size_t i = 0; i < 7; i++)
        html_put(h, "th", i == 1 || (i > 2 && i < 6) ? "number" : NULL, names[i]);
    html_end(h);
    for (size_t i = 0; i < c->n_columns; i++) stage_row(h, c, &c->columns[i]);
    html_end(h);
    html_end(h);
    html_end(h);
}

void part_stages(struct html *h, const struct page_class *c) {
    const struct page_column *hardest = part_hardest(c);
    part_begin(h, "stages", "Who passes what", "figure");
    say_hardest(h, c, hardest);
    html_begin(h, "div", "class", "lab-charts", NULL);
    for (size_t i = 0, end; i < c->n_columns; i = end) {
        for (end = i; end < c->n_columns && strcmp(c->columns[end].lab, c->columns[i].lab) == 0;)
            end++;
        lab_chart(h, &c->columns[i], end - i, hardest);
    }
    html_end(h);
    stage_table(h, c);
    html_end(h);
}
