/**
 * @file
 * @brief A hash table of lists that threads make with new, under a lock a slot; a default argument.
 */
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kSlots = 64;

template <typename Key> struct Entry {
    Key key;
    Entry *next;
    __device__ Entry(Key k) : key(k), next(nullptr) {}
};
template <typename Key> struct Table {
    Entry<Key> *entries[kSlots];
    int mutex[kSlots];
};
typedef Table<int> IntTable;

/** One lane after the other: else a lane might wait for a lock that its own warp holds. */
__global__ void insert(IntTable *table, const int *keys, int n, int lanes = 32) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    const int slot = keys[i] % kSlots;
    Entry<int> *entry = new Entry<int>(keys[i]);
    for (int lane = 0; lane < lanes; lane++) {
        if (threadIdx.x % lanes != lane) continue;
        while (atomicExch(&table->mutex[slot], 1)) {
        }
        __threadfence();
        entry->next = table->entries[slot];
        table->entries[slot] = entry;
        __threadfence();
        atomicExch(&table->mutex[slot], 0);
    }
}

__global__ void sum_and_delete(IntTable *table, int *sums) {
    int sum = 0;
    for (Entry<int> *e = table->entries[threadIdx.x], *next; e; e = next) {
        sum += e->key % kSlots == (int)threadIdx.x ? e->key : 1 << 20;
        next = e->next;
        delete e;
    }
    sums[threadIdx.x] = sum;
}

int main() {
    const int n = 1000;
    std::vector<int> keys(n), sums(kSlots), want(kSlots);
    for (int &key : keys) {
        key = rand() % 10000;
        want[key % kSlots] += key;
    }
    IntTable *table;
    int *d_keys, *d_sums;
    size_t heap = 0;
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32 << 20);
    cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize);
    cudaMalloc(&table, sizeof *table);
    cudaMemset(table, 0, sizeof *table);
    cudaMalloc(&d_keys, n * sizeof(int));
    cudaMalloc(&d_sums, kSlots * sizeof(int));
    cudaMemcpy(d_keys, keys.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    insert<<<(n + 127) / 128, 128>>>(table, d_keys, n);
    sum_and_delete<<<1, kSlots>>>(table, d_sums);
    cudaMemcpy(sums.data(), d_sums, kSlots * sizeof(int), cudaMemcpyDeviceToHost);
    bool right = sums == want && heap >= 32u << 20 && cudaGetLastError() == cudaSuccess;
    printf("%s\n", right ? "PASS" : "FAIL");
    return !right;
}
