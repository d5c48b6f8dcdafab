/**
 * @file
 * @brief cuSPARSE: functions on plain arrays of 32-bit indices: conversions, sorting, and systems with few diagonals.
 */
#include "sparse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIAGONALS = 5 };

/** A call; what it does not need is left 0. */
struct older {
    struct library_call call;
    int m, n, nnz, base;
    const int *from_first, *from_second;
    int *first, *second, *p;
    const void *values;
    void *to;
    cudaDataType type;
    bool by_column;
    /* Systems of equations: element i of diagonal k of system j is at i * step + j * system_step. */
    const void *diagonals[MOST_DIAGONALS];
    int n_diagonals, columns, systems;
    long long step, system_step, ld;
};

#define GIVEN const struct older *o = (const struct older *)call
static const char outside[] =
    "finds an index outside of the matrix. Check the indices, and their base";
static const char memory[] = "has not enough memory. Use a smaller input";

static void use(struct older *o, const void *at, long long n, size_t item, int how) {
    if (at) simt_library_uses(&o->call, at, (size_t)n * item, 1, (size_t)n * item, how);
}

static cusparseStatus_t put(const struct simt_cusparse *h, struct older *o,
                            void (*compute)(struct library_call *call), const char *name,
                            uintptr_t pc) {
    o->call.compute = compute;
    cudaError_t error = simt_library_put(&o->call, sizeof(*o), name, pc, h->stream, false);
    return error ? CUSPARSE_STATUS_EXECUTION_FAILED : CUSPARSE_STATUS_SUCCESS;
}
#define PUT(compute, name) return put(handle, &o, compute, name, LIBRARY_HERE)
#define ASKED(bytes)       (*(bytes) = 1, CUSPARSE_STATUS_SUCCESS) /* No function needs a buffer. */

/*
 * Between COO and CSR.
 */
static void to_offsets(struct library_call *call) {
    GIVEN;
    memset(o->first, 0, ((size_t)o->m + 1) * sizeof(int));
    for (int i = 0; i < o->nnz; i++) {
        int row = o->from_first[i] - o->base;
        if (row < 0 || row >= o->m) return simt_sparse_end_badly(call, outside);
        o->first[row + 1]++;
    }
    o->first[0] = o->base;
    for (int i = 0; i < o->m; i++) o->first[i + 1] += o->first[i];
}

static bool is_line(const struct older *o, int i) {
    int from = o->from_first[i] - o->base, to = o->from_first[i + 1] - o->base;
    return from >= 0 && from <= to && to <= o->nnz;
}

static void to_indices(struct library_call *call) {
    GIVEN;
    for (int i = 0; i < o->m; i++) {
        if (!is_line(o, i)) return simt_sparse_end_badly(call, outside);
        for (int k = o->from_first[i]; k < o->from_first[i + 1]; k++)
            o->first[k - o->base] = i + o->base;
    }
}

cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int *row_indices, int nnz, int m,
                                  int *row_offsets, cusparseIndexBase_t base) {
    BEGIN(handle, nnz < 0 || m < 0)
    struct older o = {
        .m = m, .nnz = nnz, .base = (int)base, .from_first = row_indices, .first = row_offsets};
    use(&o, row_indices, nnz, sizeof(int), USE_READS);
    use(&o, row_offsets, m + 1LL, sizeof(int), USE_WRITES);
    PUT(to_offsets, "cusparseXcoo2csr");
}

cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int *row_offsets, int nnz, int m,
                                  int *row_indices, cusparseIndexBase_t base) {
    BEGIN(handle, nnz < 0 || m < 0)
    struct older o = {
        .m = m, .nnz = nnz, .base = (int)base, .from_first = row_offsets, .first = row_indices};
    use(&o, row_offsets, m + 1LL, sizeof(int), USE_READS);
    use(&o, row_indices, nnz, sizeof(int), USE_WRITES);
    PUT(to_indices, "cusparseXcsr2coo");
}

/*
 * Sorting.
 */
struct item {
    int major, minor, order, p;
};

static int compare(const void *left, const void *right) {
    const struct item *a = left, *b = right;
    if (a->major != b->major) return a->major < b->major ? -1 : 1;
    if (a->minor != b->minor) return a->minor < b->minor ? -1 : 1;
    return a->order - b->order;
}

static void sort_items(struct library_call *call) {
    GIVEN;
    int *major = o->by_column ? o->second : o->first, *minor = o->by_column ? o->first : o->second;
    struct item *items = calloc((size_t)o->nnz + 1, sizeof(*items));
    if (!items) return simt_sparse_end_badly(call, memory);
    for (int i = 0; major && i < o->nnz; i++) items[i].major = major[i];
    for (int i = 0; !major && i < o->m; i++) {
        if (!is_line(o, i)) return free(items), simt_sparse_end_badly(call, outside);
        for (int k = o->from_first[i]; k < o->from_first[i + 1]; k++) items[k - o->base].major = i;
    }
    for (int i = 0; i < o->nnz; i++) {
        items[i].minor = minor[i];
        items[i].order = i;
        items[i].p = o->p ? o->p[i] : 0;
    }
    qsort(items, (size_t)o->nnz, sizeof(*items), compare);
    for (int i = 0; i < o->nnz; i++) {
        if (major) major[i] = items[i].major;
        minor[i] = items[i].minor;
        if (o->p) o->p[i] = items[i].p;
    }
    free(items);
}

static void count_up(struct library_call *call) {
    GIVEN;
    for (int i = 0; i < o->n; i++) o->p[i] = i;
}

cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int *p) {
    BEGIN(handle, n < 0 || !p)
    struct older o = {.n = n, .p = p};
    use(&o, p, n, sizeof(int), USE_WRITES);
    PUT(count_up, "cusparseCreateIdentityPermutation");
}

#define SORT_BUFFER(name)                                                                          \
    cusparseStatus_t name(cusparseHandle_t handle, int m, int n, int nnz, const int *first,        \
                          const int *second, size_t *bytes) {                                      \
        (void)first, (void)second;                                                                 \
        BEGIN(handle, m < 0 || n < 0 || nnz < 0 || !bytes)                                         \
        return ASKED(bytes);                                                                       \
    }
SORT_BUFFER(cusparseXcoosort_bufferSizeExt)
SORT_BUFFER(cusparseXcsrsort_bufferSizeExt)
SORT_BUFFER(cusparseXcscsort_bufferSizeExt)

#define COOSORT(name, columns)                                                                     \
    cusparseStatus_t name(SIMT_COOSORT, void *buffer) {                                            \
        (void)buffer;                                                                              \
        BEGIN(handle, m < 0 || n < 0 || nnz < 0)                                                   \
        struct older o = {.nnz = nnz,                                                              \
                          .first = row_indices,                                                    \
                          .second = col_indices,                                                   \
                          .p = p,                                                                  \
                          .by_column = columns};                                                   \
        use(&o, row_indices, nnz, sizeof(int), USE_READS | USE_WRITES);                            \
        use(&o, col_indices, nnz, sizeof(int), USE_READS | USE_WRITES);                            \
        use(&o, p, nnz, sizeof(int), USE_READS | USE_WRITES);                                      \
        PUT(sort_items, #name);                                                                    \
    }
COOSORT(cusparseXcoosortByRow, false)
COOSORT(cusparseXcoosortByColumn, true)

#define CSRSORT(name, lines)                                                                       \
    cusparseStatus_t name(SIMT_CSRSORT, void *buffer) {                                            \
        (void)buffer;                                                                              \
        BEGIN(handle, m < 0 || n < 0 || nnz < 0 || !kind)                                          \
        struct older o = {.m = lines,                                                              \
                          .nnz = nnz,                                                              \
                          .base = kind->base,                                                      \
                          .from_first = offsets,                                                   \
                          .second = indices,                                                       \
                          .p = p};                                                                 \
        use(&o, offsets, (lines) + 1LL, sizeof(int), USE_READS);                                   \
        use(&o, indices, nnz, sizeof(int), USE_READS | USE_WRITES);                                \
        use(&o, p, nnz, sizeof(int), USE_READS | USE_WRITES);                                      \
        PUT(sort_items, #name);                                                                    \
    }
CSRSORT(cusparseXcsrsort, m)
CSRSORT(cusparseXcscsort, n)

/*
 * From CSR to CSC: first all columns are counted, then each element goes to the next one of its column.
 */
static void turn(struct library_call *call) {
    GIVEN;
    memset(o->first, 0, ((size_t)o->n + 1) * sizeof(int));
    for (int i = 0; i < o->nnz; i++) {
        int col = o->from_second[i] - o->base;
        if (col < 0 || col >= o->n) return simt_sparse_end_badly(call, outside);
        if (col + 2 <= o->n) o->first[col + 2]++;
    }
    for (int i = 2; i <= o->n; i++) o->first[i] += o->first[i - 1];
    for (int i = 0; i < o->m; i++) {
        if (!is_line(o, i)) return simt_sparse_end_badly(call, outside);
        for (int k = o->from_first[i] - o->base; k < o->from_first[i + 1] - o->base; k++) {
            int at = o->first[o->from_second[k] - o->base + 1]++;
            o->second[at] = i + o->base;
            if (o->values)
                simt_number_store(o->to, o->type, at, simt_number_load(o->values, o->type, k));
        }
    }
    for (int i = 0; i <= o->n; i++) o->first[i] += o->base;
}

cusparseStatus_t cusparseCsr2cscEx2_bufferSize(SIMT_CSR2CSC, size_t *bytes) {
    (void)values, (void)row_offsets, (void)col_indices, (void)csc_values, (void)col_offsets;
    (void)row_indices, (void)type, (void)action, (void)base, (void)algorithm;
    BEGIN(handle, m < 0 || n < 0 || nnz < 0 || !bytes)
    return ASKED(bytes);
}

cusparseStatus_t cusparseCsr2cscEx2(SIMT_CSR2CSC, void *buffer) {
    (void)algorithm, (void)buffer;
    BEGIN(handle, m < 0 || n < 0 || nnz < 0)
    bool copies = action == CUSPARSE_ACTION_NUMERIC;
    size_t item = simt_number_bytes(type);
    if (copies && !item) return CUSPARSE_STATUS_NOT_SUPPORTED;
    struct older o = {.m = m,
                      .n = n,
                      .nnz = nnz,
                      .base = (int)base,
                      .from_first = row_offsets,
                      .from_second = col_indices,
                      .values = copies ? values : NULL,
                      .first = col_offsets,
                      .second = row_indices,
                      .to = csc_values,
                      .type = type};
    use(&o, row_offsets, m + 1LL, sizeof(int), USE_READS);
    use(&o, col_indices, nnz, sizeof(int), USE_READS);
    use(&o, col_offsets, n + 1LL, sizeof(int), USE_WRITES);
    use(&o, row_indices, nnz, sizeof(int), USE_WRITES);
    if (copies) use(&o, values, nnz, item, USE_READS), use(&o, csc_values, nnz, item, USE_WRITES);
    PUT(turn, "cusparseCsr2cscEx2");
}

/*
 * Systems with w diagonals on each side. Row i of the table begins with column i - w, and pivots fill up to 2 w columns
 * behind the diagonal. The right sides come last.
 */
static double *cell(double *table, int width, int w, int row, int col) {
    return &table[(size_t)row * (size_t)width + (size_t)(col - row + w)];
}

static void load_system(const struct older *o, double *table, int width, int system) {
    int w = o->n_diagonals / 2;
    for (int i = 0; i < o->m; i++) {
        long long at = i * o->step + system * o->system_step;
        for (int k = 0; k < width; k++) table[(size_t)i * (size_t)width + (size_t)k] = 0;
        for (int k = 0; k < o->n_diagonals; k++)
            if (i + k - w >= 0 && i + k - w < o->m)
                *cell(table, width, w, i, i + k - w) =
                    simt_number_load(o->diagonals[k], o->type, at);
        for (int j = 0; j < o->columns; j++)
            table[i * (long long)width + 3 * w + 1 + j] =
                simt_number_load(o->to, o->type, at + j * o->ld);
    }
}

/* Rows i and k change places, from column i on. */
static void exchange(double *table, int width, int w, int i, int k, int last, int columns) {
    for (int j = i; j <= last; j++) {
        double *a = cell(table, width, w, i, j), *b = cell(table, width, w, k, j), kept = *a;
        *a = *b, *b = kept;
    }
    for (int j = 0; j < columns; j++) {
        double *a = &table[i * (long long)width + 3 * w + 1 + j], kept = *a;
        double *b = &table[k * (long long)width + 3 * w + 1 + j];
        *a = *b, *b = kept;
    }
}

static void eliminate(const struct older *o, double *table, int width) {
    int w = o->n_diagonals / 2;
    for (int i = 0; i < o->m; i++) {
        int best = i, bottom = i + w < o->m ? i + w : o->m - 1,
            last = i + 2 * w < o->m ? i + 2 * w : o->m - 1;
        for (int k = i + 1; k <= bottom; k++)
            if (fabs(*cell(table, width, w, k, i)) > fabs(*cell(table, width, w, best, i)))
                best = k;
        if (best != i) exchange(table, width, w, i, best, last, o->columns);
        for (int k = i + 1; k <= bottom; k++) {
            double factor = *cell(table, width, w, k, i) / *cell(table, width, w, i, i);
            for (int j = i; j <= last; j++)
                *cell(table, width, w, k, j) -= factor * *cell(table, width, w, i, j);
            for (int j = 3 * w + 1; j < width; j++)
                table[k * (long long)width + j] -= factor * table[i * (long long)width + j];
        }
    }
}

static void solve_systems(struct library_call *call) {
    GIVEN;
    int w = o->n_diagonals / 2, width = 3 * w + 1 + o->columns;
    double *table = malloc(((size_t)o->m * (size_t)width + 1) * sizeof(*table));
    if (!table) return simt_sparse_end_badly(call, memory);
    for (int s = 0; s < o->systems; s++) {
        load_system(o, table, width, s);
        eliminate(o, table, width);
        for (int i = o->m - 1; i >= 0; i--)
            for (int j = 0; j < o->columns; j++) {
                double *x = &table[i * (long long)width + 3 * w + 1 + j];
                for (int k = i + 1; k < o->m && k <= i + 2 * w; k++)
                    *x -=
                        *cell(table, width, w, i, k) * table[k * (long long)width + 3 * w + 1 + j];
                *x /= *cell(table, width, w, i, i);
                simt_number_store(o->to, o->type, i * o->step + s * o->system_step + j * o->ld, *x);
            }
    }
    free(table);
}

/* What the systems use. Those that lie one behind another may have gaps, so that all is one range. */
static void use_systems(struct older *o) {
    size_t item = simt_number_bytes(o->type);
    long long last = (o->m - 1) * o->step + (o->systems - 1) * o->system_step;
    if (o->m <= 0 || o->systems <= 0 || o->columns <= 0) return;
    for (int k = 0; k < o->n_diagonals; k++) use(o, o->diagonals[k], last + 1, item, USE_READS);
    if (o->columns > 1)
        simt_library_uses(&o->call, o->to, (size_t)o->m * item, (size_t)o->columns,
                          (size_t)o->ld * item, USE_READS | USE_WRITES);
    else
        use(o, o->to, last + 1, item, USE_READS | USE_WRITES);
}

#define ASK(name, wrong, ...)                                                                      \
    cusparseStatus_t name(cusparseHandle_t handle, __VA_ARGS__, size_t *bytes) {                   \
        BEGIN(handle, (wrong) || !bytes)                                                           \
        return ASKED(bytes);                                                                       \
    }
#define SOLVE(name, wrong, fields, ...)                                                            \
    cusparseStatus_t name(cusparseHandle_t handle, __VA_ARGS__, void *buffer) {                    \
        (void)buffer;                                                                              \
        BEGIN(handle, wrong)                                                                       \
        struct older o = UNPACK fields;                                                            \
        use_systems(&o);                                                                           \
        PUT(solve_systems, #name);                                                                 \
    }
#define UNPACK(...)                                                                                \
    { __VA_ARGS__ }
#define THREE .m = m, .diagonals = {dl, d, du}, .n_diagonals = 3
#define FIVE  .m = m, .diagonals = {ds, dl, d, du, dw}, .n_diagonals = 5
#define COLUMNS(code)                                                                              \
    (THREE, .columns = n, .systems = 1, .step = 1, .ld = ldb, .to = b, .type = code)
#define BEHIND(code)                                                                               \
    (THREE, .columns = 1, .systems = batches, .step = 1, .system_step = step, .to = x, .type = code)
#define BETWEEN(diagonals, code)                                                                   \
    (diagonals, .columns = 1, .systems = batches, .step = batches, .system_step = 1, .to = x,      \
     .type = code)
#define WRONG_COLUMNS (m < 1 || n < 0 || ldb < m)
#define WRONG_BATCH   (m < 1 || batches < 0)

#define BANDS(X, T, code)                                                                          \
    ASK(cusparse##X##gtsv2_bufferSizeExt, WRONG_COLUMNS, int m, int n, const T *dl, const T *d,    \
        const T *du, const T *b, int ldb)                                                          \
    SOLVE(cusparse##X##gtsv2, WRONG_COLUMNS, COLUMNS(code), int m, int n, const T *dl, const T *d, \
          const T *du, T *b, int ldb)                                                              \
    ASK(cusparse##X##gtsv2_nopivot_bufferSizeExt, WRONG_COLUMNS, int m, int n, const T *dl,        \
        const T *d, const T *du, const T *b, int ldb)                                              \
    SOLVE(cusparse##X##gtsv2_nopivot, WRONG_COLUMNS, COLUMNS(code), int m, int n, const T *dl,     \
          const T *d, const T *du, T *b, int ldb)                                                  \
    ASK(cusparse##X##gtsv2StridedBatch_bufferSizeExt, WRONG_BATCH || step < m, int m, const T *dl, \
        const T *d, const T *du, const T *x, int batches, int step)                                \
    SOLVE(cusparse##X##gtsv2StridedBatch, WRONG_BATCH || step < m, BEHIND(code), int m,            \
          const T *dl, const T *d, const T *du, T *x, int batches, int step)                       \
    ASK(cusparse##X##gtsvInterleavedBatch_bufferSizeExt, WRONG_BATCH, int algorithm, int m,        \
        const T *dl, const T *d, const T *du, const T *x, int batches)                             \
    SOLVE(cusparse##X##gtsvInterleavedBatch, WRONG_BATCH, BETWEEN(THREE, code), int algorithm,     \
          int m, T *dl, T *d, T *du, T *x, int batches)                                            \
    ASK(cusparse##X##gpsvInterleavedBatch_bufferSizeExt, WRONG_BATCH, int algorithm, int m,        \
        const T *ds, const T *dl, const T *d, const T *du, const T *dw, const T *x, int batches)   \
    SOLVE(cusparse##X##gpsvInterleavedBatch, WRONG_BATCH, BETWEEN(FIVE, code), int algorithm,      \
          int m, T *ds, T *dl, T *d, T *du, T *dw, T *x, int batches)
#pragma GCC diagnostic ignored "-Wunused-parameter" /* of the functions that give a buffer's size */
BANDS(S, float, CUDA_R_32F)
BANDS(D, double, CUDA_R_64F)
