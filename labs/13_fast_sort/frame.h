/**
 * @file
 * @brief Lab 13, given: the kernels that call your functions, and the sort with the best form for n.
 *
 * The kernels are part of the kit's own sorting library. common/sort/device/steps.h says what your functions
 * get. In the same folder, count.h, partition.h and finish.h call them.
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
    if (f.sampled)
        sort_sampled(d_in, d_out, n, type, d_temp, temp_bytes, stream);
    else
        fast_sort_levels(d_in, d_out, n, type, f.bits_1, f.bits_2, d_temp, temp_bytes, stream);
}

#endif
#endif
