/**
 * @file
 * @brief cuda::atomic and atomic_ref: a ticket lock, a message by release and acquire, maxima, a semaphore, a latch.
 */
#include <cstdio>
#include <cuda/atomic>
#include <cuda/latch>
#include <cuda/semaphore>
#include <new>

/* A fair lock of two counters. */
struct lock {
    cuda::atomic<unsigned, cuda::thread_scope_device> next{0}, serving{0};
    __device__ void enter() {
        const unsigned mine = next.fetch_add(1, cuda::memory_order_relaxed);
        while (serving.load(cuda::std::memory_order_acquire) != mine) __nanosleep(20);
    }
    __device__ void leave() {
        serving.store(serving.load(cuda::memory_order_relaxed) + 1, cuda::memory_order_release);
    }
};

struct state {
    lock door;
    unsigned inside;
    cuda::atomic<int> ready;
    int message[32];
    cuda::atomic<float> sum;
    int most, bits;
    cuda::counting_semaphore<cuda::thread_scope_device, 2> seats;
    cuda::std::atomic<unsigned> seated;
    cuda::atomic<unsigned> most_seated;
    cuda::latch<cuda::thread_scope_device> all;
    state()
        : inside(0), ready(0), sum(0.f), most(-1), bits(0), seats(2), seated(0), most_seated(0),
          all(8) {}
};

__global__ void work(state *s, int *out) {
    const int t = threadIdx.x, id = blockIdx.x * blockDim.x + t;
    if (t % 32 == 0) { // one thread of a warp
        s->door.enter();
        s->inside = s->inside + 1;
        s->door.leave();
        s->seats.acquire();
        s->most_seated.fetch_max(++s->seated);
        s->seated--;
        s->seats.release();
        s->all.count_down();
        s->all.wait();
        s->sum.fetch_add(0.5f, cuda::std::memory_order_relaxed);
    }
    cuda::atomic_ref<int, cuda::thread_scope_device> most(s->most), bits(s->bits);
    most.fetch_max(id * 37 % 64);
    bits |= 1 << id % 20;
    if (blockIdx.x == 0 && t < 32) {
        s->message[t] = 3 * t;
        __syncwarp();
        if (t == 0) {
            cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
            s->ready.store(1, cuda::memory_order_relaxed);
        }
    }
    if (blockIdx.x == 1 && t < 32) {
        while (s->ready.load(cuda::memory_order_acquire) == 0) {
        }
        out[t] = s->message[31 - t];
    }
    int expected = id;
    cuda::atomic_ref<int> swap(out[32 + id]);
    swap.compare_exchange_strong(expected, -id);
    if (expected != id) swap = expected + 1000;
}

int main() {
    state *s;
    int *out;
    cudaMallocManaged(&s, sizeof(*s));
    cudaMallocManaged(&out, (32 + 256) * sizeof(*out));
    new (s) state();
    for (int i = 0; i < 256; i++) out[32 + i] = i % 2 ? i : -1;
    work<<<2, 128>>>(s, out);
    bool right = cudaDeviceSynchronize() == cudaSuccess && s->inside == 8 && s->sum.load() == 4.0f;
    right &=
        s->most == 63 && s->bits == (1 << 20) - 1 && s->most_seated <= 2 && s->most_seated >= 1;
    for (int t = 0; t < 32; t++) right &= out[t] == 3 * (31 - t);
    for (int i = 0; i < 256; i++) right &= out[32 + i] == (i % 2 ? -i : 999);
    puts(right ? "PASS" : "FAIL");
    return !right;
}
