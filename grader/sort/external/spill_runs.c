/**
 * @file
 * @brief IN becomes sorted runs on disk.
 *
 * Several threads go the same round, each with memory of its own: read a part, sort it, spill it. One
 * more than are to compute, so that the disk is at work while all of the others sort; and no thread ever
 * hands keys to another.
 */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/data_error.h"
#include "common/size_min.h"
#include "grader/sort/external/external_state.h"
#include "grader/sort/external/progress.h"
#include "grader/sort/external/source.h"

enum {
    PIECE = 1 << 19, /**< keys that are written at once; between two pieces one can be stopped */
    PIPE_THREADS = 8,
};

struct spilling {
    size_t run_keys;         /**< keys of a run */
    atomic_int next;         /**< whose memory is next */
    pthread_mutex_t reading; /**< parts are read one after another */
    pthread_mutex_t sorting; /**< for an engine with one caller */
    uint64_t read;           /**< keys so far */
    bool at_end;             /**< of IN */
};

/** A place for one more run. The lock is held. */
static bool add_run(struct external *r) {
    struct run *more = realloc(r->runs, (r->k + 1) * sizeof(*more));
    if (!more) return false;
    r->runs = more;
    r->runs[r->k] = (struct run){0};
    return true;
}

/** The next part of IN, and which run it is to be; false at the end, and on error. */
static bool read_part(struct external *r, struct spilling *s, uint32_t *keys, struct run *run,
                      size_t *index) {
    struct data_error error;
    size_t n = 0;
    pthread_mutex_lock(&s->reading);
    bool ok =
        s->at_end || r->stop || source_read(r->source, keys, s->run_keys, &n, &run->end, &error);
    s->at_end = s->at_end || n < s->run_keys;
    pthread_mutex_lock(&r->lock);
    bool added = n == 0 || add_run(r);
    if (ok && added && n > 0) {
        run->n = n;
        run->at = r->runs_end;
        s->read += n;
        r->expected = source_total(r->source, s->read);
        r->runs_end += run_bytes(n);
        *index = r->k++;
    }
    if (!ok) r->in_is_bad = true;
    pthread_mutex_unlock(&r->lock);
    pthread_mutex_unlock(&s->reading);
    if (!ok) return external_fail_of_request(r, error.text);
    return added ? n > 0 : external_fail(r, "no memory for one more run. %s", data_remedy(ENOMEM));
}

/** Keys become words, and these a run. */
static bool sort_part(struct external *r, struct spilling *s, uint32_t *keys, struct run *run) {
    const struct sort_engine *engine = r->job->engine;
    struct check_multiset came = check_multiset_start(r->came.key);
    struct check_note note;
    char error[640];
    size_t n = (size_t)run->n;
    check_multiset_add(&came, keys, n);
    run->sum = came.sum;
    if (r->job->type != KEY_U32)
        for (size_t i = 0; i < n; i++) keys[i] = key_encode(keys[i], r->job->type);
    if (engine->callers < 2) pthread_mutex_lock(&s->sorting);
    bool ok = r->stop || engine->sort(engine->self, keys, keys + s->run_keys, n, error);
    if (engine->callers < 2) pthread_mutex_unlock(&s->sorting);
    if (!ok) return external_fail(r, "%s", error);
    if (r->stop) return false;
    if (!check_sorted(keys, n, &note))
        return external_fail(r, "engine '%s' broke the sort: %s", engine->name, note.text);
    return true;
}

/** Brings a run to the disk. What stands behind its last key, in its last line, is no matter. */
static bool spill_part(struct external *r, const uint32_t *keys, const struct run *run) {
    size_t bytes = (size_t)run_bytes(run->n), piece = PIECE * sizeof(*keys);
    int number = disk_reserve(r->runs_fd, run->at, bytes);
    for (size_t done = 0; done < bytes && number == 0 && !r->stop; done += piece)
        number = disk_write(r->runs_fd, (const char *)keys + done, size_min(piece, bytes - done),
                            run->at + done);
    if (number == 0 && r->journal.fd >= 0 && fdatasync(r->runs_fd) != 0) number = errno;
    return number == 0 ? !r->stop
                       : external_fail_system(r, "spill keys to", r->job->folder, number);
}

/** The run can be merged; and all runs that can be, up to the first that cannot, go to the journal. */
static bool note_run(struct external *r, const struct run *run, size_t index) {
    struct data_error error;
    bool ok = true;
    pthread_mutex_lock(&r->lock);
    r->runs[index] = *run;
    r->runs[index].ready = true;
    r->came.sum += run->sum;
    r->came.n += run->n;
    while (ok && r->journal.fd >= 0 && r->journal.k < r->k && r->runs[r->journal.k].ready)
        ok = journal_add(&r->journal, &r->runs[r->journal.k], &error);
    pthread_mutex_unlock(&r->lock);
    r->done += run->n;
    return ok || external_fail_of_request(r, error.text);
}

bool note_firsts(struct external *r, struct run *run, uint64_t done, const uint32_t *words,
                 size_t n) {
    size_t grains = (size_t)((run->n + GRAIN - 1) / GRAIN);
    if (done == 0) run->firsts = malloc(grains * sizeof(*run->firsts));
    if (!run->firsts)
        return external_fail(r, "no memory for one more run. %s", data_remedy(ENOMEM));
    for (size_t i = 0; i < n; i += GRAIN) run->firsts[(done + i) / GRAIN] = words[i];
    return true;
}

/** Reads, sorts and spills, round after round. */
static void spill_parts(struct external *r, void *spilling) {
    struct spilling *s = spilling;
    uint32_t *keys = r->memory + 2 * s->run_keys * (size_t)s->next++;
    struct run run = {0};
    size_t index = 0;
    while (!r->stop && read_part(r, s, keys, &run, &index))
        if (!sort_part(r, s, keys, &run) || !spill_part(r, keys, &run) ||
            !note_firsts(r, &run, 0, keys, (size_t)run.n) || !note_run(r, &run, index))
            return;
}

/** Keys of a run: what the memory holds of as many as are in the making, with scratch for each. */
static size_t run_keys_of(const struct external *r, int threads) {
    return r->words / 2 / (size_t)threads / GRAIN * GRAIN;
}

/**
 * One thread more than there are workers, so that the disk is never idle; but fewer where that makes the
 * runs so short that they are too many to merge. Of how many keys will come a pipe says nothing.
 */
static int threads_of(const struct external *r) {
    int threads = r->workers + 1;
    uint64_t left = source_expect(r->source), most = r->words / (4 * GRAIN) / 2;
    if (left == 0 && threads > PIPE_THREADS) threads = PIPE_THREADS;
    while (threads > 2 && left / run_keys_of(r, threads) >= most) threads--;
    return threads;
}

/** Runs that can be merged: of each two blocks are in memory, and blocks are no shorter than a GRAIN. */
static bool are_too_many(const struct external *r, size_t run_keys) {
    uint64_t n = source_expect(r->source), most = (r->words - r->words / 8) / GRAIN / 2;
    return r->job->source.format == DATA_BINARY && r->k + n / run_keys >= most;
}

bool spill_all(struct external *r) {
    struct spilling s = {.read = r->came.n};
    struct data_error error;
    int threads = threads_of(r);
    uint64_t even = source_expect(r->source) / (uint64_t)threads; // of little, each gets some
    s.run_keys = run_keys_of(r, threads);
    if (are_too_many(r, s.run_keys))
        return external_fail_of_request(
            r, "the runs would be too many to merge. Give more host memory");
    if (even > 0) s.run_keys = size_min(s.run_keys, (size_t)(even / GRAIN + 1) * GRAIN);
    pthread_mutex_init(&s.reading, NULL);
    pthread_mutex_init(&s.sorting, NULL);
    r->expected = source_total(r->source, s.read);
    progress_phase(r->progress, "sorting runs", r->done, 2 * r->expected);
    bool ok = thread_pool_run(r, &(struct pool_task){spill_parts, &s, threads}, 1);
    pthread_mutex_destroy(&s.reading);
    pthread_mutex_destroy(&s.sorting);
    r->expected = r->came.n;
    if (!ok || source_is_as_it_was(r->source, &error)) return ok;
    r->in_is_bad = true;
    return external_fail_of_request(r, error.text);
}
