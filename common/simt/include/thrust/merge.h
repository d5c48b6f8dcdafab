/**
 * @file
 * @brief thrust/merge.h also includes the headers that it includes in CUDA.
 */
#ifndef SIMT_THRUST_MERGE_H
#define SIMT_THRUST_MERGE_H

#include_next <thrust/merge.h>

#include <thrust/copy.h>
#include <thrust/extrema.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/reduce.h>
#include <thrust/replace.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/transform_reduce.h>

#endif
