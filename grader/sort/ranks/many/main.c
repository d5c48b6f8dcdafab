/**
 * @file
 * @brief Sorts keys on several devices of this machine, and checks what they hold in the end.
 *
 *     run-many GPUS peer|nccl [OPTION...]      the options of grader/sort/ranks/work.c
 *
 * A rank is a thread with a device. It takes its part of the keys there while the others take theirs.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/shared/options.h"
#include "grader/sort/ranks/many/team_many.h"
#include "grader/sort/ranks/ranks.h"

static struct request request;

/** Only one rank has the last word; the others end with the process. */
void stop_all(int status, const char *format, ...) {
    static pthread_mutex_t last_word = PTHREAD_MUTEX_INITIALIZER;
    va_list values;
    pthread_mutex_lock(&last_word);
    fflush(stdout);
    fputs("run-many: ", stderr);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    files_abandon();
    _exit(status);
}

/** A CUDA call that failed has said so already, in one of the ranks; the others are still at work. */
static void on_end(int status, void *nothing) {
    (void)nothing;
    if (status == 0) return;
    fflush(stdout);
    files_abandon();
    _exit(status);
}

static int devices_of(const char *text) {
    uint64_t wanted;
    int there = 0;
    if (!options_number(text, 1, MOST_DEVICES, &wanted))
        stop_all(2, "GPUS is '%s'. It must be a number from 1 to %d", text, MOST_DEVICES);
    cudaError_t error = cudaGetDeviceCount(&there);
    if (error)
        stop_all(2, "no GPU can be had: %s. Leave DEV out to run on the CPU",
                 cudaGetErrorString(error));
    if ((int)wanted > there)
        stop_all(2, "GPUS is %d, and this machine has %d. Ask for no more than there are",
                 (int)wanted, there);
    return (int)wanted;
}

static bool is_nccl(const char *text) {
    if (strcmp(text, "peer") != 0 && strcmp(text, "nccl") != 0)
        stop_all(2, "EXCHANGE is '%s'. It can be peer or nccl", text);
    return strcmp(text, "nccl") == 0;
}

static void *start(void *rank) {
    struct comm comm = comm_many_rank((int)(intptr_t)rank);
    work(&comm, &request);
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t threads[MOST_DEVICES];
    if (argc < 3) stop_all(2, "say how many devices, and peer or nccl");
    bool by_nccl = is_nccl(argv[2]);
    argv[2] = argv[0];
    request = request_of(argc - 2, argv + 2);
    int ranks = devices_of(argv[1]);
    files_catch();
    comm_many_open(ranks, request.patience_s * 1000, by_nccl);
    on_exit(on_end, NULL);
    for (int r = 0; r < ranks; r++)
        if (pthread_create(&threads[r], NULL, start, (void *)(intptr_t)r))
            stop_all(2, "the system gives no thread for rank %d. Take fewer GPUs", r);
    for (int r = 0; r < ranks; r++) pthread_join(threads[r], NULL);
    return 0;
}
