/**
 * @file
 * @brief A student's page: the score line by line, and for each stage what broke and how to see it again.
 */
#include "grader/class/pages/part.h"
#include "grader/grade/judge/result.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The head, and what adds up to the score.
 */
static void score_badge(struct html *h, const struct page_student *s) {
    html_begin(h, "p", "class", "score", NULL);
    html_putf(h, "span", "big", "%d", s->score);
    html_putf(h, "span", "of", "of %d points", s->max_score);
    html_end(h);
}

static bool judged(const struct page_student *s) {
    return s->state == PAGE_GRADED || s->state == PAGE_FAILED;
}

static void when_and_where(struct html *h, const struct page_student *s) {
    static const struct {
        const char *name, *words;
    } sandboxes[] = {
        {"root", "the full sandbox, with a keeper of another user (root)"},
        {"rootless", "a sandbox of namespaces (rootless)"},
        {"reduced", "a reduced sandbox"},
        {"none", "no sandbox"},
    };
    const char *words = s->sandbox;
    char when[80];
    for (size_t i = 0; i < sizeof(sandboxes) / sizeof(*sandboxes); i++)
        if (strcmp(s->sandbox, sandboxes[i].name) == 0) words = sandboxes[i].words;
    html_begin(h, "p", "class", "case", NULL);
    if (*s->submitted) html_textf(h, "Handed in %s. ", page_time(s->submitted, when));
    if (*s->by) html_textf(h, "%s handed it in for the group. ", s->by);
    part_graded(h, s->graded);
    if (*words && judged(s)) html_textf(h, "It ran in %s.", words);
    html_end(h);
}

static void head(struct html *h, const struct page_class *c, const struct page_student *s) {
    html_begin(h, "header", NULL);
    html_begin(h, "div", "class", "titles", NULL);
    html_put(h, "p", "crumb", *c->title ? c->title : "Sortlab");
    html_begin(h, "h1", NULL);
    html_put(h, "bdi", NULL, s->name);
    html_end(h);
    when_and_where(h, s);
    html_end(h);
    if (s->n_stages) score_badge(h, s);
    html_end(h);
}

static void amount_cell(struct html *h, const char *class, const char *before, long long amount) {
    char text[32];
    html_begin(h, "td", "class", class, NULL);
    html_textf(h, "%s%s", before, page_amount(amount, text));
    html_end(h);
}

static void line_row(struct html *h, const struct page_line *line) {
    html_begin(h, "tr", "class", line->total ? "total" : line->points < 0 ? "less" : "more", NULL);
    html_begin(h, "th", "scope", "row", NULL);
    html_text(h, line->what);
    html_end(h);
    if (line->left_out)
        html_put(h, "td", "number", "\u2013");
    else
        amount_cell(h, "number", "", line->points);
    if (line->of > 0)
        amount_cell(h, "of", "of ", line->of);
    else
        html_put(h, "td", "of", "");
    html_end(h);
}

/* Lines that do not add up are somebody's fault, and the page says so rather than hide it. */
static void sum_row(struct html *h, const struct page_student *s) {
    long long sum = 0;
    char text[32];
    for (size_t i = 0; i < s->n_lines; i++)
        sum = s->lines[i].points + (s->lines[i].total ? 0 : sum);
    html_begin(h, "tr", "class", "sum", NULL);
    html_begin(h, "th", "scope", "row", NULL);
    html_text(h, "Your score");
    html_end(h);
    html_putf(h, "td", "number", "%d", s->score);
    html_putf(h, "td", "of", "of %d", s->max_score);
    html_end(h);
    if (sum == 100LL * s->score) return;
    html_begin(h, "tr", "class", "less", NULL);
    html_begin(h, "td", "colspan", "3", NULL);
    html_textf(h, "These lines add up to %s, and not to the score: please tell your instructor.",
               page_amount(sum, text));
    html_end(h);
    html_end(h);
}

static void score_lines(struct html *h, const struct page_student *s) {
    part_begin(h, "score", "How the score comes about", "lines");
    html_begin(h, "table", NULL);
    html_put(h, "caption", "unseen", "Lines that add up to the score");
    html_begin(h, "thead", NULL);
    html_begin(h, "tr", NULL);
    html_put(h, "th", NULL, "What");
    html_put(h, "th", "number", "Points");
    html_put(h, "th", NULL, "At most");
    html_end(h);
    html_end(h);
    html_begin(h, "tbody", NULL);
    for (size_t i = 0; i < s->n_lines; i++) line_row(h, &s->lines[i]);
    sum_row(h, s);
    html_end(h);
    html_end(h);
    html_end(h);
}

/* "#stage-03-4" */
static const char *stage_id(const struct page_stage *s, char id[40]) {
    snprintf(id, 40, "#stage-%.2s-%d", s->lab, s->stage);
    return id;
}

enum { MOST_NAMED = 12 };

static void failed_item(struct html *h, const struct page_stage *s) {
    char id[40];
    html_begin(h, "li", NULL);
    html_begin(h, "a", "href", stage_id(s, id), NULL);
    html_textf(h, "%.2s.%d %s", s->lab, s->stage, s->title);
    html_end(h);
    html_putf(h, "span", "note", " %s", s->hidden ? "failed" : page_verdict_words(s->verdict));
    html_end(h);
}

/* What there is to do, before all that is well. */
static void failed_list(struct html *h, const struct page_student *s) {
    size_t named = 0, failed = s->n_stages - s->passed;
    part_begin(h, "failed", failed ? "What failed" : "Everything passed", "lines");
    html_putf(h, "p", "note", "%zu of %zu stages passed.", s->passed, s->n_stages);
    html_begin(h, "ul", NULL);
    for (size_t i = 0; i < s->n_stages; i++)
        if (!page_stage_passed(&s->stages[i]) && named++ < MOST_NAMED)
            failed_item(h, &s->stages[i]);
    if (failed > MOST_NAMED) html_putf(h, "li", "note", "and %zu more", failed - MOST_NAMED);
    html_end(h);
    html_end(h);
}

static void score_section(struct html *h, const struct page_student *s) {
    html_begin(h, "div", "class", "pair", NULL);
    score_lines(h, s);
    failed_list(h, s);
    html_end(h);
}

/*
 * A stage.
 */
static void fact(struct html *h, const char *what, const char *class) {
    html_begin(h, "div", NULL);
    html_put(h, "dt", NULL, what);
    html_begin(h, "dd", "class", class, NULL);
}
static void fact_end(struct html *h) {
    html_end(h);
    html_end(h);
}

/* "atomic_merge.cu:41" in a message; false where there is none. */
static bool place_in(const char *message, char place[120]) {
    static const char *const endings[] = {".cu:", ".c:", ".h:"};
    for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++) {
        const char *at = strstr(message, endings[i]), *first = at, *line;
        if (!at) continue;
        while (first > message && (isalnum((unsigned char)first[-1]) || first[-1] == '_')) first--;
        line = at + strlen(endings[i]);
        int digits = (int)strspn(line, "0123456789");
        if (first == at || digits == 0 || digits > 7) continue;
        snprintf(place, 120, "%.*s, line %.*s",
                 (int)(line - 1 - first) > 80 ? 80 : (int)(line - 1 - first), first, digits, line);
        return true;
    }
    return false;
}

static void smallest_input(struct html *h, const struct page_stage *s) {
    if (!*s->shown) return;
    fact(h, "The smallest input that fails", "code");
    html_put(h, "pre", NULL, s->shown);
    if (*s->order) html_putf(h, "p", "note", "threads in %s order", s->order);
    fact_end(h);
}

/* A lab's file as it was handed in, and what the copy of it is called that was graded; false where there is none. */
static bool names_of(const struct page_student *s, const char *lab, const char **name,
                     char own[120]) {
    const char *file = page_lab_says(s, lab, "file"), *bare = strchr(lab, '_');
    const char *slash = strrchr(file, '/'), *ending;
    *name = slash ? slash + 1 : file;
    ending = strrchr(*name, '.');
    if (!bare || !ending) return false;
    snprintf(own, 120, "%.80s%.8s", bare + 1, ending);
    return true;
}

/* "atomic_merge.cu, line 41" becomes "03_atomic_merge.cu, line 41", if that is how it was handed in. */
static bool place_of(const struct page_student *student, const struct page_stage *s,
                     char place[240]) {
    const char *name;
    char found[120], own[120];
    if (!place_in(s->message, found)) return false;
    const char *line = strchr(found, ',');
    size_t n = (size_t)(line - found);
    bool same =
        names_of(student, s->lab, &name, own) && strlen(own) == n && strncmp(own, found, n) == 0;
    snprintf(place, 240, "%.*s%s", same ? 100 : (int)n, same ? name : found, line);
    return true;
}

static void facts(struct html *h, const struct page_student *student, const struct page_stage *s) {
    char place[240];
    html_begin(h, "dl", "class", "facts", NULL);
    fact(h, "Where", "plain");
    if (place_of(student, s, place)) html_textf(h, "%s; ", place);
    html_textf(h, "step %d: TODO %d of the file", s->step, s->step);
    fact_end(h);
    smallest_input(h, s);
    if (*s->repeat) {
        fact(h, "See it again", "code");
        html_put(h, "code", NULL, s->repeat);
        fact_end(h);
    }
    fact(h, "Hint", "plain");
    if (*s->kind) html_textf(h, "kind \u201c%s\u201d: ", s->kind);
    if (verdict_has_hints(s->lab))
        html_putf(h, "code", NULL, "make hint LAB=%.2s STEP=%d", s->lab, s->step);
    if (*s->advice) html_put(h, "p", "note", s->advice);
    fact_end(h);
    html_end(h);
}

/* A picture beside the words, for the eye that runs down the list. */
static void mark(struct html *h, bool passed) {
    html_begin(h, "svg", "class", passed ? "mark good" : "mark bad", "viewBox", "0 0 20 20",
               "aria-hidden", "true", NULL);
    html_void(h, "path", "d", passed ? "M4 10.5 8.5 15 16 5.5" : "M5 5l10 10M15 5 5 15", NULL);
    html_end(h);
}

static void stage_head(struct html *h, const struct page_stage *s) {
    bool passed = page_stage_passed(s);
    mark(h, passed);
    html_begin(h, "h3", NULL);
    html_putf(h, "span", "ordinal", "%d ", s->stage);
    html_text(h, s->title);
    html_end(h);
    html_begin(h, "p", "class", "points", NULL);
    const char *words = s->hidden ? "failed" : page_verdict_words(s->verdict);
    html_put(h, "span", passed ? "unseen" : "verdict bad", passed ? "passed," : words);
    html_textf(h, " %d of %d%s", s->points, s->max_points, s->bonus ? " on top" : "");
    html_end(h);
}

/* What never ran has no input and no hint. */
static bool has_facts(const struct page_stage *s) {
    return strcmp(s->verdict, "IE") != 0 && strcmp(s->verdict, "REJ") != 0 &&
           strcmp(s->verdict, "MISS") != 0;
}

/* Of a hidden stage nothing is said but whether it passed. */
static void stage_item(struct html *h, const struct page_student *student,
                       const struct page_stage *s, bool said_before) {
    bool passed = page_stage_passed(s);
    char id[40];
    html_begin(h, "li", "id", stage_id(s, id) + 1, "class", passed ? "stage" : "stage failed",
               NULL);
    stage_head(h, s);
    html_begin(h, "div", "class", "told", NULL);
    if (s->hidden)
        html_put(h, "p", "note", "A hidden stage: its inputs are not shown.");
    else if (!passed && said_before)
        html_put(h, "p", "note", "For the same reason as the stage before.");
    else if (!passed) {
        html_begin(h, "p", "class", "message", "dir", "ltr", NULL);
        html_text(h, s->message);
        html_end(h);
        if (has_facts(s)) facts(h, student, s);
    }
    if (!s->hidden && *s->note) html_put(h, "p", "note", s->note);
    if (s->adjusted) {
        char words[200];
        html_putf(h, "p", "note", "%s. The grader gave %d.", page_changed(s->adjusted, words),
                  (int)json_integer_value(json_object_get(s->adjusted, "from")));
    }
    html_end(h);
    html_end(h);
}

/*
 * A lab.
 */
static void lab_head(struct html *h, const struct page_stage *first, size_t n) {
    char name[128];
    int points = 0, most = 0;
    for (size_t i = 0; i < n; i++) {
        points += first[i].points;
        most += first[i].bonus ? 0 : first[i].max_points;
    }
    html_begin(h, "div", "class", "lab-head", NULL);
    html_put(h, "h2", NULL, page_lab_name(first->lab, name));
    html_putf(h, "p", "points", "%d of %d points", points, most);
    html_end(h);
}

static void handed_in_as(struct html *h, const struct page_student *s, const char *lab) {
    const char *name;
    char own[120];
    if (!names_of(s, lab, &name, own)) return;
    html_begin(h, "p", "class", "note", NULL);
    html_text(h, "Your file: ");
    html_put(h, "code", NULL, page_lab_says(s, lab, "file"));
    if (strcmp(own, name) != 0) html_textf(h, ". Messages call it %s.", own);
    html_end(h);
}

static void lab_section(struct html *h, const struct page_student *s,
                        const struct page_stage *first, size_t n) {
    html_begin(h, "section", "class", "lab", NULL);
    lab_head(h, first, n);
    handed_in_as(h, s, first->lab);
    if (*page_lab_says(s, first->lab, "note"))
        html_put(h, "p", "remark", page_lab_says(s, first->lab, "note"));
    html_begin(h, "ol", "class", "stages", NULL);
    for (size_t i = 0; i < n; i++) {
        bool said = i > 0 && !first[i - 1].hidden && *first[i].message &&
                    strcmp(first[i].message, first[i - 1].message) == 0;
        stage_item(h, s, &first[i], said);
    }
    html_end(h);
    html_end(h);
}

static void lab_sections(struct html *h, const struct page_student *s) {
    for (size_t i = 0, end; i < s->n_stages; i = end) {
        for (end = i; end < s->n_stages && strcmp(s->stages[end].lab, s->stages[i].lab) == 0;)
            end++;
        lab_section(h, s, &s->stages[i], end - i);
    }
}

/* What stands above all: a submission that was not graded, or not all of it. */
static void notice(struct html *h, const struct page_student *s) {
    static const char *const titles[] = {
        [PAGE_REFUSED] = "This submission was refused",
        [PAGE_FAILED] = "This submission could not be graded",
        [PAGE_ABSENT] = "Nothing was handed in",
    };
    if (s->state == PAGE_GRADED) return;
    part_begin(h, "state", titles[s->state], "alarm");
    html_put(h, "p", "message", s->message);
    if (s->state == PAGE_FAILED)
        html_put(h, "p", "note",
                 "This is the grader's fault and not yours: it will be graded again, and the score "
                 "below is not the last word.");
    if (s->state == PAGE_REFUSED)
        html_put(h, "p", "note", "None of it was run. Hand it in again without what stands here.");
    html_end(h);
}

void feedback_page(struct html *h, const struct page_class *c, const struct page_student *s) {
    head(h, c, s);
    html_begin(h, "main", NULL);
    notice(h, s);
    if (judged(s) && s->n_lines) score_section(h, s);
    if (judged(s)) lab_sections(h, s);
    html_end(h);
    html_begin(h, "footer", NULL);
    html_put(h, "p", NULL,
             "Type the commands in the kit's folder, with your files in labs/. A place is counted "
             "from 0, a line of a file from 1.");
    html_end(h);
}
