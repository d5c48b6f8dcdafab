/** @file
 *  @brief In a check build: what is known of the threads of a row before they run: indices, conditions, where elements
 *         lie. See loops_rows.c. */
#include "loops_write.h"

#include <string.h>

bool is_foreseen(const struct writer *w, size_t first, size_t last) {
    return last >= first && has_no_effect(w->l, first, last) && is_condition(w->l, first, last);
}

bool differs(const struct writer *w, size_t first, size_t last, bool rows) {
    for (size_t i = first; i <= last; i++) {
        const struct variable *v = w->s->t[i].op == OP_NAME ? variable_at(w->l, i) : NULL;
        if (is_thread_index(w->s, i) && token_is(w->s, i + 2, "x") != rows) return true;
        if (v && (v == w->counter || v->foreseen)) return true;
        if (v && v->kind == V_FORMULA && !v->uniform && differs(w, v->init, v->init_end, rows))
            return true;
    }
    return false;
}

bool varies(const struct writer *w, size_t first, size_t last) {
    return differs(w, first, last, false);
}

static bool is_growing_term(const struct writer *w, size_t first, size_t last) {
    const struct source *s = w->s;
    const struct variable *v =
        first == last && s->t[first].op == OP_NAME ? variable_at(w->l, first) : NULL;
    if (s->t[first].op == '(' && s->t[first].match == last) return grows(w, first + 1, last - 1);
    if (v && v == w->counter) return true;
    if (v) return v->kind == V_FORMULA && grows(w, v->init, v->init_end);
    if (s->t[first + 1].op == '(' && s->t[first + 1].match == last) return call_grows(w, first);
    return first + 2 == last && is_thread_index(s, first);
}

/* simt::touch asks the first thread and the last one, too. */
bool grows(const struct writer *w, size_t first, size_t last) {
    const struct source *s = w->s;
    size_t start = first, terms = 0;
    bool minus = false;
    for (size_t i = first; i <= last + 1; i = s->t[i].op == '(' ? s->t[i].match + 1u : i + 1) {
        uint32_t op = i > last ? '+' : s->t[i].op;
        if (op == OP_OTHER || (op < OP_NAME && strchr("?,<>=&|^", (int)op))) return false;
        if ((op != '+' && op != '-') || i == start) continue;
        if (varies(w, start, i - 1)) {
            if (minus || !is_growing_term(w, start, i - 1)) return false;
            terms++;
        }
        start = i + 1;
        minus = op == '-';
    }
    return terms == 1;
}

size_t array_end(const struct source *s, size_t i) {
    return s->t[i + 1].op == '.' && s->t[i + 3].op == '[' ? i + 2 : i;
}

size_t access_end(const struct source *s, size_t i) {
    bool plain = array_end(s, i) == i;
    i = array_end(s, i);
    while (s->t[i + 1].op == '[') i = s->t[i + 1].match;
    bool member = plain && s->t[i].op == ']' && s->t[i + 1].op == '.' && s->t[i + 2].op == OP_NAME;
    return member ? i + 2 : i;
}

bool is_of_element(const struct source *s, size_t i) {
    return is_member(s, i) && s->t[i - 2].op == ']';
}

static size_t count_brackets(const struct source *s, size_t i) {
    size_t n = 0;
    for (; s->t[i].op == '['; i = s->t[i].match + 1u) n++;
    return n;
}

bool is_element(const struct writer *w, const struct variable *v, size_t i) {
    const struct source *s = w->s;
    size_t array = array_end(s, i), indexes = count_brackets(s, array + 1),
           end = access_end(s, i) + 1;
    if ((v && (v->is_auto || v->in_step)) || s->t[end].op == '.' || s->t[end].op == OP_ARROW ||
        s->t[end].op == '(' || (is_of_element(s, end - 1) && s->t[end].op == '['))
        return false;
    if (!v) return array == i && indexes; // an array from outside, as the compiler says
    if (array != i) return is_fixed_structure(v) && indexes == 1;
    if (v->kind == V_SHARED) return indexes == count_brackets(s, v->name + 1);
    bool fixed = v->kind == V_PARAMETER || v->kind == V_FORMULA;
    return fixed && indexes == 1 && (v->kind == V_PARAMETER || !v->is_array);
}

/** Does a condition leave no doubt of what it gives, wherever the compiler computes it? Its terms compare what is in
 *  memory as it stands there: sums of floats are no part of them. */
static bool is_exact(const struct writer *w, size_t first, size_t last) {
    const struct source *s = w->s;
    bool loads = false, computes = false;
    for (size_t i = first; i <= last; i++) {
        uint32_t op = s->t[i].op;
        bool ends = token_is(s, i, "&&") || token_is(s, i, "||");
        if (ends) loads = computes = false;
        bool sums = (op == '+' || op == '-' || op == '*') && ends_value(s, i - 1);
        computes |= sums || op == '/' || op == '?' || (op == OP_NAME && s->t[i + 1].op == '(');
        if (op == '[') loads = true, i = s->t[i].match;
        if (loads && computes) return false;
    }
    return true;
}

/** An operator of the program may do more than compare. So the compiler has to say that the access at `i` gives a
 *  number. */
static void note_compared(struct writer *w, size_t i) {
    if (array_end(w->s, i) != i)
        need_member(w, (struct member){.name = i, .leads = true, .compared = true});
    else if (!is_of_element(w->s, access_end(w->s, i)))
        w->compared[variable_at(w->l, i) - w->l->variables] = true;
}

bool is_known(struct writer *w, size_t first, size_t last) {
    const struct source *s = w->s;
    size_t start = first;
    bool known = !w->stored && has_no_effect(w->l, first, last) && is_exact(w, first, last);
    for (size_t i = first; i <= last + 1 && known; i++) {
        const struct variable *v = i <= last && s->t[i].op == OP_NAME ? variable_at(w->l, i) : NULL;
        bool access = v && !is_member(s, i) && s->t[array_end(s, i) + 1].op == '[';
        if (!access && i <= last) continue;
        if (i > start && !is_foreseen(w, start, i - 1)) known = false;
        if (!access) break;
        known &= is_element(w, v, i);
        note_compared(w, i);
        for (size_t k = array_end(s, i) + 1; s->t[k].op == '['; k = s->t[k].match + 1u)
            known &= is_foreseen(w, k + 1, s->t[k].match - 1u);
        i = access_end(s, i);
        start = i + 1;
    }
    w->asked = w->asks_memory = true;
    return known;
}

const char *way_of(const struct writer *w, const struct variable *v, size_t i) {
    bool last_grows = false, before = v && v->kind == V_FORMULA && varies(w, v->init, v->init_end),
         last_varies = false;
    for (size_t k = array_end(w->s, i) + 1; w->s->t[k].op == '['; k = w->s->t[k].match + 1u) {
        before |= last_varies;
        last_varies = varies(w, k + 1, w->s->t[k].match - 1u);
        last_grows = grows(w, k + 1, w->s->t[k].match - 1u);
    }
    if (!before && !last_varies) return "all_the_same";
    return !before && last_grows ? "side_by_side" : "anywhere";
}
