/**
 * @file
 * @brief Memory that a case's run has taken and not given back, where AddressSanitizer knows who took it.
 *
 * Its own search for leaks has to stop all threads from outside, which no sandbox allows.
 */
#include "grader/grade/judge/child_leaks.h"
#include "grader/grade/judge/child_threads.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

extern int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void *, size_t),
                                                     void (*)(const volatile void *))
    __attribute__((weak));
extern size_t __asan_get_alloc_stack(void *memory, void **trace, size_t size, int *thread)
    __attribute__((weak));
extern size_t __sanitizer_get_allocated_size(const volatile void *memory) __attribute__((weak));
extern void __sanitizer_symbolize_pc(void *pc, const char *format, char *text, size_t size)
    __attribute__((weak));

enum { PLACES = 1 << 17, MOST_TAKEN = PLACES / 2, DEEPEST = 12, MOST_TOLD = 8 };

/* What is taken and not freed: by its address, in the place that this comes to or the next free one. */
static uintptr_t taken[PLACES];
static int n_taken;
static bool watching;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
enum { NOTHING, FREED };

static uint32_t place_of(uintptr_t memory) {
    return (uint32_t)((memory >> 4) * 0x9e3779b97f4a7c15u >> 47);
}

static void note_taken(const volatile void *memory, size_t bytes) {
    (void)bytes;
    if (!watching || !memory || child_threads_starting()) return;
    pthread_mutex_lock(&mutex);
    uint32_t at = place_of((uintptr_t)memory);
    if (n_taken < MOST_TAKEN) {
        while (taken[at] > FREED) at = (at + 1) % PLACES;
        n_taken += taken[at] == NOTHING;
        taken[at] = (uintptr_t)memory;
    }
    pthread_mutex_unlock(&mutex);
}

static void note_freed(const volatile void *memory) {
    if (!watching || !memory) return;
    pthread_mutex_lock(&mutex);
    uint32_t at = place_of((uintptr_t)memory);
    while (taken[at] != NOTHING && taken[at] != (uintptr_t)memory) at = (at + 1) % PLACES;
    if (taken[at] != NOTHING) taken[at] = FREED;
    pthread_mutex_unlock(&mutex);
}

void child_leaks_start(void) {
    static bool installed;
    if (!__asan_get_alloc_stack || !__sanitizer_install_malloc_and_free_hooks) return;
    if (!installed) __sanitizer_install_malloc_and_free_hooks(note_taken, note_freed);
    installed = true;
    for (int i = 0; i < PLACES; i++) taken[i] = NOTHING;
    n_taken = 0;
    watching = true;
}

/* In one line: how many bytes, and the calls that took them. The judge looks for the learner's. */
static void tell(uintptr_t memory) {
    void *calls[DEEPEST];
    char place[300];
    int thread;
    size_t n = __asan_get_alloc_stack((void *)memory, calls, DEEPEST, &thread);
    fprintf(stderr, "sortlab: leak: %zu bytes at", __sanitizer_get_allocated_size((void *)memory));
    for (size_t i = 0; i < n; i++) {
        __sanitizer_symbolize_pc((char *)calls[i] - 1, "%s:%l", place, sizeof(place));
        fprintf(stderr, " %s", place);
    }
    fputc('\n', stderr);
}

void child_leaks_end(void) {
    int told = 0;
    if (!watching) return;
    watching = false;
    for (int i = 0; i < PLACES && told < MOST_TOLD; i++)
        if (taken[i] > FREED) tell(taken[i]), told++;
}
