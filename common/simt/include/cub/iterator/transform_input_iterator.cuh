/**
 * @file
 * @brief cub::TransformInputIterator: a function of what another iterator gives.
 */
#ifndef SIMT_CUB_TRANSFORM_INPUT_ITERATOR
#define SIMT_CUB_TRANSFORM_INPUT_ITERATOR

#include "input_iterator.cuh"

namespace cub {

template <class T, class F, class Iterator, class Offset = ptrdiff_t>
class TransformInputIterator : public input_iterator<TransformInputIterator<T, F, Iterator, Offset>, T, Offset> {
  public:
    TransformInputIterator(Iterator from, F function) : from_(from), function_(function) {}
    T at(Offset place) const {
        return function_(from_[place]);
    }

  private:
    Iterator from_;
    mutable F function_;
};

} // namespace cub

#endif
