/**
 * @file
 * @brief Copies of inputs (see child_inputs.h).
 *
 * Under AddressSanitizer a copy may be read only, and nothing beside it may be touched: so the line
 * that stores to it, or reads past it, is named. The memory lies in pages of its own for that.
 */
#include "grader/grade/judge/child_inputs.h"
#include "common/stage/guard.h"
#include "grader/grade/judge/stage_bag.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MOST_INPUTS = 32, PAGE = 4096, BESIDE = 2 * PAGE };

static struct copy {
    const struct record *of;
    uint32_t *words;
} copies[MOST_INPUTS];
static int n_copies;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* ranks of lab 14 are threads */

static size_t bytes_of(const struct record *record) {
    return record->count * sizeof(uint32_t);
}

/* With as much on either side. */
static size_t mapped(const struct record *record) {
    return 2 * BESIDE + (bytes_of(record) + PAGE - 1) / PAGE * PAGE;
}

static uint32_t *make(const struct record *record) {
    size_t bytes = bytes_of(record), all = mapped(record);
    char *start = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED || n_copies == MOST_INPUTS) {
        fprintf(stderr, "there is no memory for the input \"%s\"\n", record->name);
        abort();
    }
    char *words = start + BESIDE;
    memcpy(words, record_words(record), bytes);
    if (guard_sanitized()) mprotect(start, all, PROT_READ);
    guard_set(start, BESIDE);
    guard_set(words + bytes, all - BESIDE - bytes);
    return (uint32_t *)words;
}

const uint32_t *child_input(const struct record *record) {
    int i = 0;
    pthread_mutex_lock(&mutex);
    while (i < n_copies && copies[i].of != record) i++;
    if (i == n_copies) {
        uint32_t *words = make(record);
        copies[n_copies++] = (struct copy){record, words};
    }
    pthread_mutex_unlock(&mutex);
    return copies[i].words;
}

void child_inputs_end(struct stage *s) {
    for (int i = n_copies - 1; i >= 0; i--) {
        const struct record *of = copies[i].of;
        if (of->of_case != s->in->of_case) continue; /* another one is under way */
        char *start = (char *)copies[i].words - BESIDE;
        stage_in_left(s, of->name, record_words(of), copies[i].words, of->count);
        guard_lift(start, mapped(of));
        munmap(start, mapped(of));
        copies[i] = copies[--n_copies];
    }
}
