/**
 * @file
 * @brief Lab 13 as contenders: keys of all types, in both forms.
 */
#include "grader/bench/matrix/matrix.h"
#include "labs/13_fast_sort/fast_sort.h"

static size_t keys_bytes(const struct job *job) {
    return fast_sort_bytes(job->n, FAST_SAMPLED);
}

static size_t counted_bytes(const struct job *job) {
    return fast_sort_bytes(job->n, FAST_EXACT);
}

static void keys(const struct job *job) {
    fast_sort_keys(job->in, job->out, job->n, job->type, job->temp, job->temp_bytes, job->stream);
}

static const struct contender rows[] = {
    {.what = "13 fast sort",
     .roles = ROLE_AGAIN,
     .types = TYPES_ALL,
     .most = SIZE_MAX,
     .temp_bytes = keys_bytes,
     .run = keys},
    {.what = "13 fast sort; all counted",
     .roles = ROLE_SIZES | ROLE_AGAIN,
     .types = TYPES_ALL,
     .most = SIZE_MAX,
     .temp_bytes = counted_bytes,
     .run = keys,
     .least = FAST_SAMPLED_ITEMS},
};

__attribute__((constructor)) static void enter(void) {
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) bench_enter(&rows[i]);
}
