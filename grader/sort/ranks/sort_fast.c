/**
 * @file
 * @brief A rank sorts its own keys by the kit's library: for the reference.
 */
#include "common/cu.h"
#include "common/size_min.h"
#include "common/sort/device/sort.h"
#include "grader/sort/ranks/slices.h"

size_t room_bytes(size_t n) {
    return sortlab_keys_bytes(n, SORTLAB_U32, SORTLAB_EXACT) + sizeof(struct scratch);
}

struct room room_open(size_t n) {
    struct room room = {.temp_bytes = sortlab_keys_bytes(n, SORTLAB_U32, SORTLAB_EXACT)};
    room.d_temp = cu_alloc(room.temp_bytes);
    room.d_scratch = cu_alloc(sizeof(*room.d_scratch));
    CU(cudaMallocHost((void **)&room.scratch, sizeof(*room.scratch)));
    CU(cudaEventCreateWithFlags(&room.first, cudaEventDisableTiming));
    return room;
}

void room_close(struct room *room) {
    CU(cudaEventDestroy(room->first));
    CU(cudaFreeHost(room->scratch));
    cu_free(room->d_scratch);
    cu_free(room->d_temp);
}

/** Twice the part of a share that evenly spread keys have, but no more than of 16 ranks; and some for few keys. */
size_t over_share(size_t share, int ranks) {
    return size_min(2 * (share / PARTS) * (size_t)ranks, share / 16) + 64;
}

void sort_here(void *room, const uint32_t *d_in, uint32_t *d_out, size_t n, cudaStream_t stream) {
    const struct room *r = room;
    sortlab_must(sortlab_sort_keys(d_in, d_out, n, SORTLAB_U32, r->d_temp, r->temp_bytes, stream));
}
