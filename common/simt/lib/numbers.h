/**
 * @file
 * @brief Numbers whose type is an argument of a library's function.
 */
#ifndef SIMT_LIB_NUMBERS_H
#define SIMT_LIB_NUMBERS_H

#include <stddef.h>

#include "library_types.h"

/** The size of a number, in bytes; 0: the libraries do not have the type. */
size_t simt_number_bytes(cudaDataType type);

/** Number i of an array. */
double simt_number_load(const void *from, cudaDataType type, long long i);

/** Writes number i of an array, rounded to the nearest. */
void simt_number_store(void *to, cudaDataType type, long long i, double x);

#endif
