/**
 * @file
 * @brief What the block-wide classes of CUB have in common: their shared memory, and a block's shape.
 */
#ifndef SIMT_CUB_BLOCK_STORAGE
#define SIMT_CUB_BLOCK_STORAGE

#include "../util_ptx.cuh"

namespace cub {

/** Shared memory for N items of type T, without constructors, so that a program may put it into a union. */
template <class T, size_t N> struct block_storage {
    alignas(T) char bytes[sizeof(T) * N];
    T &operator[](size_t i) {
        return reinterpret_cast<T *>(bytes)[i];
    }
};

/** The storage of an object that the program gives none. */
template <class Storage> Storage &private_storage() {
    static __thread Storage storage;
    static __thread uint64_t entered;
    simt::enter_shared(storage, "the storage of a class of CUB", entered);
    return storage;
}

inline int block_tid() {
    return (int)simt_self.linear;
}

} // namespace cub

#endif
