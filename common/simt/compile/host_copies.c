/** @file
 *  @brief Device variables in host code: see host_copies.h. */
#include "host_copies.h"

#include "edit.h"

#include <stdlib.h>
#include <string.h>

/** The first token of a name that ends at `i`, with the namespaces before it. */
static size_t begin_of_name(const struct source *s, size_t i) {
    while (s->t[i - 1].op == OP_SCOPE) i -= s->t[i - 2].op == OP_NAME ? 2 : 1;
    return i;
}

/** Is it code that has a value: no type, no constant that the compiler needs, nothing of a class or another library? */
static bool is_value(const struct source *s, const struct functions *fs, size_t first, size_t i) {
    const struct name *space = s->t[i - 1].op == OP_SCOPE && first < i - 1 ? find_name(fs, s, i - 2) : NULL;
    if (first < i - 1 && !(space && space->last_scope)) return false;
    uint32_t before = s->t[first - 1].op, next = s->t[i + 1].op;
    bool of_template = before == '<' && s->t[first - 1].match && (next == '>' || next == ',');
    bool named = before == '.' || before == OP_ARROW || next == '(' || next == OP_NAME || next == OP_SCOPE;
    return !named && !of_template && !(before == '(' && token_is(s, first - 2, "decltype"));
}

/** What opens the list that `i` is an item of, a ( or {, or else what ends the statement before. */
static size_t opening_of(const struct source *s, size_t i) {
    for (i--; s->t[i].op != ';' && s->t[i].op != '{' && s->t[i].op != '(' && i > 0; i--) {
        bool ends_item = s->t[i + 1].op == ',' || s->t[i + 1].op == ')';
        if (s->t[i].op == '}' && !ends_item) return i;
        if (s->t[i].op == ')' || s->t[i].op == ']' || s->t[i].op == '}') i = s->t[i].match ? s->t[i].match : i;
    }
    return i;
}

/** Do the parentheses hold declarations: those of a function's head, of a lambda, for, catch, or if (int *p = …)? */
static bool holds_declarations(const struct source *s, size_t open, size_t params, size_t k) {
    bool condition = s->t[open - 1].op == W_CONTROL && s->t[k + 1].op == '=';
    return open == params || condition || token_is(s, open - 1, "for") || token_is(s, open - 1, "catch") ||
           s->t[open - 1].op == ']';
}

/** Is it a name of auto [a, b], or one that a lambda captures, and not what an array is indexed by? */
static bool is_bound(const struct source *s, size_t k) {
    size_t open = k - 1;
    while (s->t[open].op == ',' || s->t[open].op == '&' || s->t[open].op == OP_NAME) open--;
    uint32_t before = s->t[open - 1].op;
    return s->t[open].op == '[' && before != OP_NAME && before != ')' && before != ']' && before != OP_STRING;
}

static bool is_type_word(uint32_t op) {
    return op == OP_NAME || op == W_BUILTIN || op == W_CV;
}

/** A type, and a name behind it? */
static bool begins_declaration(const struct source *s, size_t i) {
    uint32_t second = s->t[i + 1].op;
    bool is_template = second == '<' && s->t[i + 1].match;
    return is_name(s->t[i].op) &&
           (is_name(second) || second == '*' || second == '&' || second == OP_SCOPE || is_template);
}

/** Does token `k` declare a variable? By the words before it, since types are not known. */
static bool declares(const struct source *s, size_t k, size_t params) {
    uint32_t before = s->t[k - 1].op, next = s->t[k + 1].op, word = s->t[k - 2].op;
    if (next != '=' && next != ';' && next != ',' && next != ')' && next != '[' && next != ':' && next != '(' &&
        next != '{' && next != ']')
        return false;
    if (is_type_word(before) || before == W_RESTRICT || is_bound(s, k)) return true;
    if (before == '>') return s->t[k - 1].match != 0;
    if (is_new_name(s, k)) return true;
    size_t open = opening_of(s, k);
    if (s->t[open].op == '(' && is_declarator_group(s, open)) return true;
    if (s->t[open].op == '(' && !holds_declarations(s, open, params, k)) return false;
    if (before == ',' || (before == '*' && word == ',')) return begins_declaration(s, open + 1);
    bool of_type = (before == '*' || before == '&') && (is_type_word(word) || word == '>' || word == '*');
    return of_type && (open + 1 == k - 2 || is_type_word(s->t[k - 3].op) || s->t[k - 3].op == ',' ||
                       s->t[k - 3].op == OP_SCOPE || word == '>' || word == '*');
}

/** The last token of what begins with the ( or { around token `k`: of a block, of a for, of a function. */
static size_t end_of_scope(const struct source *s, size_t k, size_t params) {
    size_t open = k - 1;
    for (; open > params && s->t[open].op != '(' && s->t[open].op != '{'; open--)
        if ((s->t[open].op == ')' || s->t[open].op == '}' || s->t[open].op == ']') && s->t[open].match)
            open = s->t[open].match;
    if (s->t[open].op == '(' && is_declarator_group(s, open)) return end_of_scope(s, open, params);
    size_t end = s->t[open].match;
    if (open == params) return s->n;
    if (s->t[open].op == '{') return end;
    while (end < s->n && s->t[end].op != '{' && s->t[end].op != ';') end++;
    return s->t[end].op == '{' ? s->t[end].match : end;
}

/** Does a variable of the function hide the one of the device? */
static bool is_local_variable(const struct source *s, const struct use *u) {
    for (size_t k = u->token; k > u->params; k--)
        if (s->t[k].op == OP_NAME && tokens_equal(s, k, u->token) && declares(s, k, u->params) &&
            u->token <= end_of_scope(s, k, u->params))
            return true;
    return false;
}

/** Is `i` an item of what takes values alone: printf, a condition, a cast, an initialiser? */
static bool is_item_of_values(const struct source *s, size_t i) {
    size_t open = opening_of(s, i);
    uint32_t op = s->t[open].op, before = s->t[open - 1].op;
    if (op == '{') return before == '=';
    return op == '(' && (before == W_CONTROL || before == W_BUILTIN || (before == '>' && s->t[open - 1].match) ||
                         is_one_of(s, open - 1, "printf fprintf"));
}

/** Is the variable surely read or stored to? Of an argument nobody knows whether its value or its place is meant. */
static bool is_accessed(const struct source *s, size_t first, size_t i, bool is_array) {
    static const char operators[] = "= += -= *= /= %= &= |= ^= <<= >>= == != < > <= >= << >> + - * / % ! ~ && || "
                                    "| ^ ? : ++ --";
    size_t next = i + 1;
    while (s->t[next].op == '[' && s->t[next].match) next = s->t[next].match + 1;
    bool is_address = s->t[first - 1].op == '&' || (is_array && next == i + 1);
    return !is_address && (is_one_of(s, first - 1, operators) || is_one_of(s, first - 1, "return )") ||
                           is_one_of(s, next, operators) || is_item_of_values(s, first));
}

static void copy_for_host(struct source *s, const struct functions *fs, const struct name *variable, size_t i,
                          bool warns) {
    size_t first = begin_of_name(s, i);
    if (!is_value(s, fs, first, i)) return;
    if (warns && is_accessed(s, first, i, s->t[variable->token + 1].op == '['))
        warn_at(s, i,
                "%.*s is a device variable, and this code runs on the host, which has a copy of its own. "
                "Use cudaMemcpyFromSymbol or cudaMemcpyToSymbol",
                (int)s->t[i].len, s->text + s->t[i].at);
    size_t at = s->t[first].at, len = s->t[i].at + s->t[i].len - at;
    char *text = strndup(s->text + at, len);
    if (!text) stop_at(s, i, "out of memory. Compile fewer things at a time");
    drop(s, first, i);
    put_behind(s, i, "simt::host_copy(%s)", text);
    free(text);
}

void make_host_copies(struct source *s, const struct sides *sides, const struct functions *fs, bool warns) {
    for (size_t k = 0; k < sides->n_uses; k++) {
        const struct use *u = &sides->uses[k];
        const struct name *variable = find_name(&sides->device_variables, s, u->token);
        if (u->side != SIDE_HOST || !has_host_copy(sides, s, u->token)) continue;
        bool another = find_name(fs, s, u->token) || find_name(&sides->variables, s, u->token);
        if (!another && !is_of_class(sides, s, u) && !is_local_variable(s, u))
            copy_for_host(s, fs, variable, u->token, warns);
    }
}
