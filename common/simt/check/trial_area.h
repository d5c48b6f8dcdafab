/**
 * @file
 * @brief What trial.c and trial_leave.c share: the memory that trials look after.
 */
#ifndef SIMT_TRIAL_AREA_H
#define SIMT_TRIAL_AREA_H

#include "trial.h"

enum { WORD = 4, WORD_SHIFT = 2, LINE_WORDS = LINE_BYTES / WORD };

/** The memory of the device that a kernel was tried on first; the thread-local variables of the OS thread that launched
 *  last, among which shared memory is; what the host may touch, too; and the program's variables. */
struct trial_area {
    struct trial_stretch of[TRIAL_STRETCHES];
    uint32_t time;
};
extern struct trial_area check_trial_area;

/** trial_room.c: room for all that a launch on the device may touch. False: no trial. */
bool check_trial_has_room(int device);
/** Are so many times left, and more? */
bool check_trial_has_times(uint64_t more);

static inline bool trial_is_split(const struct simt_tried *word) {
    return word->wrote == check_trial.launch + TRIAL_SPLIT;
}

static inline struct simt_tried *trial_word_at(const struct trial_stretch *s, uintptr_t address) {
    return trial_at(s, address, WORD);
}

static inline bool trial_is_mark(uint32_t wrote) {
    return wrote >= check_trial.launch + (1u << TRIAL_TIME);
}

static inline struct trial_line *trial_line_at(const struct trial_stretch *s, uintptr_t address) {
    return s->lines + (address - s->start) / LINE_BYTES;
}

/** What is known of the bytes of global memory from one on, all `n` of which are alike. */
static inline struct simt_tried *trial_alike(const struct trial_stretch *s, uintptr_t address, size_t *n) {
    struct trial_line *line = trial_line_at(s, address);
    struct simt_tried *word = trial_word_at(s, address);
    bool spread = trial_is_spread(line), split = spread && trial_is_split(word);
    size_t parts = trial_parts(line);
    *n = !spread && parts == 1 ? LINE_BYTES : split ? 1 : WORD;
    if (!spread) return &line->part[address / WORD % parts];
    return split ? trial_at(s, address, 1) : word;
}

/** Of `n` bytes from `at` on, in one word of page->valid. */
static inline uint64_t trial_bits(size_t at, size_t n) {
    return UINT64_MAX >> (LINE_BYTES - n) << at % LINE_BYTES;
}

/** What a passed trial has touched in a page becomes known. `split`: some access was of less than a word. */
void check_leave_page(struct page *page, uintptr_t start, bool split);

#endif
