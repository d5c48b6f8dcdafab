/** @file
 *  @brief Shifts in device code, which a GPU makes by any distance: `a << n` becomes `a << simt::by << n`.
 *
 *  The word between two operators keeps their order of evaluation without an expression being read (simt/shift.h). A
 *  shift by a small number that the source contains stays as it is. */
#include "rewrite.h"

#include <stdlib.h>

enum { SAFE_SHIFT = 31 }; // whatever is shifted

/** Is the operand at `i` a number that is small, and all of the operand? */
static bool is_safe(const struct source *s, size_t i) {
    uint32_t next = s->t[i + 1].op;
    bool goes_on = next == '+' || next == '-' || next == '*' || next == '/' || next == '%';
    return s->t[i].op == OP_NUMBER && !goes_on &&
           strtoul(s->text + s->t[i].at, NULL, 0) <= SAFE_SHIFT;
}

/** Is token `i` the > behind another one, of >> or >>=? The three of a launch are none. */
static bool is_second(const struct source *s, size_t i) {
    if (s->t[i - 2].op == '>' || s->t[i + 1].op == '>') return false;
    bool side_by_side = s->t[i - 1].op == '>' && s->t[i - 1].at + 1 == s->t[i].at;
    return side_by_side && !s->t[i - 1].match && !s->t[i].match && s->t[i - 2].op != W_OPERATOR;
}

const char *behind_shift(const struct source *s, size_t i) {
    bool left = token_is(s, i, "<<"), right = s->t[i].op == '>' && is_second(s, i);
    bool assigns = token_is(s, i, "<<=") || (token_is(s, i, ">=") && is_second(s, i));
    if ((!left && !right && !assigns) || is_safe(s, i + 1) || s->t[i - 1].op == W_OPERATOR)
        return NULL;
    return left ? " simt::by <<" : right ? " simt::by >>" : " simt::by =";
}
