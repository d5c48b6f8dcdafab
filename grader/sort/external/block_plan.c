/**
 * @file
 * @brief The merge is planned: who has how much memory, and which block comes when.
 */
#include <stdlib.h>

#include "common/size_min.h"
#include "common/sort/disk.h"
#include "grader/sort/external/merge_blocks.h"

enum {
    MOST_BLOCK = 1 << 19, /**< words of a block, and of what is written at once: 2 MB */
    MOST_SLOT = 1 << 18, /**< words that are merged at once: the second cache has them still warm */
    MEMORY_PARTS = 64,   /**< neither has more of the memory */
    READ_AHEAD = 4,      /**< blocks more than are open, at least */
};

/** A power of two of words, from GRAIN to `most`, that is no more than this. */
static size_t power_below(size_t words, size_t most) {
    size_t power = GRAIN;
    while (2 * power <= words && 2 * power <= most) power *= 2;
    return power;
}

static size_t blocks_of(const struct external *r, size_t block_words) {
    size_t n = 0;
    for (size_t i = 0; i < r->k; i++) n += (size_t)((r->runs[i].n + block_words - 1) / block_words);
    return n;
}

static int compare(const void *a, const void *b) {
    const struct block *x = a, *y = b;
    if (x->first != y->first) return x->first < y->first ? -1 : 1;
    if (x->run != y->run) return x->run < y->run ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

static void order_blocks(struct external *r, struct merging *m) {
    struct block *b = m->blocks;
    for (size_t i = 0; i < r->k; i++)
        for (uint64_t done = 0; done < r->runs[i].n; done += m->block_words, b++)
            *b = (struct block){.first = r->runs[i].firsts[done / GRAIN],
                                .run = (uint32_t)i,
                                .at = r->runs[i].at + done * sizeof(uint32_t),
                                .n = (uint32_t)size_min(m->block_words, r->runs[i].n - done)};
    qsort(m->blocks, m->n_blocks, sizeof(*m->blocks), compare);
}

/** Cuts n things of some bytes off the memory. */
static void *cut_off(struct external *r, size_t *used, size_t n, size_t bytes) {
    void *cut = (char *)r->memory + *used;
    *used += (size_t)disk_lines(n * bytes);
    return cut;
}

/** The largest blocks of which the memory holds two for each run, one that is open and one ahead. */
static bool divide_memory(struct external *r, struct merging *m, size_t used) {
    size_t all = r->words * sizeof(uint32_t);
    m->block_words = power_below(r->words / MEMORY_PARTS, MOST_BLOCK);
    for (;; m->block_words /= 2) {
        m->n_blocks = blocks_of(r, m->block_words);
        size_t tables = used, most = all / (m->block_words * sizeof(uint32_t));
        m->blocks =
            cut_off(r, &tables, 2 * m->n_blocks, sizeof(*m->blocks)); // qsort may take as much
        m->spare = cut_off(r, &tables, most, sizeof(*m->spare));
        size_t blocks = tables < all ? (all - tables) / (m->block_words * sizeof(uint32_t)) : 0;
        for (m->n_spare = 0; m->n_spare < blocks; m->n_spare++)
            m->spare[m->n_spare] =
                (uint32_t *)((char *)r->memory + tables) + m->n_spare * m->block_words;
        if (blocks >= 2 * r->k + READ_AHEAD) return true;
        if (m->block_words == GRAIN) return false;
    }
}

bool plan_merge(struct external *r, struct merging *m) {
    size_t used = 0;
    m->n_slots = 2 * (size_t)r->workers + 2;
    m->slots = calloc(m->n_slots, sizeof(*m->slots));
    m->open = calloc(r->k + 1, sizeof(*m->open));
    if (!m->slots || !m->open) return external_fail(r, "no memory to merge %zu runs", r->k);
    m->out_words = power_below(r->words / MEMORY_PARTS, MOST_BLOCK);
    m->out_buffers = cut_off(r, &used, WRITERS * m->out_words, sizeof(uint32_t));
    m->slot_words = power_below(r->words / MEMORY_PARTS / 2, MOST_SLOT);
    for (size_t s = 0; s < m->n_slots; s++)
        m->slots[s].keys = cut_off(r, &used, m->slot_words, sizeof(uint32_t));
    if (divide_memory(r, m, used)) {
        order_blocks(r, m);
        return true;
    }
    external_fail(r, "%zu runs are too many to merge in %zu bytes. Give more host memory", r->k,
                  r->job->host_bytes);
    r->report->of_request = r->in_is_bad = true; // once more they would be as many
    return false;
}

void unplan_merge(struct merging *m) {
    free(m->open);
    free(m->slots);
}
