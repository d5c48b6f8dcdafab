/**
 * @file
 * @brief printf in a kernel: its formats, and what it returns. A kernel's clocks and a parameter that stays constant.
 */
#include <cstdio>
#include <cstring>
#include <unistd.h>

struct Settings {
    int width;
    char name[8];
};

__global__ void print(const __grid_constant__ Settings settings, int *returned, int *pointer) {
    const Settings *same = &settings; // its address: no copy of each thread
    returned[0] = printf("a");
    returned[1] = printf("\n%d|%5d|%-5d|%05d|%+d\n", 1, 2, 3, 4, 5);
    returned[2] = printf("%u %x %X %o %c %%\n", 6u, 255, 255, 8, 'c');
    returned[3] = printf("%f %.2f %e %g\n", 1.5, 2.25, 1e10, 0.5f);
    returned[4] = printf("%s:%*d %lld %llu %p\n", same->name, same->width, 7, 1ll << 40, ~0ull, (void *)pointer);
    returned[5] = printf("%5.3f|%-8s|%hd\n", 3.14159, "left", (short)9);
    long long begin = clock64();
    __nanosleep(100);
    returned[6] = clock64() >= begin && clock() != 0;
}

int main() {
    int *returned;
    cudaMallocManaged(&returned, 8 * sizeof *returned);
    FILE *out = tmpfile();
    int screen = dup(STDOUT_FILENO);
    fflush(stdout);
    dup2(fileno(out), STDOUT_FILENO);
    print<<<1, 1>>>(Settings{4, "name"}, returned, (int *)0x1230);
    cudaError_t error = cudaDeviceSynchronize();
    fflush(stdout);
    dup2(screen, STDOUT_FILENO);
    const char *want[] = {"a\n",
                          "1|    2|3    |00004|+5\n",
                          "6 ff FF 10 c %\n",
                          "1.500000 2.25 1.000000e+10 0.5\n",
                          "name:   7 1099511627776 18446744073709551615 0x1230\n",
                          "3.142|left    |9\n"};
    const int arguments[] = {0, 5, 5, 4, 6, 3, 1};
    char line[200];
    bool right = error == cudaSuccess;
    rewind(out);
    for (const char *text : want) right &= fgets(line, sizeof line, out) && !strcmp(line, text);
    for (int i = 0; i < 7; i++) right &= returned[i] == arguments[i];
    puts(right ? "PASS" : "FAIL");
    return !right;
}
