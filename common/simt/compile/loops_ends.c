/** @file
 *  @brief Conditions as i < n: for most blocks they hold for all threads or for none, which the ends of a row tell. */
#include "loops_write.h"

#include <stdlib.h>

/** Is it threadIdx.x, or a variable that is it plus what is the same in a row? `*v` is that variable. */
static bool is_rising(const struct writer *w, size_t first, size_t last, const struct variable **v) {
    const struct loops *l = w->l;
    if (first + 2 == last && is_thread_index(l->s, first)) return token_is(l->s, last, "x");
    *v = first == last && l->s->t[first].op == OP_NAME ? variable_at(l, first) : NULL;
    return *v && is_hoisted(w, *v); // others were not looked at for overflow
}

/** Does a comparison change at most once along a row? `*v` is the rising variable in it, if it has one. */
static bool is_threshold(const struct writer *w, size_t first, size_t last, const struct variable **v) {
    const struct loops *l = w->l;
    const struct source *s = l->s;
    size_t at = 0;
    if (!has_x(l, first, last)) return true;
    for (size_t i = first; i <= last; i = s->t[i].op == '(' && s->t[i].match ? s->t[i].match + 1u : i + 1) {
        bool compares = s->t[i].op == '<' || s->t[i].op == '>' || token_is(s, i, "<=") || token_is(s, i, ">=");
        if (compares && at) return false;
        if (compares) at = i;
        if (s->t[i].op == '?' || s->t[i].op == ',' || token_is(s, i, "<<") || token_is(s, i, "==")) return false;
    }
    size_t behind = at + 1;
    bool shifts = s->t[at].op == '>' && s->t[at].at + s->t[at].len == s->t[at + 1].at; // > is one token of >> and >=
    if (!at || at == first || at == last || s->t[at].match || shifts) return false;
    bool left = has_x(l, first, at - 1), right = has_x(l, behind, last);
    return left != right && (left ? is_rising(w, first, at - 1, v) : is_rising(w, behind, last, v));
}

/** Does each term of a condition change at most once along a row? Then it holds for a row if it holds for both ends.
 *  Terms are those of a && b (`all`) or of a || b, whose contrary is asked. *v, if not NULL, must not be negative. */
static bool is_known_by_ends(const struct writer *w, size_t first, size_t last, bool all, size_t *terms,
                             const struct variable **v) {
    const struct source *s = w->s;
    size_t start = first;
    *terms = 0;
    *v = NULL;
    for (size_t i = first; i <= last + 1; i = s->t[i].op == '(' && s->t[i].match ? s->t[i].match + 1u : i + 1) {
        if (i <= last && token_is(s, i, all ? "||" : "&&")) return false;
        if (i <= last && !token_is(s, i, all ? "&&" : "||")) continue;
        const struct variable *own = NULL;
        if (i == start || !is_threshold(w, start, i - 1, &own) || (own && *v && own != *v)) return false;
        if (own) *v = own;
        ++*terms;
        start = i + 1;
    }
    return true;
}

void write_ends(struct writer *w, const struct statement *st, size_t box) {
    size_t first = st->open + 1, last = w->s->t[st->open].match - 1, terms;
    const struct variable *v;
    fputs("{ simt_found simt_quick = SIMT_OTHER_THREADS;", w->out);
    if (!is_known_by_ends(w, first, last, !st->guards, &terms, &v)) return;
    bool *needs = calloc(w->l->n_variables + 1, sizeof(*needs));
    if (!needs) stop_at(w->s, first, "out of memory. Compile fewer things at a time");
    find_needs(w, first, last, needs);
    fprintf(w->out,
            " { bool simt_all = true, simt_none = true; const unsigned simt_x0 = simt_box%zu.x0;"
            " for (unsigned simt_z = simt_box%zu.z0; simt_z < simt_box%zu.z1; simt_z++)"
            " for (unsigned simt_y = simt_box%zu.y0; simt_y < simt_box%zu.y1; simt_y++) {",
            box, box, box, box, box);
    write_bases(w, needs);
    if (v) fprintf(w->out, " if (simt_b%zu < 0) simt_all = simt_none = false;", (size_t)(v - w->l->variables));
    fprintf(w->out,
            " for (int simt_end = 0; simt_end < 2; simt_end++) { const int simt_i = simt_end ? (int)(simt_box%zu.x1 -"
            " simt_x0) - 1 : 0; const unsigned simt_x = simt::x_of(simt_x0, simt_i);",
            box);
    write_formulas(w, needs, first, last);
    fprintf(w->out, " const bool simt_holds = %s(bool)(", st->guards ? "!" : "");
    copy(w, first, last, first, last);
    fputs("); simt_all &= simt_holds; simt_none &= !simt_holds; } }", w->out);
    fputs(" if (simt_all) simt_quick = SIMT_BOX;", w->out);
    if (terms == 1) fputs(" if (simt_none) simt_quick = SIMT_NO_THREADS;", w->out);
    fputs(" }", w->out);
    free(needs);
}
