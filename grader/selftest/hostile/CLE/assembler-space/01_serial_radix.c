// Two billion bytes in one line of assembler.
__asm__(".data\n.space 2000000000, 1\n.text");
//> honest split_by_bit
void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    honest_split_by_bit(in, out, n, bit);
}
