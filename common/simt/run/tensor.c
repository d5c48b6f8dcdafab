/**
 * @file
 * @brief Tensor cores: the product of matrices that lie in the lanes of a warp (simt/tensor_core.h), by vectors.
 *
 * What the hardware does is told in simt/tensor.h. Products of factors between 2^-40 and 2^41 are exact floats. What a
 * tensor core cuts off is what a conversion to a whole number cuts off. A sum of 16 such numbers does not fit into 32
 * bits, so it is kept in two parts.
 *
 * Programs multiply a factor with many others. So the last factors are kept as floats, and a factor with the same bits
 * is not converted again.
 */
#include "internal.h"

#include "simt/tensor_core.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A factor. A is stored by rows of K numbers, and B by K rows of N numbers: neighbours are neighbouring columns. */
struct factor {
    _Alignas(64) float number[SIMT_TENSOR_NUMBERS];
    float power[SIMT_TENSOR_NUMBERS];           /* 2^exponent of each; 0 of zero */
    unsigned char raw[SIMT_TENSOR_NUMBERS * 2]; /* as lanes have it, lane by lane */
    enum simt_tensor_type type;
    int m, n, k; /* of its product; k = 0: there is no factor */
    bool near;   /* all numbers are for the short way */
    float most;  /* if they are: the largest power, 0 of a matrix of zeros, */
    float unit;  /* and a power of two of which all are multiples */
};

/* What an OS thread multiplies with. */
enum { A_KEPT = 16, B_KEPT = 16 };
struct tensor {
    struct factor a[A_KEPT], b[B_KEPT];
    unsigned next_a, next_b; /* to be replaced */
    unsigned char raw[SIMT_TENSOR_NUMBERS * 2];
    _Alignas(64) union {
        float sums[SIMT_TENSOR_SUMS];
        int32_t whole_sums[SIMT_TENSOR_SUMS];
    };
    _Alignas(64) float products[2][SIMT_TENSOR_SUMS]; /* of each block */
    unsigned char slow[SIMT_TENSOR_SUMS];             /* sums that need the long way */
    bool any_slow;                                    /* there is one */
};

#ifdef __x86_64__
#define MAX(a, b) __builtin_ia32_maxps(a, b)
#define ANY(mask) __builtin_ia32_movmskps((narrow_floats)(mask))
#else
#define ANY(mask) (((mask)[0] | (mask)[1] | (mask)[2] | (mask)[3]) != 0)
#define MAX(a, b)                                                                                  \
    ((narrow_floats)(((narrow_ints)(a) & ((a) > (b))) | ((narrow_ints)(b) & ~((a) > (b)))))
#endif
#define NAME(x) narrow_##x
#define LANES   4
#define TARGET
#include "tensor_sum.inc"
#undef NAME
#undef LANES
#undef TARGET
#undef MAX
#undef ANY

#ifdef __x86_64__
#define NAME(x)   wide_##x
#define LANES     8
#define TARGET    __attribute__((target("avx2")))
#define MAX(a, b) __builtin_ia32_maxps256(a, b)
#define ANY(mask) __builtin_ia32_movmskps256((wide_floats)(mask))
#include "tensor_sum.inc"
#endif

/* Calls the function of this processor's width. */
#ifdef __x86_64__
#define WIDEST(function, ...)                                                                      \
    (__builtin_cpu_supports("avx2") ? wide_##function(__VA_ARGS__) : narrow_##function(__VA_ARGS__))
#else
#define WIDEST(function, ...) narrow_##function(__VA_ARGS__)
#endif

/* A half as a float. A product with 2^112 moves its exponent, also that of a denormal one. */
static float of_half(uint16_t half) {
    const uint32_t number = (uint32_t)(half & 0x7fff) << 13, sign = (uint32_t)(half & 0x8000) << 16;
    union {
        uint32_t bits;
        float value;
    } x = {number};
    x.value *= 0x1p112f;
    if (number >= 0x0f800000) x.bits = number | 0x7f800000; /* infinity, or none at all */
    x.bits |= sign;
    return x.value;
}

static float of_bits(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

/* Number `i` of what the lanes have left, lane by lane. */
static float number_of(const unsigned char *raw, int i, enum simt_tensor_type type) {
    uint16_t half;
    uint32_t word;
    switch (type) {
    case SIMT_TENSOR_HALF:
        memcpy(&half, raw + i * 2, sizeof(half));
        return of_half(half);
    case SIMT_TENSOR_BFLOAT16:
        memcpy(&half, raw + i * 2, sizeof(half));
        return of_bits((uint32_t)half << 16);
    case SIMT_TENSOR_TF32:
        memcpy(&word, raw + i * 4, sizeof(word));
        return of_bits(word & ~0x1fffu);
    case SIMT_TENSOR_CHAR:
        return (float)(signed char)raw[i];
    default:
        return (float)raw[i];
    }
}

/* Puts numbers to their places: `joined` neighbours of a register are `apart` floats apart. */
static inline __attribute__((always_inline)) void spread(struct factor *f, const uint16_t *at,
                                                         int n, int joined, int apart,
                                                         enum simt_tensor_type type) {
    for (int i = 0; i < n; i += joined)
        for (int k = 0; k < joined; k++)
            f->number[at[i / joined] + k * apart] = number_of(f->raw, i + k, type);
}

static void spread_all(struct factor *f, const uint16_t *at, int n, int apart) {
#define SPREAD(TYPE, JOINED)                                                                       \
    case TYPE:                                                                                     \
        spread(f, at, n, JOINED, apart, TYPE);                                                     \
        break;
    switch (f->type) {
        SPREAD(SIMT_TENSOR_HALF, 2)
        SPREAD(SIMT_TENSOR_BFLOAT16, 2)
        SPREAD(SIMT_TENSOR_TF32, 1)
        SPREAD(SIMT_TENSOR_CHAR, 4)
        SPREAD(SIMT_TENSOR_UCHAR, 4)
    case SIMT_TENSOR_DOUBLE:
        break;
    }
#undef SPREAD
}

/*
 * What the lanes have.
 */
static inline const struct simt_tensor_lane *part_of(const struct simt_lane *lane) {
    return (const struct simt_tensor_lane *)(uintptr_t)lane->value;
}

static size_t bytes_of(enum simt_tensor_type type) {
    return type == SIMT_TENSOR_TF32                                   ? 4
           : type == SIMT_TENSOR_HALF || type == SIMT_TENSOR_BFLOAT16 ? 2
                                                                      : 1;
}

/* The registers of a factor of n numbers, lane by lane. Lanes that have ended have zeros. Inlined with all that is
 * known of it, since it copies little and often. */
static inline __attribute__((always_inline)) void collect_of(unsigned char *raw,
                                                             const struct simt_lane *lanes,
                                                             uint32_t members, bool is_b,
                                                             size_t bytes) {
    if (members != ~0u) memset(raw, 0, bytes * WARP_THREADS);
    for (int lane = 0; lane < WARP_THREADS; lane++)
        if (members >> lane & 1) {
            const struct simt_tensor_lane *part = part_of(&lanes[lane]);
            memcpy(raw + (size_t)lane * bytes, is_b ? part->b : part->a, bytes);
        }
}
static inline __attribute__((always_inline)) size_t collect(unsigned char *raw,
                                                            const struct simt_lane *lanes,
                                                            uint32_t members, bool is_b, size_t n,
                                                            enum simt_tensor_type type) {
    const size_t bytes = n * bytes_of(type) / WARP_THREADS;
    if (bytes == 4)
        collect_of(raw, lanes, members, is_b, 4);
    else if (bytes == 8)
        collect_of(raw, lanes, members, is_b, 8);
    else if (bytes == 16)
        collect_of(raw, lanes, members, is_b, 16);
    else
        collect_of(raw, lanes, members, is_b, 32);
    return bytes * WARP_THREADS;
}

static bool is_like(const struct factor *f, const struct simt_tensor_shape *s) {
    return f->k == s->k && f->type == s->type && f->m == s->m && f->n == s->n;
}

static __attribute__((noinline)) void convert(struct factor *f, const struct simt_tensor_shape *s,
                                              bool is_b, int n) {
    f->type = s->type;
    f->m = s->m, f->n = s->n, f->k = s->k;
    spread_all(f, is_b ? s->at_b : s->at_a, n, is_b ? s->n : 1);
    if (s->long_sum) WIDEST(find_powers, f, n, s->type == SIMT_TENSOR_HALF ? 0x1p-14f : 0x1p-126f);
}

/* One of the factors that are kept with the registers in t->raw, or the next of them, made anew. */
static inline __attribute__((always_inline)) const struct factor *
find_factor(struct tensor *t, const struct simt_lane *lanes, uint32_t members,
            const struct simt_tensor_shape *s, bool is_b) {
    struct factor *kept = is_b ? t->b : t->a;
    const int n = s->k * (is_b ? s->n : s->m), many = is_b ? B_KEPT : A_KEPT;
    const size_t bytes = collect(t->raw, lanes, members, is_b, (size_t)n, s->type);
    for (int i = 0; i < many; i++)
        if (is_like(&kept[i], s) && memcmp(kept[i].raw, t->raw, bytes) == 0) return &kept[i];
    struct factor *f = &kept[(is_b ? t->next_b++ : t->next_a++) % (unsigned)many];
    memcpy(f->raw, t->raw, bytes);
    convert(f, s, is_b, n);
    return f;
}

/* Sums from where lanes have them to their places in the matrix, or back. Pairs are neighbours in both. */
static inline __attribute__((always_inline)) void move_sums(struct tensor *t,
                                                            const struct simt_lane *lanes,
                                                            uint32_t members, const uint16_t *at,
                                                            bool back) {
    enum { PAIRS = SIMT_TENSOR_SUMS / WARP_THREADS / 2 };
    for (uint32_t m = members; m; m &= m - 1) {
        const int lane = __builtin_ctz(m);
        const struct simt_tensor_lane *part = part_of(&lanes[lane]);
        for (int i = 0; i < PAIRS; i++)
            if (back)
                memcpy((float *)part->d + 2 * i, t->sums + at[lane * PAIRS + i], 2 * sizeof(float));
            else
                memcpy(t->sums + at[lane * PAIRS + i], (const float *)part->c + 2 * i,
                       2 * sizeof(float));
    }
}

/*
 * Products.
 */
static void add_slowly(struct tensor *t, const struct factor *a, const struct factor *b,
                       const struct simt_tensor_shape *s) {
    for (int i = 0; i < s->m * s->n; i++)
        if (t->slow[i])
            t->sums[i] = s->long_sum(a->number + i / s->n * s->k, b->number + i % s->n, s->n, s->k,
                                     t->sums[i]);
}

static void multiply_floats(struct tensor *t, const struct factor *a, const struct factor *b,
                            const struct simt_tensor_shape *s) {
    if (!s->long_sum) {
        WIDEST(find_products, t, a, b, s);
        WIDEST(add_integers, t, s);
        return;
    }
    for (int i = 0; i < s->m * s->n; i++)
        t->sums[i] += 0.0f; /* -0 becomes +0, and no sum is -0 later */
    t->any_slow = false;
    if (!a->near || !b->near)
        memset(t->slow, 1, sizeof(t->slow)), t->any_slow = true;
    else if (4 * (float)s->block * a->most * b->most <= 0x1p24f * (a->unit * b->unit))
        WIDEST(add_exactly, t, a, b, s);
    else
        WIDEST(add_floats, t, a, b, s);
    if (t->any_slow) add_slowly(t, a, b, s);
}

/* 8 x 4 by 4 x 8 numbers; each lane has one of A and of B, and a pair of sums. */
static void add_doubles(double (*sums)[8], double (*a)[4], double (*b)[8]) {
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++)
            for (int k = 0; k < 4; k++)
                sums[row][column] = fma(a[row][k], b[k][column], sums[row][column]);
}
#ifdef __x86_64__
typedef double doubles __attribute__((vector_size(32), aligned(8)));
typedef int64_t wholes __attribute__((vector_size(32)));

/* The same by vectors. False if a sum is no number: then nothing is changed, since which NaN it is goes by the order of
 * an instruction's operands. */
static __attribute__((target("avx2,fma"))) bool fuse_doubles(double (*sums)[8], double (*a)[4],
                                                             double (*b)[8]) {
    doubles low[8], high[8];
    wholes numbers = (wholes){0} - 1;
    for (int row = 0; row < 8; row++) {
        low[row] = *(doubles *)sums[row], high[row] = *(doubles *)(sums[row] + 4);
        for (int k = 0; k < 4; k++) {
            const double x = a[row][k];
            const doubles factor = {x, x, x, x};
            low[row] = __builtin_ia32_vfmaddpd256(factor, *(doubles *)b[k], low[row]);
            high[row] = __builtin_ia32_vfmaddpd256(factor, *(doubles *)(b[k] + 4), high[row]);
        }
        numbers &= (wholes)(low[row] == low[row]) & (wholes)(high[row] == high[row]);
    }
    if (!(numbers[0] & numbers[1] & numbers[2] & numbers[3])) return false;
    for (int row = 0; row < 8; row++)
        *(doubles *)sums[row] = low[row], *(doubles *)(sums[row] + 4) = high[row];
    return true;
}
#endif

static void multiply_doubles(const struct simt_lane *lanes, uint32_t members,
                             const struct simt_tensor_shape *s) {
    double sums[8][8] = {0}, a[8][4] = {0}, b[4][8] = {0};
    for (uint32_t m = members; m; m &= m - 1) {
        const int lane = __builtin_ctz(m);
        const struct simt_tensor_lane *part = part_of(&lanes[lane]);
        (*a)[s->at_a[lane]] = *(const double *)part->a;
        (*b)[s->at_b[lane]] = *(const double *)part->b;
        memcpy(*sums + s->at_sums[lane], part->c, 2 * sizeof(double));
    }
#ifdef __x86_64__
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
        !fuse_doubles(sums, a, b))
#endif
        add_doubles(sums, a, b);
    for (uint32_t m = members; m; m &= m - 1) {
        const int lane = __builtin_ctz(m);
        memcpy(part_of(&lanes[lane])->d, *sums + s->at_sums[lane], 2 * sizeof(double));
    }
}

static struct tensor *own_tensor(void) {
    static __thread struct tensor *own;
    if (own) return own;
    own = aligned_alloc(_Alignof(struct tensor), sizeof(struct tensor));
    if (!own) simt_die("no memory for tensor cores");
    return memset(own, 0, sizeof(*own));
}

void simt_tensor_multiply(const struct simt_lane *lanes, uint32_t members) {
    const struct simt_tensor_shape *s = part_of(&lanes[__builtin_ctz(members)])->shape;
    if (s->type == SIMT_TENSOR_DOUBLE) {
        multiply_doubles(lanes, members, s);
        return;
    }
    struct tensor *t = own_tensor();
    const struct factor *a = find_factor(t, lanes, members, s, false),
                        *b = find_factor(t, lanes, members, s, true);
    move_sums(t, lanes, members, s->at_sums, false);
    multiply_floats(t, a, b, s);
    move_sums(t, lanes, members, s->at_sums, true);
}
