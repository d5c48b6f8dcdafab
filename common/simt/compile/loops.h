/**
 * @file
 * @brief Kernels as plain loops: what loops_read.c finds out of a kernel, and loops_write.c writes as loops.
 *
 * All threads of a block run a *group* of statements before one of them begins the next group. A group becomes a loop
 * over the threads, so that the compiler sees neighbours side by side. Between two groups stands what all threads do
 * alike: the head of a loop whose bounds are the same for all, a barrier, a condition of whole rows of threads.
 */
#ifndef SIMT_COMPILE_LOOPS_H
#define SIMT_COMPILE_LOOPS_H

#include "calls.h"
#include "rewrite.h"

enum statement_kind {
    S_PLAIN, /**< an expression, or whatever is copied as it stands */
    S_DECLARATION,
    S_SHARED, /**< the declaration of __shared__ variables */
    S_BLOCK,
    S_IF,
    S_FOR,
    S_LOOP, /**< while, do, switch */
    S_RETURN,
    S_BARRIER
};

/** A statement. `child` and `next` are indexes into loops.statements; 0: none. */
struct statement {
    enum statement_kind kind;
    size_t first, last; /**< its tokens */
    size_t open;        /**< the ( of its condition or head */
    size_t child, orelse, next;
    size_t init_end, cond_end; /**< of a for: its two semicolons */
    bool apart;  /**< it is taken to pieces; otherwise each thread runs it as it stands */
    bool stepped; /**< a for whose threads step alike from row to row of an array: i += blockDim.x * gridDim.x */
    bool strided; /**< and they do it together: no step needs another one */
    bool in_turn; /**< a for that stores to shared memory: what threads do there stays in their order */
    bool by_rows; /**< a for that is taken to pieces, with one group: a row of threads runs it before the next row */
    bool alike;  /**< it stores to variables that are the same for all threads, once for all of them */
    bool guards; /**< if (…) return; what follows it is for the other threads */
    bool
        asked_first; /**< it has barriers: blocks where its threads are no box must not begin as loops */
};

enum variable_kind {
    V_LOCAL,   /**< lives inside one group, or nothing is known of it yet */
    V_LANE,    /**< an array with a place for each thread */
    V_FORMULA, /**< never changes, and is computed anew in each group */
    V_COUNTER, /**< of a loop that is taken to pieces: one for all threads */
    V_SHARED,
    V_PARAMETER
};

struct variable {
    enum variable_kind kind;
    size_t name, type,
        type_end;          /**< tokens; type_end: the one behind the type, where its stars begin */
    size_t stars;          /**< the first token of its own declarator */
    size_t init, init_end; /**< its value; 0: none */
    size_t last;           /**< the last token of its declarator */
    size_t from, to;       /**< where it is visible */
    size_t group;          /**< that declares it; 0: inside a statement that is copied */
    bool assigned, is_array, is_auto;
    bool has_members; /**< p.x is loaded, or p.x[i] is touched: it is a structure */
    bool pointed_at; /**< a pointer or a reference may lead to it, from another group, too */
    bool in_step; /**< a volatile __shared__ array: the lanes of a warp wait for each other around its stores */
    bool uniform; /**< the same for all threads */
    bool alike;   /**< it changes, but is the same for all threads all the time: it is V_COUNTER */
    bool linear;  /**< grows by one from thread to thread of a row */
    bool indexes; /**< an integer that an index is made of */
    bool foreseen; /**< V_LANE, and it keeps its value in the group that is written: it may stand in an index */
};

/** What a statement does to variables that indices are made of (loops_set.c). */
enum setting {
    SETS_NONE,    /**< it only declares formulas */
    SETS_INDEXES, /**< it gives such variables their values, and does nothing else */
    SETS_OTHERS
};

/** A name from outside of the kernel. */
struct outside {
    size_t name;
    bool constant; /**< it must not change */
    bool type;     /**< it is the name of a type, which is called as a function is */
};

struct loops {
    const struct source *s;
    const struct functions *functions;
    struct calls *calls;
    const struct declaration *d;
    struct statement *statements;
    size_t n_statements, statements_room;
    struct variable *variables;
    size_t n_variables, variables_room;
    struct outside *outside;
    size_t n_outside, outside_room;
    size_t *group_of; /**< of each token of the body: its group; 0: none */
    size_t n_groups, n_masks;
    size_t first; /**< the body's first statement */
    size_t block;   /**< the name of the thread_block of cooperative groups that it has; 0: none */
    bool has_calls; /**< of the program's functions, */
    bool has_other_calls; /**< and of such as do more than to compute with values (value_code) */
    bool rows;      /**< in a check build: it may run as loops in a trial */
    struct span {
        size_t first, last;
        bool loaded; /**< it is an element of an array */
    } * live; /**< loads and stores whose values are needed for that (loops_rows.c) */
    size_t n_live, live_room;
    struct member {
        size_t name; /**< of a parameter: what is behind it is . and the member's name */
        bool leads;  /**< its elements are touched, */
        bool compared; /**< in a condition, and so they are numbers */
        size_t
            of;  /**< in place of a parameter: the member is one of an element of variable of - 1 */
        size_t record; /**< the parameter is variable record - 1 of the kernel */
        size_t type;   /**< in place of it: the structure's type, in a function. No name: it is copied by bytes */
        bool points;   /**< that member is a pointer */
        bool fixed;    /**< it is no member, but a number that never changes */
        bool words;    /**< of `leads`: elements may be structures of words, too */
        size_t array;  /**< it is no member, but an array from outside; the last token of what is touched there */
    } * members; /**< of structures, in what rows of threads do */
    size_t n_members, members_room;
    const char
        *why; /**< the kernel runs thread by thread, because of this; NULL: it becomes loops */
};

/** What group_of says of tokens before there are groups: of the declaration of __shared__ variables, and of a
 *  thread_block or its barrier. */
enum { MARKED_SHARED = 1, MARKED_BLOCK };

/** loops_read.c: reads the kernel's body: its statements and variables. `why` says whether it can become loops. */
void read_loops(struct loops *l);
/** loops_groups.c: decides what is taken to pieces, and which group each statement and variable belongs to. */
void form_groups(struct loops *l);
/** The variable that name token `i` means; NULL: none of the kernel's. */
struct variable *variable_at(const struct loops *l, size_t i);
/** Is it a parameter of the kernel? One that the kernel changes is V_LANE. */
bool is_parameter(const struct loops *l, const struct variable *v);
/** Is name `i` a member, as behind . and ->? */
bool is_member(const struct source *s, size_t i);
/** Is token `i` the call by which an assert fails, in a check build? In a trial it ends the trial. */
bool is_failed_assert(const struct loops *l, size_t i);
/** Is token `i` threadIdx? */
bool is_thread_index(const struct source *s, size_t i);

/** loops_expressions.c: is the value of tokens first … last fixed by the thread's index and what never changes?
 *  Names from outside are noted. `*uniform` becomes false where it differs among threads. */
bool is_formula(struct loops *l, size_t first, size_t last, bool *uniform);
/** The same of a condition, however long it takes to compute: that is done once. */
bool is_condition(struct loops *l, size_t first, size_t last);
/** Does the value grow by one from thread to thread of a row? */
bool is_linear(const struct loops *l, size_t first, size_t last);
/** Is it surely made of integers, whatever a cast hides? */
bool is_of_integers(const struct loops *l, size_t first, size_t last);
/** Does a term hold what differs along a row? */
bool has_x(const struct loops *l, size_t first, size_t last);
/** Does computing it change nothing? */
bool has_no_effect(const struct loops *l, size_t first, size_t last);
/** May a function that is called store to variable `i`, which is part of an argument? */
bool may_store_argument(const struct loops *l, size_t i);

/** Does token `i` stand in the arguments of a function of the program? */
bool is_argument(const struct loops *l, size_t i);
/** Marks the variable at name `i` as one that changes, where an operator beside it stores or takes its address. */
void note_stores(struct loops *l, size_t i);
/** Looks at all names and operators of the body: what may not be in loops, and which variables change. */
void check_tokens(struct loops *l);
/** Is the name that of a type which each program knows? */
bool is_known_type(const struct source *s, size_t i);
/** Is the name that of a function of CUDA which only computes, or stores where a pointer leads? */
bool is_calm_name(const struct source *s, size_t i);
/** Is the name that of a function of CUDA which only computes? */
bool is_pure_name(const struct source *s, size_t i);
/** Is it a word of which a loop over threads can make nothing? */
bool is_barred(const struct source *s, size_t i);
/** Does an operator at `i` store: = += <<= >>= ++ and the like? */
bool is_store(const struct source *s, size_t i);

/** Does a value end at `i`, so that * and & behind it have two operands? */
bool ends_value(const struct source *s, size_t i);

/** loops_groups.c: does a variable get a structure as another variable has it, or as a function makes it of values? */
bool is_copied(const struct loops *l, const struct variable *v);

/** loops_groups.c: does each part of tokens first … last, as in i++, j += n, store into one variable alone that is the
 *  same for all threads, and by a formula that is that, too? */
bool steps_alike(struct loops *l, size_t first, size_t last);
/** loops_groups.c: is the variable stored to between two tokens? */
bool is_changed(struct loops *l, struct variable *v, size_t first, size_t last);
/** loops_groups.c: are the words of a type those of an integer? */
bool is_integer_type(const struct loops *l, const struct variable *v);
/** loops_alike.c: finds variables that change, as in half /= 2; but are the same for all threads. Are there any? */
bool find_alike(struct loops *l);
/** loops_alike.c: may a value that is computed at token `from` be another one later, up to `to`, as such a variable is
 *  part of it? */
bool may_change(struct loops *l, size_t first, size_t last, size_t from, size_t to);

/** loops_set.c: finds variables that indices are made of. */
void find_indexes(struct loops *l);
enum setting sets_indexes(const struct loops *l, const struct statement *st);

/** loops_head.c: the loops as text. The caller frees it. */
char *written_loops(struct loops *l);

/** loops_values.c: the code of the function that is called at name `i`, if it only computes with values, and this is a
 *  check build; NULL otherwise. */
const struct code *value_code(struct calls *c, const struct source *s, size_t i);
/** Is it worth to compute anew what the function gives, wherever it is needed? */
bool gives_short_value(struct calls *c, const struct source *s, const struct code *code);
/** loops_checks.c: is token `i` the first one of a shift? And is that by a number that each type has bits for? */
bool is_shift(const struct source *s, size_t i);
bool is_small_shift(const struct source *s, size_t i);

/** May the kernel of a check build run as loops, whatever its accesses are? */
bool may_have_rows(const struct loops *l);
/** loops_rows.c: in the kernel's own text no load or store may be left out whose value nobody needs. */
void keep_values(struct source *s, const struct loops *l);

#endif
