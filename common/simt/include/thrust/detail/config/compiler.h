/**
 * @file
 * @brief Thrust's view of the compiler: not nvcc, so that its kernels for a GPU are left out.
 */
#ifdef __CUDACC__
#pragma push_macro("__CUDACC__")
#undef __CUDACC__
#include_next <thrust/detail/config/compiler.h>
#pragma pop_macro("__CUDACC__")
#else
#include_next <thrust/detail/config/compiler.h>
#endif
