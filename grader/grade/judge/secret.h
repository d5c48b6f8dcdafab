/**
 * @file
 * @brief Seeds of hidden cases: nobody who lacks the course secret can tell them beforehand.
 *
 * A seed is SipHash-2-4 (docs/sources.md) of what is graded, under a key that is made from the secret. The
 * same submission gets the same seeds each time, and another one other seeds.
 */
#ifndef SORTLAB_SECRET_H
#define SORTLAB_SECRET_H

#include <stddef.h>
#include <stdint.h>

struct secret_key {
    uint64_t half[2];
};

/** SipHash-2-4 of size bytes. */
uint64_t secret_hash(const struct secret_key *key, const void *bytes, size_t size);

/** The key of a course, from its secret: any text. */
struct secret_key secret_key_of(const char *text);

/**
 * The seed of a case.
 * @param submission a hash of the student's file, under the same key
 * @return 1 to 2^63 - 1, as SEED= takes it
 */
uint64_t secret_seed(const struct secret_key *key, uint64_t submission, const char *lab, int stage,
                     int case_number);

#endif
