/**
 * @file
 * @brief Lab 01 as contenders: one core of the host.
 */
#include "grader/bench/matrix/matrix.h"
#include "labs/01_serial_radix/serial_radix.h"

static void by_bits(const struct job *job) {
    radix_sort(job->out, job->out + job->n, job->n);
}

static void by_digits(const struct job *job) {
    radix_sort_digits(job->out, job->out + job->n, job->n);
}

static const struct contender rows[] = {
    {.what = "01 radix by bits",
     .roles = ROLE_HOST | ROLE_IN_PLACE | ROLE_STAIRS,
     .types = TYPE_U32,
     .most = 1 << 24,
     .run = by_bits},
    {.what = "01 radix by digits",
     .roles = ROLE_HOST | ROLE_IN_PLACE | ROLE_STAIRS,
     .types = TYPE_U32,
     .most = 1 << 24,
     .run = by_digits},
};

__attribute__((constructor)) static void enter(void) {
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) bench_enter(&rows[i]);
}
