// Writes to address 0.

//> honest split_by_bit

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    *(volatile int *)8 = bit;
    honest_split_by_bit(in, out, n, bit);
}
