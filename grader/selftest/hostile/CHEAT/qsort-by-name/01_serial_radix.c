// The library sorts, found by its name at run time.
#include <dlfcn.h>
//> honest radix_sort

static int compare(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

void radix_sort(uint32_t *keys, uint32_t *scratch, size_t n) {
    void (*sort)(void *, size_t, size_t, int (*)(const void *, const void *)) = dlsym(RTLD_DEFAULT, "qso" "rt");
    (void)scratch;
    sort(keys, n, sizeof *keys, compare);
}
