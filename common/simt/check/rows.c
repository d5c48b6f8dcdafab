/**
 * @file
 * @brief What the threads of a row touch, in a trial of a kernel that runs as loops (compile/loops_rows.c).
 *
 * Neighbours mostly touch neighbours, or all of them the same word. So what trial.h says of one word is done here for
 * several at once: for a line that is not spread, once. In other lines a vector has the marks of LANES / 2 words, each
 * word's `wrote` before its `read`. If that finds nothing wrong, it is all. Otherwise each word is looked at alone,
 * which deals with lines that are to be spread, and finds all doubts. Elements of less than a word have marks of their
 * bytes. What is said here of words is true of these, too.
 */
#include "trial.h"

#include <string.h>

#define INLINE inline __attribute__((always_inline))

enum { LANES = 8, AT_ONCE = LANES / 2, WORD_BYTES = 4 };
typedef uint32_t lanes __attribute__((vector_size(LANES * sizeof(uint32_t))));

#define PAIRS(wrote, read)                                                                         \
    { wrote, read, wrote, read, wrote, read, wrote, read }

/* A row's words, and the first thread's mark. A thread has 1 << shift words. */
struct row {
    struct simt_tried *words;
    size_t n;
    uint32_t now;
    int shift;
};

static INLINE bool all_set(const lanes *ok) {
    uint64_t parts[LANES / 2];
    memcpy(parts, ok, sizeof(parts));
    return (parts[0] & parts[1] & parts[2] & parts[3]) == UINT64_MAX;
}

/* The marks of the first threads, and how much greater those of the next ones are. */
#define MARKS(row, step)                                                                           \
    const uint32_t step = (uint32_t)AT_ONCE >> (row)->shift;                                       \
    const lanes in_order = {0, 0, 1, 1, 2, 2, 3, 3}, mark_step = in_order * 0 + step;              \
    lanes mark = (row)->now + (in_order >> (uint32_t)(row)->shift)

/* Words that several threads have read since the barrier, and that all may read: nothing changes if one more does.
 * `n` is a multiple of AT_ONCE. */
static INLINE bool are_read(const struct simt_tried *words, size_t n, const struct trial *t) {
    const lanes from = PAIRS(t->launch + TRIAL_CLEAN, t->epoch), many = PAIRS(0, TRIAL_MANY);
    const lanes length = PAIRS(TRIAL_KEPT - TRIAL_CLEAN + 1, 0 - t->epoch);
    const lanes block = PAIRS(t->block, t->block), before = PAIRS(t->epoch - t->block, 0);
    lanes ok = ~(lanes){0}, x;
    for (size_t i = 0; i < n; i += AT_ONCE) {
        memcpy(&x, words + i, sizeof(x));
        ok &= (lanes)(x - from < length) | (lanes)(x - block < before);
        ok &= (lanes)((x & many) == many);
    }
    return all_set(&ok);
}

/* As trial_read, of each word. Where the result is false some words may be noted as read, too. */
static INLINE bool read_row(const struct row *row, const struct trial *t) {
    const lanes from = PAIRS(t->launch + TRIAL_CLEAN, 0),
                length = PAIRS(TRIAL_KEPT - TRIAL_CLEAN + 1, UINT32_MAX);
    const lanes block = from * 0 + t->block, epoch = from * 0 + t->epoch,
                is_read = PAIRS(0, UINT32_MAX);
    const lanes all = from * 0 + (t->epoch | TRIAL_MANY | TRIAL_EVER), ever = from * 0 + TRIAL_EVER;
    const lanes more = from * 0 + (TRIAL_MANY | TRIAL_EVER), none = from * 0;
    MARKS(row, step);
    lanes ok = ~none, x;
    for (size_t i = 0; i < row->n; i += AT_ONCE, mark += mark_step) {
        memcpy(&x, row->words + i, sizeof(x));
        lanes of_others = (lanes)(x - block < epoch - block) | (lanes)(x - from < length);
        ok &= of_others | (lanes)(x == mark) | is_read;
        lanes same = (lanes)((x & TRIAL_MANY) != none) | (lanes)((x & ~ever) == mark);
        lanes now = (x & same) | (all & ~same),
              in_block = mark | ((lanes)((x & more) != none) & ever);
        lanes before = (lanes)(x != none) | ((lanes)(x == none) & mark);
        lanes is_now = (lanes)(x >= epoch), is_in_block = (lanes)(x >= block) & ~is_now;
        lanes read = (now & is_now) | (in_block & is_in_block) | (before & ~(is_now | is_in_block));
        x = (read & is_read) | (x & ~is_read);
        memcpy(row->words + i, &x, sizeof(x));
    }
    return all_set(&ok);
}

/* Several threads read a word. False: they may not. */
static INLINE bool read_by_all(struct simt_tried *x) {
    const struct trial *t = &check_trial;
    bool known = x->wrote - (t->launch + TRIAL_CLEAN) <= TRIAL_KEPT - TRIAL_CLEAN ||
                 x->wrote - t->block < t->epoch - t->block;
    if (!known) return false;
    if (x->read >= t->block ? !(x->read >= t->epoch && x->read & TRIAL_MANY) : x->read == 0)
        x->read = t->epoch | TRIAL_MANY | TRIAL_EVER;
    else if (x->read < t->block)
        x->read = TRIAL_ALL;
    return true;
}

/* Each word is read by several threads, of other rows than the running one, too. */
static INLINE bool read_by_rows(const struct row *row) {
    bool known = true;
    for (size_t i = 0; i < row->n && known; i++) known = read_by_all(row->words + i);
    return known;
}

/* As trial_write, of each word; but where the result is false nothing is noted. */
static INLINE bool write_row(const struct row *row, const struct trial *t) {
    const lanes from = PAIRS(t->launch + TRIAL_KEPT, 0),
                length = PAIRS(TRIAL_FRESH - TRIAL_KEPT + 1, 1);
    const lanes block = from * 0 + t->block, before = from * 0 + (t->epoch - t->block);
    const lanes marks = PAIRS(UINT32_MAX, ~(uint32_t)TRIAL_EVER), wrote = PAIRS(UINT32_MAX, 0);
    MARKS(row, step);
    const lanes first = mark;
    lanes ok = ~(from * 0), x;
    for (size_t i = 0; i < row->n; i += AT_ONCE, mark += mark_step) {
        memcpy(&x, row->words + i, sizeof(x));
        ok &=
            (lanes)(x - block < before) | (lanes)((x & marks) == mark) | (lanes)(x - from < length);
    }
    if (!all_set(&ok)) return false;
    mark = first;
    for (size_t i = 0; i < row->n; i += AT_ONCE, mark += mark_step) {
        x = mark & wrote;
        memcpy(row->words + i, &x, sizeof(x));
    }
    return true;
}

/* The words of `n` elements, as far as the trial looks after all of them; NULL otherwise. */
static INLINE struct simt_tried *words_at(uintptr_t first, size_t bytes, size_t n) {
    const struct trial_stretch *s = trial_stretch_at(first);
    if (!s || bytes * n > s->start + s->bytes - first) return NULL;
    return trial_at(s, first, bytes);
}

static __attribute__((noinline)) void look_at(uintptr_t place, size_t bytes, uint32_t now,
                                              bool writes) {
    if (place & (bytes - 1)) check_doubt();
    simt_in_runtime = 1;
    check_try_bytes(place, bytes, writes, now);
    simt_in_runtime = 0;
}

/* One thread's words. */
static INLINE void touch_alone(uintptr_t place, size_t bytes, unsigned thread, bool writes) {
    struct simt_tried *x = words_at(place, bytes, 1);
    uint32_t now = check_trial.epoch + thread;
    bool good = x && !(place & (bytes - 1)) && trial_touch(x, trial_marks(bytes), now, writes);
    if (!good) look_at(place, bytes, now, writes);
}

/* As many of the threads as have whole vectors. False: it may be wrong. */
static INLINE bool touch_vectors(const struct row *row, bool by_rows, bool writes) {
    const struct trial *t = &check_trial;
    if (writes) return write_row(row, t);
    bool many = row->words->read >= t->epoch && row->words->read & TRIAL_MANY;
    if (many && are_read(row->words, row->n, t)) return true;
    return by_rows ? read_by_rows(row) : read_row(row, t);
}

/* The first thread that comes to a line makes its words known, so that the others can be looked at together. A word
 * is split by the first one that comes to a part of it. */
static __attribute__((noinline)) void enter_lines(uintptr_t first, size_t bytes, unsigned thread,
                                                  unsigned threads, bool writes) {
    const uintptr_t unit = bytes < WORD_BYTES ? WORD_BYTES : LINE_BYTES;
    for (uintptr_t a = first; a < first + bytes * threads; a = (a | (unit - 1)) + 1)
        touch_alone(a, bytes, thread + (unsigned)((a - first) / bytes), writes);
}

static INLINE void touch_words(uintptr_t first, size_t bytes, unsigned thread, unsigned threads,
                               unsigned rows, bool writes) {
    unsigned whole = threads & ~(unsigned)(AT_ONCE - 1);
    size_t each = trial_marks(bytes);
    struct row row = {words_at(first, bytes, threads), each * whole, check_trial.epoch + thread,
                      __builtin_ctz((unsigned)each)};
    if (whole && !touch_vectors(&row, rows > 1, writes)) {
        enter_lines(first, bytes, thread, whole, writes);
        if (!touch_vectors(&row, rows > 1, writes)) whole = 0;
    }
    for (unsigned i = whole; i < threads && rows == 1; i++)
        touch_alone(first + i * bytes, bytes, thread + i, writes);
    for (unsigned i = whole; i < threads && rows > 1; i++)
        simt_touch_same(first + i * bytes, bytes, thread + i, rows, writes);
}

/*
 * Lines.
 */
static INLINE struct trial_line *line_at(uintptr_t address) {
    const struct trial_stretch *s = trial_stretch_at(address);
    return s && s->lines ? s->lines + (address - s->start) / LINE_BYTES : NULL;
}

/* What each thread of a row touches: the element at `first` and behind it `width` bytes each, or words of them. */
struct elements {
    uintptr_t first;
    size_t width, part, parts; /* `parts` words of an element from `part` on */
    bool by_rows, writes;
};

static INLINE bool touch_parts(struct simt_tried *x, struct elements e, uint32_t now) {
    bool good = true;
    for (size_t i = 1; i < e.parts && good; i++, x++)
        good = e.writes ? trial_write(x, now) : e.by_rows ? read_by_all(x) : trial_read(x, now);
    return good;
}

static INLINE bool touch_line(struct trial_line *line, struct elements e, uint32_t now) {
    struct simt_tried *x = &line->part[e.part];
    if (line->width != e.width) return false;
    if (e.parts > 1 && !touch_parts(x + 1, e, now)) return false;
    return e.writes ? trial_write(x, now) : e.by_rows ? read_by_all(x) : trial_read(x, now);
}

/* Comes to a line for the first time, or spreads it. */
static __attribute__((noinline)) bool meet_line(uintptr_t address, struct elements e, uint32_t now) {
    struct trial_line *line = line_at(address);
    simt_in_runtime = 1;
    check_meet_line(address, e.width, e.writes);
    bool good = touch_line(line, e, now);
    if (!good) check_spread_line(address);
    simt_in_runtime = 0;
    return good;
}

/* Returns how many threads from the first on have whole lines that are not spread. */
static INLINE unsigned touch_lines(struct elements e, unsigned thread, unsigned threads) {
    struct trial_line *line = line_at(e.first);
    const unsigned a_line = LINE_BYTES / (unsigned)e.width;
    uint32_t now = check_trial.epoch + thread;
    unsigned n = 0;
    if (!line || e.first % LINE_BYTES) return 0;
    for (; n + a_line <= threads; n += a_line, line++)
        if (!touch_line(line, e, now + n) && !meet_line(e.first + n * e.width, e, now + n)) break;
    return n;
}

/* How many threads from the first on there are up to the next line that is not spread. */
static INLINE unsigned to_next_line(struct elements e, unsigned threads) {
    const struct trial_line *line = line_at(e.first);
    unsigned n = (unsigned)((LINE_BYTES - e.first % LINE_BYTES) / e.width);
    if (!line) return threads;
    while (n < threads && trial_is_spread(++line)) n += LINE_BYTES / (unsigned)e.width;
    return n < threads ? n : threads;
}

/* Several threads read the same. */
static void read_same(uintptr_t place, size_t bytes, unsigned thread) {
    struct simt_tried *x = words_at(place, bytes, 1);
    const size_t n = trial_marks(bytes), unit = bytes / n;
    if (!x) check_doubt();
    for (size_t i = 0; i < n; i++) {
        if (read_by_all(x + i)) continue;
        look_at(place + i * unit, unit, check_trial.epoch + thread, false);
        if (!read_by_all(x + i)) check_doubt();
    }
}

void simt_touch_same(uintptr_t place, size_t bytes, unsigned thread, unsigned threads, int writes) {
    if (place & (bytes - 1)) check_doubt();
    if (threads > 1 && !writes) {
        read_same(place, bytes, thread);
        return;
    }
    for (unsigned i = 0; i < threads; i++) touch_alone(place, bytes, thread + i, writes);
}

void simt_touch_one(uintptr_t place, size_t bytes, unsigned thread, int writes) {
    if (bytes == WORD_BYTES)
        touch_alone(place, WORD_BYTES, thread, writes);
    else
        touch_alone(place, bytes, thread, writes);
}

static struct simt_tried_words words_of(const struct trial_stretch *s) {
    return (struct simt_tried_words){s->start, s->bytes, s->words, s->of_bytes};
}

struct simt_tried_view simt_view_trial(void) {
    check_trial.in_place = true;
    return (struct simt_tried_view){check_trial.times, words_of(&check_trial.of[TRIAL_DEVICE]),
                                    words_of(&check_trial.of[TRIAL_SHARED])};
}

void simt_touch_each(const uintptr_t *places, size_t bytes, unsigned thread, unsigned threads,
                     unsigned rows, int writes) {
    for (unsigned i = 0; i < threads; i++) {
        if (rows == 1 && bytes == 4)
            touch_alone(places[i], 4, thread + i, writes);
        else if (rows == 1 && bytes == 1)
            touch_alone(places[i], 1, thread + i, writes);
        else if (rows == 1)
            touch_alone(places[i], bytes, thread + i, writes);
        else
            simt_touch_same(places[i], bytes, thread + i, rows, writes);
    }
}

/* Members of elements: what touch_alone does of each, but most is asked once. */
static INLINE void touch_members(uintptr_t first, size_t step, size_t bytes, unsigned thread,
                                 unsigned threads, unsigned rows, bool writes) {
    const size_t marks = trial_marks(bytes), unit = bytes / marks;
    struct simt_tried *x = words_at(first, step, threads) ? words_at(first, bytes, 1) : NULL;
    uint32_t now = check_trial.epoch + thread;
    if (!x || (first | step) & (bytes - 1)) check_doubt();
    for (unsigned i = 0; i < threads; i++, x += step / unit) {
        if (rows > 1)
            simt_touch_same(first + i * step, bytes, thread + i, rows, writes);
        else if (!trial_touch(x, marks, now + i, writes))
            look_at(first + i * step, bytes, now + i, writes);
    }
}

static INLINE void touch_some(uintptr_t first, size_t step, size_t bytes, unsigned thread, unsigned threads,
                              unsigned rows, bool writes) {
    if (bytes == WORD_BYTES)
        touch_members(first, step, WORD_BYTES, thread, threads, rows, writes);
    else
        touch_members(first, step, bytes, thread, threads, rows, writes);
}

TRIAL_WIDE void simt_touch_row(uintptr_t first, size_t step, size_t bytes, unsigned thread,
                         unsigned threads, unsigned rows, int writes) {
    if (threads == 1) {
        simt_touch_same(first, bytes, thread, rows, writes);
        return;
    }
    const bool members = step != bytes;
    if (members && ((step != 8 && step != 16) || bytes % WORD_BYTES)) {
        touch_some(first, step, bytes, thread, threads, rows, writes);
        return;
    }
    const size_t in_element = members ? first & (step - 1) : 0, last = first + step * (threads - 1);
    if (first & (bytes - 1) || !words_at(first, last - first + bytes, 1)) check_doubt();
    struct elements e = {first - in_element, step, in_element / WORD_BYTES, bytes / WORD_BYTES, rows > 1, writes};
    for (unsigned n; threads; e.first += n * step, thread += n, threads -= n) {
        n = touch_lines(e, thread, threads);
        if (n) continue;
        n = to_next_line(e, threads);
        if (members)
            touch_some(e.first + in_element, step, bytes, thread, n, rows, writes);
        else
            touch_words(e.first, bytes, thread, n, rows, writes);
    }
}
