/**
 * @file
 * @brief cub::ConstantInputIterator: one value everywhere.
 */
#ifndef SIMT_CUB_CONSTANT_INPUT_ITERATOR
#define SIMT_CUB_CONSTANT_INPUT_ITERATOR

#include "input_iterator.cuh"

namespace cub {

template <class T, class Offset = ptrdiff_t>
class ConstantInputIterator : public input_iterator<ConstantInputIterator<T, Offset>, T, Offset> {
  public:
    ConstantInputIterator(const T &value, Offset = 0) : value_(value) {}
    T at(Offset) const {
        return value_;
    }

  private:
    T value_;
};

} // namespace cub

#endif
