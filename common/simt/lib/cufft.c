/**
 * @file
 * @brief cuFFT: plans, and transforms in stream order by FFTW.
 */
#include "cufft_plan.h"

#include <stdlib.h>
#include <string.h>

/* FFTW's functions, declared here so that the runtime builds without its package (libfftw3-dev). */
enum { FFTW_WITHOUT_MEASURING = 1 << 6 };
#define FFTW(p)                                                                                    \
    void *p##_plan_many_dft(int, const int *, int, void *, const int *, int, int, void *,          \
                            const int *, int, int, int, unsigned);                                 \
    void *p##_plan_many_dft_r2c(int, const int *, int, void *, const int *, int, int, void *,      \
                                const int *, int, int, unsigned);                                  \
    void *p##_plan_many_dft_c2r(int, const int *, int, void *, const int *, int, int, void *,      \
                                const int *, int, int, unsigned);                                  \
    void p##_execute(void *);                                                                      \
    void p##_destroy_plan(void *);
FFTW(fftw)
FFTW(fftwf)

enum { MOST_PLANS = 4096, MOST_RANK = CUFFT_MOST_RANK };

static struct plan plans[MOST_PLANS];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

struct plan *simt_cufft_plan(cufftHandle handle) {
    return handle > 0 && handle < MOST_PLANS && plans[handle].used ? &plans[handle] : NULL;
}

cufftResult cufftCreate(cufftHandle *plan) {
    if (!plan) return CUFFT_INVALID_VALUE;
    pthread_mutex_lock(&mutex);
    int i = 1;
    while (i < MOST_PLANS && plans[i].used) i++;
    if (i < MOST_PLANS) plans[i] = (struct plan){.used = true};
    pthread_mutex_unlock(&mutex);
    *plan = i;
    return i < MOST_PLANS ? CUFFT_SUCCESS : CUFFT_ALLOC_FAILED;
}

cufftResult cufftDestroy(cufftHandle plan) {
    struct plan *p = simt_cufft_plan(plan);
    if (!p) return CUFFT_INVALID_PLAN;
    cudaFree(p->load.d_temp);
    cudaFree(p->store.d_temp);
    p->used = false; /* what is in a stream has a copy */
    return CUFFT_SUCCESS;
}

static bool set_type(struct plan *p, cufftType type) {
    p->type = type;
    p->is_double = type & 0x40;
    p->kind = type == CUFFT_C2C || type == CUFFT_Z2Z   ? COMPLEX
              : type == CUFFT_R2C || type == CUFFT_D2Z ? TO_COMPLEX
                                                       : TO_REAL;
    return p->kind != TO_REAL || type == CUFFT_C2R || type == CUFFT_Z2D;
}

static void set_side(struct side *s, int rank, const int *embed, int stride, int dist) {
    s->given = true;
    s->stride = stride;
    s->dist = dist;
    memcpy(s->embed, embed, (size_t)rank * sizeof(*embed));
}

cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int *n, int *inembed, int istride,
                              int idist, int *onembed, int ostride, int odist, cufftType type,
                              int batch, size_t *work_bytes) {
    struct plan *p = simt_cufft_plan(plan);
    if (!p) return CUFFT_INVALID_PLAN;
    if (!n || rank < 1 || rank > MOST_RANK) return CUFFT_INVALID_VALUE;
    if (!set_type(p, type)) return CUFFT_INVALID_TYPE;
    for (int i = 0; i < rank; i++)
        if (n[i] < 1) return CUFFT_INVALID_SIZE;
    if (batch < 1) return CUFFT_INVALID_SIZE;
    p->rank = rank;
    p->batch = batch;
    memcpy(p->n, n, (size_t)rank * sizeof(*n));
    if (inembed && onembed) {
        set_side(&p->in, rank, inembed, istride, idist);
        set_side(&p->out, rank, onembed, ostride, odist);
    }
    p->made = true;
    if (work_bytes) *work_bytes = 0;
    return CUFFT_SUCCESS;
}

cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch,
                            size_t *work_bytes) {
    return cufftMakePlanMany(plan, 1, &nx, NULL, 1, 0, NULL, 1, 0, type, batch, work_bytes);
}

cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *work_bytes) {
    int n[] = {nx, ny};
    return cufftMakePlanMany(plan, 2, n, NULL, 1, 0, NULL, 1, 0, type, 1, work_bytes);
}

cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type,
                            size_t *work_bytes) {
    int n[] = {nx, ny, nz};
    return cufftMakePlanMany(plan, 3, n, NULL, 1, 0, NULL, 1, 0, type, 1, work_bytes);
}

cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist,
                          int *onembed, int ostride, int odist, cufftType type, int batch) {
    cufftResult result = cufftCreate(plan);
    if (result) return result;
    result = cufftMakePlanMany(*plan, rank, n, inembed, istride, idist, onembed, ostride, odist,
                               type, batch, NULL);
    if (result) cufftDestroy(*plan);
    return result;
}

cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch) {
    return cufftPlanMany(plan, 1, &nx, NULL, 1, 0, NULL, 1, 0, type, batch);
}

cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type) {
    int n[] = {nx, ny};
    return cufftPlanMany(plan, 2, n, NULL, 1, 0, NULL, 1, 0, type, 1);
}

cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type) {
    int n[] = {nx, ny, nz};
    return cufftPlanMany(plan, 3, n, NULL, 1, 0, NULL, 1, 0, type, 1);
}

cufftResult cufftGetSize(cufftHandle plan, size_t *work_bytes) {
    if (!simt_cufft_plan(plan)) return CUFFT_INVALID_PLAN;
    *work_bytes = 0;
    return CUFFT_SUCCESS;
}

/* A plan is made for the checks of its arguments, and not kept. */
cufftResult cufftEstimateMany(int rank, int *n, int *inembed, int istride, int idist, int *onembed,
                              int ostride, int odist, cufftType type, int batch,
                              size_t *work_bytes) {
    cufftHandle plan;
    if (!work_bytes) return CUFFT_INVALID_VALUE;
    cufftResult result = cufftPlanMany(&plan, rank, n, inembed, istride, idist, onembed, ostride,
                                       odist, type, batch);
    if (result) return result;
    *work_bytes = 0;
    return cufftDestroy(plan);
}

cufftResult cufftEstimate1d(int nx, cufftType type, int batch, size_t *work_bytes) {
    return cufftEstimateMany(1, &nx, NULL, 1, 0, NULL, 1, 0, type, batch, work_bytes);
}

cufftResult cufftEstimate2d(int nx, int ny, cufftType type, size_t *work_bytes) {
    int n[] = {nx, ny};
    return cufftEstimateMany(2, n, NULL, 1, 0, NULL, 1, 0, type, 1, work_bytes);
}

cufftResult cufftEstimate3d(int nx, int ny, int nz, cufftType type, size_t *work_bytes) {
    int n[] = {nx, ny, nz};
    return cufftEstimateMany(3, n, NULL, 1, 0, NULL, 1, 0, type, 1, work_bytes);
}

cufftResult cufftGetSizeMany(cufftHandle plan, int rank, int *n, int *inembed, int istride,
                             int idist, int *onembed, int ostride, int odist, cufftType type,
                             int batch, size_t *work_bytes) {
    if (!simt_cufft_plan(plan)) return CUFFT_INVALID_PLAN;
    return cufftEstimateMany(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch,
                             work_bytes);
}

cufftResult cufftGetSize1d(cufftHandle plan, int nx, cufftType type, int batch,
                           size_t *work_bytes) {
    return simt_cufft_plan(plan) ? cufftEstimate1d(nx, type, batch, work_bytes)
                                 : CUFFT_INVALID_PLAN;
}

cufftResult cufftGetSize2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *work_bytes) {
    return simt_cufft_plan(plan) ? cufftEstimate2d(nx, ny, type, work_bytes) : CUFFT_INVALID_PLAN;
}

cufftResult cufftGetSize3d(cufftHandle plan, int nx, int ny, int nz, cufftType type,
                           size_t *work_bytes) {
    return simt_cufft_plan(plan) ? cufftEstimate3d(nx, ny, nz, type, work_bytes)
                                 : CUFFT_INVALID_PLAN;
}

cufftResult cufftSetAutoAllocation(cufftHandle plan, int on) {
    (void)on;
    return simt_cufft_plan(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

cufftResult cufftSetWorkArea(cufftHandle plan, void *area) {
    (void)area;
    return simt_cufft_plan(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

cufftResult cufftGetVersion(int *version) {
    *version = CUFFT_VERSION;
    return CUFFT_SUCCESS;
}

cufftResult cufftGetProperty(libraryPropertyType type, int *value) {
    static const int values[] = {CUFFT_VERSION / 1000, CUFFT_VERSION / 100 % 10, CUFFT_VERSION % 100};
    if (!value) return CUFFT_INVALID_VALUE;
    if ((unsigned)type > PATCH_LEVEL) return CUFFT_INVALID_TYPE;
    *value = values[type];
    return CUFFT_SUCCESS;
}

cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream) {
    struct plan *p = simt_cufft_plan(plan);
    if (!p) return CUFFT_INVALID_PLAN;
    p->stream = stream;
    return CUFFT_SUCCESS;
}

/*
 * Transforms.
 */
struct transform {
    struct library_call call;
    struct plan plan;
    void *in, *out;
    int direction;
};

/* The elements of one transform: of n numbers, n / 2 + 1 complex ones say all, where the others are real. */
static size_t elements(const struct plan *p, bool halved) {
    size_t all = 1;
    for (int i = 0; i < p->rank; i++) {
        size_t n = (size_t)p->n[i];
        all *= halved && i == p->rank - 1 ? n / 2 + 1 : n;
    }
    return all;
}

/* How the elements lie that the program says nothing of. In place, rows of real numbers have room for complex ones. */
static void lay_out(struct plan *p, struct side *s, bool is_complex, bool in_place) {
    if (s->given) return;
    bool halved = p->kind != COMPLEX && (is_complex || in_place);
    s->stride = 1;
    s->dist = (int)elements(p, halved) * (halved && !is_complex ? 2 : 1);
    memcpy(s->embed, p->n, sizeof(s->embed));
    int *last = &s->embed[p->rank - 1];
    if (halved) *last = (*last / 2 + 1) * (is_complex ? 1 : 2);
}

static size_t item_bytes(const struct plan *p, bool is_complex) {
    return (p->is_double ? sizeof(double) : sizeof(float)) * (is_complex ? 2 : 1);
}

/* From the first element of all to the last. */
static size_t span(const struct plan *p, const struct side *s, bool is_complex) {
    size_t last = 0;
    for (int i = 0; i < p->rank; i++) {
        size_t n = (size_t)p->n[i];
        if (is_complex && p->kind != COMPLEX && i == p->rank - 1) n = n / 2 + 1;
        last = last * (i ? (size_t)s->embed[i] : 1) + n - 1;
    }
    last = last * (size_t)s->stride + (size_t)(p->batch - 1) * (size_t)s->dist;
    return (last + 1) * item_bytes(p, is_complex);
}

/* Row by row. Where the program's own layout leaves gaps, initcheck does not look at what is read. */
static void uses(struct transform *t, struct side *s, bool is_complex, void *at, int use) {
    const struct plan *p = &t->plan;
    size_t row = (size_t)p->n[p->rank - 1], item = item_bytes(p, is_complex);
    if (is_complex && p->kind != COMPLEX) row = row / 2 + 1;
    size_t rows = (size_t)p->batch;
    for (int i = 0; i < p->rank - 1; i++) rows *= (size_t)p->n[i];
    size_t pitch = (size_t)(p->rank > 1 ? s->embed[p->rank - 1] : s->dist),
           all = span(p, s, is_complex);
    if (s->given && (s->stride != 1 || p->rank > 1))
        simt_library_uses(&t->call, at, all, 1, all, use & USE_WRITES);
    else
        simt_library_uses(&t->call, at, row * item, rows, pitch * item, use);
}

#define RUN(f)                                                                                     \
    static bool run_##f(const struct transform *t, void *in) {                                     \
        const struct plan *p = &t->plan;                                                           \
        const struct side *i = &p->in, *o = &p->out;                                               \
        void *plan;                                                                                \
        pthread_mutex_lock(&mutex);                                                                \
        if (p->kind == COMPLEX)                                                                    \
            plan = f##_plan_many_dft(p->rank, p->n, p->batch, in, i->embed, i->stride, i->dist,    \
                                     t->out, o->embed, o->stride, o->dist, t->direction,           \
                                     FFTW_WITHOUT_MEASURING);                                      \
        else if (p->kind == TO_COMPLEX)                                                            \
            plan = f##_plan_many_dft_r2c(p->rank, p->n, p->batch, in, i->embed, i->stride,         \
                                         i->dist, t->out, o->embed, o->stride, o->dist,            \
                                         FFTW_WITHOUT_MEASURING);                                  \
        else                                                                                       \
            plan = f##_plan_many_dft_c2r(p->rank, p->n, p->batch, in, i->embed, i->stride,         \
                                         i->dist, t->out, o->embed, o->stride, o->dist,            \
                                         FFTW_WITHOUT_MEASURING);                                  \
        pthread_mutex_unlock(&mutex);                                                              \
        if (!plan) return false;                                                                   \
        f##_execute(plan);                                                                         \
        pthread_mutex_lock(&mutex);                                                                \
        f##_destroy_plan(plan);                                                                    \
        pthread_mutex_unlock(&mutex);                                                              \
        return true;                                                                               \
    }
RUN(fftw)
RUN(fftwf)

void simt_cufft_run(const struct plan *p, void *in, void *out, int direction) {
    struct transform t = {.plan = *p, .out = out, .direction = direction};
    if (!(p->is_double ? run_fftw(&t, in) : run_fftwf(&t, in)))
        simt_die("cuFFT: FFTW has no plan for this transform. Check its strides and sizes");
}

/* FFTW overwrites what it makes real numbers from, so it gets a copy of that. */
static void transform(struct library_call *call) {
    const struct transform *t = (const struct transform *)call;
    size_t bytes = span(&t->plan, &t->plan.in, t->plan.kind != TO_COMPLEX);
    void *copy = t->plan.kind == TO_REAL && t->in != t->out ? malloc(bytes) : NULL;
    if (copy) memcpy(copy, t->in, bytes);
    simt_cufft_run(&t->plan, copy ? copy : t->in, t->out, t->direction);
    free(copy);
}

void simt_cufft_lay_out(struct plan *p, bool in_place) {
    lay_out(p, &p->in, p->kind != TO_COMPLEX, in_place);
    lay_out(p, &p->out, p->kind != TO_REAL, in_place);
}

/* Sees to memory for the elements that the program's function loads, or has still to store. */
static cufftResult make_room(struct cufft_callback *c, size_t bytes) {
    if (c->temp_bytes >= bytes) return CUFFT_SUCCESS;
    cudaFree(c->d_temp);
    c->temp_bytes = 0;
    if (cudaMalloc(&c->d_temp, bytes)) return CUFFT_ALLOC_FAILED;
    c->temp_bytes = bytes;
    return CUFFT_SUCCESS;
}

/* Calls the program's function for each element of a side. */
static cufftResult call_back(const struct plan *p, const struct cufft_callback *c,
                             const struct side *s, bool is_complex, void *data) {
    struct simt_cufft_layout l = {
        .rank = p->rank, .stride = s->stride, .dist = s->dist, .batch = p->batch};
    memcpy(l.n, p->n, sizeof(l.n));
    memcpy(l.embed, s->embed, sizeof(l.embed));
    if (is_complex && p->kind != COMPLEX) l.n[p->rank - 1] = l.n[p->rank - 1] / 2 + 1;
    cudaError_t error = c->launch(c->function, data, c->d_temp, &l, c->info, p->stream);
    return error ? CUFFT_EXEC_FAILED : CUFFT_SUCCESS;
}

cufftResult simt_cufft_execute(cufftHandle plan, void *in, void *out, int direction,
                               const char *name, uintptr_t pc) {
    struct plan *p = simt_cufft_plan(plan);
    if (!p || !p->made || p->n_gpus) return CUFFT_INVALID_PLAN;
    if (!in || !out || (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE))
        return CUFFT_INVALID_VALUE;
    if (p->kind != COMPLEX && (p->kind == TO_COMPLEX) != (direction == CUFFT_FORWARD))
        return CUFFT_INVALID_VALUE;
    struct transform t = {
        .call.compute = transform, .plan = *p, .in = in, .out = out, .direction = direction};
    bool in_complex = p->kind != TO_COMPLEX, out_complex = p->kind != TO_REAL;
    simt_cufft_lay_out(&t.plan, in == out);
    cufftResult result = CUFFT_SUCCESS;
    if (p->load.function) {
        result = make_room(&p->load, span(p, &t.plan.in, in_complex));
        t.in = p->load.d_temp;
        if (!result) result = call_back(&t.plan, &p->load, &t.plan.in, in_complex, in);
    }
    if (p->store.function && !result) {
        result = make_room(&p->store, span(p, &t.plan.out, out_complex));
        t.out = p->store.d_temp;
    }
    if (result) return result;
    uses(&t, &t.plan.in, in_complex, t.in, USE_READS);
    uses(&t, &t.plan.out, out_complex, t.out, USE_WRITES);
    if (simt_library_put(&t.call, sizeof(t), name, pc, p->stream, false)) return CUFFT_EXEC_FAILED;
    if (!p->store.function) return CUFFT_SUCCESS;
    t.plan.store = p->store;
    return call_back(&t.plan, &p->store, &t.plan.out, out_complex, out);
}

/* Each of them executes what the plan is for, if that goes in its direction: an H200 says success then. */
#define EXECUTE(kind, In, Out, parameter, direction)                                               \
    cufftResult cufftExec##kind(cufftHandle plan, In *in, Out *out parameter) {                    \
        return simt_cufft_execute(plan, in, out, direction, "cufftExec" #kind, LIBRARY_HERE);      \
    }
#define WAY , int direction
EXECUTE(C2C, cufftComplex, cufftComplex, WAY, direction)
EXECUTE(Z2Z, cufftDoubleComplex, cufftDoubleComplex, WAY, direction)
EXECUTE(R2C, cufftReal, cufftComplex, , CUFFT_FORWARD)
EXECUTE(D2Z, cufftDoubleReal, cufftDoubleComplex, , CUFFT_FORWARD)
EXECUTE(C2R, cufftComplex, cufftReal, , CUFFT_INVERSE)
EXECUTE(Z2D, cufftDoubleComplex, cufftDoubleReal, , CUFFT_INVERSE)
