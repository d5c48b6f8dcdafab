/**
 * @file
 * @brief Groups: several students hand in one submission (roster.h).
 */
#include "grader/class/attempts.h"
#include "grader/class/names.h"
#include "grader/class/roster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The group's own entry is called like the group, and is nobody's in the roster. */
static bool is_of(const struct class_student *s, const char *group) {
    if (s->listed) return *s->group && strcmp(s->group, group) == 0;
    return s->handed_in && name_is(s, group);
}

static bool is_newer(const struct class_student *a, const struct class_student *b) {
    if (a->refused[0] || b->refused[0]) return !a->refused[0];
    return a->submitted != b->submitted ? a->submitted > b->submitted : strcmp(a->id, b->id) < 0;
}

/* All that the submission came to, and when; the student's own dates stay. */
static void hand_on(const struct class *c, const struct class_student *from,
                    struct class_student *to) {
    if (to == from) return;
    to->by = from->shown;
    attempts_hand_on(c, from, to);
}

static void share(struct class *c, const char *group) {
    struct class_student *newest = NULL;
    size_t n = 0;
    bool differ = false;
    for (size_t i = 0; i < c->n_students; i++) {
        struct class_student *s = &c->students[i];
        if (!is_of(s, group) || !s->handed_in) continue;
        differ |= newest && strcmp(newest->content, s->content) != 0;
        if (!newest || is_newer(s, newest)) newest = s;
        n++;
    }
    if (!newest) return;
    for (size_t i = 0; i < c->n_students; i++) {
        struct class_student *s = &c->students[i];
        if (!is_of(s, group)) continue;
        int64_t told = s->times.told;
        if (!s->listed) s->gone = true;
        hand_on(c, newest, s);
        if (told) s->submitted = s->times.told = told, s->clock = CLOCK_ROSTER;
        if (differ)
            snprintf(
                s->remark, sizeof(s->remark),
                "group %.80s handed in %zu submissions that differ. The newest counts, by %.100s",
                group, n, newest->shown);
    }
}

/* Up to eight of those that are meant. */
static void name_some(const struct class *c, bool listed, char *text, size_t size, size_t *n) {
    enum { MOST = 8 };
    size_t used = 0;
    *n = 0;
    for (size_t i = 0; i < c->n_students; i++) {
        const struct class_student *s = &c->students[i];
        if (s->gone || s->listed != listed || (listed && s->handed_in)) continue;
        if (++*n > MOST) continue;
        int more = snprintf(text + used, size - used, "%s%.60s", *n > 1 ? ", " : "", s->shown);
        used += (size_t)more;
    }
    if (*n > MOST) snprintf(text + used, size - used, " and %zu more", *n - MOST);
}

static void remark_on_strangers(struct class *c) {
    char names[900];
    size_t n;
    name_some(c, false, names, sizeof(names), &n);
    if (n)
        roster_remark(c,
                      "%zu handed in who %s not in the roster: %s. Name the entry in the roster's "
                      "column entry.",
                      n, n == 1 ? "is" : "are", names);
    name_some(c, true, names, sizeof(names), &n);
    if (n) roster_remark(c, "%zu of the roster handed in nothing: %s.", n, names);
}

void roster_share(struct class *c) {
    if (!c->roster) return;
    for (size_t i = 0; i < c->n_students; i++) {
        const char *group = c->students[i].group;
        bool first = *group;
        for (size_t k = 0; k < i; k++) first = first && strcmp(c->students[k].group, group) != 0;
        if (first) share(c, group);
    }
    remark_on_strangers(c);
    for (size_t i = 0; i < c->n_students; i++) {
        struct class_student *s = &c->students[i];
        if (!s->listed && !s->remark[0]) strcpy(s->remark, "no line of the roster fits the entry");
    }
    size_t kept = 0;
    for (size_t i = 0; i < c->n_students; i++)
        if (!c->students[i].gone) c->students[kept++] = c->students[i];
    c->n_students = kept;
}
