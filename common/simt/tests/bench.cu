/**
 * @file
 * @brief What a barrier costs a thread: the CPU runtime beside pthread barriers, on one core.
 */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { REPEATS = 7, MOST_THREADS = 1024 };

__global__ void wait_often(int rounds) {
    for (int i = 0; i < rounds; i++) __syncthreads();
}

static double now_ns() {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static double simt_ns(int threads) {
    int rounds = 4000000 / threads;
    double start = now_ns();
    wait_often<<<1, threads>>>(rounds);
    if (cudaDeviceSynchronize() != cudaSuccess) exit(1);
    return (now_ns() - start) / threads / rounds;
}

static pthread_barrier_t barrier;

static void *wait_as_pthread(void *rounds) {
    for (int i = 0; i < *(int *)rounds; i++) pthread_barrier_wait(&barrier);
    return NULL;
}

static double pthread_ns(int threads) {
    static pthread_t ids[MOST_THREADS];
    int rounds = 20000 / threads;
    pthread_barrier_init(&barrier, NULL, threads);
    double start = now_ns();
    for (int i = 0; i < threads; i++)
        if (pthread_create(&ids[i], NULL, wait_as_pthread, &rounds)) exit(1);
    for (int i = 0; i < threads; i++) pthread_join(ids[i], NULL);
    double ns = (now_ns() - start) / threads / rounds;
    pthread_barrier_destroy(&barrier);
    return ns;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_ns(double (*measure)(int), int threads) {
    double ns[REPEATS];
    measure(threads); /* warms up */
    for (double &one : ns) one = measure(threads);
    qsort(ns, REPEATS, sizeof ns[0], by_size);
    return ns[REPEATS / 2];
}

static void stay_on_one_core() {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(sched_getcpu(), &set);
    sched_setaffinity(0, sizeof set, &set);
}

int main() {
    stay_on_one_core();
    printf("%-28s %8s %8s %8s   ns a thread and barrier, median of %d\n", "threads a block", "32",
           "256", "1024", REPEATS);
    const struct {
        const char *name;
        double (*measure)(int);
    } rows[] = {{"CPU runtime", simt_ns}, {"pthread_barrier_wait", pthread_ns}};
    for (auto &row : rows)
        printf("%-28s %8.1f %8.1f %8.1f\n", row.name, median_ns(row.measure, 32),
               median_ns(row.measure, 256), median_ns(row.measure, 1024));
    return 0;
}
