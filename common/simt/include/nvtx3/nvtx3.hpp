/**
 * @file
 * @brief NVTX in C++: objects that mark what a profiler shows, and do nothing here.
 */
#ifndef SIMT_NVTX3_HPP
#define SIMT_NVTX3_HPP

#include "nvToolsExt.h"

namespace nvtx3 {

/** What an event may be given: a colour, a number, a category, words. */
struct rgb {
    rgb(uint8_t, uint8_t, uint8_t) {}
};
struct argb {
    argb(uint8_t, uint8_t, uint8_t, uint8_t) {}
};
struct color {
    explicit color(uint32_t) {}
    color(rgb) {}
    color(argb) {}
};
struct category {
    explicit category(uint32_t) {}
};
struct payload {
    template <class T> explicit payload(T) {}
};
struct domain {
    struct global {};
};
template <class D> struct registered_string_in {
    explicit registered_string_in(const char *) {}
};
struct event_attributes {
    template <class... A> event_attributes(const A &...) {}
};

/** A range that ends with its scope. */
template <class D = domain::global> struct scoped_range_in {
    template <class... A> explicit scoped_range_in(const A &...) {}
    ~scoped_range_in() {}
};
using scoped_range = scoped_range_in<>;
using thread_range = scoped_range_in<>;

/** One that begins and ends anywhere. */
template <class D = domain::global> struct unique_range_in {
    template <class... A> explicit unique_range_in(const A &...) {}
    ~unique_range_in() {}
};
using unique_range = unique_range_in<>;

struct range_handle {};
template <class... A> range_handle start_range(const A &...) {
    return {};
}
inline void end_range(range_handle) {}
template <class... A> void mark(const A &...) {}
template <class D, class... A> void mark_in(const A &...) {}

} // namespace nvtx3

#define NVTX3_FUNC_RANGE()     ((void)0)
#define NVTX3_FUNC_RANGE_IN(D) ((void)0)

#endif
