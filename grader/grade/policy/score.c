/**
 * @file
 * @brief Points under terms: weights, what hints cost, what counts on top, what is dropped. No file, no clock, no
 * float.
 */
#include "grader/grade/policy/terms.h"

#include <string.h>

enum { STEPS = 100 };

static int at_most(int value, int most) {
    return value < 0 ? 0 : value > most ? most : value;
}

/*
 * A lab.
 */
static bool is_of(const struct terms_lab *lab, const struct terms_outcome *o) {
    return strcmp(o->lab, lab->name) == 0 && o->stage >= 1 && o->stage <= lab->n_stages;
}

/* Points of each step, since a hint is for a step. Of a stage that is there twice the first counts. */
static void add_outcomes(const struct terms_lab *lab, const struct terms_outcome *outcomes,
                         size_t n, struct terms_score_lab *s, int of_step[STEPS]) {
    bool seen[TERMS_STAGES] = {false};
    for (size_t i = 0; i < n; i++) {
        const struct terms_outcome *o = &outcomes[i];
        if (!is_of(lab, o) || seen[o->stage - 1]) continue;
        int points = at_most(o->points, lab->stages[o->stage - 1].points);
        seen[o->stage - 1] = true;
        s->points += points;
        if (lab->stages[o->stage - 1].bonus) s->on_top += points;
        if (o->step >= 0 && o->step < STEPS) of_step[o->step] += points;
    }
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
        if (strcmp(h->lab, lab->name) != 0 || h->step < 0 || h->step >= STEPS) continue;
        int cost = at_most(cost_of(terms, h), of_step[h->step]);
        of_step[h->step] -= cost;
        sum += cost;
    }
    return sum;
}

/* Its stages' points that count on top are not in its most. */
static void score_lab(const struct terms *terms, const struct terms_lab *lab,
                      const struct terms_outcome *outcomes, size_t n,
                      const struct terms_hints *hints, size_t n_hints, struct terms_score_lab *s) {
    int of_step[STEPS] = {0};
    add_outcomes(lab, outcomes, n, s, of_step);
    s->hints = charge_hints(terms, lab, hints, n_hints, of_step);
    for (int k = 0; k < lab->n_stages; k++)
        if (!lab->stages[k].bonus) s->max += lab->stages[k].points;
}

void terms_keep(struct terms *terms, const bool keep[TERMS_LABS]) {
    size_t kept = 0;
    bool on_top = true;
    for (size_t i = 0; i < terms->n_labs; i++)
        if (keep[i]) terms->labs[kept++] = terms->labs[i];
    if (kept < terms->n_labs) terms->drop_lowest = 0;
    terms->n_labs = kept;
    for (size_t i = 0; i < kept; i++) on_top &= terms->labs[i].bonus;
    for (size_t i = 0; i < kept && on_top; i++) terms->labs[i].bonus = false;
}

/*
 * The lowest.
 */
static bool can_be_dropped(const struct terms_share *s) {
    return !s->dropped && !s->bonus && s->max > 0 && s->worth > 0;
}

static bool is_lower(const struct terms_share *a, const struct terms_share *b) {
    long long x = a->points * b->max, y = b->points * a->max;
    return x < y || (x == y && a->worth >= b->worth);
}

void terms_drop(struct terms_share *shares, size_t n, int drop) {
    for (; drop > 0; drop--) {
        struct terms_share *lowest = NULL;
        size_t left = 0;
        for (size_t i = 0; i < n; i++) {
            if (!can_be_dropped(&shares[i])) continue;
            left++;
            if (!lowest || is_lower(&shares[i], lowest)) lowest = &shares[i];
        }
        if (left < 2) return;
        lowest->dropped = true;
    }
}

static void drop_labs(const struct terms *terms, struct terms_score *score) {
    struct terms_share shares[TERMS_LABS];
    for (size_t i = 0; i < terms->n_labs; i++) {
        const struct terms_lab *lab = &terms->labs[i];
        const struct terms_score_lab *s = &score->labs[i];
        shares[i] = (struct terms_share){.points = s->points - s->hints,
                                         .max = s->max,
                                         .worth = (long long)lab->weight_percent * s->max,
                                         .bonus = lab->bonus};
    }
    terms_drop(shares, terms->n_labs, terms->drop_lowest);
    for (size_t i = 0; i < terms->n_labs; i++) score->labs[i].dropped = shares[i].dropped;
}

/*
 * All of them.
 */
long long terms_scaled(long long points, long long max, int out_of) {
    return (2 * points * out_of + max) / (2 * max);
}

/* Hundredths of points, as weights make them, in whole points. */
static int whole(const struct terms *terms, long long points, long long max) {
    const long long most = 1000000000;
    bool scale = terms->out_of && max;
    long long value =
        scale ? terms_scaled(points, max, terms->out_of) : terms_scaled(points, 100, 1);
    return (int)(value > most ? most : value);
}

/* What all stages of a lab are worth, those on top included. */
static int most_of(const struct terms_lab *lab) {
    int most = 0;
    for (int k = 0; k < lab->n_stages; k++) most += lab->stages[k].points;
    return most;
}

void terms_score(const struct terms *terms, const struct terms_outcome *outcomes, size_t n,
                 const struct terms_hints *hints, size_t n_hints, long long late_s,
                 struct terms_score *score) {
    long long points = 0, max = 0, most = 0;
    *score = (struct terms_score){.late = terms_late(&terms->late, late_s)};
    for (size_t i = 0; i < terms->n_labs; i++)
        score_lab(terms, &terms->labs[i], outcomes, n, hints, n_hints, &score->labs[i]);
    drop_labs(terms, score);
    for (size_t i = 0; i < terms->n_labs; i++) {
        const struct terms_lab *lab = &terms->labs[i];
        const struct terms_score_lab *s = &score->labs[i];
        if (s->dropped) continue;
        points += (long long)lab->weight_percent * (s->points - s->hints);
        most += (long long)lab->weight_percent * most_of(lab);
        if (!lab->bonus) max += (long long)lab->weight_percent * s->max;
    }
    score->max = whole(terms, max, max);
    score->most = whole(terms, most, max);
    score->raw = whole(terms, points, max);
    score->penalty = (int)((long long)score->raw * score->late.percent / 100);
    score->score = score->raw - score->penalty;
}
