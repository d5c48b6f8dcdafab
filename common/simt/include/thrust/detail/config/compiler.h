/**
 * @file
 * @brief Thrust's view of the compiler: not nvcc, so that its kernels for a GPU are left out.
 *
 * As in CUDA each header of Thrust brings a part of libcu++ along: cuda::std::plus, cuda::maximum, cuda::std::distance.
 */
#ifdef __CUDACC__
#pragma push_macro("__CUDACC__")
#undef __CUDACC__
#include_next <thrust/detail/config/compiler.h>
#pragma pop_macro("__CUDACC__")
#else
#include_next <thrust/detail/config/compiler.h>
#endif

#include <cuda/functional>
#include <cuda/std/functional>
#include <cuda/std/iterator>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
