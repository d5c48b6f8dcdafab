/**
 * @file
 * @brief Whether the learner's code starts threads: the program is linked with --wrap=pthread_create.
 *
 * Where its work is counted, with --wrap of the three others too: how many threads it has at once.
 */
#include "grader/grade/judge/child_threads.h"

#include <pthread.h>
#include <stddef.h>
#include <threads.h>

typedef void *thread_body(void *);
extern int __real_pthread_create(pthread_t *thread, const pthread_attr_t *how, thread_body *body,
                                 void *argument) __attribute__((weak));
extern int __real_pthread_join(pthread_t thread, void **result) __attribute__((weak));
extern int __real_thrd_create(thrd_t *thread, thrd_start_t body, void *argument)
    __attribute__((weak));
extern int __real_thrd_join(thrd_t thread, int *result) __attribute__((weak));
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how, thread_body *body,
                          void *argument);
int __wrap_pthread_join(pthread_t thread, void **result);
int __wrap_thrd_create(thrd_t *thread, thrd_start_t body, void *argument);
int __wrap_thrd_join(thrd_t thread, int *result);

/* The CPU runtime's, where the work of host code is counted. */
extern void simt_host_threads(int more) __attribute__((weak));

static bool started;
static __thread bool starting;

static void count(int more) {
    if (simt_host_threads) simt_host_threads(more);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how, thread_body *body,
                          void *argument) {
    __atomic_store_n(&started, true, __ATOMIC_RELAXED);
    starting = true;
    int error = __real_pthread_create(thread, how, body, argument);
    starting = false;
    count(!error);
    return error;
}

int __wrap_pthread_join(pthread_t thread, void **result) {
    count(-1);
    return __real_pthread_join(thread, result);
}

int __wrap_thrd_create(thrd_t *thread, thrd_start_t body, void *argument) {
    int error = __real_thrd_create(thread, body, argument);
    count(error == thrd_success);
    return error;
}

int __wrap_thrd_join(thrd_t thread, int *result) {
    count(-1);
    return __real_thrd_join(thread, result);
}

bool child_threads_starting(void) {
    return starting;
}

bool child_threads_started(void) {
    return __atomic_exchange_n(&started, false, __ATOMIC_RELAXED);
}
