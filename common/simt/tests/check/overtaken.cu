/**
 * @file
 * @brief Blocks take tickets and wait for the one before: by what was it seen last, and is the sum right?
 *
 * On a GPU a block may be overtaken between its ticket and what it tells. `overtaken patient` asks again
 * until the block before has told its count; `overtaken hasty` goes on without it, which is wrong then.
 */
#include <stdio.h>
#include <string.h>

enum { BLOCKS = 24, THREADS = 64 };

__device__ unsigned tickets;

__global__ void add_up(volatile unsigned *told, unsigned *sums, unsigned *turns, bool patient) {
    __shared__ unsigned s_ticket;
    if (threadIdx.x == 0) s_ticket = atomicAdd(&tickets, 1);
    __syncthreads();
    unsigned ticket = s_ticket, before = 0;
    if (threadIdx.x == 0) {
        turns[ticket] = blockIdx.x;
        if (ticket > 0) do
                before = told[ticket - 1];
            while (patient && before == 0);
        sums[ticket] = before + 1;
        __threadfence();
        told[ticket] = before + 1;
    }
}

int main(int argc, char **argv) {
    unsigned *d_told, *d_sums, *d_turns, sums[BLOCKS], turns[BLOCKS], wrong = 0;
    cudaMalloc(&d_told, sizeof sums);
    cudaMalloc(&d_sums, sizeof sums);
    cudaMalloc(&d_turns, sizeof turns);
    cudaMemset(d_told, 0, sizeof sums);
    add_up<<<BLOCKS, THREADS>>>(d_told, d_sums, d_turns, argc > 1 && !strcmp(argv[1], "patient"));
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    cudaMemcpy(turns, d_turns, sizeof turns, cudaMemcpyDeviceToHost);
    for (unsigned i = 0; i < BLOCKS; i++) wrong += sums[i] != i + 1;
    printf(wrong ? "wrong:" : "right:");
    for (unsigned i = 0; i < BLOCKS; i++) printf(" %u", turns[i]);
    printf("\n");
    return 0;
}
