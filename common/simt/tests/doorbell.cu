/**
 * @file
 * @brief Kernels that stay: the host writes a command while the kernel runs, and waits for its answer.
 *
 * The first argument chooses: a mailbox of volatile words in pinned memory, two words of managed memory, atomics, many
 * blocks, a kernel that polls, or one that the host answers only by a copy, which cannot come.
 */
#include <cstdio>
#include <cstring>
#include <cuda/atomic>

struct mailbox {
    volatile int command, done, value;
};

__global__ void serve(mailbox *m) {
    while (true) {
        while (m->command == 0) {
        }
        __threadfence_system();
        if (m->command == 2) break;
        m->value = m->value * 2;
        __threadfence_system();
        m->command = 0;
        m->done = 1;
    }
}

static void mail() {
    mailbox *m, *d_m;
    cudaHostAlloc(&m, sizeof(*m), cudaHostAllocMapped);
    m->command = m->done = 0, m->value = 1;
    cudaHostGetDevicePointer(&d_m, m, 0);
    serve<<<1, 1>>>(d_m);
    for (int i = 0; i < 5; i++) {
        m->done = 0;
        __sync_synchronize();
        m->command = 1;
        while (!m->done) {
        }
        printf("%d ", m->value);
    }
    m->command = 2;
}

__global__ void follow(volatile int *command, volatile int *done) {
    for (int k = 1, c;; k++) {
        do c = *command;
        while (c < k);
        if (c == 1000) return;
        *done = k;
    }
}

__global__ void poll(volatile int *command, volatile int *done, const int *data, int *sum) {
    __shared__ int s_command;
    for (;;) {
        if (threadIdx.x == 0) s_command = *command;
        __syncthreads();
        if (s_command == 1000) return;
        if (s_command > *done) {
            atomicAdd_system(sum, data[threadIdx.x]);
            __threadfence_system();
            __syncthreads();
            if (threadIdx.x == 0) *done = s_command;
        }
        __syncthreads();
    }
}

static void two_words(bool polls) {
    int *words, *data;
    cudaMallocManaged(&words, 3 * sizeof(int));
    cudaMallocManaged(&data, 64 * sizeof(int));
    for (int i = 0; i < 64; i++) data[i] = 1;
    volatile int *command = words, *done = words + 1;
    words[0] = words[1] = words[2] = 0;
    if (polls)
        poll<<<1, 64>>>(words, words + 1, data, words + 2);
    else
        follow<<<1, 1>>>(words, words + 1);
    for (int i = 1; i <= 3; i++) {
        *command = i;
        while (*done < i) {
        }
        printf("%d ", polls ? ((volatile int *)words)[2] : i);
    }
    *command = 1000;
}

using word = cuda::atomic<int, cuda::thread_scope_system>;

__global__ void add_up(word *round, word *sum, int rounds) {
    for (int k = 1; k <= rounds; k++) {
        while (round->load(cuda::memory_order_acquire) < k) __nanosleep(100);
        sum->fetch_add(1);
    }
}

static void blocks() {
    word *words;
    cudaMallocManaged(&words, 2 * sizeof(word));
    new (words) word(0);
    new (words + 1) word(0);
    add_up<<<4, 32>>>(words, words + 1, 3);
    for (int k = 1; k <= 3; k++) {
        words[0].store(k, cuda::memory_order_release);
        while (words[1].load() < k * 128) {
        }
        printf("%d ", words[1].load());
    }
}

static void copy_only() {
    int *words, command = 1000;
    cudaStream_t other;
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaMallocManaged(&words, 2 * sizeof(int));
    words[0] = words[1] = 0;
    follow<<<1, 1>>>(words, words + 1);
    cudaMemcpyAsync(words, &command, sizeof(int), cudaMemcpyHostToDevice, other);
}

int main(int argc, char **argv) {
    const char *which = argc > 1 ? argv[1] : "";
    if (strcmp(which, "mail") == 0) mail();
    if (strcmp(which, "follow") == 0) two_words(false);
    if (strcmp(which, "poll") == 0) two_words(true);
    if (strcmp(which, "blocks") == 0) blocks();
    if (strcmp(which, "copy") == 0) copy_only();
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
