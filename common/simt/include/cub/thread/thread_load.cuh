/**
 * @file
 * @brief CUB's loads and stores with a cache hint. The volatile ones pass by the cache of a multiprocessor.
 */
#ifndef SIMT_CUB_THREAD_LOAD
#define SIMT_CUB_THREAD_LOAD

#include "../util_type.cuh"

namespace cub {

enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

template <CacheLoadModifier M, class Iterator> SIMT_INLINE value_of<Iterator> ThreadLoad(Iterator from) {
    if constexpr (std::is_pointer<Iterator>::value && (M == LOAD_CG || M == LOAD_CV || M == LOAD_VOLATILE))
        return simt::load_fresh(from);
    else
        return *from;
}
template <CacheStoreModifier M, class Iterator, class T> SIMT_INLINE void ThreadStore(Iterator to, T value) {
    if constexpr (std::is_pointer<Iterator>::value && (M == STORE_CG || M == STORE_WT || M == STORE_VOLATILE))
        simt::store_through(to, (std::remove_pointer_t<Iterator>)value);
    else
        *to = value;
}

} // namespace cub

#endif
