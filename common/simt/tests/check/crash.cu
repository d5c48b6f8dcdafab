/**
 * @file
 * @brief Host code that ends by a signal, each in a line that is marked. No kernel is launched before.
 */
#include <algorithm>
#include <stdio.h>
#include <string.h>

static volatile int sink;
static char *volatile nowhere; // what is known to be null, a compiler may leave out

static void through_null(volatile int *p) {
    p[3] = 1; // null
}

static int by_zero(volatile int divisor) {
    return 7 / divisor; // zero
}

static int without_end(int depth) {
    volatile char own[1000];
    own[depth % 1000] = 1;
    return without_end(depth + 1) + own[0]; // stack
}

static void in_a_library(char *to) {
    memset(to, sink, 4096); // library
}

static int in_a_header(const int *from) {
    return std::max(from[sink], 3); // header
}

int main(int argc, char **argv) {
    const char *how = argc > 1 ? argv[1] : "";
    puts("printed before");
    if (argc > 2) cudaDeviceSynchronize();
    if (!strcmp(how, "null")) through_null(NULL);
    if (!strcmp(how, "zero")) sink = by_zero(0);
    if (!strcmp(how, "stack")) sink = without_end(0);
    if (!strcmp(how, "library")) in_a_library(nowhere);
    if (!strcmp(how, "header")) sink = in_a_header((const int *)nowhere);
    return 0;
}
