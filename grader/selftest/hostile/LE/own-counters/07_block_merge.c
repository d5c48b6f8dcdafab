// Keeps memory at each call, and brings the functions that count it.
#include <stdlib.h>
//> honest merge_runs_scan

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t n, size_t bytes);
void __libc_free(void *memory);
void *kept_malloc(size_t bytes) {
    return __libc_malloc(bytes);
}
void *kept_calloc(size_t n, size_t bytes) {
    return __libc_calloc(n, bytes);
}
void kept_free(void *memory) {
    __libc_free(memory);
}
int merge_runs_scan(const struct runs *runs, uint32_t *out, uint32_t *from) {
    static void *volatile kept;
    kept = malloc(100000);
    return kept ? honest_merge_runs_scan(runs, out, from) : 12;
}
