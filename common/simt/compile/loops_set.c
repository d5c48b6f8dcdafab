/**
 * @file
 * @brief Variables that indices are made of, and that get another value: in a check build, before the threads of a row
 *        touch anything by it.
 *
 *     x = blockIdx.y * TILE + threadIdx.x;     is a group of statements of its own, so that
 *     b[y * h + x] = s[…];                     x has its value when a trial asks what the next one touches.
 *
 * Such a statement touches no memory. It stands at the beginning of a group, so nothing else changes its turn.
 */
#include "loops.h"

static struct variable *own_at(const struct loops *l, size_t i) {
    struct variable *v = l->s->t[i].op == OP_NAME ? variable_at(l, i) : NULL;
    return v && !v->is_array && is_integer_type(l, v) ? v : NULL;
}

/** Marks what tokens first … last are computed with. Is there anything new? */
static bool mark(struct loops *l, size_t first, size_t last) {
    bool any = false;
    for (size_t i = first; i <= last; i++) {
        struct variable *v = own_at(l, i);
        if (!v || v->indexes) continue;
        any = v->indexes = true;
    }
    return any;
}

/** The value of tokens first … last, name = …; 0: they are something else. */
static size_t value_of(const struct loops *l, size_t first, size_t last) {
    return first + 1 < last && own_at(l, first) && l->s->t[first + 1].op == '=' ? first + 2 : 0;
}

/** The same of the values of those that are marked. */
static bool mark_values(struct loops *l) {
    bool any = false;
    for (size_t k = 0; k < l->n_variables; k++)
        if (l->variables[k].indexes && l->variables[k].init)
            any |= mark(l, l->variables[k].init, l->variables[k].init_end);
    for (size_t k = 1; k < l->n_statements; k++) {
        const struct statement *st = &l->statements[k];
        size_t value = st->kind == S_PLAIN ? value_of(l, st->first, st->last) : 0;
        if (value && own_at(l, st->first)->indexes) any |= mark(l, value, st->last - 1);
    }
    return any;
}

void find_indexes(struct loops *l) {
    const size_t body = l->d->body, close = l->s->t[body].match;
    for (size_t i = body + 1; i < close; i++)
        if (l->s->t[i].op == '[') mark(l, i + 1, l->s->t[i].match - 1u);
    while (mark_values(l)) {}
}

/** Does it only compute? */
static bool only_computes(const struct loops *l, size_t first, size_t last) {
    const struct source *s = l->s;
    bool calm = first <= last && has_no_effect(l, first, last);
    for (size_t i = first; i <= last && calm; i++) {
        const struct variable *v = s->t[i].op == OP_NAME ? variable_at(l, i) : NULL;
        bool unary = (s->t[i].op == '*' || s->t[i].op == '&') && !ends_value(s, i - 1);
        bool calls = s->t[i].op == OP_NAME && s->t[i + 1].op == '(' && !is_pure_name(s, i) && !is_known_type(s, i);
        calm = !unary && !calls && s->t[i].op != '[' && s->t[i].op != OP_ARROW && s->t[i].op != W_KEYWORD &&
               !(v && v->kind == V_SHARED);
    }
    return calm;
}

enum setting sets_indexes(const struct loops *l, const struct statement *st) {
    size_t value = st->kind == S_PLAIN ? value_of(l, st->first, st->last) : 0;
    enum setting all = SETS_NONE;
    bool sets = value && own_at(l, st->first)->indexes && only_computes(l, value, st->last - 1);
    if (value) return sets ? SETS_INDEXES : SETS_OTHERS;
    if (st->kind != S_DECLARATION) return SETS_OTHERS;
    for (size_t k = 0; k < l->n_variables; k++) {
        const struct variable *v = &l->variables[k];
        if (v->name <= st->first || v->name >= st->last || v->kind == V_FORMULA) continue;
        if (!v->indexes || !v->init || !only_computes(l, v->init, v->init_end)) return SETS_OTHERS;
        all = SETS_INDEXES;
    }
    return all;
}
