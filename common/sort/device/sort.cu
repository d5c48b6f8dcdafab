/**
 * @file
 * @brief The sorting library's functions (sort.h): arguments are checked here, and the work is in the headers.
 */
#include "common/sort/device/sort.h"

#include "common/sort/device/choose.h"
#include "common/sort/device/even.h"
#include "common/sort/device/segment_plan.h"

enum { MOST_SAMPLED = 1 << 30 }; /**< of more keys buckets become too large for a block */

/** An array that was passed: where it begins, and at a multiple of what that has to be. */
struct array {
    const void *d_begin;
    size_t bytes, multiple;
};

/** Whether all arrays are there, aligned and apart. */
static enum sortlab_status check_arrays(const struct array *a, int n) {
    for (int i = 0; i < n; i++)
        if (!a[i].d_begin || (uintptr_t)a[i].d_begin % a[i].multiple != 0)
            return SORTLAB_BAD_POINTER;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if ((uintptr_t)a[i].d_begin < (uintptr_t)a[j].d_begin + a[j].bytes &&
                (uintptr_t)a[j].d_begin < (uintptr_t)a[i].d_begin + a[i].bytes)
                return SORTLAB_OVERLAP;
    return SORTLAB_OK;
}

/** Bytes of a key; 0 for an unknown type. */
static size_t key_bytes(enum sortlab_type type) {
    return (unsigned)type <= SORTLAB_F32 ? 4 : (unsigned)type < SORTLAB_TYPES ? 8 : 0;
}

/** Bits of a key that count; 0 where they are none of its bits. */
static uint32_t bits_of(struct sortlab_order by) {
    const uint32_t width = 8 * (uint32_t)key_bytes(by.type), end = by.end_bit ? by.end_bit : width;
    return end <= width && by.begin_bit < end ? end - by.begin_bit : 0;
}

/** The order of a type's upper or only word. */
static key_order order_of(struct sortlab_order by) {
    return (key_order)(by.type % SORTLAB_U64 + (by.descending ? KEY_DESCENDING : 0));
}

/** What is to be sorted, but for where it lies. */
static struct items items_of(size_t n, size_t value_bytes, struct sortlab_order by) {
    struct items x = {};
    x.n = n, x.key_bytes = key_bytes(by.type), x.value_bytes = value_bytes;
    x.order = order_of(by), x.begin = by.begin_bit, x.bits = bits_of(by);
    return x;
}

/** Whether there is an order, and a size of values (0 without any), that can be sorted by. */
static enum sortlab_status check_order(struct sortlab_order by, size_t value_bytes) {
    if (key_bytes(by.type) == 0) return SORTLAB_BAD_TYPE;
    if (bits_of(by) == 0) return SORTLAB_BAD_BITS;
    return value_bytes % sizeof(uint32_t) == 0 ? SORTLAB_OK : SORTLAB_BAD_VALUES;
}

/** Bytes of temporary memory for a sort by sweeps; 0 if it cannot be sorted so. */
static size_t sweep_bytes(const struct items *x) {
    if (x->bits == 0 || x->n == 0) return 0;
    return x->segments > 0 ? lay_out_segments(x, NULL).temp_bytes : items_bytes(x);
}

/** Whether all bits of keys of 32 bits count. */
static bool by_words(struct sortlab_order by) {
    return bits_of(by) == 32 && key_bytes(by.type) == 4;
}

/**
 * Whether n keys are sorted by buckets: where there are as many as a sample is worth it. Of fewer keys they are faster
 * only where keys are spread evenly, and so they are of more.
 */
static bool by_buckets(size_t n, struct sortlab_order by) {
    return by_words(by) && n >= FAST_SAMPLED_ITEMS && n <= MOST_SAMPLED;
}

/** Whether a block may have what kernels for keys of 32 bits take. */
static bool can_sort_keys(void) {
    return block_bytes() >= sizeof(struct split_shared);
}

const char *sortlab_text(enum sortlab_status status) {
    switch (status) {
    case SORTLAB_OK:
        return "no error";
    case SORTLAB_BAD_POINTER:
        return "an array is NULL, or does not begin at a multiple of its items' size "
               "(values: of 4; temporary memory: of 256)";
    case SORTLAB_OVERLAP:
        return "two arrays overlap; give each memory of its own";
    case SORTLAB_BAD_TYPE:
        return "the function does not take this type of keys";
    case SORTLAB_BAD_BITS:
        return "the function does not take these bits";
    case SORTLAB_BAD_VALUES:
        return "a value has 4 bytes or a larger multiple of that";
    case SORTLAB_BAD_SEGMENTS:
        return "there are no segments, or more than 2^32";
    case SORTLAB_MANY_ITEMS:
        return "more than 2^32 items; their indices are words of 32 bits";
    case SORTLAB_FEW_BYTES:
        return "too little temporary memory; the function of the same name with _bytes says how "
               "much is needed";
    case SORTLAB_SMALL_DEVICE:
        return "a block of this device has too little shared memory for this sort";
    }
    return "an unknown status";
}

/** The most bytes that fewer than n keys of 32 bits need, where that is more than n need: no fewer need more than n. */
static size_t most_of_fewer(size_t n) {
    struct items even = items_of(FAST_SAMPLED_ITEMS - 1, 0, sortlab_ascending(SORTLAB_U32));
    even.d_keys_out = &even; // which only says that there is one
    if (n > MOST_SAMPLED) return form_bytes(MOST_SAMPLED, false);
    return n >= FAST_SAMPLED_ITEMS && may_be_even(even.n) ? even_bytes(&even) : 0;
}

size_t sortlab_keys_bytes(size_t n, struct sortlab_order by, enum sortlab_form form) {
    struct items x = items_of(n, 0, by);
    x.d_keys_out = &x; // which only says that there is one
    const bool sampled = form == SORTLAB_SAMPLED;
    size_t bytes = sweep_bytes(&x);
    if (by_buckets(n, by))
        bytes = form_bytes(n, sampled) + (sampled ? sizeof(struct choice) : 0);
    else if (by_words(by) && may_be_even(n))
        bytes = even_bytes(&x);
    return size_max(bytes, by_words(by) ? most_of_fewer(n) : 0);
}

enum sortlab_status sortlab_sort_keys(const void *d_in, void *d_out, size_t n,
                                      struct sortlab_order by, void *d_temp, size_t temp_bytes,
                                      cudaStream_t stream) {
    const size_t bytes = key_bytes(by.type), need = sortlab_keys_bytes(n, by, SORTLAB_EXACT);
    const struct array arrays[] = {
        {d_in, bytes * n, bytes}, {d_out, bytes * n, bytes}, {d_temp, temp_bytes, 256}};
    struct items x = items_of(n, 0, by);
    enum sortlab_status status = check_order(by, 0);
    if (status != SORTLAB_OK || n == 0) return status;
    if (temp_bytes < need) return SORTLAB_FEW_BYTES;
    status = check_arrays(arrays, 3);
    if (status != SORTLAB_OK) return status;
    if (!can_sweep() || (by_buckets(n, by) && !can_sort_keys())) return SORTLAB_SMALL_DEVICE;
    x.d_keys = d_in, x.d_keys_out = d_out;
    if (by_buckets(n, by) && temp_bytes >= sortlab_keys_bytes(n, by, SORTLAB_SAMPLED) &&
        can_sample())
        sort_chosen(&x, d_temp, temp_bytes, stream);
    else if (by_buckets(n, by))
        sort_words((const uint32_t *)d_in, (uint32_t *)d_out, n, x.order, d_temp, temp_bytes,
                   stream);
    else if (by_words(by) && may_be_even(n))
        sort_even(&x, d_temp, stream);
    else
        sort_items(&x, d_temp, stream);
    return SORTLAB_OK;
}

/** Sorts items with values or indices, whose arrays are in the order that check_arrays names them; d_temp is last. */
static enum sortlab_status sort_checked(const struct items *x, struct sortlab_order by,
                                        const struct array *arrays, int n_arrays,
                                        cudaStream_t stream) {
    const struct array temp = arrays[n_arrays - 1];
    enum sortlab_status status = check_order(by, x->value_bytes);
    if (status == SORTLAB_OK && x->value_bytes == 0 && !x->d_starts) status = SORTLAB_BAD_VALUES;
    if (status != SORTLAB_OK || x->n == 0) return status;
    const bool indices = !x->d_keys_out || x->value_bytes > sizeof(uint32_t);
    if (indices && x->n > (size_t)UINT32_MAX + 1) return SORTLAB_MANY_ITEMS;
    if (temp.bytes < sweep_bytes(x)) return SORTLAB_FEW_BYTES;
    status = check_arrays(arrays, n_arrays);
    if (status != SORTLAB_OK) return status;
    if (!can_sweep()) return SORTLAB_SMALL_DEVICE;
    (x->segments > 0 ? sort_segments : sort_items)(x, (void *)temp.d_begin, stream);
    return SORTLAB_OK;
}

size_t sortlab_pairs_bytes(size_t n, struct sortlab_order by, size_t value_bytes) {
    struct items x = items_of(n, value_bytes, by);
    x.d_keys_out = &x; // which only says that there is one
    return sweep_bytes(&x);
}

enum sortlab_status sortlab_sort_pairs(const void *d_keys, const void *d_values, void *d_keys_out,
                                       void *d_values_out, size_t n, size_t value_bytes,
                                       struct sortlab_order by, void *d_temp, size_t temp_bytes,
                                       cudaStream_t stream) {
    const size_t bytes = key_bytes(by.type);
    const struct array arrays[] = {{d_keys, bytes * n, bytes},
                                   {d_values, value_bytes * n, sizeof(uint32_t)},
                                   {d_keys_out, bytes * n, bytes},
                                   {d_values_out, value_bytes * n, sizeof(uint32_t)},
                                   {d_temp, temp_bytes, 256}};
    struct items x = items_of(n, value_bytes, by);
    x.d_keys = d_keys, x.d_values = d_values;
    x.d_keys_out = d_keys_out, x.d_values_out = d_values_out;
    return sort_checked(&x, by, arrays, 5, stream);
}

size_t sortlab_segments_bytes(size_t n, size_t segments, struct sortlab_order by,
                              size_t value_bytes) {
    struct items x = items_of(n, value_bytes, by);
    x.segments = segments;
    x.d_keys_out = &x; // which only says that there is one
    return sweep_bytes(&x);
}

enum sortlab_status sortlab_sort_segments(const void *d_keys, const void *d_values,
                                          void *d_keys_out, void *d_values_out, size_t n,
                                          size_t value_bytes, const unsigned long long *d_starts,
                                          size_t segments, struct sortlab_order by, void *d_temp,
                                          size_t temp_bytes, cudaStream_t stream) {
    const struct array keys[] = {{d_starts, sizeof(*d_starts) * (segments + 1), sizeof(*d_starts)},
                                 {d_keys, 4 * n, 4},
                                 {d_keys_out, 4 * n, 4}};
    const struct array values[] = {{d_values, value_bytes * n, 4},
                                   {d_values_out, value_bytes * n, 4}};
    const struct array temp = {d_temp, temp_bytes, 256};
    const struct array arrays[] = {keys[0],   keys[1], keys[2], value_bytes ? values[0] : temp,
                                   values[1], temp};
    struct items x = items_of(n, value_bytes, by);
    if (x.key_bytes != 4) return SORTLAB_BAD_TYPE;
    if (segments == 0 || segments > (size_t)UINT32_MAX + 1) return SORTLAB_BAD_SEGMENTS;
    x.d_keys = d_keys, x.d_values = d_values;
    x.d_keys_out = d_keys_out, x.d_values_out = d_values_out;
    x.segments = segments, x.d_starts = d_starts;
    return sort_checked(&x, by, arrays, value_bytes ? 6 : 4, stream);
}

size_t sortlab_indices_bytes(size_t n, struct sortlab_order by) {
    const struct items x = items_of(n, sizeof(uint32_t), by);
    return sweep_bytes(&x);
}

enum sortlab_status sortlab_sort_indices(const void *d_keys, uint32_t *d_indices, size_t n,
                                         struct sortlab_order by, void *d_temp, size_t temp_bytes,
                                         cudaStream_t stream) {
    const size_t bytes = key_bytes(by.type);
    const struct array arrays[] = {{d_keys, bytes * n, bytes},
                                   {d_indices, sizeof(uint32_t) * n, sizeof(uint32_t)},
                                   {d_temp, temp_bytes, 256}};
    struct items x = items_of(n, sizeof(uint32_t), by);
    x.d_keys = d_keys, x.d_values_out = d_indices;
    return sort_checked(&x, by, arrays, 3, stream);
}

enum sortlab_status sortlab_count_buckets(const void *d_in, size_t n, enum sortlab_type type,
                                          uint32_t bits, unsigned long long *d_counts,
                                          cudaStream_t stream) {
    const struct array arrays[] = {{d_counts, sizeof(*d_counts) << bits % 16, sizeof(*d_counts)},
                                   {d_in, 4 * n, 4}};
    if (key_bytes(type) != 4) return SORTLAB_BAD_TYPE;
    if (bits < 1 || bits > count_bits()) return SORTLAB_BAD_BITS;
    enum sortlab_status status = check_arrays(arrays, n > 0 ? 2 : 1);
    if (status != SORTLAB_OK) return status;
    CU(cudaMemsetAsync(d_counts, 0, sizeof(*d_counts) << bits, stream));
    launch_count((const uint32_t *)d_in, n, (enum key_type)type, bits, d_counts, stream);
    return SORTLAB_OK;
}

enum sortlab_status sortlab_partition(const void *d_in, uint32_t *d_out, size_t n,
                                      enum sortlab_type type, uint32_t bits,
                                      unsigned long long *d_next, cudaStream_t stream) {
    const struct array arrays[] = {{d_in, 4 * n, 4},
                                   {d_out, 4 * n, 4},
                                   {d_next, sizeof(*d_next) << bits % 16, sizeof(*d_next)}};
    if (key_bytes(type) != 4) return SORTLAB_BAD_TYPE;
    if (bits < 1 || bits > RADIX_BITS) return SORTLAB_BAD_BITS;
    if (n == 0) return SORTLAB_OK;
    enum sortlab_status status = check_arrays(arrays, 3);
    if (status != SORTLAB_OK) return status;
    if (!can_sort_keys()) return SORTLAB_SMALL_DEVICE;
    launch_partition(one_level((const uint32_t *)d_in, d_out, n, (enum key_type)type, bits, d_next),
                     stream);
    return SORTLAB_OK;
}
