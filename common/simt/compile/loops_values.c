/**
 * @file
 * @brief Functions of the program that only compute with values: in a check build, rows of threads may call them.
 *
 * What such a function gives depends on its arguments alone, and it touches no memory that other threads see. It may
 * say where an element lies, and copy structures of numbers. So each thread of a row can compute it beforehand, as part
 * of an index or a condition. The hooks do not see rows, and would see the function. So the rows have a copy of their
 * own:
 *
 *     const auto at = [&](int r, int c, int n) __attribute__((always_inline, …)) -> int { return r * n + c; };
 */
#include "loops_inline.h"
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

/** The token behind such a type, behind a pointer, or behind the name of a type of the program, which has to be a
 *  structure of numbers; a name comes then. 0: it is another one. */
static size_t behind_any_type(const struct source *s, size_t i, bool *integer) {
    size_t end = behind_type(s, i, integer);
    if (end && (s->t[end].op == '*' || s->t[end].op == W_RESTRICT)) *integer = false;
    while (end && (s->t[end].op == '*' || s->t[end].op == W_RESTRICT || token_is(s, end, "const"))) end++;
    if (end) return end;
    while (token_is(s, i, "const")) i++;
    if (s->t[i].op != OP_NAME) return 0;
    for (i++; token_is(s, i, "const");) i++;
    return s->t[i].op == OP_NAME ? i : 0;
}

/** The name of the program's own type in front of the name that is declared at `i`; 0: it has another one. */
static size_t own_type(const struct source *s, size_t i) {
    for (i--; token_is(s, i, "const");) i--;
    return s->t[i].op == OP_NAME && !is_known_type(s, i) ? i : 0;
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
        bool typed = op == W_BUILTIN || op == W_CV || op == OP_NAME || op == '*';
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
        i = behind_any_type(s, i, &integer);
        if (!i || s->t[i].op != OP_NAME || (each && !each(what, i, integer))) return false;
        if (++i == close) return true;
        if (s->t[i].op != ',') return false;
    }
}

struct search {
    const struct source *s;
    size_t name, nth, found; /**< found: the number of the parameter, from 1 on, */
    size_t declared;         /**< and its own name */
    bool integers;
};

static bool compare_name(void *what, size_t i, bool integer) {
    struct search *search = what;
    search->nth++;
    search->integers &= integer;
    if (search->name && tokens_equal(search->s, search->name, i))
        search->found = search->nth, search->declared = i;
    return true;
}

/** The number of the parameter that name `i` means, from 1 on; 0: it is none. */
static size_t parameter_at(const struct source *s, const struct code *code, size_t i) {
    struct search search = {.s = s, .name = i};
    if (!is_member(s, i)) read_values(s, code, compare_name, &search);
    return search.found;
}

/** Does a declaration of a variable with a value, or of a structure, begin at `i`? Then the token of its name; 0: none
 *  begins. */
static size_t declared_at(const struct source *s, size_t i) {
    bool integer;
    size_t name = behind_any_type(s, i, &integer);
    if (!name || s->t[name].op != OP_NAME) return 0;
    return s->t[name + 1].op == '=' || (s->t[name + 1].op == ';' && own_type(s, name)) ? name : 0;
}

/** The variable that name `i` means, which the body has declared before, in a scope that `i` is in; 0: none. */
static size_t own_at(const struct source *s, const struct code *code, size_t i) {
    for (size_t k = i; k > code->body; k--) {
        uint32_t before = s->t[k - 1].op;
        if (s->t[k].op == '}') k = s->t[k].match;
        size_t name = before == ';' || before == '{' || before == '}' ? declared_at(s, k) : 0;
        if (name && name <= i && tokens_equal(s, name, i)) return name;
    }
    return 0;
}

/** Where the parameter or variable is declared that name `i` means; 0: it is none of the function's. */
static size_t declaration_of(const struct source *s, const struct code *code, size_t i) {
    struct search search = {.s = s, .name = i};
    size_t own = own_at(s, code, i);
    if (own || is_member(s, i)) return own;
    read_values(s, code, compare_name, &search);
    return search.declared;
}

/** Is it the & of &array[…], the address of an element? Nobody loads that. */
static bool takes_element(const struct source *s, size_t i) {
    size_t end = i + 1;
    if (s->t[i].op != '&' || ends_value(s, i - 1) || s->t[end].op != OP_NAME) return false;
    if (s->t[end + 1].op == '.') end += 2;
    uint32_t behind = s->t[end + 1].op == '[' ? s->t[s->t[end + 1].match + 1].op : 0;
    return behind == ';' || behind == ',' || behind == ')';
}

/** The same of its [. */
static bool is_of_address(const struct source *s, size_t i) {
    size_t before = is_member(s, i - 1) ? i - 4 : i - 2;
    return s->t[i].op == '[' && takes_element(s, before);
}

/** Does a structure as a whole stand only where it is copied: in return x; or y = x; or as an argument? */
static bool is_copied_whole(const struct source *s, size_t i) {
    uint32_t before = s->t[i - 1].op, behind = s->t[i + 1].op;
    if (behind == ';') return before == '=' || token_is(s, i - 1, "return");
    if ((before != '(' && before != ',') || (behind != ')' && behind != ',')) return false;
    size_t open = i - 1;
    while (s->t[open].op != '(' && s->t[open].op != '{' && s->t[open].op != ';')
        open = (s->t[open].op == ')' || s->t[open].op == ']') ? s->t[open].match - 1u : open - 1;
    return s->t[open].op == '(' && s->t[open - 1].op == OP_NAME;
}

/** The same where `name`, the variable's declaration, is a structure of the program; or else one of its members. */
static bool is_part_of_record(const struct source *s, size_t name, size_t i) {
    if (i == name) return true;
    if (s->t[i + 1].op != '.') return is_copied_whole(s, i);
    uint32_t behind = s->t[i + 3].op;
    return behind != '.' && behind != '(' && (behind != '[' || is_of_address(s, i + 3));
}

/** May it be a number from outside, which never changes? The compiler says whether it is one. */
static bool may_be_fixed(const struct source *s, size_t i) {
    uint32_t before = s->t[i - 1].op, next = s->t[i + 1].op;
    bool type = next == OP_NAME || next == OP_SCOPE || next == '{' || next == '<' || (before == '(' && next == ')');
    return !type && next != '.' && next != OP_ARROW && next != '[' && before != OP_SCOPE && !is_store(s, i + 1) &&
           !token_is(s, i - 1, "++") && !token_is(s, i - 1, "--");
}

/** Is it such a name, in a function that only computes with values? */
static bool is_outside(const struct source *s, const struct code *code, size_t i) {
    bool known = s->t[i + 1].op == '(' || is_known_type(s, i) || is_member(s, i) ||
                 is_one_of(s, i, " return else true false static_cast ");
    return s->t[i].op == OP_NAME && !known && !declaration_of(s, code, i) && may_be_fixed(s, i);
}

static bool is_value_name(struct calls *c, const struct source *s, const struct code *code,
                          size_t i) {
    if (is_member(s, i)) return s->t[i + 1].op != '(';
    if (token_is(s, i, "return") || token_is(s, i, "else") || token_is(s, i, "true") ||
        token_is(s, i, "false") || token_is(s, i, "static_cast") || is_known_type(s, i))
        return true;
    size_t name = declaration_of(s, code, i);
    if (name && s->t[i + 1].op == '(') return false;
    if (name) return !own_type(s, name) || is_part_of_record(s, name, i);
    if (s->t[i + 1].op == OP_NAME && own_type(s, i + 1) == i) return declared_at(s, i) == i + 1;
    if (s->t[i + 1].op != '(') return may_be_fixed(s, i);
    return has_code(c, s, i) ? value_code(c, s, i) != NULL : is_pure_name(s, i);
}

static bool is_value_token(struct calls *c, const struct source *s, const struct code *code,
                           size_t i) {
    uint32_t op = s->t[i].op;
    bool unary = (op == '*' || op == '&') && !ends_value(s, i - 1);
    if (s->text[s->t[i].at] == ' ') return false; // taken out
    if (unary) return takes_element(s, i);
    if (op == '[') return is_of_address(s, i);
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

/** Does a declaration begin at `i` that declares anything but one variable with a value, or one structure? */
static bool declares_more(const struct source *s, size_t i) {
    uint32_t before = s->t[i - 1].op;
    bool integer, starts = before == ';' || before == '{' || before == '}' || before == ')' || before == W_KEYWORD;
    size_t name = starts ? behind_any_type(s, i, &integer) : 0;
    if (!name || s->t[name].op != OP_NAME) return false;
    if (!declared_at(s, i)) return true;
    while (s->t[name].op != ';' && s->t[name].op != ',') name = skip_one(s, name);
    return s->t[name].op == ',';
}

static bool is_value_body(struct calls *c, const struct source *s, const struct code *code) {
    size_t type = result_of(s, code), close = s->t[code->body].match;
    bool integer;
    // An operator of the program may take a structure, and do anything.
    for (size_t i = type; i < close && c->has_operators; i++)
        if (s->t[i].op == OP_NAME && is_structure(s, i)) return false;
    if (!type || behind_any_type(s, type, &integer) != code->name ||
        s->t[code->params].match + 1 != code->body || !read_values(s, code, NULL, NULL) ||
        code->body + 1 == close)
        return false;
    for (size_t i = code->body + 1; i < close; i++) {
        if (!is_value_token(c, s, code, i) || declares_more(s, i)) return false;
        if (is_outside(s, code, i) && !is_calm(c, s, code->name)) return false;
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

/** Notes what the compiler has to say of a name in the function, so that it means the same in the copy, and is a
 *  number or a structure of numbers. */
static void note_name(struct writer *w, const struct code *code, size_t i) {
    const struct source *s = w->s;
    size_t name = declaration_of(s, code, i), type = name ? own_type(s, name) : 0;
    if (type && i == name) need_member(w, (struct member){.type = type});
    if (type && s->t[i + 1].op == '.')
        need_member(w, (struct member){.name = i + 2, .type = type, .points = s->t[i + 3].op == '['});
    bool known = !is_outside(s, code, i);
    if (!known) need_member(w, (struct member){.name = i, .fixed = true});
    // Elsewhere a name of the program may mean something else.
    if (!known || type) w->unseen |= namespace_of(s, code->name) != namespace_of(s, w->l->d->name);
    for (size_t k = 0; k < w->l->n_variables; k++)
        if (!known || type) w->unseen |= tokens_equal(s, w->l->variables[k].name, known ? type : i);
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
    for (size_t i = code->params; i < close; i++)
        if (s->t[i].op == OP_NAME) note_name(w, code, i);
    if (own_type(s, code->name)) need_member(w, (struct member){.type = own_type(s, code->name)});
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
