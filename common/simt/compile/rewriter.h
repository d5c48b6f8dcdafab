/**
 * @file
 * @brief Where the rewriter is in the text, and what it knows so far: rewrite.c walks, rewrite_words.c reads words.
 */
#ifndef SIMT_COMPILE_REWRITER_H
#define SIMT_COMPILE_REWRITER_H

#include "calls.h"
#include "rewrite.h"
#include "sides.h"

/** A pair of braces that is open. */
struct scope {
    enum scope_kind kind;
    enum side side;    /**< of code: where it runs */
    size_t in_class;   /**< the name of the class in whose braces it stands somewhere; 0: none */
    bool in_main;      /**< main, but none of its lambdas and classes */
    bool is_value;     /**< the braces of an initial value: the declaration goes on behind them */
    size_t path;       /**< its namespace: an index into functions.scopes */
    size_t params;     /**< of code: the ( of the outermost function's parameters */
    size_t class_name; /**< of a class: the token that names it, or its brace where it has no name */
    struct declaration outer;
};

struct rewriter {
    struct source s;
    struct functions functions;
    struct functions externs; /**< device variables that were declared extern */
    struct functions member_templates; /**< functions of classes that are templates */
    struct sides sides;
    struct calls calls; /**< where kernels may become loops */
    struct scope *scopes;
    size_t n_scopes, scopes_room;
    struct launch *launches;
    size_t n_launches, launches_room;
    size_t start;         /**< first token of the declaration or statement that is read */
    struct declaration d; /**< at namespace and class scope: that declaration */
    bool storage_done;    /**< it has become static already */
    bool lambda_device,
        lambda_host; /**< what stood behind the ] of a lambda whose body comes next */
    bool static_device, red_zones, is_module, loops, tells, quiet, marks;
    bool default_device; /**< functions without a word are for both sides */
    bool extended;       /**< --extended-lambda */
    bool in_std;         /**< using namespace std */
};

static inline struct scope *top(struct rewriter *r) {
    return &r->scopes[r->n_scopes - 1];
}

static inline bool runs_on_device(enum side side) {
    return side == SIDE_DEVICE || side == SIDE_BOTH;
}

/** rewrite_words.c: token `i` is no name and no bracket. What a word of CUDA becomes. */
void read_word(struct rewriter *r, size_t i);
/** rewrite_words.c: notes the launch whose <<< is token `i`. */
void read_launch_at(struct rewriter *r, size_t i);

#endif
