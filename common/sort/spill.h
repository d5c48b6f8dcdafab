/**
 * @file
 * @brief A temporary file of 32-bit words, for runs that the host does not hold.
 *
 * Nothing here prints or exits. What can fail returns false (or NULL) and leaves one sentence that
 * names the folder, what happened there and what to do about it.
 */
#ifndef SORTLAB_SPILL_H
#define SORTLAB_SPILL_H

#include "common/data.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Its file has no name, so nothing stays behind however the program ends. */
struct spill;

/** The same, for who reads and writes it himself: an empty file on the folder's disk; -1 on error. */
int spill_file(const char *folder, struct data_error *error);

/** An empty one on the folder's disk; NULL on error. */
struct spill *spill_open(const char *folder, struct data_error *error);

/** Puts n words behind those that are there. After an error these are as they were. */
bool spill_append(struct spill *spill, const uint32_t *words, size_t n, struct data_error *error);

/** Reads n words that have been appended, from the first-th on. */
bool spill_read(struct spill *spill, size_t first, uint32_t *words, size_t n,
                struct data_error *error);

/** Gives the file's space on the disk back. NULL is fine. */
void spill_close(struct spill *spill);

#ifdef __cplusplus
}
#endif
#endif
