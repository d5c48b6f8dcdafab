/**
 * @file
 * @brief What a kernel has computed, as a line that can be compared: its name, a hash, and the first error there was.
 */
#ifndef SIMT_TESTS_PRINT_H
#define SIMT_TESTS_PRINT_H

#include <cstdio>
#include <vector>

/** Prints the line of n values in the device's memory. */
template <class T> static void print(const char *name, const T *d_values, size_t n) {
    std::vector<unsigned char> bytes(n * sizeof(T));
    const cudaError_t error = cudaDeviceSynchronize();
    unsigned long long hash = 1469598103934665603ull; // of Fowler, Noll and Vo
    cudaMemcpy(bytes.data(), d_values, bytes.size(), cudaMemcpyDeviceToHost);
    for (unsigned char byte : bytes) hash = (hash ^ byte) * 1099511628211ull;
    printf("%s %016llx %s\n", name, hash, cudaGetErrorName(error));
}

#endif
