/**
 * @file
 * @brief The functions that a program declares at namespace scope, and which of them are kernels.
 */
#ifndef SIMT_COMPILE_FUNCTIONS_H
#define SIMT_COMPILE_FUNCTIONS_H

#include "parse.h"

/** A function of one namespace; all its declarations together. */
struct function {
    struct declaration d; /**< the first of them */
    struct declaration definition; /**< the last that has a body */
    size_t scope;         /**< its namespace: an index into functions.scopes */
    size_t next;          /**< the one before it of the same name, plus 1; 0: none */
    bool is_defined;
};

/** A function, or one of its overloads: the words of all its declarations together. */
struct overload {
    size_t first, name, params; /**< tokens of its first declaration */
    size_t scope;               /**< its namespace: an index into functions.scopes */
    size_t next;                /**< the one before it of the same name, plus 1; 0: none */
    bool is_template, is_kernel, has_device, has_host;
};

/** What is known of a name in all namespaces together. */
struct name {
    size_t token;     /**< a token that spells it */
    size_t last;      /**< the last function of this name, plus 1 */
    size_t overload;  /**< its last overload, plus 1; 0: none */
    bool is_kernel;   /**< one of its functions is a kernel */
    bool is_function; /**< one is not */
    bool on_device, on_host,
        is_constexpr; /**< of those that are no kernels: there is one for this side */
    bool is_variadic; /**< one of its kernels has a pack of template parameters */
    bool is_overloaded;
    size_t n_template_params; /**< the most that one of its kernels has */
    size_t n_params;          /**< the same, of its kernels with default values; else 0 */
    size_t declarations;      /**< how many functions of this name are declared */
    size_t mentions;          /**< how often it stands in the text; registry.c counts */
    size_t last_scope;        /**< the last namespace of this name; 0: none */
};

/** A namespace. scopes[0] is the global one, its own parent. */
struct name_scope {
    size_t parent;
    size_t token; /**< its name */
    size_t next;  /**< the one before it of the same name elsewhere; 0: none */
};

struct functions {
    struct function *f;
    size_t n, room;
    struct overload *overloads;
    size_t n_overloads, overloads_room;
    struct name *names;
    size_t n_names, names_room;
    size_t *slots; /**< a hash of names: an index into names plus 1 */
    size_t n_slots;
    struct name_scope *scopes;
    size_t n_scopes, scopes_room;
};

/** Notes a declaration. Stops the program where a kernel is declared again as no kernel. */
void add_function(struct functions *fs, const struct source *s, struct declaration d, size_t scope);

/** Is `d` a definition without a word of a function that is declared with __device__? nvcc compiles it for both sides.
 *  Its namespace is `scope`, or stands before its name, as in void n::f() {. */
bool was_for_device(const struct functions *fs, const struct source *s, const struct declaration *d,
                    size_t scope);

/** The namespace that `token` names inside `scope`; token 0 makes the global one. */
size_t add_scope(struct functions *fs, const struct source *s, size_t scope, size_t token);

/** What is known of the name that token `i` spells; NULL where no function has it. */
struct name *find_name(const struct functions *fs, const struct source *s, size_t i);

/** The namespace as it is written, with :: before each name. The caller frees it. */
char *scope_path(const struct functions *fs, const struct source *s, size_t scope);

#endif
