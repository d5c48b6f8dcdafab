/**
 * @file
 * @brief How the device-wide algorithms of CUB run: in a kernel of one thread, in the order of a stream.
 */
#ifndef SIMT_CUB_DEVICE_CALL
#define SIMT_CUB_DEVICE_CALL

#include <string.h>

#include "../../simt/closure.h"
#include "../util_type.cuh"

namespace cub {

/**
 * Runs f() on the device. As in CUB the first call, with no memory, only says how many bytes the algorithm wants.
 * Those bytes are written, so that memcheck sees memory that is too small, or gone. Fewer are cudaErrorInvalidValue.
 */
template <class F>
cudaError_t device_call(void *d_temp, size_t &temp_bytes, size_t wanted, const char *name, cudaStream_t stream, F f) {
    if (!d_temp) {
        temp_bytes = wanted;
        return cudaSuccess;
    }
    if (temp_bytes < wanted) return cudaErrorInvalidValue;
    auto with_temp = [=]() mutable {
        memset(d_temp, 0xCD, wanted);
        f();
    };
    return simt::launch_closure(name, 1, stream, with_temp);
}

/** The memory that a pass over n items takes: some bytes for each tile. */
inline size_t bytes_of_tiles(long long n) {
    return 767 + (size_t)(n > 0 ? n : 0) / 64;
}

template <class T> using if_integral = std::enable_if_t<std::is_integral<T>::value>;

} // namespace cub

#endif
