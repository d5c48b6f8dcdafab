/**
 * @file
 * @brief Calls of functions with barriers, written out in the body of a kernel that is to become loops.
 */
#ifndef SIMT_COMPILE_LOOPS_INLINE_H
#define SIMT_COMPILE_LOOPS_INLINE_H

#include "calls.h"

enum { MOST_PARAMETERS = 16, MOST_ARRAYS = 8, MOST_ALIASES = 8 };

/** What a parameter means where the body of its function is written out. */
struct meaning {
    size_t name;         /**< a token that spells the parameter */
    struct token stands; /**< the word that stands for it */
    bool own;            /**< a variable of its own: nobody else changes it */
    size_t array;        /**< the function knows it as volatile: which of the arrays, plus 1; 0: none */
};

/** A __shared__ array that functions know as volatile. */
struct known_array {
    struct token word;
    size_t uses; /**< as volatile */
};

/** A reference of the kernel's own, and what stands for it (loops_references.c). */
struct alias {
    size_t name;
    size_t first, last; /**< what it refers to */
    size_t to;          /**< where it is seen no more */
};

struct inliner {
    struct source *s;
    struct calls *calls;
    const struct declaration *d; /**< the kernel */
    size_t n;                    /**< tokens so far, with those of the source */
    size_t text;                 /**< the end of the text of made-up words */
    size_t n_calls;              /**< written out so far */
    struct known_array arrays[MOST_ARRAYS];
    size_t n_arrays;
    struct alias aliases[MOST_ALIASES];
    size_t n_aliases;
    bool references; /**< some became something else */
    bool all; /**< functions without barriers are written out, too, if they touch memory (loops_flat.c) */
    bool failed;
};

/** The function whose body is being written. Without code it is the kernel. */
struct level {
    struct meaning *names;
    size_t n_names, depth;
    const struct code *code;
    const struct level *outer; /**< the function that calls it */
    struct token result;       /**< the variable of what it returns */
    bool is_kernel;            /**< of what stands in the kernel itself */
    bool gives;                /**< it returns something, */
    size_t type;               /**< of this type. 0: the variable stands elsewhere */
};

/** What is known of a call that is to be written out. */
struct call {
    const struct code *code;
    size_t name;    /**< 0: there is none */
    size_t type;    /**< of what it gives */
    size_t returns; /**< its return, or the end of its body */
    bool gives;
};

/** A copy of a kernel's body in which such calls are written out. It stands behind the tokens of the source, up to the
 *  next copy. @return its {; 0: the kernel has no such call, or one that cannot be written out. */
size_t inlined_body(struct source *s, struct calls *calls, const struct declaration *d, bool all);

/** The token of the source that token `i` of such a copy, or of the source, is; 0: it is made up. */
size_t origin_of(const struct source *s, size_t i);

/** The { of the namespace that token `i` stands in; 0: of none. */
size_t namespace_of(const struct source *s, size_t i);

/** Adds a token, a word that is made up, or tokens first … last, in which parameters are what they stand for. */
void add_token_behind(struct inliner *in, struct token t);
void add_word_behind(struct inliner *in, const char *word, uint32_t op, size_t like);
void add_copies(struct inliner *in, const struct level *level, size_t first, size_t last);
/** The name of a variable that is made up for token `like`. */
struct token made_up_name(struct inliner *in, size_t like, const char *ending);
/** What name `i` stands for in the function's body; NULL: for itself. */
struct meaning *meaning_of(const struct inliner *in, const struct level *level, size_t i);

/** Is the body fit to be written out, with one return at its end, or with none? `*at` is it, or the body's end. */
bool returns_at_end(const struct source *s, const struct code *code, bool gives, size_t *at);
/** Does `call` become the call at name `i` of a function that is alone with its name? */
bool read_call(struct inliner *in, size_t i, struct call *call);
/** May a call come before the rest of its statement? */
bool may_come_first(const struct inliner *in, const struct level *level, size_t first, size_t last,
                    const struct call *call);
/** Begins another call; false: there are too many, or they are too deep. */
bool begin_call(struct inliner *in, const struct level *outer, const struct call *call, struct level *inner);
/** Writes tokens first … last, which begin with a statement. */
void write_range(struct inliner *in, const struct level *level, size_t first, size_t last);
/** Begins a return, if tokens from `first` on are one: a store. The token behind it. */
size_t begin_return(struct inliner *in, const struct level *level, size_t first);
/** Is the statement at `first` alone behind if (…), else and the like? */
bool is_lone_child(const struct source *s, size_t first);

/** loops_references.c: writes the statement of tokens first … last, if it declares a reference that something else can
 *  stand for. */
bool write_reference(struct inliner *in, const struct level *level, size_t first, size_t last);
/** The reference that name `i` is, in the kernel itself; NULL: none of those. */
const struct alias *alias_at(const struct inliner *in, const struct level *level, size_t i);

/** loops_flat.c: writes the statement of tokens first … last if it calls functions without barriers that touch memory.
 *  False: it calls none, or none that can be written out. */
bool write_flat(struct inliner *in, const struct level *level, size_t first, size_t last);

/** loops_arguments.c: is name `i` what a declaration declares? */
bool is_declared(const struct source *s, size_t i);
/** loops_arguments.c: are two words the same? */
bool is_word(const struct source *s, struct token a, struct token b);
/** loops_arguments.c: fills in what the parameters of `level` mean, from the arguments behind the ( at `open`, which
 *  its caller has. Writes the variables that they become. */
void take_arguments(struct inliner *in, struct level *level, size_t open);

#endif
