/**
 * @file
 * @brief The sorting library as a contender: keys, and pairs, in the way that it chooses itself.
 */
#include "common/sort/device/sort.h"
#include "grader/bench/matrix/matrix.h"

static struct sortlab_order order_of(const struct job *job) {
    return sortlab_ascending((enum sortlab_type)job->type);
}

static size_t keys_bytes(const struct job *job) {
    return sortlab_keys_bytes(job->n, order_of(job), SORTLAB_SAMPLED);
}

static size_t pairs_bytes(const struct job *job) {
    return sortlab_pairs_bytes(job->n, order_of(job), sizeof(uint32_t));
}

static void keys(const struct job *job) {
    sortlab_must(sortlab_sort_keys(job->in, job->out, job->n, order_of(job), job->temp,
                                   job->temp_bytes, job->stream));
}

static void pairs(const struct job *job) {
    sortlab_must(sortlab_sort_pairs(job->in, job->values_in, job->out, job->values_out, job->n,
                                    sizeof(uint32_t), order_of(job), job->temp, job->temp_bytes,
                                    job->stream));
}

static const struct contender rows[] = {
    {.what = "library",
     .types = TYPES_ALL,
     .most = SIZE_MAX,
     .temp_bytes = keys_bytes,
     .run = keys},
    {.what = "library",
     .form = FORM_PAIRS,
     .roles = ROLE_STABLE,
     .types = TYPES_ALL,
     .most = SIZE_MAX,
     .temp_bytes = pairs_bytes,
     .run = pairs},
};

__attribute__((constructor)) static void enter(void) {
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) bench_enter(&rows[i]);
}
