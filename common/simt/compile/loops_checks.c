/**
 * @file
 * @brief In a check build: whether a kernel may run as loops in a trial, and what the compiler has to say of its types
 *        first. See loops_rows.c.
 *
 * Types are unknown here. So the text asks the compiler, as in && std::is_scalar<decltype(m.width)>::value.
 */
#include "loops_write.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SHIFT = 31 };

bool is_fixed_structure(const struct variable *v) {
    return v && (v->kind == V_PARAMETER || v->kind == V_FORMULA);
}

void need_member(struct writer *w, struct member member) {
    struct loops *l = w->l;
    const struct variable *v = !member.of && !member.type && !member.fixed ? variable_at(l, member.name) : NULL;
    if (v && v->kind != V_PARAMETER) member.record = (size_t)(v - l->variables) + 1;
    for (size_t k = 0; k < l->n_members; k++)
        if (memcmp(&l->members[k], &member, sizeof(member)) == 0) return;
    l->members = grown(l->members, l->n_members, &l->members_room, sizeof(*l->members));
    l->members[l->n_members++] = member;
}

void note_members(struct writer *w, size_t first, size_t last) {
    const struct source *s = w->s;
    for (size_t i = first; i <= last; i++) {
        const struct variable *v = s->t[i].op == OP_NAME ? variable_at(w->l, i) : NULL;
        if (is_fixed_structure(v) && s->t[i + 1].op == '.' && s->t[i + 3].op != '[' && s->t[i + 3].op != '.')
            need_member(w, (struct member){.name = i});
    }
}

bool is_small_shift(const struct source *s, size_t i) {
    char *end;
    size_t by = i + (s->t[i].op == '>' ? 2 : 1);
    uint32_t next = s->t[by + 1].op;
    bool ends = next == ')' || next == ';' || next == ',' || next == ']';
    return s->t[by].op == OP_NUMBER && ends &&
           strtoul(s->text + s->t[by].at, &end, 0) <= MOST_SHIFT &&
           end == s->text + s->t[by].at + s->t[by].len;
}

bool is_shift(const struct source *s, size_t i) {
    bool right = s->t[i].op == '>' && s->t[i].at + 1 == s->t[i + 1].at &&
                 (s->t[i + 1].op == '>' || token_is(s, i + 1, ">="));
    return right || token_is(s, i, "<<") || token_is(s, i, "<<=");
}

/** May tokens first … last shift too far? Rows leave out what no thread needs, and memcheck does not. */
static bool has_far_shift(const struct source *s, size_t first, size_t last) {
    for (size_t i = first; i <= last; i++) {
        if (is_shift(s, i) && !is_small_shift(s, i)) return true;
        if (is_shift(s, i)) i++;
    }
    return false;
}

bool may_have_rows(const struct loops *l) {
    const struct source *s = l->s;
    if (l->why || l->has_other_calls || l->block) return false;
    for (size_t k = 0; k < l->n_variables; k++) {
        const struct variable *v = &l->variables[k];
        if (v->kind == V_SHARED || is_parameter(l, v)) continue;
        bool result =
            s->t[v->name].at > s->size; // of a function that is written out: it returns something
        bool unset = !v->init && !result; // the compiler fills it for each thread
        if (v->kind == V_FORMULA && v->group && !v->uniform && has_far_shift(s, v->init, v->init_end)) return false;
        if ((unset && v->kind != V_LOCAL && v->kind != V_LANE) || v->is_array) return false;
    }
    return true;
}

/** The member of a structure, for decltype alone. */
static void write_member(struct writer *w, const struct member *m) {
    const struct variable *v = m->of ? &w->l->variables[m->of - 1] : m->record ? &w->l->variables[m->record - 1] : NULL;
    size_t member = m->of || m->type ? m->name : m->name + 2;
    if (v || m->type) fputs("simt::element<", w->out);
    if (v) write_type(w, v);
    if (m->type) write_tokens(w, m->type, m->type);
    if (v || m->type) fputs(">().", w->out);
    write_tokens(w, v || m->type ? member : m->name, member);
}

/** Of an array from outside, for decltype alone. */
static void write_array_check(struct writer *w, const struct member *m) {
    const struct source *s = w->s;
    size_t i = m->name;
    fputs(" && std::is_array<decltype(", w->out);
    write_tokens(w, i, i);
    fprintf(w->out, ")>::value && simt::has_%s<std::remove_reference_t<decltype(", m->words ? "words" : "elements");
    write_tokens(w, i, i);
    for (; s->t[i + 1].op == '['; i = s->t[i + 1].match) fputs("[0]", w->out);
    if (i < m->array) write_tokens(w, i + 1, m->array);
    fputs(")>>", w->out);
}

/** Is an array from outside always asked for in place? */
static bool is_seen_array(const struct writer *w, size_t name) {
    const struct loops *l = w->l;
    bool seen = true;
    for (size_t i = l->d->body; i < w->s->t[l->d->body].match && seen; i++) {
        if (w->s->t[i].op != OP_NAME || !tokens_equal(w->s, i, name) || variable_at(l, i) || is_member(w->s, i))
            continue;
        size_t k = 0;
        while (k < l->n_members && !(l->members[k].array && l->members[k].name == i)) k++;
        seen = k < l->n_members;
    }
    return seen;
}

static void write_member_check(struct writer *w, const struct member *m) {
    const char *before = " && std::is_scalar<decltype(", *behind = ")>::value";
    if (m->type && !m->name) {
        fputs(" && simt::is_record<", w->out);
        write_tokens(w, m->type, m->type);
        fputs(">", w->out);
        return;
    }
    if (m->fixed) {
        fputs(" && __builtin_constant_p(", w->out);
        write_tokens(w, m->name, m->name);
        fputs(") && simt::is_constant<decltype((", w->out);
        write_tokens(w, m->name, m->name);
        fputs("))>", w->out);
        return;
    }
    if (m->array) {
        write_array_check(w, m);
        return;
    }
    if (m->compared) before = " && std::is_scalar<std::remove_reference_t<decltype(*", behind = ")>>::value";
    if (m->leads && !m->compared) before = " && simt::has_elements<decltype(", behind = ")>";
    if (m->words) before = " && simt::has_words<decltype(";
    if (m->points) before = " && std::is_pointer<decltype(";
    fputs(before, w->out);
    write_member(w, m);
    fputs(behind, w->out);
}

void write_row_checks(struct writer *w) {
    bool in_place = false;
    for (size_t k = 0; k < w->l->n_variables; k++)
        if (w->l->variables[k].kind == V_FORMULA) note_members(w, w->l->variables[k].init, w->l->variables[k].init_end);
    for (size_t k = 0; k < w->l->n_variables; k++)
        if (w->seen[k]) in_place = true;
    if (in_place) fputs(" && simt::orders_stores", w->out);
    if (w->asks_memory) fputs(" && !simt::comparisons_vary", w->out);
    for (size_t k = 0; k < w->l->n_outside; k++) {
        if (w->l->outside[k].type || is_seen_array(w, w->l->outside[k].name)) continue;
        fputs(" && __builtin_constant_p(", w->out);
        write_tokens(w, w->l->outside[k].name, w->l->outside[k].name);
        fputc(')', w->out);
    }
    for (size_t k = 0; k < w->l->n_variables; k++) {
        if (w->compared[k]) {
            fputs(" && std::is_scalar<std::remove_reference_t<decltype(simt::element<", w->out);
            write_type(w, &w->l->variables[k]);
            fputs(">())>>::value", w->out);
        }
        if (!w->touched[k] && !w->seen[k]) continue;
        fputs(w->touched[k] ? " && simt::has_elements<" : " && simt::has_words<", w->out);
        write_type(w, &w->l->variables[k]);
        fputc('>', w->out);
    }
    for (size_t k = 0; k < w->l->n_members; k++) write_member_check(w, &w->l->members[k]);
}
