/**
 * @file
 * @brief What trial.c and trial_leave.c share: the memory that trials look after.
 */
#ifndef SIMT_TRIAL_AREA_H
#define SIMT_TRIAL_AREA_H

#include "trial.h"

enum { WORD = 4, WORD_SHIFT = 2, LINE_WORDS = LINE_BYTES / WORD };

/** The memory of the device that a kernel was tried on first, which ends at `top`, and the thread-local variables of
 *  the OS thread that launched last, among which shared memory is. */
struct trial_area {
    struct trial_stretch device, shared;
    uintptr_t top;
    uint32_t time;
    char *before; /* the launch wrote there: a copy of each page of the device */
};
extern struct trial_area check_trial_area;

static inline bool trial_is_split(const struct trial_word *word) {
    return word->wrote == check_trial.launch + TRIAL_SPLIT;
}

static inline struct trial_word *trial_word_at(const struct trial_stretch *s, uintptr_t address) {
    return trial_at(s, address, WORD);
}

static inline bool trial_is_mark(uint32_t wrote) {
    return wrote >= check_trial.launch + (1u << TRIAL_TIME);
}

static inline struct trial_line *trial_line_at(uintptr_t address) {
    return check_trial_area.device.lines + (address - check_trial_area.device.start) / LINE_BYTES;
}

/** What is known of the bytes from one of the device's on, all `n` of which are alike. */
static inline struct trial_word *trial_alike(uintptr_t address, size_t *n) {
    struct trial_line *line = trial_line_at(address);
    struct trial_word *word = trial_word_at(&check_trial_area.device, address);
    bool spread = trial_is_spread(line), split = spread && trial_is_split(word);
    size_t parts = trial_parts(line);
    *n = !spread && parts == 1 ? LINE_BYTES : split ? 1 : WORD;
    if (!spread) return &line->part[address / WORD % parts];
    return split ? trial_at(&check_trial_area.device, address, 1) : word;
}

/** Of `n` bytes from `at` on, in one word of page->valid. */
static inline uint64_t trial_bits(size_t at, size_t n) {
    return UINT64_MAX >> (LINE_BYTES - n) << at % LINE_BYTES;
}

/** What a passed trial has touched in a page becomes known. `split`: some access was of less than a word. */
void check_leave_page(struct page *page, uintptr_t start, bool split);

#endif
