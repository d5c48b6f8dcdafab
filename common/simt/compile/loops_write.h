/**
 * @file
 * @brief What the parts of the writer share: loops_write.c writes statements, loops_variables.c what they compute with,
 *        and loops_head.c what is around them.
 */
#ifndef SIMT_COMPILE_LOOPS_WRITE_H
#define SIMT_COMPILE_LOOPS_WRITE_H

#include "loops.h"

#include <stdio.h>

/** In a check build: no hook looks at the loops, nor at what is written out in them. Each compiler knows some of the
 *  words. */
#define NO_HOOKS                                                                                                       \
    "no_sanitize(\"thread\", \"bounds\", \"alignment\", \"shift-exponent\", \"coverage\"), no_sanitize_coverage"

/** A load that is asked for, in so many runs of threads. */
struct load {
    size_t first, last, run;
};

struct writer {
    struct loops *l;
    const struct source *s;
    FILE *out;
    size_t boxes, masks; /**< their numbers so far */
    bool in_loop;        /**< of the kernel's own */
    bool strided;        /**< the progress of a loop over the threads is marked elsewhere */
    /* In a check build: */
    size_t runs;                    /**< of threads, one in the other */
    struct load *loads;             /**< that are asked for so far, in the runs that are open */
    size_t n_loads, loads_room;
    const struct variable *counter; /**< of a for whose threads step together */
    bool *touched;                  /**< variables that lead to memory which other threads see */
    bool *compared;                 /**< and that conditions ask for */
    bool *seen;                     /**< that lead to memory which is asked for in place */
    bool in_place;                  /**< this group's threads ask for what they touch where they touch it */
    bool stored, asked;             /**< so far in this group: something in memory; a condition, what is there */
    bool asks_memory;               /**< some condition does */
    bool unseen;                    /**< what some thread touches is not known beforehand */
};

/** Tokens as they stand, but for names that would mean two variables of one loop over threads. */
void write_tokens(struct writer *w, size_t first, size_t last);
/** Is there a variable of the same name around `v`? Then what is written of `v` has a name of its own. */
bool hides_another(const struct loops *l, const struct variable *v);
/** A variable's type, as its declaration has it, and as other code may have it: a constexpr is a const there. */
void write_declared_type(struct writer *w, const struct variable *v);
void write_type(struct writer *w, const struct variable *v);
/** The type of a V_LANE variable's place. */
void write_place(struct writer *w, const struct variable *v);
/** Is it an array, and no structure with a list of values? */
bool has_bounds(const struct writer *w, const struct variable *v);
/** Begins a line that the compiler takes for the line of token `i`. */
void mark_line(struct writer *w, size_t i);
/** Code for one thread. Variables that tokens from … to declare are its own. */
void copy(struct writer *w, size_t first, size_t last, size_t from, size_t to);

/** What tokens first … last need. The caller frees it. */
bool *needs_of(const struct writer *w, size_t first, size_t last);
/** Begins a for whose threads step together; two } end it. And its counter, in one thread. */
void begin_steps(struct writer *w, const struct statement *st, const struct variable *v);
void write_counter(struct writer *w, const struct variable *v);
/** Begins the loops over the rows of a box, whose threads need these variables. */
void begin_rows(struct writer *w, size_t box, const bool *needs);
/** loops_rows.c: what the threads of a box are about to touch in the statements from `index` up to `end`, and in all
 *  rounds of the `loop` around them (NULL: none). Nothing where the build is none with checks. */
void write_touches(struct writer *w, size_t box, size_t index, size_t end, const struct statement *loop);
/** Notes that in the program's own text the value of tokens first … last is needed, and known to nobody. */
void note_live(struct writer *w, size_t first, size_t last, bool loaded);
/** loops_places.c: can each access in tokens first … last be asked for in place? If not, they are unseen. */
void look_at_places(struct writer *w, size_t first, size_t last);
/** Writes an access at token `i` that is asked for in place. Returns its last token; 0: none begins there. */
size_t write_place_of(struct writer *w, size_t i, size_t from, size_t to);
/** loops_known.c: can each thread of a row compute tokens first … last beforehand? */
bool is_foreseen(const struct writer *w, size_t first, size_t last);
/** Does it differ among the threads of a row, or (`rows`) from row to row? */
bool differs(const struct writer *w, size_t first, size_t last, bool rows);
/** Does it differ among the threads of a row? And does it grow by one from thread to thread? */
bool varies(const struct writer *w, size_t first, size_t last);
bool grows(const struct writer *w, size_t first, size_t last);
/** loops_values.c: the same of what a call at name `i` gives. */
bool call_grows(const struct writer *w, size_t i);
/** The last token of what brackets follow: name `i`, or a member as in matrix.elements[3]. */
size_t array_end(const struct source *s, size_t i);
/** The last token of an access whose name is token `i`. */
size_t access_end(const struct source *s, size_t i);
/** Is token `i` the last one of an access to a member of an element, as in p[3].x? */
bool is_of_element(const struct source *s, size_t i);
/** Is it an element of an array in shared memory, or one that a pointer leads to? */
bool is_element(const struct writer *w, const struct variable *v, size_t i);
/** Can each thread of a row compute a condition beforehand, with what is in memory? Nobody may have stored there: the
 *  thread itself not yet, and others not at all, which is asked of each store. */
bool is_known(struct writer *w, size_t first, size_t last);
/** How the elements of neighbours lie to each other. */
const char *way_of(const struct writer *w, const struct variable *v, size_t i);
/** Copies, which no hook sees, of the functions that rows of threads call. */
void write_value_functions(struct writer *w);
/** loops_checks.c: what the compiler has to say before rows run: of a member, */
void need_member(struct writer *w, struct member member);
/** of all members that tokens first … last compute with; they must be numbers; */
void note_members(struct writer *w, size_t first, size_t last);
/** and all that, as a condition. */
void write_row_checks(struct writer *w);
/** May it be a structure that never changes? */
bool is_fixed_structure(const struct variable *v);

const struct statement *statement(const struct writer *w, size_t index);
/** Do all threads run it one behind the other? */
bool is_in_group(const struct statement *st);
/** Is a variable linear, and made of what is known when the kernel begins? */
bool is_hoisted(const struct writer *w, const struct variable *v);
/** The values of linear variables in the first thread of a row; of those that are needed, or of all (NULL). */
void write_bases(struct writer *w, const bool *needs);
/** Marks variables that tokens first … last need: `needs` has a place for each variable. */
void find_needs(const struct writer *w, size_t first, size_t last, bool *needs);
/** The formulas that the threads need, of what differs among them. A linear one is its base in the row, plus x. */
void write_formulas(struct writer *w, const bool *needs, size_t first, size_t last);
/** loops_ends.c: opens a brace. Asks the first and the last thread of each row, where these know the answer for all.
 *  With a single term they also know that it is no. simt_quick is then SIMT_BOX or SIMT_NO_THREADS. */
void write_ends(struct writer *w, const struct statement *st, size_t box);
/** In front of a group: the formulas of its declarations that are the same for all threads. */
void write_uniform(struct writer *w, const struct statement *st);
/** For which threads of the box does the condition hold, and which box are they? */
void write_condition(struct writer *w, const struct statement *st, size_t mask, size_t box);
/** The statements from `index` on, for the threads of a box. */
void write_list(struct writer *w, size_t index, size_t box);

#endif
