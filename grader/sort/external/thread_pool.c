/**
 * @file
 * @brief Threads that work side by side until all is done, or something is wrong.
 */
#include <errno.h>
#include <link.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/data_error.h"
#include "grader/sort/external/external_state.h"
#include "grader/sort/external/progress.h"

enum { LOOK_MS = 100, STACK_BYTES = 160 << 10 };

/** The first error is the one that is told: others may follow from it. */
static bool fail(struct external *r, bool of_request, const char *sentence) {
    pthread_mutex_lock(&r->lock);
    if (!r->report->error[0]) {
        snprintf(r->report->error, sizeof(r->report->error), "%s", sentence);
        r->report->of_request = of_request;
    }
    r->stop = true;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
    return false;
}

bool external_fail(struct external *r, const char *format, ...) {
    char sentence[sizeof(r->report->error)];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof(sentence), format, args);
    va_end(args);
    return fail(r, false, sentence);
}

bool external_fail_of_request(struct external *r, const char *sentence) {
    return fail(r, true, sentence);
}

bool external_fail_system(struct external *r, const char *doing, const char *path, int number) {
    struct data_error error;
    data_fail_system(&error, doing, path, number);
    return fail(r, true, error.text);
}

bool thread_pool_wait(struct external *r) {
    if (!r->stop) pthread_cond_wait(&r->changed, &r->lock);
    return !r->stop;
}

/** One thread of a task. */
struct worker {
    struct external *sort;
    struct pool_task task;
    pthread_t thread;
};

static void *work(void *worker) {
    struct worker *w = worker;
    w->task.work(w->sort, w->task.context);
    pthread_mutex_lock(&w->sort->lock);
    w->sort->at_work--;
    pthread_cond_broadcast(&w->sort->changed);
    pthread_mutex_unlock(&w->sort->lock);
    return NULL;
}

/** Looks up from time to time, until nobody is at work. */
static void oversee(struct external *r) {
    pthread_mutex_lock(&r->lock);
    while (r->at_work > 0) {
        struct timespec next;
        clock_gettime(CLOCK_MONOTONIC, &next);
        next.tv_nsec += LOOK_MS * 1000000L;
        next.tv_sec += next.tv_nsec / 1000000000L;
        next.tv_nsec %= 1000000000L;
        pthread_cond_timedwait(&r->changed, &r->lock, &next);
        if (r->job->interruption() && !r->stop) {
            r->stop = r->report->stopped = true;
            pthread_cond_broadcast(&r->changed);
        }
        if (!r->stop) progress_show(r->progress, r->done, 2 * r->expected);
    }
    pthread_mutex_unlock(&r->lock);
}

static int add_own(struct dl_phdr_info *file, size_t size, void *bytes) {
    (void)size;
    for (size_t i = 0; i < file->dlpi_phnum; i++)
        if (file->dlpi_phdr[i].p_type == PT_TLS) *(size_t *)bytes += file->dlpi_phdr[i].p_memsz;
    return 0;
}

static int start(struct worker *w) {
    pthread_attr_t attr;
    int number = pthread_attr_init(&attr);
    size_t own =
        0; // what a thread's own variables take of its stack: on the CPU runtime all shared memory
    dl_iterate_phdr(add_own, &own);
    if (number == 0) number = pthread_attr_setstacksize(&attr, STACK_BYTES + own);
    if (number == 0) number = pthread_create(&w->thread, &attr, work, w);
    return number;
}

bool thread_pool_run(struct external *r, const struct pool_task *tasks, size_t n) {
    size_t threads = 0, started = 0;
    for (size_t p = 0; p < n; p++) threads += (size_t)tasks[p].threads;
    struct worker *workers = calloc(threads, sizeof(*workers));
    if (!workers) return external_fail(r, "no memory for threads. %s", data_remedy(ENOMEM));
    for (size_t p = 0, w = 0; p < n; p++)
        for (int t = 0; t < tasks[p].threads; t++) workers[w++] = (struct worker){r, tasks[p], 0};
    while (started < threads && !r->stop) {
        pthread_mutex_lock(&r->lock);
        r->at_work++;
        pthread_mutex_unlock(&r->lock);
        int number = start(&workers[started]);
        started += number == 0;
        if (number == 0) continue;
        pthread_mutex_lock(&r->lock);
        r->at_work--;
        pthread_mutex_unlock(&r->lock);
        external_fail(r, "the system starts no thread: %s. Let there be fewer workers",
                      strerror(number));
    }
    oversee(r);
    for (size_t w = 0; w < started; w++) pthread_join(workers[w].thread, NULL);
    free(workers);
    return !r->stop;
}
