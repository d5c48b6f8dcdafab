// The library sorts.
#include <stdlib.h>
//> honest radix_sort

static int compare(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

void radix_sort(uint32_t *keys, uint32_t *scratch, size_t n) {
    (void)scratch;
    qsort(keys, n, sizeof *keys, compare);
}
