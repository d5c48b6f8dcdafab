/**
 * @file
 * @brief The functions that a program declares at namespace scope, and which of them are kernels.
 */
#ifndef SIMT_COMPILE_FUNCTIONS_H
#define SIMT_COMPILE_FUNCTIONS_H

#include "parse.h"

struct function {
    struct declaration d;
    size_t scope; /**< the namespace it stands in: an index into functions.scopes */
    size_t next;  /**< the one before it of the same name, plus 1; 0: none */
};

struct functions {
    struct function *f;
    size_t n, room;
    char **scopes; /**< "", "::a", "::a::b" */
    size_t n_scopes, scopes_room;
    size_t *slots; /**< hash of names: the last function of a name, plus 1 */
    size_t n_slots;
};

void add_function(struct functions *fs, const struct source *s, struct declaration d, size_t scope);

/** The namespace `name` inside `scope`; without a name, an unnamed or inline one. */
size_t add_scope(struct functions *fs, size_t scope, const char *name, size_t len);

/** The functions with the name that token `name` spells, as a chain of indices plus 1. */
size_t find_functions(const struct functions *fs, const struct source *s, size_t name);

/** Is one of the functions in this chain a kernel? */
bool has_kernel(const struct functions *fs, size_t chain);

/** Does a namespace hold different functions of this chain's name? Then a bare name says too little. */
bool is_overloaded(const struct functions *fs, const struct source *s, size_t chain);

#endif
