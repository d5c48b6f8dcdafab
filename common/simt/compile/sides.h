/**
 * @file
 * @brief nvcc's rules about the two sides: what runs on the host and what on the device.
 *
 * nvcc refuses a kernel that calls a function of the host, a function of the host that uses threadIdx, a kernel that
 * is called without <<<>>>, and so on. To a compiler for CPUs all of this is plain C++. So the rewriter notes which
 * names stand in code of which side, and looks them up when the whole file is read. It goes by names, and has no types
 * but those of local variables: where two functions of one name lie on different sides, both are taken.
 */
#ifndef SIMT_COMPILE_SIDES_H
#define SIMT_COMPILE_SIDES_H

#include "functions.h"

/** Where code runs. SIDE_NONE: it is no code. */
enum side { SIDE_NONE, SIDE_HOST, SIDE_DEVICE, SIDE_BOTH };

/** A name in the code of a function. */
struct use {
    size_t token;
    size_t params; /**< the ( of the outermost function's parameters */
    enum side side;
    size_t class_name; /**< of the class in whose braces the function stands; 0: none */
};

/** A function of a class, a variable that all its objects share, or an operator outside of classes. */
struct member {
    size_t class_name, name; /**< tokens; of a constructor they spell the same, and an operator may have no class */
    size_t params;           /**< 0: a variable, which is the host's */
    size_t n_params;
    bool on_device, on_host;
};

/** What is known of a file's sides. */
struct sides {
    struct use *uses;
    size_t n_uses, uses_room;
    struct member *members;
    size_t n_members, members_room;
    struct functions variables; /**< names of the host's variables, which kernels do not see */
    struct functions constants; /**< names of its constants: kernels see those whose values the compiler knows */
    struct functions device_variables; /**< __device__ and __constant__, and none that is managed */
    struct functions fields;    /**< names of the variables of classes */
    struct functions types;     /**< names of classes and of variables that are more than that */
    bool in_std;                /**< using namespace std */
    bool in_foreign;            /**< the same of a namespace that the file does not open: a library's */
    bool launches; /**< kernels may launch kernels: separate compilation */
    bool relaxed; /**< --expt-relaxed-constexpr: constexpr functions lie on both sides */
    bool newer;   /**< C++20 or a later one: most algorithms of std are constexpr */
};

/** On which side the body of `d` runs, inside code of the side `outer`. */
enum side side_of(const struct declaration *d, enum side outer);

/** Notes a name in code. */
void note_use(struct sides *sides, struct use use);

/** Notes what `d` declares at namespace scope, or in the class whose name, or brace, is the token
 * `class_name`. */
void note_declaration(struct sides *sides, const struct source *s, const struct declaration *d,
                      size_t class_name);

/** A definition outside of its class, as in int S::f() {, and the declaration inside are one function: each gets the
 *  other's __device__. */
void join_member(struct sides *sides, const struct source *s, struct declaration *d);

/** Stops the program at the first name that the side it stands on does not have. */
void check_sides(const struct sides *sides, const struct source *s, const struct functions *fs);

/** Has the host a copy of device variable `i`, since kernels or cudaMemcpyToSymbol may change it? */
bool has_host_copy(const struct sides *sides, const struct source *s, size_t i);

/** Stops the program at an object among the arguments behind `open`, of a template, whose operator () is the host's.
 *  `params`: of the function around. */
void check_functors(const struct sides *sides, const struct source *s, size_t params, size_t open);

/** The same of a functor that a function of Thrust gets, if that clearly runs on the device. */
void check_thrust(const struct sides *sides, const struct source *s, const struct functions *fs);

/** Stops the program at a kernel that cannot be one. */
void check_kernel(const struct source *s, const struct declaration *d, bool in_class);

/** The name of the class whose body begins at `brace`, in a declaration that begins at `first`; 0: it has none. */
size_t name_of_class(const struct source *s, size_t first, size_t brace);

/** Is token `i` the name of a parameter or a local variable of the function with these parameters? */
bool is_local(const struct source *s, size_t params, size_t i);

/** Does name `k` begin to exist here: behind a type, in auto [a, b], a lambda's [a = x] or enum { A }, as a label or a
 *  type? Not behind a comma, where a name may be used as well. */
bool is_new_name(const struct source *s, size_t k);

/** May the name be meant that a class or the head of a template declares, and not the one at namespace scope? */
bool is_of_class(const struct sides *sides, const struct source *s, const struct use *u);

#endif
