/**
 * @file
 * @brief As much of the C++ grammar as the rewriter needs: groups, template arguments, declarations.
 */
#ifndef SIMT_COMPILE_PARSE_H
#define SIMT_COMPILE_PARSE_H

#include "lexer.h"

/** What a pair of braces holds. */
enum scope_kind { IN_NAMESPACE, IN_CLASS, IN_CODE };

/** The head of a declaration at namespace or class scope, up to its body, value or end. */
struct declaration {
    size_t first;  /**< its first token */
    size_t stop;   /**< the token behind what was looked at: { = ; or the end of a parameter list */
    size_t name;   /**< the last name before the parameters, or the first declarator's; 0: none */
    size_t params; /**< the ( of a function's parameters; 0: no function */
    size_t body;   /**< the { of its body; 0: none */
    enum scope_kind body_kind;
    bool is_template,
        is_instance; /**< is_instance: template f<int>(), with or without <> in front */
    size_t n_template_params;
    bool is_variadic; /**< its template parameters hold a pack */
    bool has_global, has_device, has_host, has_shared, has_extern, has_static, has_inline,
        has_constexpr;
};

struct declaration parse_declaration(const struct source *s, size_t first);

/** The token behind the group, attribute or word that begins at `i`. */
size_t skip_one(const struct source *s, size_t i);

/** The same where < opens a group too: not inside expressions, where it compares. */
size_t skip_angles(const struct source *s, size_t i);

/** Does an attribute begin at `i`: __attribute__((…)), alignas(…), decltype(…), [[…]]? Then its end, or 0. */
size_t attribute_end(const struct source *s, size_t i);

/** Is the group at `(` a declarator, as in int (*p)[4] and void (*f)(int)? */
bool is_declarator_group(const struct source *s, size_t paren);

/** Do two parameter lists name the same types? Names and default values are left aside. */
bool same_parameters(const struct source *s, size_t a, size_t b);

/** Items between commas in the arguments or parameters that begin at this `<` or `(`. */
size_t count_items(const struct source *s, size_t open, bool *has_pack);

#endif
