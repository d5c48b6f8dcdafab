/**
 * @file
 * @brief The vocabulary of the matrix: who is measured, on what, and what came out.
 */
#ifndef SORTLAB_BENCH_MATRIX_H
#define SORTLAB_BENCH_MATRIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cuda_runtime.h>

#include "common/keys.h"
#include "grader/bench/matrix/fill.h"

#ifdef __cplusplus
extern "C" {
#endif

enum form { FORM_KEYS, FORM_PAIRS, FORM_SELECT, FORM_COPY, FORMS };

/** What a contender gets: arrays of the device, or for one of the host all of them there. */
struct job {
    const uint32_t *in, *values_in;
    uint32_t *out, *values_out;
    size_t n, k; /**< keys; and of a selection the k least */
    enum key_type type;
    void *temp;
    size_t temp_bytes;
    cudaStream_t stream;
};

enum {
    ROLE_PEER = 1,      /**< not ours: what ours are measured against */
    ROLE_LIMIT = 2,     /**< no sort at all: what a device cannot do faster */
    ROLE_IN_PLACE = 4,  /**< sorts `out`, which holds the input */
    ROLE_STABLE = 8,    /**< of pairs: equal keys keep their order */
    ROLE_HOST = 16,     /**< works on the host, and is timed by its clock */
    ROLE_STAIRS = 32,   /**< too slow but for the staircase */
    ROLE_OWN_TEMP = 64, /**< takes memory itself, so that nobody knows how much */
    ROLE_SLOW = 128,    /**< of keys that are not uniform no more than 2^24 are worth the time */
    ROLE_SIZES = 256,   /**< another form of what is everywhere: takes part by size alone */
    ROLE_AGAIN = 512,   /**< run a thousand times: some bugs do not come every time */
};

enum { TYPE_U32 = 1 << KEY_U32, TYPE_I32 = 1 << KEY_I32, TYPE_F32 = 1 << KEY_F32, TYPES_ALL = 7 };

struct contender {
    const char *what; /**< without a comma; ours are "library", or begin with the numbers of their labs */
    enum form form;
    unsigned roles, types;
    size_t most;      /**< keys that it can do, or does in a time that one can wait for */
    const char *peer; /**< the `what` of whom it is measured against; NULL: the fastest peer */
    size_t (*temp_bytes)(const struct job *job); /**< NULL for none */
    void (*run)(const struct job *job);
    size_t least; /**< of fewer keys it does the same as another contender; 0 for most */
};

/** Called before main by the file of each contender; it has to stay where it is. */
void bench_enter(const struct contender *contender);

/** The i-th by name, from 0, or NULL behind the last. */
const struct contender *bench_contender(size_t i);

/** One cell of the matrix. */
struct trial {
    const char *shape;
    enum form form;
    enum key_type type;
    const struct dist *dist;
    size_t n;
    unsigned roles; /**< of those that take part only in some; with ROLE_AGAIN nobody else does */
};

struct matrix {
    FILE *csv;
    int warmups, repeats; /**< repeats up to MOST_REPEATS */
    double copy_gb_s; /**< bytes read and written by a copy on the device; 0: not measured yet */
    int rows, wrong, left_out;
};

enum { MOST_REPEATS = 1000 };

/** Measures all that can do the trial, on the same inputs in turn, and writes a row for each. */
void bench_trial(struct matrix *matrix, const struct trial *trial);

extern const char *const bench_forms[FORMS];

#ifdef __cplusplus
}
#endif
#endif
