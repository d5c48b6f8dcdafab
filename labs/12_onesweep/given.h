/**
 * @file
 * @brief Lab 12, given: the struct of a pass, how keys are loaded and stored, and the counts of all
 *        four digits. Only the lab's own .cu file includes it.
 *
 * In a tile each warp has some rows of 32 neighbouring keys, one row after another: SWEEP_ITEMS, or
 * fewer if there are few keys. Lane l has key number l of each row, so lanes read neighbouring keys.
 * Keys of a tile are in the order of their warps. In one warp they are in the order of rows, and in
 * one row in the order of lanes.
 *
 * Arrays in shared memory have a gap of one word behind every 32 words: see spread.
 */
#ifndef SORTLAB_ONESWEEP_GIVEN_H
#define SORTLAB_ONESWEEP_GIVEN_H

#include "common/sort/device/device.h"
#include "onesweep.h"

#ifdef __CUDACC__ // for compilers of kernels

/** Sorts have as many rows as leave so many tiles, if any do. Tests have fewer tiles. */
#ifndef ENOUGH_TILES
#define ENOUGH_TILES 192
#endif
/** So many keys are few: a block reads them all. Tests have fewer. */
#ifndef FEW_KEYS
#define FEW_KEYS (1 << 16)
#endif

enum {
    LANES = 32,
    WARPS = SWEEP_THREADS / LANES,
    WORD = sizeof(uint32_t),
    WINDOW = 4, /**< tiles that are read at once, so that their words arrive together */
    COUNT_THREADS = 1024,
    BATCH = 22,                          /**< values that a thread loads at once */
    ROW_STEP = 8,                        /**< fewer rows than SWEEP_ITEMS are a multiple of that */
    DIGIT_WORDS = RADIX + RADIX / LANES, /**< a word for each digit, with the gaps */
    TILE_WORDS =
        SWEEP_TILE + SWEEP_TILE / LANES, /**< a word for each key of a tile, with the gaps */
    COUNT_ITEMS = 8,
};

/** Keys and their values, on the device. Without values d_values is NULL. */
struct pairs {
    uint32_t *d_keys, *d_values;
};

/** The data of a pass. */
struct pass {
    struct pairs in, out;
    size_t n;
    uint32_t digit, rows; /**< and rows of a warp in each tile */
    enum key_type from,
        to; /**< the first pass maps its input from this type, the last pass its output to it */
    const bin *d_table;    /**< the result of step 1; NULL means look-back */
    const bin *d_starts;   /**< for look-back: RADIX numbers, how many keys have a smaller digit */
    volatile bin *d_words; /**< for look-back: RADIX words a tile, which it publishes */
    unsigned int *d_tickets; /**< for look-back: the number of tiles that are taken */
};

/** The digit of a key. */
static __device__ uint32_t digit_of(uint32_t key, uint32_t digit) {
    return key >> RADIX_BITS * digit & (RADIX - 1);
}

/**
 * The same, in one instruction. The compiler does not see that both are equal. That is useful where a
 * digit is needed twice: otherwise the compiler keeps all digits in registers, and spills.
 */
static __device__ uint32_t byte_of(uint32_t key, uint32_t digit) {
    return __byte_perm(key, 0, 0x4440 + digit);
}

/**
 * Where item i of an array in shared memory is: there is a gap behind every 32 items. Neighbouring keys often have
 * digits that are 8 or 16 apart, as in a picture or a counter. Without the gaps their words would be in a few banks.
 */
static __device__ uint32_t spread(uint32_t i) {
    return i + i / LANES;
}

/** The sum of the values of the threads before this one in the block, of which RADIX have one. */
static __device__ bin sum_before(bin value) {
    __shared__ bin s_sums[COUNT_THREADS / LANES];
    uint32_t lane = threadIdx.x % LANES, warp = threadIdx.x / LANES;
    bin sum = value;
    for (uint32_t reach = 1; reach < LANES; reach *= 2) {
        bin other = __shfl_up_sync(~0u, sum, reach);
        if (lane >= reach) sum += other;
    }
    if (lane == LANES - 1) s_sums[warp] = sum;
    __syncthreads();
    for (uint32_t w = 0; w < RADIX / LANES; w++)
        if (w < warp) sum += s_sums[w];
    return sum - value;
}

/**
 * Returns how many keys of the tile have a digit below threadIdx.x. Adds this number to the digit's
 * words in s_next, one for each warp, so that these words become indices in the tile.
 */
static __device__ uint32_t add_lesser(uint32_t count, uint32_t *s_next) {
    const uint32_t lesser = (uint32_t)sum_before(count);
    for (uint32_t i = spread(threadIdx.x); i < WARPS * DIGIT_WORDS; i += DIGIT_WORDS)
        s_next[i] += lesser;
    __syncthreads(); // all words are indices
    return lesser;
}

/**
 * The status of a published word is in its upper four bits: the pass, and whether the other bits are a
 * count or a sum. A count is of one tile. A sum is of this tile and all tiles before it. Words of
 * earlier passes are smaller than all words of this pass, so they need not be cleared.
 */
enum { COUNT_READY = 1, SUM_READY = 2, STATUS_SHIFT = 60 };

/** The status bits of a count or a sum in this pass, in a word that is else 0. */
static __device__ bin status(const struct pass *p, bin what) {
    return (2 * p->digit + what) << STATUS_SHIFT;
}

/** Publishes a count or a sum of this thread's digit for a tile. */
static __device__ void publish(const struct pass *p, size_t tile, bin what, bin sum) {
    p->d_words[tile * RADIX + threadIdx.x] = status(p, what) + sum;
}

/** In the lab's own file: the tile number of a block. One thread calls it. */
static __device__ uint32_t take_tile(const struct pass *p);

/**
 * What a block does first: it clears DIGIT_WORDS words of each warp in both arrays, waits for the kernel before, and
 * takes a tile. Returns its number.
 */
static __device__ uint32_t begin_tile(const struct pass *p, uint32_t *s_next, uint32_t *s_peers) {
    __shared__ uint32_t s_tile;
    for (uint32_t i = threadIdx.x; i < WARPS * DIGIT_WORDS; i += SWEEP_THREADS)
        s_next[i] = s_peers[i] = 0;
    if (p->n <= FEW_KEYS) let_next_begin(); // multiprocessors are idle: it is set up meanwhile
    await_kernel_before();
    if (threadIdx.x == 0) s_tile = take_tile(p);
    __syncthreads(); // the tile is taken, and all words are 0
    return s_tile;
}

/**
 * Whether all keys may have the same digit. Each thread looks at digit threadIdx.x: no key has a smaller
 * digit, or all keys have one. If this holds in all threads, all keys have the same digit.
 */
static __device__ bool may_be_one_digit(const struct pass *p) {
    bin start = p->d_starts ? p->d_starts[threadIdx.x] : 1;
    return start == 0 || start == p->n;
}

/** The number of keys of a tile. Only the last tile can be short. */
static __device__ uint32_t keys_of_tile(const struct pass *p, size_t tile) {
    const uint32_t most = p->rows * SWEEP_THREADS;
    size_t left = p->n - tile * most;
    return left < most ? (uint32_t)left : most;
}

/** The index in its tile of this thread's key in row 0. In each next row it is LANES more. */
static __device__ uint32_t first_place(const struct pass *p) {
    return threadIdx.x / LANES * (LANES * p->rows) + threadIdx.x % LANES;
}

/** The same in the whole array. */
static __device__ size_t first_index(const struct pass *p, size_t tile) {
    return tile * (p->rows * SWEEP_THREADS) + first_place(p);
}

/** Whether this thread has a key in row r, in a tile of m keys. */
static __device__ bool has_key(const struct pass *p, uint32_t m, uint32_t r) {
    const uint32_t end = min(m, (threadIdx.x / LANES + 1) * LANES * p->rows); // of the warp's keys
    return first_place(p) + r * LANES < end;
}

/** Whether a warp's rows end before row r. Of an unrolled loop, only each ROW_STEP-th turn has to ask. */
static __device__ bool rows_end(const struct pass *p, uint32_t r) {
    return r % ROW_STEP == 0 && r == p->rows;
}

/**
 * Loads the m keys of a tile into registers. The first pass maps them to words in unsigned order. A
 * missing key is replaced by the largest word, which comes after all m keys of the tile.
 */
static __device__ void load_rows(const struct pass *p, size_t tile, uint32_t m, uint32_t *rows) {
    const uint32_t greatest = key_decode(UINT32_MAX, p->from);
    const uint32_t *d_keys = p->in.d_keys + first_index(p, tile);
#pragma unroll
    for (uint32_t r = 0; r < SWEEP_ITEMS; r++)
        rows[r] = has_key(p, m, r) ? d_keys[r * LANES] : greatest;
    if (p->from == KEY_U32) return;
#pragma unroll
    for (uint32_t r = 0; r < SWEEP_ITEMS; r++) rows[r] = key_encode(rows[r], p->from);
}

/** Loads the values of BATCH rows, from row `first` on. All these loads run at once. */
static __device__ void load_values(const struct pass *p, size_t tile, uint32_t m, uint32_t first,
                                   uint32_t *batch) {
    const uint32_t *d_values = p->in.d_values + first_index(p, tile);
#pragma unroll
    for (uint32_t k = 0; k < BATCH; k++)
        batch[k] = has_key(p, m, first + k) ? d_values[(first + k) * LANES] : 0;
}

/** If all keys have the same digit, no key moves: then it copies the tile, and returns true. */
static __device__ bool copy_rows(const struct pass *p, size_t tile, uint32_t m,
                                 const uint32_t *rows) {
    const size_t to = first_index(p, tile);
    if (!__syncthreads_and(may_be_one_digit(p))) return false;
#pragma unroll
    for (uint32_t r = 0; r < SWEEP_ITEMS; r++)
        if (has_key(p, m, r)) p->out.d_keys[to + r * LANES] = key_decode(rows[r], p->to);
    if (!p->in.d_values) return true;
#pragma unroll
    for (uint32_t first = 0; first < SWEEP_ITEMS; first += BATCH) {
        uint32_t batch[BATCH];
        load_values(p, tile, m, first, batch);
#pragma unroll
        for (uint32_t k = 0; k < BATCH; k++)
            if (has_key(p, m, first + k)) p->out.d_values[to + (first + k) * LANES] = batch[k];
    }
    return true;
}

/** Keeps where the key of row r is in s_keys. Two of these share a register, which row r / 2 has left. */
static __device__ void keep_place(uint32_t *rows, uint32_t r, uint32_t place) {
    rows[r / 2] = r % 2 == 0 ? place : rows[r / 2] | place << 16;
}

/**
 * Writes the m keys of s_keys, which are in the order of their digits, to global memory. Key i of digit
 * d goes to s_goes[d] + i. Neighbouring keys mostly have the same digit, so that lanes write to
 * neighbouring words. Keeps the digits for the values, four in a word.
 */
static __device__ void write_keys(const struct pass *p, uint32_t m, const uint32_t *s_keys,
                                  const bin *s_goes, uint32_t *digits) {
#pragma unroll
    for (uint32_t k = 0; k < SWEEP_ITEMS; k++) {
        const uint32_t i = threadIdx.x + k * SWEEP_THREADS;
        if (i >= m) break;
        const uint32_t key = s_keys[spread(i)], digit = byte_of(key, p->digit);
        p->out.d_keys[s_goes[digit] + i] = key_decode(key, p->to);
        digits[k / WORD] = k % WORD == 0 ? digit : digits[k / WORD] | digit << k % WORD * 8;
    }
}

/**
 * Moves the values of a tile like its keys, which have left: through the same words of shared memory.
 * @param kept   what keep_place has kept
 * @param batch  the values of the first BATCH rows, which are loaded already
 * @param digits what write_keys has kept
 */
static __device__ void move_values(const struct pass *p, size_t tile, uint32_t m,
                                   const uint32_t *kept, uint32_t *batch, const uint32_t *digits,
                                   uint32_t *s_values, const bin *s_goes) {
    __syncthreads(); // all keys have left
    // Missing keys have places, too. Who asks for m as loads do lets the compiler load a batch later.
#pragma unroll
    for (uint32_t first = 0; first < SWEEP_ITEMS && first < p->rows; first += BATCH) {
        if (first > 0) load_values(p, tile, m, first, batch);
#pragma unroll
        for (uint32_t k = 0, r = first; k < BATCH; k++, r++)
            if (r < p->rows) s_values[kept[r / 2] >> r % 2 * 16 & 0xffff] = batch[k];
    }
    __syncthreads(); // all values are there
#pragma unroll
    for (uint32_t k = 0; k < SWEEP_ITEMS; k++) {
        const uint32_t i = threadIdx.x + k * SWEEP_THREADS;
        if (i >= m) break;
        p->out.d_values[s_goes[byte_of(digits[k / WORD], k % WORD)] + i] = s_values[spread(i)];
    }
}

/**
 * Counts so many digits of all keys, from `digit` on, with all threads of so many blocks. The caller is in number
 * `block` of these. Each lane has bins of its own, so there are no bank conflicts: bin d of digit p of
 * lane l is word (p * RADIX + d) * 32 + l of s_bins.
 */
static __device__ __forceinline__ void count_keys(const uint32_t *d_keys, size_t n,
                                                  enum key_type type, uint32_t digit,
                                                  uint32_t digits, uint32_t block, uint32_t blocks,
                                                  uint32_t *s_bins) {
    const uint32_t lane = threadIdx.x % LANES, step = COUNT_THREADS * COUNT_ITEMS;
    for (uint32_t i = threadIdx.x; i < digits * RADIX * LANES; i += COUNT_THREADS) s_bins[i] = 0;
    await_kernel_before();
    __syncthreads(); // bins are set to 0
    for (size_t i = (size_t)block * step + threadIdx.x; i < n; i += (size_t)blocks * step) {
        uint32_t keys[COUNT_ITEMS]; // all these loads run at once
#pragma unroll
        for (uint32_t k = 0; k < COUNT_ITEMS; k++)
            keys[k] = i + k * COUNT_THREADS < n ? d_keys[i + k * COUNT_THREADS] : 0;
#pragma unroll
        for (uint32_t k = 0; k < COUNT_ITEMS; k++) {
            if (i + k * COUNT_THREADS >= n) break;
            uint32_t key = key_encode(keys[k], type);
            for (uint32_t p = 0; p < digits; p++)
                atomicAdd(&s_bins[(p * RADIX + byte_of(key, digit + p)) * LANES + lane], 1);
        }
    }
    __syncthreads(); // all keys are counted
}

/** The sum of all lanes' bins number b. */
static __device__ bin sum_lanes(const uint32_t *s_bins, uint32_t b) {
    bin sum = 0;
    for (uint32_t l = 0; l < LANES; l++) sum += s_bins[b * LANES + (l + b) % LANES];
    return sum;
}

/**
 * Counts all four digits of all keys, and reads each key once.
 *
 *  @launch a block an SM, COUNT_THREADS threads
 *  @shared 128 KB: PASSES * RADIX bins for each lane
 *  @cost   4 bytes a key moved, 4 atomics a key in shared memory; 2 barriers
 *  @source Adinets 2022
 */
static __global__ void __launch_bounds__(COUNT_THREADS)
    count_digits_kernel(const uint32_t *d_keys, size_t n, enum key_type type, bin *d_bins) {
    extern __shared__ uint32_t s_bins[];
    count_keys(d_keys, n, type, 0, PASSES, blockIdx.x, gridDim.x, s_bins);
    for (uint32_t b = threadIdx.x; b < PASSES * RADIX; b += COUNT_THREADS) {
        bin sum = sum_lanes(s_bins, b);
        if (sum > 0) atomicAdd(&d_bins[b], sum);
    }
}

/**
 * Turns the counts of each digit into starts: how many keys have a smaller digit.
 *
 *  @launch PASSES blocks, one for each digit, of RADIX threads
 *  @shared 64 bytes: a sum of each warp
 *  @cost   16 bytes a bin, 1 barrier
 *  @source Blelloch 1990
 */
static __global__ void start_digits_kernel(bin *d_bins) {
    bin *d_own = d_bins + blockIdx.x * RADIX + threadIdx.x;
    await_kernel_before();
    *d_own = sum_before(*d_own);
}

/**
 * Finds the starts of one digit of few keys, and sets the other words of temporary memory to 0. So few keys need
 * neither a kernel more nor a memset.
 *
 *  @launch PASSES blocks, one for each digit, of COUNT_THREADS threads
 *  @shared 32 KB: RADIX bins for each lane
 *  @cost   16 bytes a key moved, 4 atomics a key in shared memory, 3 barriers
 *  @source Blelloch 1990
 */
static __global__ void __launch_bounds__(COUNT_THREADS)
    start_few_kernel(const uint32_t *d_keys, size_t n, enum key_type type, bin *d_starts,
                     uint32_t zeros) {
    __shared__ uint32_t s_bins[RADIX * LANES];
    const uint32_t threads = PASSES * COUNT_THREADS,
                   thread = blockIdx.x * COUNT_THREADS + threadIdx.x;
    count_keys(d_keys, n, type, blockIdx.x, 1, 0, 1, s_bins);
    for (uint32_t i = thread; i < zeros; i += threads) d_starts[PASSES * RADIX + i] = 0;
    const bin before = sum_before(threadIdx.x < RADIX ? sum_lanes(s_bins, threadIdx.x) : 0);
    if (threadIdx.x < RADIX) d_starts[blockIdx.x * RADIX + threadIdx.x] = before;
}

/** How many rows of a warp suit n keys: SWEEP_ITEMS, or fewer if there were few tiles for all multiprocessors. */
static inline uint32_t rows_for(size_t n) {
    size_t rows = (n / (ENOUGH_TILES * SWEEP_THREADS) / ROW_STEP + 1) * ROW_STEP;
    return rows < SWEEP_ITEMS ? (uint32_t)rows : SWEEP_ITEMS;
}

/** The number of tiles of n keys in so many rows. */
static inline uint32_t tiles_of_rows(size_t n, uint32_t rows) {
    return (uint32_t)((n + rows * SWEEP_THREADS - 1) / (rows * SWEEP_THREADS));
}

/** Temporary memory of a sort. All of it except keys and values must be 0 before the first pass. */
struct sweep_temp {
    bin *d_starts;           /**< RADIX for each of PASSES digits */
    bin *d_words;            /**< RADIX for each tile, the same words in all passes */
    unsigned int *d_tickets; /**< one for each of PASSES digits */
    size_t zeros;            /**< bytes from d_starts on that must be 0 */
    struct pairs temp;       /**< NULL without values */
    size_t bytes;            /**< of all parts together */
};

/** The parts of d_temp. It may be NULL if only the sizes are needed. */
static inline struct sweep_temp sweep_temp_at(void *d_temp, size_t n, bool pairs) {
    struct sweep_temp t;
    size_t array = (n * sizeof(uint32_t) + 255) / 256 * 256;
    size_t bins = PASSES * RADIX + (size_t)tiles_of_rows(n, rows_for(n)) * RADIX;
    char *bytes = (char *)d_temp;
    t.d_starts = (bin *)bytes;
    t.d_words = t.d_starts + PASSES * RADIX;
    t.d_tickets = (unsigned int *)(t.d_starts + bins);
    t.zeros = bins * sizeof(bin) + 256;
    t.temp.d_keys = (uint32_t *)(bytes + t.zeros);
    t.temp.d_values = pairs ? (uint32_t *)(bytes + t.zeros + array) : NULL;
    t.bytes = t.zeros + array * (pairs ? 2 : 1);
    return t;
}

/** Sets words to 0 as needed, then finds the starts of all four digits of n > 0 keys. */
static inline void count_digits(const uint32_t *d_keys, size_t n, enum key_type type,
                                const struct sweep_temp *t, cudaStream_t stream) {
    const size_t shared = PASSES * RADIX * LANES * sizeof(uint32_t);
    const size_t parts = (n + COUNT_THREADS * COUNT_ITEMS - 1) / (COUNT_THREADS * COUNT_ITEMS);
    const uint32_t blocks = (uint32_t)size_min(parts, multiprocessors());
    void *count[] = {(void *)&d_keys, &n, &type, (void *)&t->d_starts};
    void *start[] = {(void *)&t->d_starts};
    uint32_t zeros = (uint32_t)(t->zeros / sizeof(bin)) - PASSES * RADIX;
    void *few[] = {(void *)&d_keys, &n, &type, (void *)&t->d_starts, &zeros};
    if (n <= FEW_KEYS) {
        launch_early((const void *)start_few_kernel, PASSES, COUNT_THREADS, 0, stream, few);
        return;
    }
    CU(cudaMemsetAsync(t->d_starts, 0, t->zeros, stream));
    launch_early((const void *)count_digits_kernel, blocks, COUNT_THREADS, shared, stream, count);
    launch_early((const void *)start_digits_kernel, PASSES, RADIX, 0, stream, start);
}

/** A pass with look-back, without its arrays. */
static inline struct pass pass_that_sweeps(const struct sweep_temp *t, size_t n, uint32_t digit) {
    struct pass p = {{NULL, NULL}, {NULL, NULL}, n, digit, rows_for(n), KEY_U32, KEY_U32, NULL};
    p.d_starts = t->d_starts + digit * RADIX;
    p.d_words = t->d_words;
    p.d_tickets = t->d_tickets + digit;
    return p;
}

/*
 * These kernels are in the lab's own file.
 */
static __global__ void count_tiles_kernel(const uint32_t *, size_t, uint32_t, bin *, bin *);
static __global__ void scan_segments_kernel(const bin *d_sums, uint32_t tiles, bin *d_table);
static __global__ void move_tiles_kernel(const struct pass p);

void start_tiles(const uint32_t *d_keys, size_t n, uint32_t digit, bin *d_table, bin *d_sums,
                 cudaStream_t stream) {
    const uint32_t tiles = sweep_tiles(n), segments = sweep_segments(n);
    if (n == 0) return;
    CU(cudaMemsetAsync(d_sums, 0, segments * RADIX * sizeof(*d_sums), stream));
    count_tiles_kernel<<<tiles, RADIX, 0, stream>>>(d_keys, n, digit, d_table, d_sums);
    CU_LAUNCHED();
    scan_segments_kernel<<<segments, RADIX, 0, stream>>>(d_sums, tiles, d_table);
    CU_LAUNCHED();
}

/** Launches a block for each tile. Its shared memory has the keys, then the words of peers. */
static inline void launch_pass(const struct pass *p, cudaStream_t stream) {
    const size_t shared = (TILE_WORDS + WARPS * DIGIT_WORDS) * WORD;
    void *arguments[] = {(void *)p};
    launch_early((const void *)move_tiles_kernel, tiles_of_rows(p->n, p->rows), SWEEP_THREADS,
                 shared, stream, arguments);
}

void move_by_table(const uint32_t *d_in, uint32_t *d_out, size_t n, uint32_t digit,
                   const bin *d_table, cudaStream_t stream) {
    struct pass p = {{NULL, NULL}, {d_out, NULL}, n, digit, SWEEP_ITEMS, KEY_U32, KEY_U32, d_table};
    p.in.d_keys = (uint32_t *)d_in; // which is only read
    if (n > 0) launch_pass(&p, stream);
}

void sweep_digit(const uint32_t *d_in, uint32_t *d_out, size_t n, uint32_t digit, void *d_temp,
                 cudaStream_t stream) {
    const struct sweep_temp t = sweep_temp_at(d_temp, n, false);
    struct pass p = pass_that_sweeps(&t, n, digit);
    p.in.d_keys = (uint32_t *)d_in; // which is only read
    p.out.d_keys = d_out;
    p.rows = SWEEP_ITEMS;
    if (n == 0) return;
    count_digits(d_in, n, KEY_U32, &t, stream);
    launch_pass(&p, stream);
}

size_t onesweep_bytes(size_t n, bool pairs) {
    return sweep_temp_at(NULL, n, pairs).bytes;
}

/** In the lab's own file: the passes of a sort, when all digits are counted. */
static void sort_pairs(struct pairs in, struct pairs out, size_t n, enum key_type type,
                       const struct sweep_temp *t, cudaStream_t stream);

void onesweep_pairs(const uint32_t *d_keys_in, const uint32_t *d_values_in, uint32_t *d_keys_out,
                    uint32_t *d_values_out, size_t n, enum key_type type, void *d_temp,
                    size_t temp_bytes, cudaStream_t stream) {
    const struct sweep_temp t = sweep_temp_at(d_temp, n, d_values_in != NULL);
    if (temp_bytes < t.bytes) {
        fflush(stdout);
        fprintf(stderr, "onesweep: %zu keys need %zu bytes of temp memory, and there are %zu\n", n,
                t.bytes, temp_bytes);
        exit(EXIT_FAILURE);
    }
    if (n == 0) return;
    count_digits(d_keys_in, n, type, &t, stream);
    const struct pairs in = {(uint32_t *)d_keys_in, (uint32_t *)d_values_in}; // which are only read
    const struct pairs out = {d_keys_out, d_values_out};
    sort_pairs(in, out, n, type, &t, stream);
}

void onesweep_keys(const uint32_t *d_in, uint32_t *d_out, size_t n, enum key_type type,
                   void *d_temp, size_t temp_bytes, cudaStream_t stream) {
    onesweep_pairs(d_in, NULL, d_out, NULL, n, type, d_temp, temp_bytes, stream);
}

#endif
#endif
