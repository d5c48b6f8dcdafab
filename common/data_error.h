/**
 * @file
 * @brief How sentences about files are made: what happened to which file, and what to do.
 */
#ifndef SORTLAB_DATA_ERROR_H
#define SORTLAB_DATA_ERROR_H

#include "common/data.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Writes the sentence; false, for the caller to return. */
__attribute__((format(printf, 2, 3))) bool data_fail(struct data_error *error, const char *format,
                                                     ...);

/** "cannot DOING 'PATH': " what the system says of the error number, and what to do about it. */
bool data_fail_system(struct data_error *error, const char *doing, const char *path, int number);

/** What to do about an error number of the system. */
const char *data_remedy(int number);

struct data_quote {
    char text[256];
};

/** The first `most` bytes, 252 at most, with a question mark for each one that is not printable ASCII. */
struct data_quote data_quoted(const char *text, size_t length, size_t most);

/** A path, quoted. */
struct data_quote data_quoted_name(const char *path);

#ifdef __cplusplus
}
#endif
#endif
