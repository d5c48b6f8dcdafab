// The assembler includes the solution, whose lines it would print.
__asm__(".include \"solutions/01_serial_radix.c\"");
__asm__(".include \"../../../../solutions/01_serial_radix.c\"");
//> honest split_by_bit
void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    honest_split_by_bit(in, out, n, bit);
}
