/**
 * @file
 * @brief Launches of simple kernels are tried first, since that takes a part of the time.
 *
 * In a trial the threads run as ever, but the tools do not look. Each access has to be plainly right: of valid words
 * that were written, aligned, and ordered with all other accesses of the launch by the block's barriers alone. The
 * first one that is not ends the trial. Then all that the launch has written is taken back, and it begins again under
 * the eyes of the tools. So only that run tells findings, and they are the same as without a trial. A trial that passes
 * has none. Both runs are of the same code, so they make the same accesses.
 *
 * Which kernels are simple, the rewriter says (compile/loops_read.c): those that only compute, load, store and wait at
 * barriers. So nothing else has to be taken back.
 *
 * What a passed trial leaves is in trial_leave.c.
 */
#include "trial_area.h"

#include "../run/ipc.h"
#include "quick.h"
#include "streams.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_DOUBTED = 64, MOST_BLOCKS = 1 << 18 };

__thread struct trial check_trial;

/* Pages of global memory that the launch has come to. */
static struct tried_page {
    uintptr_t start;
    struct page *page;
    bool kept;  /* its bytes, as it may write there */
    bool split; /* some access was of less than a word */
} * pages;
static size_t n_pages, room_pages;

/* Kernels of which a trial has failed, or only loops in a trial. */
static struct doubted {
    const void *kernel;
    bool rows;
} doubted[MOST_DOUBTED];
static int n_doubted;

static sigset_t blocked; /* signals, when the trial began */

static sigset_t blocked_now(void) {
    sigset_t now;
    memset(&now, 0, sizeof(now));
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    return now;
}

bool check_in_handler(void) {
    sigset_t now = blocked_now();
    return memcmp(&now, &blocked, sizeof(now)) != 0;
}

_Noreturn void check_doubt(void) {
    simt_in_runtime = 1;
    simt_leave_block(simt_worker);
}

/*
 * Beginnings.
 */
static bool is_doubted(const void *kernel, bool rows) {
    for (int i = 0; i < n_doubted; i++)
        if (doubted[i].kernel == kernel && doubted[i].rows == rows) return true;
    return n_doubted == MOST_DOUBTED;
}

/* No other operation may be under way that is not ordered with the launch, and no other process may see what is taken
 * back. */
bool check_may_try(const struct launch *launch) {
    const int needed = TOOL_MEMCHECK | TOOL_RACECHECK | TOOL_INITCHECK;
    bool watched = (check_tools & needed) == needed && !(check_tools & (TOOL_PROFILE | TOOL_TRACE));
    bool alone = !launch->config->cooperative && launch->cluster_blocks <= 1 &&
                 launch->depth == 0 && check_blocks_at_once() == 1 && !check_known_at_launch() &&
                 !simt_shared_maps && launch->blocks < MOST_BLOCKS;
    if (!watched || !alone || !check_launch_number || check_unordered_from < check_launch_first)
        return false;
    return !is_doubted(launch->kernel->function, false) && check_trial_has_room(launch->device);
}

static void split_word(const struct trial_stretch *s, uintptr_t address) {
    struct simt_tried *word = trial_word_at(s, address), *of_bytes = trial_at(s, address & -(uintptr_t)WORD, 1);
    if (trial_is_split(word)) return;
    for (size_t i = 0; i < WORD; i++) of_bytes[i] = *word;
    word->wrote = check_trial.launch + TRIAL_SPLIT;
}

/* Up to the next word, or `end`. */
static size_t in_word(uintptr_t address, uintptr_t end) {
    size_t n = WORD - address % WORD;
    return n < end - address ? n : end - address;
}

/* A word that one block has split stays so in the next ones. Another variable may have a part of a word. */
static void set_shared(const volatile void *variable, size_t bytes, uint32_t state) {
    const struct trial_stretch *s = &check_trial.of[TRIAL_SHARED];
    uintptr_t start = (uintptr_t)variable, end = start + bytes;
    const struct simt_tried set = {check_trial.launch + state, 0};
    if (start - s->start >= s->bytes) check_doubt();
    for (size_t n; start < end; start += n) {
        struct simt_tried *x = trial_word_at(s, start);
        n = in_word(start, end);
        if (n < WORD) split_word(s, start);
        if (!trial_is_split(x)) *x = set;
        for (size_t i = 0; i < n && trial_is_split(x); i++) *trial_at(s, start + i, 1) = set;
    }
}

void check_trial_shared(const void *start, size_t bytes) {
    set_shared(start, bytes, TRIAL_FRESH);
}

static void next_time(void) {
    check_trial.epoch = ++check_trial_area.time << TRIAL_TIME;
}

/* clang++ calls hooks for what a thread asks about itself. */
static void allow_reads(const volatile void *variable, size_t bytes) {
    set_shared(variable, bytes, TRIAL_CLEAN);
}

bool check_begin_trial(void) {
    struct trial *t = &check_trial;
    memcpy(t->of, check_trial_area.of, sizeof(t->of));
    t->launch = ++check_trial_area.time << TRIAL_TIME;
    t->runs = true;
    check_quick = false;
    blocked = blocked_now();
    allow_reads(&simt_self, sizeof(simt_self));
    allow_reads(&simt_block_idx, sizeof(simt_block_idx));
    allow_reads(&simt_block_dim, sizeof(simt_block_dim));
    allow_reads(&simt_grid_dim, sizeof(simt_grid_dim));
    check_trial_block();
    return !is_doubted(simt_worker->launch->kernel->function, true);
}

void check_trial_block(void) {
    next_time();
    check_trial.block = check_trial.epoch;
    size_t bytes = simt_worker->launch->config->shared_bytes;
    if (bytes) check_trial_shared(simt_dynamic_shared(), bytes);
}

/* Times are left for the blocks that follow. */
static void pass_barrier(const struct worker *w) {
    if (!check_trial_has_times(w->launch->blocks)) check_doubt();
    next_time();
}

/* All threads have to wait at one barrier. */
void check_trial_barrier(const struct worker *w) {
    const struct site site = w->site[0];
    for (int t = 0; t < w->n; t++)
        if (w->barrier_members != w->n || w->site[t].line != site.line || w->site[t].file != site.file) check_doubt();
    pass_barrier(w);
}

void simt_row_barrier(const simt_threads *box) {
    unsigned threads = (box->x1 - box->x0) * (box->y1 - box->y0) * (box->z1 - box->z0);
    if (threads != simt_worker->launch->threads) check_doubt();
    pass_barrier(simt_worker);
}

/*
 * Accesses.
 */
static uint32_t *place_of(uintptr_t address) {
    const struct trial_stretch *s = trial_stretch_at(address);
    return &s->place_of[(address - s->start) / PAGE_BYTES];
}

static struct tried_page *add_page(uintptr_t start, struct page *page) {
    if (n_pages == room_pages) {
        room_pages = room_pages ? 2 * room_pages : 256;
        pages = realloc(pages, room_pages * sizeof(*pages));
        if (!pages) simt_die("the checks are out of memory. Use a smaller input");
    }
    pages[n_pages] = (struct tried_page){start, page, false, false};
    *place_of(start) = (uint32_t)++n_pages;
    return &pages[n_pages - 1];
}

/* TRIAL_NEVER also where they are not alike. */
static uint32_t state_of(const struct page *page, size_t at, size_t n) {
    uint64_t bits = trial_bits(at, n), valid = page->whole ? bits : page->valid[at / LINE_BYTES] & bits;
    if (valid != bits) return TRIAL_NEVER;
    if (page->known) return TRIAL_CLEAN;
    uint64_t written = page->written ? page->written[at / LINE_BYTES] & bits : 0;
    return written == bits ? TRIAL_CLEAN : written ? TRIAL_NEVER : TRIAL_UNWRITTEN;
}

static bool is_stale(uint32_t wrote) {
    return wrote < check_trial.launch;
}

/* Was it read by one thread alone since it was written, or since the last barrier? */
static bool has_reader(const struct simt_tried *x) {
    return x->read && !(x->read & TRIAL_MANY);
}

/* Has no thread an element of its own, so that it does not matter where elements begin? */
static bool has_no_elements(const struct trial_line *line) {
    const struct simt_tried *x = line->part;
    bool same = !trial_is_mark(x->wrote) && !has_reader(x);
    for (size_t i = 1; i < trial_parts(line); i++) same = same && x[i].wrote == x->wrote && x[i].read == x->read;
    return same;
}

/* All words of a line get the same. */
static void fill_words(struct simt_tried *words, struct simt_tried with) {
    for (size_t i = 0; i < LINE_WORDS; i++) words[i] = with;
}

/* Threads that have their own bytes of the line, less than a word, split its words, too. */
void check_spread_line(uintptr_t address) {
    const struct trial_stretch *s = trial_stretch_at(address);
    struct trial_line *line = trial_line_at(s, address);
    uintptr_t start = address & -(uintptr_t)LINE_BYTES;
    if (trial_is_spread(line)) return;
    struct simt_tried *first = line->part, *words = trial_word_at(s, start);
    if (has_no_elements(line)) {
        fill_words(words, *first);
        first->wrote = check_trial.launch + TRIAL_NEVER;
        return;
    }
    const int shift = __builtin_ctz(line->width);
    const uint32_t unit = (trial_is_mark(first->wrote) || has_reader(first)) && line->width < WORD ? 1 : WORD;
    const size_t parts = trial_parts(line);
    struct simt_tried *marks = trial_at(s, start, unit);
    for (uint32_t i = 0; i < LINE_BYTES; i += unit, marks++) {
        const struct simt_tried *x = &line->part[i / WORD % parts];
        const uint32_t further = i >> shift; /* threads behind the first one */
        *marks = (struct simt_tried){x->wrote + trial_is_mark(x->wrote) * further, x->read + has_reader(x) * further};
    }
    for (size_t i = 0; i < LINE_WORDS && unit == 1; i++) words[i].wrote = check_trial.launch + TRIAL_SPLIT;
    first->wrote = check_trial.launch + TRIAL_NEVER;
}

/* Called with the streams' mutex held: another operation was there, and nothing orders it before the launch. */
static bool is_apart(const struct page *page) {
    return page->touched > check_launch_floor && !check_all_before(page);
}

/* Threads that do not come in rows touch words. */
static void enter_line(const struct page *page, uintptr_t address, size_t width) {
    size_t at = address % PAGE_BYTES;
    const struct trial_stretch *s = trial_stretch_at(address);
    struct trial_line *line = trial_line_at(s, address);
    struct simt_tried *words = trial_word_at(s, address);
    const struct simt_tried all = {check_trial.launch + state_of(page, at, LINE_BYTES), 0};
    const bool alike = all.wrote != check_trial.launch + TRIAL_NEVER;
    const bool spread = !alike || check_trial.in_place || !simt_worker->launch->rows;
    line->width = (uint32_t)width;
    line->part[0] = spread ? (struct simt_tried){check_trial.launch + TRIAL_NEVER, 0} : all;
    for (size_t i = 1; i < trial_parts(line) && !spread; i++) line->part[i] = all;
    if (alike && spread) fill_words(words, all);
    for (size_t i = 0; i < LINE_WORDS && !alike; i++)
        words[i] = (struct simt_tried){check_trial.launch + state_of(page, at + i * WORD, WORD), 0};
}

/* May the host come to its memory in a trial: a thread beside the one that runs the launch and the monitor's, or a
 * handler? It might look at what is taken back, or have stored there. The only thread begins no other in a trial. */
static bool may_come(void) {
    enum { OF_A_FOLDER = 2, OWN = 2 };
    static uint32_t asked_in;
    static bool others;
    struct stat threads;
    if (asked_in != check_launch_number)
        others =
            stat("/proc/self/task", &threads) != 0 || threads.st_nlink > OF_A_FOLDER + OWN || check_has_handlers();
    asked_in = check_launch_number;
    return others;
}

/* The page, if a trial may look after its memory; NULL otherwise. */
static struct page *page_of(const struct trial_stretch *s, uintptr_t start) {
    const bool of_program = s == &check_trial.of[TRIAL_PROGRAM], of_device = s == &check_trial.of[TRIAL_DEVICE];
    struct page *page = start >= s->top ? NULL : of_program ? check_page(start) : check_seen_page(start);
    if (!page || page->region != (of_program ? REGION_PROGRAM : REGION_DEVICE)) return NULL;
    return of_device || !may_come() ? page : NULL;
}

/* The launch comes to a page for the first time. */
static void enter_page(uintptr_t start, size_t width) {
    struct page *page = page_of(trial_stretch_at(start), start);
    if (!page) check_doubt();
    pthread_mutex_lock(&check_streams_mutex);
    bool apart = is_apart(page);
    pthread_mutex_unlock(&check_streams_mutex);
    if (apart) check_doubt();
    for (size_t i = 0; i < PAGE_BYTES; i += LINE_BYTES) enter_line(page, start + i, width);
    add_page(start, page);
}

static char *copy_of(uintptr_t address) {
    const struct trial_stretch *s = trial_stretch_at(address);
    return s->before + (address - s->start);
}

static struct tried_page *page_at(uintptr_t address) {
    return &pages[*place_of(address) - 1];
}

static inline __attribute__((always_inline)) void note_kept(struct simt_tried *x) {
    uint32_t state = x->wrote - check_trial.launch;
    x->wrote += state == TRIAL_CLEAN ? TRIAL_KEPT - TRIAL_CLEAN : state == TRIAL_UNWRITTEN ? TRIAL_FRESH : 0;
}

/* The same of a line's words, as far as these are not split. Returns whether any is. */
static TRIAL_WIDE bool note_words_kept(struct simt_tried *words) {
    uint32_t split = 0;
    for (size_t i = 0; i < LINE_WORDS; i++) {
        note_kept(&words[i]);
        split |= words[i].wrote == check_trial.launch + TRIAL_SPLIT;
    }
    return split;
}

/* What the launch is about to write there can be taken back. */
static void keep_page(uintptr_t start) {
    const struct trial_stretch *s = trial_stretch_at(start);
    struct tried_page *p = page_at(start);
    if (p->kept || p->page->input) check_doubt();
    p->kept = true;
    memcpy(copy_of(start), (const void *)start, PAGE_BYTES);
    for (size_t at = 0, n; at < PAGE_BYTES; at += LINE_BYTES) {
        struct trial_line *line = trial_line_at(s, start + at);
        for (size_t i = 0; i < trial_parts(line) && !trial_is_spread(line); i++) note_kept(&line->part[i]);
        bool split = trial_is_spread(line) && note_words_kept(trial_word_at(s, start + at));
        for (size_t i = 0; i < LINE_BYTES && split; i += n) note_kept(trial_alike(s, start + at + i, &n));
    }
}

/* Of a spread line. An array of bytes mostly has all of it. */
static void split_line(uintptr_t address) {
    const uintptr_t start = address & -(uintptr_t)LINE_BYTES;
    const struct trial_stretch *s = trial_stretch_at(address);
    const struct tried_page *p = page_at(address);
    for (uintptr_t a = start; a < start + LINE_BYTES; a += WORD) {
        struct simt_tried *word = trial_word_at(s, a), *x = trial_at(s, a, 1);
        const bool mixed = word->wrote == check_trial.launch + TRIAL_NEVER;
        split_word(s, a);
        for (size_t i = 0; i < WORD && mixed; i++) {
            x[i].wrote = check_trial.launch + state_of(p->page, a % PAGE_BYTES + i, 1);
            if (p->kept) note_kept(&x[i]);
        }
    }
}

void check_meet_line(uintptr_t address, size_t width, bool writes) {
    struct trial_line *line = trial_line_at(trial_stretch_at(address), address);
    const struct simt_tried *x = line->part; /* whether the page is kept shows in each part */
    uintptr_t page = address & ~(uintptr_t)(PAGE_BYTES - 1);
    if (is_stale(x->wrote)) enter_page(page, width);
    if (width < WORD) page_at(page)->split = true;
    if (writes && x->wrote - check_trial.launch <= TRIAL_CLEAN) keep_page(page);
    if (line->width == width || !has_no_elements(line)) return;
    line->width = (uint32_t)width;
    for (size_t i = 1; i < LINE_PARTS; i++) line->part[i] = *x;
}

static void try_mark(const struct trial_stretch *s, struct simt_tried *x, uintptr_t address, bool writes,
                     uint32_t now) {
    if (writes && s->lines && x->wrote - check_trial.launch <= TRIAL_CLEAN)
        keep_page(address & ~(uintptr_t)(PAGE_BYTES - 1));
    if (!(writes ? trial_write(x, now) : trial_read(x, now))) check_doubt();
}

/* Of bytes that lie in one word. */
static void try_word(const struct trial_stretch *s, uintptr_t address, size_t bytes, bool writes, uint32_t now) {
    struct simt_tried *x = trial_word_at(s, address);
    if (is_stale(x->wrote) && !s->lines) check_doubt(); /* no variable of the block */
    if (is_stale(x->wrote)) {
        check_meet_line(address, WORD, false);
        check_spread_line(address);
    }
    if (bytes < WORD && s->lines) page_at(address)->split = true;
    if (bytes < WORD && !trial_is_split(x) && s->lines) split_line(address);
    if (bytes < WORD) split_word(s, address);
    if (!trial_is_split(x)) try_mark(s, x, address, writes, now);
    for (size_t i = 0; i < bytes && trial_is_split(x); i++)
        try_mark(s, trial_at(s, address + i, 1), address + i, writes, now);
}

void check_try_bytes(uintptr_t address, size_t bytes, bool writes, uint32_t now) {
    const struct trial_stretch *s = trial_stretch_at(address);
    if (!s || bytes > s->start + s->bytes - address) check_doubt();
    for (uintptr_t end = address + bytes, n; address < end; address += n) {
        n = in_word(address, end);
        try_word(s, address, n, writes, now);
    }
}

/* What a thread has for itself: its stack, and what it was given. */
static bool is_own(uintptr_t address, bool writes) {
    const struct launch *launch = simt_worker->launch;
    bool given = address - (uintptr_t)launch->args < launch->kernel->args_bytes;
    return (given && !writes) || check_page(address)->region == REGION_LOCAL;
}

/* A signal's handler is no part of the kernel. What it touches is not the device's. */
void check_try_access(uintptr_t address, size_t bytes, int how) {
    int was = simt_in_runtime;
    simt_in_runtime = 1;
    const struct trial_stretch *s = trial_stretch_at(address);
    bool plain = !(how & ~(HOW_WRITE | HOW_PACKED | HOW_LOOSE)), writes = how & HOW_WRITE;
    bool aligned = how & HOW_PACKED || (address & (bytes - 1)) == 0;
    if (s == &check_trial.of[TRIAL_DEVICE] || !((plain && is_own(address, writes)) || check_in_handler())) {
        if (!plain || !aligned) check_doubt();
        check_try_bytes(address, bytes, writes, trial_now());
    }
    simt_in_runtime = was;
}

/*
 * Ends.
 */
/* Only bytes that the launch has written. Others in the page may have been written meanwhile, as by a copy that another
 * host thread has asked for. */
static void take_back(uintptr_t start) {
    const struct trial_stretch *s = trial_stretch_at(start);
    for (size_t i = 0, n; i < PAGE_BYTES; i += n)
        if (trial_is_mark(trial_alike(s, start + i, &n)->wrote)) memcpy((char *)start + i, copy_of(start) + i, n);
}

/* Another host thread's operation may have come meanwhile: one that comes later sees what the launch leaves. False: the
 * threads have to meet it. */
static bool leave_pages(bool passed) {
    pthread_mutex_lock(&check_streams_mutex);
    check_new_floor();
    for (size_t i = 0; i < n_pages && passed; i++) passed = !is_apart(pages[i].page);
    for (size_t i = 0; i < n_pages && passed; i++) check_leave_page(pages[i].page, pages[i].start, pages[i].split);
    pthread_mutex_unlock(&check_streams_mutex);
    return passed;
}

static void end_area(bool passed) {
    for (size_t i = 0; i < n_pages; i++) {
        if (!passed && pages[i].kept) take_back(pages[i].start);
        *place_of(pages[i].start) = 0;
    }
    n_pages = 0;
}

bool check_trial_over(const struct launch *launch, bool passed) {
    passed = leave_pages(passed);
    end_area(passed);
    check_trial = (struct trial){.runs = false};
    check_quick = true;
    if (!passed && n_doubted < MOST_DOUBTED)
        doubted[n_doubted++] = (struct doubted){launch->kernel->function, launch->left_rows};
    return passed;
}
