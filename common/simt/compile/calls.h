/**
 * @file
 * @brief Which functions of a program a kernel that runs as loops may call.
 *
 * A *calm* function only computes, loads and stores: it does not wait, and it does not ask which thread runs. It also
 * calls no other function than calm ones. Functions are found by name alone, so all of a name have to be calm.
 */
#ifndef SIMT_COMPILE_CALLS_H
#define SIMT_COMPILE_CALLS_H

#include "parse.h"

/** A function that has a body, wherever it stands. */
struct code {
    size_t name, params, body;
    size_t next; /**< the one before it of the same name, plus 1; 0: none */
    char calm;   /**< what is known: see calls.c */
    char waits;
    char value;        /**< the same: see loops_values.c */
    bool loops, keeps; /**< it has a loop; it has an array, or a variable whose address is taken */
    bool is_operator;
};

struct calls {
    struct code *codes;
    size_t n, room;
    size_t *slots; /**< a hash of names: the last code of a name, plus 1 */
    size_t n_slots;
    size_t *classes; /**< the { of each class */
    size_t n_classes, classes_room;
    bool wide; /**< --wide: the compiler is to make loops a second time, for processors with wider vectors */
    bool shifts; /**< --shifts: shifts are as on a GPU */
    bool checked; /**< --red-zones: kernels may be tried, and be loops in a trial (check/trial.c) */
    bool has_operators;
    bool asks_floats; /**< the program asks what operations on floats left behind: errno, or the flags of fenv.h */
    bool outside;   /**< a shared or volatile variable stands outside of functions */
    char implicit;  /**< what is known of the code of classes and operators */
};

/** Finds all bodies. The text must be as it was read. */
void find_code(struct calls *c, const struct source *s);

/** Are all functions of the name at `i` calm, and is there one? */
bool is_calm(struct calls *c, const struct source *s, size_t i);

/** Is there code of that name? */
bool has_code(const struct calls *c, const struct source *s, size_t i);

/** The code of that name where it is the only one, and no operator; NULL: there is none, or there are more. */
const struct code *only_code(const struct calls *c, const struct source *s, size_t i);

/** May one of them get a variable of the caller by reference, and store to it? */
bool takes_references(const struct calls *c, const struct source *s, size_t i);
/** The same of the argument that token `i` is part of. The call's ( is at `open`. */
bool takes_reference_to(const struct calls *c, const struct source *s, size_t open, size_t i);

/** Does one of them, or a function that it calls, have a loop? Or something in memory of its own? Ask is_calm first. */
bool has_loops(const struct calls *c, const struct source *s, size_t i);
bool keeps_memory(const struct calls *c, const struct source *s, size_t i);

/** Does token `i` show that a value has to be in memory: an array, an address, a reference to one of two variables?
 *  In a loop over threads it is then one place for all, so nobody may call the threads independent. */
bool keeps_value(const struct calls *c, const struct source *s, size_t i);

/** Does nothing that C++ calls by itself wait: no constructor, no operator? Then structures may be in loops. */
bool is_implicit_code_calm(struct calls *c, const struct source *s);

/** The name of the call whose arguments begin with the ( at `i`, where it has code; 0: it is none. */
size_t called_name(const struct calls *c, const struct source *s, size_t i);

#endif
