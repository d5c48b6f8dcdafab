/**
 * @file
 * @brief Launches whose kernel can run as loops are tried so first, since that is many times as fast.
 *
 * In a trial the threads of a block run one behind the other from barrier to barrier, without stacks of their own
 * (compile/loops.h). Each access has to be plainly right: of valid words that were written, aligned, and ordered with
 * all other accesses of the launch by the block's barriers alone. The first one that is not ends the trial. Then all
 * that the launch has written is taken back, and it begins again with its threads one by one, under the eyes of the
 * tools. So only that run tells findings, and they are the same as without a trial. A trial that passes has none.
 *
 * What the launch has touched is kept beside the cells of a page (page->tried) until somebody asks for it that may not
 * be ordered with the launch (check_fold_tried).
 */
#include "trial.h"

#include "quick.h"
#include "streams.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    WORD = 4,
    ROOM = 32 << 20, /* of shared memory, below the device's, */
    GAP = 256 << 10, /* and so far apart are its variables */
    PAGE_WORDS = PAGE_BYTES / WORD,
    MOST_TIMES = 1 << 20,     /* of marks, */
    TIMES_A_LAUNCH = 1 << 19, /* and left when a launch begins */
    MOST_DOUBTED = 64,
};

__thread struct trial check_trial;

/* Below the device's memory, which begins at `device`. */
static struct {
    uintptr_t start, device;
    size_t bytes; /* that the words are for */
    struct trial_word *words;
    uint32_t time;
} area;

/* Pages of the device that the launch has come to, and their bytes before it wrote there. */
static struct tried_page {
    uintptr_t start;
    struct page *page;
    void *copy; /* NULL: it has written nothing */
} * pages;
static size_t n_pages, room_pages;
static uint32_t *place_of; /* of each page in the area: 1 + its index in pages; 0: none */

/* Kernels of which a trial has failed. */
static const void *doubted[MOST_DOUBTED];
static int n_doubted;

/* The block's shared variables: where the next one lies, and how large they are together. */
static uintptr_t next_shared;
static size_t static_bytes;
static bool has_dynamic;

_Noreturn void check_doubt(void) {
    simt_in_runtime = 1;
    simt_leave_block(simt_worker);
}

/*
 * Room.
 */
static void *reserve(uintptr_t at, size_t bytes) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *memory = mmap((void *)at, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

static void drop_words(void) {
    if (area.words) munmap(area.words, area.bytes / WORD * sizeof(*area.words));
    free(place_of);
    area.words = NULL;
    place_of = NULL;
}

/* Words for twice as much as the device has in use, so that they are made anew seldom. */
static bool make_words(uintptr_t top) {
    drop_words();
    area.bytes = ROOM + 2 * (top - area.device);
    area.words = reserve(0, area.bytes / WORD * sizeof(*area.words));
    place_of = calloc(area.bytes / PAGE_BYTES, sizeof(*place_of));
    area.time = 1;
    return area.words && place_of;
}

/* The place below is asked for, and the system may give another one. */
static bool make_area(uintptr_t device) {
    if (area.device == device) return area.start;
    if (area.device) return false;
    area.device = device;
    void *memory = reserve(device - ROOM, ROOM);
    if (memory == (void *)(device - ROOM))
        area.start = device - ROOM;
    else if (memory)
        munmap(memory, ROOM);
    return area.start;
}

static bool has_room(int device) {
    uintptr_t start, top;
    if (!simt_region_of(device, &start, &top) || !make_area(start)) return false;
    if ((!area.words || top - area.start > area.bytes) && !make_words(top)) return false;
    if (area.time < MOST_TIMES - TIMES_A_LAUNCH) return true;
    madvise(area.words, area.bytes / WORD * sizeof(*area.words), MADV_DONTNEED);
    area.time = 1;
    return true;
}

/*
 * Beginnings.
 */
static bool is_doubted(const void *function) {
    for (int i = 0; i < n_doubted; i++)
        if (doubted[i] == function) return true;
    return n_doubted == MOST_DOUBTED;
}

/* No other operation may be under way that is not ordered with the launch. */
bool check_may_try(const struct launch *launch) {
    const int needed = TOOL_MEMCHECK | TOOL_RACECHECK | TOOL_INITCHECK;
    bool watched = (check_tools & needed) == needed && !(check_tools & (TOOL_PROFILE | TOOL_TRACE));
    bool alone = !launch->config->cooperative && launch->cluster_blocks <= 1 &&
                 launch->depth == 0 && check_blocks_at_once() == 1 && !check_known_at_launch();
    if (!watched || !alone || !check_launch_number || check_unordered_from < check_launch_first)
        return false;
    return !is_doubted(launch->kernel->function) && has_room(launch->device);
}

static void begin_trial(void) {
    struct trial *t = &check_trial;
    t->start = area.start;
    t->bytes = area.bytes;
    t->words = area.words;
    t->launch = ++area.time << TRIAL_TIME;
    t->clean = t->launch + TRIAL_CLEAN;
    t->lanes = (uintptr_t)simt_worker->lanes_room;
    t->lanes_bytes = simt_worker->lanes_room ? SIMT_LANE_ROOM : 0;
    t->runs = true;
    check_quick = false;
}

static void next_time(void) {
    if (++area.time >= MOST_TIMES) check_doubt();
    check_trial.epoch = area.time << TRIAL_TIME;
}

void check_trial_block(const struct worker *w) {
    (void)w;
    simt_in_runtime = 1;
    if (!check_trial.runs) begin_trial();
    next_time();
    check_trial.block = check_trial.epoch;
    next_shared = area.start + 3 * GAP; /* behind the dynamic shared memory */
    static_bytes = 0;
    has_dynamic = false;
    simt_in_runtime = 0;
}

void simt_try_thread(unsigned thread) {
    check_trial.now = check_trial.epoch + thread;
}

void simt_try_barrier(const simt_threads *box) {
    dim3 b = simt_block_dim;
    if ((box->x1 - box->x0) * (box->y1 - box->y0) * (box->z1 - box->z0) != b.x * b.y * b.z)
        check_doubt();
    next_time();
}

static void make_fresh(uintptr_t start, size_t bytes) {
    struct trial_word *words = area.words + (start - area.start) / WORD;
    const struct trial_word fresh = {check_trial.launch + TRIAL_FRESH, 0};
    if (bytes % WORD) check_doubt();
    for (size_t i = 0; i < bytes / WORD; i++) words[i] = fresh;
}

/* Variables lie so far apart that hardly any wrong index leads from one to another. */
void *simt_try_shared(size_t bytes) {
    const struct launch *launch = simt_worker->launch;
    uintptr_t start = next_shared;
    static_bytes += bytes;
    next_shared += 2 * GAP;
    if (bytes > GAP || next_shared > area.device || static_bytes > SHARED_BYTES ||
        static_bytes + launch->config->shared_bytes > launch->shared_limit)
        check_doubt();
    make_fresh(start, bytes);
    return (void *)start;
}

/* All extern __shared__ arrays are one. */
void *simt_try_dynamic_shared(void) {
    uintptr_t start = area.start + GAP;
    if (!has_dynamic) make_fresh(start, simt_worker->launch->config->shared_bytes);
    has_dynamic = true;
    return (void *)start;
}

/*
 * Accesses.
 */
static struct tried_page *add_page(uintptr_t start, struct page *page) {
    if (n_pages == room_pages) {
        room_pages = room_pages ? 2 * room_pages : 256;
        pages = realloc(pages, room_pages * sizeof(*pages));
        if (!pages) simt_die("the checks are out of memory. Use a smaller input");
    }
    pages[n_pages] = (struct tried_page){start, page, NULL};
    place_of[(start - area.start) / PAGE_BYTES] = (uint32_t)++n_pages;
    return &pages[n_pages - 1];
}

static uint32_t state_of(const struct page *page, size_t word) {
    size_t at = word * WORD;
    uint64_t bits = page->valid[at / 64] >> at % 64 & 0xf;
    if (!page->whole && bits != 0xf) return TRIAL_NEVER;
    if (page->known) return TRIAL_CLEAN;
    bits = page->written ? page->written[at / 64] >> at % 64 & 0xf : 0;
    return bits == 0xf ? TRIAL_CLEAN : bits ? TRIAL_NEVER : TRIAL_UNWRITTEN;
}

/* The launch comes to a page for the first time. */
static void enter_page(uintptr_t start) {
    struct page *page = check_seen_page(start);
    struct trial_word *words = area.words + (start - area.start) / WORD;
    if (!page || page->region != REGION_DEVICE) check_doubt();
    pthread_mutex_lock(&check_streams_mutex);
    bool apart = page->touched > check_launch_floor && !check_all_before(page);
    pthread_mutex_unlock(&check_streams_mutex);
    if (apart) check_doubt();
    bool plain = page->whole && page->known;
    for (size_t i = 0; i < PAGE_WORDS; i++)
        words[i] =
            (struct trial_word){check_trial.launch + (plain ? TRIAL_CLEAN : state_of(page, i)), 0};
    add_page(start, page);
}

/* What the launch is about to write there can be taken back. */
static void keep_page(uintptr_t start) {
    struct tried_page *p = &pages[place_of[(start - area.start) / PAGE_BYTES] - 1];
    if (p->copy) return;
    if (p->page->input) check_doubt();
    p->copy = malloc(PAGE_BYTES);
    if (!p->copy) simt_die("the checks are out of memory. Use a smaller input");
    memcpy(p->copy, (const void *)start, PAGE_BYTES);
}

static bool is_stale(const struct trial_word *x) {
    return x->wrote < check_trial.launch;
}

static void try_word(uintptr_t address, bool writes) {
    struct trial_word *x = area.words + (address - area.start) / WORD;
    uintptr_t page = address & ~(uintptr_t)(PAGE_BYTES - 1);
    if (address < area.device && is_stale(x)) check_doubt(); /* between two shared variables */
    if (is_stale(x)) enter_page(page);
    if (!writes) {
        if (!trial_read(x)) check_doubt();
        return;
    }
    uint32_t state = x->wrote - check_trial.launch;
    if (state <= TRIAL_CLEAN && trial_unread(x->read)) {
        keep_page(page);
        *x = (struct trial_word){check_trial.now, 0};
    } else if (!trial_write(x)) {
        check_doubt();
    }
}

static bool lies_in(uintptr_t address, const volatile void *variable, size_t bytes) {
    return address - (uintptr_t)variable < bytes;
}

/* What a thread has for itself: its stack, what loops keep for it, and where it is. */
static bool is_own(uintptr_t address) {
    const struct worker *w = simt_worker;
    return address - check_trial.lanes < check_trial.lanes_bytes || simt_on_stack(w, address) ||
           lies_in(address, &simt_self, sizeof(simt_self)) ||
           lies_in(address, &simt_block_idx, sizeof(simt_block_idx)) ||
           lies_in(address, &simt_block_dim, sizeof(simt_block_dim)) ||
           lies_in(address, &simt_grid_dim, sizeof(simt_grid_dim));
}

void check_try_access(uintptr_t address, size_t bytes, int how) {
    simt_in_runtime = 1;
    bool plain = !(how & ~(HOW_WRITE | HOW_PACKED | HOW_LOOSE));
    if (address - check_trial.start >= check_trial.bytes) {
        if (!is_own(address)) check_doubt();
    } else {
        bool aligned = how & HOW_PACKED ? address % WORD == 0 : (address & (bytes - 1)) == 0;
        if (!plain || !aligned || bytes % WORD ||
            bytes > check_trial.start + check_trial.bytes - address)
            check_doubt();
        for (size_t i = 0; i < bytes; i += WORD) try_word(address + i, how & HOW_WRITE);
    }
    simt_in_runtime = 0;
}

/*
 * Ends.
 */
/* Words that the launch has written are written from now on. */
static void set_written(struct page *page, const struct trial_word *words) {
    for (size_t i = 0; i < PAGE_WORDS; i++)
        if (words[i].wrote >= check_trial.launch + (1u << TRIAL_TIME))
            page->written[i * WORD / 64] |= (uint64_t)0xf << i * WORD % 64;
}

static void leave_page(const struct tried_page *p) {
    const struct trial_word *words = area.words + (p->start - area.start) / WORD;
    struct page *page = p->page;
    const uint32_t number = check_launch_number, first = check_trial.launch + (1u << TRIAL_TIME);
    if (!page->tried) page->tried = calloc(PAGE_WORDS, sizeof(*page->tried));
    if (!page->known && !page->written)
        page->written = calloc(PAGE_BYTES / 64, sizeof(*page->written));
    if (!page->tried || (!page->known && !page->written))
        simt_die("the checks are out of memory. Use a smaller input");
    if (!page->known) set_written(page, words);
    for (size_t i = 0; i < PAGE_WORDS; i++) {
        struct touch *touch = &page->tried[i];
        uint32_t read = words[i].read;
        if (words[i].wrote >= first) *touch = (struct touch){.write = number};
        if (read) touch->read[0] = number;
        if (read & (TRIAL_MANY | TRIAL_EVER)) touch->read[1] = number;
    }
    page->tried_last = number;
    check_page_changes(page);
}

static void end_area(bool passed) {
    for (size_t i = 0; i < n_pages; i++) {
        if (passed) leave_page(&pages[i]);
        if (!passed && pages[i].copy) memcpy((void *)pages[i].start, pages[i].copy, PAGE_BYTES);
        free(pages[i].copy);
        place_of[(pages[i].start - area.start) / PAGE_BYTES] = 0;
    }
    n_pages = 0;
}

void check_trial_over(const struct launch *launch, bool passed) {
    end_area(passed);
    check_trial = (struct trial){.runs = false};
    check_quick = true;
    if (!passed && n_doubted < MOST_DOUBTED) doubted[n_doubted++] = launch->kernel->function;
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

void check_fold_tried(struct page *page) {
    struct touch *tried = page->tried;
    page->tried = NULL;
    check_make_cells(page, 0, WORD);
    for (size_t i = 0; i < PAGE_BYTES; i += (size_t)1 << page->shift)
        fold_word(&tried[i / WORD], &page->cells[i >> page->shift], &page->at[i >> page->shift]);
    if (page->launched < page->tried_last) page->launched = page->tried_last;
    check_page_changes(page);
    free(tried);
}
