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
    //> TODO 1: clear the block's counts; count the digits of the keys with the prefix, all blocks
    //> together stepping through the n keys; then add the block's counts to those of the device.
    s_counts[threadIdx.x] = 0;
    __syncthreads(); // all counts are 0 before the first is raised
    for (size_t at = grid_thread(); at < n; at += grid_threads())
        if ((uint64_t)d_keys[at] >> shift >> DIGIT_BITS == prefix)
            atomicAdd(&s_counts[d_keys[at] >> shift & (DIGITS - 1)], 1);
    __syncthreads(); // the block has counted
    if (s_counts[threadIdx.x] > 0) atomicAdd(&d_counts[threadIdx.x], s_counts[threadIdx.x]);
    //<
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
        //> TODO 2: let `all` be what all ranks counted. Which digit stands at s.ties, of the keys
        //> with this prefix? Those with a lower one are before it, in the team and on this rank.
        uint32_t digit = 0;
        for (int d = 0; d < DIGITS; d++) all[d] = own[d];
        error = team->add(team->wire, all, DIGITS);
        for (; digit < DIGITS - 1 && s.ties >= all[digit]; digit++) {
            s.ties -= all[digit];
            s.below += own[digit];
        }
        s.equal = own[digit];
        s.key = s.key << DIGIT_BITS | digit;
        //| (void)all;
        //| error = place > 0;
        //<
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
    //> TODO 3: gather how many keys equal each splitter, on every rank. The lower ranks take of its
    //> ties what they can; this rank takes of the rest what it can; those and the keys below are
    //> before its cut.
    for (size_t i = 0; i < k; i++) equal[i] = splitters[i].equal;
    error = team->gather(team->wire, equal, k, all);
    for (size_t i = 0; !error && i < k; i++) {
        uint64_t ties = splitters[i].ties;
        for (int r = 0; r < team->rank; r++) ties -= size_min(ties, all[(size_t)r * k + i]);
        from[i + 1] = splitters[i].below + size_min(ties, splitters[i].equal);
    }
    //| for (size_t i = 0; i < k; i++) from[i + 1] = splitters[i].below;
    //<
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
    //> TODO 4: count the block's keys of each class and keep each key's rank among them; have one
    //> thread for each class take so many places; then every key knows its own.
    uint32_t keys[ITEMS], classes[ITEMS], ranks[ITEMS];
    for (uint32_t c = threadIdx.x; c <= 2 * k; c += blockDim.x) s_places[c] = 0;
    __syncthreads(); // all are 0 before anybody counts
    for (uint32_t i = 0; i < ITEMS; i++) {
        size_t at = (size_t)blockIdx.x * PART + i * THREADS + threadIdx.x;
        if (at >= n) break;
        keys[i] = d_keys[at];
        classes[i] = class_of(keys[i], d_splitters, k);
        ranks[i] = (uint32_t)atomicAdd(&s_places[classes[i]], 1);
    }
    __syncthreads(); // all are counted
    for (uint32_t c = threadIdx.x; c <= 2 * k; c += blockDim.x)
        if (s_places[c] > 0) s_places[c] = atomicAdd(&d_places[c], s_places[c]);
    __syncthreads(); // and every class has its places
    for (uint32_t i = 0; i < ITEMS; i++)
        if ((size_t)blockIdx.x * PART + i * THREADS + threadIdx.x < n)
            d_parts[s_places[classes[i]] + ranks[i]] = keys[i];
    //<
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
    //> TODO 5: gather how many keys every rank sends to every other. Those that come from rank p
    //> arrive behind those of the ranks before it. Then exchange the keys.
    for (size_t p = 0; p < ranks; p++) sent[p] = from[p + 1] - from[p];
    error = team->gather(team->wire, sent, ranks, all);
    for (size_t p = 0; p < ranks && !error; p++)
        to[p + 1] = to[p] + all[p * ranks + (size_t)team->rank];
    if (!error) error = team->exchange(team->wire, d_parts, from, d_came, to);
    //<
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
    //> TODO 5, continued: a splitter where each rank but the first begins; then parts, exchange, and
    //> a sort of what has arrived. Nobody goes on after an error.
    for (int r = 1; r < ranks && !error; r++)
        error =
            find_splitter(team, d_keys, n, team_begin(all, r, ranks), splitters + r - 1, stream);
    if (!error) error = share_ties(team, splitters, n, from);
    if (!error) part(d_keys, n, splitters, (size_t)ranks - 1, d_parts, stream);
    if (!error) error = exchange(team, d_parts, from, d_came);
    size_t share = (size_t)team_share(all, team->rank, ranks);
    if (!error && share > 0) road->sort(road->sorter, d_came, d_out, share, stream);
    //<
    return error;
}
