/**
 * @file
 * @brief How the loops of a kernel name what it computes with: its tokens, and its variables with their types, places
 *        and formulas. See loops_write.c.
 */
#include "loops_write.h"

#include <string.h>

static size_t number_of(const struct writer *w, const struct variable *v) {
    return (size_t)(v - w->l->variables);
}

bool hides_another(const struct loops *l, const struct variable *v) {
    for (size_t k = 0; k < l->n_variables; k++) {
        const struct variable *u = &l->variables[k];
        if (u != v && u->from <= v->name && v->name <= u->to && tokens_equal(l->s, u->name, v->name)) return true;
    }
    return false;
}

static void write_token(struct writer *w, size_t i) {
    const struct token *t = &w->s->t[i], *before = t - 1;
    const struct variable *v = t->op == OP_NAME ? variable_at(w->l, i) : NULL;
    if (before->at + before->len != t->at) fputc(' ', w->out);
    fwrite(w->s->text + t->at, 1, t->len, w->out);
    const char *behind = w->l->calls->shifts || w->l->calls->checked ? behind_shift(w->s, i) : NULL;
    if (behind) fputs(behind, w->out);
    if (v && hides_another(w->l, v)) fprintf(w->out, "_simt%zu", number_of(w, v));
}

void write_tokens(struct writer *w, size_t first, size_t last) {
    fputc(' ', w->out);
    for (size_t i = first; i <= last; i++) write_token(w, i);
}

/** Begins a line that the compiler takes for the line of token `i`. */
void mark_line(struct writer *w, size_t i) {
    const struct place *place = &w->s->places[w->s->t[i].place];
    fprintf(w->out, "\n# %u \"%.*s\" 3\n", w->s->t[i].line, (int)place->len, place->name);
}

bool has_bounds(const struct writer *w, const struct variable *v) {
    return w->s->t[v->name + 1].op == '[';
}

/** Copies code for one thread. Variables that tokens from … to declare are its own. */
void copy(struct writer *w, size_t first, size_t last, size_t from, size_t to) {
    fputc(' ', w->out);
    for (size_t i = first; i <= last; i++) {
        struct variable *v = w->s->t[i].op == OP_NAME ? variable_at(w->l, i) : NULL;
        size_t end = write_place_of(w, i, from, to);
        if (end) {
            i = end;
        } else if (v && v->kind == V_LANE && (v->name < from || v->name > to)) {
            fprintf(w->out, has_bounds(w, v) ? " simt_r%zu[simt_i].all " : " simt_r%zu[simt_i] ", number_of(w, v));
        } else if (w->s->t[i].op == OP_NAME && is_thread_index(w->s, i)) {
            fprintf(w->out, " simt_%c ", w->s->text[w->s->t[i + 2].at]);
            i += 2;
        } else if (is_failed_assert(w->l, i)) {
            fputs(w->in_place ? " simt_leave_rows()" : " (void)0", w->out); // or it was asked before (loops_rows.c)
            i = w->s->t[i + 1].match;
        } else if (token_is(w->s, i, "return")) {
            fputs(" continue", w->out); // with the next thread: it stands in no loop of the kernel
        } else {
            if (i > first && w->s->t[i].line != w->s->t[i - 1].line) mark_line(w, i);
            write_token(w, i);
        }
    }
}

void write_declared_type(struct writer *w, const struct variable *v) {
    write_tokens(w, v->type, v->type_end - 1);
    if (v->stars < v->name) write_tokens(w, v->stars, v->name - 1);
}

void write_type(struct writer *w, const struct variable *v) {
    for (size_t i = v->type; i < v->type_end; i++)
        if (token_is(w->s, i, "constexpr"))
            fputs(" const", w->out);
        else
            write_tokens(w, i, i);
    if (v->stars < v->name) write_tokens(w, v->stars, v->name - 1);
}

/** The bounds of an array, in front of the kernel's own code: what it has named is written out. */
static void write_bounds(struct writer *w, size_t first, size_t last) {
    for (size_t i = first; i <= last; i++) {
        const struct variable *v = w->s->t[i].op == OP_NAME ? variable_at(w->l, i) : NULL;
        if (!v) {
            write_tokens(w, i, i);
            continue;
        }
        fputs(" ((", w->out);
        if (v->is_auto)
            fputs("size_t", w->out);
        else
            write_type(w, v);
        fputs(")(", w->out);
        write_bounds(w, v->init, v->init_end);
        fputs("))", w->out);
    }
}

void write_place(struct writer *w, const struct variable *v) {
    if (has_bounds(w, v)) fputs(" simt::kept<", w->out);
    write_type(w, v);
    if (has_bounds(w, v)) {
        size_t end = v->name + 1;
        while (w->s->t[end].op == '[') end = skip_one(w->s, end);
        write_bounds(w, v->name + 1, end - 1);
        fputc('>', w->out);
    }
}

void find_needs(const struct writer *w, size_t first, size_t last, bool *needs) {
    for (size_t i = first; i <= last; i++) {
        struct variable *v = w->s->t[i].op == OP_NAME ? variable_at(w->l, i) : NULL;
        if (!v || needs[number_of(w, v)]) continue;
        needs[number_of(w, v)] = true;
        bool again =
            v->kind == V_FORMULA && v->group && !v->uniform && (v->name < first || v->name > last);
        if (again) find_needs(w, v->init, v->init_end, needs);
    }
}

/** The value of a linear variable in the first thread of the row. */
static void write_base(struct writer *w, const struct variable *v) {
    for (size_t i = v->init; i <= v->init_end; i++) {
        struct variable *u = w->s->t[i].op == OP_NAME ? variable_at(w->l, i) : NULL;
        bool index = w->s->t[i].op == OP_NAME && is_thread_index(w->s, i);
        if (u && u->kind == V_FORMULA && !u->uniform && u->linear) {
            fprintf(w->out, " simt_b%zu ", number_of(w, u));
        } else if (index) {
            char axis = w->s->text[w->s->t[i + 2].at];
            fprintf(w->out, axis == 'x' ? " simt_x0 " : " simt_%c ", axis);
            i += 2;
        } else {
            write_token(w, i);
        }
    }
}

/** Does `v` stand behind an if (…) return;, with a shift in its value? What is asked there may be the distance. */
static bool has_guarded_shift(const struct writer *w, const struct variable *v) {
    const struct source *s = w->s;
    bool guarded = false, shifts = false;
    for (size_t k = 1; k < w->l->n_statements; k++)
        guarded |= statement(w, k)->guards && statement(w, k)->last < v->name;
    for (size_t i = v->init; i < v->init_end; i++)
        shifts |= token_is(s, i, "<<") || (s->t[i].op == '>' && s->t[i + 1].op == '>');
    return guarded && shifts;
}

/** Is it linear, and made of what is known when the kernel begins? It is computed then, for all threads. */
bool is_hoisted(const struct writer *w, const struct variable *v) {
    if (v->kind != V_FORMULA || !v->linear || !v->group || v->to != w->s->t[w->l->d->body].match ||
        has_guarded_shift(w, v))
        return false;
    for (size_t i = v->init; i <= v->init_end; i++) {
        const struct variable *u = w->s->t[i].op == OP_NAME ? variable_at(w->l, i) : NULL;
        if (u && u->kind != V_PARAMETER && !is_hoisted(w, u)) return false;
    }
    return true;
}

void write_formulas(struct writer *w, const bool *needs, size_t first, size_t last) {
    for (size_t k = 0; k < w->l->n_variables; k++) {
        const struct variable *v = &w->l->variables[k];
        if (!needs[k] || v->kind != V_FORMULA || v->uniform || !v->group) continue;
        if (v->name >= first && v->name <= last &&
            w->l->group_of[first - w->l->d->body] != v->group)
            continue;
        write_declared_type(w, v);
        write_tokens(w, v->name, v->name);
        if (is_hoisted(w, v)) {
            fprintf(w->out, " = simt::in_row(simt_b%zu, simt_i);", k);
            continue;
        }
        fputs(" =", w->out);
        copy(w, v->init, v->init_end, v->init, v->init_end);
        fputc(';', w->out);
    }
}

void write_bases(struct writer *w, const bool *needs) {
    for (size_t k = 0; k < w->l->n_variables; k++) {
        const struct variable *v = &w->l->variables[k];
        if ((needs && !needs[k]) || !is_hoisted(w, v)) continue;
        fputs(" const simt::value<", w->out);
        write_type(w, v);
        fprintf(w->out, "> simt_b%zu =", k);
        write_base(w, v);
        fputc(';', w->out);
    }
}
