/**
 * @file
 * @brief Small programs with several streams: in `wrong_` ones nothing orders two operations, in `right_` ones
 *        something does. A comment `name:a` or `name:b` is on the line of each operation of the race.
 *
 * The program lists their names; with a name it runs that one.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <vector>

enum { N = 256, BYTES = N * sizeof(int) };

__global__ void fill(int *out, int value) {
    out[threadIdx.x] = value;
}
__global__ void add(int *out, const int *in) {
    out[threadIdx.x] = in[threadIdx.x] + 1;
}
__global__ void count(int *bins) {
    atomicAdd(&bins[threadIdx.x % 8], 1);
}
__global__ void finish(int *out, volatile int *flag) {
    out[threadIdx.x] = 5;
    __syncthreads();
    __threadfence_system();
    if (threadIdx.x == 0) *flag = 1;
}
__global__ void bytes(char *out, int first) {
    out[2 * threadIdx.x + first] = 1;
}
__device__ int room[N];
__global__ void by_room(int *out) {
    room[threadIdx.x] = out[threadIdx.x];
    out[threadIdx.x] = room[threadIdx.x] + 1;
}

static cudaStream_t s, t, apart; // apart: not blocked by the legacy stream
static cudaEvent_t event, other_event;
static int *d_a, *d_b, *d_c, *pinned, *pinned_too, *managed, pageable[N];

static void set_up() {
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    cudaEventCreateWithFlags(&other_event, cudaEventDisableTiming);
    for (int **d : {&d_a, &d_b, &d_c}) cudaMalloc(d, BYTES);
    cudaMallocHost(&pinned, BYTES);
    cudaMallocHost(&pinned_too, BYTES);
    cudaMallocManaged(&managed, BYTES);
    for (int i = 0; i < N; i++) pinned[i] = pinned_too[i] = managed[i] = i;
    for (int *d : {d_a, d_b, d_c}) cudaMemset(d, 0, BYTES);
    cudaDeviceSynchronize();
}
#define COPY_OUT(to, d_from, stream)                                                               \
    cudaMemcpyAsync(to, d_from, BYTES, cudaMemcpyDeviceToHost, stream)
#define COPY_IN(d_to, from, stream)                                                                \
    cudaMemcpyAsync(d_to, from, BYTES, cudaMemcpyHostToDevice, stream)
static void use(const int *keys) {
    printf("%d\n", keys[N / 2]);
}
static void then(cudaStream_t first, cudaStream_t second) {
    cudaEventRecord(event, first);
    cudaStreamWaitEvent(second, event, 0);
}

struct program {
    const char *name;
    void (*run)();
};
static std::vector<program> programs;
#define PROGRAM(name)                                                                              \
    static void name();                                                                            \
    static const bool entered_##name = (programs.push_back({#name, name}), true);                  \
    static void name()

/*
 * Between streams.
 */
PROGRAM(wrong_no_event) {
    fill<<<1, N, 0, s>>>(d_a, 1);  // wrong_no_event:a
    add<<<1, N, 0, t>>>(d_b, d_a); // wrong_no_event:b
}
PROGRAM(right_event) {
    fill<<<1, N, 0, s>>>(d_a, 1);
    then(s, t);
    add<<<1, N, 0, t>>>(d_b, d_a);
}
PROGRAM(wrong_recorded_too_early) {
    cudaEventRecord(event, s);
    fill<<<1, N, 0, s>>>(d_a, 1); // wrong_recorded_too_early:a
    cudaStreamWaitEvent(t, event, 0);
    add<<<1, N, 0, t>>>(d_b, d_a); // wrong_recorded_too_early:b
}
PROGRAM(wrong_never_recorded) {
    fill<<<1, N, 0, s>>>(d_a, 1); // wrong_never_recorded:a
    cudaStreamWaitEvent(t, event, 0);
    add<<<1, N, 0, t>>>(d_b, d_a); // wrong_never_recorded:b
}
PROGRAM(right_recorded_anew) {
    fill<<<1, N, 0, s>>>(d_a, 1);
    cudaEventRecord(event, s);
    cudaStreamWaitEvent(t, event, 0);
    cudaEventRecord(event, apart); // what t waits for stays what it was
    add<<<1, N, 0, t>>>(d_b, d_a);
}
PROGRAM(right_chain) {
    fill<<<1, N, 0, s>>>(d_a, 1);
    then(s, t);
    add<<<1, N, 0, t>>>(d_b, d_a);
    then(t, apart);
    add<<<1, N, 0, apart>>>(d_a, d_b); // behind s too, by t
}
PROGRAM(wrong_chain_broken) {
    fill<<<1, N, 0, s>>>(d_a, 1); // wrong_chain_broken:a
    cudaEventRecord(event, t);
    cudaStreamWaitEvent(apart, event, 0);
    then(s, t);
    add<<<1, N, 0, apart>>>(d_b, d_a); // wrong_chain_broken:b
}
PROGRAM(right_fork_and_join) {
    fill<<<1, N, 0, s>>>(d_a, 1);
    then(s, t);
    then(s, apart);
    add<<<1, N, 0, t>>>(d_b, d_a);
    add<<<1, N, 0, apart>>>(d_c, d_a);
    then(t, s);
    then(apart, s);
    fill<<<1, N, 0, s>>>(d_a, 2);
    add<<<1, N, 0, s>>>(d_b, d_c);
}
PROGRAM(wrong_join_of_one_branch) {
    fill<<<1, N, 0, s>>>(d_a, 1);
    then(s, t);
    then(s, apart);
    add<<<1, N, 0, t>>>(d_b, d_a);
    add<<<1, N, 0, apart>>>(d_c, d_a); // wrong_join_of_one_branch:a
    then(t, s);
    fill<<<1, N, 0, s>>>(d_a, 2); // wrong_join_of_one_branch:b
}
PROGRAM(wrong_two_fills) {
    cudaMemsetAsync(d_a, 0, BYTES, s);             // wrong_two_fills:a
    cudaMemsetAsync(d_a + N / 2, 1, BYTES / 2, t); // wrong_two_fills:b
}
PROGRAM(wrong_copy_too_early) {
    fill<<<1, N, 0, s>>>(d_a, 1); // wrong_copy_too_early:a
    COPY_OUT(pinned, d_a, t);     // wrong_copy_too_early:b
}
PROGRAM(wrong_copy_over_what_is_read) {
    add<<<1, N, 0, s>>>(d_b, d_a); // wrong_copy_over_what_is_read:a
    COPY_IN(d_a, pinned, t);       // wrong_copy_over_what_is_read:b
}
PROGRAM(right_two_halves) {
    cudaMemsetAsync(d_a, 0, BYTES / 2, s);
    cudaMemsetAsync(d_a + N / 2, 1, BYTES / 2, t);
}
PROGRAM(right_bytes_of_one_word) {
    bytes<<<1, N, 0, s>>>((char *)d_a, 0);
    bytes<<<1, N, 0, t>>>((char *)d_a, 1);
    cudaMemsetAsync((char *)d_b, 0, 3, s);
    cudaMemsetAsync((char *)d_b + 3, 0, 3, t);
}
PROGRAM(right_two_readers) {
    add<<<1, N, 0, s>>>(d_b, d_a);
    add<<<1, N, 0, t>>>(d_c, d_a);
}
PROGRAM(wrong_shared_scratch) {
    COPY_IN(d_b, pinned, s);
    cudaMemcpyAsync(d_a, d_b, BYTES, cudaMemcpyDeviceToDevice, s); // wrong_shared_scratch:a
    cudaMemcpyAsync(d_a, d_c, BYTES, cudaMemcpyDeviceToDevice, t); // wrong_shared_scratch:b
}
PROGRAM(wrong_shared_variable) {
    by_room<<<1, N, 0, s>>>(d_a); // wrong_shared_variable:a
    by_room<<<1, N, 0, t>>>(d_b); // wrong_shared_variable:b
}
PROGRAM(right_shared_counters) {
    count<<<1, N, 0, s>>>(d_a); // by atomics alone
    count<<<1, N, 0, t>>>(d_a);
}
PROGRAM(wrong_counters_cleared_elsewhere) {
    cudaMemsetAsync(d_a, 0, BYTES, s); // wrong_counters_cleared_elsewhere:a
    count<<<1, N, 0, t>>>(d_a);        // wrong_counters_cleared_elsewhere:b
}

/*
 * The legacy stream.
 */
PROGRAM(right_legacy_between) {
    fill<<<1, N, 0, s>>>(d_a, 1);
    add<<<1, N>>>(d_b, d_a);
    add<<<1, N, 0, t>>>(d_a, d_b);
}
PROGRAM(wrong_legacy_and_non_blocking) {
    cudaMemset(d_a, 0, BYTES);         // wrong_legacy_and_non_blocking:a
    add<<<1, N, 0, apart>>>(d_b, d_a); // wrong_legacy_and_non_blocking:b
}
PROGRAM(right_legacy_waited_for) {
    cudaMemset(d_a, 0, BYTES);
    cudaStreamSynchronize(0);
    add<<<1, N, 0, apart>>>(d_b, d_a);
}
PROGRAM(wrong_upload_on_its_way) {
    cudaMemcpy(d_a, pageable, BYTES, cudaMemcpyHostToDevice); // wrong_upload_on_its_way:a
    add<<<1, N, 0, apart>>>(d_b, d_a);                        // wrong_upload_on_its_way:b
}
PROGRAM(right_upload_from_pinned) {
    cudaMemcpy(d_a, pinned, BYTES, cudaMemcpyHostToDevice); // waits
    add<<<1, N, 0, apart>>>(d_b, d_a);
}
PROGRAM(right_upload_to_blocking) {
    cudaMemcpy(d_a, pageable, BYTES, cudaMemcpyHostToDevice);
    pageable[0] = 7;
    add<<<1, N, 0, s>>>(d_b, d_a);
}
PROGRAM(right_own_stream) {
    fill<<<1, N, 0, cudaStreamPerThread>>>(d_a, 1);
    add<<<1, N>>>(d_b, d_a);
    cudaMemcpy(pinned, d_b, BYTES, cudaMemcpyDeviceToHost);
    use(pinned);
}
PROGRAM(wrong_symbol) {
    cudaMemcpyToSymbolAsync(room, d_a, BYTES, 0, cudaMemcpyDeviceToDevice, s); // wrong_symbol:a
    by_room<<<1, N, 0, t>>>(d_b);                                              // wrong_symbol:b
}

/*
 * The host.
 */
PROGRAM(wrong_read_too_early) {
    COPY_OUT(pinned, d_a, s);  // wrong_read_too_early:a
    printf("%d\n", pinned[3]); // wrong_read_too_early:b
}
PROGRAM(right_read_behind_a_wait) {
    COPY_OUT(pinned, d_a, s);
    cudaStreamSynchronize(s);
    use(pinned);
}
PROGRAM(wrong_other_stream_waited_for) {
    COPY_OUT(pinned, d_a, s); // wrong_other_stream_waited_for:a
    cudaStreamSynchronize(t);
    printf("%d\n", pinned[3]); // wrong_other_stream_waited_for:b
}
PROGRAM(right_event_waited_for) {
    COPY_OUT(pinned, d_a, s);
    cudaEventRecord(event, s);
    fill<<<1, N, 0, s>>>(d_b, 1);
    cudaEventSynchronize(event);
    use(pinned);
}
PROGRAM(wrong_event_before_the_copy) {
    fill<<<1, N, 0, s>>>(d_a, 1);
    cudaEventRecord(event, s);
    COPY_OUT(pinned, d_a, s); // wrong_event_before_the_copy:a
    cudaEventSynchronize(event);
    printf("%d\n", pinned[3]); // wrong_event_before_the_copy:b
}
PROGRAM(right_polling) {
    COPY_OUT(pinned, d_a, s);
    cudaEventRecord(event, s);
    while (cudaEventQuery(event) == cudaErrorNotReady) {
    }
    pinned[0] = 1;
    fill<<<1, N, 0, t>>>(pinned_too, 1);
    while (cudaStreamQuery(t) == cudaErrorNotReady) {
    }
    use(pinned_too);
}
PROGRAM(wrong_buffer_reused) {
    COPY_IN(d_a, pageable, s);
    COPY_IN(d_b, pinned, s);  // wrong_buffer_reused:a
    memset(pinned, 0, BYTES); // wrong_buffer_reused:b
}
PROGRAM(right_two_buffers) {
    cudaEvent_t free_again[2] = {event, other_event};
    int *buffer[2] = {pinned, pinned_too};
    for (int chunk = 0; chunk < 6; chunk++) {
        int i = chunk % 2;
        if (chunk > 1) cudaEventSynchronize(free_again[i]);
        for (int k = 0; k < N; k++) buffer[i][k] = chunk;
        COPY_IN(i ? d_b : d_a, buffer[i], i ? t : s);
        cudaEventRecord(free_again[i], i ? t : s);
    }
}
PROGRAM(wrong_two_buffers_one_event) {
    int *buffer[2] = {pinned, pinned_too};
    for (int chunk = 0; chunk < 6; chunk++) {
        int i = chunk % 2;
        if (chunk > 1) cudaEventSynchronize(event); // that of the chunk before, in the other stream
        buffer[i][0] = chunk;                       // wrong_two_buffers_one_event:b
        COPY_IN(i ? d_b : d_a, buffer[i], i ? t : s); // wrong_two_buffers_one_event:a
        if (i) cudaEventRecord(event, t);
    }
}
PROGRAM(wrong_managed) {
    fill<<<1, N>>>(managed, 1); // wrong_managed:a
    printf("%d\n", managed[3]); // wrong_managed:b
}
PROGRAM(right_managed) {
    managed[0] = 1;
    fill<<<1, N>>>(managed, 1);
    cudaDeviceSynchronize();
    use(managed);
}
PROGRAM(right_freed) {
    int *d_more;
    cudaMalloc(&d_more, BYTES);
    fill<<<1, N, 0, s>>>(pinned, 1);
    cudaFree(d_more); // waits for all
    use(pinned);
}
PROGRAM(right_to_pageable) {
    COPY_OUT(pageable, d_a, s);
    cudaMemcpyAsync(pinned, pinned_too, BYTES, cudaMemcpyHostToHost, t); // both wait
    use(pageable);
    use(pinned);
}
PROGRAM(right_flag) {
    volatile int *flag = pinned_too;
    *flag = 0;
    finish<<<1, N, 0, s>>>(pinned, flag);
    while (!*flag) cudaStreamQuery(s); // lazy streams go on when somebody asks
    use(pinned);
}

/*
 * Host functions.
 */
static void sum_up(void *keys) {
    int *k = (int *)keys;
    for (int i = 1; i < N; i++) k[0] += k[i];
}
PROGRAM(right_host_function) {
    COPY_OUT(pinned, d_a, s);
    cudaLaunchHostFunc(s, sum_up, pinned);
    COPY_IN(d_b, pinned, s);
    cudaStreamSynchronize(s);
    use(pinned);
}
PROGRAM(wrong_host_function_elsewhere) {
    COPY_OUT(pinned, d_a, s);              // wrong_host_function_elsewhere:a
    cudaLaunchHostFunc(t, sum_up, pinned); // wrong_host_function_elsewhere:b
}
PROGRAM(wrong_host_function_not_waited_for) {
    cudaLaunchHostFunc(s, sum_up, pinned); // wrong_host_function_not_waited_for:a
    printf("%d\n", pinned[0]);             // wrong_host_function_not_waited_for:b
}
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool done;
static void CUDART_CB tell(cudaStream_t, cudaError_t, void *) {
    pthread_mutex_lock(&mutex);
    done = true;
    pthread_mutex_unlock(&mutex);
}
static bool is_done() {
    pthread_mutex_lock(&mutex);
    bool is = done;
    pthread_mutex_unlock(&mutex);
    return is;
}
PROGRAM(right_callback_that_tells) {
    COPY_OUT(pinned, d_a, s);
    cudaStreamAddCallback(s, tell, NULL, 0);
    while (!is_done()) cudaStreamQuery(s);
    use(pinned);
}

/*
 * Memory that belongs to a stream; threads of the host; devices.
 */
PROGRAM(right_memory_of_a_stream) {
    int *d_more;
    cudaMallocAsync(&d_more, BYTES, s);
    fill<<<1, N, 0, s>>>(d_more, 1);
    then(s, t);
    add<<<1, N, 0, t>>>(d_b, d_more);
    then(t, s);
    cudaFreeAsync(d_more, s);
}
PROGRAM(wrong_used_before_it_is_there) {
    int *d_more;
    cudaMallocAsync(&d_more, BYTES, s); // wrong_used_before_it_is_there:a
    fill<<<1, N, 0, t>>>(d_more, 1);    // wrong_used_before_it_is_there:b
}
PROGRAM(wrong_freed_while_in_use) {
    int *d_more;
    cudaMalloc(&d_more, BYTES);
    fill<<<1, N, 0, s>>>(d_more, 1); // wrong_freed_while_in_use:a
    cudaFreeAsync(d_more, t);        // wrong_freed_while_in_use:b
}
static void *fill_and_wait(void *stream) {
    fill<<<1, N, 0, (cudaStream_t)stream>>>(stream == s ? d_a : d_b, 1);
    cudaStreamSynchronize((cudaStream_t)stream);
    return NULL;
}
PROGRAM(right_threads) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, fill_and_wait, s);
    pthread_create(&threads[1], NULL, fill_and_wait, t);
    for (pthread_t thread : threads) pthread_join(thread, NULL);
    add<<<1, N, 0, apart>>>(d_a, d_b);
}
static void *only_fill(void *) {
    fill<<<1, N, 0, s>>>(d_a, 1); // wrong_thread_that_does_not_wait:a
    return NULL;
}
PROGRAM(wrong_thread_that_does_not_wait) {
    pthread_t thread;
    pthread_create(&thread, NULL, only_fill, NULL);
    pthread_join(thread, NULL);
    add<<<1, N, 0, apart>>>(d_b, d_a); // wrong_thread_that_does_not_wait:b
}
static cudaStream_t far;
static int *d_far;
static void go_far() {
    cudaSetDevice(1);
    cudaStreamCreate(&far);
    cudaMalloc(&d_far, BYTES);
}
PROGRAM(right_peer_copy) {
    go_far();
    fill<<<1, N, 0, far>>>(d_far, 1);
    cudaMemcpyPeerAsync(d_a, 0, d_far, 1, BYTES, far);
    cudaEvent_t there;
    cudaEventCreate(&there);
    cudaEventRecord(there, far);
    cudaSetDevice(0);
    cudaStreamWaitEvent(s, there, 0);
    add<<<1, N, 0, s>>>(d_b, d_a);
    cudaMemcpyPeer(d_far, 1, d_b, 0, BYTES);
    cudaSetDevice(1);
    fill<<<1, N, 0, far>>>(d_far, 2);
}
PROGRAM(wrong_peer_copy) {
    go_far();
    fill<<<1, N, 0, far>>>(d_far, 1);
    cudaMemcpyPeerAsync(d_a, 0, d_far, 1, BYTES, far); // wrong_peer_copy:a
    cudaSetDevice(0);
    add<<<1, N, 0, s>>>(d_b, d_a); // wrong_peer_copy:b
}
PROGRAM(right_many_streams) { // a new one goes on where one that is gone has ended
    for (int i = 0; i < 40; i++) {
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        fill<<<1, N, 0, stream>>>(d_a, i);
        cudaStreamSynchronize(stream);
        cudaStreamDestroy(stream);
    }
}
PROGRAM(wrong_stream_destroyed) {
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    fill<<<1, N, 0, stream>>>(d_a, 1); // wrong_stream_destroyed:a
    cudaStreamDestroy(stream);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    fill<<<1, N, 0, stream>>>(d_a, 2); // wrong_stream_destroyed:b
}

int main(int argc, char **argv) {
    if (argc > 1) set_up();
    for (const program &p : programs)
        if (argc < 2)
            puts(p.name);
        else if (!strcmp(argv[1], p.name))
            p.run();
    if (argc > 1) cudaDeviceSynchronize();
    return 0;
}
