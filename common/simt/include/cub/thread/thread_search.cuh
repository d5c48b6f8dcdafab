/**
 * @file
 * @brief CUB's searches in a sorted sequence, by one thread.
 */
#ifndef SIMT_CUB_THREAD_SEARCH
#define SIMT_CUB_THREAD_SEARCH

#include "../util_type.cuh"

namespace cub {

/** How many of n sorted items are less than the value. */
template <class Iterator, class Offset, class T> Offset LowerBound(Iterator items, Offset n, T value) {
    Offset low = 0;
    while (low < n) {
        Offset middle = low + (n - low) / 2;
        if (items[middle] < value)
            low = middle + 1;
        else
            n = middle;
    }
    return low;
}
/** How many are not greater. */
template <class Iterator, class Offset, class T> Offset UpperBound(Iterator items, Offset n, T value) {
    Offset low = 0;
    while (low < n) {
        Offset middle = low + (n - low) / 2;
        if (value < items[middle])
            n = middle;
        else
            low = middle + 1;
    }
    return low;
}
/** Where the path of a merge of a and b crosses a diagonal: x items of a, y of b. */
template <class A, class B, class Offset, class Coordinate>
void MergePathSearch(Offset diagonal, A a, B b, Offset a_len, Offset b_len, Coordinate &path) {
    Offset low = diagonal > b_len ? diagonal - b_len : 0, high = diagonal < a_len ? diagonal : a_len;
    while (low < high) {
        Offset middle = low + (high - low) / 2;
        if (a[middle] <= b[diagonal - middle - 1])
            low = middle + 1;
        else
            high = middle;
    }
    path.x = low;
    path.y = diagonal - low;
}

} // namespace cub

#endif
