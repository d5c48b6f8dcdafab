/**
 * @file
 * @brief The names of kernels as a program writes them: CUDA's demangler, which is the C++ library's here.
 *
 * Link with -lcufilt or without it.
 */
#ifndef DECODE_H
#define DECODE_H

#include <stddef.h>

#ifdef __cplusplus
#include <cxxabi.h>
#define SIMT_DEMANGLE abi::__cxa_demangle
#else
char *__cxa_demangle(const char *id, char *room, size_t *bytes, int *status);
#define SIMT_DEMANGLE __cxa_demangle
#endif

/**
 * The name that `id` stands for, in `room` of *bytes bytes from malloc, which may grow, or in new memory (NULL). The
 * caller frees it. *status: 0, -1 (no memory), -2 (`id` is none of C++) or -3 (wrong arguments); not 0 gives NULL.
 */
static inline char *__cu_demangle(const char *id, char *room, size_t *bytes, int *status) {
    return SIMT_DEMANGLE(id, room, bytes, status);
}
#undef SIMT_DEMANGLE

#endif
