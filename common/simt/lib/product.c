/**
 * @file
 * @brief Products of matrices of any type: converted to float or double, multiplied by OpenBLAS, and rounded once.
 */
#include "product.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t simt_product_item(cudaDataType type) {
    switch (type) {
    case CUDA_R_64F: return 8;
    case CUDA_R_32F:
    case CUDA_R_32I: return 4;
    case CUDA_R_16F:
    case CUDA_R_16BF: return 2;
    case CUDA_R_8I: return 1;
    default: return 0;
    }
}

/*
 * Numbers.
 */
static float float_of(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof(x));
    return x;
}

static uint32_t bits_of(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof(bits));
    return bits;
}

static float of_half(uint16_t h) {
    uint32_t sign = (uint32_t)(h & 0x8000) << 16, abs = h & 0x7fff;
    if (abs >= 0x7c00) return float_of(sign | 0x7f800000 | (abs & 0x3ff) << 13);
    float x = abs < 0x400 ? (float)abs * 0x1p-24f : float_of((abs << 13) + ((127 - 15) << 23));
    return sign ? -x : x;
}

/* To the nearest, and of two to the even one. Adding a large number drops the bits that are too many. */
static uint16_t to_half(float x) {
    uint32_t bits = bits_of(x), sign = bits >> 16 & 0x8000, abs = bits & 0x7fffffff;
    if (abs > 0x7f800000) return 0x7fff;
    if (abs >= 0x477ff000) return (uint16_t)(sign | 0x7c00);
    if (abs < 0x38800000) return (uint16_t)(sign | (bits_of(float_of(abs) + 0.5f) - bits_of(0.5f)));
    abs += 0xfff + (abs >> 13 & 1);
    return (uint16_t)(sign | (abs - ((127 - 15) << 23)) >> 13);
}

static uint16_t to_bfloat16(float x) {
    uint32_t bits = bits_of(x);
    if (x != x) return 0x7fff;
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static double load(const void *from, cudaDataType type, long long i) {
    switch (type) {
    case CUDA_R_64F: return ((const double *)from)[i];
    case CUDA_R_32F: return ((const float *)from)[i];
    case CUDA_R_16F: return of_half(((const uint16_t *)from)[i]);
    case CUDA_R_16BF: return float_of((uint32_t)((const uint16_t *)from)[i] << 16);
    case CUDA_R_32I: return ((const int32_t *)from)[i];
    default: return ((const int8_t *)from)[i];
    }
}

static double limited(double x, double low, double high) {
    return x < low ? low : x > high ? high : nearbyint(x);
}

static void store(void *to, cudaDataType type, long long i, double x) {
    switch (type) {
    case CUDA_R_64F: ((double *)to)[i] = x; break;
    case CUDA_R_32F: ((float *)to)[i] = (float)x; break;
    case CUDA_R_16F: ((uint16_t *)to)[i] = to_half((float)x); break;
    case CUDA_R_16BF: ((uint16_t *)to)[i] = to_bfloat16((float)x); break;
    case CUDA_R_32I: ((int32_t *)to)[i] = (int32_t)limited(x, INT32_MIN, INT32_MAX); break;
    default: ((int8_t *)to)[i] = (int8_t)limited(x, INT8_MIN, INT8_MAX); break;
    }
}

/*
 * The product.
 */
static const void *nth(const struct layout *l, int i) {
    size_t step = (size_t)l->step * simt_product_item(l->type);
    return l->starts ? l->starts[i] : (const char *)l->start + (size_t)i * step;
}

/* The part of memory that a matrix lies in, as columns of bytes. */
static void use(struct library_call *part, const struct layout *l, const void *start, int how) {
    size_t item = simt_product_item(l->type);
    bool by_rows = l->col == 1 && l->row != 1;
    size_t bytes = (size_t)(by_rows ? l->cols : l->rows) * item, pitch = (size_t)(by_rows ? l->row : l->col) * item;
    simt_library_uses(part, start, bytes, (size_t)(by_rows ? l->rows : l->cols), pitch, how);
}

/* A dense copy of op(l), by columns: of doubles, or of floats. */
static void *copy(const struct layout *l, const void *from, bool swap, bool wide) {
    int rows = swap ? l->cols : l->rows, cols = swap ? l->rows : l->cols;
    long long row = swap ? l->col : l->row, col = swap ? l->row : l->col;
    void *all = malloc(((size_t)rows * (size_t)cols + 1) * (wide ? sizeof(double) : sizeof(float)));
    cudaDataType type = wide ? CUDA_R_64F : CUDA_R_32F;
    for (long long j = 0; all && j < cols; j++)
        for (long long i = 0; i < rows; i++) store(all, type, j * rows + i, load(from, l->type, i * row + j * col));
    return all;
}

static double finished(const struct product *p, double x, int row) {
    if (p->epilogue & EPILOGUE_BIAS) x += load(p->bias, p->bias_type, row);
    if (p->epilogue & EPILOGUE_RELU) x = x > 0 ? x : 0;
    if (p->epilogue & EPILOGUE_GELU) x = 0.5 * x * (1 + tanh(0.79788456080286536 * (x + 0.044715 * x * x * x)));
    return x;
}

static bool multiply(const struct product *p, const void *a, const void *b, const void *c, void *d) {
    bool wide = p->scale_type == CUDA_R_64F || p->scale_type == CUDA_R_32I || p->a.type == CUDA_R_8I;
    double alpha = load(scalar_value(&p->alpha), p->scale_type, 0), beta = load(scalar_value(&p->beta), p->scale_type, 0);
    size_t size = (size_t)p->m * (size_t)p->n + 1;
    void *x = copy(&p->a, a, p->swap_a, wide), *y = copy(&p->b, b, p->swap_b, wide);
    void *sum = calloc(size, wide ? sizeof(double) : sizeof(float));
    bool fits = x && y && sum;
    int k = p->k > 1 ? p->k : 1;
    if (fits && wide)
        cblas_dgemm(CBLAS_COLUMNS, CBLAS_NO, CBLAS_NO, p->m, p->n, p->k, 1, x, p->m, y, k, 0, sum, p->m);
    else if (fits)
        cblas_sgemm(CBLAS_COLUMNS, CBLAS_NO, CBLAS_NO, p->m, p->n, p->k, 1, x, p->m, y, k, 0, sum, p->m);
    for (long long j = 0; fits && j < p->n; j++)
        for (int i = 0; i < p->m; i++) {
            double value = alpha * load(sum, wide ? CUDA_R_64F : CUDA_R_32F, j * p->m + i);
            if (beta != 0) value += beta * load(c, p->c.type, i * p->c.row + j * p->c.col);
            store(d, p->d.type, i * p->d.row + j * p->d.col, finished(p, value, i));
        }
    free(x), free(y), free(sum);
    return fits;
}

static void compute(struct library_call *call) {
    const struct product *p = (const struct product *)call;
    bool adds = load(scalar_value(&p->beta), p->scale_type, 0) != 0, fits = true;
    for (int i = 0; i < p->count && fits; i++) {
        struct library_call part = {.call = call->call};
        const void *a = nth(&p->a, i), *b = nth(&p->b, i), *c = nth(&p->c, i);
        void *d = (void *)(uintptr_t)nth(&p->d, i);
        use(&part, &p->a, a, USE_READS);
        use(&part, &p->b, b, USE_READS);
        if (adds) use(&part, &p->c, c, USE_READS);
        use(&part, &p->d, d, USE_WRITES);
        for (int r = 0; r < part.n_ranges && fits; r++) fits = simt_library_may_use(call, &part.ranges[r]);
        fits = fits && multiply(p, a, b, c, d);
        for (int r = 0; r < part.n_ranges && fits; r++) simt_library_used(&part.ranges[r]);
    }
    if (!fits) simt_set_pending(call->work.stream->device, cudaErrorIllegalAddress);
}

static void take_scalar(struct product *p, struct scalar *s, cublasPointerMode_t mode, const void *from) {
    size_t bytes = simt_product_item(p->scale_type);
    if (mode == CUBLAS_POINTER_MODE_HOST) {
        memcpy(s->kept, from, bytes);
        return;
    }
    s->d_at = from;
    simt_library_uses(&p->call, from, bytes, 1, bytes, USE_READS);
}

cublasStatus_t simt_product_put(struct product *p, cublasPointerMode_t mode, const void *alpha, const void *beta,
                                const char *name, uintptr_t pc, cudaStream_t stream) {
    const struct layout *all[] = {&p->a, &p->b, &p->c, &p->d};
    bool known = simt_product_item(p->scale_type);
    for (int i = 0; i < 4; i++) known = known && simt_product_item(all[i]->type);
    if (!known) {
        fprintf(stderr, "simt: %s has matrices of real numbers here, of 64, 32 or 16 bits, or integers of 8 or 32. "
                        "Convert them, or use nvcc\n", name);
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
    size_t bias = simt_product_item(p->bias_type) * (size_t)p->m;
    if (p->epilogue & EPILOGUE_BIAS) simt_library_uses(&p->call, p->bias, bias, 1, bias, USE_READS);
    cudaError_t error = simt_library_put(&p->call, sizeof(*p), name, pc, stream, false);
    return error ? CUBLAS_STATUS_EXECUTION_FAILED : CUBLAS_STATUS_SUCCESS;
}
