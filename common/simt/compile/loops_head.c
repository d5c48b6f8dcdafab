/** @file
 *  @brief What stands around a kernel's loops: checks of types and numbers, parameters, room. See loops_write.c. */
#include "loops_write.h"

#include <stdlib.h>
#include <string.h>

/** Refuses blocks in which what should be linear is not: where a number grows beyond its type. */
static void write_linear_checks(struct writer *w) {
    fputs(" for (unsigned simt_z = 0; simt_z < simt_block_dim.z; simt_z++)"
          " for (unsigned simt_y = 0; simt_y < simt_block_dim.y; simt_y++) {"
          " const unsigned simt_x0 = 0, simt_x = simt_block_dim.x - 1;",
          w->out);
    write_bases(w, NULL);
    for (size_t k = 0; k < w->l->n_variables; k++) {
        const struct variable *v = &w->l->variables[k];
        if (!is_hoisted(w, v)) continue;
        write_type(w, v);
        write_tokens(w, v->name, v->name);
        fputs(" =", w->out);
        copy(w, v->init, v->init_end, v->init, v->init_end);
        fputs("; if (!simt::is_linear<decltype(", w->out);
        copy(w, v->init, v->init_end, v->init, v->init_end);
        fputs(")>(", w->out);
        write_tokens(w, v->name, v->name);
        fprintf(w->out, ", simt_b%zu, simt_x)) return false;", k);
    }
    fputs(" }", w->out);
}

/** Is a condition asked first from here on? */
static bool asks_first(const struct writer *w, size_t index) {
    while (index && !statement(w, index)->asked_first) index = statement(w, index)->next;
    return index;
}

/** Refuses blocks of which other threads than a box come to a barrier. The condition needs formulas alone. They are
 *  computed where threads come to them, as in if (i >= n) return; int k = m / n; and for these alone. What no thread
 *  computes may divide by zero. */
static void write_barrier_checks(struct writer *w, size_t index, size_t box) {
    for (; asks_first(w, index); index = statement(w, index)->next) {
        const struct statement *st = statement(w, index);
        if (is_in_group(st)) write_uniform(w, st);
        if (!st->asked_first) continue;
        size_t then = ++w->boxes;
        write_condition(w, st, 0, box);
        fprintf(w->out,
                "{ simt_threads simt_box%zu; const simt_found simt_then = simt_find_box(simt_m0, &simt_box%zu,"
                " &simt_box%zu, 0); if (simt_then == SIMT_OTHER_THREADS) return false;",
                then, box, then);
        if (st->guards) {
            fputs(" if (simt_then == SIMT_BOX) {", w->out);
            write_barrier_checks(w, st->next, then);
            fputs(" } }", w->out);
            return;
        }
        fputs(" }", w->out);
    }
}

/** May a number be a float whose type is written nowhere? */
static bool hides_floats(const struct writer *w) {
    const struct source *s = w->s;
    for (size_t i = w->l->d->body; i < s->t[w->l->d->body].match; i++) {
        bool word = token_is(s, i, "float") || token_is(s, i, "double") || token_is(s, i, "auto");
        bool point = s->t[i].op == OP_NUMBER && memchr(s->text + s->t[i].at, '.', s->t[i].len);
        if (word || point || (s->t[i].op == OP_NAME && s->t[i + 1].op == '(')) return true;
    }
    return false;
}

/** What the compiler knows and the rewriter does not: the types of all that the kernel uses. */
static void write_type_checks(struct writer *w) {
    const struct loops *l = w->l;
    if (hides_floats(w)) fputs(" && simt::is_plain<float>", w->out);
    bool records = is_implicit_code_calm(l->calls, l->s);
    for (size_t k = 0; k < l->n_variables; k++) {
        if (l->variables[k].is_auto) continue;
        fputs(" && simt::is_plain<", w->out);
        write_type(w, &l->variables[k]);
        bool kept = l->variables[k].kind != V_FORMULA || (l->calls->checked && is_copied(l, &l->variables[k]));
        fputs(records && kept ? ", true>" : ">", w->out);
    }
    for (size_t k = 0; k < l->n_outside; k++) {
        const char *form = l->outside[k].constant ? " && simt::is_constant<decltype((%s))>"
                           : records              ? " && simt::is_plain<__typeof__(%s), true>"
                                                  : " && simt::is_plain<__typeof__(%s)>";
        char *name = spelled(w->s, l->outside[k].name, l->outside[k].name);
        fprintf(w->out, form, name); // the first takes no type, the second one takes both
        free(name);
    }
}

/** The kernel's parameters without their default values. */
static void write_parameters(struct writer *w) {
    const struct source *s = w->s;
    size_t close = s->t[w->l->d->params].match;
    bool valued = false;
    for (size_t i = w->l->d->params + 1, end; i < close; i = end) {
        end = skip_angles(s, i);
        if (s->t[i].op == ',') valued = false;
        if (s->t[i].op == '=') valued = true;
        bool promises = w->l->calls->checked && s->t[i].op == W_RESTRICT; // one thread's promise is not for all
        if (!valued && !promises) write_tokens(w, i, end - 1);
    }
}

static const char *comma(bool *first) {
    const char *text = *first ? "" : ", ";
    *first = false;
    return text;
}

/** Is there room for what all threads keep? Only the compiler knows how large a structure is. */
static void write_room_check(struct writer *w) {
    fputs(" && (0", w->out);
    for (size_t k = 0; k < w->l->n_variables; k++) {
        if (w->l->variables[k].kind != V_LANE) continue;
        fputs(" + simt::lanes_bytes<", w->out);
        write_place(w, &w->l->variables[k]);
        fputs(">", w->out);
    }
    fprintf(w->out, " + %zu * simt::lanes_bytes<unsigned char>) <= SIMT_LANE_ROOM", w->l->n_masks);
}

/** The room of lanes: as parameters, so that the compiler knows that no other pointer leads there. */
static void write_lanes(struct writer *w, bool as_parameters, bool *first) {
    struct loops *l = w->l;
    char *bytes = NULL;
    size_t size = 0;
    FILE *sum = open_memstream(&bytes, &size), *out = w->out;
    if (!sum) stop_at(w->s, l->d->name, "out of memory. Compile fewer things at a time");
    fputs("0", sum);
    for (size_t k = 0; k < l->n_variables; k++) {
        if (l->variables[k].kind != V_LANE) continue;
        fflush(sum);
        fprintf(out, "%s%s", comma(first), as_parameters ? " simt::value<" : " simt::lanes<");
        write_place(w, &l->variables[k]);
        if (as_parameters)
            fprintf(out, "> *__restrict simt_l%zu", k);
        else
            fprintf(out, ">(%s)", bytes);
        w->out = sum;
        fputs(" + simt::lanes_bytes<", sum);
        write_place(w, &l->variables[k]);
        fputs(">", sum);
        w->out = out;
    }
    fflush(sum);
    for (size_t k = 0; k < l->n_masks; k++)
        if (as_parameters)
            fprintf(out, "%s unsigned char *__restrict simt_m%zu", comma(first), k);
        else
            fprintf(out,
                    "%s simt::lanes<unsigned char>(%s + %zu * simt::lanes_bytes<unsigned char>)",
                    comma(first), bytes, k);
    fclose(sum);
    free(bytes);
}

/** A parameter that the kernel changes has a place for each thread. All begin with what the kernel is given. */
static void write_own_parameters(struct writer *w) {
    for (size_t k = 0; k < w->l->n_variables; k++) {
        const struct variable *v = &w->l->variables[k];
        if (v->kind != V_LANE || !is_parameter(w->l, v)) continue;
        fprintf(w->out,
                " for (unsigned simt_t = 0; simt_t < simt_block_dim.x * simt_block_dim.y * simt_block_dim.z; simt_t++)"
                " simt_l%zu[simt_t] =",
                k);
        write_tokens(w, v->name, v->name);
        fputc(';', w->out);
    }
}

/** What the threads do. */
static char *written_body(struct writer *w) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = w->out;
    w->out = open_memstream(&text, &size);
    if (!w->out) stop_at(w->s, w->l->d->name, "out of memory. Compile fewer things at a time");
    write_value_functions(w);
    write_linear_checks(w);
    fputs(" const simt_threads simt_box0 = {0, simt_block_dim.x, 0, simt_block_dim.y, 0, "
          "simt_block_dim.z}; {",
          w->out);
    write_barrier_checks(w, w->l->first, 0);
    fputs(" } volatile uint64_t *const simt_marks = simt_take_block(); (void)simt_marks;", w->out);
    write_own_parameters(w);
    write_list(w, w->l->first, 0);
    fputs(" return true; }(", w->out);
    fclose(w->out);
    w->out = out;
    return text;
}

/** In a check build g++ makes vectors of nothing else. A copy that it made a call of would be seen by the tools. */
#define VECTORS                                                                                                        \
    ", optimize(\"O2\", \"tree-vectorize\", \"no-tree-loop-distribute-patterns\", \"vect-cost-model=dynamic\")"

/** Asks whether the loops may run, and runs them. */
static void write_lambda(struct writer *w, const char *body) {
    struct loops *l = w->l;
    bool first = l->n_variables == 0 || !is_parameter(l, l->variables);
    write_room_check(w);
    fputs(" && [](", w->out);
    write_parameters(w);
    write_lanes(w, true, &first);
    fprintf(w->out, ") __attribute__((noinline%s%s%s)) -> bool {%s",
            l->calls->checked ? ", " NO_HOOKS VECTORS : "",
            l->has_calls && !l->calls->checked ? ", flatten" : "",
            l->calls->wide ? ", target_clones(\"avx2\", \"default\")" : "", body);
    first = true;
    for (size_t k = 0; k < l->n_variables && is_parameter(l, &l->variables[k]); k++) {
        fputs(comma(&first), w->out);
        write_tokens(w, l->variables[k].name, l->variables[k].name);
    }
    write_lanes(w, false, &first);
    fputs(")) return;\n", w->out);
}

/** In a check build: the kernel may be tried, and where all that it touches is known beforehand, as loops. */
static void write_tried(struct writer *w) {
    char *body = w->l->rows ? written_body(w) : NULL;
    w->l->rows &= !w->unseen;
    fputs(" if (true", w->out);
    write_type_checks(w);
    fputs(") simt_may_be_tried();\n", w->out);
    if (w->l->rows) {
        fputs(" if (simt_offers_rows()", w->out);
        write_type_checks(w);
        write_row_checks(w);
        write_lambda(w, body);
    }
    free(body);
}

char *written_loops(struct loops *l) {
    char *text = NULL;
    size_t size = 0;
    bool *touched = calloc(3 * l->n_variables + 1, sizeof(*touched));
    struct writer w = {.l = l, .s = l->s, .out = open_memstream(&text, &size), .touched = touched};
    w.compared = touched + l->n_variables;
    w.seen = touched + 2 * l->n_variables;
    if (!w.out || !touched) stop_at(l->s, l->d->name, "out of memory. Compile fewer things at a time");
    mark_line(&w, l->d->body);
    if (l->calls->checked) {
        write_tried(&w);
    } else {
        fputs(" if (simt_offered == 1", w.out);
        write_type_checks(&w);
        char *body = written_body(&w);
        write_lambda(&w, body);
        free(body);
    }
    fclose(w.out);
    free(w.loads);
    free(touched);
    return text;
}
