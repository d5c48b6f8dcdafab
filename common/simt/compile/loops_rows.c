/**
 * @file
 * @brief In a check build: what the threads of a row are about to touch, as text before the loop that does it.
 *
 * A trial asks whether each access is plainly right (check/trial.c). Where no index depends on what is in memory, it
 * asks before the threads run, of a row of them at once (check/rows.c):
 *
 *     simt::touch<false, simt::side_by_side>(simt_row, simt_lo0, simt_hi0, 1, [&](int simt_i) { …
 *         return simt::place(a, i); });
 *
 * Threads simt_lo … simt_hi - 1 of the row come there. A condition splits them into runs of neighbours. What is not
 * understood here leaves the kernel without rows (unseen); then its threads are tried one by one.
 *
 * A condition may also ask for what is in memory, as in if (s[t] < s[t + k]) s[t] = s[t + k]; if that is what it will
 * be when the thread comes there. Others that would change it are in a race with the thread, which ends the trial. What
 * the thread itself has stored since the last group of statements is not there yet (stored).
 *
 * The compiler may leave out a load whose value nobody needs, or a store of what is there. The kernel's own text would
 * then touch less than is asked for here. So in a kernel with rows it may not (simt::live, simt::loaded).
 */
#include "loops_inline.h"
#include "loops_write.h"

#include <stdlib.h>
#include <string.h>

static bool is_depth_0_store(const struct source *s, size_t i) {
    return is_store(s, i) && !token_is(s, i, "++") && !token_is(s, i, "--");
}

/** May tokens first … last touch memory that other threads see, or end the trial? */
static bool touches(const struct writer *w, size_t first, size_t last) {
    const struct source *s = w->s;
    for (size_t i = first; i <= last; i++) {
        const struct variable *v = s->t[i].op == OP_NAME ? variable_at(w->l, i) : NULL;
        if ((v && v->kind == V_SHARED) || s->t[i].op == '[' || s->t[i].op == OP_ARROW) return true;
        if ((s->t[i].op == '*' || s->t[i].op == '&') && !ends_value(s, i - 1)) return true;
        if (is_failed_assert(w->l, i)) return true;
    }
    return false;
}

static bool has_store(const struct source *s, size_t first, size_t last) {
    for (size_t i = first; i <= last; i++)
        if (is_store(s, i)) return true;
    return false;
}

/** Is it a formula that is declared in what is copied, as in if (t < n) { int k = 2 * t; … }? */
static bool is_inner(const struct variable *v) {
    return v->kind == V_FORMULA && !v->group;
}

static void find_inner_needs(const struct writer *w, size_t first, size_t last, bool *needs) {
    for (size_t i = first; i <= last; i++) {
        const struct variable *v = w->s->t[i].op == OP_NAME ? variable_at(w->l, i) : NULL;
        size_t k = v ? (size_t)(v - w->l->variables) : 0;
        if (!v || !is_inner(v) || needs[k]) continue;
        needs[k] = true;
        find_inner_needs(w, v->init, v->init_end, needs);
        find_needs(w, v->init, v->init_end, needs);
    }
}

/** One name may not mean two things at once. */
static void write_inner_formulas(struct writer *w, const bool *needs) {
    for (size_t k = 0; k < w->l->n_variables; k++) {
        const struct variable *v = &w->l->variables[k];
        if (!needs[k] || !is_inner(v)) continue;
        for (size_t n = 0; n < w->l->n_variables; n++)
            if (n != k && needs[n] && tokens_equal(w->s, v->name, w->l->variables[n].name) &&
                !hides_another(w->l, v) && !hides_another(w->l, &w->l->variables[n]))
                w->unseen = true;
        write_declared_type(w, v);
        write_tokens(w, v->name, v->name);
        fputs(" =", w->out);
        copy(w, v->init, v->init_end, v->init, v->init_end);
        fputc(';', w->out);
    }
}

/** Begins what one thread computes of tokens first … last. A } ends it. */
static void begin_lambda(struct writer *w, size_t first, size_t last) {
    const struct variable *v = w->counter;
    bool *needs = needs_of(w, first, first - 1); // none yet
    find_inner_needs(w, first, last, needs);
    find_needs(w, first, last, needs);
    if (v) find_needs(w, v->init, v->init_end, needs);
    note_members(w, first, last);
    fputs(" [&](int simt_i) __attribute__((always_inline, " NO_HOOKS
          ")) { const unsigned simt_x = simt::x_of(simt_x0, simt_i); (void)simt_x;",
          w->out);
    write_formulas(w, needs, first, last);
    if (v) write_counter(w, v);
    write_inner_formulas(w, needs);
    free(needs);
}

/** Do the tokens stand in the program's own text as they stand here, but for references (loops_references.c)? */
static bool stands_there(const struct source *s, size_t first, size_t last) {
    bool stands = origin_of(s, first) && origin_of(s, first - 1) != origin_of(s, first) &&
                  origin_of(s, last + 1) != origin_of(s, last);
    for (size_t i = first; i < last; i++) stands &= origin_of(s, i + 1) - origin_of(s, i) <= 1;
    return stands;
}

/** The program's own text may be the one of a function that is written out, more than once. `loaded`: it is an element
 *  that a pointer leads to. Of an array with bounds a reference could also lead to its end, so there it is a value. */
void note_live(struct writer *w, size_t first, size_t last, bool loaded) {
    struct loops *l = w->l;
    size_t from = origin_of(w->s, first), to = origin_of(w->s, last);
    for (size_t k = 0; k < l->n_live; k++)
        if (l->live[k].first == from && l->live[k].last == to) return;
    if (!stands_there(w->s, first, last)) w->unseen = true;
    first = from, last = to;
    l->live = grown(l->live, l->n_live, &l->live_room, sizeof(*l->live));
    l->live[l->n_live++] = (struct span){.first = first, .last = last, .loaded = loaded};
}

/** Is it a variable of the thread's own, of one of CUDA's structures? */
static bool is_own_structure(const struct source *s, const struct variable *v) {
    bool own = v && (v->kind == V_LOCAL || v->kind == V_LANE) && !v->is_array && !v->is_auto &&
               v->stars == v->name;
    return own && is_known_type(s, v->type_end - 1);
}

/** Begins what only the threads do for which the condition holds, or (`otherwise`) does not. end_run ends it. */
static void begin_run(struct writer *w, size_t first, size_t last, bool otherwise) {
    size_t outer = w->runs++, run = w->runs;
    if (!is_foreseen(w, first, last) && !is_known(w, first, last)) w->unseen = true;
    fprintf(w->out, " for (int simt_lo%zu = simt_lo%zu, simt_hi%zu = 0;", run, outer, run);
    fprintf(w->out, " simt::next_run(simt_lo%zu, simt_hi%zu, simt_hi%zu,", run, run, outer);
    begin_lambda(w, first, last);
    fputs(otherwise ? " return !(bool)(" : " return (bool)(", w->out);
    copy(w, first, last, first, last);
    fprintf(w->out, "); }); simt_lo%zu = simt_hi%zu) {", run, run);
}

static void end_run(struct writer *w) {
    w->runs--;
    while (w->n_loads && w->loads[w->n_loads - 1].run > w->runs) w->n_loads--;
    fputs(" }", w->out);
}

static bool is_same_access(const struct writer *w, size_t a, size_t b, size_t n) {
    bool same = true;
    for (size_t k = 0; k < n && same; k++)
        same = tokens_equal(w->s, a + k, b + k) &&
               (w->s->t[a + k].op != OP_NAME || variable_at(w->l, a + k) == variable_at(w->l, b + k));
    return same;
}

/** Have these threads, or more of them, been asked for this load since the last group of statements? Notes it. */
static bool is_asked_for(struct writer *w, size_t first, size_t last) {
    for (size_t k = 0; k < w->n_loads; k++) {
        const struct load *x = &w->loads[k];
        if (x->last - x->first == last - first && is_same_access(w, x->first, first, last - first + 1)) return true;
    }
    w->loads = grown(w->loads, w->n_loads, &w->loads_room, sizeof(*w->loads));
    w->loads[w->n_loads++] = (struct load){first, last, w->runs};
    return false;
}

static void write_loads(struct writer *w, size_t first, size_t last);

/** An index may be what is in memory, as in a[p[t]]. It is loaded here once it has been asked for. */
static void write_index(struct writer *w, size_t first, size_t last) {
    if (is_foreseen(w, first, last)) return;
    if (is_known(w, first, last))
        write_loads(w, first, last);
    else
        w->unseen = true;
}

/** The compiler has to say that an access at name `i` is one of elements that are touched at once. */
static void note_types(struct writer *w, size_t i) {
    const struct variable *v = variable_at(w->l, i);
    const size_t end = access_end(w->s, i);
    if (!v)
        need_member(w, (struct member){.name = i, .array = end});
    else if (array_end(w->s, i) != i)
        need_member(w, (struct member){.name = i, .leads = true});
    else if (is_of_element(w->s, end))
        need_member(w, (struct member){.name = end, .of = (size_t)(v - w->l->variables) + 1});
    else
        w->touched[v - w->l->variables] = true;
}

/** Writes what an access at name `i` touches. Returns its last token. */
static size_t write_access(struct writer *w, size_t i, bool writes) {
    const struct source *s = w->s;
    struct variable *v = variable_at(w->l, i);
    size_t end = access_end(s, i), array = array_end(s, i);
    if (!is_element(w, v, i)) {
        w->unseen = true;
        return end;
    }
    for (size_t k = array + 1; s->t[k].op == '['; k = s->t[k].match + 1u) write_index(w, k + 1, s->t[k].match - 1u);
    w->stored |= writes;
    if (!writes && !(v && v->kind == V_SHARED)) note_live(w, i, end, v);
    if (!writes && is_asked_for(w, i, end)) return end;
    bool rows_alike = !writes && w->runs == 0 && !differs(w, i, end, true);
    note_types(w, i);
    if (rows_alike) fputs(" if (simt_rows)", w->out); // the first row tells of all
    fprintf(w->out, " simt::touch<%s, simt::%s>(simt_row, simt_lo%zu, simt_hi%zu, %s,",
            writes ? "true" : "false", way_of(w, v, i), w->runs, w->runs,
            rows_alike ? "simt_rows" : "1");
    begin_lambda(w, i, end);
    fputs(is_of_element(s, end) ? " auto *simt_e = simt::place(" : " return simt::place(", w->out);
    write_tokens(w, i, array);
    for (size_t k = array + 1; s->t[k].op == '['; k = s->t[k].match + 1u) {
        fputc(',', w->out);
        copy(w, k + 1, s->t[k].match - 1u, k + 1, s->t[k].match - 1u);
    }
    fputs(");", w->out);
    if (is_of_element(s, end)) {
        fputs(" return simt_e ? &simt_e->", w->out);
        write_tokens(w, end, end);
        fputs(" : nullptr;", w->out);
    }
    fputs(" });", w->out);
    return end;
}

/** The ? of tokens first … last that is in no brackets, and its : (`colon`). 0: there is none. */
static size_t question(const struct source *s, size_t first, size_t last, size_t *colon) {
    size_t found = 0, open = 0;
    for (size_t i = first; i <= last; i = skip_one(s, i)) {
        if (s->t[i].op == '?' && !found++) open = i;
        if (s->t[i].op == '?') found += i != open;
        if (s->t[i].op == ':' && found && --found == 0) {
            *colon = i;
            return open;
        }
    }
    return 0;
}

static void write_choice(struct writer *w, size_t first, size_t q, size_t colon, size_t last) {
    write_loads(w, first, q - 1);
    if (touches(w, q + 1, colon - 1)) {
        begin_run(w, first, q - 1, false);
        write_loads(w, q + 1, colon - 1);
        end_run(w);
    }
    if (touches(w, colon + 1, last)) {
        begin_run(w, first, q - 1, true);
        write_loads(w, colon + 1, last);
        end_run(w);
    }
}

/** The || of tokens first … last that is in no brackets; without one, the last &&. 0: there is neither. */
static size_t junction(const struct source *s, size_t first, size_t last) {
    size_t both = 0;
    for (size_t i = first; i <= last; i = skip_one(s, i)) {
        if (token_is(s, i, "||")) return i;
        if (token_is(s, i, "&&")) both = i;
    }
    return both;
}

/** Of a && b, b is computed only where a holds; of a || b, where it does not. */
static void write_junction(struct writer *w, size_t first, size_t at, size_t last) {
    write_loads(w, first, at - 1);
    if (!touches(w, at + 1, last)) return;
    begin_run(w, first, at - 1, token_is(w->s, at, "||"));
    write_loads(w, at + 1, last);
    end_run(w);
}

/** The parts between brackets: arguments, or an expression. */
static void write_parts(struct writer *w, size_t open) {
    const struct source *s = w->s;
    for (size_t i = open + 1, end; i < s->t[open].match; i = end + 1) {
        for (end = i; end < s->t[open].match && s->t[end].op != ',';) end = skip_one(s, end);
        write_loads(w, i, end - 1);
    }
}

/** Looks at one token of an expression. Returns the last token that it has dealt with. */
static size_t write_load(struct writer *w, size_t i) {
    const struct source *s = w->s;
    uint32_t op = s->t[i].op, next = s->t[i + 1].op;
    const struct variable *v = op == OP_NAME ? variable_at(w->l, i) : NULL;
    bool unary = (op == '*' || op == '&') && !ends_value(s, i - 1);
    if (op == '(') {
        write_parts(w, i);
        return s->t[i].match;
    }
    if (op == '[' || op == '{' || op == OP_ARROW || op == W_KEYWORD || unary) w->unseen = true;
    if (op != OP_NAME || is_member(s, i)) return i;
    if (is_failed_assert(w->l, i)) {
        fputs(" simt_leave_rows();", w->out);
        return s->t[i + 1].match;
    }
    if (next == '[' || array_end(s, i) != i || (v && v->kind == V_SHARED))
        return write_access(w, i, false);
    if (is_fixed_structure(v) && next == '.' && s->t[i + 3].op != '.' && s->t[i + 3].op != '(') {
        need_member(w, (struct member){.name = i});
        return i + 2;
    }
    bool calm = (is_calm_name(s, i) && !token_is(s, i, "__ldg")) || value_code(w->l->calls, s, i);
    if (is_own_structure(s, v) && next == '.' && s->t[i + 3].op != '(') return i + 2;
    if (v ? next == '.' : next == '(' && !calm) w->unseen = true;
    return i;
}

/** What tokens first … last, an expression, load. */
static void write_loads(struct writer *w, size_t first, size_t last) {
    size_t colon = 0, q;
    if (last < first || !touches(w, first, last)) return;
    if (has_store(w->s, first, last)) w->unseen = true;
    q = question(w->s, first, last, &colon);
    size_t at = junction(w->s, first, last);
    if (q)
        write_choice(w, first, q, colon, last);
    else if (at)
        write_junction(w, first, at, last);
    else
        for (size_t i = first; i <= last; i++) i = write_load(w, i);
}

/** The operator that stores in tokens first … last, outside of brackets and before all others; 0: there is none. */
static size_t first_store(const struct source *s, size_t first, size_t last) {
    for (size_t i = first; i <= last; i = skip_one(s, i))
        if (is_depth_0_store(s, i)) return i;
    return 0;
}

/** In a = b = …, what is behind the first =. Its b is the thread's own, so that there is nothing to load again. */
static void write_stored(struct writer *w, size_t first, size_t last) {
    size_t equals = first_store(w->s, first, last);
    const struct variable *v = variable_at(w->l, first);
    bool own =
        equals == first + 1 && v && (v->kind == V_LOCAL || v->kind == V_LANE) && !v->is_array;
    if (own) return write_stored(w, equals + 1, last);
    if (has_store(w->s, first, last)) w->unseen = true;
    write_loads(w, first, last);
}

/** name[…] = …, += and the like, and ++. */
static void write_store(struct writer *w, size_t first, size_t equals, size_t last) {
    const struct source *s = w->s;
    bool plain = s->t[equals].op == '=', steps = equals > last;
    const struct variable *v = variable_at(w->l, first);
    if (!steps) write_stored(w, equals + 1, last);
    if (!touches(w, first, equals - 1)) {
        bool member = is_own_structure(s, v) && s->t[first + 1].op == '.' && equals == first + 3;
        if (!v || (equals != first + 1 && !member)) w->unseen = true;
        return;
    }
    if (s->t[first].op != OP_NAME || access_end(s, first) + 1 != equals || s->t[equals].op == '>') {
        w->unseen = true;
        return;
    }
    size_t n = w->l->n_live;
    if (!plain) write_access(w, first, false);
    w->l->n_live = n; // it is no value of its own
    write_access(w, first, true);
    if (plain || steps || !v || v->kind == V_SHARED)
        return; // else a[i] += x - x would store nothing
    for (size_t i = equals + 1; i <= last; i = skip_one(s, i))
        if (s->t[i].op == ',' || s->t[i].op == '{') w->unseen = true;
    note_live(w, equals + 1, last, false);
}

/** A statement that is an expression. */
static void write_expression(struct writer *w, size_t first, size_t last) {
    const struct source *s = w->s;
    if (token_is(s, first, "break") || token_is(s, first, "continue") || token_is(s, first, "goto"))
        w->unseen = true;
    if (last < first || !has_store(s, first, last)) {
        write_loads(w, first, last);
        return;
    }
    size_t equals = first_store(s, first, last);
    if (equals) {
        write_store(w, first, equals, last);
        return;
    }
    if (!touches(w, first, last)) return;
    bool before = token_is(s, first, "++") || token_is(s, first, "--");
    bool behind = token_is(s, last, "++") || token_is(s, last, "--");
    if (before == behind)
        w->unseen = true;
    else
        write_store(w, first + before, before ? last + 1 : last, before ? last : last - 1);
}

static void write_one(struct writer *w, const struct statement *st);

static void write_all(struct writer *w, size_t index, size_t end) {
    for (size_t k = index; k != end; k = statement(w, k)->next) write_one(w, statement(w, k));
}

static void write_branches(struct writer *w, const struct statement *st) {
    size_t first = st->open + 1, last = w->s->t[st->open].match - 1u;
    if (!touches(w, st->first, st->last)) return;
    bool stored = w->stored;
    write_loads(w, first, last);
    begin_run(w, first, last, false);
    write_all(w, st->child, 0);
    end_run(w);
    if (!st->orelse) return;
    bool stores = w->stored;
    w->stored = stored; // a thread that comes here has not been in the other branch
    begin_run(w, first, last, true);
    write_all(w, st->orelse, 0);
    end_run(w);
    w->stored |= stores;
}

/** In the rounds of a loop a condition may not ask for what another round stores. */
static void end_rounds(struct writer *w, bool asked) {
    if (w->asked && w->stored) w->unseen = true;
    w->asked |= asked;
}

/** A for whose threads step from row to row. It does not matter in which order they are looked at. */
static void write_steps(struct writer *w, const struct statement *st) {
    struct variable *v = w->l->variables;
    while (v->name <= st->open || v->name >= st->init_end) v++;
    enum variable_kind was = v->kind;
    bool asked = w->asked;
    if (w->counter) w->unseen = true; // one in the other
    w->asked = false;
    v->kind = V_COUNTER;
    w->counter = v;
    begin_steps(w, st, v);
    begin_run(w, st->init_end + 1, st->cond_end - 1, false);
    fputs(" simt_more = true;", w->out);
    write_all(w, st->child, 0);
    end_run(w);
    fputs(" } }", w->out);
    w->counter = NULL;
    v->kind = was;
    end_rounds(w, asked);
}

static void write_one(struct writer *w, const struct statement *st) {
    switch (st->kind) {
    case S_DECLARATION:
        for (size_t k = 0; k < w->l->n_variables; k++) {
            const struct variable *v = &w->l->variables[k];
            if (v->name > st->first && v->name < st->last && v->init)
                write_loads(w, v->init, v->init_end);
        }
        return;
    case S_PLAIN:
        write_expression(w, st->first, st->last - 1);
        return;
    case S_IF:
        write_branches(w, st);
        return;
    case S_BLOCK:
        write_all(w, st->child, 0);
        return;
    case S_FOR:
        if (!touches(w, st->first, st->last)) return;
        if (st->stepped)
            write_steps(w, st);
        else
            w->unseen = true;
        return;
    default:
        if (st->kind == S_RETURN || touches(w, st->first, st->last)) w->unseen = true;
    }
}

/** The last token of statements from `index` up to `end`. */
static size_t last_before(const struct writer *w, size_t index, size_t end) {
    while (statement(w, index)->next != end) index = statement(w, index)->next;
    return statement(w, index)->last;
}

/** Which variables with a place for each thread keep their values in tokens first … last? */
static void foresee(struct writer *w, size_t first, size_t last) {
    for (size_t k = 0; k < w->l->n_variables; k++) {
        struct variable *v = &w->l->variables[k];
        v->foreseen = v->kind == V_LANE && !v->is_array && !v->pointed_at && is_integer_type(w->l, v) && last &&
                      !is_changed(w->l, v, first, last) && (v->name < first || v->name > last);
    }
}

void write_touches(struct writer *w, size_t box, size_t index, size_t end,
                   const struct statement *loop) {
    size_t first = statement(w, index)->first, last = last_before(w, index, end);
    if (!w->l->calls->checked || !touches(w, first, last)) return;
    bool *needs = needs_of(w, first, last);
    begin_rows(w, box, needs);
    free(needs);
    if (loop) write_tokens(w, loop->first, w->s->t[loop->open].match);
    fputs(" {", w->out);
    for (size_t k = index; k != end && loop; k = statement(w, k)->next)
        write_uniform(w, statement(w, k));
    fprintf(w->out,
            " const int simt_lo0 = 0, simt_hi0 = simt_n; const unsigned simt_rows = simt_y == "
            "simt_box%zu.y0 && simt_z =="
            " simt_box%zu.z0 ? (simt_box%zu.y1 - simt_box%zu.y0) * (simt_box%zu.z1 - "
            "simt_box%zu.z0) : 0;"
            " (void)simt_rows;",
            box, box, box, box, box, box);
    w->stored = w->asked = false;
    w->n_loads = 0;
    foresee(w, loop ? loop->first : first, last);
    write_all(w, index, end);
    foresee(w, 0, 0);
    if (loop) end_rounds(w, false);
    fputs(" } } }\n", w->out);
}

void keep_values(struct source *s, const struct loops *l) {
    for (size_t k = 0; k < l->n_live; k++) {
        put_before(s, l->live[k].first, l->live[k].loaded ? "simt::loaded(" : "simt::live(");
        put_behind(s, l->live[k].last, ")");
    }
}
