/** @file
 *  @brief cub::CacheModifiedOutputIterator: see cache_modified_input_iterator.cuh. */
#include "cache_modified_input_iterator.cuh"
