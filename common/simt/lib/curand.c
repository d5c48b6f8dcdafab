/**
 * @file
 * @brief cuRAND's host API.
 *
 * As NVIDIA documents it for XORWOW, number n is number n / 4096 of sequence n mod 4096. MRG32k3a has 81920 sequences.
 * Philox has 65536, which take turns with four numbers each. A pair of normal numbers comes from one sequence, and
 * counts as one number, except for Philox. All of this was compared with the bits of cuRAND 10.4.
 */
#include "curand_generator.h"

#include "simt/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { XORWOW_SEQUENCES = 4096, MRG_SEQUENCES = 81920, PHILOX_SEQUENCES = 65536, MRG_SEQUENCE = 76 };

static unsigned int sequences_of(curandRngType_t type) {
    return type == CURAND_RNG_PSEUDO_XORWOW     ? XORWOW_SEQUENCES
           : type == CURAND_RNG_PSEUDO_MRG32K3A ? MRG_SEQUENCES
                                                : PHILOX_SEQUENCES;
}

static curandStatus_t create(curandGenerator_t *generator, curandRngType_t type, bool host) {
    if (!generator) return CURAND_STATUS_INITIALIZATION_FAILED;
    if (type == CURAND_RNG_PSEUDO_DEFAULT) type = CURAND_RNG_PSEUDO_XORWOW;
    if (type == CURAND_RNG_QUASI_DEFAULT) type = CURAND_RNG_QUASI_SOBOL32;
    if (type != CURAND_RNG_PSEUDO_XORWOW && type != CURAND_RNG_PSEUDO_MRG32K3A &&
        type != CURAND_RNG_PSEUDO_PHILOX4_32_10 && type != CURAND_RNG_QUASI_SOBOL32 &&
        type != CURAND_RNG_QUASI_SOBOL64) {
        fprintf(stderr,
                "simt: curandCreateGenerator: the CPU runtime has no generator of type %d. "
                "Use XORWOW, Philox4_32_10, MRG32k3a or Sobol numbers\n",
                (int)type);
        return CURAND_STATUS_TYPE_ERROR;
    }
    *generator = calloc(1, sizeof(**generator));
    if (!*generator) return CURAND_STATUS_ALLOCATION_FAILED;
    (*generator)->places = calloc(sequences_of(type), sizeof(*(*generator)->places));
    (*generator)->second = calloc(sequences_of(type), sizeof(*(*generator)->second));
    if (!(*generator)->places || !(*generator)->second) {
        free((*generator)->places), free((*generator)->second), free(*generator);
        return CURAND_STATUS_ALLOCATION_FAILED;
    }
    (*generator)->restarts = true;
    (*generator)->type = type;
    (*generator)->host = host;
    (*generator)->dimensions = 1;
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
    free(generator->places);
    free(generator->second);
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
    if (simt_is_sobol(generator)) return CURAND_STATUS_TYPE_ERROR;
    generator->seed = seed; /* it goes on where it was */
    generator->restarts = true;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    generator->next = offset;
    generator->restarts = true;
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
/* Goes to a number. */
static void place(struct simt_generator *g, unsigned long long seed, unsigned long long first) {
    union place p = {{0}};
    bool mrg = g->type == CURAND_RNG_PSEUDO_MRG32K3A;
    unsigned long long sequences = sequences_of(g->type), round = first / sequences;
    if (mrg) {
        simt_mrg_seed(seed, p.words, p.words + 3);
        simt_mrg_jump(p.words, p.words + 3, round, 0);
    } else {
        simt_xorwow_seed(seed, p.words, p.words + 5);
        simt_xorwow_jump(p.words, round, 0);
        p.words[5] += 362437 * (unsigned int)round;
    }
    struct simt_mrg_step step = simt_mrg_step_of(MRG_SEQUENCE);
    for (unsigned long long i = 0; i < sequences; i++) {
        unsigned int *words = g->places[i].words;
        memcpy(words, p.words, sizeof(p.words));
        if (mrg) {
            if (i < first % sequences) simt_mrg_next(words, words + 3);
            simt_mrg_take_step(&step, p.words, p.words + 3);
        } else {
            if (i < first % sequences) simt_xorwow_next(words, words + 5);
            simt_xorwow_jump(p.words, 1, 1);
        }
    }
}

static double next_double(const struct simt_generator *g, unsigned int *words) {
    if (g->type == CURAND_RNG_PSEUDO_MRG32K3A) return simt_mrg_next(words, words + 3) * SIMT_MRG_UNIT;
    unsigned int x = simt_xorwow_next(words, words + 5);
    return simt_uniform_double(x, simt_xorwow_next(words, words + 5));
}

static float next_float(const struct simt_generator *g, unsigned int *words) {
    if (g->type == CURAND_RNG_PSEUDO_MRG32K3A)
        return (float)(simt_mrg_next(words, words + 3) * SIMT_MRG_UNIT);
    return simt_uniform(simt_xorwow_next(words, words + 5));
}

static unsigned int next_bits(const struct simt_generator *g, unsigned int *words) {
    return g->type == CURAND_RNG_PSEUDO_MRG32K3A ? (unsigned int)(simt_mrg_next(words, words + 3) * SIMT_MRG_BITS)
                                                 : simt_xorwow_next(words, words + 5);
}

static void put_bits(const struct filling *f, size_t i, unsigned int x) {
    ((unsigned int *)f->out)[i] = f->discrete ? simt_discrete_number(f->discrete, ((double)x + 1) * SIMT_UNIT_32) : x;
}

void simt_put_number(const struct filling *f, size_t i, double x) {
    float single = (float)x;
    if (f->discrete) {
        ((unsigned int *)f->out)[i] = (unsigned int)(f->discrete->deviation * x + f->discrete->mean + 0.5);
        return;
    }
    if (f->what == NORMAL || f->what == LOG_NORMAL) {
        x = f->mean + f->deviation * x;
        single = (float)f->mean + (float)f->deviation * single;
    }
    if (f->what == LOG_NORMAL && f->is_double) x = exp(x);
    if (f->what == LOG_NORMAL && !f->is_double) single = expf(single);
    if (f->is_double)
        ((double *)f->out)[i] = x;
    else
        ((float *)f->out)[i] = single;
}

/* The two normal numbers of a sequence that come next. */
static void next_pair(const struct filling *f, unsigned int *words, double pair[2]) {
    const struct simt_generator *g = f->generator;
    if (f->is_double) {
        double u = next_double(g, words), v = next_double(g, words);
        simt_box_muller_double(u, 2 * v, &pair[0], &pair[1]);
        return;
    }
    float one, two;
    if (g->type == CURAND_RNG_PSEUDO_MRG32K3A) {
        float u = next_float(g, words), angle = next_float(g, words) * 6.2831855f, length = sqrtf(-2 * logf(u));
        one = sinf(angle) * length, two = cosf(angle) * length;
    } else {
        unsigned int x = next_bits(g, words), y = next_bits(g, words);
        simt_box_muller(x, y, &one, &two);
    }
    pair[0] = one, pair[1] = two;
}

/* One of them: a sequence keeps the other one for the next time. */
static double next_single(const struct filling *f, unsigned long long sequence) {
    float *second = &f->generator->second[sequence], kept = *second;
    double pair[2];
    *second = NAN;
    if (!isnan(kept)) return kept;
    next_pair(f, f->generator->places[sequence].words, pair);
    *second = (float)pair[1];
    return pair[0];
}

/* Normal numbers come in pairs, except those that become whole numbers. */
static bool draws_pairs(const struct filling *f) {
    return f->what >= NORMAL && !f->discrete;
}

static void fill_by_sequences(const struct filling *f) {
    struct simt_generator *g = f->generator;
    unsigned long long sequences = sequences_of(g->type), each = draws_pairs(f) ? 2 : 1;
    if (f->restarts) place(g, f->seed, f->first);
    for (unsigned long long i = 0; i < sequences && f->restarts; i++) g->second[i] = NAN;
    for (size_t i = 0; i < f->n; i += each) {
        unsigned int *words = g->places[(f->first + i / each) % sequences].words;
        double pair[2];
        if (f->what == BITS) {
            put_bits(f, i, next_bits(g, words));
        } else if (f->discrete) {
            simt_put_number(f, i, next_single(f, (f->first + i) % sequences));
        } else if (f->what == UNIFORM) {
            simt_put_number(f, i, f->is_double ? next_double(g, words) : next_float(g, words));
        } else {
            next_pair(f, words, pair);
            simt_put_number(f, i, pair[0]);
            simt_put_number(f, i + 1, pair[1]);
        }
    }
}

/*
 * Philox: a sequence gives four numbers in a row, which are made of four or eight words.
 */
static void philox_words(unsigned long long seed, unsigned long long sequence, unsigned long long first,
                         unsigned int words[4]) {
    const unsigned long long counter = first / 4;
    unsigned int c[4] = {(unsigned int)counter, (unsigned int)(counter >> 32), (unsigned int)sequence,
                         (unsigned int)(sequence >> 32)};
    simt_philox(c, (unsigned int)seed, (unsigned int)(seed >> 32));
    memcpy(words, c, sizeof(c));
}

/* The four numbers, of which the program may want fewer. */
static void philox_four(const struct filling *f, const unsigned int w[8], double four[4]) {
    for (int k = 0; k < 4; k++)
        four[k] = f->what == BITS ? w[k]
                  : f->is_double  ? simt_uniform_double(w[2 * k], w[2 * k + 1])
                                  : simt_uniform(w[k]);
    for (int k = 0; k < 4 && f->what >= NORMAL; k += 2) {
        float one, two;
        if (f->is_double) {
            simt_box_muller_double(four[k], simt_wide(w[2 * k + 2], w[2 * k + 3]), &four[k], &four[k + 1]);
            continue;
        }
        simt_box_muller(w[k], w[k + 1], &one, &two);
        four[k] = one, four[k + 1] = two;
    }
}

static void fill_by_fours(const struct filling *f) {
    struct simt_generator *g = f->generator;
    unsigned long long end = f->first + f->n, all = 4ull * PHILOX_SEQUENCES;
    for (unsigned long long t = 0; t < PHILOX_SEQUENCES && f->restarts; t++) /* a group that is begun counts as new */
        g->places[t].used = 4 * (f->first / all + (t < f->first % all / 4));
    for (unsigned long long group = f->first / 4; group < (end + 3) / 4; group++) {
        unsigned long long sequence = group % PHILOX_SEQUENCES, *used = &g->places[sequence].used;
        unsigned int words[8];
        double four[4];
        for (int k = 0; k < (f->is_double ? 2 : 1); k++)
            philox_words(f->seed, sequence, *used + 4 * (unsigned)k, words + 4 * k);
        philox_four(f, words, four);
        for (unsigned long long k = 0; k < 4; k++) {
            unsigned long long number = 4 * group + k;
            if (number < f->first || number >= end) continue;
            if (f->what == BITS)
                put_bits(f, number - f->first, words[k]);
            else
                simt_put_number(f, number - f->first, four[k]);
        }
        if (4 * group + 4 <= end) *used += f->is_double ? 8 : 4;
    }
}

static void fill(struct library_call *call) {
    const struct filling *f = (const struct filling *)call;
    if (simt_is_sobol(f->generator))
        simt_sobol_fill(f);
    else if (f->generator->type == CURAND_RNG_PSEUDO_PHILOX4_32_10)
        fill_by_fours(f);
    else
        fill_by_sequences(f);
    simt_drop_discrete(f->discrete);
}

static curandStatus_t refuse(const struct filling *wanted, curandStatus_t status) {
    simt_drop_discrete(wanted->discrete);
    return status;
}

curandStatus_t simt_generate(struct simt_generator *g, const struct filling *wanted, size_t item_bytes,
                             const char *name, uintptr_t pc) {
    if (!g) return refuse(wanted, CURAND_STATUS_NOT_INITIALIZED);
    struct filling f = *wanted;
    f.generator = g;
    f.seed = g->seed;
    f.first = g->next;
    f.call.compute = fill;
    f.call.not_in_graphs = true; /* its state would go on from one run of the graph to the next */
    if (!f.n) return refuse(wanted, CURAND_STATUS_SUCCESS);
    bool wide = g->type == CURAND_RNG_QUASI_SOBOL64;
    if (f.what == BITS && !f.discrete && f.is_double != wide) return CURAND_STATUS_TYPE_ERROR;
    bool pairs = draws_pairs(&f) && !simt_is_sobol(g) && g->type != CURAND_RNG_PSEUDO_PHILOX4_32_10;
    if (f.n % g->dimensions || (pairs && f.n % 2)) return refuse(wanted, CURAND_STATUS_LENGTH_NOT_MULTIPLE);
    f.restarts = g->restarts;
    g->restarts = false;
    g->next += f.n / g->dimensions / (pairs ? 2 : 1);
    if (g->host) {
        fill(&f.call);
        return CURAND_STATUS_SUCCESS;
    }
    simt_library_uses(&f.call, f.out, f.n * item_bytes, 1, f.n * item_bytes, USE_WRITES);
    cudaError_t error = simt_library_put(&f.call, sizeof(f), name, pc, g->stream, false);
    return error ? refuse(wanted, CURAND_STATUS_LAUNCH_FAILURE) : CURAND_STATUS_SUCCESS;
}

#define FILL(name, T, more, ...)                                                                   \
    curandStatus_t name(curandGenerator_t generator, T *out, size_t n more) {                      \
        const struct filling f = {                                                                 \
            .out = out, .n = n, .is_double = sizeof(T) == sizeof(double), __VA_ARGS__};            \
        return simt_generate(generator, &f, sizeof(T), #name, LIBRARY_HERE);                            \
    }
#define FLOATS   , float mean, float deviation
#define DOUBLES  , double mean, double deviation
#define BY(kind) .what = kind, .mean = mean, .deviation = deviation
FILL(curandGenerate, unsigned int, , .what = BITS)
FILL(curandGenerateLongLong, unsigned long long, , .what = BITS)
FILL(curandGenerateUniform, float, , .what = UNIFORM)
FILL(curandGenerateUniformDouble, double, , .what = UNIFORM)
FILL(curandGenerateNormal, float, FLOATS, BY(NORMAL))
FILL(curandGenerateNormalDouble, double, DOUBLES, BY(NORMAL))
FILL(curandGenerateLogNormal, float, FLOATS, BY(LOG_NORMAL))
FILL(curandGenerateLogNormalDouble, double, DOUBLES, BY(LOG_NORMAL))
