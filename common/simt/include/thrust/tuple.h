/**
 * @file
 * @brief thrust/tuple.h, whose tuples cuda::std::get takes, too: in CUDA they are those of cuda::std.
 */
#ifndef SIMT_THRUST_TUPLE_H
#define SIMT_THRUST_TUPLE_H

#include <tuple>
#include <utility>

#include_next <thrust/tuple.h>

#include <cuda/std/tuple>

namespace cuda {
namespace std {
using ::std::get;
using THRUST_NS_QUALIFIER::get;
} // namespace std
} // namespace cuda

#endif
