/**
 * @file
 * @brief What a GPU's memory makes of a warp's request, added up by kernel and code position.
 *
 * Global memory is moved in sectors of 32 bytes. Shared memory has 32 banks, a word wide; a wavefront
 * takes one word from each, and lanes that want the same word share it.
 */
#include "profile.h"

#include <stdlib.h>
#include <string.h>

enum { SECTOR_BYTES = 32, BANKS = 32, WORD_BYTES = 4, MOST_KERNELS = 256, WIDEST = 16 };

static struct kernel_profile kernels[MOST_KERNELS];
static size_t n_kernels;
static struct kernel_profile *current;
static uint64_t busiest_warp, busiest_block; /* of the launch, so far */

struct kernel_profile *profile_kernels(size_t *n) {
    *n = n_kernels;
    return kernels;
}

void profile_launch(const struct launch *launch) {
    current = kernels;
    while (current < kernels + n_kernels && strcmp(current->name, launch->kernel->name) != 0)
        current++;
    if (current == kernels + MOST_KERNELS)
        current--; /* the last one stands for all others */
    else if (current == kernels + n_kernels)
        kernels[n_kernels++].name = strdup(launch->kernel->name);
    current->grid = launch->config->grid;
    current->block = launch->config->block;
    current->launches++;
    uint64_t blocks = (uint64_t)current->grid.x * current->grid.y * current->grid.z;
    current->blocks += blocks;
    current->threads += blocks * current->block.x * current->block.y * current->block.z;
    busiest_warp = busiest_block = 0;
    current->dynamic_bytes = launch->config->shared_bytes;
}

/* Puts the difference to `sum` when a greater one has come. */
static void raise(uint64_t *greatest, uint64_t value, uint64_t *sum) {
    if (value <= *greatest) return;
    *sum += value - *greatest;
    *greatest = value;
}

void profile_count_block(size_t static_bytes, uint64_t most_of_a_warp, uint64_t all) {
    if (static_bytes > current->static_bytes) current->static_bytes = static_bytes;
    raise(&busiest_warp, most_of_a_warp, &current->busiest_warp);
    raise(&busiest_block, all, &current->busiest_block);
}

/*
 * Tallies.
 */
static size_t slot_of(const struct kernel_profile *k, const struct tally *key) {
    uint64_t h = ((uint64_t)key->at << 32 | key->to) ^ (uintptr_t)key->site.file;
    h = (h + (uint64_t)key->kind + (uint64_t)key->site.line * 64) * 0x9E3779B97F4A7C15u;
    size_t slot = h >> 32 & (k->n_slots - 1);
    for (; k->slots[slot]; slot = (slot + 1) & (k->n_slots - 1)) {
        const struct tally *t = &k->tally[k->slots[slot] - 1];
        if (t->at == key->at && t->to == key->to && t->kind == key->kind &&
            t->site.file == key->site.file && t->site.line == key->site.line)
            break;
    }
    return slot;
}

static void *grown(void *old, size_t bytes) {
    void *more = realloc(old, bytes);
    if (!more) simt_die("there is no memory for the profile. Launch fewer kernels");
    return more;
}

static void grow(struct kernel_profile *k) {
    k->room = k->room ? 2 * k->room : 64;
    k->n_slots = 2 * k->room;
    k->tally = grown(k->tally, k->room * sizeof(*k->tally));
    k->slots = grown(k->slots, k->n_slots * sizeof(*k->slots));
    memset(k->slots, 0, k->n_slots * sizeof(*k->slots));
    for (size_t i = 0; i < k->n; i++) k->slots[slot_of(k, &k->tally[i])] = (uint32_t)i + 1;
}

static struct count *count_of(struct tally key) {
    struct kernel_profile *k = current;
    if (k->n == k->room) grow(k);
    size_t slot = slot_of(k, &key);
    if (!k->slots[slot]) {
        k->tally[k->n++] = key;
        k->slots[slot] = (uint32_t)k->n;
    }
    return &k->tally[k->slots[slot] - 1].count;
}

void profile_count_barrier(struct site site) {
    count_of((struct tally){.site = site, .kind = BARRIER})->requests++;
}

void profile_count_divergence(uint32_t at, uint32_t to) {
    count_of((struct tally){.at = at, .to = to, .kind = DIVERGENCE})->requests++;
}

/*
 * Numbers without repetition; there are at most a few for each lane.
 */
struct set {
    int n;
    uintptr_t greatest;
    uintptr_t number[WARP_THREADS * (WIDEST / WORD_BYTES + 1)];
};

static void empty(struct set *s) {
    s->n = 0; /* and not all of it: this is done thrice a request */
    s->greatest = 0;
}

/* Lanes ask for rising addresses, as a rule: what is above all others is new. */
static bool add(struct set *s, uintptr_t number) {
    for (int i = s->n - 1; i >= 0 && number <= s->greatest; i--)
        if (s->number[i] == number) return false;
    if (number > s->greatest) s->greatest = number;
    s->number[s->n++] = number;
    return true;
}

/*
 * Global memory.
 */
static void add_sectors(struct set *s, uintptr_t address, size_t bytes) {
    for (uintptr_t a = address / SECTOR_BYTES; a <= (address + bytes - 1) / SECTOR_BYTES; a++)
        add(s, a);
}

static uint64_t different_addresses(const struct request *r) {
    struct set s;
    empty(&s);
    for (int i = 0; i < r->n; i++) add(&s, r->address[i]);
    return (uint64_t)s.n;
}

static uint64_t fewest_sectors(const struct request *r) {
    return (different_addresses(r) * r->bytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
}

static uint64_t sectors_of_all(const struct request *r) {
    struct set s;
    empty(&s);
    for (int i = 0; i < r->n; i++) add_sectors(&s, r->address[i], r->bytes);
    return (uint64_t)s.n;
}

/* Lanes with the same word take turns, and each turn has sectors of its own. */
static uint64_t sectors_of_turns(const struct request *r) {
    uint64_t sectors = 0;
    bool done[WARP_THREADS] = {false};
    for (int left = r->n; left;) {
        struct set words, s;
        empty(&words);
        empty(&s);
        for (int i = 0; i < r->n; i++) {
            if (done[i] || !add(&words, r->address[i])) continue;
            add_sectors(&s, r->address[i], r->bytes);
            done[i] = true;
            left--;
        }
        sectors += (uint64_t)s.n;
    }
    return sectors;
}

/*
 * Shared memory.
 */

/* The fullest bank of these lanes: in words, or where words are not shared in lanes. */
static uint64_t fullest_bank(const struct request *r, int first, int last, bool share) {
    struct set words;
    empty(&words);
    uint64_t in_bank[BANKS] = {0}, most = 0;
    for (int i = 0; i < r->n; i++) {
        if (r->lane[i] < first || r->lane[i] >= last) continue;
        uintptr_t a = r->address[i] / WORD_BYTES, end = (r->address[i] + r->bytes - 1) / WORD_BYTES;
        for (; a <= end; a++) {
            if (!add(&words, a) && share) continue;
            if (++in_bank[a % BANKS] > most) most = in_bank[a % BANKS];
        }
    }
    return most;
}

/* Whether each of these lanes goes alone or wants what the lane `step` beside it wants. */
static bool are_twins(const struct request *r, int first, int last, int step) {
    uintptr_t address[WARP_THREADS] = {0};
    for (int i = 0; i < r->n; i++) address[r->lane[i]] = r->address[i];
    for (int l = first; l < last; l++)
        if (address[l] && address[l ^ step] && address[l] != address[l ^ step]) return false;
    return true;
}

static void count_part(const struct request *r, struct count *c, int first, int last) {
    uint64_t passes = fullest_bank(r, first, last, true);
    c->passes += passes;
    c->ideal += passes > 0;
}

/* Wide accesses go in parts of the warp: halves for 8 bytes a lane, quarters for 16. Two parts go
 * together where neighbours, or lanes two apart, want the same or there is only one of them. */
static void count_shared(const struct request *r, struct count *c) {
    int lanes = WARP_THREADS;
    if (r->bytes > 4) lanes = r->bytes > 8 ? WARP_THREADS / 4 : WARP_THREADS / 2;
    for (int i = 0; i < WARP_THREADS; i += 2 * lanes) {
        int end = i + 2 * lanes;
        bool store = r->how & HOW_WRITE;
        if (lanes == WARP_THREADS ||
            (!store && (are_twins(r, i, end, 1) || are_twins(r, i, end, 2)))) {
            count_part(r, c, i, end);
        } else {
            count_part(r, c, i, i + lanes);
            count_part(r, c, i + lanes, end);
        }
    }
}

static bool all_the_same(const struct request *r) {
    for (int i = 1; i < r->n; i++)
        if (r->address[i] != r->address[0]) return false;
    return true;
}

/* Where all lanes want one word, nvcc has a warp add up first, and one lane go. */
static bool goes_alone(const struct request *r) {
    return r->kind == SIMT_ATOMIC_SUM && all_the_same(r);
}

/* Lanes with one word take turns, but for those that only count. To compare takes a turn of its own. */
static void count_shared_atomic(const struct request *r, struct count *c) {
    bool share = (r->unused && r->adds_one) || goes_alone(r);
    int lanes = r->bytes > 4 ? WARP_THREADS / 2 : WARP_THREADS;
    for (int i = 0; i < WARP_THREADS; i += lanes) {
        uint64_t turns = fullest_bank(r, i, i + lanes, share);
        if (!turns) continue;
        c->passes += r->kind == SIMT_ATOMIC_SWAP ? 2 * turns : turns;
        c->ideal += r->kind == SIMT_ATOMIC_SWAP ? turns + 1 : 1;
    }
}

/*
 * Requests.
 */
static enum request_kind kind_of(const struct request *r, bool shared) {
    if (r->how & HOW_ATOMIC) return shared ? SHARED_ATOM : r->unused ? GLOBAL_RED : GLOBAL_ATOM;
    if (r->how & HOW_WRITE) return shared ? SHARED_ST : GLOBAL_ST;
    return shared ? SHARED_LD : GLOBAL_LD;
}

static void count_one(const struct request *r) {
    bool shared = check_page(r->address[0])->region == REGION_SHARED;
    enum request_kind kind = kind_of(r, shared);
    struct count *c = count_of((struct tally){.at = r->at, .kind = kind});
    c->requests++;
    c->lanes += (uint64_t)r->n;
    c->words += (r->bytes + WORD_BYTES - 1) / WORD_BYTES;
    if (kind == SHARED_ATOM) {
        count_shared_atomic(r, c);
    } else if (shared) {
        count_shared(r, c);
    } else {
        bool turns = r->how & HOW_ATOMIC && !goes_alone(r);
        c->passes += turns ? sectors_of_turns(r) : sectors_of_all(r);
        c->ideal += fewest_sectors(r);
    }
}

static bool is_shared(uintptr_t address) {
    return check_page(address)->region == REGION_SHARED;
}

/* A pointer may point to either memory, and each has a request of its own. */
static uint64_t count_by_memory(const struct request *r) {
    struct request part[2] = {*r, *r};
    part[0].n = part[1].n = 0;
    for (int i = 0; i < r->n; i++) {
        struct request *p = &part[is_shared(r->address[i])];
        p->lane[p->n] = r->lane[i];
        p->address[p->n++] = r->address[i];
    }
    for (int i = 0; i < 2; i++)
        if (part[i].n) count_one(&part[i]);
    return (uint64_t)(part[0].n > 0) + (part[1].n > 0);
}

static bool is_power_of_two(size_t n) {
    return (n & (n - 1)) == 0;
}

/* No instruction moves more than 16 bytes a lane, nor a number of them that is no power of two, nor
 * what is not aligned to its size. */
static size_t widest_piece(const struct request *r) {
    uintptr_t all = r->bytes | (r->loose && is_power_of_two(r->bytes) ? WORD_BYTES : WIDEST);
    for (int i = 0; i < r->n; i++) all |= r->address[i];
    return all & -all;
}

uint64_t profile_count_request(const struct request *r) {
    struct request piece = *r;
    uint64_t requests = 0;
    bool whole = !r->loose && r->bytes <= WIDEST && is_power_of_two(r->bytes);
    piece.bytes = whole ? r->bytes : widest_piece(r);
    for (size_t done = 0; done < r->bytes; done += piece.bytes) {
        for (int i = 0; i < r->n; i++) piece.address[i] = r->address[i] + done;
        requests += count_by_memory(&piece);
    }
    return requests;
}
