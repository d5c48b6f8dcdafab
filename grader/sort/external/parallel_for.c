/**
 * @file
 * @brief Work that is divided among threads (see parallel_for.h).
 */
#include "grader/sort/external/parallel_for.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

struct range {
    parallel_work *work;
    void *context;
    size_t first, n;
    pthread_t thread;
    bool own; /**< it is done by a thread of its own */
};

int worker_count(int workers) {
    cpu_set_t set;
    int cores = sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 1;
    int threads = workers > 0 ? workers : cores;
    return threads < MOST_WORKERS ? threads : MOST_WORKERS;
}

static void *do_range(void *range) {
    struct range *r = range;
    r->work(r->context, r->first, r->n);
    return NULL;
}

size_t parallel_ranges(int threads, size_t n, size_t least) {
    return n / least + 1 < (size_t)threads ? n / least + 1 : (size_t)threads;
}

void parallel_for(int threads, size_t n, size_t least, parallel_work *work, void *context) {
    struct range ranges[MOST_WORKERS];
    size_t count = parallel_ranges(threads, n, least);
    for (size_t i = count; i-- > 0;) {
        size_t first = n * i / count;
        struct range *r = &ranges[i];
        *r = (struct range){work, context, first, n * (i + 1) / count - first, 0, false};
        r->own = i > 0 && !pthread_create(&r->thread, NULL, do_range, r);
        if (!r->own) do_range(r);
    }
    for (size_t i = 1; i < count; i++)
        if (ranges[i].own) pthread_join(ranges[i].thread, NULL);
}
