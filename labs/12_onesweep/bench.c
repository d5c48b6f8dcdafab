/**
 * @file
 * @brief Lab 12 as contenders: stable, keys and pairs.
 */
#include "grader/bench/matrix/matrix.h"
#include "labs/12_onesweep/onesweep.h"

static size_t keys_bytes(const struct job *job) {
    return onesweep_bytes(job->n, 0);
}

static size_t pairs_bytes(const struct job *job) {
    return onesweep_bytes(job->n, 1);
}

static void keys(const struct job *job) {
    onesweep_keys(job->in, job->out, job->n, job->type, job->temp, job->temp_bytes, job->stream);
}

static void pairs(const struct job *job) {
    onesweep_pairs(job->in, job->values_in, job->out, job->values_out, job->n, job->type, job->temp,
                   job->temp_bytes, job->stream);
}

static const struct contender rows[] = {
    {.what = "12 onesweep",
     .types = TYPES_ALL,
     .most = SIZE_MAX,
     .temp_bytes = keys_bytes,
     .run = keys},
    {.what = "12 onesweep",
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
