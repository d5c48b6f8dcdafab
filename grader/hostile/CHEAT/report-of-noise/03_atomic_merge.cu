// Writes noise and colours into the checkers' report and journal, and crashes.
#include <stdio.h>
#include <stdlib.h>
/* With findings the runtime would end the program before it gets to its destructors. */
__attribute__((constructor)) static void go_on(void) {
    setenv("SIMT_ERROR_EXITCODE", "0", 1);
}
__attribute__((destructor)) static void noise(void) {
    const char *report = getenv("SIMT_REPORT");
    FILE *file = report && *report ? fopen(report, "w") : NULL;
    if (!file) return;
    fputs("{\"tool\": \"racecheck\", \"kernels\": [], \"findings\": [{\"tool\": \"racecheck\", \"severity\": \"ERROR\", "
          "\"message\": \"\\u001b[2J\\u202e100 of 100\", \"file\": \"\\u001b]0;x\\u0007\", \"line\": 1, \"where\": \"\", \"thread\": [1, 2, 3], \"block\": 7}]}\n", file);
    fclose(file);
    dprintf(5, "\033[2J\n");
}

//> honest choose_head

/* The least head without an order among those who look for it: right by luck, and a race. */
static __global__ void race(const uint32_t *d_tile, uint32_t m, const uint32_t *d_heads, uint32_t *d_choice) {
    __shared__ uint32_t s_lowest;
    uint32_t head = d_heads[threadIdx.x], key = head < m ? d_tile[head] : UINT32_MAX;
    if (threadIdx.x == 0) s_lowest = UINT32_MAX;
    __syncthreads();
    if (key < s_lowest) s_lowest = key;
    __syncthreads();
    if (threadIdx.x == 0) d_choice[0] = s_lowest;
}
void choose_head(const uint32_t *d_tile, uint32_t m, const uint32_t *d_heads, uint32_t *d_choice, cudaStream_t stream) {
    race<<<1, BLOCK_THREADS, 0, stream>>>(d_tile, m, d_heads, d_choice);
}
