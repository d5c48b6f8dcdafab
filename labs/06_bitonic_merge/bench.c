/**
 * @file
 * @brief Labs 05 and 06 as contenders: tiles by neighbours, then rounds; and bitonic throughout.
 */
#include "grader/bench/matrix/matrix.h"
#include "labs/05_odd_even_sort/odd_even_sort.h"
#include "labs/06_bitonic_merge/bitonic_merge.h"

static void neighbours_rounds(const struct job *job) {
    sort_tiles_oddeven(job->out, job->n, job->stream);
    merge_runs_bitonic(job->out, job->n, job->stream);
}

static void bitonic(const struct job *job) {
    sort_bitonic(job->out, job->n, job->stream);
}

static const struct contender rows[] = {
    {.what = "05 06 odd-even",
     .roles = ROLE_STAIRS | ROLE_IN_PLACE,
     .types = TYPE_U32,
     .most = 1 << 22,
     .run = neighbours_rounds},
    {.what = "06 bitonic",
     .roles = ROLE_STAIRS | ROLE_IN_PLACE,
     .types = TYPE_U32,
     .most = 1 << 24,
     .run = bitonic},
};

__attribute__((constructor)) static void enter(void) {
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) bench_enter(&rows[i]);
}
