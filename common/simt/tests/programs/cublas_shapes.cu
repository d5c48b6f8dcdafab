// cuBLAS: bands, packed triangles, symmetric and Hermitian matrices, rotations and batches, against plain loops.
// What a function must not read is no number, and what it must not write has to stay so.
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cublas_v2.h>
#include <vector>
#define CHECK(call) do { if ((call) != CUBLAS_STATUS_SUCCESS) { printf("FAIL: %s\n", #call); exit(1); } } while (0)
#define EXPECT(what) do { if (!(what)) { printf("FAIL: %s, line %d\n", #what, __LINE__); exit(1); } } while (0)
#define WRONG(call) EXPECT((call) == CUBLAS_STATUS_INVALID_VALUE)

typedef std::complex<double> Z;
static cublasHandle_t h;
static bool on_device; // where scalars are

static Z get(float x) { return x; }
static Z get(double x) { return x; }
static Z get(cuComplex x) { return Z(x.x, x.y); }
static Z get(cuDoubleComplex x) { return Z(x.x, x.y); }
static void set(float &x, Z v) { x = float(v.real()); }
static void set(double &x, Z v) { x = v.real(); }
static void set(cuComplex &x, Z v) { x.x = float(v.real()), x.y = float(v.imag()); }
static void set(cuDoubleComplex &x, Z v) { x.x = v.real(), x.y = v.imag(); }
template <class T> static void set(T *&p, Z) { p = nullptr; }
static bool is_real(float) { return true; }
static bool is_real(double) { return true; }
static bool is_real(cuComplex) { return false; }
static bool is_real(cuDoubleComplex) { return false; }
static Z none() { return Z(NAN, NAN); }

static unsigned seed = 1;
static double draw() { return double((seed = seed * 1664525u + 1013904223u) >> 24) / 64 - 2; }

// Device memory with a copy on the host.
template <class T> struct Memory {
    std::vector<T> host;
    T *d = nullptr;
    explicit Memory(size_t n) : host(n) {
        for (T &x : host) set(x, none());
        cudaMalloc(&d, n * sizeof(T));
    }
    Memory(const Memory &) = delete;
    ~Memory() { cudaFree(d); }
    T *up() { return cudaMemcpy(d, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice), d; }
    void down() { cudaMemcpy(host.data(), d, host.size() * sizeof(T), cudaMemcpyDeviceToHost); }
};

template <class T> struct Scalar {
    Memory<T> m;
    explicit Scalar(Z v) : m(1) { set(m.host[0], v), m.up(); }
    operator const T *() { return on_device ? m.d : m.host.data(); }
};

struct Dense {
    int m, n;
    std::vector<Z> v;
    Dense(int m, int n) : m(m), n(n), v(size_t(m) * n) {}
    Z &operator()(int i, int j) { return v[size_t(j) * m + i]; }
    template <class T> static Dense drawn(int m, int n) {
        Dense a(m, n);
        for (Z &x : a.v) x = Z(draw(), is_real(T()) ? 0 : draw());
        return a;
    }
};

static Dense op(Dense a, int how) {
    if (how == CUBLAS_OP_N) return a;
    Dense b(a.n, a.m);
    for (int i = 0; i < a.m; i++)
        for (int j = 0; j < a.n; j++) b(j, i) = how == CUBLAS_OP_C ? conj(a(i, j)) : a(i, j);
    return b;
}
static Dense mul(Dense a, Dense b, Z f = 1) {
    Dense c(a.m, b.n);
    for (int i = 0; i < a.m; i++)
        for (int j = 0; j < b.n; j++)
            for (int k = 0; k < a.n; k++) c(i, j) += f * a(i, k) * b(k, j);
    return c;
}
static Dense add(Dense a, Dense b, Z f = 1) {
    for (size_t i = 0; i < a.v.size(); i++) a.v[i] += f * b.v[i];
    return a;
}

enum { UP = CUBLAS_FILL_MODE_UPPER, ALL_OF_IT = 2 };
static bool inside(int i, int j, int fill) { return fill == ALL_OF_IT || (fill == UP ? i <= j : i >= j); }

// How a matrix lies in memory: in full with ld, packed, or as a band.
template <class T> struct Stored : Memory<T> {
    enum Kind { FULL, PACKED, BAND } kind;
    int m, n, ld, fill, kl, ku;
    static size_t size(Kind kind, int n, int ld) { return kind == PACKED ? size_t(n) * (n + 1) / 2 : size_t(n) * ld; }
    Stored(Dense a, Kind kind, int fill, bool unit = false, int kl = 0, int ku = 0)
        : Memory<T>(size(kind, a.n, (kind == BAND ? kl + ku + 1 : a.m) + 2)), kind(kind), m(a.m), n(a.n),
          ld((kind == BAND ? kl + ku + 1 : a.m) + 2), fill(fill), kl(kl), ku(ku) {
        for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++)
                if (holds(i, j) && !(unit && i == j)) set(this->host[at(i, j)], a(i, j));
        this->up();
    }
    bool holds(int i, int j) { return kind == BAND ? i - j <= kl && j - i <= ku : inside(i, j, fill); }
    size_t at(int i, int j) {
        if (kind == BAND) return size_t(j) * ld + ku + i - j;
        if (kind == FULL) return size_t(j) * ld + i;
        return fill == UP ? size_t(j) * (j + 1) / 2 + i : size_t(j) * (2 * n - j - 1) / 2 + i;
    }
    void is(Dense wanted, int line) {
        this->down();
        std::vector<bool> known(this->host.size());
        for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++) {
                if (!holds(i, j)) continue;
                known[at(i, j)] = true;
                Z got = get(this->host[at(i, j)]);
                if (abs(got - wanted(i, j)) <= 2e-3 * (1 + abs(wanted(i, j)))) continue;
                printf("FAIL: line %d, (%d, %d) is %g %g, not %g %g\n", line, i, j, got.real(), got.imag(),
                       wanted(i, j).real(), wanted(i, j).imag());
                exit(1);
            }
        for (size_t i = 0; i < known.size(); i++) EXPECT(known[i] || std::isnan(get(this->host[i]).real()));
    }
};
#define IS(stored, wanted) (stored).is(wanted, __LINE__)

// A vector: a column with steps of either sign. It is stored as the rows of a matrix with one column of |inc| * n.
template <class T> struct Vector : Memory<T> {
    int n, inc;
    Vector(Dense x, int inc) : Memory<T>(size_t(x.m) * abs(inc)), n(x.m), inc(inc) {
        for (int i = 0; i < n; i++) set(this->host[at(i)], x(i, 0));
        this->up();
    }
    size_t at(int i) { return size_t(inc < 0 ? n - 1 - i : i) * abs(inc); }
    void is(Dense wanted, int line) {
        this->down();
        for (int i = 0; i < n; i++) {
            Z got = get(this->host[at(i)]);
            if (abs(got - wanted(i, 0)) <= 2e-3 * (1 + abs(wanted(i, 0)))) continue;
            printf("FAIL: line %d, element %d is %g %g, not %g %g\n", line, i, got.real(), got.imag(),
                   wanted(i, 0).real(), wanted(i, 0).imag());
            exit(1);
        }
        for (size_t i = 0; i < this->host.size(); i++)
            EXPECT(i % abs(inc) == 0 || std::isnan(get(this->host[i]).real()));
    }
};

static Dense triangle(Dense a, int fill, int unit, int k) {
    for (int j = 0; j < a.n; j++)
        for (int i = 0; i < a.m; i++) {
            if (!inside(i, j, fill) || abs(i - j) > k) a(i, j) = 0;
            if (i == j) a(i, j) = unit ? Z(1) : a(i, j) + 5.0;
        }
    return a;
}
// The whole matrix of which one triangle counts.
static Dense mirrored(Dense a, bool hermitian, int k) {
    for (int j = 0; j < a.n; j++)
        for (int i = 0; i <= j; i++) {
            if (j - i > k) a(i, j) = 0;
            a(j, i) = hermitian ? conj(a(i, j)) : a(i, j);
            if (i == j && hermitian) a(i, j) = a(i, j).real();
        }
    return a;
}

#define FILL(f) cublasFillMode_t(f)
#define OP(o) cublasOperation_t(o)
#define DIAG(d) cublasDiagType_t(d)
#define SIDE(s) cublasSideMode_t(s)
const int N = 7, M = 5, K = 3, EVERY = 99;

// What S, D, C and Z have in common.
#define COMMON(X, T)                                                                                                   \
    static void common_##X() {                                                                                         \
        const Z f = is_real(T()) ? Z(2) : Z(2, -1), g = is_real(T()) ? Z(-1) : Z(-1, 2);                               \
        Scalar<T> alpha(f), beta(g);                                                                                   \
        for (int o = 0; o < 3; o++) {                                                                                  \
            Dense a = Dense::drawn<T>(M, N), x = Dense::drawn<T>(o ? M : N, 1), y = Dense::drawn<T>(o ? N : M, 1);     \
            for (int i = 0; i < M; i++)                                                                                \
                for (int j = 0; j < N; j++)                                                                            \
                    if (i - j > 1 || j - i > 2) a(i, j) = 0;                                                           \
            Stored<T> d_a(a, Stored<T>::BAND, ALL_OF_IT, false, 1, 2);                                                 \
            Vector<T> d_x(x, -2), d_y(y, 3);                                                                           \
            CHECK(cublas##X##gbmv(h, OP(o), M, N, 1, 2, alpha, d_a.d, d_a.ld, d_x.d, -2, beta, d_y.d, 3));             \
            IS(d_y, add(mul(op(a, o), x, f), y, g));                                                                   \
            WRONG(cublas##X##gbmv(h, OP(o), M, N, 1, 2, alpha, d_a.d, 3, d_x.d, -2, beta, d_y.d, 3));                  \
            WRONG(cublas##X##gbmv(h, OP(o), M, N, -1, 2, alpha, d_a.d, d_a.ld, d_x.d, 1, beta, d_y.d, 3));             \
            gemvs_##X(o, f, g);                                                                                        \
            for (int fill = 0; fill < 2; fill++) {                                                                     \
                for (int unit = 0; unit < 2; unit++) triangles_##X(o, fill, unit);                                     \
                if (o == CUBLAS_OP_C && !is_real(T())) continue;                                                       \
                Dense p = Dense::drawn<T>(o ? K : N, o ? N : K), q = Dense::drawn<T>(o ? K : N, o ? N : K);            \
                Dense c = Dense::drawn<T>(N, N);                                                                       \
                Stored<T> d_p(p, Stored<T>::FULL, ALL_OF_IT), d_q(q, Stored<T>::FULL, ALL_OF_IT);                      \
                Stored<T> d_c(c, Stored<T>::FULL, fill);                                                               \
                CHECK(cublas##X##syr2k(h, FILL(fill), OP(o), N, K, alpha, d_p.d, d_p.ld, d_q.d, d_q.ld, beta, d_c.d,   \
                                       d_c.ld));                                                                       \
                Dense qp = mul(op(q, o), op(p, o ? 0 : 1));                                                            \
                IS(d_c, add(add(mul(op(p, o ? CUBLAS_OP_T : 0), op(q, o ? 0 : CUBLAS_OP_T), f), qp, f), c, g));        \
                WRONG(cublas##X##syr2k(h, FILL(fill), OP(o), N, K, alpha, d_p.d, 2, d_q.d, d_q.ld, beta, d_c.d, N));   \
            }                                                                                                          \
        }                                                                                                              \
        for (int side = 0; side < 2; side++) {                                                                         \
            Dense a = Dense::drawn<T>(M, N), x = Dense::drawn<T>(side ? N : M, 1), c = a;                              \
            for (int i = 0; i < M; i++)                                                                                \
                for (int j = 0; j < N; j++) c(i, j) *= x(side ? j : i, 0);                                             \
            Stored<T> d_a(a, Stored<T>::FULL, ALL_OF_IT), d_c(Dense(M, N), Stored<T>::FULL, ALL_OF_IT);                \
            Vector<T> d_x(x, -2), d_forward(x, 3);                                                                     \
            CHECK(cublas##X##dgmm(h, SIDE(side), M, N, d_a.d, d_a.ld, d_forward.d, 3, d_c.d, d_c.ld));                 \
            IS(d_c, c);                                                                                                \
            CHECK(cublas##X##dgmm(h, SIDE(side), M, N, d_a.d, d_a.ld, d_x.d, -2, d_a.d, d_a.ld));                      \
            IS(d_a, c);                                                                                                \
            WRONG(cublas##X##dgmm(h, SIDE(side), M, N, d_a.d, M - 1, d_x.d, 1, d_c.d, d_c.ld));                        \
            WRONG(cublas##X##dgmm(h, SIDE(2), M, N, d_a.d, M, d_x.d, 1, d_c.d, d_c.ld));                               \
        }                                                                                                              \
    }

#define TRIANGLES(X, T)                                                                                                \
    static void triangles_##X(int o, int fill, int unit) {                                                             \
        const Z f = is_real(T()) ? Z(2) : Z(2, -1);                                                                    \
        Dense x = Dense::drawn<T>(N, 1);                                                                               \
        Dense a = triangle(Dense::drawn<T>(N, N), fill, unit, EVERY), band = triangle(a, fill, true, 2);               \
        if (!unit)                                                                                                     \
            for (int i = 0; i < N; i++) band(i, i) = a(i, i);                                                          \
        Stored<T> d_a(a, Stored<T>::PACKED, fill, unit);                                                               \
        Stored<T> d_band(band, Stored<T>::BAND, fill, unit, fill ? 0 : 2, fill ? 2 : 0);                               \
        Vector<T> d_x(x, -3);                                                                                          \
        CHECK(cublas##X##tpmv(h, FILL(fill), OP(o), DIAG(unit), N, d_a.d, d_x.d, -3));                                 \
        IS(d_x, mul(op(a, o), x));                                                                                     \
        CHECK(cublas##X##tpsv(h, FILL(fill), OP(o), DIAG(unit), N, d_a.d, d_x.d, -3));                                 \
        IS(d_x, x);                                                                                                    \
        CHECK(cublas##X##tbmv(h, FILL(fill), OP(o), DIAG(unit), N, 2, d_band.d, d_band.ld, d_x.d, -3));                \
        IS(d_x, mul(op(band, o), x));                                                                                  \
        CHECK(cublas##X##tbsv(h, FILL(fill), OP(o), DIAG(unit), N, 2, d_band.d, d_band.ld, d_x.d, -3));                \
        IS(d_x, x);                                                                                                    \
        WRONG(cublas##X##tbsv(h, FILL(fill), OP(o), DIAG(unit), N, 2, d_band.d, 2, d_x.d, 1));                         \
        WRONG(cublas##X##tpsv(h, FILL(fill), OP(o), DIAG(unit), N, d_a.d, d_x.d, 0));                                  \
        WRONG(cublas##X##tpmv(h, FILL(fill), OP(o), DIAG(2), N, d_a.d, d_x.d, 1));                                     \
        for (int side = 0; side < 2; side++) {                                                                         \
            Scalar<T> alpha(f);                                                                                        \
            Dense y = Dense::drawn<T>(side ? M : N, side ? N : M);                                                     \
            Dense ay = side ? mul(y, op(a, o)) : mul(op(a, o), y);                                                     \
            Stored<T> d_full(a, Stored<T>::FULL, fill, unit), d_y(ay, Stored<T>::FULL, ALL_OF_IT);                     \
            Stored<T> d_twice(ay, Stored<T>::FULL, ALL_OF_IT);                                                         \
            Memory<T *> as(2), ys(2);                                                                                  \
            as.host = {d_full.d, d_full.d}, ys.host = {d_y.d, d_twice.d};                                              \
            as.up(), ys.up();                                                                                          \
            CHECK(cublas##X##trsmBatched(h, SIDE(side), FILL(fill), OP(o), DIAG(unit), y.m, y.n, alpha, as.d,          \
                                         d_full.ld, ys.d, d_y.ld, 2));                                                 \
            Dense wanted(y.m, y.n);                                                                                    \
            IS(d_y, add(wanted, y, f));                                                                                \
            IS(d_twice, add(wanted, y, f));                                                                            \
            WRONG(cublas##X##trsmBatched(h, SIDE(side), FILL(fill), OP(o), DIAG(unit), y.m, y.n, alpha, as.d, N - 1,   \
                                         ys.d, d_y.ld, 2));                                                            \
        }                                                                                                              \
    }                                                                                                                  \
    static void gemvs_##X(int o, Z f, Z g) {                                                                           \
        Scalar<T> alpha(f), beta(g);                                                                                   \
        Dense a = Dense::drawn<T>(M, 2 * N), x = Dense::drawn<T>(o ? 2 * M : 2 * N, 1);                                \
        Dense y = Dense::drawn<T>(o ? 2 * N : 2 * M, 1), wanted = y;                                                   \
        int xs = o ? M : N, ys = o ? N : M;                                                                            \
        Stored<T> d_a(a, Stored<T>::FULL, ALL_OF_IT);                                                                  \
        Vector<T> d_x(x, 2), d_y(y, 3), d_z(y, 3);                                                                     \
        for (int b = 0; b < 2; b++)                                                                                    \
            for (int i = 0; i < ys; i++) {                                                                             \
                Z sum = 0;                                                                                             \
                for (int k = 0; k < xs; k++) {                                                                         \
                    Z item = o ? a(k, b * N + i) : a(i, b * N + k);                                                    \
                    sum += (o == CUBLAS_OP_C ? conj(item) : item) * x(b * xs + k, 0);                                  \
                }                                                                                                      \
                wanted(b * ys + i, 0) = f * sum + g * y(b * ys + i, 0);                                                \
            }                                                                                                          \
        CHECK(cublas##X##gemvStridedBatched(h, OP(o), M, N, alpha, d_a.d, d_a.ld, (long long)N *d_a.ld, d_x.d, 2,      \
                                            2LL * xs, beta, d_y.d, 3, 3LL * ys, 2));                                   \
        IS(d_y, wanted);                                                                                               \
        Memory<T *> as(2), d_xs(2), d_zs(2);                                                                           \
        as.host = {d_a.d, d_a.d + N * d_a.ld}, d_xs.host = {d_x.d, d_x.d + 2 * xs};                                    \
        d_zs.host = {d_z.d, d_z.d + 3 * ys};                                                                           \
        as.up(), d_xs.up(), d_zs.up();                                                                                 \
        CHECK(cublas##X##gemvBatched(h, OP(o), M, N, alpha, as.d, d_a.ld, d_xs.d, 2, beta, d_zs.d, 3, 2));             \
        IS(d_z, wanted);                                                                                               \
        for (int b = 0; b < 2; b++) /* step 0: one number for all of x */                                              \
            for (int i = 0; i < ys; i++) {                                                                             \
                Z sum = 0;                                                                                             \
                for (int k = 0; k < xs; k++) {                                                                         \
                    Z item = o ? a(k, b * N + i) : a(i, b * N + k);                                                    \
                    sum += o == CUBLAS_OP_C ? conj(item) : item;                                                       \
                }                                                                                                      \
                wanted(b * ys + i, 0) = f * sum * x(0, 0) + g * wanted(b * ys + i, 0);                                 \
            }                                                                                                          \
        CHECK(cublas##X##gemvStridedBatched(h, OP(o), M, N, alpha, d_a.d, d_a.ld, (long long)N *d_a.ld, d_x.d, 0, 0,   \
                                            beta, d_y.d, 3, 3LL * ys, 2));                                             \
        IS(d_y, wanted);                                                                                               \
        WRONG(cublas##X##gemvBatched(h, OP(o), M, N, alpha, as.d, M - 1, d_xs.d, 2, beta, d_zs.d, 3, 2));              \
        CHECK(cublas##X##gemvStridedBatched(h, OP(o), -1, N, alpha, d_a.d, M, 0, d_x.d, 1, 0, beta, d_y.d, 3, 0, 2));  \
        EXPECT(cublas##X##gemvStridedBatched(h, OP(o), M, N, alpha, d_a.d, M, 0, d_x.d, 1, 0, beta, d_y.d, 3, 0,       \
                                             -1) == CUBLAS_STATUS_EXECUTION_FAILED);                                   \
    }

// One triangle: symmetric for S and D, Hermitian for C and Z.
#define SYMMETRIC(X, full, packed, band, T, R)                                                                         \
    static void symmetric_##X(int fill) {                                                                              \
        const bool hermitian = !is_real(T());                                                                          \
        const Z f = hermitian ? Z(2, -1) : Z(2), g = hermitian ? Z(-1, 2) : Z(-1);                                     \
        const int turned = hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;                                                      \
        Scalar<T> alpha(f), beta(g);                                                                                   \
        Scalar<R> factor(3);                                                                                           \
        Dense a = mirrored(Dense::drawn<T>(N, N), hermitian, EVERY), narrow = mirrored(a, hermitian, 2);               \
        Dense x = Dense::drawn<T>(N, 1), y = Dense::drawn<T>(N, 1);                                                    \
        Dense one = add(a, mul(x, op(x, turned)), 3);                                                                  \
        Dense two = add(add(a, mul(x, op(y, turned), f)), mul(y, op(x, turned), hermitian ? conj(f) : f));             \
        Stored<T> d_band(narrow, Stored<T>::BAND, fill, false, fill ? 0 : 2, fill ? 2 : 0);                            \
        Vector<T> d_x(x, -2), d_y(y, 3), d_z(y, 3);                                                                    \
        CHECK(cublas##X##band##mv(h, FILL(fill), N, 2, alpha, d_band.d, d_band.ld, d_x.d, -2, beta, d_z.d, 3));        \
        IS(d_z, add(mul(narrow, x, f), y, g));                                                                         \
        WRONG(cublas##X##band##mv(h, FILL(fill), N, 2, alpha, d_band.d, 2, d_x.d, -2, beta, d_z.d, 3));                \
        Stored<T> d_a(a, Stored<T>::PACKED, fill), d_b(a, Stored<T>::PACKED, fill);                                    \
        Stored<T> d_full(a, Stored<T>::FULL, fill), d_other(a, Stored<T>::FULL, fill);                                 \
        Vector<T> d_w(y, 3);                                                                                           \
        CHECK(cublas##X##packed##mv(h, FILL(fill), N, alpha, d_a.d, d_x.d, -2, beta, d_w.d, 3));                       \
        IS(d_w, add(mul(a, x, f), y, g));                                                                              \
        CHECK(cublas##X##packed##r(h, FILL(fill), N, factor, d_x.d, -2, d_a.d));                                       \
        IS(d_a, one);                                                                                                  \
        CHECK(cublas##X##packed##r2(h, FILL(fill), N, alpha, d_x.d, -2, d_y.d, 3, d_b.d));                             \
        IS(d_b, two);                                                                                                  \
        CHECK(cublas##X##full##r(h, FILL(fill), N, factor, d_x.d, -2, d_full.d, d_full.ld));                           \
        IS(d_full, one);                                                                                               \
        CHECK(cublas##X##full##r2(h, FILL(fill), N, alpha, d_x.d, -2, d_y.d, 3, d_other.d, d_other.ld));               \
        IS(d_other, two);                                                                                              \
        WRONG(cublas##X##full##r2(h, FILL(fill), N, alpha, d_x.d, -2, d_y.d, 3, d_other.d, N - 1));                    \
        WRONG(cublas##X##full##r(h, FILL(2), N, factor, d_x.d, -2, d_full.d, N));                                      \
        WRONG(cublas##X##packed##r(h, FILL(fill), -1, factor, d_x.d, -2, d_a.d));                                      \
        WRONG(cublas##X##packed##r2(h, FILL(fill), N, alpha, d_x.d, 0, d_y.d, 3, d_b.d));                              \
        WRONG(cublas##X##packed##mv(h, FILL(fill), N, nullptr, d_a.d, d_x.d, -2, beta, d_w.d, 3));                     \
    }

#define HERMITIAN(X, XR, T, R)                                                                                         \
    static void hermitian_##X(int fill) {                                                                              \
        const Z f(2, -1), g(-1, 2);                                                                                    \
        Scalar<T> alpha(f), beta(g);                                                                                   \
        Scalar<R> three(3), half(0.5);                                                                                 \
        Dense a = mirrored(Dense::drawn<T>(N, N), true, EVERY), x = Dense::drawn<T>(N, 1), y = Dense::drawn<T>(N, 1);  \
        Stored<T> d_a(a, Stored<T>::FULL, fill);                                                                       \
        Vector<T> d_x(x, -2), d_y(y, 3);                                                                               \
        CHECK(cublas##X##hemv(h, FILL(fill), N, alpha, d_a.d, d_a.ld, d_x.d, -2, beta, d_y.d, 3));                     \
        IS(d_y, add(mul(a, x, f), y, g));                                                                              \
        WRONG(cublas##X##hemv(h, FILL(fill), N, alpha, d_a.d, N - 1, d_x.d, -2, beta, d_y.d, 3));                      \
        for (int side = 0; side < 2; side++) {                                                                         \
            Dense b = Dense::drawn<T>(side ? M : N, side ? N : M), c = Dense::drawn<T>(b.m, b.n);                      \
            Stored<T> d_b(b, Stored<T>::FULL, ALL_OF_IT), d_c(c, Stored<T>::FULL, ALL_OF_IT);                          \
            CHECK(cublas##X##hemm(h, SIDE(side), FILL(fill), b.m, b.n, alpha, d_a.d, d_a.ld, d_b.d, d_b.ld, beta,      \
                                  d_c.d, d_c.ld));                                                                     \
            IS(d_c, add(side ? mul(b, a, f) : mul(a, b, f), c, g));                                                    \
        }                                                                                                              \
        for (int o = 0; o < 3; o += 2) {                                                                               \
            const int t = o ? CUBLAS_OP_N : CUBLAS_OP_C;                                                               \
            Dense p = Dense::drawn<T>(o ? K : N, o ? N : K), q = Dense::drawn<T>(p.m, p.n);                            \
            Stored<T> d_p(p, Stored<T>::FULL, ALL_OF_IT), d_q(q, Stored<T>::FULL, ALL_OF_IT);                          \
            Stored<T> d_one(a, Stored<T>::FULL, fill), d_two(a, Stored<T>::FULL, fill);                                \
            CHECK(cublas##X##herk(h, FILL(fill), OP(o), N, K, three, d_p.d, d_p.ld, half, d_one.d, d_one.ld));         \
            IS(d_one, add(mul(op(p, o), op(p, t), 3), a, 0.5));                                                        \
            CHECK(cublas##X##her2k(h, FILL(fill), OP(o), N, K, alpha, d_p.d, d_p.ld, d_q.d, d_q.ld, half, d_two.d,     \
                                   d_two.ld));                                                                         \
            Dense pq = mul(op(p, o), op(q, t), f), qp = mul(op(q, o), op(p, t), conj(f));                              \
            IS(d_two, add(add(pq, qp), a, 0.5));                                                                       \
            if (!o) continue; /* a transpose is taken for the conjugate one */                                         \
            Stored<T> d_same(a, Stored<T>::FULL, fill);                                                                \
            CHECK(cublas##X##herk(h, FILL(fill), CUBLAS_OP_T, N, K, three, d_p.d, d_p.ld, half, d_same.d, d_same.ld)); \
            IS(d_same, add(mul(op(p, o), op(p, t), 3), a, 0.5));                                                       \
        }                                                                                                              \
        Dense u = Dense::drawn<T>(M, 1), r = Dense::drawn<T>(M, N);                                                    \
        Vector<T> d_u(u, 2), d_v(y, -3);                                                                               \
        Stored<T> d_r(r, Stored<T>::FULL, ALL_OF_IT), d_s(r, Stored<T>::FULL, ALL_OF_IT);                              \
        CHECK(cublas##X##geru(h, M, N, alpha, d_u.d, 2, d_v.d, -3, d_r.d, d_r.ld));                                    \
        IS(d_r, add(r, mul(u, op(y, CUBLAS_OP_T), f)));                                                                \
        CHECK(cublas##X##gerc(h, M, N, alpha, d_u.d, 2, d_v.d, -3, d_s.d, d_s.ld));                                    \
        IS(d_s, add(r, mul(u, op(y, CUBLAS_OP_C), f)));                                                                \
        WRONG(cublas##X##gerc(h, M, N, alpha, d_u.d, 2, d_v.d, -3, d_s.d, M - 1));                                     \
        Vector<T> d_w(y, -3);                                                                                          \
        CHECK(cublas##XR##rot(h, N, d_x.d, -2, d_w.d, -3, three, half));                                               \
        IS(d_x, add(add(Dense(N, 1), x, 3), y, 0.5));                                                                  \
        IS(d_w, add(add(Dense(N, 1), y, 3), x, -0.5));                                                                 \
        CHECK(cublas##XR##scal(h, M, three, d_u.d, 2));                                                                \
        IS(d_u, add(Dense(M, 1), u, 3));                                                                               \
    }

// A number where the pointer mode says.
template <class T> struct Number {
    Memory<T> m;
    explicit Number(std::vector<T> v) : m(v.size()) { m.host = v, m.up(); }
    operator T *() { return on_device ? m.d : m.host.data(); }
    T at(int i) { return on_device ? (m.down(), m.host[i]) : m.host[i]; }
};

#define ROTATIONS(X, T)                                                                                                \
    static void rotations_##X() {                                                                                      \
        Number<T> a({3}), b({4}), c({0}), s({0});                                                                      \
        CHECK(cublas##X##rotg(h, a, b, c, s));                                                                         \
        EXPECT(fabs(a.at(0) - 5) < 1e-5 && fabs(c.at(0) - 0.6) < 1e-5 && fabs(s.at(0) - 0.8) < 1e-5);                  \
        Number<T> d1({2}), d2({3}), x1({1}), y1({T(2.5)}), p({9, 9, 9, 9, 9});                                         \
        CHECK(cublas##X##rotmg(h, d1, d2, x1, y1, p));                                                                 \
        /* |d2 y1 y1| is more than |d1 x1 x1|, so that flag is 1, h11 = d1 x1 / (d2 y1), h22 = x1 / y1 */              \
        EXPECT(p.at(0) == 1 && fabs(p.at(1) - 2 / 7.5) < 1e-5 && fabs(p.at(4) - 1 / 2.5) < 1e-5);                      \
        const T h11 = p.at(1), h22 = p.at(4);                                                                          \
        EXPECT(fabs(d1.at(0) - 3 / (1 + h11 * h22)) < 1e-4 && fabs(x1.at(0) - 2.5 * (1 + h11 * h22)) < 1e-4);          \
        Dense x = Dense::drawn<T>(N, 1), y = Dense::drawn<T>(N, 1);                                                    \
        Vector<T> d_x(x, -2), d_y(y, 3);                                                                               \
        CHECK(cublas##X##rotm(h, N, d_x.d, -2, d_y.d, 3, p));                                                          \
        IS(d_x, add(add(Dense(N, 1), x, h11), y));                                                                     \
        IS(d_y, add(add(Dense(N, 1), y, h22), x, -1));                                                                 \
        Number<T> q({-1, 2, 3, 4, 5});                                                                                 \
        Vector<T> d_u(x, 1), d_v(y, -1);                                                                               \
        CHECK(cublas##X##rotm(h, N, d_u.d, 1, d_v.d, -1, q)); /* h11, h21, h12, h22 */                                 \
        IS(d_u, add(add(Dense(N, 1), x, 2), y, 4));                                                                    \
        IS(d_v, add(add(Dense(N, 1), x, 3), y, 5));                                                                    \
        WRONG(cublas##X##rotg(h, a, b, nullptr, s));                                                                   \
        WRONG(cublas##X##rotmg(h, d1, d2, x1, nullptr, p));                                                            \
        WRONG(cublas##X##rotm(h, N, d_u.d, 1, d_v.d, 1, nullptr));                                                     \
    }

#define SQUARES(X, T)                                                                                                  \
    static void squares_##X() {                                                                                        \
        const int R = 9;                                                                                               \
        Dense a = Dense::drawn<T>(R, K), x = Dense::drawn<T>(K, 2), c = mul(a, x);                                     \
        Stored<T> d_a(a, Stored<T>::FULL, ALL_OF_IT), d_b(a, Stored<T>::FULL, ALL_OF_IT);                              \
        Stored<T> d_c(c, Stored<T>::FULL, ALL_OF_IT);                                                                  \
        Memory<T *> as(1), bs(1), cs(1), taus(1);                                                                      \
        Memory<T> tau(K);                                                                                              \
        int info = 9, *d_info, infos = 9;                                                                              \
        cudaMalloc(&d_info, sizeof(int));                                                                              \
        as.host = {d_a.d}, bs.host = {d_b.d}, cs.host = {d_c.d}, taus.host = {tau.d};                                  \
        as.up(), bs.up(), cs.up(), taus.up();                                                                          \
        CHECK(cublas##X##gelsBatched(h, CUBLAS_OP_N, R, K, 2, as.d, d_a.ld, cs.d, d_c.ld, &info, d_info, 1));          \
        d_c.down();                                                                                                    \
        cudaMemcpy(&infos, d_info, sizeof(int), cudaMemcpyDeviceToHost);                                               \
        EXPECT(info == 0 && infos == 0);                                                                               \
        for (int i = 0; i < K; i++)                                                                                    \
            for (int j = 0; j < 2; j++) EXPECT(abs(get(d_c.host[d_c.at(i, j)]) - x(i, j)) < 1e-3);                     \
        CHECK(cublas##X##geqrfBatched(h, R, K, bs.d, d_b.ld, taus.d, &info, 1));                                       \
        d_b.down(), tau.down();                                                                                        \
        Dense r(K, K), aa = mul(op(a, 1), a); /* R'R is A'A */                                                         \
        for (int j = 0; j < K; j++)                                                                                    \
            for (int i = 0; i <= j; i++) r(i, j) = get(d_b.host[d_b.at(i, j)]);                                        \
        Dense rr = mul(op(r, 1), r);                                                                                   \
        for (int i = 0; i < K * K; i++) EXPECT(abs(rr.v[i] - aa.v[i]) < 1e-3 * (1 + abs(aa.v[i])));                    \
        for (T t : tau.host) EXPECT(t >= 1 && t <= 2);                                                                 \
        WRONG(cublas##X##geqrfBatched(h, R, K, bs.d, R - 1, taus.d, &info, 1));                                        \
        EXPECT(info == -4);                                                                                            \
        WRONG(cublas##X##gelsBatched(h, CUBLAS_OP_N, R, K, 2, as.d, R, cs.d, R - 1, &info, NULL, 1));                  \
        EXPECT(info == -8);                                                                                            \
        EXPECT(cublas##X##gelsBatched(h, CUBLAS_OP_N, 2, K, 2, as.d, R, cs.d, R, &info, NULL, 1) ==                    \
               CUBLAS_STATUS_NOT_SUPPORTED);                                                                           \
        cudaFree(d_info);                                                                                              \
    }

#define FOR_ALL(X, T) TRIANGLES(X, T) COMMON(X, T)
FOR_ALL(S, float)
FOR_ALL(D, double)
FOR_ALL(C, cuComplex)
FOR_ALL(Z, cuDoubleComplex)
SYMMETRIC(S, sy, sp, sb, float, float)
SYMMETRIC(D, sy, sp, sb, double, double)
SYMMETRIC(C, he, hp, hb, cuComplex, float)
SYMMETRIC(Z, he, hp, hb, cuDoubleComplex, double)
HERMITIAN(C, Cs, cuComplex, float)
HERMITIAN(Z, Zd, cuDoubleComplex, double)
ROTATIONS(S, float)
ROTATIONS(D, double)
SQUARES(S, float)
SQUARES(D, double)

static void settings() {
    cublasMath_t math;
    cublasAtomicsMode_t atomics;
    int major = 0, version = 0;
    CHECK(cublasGetMathMode(h, &math));
    CHECK(cublasGetAtomicsMode(h, &atomics));
    EXPECT(math == CUBLAS_DEFAULT_MATH && atomics == CUBLAS_ATOMICS_NOT_ALLOWED);
    CHECK(cublasSetMathMode(h, CUBLAS_TF32_TENSOR_OP_MATH));
    CHECK(cublasSetAtomicsMode(h, CUBLAS_ATOMICS_ALLOWED));
    CHECK(cublasGetMathMode(h, &math));
    CHECK(cublasGetAtomicsMode(h, &atomics));
    EXPECT(math == CUBLAS_TF32_TENSOR_OP_MATH && atomics == CUBLAS_ATOMICS_ALLOWED);
    CHECK(cublasGetProperty(MAJOR_VERSION, &major));
    EXPECT(major == CUBLAS_VER_MAJOR);
    WRONG(cublasGetProperty(libraryPropertyType(3), &major));
    WRONG(cublasGetMathMode(h, nullptr));
    EXPECT(cublasGetMathMode(nullptr, &math) == CUBLAS_STATUS_NOT_INITIALIZED);
    cudaRuntimeGetVersion(&version);
    EXPECT(cublasGetCudartVersion() == size_t(version));
}

int main() {
    CHECK(cublasCreate(&h));
    settings();
    for (int mode = 0; mode < 2; mode++) {
        on_device = mode;
        CHECK(cublasSetPointerMode(h, cublasPointerMode_t(mode)));
        common_S(), common_D(), common_C(), common_Z();
        for (int fill = 0; fill < 2; fill++) {
            symmetric_S(fill), symmetric_D(fill), symmetric_C(fill), symmetric_Z(fill);
            hermitian_C(fill), hermitian_Z(fill);
        }
        rotations_S(), rotations_D(), squares_S(), squares_D();
    }
    CHECK(cublasDestroy(h));
    printf("PASS\n");
    return 0;
}
