/**
 * @file
 * @brief cub::CachingDeviceAllocator: keeps memory that was given back, for the next that wants as much.
 */
#ifndef SIMT_CUB_UTIL_ALLOCATOR
#define SIMT_CUB_UTIL_ALLOCATOR

#include <map>
#include <mutex>

#include "util_type.cuh"

namespace cub {

/**
 * Here nothing is kept: cudaMalloc costs little, and memcheck sees memory that is used after it was given back.
 * As the caching one does, it gives memory back in the order of the stream that it was allocated for.
 */
class CachingDeviceAllocator {
  public:
    CachingDeviceAllocator(unsigned = 8, unsigned = 3, unsigned = 7, size_t = 0, bool = false, bool = false) {}
    explicit CachingDeviceAllocator(bool, bool = false) {}
    ~CachingDeviceAllocator() {
        FreeAllCached();
    }

    template <class T> cudaError_t DeviceAllocate(int device, T **d_pointer, size_t bytes, cudaStream_t stream = 0) {
        int now;
        cudaError_t error = cudaGetDevice(&now);
        if (error == cudaSuccess) error = cudaSetDevice(device);
        if (error == cudaSuccess) error = DeviceAllocate(d_pointer, bytes, stream);
        cudaSetDevice(now);
        return error;
    }
    template <class T> cudaError_t DeviceAllocate(T **d_pointer, size_t bytes, cudaStream_t stream = 0) {
        cudaError_t error = cudaMallocAsync(d_pointer, bytes ? bytes : 1, stream);
        std::lock_guard<std::mutex> lock(mutex_);
        if (error == cudaSuccess) streams_[(void *)*d_pointer] = stream;
        return error;
    }
    cudaError_t DeviceFree(int, void *d_pointer) {
        return DeviceFree(d_pointer);
    }
    cudaError_t DeviceFree(void *d_pointer) {
        cudaStream_t stream = 0;
        std::lock_guard<std::mutex> lock(mutex_);
        auto found = streams_.find(d_pointer);
        if (found != streams_.end()) {
            stream = found->second;
            streams_.erase(found);
        }
        return cudaFreeAsync(d_pointer, stream);
    }
    cudaError_t FreeAllCached() {
        return cudaSuccess;
    }
    cudaError_t SetMaxCachedBytes(size_t) {
        return cudaSuccess;
    }

  private:
    std::mutex mutex_;
    std::map<void *, cudaStream_t> streams_;
};

} // namespace cub

#endif
