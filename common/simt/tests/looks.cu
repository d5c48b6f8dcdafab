/*
 * Threads of one block that wait for each other by volatile words, where no signal interrupts them.
 *     looks CASE          prints "right", "wrong" or an error of CUDA
 */
#include <csignal>
#include <cstdio>
#include <cstring>
#include <cuda/atomic>

enum { THREADS = 256 };

struct mail {
    volatile int word;
};
__device__ volatile int go;

__device__ bool is_set(volatile int *word) {
    return *word != 0;
}
__device__ int load_relaxed(const int *word) {
    int value;
    asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
    return value;
}

/* The thread with the highest number sets what all others wait for. */
template <class F> __device__ void wait_for_last(int *out, F wait, volatile int *word) {
    if (threadIdx.x < THREADS - 1)
        wait();
    else
        *word = 1;
    out[threadIdx.x] = threadIdx.x + 1;
}
__global__ void in_while(int *p, int *out) {
    volatile int *word = p;
    wait_for_last(
        out,
        [&] {
            while (word[0] == 0)
                ;
        },
        p);
}
__global__ void in_do(int *p, int *out) {
    wait_for_last(
        out,
        [&] {
            int x;
            do {
                x = *(volatile int *)p;
            } while (x == 0);
        },
        p);
}
__global__ void in_for(int *p, int *out) {
    wait_for_last(
        out,
        [&] {
            for (int i = 0;; i++)
                if (*(volatile int *)p) break;
        },
        p);
}
__global__ void in_member(int *p, int *out) {
    wait_for_last(
        out,
        [&] {
            while (!((mail *)p)->word) {
            }
        },
        p);
}
__global__ void in_variable(int *, int *out) {
    if (threadIdx.x == 0) go = 0;
    __syncthreads();
    wait_for_last(
        out,
        [&] {
            while (!go) continue;
        },
        &go);
}
__global__ void in_function(int *p, int *out) {
    wait_for_last(
        out,
        [&] {
            while (!is_set(p)) {
            }
        },
        p);
}
__global__ void in_ldcg(int *p, int *out) {
    wait_for_last(
        out,
        [&] {
            while (!__ldcg(p)) {
            }
        },
        p);
}
__global__ void in_ldcv(int *p, int *out) {
    wait_for_last(
        out,
        [&] {
            while (!__ldcv((int4 *)p).x) {
            }
        },
        p);
}
__global__ void in_ptx(int *p, int *out) {
    wait_for_last(
        out,
        [&] {
            while (!load_relaxed(p)) {
            }
        },
        p);
}
__global__ void in_atomic(int *p, int *out) {
    wait_for_last(
        out,
        [&] {
            while (!cuda::atomic_ref<int>(*p).load(cuda::memory_order_relaxed)) {
            }
        },
        p);
}
/* All others set a word each, and the first thread waits for all of them. */
__global__ void for_many(int *p, int *out) {
    volatile int *words = p;
    if (threadIdx.x == 0) {
        bool all;
        do {
            all = true;
            for (int i = 1; i < THREADS; i++) all &= words[i] != 0;
        } while (!all);
    } else {
        words[threadIdx.x] = 1;
    }
    out[threadIdx.x] = threadIdx.x + 1;
}
/* Each thread waits for the next one, and stores into an array of which lanes store in step. */
__global__ void in_turn(int *p, int *out) {
    volatile int *words = p;
    int t = threadIdx.x;
    if (t < THREADS - 1)
        while (words[t + 1] == 0) {
        }
    words[t] = 1;
    out[t] = t + 1;
}
/* Lane 31 looks at many words, and works. The other lanes do not store before that, as on a GPU. */
__global__ void working(int *p, int *out) {
    volatile int *words = p;
    int t = threadIdx.x, sum = 0, i = 0;
    words[t] = 1;
    if (t == 31)
        while (i < 100000) sum += words[i++ % 31];
    words[t] = 2;
    out[t] = t == 31 && sum != 100000 ? -1 : t + 1;
}

__global__ void begin() {}

int main(int, char **arguments) {
    static const struct {
        const char *name;
        void (*kernel)(int *, int *);
    } cases[] = {{"in_while", in_while},       {"in_do", in_do},
                 {"in_for", in_for},           {"in_member", in_member},
                 {"in_variable", in_variable}, {"in_function", in_function},
                 {"in_ldcg", in_ldcg},         {"in_ldcv", in_ldcv},
                 {"in_ptx", in_ptx},           {"in_atomic", in_atomic},
                 {"for_many", for_many},       {"in_turn", in_turn},
                 {"working", working}};
    int *words, *out;
    cudaMallocManaged(&words, THREADS * sizeof(int));
    cudaMallocManaged(&out, THREADS * sizeof(int));
    begin<<<1, 1>>>(); // the first launch asks for signals
    cudaDeviceSynchronize();
    signal(SIGURG, SIG_IGN);
    memset(words, 0, THREADS * sizeof(int));
    memset(out, 0, THREADS * sizeof(int));
    for (auto &c : cases)
        if (!strcmp(c.name, arguments[1])) c.kernel<<<1, THREADS>>>(words, out);
    cudaError_t error = cudaDeviceSynchronize();
    bool right = true;
    for (int t = 0; t < THREADS; t++) right &= out[t] == t + 1;
    puts(error ? cudaGetErrorName(error) : right ? "right" : "wrong");
}
