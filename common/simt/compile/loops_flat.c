/**
 * @file
 * @brief Calls of functions without barriers that touch memory, written out in the body of a kernel of a check build.
 *
 *     s[t] = get(m, row, t);   becomes
 *     matrix simt_v1_m = m; int simt_v1_row = row; int simt_v1_column = t;
 *     float simt_v1_get_is = simt_v1_m.elements[simt_v1_row * simt_v1_m.width + simt_v1_column]; s[t] = simt_v1_get_is;
 *
 * Rows of threads can then look at what they touch (loops_rows.c). No braces stand around the statements, which so stay
 * in one group: each variable of the function has a name of its own. All doubt means no: the call stays.
 */
#include "loops.h"
#include "loops_inline.h"

enum { MOST_AT_ONCE = 8 };

/** Does the function store nothing but what its own variables begin with? Then it does not matter when it runs. */
static bool only_loads(struct calls *c, const struct source *s, const struct code *code) {
    for (size_t i = code->body + 1; i < s->t[code->body].match; i++) {
        if (s->t[i].op == '=' && s->t[i - 1].op == OP_NAME && is_declared(s, i - 1)) continue;
        bool calls = s->t[i].op == OP_NAME && s->t[i + 1].op == '(';
        bool computes = value_code(c, s, i) || (!has_code(c, s, i) && is_pure_name(s, i));
        if (is_store(s, i) || (calls && !computes)) return false;
    }
    return true;
}

/** Is each declared name met as such before any other use of it, so that all uses mean the variable? */
static bool has_clear_names(const struct source *s, const struct code *code) {
    for (size_t i = code->body + 1; i < s->t[code->body].match; i++) {
        if (s->t[i].op != OP_NAME || is_member(s, i) || !is_declared(s, i)) continue;
        for (size_t k = code->params; k < i; k++)
            if (s->t[k].op == OP_NAME && tokens_equal(s, k, i) && !is_member(s, k)) return false;
    }
    return true;
}

/** Is it one that touches memory and does not wait, with a body that is fit to be written out? */
static bool is_flat(struct inliner *in, size_t i, struct call *call) {
    const struct source *s = in->s;
    if (!read_call(in, i, call) || !is_calm(in->calls, s, i) || value_code(in->calls, s, i) || !call->type)
        return false;
    for (size_t k = call->type; k < call->code->name; k++)
        if (token_is(s, k, "constexpr")) return false;
    for (size_t k = call->code->body + 1; k < s->t[call->code->body].match; k++)
        if (s->t[k].op == W_CONTROL && !token_is(s, k, "if")) return false;
    return returns_at_end(s, call->code, call->gives, &call->returns) && has_clear_names(s, call->code);
}

/** May something in the statement decide whether a call runs, or change what it is given, or what it loads? */
static bool is_in_doubt(const struct source *s, size_t first, size_t last, const struct call *calls, size_t n) {
    size_t stores = 0, k = 0, inside = 0;
    for (size_t i = first; i <= last; i++) {
        if (k < n && i == calls[k].name) inside = s->t[calls[k++].name + 1].match;
        bool decides = i > inside && (s->t[i].op == '?' || token_is(s, i, "&&") || token_is(s, i, "||"));
        if (token_is(s, i, "++") || token_is(s, i, "--") || (decides && k < n)) return true;
        stores += is_store(s, i);
        if (is_store(s, i) && (stores > 1 || k > 0)) return true;
    }
    for (size_t i = first; i < calls[n - 1].name; i = skip_one(s, i))
        if (s->t[i].op == ',') return true;
    return false;
}

/** Finds the calls of a statement. 0: there are none, or not all of them can come before it. */
static size_t find_flat(struct inliner *in, const struct level *level, size_t first, size_t last, struct call *calls) {
    const struct source *s = in->s;
    size_t n = 0;
    bool loads = true, doubt = false;
    for (size_t i = first; i <= last; i++) {
        struct call call = {0};
        if (!is_flat(in, i, &call)) continue;
        if (n == MOST_AT_ONCE) return 0;
        loads &= only_loads(in->calls, s, call.code) && call.gives;
        for (size_t k = 0; k < n; k++) doubt |= i < s->t[calls[k].name + 1].match; // one is an argument of the other
        calls[n++] = call;
    }
    bool alone = n == 1 && calls[0].name == first && s->t[first + 1].match + 1u == last;
    bool first_of_all = n == 1 && calls[0].gives && may_come_first(in, level, first, last, &calls[0]);
    return n && (alone || first_of_all || (loads && !doubt && !is_in_doubt(s, first, last, calls, n))) ? n : 0;
}

/** The function's own variables get names of their own. */
static void take_variables(struct inliner *in, struct level *level) {
    const struct code *code = level->code;
    for (size_t i = code->body + 1; i < in->s->t[code->body].match && !in->failed; i++) {
        const struct source *s = in->s;
        if (s->t[i].op != OP_NAME || is_member(s, i) || !is_declared(s, i) || meaning_of(in, level, i)) continue;
        // A check build shows what is not set.
        if (level->n_names == MOST_PARAMETERS || s->t[i + 1].op != '=') in->failed = true;
        if (in->failed) return;
        struct token own = made_up_name(in, i, "");
        level->names[level->n_names++] = (struct meaning){.name = i, .stands = own, .own = true};
    }
}

/** Writes what a call does; what it gives is then in a variable. */
static struct token write_one(struct inliner *in, const struct level *outer, const struct call *call) {
    struct meaning names[MOST_PARAMETERS];
    struct level inner = {.names = names, .type = call->type};
    size_t body = call->code->body;
    if (!begin_call(in, outer, call, &inner)) return (struct token){0};
    take_arguments(in, &inner, call->name + 1);
    take_variables(in, &inner);
    if (in->failed) return inner.result;
    if (body + 1 < call->returns) write_range(in, &inner, body + 1, call->returns - 1);
    size_t close = in->s->t[body].match;
    if (call->returns < close) write_range(in, &inner, call->returns, close - 1);
    return inner.result;
}

bool write_flat(struct inliner *in, const struct level *level, size_t first, size_t last) {
    struct call calls[MOST_AT_ONCE];
    struct token results[MOST_AT_ONCE];
    size_t n = find_flat(in, level, first, last, calls), at = first;
    bool braces = is_lone_child(in->s, first), alone = n == 1 && calls[0].name == first;
    if (!n) return false;
    if (braces) add_word_behind(in, "{", '{', first);
    for (size_t k = 0; k < n && !in->failed; k++) results[k] = write_one(in, level, &calls[k]);
    alone &= in->s->t[first + 1].match + 1u == last;
    if (!alone) at = begin_return(in, level, first);
    for (size_t k = 0; k < n && !in->failed && !alone; k++) {
        if (calls[k].name > at) add_copies(in, level, at, calls[k].name - 1);
        add_token_behind(in, results[k]);
        at = in->s->t[calls[k].name + 1].match + 1u;
    }
    if (!alone) add_copies(in, level, at, last);
    if (braces) add_word_behind(in, "}", '}', last);
    return true;
}
