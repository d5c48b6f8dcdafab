/**
 * @file
 * @brief In a check build: accesses of which nobody knows beforehand where they go. Each thread asks in place.
 *
 *     for (int j = p[i]; j < p[i + 1]; j++) s += v[j];      as in loops_rows.c this needs p before it is loaded. So:
 *     … s += (*simt::loads<false>(simt_v, simt_now, simt::place(v, j)));
 *
 * That is a function's inlined code in place of a hook's call, and no fiber. It has to find every access: what it does
 * not understand leaves the kernel without rows (unseen). An access is an array's name with its indices, or a shared
 * variable; and behind it an operator that stores, or none.
 */
#include "loops_write.h"

#include <string.h>

/** An access whose name is token `i`: up to `end`, and what the array is called, up to `array`. */
struct access {
    size_t i, array, end;
    bool loads, stores;
};

/** May token `i` be an array's name or a shared variable's? */
static bool begins_access(const struct writer *w, size_t i) {
    const struct source *s = w->s;
    if (s->t[i].op != OP_NAME || is_member(s, i)) return false;
    const struct variable *v = variable_at(w->l, i);
    return s->t[array_end(s, i) + 1].op == '[' || (v && v->kind == V_SHARED);
}

static bool steps_at(const struct source *s, size_t i) {
    return token_is(s, i, "++") || token_is(s, i, "--");
}

/** Looks at the operators around the access at name `i`. */
static struct access access_at(const struct source *s, size_t i) {
    struct access a = {.i = i, .array = array_end(s, i), .end = access_end(s, i), .loads = true};
    const bool steps = steps_at(s, i - 1) || steps_at(s, a.end + 1);
    a.stores = steps || is_store(s, a.end + 1);
    a.loads = steps || s->t[a.end + 1].op != '=';
    return a;
}

/** Is it one that can be asked for in place? The compiler says what types there are (has_words). */
static bool is_clear(struct writer *w, struct access a) {
    struct variable *v = variable_at(w->l, a.i);
    const struct variable pointer = {.kind = V_PARAMETER}; // of whatever value
    bool own = v && !v->is_array && v->kind != V_SHARED && !v->is_auto && a.array == a.i;
    return is_element(w, own ? &pointer : v, a.i);
}

/** What the compiler has to say before. */
static void note_types(struct writer *w, struct access a) {
    const struct source *s = w->s;
    const struct variable *v = variable_at(w->l, a.i);
    if (!v)
        need_member(w, (struct member){.name = a.i, .array = a.end, .words = true});
    else if (a.array != a.i)
        need_member(w, (struct member){.name = a.i, .leads = true, .words = true});
    else if (is_of_element(s, a.end))
        need_member(w, (struct member){.name = a.end, .of = (size_t)(v - w->l->variables) + 1});
    else
        w->seen[v - w->l->variables] = true;
}

static size_t end_of_value(const struct source *s, size_t i) {
    while (s->t[i].op != ';' && s->t[i].op != ',' && s->t[i].op != ')' && s->t[i].op != ']') i = skip_one(s, i);
    return i - 1;
}

/** As in loops_rows.c: in the kernel's own text the value is needed, too. */
static void note_values(struct writer *w, struct access a) {
    const struct variable *v = variable_at(w->l, a.i);
    const bool shared = v && v->kind == V_SHARED, steps = steps_at(w->s, a.i - 1) || steps_at(w->s, a.end + 1);
    if (shared) return;
    if (!a.stores) note_live(w, a.i, a.end, v);
    if (!a.stores || !a.loads || steps) return;
    size_t first = a.end + 2, last = end_of_value(w->s, first);
    for (size_t k = first; k <= last; k++)
        if (w->s->t[k].op == '{' || is_store(w->s, k)) w->unseen = true;
    note_live(w, first, last, false);
}

static size_t look_at_access(struct writer *w, size_t i) {
    struct access a = access_at(w->s, i);
    if (!is_clear(w, a)) w->unseen = true;
    for (size_t k = a.array + 1; w->s->t[k].op == '['; k = w->s->t[k].match + 1u)
        look_at_places(w, k + 1, w->s->t[k].match - 1u);
    if (w->unseen) return a.end;
    note_types(w, a);
    note_values(w, a);
    return a.end;
}

/** Does the operator at `i` store into something else than one variable by its name, or an access? */
static bool stores_elsewhere(const struct source *s, size_t i) {
    if (!is_store(s, i)) return false;
    bool behind = ends_value(s, i - 1), before = steps_at(s, i) && !behind;
    size_t target = before ? i + 1 : i - 1;
    return s->t[target].op != OP_NAME && (before || s->t[target].op != ']');
}

static void look_at_name(struct writer *w, size_t i) {
    const struct source *s = w->s;
    const struct variable *v = variable_at(w->l, i);
    bool calm = (is_calm_name(s, i) && !token_is(s, i, "__ldg")) || value_code(w->l->calls, s, i) ||
                is_failed_assert(w->l, i);
    if (v && s->t[i + 1].op == '.' && s->t[i + 3].op == '(') w->unseen = true;
    if (v && v->is_array) w->unseen = true;
    if (!v && s->t[i + 1].op == '(' && !calm) w->unseen = true;
}

/** Is it the * of a pointer's declaration? */
static bool declares_pointer(const struct writer *w, size_t i) {
    const struct source *s = w->s;
    if (s->t[i].op != '*') return false;
    while (s->t[i].op == '*' || s->t[i].op == W_CV || s->t[i].op == W_RESTRICT) i++;
    const struct variable *v = s->t[i].op == OP_NAME ? variable_at(w->l, i) : NULL;
    return v && v->name == i;
}

void look_at_places(struct writer *w, size_t first, size_t last) {
    const struct source *s = w->s;
    for (size_t i = first; i <= last && !w->unseen; i++) {
        uint32_t op = s->t[i].op;
        bool unary = (op == '*' || op == '&') && !ends_value(s, i - 1) && !declares_pointer(w, i);
        bool word = token_is(s, i, "return") || token_is(s, i, "else") || token_is(s, i, "do") ||
                    token_is(s, i, "case");
        if (begins_access(w, i)) {
            i = look_at_access(w, i);
            continue;
        }
        if (op == '[' || op == OP_ARROW || unary || (op == W_KEYWORD && !word) || stores_elsewhere(s, i))
            w->unseen = true;
        if (op == OP_NAME && !is_member(s, i)) look_at_name(w, i);
        if (is_store(s, i) && s->t[i].op == '>') i++;
    }
}

size_t write_place_of(struct writer *w, size_t i, size_t from, size_t to) {
    const struct source *s = w->s;
    if (!w->in_place || !begins_access(w, i)) return 0;
    struct access a = access_at(s, i);
    const struct variable *v = variable_at(w->l, i);
    const bool member = is_of_element(s, a.end);
    fprintf(w->out, " (*simt::%s<%s>(simt_v, simt_now, %ssimt::place(",
            !a.stores  ? "loads"
            : !a.loads ? "stores"
                       : "updates",
            v && v->kind == V_SHARED ? "true" : "false", member ? "&" : "");
    w->in_place = false; // it is the array itself
    copy(w, i, a.array, from, to);
    w->in_place = true;
    for (size_t k = a.array + 1; s->t[k].op == '['; k = s->t[k].match + 1u) {
        fputc(',', w->out);
        copy(w, k + 1, s->t[k].match - 1u, from, to);
    }
    fputc(')', w->out);
    if (member) fputs("->", w->out), write_tokens(w, a.end, a.end);
    fputs(")) ", w->out);
    return a.end;
}
