/**
 * @file
 * @brief Two cases at once, in two threads of which one runs at a time (see child_promises.h).
 */
#include "grader/grade/judge/child_promises.h"

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
static int turn;
static bool goes_on[2];
static __thread int lane;
static __thread bool paired;

static struct half {
    child_case *run;
    void *of;
} second;

int child_lane(void) {
    return lane;
}

/* The mutex is held. */
static void wait_for_turn(void) {
    while (turn != lane) pthread_cond_wait(&turned, &mutex);
}

static void pass_on(void) {
    if (!goes_on[1 - lane]) return;
    turn = 1 - lane;
    pthread_cond_broadcast(&turned);
}

void child_turn(void) {
    if (!paired) return;
    pthread_mutex_lock(&mutex);
    pass_on();
    wait_for_turn();
    pthread_mutex_unlock(&mutex);
}

static void run_half(int which, child_case *run, void *of) {
    lane = which;
    paired = true;
    pthread_mutex_lock(&mutex);
    wait_for_turn();
    pthread_mutex_unlock(&mutex);
    run(of);
    pthread_mutex_lock(&mutex);
    goes_on[which] = false;
    pass_on();
    pthread_mutex_unlock(&mutex);
    paired = false;
}

static void *run_second(void *nothing) {
    run_half(1, second.run, second.of);
    return nothing;
}

void child_pair(child_case *run, void *first, void *other) {
    pthread_t thread;
    turn = 0;
    goes_on[0] = goes_on[1] = true;
    second = (struct half){run, other};
    if (pthread_create(&thread, NULL, run_second, NULL)) abort();
    run_half(0, run, first);
    pthread_join(thread, NULL);
}
