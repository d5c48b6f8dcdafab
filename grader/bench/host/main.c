/**
 * @file
 * @brief One core of the host: labs 01 and 07 beside the libraries that are there, on the same inputs
 * in turn, by the processor's time; rows as those of the matrix (grader/bench/matrix).
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/check.h"
#include "common/data.h"
#include "common/stage/make_inputs.h"
#include "common/timer.h"
#include "grader/bench/host/host.h"
#include "grader/shared/options.h"

enum { MOST_WAYS = 24, MOST_REPEATS = 20, MOST_RUNS = 64, SLOW_MS = 1500 };

static const struct host_way *ways[MOST_WAYS];
static size_t way_count;

void host_enter(const struct host_way *way) {
    size_t i = way_count++;
    if (way_count > MOST_WAYS) abort();
    for (; i > 0 && strcmp(way->what, ways[i - 1]->what) < 0; i--) ways[i] = ways[i - 1];
    ways[i] = way;
}

struct lane {
    const struct host_way *way;
    double ms[MOST_REPEATS];
    struct timer_stats stats;
    int wrong;
};

struct trial {
    const char *form; /**< "sort", or "merge 16" */
    enum data_dist dist;
    size_t n, runs; /**< 0 runs: keys in any order */
    int repeats;
};

struct arrays {
    uint32_t *in, *keys, *scratch;
    size_t offsets[MOST_RUNS + 1];
};

struct bench {
    FILE *csv;
    double copy_gkeys_s;
    int rows, wrong;
};

static void *must(void *memory) {
    if (memory) return memory;
    fputs("bench: there is no memory for these keys. Give a smaller GREATEST\n", stderr);
    exit(2);
}

static struct arrays arrays_new(const struct trial *t) {
    struct arrays a = {must(malloc(t->n * 4)), must(malloc(t->n * 4)), must(malloc(t->n * 4)), {0}};
    memset(a.keys, 0, t->n * 4); // pages that nobody has touched would be counted
    memset(a.scratch, 0, t->n * 4);
    for (size_t r = 0; r <= t->runs; r++) a.offsets[r] = t->runs ? t->n / t->runs * r : 0;
    a.offsets[t->runs] = t->n;
    return a;
}

static void arrays_free(struct arrays *a) {
    free(a->in);
    free(a->keys);
    free(a->scratch);
}

static void fill(const struct trial *t, struct arrays *a, uint64_t seed) {
    data_fill(a->in, t->n, t->dist, seed);
    for (size_t r = 0; r < t->runs; r++) {
        size_t length = a->offsets[r + 1] - a->offsets[r];
        shape_lists(a->in + a->offsets[r], length, length, 1);
    }
}

/** Of this process alone, whatever else the machine does. */
static double processor_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static double once_ms(const struct trial *t, struct arrays *a, const struct host_way *way) {
    const struct runs runs = {a->in, a->offsets, a->offsets + 1, t->runs};
    memcpy(a->keys, a->in, t->n * 4);
    if (t->runs) memset(a->keys, 0xa5, t->n * 4);
    double began = processor_ms();
    if (way->merge && way->merge(&runs, a->keys, NULL)) must(NULL);
    if (way->sort) way->sort(a->keys, a->scratch, t->n);
    return processor_ms() - began;
}

static bool right(const struct trial *t, const struct arrays *a) {
    struct check_note note;
    struct check_multiset in = check_multiset_start(1), out = check_multiset_start(1);
    check_multiset_add(&in, a->in, t->n);
    check_multiset_add(&out, a->keys, t->n);
    return check_sorted(a->keys, t->n, &note) && check_multiset_equal(&in, &out);
}

static bool is_copy(const struct host_way *way) {
    return strcmp(way->what, "copy") == 0;
}

/** A warm-up for each, then repeats: forth and back, so that none always comes after the same one. */
static void take_turns(struct trial *t, struct arrays *a, struct lane *lanes, size_t count) {
    for (int turn = -1; turn < t->repeats; turn++) {
        fill(t, a, (uint64_t)turn + 2);
        for (size_t i = 0; i < count; i++) {
            struct lane *lane = &lanes[turn % 2 ? count - 1 - i : i];
            double ms = once_ms(t, a, lane->way);
            if (turn >= 0) lane->ms[turn] = ms;
            if (!is_copy(lane->way) && !right(t, a)) lane->wrong++;
            if (turn < 0 && ms > SLOW_MS) t->repeats = t->repeats < 3 ? t->repeats : 3;
        }
    }
}

static bool is_ours(const struct host_way *way) {
    return isdigit((unsigned char)way->what[0]);
}

static const struct lane *fastest_peer(const struct lane *lanes, size_t count) {
    const struct lane *best = NULL;
    for (size_t i = 0; i < count; i++)
        if (!is_ours(lanes[i].way) && !is_copy(lanes[i].way) && !lanes[i].wrong &&
            (!best || lanes[i].stats.median < best->stats.median))
            best = &lanes[i];
    return best;
}

static void write_row(struct bench *bench, const struct trial *t, const struct lane *lane,
                      const struct lane *peer) {
    double median = lane->stats.median, rate = (double)t->n / 1e6 / median;
    if (is_copy(lane->way)) bench->copy_gkeys_s = rate;
    fprintf(bench->csv, "host %s,%s,u32,%s,%zu,%.5f,%.5f,%.6g,%.6g,", t->form, lane->way->what,
            data_dist_name(t->dist), t->n, median, lane->stats.upper - lane->stats.lower, rate,
            bench->copy_gkeys_s > 0 ? rate / bench->copy_gkeys_s : 0);
    if (peer && is_ours(lane->way))
        fprintf(bench->csv, "%s,%.4f,", peer->way->what, peer->stats.median / median);
    else
        fputs(",,", bench->csv);
    fprintf(bench->csv, ",%s\n", lane->wrong ? "WRONG" : "yes");
    bench->rows++;
    bench->wrong += lane->wrong > 0;
}

/** The copy's row comes first: from it the fractions of the others are told. */
static void measure(struct bench *bench, struct trial t) {
    static struct lane lanes[MOST_WAYS];
    struct arrays a = arrays_new(&t);
    size_t count = 0;
    memset(lanes, 0, sizeof(lanes));
    for (size_t i = 0; i < way_count; i++)
        if ((t.runs ? ways[i]->merge != NULL : ways[i]->sort != NULL)) lanes[count++].way = ways[i];
    take_turns(&t, &a, lanes, count);
    for (size_t i = 0; i < count; i++)
        lanes[i].stats = timer_summary(lanes[i].ms, (size_t)t.repeats);
    for (int copies = 1; copies >= 0; copies--)
        for (size_t i = 0; i < count; i++)
            if (is_copy(lanes[i].way) == copies)
                write_row(bench, &t, &lanes[i], fastest_peer(lanes, count));
    arrays_free(&a);
    fflush(bench->csv);
    fprintf(stderr, "%-8s %-8s %9zu keys, %d times\n", t.form, data_dist_name(t.dist), t.n,
            t.repeats);
}

static void measure_all(struct bench *bench, bool quick, int greatest) {
    static const enum data_dist dists[] = {DATA_UNIFORM, DATA_SORTED, DATA_REVERSED, DATA_EQUAL,
                                           DATA_FEW,     DATA_ZIPF,   DATA_NEARLY};
    int middle = greatest < 20 ? greatest : 20;
    for (int bits = middle; bits <= greatest; bits += 3) {
        int repeats = bits <= 20 && !quick ? 20 : bits <= 23 ? 7 : 3;
        measure(bench, (struct trial){"sort", DATA_UNIFORM, (size_t)1 << bits, 0, repeats});
        measure(bench, (struct trial){"merge 16", DATA_UNIFORM, (size_t)1 << bits, 16, repeats});
        measure(bench, (struct trial){"merge 64", DATA_UNIFORM, (size_t)1 << bits, 64, repeats});
        if (quick) return;
    }
    for (size_t d = 1; d < sizeof(dists) / sizeof(dists[0]); d++)
        measure(bench, (struct trial){"sort", dists[d], (size_t)1 << middle, 0, 7});
}

static void head(FILE *csv, const char *note) {
    char line[256], model[200] = "this processor", date[32];
    FILE *info = fopen("/proc/cpuinfo", "r");
    time_t now = time(NULL);
    while (info && fgets(line, sizeof(line), info))
        if (sscanf(line, "model name : %199[^\n]", model) == 1) break;
    if (info) fclose(info);
    strftime(date, sizeof(date), "%Y-%m-%d", gmtime(&now));
    fputs("shape,what,type,distribution,n,median_ms,spread_ms,gkeys_s,of_copy,peer,ratio,"
          "temp_bytes,verified\n",
          csv);
    fprintf(csv, "# host; %s; %s; %s\n", model, date, note);
}

static const char *path, *note = "";
static bool quick;
static int greatest = 26;

static const struct option_row rows[] = {
    {"csv", 0, "FILE", "where rows go", .text = &path},
    {"quick", 0, NULL, "fewer repeats and rows", .flag = &quick},
    {"greatest", 0, "BITS", "leave out more keys", OPTION_NUMBER(greatest, 7, 30)},
    {"note", 0, "TEXT", "written above the rows", .text = &note},
    {0}};

int main(int argc, char **argv) {
    struct bench bench = {NULL, 0, 0, 0};
    options_read(&(struct options){.rows = rows, .about = "Measures sorts of the host."}, argc,
                 argv);
    if (!path || !(bench.csv = fopen(path, "w"))) {
        fputs("host: --csv names a file that can be written\n", stderr);
        return 2;
    }
    head(bench.csv, note);
    measure_all(&bench, quick, greatest);
    if (fclose(bench.csv)) return 2;
    fprintf(stderr, "%d rows, %d of them wrong: %s\n", bench.rows, bench.wrong, path);
    return bench.wrong ? 1 : 0;
}
