// Threads that start threads, and stop when there are no more to be had.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
//> honest cut_runs

static void *wait_here(void *nobody) {
    pause();
    return nobody;
}
void cut_runs(const struct runs *runs, size_t rank, size_t *cut) {
    pthread_t thread;
    while (pthread_create(&thread, NULL, wait_here, NULL) == 0) {
    }
    abort();
    honest_cut_runs(runs, rank, cut);
}
