/**
 * @file
 * @brief All ranks sort together, slice by slice: while one slice is sorted, the next ones arrive.
 *
 * Lab 14 finds one splitter after the other, and sorts when all keys have come. Here the whole is cut at
 * parts of keys that agree in their top bits (cuts.c), each rank sends slices of a few parts, and who
 * receives one goes on with the parts. The highest slice comes first, with what is beyond the rank's share:
 * it is sorted early, and passed on to the rank it belongs to while other slices are sorted.
 */
#include "grader/sort/ranks/slices.h"

#include <stdlib.h>

#include "common/cu.h"
#include "common/size_min.h"
#include "labs/14_many_gpus/parts.h"

/** Of a rank, or a few more; the first one is half as large, so sorting begins early. */
enum { SLICES = 8 };

/** Where a part begins among what a rank sends to another one; its end is the next one's begin. */
static size_t part_begin(const struct global_state *g, int rank, int to, int part) {
    const uint64_t *from = g->all_from + rank * (g->comm->ranks + 1) + to;
    uint64_t at = g->all_parts[rank * (PARTS + 1) + part];
    return at < from[0] ? from[0] : at > from[1] ? from[1] : at;
}

/** Parts whose keys agree in their top bits, where there are more than one. */
struct range {
    int first, n;
};

/** Keys of these parts that a rank sends to another one. */
static size_t keys_sent(const struct global_state *g, int rank, int to, struct range parts) {
    return part_begin(g, rank, to, parts.first + parts.n) - part_begin(g, rank, to, parts.first);
}

/** Those that come to a rank. */
static uint64_t keys_at(const struct global_state *g, int to, struct range parts) {
    uint64_t n = 0;
    for (int r = 0; r < g->comm->ranks; r++) n += keys_sent(g, r, to, parts);
    return n;
}

/** A rank's next slice, below part `end`: one part, or more while they are not too many keys. No parts: there
 * is none. */
static struct range next_slice(const struct global_state *g, int rank, int end, int round) {
    uint64_t even = g->n_all / (uint64_t)g->comm->ranks / SLICES, most = even + even / 4;
    if (round == 0) most /= 2;
    while (end > 0 && keys_at(g, rank, (struct range){end - 1, 1}) == 0) end--;
    if (end == 0) return (struct range){0, 0};
    struct range slice = {end - 1, 1}, wider = {end - 2, 2};
    while (end % wider.n == 0 && wider.n * g->comm->ranks <= MOST_PIECES &&
           keys_at(g, rank, wider) <= most) {
        slice = wider;
        wider = (struct range){end - 2 * slice.n, 2 * slice.n};
    }
    return slice;
}

/** In each round every rank gets its next slice: how many keys go where, and how many rounds there are. */
static int plan_rounds(const struct global_state *g, uint64_t *n_from, uint64_t *n_to) {
    int rank = g->comm->rank, ranks = g->comm->ranks, rounds = 0;
    struct range slices[MOST_SLICED];
    for (int p = 0; p < ranks; p++) slices[p] = (struct range){PARTS, 0};
    for (bool more = true; more; rounds += more, n_from += ranks, n_to += ranks) {
        more = false;
        for (int p = 0; p < ranks; p++) {
            slices[p] = next_slice(g, p, slices[p].first, rounds);
            more |= slices[p].n > 0;
        }
        for (int p = 0; p < ranks && more; p++) {
            n_from[p] = keys_sent(g, rank, p, slices[p]);
            n_to[p] = keys_sent(g, p, rank, slices[rank]);
        }
    }
    return rounds;
}

/** Of which pieces a slice comes to this rank. */
static struct slice slice_of(const struct global_state *g, struct range parts) {
    struct slice s = {PART_BITS, 0, 0, (uint32_t)parts.n, {0}};
    for (int n = parts.n; n > 1; n /= 2) s.bits--;
    s.top = (uint32_t)(parts.first / parts.n);
    for (int r = 0; r < g->comm->ranks; r++)
        for (int i = 0; i < parts.n; i++, s.n++)
            s.starts[s.n + 1] =
                s.starts[s.n] + keys_sent(g, r, g->comm->rank, (struct range){parts.first + i, 1});
    return s;
}

/** Where this rank is with its slices. */
struct exchange_state {
    const struct global_state *g;
    const struct workspace *workspace;
    const struct consumer *consumer;
    uint32_t *d_came, *d_out;
    struct range slice; /**< the last one that came */
    size_t at;          /**< so many keys came; */
    size_t sorted;      /**< those that are sorted are in d_out from there on, */
    size_t share;       /**< and those from there on are other ranks' */
};

/** The next slice has come: it is sorted while others are on their way. */
static void sort_next(void *state, int round) {
    struct exchange_state *x = state;
    const struct global_state *g = x->g;
    x->slice = next_slice(g, g->comm->rank, x->slice.first, round);
    if (x->slice.n == 0) return; // others get more slices
    const struct slice s = slice_of(g, x->slice);
    size_t n = s.starts[s.n], end = size_min(x->sorted, x->share);
    x->sorted -= n;
    sort_slice(x->d_came + x->at, x->d_out + x->sorted, &s, x->workspace->d_temp,
               x->workspace->temp_bytes, g->stream);
    if (x->at == 0) CU(cudaEventRecord(x->workspace->first, g->stream));
    // a slice begins in the share, since its parts do
    x->consumer->take(x->consumer->context, x->sorted, end - x->sorted, g->stream);
    x->at += n;
}

/** All slices: each is sorted while the next ones arrive. */
static int exchange_slices(const struct global_state *g, const uint32_t *d_parts,
                           struct exchange_state *state) {
    uint64_t *n_from = comm_table(g->comm, PARTS), *n_to = comm_table(g->comm, PARTS);
    const struct rounds rounds = {
        plan_rounds(g, n_from, n_to), n_from, n_to, g->stream, sort_next, state};
    int error = comm_rounds(g->comm, d_parts, g->from, state->d_came, &rounds);
    free(n_to);
    free(n_from);
    return error;
}

/** Of the share of rank `to` so many keys are sorted by another rank. */
static size_t passed(const struct global_state *g, int rank, int to) {
    uint64_t first = comm_begin(g->n_all, to, g->comm->ranks),
             last = comm_begin(g->n_all, to + 1, g->comm->ranks);
    if (first < g->held[rank]) first = g->held[rank];
    if (last > g->held[rank + 1]) last = g->held[rank + 1];
    return rank != to && first < last ? last - first : 0;
}

/** Passes on what is beyond this rank's share, which was sorted first, and gets what its own begins with. */
static int pass_on(const struct global_state *g, struct exchange_state *x) {
    int ranks = g->comm->ranks, rank = g->comm->rank;
    size_t from[MOST_SLICED + 1] = {x->share}, to[MOST_SLICED + 1] = {0};
    bool any = false;
    for (int r = 1; r < ranks; r++) any |= g->held[r] != comm_begin(g->n_all, r, ranks);
    if (!any) return 0;
    for (int r = 0; r < ranks; r++) {
        from[r + 1] = from[r] + passed(g, rank, r);
        to[r + 1] = to[r] + passed(g, r, rank);
    }
    if (from[ranks] > from[0]) CU(cudaEventSynchronize(x->workspace->first));
    int error = g->comm->alltoallv(g->comm->context, x->d_out, from, x->d_out, to);
    if (!error && to[ranks] > 0) x->consumer->take(x->consumer->context, 0, to[ranks], g->stream);
    return error;
}

int sort_slices(const struct comm *comm, const uint32_t *d_keys, uint32_t *d_parts, size_t n,
                uint32_t *d_came, uint32_t *d_out, const struct rank_ops *ops,
                const struct consumer *consumer, cudaStream_t stream) {
    if (comm->ranks < 2 || comm->ranks > MOST_SLICED)
        return sort_by_lab(comm, d_keys, d_parts, n, d_came, d_out, ops, consumer, stream);
    const struct workspace *workspace = ops->context;
    struct global_state g = {.comm = comm,
                             .scratch = workspace->scratch,
                             .d_scratch = workspace->d_scratch,
                             .stream = stream};
    g.all_parts = comm_table(comm, PARTS + 1);
    g.all_from = comm_table(comm, (size_t)comm->ranks + 1);
    part_keys_here(&g, d_keys, d_parts, n);
    int error = find_cuts(&g, d_parts, d_came, n);
    uint64_t begin = comm_begin(g.n_all, comm->rank, comm->ranks);
    struct exchange_state state = {
        .g = &g, .workspace = workspace, .consumer = consumer, .d_came = d_came, .d_out = d_out};
    state.slice.first = PARTS;
    state.sorted = g.held[comm->rank + 1] - begin;
    state.share = (size_t)comm_share(g.n_all, comm->rank, comm->ranks);
    if (!error && g.n_all > 0) error = exchange_slices(&g, d_parts, &state);
    if (!error && g.n_all > 0) error = pass_on(&g, &state);
    free(g.all_from);
    free(g.all_parts);
    return error;
}
