/**
 * @file
 * @brief A trial of a launch: its threads run as ever, and each access has to be plainly right.
 *
 * See trial.c. Of each word of global and shared memory a trial keeps 8 bytes: who wrote it last in this launch, and
 * who has read it since then. A mark is a time, which goes up at each barrier and with each block, and a thread. An
 * access of less than a word splits the word: from then on each of its bytes has its own.
 *
 * Neighbours mostly touch neighbours. So 64 bytes of global memory, a line, have one such word for all as long as only
 * whole rows of threads have touched them (rows.c): a mark in it is that of the first thread, and the threads behind it
 * have the next elements. Elements of several words, as of float2, have one for each of their words, since threads may
 * touch a member alone. Any other access spreads the line: from then on each word has its own.
 */
#ifndef SIMT_CHECK_TRIAL_H
#define SIMT_CHECK_TRIAL_H

#include "check.h"

#include "simt/trial.h"

enum {
    TRIAL_UNWRITTEN, /**< it may be touched, and was not written before the launch */
    TRIAL_CLEAN = SIMT_TRIED_CLEAN,
    TRIAL_KEPT = SIMT_TRIED_KEPT,
    TRIAL_FRESH = SIMT_TRIED_FRESH,
    TRIAL_NEVER, /**< no thread may touch it */
    TRIAL_SPLIT, /**< each of its bytes has its own */
    TRIAL_MANY = SIMT_TRIED_MANY,
    TRIAL_EVER = SIMT_TRIED_EVER,
    TRIAL_TIME = 12
};
#define TRIAL_ALL SIMT_TRIED_ALL

/** A function that looks at many words at once. */
#if defined(__x86_64__) && !defined(__clang__)
#define TRIAL_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define TRIAL_WIDE
#endif

enum { LINE_BYTES = 64 }; /* as many as a word of page->valid has bits */
enum { LINE_PARTS = 4 };  /* words of the widest element */

struct trial_line {
    uint32_t width; /**< the bytes of an element, of which each thread has one: 1, 2, 4, 8 or 16 */
    struct simt_tried part[LINE_PARTS]; /**< of each word of an element. TRIAL_NEVER in the first: it is spread */
};

/** A stretch of memory that a trial looks after. */
struct trial_stretch {
    uintptr_t start;
    size_t bytes; /**< 0: no trial runs, or there is none */
    struct simt_tried *words;
    struct simt_tried *of_bytes; /**< of words that are split; others' are of earlier launches */
    /* Of global memory; NULL of shared memory: */
    struct trial_line *lines;
    char *before;       /**< the launch wrote there: a copy of each page */
    uint32_t *place_of; /**< of each page: 1 + its index among those that the launch has come to; 0: none */
    uintptr_t top;      /**< what lies behind is not in use */
};

/** The device's own memory; shared memory; pinned and managed memory; variables of the program. */
enum { TRIAL_DEVICE, TRIAL_SHARED, TRIAL_HOST, TRIAL_PROGRAM, TRIAL_STRETCHES };

/** The trial that runs. */
struct trial {
    union {
        struct {
            uint32_t epoch, block, launch;
        };
        struct simt_tried_times times; /**< the same */
    };
    bool runs;
    bool in_place; /**< its rows look at words where they touch them */
    struct trial_stretch of[TRIAL_STRETCHES];
};
/** Of the OS thread that runs the blocks. */
extern __thread struct trial check_trial;

static inline __attribute__((always_inline)) bool trial_is_spread(const struct trial_line *line) {
    return line->part[0].wrote == check_trial.launch + TRIAL_NEVER;
}
/** The stretch that an address lies in; NULL: none. */
static inline __attribute__((always_inline)) const struct trial_stretch *trial_stretch_at(uintptr_t address) {
    const struct trial_stretch *s = check_trial.of;
    if (__builtin_expect(address - s->start < s->bytes, 1)) return s;
    while (++s < check_trial.of + TRIAL_STRETCHES)
        if (address - s->start < s->bytes) return s;
    return NULL;
}

/** How many of its parts count. */
static inline __attribute__((always_inline)) size_t trial_parts(const struct trial_line *line) {
    return line->width <= 4 ? 1 : line->width / 4;
}

/** The running thread's mark. */
static inline __attribute__((always_inline)) uint32_t trial_now(void) {
    return check_trial.epoch + simt_self.linear;
}

static inline __attribute__((always_inline)) bool trial_read(struct simt_tried *x, uint32_t now) {
    return simt_tried_read(&check_trial.times, x, now);
}
static inline __attribute__((always_inline)) bool trial_write(struct simt_tried *x, uint32_t now) {
    return simt_tried_write(&check_trial.times, x, now);
}

/** How many marks an aligned access of so many bytes has: one a word, or one a byte. */
static inline __attribute__((always_inline)) size_t trial_marks(size_t bytes) {
    return bytes < 4 ? bytes : bytes / 4;
}

/** The first of them. Where the word of an access of less is not split, no access is plainly right by them. */
static inline __attribute__((always_inline)) struct simt_tried *
trial_at(const struct trial_stretch *s, uintptr_t address, size_t bytes) {
    return bytes < 4 ? s->of_bytes + (address - s->start) : s->words + (address - s->start) / 4;
}

static inline __attribute__((always_inline)) bool trial_touch(struct simt_tried *x, size_t marks, uint32_t now,
                                                              bool writes) {
    for (size_t i = 0; i < marks; i++)
        if (!(writes ? trial_write(x + i, now) : trial_read(x + i, now))) return false;
    return true;
}

/** An aligned access. True: the trial looks after its bytes, and it is plainly right. */
static inline __attribute__((always_inline)) bool trial_saw(uintptr_t address, size_t bytes, bool writes) {
    const struct trial_stretch *s = trial_stretch_at(address);
    if (!s) return false;
    struct simt_tried *x = trial_at(s, address, bytes);
    if (s->lines && trial_marks(bytes) == 1)
        __builtin_prefetch((const char *)x + LINE_BYTES, 1); /* for the threads behind this one */
    return trial_touch(x, trial_marks(bytes), trial_now(), writes);
}

/** Any other access of the running thread. Does not come back if it may not be right. */
void check_try_access(uintptr_t address, size_t bytes, int how);
/** The same of global or shared memory, by the thread whose mark is `now`. */
void check_try_bytes(uintptr_t address, size_t bytes, bool writes, uint32_t now);
/** A row of threads comes to a line, where each has an element of so many bytes. */
void check_meet_line(uintptr_t address, size_t width, bool writes);
void check_spread_line(uintptr_t address);
/** It may not be right: the launch begins again, with its threads one by one. */
_Noreturn void check_doubt(void);

/** Does the handler of a signal run, which came in a trial? One that lets its own signal in is not noticed. */
bool check_in_handler(void);
/** ending.c: does the program have any, but for faults? SIGURG is the monitor's. */
bool check_has_handlers(void);

bool check_may_try(const struct launch *launch);
/** In the first block's first thread. Returns whether blocks may run as loops (rows.c). */
bool check_begin_trial(void);
void check_trial_block(void); /**< another block begins */
void check_trial_barrier(const struct worker *w);
void check_trial_shared(const void *start, size_t bytes); /**< the block enters such a variable */
/** Passed: what the launch has touched becomes known. Else what it has written is taken back. Returns whether it has
 *  passed after all. */
bool check_trial_over(const struct launch *launch, bool passed);

#endif
