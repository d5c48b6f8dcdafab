/**
 * @file
 * @brief Reads of textures as a GPU's texture unit makes them: addressing, filtering, conversion.
 *
 * Source: CUDA C++ Programming Guide, "Texture fetching". What the guide leaves open was read on an H100, bit by
 * bit: how coordinates and weights are rounded to 8 bits of fraction, and what is rounded behind that.
 */
#include "arrays.h"

#include <math.h>
#include <string.h>

enum { FRACTION_BITS = 8, ONE = 1 << FRACTION_BITS };

#define HERE ((uintptr_t)__builtin_return_address(0) - 1)

/* A read that is under way. */
struct reading {
    const struct simt_texture *t;
    uintptr_t pc;
};

/* One element, as floats or as integers in the same bits. */
struct texel {
    float f[4];
};

static float of_bits(uint32_t bits) {
    float f;
    memcpy(&f, &bits, sizeof(f));
    return f;
}

static uint32_t to_bits(float f) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof(bits));
    return bits;
}

static float of_half(uint32_t h) {
    int exponent = h >> 10 & 31;
    float f = exponent == 0    ? ldexpf((float)(h & 1023), -24)
              : exponent == 31 ? (h & 1023 ? NAN : INFINITY)
                               : ldexpf((float)((h & 1023) | 1024), exponent - 25);
    return h >> 15 ? -f : f;
}

/* One component: bits as they are, or a float from 0 or -1 to 1. */
static float component(const struct reading *r, uint32_t bits) {
    int width = r->t->format.x;
    bool normalised = r->t->desc.readMode == cudaReadModeNormalizedFloat;
    if (r->t->format.f == cudaChannelFormatKindFloat)
        return width == 32 ? of_bits(bits) : of_half(bits);
    if (r->t->format.f == cudaChannelFormatKindUnsigned)
        return normalised ? (float)bits / (float)((1u << width) - 1) : of_bits(bits);
    int32_t value = (int32_t)(bits << (32 - width)) >> (32 - width);
    if (!normalised) return of_bits((uint32_t)value);
    float f = (float)value / (float)((1u << (width - 1)) - 1);
    return f < -1 ? -1 : f;
}

/* Results go through pointers: a small struct that is returned is read as one word from the halves just stored, and
 * a processor waits then. */
static void load(const struct reading *r, const char *at, struct texel *to) {
    const struct simt_texture *t = r->t;
    int bytes = t->element / t->components;
    if (simt_check) simt_check->texel(at, (size_t)t->element, false, r->pc);
    to->f[0] = to->f[1] = to->f[2] = to->f[3] = 0;
    if (t->element == 4 && t->format.x == 32) {
        memcpy(to->f, at, sizeof(to->f[0]));
        return;
    }
    for (int i = 0; i < t->components; i++) {
        uint32_t bits = 0;
        memcpy(&bits, at + i * bytes, (size_t)bytes);
        to->f[i] = component(r, bits);
    }
}

/*
 * Addresses.
 */
/* A coordinate as a number that an int can hold. */
static float sane(float x) {
    const float most = 1 << 22;
    return x != x ? 0 : x > most ? most : x < -most ? -most : x;
}

/* Of a number that is sane; faster than floorf where that is a call. */
static int floor_of(float x) {
    int i = (int)x;
    return i - (x < (float)i);
}

/* A coordinate in elements; wrapped or mirrored ones lie within the texture. */
static float scale(const struct simt_texture *t, float x, int size, int dimension) {
    if (!t->desc.normalizedCoords) return sane(x);
    enum cudaTextureAddressMode mode = t->desc.addressMode[dimension];
    if (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror) {
        float whole = floorf(x);
        bool mirrored = mode == cudaAddressModeMirror && fmodf(whole, 2) != 0;
        x = mirrored ? 1 - (x - whole) : x - whole;
    }
    return sane(x * (float)size);
}

/* The index of an element, or -1: the border. */
static int resolve(const struct simt_texture *t, int i, int size, int dimension) {
    enum cudaTextureAddressMode mode = t->desc.addressMode[dimension];
    if (i >= 0 && i < size) return i;
    if (mode == cudaAddressModeBorder) return -1;
    if (mode == cudaAddressModeWrap && t->desc.normalizedCoords) return i < 0 ? i + size : i - size;
    return i < 0 ? 0 : size - 1;
}

/* Components that the texture has not are 0 there, too. */
static void border(const struct simt_texture *t, struct texel *to) {
    for (int i = 0; i < 4; i++) to->f[i] = i < t->components ? t->desc.borderColor[i] : 0;
}

/*
 * One level.
 */
/* Along one dimension: two elements, and how much the second one counts, of ONE. */
struct pair {
    int i[2], weight;
};

static void point_of(const struct simt_texture *t, float x, int size, int dimension,
                     struct pair *p) {
    p->i[0] = p->i[1] = resolve(t, floor_of(scale(t, x, size, dimension)), size, dimension);
    p->weight = 0;
}

static void pair_of(const struct simt_texture *t, float x, int size, int dimension,
                    struct pair *p) {
    int fixed = floor_of((scale(t, x, size, dimension) - 0.5f) * ONE + 0.5f);
    int first = fixed >> FRACTION_BITS;
    p->i[0] = resolve(t, first, size, dimension);
    p->i[1] = resolve(t, first + 1, size, dimension);
    p->weight = fixed & (ONE - 1);
}

static void element(const struct reading *r, const struct simt_image *m, int x, int y, int z,
                    struct texel *to) {
    if (x < 0 || y < 0 || z < 0)
        border(r->t, to);
    else
        load(r,
             m->start + (size_t)z * m->slice + (size_t)y * m->pitch +
                 (size_t)x * (size_t)r->t->element,
             to);
}

/* So much of a weight, of ONE: rounded, and in the middle up or down. */
static int part(int weight, int of_one, bool up) {
    return (weight * of_one + ONE / 2 - !up) >> FRACTION_BITS;
}

/* How much the eight elements around count, of ONE: first along x and z, then along y. The lower one gets what the
 * upper one leaves. */
static void weigh(const struct pair p[3], int weight[8]) {
    int x = p[0].weight, z = p[2].weight, both = part(x, z, true);
    const int plane[] = {ONE - x - z + both, x - both, z - both, both};
    for (int k = 0; k < 4; k++) {
        int upper = part(plane[k], p[1].weight, k & 1), at = (k & 1) | (k & 2) << 1;
        weight[at] = plane[k] - upper;
        weight[at + 2] = upper;
    }
}

/* The nearest float; of two as near the larger one by magnitude. */
static float round_away(double x) {
    enum { MORE_BITS = 52 - 23 };
    uint64_t bits;
    if (!(fabs(x) >= 0x1p-126 && fabs(x) < 0x1p127)) return (float)x;
    memcpy(&bits, &x, sizeof(bits));
    bits = (bits + (1u << (MORE_BITS - 1))) & ~(uint64_t)0 << MORE_BITS;
    memcpy(&x, &bits, sizeof(x));
    return (float)x;
}

static double power_of_two(int exponent) {
    const uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double x;
    memcpy(&x, &bits, sizeof(x));
    return x;
}

/* Infinities and NaNs among them. */
static __attribute__((noinline)) float sum_of_any(const struct texel *element, const int *weight,
                                                  int n, int component) {
    double sum = 0;
    for (int k = 0; k < n; k++) sum += (double)element[k].f[component] * weight[k];
    return (float)(sum / ONE);
}

/* The elements that count, of one component. Each is cut to a multiple of 2^(e - 27), where e is the largest exponent
 * among them. Their sum is rounded once. */
static float sum_of_floats(const struct texel *element, const int *weight, int n, int component) {
    uint32_t most = 1u << 23; /* the bits of a float: the smallest normal number, or larger */
    int64_t sum = 0;
    for (int k = 0; k < n; k++) {
        const uint32_t bits = to_bits(element[k].f[component]) & 0x7fffffff;
        most = bits > most ? bits : most;
    }
    if (most >= 0x7f800000) return sum_of_any(element, weight, n, component);
    const int unit = (int)(most >> 23) - 127 - 27;
    const double units = power_of_two(-unit);
    for (int k = 0; k < n; k++)
        sum += (int64_t)((double)element[k].f[component] * units) * weight[k];
    return round_away((double)sum * power_of_two(unit - FRACTION_BITS));
}

/* Integers are filtered with 16 bits. */
static float sum_of_integers(const struct reading *r, const struct texel *element,
                             const int *weight, int n, int component) {
    const double most = r->t->format.f == cudaChannelFormatKindUnsigned ? 65535 : 32767;
    double sum = 0;
    for (int k = 0; k < n; k++) sum += (double)element[k].f[component] * weight[k];
    return (float)(floor(sum / ONE * most + 0.5) / most);
}

static void filter(const struct reading *r, const struct simt_image *m, const struct pair p[3],
                   struct texel *to) {
    struct texel texel[8];
    int weight[8], n = 0;
    weigh(p, weight);
    for (int k = 0; k < 8; k++) {
        if (!weight[k]) continue;
        element(r, m, p[0].i[k & 1], p[1].i[k >> 1 & 1], p[2].i[k >> 2], &texel[n]);
        weight[n++] = weight[k];
    }
    const bool floats = r->t->format.f == cudaChannelFormatKindFloat;
    for (int i = 0; i < 4; i++)
        to->f[i] = i >= r->t->components ? 0
                   : floats              ? sum_of_floats(texel, weight, n, i)
                                         : sum_of_integers(r, texel, weight, n, i);
}

/* The four elements around, of one component: the lower left one first, against the clock. */
static void gather(const struct reading *r, const struct simt_image *m, const struct pair p[3],
                   int which, struct texel *to) {
    static const int x[] = {0, 1, 1, 0}, y[] = {1, 1, 0, 0};
    for (int k = 0; k < 4; k++) {
        struct texel one;
        element(r, m, p[0].i[x[k]], p[1].i[y[k]], 0, &one);
        to->f[k] = one.f[which & 3];
    }
}

/* Where a direction meets the cube: its face, and the place on it from 0 to 1. */
static int face_of(float c[3]) {
    float x = c[0], y = c[1], z = c[2], ax = fabsf(x), ay = fabsf(y), az = fabsf(z), s, t, m;
    int face;
    if (az >= ax && az >= ay)
        face = z < 0 ? 5 : 4, m = az, s = z < 0 ? -x : x, t = -y;
    else if (ay >= ax)
        face = y < 0 ? 3 : 2, m = ay, s = x, t = y < 0 ? -z : z;
    else
        face = x < 0 ? 1 : 0, m = ax, s = x < 0 ? z : -z, t = -y;
    c[0] = (float)(((double)s / m + 1) / 2);
    c[1] = (float)(((double)t / m + 1) / 2);
    return face;
}

static void read_level(const struct reading *r, int shape, const float c[3], int slice, int level,
                       int last, struct texel *to) {
    const struct simt_texture *t = r->t;
    const struct simt_image *m = &t->level[level];
    int dimensions = (shape & 7) == SIMT_CUBE ? 2 : shape & 7;
    bool linear = t->desc.filterMode == cudaFilterModeLinear || shape & SIMT_GATHER;
    const int size[] = {m->width, m->height, m->depth};
    struct pair p[3] = {{{0, 0}, 0}, {{0, 0}, 0}, {{slice, slice}, 0}};
    if (dimensions == 1 && linear) pair_of(t, 0, 1, 1, &p[1]); /* half of it is border, if any */
    for (int d = 0; d < dimensions; d++) (linear ? pair_of : point_of)(t, c[d], size[d], d, &p[d]);
    if (shape & SIMT_GATHER)
        gather(r, m, p, last, to);
    else if (linear)
        filter(r, m, p, to);
    else
        element(r, m, p[0].i[0], p[1].i[0], p[2].i[0], to);
}

/*
 * Levels.
 */
static float clamp(float x, float low, float high) {
    return x < low ? low : x > high ? high : x;
}

static void read_levels(const struct reading *r, int shape, const float c[3], int slice,
                        float level, int last, struct texel *to) {
    const struct cudaTextureDesc *d = &r->t->desc;
    float most = (float)(r->t->levels - 1);
    if (r->t->levels == 1) {
        read_level(r, shape, c, slice, 0, last, to);
        return;
    }
    level = clamp(level + d->mipmapLevelBias, d->minMipmapLevelClamp, d->maxMipmapLevelClamp);
    level = clamp(level, 0, most);
    bool nearest = d->mipmapFilterMode == cudaFilterModePoint;
    int fixed = (int)((nearest ? floorf(level + 0.5f) : level) * ONE);
    int first = fixed >> FRACTION_BITS, weight = fixed % ONE;
    read_level(r, shape, c, slice, first, last, to);
    if (weight == 0) return;
    struct texel b;
    read_level(r, shape, c, slice, first + 1, last, &b);
    for (int i = 0; i < 4; i++)
        to->f[i] = (float)(((double)to->f[i] * (ONE - weight) + (double)b.f[i] * weight) / ONE);
}

float simt_texture_level(cudaTextureObject_t texture, int shape, const float *dx, const float *dy) {
    const struct simt_texture *t = simt_used_object(texture, false, 0, HERE);
    const int size[] = {t->level[0].width, t->level[0].height, t->level[0].depth};
    float x = 0, y = 0;
    for (int d = 0; d < shape; d++) {
        float unit = t->desc.normalizedCoords ? (float)size[d] : 1;
        x += dx[d] * unit * dx[d] * unit;
        y += dy[d] * unit * dy[d] * unit;
    }
    return log2f(sqrtf(x > y ? x : y));
}

/*
 * What kernels call.
 */
static struct simt_texel registers(const struct texel *texel) {
    struct simt_texel to;
    for (int i = 0; i < 4; i++) to.r[i] = to_bits(texel->f[i]);
    return to;
}

struct simt_texel simt_texture_element(cudaTextureObject_t texture, int i) {
    const struct reading r = {simt_used_object(texture, false, SIMT_1D, HERE), HERE};
    if (!r.t->is_linear)
        simt_fault_at(cudaErrorLaunchFailure, r.pc, "Call tex1D",
                      "calls tex1Dfetch with a texture of a CUDA array");
    if (i < 0 || i >= r.t->level[0].width) return (struct simt_texel){{0, 0, 0, 0}};
    struct texel texel;
    load(&r, r.t->level[0].start + (size_t)i * (size_t)r.t->element, &texel);
    return registers(&texel);
}

struct simt_texel simt_texture_read(cudaTextureObject_t texture, int shape, float x, float y,
                                    float z, float level, int last) {
    const struct reading r = {simt_used_object(texture, false, shape, HERE), HERE};
    float c[] = {x, y, z};
    int slice = 0, most = r.t->level[0].depth - 1;
    if (r.t->is_linear)
        simt_fault_at(cudaErrorLaunchFailure, r.pc, "Call tex1Dfetch",
                      "calls tex1D with a texture of linear memory");
    if ((shape & 7) == SIMT_CUBE) most /= 6;
    if (shape & SIMT_LAYERED) slice = last;
    slice = slice < 0 || slice > most ? most : slice; /* the number of a layer has no sign */
    if ((shape & 7) == SIMT_CUBE) slice = slice * 6 + face_of(c);
    struct texel texel;
    read_levels(&r, shape, c, slice, level, last, &texel);
    return registers(&texel);
}
