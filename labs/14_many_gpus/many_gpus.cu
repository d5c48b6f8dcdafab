/**
 * @file
 * @brief Lab 14: many devices sort together: splitters from digits counted by all, one exchange.
 */
#include "many_gpus.h"

#include "common/size_min.h"
#include "parts.h"

enum { THREADS = 256, ITEMS = 8, PART = THREADS * ITEMS, MOST_BLOCKS = 2048 };

/** @launch as many blocks of THREADS threads as there is work for, MOST_BLOCKS at most
 *  @shared 1,024 bytes
 *  @cost   2 barriers and one atomic a key of the prefix in shared memory; reads 4 bytes a key
 *  @source Merrill 2016 */
static __global__ void count_digit_kernel(const uint32_t *d_keys, size_t n, uint32_t prefix,
                                          int shift, word64 *d_counts) {
    __shared__ uint32_t s_counts[DIGITS];
    // TODO 1: clear the block's counts; count the digits of the keys with the prefix, all blocks
    // together stepping through the n keys; then add the block's counts to those of the device.
}

void count_digit(const uint32_t *d_keys, size_t n, uint32_t prefix, int shift, uint64_t *d_counts,
                 cudaStream_t stream) {
    uint32_t blocks = (uint32_t)size_min((n + PART - 1) / PART, MOST_BLOCKS);
    CU(cudaMemsetAsync(d_counts, 0, DIGITS * sizeof(*d_counts), stream));
    if (n == 0) return;
    count_digit_kernel<<<blocks, DIGITS, 0, stream>>>(d_keys, n, prefix, shift, (word64 *)d_counts);
    CU_LAUNCHED();
}

int find_splitter(const struct team *team, const uint32_t *d_keys, size_t n, uint64_t place,
                  struct splitter *splitter, cudaStream_t stream) {
    uint64_t own[DIGITS], all[DIGITS], *d_counts = (uint64_t *)cu_alloc(sizeof(own));
    struct splitter s = {0, place, 0, 0}; // of the keys with the prefix s.key: the s.ties-th
    int error = 0;
    for (int shift = KEY_BITS - DIGIT_BITS; shift >= 0 && !error; shift -= DIGIT_BITS) {
        count_digit(d_keys, n, s.key, shift, d_counts, stream);
        CU(cudaMemcpyAsync(own, d_counts, sizeof(own), cudaMemcpyDeviceToHost, stream));
        CU(cudaStreamSynchronize(stream));
        // TODO 2: let `all` be what all ranks counted. Which digit stands at s.ties, of the keys
        // with this prefix? Those with a lower one are before it, in the team and on this rank.
        (void)all;
        error = place > 0;
    }
    cu_free(d_counts);
    *splitter = s;
    return error;
}

int share_ties(const struct team *team, const struct splitter *splitters, size_t n, size_t *from) {
    size_t k = (size_t)team->ranks - 1;
    uint64_t equal[MOST_TEAM] = {0}, *all = team_table(team, k);
    int error = 0;
    from[0] = 0;
    from[k + 1] = n;
    // TODO 3: gather how many keys equal each splitter, on every rank. The lower ranks take of its
    // ties what they can; this rank takes of the rest what it can; those and the keys below are
    // before its cut.
    for (size_t i = 0; i < k; i++) from[i + 1] = splitters[i].below;
    free(all);
    return error;
}

/** @launch one block of THREADS threads for PART keys
 *  @shared 8 bytes a class
 *  @cost   3 barriers; an atomic a key in shared memory, one a block and class in global memory;
 *          reads the splitters log2(k) times a key, moves 8 bytes a key
 *  @source Sanders 2004 */
static __global__ void part_keys_kernel(const uint32_t *d_keys, size_t n,
                                        const uint32_t *d_splitters, uint32_t k, word64 *d_places,
                                        uint32_t *d_parts) {
    extern __shared__ word64 s_places[]; // counts first, then places
    // TODO 4: count the block's keys of each class and keep each key's rank among them; have one
    // thread for each class take so many places; then every key knows its own.
}

void part_keys(const uint32_t *d_keys, size_t n, const uint32_t *d_splitters, uint32_t k,
               uint64_t *d_places, uint32_t *d_parts, cudaStream_t stream) {
    uint32_t blocks = (uint32_t)((n + PART - 1) / PART), bytes = (2 * k + 1) * sizeof(word64);
    if (n == 0) return;
    part_keys_kernel<<<blocks, THREADS, bytes, stream>>>(d_keys, n, d_splitters, k,
                                                         (word64 *)d_places, d_parts);
    CU_LAUNCHED();
}

/** Sends each rank its part, and receives those of the others behind one another in d_came. */
static int exchange(const struct team *team, const uint32_t *d_parts, const size_t *from,
                    uint32_t *d_came) {
    size_t ranks = (size_t)team->ranks;
    uint64_t sent[MOST_TEAM], *all = team_table(team, ranks);
    size_t to[MOST_TEAM + 1] = {0};
    int error = 0;
    // TODO 5: gather how many keys every rank sends to every other. Those that come from rank p
    // arrive behind those of the ranks before it. Then exchange the keys.
    free(all);
    return error;
}

int sort_together(const struct team *team, const uint32_t *d_keys, uint32_t *d_parts, size_t n,
                  uint32_t *d_came, uint32_t *d_out, const struct rank_road *road,
                  cudaStream_t stream) {
    int ranks = team->ranks;
    uint64_t all = n;
    struct splitter splitters[MOST_TEAM];
    size_t from[MOST_TEAM + 1];
    int error = team->add(team->wire, &all, 1);
    // TODO 5, continued: a splitter where each rank but the first begins; then parts, exchange, and
    // a sort of what has arrived. Nobody goes on after an error.
    return error;
}
