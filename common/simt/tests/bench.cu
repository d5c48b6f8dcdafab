/**
 * @file
 * @brief What a barrier costs a thread: the CPU runtime beside pthread barriers, on one core.
 *
 *     bench [NAME]     NAME: of a check build; then it is alone
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

/* The same with a store and a load of shared memory between two barriers. */
__global__ void exchange_often(int rounds) {
    __shared__ int s[MOST_THREADS];
    int mine = threadIdx.x;
    for (int i = 0; i < rounds; i += 2) {
        s[threadIdx.x] = mine;
        __syncthreads();
        mine += s[threadIdx.x ^ 1];
        __syncthreads();
    }
}

/* Processor time: other work on the machine is not counted. */
static double now_ns() {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static double kernel_ns(void (*kernel)(int), int threads) {
    int rounds = 4000000 / threads;
    double start = now_ns();
    kernel<<<1, threads>>>(rounds);
    if (cudaDeviceSynchronize() != cudaSuccess) exit(1);
    return (now_ns() - start) / threads / rounds;
}

static double simt_ns(int threads) {
    return kernel_ns(wait_often, threads);
}
static double exchange_ns(int threads) {
    return kernel_ns(exchange_often, threads);
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

int main(int argc, char **argv) {
    char name[2][64];
    const char *of = argc > 1 ? argv[1] : "CPU runtime";
    snprintf(name[0], sizeof name[0], "%s", of);
    snprintf(name[1], sizeof name[1], "  and an access each");
    stay_on_one_core();
    if (argc == 1)
        printf("%-28s %8s %8s %8s   ns of processor time a thread and barrier, median of %d\n",
               "threads a block", "32", "256", "1024", REPEATS);
    const struct {
        const char *name;
        double (*measure)(int);
    } rows[] = {{name[0], simt_ns}, {name[1], exchange_ns}, {"pthread_barrier_wait", pthread_ns}};
    for (int i = 0; i < (argc > 1 ? 2 : 3); i++)
        printf("%-28s %8.1f %8.1f %8.1f\n", rows[i].name, median_ns(rows[i].measure, 32),
               median_ns(rows[i].measure, 256), median_ns(rows[i].measure, 1024));
    return 0;
}
