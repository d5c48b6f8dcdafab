/**
 * @file
 * @brief The part of common/stage/stage.h that judge and child share: the registry, and inputs by name.
 */
#include "common/stage/stage.h"
#include "grader/grade/judge/stage_bag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct stage_lab *registered;

void stage_register(struct stage_lab *lab) {
    struct stage_lab **place = &registered;
    while (*place && strcmp((*place)->name, lab->name) < 0) place = &(*place)->next;
    lab->next = *place;
    *place = lab;
}

struct stage_lab *stage_labs(void) {
    return registered;
}

/* In a child whose memory is traced (common/simt/check/trace_host.c): an input has a name. */
extern void simt_trace_memory(const void *start, size_t bytes, const char *name)
    __attribute__((weak));

/* In a child: its own copy of it (grader/grade/judge/child_inputs.h). */
extern const uint32_t *child_input(const struct record *record) __attribute__((weak));

const uint32_t *stage_in(const struct stage *s, const char *name, size_t count) {
    const struct record *record = records_find(&s->in->records, name, s->in->of_case);
    if (!record || (count != SIZE_MAX && record->count != count)) {
        fprintf(stderr,
                "the stage has no input \"%s\" of %zu words: its prepare and run disagree\n", name,
                count);
        abort();
    }
    const uint32_t *words = child_input ? child_input(record) : record_words(record);
    if (simt_trace_memory) simt_trace_memory(words, record->count * sizeof(uint32_t), record->name);
    return words;
}

uint32_t *stage_in_copy(const struct stage *s, const char *name, size_t count) {
    const uint32_t *words = stage_in(s, name, count);
    if (count == SIZE_MAX) count = records_find(&s->in->records, name, s->in->of_case)->count;
    uint32_t *copy = malloc(count ? count * sizeof(*copy) : 1);
    if (!copy) {
        fprintf(stderr, "there is no memory for a copy of \"%s\"\n", name);
        abort();
    }
    memcpy(copy, words, count * sizeof(*copy));
    return copy;
}
