/**
 * @file
 * @brief Streams, eager and lazy: what is right stays right, and with lazy streams what is wrong shows.
 *
 * Each setting has a process of its own.
 */
#include <sys/wait.h>
#include <unistd.h>

#include "promise.h"

enum { N = 64, BYTES = N * sizeof(int) };

__global__ void fill(int *out, int value) {
    out[threadIdx.x] = value;
}
__global__ void add(int *out, const int *in, int value) {
    out[threadIdx.x] = in[threadIdx.x] + value;
}
struct wide {
    char name;
    double numbers[5];
};
__global__ void take_wide(int *out, wide w, char c, const int *in) {
    out[threadIdx.x] = (int)w.numbers[4] + w.name + c + in[threadIdx.x];
}
__global__ void trap() {
    __trap();
}
__device__ int symbol[N];

/* What every test may use; the pinned arrays hold -1. */
static cudaStream_t a, b, apart; /* apart: not blocked by the legacy stream */
static cudaEvent_t event;
static int *d_x, *d_y, *pinned, *other;

static void set_up() {
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    cudaMalloc(&d_x, BYTES);
    cudaMalloc(&d_y, BYTES);
    cudaMallocHost(&pinned, BYTES);
    cudaMallocHost(&other, BYTES);
}

static void begin() {
    cudaDeviceSynchronize();
    cudaMemset(d_x, 0, BYTES);
    cudaMemset(d_y, 0, BYTES);
    cudaDeviceSynchronize();
    for (int i = 0; i < N; i++) pinned[i] = other[i] = -1;
}

static bool all(const int *keys, int value) {
    for (int i = 0; i < N; i++)
        if (keys[i] != value) return false;
    return true;
}

static void copy_in(int *d_to, const int *from, cudaStream_t stream) {
    cudaMemcpyAsync(d_to, from, BYTES, cudaMemcpyHostToDevice, stream);
}
static void copy_out(int *to, const int *d_from, cudaStream_t stream) {
    cudaMemcpyAsync(to, d_from, BYTES, cudaMemcpyDeviceToHost, stream);
}

/*
 * Right programs.
 */
static void test_order_in_a_stream() {
    begin();
    fill<<<1, N, 0, a>>>(d_x, 3);
    add<<<1, N, 0, a>>>(d_y, d_x, 4);
    copy_out(pinned, d_y, a);
    cudaStreamSynchronize(a);
    promise("work in a stream is done in its order", all(pinned, 7));

    for (int i = 0; i < 5000; i++) add<<<1, N, 0, a>>>(d_x, d_x, 1);
    copy_out(pinned, d_x, a);
    cudaStreamSynchronize(a);
    promise("and 5000 launches in a row are", all(pinned, 5003));

    cudaMemsetAsync(d_x, 1, BYTES, a);
    cudaMemset2DAsync(d_x, BYTES / 2, 0, BYTES / 4, 2, a);
    cudaMemcpy2DAsync(pinned, BYTES / 2, d_x, BYTES / 2, BYTES / 2, 2, cudaMemcpyDeviceToHost, a);
    cudaStreamSynchronize(a);
    promise("so are fills, and copies of rows",
            pinned[0] == 0 && pinned[N - 1] == 0x01010101 && pinned[N / 2] == 0);
}

static void test_arguments() {
    begin();
    wide w = {1, {0, 0, 0, 0, 20}};
    char c = 2;
    fill<<<1, N, 0, a>>>(d_x, 100);
    take_wide<<<1, N, 0, a>>>(d_y, w, c, d_x);
    w.numbers[4] = c = 0;
    copy_out(pinned, d_y, a);
    cudaStreamSynchronize(a);
    promise("a kernel gets the arguments that its launch had", all(pinned, 123));

    w.numbers[4] = 20, c = 2;
    void *args[] = {&d_y, &w, &c, &d_x};
    begin();
    cudaLaunchKernel((void *)take_wide, dim3(1), dim3(N), args, 0, a);
    for (void *&arg : args) arg = NULL;
    w.numbers[4] = c = 0;
    copy_out(pinned, d_y, a);
    cudaStreamSynchronize(a);
    promise("also by cudaLaunchKernel", all(pinned, 23));
}

static void test_pageable_memory() {
    begin();
    int pageable[N], back[N];
    for (int &key : pageable) key = 5;
    copy_in(d_x, pageable, a);
    for (int &key : pageable) key = 6;
    add<<<1, N, 0, a>>>(d_x, d_x, 10);
    copy_out(back, d_x, a);
    promise("pageable memory may be written when a copy from it was called", all(back, 15));
    promise("and read when a copy to it was", all(back, 15));
    copy_out(pinned, d_x, a);
    cudaMemcpyAsync(other, pinned, BYTES, cudaMemcpyHostToHost, a);
    promise("a copy from host to host waits", all(other, 15));
    for (int &key : pageable) key = 7;
    cudaMemcpy(d_y, pageable, BYTES, cudaMemcpyHostToDevice);
    for (int &key : pageable) key = 8;
    add<<<1, N, 0, a>>>(d_y, d_y, 10);
    copy_out(back, d_y, a);
    promise(
        "a copy that is not Async has the bytes when it comes back, and is before blocking streams",
        all(back, 17));
}

static void test_events() {
    begin();
    float ms = -1;
    cudaEvent_t later;
    cudaEventCreate(&later);
    cudaEventRecord(event, a);
    fill<<<1, N, 0, a>>>(d_x, 1);
    cudaEventRecord(later, a);
    cudaStreamWaitEvent(b, later, 0);
    cudaEventRecord(later, a); /* b waits for what it was before */
    copy_out(pinned, d_x, b);
    cudaStreamSynchronize(b);
    promise("a stream waits for an event of another", all(pinned, 1));
    cudaEventSynchronize(later);
    promise("the time between two events can be had when both are reached",
            cudaEventElapsedTime(&ms, event, later) == cudaSuccess && ms >= 0);
    cudaEventRecord(later, a);
    cudaEventDestroy(later);
    promise("an event may be destroyed before it is reached",
            cudaStreamSynchronize(a) == cudaSuccess);
}

static void test_polling(bool lazy) {
    begin();
    fill<<<1, N, 0, a>>>(d_x, 1);
    copy_out(pinned, d_x, a);
    cudaEventRecord(event, a);
    cudaError_t said = cudaEventQuery(event);
    if (lazy) promise("an event that is far is not ready", said == cudaErrorNotReady);
    float ms;
    cudaEventRecord(event, a);
    said = cudaEventElapsedTime(&ms, event, event);
    if (lazy) promise("nor is the time until it is reached", said == cudaErrorNotReady);
    while ((said = cudaEventQuery(event)) == cudaErrorNotReady) {
    }
    promise("who asks again and again for an event gets there",
            said == cudaSuccess && all(pinned, 1));
    fill<<<1, N, 0, apart>>>(d_x, 2);
    copy_out(pinned, d_x, apart);
    while ((said = cudaStreamQuery(apart)) == cudaErrorNotReady) {
    }
    promise("and for a stream", said == cudaSuccess && all(pinned, 2));
    promise("cudaErrorNotReady is not remembered", cudaGetLastError() == cudaSuccess);
}

static void test_legacy_stream() {
    begin();
    fill<<<1, N, 0, a>>>(d_x, 1);
    add<<<1, N>>>(d_y, d_x, 10);
    add<<<1, N, 0, b>>>(d_x, d_y, 100);
    copy_out(pinned, d_x, b);
    cudaStreamSynchronize(b);
    promise("the legacy stream comes after and before the others", all(pinned, 111));
    fill<<<1, N, 0, a>>>(pinned, 2);
    cudaStreamSynchronize(0);
    promise("who waits for it waits for them too", all(pinned, 2));
    fill<<<1, N, 0, a>>>(d_x, 3);
    cudaMemcpy(other, d_x, BYTES, cudaMemcpyDeviceToHost);
    promise("so does cudaMemcpy", all(other, 3));
    fill<<<1, N, 0, cudaStreamPerThread>>>(pinned, 4);
    cudaStreamSynchronize(cudaStreamPerThread);
    promise("a thread has a stream of its own", all(pinned, 4));
}

static void test_memory() {
    int *d_more = NULL;
    begin();
    cudaMallocAsync(&d_more, BYTES, apart);
    fill<<<1, N, 0, apart>>>(d_more, 1);
    copy_out(pinned, d_more, apart);
    cudaFreeAsync(d_more, apart);
    cudaMalloc(&d_more, BYTES);
    cudaFree(d_more);
    promise("cudaFree waits for every stream", all(pinned, 1));
    fill<<<1, N, 0, apart>>>(pinned, 2);
    cudaMallocHost(&d_more, BYTES);
    cudaFreeHost(d_more);
    promise("cudaFreeHost does too", all(pinned, 2));
    fill<<<1, N, 0, a>>>(d_x, 3);
    cudaMemcpyToSymbolAsync(symbol, d_x, BYTES, 0, cudaMemcpyDeviceToDevice, a);
    cudaMemcpyFromSymbol(pinned, symbol, BYTES);
    promise("copies to and from a symbol keep to the order", all(pinned, 3));
    cudaStream_t gone;
    cudaStreamCreate(&gone);
    fill<<<1, N, 0, gone>>>(pinned, 4);
    cudaStreamDestroy(gone);
    cudaDeviceSynchronize();
    promise("what is in a stream is done though it was destroyed", all(pinned, 4));
}

struct seen {
    int value;
    cudaError_t nested;
};
static void look(void *seen) {
    ((struct seen *)seen)->value = pinned[N - 1];
    ((struct seen *)seen)->nested = cudaStreamSynchronize(a);
}
static void told(cudaStream_t, cudaError_t error, void *seen) {
    ((struct seen *)seen)->nested = error;
}

static void test_host_functions(bool lazy) {
    struct seen seen = {0, cudaSuccess};
    begin();
    fill<<<1, N, 0, a>>>(pinned, 1);
    cudaLaunchHostFunc(a, look, &seen);
    fill<<<1, N, 0, a>>>(pinned, 2);
    cudaStreamSynchronize(a);
    promise("a host function has its place in the stream", seen.value == 1 && all(pinned, 2));
    if (lazy) promise("it may not call CUDA", seen.nested == cudaErrorNotPermitted);
}

static void test_faults() {
    struct seen seen = {-1, cudaSuccess}, last = {-1, cudaSuccess};
    begin();
    trap<<<1, 1, 0, a>>>();
    bool launched = cudaGetLastError() == cudaSuccess;
    cudaLaunchHostFunc(a, look, &seen);
    cudaStreamAddCallback(a, told, &last, 0);
    cudaEventRecord(event, a);
    promise("a fault shows where it is waited for",
            launched && cudaEventSynchronize(event) == cudaErrorLaunchFailure);
    promise("and from then on everywhere", cudaMemset(d_x, 0, BYTES) == cudaErrorLaunchFailure &&
                                               cudaStreamQuery(b) == cudaErrorLaunchFailure);
    cudaDeviceReset();
}

/*
 * Wrong programs: each gives what its author wants when streams are eager, and by chance in a random
 * order, where streams that nobody waits for may get on.
 */
static bool is_order(const char *name) {
    const char *order = getenv("SIMT_ORDER");
    return !strncmp(order && *order ? order : "forward", name, strlen(name));
}

static void shows(const char *text, bool lazy, bool right) {
    if (lazy && !is_order("random")) promise(text, !right);
}

static void test_missing_waits(bool lazy) {
    begin();
    fill<<<1, N, 0, a>>>(d_x, 1);
    copy_out(pinned, d_x, a);
    shows("a result that is read before the stream is waited for is not there", lazy,
          all(pinned, 1));
    cudaStreamSynchronize(b);
    shows("nor when another stream is waited for", lazy, all(pinned, 1));
    begin();
    for (int i = 0; i < N; i++) pinned[i] = 1;
    copy_in(d_x, pinned, a);
    for (int i = 0; i < N; i++) pinned[i] = 2; /* the next chunk */
    copy_out(other, d_x, a);
    cudaStreamSynchronize(a);
    shows("a pinned buffer that is used again too early spoils the first copy", lazy,
          all(other, 1));
}

static void test_missing_events(bool lazy) {
    begin();
    fill<<<1, N, 0, a>>>(d_x, 1);
    cudaEventRecord(event, a);
    add<<<1, N, 0, b>>>(d_y, d_x, 1); /* no cudaStreamWaitEvent(b, event, 0) */
    copy_out(pinned, d_y, b);
    cudaStreamSynchronize(b);
    shows("a missing cudaStreamWaitEvent shows", lazy, all(pinned, 2));
    begin();
    fill<<<1, N, 0, a>>>(d_x, 1);
    copy_out(pinned, d_x, b);
    cudaStreamSynchronize(b);
    shows("a copy in another stream than the kernel's comes too early", lazy, all(pinned, 1));
    begin();
    fill<<<1, N>>>(d_x, 1);
    copy_out(pinned, d_x, apart);
    cudaStreamSynchronize(apart);
    shows("the legacy stream is not before a non-blocking one", lazy, all(pinned, 1));
    begin();
    int pageable[N];
    for (int &key : pageable) key = 1;
    cudaMemcpy(d_x, pageable, BYTES, cudaMemcpyHostToDevice); /* no cudaStreamSynchronize(0) */
    copy_out(pinned, d_x, apart);
    cudaStreamSynchronize(apart);
    shows("a copy from pageable memory is not before it, either", lazy, all(pinned, 1));
    cudaDeviceSynchronize();
}

/* In which order three streams are worked off when all are waited for. */
static char turns[8];
static int n_turns;
static void take_turn(void *name) {
    turns[n_turns++] = *(char *)name;
}

static void test_turns(bool lazy) {
    const char *names = "ABCa";
    cudaStream_t streams[] = {a, b, apart, a};
    begin();
    for (int i = 0; i < 4; i++) cudaLaunchHostFunc(streams[i], take_turn, (void *)(names + i));
    cudaDeviceSynchronize();
    if (!lazy || is_order("forward"))
        promise("the oldest work comes first", !strcmp(turns, "ABCa"));
    else if (is_order("reverse"))
        promise("in reverse order the newest comes first", !strcmp(turns, "CBAa"));
    else
        promise("in a random order each stream keeps its own",
                strchr(turns, 'A') < strchr(turns, 'a'));
}

/* One stream reads what another one overwrites, and nobody waits in between: 1, or 2 when it shows. */
static int overwrite_too_early() {
    begin();
    fill<<<1, N>>>(d_x, 1);
    copy_out(pinned, d_x, a);
    fill<<<1, N, 0, b>>>(d_x, 2);
    cudaStreamSynchronize(a);
    cudaDeviceSynchronize();
    return pinned[0];
}

static int test_all(bool lazy) {
    set_up();
    test_order_in_a_stream();
    test_arguments();
    test_pageable_memory();
    test_events();
    test_polling(lazy);
    test_legacy_stream();
    test_memory();
    test_host_functions(lazy);
    test_missing_waits(lazy);
    test_missing_events(lazy);
#ifdef __SIMT__
    test_turns(lazy);
#endif
    test_faults();
    return promises_broken != 0;
}

/*
 * Processes.
 */

/* The exit status of a process with the setting that does one thing. */
static int run(const char *setting, int (*what)()) {
    int status = -1;
    if (fork() == 0) {
        setenv("SIMT_STREAMS", setting, 1);
        exit(what());
    }
    wait(&status);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void say_done(void *pipe) {
    if (write(*(int *)pipe, "done", 4) != 4) _exit(3);
}

/* A program that ends without waiting. */
static int ends[2];
static int leave() {
    return cudaLaunchHostFunc(0, say_done, &ends[1]);
}

static bool leaves_nothing_undone() {
    char text[5] = "";
    if (pipe(ends) || run("lazy", leave)) return false;
    close(ends[1]);
    bool done = read(ends[0], text, 4) == 4 && !strcmp(text, "done");
    close(ends[0]);
    return done;
}

static int test_eager() {
    return test_all(false);
}
static int test_lazy() {
    return test_all(true);
}
static int overwrite() {
    set_up();
    return overwrite_too_early();
}
static int synchronize() {
    return cudaDeviceSynchronize();
}

/* What a copy from pageable memory left to come has overwritten when all is waited for: 1 if it came last. */
static int upload_late() {
    set_up();
    begin();
    int pageable[N], back[N];
    for (int &key : pageable) key = 1;
    fill<<<1, N, 0, apart>>>(d_x, 2); /* older than the copy, so that its age does not decide */
    cudaMemcpy(d_x, pageable, BYTES, cudaMemcpyHostToDevice);
    fill<<<1, N, 0, apart>>>(d_x, 3);
    cudaDeviceSynchronize();
    cudaMemcpy(back, d_x, BYTES, cudaMemcpyDeviceToHost);
    return all(back, 1) ? 1 : all(back, 3) ? 3 : 0;
}

static bool comes_last_in_reverse() {
    setenv("SIMT_ORDER", "reverse", 1);
    bool last = run("lazy", upload_late) == 1 && run("eager", upload_late) == 3;
    setenv("SIMT_ORDER", "forward", 1);
    return last && run("lazy", upload_late) == 3;
}

static bool some_random_order_shows() {
    char order[20];
    int shown = 0;
    for (int seed = 0; seed < 10; seed++) {
        snprintf(order, sizeof order, "random:%d", seed);
        setenv("SIMT_ORDER", order, 1);
        shown += run("lazy", overwrite) == 2;
    }
    return shown > 0 && shown < 10;
}

int main() {
    promise("all of that holds with eager streams", run("eager", test_eager) == 0);
#ifdef __SIMT__
    promise("and with lazy ones", run("lazy", test_lazy) == 0);
    promise("what is left in streams is done when the program ends", leaves_nothing_undone());
    promise("a setting that does not exist is refused", run("late", synchronize) == 2);
    promise("in reverse order a copy from pageable memory comes last", comes_last_in_reverse());
    promise("what is overwritten while another stream reads it shows in some random order",
            some_random_order_shows());
#endif
    return promises_broken != 0;
}
