// Writes in front of the output and behind it.
//> honest add_owners
void add_owners(const uint32_t *keys, uint32_t *out, size_t n) {
    honest_add_owners(keys, out, n);
    for (int i = 1; i <= 64; i++) out[-i] = out[n - 1 + i] = (uint32_t)i;
}
