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
    // TODO 1: set the block's counts to 0. Count the digits of the keys with the prefix: all blocks
    // together go through the n keys. Then add the block's counts to d_counts.
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
        // TODO 2: add up the counts of all ranks in `all`. Among the keys with this prefix, which digit
        // is at index s.ties? Keys with a smaller digit come before it: subtract the sums of all ranks
        // from s.ties, and add this rank's counts to s.below. Set s.equal and s.key.
        (void)all;
        error = place > 0;
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
    // TODO 3: gather how many keys equal each splitter on every rank. The lower ranks give their ties
    // first. Then this rank gives its own, up to the rest. Its cut comes after these ties and after its
    // keys below the splitter.
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
    extern __shared__ word64 s_places[]; // counts first, then indices
    // TODO 4: count the block's keys of each class, and keep each key's rank in its class. For each class
    // one thread reserves indices for all these keys. Then write each key to its index.
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
    // TODO 5: gather how many keys every rank sends to every rank. The keys of rank p arrive after the
    // keys of the ranks before p. Then exchange the keys.
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
    // TODO 5, continued: find a splitter at the start of each rank's share, except the first. Then make
    // the parts, exchange them, and sort the keys that arrived. Stop after an error.
    return error;
}
