/**
 * @file
 * @brief Runs that an earlier call has left are looked at, key by key, before anything is built on them.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/data_error.h"
#include "common/least.h"
#include "grader/sort/external/disk.h"
#include "grader/sort/external/journal.h"
#include "grader/sort/external/progress.h"
#include "grader/sort/external/source.h"

struct looking {
    struct run *runs;
    size_t k, piece; /**< keys that are read at once */
    atomic_size_t next, hand;
};

/** Reads a piece of a run; false where it is not all there. */
static bool read_piece(struct external *r, const struct run *run, uint64_t first, uint32_t *words,
                       size_t n) {
    size_t got, bytes = n * sizeof(*words);
    int number = disk_read(r->runs_fd, words, (size_t)disk_lines(bytes),
                           run->at + first * sizeof(*words), &got);
    return number == 0 && got >= bytes;
}

/** The run ascends, and holds the keys that it was made of. */
static bool is_whole(struct external *r, struct run *run, uint32_t *words, size_t piece) {
    struct check_multiset has = check_multiset_start(r->came.key);
    struct check_note note;
    uint32_t before = 0;
    size_t n;
    run->firsts = malloc((size_t)((run->n + GRAIN - 1) / GRAIN) * sizeof(*run->firsts));
    if (!run->firsts) return external_fail(r, "no memory for a run; %s", data_remedy(ENOMEM));
    for (uint64_t done = 0; done < run->n && !r->stop; done += n) {
        n = least(piece, (size_t)(run->n - done));
        if (!read_piece(r, run, done, words, n) || words[0] < before ||
            !check_sorted(words, n, &note))
            return false;
        for (size_t g = 0; g < n; g += GRAIN) run->firsts[(done + g) / GRAIN] = words[g];
        before = words[n - 1];
        words_to_keys(words, n, r->job->type);
        check_multiset_add(&has, words, n);
        r->done += n;
    }
    return has.sum == run->sum;
}

static void look_at_runs(struct external *r, void *looking) {
    struct looking *l = looking;
    uint32_t *words = r->room + l->piece * l->hand++;
    for (size_t i; !r->stop && (i = l->next++) < l->k;)
        l->runs[i].ready = is_whole(r, &l->runs[i], words, l->piece);
}

/** Runs up to the first that is not whole are taken; what stands behind them is made anew. */
static bool take(struct external *r, struct looking *l) {
    struct data_error error;
    size_t whole = 0;
    while (whole < l->k && l->runs[whole].ready) whole++;
    for (size_t i = 0; i < whole; i++) {
        r->came.sum += l->runs[i].sum;
        r->came.n += l->runs[i].n;
        r->runs_end = l->runs[i].at + disk_lines(l->runs[i].n * sizeof(uint32_t));
    }
    for (size_t i = whole; i < l->k; i++) free(l->runs[i].firsts);
    r->runs = l->runs;
    r->k = r->journalled = r->report->taken_up = whole;
    r->done = r->came.n;
    if (whole > 0 && !source_go(r->source, l->runs[whole - 1].end, &error))
        return external_fail_of_request(r, error.text);
    if (whole == l->k) return true;
    char text[240];
    snprintf(text, sizeof(text), "run %zu of %zu in '%.120s' is damaged; it and those behind it %s",
             whole + 1, l->k, r->job->keep, "are sorted again");
    r->job->note(text);
    return journal_cut(r->journal, whole, &error) || external_fail_of_request(r, error.text);
}

bool take_up_runs(struct external *r, struct run *runs, size_t k) {
    struct looking l = {.runs = runs, .k = k};
    size_t threads = (size_t)r->workers + 1;
    l.piece = least(r->words / threads, 1 << 20) / GRAIN * GRAIN;
    uint64_t all = 0;
    for (size_t i = 0; i < k; i++) runs[i].ready = false, all += runs[i].n;
    r->expected = all;
    progress_phase(r->progress, "looking at kept runs", 0, 2 * all);
    bool ok = thread_pool_run(r, &(struct pool_task){look_at_runs, &l, (int)threads}, 1);
    if (ok) return take(r, &l);
    r->runs = runs; // all of them stay, for another time
    r->k = r->journalled = k;
    return false;
}
