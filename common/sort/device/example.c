/**
 * @file
 * @brief The sorting library in ten lines: sorts a thousand floats on the GPU. docs of each function: sort.h.
 */
#include "common/sort/device/sort.h"

enum { N = 1000 };

int main(void) {
    float keys[N];
    for (int i = 0; i < N; i++) keys[i] = (float)(i * 7919 % N) - 500; // any order
    struct sortlab_order order = sortlab_ascending(SORTLAB_F32);
    size_t bytes = sortlab_keys_bytes(N, order, SORTLAB_EXACT);
    void *d_in = cu_upload(keys, sizeof(keys)), *d_out = cu_alloc(sizeof(keys));
    void *d_temp = cu_alloc(bytes);
    sortlab_must(sortlab_sort_keys(d_in, d_out, N, order, d_temp, bytes, 0));
    cu_download(keys, d_out, sizeof(keys));
    for (int i = 0; i < N; i++) printf("%g\n", (double)keys[i]);
    return 0;
}
