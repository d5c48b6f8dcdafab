/**
 * @file
 * @brief Instructions as functions of libcu++: bulk copies with cuda::barrier, phases of a barrier, registers.
 */
#include <cstdint>
#include <cstdio>
#include <cuda/barrier>
#include <cuda/ptx>

namespace ptx = cuda::ptx;
using barrier = cuda::barrier<cuda::thread_scope_block>;
enum { TILE = 256 };

__global__ void add_one(int *data) {
    __shared__ alignas(16) int tile[TILE];
    __shared__ barrier full;
    if (threadIdx.x == 0) {
        init(&full, blockDim.x);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    barrier::arrival_token token;
    if (threadIdx.x == blockDim.x / 2) { // the bytes are announced before they are copied
        token = cuda::device::barrier_arrive_tx(full, 1, sizeof tile);
        cuda::device::memcpy_async_tx(tile, data, cuda::aligned_size_t<16>(sizeof tile), full);
    } else {
        token = full.arrive();
    }
    full.wait(std::move(token));
    for (int i = threadIdx.x; i < TILE; i += blockDim.x) tile[i]++;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, data, tile, sizeof tile);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
}

__global__ void reverse(int *data) {
    __shared__ alignas(16) int tile[TILE];
    __shared__ barrier full;
    uint64_t *word = cuda::device::barrier_native_handle(full);
    if (threadIdx.x == 0) init(&full, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, data, sizeof tile, word);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, word,
                                       sizeof tile);
    }
    while (!ptx::mbarrier_try_wait_parity(word, 0)) {
    }
    data[threadIdx.x] = tile[TILE - 1 - threadIdx.x];
}

/* One thread adds in each phase, and each time another one. */
__global__ void phases(int *sum) {
    __shared__ uint64_t barrier;
    if (threadIdx.x == 0) ptx::mbarrier_init(&barrier, blockDim.x);
    __syncthreads();
    for (int i = 0; i < 20; i++) {
        if (i % 2) {
            uint64_t state = ptx::mbarrier_arrive(&barrier);
            while (!ptx::mbarrier_test_wait(&barrier, state)) {
            }
        } else {
            ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier);
            while (
                !ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cta, &barrier, i & 1)) {
            }
        }
        if (ptx::get_sreg_tid_x() == i * 7 % ptx::get_sreg_ntid_x()) *sum += 1;
    }
    __syncthreads();
    if (ptx::get_sreg_laneid() == 31)
        atomicAdd(sum, (int)(ptx::get_sreg_lanemask_lt() >> 30) * 100);
}

int main() {
    int *data, *sum, wrong = 0;
    cudaMallocManaged(&data, TILE * sizeof *data);
    cudaMallocManaged(&sum, sizeof *sum);
    for (int i = 0; i < TILE; i++) data[i] = i;
    add_one<<<1, 64>>>(data);
    reverse<<<1, TILE>>>(data);
    phases<<<1, 64>>>(sum);
    if (cudaDeviceSynchronize()) return 1;
    for (int i = 0; i < TILE; i++) wrong += data[i] != TILE - i;
    if (wrong || *sum != 220) return printf("%d wrong, %d\n", wrong, *sum);
    printf("PASS\n");
}
