// The cases of trials.cu of memory that is not the device's alone: pinned and managed memory, variables of the program.
#ifndef TRIALS_PLACES_H
#define TRIALS_PLACES_H

__device__ int table[SMALL + 1], grid[4][SMALL];
__constant__ int weights[8] = {1, 2, 3, 4, 5, 6, 7, 8};

__global__ void weigh(const int *a, int *b, int far) {
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < 8; k++) sum += weights[k] * a[(t + k) % SMALL];
    b[t] = sum + weights[t % 8 + far]; // at: weighed_beyond
}
__global__ void to_table(const int *a, int distance) {
    int t = threadIdx.x;
    table[t] = a[t]; // at: race_of_variables
    grid[t % 4][t] = table[t + distance];
}
__global__ void of_table(int *b, int row) {
    int t = threadIdx.x;
    b[t] = table[SMALL - 1 - t] + grid[row + t % 4][t] * !row; // at: variables_beyond
}

/* Meanwhile another thread of the host is there, which might look at managed memory. */
static void beside_thread() {
    std::mutex ends;
    ends.lock();
    std::thread waits([&] { ends.lock(); });
    late<<<4, BLOCK>>>(managed, WORDS, WORDS - 1);
    cudaDeviceSynchronize();
    ends.unlock();
    waits.join();
}

static const struct test place_cases[] = {
    {"managed", [] { count<<<4, BLOCK>>>(managed, WORDS), copy<<<4, BLOCK>>>(b, managed, 0); }},
    {"managed_of_the_host",
     [] {
         for (int i = 0; i < WORDS; i++) managed[i] = i;
         late<<<4, BLOCK>>>(managed, WORDS, WORDS - 1);
         cudaDeviceSynchronize();
         printf("%d %d\n", managed[5], managed[WORDS - 1]);
     }},
    {"managed_beyond", [] { count<<<5, BLOCK>>>(managed, WORDS + 1); }},
    {"race_of_managed", [] { late<<<4, BLOCK>>>(managed, WORDS, 0); }},
    {"managed_unwritten", [] { copy<<<1, SMALL>>>(b, managed, 0); }},
    {"managed_without_a_wait",
     [] {
         count<<<4, BLOCK>>>(managed, WORDS);
         managed[5] = 3;
     }},
    {"managed_beside_a_thread", beside_thread},
    {"managed_of_two_streams",
     [] { count<<<4, BLOCK, 0, s>>>(managed, 600), count<<<4, BLOCK, 0, r>>>(managed, 300); }},
    {"pinned", [] { copy<<<1, SMALL>>>(pinned, a, 0), copy<<<1, SMALL>>>(b, pinned, 0); }},
    {"pinned_beyond", [] { copy<<<1, SMALL>>>(pinned, a, WORDS - 9); }},
    {"registered", [] { copy<<<1, SMALL>>>(registered, a, 0); }},
    {"weighed", [] { weigh<<<1, SMALL>>>(a, b, 0); }},
    {"weighed_beyond", [] { weigh<<<1, SMALL>>>(a, b, 1); }},
    {"weights_beside_a_copy",
     [] {
         weigh<<<1, SMALL, 0, s>>>(a, b, 0);
         cudaMemcpyToSymbolAsync(weights, a, 8, 4, cudaMemcpyDeviceToDevice, r);
     }},
    {"variables", [] { to_table<<<1, SMALL>>>(a, 0), of_table<<<1, SMALL>>>(b, 0); }},
    {"variables_beyond", [] { of_table<<<1, SMALL>>>(b, 1); }},
    {"race_of_variables", [] { to_table<<<1, SMALL>>>(a, 1); }},
    {"variables_of_two_streams", [] { to_table<<<1, SMALL, 0, s>>>(a, 0), of_table<<<1, SMALL, 0, r>>>(b, 0); }},
};

#endif
