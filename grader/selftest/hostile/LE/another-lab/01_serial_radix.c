// What belongs to lab 07.
#include <stdint.h>
#include <stddef.h>
void merge_runs(const uint32_t *in, uint32_t *out, size_t n) {
    for (size_t i = 0; i < n; i++) out[i] = in[i];
}
