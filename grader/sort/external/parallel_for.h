/**
 * @file
 * @brief Work on an array, divided among threads of the host.
 */
#ifndef SORTLAB_PARALLEL_FOR_H
#define SORTLAB_PARALLEL_FOR_H

#include <stddef.h>

enum { MOST_WORKERS = 64 };

/** Works on the n items from `first` on; several threads do so at once. */
typedef void parallel_work(void *context, size_t first, size_t n);

/** How many threads there are when `workers` are asked for; 0: one a core. */
int worker_count(int workers);

/** Into how many ranges parallel_for cuts n items; range i of k begins at item n * i / k. */
size_t parallel_ranges(int threads, size_t n, size_t least);

/**
 * Cuts n items into equal ranges for so many threads, this one too; back when all are done. A thread that the system
 * does not give is done without.
 * @param least items that are worth a thread
 */
void parallel_for(int threads, size_t n, size_t least, parallel_work *work, void *context);

#endif
