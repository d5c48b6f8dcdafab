/**
 * @file
 * @brief A solution taken apart: its tokens, its functions, and the operands of an operator.
 *
 * The tokens are those of common/simt/compile/lexer.h, which knows CUDA text; here every operator is
 * one piece, `>>` and the `>>>` of a launch too.
 */
#ifndef SORTLAB_PIECES_H
#define SORTLAB_PIECES_H

#include <stdbool.h>
#include <stddef.h>

struct piece {
    size_t at, length; /**< where its text is */
    size_t match;      /**< of a bracket: its partner; 0 where there is none */
    int rank;          /**< of an operator between two operands: how tightly it binds; else 0 */
    bool name, number;
};

/** All pieces of a text; the first and the last are empty, so neighbours can always be looked at. */
struct pieces {
    const char *text;
    struct piece *list;
    size_t n;
};

struct pieces pieces_of(const char *text, const char *path);

bool piece_is(const struct pieces *p, size_t i, const char *text);

/** Is the piece one of these, which blanks divide? Its place among them, from 1; 0 when it is none. */
int piece_among(const struct pieces *p, size_t i, const char *words);

/** The text from piece `first` to piece `last`, both included. */
char *pieces_text(const struct pieces *p, size_t first, size_t last);

/** The first and the last piece of the operand to the left, or right, of operator i. */
size_t operand_first(const struct pieces *p, size_t i);
size_t operand_last(const struct pieces *p, size_t i);

/** From piece i on the first at its level of brackets that is the `end`; 0 when the level ends first. */
size_t piece_after(const struct pieces *p, size_t i, const char *end);

/** The bracket that is open around piece i; 0 when there is none. */
size_t piece_around(const struct pieces *p, size_t i);

/** The next function after piece `*open`: sets its name and its brackets; false when there is none. */
bool next_function(const struct pieces *p, size_t *name, size_t *open);

#endif
