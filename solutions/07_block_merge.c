/**
 * @file
 * @brief Lab 07: k sorted runs become one: by a scan, a heap, a loser tree, and by several threads.
 */
#include "block_merge.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#define EXHAUSTED UINT64_MAX /**< higher than every bid of a key, even of UINT32_MAX */

/** The bid of run r with keys[head] for the next position of the output. The lowest bid wins. */
static uint64_t bid(const struct runs *runs, size_t r, size_t head) {
    //> TODO 1: put the key in the upper half and r + 1 in the lower half. Then equal keys are ordered by runs.
    if (head < runs->end[r]) return (uint64_t)runs->keys[head] << 32 | (r + 1);
    //<
    return EXHAUSTED;
}

/** Keeps the bids of k runs in k seats. Seats begin as 0, which is below all bids. Replaces the lowest
 *  bid, which was a bid of run r, by the fresh bid of r. Returns the bid that is now the lowest. */
typedef uint64_t keep_bids(uint64_t *seats, size_t k, size_t r, uint64_t fresh);

/** Run r has seat r. O(k). */
static uint64_t by_scan(uint64_t *seats, size_t k, size_t r, uint64_t fresh) {
    uint64_t lowest = seats[r] = fresh;
    //> TODO 1, continued: let `lowest` be the lowest bid of all seats.
    for (size_t i = 0; i < k; i++)
        if (seats[i] < lowest) lowest = seats[i];
    //<
    return lowest;
}

/** No node i is above its children 2i + 1 and 2i + 2. O(log k), two comparisons a level. */
static uint64_t by_heap(uint64_t *seats, size_t k, size_t r, uint64_t fresh) {
    (void)r; // the lowest bid was at the top, whatever its run
    size_t i = 0;
    //> TODO 2: node i is free. While its lower child is below `fresh`, move the child up and i down.
    for (size_t child = 1; child < k; child = 2 * i + 1) {
        if (child + 1 < k && seats[child + 1] < seats[child]) child++;
        if (fresh <= seats[child]) break;
        seats[i] = seats[child];
        i = child;
    }
    //<
    seats[i] = fresh;
    return seats[0];
}

/** A tournament: run r enters at node (k + r) / 2. The winners of nodes 2i and 2i + 1 meet at node i.
 *  Node 1 is the final. The loser stays in the node, the winner goes on. O(log k), one comparison a level. */
static uint64_t by_losertree(uint64_t *seats, size_t k, size_t r, uint64_t winner) {
    //> TODO 3: go from the entry to the final. If the bid in a node is below `winner`, exchange the two.
    for (size_t i = (k + r) / 2; i > 0; i /= 2) {
        uint64_t seated = seats[i];
        seats[i] = seated < winner ? winner : seated;
        winner = seated < winner ? seated : winner;
    }
    //<
    return winner;
}

static int merge_by(keep_bids *keep, const struct runs *runs, uint32_t *out, uint32_t *from) {
    uint64_t lowest = EXHAUSTED, *seats = calloc(runs->k + 1, sizeof(*seats));
    size_t *head = calloc(runs->k + 1, sizeof(*head));
    int error = seats && head ? 0 : ENOMEM;
    for (size_t r = 0; !error && r < runs->k; r++) {
        head[r] = runs->begin[r];
        lowest = keep(seats, runs->k, r, bid(runs, r, head[r]));
    }
    while (lowest != EXHAUSTED) {
        size_t r = (uint32_t)lowest - 1;
        if (from) *from++ = (uint32_t)head[r];
        *out++ = runs->keys[head[r]++];
        lowest = keep(seats, runs->k, r, bid(runs, r, head[r]));
    }
    free(seats);
    free(head);
    return error;
}

int merge_runs_scan(const struct runs *runs, uint32_t *out, uint32_t *from) {
    return merge_by(by_scan, runs, out, from);
}
int merge_runs_heap(const struct runs *runs, uint32_t *out, uint32_t *from) {
    return merge_by(by_heap, runs, out, from);
}
int merge_runs_losertree(const struct runs *runs, uint32_t *out, uint32_t *from) {
    return merge_by(by_losertree, runs, out, from);
}

/** Cuts every run before its first bid that is not below `word`. Returns how many bids are below. */
static size_t cut_below(const struct runs *runs, uint64_t word, size_t *cut) {
    size_t below = 0;
    for (size_t r = 0; r < runs->k; r++) {
        size_t low = runs->begin[r], high = runs->end[r]; // a lower bound: the cut is in low..high
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            if (bid(runs, r, middle) < word)
                low = middle + 1;
            else
                high = middle;
        }
        cut[r] = low;
        below += cut[r] - runs->begin[r];
    }
    return below;
}

void cut_runs(const struct runs *runs, size_t rank, size_t *cut) {
    //> TODO 4: find the greatest word with at most `rank` bids below it, bit by bit, and cut there.
    //> Fewer than `rank` keys may lie before these cuts. The missing keys all belong to the run that
    //> makes this bid.
    uint64_t word = 0;
    for (uint64_t bit = (uint64_t)1 << 63; bit > 0; bit /= 2)
        if (cut_below(runs, word | bit, cut) <= rank) word |= bit;
    size_t missing = rank - cut_below(runs, word, cut);
    if (missing > 0) cut[(uint32_t)word - 1] += missing;
    //| cut_below(runs, 0, cut);
    //<
}

/** One worker's slice of the output: from index `first` to before index `end`. */
struct part {
    const struct runs *runs;
    uint32_t *out, *from;
    size_t first, end;
    int error, no_thread;
    pthread_t thread;
};

static void *merge_part(void *argument) {
    struct part *p = argument;
    size_t k = p->runs->k, *cuts = calloc(2 * k + 1, sizeof(*cuts));
    if (!cuts) return NULL;
    //> TODO 5: cut the runs where the slice begins and where it ends. Merge the keys between the cuts.
    cut_runs(p->runs, p->first, cuts);
    cut_runs(p->runs, p->end, cuts + k);
    const struct runs between = {p->runs->keys, cuts, cuts + k, k};
    uint32_t *from = p->from ? p->from + p->first : NULL;
    p->error = merge_runs_losertree(&between, p->out + p->first, from);
    //| p->error = 0;
    //<
    free(cuts);
    return NULL;
}

int merge_runs_parallel(const struct runs *runs, uint32_t *out, uint32_t *from, int workers) {
    struct part parts[MAX_WORKERS];
    size_t n = 0, count = (size_t)workers;
    for (size_t r = 0; r < runs->k; r++) n += runs->end[r] - runs->begin[r];
    for (size_t w = 0; w < count; w++) {
        struct part *p = &parts[w];
        *p = (struct part){runs, out, from, n * w / count, n * (w + 1) / count, ENOMEM, 0, 0};
        p->no_thread = pthread_create(&p->thread, NULL, merge_part, p);
        if (p->no_thread) merge_part(p); // no thread is available: the work is done here
    }
    int error = 0;
    for (size_t w = 0; w < count; w++) {
        if (!parts[w].no_thread) pthread_join(parts[w].thread, NULL);
        if (parts[w].error) error = parts[w].error;
    }
    return error;
}
