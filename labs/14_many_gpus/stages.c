/** @file
 *  @brief Lab 14, the stages. */
#include "many_gpus.h"
#include "common/stage/cases.h"
#include "common/stage/counts.h"
#include "ranks_judge.h"
// clang-format off
/* param: ranks, how the keys are dealt to them, and the call of the communicator that fails;
   MANY: a key stands for so many that counts pass 2^32. */
enum { DEALT = 1 << 8, FAIL = 1 << 16 };
#define MANY          (1u << 31)
#define RANKS_OF(s)   ((s)->c->param & 0xff)
#define TIMES(s)      ((s)->c->param / MANY * ((uint64_t)3 << 31) + 1)
#define FAIL_OF(s)    ((s)->c->param % MANY / FAIL)
#define LENGTHS_OF(s) ((enum data_dist)((s)->c->param / DEALT & 0xff))

/* Step 1: digits, counted by one rank. param: the shift, and which key's prefix it is. */
STAGE_SIDE uint64_t prefix_of(const struct stage *s) {
    uint32_t at = s->c->param / DEALT, key = s->n > 0 ? stage_in(s, "keys", s->n)[at % s->n] : at;
    return (uint64_t)key >> (s->c->param & 0xff) >> DIGIT_BITS;
}

STAGE_SIDE void run_digit(struct stage *s) {
    uint32_t *d_keys = d_input(s, "keys", s->n), *d_counts = d_fence_new(2 * DIGITS);
    count_digit(d_keys, s->n, (uint32_t)prefix_of(s), (int)(s->c->param & 0xff), (uint64_t *)d_counts, fence_stream());
    d_fence_out(s, "counts", d_counts, 2 * DIGITS);
    d_free(d_keys);
}

STAGE_SIDE bool verdict_digit(struct stage *s) {
    const uint32_t *counts = fence_got(s, "counts", 2 * DIGITS);
    return counts && ranks_verdict_digits(s, counts, prefix_of(s), (int)(s->c->param & 0xff), DIGIT_BITS);
}

/* Step 2: splitters, found by all ranks. */
STAGE_SIDE void find(struct rank *r) {
    uint32_t k = (uint32_t)r->comm.ranks - 1, *words = fence_new(4 * k), *d_keys = rank_keys(r);
    for (uint32_t i = 0; i < k; i++) {
        struct splitter x = {0, 0, 0, 0};
        uint64_t place = comm_begin(r->s->n, (int)i + 1, r->comm.ranks) * r->times + r->times - 1;
        r->error = r->error ? r->error : find_splitter(&r->comm, d_keys, r->n, place, &x, r->stream);
        const uint32_t found[4] = {x.key, (uint32_t)(x.ties / r->times), (uint32_t)x.below, (uint32_t)x.equal};
        memcpy(words + 4 * i, found, sizeof(found));
    }
    rank_keys_left(r, d_keys);
    rank_out(r, "splitters", words, 4 * k);
}

/* Step 3: ties, shared by the ranks. */
STAGE_SIDE void deal(struct rank *r) {
    uint32_t ranks = (uint32_t)r->comm.ranks, k = ranks - 1, *words = fence_new(ranks + 1);
    const uint32_t *own = stage_in(r->s, "splitters", 4 * k * ranks) + 4 * k * (uint32_t)r->comm.rank;
    size_t sent[STAGE_RANKS + 1] = {99, 99}, t = r->times; // all of `sent` has to be written
    struct splitter splitters[STAGE_RANKS];
    for (uint32_t i = 0; i < k; i++, own += 4)
        splitters[i] = (struct splitter){own[0], t * own[1], t * own[2], t * own[3]};
    r->error = share_ties(&r->comm, splitters, t * r->n, sent);
    for (uint32_t i = 0; i <= ranks; i++) words[i] = (uint32_t)(sent[i] / t);
    rank_out(r, "offsets", words, ranks + 1);
}

/* Step 4: keys by class. param: splitters. */
STAGE_SIDE void run_part(struct stage *s) {
    uint32_t k = s->c->param, *d_keys = d_input(s, "keys", s->n), *d_splitters = d_input(s, "splitters", k);
    uint32_t *d_places = d_send(s, "places", d_fence_new(4 * k + 2), 4 * k + 2), *d_parts = d_fence_keys(s, s->n);
    part_keys(d_keys, s->n, d_splitters, k, (uint64_t *)d_places, d_parts, fence_stream());
    d_fence_out(s, "parts", d_parts, s->n);
    d_fence_out(s, "places", d_places, 4 * k + 2);
    d_free(d_splitters);
    d_free(d_keys);
}

/* Step 5: all together. */
STAGE_SIDE void together(struct rank *r) {
    const struct rank_ops ops = {r, rank_sort};
    size_t share = comm_share(r->s->n, r->comm.rank, r->comm.ranks);
    uint32_t *d_parts = d_fence_keys(r->s, r->n), *d_keys = rank_keys(r);
    uint32_t *d_out = d_fence_keys(r->s, share), *d_more = d_fence_keys(r->s, share);
    r->error = sort_together(&r->comm, d_keys, d_parts, r->n, d_more, d_out, &ops, r->stream);
    rank_keys_left(r, d_keys);
    d_rank_out(r, "parts", d_parts, r->n);
    d_rank_out(r, "out", d_out, share);
    d_fence_drop(d_more);
}

STAGE_SIDE void prepare(struct stage *s) { ranks_prepare(s, RANKS_OF(s), LENGTHS_OF(s)); }
STAGE_SIDE void run_find(struct stage *s) { ranks_run(s, RANKS_OF(s), FAIL_OF(s), TIMES(s), find); }
STAGE_SIDE void run_share(struct stage *s) { ranks_run(s, RANKS_OF(s), FAIL_OF(s), TIMES(s), deal); }
STAGE_SIDE void run_together(struct stage *s) { ranks_run(s, RANKS_OF(s), FAIL_OF(s), 1, together); }
STAGE_SIDE void prepare_ties(struct stage *s) { prepare(s); ranks_prepare_splitters(s, RANKS_OF(s)); }
STAGE_SIDE void prepare_part(struct stage *s) { ranks_prepare_classes(s, s->c->param); }
/** What all ranks say of the call that fails, and where none fails, what they found. */
STAGE_SIDE bool judged(struct stage *s, bool (*found)(struct stage *, uint32_t)) {
    return ranks_verdict(s, RANKS_OF(s), FAIL_OF(s)) && (FAIL_OF(s) || found(s, RANKS_OF(s)));
}
STAGE_SIDE bool verdict_find(struct stage *s) { return judged(s, ranks_verdict_splitters); }
STAGE_SIDE bool verdict_share(struct stage *s) { return judged(s, ranks_verdict_offsets); }
STAGE_SIDE bool verdict_part(struct stage *s) { return ranks_verdict_classes(s, s->c->param); }
STAGE_SIDE bool verdict_together(struct stage *s) { return judged(s, ranks_verdict_shares); }

enum { SORTED = DATA_SORTED * DEALT, ANY = DATA_UNIFORM * DEALT, ZIPF = DATA_ZIPF * DEALT, EMPTY = DATA_EQUAL * DEALT };
static const struct stage_case digit_cases[] = {
    CASE(5000, UNIFORM, 24), CASE(0, UNIFORM, 24), CASE(1, MAX, 24), CASE(2049, FEW, 16 + 7 * DEALT),
    CASE(4097, EXTREMES, 8 + 3 * DEALT), CASE(3000, EQUAL, 0 + DEALT), CASE(255, SORTED, 16 + 9 * DEALT),
    CASE(700, MAX, 0), CASE(0, UNIFORM, 0 + 5 * DEALT), CASE_ONCE(600000, UNIFORM, 24)};
static const struct stage_case find_cases[] = {
    CASE(2000, UNIFORM, 4 + SORTED), CASE(7, UNIFORM, 3 + ANY), CASE(1500, FEW, 4 + ANY),
    CASE(1000, EXTREMES, 5 + ZIPF), CASE(999, EQUAL, 2 + EMPTY), CASE(500, MAX, 3 + SORTED),
    CASE(1, UNIFORM, 2 + SORTED), CASE(600, UNIFORM, 3 + SORTED + 6 * FAIL), CASE(1000, FEW, MANY + 4 + ANY)};
static const struct stage_case share_cases[] = {
    CASE(1500, FEW, 4 + SORTED), CASE(1000, EQUAL, 5 + ANY), CASE(1200, EXTREMES, 7 + ZIPF),
    CASE(900, MAX, 3 + EMPTY), CASE(100, UNIFORM, 8 + ANY), CASE(5, EQUAL, 6 + SORTED),
    CASE(300, FEW, 3 + SORTED + FAIL), CASE(1000, FEW, MANY + 5 + ANY)};
static const struct stage_case part_cases[] = {
    CASE(5000, UNIFORM, 3), CASE(0, UNIFORM, 3), CASE(1, MAX, 1), CASE(2047, FEW, 7), CASE(2049, EXTREMES, 15),
    CASE(3000, EQUAL, 4), CASE(4096, SORTED, 300), CASE(33, REVERSED, 31), CASE(700, UNIFORM, 0),
    CASE_ONCE(600000, UNIFORM, 300)};
static const struct stage_case sort_cases[] = {
    CASE(3000, UNIFORM, 4 + SORTED), CASE(2, UNIFORM, 3 + ANY), CASE(2500, FEW, 4 + ZIPF),
    CASE(2000, EXTREMES, 5 + ANY), CASE(1999, EQUAL, 3 + EMPTY), CASE(1000, MAX, 2 + ANY),
    CASE_COUNTED(10000, UNIFORM, 4 + ANY), CASE(3000, SORTED, 7 + SORTED), CASE(600, UNIFORM, 1 + SORTED),
    CASE(0, UNIFORM, 2 + SORTED), CASE(900, UNIFORM, 3 + SORTED + FAIL), CASE(900, UNIFORM, 3 + SORTED + 9 * FAIL),
    CASE(900, UNIFORM, 3 + SORTED + 10 * FAIL), CASE(900, UNIFORM, 3 + SORTED + 11 * FAIL),
    CASE(900, UNIFORM, 3 + SORTED + 12 * FAIL)};
static const struct stage_row rows[] = {
    STAGE_AT("digits behind a prefix",
        "count_digit(d_keys, n = {n}, prefix, shift = {param%256}, d_counts, stream)|d_keys=keys",
        1, 15, digit_cases, run_digit, verdict_digit, NULL,
        DEMANDS(DEMAND_THREADS(100), DEMAND_BLOCKS(1.5), DEMAND_GLOBAL_ATOMICS(0.4))),
    STAGE_AT("splitters of all keys", "find_splitter(comm, d_keys, n, place, splitter, stream)|",
        2, 25, find_cases, run_find, verdict_find, prepare, DEMANDS(DEMAND_THREADS(32))),
    STAGE("ties divided among the ranks", "share_ties(comm, splitters, n, from)|",
        3, 15, share_cases, run_share, verdict_share, prepare_ties),
    STAGE_AT("keys by class",
        "part_keys(d_keys, n = {n}, d_splitters, k = {param}, d_places, d_parts, stream)|"
        "d_keys=keys d_splitters=splitters d_parts=parts",
        4, 20, part_cases, run_part, verdict_part, prepare_part,
        DEMANDS(DEMAND_THREADS(100), DEMAND_BLOCKS(1.5), DEMAND_GLOBAL_ATOMICS(0.05))),
    STAGE_AT("all keys, sorted together", "sort_together(comm, d_keys, d_parts, n, d_came, d_out, ops, stream)|",
        5, 25, sort_cases, run_together, verdict_together, prepare, DEMANDS(DEMAND_THREADS(32), DEMAND_HOST(0, 1))),
};
// clang-format on
STAGE_TABLE(rows, STAGE_ASYNC, RANKS_PROMISE, RANKS_PROMISE, STAGE_ASYNC, RANKS_PROMISE)
