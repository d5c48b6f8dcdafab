/**
 * @file
 * @brief cuSPARSE: vectors, products with dense vectors and matrices, triangles, and conversions.
 */
#include "sparse.h"

#include <stdio.h>
#include <stdlib.h>

#define GIVEN              const struct sparse_call *c = (const struct sparse_call *)call
#define PUT(compute, name) return simt_sparse_put(handle, &c, compute, name, LIBRARY_HERE, false)
#define ALPHA              simt_sparse_scalar(handle, &c, alpha, &c.alpha, &c.d_alpha)
#define BETA               simt_sparse_scalar(handle, &c, beta, &c.beta, &c.d_beta)

static double scalar(const void *d_at, double kept, cudaDataType type) {
    return d_at ? simt_number_load(d_at, type, 0) : kept;
}

/* beta y is not read where beta is known to be 0. */
static int use_result(const struct sparse_call *c) {
    return !c->d_beta && c->beta == 0 ? USE_WRITES : USE_READS | USE_WRITES;
}

/*
 * The elements of a sparse matrix, one after another.
 */
struct element {
    int64_t row, col, place;
};

struct walk {
    const struct simt_sparse_matrix *m;
    int64_t line, place, end;
    bool fits; /* no index was outside of the matrix */
};

static struct walk walk(const struct simt_sparse_matrix *m) {
    return (struct walk){.m = m, .line = -1, .fits = true};
}

/* The element at `place`, or false behind the last. */
static bool next(struct walk *w, struct element *e) {
    const struct simt_sparse_matrix *m = w->m;
    bool by_rows = m->format != CUSPARSE_FORMAT_CSC;
    int64_t lines = by_rows ? m->rows : m->cols, first, second;
    if (m->format == CUSPARSE_FORMAT_COO) {
        if (w->place >= m->nnz) return false;
        first = simt_index(&m->first, w->place) - m->base;
    } else {
        while (w->place == w->end && ++w->line < lines) {
            w->place = simt_index(&m->first, w->line) - m->base;
            w->end = simt_index(&m->first, w->line + 1) - m->base;
        }
        if (w->line >= lines) return false;
        first = w->line;
    }
    w->fits = w->place >= 0 && w->place < m->nnz;
    second = w->fits ? simt_index(&m->second, w->place) - m->base : -1;
    *e = (struct element){by_rows ? first : second, by_rows ? second : first, w->place++};
    w->fits = w->fits && e->row >= 0 && e->row < m->rows && e->col >= 0 && e->col < m->cols;
    return w->fits;
}

/* A wrong index would be a wrong address on a GPU. */
#define end_badly simt_sparse_end_badly
static const char outside[] =
    "finds an index outside of the matrix or vector. Check the indices, and their base";
static const char memory[] = "has not enough memory. Use a smaller input";

static double value_of(const struct simt_sparse_matrix *m, int64_t place) {
    return simt_number_load(m->values, m->type, place);
}

static bool is_swapped(cusparseOperation_t op) {
    return op != CUSPARSE_OPERATION_NON_TRANSPOSE;
}

/* y = alpha sum + beta y */
static void add_up(const struct sparse_call *c, void *y, cudaDataType type, int64_t place,
                   double sum) {
    double alpha = scalar(c->d_alpha, c->alpha, c->compute),
           beta = scalar(c->d_beta, c->beta, c->compute);
    double old = beta != 0 ? beta * simt_number_load(y, type, place) : 0;
    simt_number_store(y, type, place, alpha * sum + old);
}

/*
 * Sparse vectors.
 */
static bool element_of(const struct sparse_call *c, int64_t i, int64_t *place) {
    *place = simt_index(&c->sparse.indices, i) - c->sparse.base;
    return *place >= 0 && *place < c->y.n;
}

static void axpby(struct library_call *call) {
    GIVEN;
    double alpha = scalar(c->d_alpha, c->alpha, c->compute),
           beta = scalar(c->d_beta, c->beta, c->compute);
    for (int64_t i = 0; i < c->y.n; i++)
        simt_number_store(c->y.values, c->y.type, i,
                          beta * simt_number_load(c->y.values, c->y.type, i));
    for (int64_t i = 0, place; i < c->sparse.nnz; i++) {
        if (!element_of(c, i, &place)) return end_badly(call, outside);
        double x = simt_number_load(c->sparse.values, c->sparse.type, i);
        simt_number_store(c->y.values, c->y.type, place,
                          alpha * x + simt_number_load(c->y.values, c->y.type, place));
    }
}

static void gather(struct library_call *call) {
    GIVEN;
    for (int64_t i = 0, place; i < c->sparse.nnz; i++) {
        if (!element_of(c, i, &place)) return end_badly(call, outside);
        simt_number_store(c->sparse.values, c->sparse.type, i,
                          simt_number_load(c->y.values, c->y.type, place));
    }
}

static void scatter(struct library_call *call) {
    GIVEN;
    for (int64_t i = 0, place; i < c->sparse.nnz; i++) {
        if (!element_of(c, i, &place)) return end_badly(call, outside);
        simt_number_store(c->y.values, c->y.type, place,
                          simt_number_load(c->sparse.values, c->sparse.type, i));
    }
}

/* x = alpha x + beta y, and y = alpha y - beta x. */
static void rotate(struct library_call *call) {
    GIVEN;
    double alpha = scalar(c->d_alpha, c->alpha, c->compute),
           beta = scalar(c->d_beta, c->beta, c->compute);
    for (int64_t i = 0, place; i < c->sparse.nnz; i++) {
        if (!element_of(c, i, &place)) return end_badly(call, outside);
        double x = simt_number_load(c->sparse.values, c->sparse.type, i),
               y = simt_number_load(c->y.values, c->y.type, place);
        simt_number_store(c->sparse.values, c->sparse.type, i, alpha * x + beta * y);
        simt_number_store(c->y.values, c->y.type, place, alpha * y - beta * x);
    }
}

static void dot(struct library_call *call) {
    GIVEN;
    double sum = 0;
    for (int64_t i = 0, place; i < c->sparse.nnz; i++) {
        if (!element_of(c, i, &place)) return end_badly(call, outside);
        sum += simt_number_load(c->sparse.values, c->sparse.type, i) *
               simt_number_load(c->y.values, c->y.type, place);
    }
    simt_number_store(c->out, c->compute, 0, sum);
}

cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void *alpha,
                               cusparseConstSpVecDescr_t x, const void *beta,
                               cusparseDnVecDescr_t y) {
    BEGIN(handle, !alpha || !x || !beta || !y || x->n != y->n)
    struct sparse_call c = {.sparse = *x, .y = *y, .compute = y->type};
    ALPHA;
    BETA;
    simt_sparse_use_elements(&c, x, USE_READS);
    simt_sparse_use_vector(&c, y, USE_READS | USE_WRITES);
    PUT(axpby, "cusparseAxpby");
}

cusparseStatus_t cusparseRot(cusparseHandle_t handle, const void *cosine, const void *sine,
                             cusparseSpVecDescr_t x, cusparseDnVecDescr_t y) {
    BEGIN(handle, !cosine || !sine || !x || !y || x->n != y->n)
    struct sparse_call c = {.sparse = *x, .y = *y, .compute = x->type};
    simt_sparse_scalar(handle, &c, cosine, &c.alpha, &c.d_alpha);
    simt_sparse_scalar(handle, &c, sine, &c.beta, &c.d_beta);
    simt_sparse_use_elements(&c, x, USE_READS | USE_WRITES);
    simt_sparse_use_vector(&c, y, USE_READS | USE_WRITES);
    PUT(rotate, "cusparseRot");
}

cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t y,
                                cusparseSpVecDescr_t x) {
    BEGIN(handle, !x || !y || x->n != y->n)
    struct sparse_call c = {.sparse = *x, .y = *y};
    simt_sparse_use_elements(&c, x, USE_WRITES);
    simt_sparse_use_vector(&c, y, USE_READS);
    PUT(gather, "cusparseGather");
}

cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t x,
                                 cusparseDnVecDescr_t y) {
    BEGIN(handle, !x || !y || x->n != y->n)
    struct sparse_call c = {.sparse = *x, .y = *y};
    simt_sparse_use_elements(&c, x, USE_READS);
    simt_sparse_use_vector(&c, y, USE_READS | USE_WRITES);
    PUT(scatter, "cusparseScatter");
}

cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t op,
                              cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                              void *result, cudaDataType compute, void *buffer) {
    (void)op, (void)buffer;
    BEGIN(handle, !x || !y || !result || x->n != y->n || !simt_number_bytes(compute))
    struct sparse_call c = {.sparse = *x, .y = *y, .compute = compute, .out = result};
    bool host = handle->mode == CUSPARSE_POINTER_MODE_HOST;
    simt_sparse_use_elements(&c, x, USE_READS);
    simt_sparse_use_vector(&c, y, USE_READS);
    size_t bytes = simt_number_bytes(compute);
    if (!host) simt_library_uses(&c.call, result, bytes, 1, bytes, USE_WRITES);
    enum cudaStreamCaptureStatus captured = cudaStreamCaptureStatusNone;
    cudaStreamIsCapturing(handle->stream, &captured);
    // In a graph it gives its result whenever the graph runs.
    return simt_sparse_put(handle, &c, dot, "cusparseSpVV", LIBRARY_HERE,
                           host && captured == cudaStreamCaptureStatusNone);
}

/*
 * Products with what is dense.
 */
static void multiply_vector(struct library_call *call) {
    GIVEN;
    double *sum = calloc((size_t)c->y.n + 1, sizeof(*sum));
    struct walk w = walk(&c->a);
    struct element e;
    if (!sum) return end_badly(call, memory);
    while (next(&w, &e)) {
        int64_t from = c->swap_a ? e.row : e.col, to = c->swap_a ? e.col : e.row;
        sum[to] += value_of(&c->a, e.place) * simt_number_load(c->x.values, c->x.type, from);
    }
    for (int64_t i = 0; i < c->y.n; i++) add_up(c, c->y.values, c->y.type, i, sum[i]);
    free(sum);
    if (!w.fits) end_badly(call, outside);
}

cusparseStatus_t cusparseSpMV(SIMT_SPMV, void *buffer) {
    (void)algorithm, (void)buffer;
    BEGIN(handle, !alpha || !a || !x || !beta || !y || !simt_number_bytes(compute))
    if (a->is_triangle) return CUSPARSE_STATUS_NOT_SUPPORTED;
    struct sparse_call c = {
        .a = *a, .x = *x, .y = *y, .swap_a = is_swapped(op), .compute = compute};
    if (x->n != (c.swap_a ? a->rows : a->cols) || y->n != (c.swap_a ? a->cols : a->rows))
        return CUSPARSE_STATUS_INVALID_VALUE;
    ALPHA;
    BETA;
    simt_sparse_use_matrix(&c, a, USE_READS, USE_READS);
    simt_sparse_use_vector(&c, x, USE_READS);
    simt_sparse_use_vector(&c, y, use_result(&c));
    PUT(multiply_vector, "cusparseSpMV");
}

static int64_t place_in(const struct simt_dense_matrix *m, int64_t row, int64_t col) {
    return m->by_rows ? row * m->ld + col : col * m->ld + row;
}

/* Matrix i of a batch. */
static struct simt_sparse_matrix nth(const struct simt_sparse_matrix *m, int64_t i) {
    struct simt_sparse_matrix one = *m;
    if (m->batches <= 1) return one;
    int64_t first = i * m->first_step, step = i * m->step;
    one.first.at = (char *)m->first.at + first * (m->first.type == CUSPARSE_INDEX_64I ? 8 : 4);
    one.second.at = (char *)m->second.at + step * (m->second.type == CUSPARSE_INDEX_64I ? 8 : 4);
    one.values = (char *)m->values + step * (int64_t)simt_number_bytes(m->type);
    return one;
}

static int64_t start_of(const struct simt_dense_matrix *m, int64_t i) {
    return m->batches > 1 ? i * m->step : 0;
}

static bool multiply_one(const struct sparse_call *c, const struct simt_sparse_matrix *a,
                         double *sum, int64_t b_at, int64_t c_at) {
    int64_t m = c->result.rows, n = c->result.cols;
    struct walk w = walk(a);
    struct element e;
    for (int64_t i = 0; i < m * n; i++) sum[i] = 0;
    while (next(&w, &e)) {
        int64_t from = c->swap_a ? e.row : e.col, to = c->swap_a ? e.col : e.row;
        double value = value_of(a, e.place);
        for (int64_t j = 0; j < n; j++) {
            int64_t place =
                b_at + (c->swap_b ? place_in(&c->dense, j, from) : place_in(&c->dense, from, j));
            sum[to * n + j] += value * simt_number_load(c->dense.values, c->dense.type, place);
        }
    }
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++)
            add_up(c, c->result.values, c->result.type, c_at + place_in(&c->result, i, j),
                   sum[i * n + j]);
    return w.fits;
}

static void multiply_matrix(struct library_call *call) {
    GIVEN;
    double *sum = malloc(((size_t)c->result.rows * (size_t)c->result.cols + 1) * sizeof(*sum));
    bool fits = true;
    if (!sum) return end_badly(call, memory);
    for (int i = 0; i < c->result.batches && fits; i++) {
        const struct simt_sparse_matrix a = nth(&c->a, i);
        fits = multiply_one(c, &a, sum, start_of(&c->dense, i), start_of(&c->result, i));
    }
    free(sum);
    if (!fits) end_badly(call, outside);
}

/* One matrix is used for the whole batch. */
static bool is_batch(int batches, int of) {
    return batches <= 1 || batches == of;
}

cusparseStatus_t cusparseSpMM(SIMT_SPMM, void *buffer) {
    (void)algorithm, (void)buffer;
    BEGIN(handle, !alpha || !a || !b || !beta || !c || !simt_number_bytes(compute))
    if (a->is_triangle) return CUSPARSE_STATUS_NOT_SUPPORTED;
    const struct simt_dense_matrix *result = c;
    {
        struct sparse_call c = {.a = *a,
                                .dense = *b,
                                .result = *result,
                                .swap_a = is_swapped(op_a),
                                .swap_b = is_swapped(op_b),
                                .compute = compute};
        int64_t k = c.swap_a ? a->rows : a->cols;
        if ((c.swap_a ? a->cols : a->rows) != result->rows || (c.swap_b ? b->cols : b->rows) != k ||
            (c.swap_b ? b->rows : b->cols) != result->cols)
            return CUSPARSE_STATUS_INVALID_VALUE;
        if (!is_batch(result->batches, a->batches) || !is_batch(a->batches, result->batches) ||
            !is_batch(b->batches, result->batches))
            return CUSPARSE_STATUS_INVALID_VALUE; // A says that it is a batch, even if it is the same
        ALPHA;
        BETA;
        simt_sparse_use_matrix(&c, a, USE_READS, USE_READS);
        simt_sparse_use_dense(&c, b, USE_READS);
        simt_sparse_use_dense(&c, result, use_result(&c));
        PUT(multiply_matrix, "cusparseSpMM");
    }
}

/*
 * Triangles: row after row, from the first or from the last. What lies on the other side is left out.
 */
struct triangle {
    int64_t *starts; /* of the rows of op(A) */
    struct element *elements;
    double *y;
};

static bool sort_rows(const struct sparse_call *c, struct triangle *t, int64_t n) {
    struct walk w = walk(&c->a);
    struct element e;
    while (next(&w, &e)) t->starts[(c->swap_a ? e.col : e.row) + 2]++;
    for (int64_t i = 0; i < n; i++) t->starts[i + 2] += t->starts[i + 1];
    bool fits = w.fits;
    w = walk(&c->a);
    while (fits && next(&w, &e)) {
        int64_t row = c->swap_a ? e.col : e.row, col = c->swap_a ? e.row : e.col;
        t->elements[t->starts[row + 1]++] = (struct element){row, col, e.place};
    }
    return fits;
}

/* Column j of the result. */
static void solve_rows(const struct sparse_call *c, struct triangle *t, int64_t n, int64_t j) {
    bool upper = (c->a.fill == CUSPARSE_FILL_MODE_UPPER) != c->swap_a,
         unit = c->a.diag == CUSPARSE_DIAG_TYPE_UNIT;
    double alpha = scalar(c->d_alpha, c->alpha, c->compute);
    for (int64_t k = 0; k < n; k++) {
        int64_t i = upper ? n - 1 - k : k;
        int64_t place = c->swap_b ? place_in(&c->dense, j, i) : place_in(&c->dense, i, j);
        double sum = alpha * simt_number_load(c->dense.values, c->dense.type, place),
               diagonal = unit ? 1 : 0;
        for (int64_t p = t->starts[i]; p < t->starts[i + 1]; p++) {
            const struct element *e = &t->elements[p];
            if (e->col == i && !unit) diagonal += value_of(&c->a, e->place);
            if (e->col != i && (e->col > i) == upper)
                sum -= value_of(&c->a, e->place) * t->y[e->col];
        }
        t->y[i] = sum / diagonal;
    }
    for (int64_t i = 0; i < n; i++)
        simt_number_store(c->result.values, c->result.type, place_in(&c->result, i, j), t->y[i]);
}

static void solve_triangle(struct library_call *call) {
    GIVEN;
    int64_t n = c->a.rows;
    struct triangle t = {calloc((size_t)n + 2, sizeof(*t.starts)),
                         malloc((size_t)(c->a.nnz + 1) * sizeof(*t.elements)),
                         malloc((size_t)(n + 1) * sizeof(*t.y))};
    bool given = t.starts && t.elements && t.y, fits = given && sort_rows(c, &t, n);
    for (int64_t j = 0; fits && j < c->result.cols; j++) solve_rows(c, &t, n, j);
    free(t.starts), free(t.elements), free(t.y);
    if (!fits) end_badly(call, given ? outside : memory);
}

/* A vector is a matrix of one column. */
static struct simt_dense_matrix column(const struct simt_dense_vector *v) {
    return (struct simt_dense_matrix){
        .rows = v->n, .cols = 1, .ld = v->n, .batches = 1, .values = v->values, .type = v->type};
}

cusparseStatus_t cusparseSpSV_solve(SIMT_SPSV) {
    (void)algorithm;
    BEGIN(handle, !alpha || !a || !x || !y || !solve || !simt_number_bytes(compute))
    if (a->rows != a->cols || x->n != a->rows || y->n != a->rows)
        return CUSPARSE_STATUS_INVALID_VALUE;
    struct sparse_call c = {.a = *a,
                            .dense = column(x),
                            .result = column(y),
                            .swap_a = is_swapped(op),
                            .compute = compute};
    ALPHA;
    simt_sparse_use_matrix(&c, a, USE_READS, USE_READS);
    simt_sparse_use_vector(&c, x, USE_READS);
    simt_sparse_use_vector(&c, y, USE_WRITES);
    PUT(solve_triangle, "cusparseSpSV_solve");
}

cusparseStatus_t cusparseSpSM_solve(SIMT_SPSM) {
    (void)algorithm;
    BEGIN(handle, !alpha || !a || !b || !c || !solve || !simt_number_bytes(compute))
    const struct simt_dense_matrix *result = c;
    {
        struct sparse_call c = {.a = *a,
                                .dense = *b,
                                .result = *result,
                                .swap_a = is_swapped(op_a),
                                .swap_b = is_swapped(op_b),
                                .compute = compute};
        if (a->rows != a->cols || (c.swap_b ? b->cols : b->rows) != a->rows ||
            (c.swap_b ? b->rows : b->cols) != result->cols || result->rows != a->rows)
            return CUSPARSE_STATUS_INVALID_VALUE;
        ALPHA;
        simt_sparse_use_matrix(&c, a, USE_READS, USE_READS);
        simt_sparse_use_dense(&c, b, USE_READS);
        simt_sparse_use_dense(&c, result, USE_WRITES);
        PUT(solve_triangle, "cusparseSpSM_solve");
    }
}

/*
 * Elements of a product of dense matrices, where a sparse one has some.
 */
static bool sample_one(const struct sparse_call *c, const struct simt_sparse_matrix *to,
                       int64_t x_at, int64_t y_at) {
    int64_t n = c->swap_a ? c->dense.rows : c->dense.cols;
    struct walk w = walk(to);
    struct element e;
    while (next(&w, &e)) {
        double sum = 0;
        for (int64_t k = 0; k < n; k++) {
            int64_t x = c->swap_a ? place_in(&c->dense, k, e.row) : place_in(&c->dense, e.row, k),
                    y = c->swap_b ? place_in(&c->result, e.col, k) : place_in(&c->result, k, e.col);
            sum += simt_number_load(c->dense.values, c->dense.type, x_at + x) *
                   simt_number_load(c->result.values, c->result.type, y_at + y);
        }
        add_up(c, to->values, to->type, e.place, sum);
    }
    return w.fits;
}

static void sample(struct library_call *call) {
    GIVEN;
    bool fits = true;
    for (int i = 0; i < (c->b.batches > 1 ? c->b.batches : 1) && fits; i++) {
        const struct simt_sparse_matrix to = nth(&c->b, i);
        fits = sample_one(c, &to, start_of(&c->dense, i), start_of(&c->result, i));
    }
    if (!fits) end_badly(call, outside);
}

cusparseStatus_t cusparseSDDMM(SIMT_SDDMM, void *buffer) {
    (void)algorithm, (void)buffer;
    BEGIN(handle, !alpha || !a || !b || !beta || !c || !simt_number_bytes(compute))
    const struct simt_sparse_matrix *to = c;
    {
        struct sparse_call c = {.dense = *a,
                                .result = *b,
                                .b = *to,
                                .swap_a = is_swapped(op_a),
                                .swap_b = is_swapped(op_b),
                                .compute = compute};
        if ((c.swap_a ? a->cols : a->rows) != to->rows ||
            (c.swap_b ? b->rows : b->cols) != to->cols ||
            (c.swap_a ? a->rows : a->cols) != (c.swap_b ? b->cols : b->rows))
            return CUSPARSE_STATUS_INVALID_VALUE;
        if (!is_batch(a->batches, to->batches) || !is_batch(b->batches, to->batches))
            return CUSPARSE_STATUS_INVALID_VALUE;
        ALPHA;
        BETA;
        simt_sparse_use_dense(&c, a, USE_READS);
        simt_sparse_use_dense(&c, b, USE_READS);
        simt_sparse_use_matrix(&c, to, USE_READS, use_result(&c));
        PUT(sample, "cusparseSDDMM");
    }
}

/*
 * Between sparse and dense.
 */
static void to_dense(struct library_call *call) {
    GIVEN;
    struct walk w = walk(&c->a);
    struct element e;
    for (int64_t i = 0; i < c->result.rows; i++)
        for (int64_t j = 0; j < c->result.cols; j++)
            simt_number_store(c->result.values, c->result.type, place_in(&c->result, i, j), 0);
    while (next(&w, &e))
        simt_number_store(c->result.values, c->result.type, place_in(&c->result, e.row, e.col),
                          value_of(&c->a, e.place));
    if (!w.fits) end_badly(call, outside);
}

cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t a,
                                       cusparseDnMatDescr_t b, cusparseSparseToDenseAlg_t algorithm,
                                       void *buffer) {
    (void)algorithm, (void)buffer;
    BEGIN(handle, !a || !b || a->rows != b->rows || a->cols != b->cols)
    struct sparse_call c = {.a = *a, .result = *b};
    simt_sparse_use_matrix(&c, a, USE_READS, USE_READS);
    simt_sparse_use_dense(&c, b, USE_WRITES);
    PUT(to_dense, "cusparseSparseToDense");
}

/* Counts the elements that are not 0, and with `writes` fills the sparse matrix. */
static int64_t compress(const struct sparse_call *c, bool writes) {
    const struct simt_sparse_matrix *b = &c->b;
    bool by_rows = b->format != CUSPARSE_FORMAT_CSC, is_coo = b->format == CUSPARSE_FORMAT_COO;
    int64_t lines = by_rows ? b->rows : b->cols, length = by_rows ? b->cols : b->rows, n = 0;
    for (int64_t i = 0; i < lines; i++) {
        if (writes && !is_coo) simt_put_index(&b->first, i, n + b->base);
        for (int64_t j = 0; j < length; j++) {
            int64_t place = by_rows ? place_in(&c->dense, i, j) : place_in(&c->dense, j, i);
            double value = simt_number_load(c->dense.values, c->dense.type, place);
            if (value == 0) continue;
            if (writes && n < b->nnz) {
                if (is_coo) simt_put_index(&b->first, n, i + b->base);
                simt_put_index(&b->second, n, j + b->base);
                simt_number_store(b->values, b->type, n, value);
            }
            n++;
        }
    }
    if (writes && !is_coo) simt_put_index(&b->first, lines, n + b->base);
    return n;
}

static void count_elements(struct library_call *call) {
    GIVEN;
    *c->nnz = compress(c, false);
}

static void to_sparse(struct library_call *call) {
    GIVEN;
    if (compress(c, true) > c->b.nnz)
        end_badly(call, "finds more elements than its analysis. Analyse the matrix again");
}

cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle,
                                                cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b,
                                                cusparseDenseToSparseAlg_t algorithm,
                                                void *buffer) {
    (void)algorithm, (void)buffer;
    BEGIN(handle, !a || !b || a->rows != b->rows || a->cols != b->cols)
    struct sparse_call c = {.dense = *a, .b = *b, .nnz = &b->nnz};
    simt_sparse_use_dense(&c, a, USE_READS);
    return simt_sparse_put(handle, &c, count_elements, "cusparseDenseToSparse_analysis",
                           LIBRARY_HERE, true);
}

cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                               cusparseSpMatDescr_t b,
                                               cusparseDenseToSparseAlg_t algorithm, void *buffer) {
    (void)algorithm, (void)buffer;
    BEGIN(handle, !a || !b || a->rows != b->rows || a->cols != b->cols)
    struct sparse_call c = {.dense = *a, .b = *b};
    simt_sparse_use_dense(&c, a, USE_READS);
    simt_sparse_use_matrix(&c, b, USE_WRITES, USE_WRITES);
    PUT(to_sparse, "cusparseDenseToSparse_convert");
}
