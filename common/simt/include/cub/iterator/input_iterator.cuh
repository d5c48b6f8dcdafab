/**
 * @file
 * @brief What CUB's input iterators have in common: a place that goes up and down.
 */
#ifndef SIMT_CUB_INPUT_ITERATOR
#define SIMT_CUB_INPUT_ITERATOR

#include "../util_type.cuh"

namespace cub {

/** An iterator at a place. Self gives the value at a distance from the first place: `T at(Offset) const`. */
template <class Self, class T, class Offset, class Reference = T> class input_iterator {
  public:
    typedef Offset difference_type;
    typedef T value_type;
    typedef T *pointer;
    typedef Reference reference;
    typedef std::random_access_iterator_tag iterator_category;

    Reference operator*() const {
        return self().at(place_);
    }
    template <class D> Reference operator[](D distance) const {
        return self().at(place_ + (Offset)distance);
    }
    Self &operator++() {
        place_++;
        return self();
    }
    Self operator++(int) {
        Self old = self();
        place_++;
        return old;
    }
    Self &operator--() {
        place_--;
        return self();
    }
    Self operator--(int) {
        Self old = self();
        place_--;
        return old;
    }
    template <class D> Self &operator+=(D distance) {
        place_ += (Offset)distance;
        return self();
    }
    template <class D> Self &operator-=(D distance) {
        place_ -= (Offset)distance;
        return self();
    }
    template <class D> Self operator+(D distance) const {
        Self moved = self();
        return moved += distance;
    }
    template <class D, class = std::enable_if_t<std::is_integral<D>::value>> Self operator-(D distance) const {
        Self moved = self();
        return moved -= distance;
    }
    Offset operator-(const Self &other) const {
        return place_ - other.place_;
    }
    bool operator==(const Self &other) const {
        return place_ == other.place_;
    }
    bool operator!=(const Self &other) const {
        return place_ != other.place_;
    }
    bool operator<(const Self &other) const {
        return place_ < other.place_;
    }

    Offset place_ = 0;

  private:
    const Self &self() const {
        return static_cast<const Self &>(*this);
    }
    Self &self() {
        return static_cast<Self &>(*this);
    }
};

} // namespace cub

#endif
