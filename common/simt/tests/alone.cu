/*
 * Two blocks, of which each works for a while without a call of the runtime. With one worker the second one
 * begins when the first has ended, however long that takes: only who waits for another gets one more.
 */
#include <cstdio>

__device__ int inside, most;

__global__ void work_alone(unsigned turns) {
    atomicMax(&most, atomicAdd(&inside, 1) + 1);
    for (volatile unsigned i = 0; i < turns; i++) continue;
    atomicSub(&inside, 1);
}

int main() {
    int seen = 0;
    work_alone<<<2, 1>>>(100000000);
    cudaMemcpyFromSymbol(&seen, most, sizeof(seen));
    printf("%d at once\n", seen);
    return seen != 1;
}
