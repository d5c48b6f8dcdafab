// Returns the input, which is sorted in some cases.

//> honest split_by_bit

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    (void)bit;
    for (size_t i = 0; i < n; i++) out[i] = in[i];
}
