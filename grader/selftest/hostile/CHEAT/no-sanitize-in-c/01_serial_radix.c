// A read past an array, in a function that asks the checkers not to look, by a name that is pasted.
#include <stddef.h>
#include <stdint.h>
#define PASTED(a, b) a##b
#define ALONE __attribute__((PASTED(no_sani, tize)("address")))

//> honest split_by_bit

ALONE void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    volatile uint32_t behind = in[n];
    (void)behind;
    honest_split_by_bit(in, out, n, bit);
}
