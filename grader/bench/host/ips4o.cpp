/**
 * @file
 * @brief A peer where its header is installed: In-place Parallel Super Scalar Samplesort, by one thread.
 */
#include <ips4o.hpp>

#include "grader/bench/host/host.h"

static void sort(uint32_t *keys, uint32_t *, size_t n) {
    ips4o::sort(keys, keys + n);
}

static const struct host_way way = {"ips4o", sort, nullptr};

__attribute__((constructor)) static void enter() {
    host_enter(&way);
}
