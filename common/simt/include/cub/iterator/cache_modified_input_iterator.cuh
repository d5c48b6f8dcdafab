/**
 * @file
 * @brief cub::CacheModifiedInputIterator and its kind for output: a pointer with a cache hint.
 */
#ifndef SIMT_CUB_CACHE_MODIFIED_INPUT_ITERATOR
#define SIMT_CUB_CACHE_MODIFIED_INPUT_ITERATOR

#include "../thread/thread_load.cuh"
#include "input_iterator.cuh"

namespace cub {

template <CacheLoadModifier M, class T, class Offset = ptrdiff_t>
class CacheModifiedInputIterator : public input_iterator<CacheModifiedInputIterator<M, T, Offset>, T, Offset> {
  public:
    template <class P> CacheModifiedInputIterator(P *from) : from_(from) {}
    T at(Offset place) const {
        return ThreadLoad<M>(from_ + place);
    }

  private:
    const T *from_;
};
template <CacheStoreModifier M, class T> struct store_through_cache {
    T *to;
    const store_through_cache &operator=(const T &value) const {
        ThreadStore<M>(to, value);
        return *this;
    }
};
template <CacheStoreModifier M, class T, class Offset = ptrdiff_t>
class CacheModifiedOutputIterator
    : public input_iterator<CacheModifiedOutputIterator<M, T, Offset>, T, Offset, store_through_cache<M, T>> {
  public:
    template <class P> CacheModifiedOutputIterator(P *to) : to_(to) {}
    store_through_cache<M, T> at(Offset place) const {
        return {to_ + place};
    }

  private:
    T *to_;
};

} // namespace cub

#endif
