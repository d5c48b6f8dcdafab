/**
 * @file
 * @brief cub::ArgIndexInputIterator: what another iterator gives, with its number.
 */
#ifndef SIMT_CUB_ARG_INDEX_INPUT_ITERATOR
#define SIMT_CUB_ARG_INDEX_INPUT_ITERATOR

#include "input_iterator.cuh"

namespace cub {

template <class Iterator, class Offset = ptrdiff_t, class T = value_of<Iterator>>
class ArgIndexInputIterator
    : public input_iterator<ArgIndexInputIterator<Iterator, Offset, T>, KeyValuePair<Offset, T>, Offset> {
  public:
    ArgIndexInputIterator(Iterator from, Offset = 0) : from_(from) {}
    KeyValuePair<Offset, T> at(Offset place) const {
        return KeyValuePair<Offset, T>(place, from_[place]);
    }
    void normalize() {
        from_ += this->place_;
        this->place_ = 0;
    }

  private:
    Iterator from_;
};

} // namespace cub

#endif
