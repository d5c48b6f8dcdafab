/**
 * @file
 * @brief Pieces of the C++ grammar: see parse.h.
 *
 * This is no C++ parser, and need not be one: the compiler comes next, and it refuses what is wrong. What has
 * to be found are declarations that CUDA's words stand in, the ends of their parts, and launches; for these it
 * is enough to skip groups in brackets and to know which words are types, attributes and keywords. Where a text
 * cannot be told apart without types, it is left as it is. Nothing here keeps state: each function looks at the
 * tokens from a position on.
 */
#include "parse.h"

#include <string.h>

static bool is_open(uint32_t op) {
    return op == '(' || op == '[' || op == '{';
}

size_t skip_angles(const struct source *s, size_t i) {
    return s->t[i].op == '<' && s->t[i].match ? s->t[i].match + 1 : skip_one(s, i);
}

static bool is_close(uint32_t op) {
    return op == ')' || op == ']' || op == '}';
}

size_t attribute_end(const struct source *s, size_t i) {
    const struct token *t = &s->t[i];
    if (t->op == W_ATTRIBUTE || t->op == W_ALIGNAS || t->op == W_DECLTYPE ||
        t->op == W_LAUNCH_BOUNDS)
        return t[1].op == '(' && t[1].match ? t[1].match + 1 : 0;
    bool double_bracket = t->op == '[' && t[1].op == '[' && t->match && t[1].match + 1 == t->match;
    return double_bracket ? t->match + 1 : 0;
}

size_t skip_one(const struct source *s, size_t i) {
    size_t end = attribute_end(s, i);
    if (end) return end;
    return is_open(s->t[i].op) && s->t[i].match ? s->t[i].match + 1 : i + 1;
}

bool is_declarator_group(const struct source *s, size_t paren) {
    size_t close = s->t[paren].match;
    if (!close) return false;
    uint32_t next = s->t[close + 1].op;
    if (next != '(' && (next != '[' || s->t[close + 2].op == '[')) return false;
    for (size_t i = paren + 1; i < close; i++)
        if (s->t[i].op == '(') return false;
    return true;
}

size_t count_items(const struct source *s, size_t open, bool *has_pack) {
    size_t end = s->t[open].match, n = 1;
    if (end <= open + 1) return 0;
    for (size_t i = open + 1; i < end; i = skip_angles(s, i)) {
        if (s->t[i].op == ',') n++;
        if (has_pack && token_is(s, i, "...")) *has_pack = true;
    }
    return n;
}

/** `template <...>`, once or more: notes the first list's parameters. Returns the token behind. */
static size_t parse_template(const struct source *s, size_t i, struct declaration *d) {
    if (s->t[i + 1].op != '<') {
        d->is_instance = true;
        return i + 1;
    }
    d->is_template = true;
    d->n_template_params += count_items(s, i + 1, &d->is_variadic);
    return skip_angles(s, i + 1);
}

static void note_word(struct declaration *d, uint32_t op) {
    d->has_global |= op == W_GLOBAL;
    d->has_device |= op == W_DEVICE;
    d->has_host |= op == W_HOST;
    d->has_shared |= op == W_SHARED;
    d->has_extern |= op == W_EXTERN;
    d->has_static |= op == W_STATIC;
    d->has_inline |= op == W_INLINE;
}

/**
 * From behind a function's parameters to its body, if it has one. In a constructor's list of members,
 * `a{1}` is no body: a name or `>` stands before its brace.
 */
static void find_body(const struct source *s, size_t i, struct declaration *d) {
    bool in_members = false;
    for (; s->t[i].op != OP_END; i = skip_one(s, i)) {
        uint32_t op = s->t[i].op, before = s->t[i - 1].op;
        if (op == ';' || op == '=' || is_close(op)) return;
        in_members |= op == ':';
        if (op != '{' || (in_members && (is_name(before) || before == '>'))) continue;
        d->body = i;
        d->body_kind = IN_CODE;
        return;
    }
}

/** operator()(int), operator<(a, b), operator int(): from `operator` to the parameters. */
static size_t operator_params(const struct source *s, size_t i) {
    i++;
    if (s->t[i].op == '(' && s->t[i].match == i + 1) i += 2;
    while (s->t[i].op != '(' && s->t[i].op != ';' && s->t[i].op != '{' && s->t[i].op != OP_END) i++;
    return i;
}

static void end_function(const struct source *s, size_t params, struct declaration *d) {
    d->stop = params;
    if (s->t[params].op != '(' || !s->t[params].match) return;
    d->params = params;
    d->is_instance |= s->t[params - 1].op == '>';
    find_body(s, s->t[params].match + 1, d);
}

/** The last name inside a declarator's parentheses: p in (*p)[4]. */
static size_t name_in_group(const struct source *s, size_t paren) {
    size_t i = s->t[paren].match;
    while (i > paren && s->t[i].op != OP_NAME) i--;
    return i > paren ? i : 0;
}

/** What a scan over a declaration remembers from token to token. */
struct scan {
    bool class_key, in_namespace, done;
};

/** A { in a declaration's head: a body, or the value of a variable. */
static size_t scan_brace(const struct source *s, size_t i, struct scan *scan,
                         struct declaration *d) {
    bool linkage = s->t[i - 1].op == OP_STRING && s->t[i - 2].op == W_EXTERN;
    scan->done = true;
    d->stop = i;
    if (scan->in_namespace || linkage || scan->class_key) {
        d->body = i;
        d->body_kind = scan->class_key ? IN_CLASS : IN_NAMESPACE;
    }
    if (!scan->class_key || !s->t[i].match) return i;
    scan->class_key = false; // behind the body of a class its variables may follow
    d->name = 0;
    scan->done = false;
    return s->t[i].match + 1;
}

/**
 * Do the parentheses behind a name hold values, as in `dim3 block(16, 16)` and `int half(n / 2)`, and not parameters?
 * With constexpr, `int all(rows * columns);` is a variable: a function would have its body there.
 */
static bool holds_values(const struct source *s, size_t paren, bool is_constexpr) {
    size_t close = s->t[paren].match;
    uint32_t first = s->t[paren + 1].op, next = s->t[close + 1].op;
    if (first == OP_STRING) return true;
    if (is_constexpr && is_name(first) && first != W_BUILTIN && first != W_CV &&
        (next == ';' || next == ','))
        return true;
    for (size_t i = paren + 1; i < close && s->t[i].op != '='; i = skip_angles(s, i)) {
        uint32_t op = s->t[i].op;
        if (op == OP_NUMBER || (op && op < OP_NAME && strchr("+-/%|^?", (int)op))) return true;
    }
    return false;
}

static size_t scan_paren(const struct source *s, size_t i, struct scan *scan,
                         struct declaration *d) {
    bool is_value = holds_values(s, i, d->has_constexpr);
    if (is_value || is_declarator_group(s, i)) {
        size_t name = is_value ? 0 : name_in_group(s, i);
        if (name) d->name = name;
        scan->done = true;
        d->stop = i;
        return i;
    }
    scan->done = true;
    end_function(s, i, d);
    return i;
}

static size_t scan_token(const struct source *s, size_t i, struct scan *scan,
                         struct declaration *d) {
    uint32_t op = s->t[i].op;
    size_t end = attribute_end(s, i);
    note_word(d, op);
    d->has_constexpr |= token_is(s, i, "constexpr");
    if (end) return end;
    if (op == W_TEMPLATE && s->t[i - 1].op != OP_SCOPE) return parse_template(s, i, d);
    if (op == W_OPERATOR) {
        d->name = i;
        scan->done = true;
        end_function(s, operator_params(s, i), d);
        return i;
    }
    if (op == '{') return scan_brace(s, i, scan, d);
    if (op == '(') return scan_paren(s, i, scan, d);
    scan->class_key |= op == W_CLASS_KEY;
    scan->in_namespace |= op == W_NAMESPACE;
    if (op == OP_NAME) d->name = i;
    scan->done |= op == ';' || op == '=' || op == '[' || op == ',' || is_close(op) || op == OP_END;
    d->stop = i;
    return skip_angles(s, i);
}

struct declaration parse_declaration(const struct source *s, size_t first) {
    struct declaration d = {.first = first, .stop = first};
    struct scan scan = {false};
    for (size_t i = first; !scan.done && i < s->n;) i = scan_token(s, i, &scan, &d);
    return d;
}

/** A parameter's tokens, without name and default value. */
struct param {
    size_t first, last, next; /**< first … last - 1; next: where the parameter after it begins */
    bool indirect;            /**< a pointer or a reference */
};

static bool is_type_end(uint32_t op) {
    return op == OP_NAME || op == W_BUILTIN || op == '>' || op == '*' || op == '&' ||
           op == W_DECLTYPE;
}

/** Is the last token before `end` the parameter's name, with its type before it? */
static bool is_named(const struct source *s, size_t first, size_t end) {
    if (end < first + 2 || s->t[end - 1].op != OP_NAME) return false;
    size_t before = end - 2;
    while (before > first && (s->t[before].op == W_CV || s->t[before].op == W_RESTRICT)) before--;
    return is_type_end(s->t[before].op);
}

static struct param read_param(const struct source *s, size_t first, size_t close) {
    struct param p = {.first = first};
    size_t end = 0, i = first;
    for (; i < close && s->t[i].op != ','; i = skip_angles(s, i)) {
        if (s->t[i].op == '=' && !end) end = i;
        p.indirect |= s->t[i].op == '*' || s->t[i].op == '&';
    }
    p.last = end ? end : i;
    p.next = i < close ? i + 1 : close;
    if (is_named(s, first, p.last)) p.last--;
    return p;
}

/** Words that do not make another function: `const` of the parameter itself is one of them. */
static size_t skip_neutral(const struct source *s, size_t i, struct param p) {
    for (; i < p.last; i++) {
        uint32_t op = s->t[i].op;
        if (op != W_RESTRICT && op != W_GRID_CONSTANT && (op != W_CV || p.indirect)) break;
    }
    return i;
}

static bool same_param(const struct source *s, struct param a, struct param b) {
    size_t i = skip_neutral(s, a.first, a), j = skip_neutral(s, b.first, b);
    while (i < a.last && j < b.last) {
        if (!tokens_equal(s, i, j)) return false;
        i = skip_neutral(s, i + 1, a);
        j = skip_neutral(s, j + 1, b);
    }
    return i >= a.last && j >= b.last;
}

bool same_parameters(const struct source *s, size_t a, size_t b) {
    size_t a_end = s->t[a].match, b_end = s->t[b].match;
    size_t i = a + 1, j = b + 1;
    if (i < a_end && token_is(s, i, "void") && i + 1 == a_end) i = a_end;
    if (j < b_end && token_is(s, j, "void") && j + 1 == b_end) j = b_end;
    while (i < a_end && j < b_end) {
        struct param p = read_param(s, i, a_end), q = read_param(s, j, b_end);
        if (!same_param(s, p, q)) return false;
        i = p.next;
        j = q.next;
    }
    return i >= a_end && j >= b_end;
}
