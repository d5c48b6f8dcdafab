/**
 * @file
 * @brief Work that is shared out to threads (see shares.h).
 */
#include "grader/sort/external/shares.h"

#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

enum { MOST_THREADS = 64 };

struct share {
    share_work *work;
    void *context;
    size_t first, n;
    pthread_t thread;
    bool own; /**< it is done by a thread of its own */
};

int shares_threads(int workers) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int threads = workers > 0 ? workers : cores > 0 ? (int)cores : 1;
    return threads < MOST_THREADS ? threads : MOST_THREADS;
}

static void *do_share(void *share) {
    struct share *s = share;
    s->work(s->context, s->first, s->n);
    return NULL;
}

void shares_do(int threads, size_t n, size_t least, share_work *work, void *context) {
    struct share shares[MOST_THREADS];
    size_t count = n / least + 1;
    if (count > (size_t)threads) count = (size_t)threads;
    for (size_t i = count; i-- > 0;) {
        size_t first = n * i / count;
        struct share *s = &shares[i];
        *s = (struct share){work, context, first, n * (i + 1) / count - first, 0, false};
        s->own = i > 0 && !pthread_create(&s->thread, NULL, do_share, s);
        if (!s->own) do_share(s);
    }
    for (size_t i = 1; i < count; i++)
        if (shares[i].own) pthread_join(shares[i].thread, NULL);
}
