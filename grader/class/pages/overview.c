/**
 * @file
 * @brief The class's page: its head, who waits for a person, how the scores lie.
 */
#include "grader/class/pages/chart.h"
#include "grader/class/pages/part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void part_begin(struct html *h, const char *id, const char *title, const char *class) {
    char heading[80];
    snprintf(heading, sizeof(heading), "%s-title", id);
    html_begin(h, "section", "id", id, "class", class, "aria-labelledby", heading, NULL);
    html_begin(h, "h2", "id", heading, NULL);
    html_text(h, title);
    html_end(h);
}

void part_graded(struct html *h, const char *graded) {
    char when[80];
    if (!*graded) return;
    html_text(h, "\n");
    html_begin(h, "time", "datetime", graded, NULL);
    html_textf(h, "Graded %s. ", page_time(graded, when));
    html_end(h);
    html_text(h, "\n");
}

void part_link(struct html *h, const struct page_student *s) {
    char to[300];
    snprintf(to, sizeof(to), "feedback/%.250s.html", s->id);
    html_begin(h, "a", "href", to, NULL);
    html_put(h, "bdi", NULL, s->name);
    html_end(h);
}

void part_code_link(struct html *h, const struct page_student *s, const char *words) {
    char to[300];
    if (!s->code) return;
    snprintf(to, sizeof(to), "code/%.250s.html", s->id);
    html_begin(h, "a", "class", "code-link", "href", to, NULL);
    html_text(h, words);
    html_end(h);
}

const char *part_stage_name(const struct page_column *column, char text[300]) {
    snprintf(text, 300, "lab %.2s, stage %d: %.200s", column->lab, column->stage, column->title);
    return text;
}

const struct page_student *part_student(const struct page_class *c, const char *id) {
    for (size_t i = 0; i < c->n_students; i++)
        if (strcmp(c->students[i].id, id) == 0) return &c->students[i];
    return NULL;
}

/*
 * Figures.
 */
static int by_value(const void *x, const void *y) {
    return *(const int *)x - *(const int *)y;
}

int *part_sorted_scores(const struct page_class *c, size_t *n) {
    int *scores = calloc(c->n_students + 1, sizeof(*scores));
    *n = 0;
    for (size_t i = 0; scores && i < c->n_students; i++)
        if (c->students[i].state == PAGE_GRADED)
            scores[(*n)++] = page_score_percent(&c->students[i]);
    if (scores) qsort(scores, *n, sizeof(*scores), by_value);
    return scores;
}

int part_quarter(const int *sorted, size_t n, int quarters) {
    if (n == 0) return 0;
    size_t at = (n - 1) * (size_t)quarters, rest = at % 4;
    int low = sorted[at / 4], high = sorted[at / 4 + (rest > 0)];
    return low + (int)(((high - low) * (int)rest + 2) / 4);
}

static void tile(struct html *h, const char *what, const char *value, const char *note) {
    html_begin(h, "div", "class", "tile", NULL);
    html_put(h, "dt", NULL, what);
    html_begin(h, "dd", NULL);
    html_put(h, "span", "big", value);
    html_put(h, "span", "note", note);
    html_end(h);
    html_end(h);
}

static void tilef(struct html *h, const char *what, size_t value, const char *unit,
                  const char *note) {
    char text[60];
    snprintf(text, sizeof(text), "%zu%s", value, unit);
    tile(h, what, text, note);
}

static void tiles(struct html *h, const struct page_class *c) {
    size_t n, full = 0, tried = 0, passed = 0, absent = 0;
    int *scores = part_sorted_scores(c, &n);
    char note[100];
    if (!scores) return;
    for (size_t i = 0; i < n; i++) full += scores[i] == 100;
    for (size_t i = 0; i < c->n_columns; i++) {
        tried += c->columns[i].tried;
        passed += c->columns[i].passed;
    }
    html_begin(h, "dl", "class", "tiles", NULL);
    for (size_t i = 0; i < c->n_students; i++) absent += c->students[i].state == PAGE_ABSENT;
    snprintf(note, sizeof(note), "of %zu that handed in", c->n_students - absent);
    tilef(h, "Graded", n, "", note);
    snprintf(note, sizeof(note), "half of all lie from %d to %d %%", part_quarter(scores, n, 1),
             part_quarter(scores, n, 3));
    tilef(h, "Median score", (size_t)part_quarter(scores, n, 2), " %", note);
    snprintf(note, sizeof(note), "%d %% of those graded", page_percent(full, n));
    tilef(h, "Full marks", full, "", note);
    snprintf(note, sizeof(note), "%zu of %zu tries", passed, tried);
    tilef(h, "Stages passed", (size_t)page_percent(passed, tried), " %", note);
    html_end(h);
    free(scores);
}

static void head(struct html *h, const struct page_class *c) {
    size_t labs = 0;
    for (size_t i = 0; i < c->n_columns; i++)
        labs += i == 0 || strcmp(c->columns[i].lab, c->columns[i - 1].lab) != 0;
    html_begin(h, "header", NULL);
    html_begin(h, "div", "class", "titles", NULL);
    html_put(h, "p", "crumb", "Sortlab \u00b7 class");
    html_put(h, "h1", NULL, *c->title ? c->title : "The class");
    html_begin(h, "p", "class", "case", NULL);
    html_textf(h, "%zu student%s, %zu stage%s of %zu lab%s.", c->n_students,
               c->n_students == 1 ? "" : "s", c->n_columns, c->n_columns == 1 ? "" : "s", labs,
               labs == 1 ? "" : "s");
    part_graded(h, c->graded);
    if (*c->sandbox) html_textf(h, " Sandbox: %s.", c->sandbox);
    html_end(h);
    html_end(h);
    html_end(h);
}

/*
 * Who waits for a person.
 */
static void attention_row(struct html *h, const struct page_student *s, const char *verdict,
                          const char *where, const char *text) {
    html_begin(h, "tr", NULL);
    html_begin(h, "th", "scope", "row", NULL);
    part_link(h, s);
    html_end(h);
    html_begin(h, "td", NULL);
    html_put(h, "span", "verdict bad", verdict);
    html_end(h);
    html_put(h, "td", NULL, where);
    html_begin(h, "td", "dir", "ltr", "class", "message", NULL);
    html_text(h, text);
    if (strcmp(verdict, "LOOK") != 0) {
        html_text(h, " ");
        part_code_link(h, s, "Read the code");
    }
    html_end(h);
    html_end(h);
}

static const char *why(const struct page_stage *s) {
    return *s->suspicion ? s->suspicion : s->message;
}

/* Stages of one lab, one behind the other, that a person has to look at for the same reason. */
static bool is_same(const struct page_stage *a, const struct page_stage *b) {
    return strcmp(a->lab, b->lab) == 0 && strcmp(a->verdict, b->verdict) == 0 &&
           strcmp(why(a), why(b)) == 0;
}

static void stages_row(struct html *h, const struct page_class *c, const struct page_student *s,
                       size_t first, size_t end) {
    const struct page_stage *stage = &s->stages[first];
    char where[300];
    if (end - first > 1)
        snprintf(where, sizeof(where), "lab %.2s, %zu stages", stage->lab, end - first);
    else
        part_stage_name(&c->columns[stage->column], where);
    bool hidden = stage->hidden && *stage->suspicion; /* its verdict is what the student is told */
    attention_row(h, s, hidden ? "CHEAT?" : stage->verdict, where, why(stage));
}

/* Labs that worked much longer than the solution. */
static size_t dear_rows(struct html *h, const struct page_student *s) {
    for (size_t i = 0; h && i < json_array_size(s->dear); i++) {
        const json_t *one = json_array_get(s->dear, i);
        char where[80], text[200];
        snprintf(where, sizeof(where), "lab %.2s", json_string_value(json_object_get(one, "lab")));
        snprintf(text, sizeof(text),
                 "it worked %d times as long as the solution; read what it does in that time",
                 (int)json_integer_value(json_object_get(one, "times")));
        attention_row(h, s, "TIME", where, text);
    }
    return json_array_size(s->dear);
}

/* Writes the rows of one student, if there is a page; says how many there are. */
static size_t attention_of(struct html *h, const struct page_class *c,
                           const struct page_student *s) {
    size_t found = *s->remark != 0;
    if (h && found) attention_row(h, s, "LOOK", "who and when", s->remark);
    if (s->state == PAGE_ABSENT) return found;
    if (s->state == PAGE_REFUSED || !s->root) {
        if (h) attention_row(h, s, s->root ? "REJ" : "IE", "all of it", s->message);
        return found + 1;
    }
    found += dear_rows(h, s);
    for (size_t i = 0, end; i < s->n_stages; i = end) {
        for (end = i + 1; end < s->n_stages && is_same(&s->stages[i], &s->stages[end]);) end++;
        if (!page_needs_person(&s->stages[i])) continue;
        if (h) stages_row(h, c, s, i, end);
        found++;
    }
    return found;
}

static void attention_table(struct html *h, const struct page_class *c) {
    static const char *const columns[] = {"Student", "Verdict", "Where", "Why"};
    html_begin(h, "div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label",
               "Who waits for you", NULL);
    html_begin(h, "table", NULL);
    html_begin(h, "thead", NULL);
    html_begin(h, "tr", NULL);
    for (size_t i = 0; i < 4; i++) html_put(h, "th", NULL, columns[i]);
    html_end(h);
    html_end(h);
    html_begin(h, "tbody", NULL);
    for (size_t i = 0; i < c->n_students; i++) attention_of(h, c, &c->students[i]);
    html_end(h);
    html_end(h);
    html_end(h);
}

void part_attention(struct html *h, const struct page_class *c) {
    size_t found = json_array_size(c->remarks);
    for (size_t i = 0; i < c->n_students; i++) found += attention_of(NULL, c, &c->students[i]);
    part_begin(h, "attention", found ? "Waits for you" : "Nothing waits for you",
               found ? "alarm" : "calm");
    html_put(
        h, "p", "note",
        found ? "REJ: refused before anything of it ran. IE: the grader's own fault; grade "
                "again. CHEAT?, or another verdict with such a sign: it looks as if the work "
                "was gone around; read the code. TIME: it worked much longer than the "
                "solution. LOOK: it is not clear who handed it in, or when. No student is told of "
                "such a sign."
              : "No submission was refused, none looks like cheating, none worked much longer "
                "than the solution, and the grader made no fault of its own.");
    html_put(h, "p", "note",
             "What was looked for: functions that do the work in its place, by their names; the "
             "way of the work, by counts of what kernels and host did; meddling with the checks; "
             "the same words in two files. What cannot be seen: code that somebody else wrote, "
             "and other work where no count tells. Then reading helps, and asking.");
    html_begin(h, "ul", NULL);
    for (size_t i = 0; i < json_array_size(c->remarks); i++) {
        const char *remark = json_string_value(json_array_get(c->remarks, i));
        html_put(h, "li", NULL, remark ? remark : "");
    }
    html_end(h);
    if (found > json_array_size(c->remarks)) attention_table(h, c);
    html_end(h);
}

/*
 * How the scores lie.
 */
static void score_table(struct html *h, const int counts[10], size_t n) {
    html_begin(h, "details", NULL);
    html_put(h, "summary", NULL, "The numbers");
    html_begin(h, "table", NULL);
    html_begin(h, "tr", NULL);
    html_put(h, "th", NULL, "Score");
    html_put(h, "th", "number", "Students");
    html_put(h, "th", "number", "Share");
    html_end(h);
    for (int i = 0; i < 10; i++) {
        html_begin(h, "tr", NULL);
        html_putf(h, "td", NULL, "%d to %d %%", 10 * i, i == 9 ? 100 : 10 * i + 9);
        html_putf(h, "td", "number", "%d", counts[i]);
        html_putf(h, "td", "number", "%d %%", page_percent((size_t)counts[i], n));
        html_end(h);
    }
    html_end(h);
    html_end(h);
}

void part_scores(struct html *h, const struct page_class *c) {
    size_t n;
    int *scores = part_sorted_scores(c, &n), counts[10] = {0}, fullest = 0;
    char alternative[300];
    if (!scores) return;
    for (size_t i = 0; i < n; i++) counts[scores[i] / 10 > 9 ? 9 : scores[i] / 10]++;
    for (int i = 0; i < 10; i++) fullest = counts[i] > counts[fullest] ? i : fullest;
    int median = n ? part_quarter(scores, n, 2) : -1;
    snprintf(
        alternative, sizeof(alternative),
        "How many students have which score: %zu graded, median %d %%, from %d to %d %%; most, "
        "%d, have %d to %d %%.",
        n, median, n ? scores[0] : 0, n ? scores[n - 1] : 0, counts[fullest], 10 * fullest,
        fullest == 9 ? 100 : 10 * fullest + 9);
    part_begin(h, "scores", "Scores", "figure");
    html_put(h, "p", "note", "Students by their score, in steps of 10 %.");
    if (n) chart_columns(h, alternative, counts, median);
    score_table(h, counts, n);
    html_end(h);
    free(scores);
}

void class_page(struct html *h, const struct page_class *c) {
    head(h, c);
    html_begin(h, "main", NULL);
    tiles(h, c);
    part_attention(h, c);
    part_times(h, c);
    html_begin(h, "div", "class", "pair", NULL);
    part_scores(h, c);
    part_kinds(h, c);
    html_end(h);
    part_stages(h, c);
    part_effort(h, c);
    part_outliers(h, c);
    part_similar(h, c);
    part_moves(h, c);
    part_students(h, c);
    html_end(h);
}
