/**
 * @file
 * @brief cuRAND's host API.
 *
 * As NVIDIA documents it for XORWOW, number n is number n / 4096 of sequence n mod 4096. MRG32k3a is laid out in the
 * same way, Philox is one sequence.
 */
#include "curand.h"

#include "library.h"
#include "simt/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEQUENCES = 4096, MRG_SEQUENCE = 76 };

/* Where each sequence is. */
struct place {
    unsigned int words[6];
};

struct simt_generator {
    curandRngType_t type;
    bool host, placed;
    cudaStream_t stream;
    unsigned long long seed, next; /* number, as the program has asked for them */
    unsigned long long at;         /* number, as they have been made, in stream order */
    struct place places[SEQUENCES];
};

static curandStatus_t create(curandGenerator_t *generator, curandRngType_t type, bool host) {
    if (!generator) return CURAND_STATUS_INITIALIZATION_FAILED;
    if (type == CURAND_RNG_PSEUDO_DEFAULT) type = CURAND_RNG_PSEUDO_XORWOW;
    if (type != CURAND_RNG_PSEUDO_XORWOW && type != CURAND_RNG_PSEUDO_MRG32K3A &&
        type != CURAND_RNG_PSEUDO_PHILOX4_32_10) {
        fprintf(stderr,
                "simt: curandCreateGenerator: the CPU runtime has no generator of type %d. "
                "Use XORWOW, Philox4_32_10 or MRG32k3a\n",
                (int)type);
        return CURAND_STATUS_TYPE_ERROR;
    }
    *generator = calloc(1, sizeof(**generator));
    if (!*generator) return CURAND_STATUS_ALLOCATION_FAILED;
    (*generator)->type = type;
    (*generator)->host = host;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type) {
    return create(generator, type, false);
}

curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type) {
    return create(generator, type, true);
}

curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    simt_wait_for(simt_device);
    free(generator);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetVersion(int *version) {
    *version = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    generator->stream = stream;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed) {
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    generator->seed = seed;
    generator->next = 0;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    generator->next = offset;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    if (order != CURAND_ORDERING_PSEUDO_SEEDED) return CURAND_STATUS_SUCCESS;
    fprintf(stderr, "simt: curandSetGeneratorOrdering: the CPU runtime has no seeded order. Use "
                    "CURAND_ORDERING_PSEUDO_DEFAULT\n");
    return CURAND_STATUS_OUT_OF_RANGE;
}

curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
    return generator ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}

/*
 * Numbers.
 */
enum what { BITS, UNIFORM, NORMAL, LOG_NORMAL };

struct filling {
    struct library_call call;
    struct simt_generator *generator;
    unsigned long long seed, first;
    enum what what;
    bool is_double;
    void *out;
    size_t n;
    double mean, deviation;
};

/* Goes to a number. */
static void place(struct simt_generator *g, unsigned long long seed, unsigned long long first) {
    struct place p = {{0}};
    bool mrg = g->type == CURAND_RNG_PSEUDO_MRG32K3A;
    if (mrg)
        simt_mrg_seed(seed, p.words, p.words + 3);
    else
        simt_xorwow_seed(seed, p.words, p.words + 5);
    for (unsigned long long i = 0; i < SEQUENCES; i++) {
        unsigned long long done = (first + SEQUENCES - 1 - i) / SEQUENCES;
        unsigned int *words = g->places[i].words;
        memcpy(words, p.words, sizeof(p.words));
        if (mrg) {
            simt_mrg_jump(words, words + 3, done, 0);
            simt_mrg_jump(p.words, p.words + 3, 1, MRG_SEQUENCE);
        } else {
            simt_xorwow_jump(words, done, 0);
            words[5] += 362437 * (unsigned int)done;
            simt_xorwow_jump(p.words, 1, 1);
        }
    }
    g->at = first;
    g->placed = true;
}

static unsigned int next_bits(struct simt_generator *g, unsigned long long seed, double *mrg) {
    unsigned long long number = g->at++;
    unsigned int *words = g->places[number % SEQUENCES].words;
    if (g->type == CURAND_RNG_PSEUDO_XORWOW) return simt_xorwow_next(words, words + 5);
    if (g->type == CURAND_RNG_PSEUDO_MRG32K3A)
        return (unsigned int)((*mrg = simt_mrg_next(words, words + 3)) * SIMT_MRG_BITS);
    unsigned int counter[4] = {(unsigned int)(number / 4), (unsigned int)(number / 4 >> 32)};
    simt_philox(counter, (unsigned int)seed, (unsigned int)(seed >> 32));
    return counter[number % 4];
}

/* A double takes two numbers of 32 bits from one sequence, and counts as one. */
static double next_double(struct simt_generator *g, unsigned long long seed) {
    double mrg = 0;
    unsigned int x = next_bits(g, seed, &mrg);
    if (g->type == CURAND_RNG_PSEUDO_MRG32K3A) return mrg * SIMT_MRG_UNIT;
    if (g->type == CURAND_RNG_PSEUDO_XORWOW) {
        unsigned int *words = g->places[(g->at - 1) % SEQUENCES].words;
        return simt_uniform_double(x, simt_xorwow_next(words, words + 5));
    }
    return simt_uniform_double(x, next_bits(g, seed, &mrg));
}

static float next_float(struct simt_generator *g, unsigned long long seed) {
    double mrg = 0;
    unsigned int x = next_bits(g, seed, &mrg);
    return g->type == CURAND_RNG_PSEUDO_MRG32K3A ? (float)(mrg * SIMT_MRG_UNIT) : simt_uniform(x);
}

static void put_double(const struct filling *f, size_t i, double x) {
    if (f->what == NORMAL || f->what == LOG_NORMAL) x = f->mean + f->deviation * x;
    if (f->what == LOG_NORMAL) x = exp(x);
    if (f->is_double)
        ((double *)f->out)[i] = x;
    else
        ((float *)f->out)[i] = (float)x;
}

static void fill(struct library_call *call) {
    const struct filling *f = (const struct filling *)call;
    struct simt_generator *g = f->generator;
    double mrg;
    if (g->type != CURAND_RNG_PSEUDO_PHILOX4_32_10 &&
        (!g->placed || g->at != f->first || !f->first))
        place(g, f->seed, f->first);
    g->at = f->first;
    for (size_t i = 0; i < f->n; i++)
        if (f->what == BITS) {
            ((unsigned int *)f->out)[i] = next_bits(g, f->seed, &mrg);
        } else if (f->what == UNIFORM) {
            put_double(f, i, f->is_double ? next_double(g, f->seed) : next_float(g, f->seed));
        } else {
            double u = f->is_double ? next_double(g, f->seed) : next_float(g, f->seed), one, two;
            double v = f->is_double ? next_double(g, f->seed) : next_float(g, f->seed);
            simt_box_muller_double(u, 2 * v, &one, &two);
            put_double(f, i++, one);
            put_double(f, i, two);
        }
}

static curandStatus_t generate(struct simt_generator *g, const struct filling *wanted,
                               size_t item_bytes, const char *name, uintptr_t pc) {
    if (!g) return CURAND_STATUS_NOT_INITIALIZED;
    struct filling f = *wanted;
    f.generator = g;
    f.seed = g->seed;
    f.first = g->next;
    f.call.compute = fill;
    f.call.not_in_graphs = true; /* its state would go on from one run of the graph to the next */
    if (!f.n) return CURAND_STATUS_SUCCESS;
    if ((f.what == NORMAL || f.what == LOG_NORMAL) && f.n % 2)
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    bool twice = f.is_double && g->type == CURAND_RNG_PSEUDO_PHILOX4_32_10;
    g->next += f.n * (twice ? 2 : 1);
    if (g->host) {
        fill(&f.call);
        return CURAND_STATUS_SUCCESS;
    }
    simt_library_uses(&f.call, f.out, f.n * item_bytes, 1, f.n * item_bytes, USE_WRITES);
    cudaError_t error = simt_library_put(&f.call, sizeof(f), name, pc, g->stream, false);
    return error ? CURAND_STATUS_LAUNCH_FAILURE : CURAND_STATUS_SUCCESS;
}

#define FILL(name, T, more, ...)                                                                   \
    curandStatus_t name(curandGenerator_t generator, T *out, size_t n more) {                      \
        const struct filling f = {                                                                 \
            .out = out, .n = n, .is_double = sizeof(T) == sizeof(double), __VA_ARGS__};            \
        return generate(generator, &f, sizeof(T), #name, LIBRARY_HERE);                            \
    }
#define FLOATS   , float mean, float deviation
#define DOUBLES  , double mean, double deviation
#define BY(kind) .what = kind, .mean = mean, .deviation = deviation
FILL(curandGenerate, unsigned int, , .what = BITS)
FILL(curandGenerateUniform, float, , .what = UNIFORM)
FILL(curandGenerateUniformDouble, double, , .what = UNIFORM)
FILL(curandGenerateNormal, float, FLOATS, BY(NORMAL))
FILL(curandGenerateNormalDouble, double, DOUBLES, BY(NORMAL))
FILL(curandGenerateLogNormal, float, FLOATS, BY(LOG_NORMAL))
FILL(curandGenerateLogNormalDouble, double, DOUBLES, BY(LOG_NORMAL))
