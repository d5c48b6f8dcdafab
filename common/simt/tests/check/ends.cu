/**
 * @file
 * @brief A kernel with a race, and then the end that its argument names, for test_ends.sh.
 */
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 64 };

__global__ void mirror(int *out) {
    __shared__ int s[THREADS];
    s[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = s[THREADS - 1 - threadIdx.x];
}

static void end(const char *how) {
    if (!strcmp(how, "abort")) abort();
    if (!strcmp(how, "_exit")) _exit(0);
    if (!strcmp(how, "_Exit")) _Exit(3);
    if (!strcmp(how, "quick_exit")) quick_exit(0);
    if (!strcmp(how, "terminate")) std::terminate();
    if (!strcmp(how, "fault")) *(volatile int *)8 = 1;
    if (!strcmp(how, "kill")) raise(SIGKILL);
    if (!strcmp(how, "term")) raise(SIGTERM);
    if (!strcmp(how, "exec")) execlp("true", "true", (char *)NULL);
}

static int child_code() {
    int status = 0;
    if (fork() == 0) _exit(0);
    wait(&status);
    return WEXITSTATUS(status);
}

int main(int argc, char **argv) {
    int *d_out;
    if (argc < 2 || cudaMalloc(&d_out, THREADS * sizeof *d_out) != cudaSuccess) return 2;
    mirror<<<1, THREADS>>>(d_out);
    if (cudaDeviceSynchronize() != cudaSuccess) return 2;
    if (!strcmp(argv[1], "child")) printf("child %d\n", child_code());
    end(argv[1]);
    return 0;
}
