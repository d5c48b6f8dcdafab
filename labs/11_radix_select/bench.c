/**
 * @file
 * @brief Lab 11 as a contender: the 1,024 least of n keys, beside reading them once.
 */
#include "grader/bench/matrix/matrix.h"
#include "labs/11_radix_select/radix_select.h"

static size_t temp_bytes(const struct job *job) {
    return select_bytes(job->n);
}

static void smallest(const struct job *job) {
    select_smallest(job->in, job->n, job->k, job->type, job->out, job->temp, job->temp_bytes,
                    job->stream);
}

static const struct contender row = {.what = "11 select 1024",
                                     .form = FORM_SELECT,
                                     .types = TYPES_ALL,
                                     .most = SIZE_MAX,
                                     .peer = "read once",
                                     .temp_bytes = temp_bytes,
                                     .run = smallest};

__attribute__((constructor)) static void enter(void) {
    bench_enter(&row);
}
