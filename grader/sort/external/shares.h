/**
 * @file
 * @brief Work on an array, shared out to threads of the host.
 */
#ifndef SORTLAB_ROAD_SHARES_H
#define SORTLAB_ROAD_SHARES_H

#include <stddef.h>

/** Works on the n items from `first` on; several threads do so at once. */
typedef void share_work(void *context, size_t first, size_t n);

/** How many threads there are when `workers` are asked for; 0: one a core. */
int shares_threads(int workers);

/**
 * Cuts n items into equal shares for so many threads, this one too; back when all are done. A thread that the system
 * does not give is done without.
 * @param least items that are worth a thread
 */
void shares_do(int threads, size_t n, size_t least, share_work *work, void *context);

#endif
