/**
 * @file
 * @brief One trial: contenders take turns on the same fresh inputs, and each result is verified.
 *
 * A repeat makes a new input; then they go in order, and in the next repeat the other way round, so
 * that none always comes after the same one. Only the sort stands between the events.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/cu.h"
#include "common/data.h"
#include "common/timer.h"
#include "grader/bench/matrix/look.h"
#include "grader/bench/matrix/matrix.h"

enum { MOST_LANES = 24, POISON = 0xa5 };

const char *const bench_forms[FORMS] = {"keys", "pairs", "select", "copy"};

struct lane {
    const struct contender *who;
    size_t temp_bytes;
    double ms[MOST_REPEATS];
    struct timer_stats stats;
    int wrong;
};

struct arrays {
    uint32_t *in, *values_in, *out, *values_out;
    void *temp;
    uint32_t *host_in, *host_out; /**< where somebody works on the host; scratch behind host_out */
};

static void *must(void *memory) {
    if (memory) return memory;
    fputs("bench: the host has no memory for these keys. Give a smaller GREATEST\n", stderr);
    exit(2);
}

static size_t k_of(const struct trial *trial) {
    return trial->n < 1024 ? trial->n : 1024;
}

static struct job job_of(const struct trial *trial, const struct arrays *a,
                         const struct lane *lane) {
    bool host = lane->who->roles & ROLE_HOST;
    struct job job = {a->in,       a->values_in, a->out,  a->values_out,    trial->n,
                      k_of(trial), trial->type,  a->temp, lane->temp_bytes, 0};
    if (host) job.in = a->host_in;
    if (host) job.out = a->host_out;
    return job;
}

static bool takes_part(const struct contender *who, const struct trial *trial) {
    const unsigned some = ROLE_STAIRS | ROLE_SIZES;
    if (trial->roles & ROLE_AGAIN && !(who->roles & ROLE_AGAIN)) return false;
    if (who->roles & ROLE_SLOW && trial->dist->kind != DIST_UNIFORM && trial->n >> 24 > 1)
        return false;
    return who->form == trial->form && who->types >> trial->type & 1 && trial->n <= who->most &&
           trial->n >= who->least && (who->roles & some & ~trial->roles) == 0;
}

static size_t words_of(const struct trial *trial) {
    return trial->form == FORM_PAIRS ? 4 * trial->n : 2 * trial->n;
}

/** Those that take part and fit the device's memory beside the arrays; who does not is named. */
static size_t choose_lanes(struct matrix *matrix, const struct trial *trial, struct lane *lanes) {
    const struct arrays none = {0};
    const struct contender *who;
    size_t count = 0, available, whole;
    CU(cudaMemGetInfo(&available, &whole));
    for (size_t i = 0; (who = bench_contender(i)) && count < MOST_LANES; i++) {
        if (!takes_part(who, trial)) continue;
        struct lane *lane = &lanes[count];
        memset(lane, 0, sizeof(*lane));
        lane->who = who;
        struct job job = job_of(trial, &none, lane);
        if (who->temp_bytes) lane->temp_bytes = who->temp_bytes(&job);
        double need = 4.0 * (double)words_of(trial) + (double)lane->temp_bytes;
        if (who->roles & ROLE_OWN_TEMP) need += 2.0 * (double)words_of(trial);
        if (need < 0.98 * (double)available) {
            count++;
            continue;
        }
        fprintf(stderr,
                "left out: %s, %zu keys: it needs %.1f GB of device memory, and %.1f are free\n",
                who->what, trial->n, need / 1e9, (double)available / 1e9);
        matrix->left_out++;
    }
    return count;
}

static struct arrays arrays_new(const struct trial *trial, const struct lane *lanes, size_t count) {
    size_t bytes = trial->n * sizeof(uint32_t), temp = 0;
    bool pairs = trial->form == FORM_PAIRS, host = false;
    struct arrays a = {0};
    for (size_t i = 0; i < count; i++) {
        if (lanes[i].temp_bytes > temp) temp = lanes[i].temp_bytes;
        if (lanes[i].who->roles & ROLE_HOST) host = true;
    }
    a.in = cu_alloc(bytes);
    a.out = cu_alloc(bytes);
    a.values_in = pairs ? cu_alloc(bytes) : NULL;
    a.values_out = pairs ? cu_alloc(bytes) : NULL;
    a.temp = cu_alloc(temp);
    CU(cudaMemset(a.temp, POISON, temp));
    a.host_in = host ? must(calloc(trial->n, sizeof(uint32_t))) : NULL;
    a.host_out = host ? must(calloc(2 * trial->n, sizeof(uint32_t))) : NULL;
    return a;
}

static void arrays_free(struct arrays *a) {
    cu_free(a->in);
    cu_free(a->out);
    cu_free(a->values_in);
    cu_free(a->values_out);
    cu_free(a->temp);
    free(a->host_in);
    free(a->host_out);
}

/** Nothing of the last result is left where the next one belongs; who works in place finds the input. */
static void prepare(const struct trial *trial, const struct arrays *a, const struct lane *lane) {
    size_t results = trial->form == FORM_SELECT ? k_of(trial) : trial->n;
    size_t bytes = results * sizeof(uint32_t);
    bool in_place = lane->who->roles & ROLE_IN_PLACE;
    if (lane->who->roles & ROLE_HOST) {
        cu_download(a->host_in, a->in, bytes);
        memcpy(a->host_out, a->host_in, in_place ? bytes : 0);
        return;
    }
    if (in_place) CU(cudaMemcpy(a->out, a->in, bytes, cudaMemcpyDeviceToDevice));
    if (!in_place) CU(cudaMemset(a->out, POISON, bytes));
    if (a->values_out) CU(cudaMemset(a->values_out, POISON, bytes));
    CU(cudaDeviceSynchronize());
}

static double once_ms(const struct trial *trial, const struct arrays *a, const struct lane *lane) {
    const struct job job = job_of(trial, a, lane);
    prepare(trial, a, lane);
    if (lane->who->roles & ROLE_HOST) {
        double began = timer_now_ms();
        lane->who->run(&job);
        double took = timer_now_ms() - began;
        CU(cudaMemcpy(a->out, a->host_out, trial->n * sizeof(uint32_t), cudaMemcpyHostToDevice));
        return took;
    }
    struct cu_timer timer = cu_timer_start(job.stream);
    lane->who->run(&job);
    return cu_timer_stop(&timer);
}

/** The k keys of `out` are the least k of `in`: those below their last, and as many of it as fit. */
static bool selected(const struct trial *trial, const struct arrays *a) {
    size_t k = k_of(trial);
    uint32_t last = bench_last(a->out, k, trial->type);
    struct looked got = bench_look(a->out, NULL, k, trial->type, LOOK_ANY);
    struct placed want = bench_place(a->in, trial->n, trial->type, last);
    return want.below < k && want.below + want.equal >= k &&
           got.sum == want.sum + (k - want.below) * want.own;
}

static bool right(const struct trial *trial, const struct arrays *a, const struct lane *lane,
                  uint64_t sum) {
    if (lane->who->roles & ROLE_LIMIT) return true;
    if (trial->form == FORM_SELECT) return selected(trial, a);
    enum look_order order = lane->who->roles & ROLE_STABLE ? LOOK_STABLE : LOOK_SORTED;
    struct looked got = bench_look(a->out, a->values_out, trial->n, trial->type,
                                   trial->form == FORM_PAIRS ? order : LOOK_SORTED);
    return got.wrong == 0 && got.sum == sum;
}

static void repeat(const struct matrix *matrix, const struct trial *trial, const struct arrays *a,
                   struct lane *lanes, size_t count, int turn) {
    bench_fill(a->in, a->values_in, trial->n, trial->dist, trial->type, (uint64_t)turn + 1, 0);
    bool counts = turn >= matrix->warmups;
    uint64_t sum =
        counts ? bench_look(a->in, a->values_in, trial->n, trial->type, LOOK_ANY).sum : 0;
    for (size_t i = 0; i < count; i++) {
        struct lane *lane = &lanes[turn % 2 ? count - 1 - i : i];
        double ms = once_ms(trial, a, lane);
        if (!counts) continue;
        lane->ms[turn - matrix->warmups] = ms;
        if (!right(trial, a, lane, sum)) lane->wrong++;
    }
}

/** Whom a lane is measured against: the peer that it names, or else the fastest that was right. */
static const struct lane *peer_of(const struct lane *lane, const struct lane *lanes, size_t count) {
    const struct lane *best = NULL;
    if (lane->who->roles & (ROLE_PEER | ROLE_LIMIT)) return NULL;
    for (size_t i = 0; i < count; i++) {
        const struct contender *peer = lanes[i].who;
        if (lane->who->peer && strcmp(lane->who->peer, peer->what) == 0) return &lanes[i];
        if (!lane->who->peer && peer->roles & ROLE_PEER && !lanes[i].wrong &&
            (!best || lanes[i].stats.median < best->stats.median))
            best = &lanes[i];
    }
    return best;
}

/** What a copy of the same keys, or pairs, would do, in 10^9 a second. */
static double copy_rate(const struct matrix *matrix, const struct trial *trial) {
    return matrix->copy_gb_s / (trial->form == FORM_PAIRS ? 16 : 8);
}

static void write_row(struct matrix *matrix, const struct trial *trial, const struct lane *lane,
                      const struct lane *peer) {
    const struct timer_stats *s = &lane->stats;
    double rate = (double)trial->n / 1e6 / s->median;
    if (trial->form == FORM_COPY) matrix->copy_gb_s = rate * 8;
    fprintf(matrix->csv, "%s,%s,%s%s,%s,%zu,%.5f,%.5f,%.6g,%.6g,", trial->shape, lane->who->what,
            key_type_name(trial->type), trial->form == FORM_PAIRS ? "+u32" : "", trial->dist->name,
            trial->n, s->median, s->upper - s->lower, rate, rate / copy_rate(matrix, trial));
    if (peer) fprintf(matrix->csv, "%s,%.4f,", peer->who->what, peer->stats.median / s->median);
    if (!peer) fputs(",,", matrix->csv);
    if (!(lane->who->roles & ROLE_OWN_TEMP)) fprintf(matrix->csv, "%zu", lane->temp_bytes);
    fprintf(matrix->csv, ",%s\n", lane->wrong ? "WRONG" : "yes");
    matrix->rows++;
    matrix->wrong += lane->wrong > 0;
}

void bench_trial(struct matrix *matrix, const struct trial *trial) {
    static struct lane lanes[MOST_LANES];
    size_t count = choose_lanes(matrix, trial, lanes);
    if (count == 0) return;
    struct arrays a = arrays_new(trial, lanes, count);
    for (int turn = 0; turn < matrix->warmups + matrix->repeats; turn++)
        repeat(matrix, trial, &a, lanes, count, turn);
    arrays_free(&a);
    for (size_t i = 0; i < count; i++)
        lanes[i].stats = timer_summary(lanes[i].ms, (size_t)matrix->repeats);
    for (size_t i = 0; i < count; i++)
        write_row(matrix, trial, &lanes[i], peer_of(&lanes[i], lanes, count));
    fflush(matrix->csv);
}
