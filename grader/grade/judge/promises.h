/**
 * @file
 * @brief Promises of a contract about memory, waits and streams: how child and judge speak of a broken one.
 */
#ifndef SORTLAB_PROMISES_H
#define SORTLAB_PROMISES_H

#include "grader/grade/judge/records.h"
#include "grader/grade/judge/result.h"

enum promise_kind {
    PROMISE_KEPT = 1,  /**< memory, a stream or an event was taken and not given back */
    PROMISE_TAKEN,     /**< memory was taken where the contract allows none */
    PROMISE_ROOM,      /**< more host memory was taken than the contract allows */
    PROMISE_WAITED,    /**< the host waited where nobody waits */
    PROMISE_ELSEWHERE, /**< work went into another stream than the one that was given */
    PROMISE_STATIC,    /**< static memory was written, which two calls share */
};

/** What RECORD_PROMISE holds: the first that a case has broken. */
struct record_promise {
    uint32_t kind, bytes, most; /**< most: so many bytes would do */
    char call[52];              /**< "cudaMalloc", or "the launch of sort_kernel" */
    char place[96];             /**< "02_strided_buckets.cu:41"; "" when it is not known */
};

/** Which promise case i has broken, as a sentence; PROMISE_NONE of the kind is 0. */
enum promise_kind promises_broken(const struct records *outputs, uint32_t i, char *text,
                                  size_t size);

#endif
