/**
 * @file
 * @brief Products of matrices of any type: converted to float or double, multiplied by OpenBLAS, and rounded once.
 */
#include "product.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The product.
 */
static const void *nth(const struct layout *l, int i) {
    size_t step = (size_t)l->step * simt_number_bytes(l->type);
    return l->starts ? l->starts[i] : (const char *)l->start + (size_t)i * step;
}

/* The part of memory that a matrix lies in, as columns of bytes. */
static void use(struct library_call *part, const struct layout *l, const void *start, int how) {
    size_t item = simt_number_bytes(l->type);
    bool by_rows = l->col == 1 && l->row != 1;
    size_t bytes = (size_t)(by_rows ? l->cols : l->rows) * item,
           pitch = (size_t)(by_rows ? l->row : l->col) * item;
    simt_library_uses(part, start, bytes, (size_t)(by_rows ? l->rows : l->cols), pitch, how);
}

/* A dense copy of op(l), by columns: of doubles, or of floats. */
static void *copy(const struct layout *l, const void *from, bool swap, bool wide) {
    int rows = swap ? l->cols : l->rows, cols = swap ? l->rows : l->cols;
    long long row = swap ? l->col : l->row, col = swap ? l->row : l->col;
    void *all = malloc(((size_t)rows * (size_t)cols + 1) * (wide ? sizeof(double) : sizeof(float)));
    cudaDataType type = wide ? CUDA_R_64F : CUDA_R_32F;
    for (long long j = 0; all && j < cols; j++)
        for (long long i = 0; i < rows; i++)
            simt_number_store(all, type, j * rows + i,
                              simt_number_load(from, l->type, i * row + j * col));
    return all;
}

static double finished(const struct product *p, double x, int row) {
    if (p->epilogue & EPILOGUE_BIAS) x += simt_number_load(p->bias, p->bias_type, row);
    if (p->epilogue & EPILOGUE_RELU) x = x > 0 ? x : 0;
    if (p->epilogue & EPILOGUE_GELU)
        x = 0.5 * x * (1 + tanh(0.79788456080286536 * (x + 0.044715 * x * x * x)));
    return x;
}

static bool multiply(const struct product *p, const void *a, const void *b, const void *c,
                     void *d) {
    bool wide =
        p->scale_type == CUDA_R_64F || p->scale_type == CUDA_R_32I || p->a.type == CUDA_R_8I;
    double alpha = simt_number_load(scalar_value(&p->alpha), p->scale_type, 0),
           beta = simt_number_load(scalar_value(&p->beta), p->scale_type, 0);
    size_t size = (size_t)p->m * (size_t)p->n + 1;
    void *x = copy(&p->a, a, p->swap_a, wide), *y = copy(&p->b, b, p->swap_b, wide);
    void *sum = calloc(size, wide ? sizeof(double) : sizeof(float));
    bool fits = x && y && sum;
    int k = p->k > 1 ? p->k : 1;
    if (fits && wide)
        cblas_dgemm(CBLAS_COLUMNS, CBLAS_NO, CBLAS_NO, p->m, p->n, p->k, 1, x, p->m, y, k, 0, sum,
                    p->m);
    else if (fits)
        cblas_sgemm(CBLAS_COLUMNS, CBLAS_NO, CBLAS_NO, p->m, p->n, p->k, 1, x, p->m, y, k, 0, sum,
                    p->m);
    for (long long j = 0; fits && j < p->n; j++)
        for (int i = 0; i < p->m; i++) {
            double value =
                alpha * simt_number_load(sum, wide ? CUDA_R_64F : CUDA_R_32F, j * p->m + i);
            if (beta != 0)
                value += beta * simt_number_load(c, p->c.type, i * p->c.row + j * p->c.col);
            simt_number_store(d, p->d.type, i * p->d.row + j * p->d.col, finished(p, value, i));
        }
    free(x), free(y), free(sum);
    return fits;
}

static void compute(struct library_call *call) {
    const struct product *p = (const struct product *)call;
    bool adds = simt_number_load(scalar_value(&p->beta), p->scale_type, 0) != 0, fits = true;
    for (int i = 0; i < p->count && fits; i++) {
        struct library_call part = {.call = call->call};
        const void *a = nth(&p->a, i), *b = nth(&p->b, i), *c = nth(&p->c, i);
        void *d = (void *)(uintptr_t)nth(&p->d, i);
        use(&part, &p->a, a, USE_READS);
        use(&part, &p->b, b, USE_READS);
        if (adds) use(&part, &p->c, c, USE_READS);
        use(&part, &p->d, d, USE_WRITES);
        for (int r = 0; r < part.n_ranges && fits; r++)
            fits = simt_library_may_use(call, &part.ranges[r]);
        fits = fits && multiply(p, a, b, c, d);
        for (int r = 0; r < part.n_ranges && fits; r++) simt_library_used(&part.ranges[r]);
    }
    if (!fits) simt_set_pending(call->work.stream->device, cudaErrorIllegalAddress);
}

static void take_scalar(struct product *p, struct scalar *s, cublasPointerMode_t mode,
                        const void *from) {
    size_t bytes = simt_number_bytes(p->scale_type);
    if (mode == CUBLAS_POINTER_MODE_HOST) {
        memcpy(s->kept, from, bytes);
        return;
    }
    s->d_at = from;
    simt_library_uses(&p->call, from, bytes, 1, bytes, USE_READS);
}

cublasStatus_t simt_product_put(struct product *p, cublasPointerMode_t mode, const void *alpha,
                                const void *beta, const char *name, uintptr_t pc,
                                cudaStream_t stream) {
    const struct layout *all[] = {&p->a, &p->b, &p->c, &p->d};
    bool known = simt_number_bytes(p->scale_type);
    for (int i = 0; i < 4; i++) known = known && simt_number_bytes(all[i]->type);
    if (!known) {
        fprintf(stderr,
                "simt: %s has matrices of real numbers here, of 64, 32 or 16 bits, or integers of "
                "8 or 32. "
                "Convert them, or use nvcc\n",
                name);
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    if (!p->m || !p->n || !p->count) return CUBLAS_STATUS_SUCCESS;
    p->call.compute = compute;
    take_scalar(p, &p->alpha, mode, alpha);
    take_scalar(p, &p->beta, mode, beta);
    for (int i = 0; i < 4; i++) {
        size_t bytes = (size_t)p->count * sizeof(void *);
        if (all[i]->starts) simt_library_uses(&p->call, all[i]->starts, bytes, 1, bytes, USE_READS);
    }
    size_t bias = simt_number_bytes(p->bias_type) * (size_t)p->m;
    if (p->epilogue & EPILOGUE_BIAS) simt_library_uses(&p->call, p->bias, bias, 1, bias, USE_READS);
    cudaError_t error = simt_library_put(&p->call, sizeof(*p), name, pc, stream, false);
    return error ? CUBLAS_STATUS_EXECUTION_FAILED : CUBLAS_STATUS_SUCCESS;
}
