/**
 * @file
 * @brief What a failing input has that others have not (retry_inputs.h): the same keys with one thing changed,
 *        and the same kind of keys in other numbers.
 */
#include "grader/grade/judge/retry_inputs.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_KEYS = 1 << 16 };

/** Changes n keys; false when there was nothing to change. */
typedef bool change(uint32_t *keys, uint32_t n);

static bool no_max(uint32_t *keys, uint32_t n) {
    bool any = false;
    for (uint32_t i = 0; i < n; i++) {
        if (keys[i] != UINT32_MAX) continue;
        keys[i]--;
        any = true;
    }
    return any;
}

static bool all_but_max(uint32_t *keys, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) keys[i] -= keys[i] > 0 && keys[i] < UINT32_MAX;
    return true;
}

static bool no_zero(uint32_t *keys, uint32_t n) {
    bool any = false;
    for (uint32_t i = 0; i < n; i++) {
        any |= keys[i] == 0;
        keys[i] += keys[i] < UINT32_MAX - 1;
    }
    return any;
}

static bool all_but_zero(uint32_t *keys, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) keys[i] += keys[i] > 0 && keys[i] < UINT32_MAX - 1;
    return true;
}

struct place {
    uint32_t key, i;
};

static int by_key(const void *a, const void *b) {
    const struct place *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return x->i < y->i ? -1 : 1;
}

/* Other keys in the same order, spread over [0, end), so that all bits below it are in use. `apart`: of
 * equal keys the later one is greater. True when some were equal. */
static bool renumber(uint32_t *keys, uint32_t n, uint64_t end, bool apart) {
    struct place *places = malloc((n + 1) * sizeof(*places));
    bool any = false;
    if (!places) return false;
    for (uint32_t i = 0; i < n; i++) places[i] = (struct place){keys[i], i};
    qsort(places, n, sizeof(*places), by_key);
    for (uint64_t r = 0, at = 0; r < n; r++) {
        bool equal = r > 0 && places[r].key == places[r - 1].key;
        any |= equal;
        if (apart || !equal) at = r;
        keys[places[r].i] = (uint32_t)((at + 1) * (end - 1) / (n + 1));
    }
    free(places);
    return any;
}

static uint32_t greatest(const uint32_t *keys, uint32_t n) {
    uint32_t key = 0;
    for (uint32_t i = 0; i < n; i++) key = keys[i] > key ? keys[i] : key;
    return key;
}

static const uint64_t half_range = (uint64_t)1 << 31;

static bool no_top_bit(uint32_t *keys, uint32_t n) {
    bool any = greatest(keys, n) >= half_range;
    renumber(keys, n, half_range, false);
    return any;
}

static bool all_but_top_bit(uint32_t *keys, uint32_t n) {
    renumber(keys, n, 2 * half_range, false);
    return true;
}

static uint64_t range(const uint32_t *keys, uint32_t n) {
    return greatest(keys, n) < half_range ? half_range : 2 * half_range;
}

static bool no_equals(uint32_t *keys, uint32_t n) {
    return renumber(keys, n, range(keys, n), true);
}

static bool all_but_equals(uint32_t *keys, uint32_t n) {
    renumber(keys, n, range(keys, n), false);
    return true;
}

/* Whether the failing keys are no longer wrong once they are changed. */
static bool cures(const struct retry *t, const struct failure *f, change *by) {
    struct stage_case c = f->c;
    uint32_t *keys = c.n <= MOST_KEYS ? malloc((c.n + 1) * sizeof(*keys)) : NULL;
    if (!keys) return false;
    if (c.dist == DATA_LITERAL)
        memcpy(keys, c.keys, c.n * sizeof(*keys));
    else
        data_fill(keys, c.n, c.dist, c.seed);
    c.dist = DATA_LITERAL;
    c.keys = keys;
    enum came came = CAME_UNKNOWN;
    if (by(keys, c.n)) retry_run(t, &c, 1, &came);
    free(keys);
    return came == CAME_RIGHT;
}

/* Whether other keys are right, too, where that is changed: it may have been a cure by luck. */
static bool cures_others(const struct retry *t, const struct failure *f, change *by) {
    enum { INPUTS = 3, LEAST_KEYS = 1000 };
    struct stage_case cases[INPUTS];
    const uint32_t n = f->c.n < LEAST_KEYS ? LEAST_KEYS : f->c.n;
    uint32_t *keys = malloc((size_t)n * INPUTS * sizeof(*keys));
    enum came came[INPUTS];
    bool right = keys != NULL;
    for (uint32_t i = 0; keys && i < INPUTS; i++) {
        cases[i] = f->c;
        cases[i].n = n;
        cases[i].dist = DATA_LITERAL;
        cases[i].keys = keys + (size_t)i * n;
        data_fill(keys + (size_t)i * n, n, DATA_UNIFORM, i + 1);
        by(keys + (size_t)i * n, n);
    }
    if (keys) retry_run(t, cases, INPUTS, came);
    for (uint32_t i = 0; keys && i < INPUTS; i++) right &= came[i] != CAME_WRONG;
    free(keys);
    return right;
}

/* Whether the one thing cures them, and a change of everything else does not. */
static bool is_due_to(const struct retry *t, const struct failure *f, change *one, change *others) {
    return cures(t, f, one) && !cures(t, f, others) && cures_others(t, f, one);
}

/*
 * Numbers of keys.
 */
enum size_kind { FEW, TILES_ONE, TILES_MORE, SHORT_ONE, SHORT_MORE };

enum { SIZE_KINDS = SHORT_MORE + 1 };
struct size_counts {
    int right[SIZE_KINDS], wrong[SIZE_KINDS];
};

static uint32_t tile_of(const struct stage_row *row) {
    for (const struct stage_lab *lab = stage_labs(); lab; lab = lab->next)
        if (row >= lab->rows && row < lab->rows + lab->n_rows) return lab->tile;
    return 0;
}

static void count_sizes(const struct retry *t, const struct failure *f, enum data_dist dist,
                        struct size_counts *counts) {
    const uint32_t tile = tile_of(t->row);
    const struct {
        uint32_t n;
        enum size_kind kind;
    } sizes[] = {{1, FEW},
                 {33, FEW},
                 {tile - 1, SHORT_ONE},
                 {tile, TILES_ONE},
                 {2 * tile, TILES_MORE},
                 {3 * tile, TILES_MORE},
                 {tile + 1, SHORT_MORE},
                 {2 * tile + 77, SHORT_MORE}};
    enum { SIZES = sizeof(sizes) / sizeof(*sizes) };
    struct stage_case cases[SIZES];
    enum came came[SIZES];
    for (int i = 0; i < SIZES; i++) {
        cases[i] = f->c;
        cases[i].n = sizes[i].n;
        cases[i].dist = dist;
    }
    retry_run(t, cases, SIZES, came);
    for (int i = 0; i < SIZES; i++) {
        counts->right[sizes[i].kind] += came[i] == CAME_RIGHT;
        counts->wrong[sizes[i].kind] += came[i] == CAME_WRONG;
    }
}

static enum failure_kind kind_of_sizes(const struct size_counts *counts) {
    const int *right = counts->right, *wrong = counts->wrong;
    bool whole_are_right =
        right[TILES_ONE] && right[TILES_MORE] && !wrong[TILES_ONE] && !wrong[TILES_MORE];
    bool single_are_right = right[TILES_ONE] && right[SHORT_ONE] && !wrong[TILES_ONE] &&
                            !wrong[SHORT_ONE] && !wrong[FEW];
    if (whole_are_right && (wrong[SHORT_ONE] || wrong[SHORT_MORE])) return FAILURE_TAIL;
    if (single_are_right && (wrong[TILES_MORE] || wrong[SHORT_MORE])) return FAILURE_BLOCK;
    return FAILURE_NONE;
}

/* Whether a kernel's tiles are to blame: all that fail are short, or all that fail are several. */
static enum failure_kind compare_sizes(const struct retry *t, const struct failure *f) {
    const enum data_dist dist = f->c.dist == DATA_LITERAL ? DATA_UNIFORM : f->c.dist;
    struct size_counts counts = {{0}, {0}};
    if (!tile_of(t->row)) return FAILURE_NONE;
    count_sizes(t, f, dist, &counts);
    enum failure_kind kind = kind_of_sizes(&counts);
    if (!kind || dist == DATA_UNIFORM) return kind;
    count_sizes(t, f, DATA_UNIFORM, &counts); /* other keys may be right by luck */
    return kind_of_sizes(&counts);
}

enum failure_kind retry_compare(const struct retry *t, const struct failure *f) {
    if (t->verdict == VERDICT_WRONG) {
        if (is_due_to(t, f, no_max, all_but_max)) return FAILURE_SENTINEL;
        if (is_due_to(t, f, no_zero, all_but_zero)) return FAILURE_SENTINEL;
        if (is_due_to(t, f, no_top_bit, all_but_top_bit)) return FAILURE_TOP_BIT;
        if (is_due_to(t, f, no_equals, all_but_equals)) return FAILURE_EQUAL_KEYS;
    }
    return t->order ? compare_sizes(t, f) : FAILURE_NONE;
}
