/**
 * @file
 * @brief What the parts of the merge share: blocks come in, tasks are cut off them, slots go out.
 *
 * Each run is cut into blocks, of which it is known with which word they begin. So the order in which
 * they will be wanted is known too (forecasting: Knuth, vol. 3, 5.4.6), and readers keep to it for all
 * runs at once, as far ahead as there is memory. A block is opened when no word below its first is left
 * in those that are open; then each run has one open block at most, and one has two.
 *
 * A task is the next words of all open blocks, up to a bar that no closed block begins below. Tasks are
 * cut one after another, merged by anybody, and their words lie in slots, which leave in order.
 */
#ifndef SORTLAB_MERGE_BLOCKS_H
#define SORTLAB_MERGE_BLOCKS_H

#include "grader/sort/external/external_state.h"

struct block {
    uint32_t first, run;
    uint64_t at;     /**< in the file */
    uint32_t n;      /**< words */
    int users;       /**< tasks, and 1 while it is open */
    uint32_t *words; /**< NULL: not read yet */
};

/** What is left of an open block. */
struct rest {
    struct block *block;
    const uint32_t *words;
    size_t n;
};

enum slot_state { SLOT_FREE, SLOT_TAKEN, SLOT_READY };

/** Words of one task, then its keys. */
struct slot {
    enum slot_state state;
    uint32_t *keys;
    uint32_t lowest, highest; /**< words */
    size_t n, gone;           /**< keys; those of them that a writer has */
};

struct merging {
    struct block *blocks; /**< in the order in which they will be wanted */
    size_t n_blocks, block_words;
    size_t next_read, next_open;
    uint32_t **spare; /**< memory for blocks */
    size_t n_spare;
    struct rest *open; /**< of k + 1 */
    size_t n_open;
    pthread_mutex_t cutting; /**< tasks: of next_open, open, next_slot */
    struct slot *slots;
    size_t n_slots, slot_words;
    size_t next_slot, next_out; /**< counted on and on */
    bool all_cut;
    pthread_mutex_t leaving; /**< keys: of next_out, highest, n_left */
    uint32_t highest;        /**< word that has left */
    uint64_t n_left;
    struct check_multiset left; /**< keys that were merged */
    int out_fd;                 /**< -1: keys go one after another */
    uint32_t *out_buffers;
    size_t out_words; /**< of one of them */
    atomic_int next_out_buffer;
};

/** Divides the memory and puts the blocks in order; false where it is too little. */
bool plan_merge(struct external *r, struct merging *m);
void unplan_merge(struct merging *m);

/* What threads do. */
void read_blocks(struct external *r, void *merging);
void merge_tasks(struct external *r, void *merging);
void write_keys_directly(struct external *r, void *merging);
void write_keys_in_order(struct external *r, void *merging);

#endif
