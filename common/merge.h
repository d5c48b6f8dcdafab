/**
 * @file
 * @brief k sorted runs, and what merges them: the shape in which labs 07 and 08 meet.
 */
#ifndef SORTLAB_MERGE_H
#define SORTLAB_MERGE_H

#include <stddef.h>
#include <stdint.h>

/**
 * k runs, n keys in all. Run r is keys[begin[r]] to keys[end[r] - 1] and ascends; it is empty where
 * begin[r] == end[r]. Runs that lie behind one another need one array of k + 1 offsets, the last one
 * being n: begin = offsets, end = offsets + 1. Places are below 2^40, and below 2^32 where `from` is
 * asked for.
 */
struct runs {
    const uint32_t *keys;
    const size_t *begin, *end;
    size_t k; /**< 0 to 2^32 - 2 */
};

/**
 * Merges the runs, stably: of equal keys those of the lower run come first, and those of one run stay
 * in order. The arrays that are written overlap no other.
 * @param out the n keys, ascending
 * @param from NULL, or n words: from[i] is the place in runs->keys of the key out[i]
 * @return 0, or ENOMEM, and then what out and from hold is undefined
 */
typedef int merge_runs(const struct runs *runs, uint32_t *out, uint32_t *from);

#endif
