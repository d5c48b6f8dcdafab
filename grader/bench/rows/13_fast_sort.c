/**
 * @file
 * @brief Lab 13 as a contender: keys of all types.
 */
#include "grader/bench/matrix/matrix.h"
#include "labs/13_fast_sort/fast_sort.h"

static size_t keys_bytes(const struct job *job) {
    return fast_sort_bytes(job->n, FAST_EXACT);
}

static void keys(const struct job *job) {
    fast_sort_keys(job->in, job->out, job->n, job->type, job->temp, job->temp_bytes, job->stream);
}

static const struct contender row = {.what = "13 fast sort",
                                     .types = TYPES_ALL,
                                     .most = SIZE_MAX,
                                     .temp_bytes = keys_bytes,
                                     .run = keys};

__attribute__((constructor)) static void enter(void) {
    bench_enter(&row);
}
