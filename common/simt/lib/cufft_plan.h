/**
 * @file
 * @brief A plan of cuFFT, and what the files of cuFFT share.
 */
#ifndef SIMT_LIB_CUFFT_PLAN_H
#define SIMT_LIB_CUFFT_PLAN_H

#include "cufftXt.h"

#include "library.h"

enum { CUFFT_MOST_RANK = 3, CUFFT_MOST_GPUS = 16 };
enum cufft_kind { COMPLEX, TO_COMPLEX, TO_REAL };

/** One side of a transform: how the elements lie. */
struct side {
    bool given; /**< by the program */
    int embed[CUFFT_MOST_RANK], stride, dist;
};

/** A function of the program that loads or stores elements, and the kernel that calls it for all of them. */
struct cufft_callback {
    void *function, *info, *d_temp;
    size_t temp_bytes;
    simt_cufft_launch launch;
};

struct plan {
    bool used, made;
    cudaStream_t stream;
    enum cufft_kind kind;
    cufftType type;
    bool is_double;
    int rank, n[CUFFT_MOST_RANK], batch;
    struct side in, out;
    struct cufft_callback load, store;
    int n_gpus, gpus[CUFFT_MOST_GPUS];
};

/** The plan of a handle; NULL where there is none. */
struct plan *simt_cufft_plan(cufftHandle handle);

/** Transforms host memory by FFTW, with the layouts that both sides have. Ends the program where FFTW has no plan. */
void simt_cufft_run(const struct plan *p, void *in, void *out, int direction);

/** Sets the layouts that the program has not given. */
void simt_cufft_lay_out(struct plan *p, bool in_place);

/** Puts a transform of one device into the plan's stream. */
cufftResult simt_cufft_execute(cufftHandle plan, void *in, void *out, int direction,
                               const char *name, uintptr_t pc);

#endif
