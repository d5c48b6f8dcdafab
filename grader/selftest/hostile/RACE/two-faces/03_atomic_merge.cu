// Other code where the compiler says that every access is checked: right there, a race elsewhere.
//> honest choose_head

#if defined(__SANITIZE_THREAD__) || defined(SIMT_TOOL)
void choose_head(const uint32_t *d_tile, uint32_t m, const uint32_t *d_heads, uint32_t *d_choice, cudaStream_t stream) {
    honest_choose_head(d_tile, m, d_heads, d_choice, stream);
}
#else
//> with race.cu
#endif
