/**
 * @file
 * @brief What no sort and no selection does faster: each key read and written once, or read once.
 */
#include "common/cu.h"
#include "grader/bench/matrix/look.h"
#include "grader/bench/matrix/matrix.h"

static void copy(const struct job *job) {
    CU(cudaMemcpyAsync(job->out, job->in, job->n * sizeof(uint32_t), cudaMemcpyDeviceToDevice,
                       job->stream));
}

static void read_once(const struct job *job) {
    bench_read(job->in, job->n, job->out, job->stream);
}

static const struct contender limits[] = {
    {.what = "copy",
     .form = FORM_COPY,
     .roles = ROLE_LIMIT,
     .types = TYPES_ALL,
     .most = SIZE_MAX,
     .run = copy},
    {.what = "read once",
     .form = FORM_SELECT,
     .roles = ROLE_LIMIT,
     .types = TYPES_ALL,
     .most = SIZE_MAX,
     .run = read_once},
};

__attribute__((constructor)) static void enter(void) {
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) bench_enter(&limits[i]);
}
