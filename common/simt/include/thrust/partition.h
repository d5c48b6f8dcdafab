/**
 * @file
 * @brief thrust/partition.h also includes the headers that it includes in CUDA.
 */
#ifndef SIMT_THRUST_PARTITION_H
#define SIMT_THRUST_PARTITION_H

#include_next <thrust/partition.h>

#include <thrust/copy.h>
#include <thrust/extrema.h>
#include <thrust/sequence.h>
#include <thrust/tabulate.h>

#endif
