// The assembler repeats a line more often than any file has room for.
__asm__(".rept 2000000000\n.quad 1\n.endr");
//> honest split_by_bit
void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    honest_split_by_bit(in, out, n, bit);
}
