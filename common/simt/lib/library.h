/**
 * @file
 * @brief What the libraries cuBLAS, cuFFT and cuRAND share: work in a stream that touches device memory.
 */
#ifndef SIMT_LIBRARY_H
#define SIMT_LIBRARY_H

#include "../run/queue.h"

#define LIBRARY_HERE ((uintptr_t)__builtin_return_address(0) - 1)

/** How a call uses some memory. */
enum use { USE_READS = 1, USE_WRITES = 2 };

/** Columns of bytes that a call uses; a vector without gaps is one column. `item`, if it is not 0: the bytes of an
 * element, of a matrix of which one triangle is used, or a band. A packed triangle has its columns one behind another.
 * A band of a matrix of band_rows rows lies in the rows `low` to `high` - 1, with its diagonal in row `diagonal`. */
struct range {
    const char *start;
    size_t bytes, columns, pitch;
    int use;
    size_t item;
    bool upper, no_diagonal, packed;
    int band_rows, diagonal, low, high;
};

enum { LIBRARY_MOST_RANGES = 8 };

/** A call: what it uses, and what it computes. The arguments follow behind, in a struct that begins with this. */
struct library_call {
    struct work work;
    struct simt_call call;
    bool not_in_graphs;
    void (*compute)(struct library_call *call);
    int n_ranges;
    struct range ranges[LIBRARY_MOST_RANGES];
};

/** Notes that the call uses memory. Nothing of 0 bytes is noted. */
void simt_library_uses(struct library_call *call, const void *start, size_t bytes, size_t columns,
                       size_t pitch, int use);

/**
 * Checks a range against the allocations, and tells the checkers what it reads. Returns false, and says why on stderr,
 * where the range is not the device's memory.
 */
bool simt_library_may_use(const struct library_call *call, const struct range *range);

/** Tells the checkers what a range was used for. */
void simt_library_used(const struct range *range);

/**
 * Puts a copy of the call into the stream, or into the graph that the stream is captured into. `waits`: until it is
 * done. A range outside of the device's memory is a fault
 * of the device, as a kernel's is (error 700 at the next call that waits). Errors: as of a launch.
 */
cudaError_t simt_library_put(struct library_call *call, size_t bytes, const char *name,
                             uintptr_t pc, cudaStream_t stream, bool waits);

#endif
