/**
 * @file
 * @brief From rows to points: a student's stages, those that were refused and not graded included.
 */
#include "grader/class/adjust.h"

#include <stdlib.h>
#include <string.h>

static const char *stage_lab(json_t *stage) {
    const char *lab = json_string_value(json_object_get(stage, "lab"));
    return lab ? lab : "";
}

static int stage_integer(json_t *stage, const char *key) {
    return (int)json_integer_value(json_object_get(stage, key));
}

/* The blank lab's stages, with another reason why they have no points. */
static void add_blank(json_t *stages, const struct class_row *blank, const char *verdict,
                      const char *class, const char *message) {
    json_t *stage;
    size_t i;
    json_array_foreach(json_object_get(blank->result, "stages"), i, stage) {
        json_t *copy = json_copy(stage);
        json_object_set_new(copy, "verdict", json_string(verdict));
        json_object_set_new(copy, "class", json_string(class));
        json_object_set_new(copy, "message", json_string(message));
        json_object_set_new(copy, "repeat", json_string(""));
        json_object_set_new(copy, "points", json_integer(0));
        json_array_append_new(stages, copy);
    }
}

static void add_row(struct outcome *o, const struct class_row *row, const struct class_row *blank) {
    const char *refused = o->student->refused[0] ? o->student->refused : row->refused;
    json_t *sandbox = json_object_get(row->result, "sandbox");
    if (!o->student->handed_in) {
        add_blank(o->stages, blank, "REJ", "missing", "nothing was handed in");
    } else if (refused[0]) {
        add_blank(o->stages, blank, "REJ", "refused", refused);
    } else if (!row->result) {
        add_blank(o->stages, blank, "IE", "internal", row->fault);
        o->graded = false;
    } else {
        json_array_extend(o->stages, json_object_get(row->result, "stages"));
        if (json_is_string(sandbox))
            json_object_set(o->sandboxes, json_string_value(sandbox), sandbox);
    }
}

static void score(const struct class *c, struct outcome *o) {
    const struct class_student *s = o->student;
    size_t n = json_array_size(o->stages), n_hints = 0, i;
    struct terms_outcome *outcomes = class_alloc(n, sizeof(*outcomes));
    struct terms_hints *hints = class_alloc(TERMS_HINTS_MOST, sizeof(*hints));
    json_t *stage;
    adjust_stages(c, o);
    json_array_foreach(o->stages, i, stage) outcomes[i] =
        (struct terms_outcome){stage_lab(stage), stage_integer(stage, "stage"),
                               stage_integer(stage, "step"), stage_integer(stage, "points")};
    if (s->progress[0]) terms_hints_read(s->progress, c->terms, hints, &n_hints);
    long long due = s->due ? s->due : c->terms->due_s, late = 0;
    if (s->submitted && (s->due || c->terms->due[0])) late = s->submitted - due;
    terms_score(c->terms, outcomes, n, hints, n_hints, late, &o->score);
    adjust_total(c, o);
    free(hints);
    free(outcomes);
}

struct outcome outcome_of(const struct class *c, const struct class_student *s,
                          const struct class_row *blank) {
    struct outcome o = {.student = s,
                        .stages = json_array(),
                        .adjusted = json_array(),
                        .sandboxes = json_object(),
                        .graded = true};
    for (size_t l = 0; l < c->n_labs; l++) add_row(&o, &s->rows[l], &blank[l]);
    score(c, &o);
    return o;
}

struct outcome *outcomes_make(const struct class *c, const struct class_row *blank) {
    struct outcome *outcomes = class_alloc(c->n_students, sizeof(*outcomes));
    for (size_t i = 0; i < c->n_students; i++) outcomes[i] = outcome_of(c, &c->students[i], blank);
    return outcomes;
}

void outcomes_free(struct outcome *outcomes, size_t n) {
    for (size_t i = 0; i < n; i++) {
        json_decref(outcomes[i].stages);
        json_decref(outcomes[i].adjusted);
        json_decref(outcomes[i].sandboxes);
    }
    free(outcomes);
}

void outcomes_plain_terms(struct class *c, const struct class_row *blank) {
    struct terms *t = c->terms = class_alloc(1, sizeof(*t));
    strcpy(t->assignment, "sortlab");
    for (size_t l = 0; l < c->n_labs; l++) {
        struct terms_lab *lab = &t->labs[t->n_labs++];
        json_t *stages = json_object_get(blank[l].result, "stages"), *stage;
        size_t i;
        lab->weight_percent = 100;
        snprintf(lab->name, sizeof(lab->name), "%.60s", c->labs[l].name);
        json_array_foreach(stages, i, stage) {
            int number = stage_integer(stage, "stage");
            if (number > TERMS_STAGES) continue;
            lab->stages[number - 1].points = stage_integer(stage, "max_points");
            if (number > lab->n_stages) lab->n_stages = number;
        }
    }
}
