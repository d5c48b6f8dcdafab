/**
 * @file
 * @brief cub::DiscardOutputIterator: takes everything, and keeps nothing.
 */
#ifndef SIMT_CUB_DISCARD_OUTPUT_ITERATOR
#define SIMT_CUB_DISCARD_OUTPUT_ITERATOR

#include "input_iterator.cuh"

namespace cub {

struct discarded {
    template <class T> const discarded &operator=(const T &) const {
        return *this;
    }
};
template <class Offset = ptrdiff_t>
class DiscardOutputIterator : public input_iterator<DiscardOutputIterator<Offset>, void, Offset, discarded> {
  public:
    DiscardOutputIterator(Offset = 0) {}
    discarded at(Offset) const {
        return {};
    }
};

} // namespace cub

#endif
