/**
 * @file
 * @brief Lab 10 as a contender: the stable merge sort, beside the library's.
 */
#include "grader/bench/matrix/matrix.h"
#include "labs/10_merge_path/merge_path.h"

static size_t temp_bytes(const struct job *job) {
    return merge_sort_bytes(job->n);
}

static void sort(const struct job *job) {
    merge_sort(job->in, job->out, job->n, job->type, job->temp, job->temp_bytes, job->stream);
}

static const struct contender row = {.what = "10 merge sort",
                                     .roles = ROLE_SLOW,
                                     .types = TYPE_U32,
                                     .most = SIZE_MAX,
                                     .peer = "CUB merge sort",
                                     .temp_bytes = temp_bytes,
                                     .run = sort};

__attribute__((constructor)) static void enter(void) {
    bench_enter(&row);
}
