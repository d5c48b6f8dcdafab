/**
 * @file
 * @brief thrust/sort.h also includes the headers that it includes in CUDA.
 */
#ifndef SIMT_THRUST_SORT_H
#define SIMT_THRUST_SORT_H

#include_next <thrust/sort.h>

#include <thrust/copy.h>
#include <thrust/extrema.h>
#include <thrust/sequence.h>
#include <thrust/tabulate.h>
#include <thrust/transform_reduce.h>

#endif
