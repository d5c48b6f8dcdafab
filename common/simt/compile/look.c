/** @file
 *  @brief Loops of device code that look at volatile words, and so may wait for other threads.
 *
 *  Each round of `while (*flag == 0);` calls simt::look first. After some rounds the runtime asks whether the thread
 *  spins (run/spin.c). What is volatile is known by names: those of the function, and those of the variables and
 *  members that were declared outside of functions. */
#include "rewrite.h"

/** Names that were declared with the word volatile. */
struct names {
    uint32_t *at; // tokens
    size_t n, room;
};

/** Variables and members; then the parameters and variables of one function, as far as it has been read. */
static struct names outside, inside;
static size_t function, read_up_to; // where its parameters begin
static size_t outer_end;            // of the last loop that stands in no other loop that looks

static void add_name(struct names *names, const struct source *s, size_t i) {
    for (size_t k = 0; k < names->n; k++)
        if (tokens_equal(s, names->at[k], i)) return;
    names->at = grown(names->at, names->n, &names->room, sizeof(*names->at));
    names->at[names->n++] = (uint32_t)i;
}

static bool has_name(const struct names *names, const struct source *s, size_t i) {
    for (size_t k = 0; k < names->n; k++)
        if (tokens_equal(s, names->at[k], i)) return true;
    return false;
}

/** Adds what the declaration with the word volatile at `i` declares. In (volatile T)x that is nothing: its name would
 * follow the word at once, and nothing stand before it. */
static void add_declared(struct names *names, const struct source *s, size_t i, bool in_params) {
    uint32_t before = s->t[i - 1].op;
    bool has_type = is_name(before) || before == '>' || before == '*', in_value = false;
    for (size_t k = i + 1; s->t[k].op != OP_END; k = skip_one(s, k)) {
        uint32_t op = s->t[k].op, next = s->t[k + 1].op;
        if (op == ';' || op == '(' || op == ')' || op == '{' || op == '}' ||
            (op == ',' && in_params))
            return;
        if (op == ',' || op == '=') in_value = op == '=';
        bool ends = next == ';' || next == ',' || next == '=' || next == '[' || next == '{' ||
                    next == ')' || next == ':';
        if (op == OP_NAME && ends && has_type && !in_value) add_name(names, s, k);
        has_type = true;
    }
}

void note_volatile(const struct source *s, size_t i) {
    if (token_is(s, i, "volatile")) add_declared(&outside, s, i, false);
}

/** Reads a function from its parameters on, up to token `end`. */
static void read_function(const struct source *s, size_t params, size_t end) {
    if (function != params) {
        function = read_up_to = params;
        inside.n = outer_end = 0;
    }
    for (; read_up_to < end; read_up_to++)
        if (s->t[read_up_to].op == W_CV && token_is(s, read_up_to, "volatile"))
            add_declared(&inside, s, read_up_to, read_up_to < s->t[params].match);
}

/** Do these tokens name a volatile word, or make a word volatile by a cast? */
static bool looks(const struct source *s, size_t first, size_t end) {
    for (size_t i = first; i < end; i++) {
        uint32_t op = s->t[i].op, before = s->t[i - 1].op;
        if (op == W_CV && before != W_ASM && token_is(s, i, "volatile")) return true;
        if (op != OP_NAME) continue;
        bool is_member = before == '.' || before == OP_ARROW || before == OP_SCOPE;
        if ((!is_member && has_name(&inside, s, i)) || has_name(&outside, s, i)) return true;
    }
    return false;
}

/** The token behind the statement that begins at `i`; of one that holds others, at least a part. */
static size_t end_of_statement(const struct source *s, size_t i) {
    if (s->t[i].op == '{') return s->t[i].match + 1;
    while (s->t[i].op != ';' && s->t[i].op != '}' && s->t[i].op != OP_END) i = skip_one(s, i);
    return i + 1;
}

/** Is the `while` at `i` the end of a do loop? */
static bool ends_do(const struct source *s, size_t i) {
    size_t k = i - 1;
    if (s->t[k].op == '}') return s->t[k].match && token_is(s, s->t[k].match - 1, "do");
    if (s->t[k].op != ';') return false;
    for (k--; s->t[k].op != ';' && s->t[k].op != '{' && s->t[k].op != '}' && s->t[k].op != OP_END;
         k--) {
        if (token_is(s, k, "do")) return true;
        if ((s->t[k].op == ')' || s->t[k].op == ']') && s->t[k].match) k = s->t[k].match;
    }
    return false;
}

/** Does the `for` at `i` count, so that its state is new in each round? It has a condition, which looks at no volatile
 * word, and an expression behind that. A loop over a range counts, too. */
static bool counts(const struct source *s, size_t i) {
    size_t close = s->t[i + 1].match, condition = 0, step = 0;
    for (size_t k = i + 2; k < close; k = skip_one(s, k)) {
        if (s->t[k].op != ';') continue;
        if (condition)
            step = k + 1;
        else
            condition = k + 1;
    }
    if (condition && (condition + 1 == step || step == close)) return false;
    return !looks(s, i, close);
}

void mark_look(struct source *s, size_t params, size_t i) {
    bool is_do = token_is(s, i, "do"), is_while = token_is(s, i, "while");
    if (!params || !(is_do || is_while || token_is(s, i, "for"))) return;
    if (!is_do && (s->t[i + 1].op != '(' || !s->t[i + 1].match || (is_while && ends_do(s, i))))
        return;
    size_t body = is_do ? i + 1 : s->t[i + 1].match + 1, end = end_of_statement(s, body);
    if (is_do) end = end_of_statement(s, end);
    if (end <= body) return; // a brace without a partner: the compiler will say so
    read_function(s, params, end);
    if (!looks(s, i, end) || (!is_do && !is_while && counts(s, i))) return;
    bool is_inner = i < outer_end;
    if (!is_inner) outer_end = end;
    put_before(s, body, "if (!simt::look(%d)) {} else ", is_inner);
}

void mark_look_of_function(struct source *s, const struct declaration *d) {
    size_t end = s->t[d->body].match;
    if (d->has_global || d->has_constexpr || !d->params || end <= d->body) return;
    read_function(s, d->params, end);
    if (looks(s, d->body, end)) put_behind(s, d->body, " simt::look(1);");
}
