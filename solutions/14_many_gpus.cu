/**
 * @file
 * @brief Lab 14: many devices sort together, with splitters from common counts, and one exchange.
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
    //> TODO 1: set the block's counts to 0. Count the digits of the keys with the prefix: all blocks
    //> together go through the n keys. Then add the block's counts to d_counts.
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

int find_splitter(const struct comm *comm, const uint32_t *d_keys, size_t n, uint64_t place,
                  struct splitter *splitter, cudaStream_t stream) {
    uint64_t own[DIGITS], all[DIGITS], *d_counts = (uint64_t *)cu_alloc(sizeof(own));
    struct splitter s = {0, place, 0, 0}; // wanted: key number s.ties with the prefix s.key
    int error = 0;
    for (int shift = KEY_BITS - DIGIT_BITS; shift >= 0 && !error; shift -= DIGIT_BITS) {
        count_digit(d_keys, n, s.key, shift, d_counts, stream);
        CU(cudaMemcpyAsync(own, d_counts, sizeof(own), cudaMemcpyDeviceToHost, stream));
        CU(cudaStreamSynchronize(stream));
        //> TODO 2: add up the counts of all ranks in `all`. Among the keys with this prefix, which digit
        //> is at index s.ties? Keys with a smaller digit come before it: subtract the sums of all ranks
        //> from s.ties, and add this rank's counts to s.below. Set s.equal and s.key.
        uint32_t digit = 0;
        for (int d = 0; d < DIGITS; d++) all[d] = own[d];
        error = comm->allreduce_sum(comm->context, all, DIGITS);
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

int share_ties(const struct comm *comm, const struct splitter *splitters, size_t n, size_t *from) {
    size_t k = (size_t)comm->ranks - 1;
    uint64_t equal[MAX_RANKS] = {0}, *all = comm_table(comm, k);
    int error = 0;
    from[0] = 0;
    from[k + 1] = n;
    //> TODO 3: gather how many keys equal each splitter on every rank. The lower ranks give their ties
    //> first. Then this rank gives its own, up to the rest. Its cut comes after these ties and after its
    //> keys below the splitter.
    for (size_t i = 0; i < k; i++) equal[i] = splitters[i].equal;
    error = comm->allgather(comm->context, equal, k, all);
    for (size_t i = 0; !error && i < k; i++) {
        uint64_t ties = splitters[i].ties;
        for (int r = 0; r < comm->rank; r++) ties -= size_min(ties, all[(size_t)r * k + i]);
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
    extern __shared__ word64 s_places[]; // counts first, then indices
    //> TODO 4: count the block's keys of each class, and keep each key's rank in its class. For each class
    //> one thread reserves indices for all these keys. Then write each key to its index.
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

/** Sends each rank its part. Receives the parts of all ranks in d_came, one after another. */
static int exchange(const struct comm *comm, const uint32_t *d_parts, const size_t *from,
                    uint32_t *d_came) {
    size_t ranks = (size_t)comm->ranks;
    uint64_t sent[MAX_RANKS], *all = comm_table(comm, ranks);
    size_t to[MAX_RANKS + 1] = {0};
    int error = 0;
    //> TODO 5: gather how many keys every rank sends to every rank. The keys of rank p arrive after the
    //> keys of the ranks before p. Then exchange the keys.
    for (size_t p = 0; p < ranks; p++) sent[p] = from[p + 1] - from[p];
    error = comm->allgather(comm->context, sent, ranks, all);
    for (size_t p = 0; p < ranks && !error; p++)
        to[p + 1] = to[p] + all[p * ranks + (size_t)comm->rank];
    if (!error) error = comm->alltoallv(comm->context, d_parts, from, d_came, to);
    //<
    free(all);
    return error;
}

int sort_together(const struct comm *comm, const uint32_t *d_keys, uint32_t *d_parts, size_t n,
                  uint32_t *d_came, uint32_t *d_out, const struct rank_ops *ops,
                  cudaStream_t stream) {
    int ranks = comm->ranks;
    uint64_t all = n;
    struct splitter splitters[MAX_RANKS];
    size_t from[MAX_RANKS + 1];
    int error = comm->allreduce_sum(comm->context, &all, 1);
    //> TODO 5, continued: find a splitter at the start of each rank's share, except the first. Then make
    //> the parts, exchange them, and sort the keys that arrived. Stop after an error.
    for (int r = 1; r < ranks && !error; r++)
        error =
            find_splitter(comm, d_keys, n, comm_begin(all, r, ranks), splitters + r - 1, stream);
    if (!error) error = share_ties(comm, splitters, n, from);
    if (!error) part(d_keys, n, splitters, (size_t)ranks - 1, d_parts, stream);
    if (!error) error = exchange(comm, d_parts, from, d_came);
    size_t share = (size_t)comm_share(all, comm->rank, ranks);
    if (!error && share > 0) ops->sort(ops->context, d_came, d_out, share, stream);
    //<
    return error;
}
