/**
 * @file
 * @brief Work that is shared out to threads (see parallel_for.h).
 */
#include "grader/sort/external/parallel_for.h"

#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

enum { MOST_THREADS = 64 };

struct range {
    parallel_work *work;
    void *context;
    size_t first, n;
    pthread_t thread;
    bool own; /**< it is done by a thread of its own */
};

int worker_count(int workers) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int threads = workers > 0 ? workers : cores > 0 ? (int)cores : 1;
    return threads < MOST_THREADS ? threads : MOST_THREADS;
}

static void *do_range(void *range) {
    struct range *s = range;
    s->work(s->context, s->first, s->n);
    return NULL;
}

void parallel_for(int threads, size_t n, size_t least, parallel_work *work, void *context) {
    struct range ranges[MOST_THREADS];
    size_t count = n / least + 1;
    if (count > (size_t)threads) count = (size_t)threads;
    for (size_t i = count; i-- > 0;) {
        size_t first = n * i / count;
        struct range *s = &ranges[i];
        *s = (struct range){work, context, first, n * (i + 1) / count - first, 0, false};
        s->own = i > 0 && !pthread_create(&s->thread, NULL, do_range, s);
        if (!s->own) do_range(s);
    }
    for (size_t i = 1; i < count; i++)
        if (ranges[i].own) pthread_join(ranges[i].thread, NULL);
}
