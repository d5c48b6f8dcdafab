/**
 * @file
 * @brief Made-up terms and students, one a line, and behind a bar what they come to; for test_score.sh.
 *
 *     scores NUMBER SEED
 */
#include "common/hash64.h"
#include "grader/grade/policy/terms.h"

#include <stdio.h>
#include <stdlib.h>

enum { LABS = 5, STAGES = 4 };

static uint64_t state;

static int below(int most) {
    return (int)(mix64(state += MIX_STEP) % (uint64_t)most);
}

static int one_of(const int *values, int n) {
    return values[below(n)];
}

static void make_lab(struct terms_lab *lab, int i) {
    static const int weights[] = {0, 25, 33, 50, 100, 100, 125, 150, 200, 100000};
    *lab = (struct terms_lab){.weight_percent = one_of(weights, 10),
                              .bonus = i > 0 && below(4) == 0,
                              .n_stages = 1 + below(STAGES)};
    snprintf(lab->name, sizeof lab->name, "lab%d", i);
    for (int k = 0; k < lab->n_stages; k++)
        lab->stages[k] = (struct terms_stage){.points = below(31), .bonus = k > 0 && below(4) == 0};
}

static void make_terms(struct terms *t) {
    static const int sums[] = {0, 0, 1, 7, 50, 100, 1000}, some[] = {0, 0, 1, 5, 60};
    bool by_hour = below(2);
    *t = (struct terms){.out_of = one_of(sums, 7), .n_labs = 1 + (size_t)below(LABS)};
    if (t->out_of) t->drop_lowest = below((int)t->n_labs);
    t->late = (struct terms_late){.grace_minutes = one_of(some, 5),
                                  .free_days = below(3),
                                  .percent_a_day = by_hour ? 0 : below(31),
                                  .percent_an_hour = by_hour ? below(4) : 0,
                                  .most_percent = below(2) ? 100 : below(101),
                                  .closes_days = below(2) ? 0 : 3 + below(4)};
    for (int i = 0; i < TERMS_LEVELS; i++) t->hints[i] = below(4) * below(4);
    for (size_t i = 0; i < t->n_labs; i++) make_lab(&t->labs[i], (int)i);
}

/* Around the edges of hours and days, where a rule changes. */
static long long make_lateness(void) {
    static const int units[] = {60, 3600, 24 * 3600};
    int unit = one_of(units, 3);
    return (long long)unit * below(unit == 60 ? 70 : unit == 3600 ? 80 : 10) + below(3) - 1;
}

static void put(const struct terms *t, const struct terms_outcome *o, const struct terms_hints *h,
                long long late, const struct terms_score *s) {
    printf("%d %d %d %d %d %d %d %d %lld %d %d %d %zu", t->out_of, t->drop_lowest,
           t->late.grace_minutes, t->late.free_days, t->late.percent_a_day, t->late.percent_an_hour,
           t->late.most_percent, t->late.closes_days, late, t->hints[0], t->hints[1], t->hints[2],
           t->n_labs);
    for (size_t i = 0, at = 0; i < t->n_labs; i++) {
        const struct terms_lab *lab = &t->labs[i];
        printf(" %d %d %d", lab->weight_percent, lab->bonus, lab->n_stages);
        for (int k = 0; k < lab->n_stages; k++, at++)
            printf(" %d %d %d %d %d %d", lab->stages[k].points, lab->stages[k].bonus, o[at].points,
                   h[at].shown[0], h[at].shown[1], h[at].shown[2]);
    }
    printf(" | %d %d %d %d %d", s->raw, s->penalty, s->score, s->max, s->most);
    for (size_t i = 0; i < t->n_labs; i++)
        printf(" %d %d %d", s->labs[i].points, s->labs[i].hints, s->labs[i].dropped);
    putchar('\n');
}

/* Each stage is a step of its own, and of each step hints may have been seen. */
static void make_student(const struct terms *t) {
    static struct terms_outcome o[LABS * STAGES];
    static struct terms_hints h[LABS * STAGES];
    struct terms_score score;
    size_t n = 0;
    for (size_t i = 0; i < t->n_labs; i++)
        for (int k = 0; k < t->labs[i].n_stages; k++, n++) {
            int most = t->labs[i].stages[k].points;
            o[n] = (struct terms_outcome){t->labs[i].name, k + 1, k + 1, below(most + 1)};
            h[n] = (struct terms_hints){.step = k + 1, .shown = {below(2), below(2), below(2)}};
            snprintf(h[n].lab, sizeof h[n].lab, "%s", t->labs[i].name);
        }
    long long late = make_lateness();
    terms_score(t, o, n, h, n, late, &score);
    put(t, o, h, late, &score);
}

int main(int argc, char **argv) {
    static struct terms t;
    long number = argc > 1 ? atol(argv[1]) : 1000;
    state = mix64(argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    for (long i = 0; i < number; i++) {
        make_terms(&t);
        make_student(&t);
    }
    return 0;
}
