/**
 * @file
 * @brief Functions of the program that only compute with values: in a check build, rows of threads may call them.
 *
 * What such a function gives depends on its arguments alone, and it touches no memory that other threads see. So each
 * thread of a row can compute it beforehand, as part of an index or a condition. The hooks do not see rows, and would
 * see the function. So the rows have a copy of their own:
 *
 *     const auto at = [&](int r, int c, int n) __attribute__((always_inline, …)) -> int { return r * n + c; };
 */
#include "loops_write.h"

#include <string.h>

enum { UNKNOWN, ASKED, YES, NO };
enum { MOST_COPIES = 16 };

/** The token behind a type that is a number or one of CUDA's structures of numbers; 0: it is another one. */
static size_t behind_type(const struct source *s, size_t i, bool *integer) {
    bool named = false, wide = true;
    for (;; i++) {
        bool word = s->t[i].op == W_BUILTIN && !token_is(s, i, "void") && !token_is(s, i, "auto");
        bool known = !named && s->t[i].op == OP_NAME && is_known_type(s, i);
        bool fixed = s->t[i].op == W_CV && token_is(s, i, "const");
        if (!word && !known && !fixed) break;
        if (fixed) continue;
        wide &= token_is(s, i, "int") || token_is(s, i, "unsigned") || token_is(s, i, "long") ||
                token_is(s, i, "size_t");
        named = true;
    }
    *integer = named && wide;
    return named ? i : 0;
}

/** Is name `i` the type of one of CUDA's structures, as float4? */
static bool is_structure(const struct source *s, size_t i) {
    char last = s->text[s->t[i].at + s->t[i].len - 1];
    return is_known_type(s, i) && last >= '1' && last <= '4';
}

/** The first token of the type that stands before the function's name; 0: it is too hard to read. */
static size_t result_of(const struct source *s, const struct code *code) {
    size_t first = code->name;
    for (size_t k = code->name - 1; k > 0; k--) {
        uint32_t op = s->t[k].op;
        if (op == ';' || op == '}' || op == '{') break;
        bool dropped = op == W_DEVICE || op == W_HOST || op == W_INLINE || op == W_STATIC ||
                       op == W_FORCEINLINE || op == W_NOINLINE || token_is(s, k, "constexpr");
        bool typed = op == W_BUILTIN || op == W_CV || op == OP_NAME;
        if (!dropped && !typed) return 0;
        if (!dropped) first = k;
    }
    return first;
}

/** Calls `each` with every parameter's name. False: there is one that is no value with a name. */
static bool read_values(const struct source *s, const struct code *code,
                        bool (*each)(void *, size_t, bool), void *what) {
    size_t close = s->t[code->params].match, i = code->params + 1;
    if (i == close) return true;
    for (;; i++) {
        bool integer;
        i = behind_type(s, i, &integer);
        if (!i || s->t[i].op != OP_NAME || (each && !each(what, i, integer))) return false;
        if (++i == close) return true;
        if (s->t[i].op != ',') return false;
    }
}

struct search {
    const struct source *s;
    size_t name, nth, found; /**< found: the number of the parameter, from 1 on */
    bool integers;
};

static bool compare_name(void *what, size_t i, bool integer) {
    struct search *search = what;
    search->nth++;
    search->integers &= integer;
    if (search->name && tokens_equal(search->s, search->name, i)) search->found = search->nth;
    return true;
}

/** The number of the parameter that name `i` means, from 1 on; 0: it is none. */
static size_t parameter_at(const struct source *s, const struct code *code, size_t i) {
    struct search search = {.s = s, .name = i};
    if (!is_member(s, i)) read_values(s, code, compare_name, &search);
    return search.found;
}

/** Does a declaration of a variable with a value begin at `i`? Then the token of its name; 0: none begins. */
static size_t declared_at(const struct source *s, size_t i) {
    bool integer;
    size_t name = behind_type(s, i, &integer);
    return name && s->t[name].op == OP_NAME && s->t[name + 1].op == '=' ? name : 0;
}

/** Is name `i` a variable that the body has declared before, in a scope that `i` is in? */
static bool is_own(const struct source *s, const struct code *code, size_t i) {
    for (size_t k = i; k > code->body; k--) {
        uint32_t before = s->t[k - 1].op;
        if (s->t[k].op == '}') k = s->t[k].match;
        size_t name = before == ';' || before == '{' || before == '}' ? declared_at(s, k) : 0;
        if (name && name <= i && tokens_equal(s, name, i)) return true;
    }
    return false;
}

static bool is_value_name(struct calls *c, const struct source *s, const struct code *code,
                          size_t i) {
    if (is_member(s, i)) return s->t[i + 1].op != '(';
    if (token_is(s, i, "return") || token_is(s, i, "else") || token_is(s, i, "true") ||
        token_is(s, i, "false") || token_is(s, i, "static_cast") || is_known_type(s, i))
        return true;
    if (parameter_at(s, code, i) || is_own(s, code, i)) return s->t[i + 1].op != '(';
    if (s->t[i + 1].op != '(') return false;
    return has_code(c, s, i) ? value_code(c, s, i) != NULL : is_pure_name(s, i);
}

static bool is_value_token(struct calls *c, const struct source *s, const struct code *code,
                           size_t i) {
    uint32_t op = s->t[i].op;
    bool unary = (op == '*' || op == '&') && !ends_value(s, i - 1);
    if (s->text[s->t[i].at] == ' ' || unary) return false; // taken out, or of a pointer
    if (op == OP_NAME) return is_value_name(c, s, code, i);
    if (op == W_CONTROL) return token_is(s, i, "if") && s->t[i + 1].op == '(';
    if (op == W_KEYWORD)
        return token_is(s, i, "return") || token_is(s, i, "else") || token_is(s, i, "static_cast");
    if (op == '{') return s->t[i - 1].op != '=';
    if (op == W_CV) return token_is(s, i, "const");
    if (is_shift(s, i)) return is_small_shift(s, i);
    return op != '[' && op != OP_SCOPE && op != OP_ARROW && op != OP_STRING && op != OP_LAUNCH &&
           (op < OP_WORD || op == W_BUILTIN);
}

static bool is_value_body(struct calls *c, const struct source *s, const struct code *code) {
    size_t type = result_of(s, code), close = s->t[code->body].match;
    bool integer;
    // An operator of the program may take a structure, and do anything.
    for (size_t i = type; i < close && c->has_operators; i++)
        if (s->t[i].op == OP_NAME && is_structure(s, i)) return false;
    if (!type || behind_type(s, type, &integer) != code->name ||
        s->t[code->params].match + 1 != code->body || !read_values(s, code, NULL, NULL) ||
        code->body + 1 == close)
        return false;
    for (size_t i = code->body + 1; i < close; i++) {
        if (!is_value_token(c, s, code, i)) return false;
        if (is_shift(s, i)) i++;
    }
    return true;
}

const struct code *value_code(struct calls *c, const struct source *s, size_t i) {
    const struct code *only =
        s->t[i].op == OP_NAME && s->t[i + 1].op == '(' ? only_code(c, s, i) : NULL;
    uint32_t before = s->t[i - 1].op;
    if (!c->checked || !only || before == OP_SCOPE || is_member(s, i)) return NULL;
    struct code *code = &c->codes[only - c->codes];
    if (code->value == UNKNOWN) {
        code->value = ASKED; // one that calls itself has no copy
        code->value = is_value_body(c, s, code) ? YES : NO;
    }
    return code->value == YES ? code : NULL;
}

bool gives_short_value(struct calls *c, const struct source *s, const struct code *code) {
    size_t close = s->t[code->body].match;
    if (!token_is(s, code->body + 1, "return")) return false;
    for (size_t i = code->body + 2; i < close; i++) {
        bool calls = s->t[i].op == OP_NAME && s->t[i + 1].op == '(' && !value_code(c, s, i);
        if (s->t[i].op == '/' || s->t[i].op == '%' || calls) return false;
        if (s->t[i].op == ';' && i + 1 != close) return false;
    }
    return true;
}

/** The nth argument, counted from 1 on. */
static struct span argument(const struct source *s, size_t open, size_t nth) {
    size_t first = open + 1, i = first;
    for (; i < s->t[open].match; i = skip_one(s, i)) {
        if (s->t[i].op != ',') continue;
        if (--nth == 0) break;
        first = i + 1;
    }
    return (struct span){.first = first, .last = i - 1};
}

/** Is a term of what the function gives a parameter whose argument grows? The arguments begin with the ( at `open`. */
static bool is_growing_term(const struct writer *w, const struct code *code, size_t open,
                            size_t first, size_t last) {
    const struct source *s = w->s;
    while (s->t[first].op == '(' && s->t[first].match == last) first++, last--;
    size_t nth = first == last ? parameter_at(s, code, first) : 0;
    struct span given = nth ? argument(s, open, nth) : (struct span){0};
    return nth && grows(w, given.first, given.last);
}

/** Does a term have a parameter whose argument varies? */
static bool has_varying(const struct writer *w, const struct code *code, size_t open, size_t first,
                        size_t last) {
    const struct source *s = w->s;
    for (size_t i = first; i <= last; i++) {
        size_t nth = s->t[i].op == OP_NAME ? parameter_at(s, code, i) : 0;
        struct span given = nth ? argument(s, open, nth) : (struct span){0};
        if (nth && varies(w, given.first, given.last)) return true;
    }
    return false;
}

/** Are the parameters and the result integers? */
static bool is_of_whole_numbers(const struct source *s, const struct code *code) {
    struct search search = {.s = s, .integers = true};
    bool integer = false;
    behind_type(s, result_of(s, code), &integer);
    read_values(s, code, compare_name, &search);
    return integer && search.integers;
}

bool call_grows(const struct writer *w, size_t i) {
    const struct source *s = w->s;
    const struct code *code = value_code(w->l->calls, s, i);
    if (!code || !gives_short_value(w->l->calls, s, code) || !is_of_whole_numbers(s, code))
        return false;
    size_t start = code->body + 2, last = s->t[code->body].match - 2u, terms = 0;
    bool minus = false;
    for (size_t k = start; k <= last + 1; k = s->t[k].op == '(' ? s->t[k].match + 1u : k + 1) {
        uint32_t op = k > last ? '+' : s->t[k].op;
        if (op == OP_OTHER || (op < OP_NAME && strchr("?,<>=&|^", (int)op))) return false;
        if ((op != '+' && op != '-') || k == start) continue;
        if (has_varying(w, code, i + 1, start, k - 1)) {
            if (minus || !is_growing_term(w, code, i + 1, start, k - 1)) return false;
            terms++;
        }
        start = k + 1;
        minus = op == '-';
    }
    return terms == 1;
}

/** Writes a copy of the function, behind those that it calls. `*n` functions of `done` have one. */
static void write_copy(struct writer *w, const struct code *code, const struct code **done,
                       size_t *n) {
    const struct source *s = w->s;
    size_t close = s->t[code->body].match, type = result_of(s, code);
    for (size_t k = 0; k < *n; k++)
        if (done[k] == code) return;
    for (size_t i = code->body; i < close; i++) {
        const struct code *called = value_code(w->l->calls, s, i);
        if (called) write_copy(w, called, done, n);
    }
    if (*n == MOST_COPIES) w->unseen = true;
    for (size_t k = 0; k < w->l->n_variables; k++)
        if (tokens_equal(s, w->l->variables[k].name, code->name)) w->unseen = true;
    if (w->unseen) return;
    done[(*n)++] = code;
    fputs(" const auto", w->out);
    write_tokens(w, code->name, code->name);
    fputs(" = [&]", w->out);
    write_tokens(w, code->params, s->t[code->params].match);
    fputs(" __attribute__((always_inline, " NO_HOOKS ")) ->", w->out);
    write_tokens(w, type, code->name - 1);
    write_tokens(w, code->body, close);
    fputs("; (void)", w->out);
    write_tokens(w, code->name, code->name);
    fputc(';', w->out);
}

void write_value_functions(struct writer *w) {
    const struct code *done[MOST_COPIES];
    size_t body = w->l->d->body, n = 0;
    for (size_t i = body; i < w->s->t[body].match; i++) {
        const struct code *code = value_code(w->l->calls, w->s, i);
        if (code) write_copy(w, code, done, &n);
    }
}
