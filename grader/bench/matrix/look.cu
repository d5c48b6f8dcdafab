/**
 * @file
 * @brief Verifies on the device (see look.h), so that 2^31 keys need not come to the host.
 */
#include "common/cu.h"
#include "common/hash64.h"
#include "common/tile.h"
#include "grader/bench/matrix/look.h"

enum { LOOK_THREADS = 256, LOOK_BLOCKS = 2048, READ_WORDS = 4 };

/** Of our own choice, and no sort knows it. */
static const uint64_t SECRET = 0x5ca1ab1e0ddba11u;

typedef unsigned long long word64;

__device__ static uint64_t hash_of(uint32_t key, uint32_t value, uint64_t secret) {
    return mix64(((uint64_t)value << 32 | key) ^ secret);
}

/** Adds what the lanes of a warp have; all of them call it. */
__device__ static void add_up(word64 own, word64 *total) {
    for (int away = WARP_THREADS / 2; away > 0; away /= 2)
        own += __shfl_down_sync(0xffffffffu, own, away);
    if (threadIdx.x % WARP_THREADS == 0 && own) atomicAdd(total, own);
}

/**
 * @launch up to LOOK_BLOCKS blocks of LOOK_THREADS threads, each key by one of them
 * @shared none
 * @cost   O(n); reads each key, and each value where there are any, once, and its neighbour from a cache
 * @source none
 */
__global__ static void look_kernel(const uint32_t *keys, const uint32_t *values, uint64_t n,
                                   enum key_type type, enum look_order order, uint64_t secret,
                                   word64 *found) {
    uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    word64 sum = 0, wrong = 0;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        uint32_t key = keys[i], value = values ? values[i] : 0;
        sum += hash_of(key, value, secret);
        if (order == LOOK_ANY || i + 1 == n) continue;
        uint32_t low = key_encode(key, type), high = key_encode(keys[i + 1], type);
        wrong += low > high || (order == LOOK_STABLE && low == high && value > values[i + 1]);
    }
    add_up(sum, &found[0]);
    add_up(wrong, &found[1]);
}

/**
 * @launch as look_kernel
 * @shared none
 * @cost   O(n); reads each key once
 * @source none
 */
__global__ static void place_kernel(const uint32_t *keys, uint64_t n, enum key_type type,
                                    uint32_t key, uint64_t secret, word64 *found) {
    uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    uint32_t place = key_encode(key, type);
    word64 below = 0, equal = 0, sum = 0;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        uint32_t other = key_encode(keys[i], type);
        below += other < place;
        equal += other == place;
        if (other < place) sum += hash_of(keys[i], 0, secret);
    }
    add_up(below, &found[0]);
    add_up(equal, &found[1]);
    add_up(sum, &found[2]);
}

/**
 * @launch as look_kernel
 * @shared none
 * @cost   O(n); reads each key once
 * @source none
 */
__global__ static void last_kernel(const uint32_t *keys, uint64_t n, enum key_type type,
                                   unsigned *last) {
    uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    unsigned own = 0;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        if (key_encode(keys[i], type) > own) own = key_encode(keys[i], type);
    atomicMax(last, own);
}

/**
 * @launch a thread for READ_WORDS words of 16 bytes, LOOK_THREADS a block
 * @shared none
 * @cost   O(n); reads 4 n bytes and writes nothing
 * @source none
 */
__global__ static void read_kernel(const uint4 *words, uint64_t n, uint32_t *word) {
    uint64_t first = (uint64_t)blockIdx.x * LOOK_THREADS * READ_WORDS + threadIdx.x;
    const uint4 none = {0, 0, 0, 0};
    uint32_t mixed = 0;
    uint4 read[READ_WORDS]; // all on their way before the first is looked at
    for (int w = 0; w < READ_WORDS; w++) {
        uint64_t i = first + (uint64_t)w * LOOK_THREADS;
        read[w] = i < n ? words[i] : none;
    }
    for (int w = 0; w < READ_WORDS; w++) mixed |= (read[w].x ^ read[w].y) + (read[w].z ^ read[w].w);
    if (mixed == 0x5eed5eedu) *word = mixed; // hardly ever; but nobody may leave the reading out
}

static unsigned blocks_for(size_t n) {
    size_t blocks = (n + LOOK_THREADS - 1) / LOOK_THREADS;
    return (unsigned)(blocks < LOOK_BLOCKS ? blocks : LOOK_BLOCKS);
}

/** Three words of 0 on the device, of which there is one set in a process. */
static word64 *found_anew(void) {
    static word64 *d_found;
    if (!d_found) d_found = (word64 *)cu_alloc(3 * sizeof(*d_found));
    CU(cudaMemset(d_found, 0, 3 * sizeof(*d_found)));
    return d_found;
}

struct looked bench_look(const uint32_t *d_keys, const uint32_t *d_values, size_t n,
                         enum key_type type, enum look_order order) {
    word64 found[2] = {0, 0};
    if (n > 0) {
        word64 *d_found = found_anew();
        look_kernel<<<blocks_for(n), LOOK_THREADS>>>(d_keys, d_values, n, type, order, SECRET,
                                                     d_found);
        CU_LAUNCHED();
        cu_download(found, d_found, sizeof(found));
    }
    const struct looked looked = {found[0], found[1]};
    return looked;
}

struct placed bench_place(const uint32_t *d_keys, size_t n, enum key_type type, uint32_t key) {
    word64 found[3] = {0, 0, 0};
    word64 *d_found = found_anew();
    place_kernel<<<blocks_for(n), LOOK_THREADS>>>(d_keys, n, type, key, SECRET, d_found);
    CU_LAUNCHED();
    cu_download(found, d_found, sizeof(found));
    const struct placed placed = {found[0], found[1], found[2], mix64(key ^ SECRET)};
    return placed;
}

uint32_t bench_last(const uint32_t *d_keys, size_t n, enum key_type type) {
    unsigned last = 0;
    unsigned *d_last = (unsigned *)found_anew();
    last_kernel<<<blocks_for(n), LOOK_THREADS>>>(d_keys, n, type, d_last);
    CU_LAUNCHED();
    cu_download(&last, d_last, sizeof(last));
    return key_decode(last, type);
}

void bench_read(const uint32_t *d_keys, size_t n, uint32_t *d_word, cudaStream_t stream) {
    size_t fours = n / 4, share = (size_t)LOOK_THREADS * READ_WORDS;
    if (fours == 0) return;
    read_kernel<<<(unsigned)((fours + share - 1) / share), LOOK_THREADS, 0, stream>>>(
        (const uint4 *)d_keys, fours, d_word);
    CU_LAUNCHED();
}
