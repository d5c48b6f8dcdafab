/**
 * @file
 * @brief Writes a kernel as loops over the threads of its block: see loops.h. What the text looks like:
 *
 *     void k(float *a, int n) { if (simt_offered == 1 && simt::are_plain<…>() && [](float *a, int n,
 *         float *__restrict simt_l3) __attribute__((noinline)) { simt_take_block(); …
 *         for (int i = 0; i < n; i++)
 *             { … for (int simt_i = 0; simt_i < simt_n; simt_i++) { simt_r3[simt_i] += …; } }
 *     return true; }(a, n, simt::lanes<float>(…))) return;
 *     … }
 *
 * simt_l3 has a place for each thread's variable 3, and simt_r3 is its part for a row of threads. A box is the threads
 * that take part: rows of one length. The text is one of a system header to the compiler, which then does not warn.
 */
#include "loops_write.h"

#include <stdlib.h>
#include <string.h>

enum {
    SHORT = 60, /**< tokens of a group that are worth to be unrolled */
    PART = 16   /**< threads whose variables fit into a processor's registers */
};

/** Does each thread run a loop of its own? */
static bool has_loop_words(const struct writer *w, size_t first, size_t last) {
    for (size_t i = first; i <= last; i++)
        if (token_is(w->s, i, "for") || token_is(w->s, i, "while") || has_loops(w->l->calls, w->s, i)) return true;
    return false;
}

/** Is all that a thread has for itself in registers, and does its order with others not matter? What is in memory would
 *  be one place for all threads: to tell the compiler that they are independent would be wrong. */
static bool is_in_registers(const struct writer *w, size_t first, size_t last) {
    for (size_t k = 1; k < w->l->n_statements; k++) {
        const struct statement *st = statement(w, k);
        if (st->in_turn && !st->apart && st->first >= first && st->last <= last) return false;
    }
    for (size_t i = first; i <= last; i++)
        if (keeps_value(w->l->calls, w->s, i)) return false;
    return true;
}

void begin_rows(struct writer *w, size_t box, const bool *needs) {
    fprintf(w->out,
            "{ const unsigned simt_x0 = simt_box%zu.x0; const int simt_n = (int)(simt_box%zu.x1 - "
            "simt_x0);"
            " for (unsigned simt_z = simt_box%zu.z0; simt_z < simt_box%zu.z1; simt_z++)"
            " for (unsigned simt_y = simt_box%zu.y0; simt_y < simt_box%zu.y1; simt_y++) {"
            " const unsigned simt_row = (simt_z * simt_block_dim.y + simt_y) * simt_block_dim.x + "
            "simt_x0;",
            box, box, box, box, box, box);
    for (size_t k = 0; k < w->l->n_variables; k++) {
        const struct variable *v = &w->l->variables[k];
        if (!needs[k] || v->kind != V_LANE) continue;
        fputs(" simt::value<", w->out);
        write_place(w, v);
        fprintf(w->out, "> *const __restrict simt_r%zu = simt_l%zu + simt_row;", k, k);
    }
    write_bases(w, needs);
    if (w->in_place) fputs(" const simt_tried_view simt_u = simt_view_trial(), simt_v = simt_u;", w->out);
}

/** What comes before the statements of a thread. */
static void begin_thread(struct writer *w, size_t first, size_t last, const bool *needs) {
    mark_line(w, first);
    if (!w->strided && has_loop_words(w, first, last))
        fputs(" ++*simt_marks;", w->out); // so that the watchdog sees progress
    if (w->in_place) fputs(" const uint32_t simt_now = simt_v.times.epoch + simt_row + (unsigned)simt_i;", w->out);
    write_formulas(w, needs, first, last);
}

/** Tells the compiler that the threads of the loop that follows are independent. */
static void write_pragmas(struct writer *w, size_t first, size_t last) {
    if (!w->in_place && is_in_registers(w, first, last)) // several threads may note that they read a word
        fputs("\n#pragma GCC ivdep\n#pragma clang loop vectorize(assume_safety)", w->out);
    fputc('\n', w->out);
}

/** Begins the loop over the threads of a row. */
static void begin_row(struct writer *w, size_t first, size_t last, const bool *needs) {
    if (w->in_loop && last - first < SHORT && !w->in_place) fputs("\n#pragma GCC unroll 4", w->out);
    write_pragmas(w, first, last);
    fputs("for (int simt_i = 0; simt_i < simt_n; simt_i++) { const unsigned simt_x = simt::x_of(simt_x0, simt_i);",
          w->out);
    begin_thread(w, first, last, needs);
}

bool *needs_of(const struct writer *w, size_t first, size_t last) {
    bool *needs = calloc(w->l->n_variables + 1, sizeof(*needs));
    if (!needs) stop_at(w->s, first, "out of memory. Compile fewer things at a time");
    find_needs(w, first, last, needs);
    return needs;
}

/** Begins the loops over the threads of a box that run tokens first … last; end_threads ends them. */
static void begin_threads(struct writer *w, size_t box, size_t first, size_t last) {
    bool *needs = needs_of(w, first, last);
    begin_rows(w, box, needs);
    begin_row(w, first, last, needs);
    free(needs);
}

static void end_threads(struct writer *w) {
    fputs(" } } }\n", w->out);
}

/** In a check build the compiler fills what has no value, and so shows it: also in the place of each thread. */
static void write_unset(struct writer *w, const struct variable *v, size_t k) {
    if (!w->l->calls->checked || !w->l->rows || has_bounds(w, v)) return;
    fputs(" {", w->out);
    write_type(w, v);
    fprintf(w->out, " simt_unset; simt_r%zu[simt_i] = simt_unset; }", k);
}

/** A declaration in its group: what is computed anew is not there, and what outlives the group is stored. */
static void write_declaration(struct writer *w, const struct statement *st) {
    for (size_t k = 0; k < w->l->n_variables; k++) {
        const struct variable *v = &w->l->variables[k];
        if (v->name < st->first || v->name > st->last || v->kind == V_FORMULA || v->alike || !v->group)
            continue;
        if (v->kind == V_LANE && !v->init) {
            write_unset(w, v, k);
            continue;
        }
        if (v->kind == V_LANE && has_bounds(w, v)) {
            fputs(" {", w->out);
            write_type(w, v);
            copy(w, v->name, v->last, v->name, v->last);
            fprintf(w->out, "; __builtin_memcpy((void *)simt_r%zu[simt_i].all, (const void *)", k);
            write_tokens(w, v->name, v->name);
            fprintf(w->out, ", sizeof simt_r%zu[simt_i].all); }", k);
        } else if (v->kind == V_LANE) {
            fprintf(w->out, " simt_r%zu[simt_i] = ", k);
            copy(w, v->init, v->init_end, v->init, v->init_end);
        } else {
            write_declared_type(w, v);
            copy(w, v->name, v->last, v->name, v->last);
        }
        fputc(';', w->out);
    }
}

/** In front of a group: the formulas of its declarations that are the same for all threads. */
void write_uniform(struct writer *w, const struct statement *st) {
    for (size_t k = 0; k < w->l->n_variables; k++) {
        const struct variable *v = &w->l->variables[k];
        if (v->name < st->first || v->name > st->last || (v->kind != V_FORMULA && !v->alike) || !v->uniform ||
            !v->group)
            continue;
        write_declared_type(w, v);
        write_tokens(w, v->name, v->last);
        fputc(';', w->out);
    }
}

static bool only_declares_formulas(const struct writer *w, const struct statement *st) {
    bool only = st->kind == S_DECLARATION;
    for (size_t k = 0; k < w->l->n_variables; k++) {
        const struct variable *v = &w->l->variables[k];
        if (v->name > st->first && v->name < st->last && v->group && v->kind != V_FORMULA && !v->alike)
            only = false;
    }
    return only || (st->kind == S_PLAIN && st->first == st->last);
}

const struct statement *statement(const struct writer *w, size_t index) {
    return &w->l->statements[index];
}

bool is_in_group(const struct statement *st) {
    return !st->apart && !st->alike && st->kind != S_BARRIER && st->kind != S_SHARED && st->kind != S_RETURN;
}

void write_counter(struct writer *w, const struct variable *v) {
    write_type(w, v);
    write_tokens(w, v->name, v->name);
    fputs(" = (", w->out);
    write_type(w, v);
    fputs(")((unsigned long long)(", w->out);
    write_type(w, v);
    fputs(")(", w->out);
    copy(w, v->init, v->init_end, v->init, v->init_end);
    fputs(") + simt_step);", w->out);
}

void begin_steps(struct writer *w, const struct statement *st, const struct variable *v) {
    fputs("{ bool simt_more = true; for (unsigned long long simt_k = 0; simt_more; simt_k++) { simt_more = false; "
          "++*simt_marks; const unsigned long long simt_step = simt_k == 0 ? 0 : simt_k * (unsigned long long)(",
          w->out);
    write_type(w, v);
    fputs(")(", w->out);
    copy(w, st->cond_end + 3, w->s->t[st->open].match - 1u, st->first, st->last);
    fputs(");", w->out);
}

/** A for whose threads step together. In its group it is alone. Its step is computed behind a round only: of threads
 *  that have none, nobody computes it, and it may divide by zero. */
static void write_strided(struct writer *w, const struct statement *st, size_t box, size_t first, size_t last) {
    size_t close = w->s->t[st->open].match;
    const struct variable *v = w->l->variables;
    while (v->name <= st->open || v->name >= st->init_end) v++;
    begin_steps(w, st, v);
    w->strided = !has_loop_words(w, close + 1, st->last);
    begin_threads(w, box, first, last);
    w->strided = false;
    write_counter(w, v);
    fputs(" if (", w->out);
    copy(w, st->init_end + 1, st->cond_end - 1, st->first, st->last);
    fputs(") { simt_more = true;", w->out);
    mark_line(w, close + 1);
    copy(w, close + 1, st->last, st->first, st->last);
    fputs(" }", w->out);
    end_threads(w);
    fputs(" } }\n", w->out);
}

/** The last token of the list that `index` is in. */
static size_t last_of(const struct writer *w, size_t index) {
    while (statement(w, index)->next) index = statement(w, index)->next;
    return statement(w, index)->last;
}

/** What a thread runs: statements from `index` up to `end`. */
static void write_statements(struct writer *w, size_t index, size_t end) {
    for (size_t i = index; i != end; i = statement(w, i)->next) {
        const struct statement *st = statement(w, i);
        mark_line(w, st->first);
        if (st->kind == S_DECLARATION)
            write_declaration(w, st);
        else
            copy(w, st->first, st->last, st->first, st->last);
    }
}

/** In a check build: asks for what the statements from `index` up to `end` touch. They end with token `last`. That is
 *  done before the loop over the threads, or in it. */
static void ask(struct writer *w, size_t box, size_t index, size_t end, const struct statement *loop, size_t last) {
    char *text = NULL;
    size_t size = 0, live = w->l->n_live, members = w->l->n_members;
    FILE *out = w->out;
    bool unseen = w->unseen, asks = w->asks_memory;
    if (!w->l->calls->checked) return;
    bool *touched = needs_of(w, last, last - 1), *compared = needs_of(w, last, last - 1); // none yet
    const size_t bytes = w->l->n_variables * sizeof(*touched);
    memcpy(touched, w->touched, bytes), memcpy(compared, w->compared, bytes);
    w->out = open_memstream(&text, &size);
    if (!w->out) stop_at(w->s, last, "out of memory. Compile fewer things at a time");
    w->unseen = false;
    write_touches(w, box, index, end, loop);
    fclose(w->out);
    w->out = out;
    w->in_place = w->unseen;
    if (w->in_place) {
        w->l->n_live = live, w->l->n_members = members, w->asks_memory = asks;
        memcpy(w->touched, touched, bytes), memcpy(w->compared, compared, bytes);
        w->unseen = false;
        look_at_places(w, statement(w, index)->first, last);
    } else {
        fwrite(text, 1, size, out);
    }
    w->unseen |= unseen;
    free(text), free(touched), free(compared);
}

/** Writes the group that begins with statement `index`. Returns the statement behind it. */
static size_t write_group(struct writer *w, size_t index, size_t box) {
    size_t last = index, k, works = 0;
    const struct statement *working = NULL;
    const size_t *group_of = w->l->group_of, body = w->l->d->body, group = group_of[statement(w, index)->first - body];
    for (k = index; k && is_in_group(statement(w, k)) && group_of[statement(w, k)->first - body] == group;
         last = k, k = statement(w, k)->next) {
        write_uniform(w, statement(w, k));
        if (only_declares_formulas(w, statement(w, k))) continue;
        works++;
        working = statement(w, k);
    }
    if (!works) return k;
    ask(w, box, index, k, NULL, statement(w, last)->last);
    if (works == 1 && working->strided) {
        write_strided(w, working, box, statement(w, index)->first, statement(w, last)->last);
        w->in_place = false;
        return k;
    }
    begin_threads(w, box, statement(w, index)->first, statement(w, last)->last);
    write_statements(w, index, k);
    end_threads(w);
    w->in_place = false;
    return k;
}

/** A part of a row runs the for. With a number of threads that the compiler knows it keeps their sums in registers. */
static void write_part_of_row(struct writer *w, const struct statement *st, size_t index, const bool *needs,
                              int threads) {
    size_t first = statement(w, index)->first, last = last_of(w, index);
    write_tokens(w, st->first, w->s->t[st->open].match);
    fputs(" {", w->out);
    for (size_t k = index; k; k = statement(w, k)->next) write_uniform(w, statement(w, k));
    write_pragmas(w, first, last);
    if (threads)
        fprintf(w->out,
                "for (int simt_j = 0; simt_j < %d; simt_j++) { const int simt_i = simt_c + simt_j;"
                " const unsigned simt_x = simt_xc + (unsigned)simt_j;",
                threads);
    else
        fputs("for (int simt_i = simt_c; simt_i < simt_n; simt_i++) { const unsigned simt_x = simt::x_of(simt_x0,"
              " simt_i);",
              w->out);
    begin_thread(w, first, last, needs);
    write_statements(w, index, 0);
    fputs(" } }", w->out);
}

/** A for that each row of threads runs before the next row begins. */
static void write_by_rows(struct writer *w, const struct statement *st, size_t box) {
    size_t index = st->child;
    while (statement(w, index)->kind == S_BLOCK) index = statement(w, index)->child;
    bool *needs = needs_of(w, statement(w, index)->first, last_of(w, index));
    ask(w, box, index, 0, st, last_of(w, index));
    begin_rows(w, box, needs);
    fprintf(w->out,
            " int simt_c = 0; for (; simt_n - simt_c >= %d; simt_c += %d) { const unsigned simt_xc ="
            " simt::x_of(simt_x0, simt_c);",
            PART, PART);
    write_part_of_row(w, st, index, needs, PART);
    fputs(" } if (simt_c < simt_n) {", w->out);
    write_part_of_row(w, st, index, needs, 0);
    fputs(" } } }\n", w->out);
    w->in_place = false;
    free(needs);
}

/** For which threads of the box does the condition hold, and which box are they? */
void write_condition(struct writer *w, const struct statement *st, size_t mask, size_t box) {
    size_t first = st->open + 1, last = w->s->t[st->open].match - 1;
    begin_threads(w, box, first, last);
    fprintf(w->out, " simt_m%zu[simt_row + (unsigned)simt_i] = %s(bool)(", mask,
            st->guards ? "!" : "");
    copy(w, first, last, first, last);
    fputs(");", w->out);
    end_threads(w);
}

/** What the other threads do: from where on? `*to`: the last token. */
static size_t of_others(const struct writer *w, const struct statement *st, size_t *to) {
    *to = st->guards ? last_of(w, st->next) : st->last;
    return st->guards ? statement(w, st->next)->first : st->first;
}

/** In a check build: can they ask for what they touch in place? */
static bool may_be_others(struct writer *w, const struct statement *st) {
    size_t to, from = of_others(w, st, &to), live = w->l->n_live, members = w->l->n_members;
    bool unseen = w->unseen;
    w->unseen = st->asked_first;
    look_at_places(w, st->guards ? from : (size_t)w->s->t[st->open].match + 1, to);
    const bool may = !w->unseen;
    if (!may) w->l->n_live = live, w->l->n_members = members;
    w->unseen = unseen;
    return may;
}

/** The other threads, one by one. */
static void write_others(struct writer *w, const struct statement *st, size_t mask, size_t box) {
    size_t to, from = of_others(w, st, &to);
    w->in_place = w->l->calls->checked;
    begin_threads(w, box, st->first, to); // from the condition: what is declared behind it is copied
    fprintf(w->out, " if (simt_m%zu[simt_row + (unsigned)simt_i])", mask);
    if (st->guards) fputs(" {", w->out);
    copy(w, st->guards ? from : (size_t)w->s->t[st->open].match + 1, to, from, to);
    if (st->guards) fputs(" }", w->out);
    end_threads(w);
    w->in_place = false;
}

/** Threads of the box for which it holds: all or a smaller box of them, none, or others. */
static void write_if(struct writer *w, const struct statement *st, size_t box) {
    size_t then = ++w->boxes, mask = w->masks++, rest = st->guards ? st->next : st->child;
    if (st->guards && !rest) return;
    const bool in_place = w->l->calls->checked && !is_foreseen(w, st->open + 1, w->s->t[st->open].match - 1u);
    if (in_place)
        fputs("{ const simt_found simt_quick = SIMT_OTHER_THREADS;", w->out);
    else
        write_ends(w, st, box);
    fputs(" if (simt_quick == SIMT_OTHER_THREADS)", w->out);
    if (in_place) look_at_places(w, st->open + 1, w->s->t[st->open].match - 1u);
    w->in_place = in_place;
    write_condition(w, st, mask, box);
    w->in_place = false;
    fprintf(w->out,
            "{ simt_threads simt_box%zu = simt_box%zu; switch (simt_quick != SIMT_OTHER_THREADS ? simt_quick : "
            "simt_find_box(simt_m%zu, &simt_box%zu, &simt_box%zu, %d)) {\n",
            then, box, mask, box, then, st->orelse ? 1 : 0);
    fputs("case SIMT_BOX: {", w->out);
    write_list(w, rest, then);
    fputs("break; }\ncase SIMT_NO_THREADS: {", w->out);
    if (st->orelse) write_list(w, st->orelse, box);
    fputs("break; }\ndefault: {", w->out);
    if (w->l->calls->checked && !may_be_others(w, st))
        fputs(" simt_leave_rows();", w->out);
    else if (!st->asked_first)
        write_others(w, st, mask, box);
    fputs("} } } }", w->out);
}

static void write_shared(struct writer *w, const struct statement *st) {
    bool dynamic = false;
    for (size_t i = st->first; i < st->last; i++) dynamic |= w->s->t[i].op == W_EXTERN;
    for (size_t i = st->first, end; i < st->last && !dynamic; i = end + 1) {
        end = i;
        if (attribute_end(w->s, i)) write_tokens(w, i, end = attribute_end(w->s, i) - 1);
    }
    for (size_t k = 0; k < w->l->n_variables; k++) {
        const struct variable *v = &w->l->variables[k];
        if (v->name < st->first || v->name > st->last) continue;
        char *name = spelled(w->s, v->name, v->name);
        if (!dynamic) fputs(" static thread_local", w->out);
        write_type(w, v);
        if (dynamic)
            fprintf(w->out, " *%s = simt::dynamic_shared();", name);
        else {
            write_tokens(w, v->name, v->last);
            if (has_bounds(w, v)) fputs(" __attribute__((aligned(16)))", w->out);
            fprintf(w->out,
                    "; { static __thread ::uint64_t simt_entered; simt::enter_shared(%s, \"%s\", "
                    "simt_entered); }",
                    name, name);
        }
        free(name);
    }
}

void write_list(struct writer *w, size_t index, size_t box) {
    while (index) {
        const struct statement *st = statement(w, index);
        if (is_in_group(st)) {
            index = write_group(w, index, box);
            continue;
        }
        mark_line(w, st->first);
        if (st->alike) write_tokens(w, st->first, st->last);
        if (st->kind == S_SHARED) write_shared(w, st);
        if (st->kind == S_BARRIER && w->l->calls->checked) fprintf(w->out, " simt_row_barrier(&simt_box%zu);", box);
        if (st->kind == S_IF) write_if(w, st, box);
        if (st->by_rows) write_by_rows(w, st, box);
        if (st->kind == S_FOR && !st->by_rows) write_tokens(w, st->first, w->s->t[st->open].match);
        if ((st->kind == S_FOR && !st->by_rows) || st->kind == S_BLOCK) {
            bool was = w->in_loop;
            w->in_loop |= st->kind == S_FOR;
            fputs(" {", w->out);
            write_list(w, st->child, box);
            fputs(" }", w->out);
            w->in_loop = was;
        }
        index = st->guards ? 0 : st->next;
    }
}
