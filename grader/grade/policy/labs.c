/**
 * @file
 * @brief A rubric's labs: their points and weights, what counts on top, and what is hidden.
 */
#include "common/stage/stage.h"
#include "grader/grade/policy/rubric.h"
#include "grader/shared/lab_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The labs.
 */
static struct terms_lab lab_as_it_is(const struct stage_lab *lab) {
    struct terms_lab t = {.weight_percent = 100, .n_stages = (int)lab->n_rows};
    snprintf(t.name, sizeof(t.name), "%s", lab->name);
    for (int i = 0; i < t.n_stages && i < TERMS_STAGES; i++)
        t.stages[i].points = lab->rows[i].points;
    return t;
}

void rubric_all_labs(struct terms *t) {
    for (const struct stage_lab *lab = stage_labs(); lab && t->n_labs < TERMS_LABS; lab = lab->next)
        t->labs[t->n_labs++] = lab_as_it_is(lab);
}

static const struct stage_lab *find_lab(struct where *w, const char *path, const char *name) {
    char all[900] = "";
    for (const struct stage_lab *lab = stage_labs(); lab; lab = lab->next) {
        size_t used = strlen(all);
        if (lab_is(lab->name, name)) return lab;
        snprintf(all + used, sizeof(all) - used, "%s%s", used ? ", " : "", lab->name);
    }
    where_refuse(w, path, "there is no lab '%.60s'. There are %s", name, all);
    return NULL;
}

static bool take_points(struct where *w, const struct rubric_lab *from, unsigned i,
                        struct terms_lab *lab) {
    char path[60];
    int sum = 0;
    snprintf(path, sizeof(path), "labs/%u/points", i + 1);
    if (from->n_points && from->n_points != (unsigned)lab->n_stages)
        return where_refuse(w, path, "%s has %u entries, and %s has %d stages", path,
                            from->n_points, lab->name, lab->n_stages);
    for (unsigned k = 0; k < from->n_points; k++) lab->stages[k].points = from->points[k];
    for (int k = 0; k < lab->n_stages; k++)
        if (!lab->stages[k].bonus) sum += lab->stages[k].points;
    if (!from->total || *from->total == sum) return true;
    snprintf(path, sizeof(path), "labs/%u/total", i + 1);
    return where_refuse(w, path, "the points of %s do not add up to %d, but to %d", lab->name,
                        *from->total, sum);
}

static bool take_weight(struct where *w, const char *text, unsigned i, struct terms_lab *lab) {
    char path[60];
    snprintf(path, sizeof(path), "labs/%u/weight", i + 1);
    return terms_weight(text, &lab->weight_percent) ||
           where_refuse(w, path,
                        "%s is '%.40s'. It must be a number from 0 to 1000, such as 2 or 1.25",
                        path, text);
}

/* Stages that a key of a lab names, each once, as bits. */
static bool take_stages(struct where *w, unsigned i, const char *key, const int *stages, unsigned n,
                        const struct terms_lab *lab, uint64_t *bits) {
    char path[80];
    *bits = 0;
    for (unsigned k = 0; k < n; k++) {
        uint64_t bit = (uint64_t)1 << (stages[k] - 1);
        snprintf(path, sizeof(path), "labs/%u/%s/%u", i + 1, key, k + 1);
        if (stages[k] > lab->n_stages)
            return where_refuse(w, path, "the lab %s has no stage %d. It has %d", lab->name,
                                stages[k], lab->n_stages);
        if (*bits & bit)
            return where_refuse(w, path, "stage %d stands here a second time", stages[k]);
        *bits |= bit;
    }
    return true;
}

static bool take_bonus(struct where *w, const struct rubric_lab *from, unsigned i,
                       struct terms_lab *lab) {
    uint64_t bits;
    char path[60];
    lab->bonus = from->bonus && *from->bonus;
    if (!take_stages(w, i, "bonus_stages", from->bonus_stages, from->n_bonus_stages, lab, &bits))
        return false;
    for (int k = 0; k < lab->n_stages; k++) lab->stages[k].bonus = bits >> k & 1;
    snprintf(path, sizeof(path), "labs/%u/bonus_stages", i + 1);
    return from->n_bonus_stages < (unsigned)lab->n_stages ||
           where_refuse_key(w, path, "all stages of %s are bonus. Write bonus: true for the lab",
                            lab->name);
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct terms_lab *)a)->name, ((const struct terms_lab *)b)->name);
}

static bool take_partial(struct where *w, const struct rubric_lab *from, unsigned i,
                         struct terms_lab *lab) {
    uint64_t bits;
    if (!take_stages(w, i, "partial_stages", from->partial_stages, from->n_partial_stages, lab,
                     &bits))
        return false;
    for (int k = 0; k < lab->n_stages; k++) lab->stages[k].partial = bits >> k & 1;
    return true;
}

/* begins is checked before the labs are. */
static bool take_due(struct where *w, const char *text, unsigned i, const struct terms *t,
                     struct terms_lab *lab) {
    char path[40];
    snprintf(path, sizeof(path), "labs/%u/due", i + 1);
    snprintf(lab->due, sizeof(lab->due), "%s", text);
    if (*text && !terms_time(text, &lab->due_s))
        return where_refuse(w, path, "%s is '%s'. Write it as 2026-12-01T23:59:00Z", path, text);
    return !*text || !t->begins[0] || t->begins_s < lab->due_s ||
           where_refuse(w, path,
                        "%s is '%s', and the course begins only then or later (begins: %s)", path,
                        text, t->begins);
}

static bool take_lab(struct where *w, const struct rubric_lab *from, unsigned i,
                     const struct terms *t, struct terms_lab *lab) {
    return (!from->due || take_due(w, from->due, i, t, lab)) &&
           (!from->weight || take_weight(w, from->weight, i, lab)) && take_bonus(w, from, i, lab) &&
           take_partial(w, from, i, lab) && take_points(w, from, i, lab);
}

bool rubric_take_labs(struct where *w, const struct rubric *from, struct terms *t) {
    if (!from->labs && !where_node(w, "labs")) return true;
    t->n_labs = 0;
    for (unsigned i = 0; i < from->n_labs; i++) {
        const struct rubric_lab *r = &from->labs[i];
        char path[40];
        snprintf(path, sizeof(path), "labs/%u/lab", i + 1);
        const struct stage_lab *lab = find_lab(w, path, r->lab);
        if (!lab) return false;
        if (terms_lab(t, lab->name))
            return where_refuse(w, path, "the lab %s stands here a second time", lab->name);
        struct terms_lab *to = &t->labs[t->n_labs++];
        *to = lab_as_it_is(lab);
        if (!take_lab(w, r, i, t, to)) return false;
    }
    qsort(t->labs, t->n_labs, sizeof(*t->labs), by_name);
    return t->n_labs ||
           where_refuse(w, "labs", "no lab counts. Name some, or leave out the key 'labs'");
}

/*
 * What is hidden.
 */
static bool take_case(struct where *w, const struct stage_row *row, int stage, const char *path,
                      int number, struct terms_stage *to) {
    if ((size_t)number > row->n_cases)
        return where_refuse(w, path, "stage %d has no case %d. It has %zu", stage, number,
                            row->n_cases);
    to->drawn |= (uint64_t)1 << (number - 1);
    return true;
}

static bool hide_stage(struct where *w, const struct rubric_hidden *r, unsigned i,
                       const struct stage_row *row, int stage, struct terms_stage *to) {
    char path[60];
    to->hidden = true;
    for (unsigned k = 0; k < r->n_cases; k++) {
        snprintf(path, sizeof(path), "hidden/%u/cases/%u", i + 1, k + 1);
        if (!take_case(w, row, stage, path, r->cases[k], to)) return false;
    }
    for (size_t k = 0; k < row->n_cases && r->n_cases == 0; k++) to->drawn |= (uint64_t)1 << k;
    return true;
}

static bool hide_lab(struct where *w, const struct rubric_hidden *r, unsigned i, struct terms *t) {
    char path[60];
    snprintf(path, sizeof(path), "hidden/%u/lab", i + 1);
    const struct stage_lab *lab = find_lab(w, path, r->lab);
    if (!lab) return false;
    struct terms_lab *to = (struct terms_lab *)terms_lab(t, lab->name);
    if (!to) return where_refuse(w, path, "the lab %s does not count (see 'labs')", lab->name);
    for (unsigned k = 0; k < r->n_stages; k++) {
        int stage = r->stages[k];
        snprintf(path, sizeof(path), "hidden/%u/stages/%u", i + 1, k + 1);
        if (stage > to->n_stages)
            return where_refuse(w, path, "the lab %s has no stage %d. It has %d", lab->name, stage,
                                to->n_stages);
        if (to->stages[stage - 1].partial)
            return where_refuse(w, path,
                                "stage %d of %s has partial points, which would show a hidden "
                                "input. Take it out of partial_stages",
                                stage, lab->name);
        if (to->stages[stage - 1].hidden)
            return where_refuse(w, path, "stage %d of %s is hidden a second time", stage,
                                lab->name);
        if (!hide_stage(w, r, i, &lab->rows[stage - 1], stage, &to->stages[stage - 1]))
            return false;
    }
    return true;
}

bool rubric_take_hidden(struct where *w, const struct rubric *from, struct terms *t) {
    for (unsigned i = 0; i < from->n_hidden; i++)
        if (!hide_lab(w, &from->hidden[i], i, t)) return false;
    for (size_t i = 0; i < t->n_labs && from->partial && *from->partial; i++)
        for (int k = 0; k < t->labs[i].n_stages; k++)
            t->labs[i].stages[k].partial = !t->labs[i].stages[k].hidden;
    return true;
}
