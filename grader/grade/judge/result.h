/**
 * @file
 * @brief The result model: what the grader found, from which every format is written.
 */
#ifndef SORTLAB_RESULT_H
#define SORTLAB_RESULT_H

#include <stdbool.h>
#include <stddef.h>

#include "common/stage/stage.h"

enum verdict {
    VERDICT_NONE_YET, /**< not graded */
    VERDICT_OK,
    VERDICT_WRONG,         /**< an output breaks an invariant */
    VERDICT_NO_OUTPUT,     /**< the stage ended, but an output is missing or has another length */
    VERDICT_RACE,          /**< right, but two threads touch a word and nothing orders them */
    VERDICT_BOUNDS,        /**< right, but it touches memory that is nobody's */
    VERDICT_UNINITIALISED, /**< right, but something is read that nobody wrote */
    VERDICT_UNDEFINED,     /**< right, but it does what C leaves undefined */
    VERDICT_LEAK,          /**< right, but memory is never freed */
    VERDICT_BARRIER,       /**< right, but threads wait at different barriers for each other */
    VERDICT_PROMISE,       /**< right, but it uses what the contract says that it does not */
    VERDICT_COUNTS,        /**< right, but not by the method that the step asks for */
    VERDICT_CRASH,         /**< a signal, or an error exit */
    VERDICT_EARLY_EXIT,    /**< the process ended by itself before the stage was over */
    VERDICT_HANG,          /**< over the limit of processor time, or nothing could move */
    VERDICT_WAITS,         /**< over its limit, and asleep */
    VERDICT_MEMORY,        /**< over the limit of memory */
    VERDICT_FLOOD,         /**< printed more than anybody can read */
    VERDICT_SUSPECT,       /**< it meddles with what judges it: for a person to look at */
    VERDICT_FAILED,        /**< a hidden stage fails, and more is not told */
    VERDICT_COMPILE,       /**< does not compile */
    VERDICT_LINK,          /**< compiles, but a function of the contract is missing */
    VERDICT_MISSING,       /**< the submission has no such file */
    VERDICT_COMPILE_LIMIT, /**< cannot be compiled within the limits */
    VERDICT_REFUSED,       /**< the submission's file is none that is taken */
    VERDICT_INTERNAL,      /**< the grader's own fault */
    VERDICTS
};

/** There is no program that could be run; it is the same for all stages of a lab. */
static inline bool verdict_is_of_build(enum verdict v) {
    return v >= VERDICT_COMPILE && v <= VERDICT_REFUSED;
}

/** The short code for files ("WA") and the words for people ("wrong answer"). */
const char *verdict_code(enum verdict v);
const char *verdict_words(enum verdict v);
enum verdict
verdict_by_code(const char *code); /**< VERDICT_NONE_YET where there is none of that code */

/** Whether a lab has hints; in an examination none has. */
bool verdict_has_hints(const char *lab);

/** Of a stage's points: all of them, half (rounded down) of a right answer by another method, or none. */
int verdict_points(enum verdict v, int points);

/** What a failure looks like to somebody who has to find its cause. */
enum failure_kind {
    FAILURE_NONE,
    FAILURE_LOST,       /**< not the input's keys: one is lost */
    FAILURE_DOUBLED,    /**< one is there too often */
    FAILURE_INVENTED,   /**< one was never there */
    FAILURE_UNSORTED,   /**< keys do not ascend */
    FAILURE_UNSTABLE,   /**< equal keys changed places */
    FAILURE_UNWRITTEN,  /**< a place was never written to */
    FAILURE_NOTHING,    /**< no place was */
    FAILURE_VALUE,      /**< another value than it should be */
    FAILURE_SENTINEL,   /**< only with 0 or UINT32_MAX among the keys */
    FAILURE_TOP_BIT,    /**< only with keys of 2^31 and more */
    FAILURE_EQUAL_KEYS, /**< only with equal keys */
    FAILURE_COUNTER,    /**< only with 256 of them and more */
    FAILURE_TAIL,       /**< only where the last tile is short */
    FAILURE_BLOCK,      /**< only with more than one block */
    FAILURE_OFF_BY_ONE, /**< one word too far */
    FAILURE_BOUNDS,     /**< outside of an array */
    FAILURE_ALIGN,      /**< a load or store of several words, from a place that is not for it */
    FAILURE_BYTES,      /**< of memory of as many bytes as there are keys */
    FAILURE_DYNAMIC,    /**< of dynamic shared memory that the launch does not give */
    FAILURE_LOCAL,      /**< an atomic function works on a variable of one thread */
    FAILURE_INPUT,      /**< in an array that it was given to read */
    FAILURE_SHAPE,      /**< blocks of one thread were launched */
    FAILURE_SIDE,       /**< a kernel uses memory of the host, or the host memory of the device */
    FAILURE_ORDER,      /**< only in some orders of threads */
    FAILURE_STREAM,     /**< only where a stream's work is done late */
    FAILURE_STATE,      /**< only after other inputs */
    FAILURE_RACE,       /**< two threads, one word, and nothing between them */
    FAILURE_WORKERS,    /**< the same, by threads of the host */
    FAILURE_FENCE,      /**< a flag tells of a value, and no fence stands between the two */
    FAILURE_UNORDERED,  /**< two operations of streams or the host, and nothing between them */
    FAILURE_BARRIER,    /**< the same as a race, and a barrier would do */
    FAILURE_WARP,       /**< the same, with a barrier of warps where one of the block belongs */
    FAILURE_DIVERGENT,  /**< a barrier that not all threads come to */
    FAILURE_UNINITIALISED,
    FAILURE_UNDEFINED, /**< by the standard of C */
    FAILURE_LEAK,      /**< memory that is never freed */
    FAILURE_PROMISE,   /**< memory, a wait or a stream that the contract does not allow */
    FAILURE_COUNTS,    /**< right, but by another method */
    FAILURE_CRASH,
    FAILURE_STACK,    /**< too small a stack for so many calls, or for an array */
    FAILURE_FREED,    /**< memory that was given back */
    FAILURE_NULL,     /**< through a null pointer */
    FAILURE_ZERO,     /**< a division by zero */
    FAILURE_RETURN,   /**< a function that has to return a value does not */
    FAILURE_LAUNCH,   /**< a kernel that cannot be launched like that */
    FAILURE_ARGUMENT, /**< a call of CUDA refuses what it was given */
    FAILURE_CUDA,     /**< another error of CUDA */
    FAILURE_HANG,
    FAILURE_SPIN, /**< a loop without a body never ends: it waits for a word */
    FAILURE_WAITS,
    FAILURE_MEMORY,
    FAILURE_EXIT,
    FAILURE_FLOOD,
    FAILURE_NO_OUTPUT,
    FAILURE_COMPILE,
    FAILURE_LINK,
    FAILURE_MISSING,
    FAILURE_COMPILE_LIMIT,
    FAILURE_REFUSED,
    FAILURE_SUSPECT,
    FAILURE_INTERNAL,
    FAILURE_KINDS
};

enum { FEW_KEYS = 64 };

/** A failure, and the smallest input that is known to show it. */
struct failure {
    enum failure_kind kind;
    struct stage_case c;     /**< its input */
    uint32_t keys[FEW_KEYS]; /**< where the case is not the lab's own: c.keys */
    int case_number;         /**< 0: no case of its own */
    char order[40];          /**< of threads; "" on a device */
    bool checked;            /**< seen where every access was checked */
    bool shrunk;             /**< the input is smaller than the lab's */
    char cause[800];         /**< what the checkers saw in it beside the message; "" when nothing */
    char shown[3000]; /**< the call, its arrays and what was wanted (shown.h), line by line */
};

struct stage_result {
    const struct stage_lab *lab;
    const struct stage_row *row;
    int number; /**< of the stage in its lab, from 1 */
    enum verdict verdict;
    int points;
    uint64_t failed;    /**< bit i: case i + 1 is known to fail; of others nothing is known */
    bool hidden;        /**< a student sees whether it passes, and nothing else */
    char message[1200]; /**< what broke first and where; "" when all is well */
    char repeat[5000];  /**< the command that shows it again */
    struct failure failure;
    char suspicion[300]; /**< what a person should look at; "" when nothing */
    char note
        [1000]; /**< what could not be checked, and why, and what the compiler warned of; "": nothing */
    int printed_lines; /**< of text that the program printed */
    char *printed;     /**< the last of them, where one case alone was run; else NULL */
    char *details;     /**< what the tools print, when they were asked for; NULL: nothing */
};

struct result {
    const char *submission; /**< as it was named */
    const char *sandbox;    /**< what held its code: "root", "rootless", "reduced" or "none" */
    struct stage_result *stages;
    size_t n;
    int points, max_points;
    bool part; /**< of chosen inputs alone, which earn nothing */
};

#endif
