/** @file
 *  @brief What the parts of sides.c share: what can be wrong with a name, and who finds it. */
#ifndef SIMT_COMPILE_SIDES_PARTS_H
#define SIMT_COMPILE_SIDES_PARTS_H

#include "sides.h"

/** What is wrong with a name in code of a side. sides.c has a sentence for each. */
enum wrong {
    RIGHT,
    HOST_FUNCTION,
    CONSTEXPR_FUNCTION,
    DEVICE_FUNCTION,
    HOST_ONLY,
    STD_ONLY,
    LIMITS,
    DEVICE_ONLY,
    HOST_VARIABLE,
    HOST_CONSTANT,
    CONSTANT_WRITTEN,
    DEVICE_VALUE,
    DEVICE_OBJECT,
    HOST_OPERATOR,
    DEVICE_OPERATOR,
    SHARED_BY_OBJECTS,
    KERNEL
};

/** Is one of tokens first … end - 1 spelled so? */
static inline bool holds(const struct source *s, size_t first, size_t end, const char *word) {
    while (first < end && !token_is(s, first, word)) first++;
    return first < end;
}

/** Is token `i` one of threadIdx, blockIdx, blockDim and gridDim? */
bool is_index(const struct source *s, size_t i);

/** The ( of a call of name `i`, behind template arguments, too; 0: it is no call. */
size_t opening(const struct source *s, size_t i);

/** Does token `k` declare a variable: does a type stand before it, and what may follow a variable behind it? */
bool declares(const struct source *s, size_t k);

/** The last token before `i` that declares the local variable of that name; 0: none. */
size_t local_declaration(const struct source *s, size_t params, size_t i);

/** Is it a template parameter of the function, or of a class around it? What ends before belongs to others. */
bool is_template_parameter(const struct source *s, size_t params, size_t i);

/** sides_library.c: what is wrong in device code with a name that stands behind std::, or (`named` is false) is taken
 *  to be std's since nobody else declares it. */
enum wrong check_std(const struct sides *sides, const struct source *s, size_t i, bool named);
/** The same of name `i`, a constant of numeric_limits. */
enum wrong check_limits(const struct source *s, size_t i);
/** The same of a function that nobody in the file declares: of C's library, or CUDA's own. */
enum wrong check_library(const struct sides *sides, const struct source *s, size_t i);
/** Is name `i` one of std's classes whose functions are the host's? */
bool is_host_class(const struct source *s, size_t i);
/** Do system headers speak of a function of this name? */
bool is_in_headers(const struct source *s, size_t i);
/** Do those of C's library, mathematics counted? */
bool is_in_c_headers(const struct source *s, size_t i);

/** sides_classes.c: what is wrong with x.f(), where name `i` is f. */
enum wrong check_member(const struct sides *sides, const struct source *s, const struct use *u);
/** The same of f(), which a member of a class calls. */
enum wrong check_own_member(const struct sides *sides, const struct source *s, const struct use *u);
/** The same of x(), x[i] and operators beside x, a local variable of a class, which is name `i`. */
enum wrong check_operators(const struct sides *sides, const struct source *s, const struct use *u);
/** The same of T x(1), T x{1}, T x; and T(1), where name `i` is T. */
enum wrong check_constructor(const struct sides *sides, const struct source *s, const struct use *u);
/** The same of C::x and C::f(), where name `i` is x or f. */
enum wrong check_static(const struct sides *sides, const struct source *s, const struct use *u);
/** Does a constructor that does something make the variable whose name is token `name`? */
bool is_constructed(const struct sides *sides, const struct source *s, size_t name);
/** Notes a function of a class, a variable that all objects share, or an operator outside of classes. */
void note_member(struct sides *sides, const struct source *s, const struct declaration *d, size_t class_name);

#endif
