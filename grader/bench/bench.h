/**
 * @file
 * @brief The labs' functions, in one shape to be measured in.
 */
#ifndef SORTLAB_BENCH_H
#define SORTLAB_BENCH_H

#include <stddef.h>
#include <stdint.h>

#include "common/stage/make_inputs.h"

enum bench_place { BENCH_HOST, BENCH_DEVICE };

/** What the keys are before: uniform, or those in sorted lists, sorted tiles, or 64 sorted runs. */
enum bench_input { BENCH_ANY, BENCH_LISTS, BENCH_TILES, BENCH_RUNS };

struct bench_row {
    const char *lab;
    int step;
    const char *name;
    /** Works on n keys; spare has room for n. Both lie where the place says. */
    void (*run)(uint32_t *keys, uint32_t *spare, size_t n);
    enum bench_place place;
    enum bench_input input;
};

extern const struct bench_row bench_rows[];
extern const size_t bench_row_count;

void bench_shape(uint32_t *keys, size_t n, enum bench_input input);

#endif
