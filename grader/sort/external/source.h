/**
 * @file
 * @brief IN: keys one part after another, and how it is known that it is still the same.
 */
#ifndef SORTLAB_EXTERNAL_SOURCE_H
#define SORTLAB_EXTERNAL_SOURCE_H

#include "common/data.h"
#include "grader/sort/external/external.h"

struct source;

/** NULL on error. */
struct source *source_open(const struct external_source *what, enum key_type type,
                           struct data_error *error);

/** Keys that are still to come, as data_reader_expect says it. */
uint64_t source_expect(const struct source *s);

/** Keys in all, when so many have been read, as far as that can tell; 0: it cannot. */
uint64_t source_total(const struct source *s, uint64_t read);

/** The next keys, up to `capacity`, and where they end; n = 0 at the end. */
bool source_read(struct source *s, uint32_t *keys, size_t capacity, size_t *n,
                 struct data_place *end, struct data_error *error);

/** Goes on at a place where a source of the same file once was. */
bool source_go(struct source *s, struct data_place place, struct data_error *error);

/**
 * A hash of the file's size, type and format, the time when it last changed and 64 samples: another one where
 * another file has its name, or it was written to. False where it cannot be known: it is a pipe, or no
 * file at all.
 */
bool source_identity(const struct source *s, uint64_t *identity, struct data_error *error);

/** False, with a sentence, when the file has changed since it was opened. Of a pipe nothing is known. */
bool source_is_as_it_was(const struct source *s, struct data_error *error);

void source_close(struct source *s);

#endif
