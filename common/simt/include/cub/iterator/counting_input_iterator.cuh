/**
 * @file
 * @brief cub::CountingInputIterator: first, first + 1, and so on.
 */
#ifndef SIMT_CUB_COUNTING_INPUT_ITERATOR
#define SIMT_CUB_COUNTING_INPUT_ITERATOR

#include "input_iterator.cuh"

namespace cub {

template <class T, class Offset = ptrdiff_t>
class CountingInputIterator : public input_iterator<CountingInputIterator<T, Offset>, T, Offset> {
  public:
    CountingInputIterator(const T &first) : first_(first) {}
    T at(Offset place) const {
        return (T)(first_ + (T)place);
    }

  private:
    T first_;
};

} // namespace cub

#endif
