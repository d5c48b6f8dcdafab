/**
 * @file
 * @brief Lab 13, given: what the kernels know of each other, the plan, and sums over a block.
 */
#ifndef SORTLAB_FAST_TABLES_H
#define SORTLAB_FAST_TABLES_H

#include "common/cu.h"
#include "common/tile.h"
#include "fast_sort.h"

/** A warp, whole. */
#define ALL_LANES 0xffffffffu

enum {
    ROUNDS = 6,     /**< of splitting buckets that are too large; 4 suffice */
    FINAL_BITS = 9, /**< so few bits are left: values are counted and written anew */
    VALUES = 1 << FINAL_BITS,
    WIDE_ITEMS = 17400, /**< most keys of a bucket that is finished with wide counters */
    PLAN_THREADS = 1024,
};

/** Arrays that keys lie in. */
enum side { SIDE_IN, SIDE_OUT, SIDE_TEMP, SIDE_ROOMS, SIDES };

/** Keys that agree in all but their lowest `left` bits, too many for one block. */
struct segment {
    place_t start, from, n; /**< as of a bucket */
    uint32_t first_tile;    /**< of all tiles of its round */
    uint32_t first;         /**< its first key */
    uint32_t differ;        /**< bits in which others differ from that */
    uint16_t left, side;
    uint32_t stays; /**< all keys have the next digit in common, too: they are not moved */
};

/** Counts that kernels leave for those behind them; zeros at first. */
struct notes {
    place_t segments[ROUNDS]; /**< of a round: how many, times 2^SEGMENT_SHIFT, and their tiles */
    uint32_t n_small, n_repeats, n_medium, n_valued;
    uint32_t small_taken, repeats_taken, medium_taken,
        valued_taken;                      /**< by blocks that were done early */
    uint32_t fine_buckets, coarse_buckets; /**< not all keys are in one: the partition moves some */
    uint32_t
        misled[3]; /**< by a sample, as the plan, the first and the second partition have seen */
};

enum { SEGMENT_SHIFT = 40 };

/** What every kernel gets. All pointers are the device's. */
struct tables {
    uint32_t *side[SIDES];
    size_t n;
    enum key_type type;
    uint32_t bits_1, bits_2; /**< of the two partitions */
    place_t *bins;           /**< keys of each bucket */
    place_t *starts;         /**< where each begins, and where the last one ends */
    place_t *next_1, *next_2;
    place_t *rooms_1, *rooms_2; /**< in the sampled form: where the room of each bucket begins */
    struct notes *notes;
    struct bucket_list small, repeats, medium; /**< buckets that are to be finished in other ways */
    struct bucket_list valued;                 /**< those with FINAL_BITS bits left, or fewer */
    struct segment *segments[2];               /**< too large for both; of even and of odd rounds */
    place_t *values;                           /**< VALUES counts for each segment, then places */
    uint32_t most;                             /**< keys of a bucket that a block finishes */
};

#ifdef __CUDACC__

/** What a host thread has asked a device already: up to 2^16 keys the host is what a sort waits for. */
struct device_known {
    int device, multiprocessors, block_bytes;
    uint32_t kernels;
    const void *allowed[16]; /**< kernels that may have shared memory, */
    size_t bytes[16];        /**< and so much of it */
};

static inline struct device_known *known_device(void) {
    static thread_local struct device_known known = {-1, 0, 0, 0, {NULL}, {0}};
    int device;
    CU(cudaGetDevice(&device));
    if (device == known.device) return &known;
    known.device = device;
    known.kernels = 0;
    CU(cudaDeviceGetAttribute(&known.multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CU(cudaDeviceGetAttribute(&known.block_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
#ifdef MOST_SHARED // for tests of what a smaller device does
    if (known.block_bytes > MOST_SHARED) known.block_bytes = MOST_SHARED;
#endif
    return &known;
}

/** Multiprocessors of the device. */
static inline uint32_t multiprocessors(void) {
    return (uint32_t)known_device()->multiprocessors;
}

/** Bytes of shared memory that a block may have: 64 KB on a T4, 99 on an RTX 30 to 50, 163 on an A100, 227 since. */
static inline size_t block_bytes(void) {
    return (size_t)known_device()->block_bytes;
}

/** Top bits that are counted at once: COUNT_BITS, or as many as a block has room for. */
static inline uint32_t count_bits(void) {
    uint32_t bits = COUNT_BITS;
    while (sizeof(uint32_t) << bits > block_bytes()) bits--;
    return bits;
}

/** Lets a kernel have so much dynamic shared memory; a device whose blocks may not stops the program. */
static inline void allow_shared(const void *kernel, size_t bytes) {
    struct device_known *known = known_device();
    uint32_t i = 0;
    if (bytes > block_bytes()) {
        fprintf(stderr,
                "fast_sort: a block needs %zu bytes of shared memory; this device has %zu\n", bytes,
                block_bytes());
        exit(EXIT_FAILURE);
    }
    while (i < known->kernels && known->allowed[i] != kernel) i++;
    if (i < known->kernels && known->bytes[i] >= bytes) return;
    CU(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
    if (i == sizeof(known->bytes) / sizeof(known->bytes[0])) return; // asked again each time
    known->allowed[i] = kernel;
    known->bytes[i] = bytes;
    if (i == known->kernels) known->kernels++;
}

/* Early launches need compute capability 9.0 in all that nvcc compiles for: the list of that ascends. */
#define FIRST_OF(first, ...) first
#define LEAST_OF(...)        FIRST_OF(__VA_ARGS__, 0)
#if defined(__SIMT__) || LEAST_OF(__CUDA_ARCH_LIST__) >= 900
#define EARLY_LAUNCHES
#endif

/** What a kernel that launch_early launches does first: waits until the one before it has ended. */
static __device__ __forceinline__ void await_kernel_before(void) {
#ifdef EARLY_LAUNCHES
    cudaGridDependencySynchronize();
#endif
}

/**
 * Launches a kernel that may be set up while the one before it still runs, where the device can. Up to 2^20 keys
 * that saves a seventh of the time.
 */
static inline void launch_early(const void *kernel, uint32_t blocks, uint32_t threads,
                                size_t shared_bytes, cudaStream_t stream, void **arguments) {
    allow_shared(kernel, shared_bytes);
#ifdef EARLY_LAUNCHES
    cudaLaunchAttribute early;
    cudaLaunchConfig_t config = {dim3(blocks), dim3(threads), shared_bytes, stream, &early, 1};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    CU(cudaLaunchKernelExC(&config, kernel, arguments));
#else
    CU(cudaLaunchKernel(kernel, dim3(blocks), dim3(threads), arguments, shared_bytes, stream));
#endif
}

/* One instruction each from compute capability 8.0 on. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#define BY_SHUFFLES
#endif

/** The bits that some lanes have. */
static __device__ __forceinline__ uint32_t warp_or(uint32_t bits) {
#ifdef BY_SHUFFLES
    for (uint32_t step = 1; step < WARP_THREADS; step *= 2)
        bits |= __shfl_xor_sync(ALL_LANES, bits, step);
    return bits;
#else
    return __reduce_or_sync(ALL_LANES, bits);
#endif
}

/** The greatest of the lanes' values. */
static __device__ __forceinline__ uint32_t warp_max(uint32_t value) {
#ifdef BY_SHUFFLES
    for (uint32_t step = 1; step < WARP_THREADS; step *= 2)
        value = max(value, __shfl_xor_sync(ALL_LANES, value, step));
    return value;
#else
    return __reduce_max_sync(ALL_LANES, value);
#endif
}

/** The sum of a value over the lanes up to this one. */
static __device__ __forceinline__ uint32_t warp_scan(uint32_t value) {
    uint32_t lane = threadIdx.x % WARP_THREADS;
    for (uint32_t step = 1; step < WARP_THREADS; step *= 2) {
        uint32_t before = __shfl_up_sync(ALL_LANES, value, step);
        if (lane >= step) value += before;
    }
    return value;
}

/** The sum over the threads before this one; of all in *total. s_sums has a word for each warp. */
static __device__ __forceinline__ uint32_t block_scan(uint32_t value, uint32_t *s_sums,
                                                      uint32_t *total) {
    uint32_t lane = threadIdx.x % WARP_THREADS, warp = threadIdx.x / WARP_THREADS;
    uint32_t warps = blockDim.x / WARP_THREADS, sum = warp_scan(value);
    if (lane == WARP_THREADS - 1) s_sums[warp] = sum;
    __syncthreads(); // the sums of all warps are there
    uint32_t sums = warp_scan(lane < warps ? s_sums[lane] : 0);
    *total = __shfl_sync(ALL_LANES, sums, WARP_THREADS - 1);
    uint32_t before = __shfl_up_sync(ALL_LANES, sums, 1); // of the warps before warp `lane`
    before = __shfl_sync(ALL_LANES, before, warp);
    return sum - value + (warp > 0 ? before : 0);
}

/** The same of places: 64 bits. */
static __device__ place_t block_scan_places(place_t value, place_t *s_sums, place_t *total) {
    uint32_t lane = threadIdx.x % WARP_THREADS, warp = threadIdx.x / WARP_THREADS;
    place_t sum = value, before = 0;
    for (uint32_t step = 1; step < WARP_THREADS; step *= 2) {
        place_t other = __shfl_up_sync(ALL_LANES, sum, step);
        if (lane >= step) sum += other;
    }
    if (lane == WARP_THREADS - 1) s_sums[warp] = sum;
    __syncthreads(); // the sums of all warps are there
    *total = 0;
    for (uint32_t w = 0; w < blockDim.x / WARP_THREADS; w++) {
        if (w == warp) before = *total;
        *total += s_sums[w];
    }
    __syncthreads(); // s_sums may be used again
    return before + sum - value;
}

static __device__ __forceinline__ uint32_t digit_of(uint32_t key, uint32_t shift, uint32_t bits) {
    return (key >> shift) & ((1u << bits) - 1);
}

/** Puts a bucket on a list. */
static __device__ void list_bucket(struct bucket_list list, place_t start, place_t from, uint32_t n,
                                   uint32_t left, uint32_t side) {
    const struct bucket bucket = {start, from, n, (uint16_t)left, (uint16_t)side};
    list.d_buckets[atomicAdd(list.d_n, 1)] = bucket;
}

/**
 * The bucket of a list that a block goes on with behind bucket i: the next that nobody has, since not all take
 * as long. BY_TURNS is for tests, where blocks run one after the other, and the first one would take all.
 */
static __device__ __forceinline__ uint32_t take_bucket(uint32_t i, uint32_t *d_taken,
                                                       uint32_t *s_next) {
#ifdef BY_TURNS
    if (threadIdx.x == 0) *s_next = i + gridDim.x;
#else
    if (threadIdx.x == 0) *s_next = gridDim.x + atomicAdd(d_taken, 1);
#endif
    __syncthreads(); // the bucket is known, and shared memory may be used again
    return *s_next;
}

/** Puts keys that are too many for the fast finish on a list: of the wide one, or of a round. */
static __device__ void hand_on(const struct tables *t, uint32_t round, place_t start, place_t from,
                               place_t n, uint32_t left, uint32_t side) {
    if (n <= t->most) {
        list_bucket(left <= FINAL_BITS ? t->valued : t->medium, start, from, (uint32_t)n, left,
                    side);
        return;
    }
    place_t tiles = (n + PART_TILE - 1) / PART_TILE;
    place_t before = atomicAdd(&t->notes->segments[round], ((place_t)1 << SEGMENT_SHIFT) + tiles);
    struct segment *s = t->segments[round % 2] + (before >> SEGMENT_SHIFT);
    s->n = n;
    s->start = start;
    s->from = from;
    s->first_tile = (uint32_t)before; // tiles are fewer than 2^32
    s->left = (uint16_t)left;
    s->side = (uint16_t)side;
    s->stays = 0;
    s->differ = 0;
}

/** @launch a thread a bin, in blocks of PLAN_THREADS
 *  @shared 256 bytes: a sum of each warp
 *  @cost   8 bytes a bin written three times, and read by all blocks behind its own; 4 barriers
 *  @source Blelloch 1990 (scan) */
static __global__ void plan_kernel(struct tables t) {
    await_kernel_before();
    __shared__ place_t s_sums[WARP_THREADS];
    uint32_t bits = t.bits_1 + t.bits_2, bins = 1u << bits, first = blockIdx.x * PLAN_THREADS;
    uint32_t b = first + threadIdx.x;
    place_t mine = b < bins ? t.bins[b] : 0, sum = 0, before, total;
    for (uint32_t i = threadIdx.x; i < first; i += PLAN_THREADS) sum += t.bins[i];
    block_scan_places(sum, s_sums, &before);
    place_t start = before + block_scan_places(mine, s_sums, &total);
    if (b >= bins) return;
    t.starts[b] = start;
    if (b == bins - 1) t.starts[bins] = t.n;
    bool coarse = b % (1u << t.bits_2) == 0; // a bucket of the first partition begins here
    if (coarse) t.next_1[b >> t.bits_2] = start;
    if (t.bits_2 > 0) t.next_2[b] = start;
    if (start > 0 && start < t.n) { // two buckets meet here
        t.notes->fine_buckets = 1;
        if (coarse) t.notes->coarse_buckets = 1;
    }
    if (mine > BUCKET_ITEMS)
        hand_on(&t, 0, start, start, mine, 32 - bits, mine == t.n ? SIDE_IN : SIDE_TEMP);
}

#endif
#endif
