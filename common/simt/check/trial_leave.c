/**
 * @file
 * @brief What a launch has touched whose trial has passed.
 *
 * It is kept beside the cells of a page (page->tried) until somebody asks for it that may not be ordered with the
 * launch (check_fold_tried).
 */
#include "trial_area.h"

#include <stdlib.h>

static void leave_word(struct touch *touch, const struct simt_tried *x) {
    const uint32_t number = check_launch_number;
    if (trial_is_mark(x->wrote)) *touch = (struct touch){.write = number};
    if (x->read) touch->read[0] = number;
    if (x->read & (TRIAL_MANY | TRIAL_EVER)) touch->read[1] = number;
}

/* One touch for each line of the page; for each word, once a line is spread; for each byte, once a word is split. */
static void make_tried(struct page *page, size_t unit) {
    const int shift = __builtin_ctz((unsigned)unit);
    if (page->tried && page->tried_shift <= shift) return;
    struct touch *tried = calloc(PAGE_BYTES >> shift, sizeof(*tried));
    if (!tried) simt_die("the checks are out of memory. Use a smaller input");
    for (size_t i = 0; page->tried && i < PAGE_BYTES; i += unit)
        tried[i >> shift] = page->tried[i >> page->tried_shift];
    free(page->tried);
    page->tried = tried;
    page->tried_shift = shift;
}

/* `n` bytes that are alike. */
static void leave_bytes(struct page *page, size_t at, size_t n, const struct simt_tried *x) {
    make_tried(page, n);
    for (size_t i = at; i < at + n; i += (size_t)1 << page->tried_shift)
        leave_word(&page->tried[i >> page->tried_shift], x);
    if (!page->known && trial_is_mark(x->wrote)) /* what it has written is written from now on */
        page->written[at / LINE_BYTES] |= trial_bits(at, n);
}

/* Words that are not alike. */
static void leave_words(struct page *page, size_t at, const struct simt_tried *words) {
    make_tried(page, WORD);
    for (size_t i = 0; i < LINE_WORDS; i++) {
        const size_t word = at + i * WORD;
        for (size_t b = word; b < word + WORD; b += (size_t)1 << page->tried_shift)
            leave_word(&page->tried[b >> page->tried_shift], &words[i]);
        if (!page->known && trial_is_mark(words[i].wrote)) page->written[at / LINE_BYTES] |= trial_bits(word, WORD);
    }
}

/* Do bytes that have marks of their own leave the same? */
static inline __attribute__((always_inline)) bool leave_alike(const struct simt_tried *x, size_t n) {
    const uint32_t first = check_trial.launch + (1u << TRIAL_TIME),
                   several = TRIAL_MANY | TRIAL_EVER;
    const uint32_t wrote = x->wrote >= first, read = x->read != 0, more = (x->read & several) != 0;
    uint32_t differ = 0;
    for (size_t i = 0; i < n; i++)
        differ |= (wrote ^ (x[i].wrote >= first)) | (read ^ (x[i].read != 0)) |
                  (more ^ ((x[i].read & several) != 0));
    return !differ;
}

static inline __attribute__((always_inline)) void leave_line(struct page *page, uintptr_t address) {
    const size_t at = address % PAGE_BYTES;
    const struct trial_stretch *s = trial_stretch_at(address);
    const struct simt_tried *words = trial_word_at(s, address), *of_bytes = trial_at(s, address, 1);
    size_t split = 0;
    const struct trial_line *line = trial_line_at(s, address);
    if (!trial_is_spread(line) && leave_alike(line->part, trial_parts(line)))
        return leave_bytes(page, at, LINE_BYTES, line->part);
    for (size_t i = 0; i < LINE_WORDS && trial_is_spread(line); i++)
        split += trial_is_split(&words[i]);
    if (split == LINE_WORDS && leave_alike(of_bytes, LINE_BYTES))
        return leave_bytes(page, at, LINE_BYTES, of_bytes);
    if (trial_is_spread(line) && split == 0 && leave_alike(words, LINE_WORDS))
        return leave_bytes(page, at, LINE_BYTES, words);
    if (trial_is_spread(line) && split == 0) return leave_words(page, at, words);
    for (size_t i = 0, n; i < LINE_BYTES; i += n) {
        const struct simt_tried *x = trial_alike(s, address + i, &n);
        leave_bytes(page, at + i, n, x);
    }
}

static TRIAL_WIDE void leave_lines(struct page *page, uintptr_t start) {
    for (size_t i = 0; i < PAGE_BYTES; i += LINE_BYTES) leave_line(page, start + i);
}

void check_leave_page(struct page *page, uintptr_t start, bool split) {
    if (!page->known && !page->written)
        page->written = calloc(PAGE_BYTES / LINE_BYTES, sizeof(*page->written));
    if (!page->known && !page->written)
        simt_die("the checks are out of memory. Use a smaller input");
    leave_lines(page, start);
    if (split && page->cells) check_make_cells(page, 0, 1);
    if (split) page->shift = 0; /* as an access of less than a word has it, which is seen alone */
    page->tried_last = check_launch_number;
    check_page_changes(page);
}

/* A page's tried words become cells, as if threads had come there one by one. */
static void fold_word(const struct touch *touch, struct cell *cell, struct cell_at *at) {
    const int shift = STAMP_CLOCK_BITS + STAMP_THREAD_BITS;
    if (touch->write) {
        cell->write = check_serial_of(touch->write) << shift;
        cell->read[0] = cell->read[1] = 0;
        at->write = 0;
    }
    for (int i = 0; i < 2; i++) {
        if (!touch->read[i]) continue;
        cell->read[i] = check_serial_of(touch->read[i]) << shift;
        at->read[i] = 0;
    }
}

/* Called with the streams' mutex held, since a host thread's operation may ask for the same page. */
void check_fold_tried(struct page *page) {
    struct touch *tried = page->tried;
    if (!tried) return;
    page->tried = NULL;
    check_make_cells(page, 0, WORD);
    for (size_t i = 0; i < PAGE_BYTES; i += (size_t)1 << page->shift)
        fold_word(&tried[i >> page->tried_shift], &page->cells[i >> page->shift],
                  &page->at[i >> page->shift]);
    if (page->launched < page->tried_last) page->launched = page->tried_last;
    check_page_changes(page);
    free(tried);
}
