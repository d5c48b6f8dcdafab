/**
 * @file
 * @brief Runs on disk become one: blocks are read, tasks cut off them and merged (see merge_blocks.h).
 */
#include "grader/sort/external/merge_blocks.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/data_error.h"
#include "common/sort/host/merge.h"
#include "common/size_min.h"
#include "common/sort/disk.h"
#include "grader/sort/external/progress.h"

/*
 * Blocks
 */

/** The next block to read, and memory for it; NULL at the end. */
static struct block *next_block(struct external *r, struct merging *m, uint32_t **words) {
    struct block *block = NULL;
    pthread_mutex_lock(&r->lock);
    while (m->next_read < m->n_blocks && m->n_spare == 0 && thread_pool_wait(r)) continue;
    if (m->next_read < m->n_blocks && !r->stop) {
        block = &m->blocks[m->next_read++];
        *words = m->spare[--m->n_spare];
    }
    pthread_mutex_unlock(&r->lock);
    return block;
}

void read_blocks(struct external *r, void *merging) {
    struct merging *m = merging;
    uint32_t *words;
    for (struct block *b; (b = next_block(r, m, &words)) != NULL;) {
        size_t got, bytes = b->n * sizeof(*words);
        int number = disk_read(r->runs_fd, words, (size_t)disk_lines(bytes), b->at, &got);
        const char *place = r->job->keep ? r->job->keep : r->job->folder;
        if (number != 0) {
            external_fail_system(r, "read the keys spilled to", place, number);
        } else if (got < bytes || words[0] != b->first) {
            external_fail(r, "the keys spilled to '%s' have changed since, near byte %llu. %s",
                          data_quoted_name(place).text, (unsigned long long)b->at,
                          "Check the disk and sort again");
            r->report->of_request = true;
        }
        pthread_mutex_lock(&r->lock);
        b->words = words;
        pthread_cond_broadcast(&r->changed);
        pthread_mutex_unlock(&r->lock);
    }
}

/*
 * Tasks
 */

/** A task in the making: pieces[i] of words in blocks[i], for who merges them into the slot. */
struct merge_task {
    size_t *begin, *end;
    struct block **blocks;
    size_t k, n;
    struct slot *slot;
};

/** Opens the next block; false where it does not come. */
static bool open_block(struct external *r, struct merging *m) {
    struct block *b = &m->blocks[m->next_open];
    if (m->n_open > r->k)
        return external_fail(
            r, "the runs to merge are not sorted any more. Check the disk, sort again");
    pthread_mutex_lock(&r->lock);
    while (!b->words && thread_pool_wait(r)) continue;
    b->users++;
    pthread_mutex_unlock(&r->lock);
    if (r->stop) return false;
    m->open[m->n_open++] = (struct rest){b, b->words, b->n};
    m->next_open++;
    return true;
}

/**
 * Takes all words up to a bar off the open blocks, but no more than the slot holds: of each block there
 * is a window, and where it is too narrow for the bar, the bar comes down to its last word. So one
 * window is taken whole, or all that is not above the bar.
 */
static void cut(struct external *r, struct merging *m, uint32_t bar, struct merge_task *t) {
    size_t window = m->n_open > 0 ? m->slot_words / m->n_open : 0, open = 0;
    t->k = t->n = 0;
    for (size_t i = 0; i < m->n_open; i++)
        if (m->open[i].n > window && m->open[i].words[window - 1] < bar)
            bar = m->open[i].words[window - 1];
    for (size_t i = 0; i < m->n_open; i++) {
        struct rest rest = m->open[i];
        size_t n = fast_not_above(rest.words, size_min(rest.n, window), bar);
        if (n > 0) {
            t->begin[t->k] = (size_t)(rest.words - r->memory);
            t->end[t->k] = t->begin[t->k] + n;
            t->blocks[t->k++] = rest.block;
            t->n += n;
        }
        rest.words += n;
        rest.n -= n;
        if (rest.n > 0)
            m->open[open++] = rest;
        else // it is closed again; a task of it keeps it in memory
            rest.block->users--;
    }
    m->n_open = open;
}

/** A block that nobody uses gives its memory back. The lock is held. */
static void leave_block(struct merging *m, struct block *b) {
    if (--b->users > 0) return;
    m->spare[m->n_spare++] = b->words;
}

/** Waits for the next slot; false where none comes. */
static bool take_slot(struct external *r, struct merging *m, struct merge_task *t) {
    t->slot = &m->slots[m->next_slot % m->n_slots];
    pthread_mutex_lock(&r->lock);
    while (t->slot->state != SLOT_FREE && thread_pool_wait(r)) continue;
    pthread_mutex_unlock(&r->lock);
    return !r->stop;
}

/** Cuts the next task; false at the end. */
static bool cut_task(struct external *r, struct merging *m, struct merge_task *t) {
    if (m->all_cut || !take_slot(r, m, t)) return false;
    for (;;) {
        bool more = m->next_open < m->n_blocks;
        pthread_mutex_lock(&r->lock); // users of blocks
        cut(r, m, more ? m->blocks[m->next_open].first : UINT32_MAX, t);
        for (size_t i = 0; i < t->k; i++) t->blocks[i]->users++;
        if (t->n > 0) {
            t->slot->state = SLOT_TAKEN;
            m->next_slot++;
        }
        m->all_cut = t->n == 0 && !more;
        if (m->all_cut) pthread_cond_broadcast(&r->changed);
        pthread_mutex_unlock(&r->lock);
        if (t->n > 0) return true;
        if (m->all_cut || !open_block(r, m)) return false;
    }
}

/** Merges a task into its slot, where words become keys. */
static bool merge_task(struct external *r, const struct merge_task *t,
                       struct check_multiset *left) {
    const struct runs runs = {r->memory, t->begin, t->end, t->k};
    struct slot *slot = t->slot;
    struct check_note note;
    if (fast_merge_runs(&runs, slot->keys, NULL) != 0)
        return external_fail(r, "no memory to merge %zu runs. %s", t->k, data_remedy(ENOMEM));
    if (!check_sorted(slot->keys, t->n, &note))
        return external_fail(r, "the merge of runs broke the sort: %s", note.text);
    slot->n = t->n;
    slot->gone = 0;
    slot->lowest = slot->keys[0];
    slot->highest = slot->keys[t->n - 1];
    words_to_keys(slot->keys, t->n, r->job->type);
    check_multiset_add(left, slot->keys, t->n);
    return true;
}

static void end_task(struct external *r, struct merging *m, const struct merge_task *t) {
    pthread_mutex_lock(&r->lock);
    for (size_t i = 0; i < t->k; i++) leave_block(m, t->blocks[i]);
    t->slot->state = SLOT_READY;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
}

void merge_tasks(struct external *r, void *merging) {
    struct merging *m = merging;
    struct check_multiset left = check_multiset_start(r->came.key);
    size_t *places = calloc(3 * (r->k + 1), sizeof(*places));
    struct merge_task t = {places, places + r->k + 1, NULL, 0, 0, NULL};
    t.blocks = (struct block **)(places + 2 * (r->k + 1));
    bool ok =
        places || external_fail(r, "no memory to merge %zu runs. %s", r->k, data_remedy(ENOMEM));
    while (ok && !r->stop) {
        pthread_mutex_lock(&m->cutting);
        ok = cut_task(r, m, &t);
        pthread_mutex_unlock(&m->cutting);
        ok = ok && merge_task(r, &t, &left);
        if (ok) end_task(r, m, &t);
    }
    pthread_mutex_lock(&r->lock);
    m->left.sum += left.sum;
    m->left.n += left.n;
    pthread_mutex_unlock(&r->lock);
    free(places);
}

/*
 * All of it
 */

static bool merge_planned(struct external *r, struct merging *m) {
    m->out_fd = r->job->sink.open(r->job->sink.context);
    bool directly = m->out_fd >= 0;
    uint64_t bytes = r->came.n * sizeof(uint32_t);
    int number = directly ? disk_reserve(m->out_fd, 0, bytes) : 0;
    if (number != 0) return external_fail_system(r, "write", r->job->sink.path, number);
    if (directly) disk_go_direct(m->out_fd);
    const struct pool_task parts[] = {
        {read_blocks, m, READERS},
        {merge_tasks, m, r->workers},
        {directly ? write_keys_directly : write_keys_in_order, m, directly ? WRITERS : 1}};
    if (!thread_pool_run(r, parts, sizeof(parts) / sizeof(parts[0]))) return false;
    if (directly && ftruncate(m->out_fd, (off_t)bytes) != 0)
        return external_fail_system(r, "write", r->job->sink.path, errno);
    if (m->n_left == r->came.n && check_multiset_equal(&m->left, &r->came)) return true;
    return external_fail(r, "the keys to write are not those that were read. %s",
                         "Check the disk and the memory, and sort again");
}

bool merge_all(struct external *r) {
    struct merging m = {.left = check_multiset_start(r->came.key), .out_fd = -1};
    progress_phase(r->progress, "merging", r->done, 2 * r->expected);
    pthread_mutex_init(&m.cutting, NULL);
    pthread_mutex_init(&m.leaving, NULL);
    bool ok = plan_merge(r, &m) && merge_planned(r, &m);
    pthread_mutex_destroy(&m.leaving);
    pthread_mutex_destroy(&m.cutting);
    unplan_merge(&m);
    return ok;
}
