/**
 * @file
 * @brief Lab 13, given: the kernels that call what you write, and the sort in the form that is best for n.
 *
 * The kernels are those of the kit's own sorting library. What your functions are given stands in
 * common/sort/device/steps.h; how the kernels call them, in count.h, partition.h and finish.h beside it.
 */
#ifndef SORTLAB_FAST_FRAME_H
#define SORTLAB_FAST_FRAME_H

#include "common/sort/device/kernels.h"
#include "fast_sort.h"

#ifdef __CUDACC__

size_t fast_sort_bytes(size_t n, enum fast_form form) {
    return form_bytes(n, form == FAST_SAMPLED);
}

void fast_sort_keys(const uint32_t *d_in, uint32_t *d_out, size_t n, enum key_type type,
                    void *d_temp, size_t temp_bytes, cudaStream_t stream) {
    const struct sort_form f = choose_form(n, temp_bytes);
    (f.sampled ? sort_sampled : fast_sort_levels)(d_in, d_out, n, type, f.bits_1, f.bits_2, d_temp,
                                                  temp_bytes, stream);
}

#endif
#endif
