/** @file
 *  @brief Local names of a function: variables, parameters, types, labels. They hide the host's. See sides.h. */
#include "sides_parts.h"

/** Does a type end before token `k`? It may be struct { int x; }, decltype(y) or have an attribute. */
static bool is_behind_type(const struct source *s, size_t k) {
    uint32_t before = s->t[k - 1].op;
    size_t open = before == '}' || before == ')' ? s->t[k - 1].match : 0;
    if (open < 2) return before == OP_NAME || before == W_BUILTIN || before == '>' || before == W_CV;
    uint32_t op = s->t[open - 1].op;
    if (before == ')') return op == W_DECLTYPE || op == W_ATTRIBUTE;
    return op == W_CLASS_KEY || s->t[open - 2].op == W_CLASS_KEY;
}

/** Is token `k` one of the names in auto [a, b] = x;, in a lambda's [a = x], or in enum { A, B = 3 }? */
static bool is_listed(const struct source *s, size_t k) {
    size_t open = k - 1;
    while (s->t[open].op != '[' && s->t[open].op != '{') {
        if (s->t[open].match > open || s->t[open].op == ';' || s->t[open].op == OP_END) return false;
        open = s->t[open].match ? s->t[open].match - 1u : open - 1;
    }
    size_t i = open - 1;
    if (s->t[open].op == '[' && s->t[k + 1].op == '=')
        return s->t[i].op != OP_NAME && s->t[i].op != ')' && s->t[i].op != ']';
    if (s->t[open].op == '[') return s->t[i].op == W_BUILTIN || s->t[i - 1].op == W_BUILTIN; // auto [, auto &[
    for (; s->t[i].op == OP_NAME || s->t[i].op == W_BUILTIN || s->t[i].op == ':' || s->t[i].op == W_CLASS_KEY; i--)
        if (token_is(s, i, "enum")) return true;
    return false;
}

/** Is token `k` the name of a type, a label, or what is behind && or ...? */
static bool is_other_name(const struct source *s, size_t k, bool ends) {
    uint32_t before = s->t[k - 1].op, next = s->t[k + 1].op, type = s->t[k - 2].op;
    if (before == W_USING || token_is(s, k - 1, "goto")) return true;
    if (next == ':' && (before == ';' || before == '{' || before == '}')) return true;
    if (token_is(s, k - 1, "...")) return ends;
    return token_is(s, k - 1, "&&") && ((ends && type == W_BUILTIN) || (next == '=' && type == OP_NAME));
}

/** May it stand behind the name of a variable that is declared? */
static bool may_follow(uint32_t op) {
    return op == '=' || op == ';' || op == ',' || op == ')' || op == '[' || op == ':' || op == W_ATTRIBUTE;
}

bool is_new_name(const struct source *s, size_t k) {
    uint32_t before = s->t[k - 1].op, next = s->t[k + 1].op;
    bool ends = may_follow(next);
    bool in_list = before == '[' || before == '{' || (before == ',' && (next == ']' || next == '}'));
    return is_behind_type(s, k) || (in_list && is_listed(s, k)) || is_other_name(s, k, ends);
}

/** Does the statement before this comma begin as a declaration: T a(1), b(2)? */
static bool has_declarator_before(const struct source *s, size_t comma) {
    for (size_t k = comma - 1; k > 0; k--) {
        uint32_t op = s->t[k].op;
        if ((op == ')' || op == '}' || op == ']') && s->t[k].match)
            k = s->t[k].match;
        else if (op == ';' || op == '{' || op == '(')
            return false;
        else if (op == OP_NAME && is_behind_type(s, k))
            return true;
    }
    return false;
}

/** Does token `k` declare a variable: does a type stand before it, and what may follow a variable behind it? */
bool declares(const struct source *s, size_t k) {
    uint32_t before = s->t[k - 1].op, next = s->t[k + 1].op;
    bool ends = may_follow(next);
    bool begins = next == '(' || next == '{';
    if (is_behind_type(s, k)) return ends || begins;
    if (before == ',' && begins) return has_declarator_before(s, k - 1);
    if (is_new_name(s, k)) return true;
    return (before == '*' || before == '&' || before == ',' || before == W_RESTRICT) && ends;
}

enum { FAR = 20000 }; // tokens of one function

/** The last token before `i` that declares the local variable of that name; 0: none. */
size_t local_declaration(const struct source *s, size_t params, size_t i) {
    for (size_t k = i - 1; k > params && i - k < FAR; k--)
        if (s->t[k].op == OP_NAME && tokens_equal(s, k, i) && declares(s, k)) return k;
    return 0;
}

/** Does `template <...>` at token `k` name a parameter as token `i` is named? */
static bool names_parameter(const struct source *s, size_t k, size_t i) {
    size_t end = s->t[k + 1].op == '<' ? s->t[k + 1].match : 0;
    for (size_t p = k + 2; p < end; p++) {
        uint32_t next = s->t[p + 1].op;
        if (tokens_equal(s, p, i) && (next == ',' || next == '=' || p + 1 == end)) return true;
    }
    return false;
}

bool is_template_parameter(const struct source *s, size_t params, size_t i) {
    bool own = true;
    for (size_t k = params; k > 0 && params - k < FAR; k--) {
        uint32_t op = s->t[k].op;
        if (op == W_TEMPLATE && own && names_parameter(s, k, i)) return true;
        if (op == '{') own = true;
        if (op == ';' || op == '}') own = false;
        if (op == '}' && s->t[k].match) k = s->t[k].match;
    }
    return false;
}

bool is_local(const struct source *s, size_t params, size_t i) {
    return declares(s, i) || local_declaration(s, params, i) != 0;
}
