/**
 * @file
 * @brief The heap of kernels (heap.c): memory that they ask for.
 */
#ifndef SIMT_HEAP_H
#define SIMT_HEAP_H

#include "internal.h"

void *simt_heap_take(size_t bytes, uintptr_t pc); /* for the running thread; NULL: the heap is full */
const char *simt_heap_give(void *pointer);        /* why it cannot be freed, or NULL */
bool simt_in_heap(const void *pointer);
bool simt_heap_memory(uintptr_t address, struct simt_block_of_memory *memory); /* the piece there, or freed; or none */
/* The next piece in use behind *place, which is NULL at first. */
bool simt_nth_in_heap(int device, void **place, struct simt_block_of_memory *memory);
size_t simt_heap_limit(void);
cudaError_t simt_set_heap_limit(size_t bytes);
void simt_drop_heap(int device);

#endif
