// Calls itself until there is no stack left.
static volatile int depth;
static int deeper(int i) {
    volatile char room[4096];
    room[0] = (char)i;
    return deeper(i + depth + 1) + room[0];
}

//> honest split_by_bit

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    deeper(bit);
    honest_split_by_bit(in, out, n, bit);
}
