/**
 * @file
 * @brief Lab 13 as contenders: keys of all types, in both forms; and pairs, whose sort is not stable.
 */
#include "grader/bench/matrix/matrix.h"
#include "labs/13_fast_sort/fast_sort.h"

static size_t keys_bytes(const struct job *job) {
    return fast_sort_bytes(job->n, FAST_SAMPLED);
}

static size_t counted_bytes(const struct job *job) {
    return fast_sort_bytes(job->n, FAST_EXACT);
}

static size_t pairs_bytes(const struct job *job) {
    return fast_sort_pairs_bytes(job->n);
}

static void keys(const struct job *job) {
    fast_sort_keys(job->in, job->out, job->n, job->type, job->temp, job->temp_bytes, job->stream);
}

static void pairs(const struct job *job) {
    fast_sort_pairs(job->in, job->values_in, job->out, job->values_out, job->n, job->type,
                    job->temp, job->temp_bytes, job->stream);
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
    {.what = "13 fast sort",
     .form = FORM_PAIRS,
     .roles = ROLE_AGAIN, // but not ROLE_STABLE
     .types = TYPES_ALL,
     .most = SIZE_MAX,
     .temp_bytes = pairs_bytes,
     .run = pairs},
};

__attribute__((constructor)) static void enter(void) {
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) bench_enter(&rows[i]);
}
