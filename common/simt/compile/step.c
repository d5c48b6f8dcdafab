/** @file
 *  @brief Stores to volatile arrays, which old code makes by warps in step and without a barrier.
 *
 *  `v[t] += v[t + 16];` becomes `simt::in_step(v[t]) += v[t + 16];`, which waits for the other lanes before it
 *  stores and after it (run/step.c). Where an `if` without an `else` holds just this statement,
 *  `else simt::pass_step();` lets the lanes that leave it out wait as often. */
#include "rewrite.h"

#include <string.h>

enum { FAR = 20000 }; // tokens of one function

/** Is the name at `i` declared, as it seems, in a declaration that has the word volatile? Where it only seems so, the
 * types tell the compiler. */
static bool is_volatile(const struct source *s, size_t params, size_t i) {
    bool named = false;
    for (size_t k = i - 1; k > params && i - k < FAR; k--) {
        uint32_t op = s->t[k].op;
        if (op == ';' || op == '{' || op == '}' || op == '(') named = false;
        if (op == OP_NAME && tokens_equal(s, k, i)) named = true;
        if (named && op == W_CV && token_is(s, k, "volatile")) return true;
    }
    return false;
}

static bool assigns(const struct source *s, size_t i) {
    static const char *const operators[] = {"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<="};
    if (s->t[i].op == '=') return true;
    for (size_t k = 0; k < sizeof(operators) / sizeof(*operators); k++)
        if (token_is(s, i, operators[k])) return true;
    return false;
}

/** The ; or } that ends an `if` with just the statement that begins at `i`; 0: there is none. */
static size_t end_of_if(const struct source *s, size_t i) {
    bool braces = s->t[i - 1].op == '{';
    size_t before = braces ? i - 2 : i - 1, end = i;
    if (s->t[before].op != ')' || !s->t[before].match || !token_is(s, s->t[before].match - 1, "if"))
        return 0;
    while (s->t[end].op != ';' && s->t[end].op != OP_END && s->t[end].op != '}')
        end = skip_one(s, end);
    if (braces) end++;
    if (s->t[end].op != (braces ? '}' : ';') || token_is(s, end + 1, "else")) return 0;
    return end;
}

void mark_step(struct source *s, size_t params, size_t i) {
    uint32_t before = s->t[i - 1].op;
    size_t end = i + 1;
    if (s->t[end].op != '[' || before == '.' || before == OP_ARROW || before == OP_SCOPE) return;
    while (s->t[end].op == '[' && s->t[end].match) end = s->t[end].match + 1;
    if (!assigns(s, end) || !is_volatile(s, params, i)) return;
    put_before(s, i, "simt::in_step(");
    put_behind(s, end - 1, ")");
    size_t last = end_of_if(s, i);
    if (last) put_behind(s, last, " else simt::pass_step();");
}
