/**
 * @file
 * @brief Whether the learner's code starts threads: the program is linked with --wrap=pthread_create.
 */
#include "grader/judge/child_threads.h"

#include <pthread.h>
#include <stddef.h>

typedef void *thread_body(void *);
extern int __real_pthread_create(pthread_t *thread, const pthread_attr_t *how, thread_body *body,
                                 void *argument) __attribute__((weak));
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how, thread_body *body,
                          void *argument);

static bool started;
static __thread bool starting;

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how, thread_body *body,
                          void *argument) {
    __atomic_store_n(&started, true, __ATOMIC_RELAXED);
    starting = true;
    int error = __real_pthread_create(thread, how, body, argument);
    starting = false;
    return error;
}

bool child_threads_starting(void) {
    return starting;
}

bool child_threads_started(void) {
    return __atomic_exchange_n(&started, false, __ATOMIC_RELAXED);
}
