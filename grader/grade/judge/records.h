/**
 * @file
 * @brief How judge and child speak: a file of named arrays, written once from front to back.
 *
 * Each record is a header and its words. The judge trusts nothing that it reads here: a record that
 * does not fit the file ends the reading.
 */
#ifndef SORTLAB_RECORDS_H
#define SORTLAB_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RECORD_NAME = 24, RECORDS_MOST = 1 << 16 };

/** Names that are not arrays of a stage. */
#define RECORD_CASE    "(case)" /**< one struct record_case: the case that the next records are of */
#define RECORD_BEGIN   "(begin)"   /**< child: the learner's code is called for this case */
#define RECORD_END     "(end)"     /**< child: it came back, after so many microseconds */
#define RECORD_THREADS "(threads)" /**< child, of host code that is checked: it has started some */
#define RECORD_INPUT   "(input)" /**< child: one struct record_input: an input is another one now */
#define RECORD_PROMISE "(promise)" /**< child: one struct record_promise (promises.h) */
#define RECORD_LAUNCH                                                                              \
    "(launch)" /**< child: one struct record_launch; of the first RECORD_LAUNCHES of a case */

struct record {
    char name[RECORD_NAME];
    uint32_t of_case; /**< index of the case in this run */
    uint32_t unused;
    uint64_t count; /**< words that follow */
};

/** A case, as the child gets it: without the seed, from which it could tell what comes next. */
struct record_case {
    uint32_t n, dist, param, unused;
};

/** The first place of an input that the learner's code has changed. */
struct record_input {
    char name[RECORD_NAME];
    uint32_t place, was, is;
};

/** A launch by the learner's code, as it was asked for. */
enum { RECORD_LAUNCHES = 3 };
struct record_launch {
    char kernel[48]; /**< "": not known */
    uint32_t grid[3], block[3];
    uint32_t shared; /**< bytes of dynamic shared memory */
    uint32_t refused;
};

/** Appends a record; false when it could not be written whole. */
bool record_write(int fd, const char *name, uint32_t of_case, const void *words, uint64_t count);

/** A file of records in memory. */
struct records {
    const unsigned char *bytes;
    size_t size;
};

/** Maps what the descriptor holds, read-only; an empty one when it cannot. */
struct records records_map(int fd);
void records_unmap(struct records *r);

/** The last record of that name and case, its words unaligned-safe to read; NULL: none. */
const struct record *records_find(const struct records *r, const char *name, uint32_t of_case);

/** The record behind this one, or the first; NULL: there is no more. */
const struct record *records_next(const struct records *r, const struct record *record);

/** Whether there are few enough of them to look through: an honest child writes some for each case. */
bool records_few(const struct records *r);

static inline const uint32_t *record_words(const struct record *record) {
    return (const uint32_t *)(record + 1);
}

#endif
