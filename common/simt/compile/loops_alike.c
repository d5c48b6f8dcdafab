/**
 * @file
 * @brief Variables that change, but are the same for all threads: in a check build, one stands for all of them.
 *
 *     int out = 0;                       stands before the loops over threads,
 *     for (…) { out = 1 - out; …         and so does this, once for each round.
 *
 * An index out * n + t is then known before the threads of a row run (loops_rows.c). Such a variable is stored to only
 * where all threads come, and by a formula that is the same for all.
 */
#include "loops.h"

/** What is done with each statement that all threads run: those in loops that are taken to pieces, too. */
static void for_all(struct loops *l, size_t index, void (*each)(struct loops *, struct statement *)) {
    for (size_t k = index; k; k = l->statements[k].next) {
        struct statement *st = &l->statements[k];
        if (st->kind == S_BLOCK || (st->kind == S_FOR && st->apart)) for_all(l, st->child, each);
        each(l, st);
    }
}

/** Its variables may be such, as long as nothing else is found out. */
static void presume(struct loops *l, struct statement *st) {
    for (size_t k = 0; k < l->n_variables && st->kind == S_DECLARATION; k++) {
        struct variable *v = &l->variables[k];
        if (v->name < st->first || v->name > st->last || v->kind != V_LOCAL || !v->init || !v->assigned ||
            v->pointed_at || !is_integer_type(l, v))
            continue;
        v->alike = v->uniform = true;
        v->kind = V_COUNTER;
    }
}

static void forget(struct variable *v) {
    v->alike = v->uniform = false;
    v->kind = V_LOCAL;
}

/** Notes statements that store to such variables alone. */
static void note_alike(struct loops *l, struct statement *st) {
    struct variable *v = NULL;
    for (size_t i = st->first; i < st->last && !v && st->kind == S_PLAIN; i++)
        if (l->s->t[i].op == OP_NAME) v = variable_at(l, i);
    st->alike = v && v->alike && !has_no_effect(l, st->first, st->last - 1) && steps_alike(l, st->first, st->last - 1);
}

/** Is variable `v` stored to at name `i`? */
static bool stores_at(struct loops *l, struct variable *v, size_t i) {
    bool was = v->assigned, pointed = v->pointed_at, stores;
    v->assigned = false;
    note_stores(l, i);
    stores = v->assigned;
    v->assigned = was;
    v->pointed_at = pointed;
    return stores;
}

/** Does token `i` stand in a statement that is noted? */
static bool is_in_alike(const struct loops *l, size_t i) {
    for (size_t k = 1; k < l->n_statements; k++)
        if (l->statements[k].alike && l->statements[k].first <= i && i <= l->statements[k].last) return true;
    return false;
}

/** Is it as presumed, with the statements that are noted? */
static bool is_alike(struct loops *l, struct variable *v) {
    bool uniform;
    if (!has_no_effect(l, v->init, v->init_end) || !is_formula(l, v->init, v->init_end, &uniform) || !uniform)
        return false;
    for (size_t i = l->d->body; i < l->s->t[l->d->body].match; i++)
        if (l->s->t[i].op == OP_NAME && variable_at(l, i) == v && stores_at(l, v, i) && !is_in_alike(l, i))
            return false;
    return true;
}

bool may_change(struct loops *l, size_t first, size_t last, size_t from, size_t to) {
    for (size_t i = first; i <= last; i++) {
        struct variable *v = l->s->t[i].op == OP_NAME ? variable_at(l, i) : NULL;
        if (v && v->kind == V_FORMULA && v->name < first && may_change(l, v->init, v->init_end, from, to)) return true;
        for (size_t k = from; v && v->alike && k <= to; k++)
            if (l->s->t[k].op == OP_NAME && variable_at(l, k) == v && stores_at(l, v, k)) return true;
    }
    return false;
}

bool find_alike(struct loops *l) {
    size_t n = 0, before;
    for_all(l, l->first, presume);
    do {
        before = n, n = 0;
        for_all(l, l->first, note_alike);
        for (size_t k = 0; k < l->n_variables; k++) {
            struct variable *v = &l->variables[k];
            if (v->alike && !is_alike(l, v)) forget(v);
            n += v->alike;
        }
    } while (n && n != before);
    if (!n) for_all(l, l->first, note_alike); // there are none
    for (size_t k = 0; k < l->n_variables && n; k++) {
        struct variable *v = &l->variables[k];
        if (v->kind != V_FORMULA && (v->kind != V_COUNTER || v->alike)) continue;
        v->kind = V_LOCAL;
        v->uniform = v->linear = false;
    }
    return n;
}
