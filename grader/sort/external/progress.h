/**
 * @file
 * @brief The line that says how far a sort is, and how long it will take.
 */
#ifndef SORTLAB_EXTERNAL_PROGRESS_H
#define SORTLAB_EXTERNAL_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/** NULL where nothing is to be shown, or there is no memory; which is fine everywhere below. */
struct progress;

struct progress *progress_start(bool shown);

/** A phase begins: `done` keys of `all` lie behind us, 0 where nobody knows how many there are. */
void progress_phase(struct progress *p, const char *phase, uint64_t done, uint64_t all);

/** Shows the line, now and then: a terminal has it in place, a file line after line. */
void progress_show(struct progress *p, uint64_t done, uint64_t all);

/** Takes the line away. */
void progress_end(struct progress *p);

#endif
