/**
 * @file
 * @brief Several submissions of one student (attempts.h).
 */
#include "grader/class/attempts.h"
#include "grader/class/names.h"
#include "grader/class/units.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void attempts_hand_on(const struct class *c, const struct class_student *from,
                      struct class_student *to) {
    to->entry = from->entry;
    to->handed_in = from->handed_in;
    to->said = from->said;
    to->times = from->times;
    to->submitted = from->submitted;
    to->clock = from->clock;
    to->tries = from->tries;
    to->n_tries = from->n_tries;
    strcpy(to->refused, from->refused);
    strcpy(to->content, from->content);
    strcpy(to->commit, from->commit);
    strcpy(to->progress, from->progress);
    if (to->rows != from->rows) memcpy(to->rows, from->rows, c->n_labs * sizeof(*to->rows));
}

/*
 * Who handed in several times.
 */
/* A folder of an LMS without a file for a lab, such as Moodle's for texts, is no submission beside others. */
static bool holds(const struct class *c, const struct class_student *s) {
    bool any = s->refused[0] != 0;
    for (size_t l = 0; l < c->n_labs; l++) any |= s->rows[l].content[0] || s->rows[l].refused[0];
    return s->handed_in && any;
}

/* The newest first; attempts in folders are counted by whoever made these, and equal times by the LMS. */
static int by_age(const void *a, const void *b, void *c) {
    const struct class_student *x = a, *y = b;
    bool full = holds(c, x);
    if (full != holds(c, y)) return full ? -1 : 1;
    if (!x->entry || !y->entry) return x->entry ? -1 : y->entry != NULL;
    bool counted = x->said.try && y->said.try;
    if (!counted && x->submitted != y->submitted) return x->submitted > y->submitted ? -1 : 1;
    return strverscmp(y->entry, x->entry);
}

static bool are_one(const struct class_student *a, const struct class_student *b) {
    if (a->listed && b->listed) return strcmp(a->id, b->id) == 0;
    return name_same_student(a, b);
}

/* Of the submissions of students[i], which come to stand at its place, the newest is in front. */
static void gather(struct class *c, size_t i) {
    struct class_student *s = &c->students[i], *tries = class_alloc(c->n_students, sizeof(*tries));
    size_t n = 0, kept = i + 1;
    bool listed = false;
    for (size_t k = i; k < c->n_students; k++)
        listed |= c->students[k].listed && are_one(s, &c->students[k]);
    for (size_t k = i; k < c->n_students; k++) {
        const struct class_student *one = &c->students[k];
        if (k > i && !are_one(s, one)) {
            c->students[kept++] = *one;
            continue;
        }
        if (one->listed == listed) tries[n++] = *one; /* the roster names the entries that count */
    }
    c->n_students = kept;
    qsort_r(tries, n, sizeof(*tries), by_age, c);
    *s = tries[0];
    s->n_tries = 0;
    while (s->n_tries < n && holds(c, &tries[s->n_tries])) s->n_tries++;
    if (s->n_tries > 1 && c->terms && c->terms->attempts_best) {
        s->tries = tries;
        s->rows = class_alloc(c->n_labs, sizeof(*s->rows));
        memcpy(s->rows, tries[0].rows, c->n_labs * sizeof(*s->rows));
    } else {
        free(tries);
    }
}

/* On the student's page, at the first file of it. */
static void note(const struct class *c, struct class_student *s, size_t which, const char *rule) {
    char before[CLASS_SAYS];
    for (size_t l = 0; l < c->n_labs; l++) {
        struct class_row *row = &s->rows[l];
        if (!row->content[0]) continue;
        strcpy(before, row->note);
        snprintf(row->note, sizeof(row->note), "submission %zu of %zu counts, the %s%s%.300s",
                 s->n_tries - which, s->n_tries, rule, *before ? "; " : "", before);
        return;
    }
}

void attempts_settle(struct class *c) {
    for (size_t i = 0; i < c->n_students; i++) {
        gather(c, i);
        struct class_student *s = &c->students[i];
        if (s->n_tries > 1 && !s->tries) note(c, s, 0, "last");
    }
}

/*
 * Which one is the best.
 */
/* What could not be graded might be it. */
static bool is_better(const struct outcome *a, const struct outcome *b) {
    if (a->graded != b->graded) return !a->graded;
    return a->score.score > b->score.score;
}

static size_t best_of(const struct class *c, const struct class_student *s,
                      const struct class_row *blank) {
    struct outcome *all = class_alloc(s->n_tries, sizeof(*all));
    size_t best = 0;
    for (size_t i = 0; i < s->n_tries; i++) {
        struct class_student one = *s;
        one.rows = s->tries[i].rows;
        attempts_hand_on(c, &s->tries[i], &one);
        all[i] = outcome_of(c, &one, blank);
        if (is_better(&all[i], &all[best])) best = i;
    }
    outcomes_free(all, s->n_tries);
    return best;
}

void attempts_choose(struct class *c, const struct class_row *blank) {
    for (size_t i = 0; i < c->n_students; i++) {
        struct class_student *s = &c->students[i], *tries = s->tries;
        size_t n = s->n_tries;
        if (!tries) continue;
        size_t which = best_of(c, s, blank);
        attempts_hand_on(c, &tries[which], s);
        strcpy(s->remark, tries[which].remark);
        s->tries = NULL;
        s->n_tries = n;
        note(c, s, which, "best");
    }
    units_alike(c);
}
