/**
 * @file
 * @brief Copies by a group, done at once: wait() is then the group's barrier.
 */
#ifndef COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../simt/quiet.h"

#include "../cooperative_groups.h"

namespace cooperative_groups {

/** Copies as many elements as both sides have; the group's threads take turns. */
template <class Group, class T>
inline void memcpy_async(const Group &group, T *to, size_t to_elements, const T *from,
                         size_t from_elements) {
    size_t n = to_elements < from_elements ? to_elements : from_elements;
    for (size_t i = group.thread_rank(); i < n; i += group.num_threads()) to[i] = from[i];
}

/** Copies bytes: a whole number of elements, or elements of one byte each. */
template <class Group, class T>
inline void memcpy_async(const Group &group, T *to, const T *from, size_t bytes) {
    if constexpr (std::is_void<T>::value)
        memcpy_async(group, (char *)to, bytes, (const char *)from, bytes);
    else if (bytes % sizeof(T) == 0)
        memcpy_async(group, to, bytes / sizeof(T), from, bytes / sizeof(T));
    else
        memcpy_async(group, (char *)to, bytes, (const char *)from, bytes);
}

template <class Group> inline void wait(const Group &group, SIMT_SITE_HERE) {
    group.sync(SIMT_SITE);
}
template <unsigned int Stages, class Group>
inline void wait_prior(const Group &group, SIMT_SITE_HERE) {
    group.sync(SIMT_SITE);
}

} // namespace cooperative_groups

#include "../simt/loud.h"
#endif
