/**
 * @file
 * @brief The smallest input that still fails (retry_inputs.h).
 *
 * A child runs many inputs for the price of one, so each step tries as many as fit, the smallest first.
 */
#include "grader/grade/judge/retry_inputs.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t sizes[] = {0,    1,    2,    3,    4,    5,    6,    7,    8,    10,   12,
                                 16,   20,   24,   28,   31,   32,   33,   40,   48,   56,   63,
                                 64,   65,   96,   127,  128,  129,  192,  256,  257,  512,  1000,
                                 1024, 2047, 2048, 2049, 3000, 4095, 4096, 4097, 6144, 6221, 8192};
enum { SIZES = sizeof(sizes) / sizeof(*sizes) };

static struct stage_case with_n(const struct stage_case *c, uint32_t n) {
    struct stage_case smaller = *c;
    smaller.n = n; /* of keys that are written out, the first n */
    return smaller;
}

/* Tries all n in [from, to), or as many of them as fit. */
static void shrink_between(const struct retry *t, struct stage_case *c, uint32_t from,
                           uint32_t to) {
    struct stage_case cases[STAGE_INPUTS_CASES];
    uint32_t n = 0;
    for (uint32_t k = from; k < to && n < STAGE_INPUTS_CASES; k++) cases[n++] = with_n(c, k);
    int first = n > 0 ? retry_first(t, cases, n) : -1;
    if (first >= 0) *c = cases[first];
}

static void shrink_n(const struct retry *t, struct stage_case *c) {
    struct stage_case cases[STAGE_INPUTS_CASES];
    uint32_t n = 0;
    while (n < SIZES && sizes[n] < c->n) {
        cases[n] = with_n(c, sizes[n]);
        n++;
    }
    int first = n > 0 ? retry_first(t, cases, n) : -1;
    if (first < 0) return;
    *c = cases[first];
    if (first > 0) shrink_between(t, c, sizes[first - 1] + 1, c->n);
}

/* Few keys of another distribution may do, where many of its own are needed. */
static void shrink_by_dist(const struct retry *t, struct stage_case *c) {
    static const enum data_dist dists[] = {DATA_FEW,   DATA_MAX,    DATA_EXTREMES, DATA_REVERSED,
                                           DATA_EQUAL, DATA_SORTED, DATA_UNIFORM};
    static const uint32_t few[] = {1, 2, 3, 4, 6, 8, 16, 33, FEW_KEYS};
    enum { DISTS = sizeof(dists) / sizeof(*dists), FEWS = sizeof(few) / sizeof(*few) };
    struct stage_case cases[STAGE_INPUTS_CASES];
    uint32_t n = 0;
    for (size_t i = 0; i < FEWS; i++)
        for (size_t d = 0; d < DISTS; d++) {
            cases[n] = with_n(c, few[i]);
            cases[n++].dist = dists[d];
        }
    int first = retry_first(t, cases, n);
    if (first >= 0) *c = cases[first];
}

/* So many equal keys that a counter of them is full, or a tile. */
static void shrink_by_count(const struct retry *t, struct stage_case *c) {
    static const uint32_t counts[] = {127, 128,  129,  255,  256,  257,   511,
                                      512, 1023, 1024, 1025, 4096, 65535, 65536};
    struct stage_case cases[sizeof(counts) / sizeof(*counts)];
    uint32_t n = 0;
    for (size_t i = 0; i < sizeof(counts) / sizeof(*counts) && counts[i] < c->n; i++) {
        cases[n] = with_n(c, counts[i]);
        cases[n++].dist = DATA_EQUAL;
    }
    int first = n > 0 ? retry_first(t, cases, n) : -1;
    if (first >= 0) *c = cases[first];
}

/*
 * Keys that are written out.
 */

/** Variants of a few keys, to be tried together. */
struct variants {
    uint32_t keys[STAGE_INPUTS_CASES][FEW_KEYS];
    struct stage_case cases[STAGE_INPUTS_CASES];
    uint32_t n;
};

static uint32_t *add(struct variants *v, const struct stage_case *c, uint32_t n_keys) {
    if (v->n == STAGE_INPUTS_CASES) return NULL;
    uint32_t *keys = v->keys[v->n];
    if (c->keys) memcpy(keys, c->keys, c->n * sizeof(*keys));
    v->cases[v->n] = with_n(c, n_keys);
    v->cases[v->n++].keys = keys;
    return keys;
}

/* Takes the first variant that fails. */
static bool take_first(const struct retry *t, struct failure *f, const struct variants *v) {
    int first = v->n > 0 ? retry_first(t, v->cases, v->n) : -1;
    if (first < 0) return false;
    f->c.n = v->cases[first].n;
    memcpy(f->keys, v->keys[first], f->c.n * sizeof(*f->keys));
    return true;
}

static bool write_out(const struct retry *t, struct failure *f) {
    struct variants v = {.n = 0};
    struct stage_case c = f->c;
    if (c.dist == DATA_LITERAL)
        memcpy(f->keys, c.keys, c.n * sizeof(*f->keys));
    else
        data_fill(f->keys, c.n, c.dist, c.seed);
    c.dist = DATA_LITERAL;
    c.keys = f->keys;
    add(&v, &c, c.n);
    if (retry_first(t, v.cases, v.n) < 0) return false;
    f->c = c;
    return true;
}

static void drop(uint32_t *keys, uint32_t n, uint32_t at, uint32_t count) {
    memmove(keys + at, keys + at + count, (n - at - count) * sizeof(*keys));
}

/* Without some keys in a row: many at first, one in the end. */
static bool drop_some(const struct retry *t, struct failure *f) {
    struct variants *v = calloc(1, sizeof(*v));
    for (uint32_t count = f->c.n / 2; v && count > 0; count /= 2)
        for (uint32_t at = 0; at + count <= f->c.n; at += count) {
            uint32_t *keys = add(v, &f->c, f->c.n - count);
            if (keys) drop(keys, f->c.n, at, count);
        }
    bool dropped = v && take_first(t, f, v);
    free(v);
    return dropped;
}

/* How many different keys are less: the same order in small numbers. */
static uint32_t rank(const uint32_t *keys, uint32_t n, uint32_t key) {
    uint32_t less = 0;
    for (uint32_t i = 0; i < n; i++) {
        bool again = keys[i] >= key;
        for (uint32_t k = 0; k < i && !again; k++) again = keys[k] == keys[i];
        less += !again;
    }
    return less;
}

static uint64_t sum(const uint32_t *keys, uint32_t n) {
    uint64_t all = 0;
    for (uint32_t i = 0; i < n; i++) all += keys[i];
    return all;
}

static const uint32_t top_bit = (uint32_t)1 << 31;

/* The keys by rank; special ones, from `special` on, stay above the rest. */
static void add_ranks(struct variants *v, const struct failure *f, uint32_t special) {
    uint32_t *keys = add(v, &f->c, f->c.n);
    for (uint32_t i = 0; keys && i < f->c.n; i++) {
        uint32_t key = f->keys[i], r = rank(f->keys, f->c.n, key);
        keys[i] = key < special ? r : key == UINT32_MAX ? key : top_bit + r;
    }
    if (keys && sum(keys, f->c.n) >= sum(f->keys, f->c.n)) v->n--;
}

/* One key becomes `to`, if that is less. */
static void add_each(struct variants *v, const struct failure *f, uint32_t to) {
    for (uint32_t i = 0; i < f->c.n; i++) {
        uint32_t *keys = f->keys[i] > to ? add(v, &f->c, f->c.n) : NULL;
        if (keys) keys[i] = to;
    }
}

/* Every variant that is tried has a smaller sum, so this comes to an end. */
static bool lower_some(const struct retry *t, struct failure *f) {
    struct variants *v = calloc(1, sizeof(*v));
    if (!v) return false;
    add_ranks(v, f, UINT32_MAX);
    add_ranks(v, f, top_bit);
    add_each(v, f, 0);
    add_each(v, f, 1);
    add_each(v, f, 1 << 8);
    add_each(v, f, 1 << 16);
    add_each(v, f, top_bit);
    bool lowered = take_first(t, f, v);
    free(v);
    return lowered;
}

static void shrink_keys(const struct retry *t, struct failure *f) {
    enum { ROUNDS = 24 };
    if (f->c.n > FEW_KEYS || !write_out(t, f)) return;
    lower_some(t, f);
    for (int i = 0; i < ROUNDS && f->c.n > 0 && drop_some(t, f); i++) {
    }
    for (int i = 0; i < ROUNDS && f->c.n > 0 && lower_some(t, f); i++) {
    }
}

/* Cases that were run before, in the same child, may have left something behind. */
static bool fails_alone(const struct retry *t, const struct stage_case *c) {
    return retry_first(t, c, 1) == 0;
}

/* What threads of the host do may differ from run to run; a case is worth showing that fails in each. */
static bool fails_each_time(const struct retry *t, const struct stage_case *c) {
    int runs = 4;
    while (runs > 0 && fails_alone(t, c)) runs--;
    return runs == 0;
}

bool retry_shrink(const struct retry *t, struct failure *f) {
    struct stage_case own = f->c;
    const bool hangs = t->verdict == VERDICT_HANG; /* each run of it takes its time */
    if (!hangs && !fails_alone(t, &own)) return false;
    shrink_n(t, &f->c);
    if (!hangs && f->c.n > FEW_KEYS && own.dist != DATA_LITERAL) shrink_by_dist(t, &f->c);
    if (!hangs && f->c.n > FEW_KEYS && own.dist != DATA_LITERAL) shrink_by_count(t, &f->c);
    if (!fails_alone(t, &f->c)) f->c = own;
    if (!hangs) shrink_keys(t, f);
    if (!hangs && !fails_each_time(t, &f->c)) f->c = own;
    f->shrunk = f->c.n < own.n || f->c.keys != own.keys;
    return true;
}
