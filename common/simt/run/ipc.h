/**
 * @file
 * @brief Memory that several processes have: a file without a name, which they map (ipc.c).
 */
#ifndef SIMT_IPC_H
#define SIMT_IPC_H

#include "internal.h"

/** What a handle of 64 bytes says. */
struct shared_place {
    char mark[8]; /**< that it is one of these */
    int process, file;
    uint64_t offset, bytes, pages; /**< of the memory in the file, and of the file */
};

/** A file of so many bytes, or -1. */
int simt_shared_file(size_t bytes);
/** Puts the pages of an allocation into a file, where they keep their bytes. Errors: not the start of one. */
cudaError_t simt_share(void *d_pointer, struct shared_place *place);
/** Maps memory of another process. Errors: no such place, or one of this process. */
cudaError_t simt_open_shared(void **d_pointer, const struct shared_place *place);
/** Unmaps it; false: it is none of these. */
bool simt_close_shared(void *d_pointer);
/** An allocation is no more: its pages are the process's own again. */
void simt_unshare(uintptr_t start);
extern _Atomic int simt_shared_maps; /**< pieces of this process's memory that others may have mapped, too */
extern _Atomic int simt_shares; /**< files and maps of other processes' files */

#endif
