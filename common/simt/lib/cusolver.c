/**
 * @file
 * @brief cuSOLVER: factors, solutions, eigenvalues and singular values of dense matrices, by OpenBLAS's LAPACK.
 */
#include "cusolverDn.h"

#include "library.h"

#include <stdio.h>
#include <stdlib.h>

void openblas_set_num_threads(int) __attribute__((weak));

struct simt_cusolver {
    cudaStream_t stream;
};

/* A call. LAPACK takes all by address, and lengths of texts behind. */
struct solver {
    struct library_call call;
    int m, n, k, lda, ldb, ldv, lwork;
    char op, fill, side, job, job_v;
    void *a, *b, *v, *tau, *work; /* tau: also where eigenvalues and singular values go */
    int *pivots, *d_info;
};

#define BEGIN(h, wrong)                                                                            \
    if (!(h)) return CUSOLVER_STATUS_NOT_INITIALIZED;                                              \
    if (wrong) return CUSOLVER_STATUS_INVALID_VALUE;

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle) {
    if (!handle) return CUSOLVER_STATUS_INVALID_VALUE;
    if (simt_enter(false)) return CUSOLVER_STATUS_NOT_INITIALIZED;
    if (openblas_set_num_threads) openblas_set_num_threads(1);
    *handle = calloc(1, sizeof(**handle));
    return *handle ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}

cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle) {
    BEGIN(handle, false)
    simt_wait_for(simt_device);
    free(handle);
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream) {
    BEGIN(handle, false)
    handle->stream = stream;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *stream) {
    BEGIN(handle, !stream)
    *stream = handle->stream;
    return CUSOLVER_STATUS_SUCCESS;
}

static bool fits(int ld, int rows) {
    return rows >= 0 && ld >= (rows > 1 ? rows : 1);
}
static bool is_fill(cublasFillMode_t fill) {
    return (unsigned)fill <= CUBLAS_FILL_MODE_UPPER;
}
static bool is_job(int job) {
    return job == 'A' || job == 'S' || job == 'O' || job == 'N';
}
static int smaller(int a, int b) {
    return a < b ? a : b;
}

static void use_vector(struct solver *s, const void *x, int n, size_t item, int use) {
    size_t bytes = n > 0 ? (size_t)n * item : 0;
    simt_library_uses(&s->call, x, bytes, 1, bytes, use);
}

static void use_matrix(struct solver *s, const void *a, int rows, int cols, int ld, size_t item,
                       int use) {
    if (rows > 0 && cols > 0)
        simt_library_uses(&s->call, a, (size_t)rows * item, (size_t)cols, (size_t)ld * item, use);
}

static void use_triangle(struct solver *s, size_t item, int use) {
    size_t bytes = (size_t)s->n * item, pitch = (size_t)s->lda * item;
    if (s->n <= 0) return;
    use_matrix(s, s->a, s->n, s->n, s->lda, item, use);
    s->call.ranges[s->call.n_ranges - 1] = (struct range){.start = s->a,
                                                          .bytes = bytes,
                                                          .columns = (size_t)s->n,
                                                          .pitch = pitch,
                                                          .use = use,
                                                          .item = item,
                                                          .upper = s->fill == 'U'};
}

static cusolverStatus_t put(cusolverDnHandle_t h, struct solver *s,
                            void compute(struct library_call *), size_t item, const char *name,
                            uintptr_t pc) {
    use_vector(s, s->work, s->lwork, item, USE_WRITES);
    use_vector(s, s->d_info, 1, sizeof(int), USE_WRITES);
    s->call.compute = compute;
    cudaError_t error = simt_library_put(&s->call, sizeof(*s), name, pc, h->stream, false);
    return error ? CUSOLVER_STATUS_EXECUTION_FAILED : CUSOLVER_STATUS_SUCCESS;
}

/* cuSOLVER factors without pivots where it is given no place for them; LAPACK does not. */
static cusolverStatus_t lacks_pivots(const char *name) {
    fprintf(stderr,
            "simt: %s without pivots is not part of the CPU runtime. Pass an array for them\n",
            name);
    return CUSOLVER_STATUS_NOT_SUPPORTED;
}

/* An H200 refuses a leading dimension in getrf like that; in others as the host finds it. */
static void refuse_lda(struct library_call *call) {
    *((struct solver *)call)->d_info = -4;
}

/* A function that runs when its turn in the stream comes: it calls LAPACK with s, and sets info. */
#define STEP(name, call_of_lapack)                                                                 \
    static void name(struct library_call *call) {                                                  \
        struct solver *s = (struct solver *)call;                                                  \
        int info = 0;                                                                              \
        call_of_lapack;                                                                            \
        *s->d_info = info;                                                                         \
    }
/* What LAPACK says it needs: it writes that where the working space begins. */
#define ASK(T, R, call_of_lapack)                                                                  \
    T asked[1];                                                                                    \
    int info = 0, ask = -1;                                                                        \
    call_of_lapack;                                                                                \
    return info ? -1 : (int)*(R *)asked;

#define REAL(x)
#define COMPLEX(x)  x,
#define OPS(op)     ((unsigned)(op) <= CUBLAS_OP_C)
#define SIDES(side) ((unsigned)(side) <= CUBLAS_SIDE_RIGHT)
#define POINTER(x)  ((void *)(uintptr_t)(x))

/* L: LAPACK's letter, U: cuSOLVER's. RW: complex functions take a working space of real numbers, too. */
#define SOLVER(L, U, T, R, ORM, ORG, EV, LEV, RW)                                                  \
    void L##getrf_(int *, int *, void *, int *, int *, int *);                                     \
    void L##getrs_(char *, int *, int *, void *, int *, int *, void *, int *, int *, size_t);      \
    void L##potrf_(char *, int *, void *, int *, int *, size_t);                                   \
    void L##potri_(char *, int *, void *, int *, int *, size_t);                                   \
    void L##potrs_(char *, int *, int *, void *, int *, void *, int *, int *, size_t);             \
    void L##geqrf_(int *, int *, void *, int *, void *, void *, int *, int *);                     \
    void L##ORM##_(char *, char *, int *, int *, int *, void *, int *, void *, void *, int *,      \
                   void *, int *, int *, size_t, size_t);                                          \
    void L##ORG##_(int *, int *, int *, void *, int *, void *, void *, int *, int *);              \
    void L##LEV##_(char *, char *, int *, void *, int *, void *, void *, int *, RW(void *) int *,  \
                   size_t, size_t);                                                                \
    void L##gesvd_(char *, char *, int *, int *, void *, int *, void *, void *, int *, void *,     \
                   int *, void *, int *, RW(void *) int *, size_t, size_t);                        \
                                                                                                   \
    STEP(getrf_##L, L##getrf_(&s->m, &s->n, s->a, &s->lda, s->pivots, &info))                      \
    STEP(getrs_##L,                                                                                \
         L##getrs_(&s->op, &s->n, &s->k, s->a, &s->lda, s->pivots, s->b, &s->ldb, &info, 1))       \
    STEP(potrf_##L, L##potrf_(&s->fill, &s->n, s->a, &s->lda, &info, 1))                           \
    STEP(potri_##L, L##potri_(&s->fill, &s->n, s->a, &s->lda, &info, 1))                           \
    STEP(potrs_##L, L##potrs_(&s->fill, &s->n, &s->k, s->a, &s->lda, s->b, &s->ldb, &info, 1))     \
    STEP(geqrf_##L, L##geqrf_(&s->m, &s->n, s->a, &s->lda, s->tau, s->work, &s->lwork, &info))     \
    STEP(ORM##_##L, L##ORM##_(&s->side, &s->op, &s->m, &s->n, &s->k, s->a, &s->lda, s->tau, s->b,  \
                              &s->ldb, s->work, &s->lwork, &info, 1, 1))                           \
    STEP(ORG##_##L,                                                                                \
         L##ORG##_(&s->m, &s->n, &s->k, s->a, &s->lda, s->tau, s->work, &s->lwork, &info))         \
    STEP(EV##_##L, void *space = malloc(((size_t)s->n * 3 + 1) * sizeof(R));                       \
         if (space) L##LEV##_(&s->job, &s->fill, &s->n, s->a, &s->lda, s->tau, s->work, &s->lwork, \
                              RW(space) & info, 1, 1);                                             \
         free(space))                                                                              \
    STEP(gesvd_##L, void *space = malloc(((size_t)s->n * 5 + 1) * sizeof(R));                      \
         if (space) L##gesvd_(&s->job, &s->job_v, &s->m, &s->n, s->a, &s->lda, s->tau, s->b,       \
                              &s->ldb, s->v, &s->ldv, s->work, &s->lwork, RW(space) & info, 1, 1); \
         free(space))                                                                              \
                                                                                                   \
    static int ask_geqrf_##L(int m, int n, int lda) {                                              \
        ASK(T, R, L##geqrf_(&m, &n, asked, &lda, asked, asked, &ask, &info))                       \
    }                                                                                              \
    static int ask_##ORM##_##L(char side, char op, int m, int n, int k, int lda, int ldc) {        \
        ASK(T, R,                                                                                  \
            L##ORM##_(&side, &op, &m, &n, &k, asked, &lda, asked, asked, &ldc, asked, &ask, &info, \
                      1, 1))                                                                       \
    }                                                                                              \
    static int ask_##ORG##_##L(int m, int n, int k, int lda) {                                     \
        ASK(T, R, L##ORG##_(&m, &n, &k, asked, &lda, asked, asked, &ask, &info))                   \
    }                                                                                              \
    static int ask_##EV##_##L(char job, char fill, int n, int lda) {                               \
        R real[1];                                                                                 \
        ASK(T, R,                                                                                  \
            L##LEV##_(&job, &fill, &n, asked, &lda, real, asked, &ask, RW(real) & info, 1, 1))     \
    }                                                                                              \
    static int ask_gesvd_##L(int m, int n) {                                                       \
        R real[1];                                                                                 \
        char all = 'A';                                                                            \
        int ldv = n > 1 ? n : 1, lda = m > 1 ? m : 1;                                              \
        ASK(T, R,                                                                                  \
            L##gesvd_(&all, &all, &m, &n, asked, &lda, real, asked, &lda, asked, &ldv, asked,      \
                      &ask, RW(real) & info, 1, 1))                                                \
    }
SOLVER(s, S, float, float, ormqr, orgqr, syevd, syev, REAL)
SOLVER(d, D, double, double, ormqr, orgqr, syevd, syev, REAL)
SOLVER(c, C, cuComplex, float, unmqr, ungqr, heevd, heev, COMPLEX)
SOLVER(z, Z, cuDoubleComplex, double, unmqr, ungqr, heevd, heev, COMPLEX)

/* The functions of cuSOLVER: what fits, and which memory is used how. */
#define BOTH (USE_READS | USE_WRITES)
#define SIZED(name, arguments, wrong, needs)                                                       \
    cusolverStatus_t name##_bufferSize arguments {                                                 \
        BEGIN(handle, (wrong) || !lwork)                                                           \
        *lwork = needs;                                                                            \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }
#define UNUSED(x) ((void)(x), false)

#define FACTORS(L, U, T)                                                                           \
    SIZED(cusolverDn##U##getrf,                                                                    \
          (cusolverDnHandle_t handle, int m, int n, T *a, int lda, int *lwork),                    \
          UNUSED(a) || UNUSED(lda) || n < 0 || m < 0, n > 1 ? n : 1)                               \
    cusolverStatus_t cusolverDn##U##getrf(cusolverDnHandle_t handle, int m, int n, T *a, int lda,  \
                                          T *work, int *pivots, int *info) {                       \
        BEGIN(handle, n < 0 || m < 0 || !info)                                                     \
        if (!pivots) return lacks_pivots("cusolverDn" #U "getrf");                                 \
        struct solver s = {.m = m,                                                                 \
                           .n = n,                                                                 \
                           .a = a,                                                                 \
                           .lda = lda,                                                             \
                           .work = work,                                                           \
                           .pivots = pivots,                                                       \
                           .d_info = info,                                                         \
                           .lwork = n > 1 ? n : 1};                                                \
        if (!fits(lda, m))                                                                         \
            return put(handle, &s, refuse_lda, sizeof(T), "cusolverDn" #U "getrf", LIBRARY_HERE);  \
        use_matrix(&s, a, m, n, lda, sizeof(T), BOTH);                                             \
        use_vector(&s, pivots, smaller(m, n), sizeof(int), USE_WRITES);                            \
        return put(handle, &s, getrf_##L, sizeof(T), "cusolverDn" #U "getrf", LIBRARY_HERE);       \
    }                                                                                              \
    cusolverStatus_t cusolverDn##U##getrs(cusolverDnHandle_t handle, cublasOperation_t op, int n,  \
                                          int cols, const T *a, int lda, const int *pivots, T *b,  \
                                          int ldb, int *info) {                                    \
        BEGIN(handle, cols < 0 || !OPS(op) || !fits(lda, n) || !fits(ldb, n) || !info)             \
        if (!pivots) return lacks_pivots("cusolverDn" #U "getrs");                                 \
        struct solver s = {.op = "NTC"[op],                                                        \
                           .n = n,                                                                 \
                           .k = cols,                                                              \
                           .a = POINTER(a),                                                        \
                           .lda = lda,                                                             \
                           .pivots = POINTER(pivots),                                              \
                           .b = b,                                                                 \
                           .ldb = ldb,                                                             \
                           .d_info = info};                                                        \
        use_matrix(&s, a, n, n, lda, sizeof(T), USE_READS);                                        \
        use_vector(&s, pivots, n, sizeof(int), USE_READS);                                         \
        use_matrix(&s, b, n, cols, ldb, sizeof(T), BOTH);                                          \
        return put(handle, &s, getrs_##L, sizeof(T), "cusolverDn" #U "getrs", LIBRARY_HERE);       \
    }                                                                                              \
    TRIANGLE(L, U, T, potrf)                                                                       \
    TRIANGLE(L, U, T, potri)                                                                       \
    cusolverStatus_t cusolverDn##U##potrs(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, \
                                          int cols, const T *a, int lda, T *b, int ldb,            \
                                          int *info) {                                             \
        BEGIN(handle, cols < 0 || !is_fill(fill) || !fits(lda, n) || !fits(ldb, n) || !info)       \
        struct solver s = {.fill = "LU"[fill],                                                     \
                           .n = n,                                                                 \
                           .k = cols,                                                              \
                           .a = POINTER(a),                                                        \
                           .lda = lda,                                                             \
                           .b = b,                                                                 \
                           .ldb = ldb,                                                             \
                           .d_info = info};                                                        \
        use_triangle(&s, sizeof(T), USE_READS);                                                    \
        use_matrix(&s, b, n, cols, ldb, sizeof(T), BOTH);                                          \
        return put(handle, &s, potrs_##L, sizeof(T), "cusolverDn" #U "potrs", LIBRARY_HERE);       \
    }
#define TRIANGLE(L, U, T, name)                                                                    \
    SIZED(cusolverDn##U##name,                                                                     \
          (cusolverDnHandle_t handle, cublasFillMode_t fill, int n, T *a, int lda, int *lwork),    \
          UNUSED(a) || !is_fill(fill) || !fits(lda, n), n > 1 ? n : 1)                             \
    cusolverStatus_t cusolverDn##U##name(cusolverDnHandle_t handle, cublasFillMode_t fill, int n,  \
                                         T *a, int lda, T *work, int lwork, int *info) {           \
        BEGIN(handle, !is_fill(fill) || !fits(lda, n) || !info || lwork < 1 || lwork < n)          \
        struct solver s = {.fill = "LU"[fill],                                                     \
                           .n = n,                                                                 \
                           .a = a,                                                                 \
                           .lda = lda,                                                             \
                           .work = work,                                                           \
                           .lwork = lwork,                                                         \
                           .d_info = info};                                                        \
        use_triangle(&s, sizeof(T), BOTH);                                                         \
        return put(handle, &s, name##_##L, sizeof(T), "cusolverDn" #U#name, LIBRARY_HERE);         \
    }

/* LAPACK works with so little, too, if more slowly: programs give all three functions the space of geqrf. */
static bool too_small(int lwork, int least) {
    return lwork < 1 || lwork < least;
}
#define ORTHOGONAL(L, U, T, ORM, ORG)                                                              \
    SIZED(cusolverDn##U##geqrf,                                                                    \
          (cusolverDnHandle_t handle, int m, int n, T *a, int lda, int *lwork),                    \
          UNUSED(a) || n < 0 || !fits(lda, m), ask_geqrf_##L(m, n, lda))                           \
    cusolverStatus_t cusolverDn##U##geqrf(cusolverDnHandle_t handle, int m, int n, T *a, int lda,  \
                                          T *tau, T *work, int lwork, int *info) {                 \
        BEGIN(handle, n < 0 || !fits(lda, m) || !info || too_small(lwork, n))                      \
        struct solver s = {.m = m,                                                                 \
                           .n = n,                                                                 \
                           .a = a,                                                                 \
                           .lda = lda,                                                             \
                           .tau = tau,                                                             \
                           .work = work,                                                           \
                           .lwork = lwork,                                                         \
                           .d_info = info};                                                        \
        use_matrix(&s, a, m, n, lda, sizeof(T), BOTH);                                             \
        use_vector(&s, tau, smaller(m, n), sizeof(T), USE_WRITES);                                 \
        return put(handle, &s, geqrf_##L, sizeof(T), "cusolverDn" #U "geqrf", LIBRARY_HERE);       \
    }                                                                                              \
    static bool wrong_##ORM##_##L(cublasSideMode_t side, cublasOperation_t op, int m, int n,       \
                                  int k, int lda, int ldc) {                                       \
        int rows = side == CUBLAS_SIDE_LEFT ? m : n;                                               \
        return !SIDES(side) || !OPS(op) || n < 0 || k < 0 || k > rows || !fits(ldc, m) ||          \
               !fits(lda, rows);                                                                   \
    }                                                                                              \
    SIZED(cusolverDn##U##ORM,                                                                      \
          (cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t op, int m, int n,   \
           int k, const T *a, int lda, const T *tau, const T *c, int ldc, int *lwork),             \
          UNUSED(a) || UNUSED(tau) || UNUSED(c) || wrong_##ORM##_##L(side, op, m, n, k, lda, ldc), \
          ask_##ORM##_##L("LR"[side], "NTC"[op], m, n, k, lda, ldc))                               \
    cusolverStatus_t cusolverDn##U##ORM(                                                           \
        cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t op, int m, int n,      \
        int k, const T *a, int lda, const T *tau, T *c, int ldc, T *work, int lwork, int *info) {  \
        BEGIN(handle, wrong_##ORM##_##L(side, op, m, n, k, lda, ldc) || !info ||                   \
                          too_small(lwork, side == CUBLAS_SIDE_LEFT ? n : m))                      \
        struct solver s = {.side = "LR"[side],                                                     \
                           .op = "NTC"[op],                                                        \
                           .m = m,                                                                 \
                           .n = n,                                                                 \
                           .k = k,                                                                 \
                           .a = POINTER(a),                                                        \
                           .lda = lda,                                                             \
                           .tau = POINTER(tau),                                                    \
                           .b = c,                                                                 \
                           .ldb = ldc,                                                             \
                           .work = work,                                                           \
                           .lwork = lwork,                                                         \
                           .d_info = info};                                                        \
        use_matrix(&s, a, side == CUBLAS_SIDE_LEFT ? m : n, k, lda, sizeof(T), USE_READS);         \
        use_vector(&s, tau, k, sizeof(T), USE_READS);                                              \
        use_matrix(&s, c, m, n, ldc, sizeof(T), BOTH);                                             \
        return put(handle, &s, ORM##_##L, sizeof(T), "cusolverDn" #U#ORM, LIBRARY_HERE);           \
    }                                                                                              \
    SIZED(cusolverDn##U##ORG,                                                                      \
          (cusolverDnHandle_t handle, int m, int n, int k, const T *a, int lda, const T *tau,      \
           int *lwork),                                                                            \
          UNUSED(a) || UNUSED(tau) || n < 0 || n > m || k < 0 || k > n || !fits(lda, m),           \
          ask_##ORG##_##L(m, n, k, lda))                                                           \
    cusolverStatus_t cusolverDn##U##ORG(cusolverDnHandle_t handle, int m, int n, int k, T *a,      \
                                        int lda, const T *tau, T *work, int lwork, int *info) {    \
        BEGIN(handle, n<0 || n> m || k < 0 || k > n || !fits(lda, m) || !info ||                   \
                          too_small(lwork, n))                                                     \
        struct solver s = {.m = m,                                                                 \
                           .n = n,                                                                 \
                           .k = k,                                                                 \
                           .a = a,                                                                 \
                           .lda = lda,                                                             \
                           .tau = POINTER(tau),                                                    \
                           .work = work,                                                           \
                           .lwork = lwork,                                                         \
                           .d_info = info};                                                        \
        use_matrix(&s, a, m, k, lda, sizeof(T), USE_READS);                                        \
        use_matrix(&s, a, m, n, lda, sizeof(T), USE_WRITES);                                       \
        use_vector(&s, tau, k, sizeof(T), USE_READS);                                              \
        return put(handle, &s, ORG##_##L, sizeof(T), "cusolverDn" #U#ORG, LIBRARY_HERE);           \
    }

#define VALUES(L, U, T, R, EV)                                                                     \
    SIZED(cusolverDn##U##EV,                                                                       \
          (cusolverDnHandle_t handle, cusolverEigMode_t job, cublasFillMode_t fill, int n,         \
           const T *a, int lda, const R *w, int *lwork),                                           \
          UNUSED(a) || UNUSED(w) || (unsigned)job > 1 || !is_fill(fill) || !fits(lda, n),          \
          ask_##EV##_##L("NV"[job], "LU"[fill], n, lda))                                           \
    cusolverStatus_t cusolverDn##U##EV(cusolverDnHandle_t handle, cusolverEigMode_t job,           \
                                       cublasFillMode_t fill, int n, T *a, int lda, R *w, T *work, \
                                       int lwork, int *info) {                                     \
        BEGIN(handle, (unsigned)job > 1 || !is_fill(fill) || !fits(lda, n) || !info ||             \
                          lwork < ask_##EV##_##L("NV"[job], "LU"[fill], n, lda))                   \
        struct solver s = {.job = "NV"[job],                                                       \
                           .fill = "LU"[fill],                                                     \
                           .n = n,                                                                 \
                           .a = a,                                                                 \
                           .lda = lda,                                                             \
                           .tau = w,                                                               \
                           .work = work,                                                           \
                           .lwork = lwork,                                                         \
                           .d_info = info};                                                        \
        use_triangle(&s, sizeof(T), BOTH);                                                         \
        if (job == CUSOLVER_EIG_MODE_VECTOR) use_matrix(&s, a, n, n, lda, sizeof(T), USE_WRITES);  \
        use_vector(&s, w, n, sizeof(R), USE_WRITES);                                               \
        return put(handle, &s, EV##_##L, sizeof(T), "cusolverDn" #U#EV, LIBRARY_HERE);             \
    }                                                                                              \
    SIZED(cusolverDn##U##gesvd, (cusolverDnHandle_t handle, int m, int n, int *lwork),             \
          n < 0 || m < n, ask_gesvd_##L(m, n))                                                     \
    cusolverStatus_t cusolverDn##U##gesvd(                                                         \
        cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n, T *a,        \
        int lda, R *s, T *u, int ldu, T *vt, int ldvt, T *work, int lwork, R *rwork, int *info) {  \
        bool with_u = jobu == 'A' || jobu == 'S', with_v = jobvt == 'A' || jobvt == 'S';           \
        (void)rwork;                                                                               \
        BEGIN(handle, n < 0 || m < n || !is_job(jobu) || !is_job(jobvt) ||                         \
                          (jobu == 'O' && jobvt == 'O') || !fits(lda, m) ||                        \
                          !fits(ldu, with_u ? m : 1) || !fits(ldvt, with_v ? n : 1) || !info ||    \
                          lwork < ask_gesvd_##L(m, n))                                             \
        struct solver c = {.job = jobu,                                                            \
                           .job_v = jobvt,                                                         \
                           .m = m,                                                                 \
                           .n = n,                                                                 \
                           .a = a,                                                                 \
                           .lda = lda,                                                             \
                           .tau = s,                                                               \
                           .b = u,                                                                 \
                           .ldb = ldu,                                                             \
                           .v = vt,                                                                \
                           .ldv = ldvt,                                                            \
                           .work = work,                                                           \
                           .lwork = lwork,                                                         \
                           .d_info = info};                                                        \
        use_matrix(&c, a, m, n, lda, sizeof(T), BOTH);                                             \
        use_vector(&c, s, n, sizeof(R), USE_WRITES);                                               \
        if (with_u) use_matrix(&c, u, m, jobu == 'A' ? m : n, ldu, sizeof(T), USE_WRITES);         \
        if (with_v) use_matrix(&c, vt, n, n, ldvt, sizeof(T), USE_WRITES);                         \
        return put(handle, &c, gesvd_##L, sizeof(T), "cusolverDn" #U "gesvd", LIBRARY_HERE);       \
    }

#define ALL(L, U, T, R, ORM, ORG, EV)                                                              \
    FACTORS(L, U, T)                                                                               \
    ORTHOGONAL(L, U, T, ORM, ORG)                                                                  \
    VALUES(L, U, T, R, EV)
ALL(s, S, float, float, ormqr, orgqr, syevd)
ALL(d, D, double, double, ormqr, orgqr, syevd)
ALL(c, C, cuComplex, float, unmqr, ungqr, heevd)
ALL(z, Z, cuDoubleComplex, double, unmqr, ungqr, heevd)
