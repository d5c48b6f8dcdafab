/**
 * @file
 * @brief A C file as tokens: what is left of it when layout, comments and the skeleton are gone.
 */
#ifndef SORTLAB_TOKENS_H
#define SORTLAB_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct token {
    const char *text;
    int length, line;
    uint32_t kind;  /**< the same for all names and numbers, as they are renamed first */
    bool skeletons; /**< belongs to a stretch that the skeleton has too */
};

struct tokens {
    char *text; /**< the file; tokens point into it */
    struct token *all;
    size_t n;
};

/** Why a file is not compared; NULL: all is well. A solution's marked lines can be left out. */
const char *tokens_read(struct tokens *t, const char *path, bool strip_solution);
void tokens_free(struct tokens *t);

/** Marks in `t` what `skeleton` has too. Renaming changes nothing, so two copies lose the same. */
void tokens_mark(struct tokens *t, const struct tokens *skeleton);

/** The tokens that are not marked, each on its line: plain C text, whatever the file held. */
void tokens_write(const struct tokens *t, FILE *out);
size_t tokens_left(const struct tokens *t);

#endif
