/**
 * @file
 * @brief The launches of a sort but for the count's and the partitions', which stand beside their kernels.
 *
 * All guards are launched, and leave at once when there is nothing for them to do, so that the host need not ask.
 */
#ifndef SORTLAB_DEVICE_LAUNCHES_H
#define SORTLAB_DEVICE_LAUNCHES_H

#include "common/sort/device/repeats.h"
#include "common/sort/device/layout.h"
#include "common/sort/device/split.h"
#include "common/sort/device/stable.h"
#include "common/sort/device/wide.h"

#ifdef __CUDACC__

/** Makes all counts 0. */
static inline void empty_notes(struct tables t, cudaStream_t stream) {
    size_t bins = sizeof(place_t) << (t.bits_1 + t.bits_2);
    CU(cudaMemsetAsync(t.notes, 0, sizeof(*t.notes) + bins, stream));
}

static inline void launch_plan(struct tables t, cudaStream_t stream) {
    uint32_t bins = 1u << (t.bits_1 + t.bits_2);
    void *arguments[] = {&t};
    launch_early((const void *)plan_kernel, (bins + PLAN_THREADS - 1) / PLAN_THREADS, PLAN_THREADS,
                 0, stream, arguments);
}

static inline void launch_split(struct tables t, cudaStream_t stream) {
    void *arguments[] = {&t};
    uint32_t blocks = (uint32_t)size_min(2 * multiprocessors(), t.n / PART_TILE + 1);
    allow_shared((const void *)split_kernel, sizeof(struct split_shared));
    CU(cudaLaunchCooperativeKernel((const void *)split_kernel, dim3(blocks), dim3(PART_THREADS),
                                   arguments, sizeof(struct split_shared), stream));
}

static inline void launch_wide(struct tables t, struct bucket_list list, uint32_t *d_taken,
                               uint32_t blocks, uint32_t threads, cudaStream_t stream) {
    void *arguments[] = {&t, &list, &d_taken};
    if (wide_threads() == 0) return launch_stable(t, list, blocks, stream);
    launch_early((const void *)wide_kernel, blocks, threads, wide_bytes(threads), stream,
                 arguments);
}

/** Finishes what is on lists: what was split, what repeats, and what is of middle size. */
static inline void launch_lists(struct tables t, cudaStream_t stream) {
    uint32_t most = (uint32_t)size_min(multiprocessors(), t.n / 512 + 1);
    if (t.n > FEW_LAUNCHES) {
        void *arguments[] = {&t};
        launch_early((const void *)finish_list_kernel, 2 * most, FINISH_THREADS,
                     sizeof(struct finish_shared), stream, arguments);
        launch_early((const void *)repeats_kernel, 2 * most, FINISH_THREADS,
                     sizeof(struct finish_shared), stream, arguments);
        launch_values(t, 4 * most, stream);
    }
    launch_wide(t, t.medium, &t.notes->medium_taken, most, wide_threads(), stream);
}

/** Sorts up to t.most keys, in one block. */
static inline void launch_small(struct tables t, cudaStream_t stream) {
    uint32_t threads = t.n <= BUCKET_ITEMS ? WIDE_THREADS / 2 : WIDE_THREADS;
    const struct bucket_list none = {NULL, NULL};
    void *arguments[] = {&t};
    if (wide_threads() == 0) return launch_stable(t, none, 1, stream);
    launch_early((const void *)small_kernel, 1, threads, wide_bytes(threads), stream, arguments);
}

#endif
#endif
