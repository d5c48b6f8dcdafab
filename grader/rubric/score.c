/**
 * @file
 * @brief Points under terms: weights, what hints cost, days late. No file, no clock, no float.
 */
#include "grader/rubric/terms.h"

#include <string.h>

enum { STEPS = 100 };

static int at_most(int value, int most) {
    return value < 0 ? 0 : value > most ? most : value;
}

/*
 * A lab.
 */
static bool is_of(const struct terms_lab *lab, const struct terms_outcome *o) {
    return !strcmp(o->lab, lab->name) && o->stage >= 1 && o->stage <= lab->n_stages;
}

/* Points of each step, since a hint is for a step. Of a stage that is there twice the first counts. */
static int add_outcomes(const struct terms_lab *lab, const struct terms_outcome *outcomes, size_t n,
                        int of_step[STEPS]) {
    bool seen[TERMS_STAGES] = {false};
    int sum = 0;
    for (size_t i = 0; i < n; i++) {
        const struct terms_outcome *o = &outcomes[i];
        if (!is_of(lab, o) || seen[o->stage - 1]) continue;
        int points = at_most(o->points, lab->stages[o->stage - 1].points);
        seen[o->stage - 1] = true;
        sum += points;
        if (o->step >= 0 && o->step < STEPS) of_step[o->step] += points;
    }
    return sum;
}

static int cost_of(const struct terms *terms, const struct terms_hints *h) {
    int cost = 0;
    for (int level = 0; level < TERMS_LEVELS; level++)
        cost += terms->hints[level] * at_most(h->shown[level], STEPS);
    return cost;
}

/* A step is charged up to what it earned, so that a hint never costs more than doing without it. */
static int charge_hints(const struct terms *terms, const struct terms_lab *lab,
                        const struct terms_hints *hints, size_t n, int of_step[STEPS]) {
    int sum = 0;
    for (size_t i = 0; i < n; i++) {
        const struct terms_hints *h = &hints[i];
        if (strcmp(h->lab, lab->name) || h->step < 0 || h->step >= STEPS) continue;
        int cost = at_most(cost_of(terms, h), of_step[h->step]);
        of_step[h->step] -= cost;
        sum += cost;
    }
    return sum;
}

/*
 * All of them.
 */
static long long scaled(long long points, long long max, int out_of) {
    return out_of && max ? (2 * points * out_of + max) / (2 * max) : points;
}

void terms_score(const struct terms *terms, const struct terms_outcome *outcomes, size_t n,
                 const struct terms_hints *hints, size_t n_hints, long long late_s,
                 struct terms_score *score) {
    long long points = 0, max = 0, paid = 0;
    *score = (struct terms_score){.late = terms_late(&terms->late, late_s)};
    for (size_t i = 0; i < terms->n_labs; i++) {
        const struct terms_lab *lab = &terms->labs[i];
        struct terms_score_lab *s = &score->labs[i];
        int of_step[STEPS] = {0};
        s->points = add_outcomes(lab, outcomes, n, of_step);
        s->hints = charge_hints(terms, lab, hints, n_hints, of_step);
        for (int k = 0; k < lab->n_stages; k++) s->max += lab->stages[k].points;
        points += (long long)lab->weight * (s->points - s->hints);
        max += (long long)lab->weight * s->max;
        paid += (long long)lab->weight * s->hints;
    }
    score->hints = (int)paid;
    score->max = (int)scaled(max, max, terms->out_of);
    score->raw = (int)scaled(points, max, terms->out_of);
    score->penalty = (int)((long long)score->raw * score->late.percent / 100);
    score->score = score->raw - score->penalty;
}
