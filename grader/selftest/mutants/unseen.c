/**
 * @file
 * @brief Draws wrong submissions: two changes at once, idioms, and functions that call one another's.
 */
#include "grader/selftest/mutants/unseen.h"
#include "grader/selftest/mutants/pieces.h"
#include "grader/selftest/mutants/swaps.h"

#include <stdlib.h>
#include <string.h>

enum { TRIES = 4000 };

/* What a lab's are drawn from. */
struct lab {
    const struct solution *of;
    struct mutants known; /* what the bank makes of it: first those of one change */
    size_t n_single;
    struct mutants idioms, swaps;
};

struct unseen {
    struct lab *labs;
    size_t n;
    uint64_t seed, draws, state; /* the state of a draw's own numbers */
};

static size_t below(struct unseen *u, size_t n) {
    uint64_t z = u->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (size_t)((z ^ z >> 31) % n);
}

struct unseen *unseen_open(const struct mutants *all, const char *bank, const char *file,
                           uint64_t seed) {
    struct unseen *u = must_have(1, sizeof(*u));
    u->labs = must_have(all->n, sizeof(*u->labs));
    u->seed = seed;
    for (size_t i = 0; i < all->n; i++) u->labs[u->n++].of = all->list[i].of;
    for (struct lab *lab = u->labs; lab < u->labs + u->n; lab++) {
        generate(&lab->known, lab->of);
        lab->n_single = lab->known.n;
        bank_read(&lab->known, lab->of, bank);
        idioms(&lab->idioms, lab->of, file);
        for (size_t i = 0; i < u->n; i++) swaps(&lab->swaps, lab->of, u->labs[i].of);
    }
    return u;
}

/*
 * Two changes at once.
 */
struct edit {
    size_t at, end; /* in the solution */
    const char *by;
    size_t length;
};

static struct edit edit_of(const char *from, const char *to) {
    size_t at = 0, n = strlen(from), m = strlen(to), same = 0;
    while (from[at] && from[at] == to[at]) at++;
    while (same < n - at && same < m - at && from[n - 1 - same] == to[m - 1 - same]) same++;
    return (struct edit){at, n - same, to + at, m - same - at};
}

/* NULL where the two meet. */
static const char *both(const char *from, struct edit a, struct edit b) {
    if (b.at < a.at) return both(from, b, a);
    if (b.at <= a.end) return NULL;
    return text_format("%.*s%.*s%.*s%.*s%s", (int)a.at, from, (int)a.length, a.by,
                       (int)(b.at - a.end), from + a.end, (int)b.length, b.by, from + b.end);
}

/* One change that the bank does not say to survive. */
static const struct mutant *single(struct unseen *u, const struct lab *lab) {
    const struct mutant *m;
    do m = &lab->known.list[below(u, lab->n_single)];
    while (m->claim == CLAIM_EQUIVALENT || m->claim == CLAIM_UNTIL);
    return m;
}

static struct mutant combine(struct unseen *u, const struct lab *lab) {
    const struct mutant *a = single(u, lab), *b = single(u, lab);
    const size_t length = strcspn(a->name, ":") + 1; /* both are in the same function */
    const char *from = lab->of->text.bytes;
    struct mutant m = {.of = lab->of, .about = "Two changes at once."};
    if (strncmp(a->name, b->name, length) != 0) return m;
    m.name = text_format("%s+%s", a->name, b->name + length);
    m.source = both(from, edit_of(from, a->source), edit_of(from, b->source));
    return m;
}

/* One of the list, in which some kinds are more often than others. */
static struct mutant one_of(struct unseen *u, const struct mutants *list) {
    for (;;) {
        const struct mutant *m = &list->list[below(u, list->n)];
        size_t alike = 0;
        for (size_t i = 0; i < list->n; i++) alike += strcmp(list->list[i].about, m->about) == 0;
        if (below(u, alike) == 0) return *m;
    }
}

/*
 * A draw.
 */
static bool is_among(const struct mutants *list, const struct mutant *m) {
    for (size_t i = 0; i < list->n; i++)
        if (list->list[i].of == m->of && list->list[i].source &&
            strcmp(list->list[i].source, m->source) == 0)
            return true;
    return false;
}

/* The first line that differs, and the step that it is a part of, which the solution's marks say; 0: of none. */
static void place(struct mutant *m) {
    const struct text *right = &m->of->text;
    const size_t at = edit_of(right->bytes, m->source).at;
    size_t begin = 0;
    int step = 0, must = 0;
    for (size_t i = 0; i < right->n && begin <= at; i++) {
        const char *mark = strstr(right->lines[i], "//> TODO ");
        if (mark) step = atoi(mark + 9);
        if (strstr(right->lines[i], "//<")) step = 0;
        m->line = i + 1;
        must = step;
        begin += strlen(right->lines[i]) + 1;
    }
    if (!m->must) m->must = must;
}

static struct mutant draw(struct unseen *u) {
    const struct lab *lab = &u->labs[u->draws % u->n];
    u->state = u->seed << 32 ^ u->draws++;
    const size_t kind = below(u, 8);
    if (kind < 3) return combine(u, lab);
    if (kind < 4 && lab->swaps.n > 0) return one_of(u, &lab->swaps);
    return one_of(u, &lab->idioms);
}

void unseen_draw(struct unseen *u, struct mutants *all, size_t n) {
    for (size_t tries = 0; n > 0 && tries < TRIES; tries++) {
        struct mutant m = draw(u);
        const struct lab *lab = &u->labs[(u->draws - 1) % u->n];
        if (!m.source || is_among(all, &m) || is_among(&lab->known, &m)) continue;
        struct mutant *added = mutants_add(all, m.of, text_format("%.2s/%s", m.of->lab, m.name));
        added->about = m.about;
        added->source = m.source;
        added->claim = CLAIM_UNSEEN;
        added->must = m.must;
        place(added);
        n--;
    }
}

size_t unseen_counted(const struct mutants *all) {
    size_t counted = 0;
    for (size_t i = 0; i < all->n; i++) {
        const struct mutant *m = &all->list[i];
        counted += m->claim == CLAIM_UNSEEN && (m->fate == FATE_KILLED || m->fate == FATE_SURVIVED);
    }
    return counted;
}
