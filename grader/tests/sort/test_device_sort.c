/**
 * @file
 * @brief grader/sort/device/device_engine.h: it sorts by every strategy, whatever the keys are, within its budget; and
 *        copies and sorts are on their way at once.
 */
#include "grader/sort/device/device_engine.h"

#include <stdlib.h>
#include <string.h>

#include "common/cu.h"
#include "common/data.h"
#include "common/sort/device/sort.h"
#include "common/tests/unit.h"
#include "grader/sort/device/device_parts.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { MOST = 30000, PIECE = 4096, DEVICE_BYTES = 4 << 20, ALL_BYTES = 64 << 20 };

static char error[640];
static enum key_type type_of_order;

static int compare(const void *a, const void *b) {
    uint32_t x = key_encode(*(const uint32_t *)a, type_of_order);
    uint32_t y = key_encode(*(const uint32_t *)b, type_of_order);
    return (x > y) - (x < y);
}

/** Keys in pinned or in other memory, with a word behind them that nobody may touch. */
static uint32_t *array_new(size_t n, bool pinned) {
    uint32_t *keys = NULL;
    if (pinned)
        CU(cudaMallocHost((void **)&keys, (n + 1) * sizeof(*keys)));
    else
        keys = malloc((n + 1) * sizeof(*keys));
    if (!keys) abort();
    memset(keys, 0x5a, (n + 1) * sizeof(*keys));
    return keys;
}

static bool array_end(uint32_t *keys, size_t n, bool pinned) {
    bool whole = keys[n] == 0x5a5a5a5a;
    if (pinned)
        CU(cudaFreeHost(keys));
    else
        free(keys);
    return whole;
}

/** The engine sorts n keys of a distribution as qsort does. */
static bool sorts(struct sort_engine *engine, size_t n, enum data_dist dist, enum key_type type,
                  bool pinned) {
    uint32_t *keys = array_new(n, pinned), *scratch = array_new(n, pinned), *want;
    want = malloc((n + 1) * sizeof(*want));
    if (!want) abort();
    data_fill(keys, n, dist, n + type);
    memcpy(want, keys, n * sizeof(*want));
    type_of_order = type;
    qsort(want, n, sizeof(*want), compare);
    bool ok = engine->sort(engine->self, keys, scratch, n, error);
    ok = ok && memcmp(keys, want, n * sizeof(*want)) == 0;
    free(want);
    bool whole = array_end(keys, n, pinned);
    return array_end(scratch, n, pinned) && whole && ok;
}

static struct sort_engine opened(enum merge_strategy strategy, enum key_type type, int workers,
                                 size_t slice) {
    const struct device_options options = {type,     MOST,  DEVICE_BYTES, workers,
                                           strategy, PIECE, slice};
    struct sort_engine engine;
    if (!device_engine_open(&options, &engine, error)) {
        puts(error);
        abort();
    }
    return engine;
}

static void sorts_all(enum merge_strategy strategy, enum key_type type) {
    struct sort_engine engine = opened(strategy, type, 3, PIECE);
    for (int d = 0; d < DATA_LITERAL; d += 1 + (type != KEY_U32 && d + 1 != DATA_FLOATS))
        CU_ASSERT(sorts(&engine, MOST - 7 * (size_t)d, (enum data_dist)d, type, d % 3 != 0));
    device_engine_close(&engine);
}

static void all_types_and_distributions(void) {
    for (int i = MERGE_HELD; i < MERGE_STRATEGIES; i++)
        for (int type = 0; type < KEY_TYPES; type++)
            sorts_all((enum merge_strategy)i, (enum key_type)type);
}

static void odd_sizes(void) {
    static const size_t sizes[] = {0,    1,    2,    33,   4095, 4096,  4097,
                                   8191, 8192, 8193, 4352, 4353, 16385, 28672};
    for (int i = MERGE_HELD; i < MERGE_STRATEGIES; i++) {
        struct sort_engine engine = opened((enum merge_strategy)i, KEY_U32, 3, 2 * PIECE);
        for (size_t n = 0; n < COUNT(sizes); n++) {
            CU_ASSERT(sorts(&engine, sizes[n], DATA_UNIFORM, KEY_U32, n % 2));
            CU_ASSERT(sorts(&engine, sizes[n], DATA_MAX, KEY_U32, true));
        }
        device_engine_close(&engine);
    }
}

/*
 * At once
 */

/** What is seen when work on the device begins: has other work been done before it, or not yet? */
static struct {
    const struct device *device;
    const uint32_t *keys, *scratch;
    size_t n, sorts, merges, begin[MOST_RUNS + 1];
    int came_early, left_late, merged_early;
} watch;

static bool untouched(const uint32_t *array, size_t place) {
    return array[place] == 0x5a5a5a5a;
}

static void see_sort(void *number) {
    size_t r = (size_t)number, next = watch.begin[r + 1];
    const uint32_t *place = watch.device->d_words + watch.device->plan.at.arrive[(r + 1) % 2];
    if (next < watch.n) watch.came_early += *place == watch.keys[next];
    if (r > 0) watch.left_late += untouched(watch.scratch, watch.begin[r - 1]);
}

static void see_merge(void *number) {
    size_t s = (size_t)number;
    static uint32_t before;
    if (s > 0) watch.merged_early += watch.keys[(s - 1) * PIECE] == before;
    before = watch.keys[s * PIECE];
}

enum sortlab_status __real_sortlab_sort_keys(const void *d_in, void *d_out, size_t n,
                                             struct sortlab_order by, void *d_temp,
                                             size_t temp_bytes, cudaStream_t stream);
enum sortlab_status __wrap_sortlab_sort_keys(const void *d_in, void *d_out, size_t n,
                                             struct sortlab_order by, void *d_temp,
                                             size_t temp_bytes, cudaStream_t stream);

/** The linker leads all calls of the library's sort here. */
enum sortlab_status __wrap_sortlab_sort_keys(const void *d_in, void *d_out, size_t n,
                                             struct sortlab_order by, void *d_temp,
                                             size_t temp_bytes, cudaStream_t stream) {
    if (watch.device) CU(cudaLaunchHostFunc(stream, see_sort, (void *)watch.sorts++));
    return __real_sortlab_sort_keys(d_in, d_out, n, by, d_temp, temp_bytes, stream);
}

void __real_device_merge_slice(const struct slice_pieces *pieces, const struct merge_buffers *room,
                               enum key_type type, cudaStream_t stream);
void __wrap_device_merge_slice(const struct slice_pieces *pieces, const struct merge_buffers *room,
                               enum key_type type, cudaStream_t stream);

void __wrap_device_merge_slice(const struct slice_pieces *pieces, const struct merge_buffers *room,
                               enum key_type type, cudaStream_t stream) {
    if (watch.device) CU(cudaLaunchHostFunc(stream, see_merge, (void *)watch.merges++));
    __real_device_merge_slice(pieces, room, type, stream);
}

/** With lazy streams all that no event holds back happens in any order. */
static void copies_beside_sorts(enum merge_strategy strategy) {
    struct sort_engine engine = opened(strategy, KEY_U32, 1, PIECE);
    uint32_t *keys = array_new(MOST, true), *scratch = array_new(MOST, true);
    memset(&watch, 0, sizeof(watch));
    data_fill(keys, MOST, DATA_UNIFORM, 5);
    watch.device = engine.self;
    watch.keys = keys;
    watch.scratch = scratch;
    watch.n = MOST;
    device_cut_chunks(device_engine_plan(&engine), MOST, watch.begin);
    CU_ASSERT(engine.sort(engine.self, keys, scratch, MOST, error));
    watch.device = NULL;
    CU_ASSERT(array_end(keys, MOST, true) && array_end(scratch, MOST, true));
    device_engine_close(&engine);
}

static void work_at_once(void) {
    copies_beside_sorts(MERGE_BOTH);
    CU_ASSERT(watch.came_early > 0);
    CU_ASSERT(watch.left_late > 0);
    copies_beside_sorts(MERGE_HELD);
    CU_ASSERT(watch.came_early > 0);
    CU_ASSERT(watch.merged_early > 0);
}

/*
 * Plans, and what is not there
 */

static struct device_layout planned(size_t n, size_t budget) {
    const struct device_options options = {.most_keys = n, .workers = 16};
    struct device_layout plan;
    CU_ASSERT(device_lay_out(&options, budget, &plan, error));
    CU_ASSERT(plan.device_bytes <= budget);
    CU_ASSERT(plan.runs <= MOST_RUNS);
    size_t begin[MOST_RUNS + 1];
    CU_ASSERT(device_cut_chunks(&plan, n, begin) == plan.runs);
    for (size_t r = 0; r < plan.runs; r++)
        CU_ASSERT(begin[r] < begin[r + 1] && begin[r + 1] - begin[r] <= plan.chunk);
    return plan;
}

static void plans(void) {
    const size_t giga = (size_t)1 << 30, n = (size_t)4000000000;
    for (size_t keys = 1; keys < n; keys = keys * 3 + 1)
        for (size_t budget = keys / 4 + (1 << 20); budget < 130 * giga; budget *= 3)
            planned(keys, budget);
    CU_ASSERT(planned(n, 18 * giga).strategy == MERGE_HELD);
    CU_ASSERT(planned(n, 16 * giga).strategy == MERGE_HELD);
    CU_ASSERT(planned(n, 8 * giga).strategy == MERGE_BOTH);
    CU_ASSERT(planned(30000000000, 130 * giga).strategy == MERGE_HELD);
}

/** The chunks that n keys are cut into, where a chunk has 4096. */
static void cuts(enum merge_strategy strategy, size_t n, const size_t *sizes, size_t k) {
    const struct device_layout layout = {.strategy = strategy, .chunk = 4096};
    size_t begin[MOST_RUNS + 1];
    CU_ASSERT_EQUAL(device_cut_chunks(&layout, n, begin), k);
    for (size_t i = 0; i < k; i++) CU_ASSERT_EQUAL(begin[i + 1] - begin[i], sizes[i]);
    CU_ASSERT_EQUAL(begin[0], 0);
}

/** Where runs go back, chunks are small at both ends, once there are keys of four whole chunks. */
static void chunks_ramp_up_and_down(void) {
    static const size_t few[] = {4096, 4096, 4096, 4095};
    static const size_t four[] = {512, 512, 1024, 2048, 4096, 4096, 2048, 1024, 512, 512};
    static const size_t more[] = {512,  512, 1024, 2048, 4096, 4096,
                                  4096, 616, 2048, 1024, 512,  512};
    static const size_t held[] = {4096, 4096, 4096, 4096, 616};
    cuts(MERGE_BOTH, 16383, few, COUNT(few));
    cuts(MERGE_BOTH, 16384, four, COUNT(four));
    cuts(MERGE_BOTH, 21096, more, COUNT(more));
    cuts(MERGE_HELD, 17000, held, COUNT(held));
}

static void too_small_a_budget(void) {
    struct device_options options = {.most_keys = MOST, .device_bytes = 9999};
    struct sort_engine engine;
    unsigned long long least_bytes = 0;
    CU_ASSERT(!device_engine_open(&options, &engine, error));
    const char *least_text = strstr(error, "Give ");
    CU_ASSERT(least_text && sscanf(least_text, "Give %llu at least", &least_bytes) == 1);
    options.device_bytes = (size_t)least_bytes - 1;
    CU_ASSERT(!device_engine_open(&options, &engine, error));
    options.device_bytes++;
    CU_ASSERT(device_engine_open(&options, &engine, error));
    CU_ASSERT(sorts(&engine, MOST, DATA_FEW, KEY_U32, true));
    CU_ASSERT(!sorts(&engine, MOST + 1, DATA_FEW, KEY_U32, true));
    CU_ASSERT_PTR_NOT_NULL(strstr(error, "30001 keys are more than the 30000"));
    device_engine_close(&engine);
}

static void memory_that_is_taken(void) {
    const struct device_options options = {.most_keys = MOST, .device_bytes = DEVICE_BYTES};
    struct sort_engine engine;
    void *d_taken = cu_alloc(ALL_BYTES - (64 << 10));
    CU_ASSERT(!device_engine_open(&options, &engine, error));
    CU_ASSERT_PTR_NOT_NULL(strstr(error, "the device gives no"));
    CU_ASSERT_PTR_NOT_NULL(strstr(error, "another program"));
    CU_ASSERT_PTR_NULL(engine.self);
    cu_free(d_taken);
    CU_ASSERT(device_engine_open(&options, &engine, error));
    CU_ASSERT(sorts(&engine, MOST, DATA_UNIFORM, KEY_U32, true));
    device_engine_close(&engine);
}

static bool host_is_full;

cudaError_t __real_simt_malloc_host(void **pointer, size_t bytes, unsigned int flags);
cudaError_t __wrap_simt_malloc_host(void **pointer, size_t bytes, unsigned int flags);

/** And all calls of cudaMallocHost here. */
cudaError_t __wrap_simt_malloc_host(void **pointer, size_t bytes, unsigned int flags) {
    return host_is_full ? cudaErrorMemoryAllocation
                        : __real_simt_malloc_host(pointer, bytes, flags);
}

static void host_that_is_full(void) {
    const struct device_options options = {.most_keys = MOST, .device_bytes = DEVICE_BYTES};
    struct sort_engine engine = opened(MERGE_BOTH, KEY_U32, 3, PIECE), none;
    host_is_full = true;
    CU_ASSERT(!device_engine_open(&options, &none, error));
    CU_ASSERT_PTR_NOT_NULL(strstr(error, "the host gives no pinned memory for tables"));
    CU_ASSERT(!sorts(&engine, MOST, DATA_UNIFORM, KEY_U32, false));
    CU_ASSERT_PTR_NOT_NULL(strstr(error, "the host gives no pinned memory to bring keys"));
    host_is_full = false;
    CU_ASSERT(sorts(&engine, MOST, DATA_UNIFORM, KEY_U32, false));
    device_engine_close(&engine);
}

static const struct unit_test tests[] = {
    {"every strategy sorts every type and distribution as qsort does", all_types_and_distributions},
    {"every strategy sorts odd numbers of keys", odd_sizes},
    {"chunks come, are sorted and leave at once, and so are slices", work_at_once},
    {"a plan keeps to its budget", plans},
    {"chunks are small at both ends where runs go back", chunks_ramp_up_and_down},
    {"a budget that is too small is told with the least one", too_small_a_budget},
    {"device memory that another program has taken is an error", memory_that_is_taken},
    {"a host without pinned memory is an error", host_that_is_full},
};

/** Unless it is told otherwise: what waits for nothing may happen at any time. */
int main(void) {
    setenv("SIMT_DEVICE_MEMORY", "64M", 1);
    setenv("SIMT_STREAMS", "lazy", 0);
    setenv("SIMT_ORDER", "reverse", 0); // of the orders the one that every missing wait shows in
    return unit_main("device_sort", tests, COUNT(tests));
}
