/**
 * @file
 * @brief Happens-before: what orders two threads' accesses, and what does not.
 *
 * A barrier orders a block, __syncwarp the lanes of its mask, the end of a kernel and the barrier of a
 * cooperative grid everything. Beyond that, a thread publishes what it knew at its last fence by an
 * atomic or volatile write. Whoever reads that word by an atomic function knows it too; by a volatile read
 * only from its own next fence or barrier on. What a volatile word would make known with the fences that
 * are not there is kept beside that, so that a finding can name the missing one.
 * Two things are let pass that CUDA's memory model does not promise, since programs rely on them: who reads
 * by an atomic function needs no fence of its own, and a barrier hands on the fences of all threads before it.
 */
#include "check.h"
#include "quick.h"

#include <stdlib.h>
#include <string.h>

__thread struct block_clock *check_clock;
uint64_t check_unordered_from = 1, check_launch_first, check_launch_since, check_grid_first;

static uint64_t next_serial = 1;
static uint64_t *block_of; /* by serial number, from the launch's first on */
static uint64_t n_block_of, room_block_of;

static uint64_t key_of(uint64_t serial, uint32_t who) {
    return serial << (STAMP_THREAD_BITS + 1) | who;
}

/*
 * What is known of other threads.
 */
static void *resize(void *memory, size_t bytes) {
    memory = realloc(memory, bytes);
    if (!memory) simt_die("the checks are out of memory. Use a smaller input");
    return memory;
}

static void forget(struct clocks *c) {
    free(c->entry);
    *c = (struct clocks){NULL, 0};
}

/* The time that is known under this key; 0: none. */
static uint32_t known_time(const struct clocks *c, uint64_t key) {
    uint32_t low = 0, high = c->n;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (c->entry[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->n && c->entry[low].key == key ? c->entry[low].time : 0;
}

static bool knows(const struct clocks *c, stamp then) {
    uint64_t serial = stamp_serial(then);
    if (c->n == 0) return false;
    return known_time(c, key_of(serial, 0)) > stamp_clock(then) ||
           known_time(c, key_of(serial, stamp_thread(then) + 1)) >= stamp_clock(then);
}

static bool includes(const struct clocks *c, const struct clocks *part) {
    if (part->n > c->n) return false;
    for (uint32_t i = 0; i < part->n; i++)
        if (known_time(c, part->entry[i].key) < part->entry[i].time) return false;
    return true;
}

/* Merges two sorted lists; of two times under one key the later one stays. */
static void join(struct clocks *to, const struct clocks *from) {
    if (from->n == 0 || includes(to, from)) return;
    struct clock_entry *all = resize(NULL, (to->n + from->n) * sizeof(*all));
    uint32_t n = 0, i = 0, k = 0;
    while (i < to->n || k < from->n) {
        bool first = k == from->n || (i < to->n && to->entry[i].key <= from->entry[k].key);
        struct clock_entry e = first ? to->entry[i++] : from->entry[k++];
        if (n == 0 || all[n - 1].key != e.key)
            all[n++] = e;
        else if (all[n - 1].time < e.time)
            all[n - 1].time = e.time;
    }
    free(to->entry);
    *to = (struct clocks){all, n};
}

static void add(struct clocks *to, uint64_t key, uint32_t time) {
    struct clock_entry e = {key, time};
    join(to, &(struct clocks){&e, 1});
}

/*
 * Words that were published: a hash table by address.
 */
struct word {
    uintptr_t address; /* 0: free */
    struct clocks known, unfenced;
    uint32_t written_at; /* the volatile write that published last */
    uint64_t of; /* the serial number of the block whose shared memory it is in; 0: in no block's */
};
static struct word *words;
static size_t n_words, room_words; /* a power of two */

static struct word *slot(uintptr_t address) {
    size_t i = (address >> 2) * 0x9E3779B97F4A7C15u >> 32 & (room_words - 1);
    while (words[i].address && words[i].address != address) i = (i + 1) & (room_words - 1);
    return &words[i];
}

static void grow_words(void) {
    struct word *old = words;
    size_t n = room_words;
    room_words = n ? 2 * n : 64;
    words = memset(resize(NULL, room_words * sizeof(*words)), 0, room_words * sizeof(*words));
    for (size_t i = 0; i < n; i++)
        if (old[i].address) *slot(old[i].address) = old[i];
    free(old);
}

static void forget_words(void) {
    if (n_words == 0) return;
    for (size_t i = 0; i < room_words; i++) {
        forget(&words[i].known);
        forget(&words[i].unfenced);
        words[i].address = words[i].of = 0;
    }
    n_words = 0;
}

static void learn(struct block_clock *c, uint32_t t, const struct clocks *from) {
    if (from->n == 0) return;
    join(&c->own[t], from);
    c->alone = false;
    if ((int)t < c->first_own) c->first_own = (int)t;
    if ((int)t > c->last_own) c->last_own = (int)t;
}

/* What the running thread knew before it came to the flag that it writes. */
static struct clocks known_before(const struct block_clock *c, uint32_t t) {
    struct clocks now = {NULL, 0};
    struct clock_entry e[] = {{key_of(c->serial, 0), c->base},
                              {key_of(c->serial, t + 1), check_time(c, t) - 1}};
    join(&now, &(struct clocks){e, 2});
    join(&now, &c->known);
    join(&now, &c->own[t]);
    return now;
}

static void note_heard(struct block_clock *c, uint32_t t) {
    if ((int)t < c->first_heard) c->first_heard = (int)t;
    if ((int)t > c->last_heard) c->last_heard = (int)t;
}

static void hear(struct block_clock *c, uint32_t t, const struct word *word, uint32_t at) {
    if (word->known.n == 0 && word->unfenced.n == 0) return;
    join(&c->heard[t], &word->known);
    join(&c->unfenced[t], &word->unfenced);
    c->flag_written[t] = word->written_at;
    c->flag_read[t] = at;
    note_heard(c, t);
}

/* A thread's own fence, or a meeting, makes sure what it has heard. */
static void believe(struct block_clock *c, uint32_t t) {
    if (c->heard[t].n == 0) return;
    learn(c, t, &c->heard[t]);
    forget(&c->heard[t]);
}

static void believe_all(struct block_clock *c) {
    for (int t = c->first_heard; t <= c->last_heard; t++) {
        believe(c, (uint32_t)t);
        forget(&c->unfenced[t]);
    }
    c->first_heard = MAX_BLOCK_THREADS;
    c->last_heard = -1;
}

/* A block's shared memory ends with it. What the next block has at the same address makes known nothing of it. */
static void forget_ended(const struct block_clock *c, struct word *word) {
    if (word->of == 0 || word->of >= c->shared_from) return;
    forget(&word->known);
    forget(&word->unfenced);
    word->of = 0;
}

void check_synchronise(uintptr_t address, int how, uint32_t at) {
    struct block_clock *c = check_clock;
    uint32_t t = simt_self.linear;
    bool reads = !(how & HOW_WRITE) || how & HOW_ATOMIC, told = how & HOW_VOLATILE;
    bool publishes = how & HOW_WRITE && (c->fenced[t].n || c->all_fenced.n || told);
    if (!publishes && (n_words == 0 || !reads)) return;
    if (publishes && 2 * n_words >= room_words) grow_words();
    struct word *word = slot(address & ~(uintptr_t)3);
    forget_ended(c, word);
    if (reads && told)
        hear(c, t, word, at);
    else if (reads)
        learn(c, t, &word->known);
    if (!publishes) return;
    if (!word->address) {
        word->address = address & ~(uintptr_t)3;
        n_words++;
    }
    word->of = check_page(address)->region == REGION_SHARED ? c->serial : 0;
    join(&word->known, &c->fenced[t]);
    join(&word->known, &c->all_fenced);
    if (!told) return;
    struct clocks now = known_before(c, t);
    join(&word->unfenced, &now);
    forget(&now);
    word->written_at = at;
}

/* What was done before a flag is written has another time than the flag and what is done behind it. */
void check_before_flag(void) {
    struct block_clock *c = check_clock;
    c->time[simt_self.linear] = ++c->tick;
}

enum fence check_missing_fence(const struct block_clock *c, stamp then) {
    uint32_t t = simt_self.linear;
    if (knows(&c->heard[t], then)) return FENCE_OF_READER;
    return knows(&c->unfenced[t], then) ? FENCE_OF_WRITER : FENCE_NONE;
}

static void fence_knows(struct block_clock *c, uint32_t t, const struct clocks *what) {
    if (what->n == 0) return;
    join(&c->fenced[t], what);
    if ((int)t < c->first_fenced) c->first_fenced = (int)t;
    if ((int)t > c->last_fenced) c->last_fenced = (int)t;
}

/* Adds what a thread knows of its own block. */
static void add_block(struct clocks *to, const struct block_clock *c, uint32_t t) {
    uint32_t first = t / WARP_THREADS * WARP_THREADS;
    struct clock_entry e[WARP_THREADS + 1] = {{key_of(c->serial, 0), c->base}};
    struct clocks now = {e, 1};
    for (uint32_t l = 0; l < WARP_THREADS; l++) {
        uint32_t time = first + l == t ? check_time(c, t) : c->lanes_used ? c->lane[t][l] : 0;
        if (time >= c->base)
            e[now.n++] = (struct clock_entry){key_of(c->serial, first + l + 1), time};
    }
    join(to, &now);
}

/* What is done from now on is later than what the fence makes known. */
void check_fence(void) {
    struct block_clock *c = check_clock;
    uint32_t t = simt_self.linear;
    struct clocks now = {NULL, 0};
    check_fenced();
    believe(c, t);
    forget(&c->fenced[t]);
    add_block(&now, c, t);
    fence_knows(c, t, &now);
    forget(&now);
    join(&c->fenced[t], &c->known);
    join(&c->fenced[t], &c->own[t]);
    c->time[t] = ++c->tick;
}

void check_clock_knows(struct clocks *to, uint32_t thread) {
    const struct block_clock *c = check_clock;
    add_block(to, c, thread);
    join(to, &c->known);
    join(to, &c->own[thread]);
}

void check_clock_launches(struct clocks *known) {
    struct block_clock *c = check_clock;
    if (!c) return;
    check_clock_knows(known, simt_self.linear);
    c->time[simt_self.linear] = ++c->tick;
}

void check_clock_meets(struct worker *w, struct clocks *to) {
    struct block_clock *c = check_clock;
    check_clock_barrier(w);
    join(to, &c->known);
    add(to, key_of(c->serial, 0), c->base);
}

bool check_clock_any_knows(stamp then) {
    const struct block_clock *c = check_clock;
    bool found = knows(&c->known, then);
    for (int t = c->first_own; t <= c->last_own && !found; t++) found = knows(&c->own[t], then);
    return found;
}

void check_clock_learns(int thread, const struct clocks *what) {
    struct block_clock *c = check_clock;
    if (thread >= 0) {
        learn(c, (uint32_t)thread, what);
        return;
    }
    join(&c->known, what);
    c->alone = false;
}

void check_join_clocks(struct clocks *to, const struct clocks *from) {
    if (from)
        join(to, from);
    else
        forget(to);
}

bool check_ordered_by_more(const struct block_clock *c, stamp then) {
    uint32_t t = simt_self.linear, u = stamp_thread(then);
    if (stamp_serial(then) < check_launch_since)
        return stamp_serial(then) >= check_launch_first || check_older_is_before(then);
    if (stamp_serial(then) == c->serial) {
        bool same_warp = u / WARP_THREADS == t / WARP_THREADS;
        if (same_warp && c->lane[t][u % WARP_THREADS] >= stamp_clock(then)) return true;
    } else if (check_grid_is_before(stamp_serial(then)) || knows(&c->known, then)) {
        return true;
    }
    return knows(&c->own[t], then);
}

/*
 * Meetings.
 */
static void nobody_alone(struct block_clock *c) {
    c->alone = !c->lanes_used && c->known.n == 0;
    c->first_own = c->first_fenced = MAX_BLOCK_THREADS;
    c->last_own = c->last_fenced = -1;
    memset(c->told, 0, (size_t)c->threads * sizeof(c->told[0]));
}

/* Adds up these threads' clocks, in pairs, then pairs of pairs; leaves nothing. */
static void gather(struct clocks *to, struct clocks *from, int first, int last) {
    for (int step = 1; first + step <= last; step *= 2)
        for (int t = first; t + step <= last; t += 2 * step) join(&from[t], &from[t + step]);
    if (first <= last) join(to, &from[first]);
    for (int t = first; t <= last; t++) forget(&from[t]);
}

void check_clock_barrier(struct worker *w) {
    struct block_clock *c = check_clock;
    (void)w;
    believe_all(c);
    gather(&c->known, c->own, c->first_own, c->last_own);
    gather(&c->all_fenced, c->fenced, c->first_fenced, c->last_fenced);
    nobody_alone(c);
    c->base = ++c->tick;
}

/* Each of these threads learns what any of them knows, and what any of their fences has made known. */
static void share_own(struct block_clock *c, const uint32_t *threads, int n) {
    struct clocks all = {NULL, 0}, fenced = {NULL, 0};
    for (int i = 0; i < n; i++) {
        believe(c, threads[i]);
        join(&all, &c->own[threads[i]]);
        join(&fenced, &c->fenced[threads[i]]);
    }
    for (int i = 0; i < n; i++) {
        learn(c, threads[i], &all);
        fence_knows(c, threads[i], &fenced);
    }
    forget(&all);
    forget(&fenced);
}

void check_clock_warp(int base, uint32_t members) {
    struct block_clock *c = check_clock;
    uint32_t all[WARP_THREADS] = {0}, threads[WARP_THREADS];
    int n = 0;
    for (uint32_t m = members; m; m &= m - 1) {
        uint32_t l = (uint32_t)__builtin_ctz(m), t = threads[n++] = (uint32_t)base + l;
        c->lane[t][l] = check_time(c, t);
        for (int k = 0; k < WARP_THREADS; k++)
            if (c->lane[t][k] > all[k]) all[k] = c->lane[t][k];
    }
    uint32_t now = ++c->tick;
    for (int i = 0; i < n; i++) {
        memcpy(c->lane[threads[i]], all, sizeof(all));
        c->time[threads[i]] = now;
    }
    c->lanes_used = true;
    c->alone = false;
    if (c->last_own >= 0 || c->last_fenced >= 0 || c->last_heard >= 0) share_own(c, threads, n);
}

void check_clock_meet(const uint32_t *threads, int n) {
    struct block_clock *c = check_clock;
    struct clocks all = {NULL, 0};
    for (int i = 0; i < n; i++)
        add(&all, key_of(c->serial, threads[i] + 1), check_time(c, threads[i]));
    uint32_t now = ++c->tick;
    for (int i = 0; i < n; i++) {
        learn(c, threads[i], &all);
        c->time[threads[i]] = now;
    }
    forget(&all);
    share_own(c, threads, n);
}

/*
 * Beginnings.
 */
uint64_t check_next_serial(void) {
    return next_serial;
}

static void new_serial(struct block_clock *c, uint64_t block) {
    if (next_serial >> STAMP_SERIAL_BITS)
        simt_die("kernels launch more blocks than the checks can count. Use a smaller input");
    c->serial = next_serial++;
    if (n_block_of == room_block_of) {
        room_block_of = room_block_of ? 2 * room_block_of : 1024;
        block_of = resize(block_of, room_block_of * sizeof(*block_of));
    }
    block_of[n_block_of++] = block;
}

uint64_t check_block_of(stamp s) {
    return block_of[stamp_serial(s) - check_launch_first];
}

/* Of what came before streams.c says what is ordered; mostly all of it. When the serial numbers run out, all
 * stamps are dropped. */
void check_clock_launch(const struct launch *launch) {
    if (next_serial + launch->blocks >= (uint64_t)1 << (STAMP_SERIAL_BITS - 1)) {
        check_forget_cells();
        next_serial = 1;
    }
    check_launch_first = check_launch_since = next_serial;
    check_unordered_from = check_begin_launch(next_serial);
    check_quick_launch = check_launch_number ? check_launch_number : UINT32_MAX;
    n_block_of = 0;
    forget_words();
}

/* Of the blocks that are under way. */
static struct block_clock *live[MAX_WORKERS];
static int n_live;

struct block_clock *check_clock_of(uint64_t serial) {
    for (int i = 0; i < n_live; i++)
        if (live[i]->serial == serial) return live[i];
    return NULL;
}

void check_clock_ends(void) {
    for (int i = 0; i < n_live; i++)
        if (live[i] == check_clock) live[i] = live[--n_live];
    check_forget_polls(check_clock);
}

void check_clock_block(struct worker *w, uint64_t block) {
    static __thread struct block_clock *mine;
    if (!mine) mine = memset(resize(NULL, sizeof(*mine)), 0, sizeof(*mine));
    live[n_live++] = mine;
    struct block_clock *c = mine;
    size_t n = (size_t)w->n;
    c->tick = c->base = 1;
    memset(c->time, 0, n * sizeof(c->time[0]));
    if (c->lanes_used) memset(c->lane, 0, sizeof(c->lane));
    c->lanes_used = false;
    forget(&c->known);
    forget(&c->all_fenced);
    for (int t = 0; t < c->threads; t++) { /* of the block before */
        if (c->own[t].n) forget(&c->own[t]);
        if (c->fenced[t].n) forget(&c->fenced[t]);
        if (c->heard[t].n) forget(&c->heard[t]);
        if (c->unfenced[t].n) forget(&c->unfenced[t]);
    }
    c->first_heard = MAX_BLOCK_THREADS;
    c->last_heard = -1;
    c->threads = w->n;
    forget(&c->at_cluster);
    c->splits = false;
    memset(c->apart, 0, n * sizeof(c->apart[0]));
    nobody_alone(c);
    new_serial(c, block);
    c->shared_from = w->launch->cluster_blocks > 1 ? check_grid_first : c->serial;
    if (check_known_at_launch()) join(&c->known, check_known_at_launch());
    c->alone = c->known.n == 0;
    check_clock = c;
}

void check_clock_grid_met(void) {
    if (check_unordered_from >= check_launch_first) check_unordered_from = next_serial;
    check_launch_since = next_serial;
}

/* The block goes on under a new number, since all that was done under the old one is ordered. */
void check_clock_grid(void) {
    struct block_clock *c = check_clock;
    bool in_cluster = c->shared_from != c->serial;
    new_serial(c, check_block_of(c->serial << (STAMP_CLOCK_BITS + STAMP_THREAD_BITS)));
    if (!in_cluster) c->shared_from = c->serial;
}
