/**
 * @file
 * @brief Shifts by too much and indices that an array's type does not have, in kernels and host code, and their
 *        right twins.
 */
#include "cases.h"

#include <cstdint>
#include <cstdlib>

enum { THREADS = 32, OWN = 4 };

static int given = atoi("0"); /* 0, which no compiler knows */

static unsigned *words() {
    unsigned *d;
    if (cudaMalloc(&d, 2 * THREADS * sizeof *d) != cudaSuccess) exit(3);
    cudaMemset(d, 0x81, 2 * THREADS * sizeof *d);
    return d;
}

__global__ void shift_right(unsigned *d, int by) {
    d[threadIdx.x] >>= by; // shift
}
__global__ void shift_wide(unsigned *d, int by) {
    d[threadIdx.x] = (unsigned)((uint64_t)d[threadIdx.x] << by >> by);
}
/* What a digit's mask is made by. */
__global__ void mask(unsigned *d, int bits) {
    d[threadIdx.x] &= (1u << bits) - 1;
}
/* Its sign is shifted out, as in many a hash. */
__global__ void shift_sign(unsigned *d, int by) {
    d[threadIdx.x] = (unsigned)((int)d[threadIdx.x] << by);
}
static void shift_by_31() {
    shift_right<<<1, THREADS>>>(words(), given + 31);
}
static void shift_by_32() {
    shift_right<<<1, THREADS>>>(words(), given + 32);
}
static void shift_back() {
    shift_right<<<1, THREADS>>>(words(), given - 1);
}
static void shift_64_by_32() {
    shift_wide<<<1, THREADS>>>(words(), given + 32);
}
static void shift_64_by_64() {
    shift_wide<<<1, THREADS>>>(words(), given + 64);
}
static void mask_of_31() {
    mask<<<1, THREADS>>>(words(), given + 31);
}
static void mask_of_32() {
    mask<<<1, THREADS>>>(words(), given + 32);
}
static void signs() {
    shift_sign<<<1, THREADS>>>(words(), given + 3);
}

/* An array of its own, which no other check sees. */
__global__ void own_words(unsigned *d, unsigned first) {
    unsigned own[OWN];
    for (unsigned i = 0; i < OWN; i++) own[i] = d[threadIdx.x] + i;
    for (unsigned i = 0; i < OWN; i++) d[threadIdx.x] += own[(i + threadIdx.x) % OWN + first];
}
__global__ void own_square(unsigned *d, unsigned n) {
    unsigned own[2][OWN] = {};
    for (unsigned i = 0; i < 2 * OWN; i++) own[i / n][i % n] = i;
    d[threadIdx.x] = own[threadIdx.x % 2][threadIdx.x % OWN];
}
/* Up to the end, which may be pointed to. */
__global__ void own_end(unsigned *d) {
    unsigned own[OWN];
    for (unsigned *p = own; p < &own[OWN]; p++) *p = d[threadIdx.x];
    d[threadIdx.x] = own[threadIdx.x % OWN];
}
struct tail {
    unsigned n, words[1];
};
/* An array at a structure's end has as many words as there is memory. */
__global__ void own_tail(tail *d) {
    d->words[threadIdx.x] = threadIdx.x;
}
static void within() {
    own_words<<<1, THREADS>>>(words(), given);
}
static void one_too_far() {
    own_words<<<1, THREADS>>>(words(), given + 1);
}
static void before() {
    own_words<<<1, THREADS>>>(words(), given - 1u);
}
static void square() {
    own_square<<<1, THREADS>>>(words(), given + OWN);
}
static void crooked() {
    own_square<<<1, THREADS>>>(words(), given + OWN - 1);
}
static void end() {
    own_end<<<1, THREADS>>>(words());
}
static void tail_words() {
    own_tail<<<1, THREADS>>>((tail *)words());
}

static volatile int sink;
static int table[3] = {1, 2, 3};
static void host_shift() {
    sink = 1 << (given + 32);
}
static void host_shift_by_31() {
    sink = (int)(1u << (given + 31));
}
static void host_index() {
    sink = table[given + 3];
}
static void host_last() {
    sink = table[given + 2];
}

static const check_case tests[] = {
    {"shift_by_31", "clean", shift_by_31},
    {"shift_by_32", "ERROR", shift_by_32},
    {"shift_back", "ERROR", shift_back},
    {"shift_64_by_32", "clean", shift_64_by_32},
    {"shift_64_by_64", "ERROR", shift_64_by_64},
    {"mask_of_31", "clean", mask_of_31},
    {"mask_of_32", "ERROR", mask_of_32},
    {"signs", "clean", signs},
    {"within", "clean", within},
    {"one_too_far", "ERROR", one_too_far},
    {"before", "ERROR", before},
    {"square", "clean", square},
    {"crooked", "ERROR", crooked},
    {"end", "clean", end},
    {"tail_words", "clean", tail_words},
    {"host_shift", "ERROR", host_shift},
    {"host_shift_by_31", "clean", host_shift_by_31},
    {"host_index", "ERROR", host_index},
    {"host_last", "clean", host_last},
};

int main(int argc, char **argv) {
    return run_case(tests, argc, argv);
}
