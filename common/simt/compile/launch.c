/** @file
 *  @brief Launches: callee<<<grid, block, bytes, stream>>>(arguments). */
#include "rewrite.h"
#include "sides_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** May an operand end here? Then a ( or [ behind it continues the operand. */
static bool ends_operand(const struct source *s, size_t i) {
    uint32_t op = s->t[i].op;
    if (op == ')') {
        size_t before = s->t[i].match - 1; // if (x) (*f)<<<1, 1>>>();
        bool cast = s->t[i].match + 2 == i && s->t[i - 1].op == W_BUILTIN;
        return s->t[i].match && !cast && s->t[before].op != W_CONTROL;
    }
    return op == ']' || op == OP_NAME;
}

/** From the last token of a primary expression, with its calls and indices, to its first; 0: none. */
static size_t primary_start(const struct source *s, size_t i) {
    size_t first = 0; // the expression that is complete from here on
    for (;;) {
        uint32_t op = s->t[i].op;
        size_t open = s->t[i].match;
        if (op == OP_NAME) return i;
        if (op == '>') return open && s->t[open - 1].op == OP_NAME ? open - 1 : first;
        if ((op != ')' && op != ']') || !open) return first;
        i = open - 1;
        if (op == ']') continue;
        first = open;
        if (!ends_operand(s, i) && s->t[i].op != '>') return first;
    }
}

/** From the last token of a callee to its first: names, ::, ., ->, calls and indices. */
static size_t callee_start(const struct source *s, size_t last) {
    size_t i = primary_start(s, last);
    while (i) {
        if (s->t[i - 1].op == W_TEMPLATE) i--;
        uint32_t before = s->t[i - 1].op;
        if (before != OP_SCOPE && before != OP_ARROW && before != '.') return i;
        size_t outer = primary_start(s, i - 2);
        if (!outer && before != OP_SCOPE) return 0;
        if (!outer) return i - 1; // ::kernel
        i = outer;
    }
    return 0;
}

/** How many > stand side by side at `i`; nvcc takes >> > for >>>. */
static size_t run_of_greater(const struct source *s, size_t i) {
    size_t n = 1;
    while (s->t[i + n].op == '>' && s->t[i + n].at == s->t[i].at + n) n++;
    return n == 2 && s->t[i + 2].op == '>' ? 3 : n;
}

/**
 * The first > of the >>> that closes a launch; 0: none. It is the last three > of a run with a ( behind it.
 * Where three or more template lists are open, such a run may close those, as in A<B<C<int>>>(); then
 * a later one is preferred.
 */
static size_t launch_close(const struct source *s, size_t open) {
    size_t angles = 0, found = 0;
    for (size_t i = open + 1; s->t[i].op != OP_END; i = skip_one(s, i)) {
        uint32_t op = s->t[i].op;
        if (op == ';' || op == ')' || op == ']' || op == '}') break;
        angles += op == '<';
        if (op != '>') continue;
        size_t n = run_of_greater(s, i);
        if (n >= 3 && s->t[i + n].op == '(') {
            found = i + n - 3;
            if (angles < n) break;
        }
        angles -= n < angles ? n : angles;
        i += n - 1;
    }
    return found;
}

/** Is there a >>> without parenthesis before the statement's end? */
static bool has_bare_close(const struct source *s, size_t open) {
    for (size_t i = open + 1; s->t[i].op != OP_END && s->t[i].op != ';'; i = skip_one(s, i))
        if (s->t[i].op == '>' && run_of_greater(s, i) >= 3) return true;
    return false;
}

/** Commas of the configuration plus 1; those inside `<...>` count where `all`. */
static size_t count_config(const struct source *s, struct launch l, bool all) {
    size_t n = l.close > l.open + 1;
    for (size_t i = l.open + 1; i < l.close;) {
        bool group = s->t[i].op == '<' && s->t[i].match < l.close && !all;
        n += s->t[i].op == ',';
        i = group ? skip_angles(s, i) : skip_one(s, i);
    }
    return n;
}

char *spelled(const struct source *s, size_t first, size_t last) {
    size_t room = 1;
    for (size_t i = first; i <= last; i++) room += 2 * (size_t)s->t[i].len + 1;
    char *text = malloc(room), *to = text;
    if (!text) stop_at(s, first, "out of memory. Compile fewer things at a time");
    for (size_t i = first; i <= last; i++) {
        const char *from = s->text + s->t[i].at;
        if (i > first && is_name(s->t[i - 1].op) && is_name(s->t[i].op)) *to++ = ' ';
        for (size_t k = 0; k < s->t[i].len; k++) {
            if (from[k] == '"' || from[k] == '\\') *to++ = '\\';
            *to++ = from[k];
            if (from[k] == '\n') to[-1] = ' ';
        }
    }
    *to = 0;
    return text;
}

struct launch read_launch(const struct source *s, size_t open) {
    struct launch l = {.callee = callee_start(s, open - 1), .open = open, .close = launch_close(s, open)};
    if (!l.callee)
        stop_at(s, open, "<<< has no kernel before it. Write kernel<<<blocks, threads>>>()");
    if (!l.close && has_bare_close(s, open))
        stop_at(s, open, "a launch has no arguments behind >>>. Write () even if there are none");
    if (!l.close) stop_at(s, open, "a launch is not closed. Write >>> before its arguments");
    if (count_config(s, l, true) < 2)
        stop_at(s, open, "a launch needs blocks and threads. Write <<<blocks, threads>>>");
    if (count_config(s, l, true) > 4 && count_config(s, l, false) > 4)
        stop_at(s, open,
                "a launch takes at most four values. Write <<<blocks, threads, shared bytes, "
                "stream>>>");
    return l;
}

/** The name of what is launched, in a callee such as (k<int>) or space::k; 0: an expression. */
static size_t callee_name(const struct source *s, struct launch l) {
    size_t first = l.callee, last = l.open - 1;
    while (s->t[last].op == ')' && s->t[last].match == first) first++, last--;
    size_t less = s->t[last].op == '>' ? s->t[last].match : 0, token = less ? less - 1 : last;
    uint32_t before = s->t[token - 1].op;
    bool expression = before == '.' || before == OP_ARROW || before == '*';
    return s->t[token].op == OP_NAME && !expression ? token : 0;
}

static size_t n_template_arguments(const struct source *s, size_t name) {
    return s->t[name + 1].op == '<' ? count_items(s, name + 1, NULL) : 0;
}

/** Does the callee name one function only when its arguments are known too? */
static bool needs_arguments(const struct source *s, const struct functions *fs, struct launch l,
                            bool in_std) {
    size_t token = callee_name(s, l);
    const struct name *name = token ? find_name(fs, s, token) : NULL;
    if (!name || !name->is_kernel) return false;
    return name->is_overloaded || name->is_variadic ||
           n_template_arguments(s, token) < name->n_template_params ||
           count_items(s, l.close + 3, NULL) < name->n_params ||
           (in_std && s->t[token - 1].op != OP_SCOPE);
}

/** Parameters of a function, and how many of them have no default value. */
static size_t count_parameters(const struct source *s, size_t params, size_t *least) {
    size_t end = s->t[params].match, defaults = 0, n = count_items(s, params, NULL);
    if (n == 1 && token_is(s, params + 1, "void") && params + 2 == end) n = 0;
    for (size_t i = params + 1; i < end; i = skip_one(s, i)) defaults += s->t[i].op == '=';
    *least = n - defaults;
    return n;
}

/** Does any variable of the program begin as a lambda? It is asked once: to look for a variable at each launch takes
 *  long. */
static bool has_lambda_variables(const struct source *s) {
    static const struct source *asked;
    static bool has;
    if (asked == s) return has;
    asked = s, has = false;
    for (size_t i = 1; s->t[i].op != OP_END && !has; i++) has = s->t[i].op == '=' && s->t[i + 1].op == '[';
    return has;
}

/** Stops the program at a lambda of the host among the arguments, or at a variable that is one. */
static void check_lambdas(const struct source *s, struct launch l) {
    size_t open = l.close + 3;
    for (size_t i = open + 1; i < s->t[open].match; i = skip_one(s, i)) {
        bool begins = s->t[i - 1].op == '(' || s->t[i - 1].op == ',', is_lone = false;
        size_t next = s->t[i].op == '[' ? i : 0, variable = 0;
        bool is_name = s->t[i].op == OP_NAME && (s->t[i + 1].op == ',' || s->t[i + 1].op == ')');
        if (begins && is_name && has_lambda_variables(s))
            variable = local_declaration(s, l.params, i);
        if (variable && s->t[variable + 1].op == '=' && s->t[variable + 2].op == '[') next = variable + 2;
        if (!begins || !next || s->t[next + 1].op == '[') continue;
        size_t word = s->t[next].match + 1u, end = word;
        while (s->t[end].op != '{' && s->t[end].op != ';' && s->t[end].op != OP_END) end = skip_one(s, end);
        is_lone = s->t[end].op == '{' && s->t[s->t[end].match + 1].op != '(';
        if (is_lone && s->t[word].op != W_DEVICE && s->t[word].op != W_HOST)
            stop_at(s, i,
                    "a lambda of the host cannot run in a kernel. Write __device__ behind its ], and compile with "
                    "--extended-lambda");
    }
}

bool check_launch(const struct source *s, const struct functions *fs, struct launch l) {
    size_t token = callee_name(s, l), least;
    const struct name *name = token ? find_name(fs, s, token) : NULL;
    if (l.on_host) check_lambdas(s, l);
    if (!name || !name->last) return false;
    const char *text = s->text + s->t[token].at;
    int len = (int)s->t[token].len;
    if (!name->is_kernel)
        stop_at(s, token,
                "%.*s is launched but is not a kernel. Write __global__ before its definition", len,
                text);
    bool pack = false, one = name->declarations == 1 && !name->n_template_params;
    size_t given = count_items(s, l.close + 3, &pack);
    size_t most = count_parameters(s, fs->f[name->last - 1].d.params, &least);
    if (name->is_kernel && one && !pack && (given < least || given > most) &&
        !is_local(s, l.params, token))
        stop_at(
            s, token,
            "the kernel %.*s takes %zu argument%s, and this launch gives it %zu. Compare the two",
            len, text, most, most == 1 ? "" : "s", given);
    return name->n_template_params > 0;
}

/** Is the token an argument by itself? */
static bool is_alone(const struct source *s, size_t i) {
    uint32_t before = s->t[i - 1].op, next = s->t[i + 1].op;
    return (before == '(' || before == ',') && (next == ')' || next == ',');
}

/** As an argument of the closure NULL and 0 would be numbers: these still become any pointer. */
static void replace_nulls(struct source *s, size_t paren, bool typed) {
    for (size_t i = paren + 1; i < s->t[paren].match; i = skip_one(s, i)) {
        if (s->t[i].op == W_NULL && is_alone(s, i)) replace(s, i, "nullptr ");
        if (typed && is_alone(s, i) && token_is(s, i, "0")) replace(s, i, "simt::zero() ");
    }
}

/** Is it known by its name what its arguments become? */
static bool has_one_type(const struct source *s, const struct functions *fs, struct launch l) {
    size_t token = callee_name(s, l);
    const struct name *name = token ? find_name(fs, s, token) : NULL;
    return name && !name->is_overloaded && !name->is_variadic &&
           n_template_arguments(s, token) >= name->n_template_params;
}

/** Is one of the arguments the literal 0, and is it known how many there are? */
static bool has_zeros(const struct source *s, size_t paren) {
    bool pack = false, zeros = false;
    (void)count_items(s, paren, &pack);
    for (size_t i = paren + 1; i < s->t[paren].match; i = skip_angles(s, i))
        zeros |= token_is(s, i, "0") && is_alone(s, i);
    return zeros && !pack;
}

/**
 * The closure's parameters, or what it hands on: `auto, auto simt_a1` and `0, simt_a1`. A literal 0 stays one in the
 * call, since an int that holds 0 becomes no pointer.
 */
static char *closure_list(const struct source *s, size_t paren, bool parameters) {
    size_t room = 32 * (count_items(s, paren, NULL) + 1), at = 0, n = 0;
    char *text = malloc(room);
    if (!text) stop_at(s, paren, "out of memory. Compile fewer things at a time");
    for (size_t i = paren + 1; i < s->t[paren].match; i = skip_angles(s, i)) {
        if (s->t[i - 1].op != ',' && i != paren + 1) continue; // no item begins here
        const char *format = token_is(s, i, "0") && is_alone(s, i) ? parameters ? "%sauto" : "%s0"
                             : parameters                          ? "%sauto simt_a%zu"
                                                                   : "%ssimt_a%zu";
        at += (size_t)snprintf(text + at, room - at, format, n ? ", " : "", n);
        n++;
    }
    return text;
}

void rewrite_launch(struct source *s, const struct functions *fs, struct launch l, bool in_std) {
    bool closure = needs_arguments(s, fs, l, in_std), typed = has_one_type(s, fs, l);
    bool by_name = closure && !typed && has_zeros(s, l.close + 3);
    char *name = spelled(s, l.callee, l.open - 1);
    char *parameters = by_name ? closure_list(s, l.close + 3, true) : NULL;
    char *handed_on = by_name ? closure_list(s, l.close + 3, false) : NULL;
    // [=] and not [&]: the closure may run after the launching function has returned.
    if (by_name)
        put_before(s, l.callee, "simt::kernel([=](%s) { ", parameters);
    else
        put_before(s, l.callee, "simt::kernel(%s", closure ? "[=](auto... simt_a) { " : "");
    drop(s, l.open, l.open);
    if (by_name)
        put_behind(s, l.open, "(%s); }, \"%s\")[simt::config(", handed_on, name);
    else
        put_behind(s, l.open, "%s, \"%s\")[simt::config(", closure ? "(simt_a...); }" : "", name);
    replace(s, l.close, ")");
    replace(s, l.close + 1, "]");
    replace(s, l.close + 2, " ");
    if (closure) replace_nulls(s, l.close + 3, typed);
    free(name);
    free(parameters);
    free(handed_on);
}
