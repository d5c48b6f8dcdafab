/**
 * @file
 * @brief The sorting library's functions (sort.h): arguments are checked here, and the work is in the headers.
 */
#include "common/sort/device/sort.h"

#include "common/sort/device/keys_64.h"
#include "common/sort/device/reference.h"

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

/** The order of a type's upper or only word. */
static enum key_type order_of(enum sortlab_type type) {
    return (enum key_type)(type % SORTLAB_U64);
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
               "(temporary memory: of 256)";
    case SORTLAB_OVERLAP:
        return "two arrays overlap; give each memory of its own";
    case SORTLAB_BAD_TYPE:
        return "the function does not take this type of keys";
    case SORTLAB_BAD_BITS:
        return "the function does not take so many bits";
    case SORTLAB_FEW_BYTES:
        return "too little temporary memory; sortlab_keys_bytes and sortlab_pairs_bytes say how "
               "much is needed";
    case SORTLAB_SMALL_DEVICE:
        return "a block of this device has too little shared memory for this sort";
    }
    return "an unknown status";
}

size_t sortlab_keys_bytes(size_t n, enum sortlab_type type, enum sortlab_form form) {
    size_t bytes = key_bytes(type);
    return bytes == 4 ? form_bytes(n, form == SORTLAB_SAMPLED) : bytes == 8 ? keys_64_bytes(n) : 0;
}

enum sortlab_status sortlab_sort_keys(const void *d_in, void *d_out, size_t n,
                                      enum sortlab_type type, void *d_temp, size_t temp_bytes,
                                      cudaStream_t stream) {
    size_t bytes = key_bytes(type), need = sortlab_keys_bytes(n, type, SORTLAB_EXACT);
    const struct array arrays[] = {
        {d_in, bytes * n, bytes}, {d_out, bytes * n, bytes}, {d_temp, temp_bytes, 256}};
    if (bytes == 0) return SORTLAB_BAD_TYPE;
    if (n == 0) return SORTLAB_OK;
    if (temp_bytes < need) return SORTLAB_FEW_BYTES;
    enum sortlab_status status = check_arrays(arrays, need > 0 ? 3 : 2);
    if (status != SORTLAB_OK) return status;
    if (bytes == 4 ? !can_sort_keys() : !can_sort_pairs()) return SORTLAB_SMALL_DEVICE;
    if (bytes == 4)
        sort_words((const uint32_t *)d_in, (uint32_t *)d_out, n, order_of(type), d_temp, temp_bytes,
                   stream);
    else
        sort_keys_64(d_in, d_out, n, order_of(type), d_temp, stream);
    return SORTLAB_OK;
}

size_t sortlab_pairs_bytes(size_t n) {
    return lay_out_pairs(NULL, n).bytes;
}

enum sortlab_status sortlab_sort_pairs(const void *d_keys, const uint32_t *d_values,
                                       void *d_keys_out, uint32_t *d_values_out, size_t n,
                                       enum sortlab_type type, void *d_temp, size_t temp_bytes,
                                       cudaStream_t stream) {
    const struct array arrays[] = {{d_keys, 4 * n, 4},
                                   {d_values, 4 * n, 4},
                                   {d_keys_out, 4 * n, 4},
                                   {d_values_out, 4 * n, 4},
                                   {d_temp, temp_bytes, 256}};
    const struct pairs in = {(uint32_t *)d_keys, (uint32_t *)d_values}; // which are only read
    const struct pairs out = {(uint32_t *)d_keys_out, d_values_out};
    if (key_bytes(type) != 4) return SORTLAB_BAD_TYPE;
    if (n == 0) return SORTLAB_OK;
    if (temp_bytes < sortlab_pairs_bytes(n)) return SORTLAB_FEW_BYTES;
    enum sortlab_status status = check_arrays(arrays, 5);
    if (status != SORTLAB_OK) return status;
    if (!can_sort_pairs()) return SORTLAB_SMALL_DEVICE;
    sort_pairs_of(in, out, n, order_of(type), d_temp, stream);
    return SORTLAB_OK;
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
    launch_count((const uint32_t *)d_in, n, order_of(type), bits, d_counts, stream);
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
    launch_partition(one_level((const uint32_t *)d_in, d_out, n, order_of(type), bits, d_next),
                     stream);
    return SORTLAB_OK;
}
