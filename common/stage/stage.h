/**
 * @file
 * @brief The vocabulary of stages: what a lab's stages.c is made of.
 *
 * A stage is one thing that a step of a lab promises. Its source is compiled twice. In the child,
 * the only process that holds the learner's code, `run` feeds a case's input to the learner's
 * functions and hands over named outputs. In the judge, a process of its own, `prepare` makes the
 * input and `verdict` looks at what came out. The two share nothing but bytes.
 */
#ifndef SORTLAB_STAGE_H
#define SORTLAB_STAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/check.h"
#include "common/data.h"
#include "common/keys.h"

/** One input, as data, so that it can be printed, repeated and varied. */
struct stage_case {
    uint32_t n;           /**< keys */
    enum data_dist dist;  /**< how they are distributed (common/data.h) */
    uint64_t seed;        /**< 0: the lab's own, which is printed */
    uint32_t param;       /**< the stage's own: a number of runs, a variant */
    const uint32_t *keys; /**< DATA_LITERAL: the n keys themselves */
    bool once;    /**< too large to be run again and again: in one order alone, and unchecked */
    bool counted; /**< demands are held against it, and not against the case with the most keys */
};

/** A stage while it runs: the case, its named inputs, its named outputs, and what was found. */
struct stage {
    const struct stage_case *c;
    uint32_t n;             /**< keys of this case, for short */
    struct stage_bag *in;   /**< named byte arrays that the judge made */
    struct stage_bag *out;  /**< named byte arrays that the child handed over */
    struct check_note note; /**< what broke first, in words: written by verdict */
};

typedef void stage_prepare(struct stage *s); /**< judge: makes inputs beside "keys" */
typedef void stage_run(struct stage *s);     /**< child: calls the learner's functions */
typedef bool stage_verdict(struct stage *s); /**< judge: false, with s->note, when it is wrong */

/**
 * What a stage's kernels have to cost, if the method is the lesson. It is one of the profiler's counts
 * (docs/cpu-runtime.md) over all launches of the stage's largest case, divided by another count. It lies between two
 * bounds. A table of demands ends with one whose count is NULL. If there is a demand, some kernel has to be launched.
 * A right answer that misses one keeps half of the stage's points, rounded down.
 */
struct stage_demand {
    const char *count;
    const char *per;          /**< another count; "keys": of that case; NULL: the count as it is */
    double at_least, at_most; /**< 0, STAGE_NO_BOUND: none */
    const char *words;        /**< "sectors per global load request" */
};
#define STAGE_NO_BOUND 1e300

/** One row of a lab's table. */
struct stage_row {
    const char *title; /**< what it promises, in a few words */
    /**
     * The call as the contract names it, for a learner who works a case by hand, and behind "|" the arrays that
     * are shown with it: "split(in, out, n = {n}, bit = {param})|in=keys out". {n}, {param}, {type} and an
     * input's name stand for numbers, {param%8} for a remainder. An array is NAME. It is NAME=BAG if the stage has
     * another name for it, and NAME<BAG if only the output is shown. Behind it may stand how its words are read:
     * ":i32", ":f32", ":hex", ":u64" (two words each), ":type" (as stage_type says).
     */
    const char *call;
    int step;   /**< the numbered step (TODO) that it checks */
    int points; /**< integer; all lost when any case fails */
    const struct stage_case *cases;
    size_t n_cases;
    stage_run *run;
    stage_verdict *verdict;
    stage_prepare *prepare; /**< NULL: "keys" alone */
    int limit_s;            /**< wall-clock seconds for all its cases; 0: the grader's own */
    const struct stage_demand *demands; /**< NULL: none */
};

/**
 * What contracts promise of a call beside its answer. It is watched on either device, in the calls that the
 * learner's file makes: what the runtime does by itself does not count.
 */
enum stage_promises {
    STAGE_GIVES_BACK = 1, /**< memory, streams and events that are taken are given back */
    STAGE_NO_MEMORY = 2,  /**< no memory is taken, of the host or the device */
    STAGE_NO_WAIT = 4,    /**< the host waits for nothing, and asks the device for nothing */
    STAGE_IN_STREAM = 8,  /**< all work goes into the stream that is given */
    STAGE_NO_STATE = 16,  /**< nothing is kept from call to call, nor shared by two at once */
    /** The usual one where a stream is given. */
    STAGE_ASYNC =
        STAGE_GIVES_BACK | STAGE_NO_MEMORY | STAGE_NO_WAIT | STAGE_IN_STREAM | STAGE_NO_STATE,
};

enum { STAGE_STEPS = 8 }; /**< most steps of a lab, and one */

/** A lab: its table, registered by name with no list to edit. */
struct stage_lab {
    const char *name; /**< the folder's: "03_atomic_merge" */
    const struct stage_row *rows;
    size_t n_rows;
    uint32_t tile; /**< keys that a block works on; 0: that differs, or there are no blocks */
    unsigned promises[STAGE_STEPS]; /**< of step 1, 2, ...; 0: as the step before */
    struct stage_lab *next;
};

void stage_register(struct stage_lab *lab);

/** The labs that are linked in, in the order of their names. */
struct stage_lab *stage_labs(void);

/*
 * What run, verdict and prepare may call.
 */

/**
 * An input by name; the case's keys are called "keys".
 * @param count items of 4 bytes that it must hold; SIZE_MAX: any number
 * @return the array, read-only; ends the process with a message when there is none (a fault of the
 *         lab itself, never of a submission)
 */
const uint32_t *stage_in(const struct stage *s, const char *name, size_t count);

/** A writable copy of an input, zero bytes included; freed with free(). Never NULL. */
uint32_t *stage_in_copy(const struct stage *s, const char *name, size_t count);

/** Judge, in prepare: adds an input of count words, or replaces it. */
void stage_in_put(struct stage *s, const char *name, const uint32_t *data, size_t count);

/**
 * Child: what became of an array that the contract leaves as it was, and what it was. A case in which one has
 * changed is failed with just that, whatever its outputs are. What stage_in gave is looked at behind each
 * case; a copy on the device by who made it (fence_cu.h).
 */
void stage_in_left(struct stage *s, const char *name, const uint32_t *was, const uint32_t *left,
                   size_t count);

/** Child: what the judge says of the run, by a name such as SIMT_REPORT; NULL: nothing. */
const char *simt_setting_kept(const char *name);

/** Child, in run: the learner's functions may have so many bytes of the host's memory at once. */
void stage_room(size_t bytes);

/** Child, in run: hands over count words under a name of at most 23 letters. */
void stage_out(struct stage *s, const char *name, const uint32_t *data, size_t count);

/**
 * Judge, in verdict: an output by name.
 * @return count words, or NULL with s->note when it is missing or has another length
 */
const uint32_t *stage_got(struct stage *s, const char *name, size_t count);

/*
 * Judge, in prepare and verdict: what a learner is shown of a case that fails. Where nobody is, nothing happens.
 */

/** Whether somebody listens; what is dear to find out can be left out. */
bool stage_is_told(void);

/** What an output of so many words should hold; shown beside what it holds. */
void stage_want(const char *output, const uint32_t *words, size_t count);

/** A line about the input that its arrays do not say, as printf writes it. */
void stage_tell(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** The type of this case's keys. */
void stage_type(enum key_type type);

/** Judge: writes s->note as printf does and returns false, so that a verdict can end with it. */
bool stage_fail(struct stage *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * How a table is written. STAGE_CHILD is set where the learner's code is linked, so that the judge
 * refers to none of it, and the child carries no verdict.
 */
#ifdef STAGE_CHILD
#define STAGE_RUN(function)     (function)
#define STAGE_VERDICT(function) NULL
#define STAGE_PREPARE(function) NULL
#else
#define STAGE_RUN(function)     NULL
#define STAGE_VERDICT(function) (function)
#define STAGE_PREPARE(function) (function)
#endif

/** For functions that only one of the two sides uses. */
#define STAGE_SIDE static __attribute__((unused))

/** A row of the table, with no limit of its own; prepare may be NULL. */
#define STAGE(title, call, step, points, cases, run, verdict, prepare)                             \
    STAGE_AT(title, call, step, points, cases, run, verdict, prepare, NULL)

/** The same, with demands on what it costs. */
#define STAGE_AT(title, call, step, points, cases, run, verdict, prepare, demands)                 \
    {                                                                                              \
        (title), (call), (step), (points), STAGE_CASES(cases), STAGE_RUN(run),                     \
            STAGE_VERDICT(verdict), STAGE_PREPARE(prepare), 0, (demands)                           \
    }

#define STAGE_CASES(array) (array), sizeof(array) / sizeof(array)[0]

/**
 * Registers the table `rows` under the lab's name, which the build gives as STAGE_LAB. A table whose kernels
 * take a tile of keys a block says before it `#define STAGE_TILE TILE_ITEMS`. Behind `rows` stand the
 * promises (enum stage_promises) of step 1, of step 2 and so on; the last one is that of all further steps.
 */
#ifndef STAGE_TILE
#define STAGE_TILE 0
#endif
#define STAGE_TABLE(rows, ...)                                                                     \
    __attribute__((constructor)) static void stage_table_register(void) {                          \
        static struct stage_lab lab = {STAGE_LAB,  (rows),        sizeof(rows) / sizeof(rows)[0],  \
                                       STAGE_TILE, {__VA_ARGS__}, NULL};                           \
        stage_register(&lab);                                                                      \
    }

#endif
