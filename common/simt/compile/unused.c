/** @file
 *  @brief Atomic functions called for what they do alone: a GPU has cheaper instructions for those.
 *
 *  `atomicAdd(p, 1);` becomes `atomicAdd(p, 1), simt::result_unused(1);` in check builds: behind it, for a
 *  call in front would have the compiler load once more what the arguments want. */
#include "rewrite.h"

#include <string.h>

/** Those that a GPU has without a result. */
static bool can_go_unused(const struct source *s, size_t i) {
    static const char *const names[] = {"Add", "Sub", "Min", "Max", "And",
                                        "Or",  "Xor", "Inc", "Dec"};
    static const char *const ends[] = {"", "_block", "_system"};
    const char *text = s->text + s->t[i].at;
    if (s->t[i].len < 8 || memcmp(text, "atomic", 6) != 0) return false;
    for (size_t k = 0; k < sizeof(names) / sizeof(*names); k++) {
        size_t len = strlen(names[k]), left = s->t[i].len - 6;
        if (left < len || memcmp(text + 6, names[k], len) != 0) continue;
        for (size_t e = 0; e < sizeof(ends) / sizeof(*ends); e++)
            if (strlen(ends[e]) == left - len && memcmp(text + 6 + len, ends[e], left - len) == 0)
                return true;
    }
    return false;
}

/** Does a statement begin behind token `i`? */
static bool ends_statement(const struct source *s, size_t i) {
    uint32_t op = s->t[i].op;
    if (op == ';' || op == '{' || op == '}') return true;
    if (op == ')') return s->t[s->t[i].match - 1].op == W_CONTROL;
    return token_is(s, i, "else") || token_is(s, i, "do");
}

/** The ) of a (void) that ends at `i`? */
static bool is_void_cast(const struct source *s, size_t i) {
    return s->t[i].op == ')' && s->t[i].match + 2 == i && token_is(s, i - 1, "void");
}

/** Is the second argument of the call at name `i` the number 1? Then a warp need only count. */
static bool adds_one(const struct source *s, size_t i) {
    size_t close = s->t[i + 1].match;
    return s->t[i].len >= 9 && memcmp(s->text + s->t[i].at, "atomicAdd", 9) == 0 &&
           s->t[close - 2].op == ',' &&
           (token_is(s, close - 1, "1") || token_is(s, close - 1, "1u") ||
            token_is(s, close - 1, "1U"));
}

void mark_unused(struct source *s, size_t i) {
    if (s->t[i + 1].op != '(' || !can_go_unused(s, i)) return;
    size_t before = is_void_cast(s, i - 1) ? i - 4 : i - 1;
    if (!ends_statement(s, before) || s->t[s->t[i + 1].match + 1].op != ';') return;
    put_before(s, s->t[i + 1].match + 1, ", simt::result_unused(%d)", adds_one(s, i));
}
