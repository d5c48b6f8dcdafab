/**
 * @file
 * @brief Of check builds: what a trial asks of an access to one word (check/trial.h). The runtime asks it of the hooks'
 *        accesses, and loops ask it in place, where nobody knows beforehand what they touch (compile/loops_places.c).
 */
#ifndef SIMT_TRIAL_H
#define SIMT_TRIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What no hook looks at, as in compile/loops_write.h. */
#ifdef __clang__
#define SIMT_OF_A_ROW \
    __attribute__((always_inline, no_sanitize("thread", "bounds", "alignment", "shift-exponent", "coverage")))
#else
#define SIMT_OF_A_ROW                                                                                \
    __attribute__((always_inline, no_sanitize("thread", "bounds", "alignment", "shift-exponent"), no_sanitize_coverage))
#endif

/** What is known of a word: who wrote it last in this launch, and who has read it since then. A mark is a time and a
 *  thread. */
struct simt_tried {
    uint32_t wrote; /**< a mark; if the launch has not written it: SIMT_TRIED_CLEAN and so on, added to `launch` */
    uint32_t read;  /**< a mark with SIMT_TRIED_MANY and _EVER; 0: nobody; SIMT_TRIED_ALL: several blocks */
};

enum {
    SIMT_TRIED_CLEAN = 1, /**< it was written before the launch */
    SIMT_TRIED_KEPT,      /**< the same, in a page whose bytes are kept: what is written can be taken back */
    SIMT_TRIED_FRESH,     /**< unwritten, in such a page or in the block's shared memory */
    SIMT_TRIED_MANY = 1 << 10, /**< several threads read it in the time of the mark, */
    SIMT_TRIED_EVER = 1 << 11, /**< or did so since it was written */
};
#define SIMT_TRIED_ALL UINT32_MAX

struct simt_tried_times {
    uint32_t epoch;  /**< the least mark since the last barrier, */
    uint32_t block;  /**< since the block began, */
    uint32_t launch; /**< and since the launch began */
};

/** Words of some memory. What the words of bytes say counts where a word is split. */
struct simt_tried_words {
    uintptr_t start;
    size_t bytes;
    struct simt_tried *words, *of_bytes;
};

/** The trial as rows of threads see it up to the next barrier. */
struct simt_tried_view {
    struct simt_tried_times times;
    struct simt_tried_words device, shared;
};

/** A thread may read what was written then. */
SIMT_OF_A_ROW static inline bool simt_tried_knows(const struct simt_tried_times *t, uint32_t wrote, uint32_t now) {
    if (wrote >= t->block) return wrote < t->epoch || wrote == now;
    return wrote - (t->launch + SIMT_TRIED_CLEAN) <= SIMT_TRIED_KEPT - SIMT_TRIED_CLEAN;
}

/** Notes who reads a word. */
SIMT_OF_A_ROW static inline void simt_tried_note(const struct simt_tried_times *t, struct simt_tried *x,
                                                 uint32_t now) {
    uint32_t r = x->read;
    if (r >= t->epoch) { /* SIMT_TRIED_ALL is many, too */
        if (!(r & SIMT_TRIED_MANY) && (r & ~(uint32_t)SIMT_TRIED_EVER) != now)
            x->read = t->epoch | SIMT_TRIED_MANY | SIMT_TRIED_EVER;
    } else if (r >= t->block) {
        x->read = now | (r & (SIMT_TRIED_MANY | SIMT_TRIED_EVER) ? SIMT_TRIED_EVER : 0);
    } else {
        x->read = r ? SIMT_TRIED_ALL : now;
    }
}

SIMT_OF_A_ROW static inline bool simt_tried_read(const struct simt_tried_times *t, struct simt_tried *x,
                                                 uint32_t now) {
    if (!simt_tried_knows(t, x->wrote, now)) return false;
    simt_tried_note(t, x, now);
    return true;
}

/** Nobody else has read it whom nothing orders before the thread. */
SIMT_OF_A_ROW static inline bool simt_tried_unread(const struct simt_tried_times *t, uint32_t r, uint32_t now) {
    return r == 0 || (r >= t->block && (r < t->epoch || (r & ~(uint32_t)SIMT_TRIED_EVER) == now));
}

/** False also where the launch writes to a page of global memory for the first time. */
SIMT_OF_A_ROW static inline bool simt_tried_write(const struct simt_tried_times *t, struct simt_tried *x,
                                                  uint32_t now) {
    uint32_t w = x->wrote;
    bool takes = w - (t->launch + SIMT_TRIED_KEPT) <= SIMT_TRIED_FRESH - SIMT_TRIED_KEPT;
    if (w >= t->block ? w >= t->epoch && w != now : !takes) return false;
    if (!simt_tried_unread(t, x->read, now)) return false;
    x->wrote = now;
    x->read = 0;
    return true;
}

#endif
