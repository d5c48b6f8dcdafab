/**
 * @file
 * @brief Merged keys leave in order, and each follows on the one before it.
 */
#include <string.h>

#include "common/size_min.h"
#include "common/sort/disk.h"
#include "grader/sort/external/merge_blocks.h"

/** The next slot, when it is ready and its words follow on those before them; NULL at the end. */
static struct slot *next_slot(struct external *r, struct merging *m) {
    struct slot *slot = &m->slots[m->next_out % m->n_slots];
    pthread_mutex_lock(&r->lock);
    while (slot->state != SLOT_READY && !(m->all_cut && m->next_out == m->next_slot) &&
           thread_pool_wait(r))
        continue;
    if (slot->state != SLOT_READY || r->stop) slot = NULL;
    pthread_mutex_unlock(&r->lock);
    if (!slot || slot->gone > 0 || slot->lowest >= m->highest) return slot;
    external_fail(r, "the merge of runs broke the sort: %u is to follow on %u", slot->lowest,
                  m->highest);
    return NULL;
}

static void leave_slot(struct external *r, struct merging *m, struct slot *slot) {
    m->highest = slot->highest;
    m->next_out++;
    pthread_mutex_lock(&r->lock);
    slot->state = SLOT_FREE;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
}

/** The next keys, as many as the buffer holds and there are. */
static size_t collect(struct external *r, struct merging *m, uint32_t *buffer) {
    size_t n = 0;
    for (struct slot *slot; n < m->out_words && (slot = next_slot(r, m)) != NULL;) {
        size_t count = size_min(m->out_words - n, slot->n - slot->gone);
        memcpy(buffer + n, slot->keys + slot->gone, count * sizeof(*buffer));
        n += count;
        slot->gone += count;
        if (slot->gone == slot->n) leave_slot(r, m, slot);
    }
    return n;
}

void write_keys_directly(struct external *r, void *merging) {
    struct merging *m = merging;
    uint32_t *buffer = m->out_buffers + m->out_words * (size_t)m->next_out_buffer++;
    while (!r->stop) {
        pthread_mutex_lock(&m->leaving);
        size_t n = collect(r, m, buffer);
        uint64_t at = m->n_left * sizeof(*buffer);
        m->n_left += n;
        pthread_mutex_unlock(&m->leaving);
        if (n == 0 || r->stop) return;
        size_t bytes = (size_t)disk_lines(n * sizeof(*buffer)); // the last line is cut later
        int number = disk_write(m->out_fd, buffer, bytes, at);
        if (number != 0) external_fail_system(r, "write", r->job->sink.path, number);
        r->done += n;
    }
}

void write_keys_in_order(struct external *r, void *merging) {
    struct merging *m = merging;
    struct data_error error;
    for (struct slot *slot; !r->stop && (slot = next_slot(r, m)) != NULL; leave_slot(r, m, slot)) {
        if (!r->job->sink.write(r->job->sink.context, slot->keys, slot->n, &error))
            external_fail_of_request(r, error.text);
        m->n_left += slot->n;
        r->done += slot->n;
    }
}
