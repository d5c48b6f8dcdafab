/**
 * @file
 * @brief The matrix: ours and the peers in one process, by size, by distribution, and as a staircase.
 *
 * Rows go to FILE as they are measured; a word of each trial, and what is left out, to stderr.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/cu.h"
#include "common/data.h"
#include "common/timer.h"
#include "grader/bench/matrix/matrix.h"
#include "grader/shared/options.h"

enum { LEAST_BITS = 5, GREATEST_BITS = 32, STAIRS_BITS = 22, AGAIN_BITS = 24 };

struct request {
    const char *shape, *csv, *note;
    bool quick;
    int repeats;         /**< 0: as the shape has them */
    int least, greatest; /**< sizes of fewer or more bits are left out */
};

static int wrong_use(const char *what, const char *got) {
    fprintf(stderr, "bench: %s, and not '%s'\n", what, got);
    return 2;
}

static const struct dist *uniform(void) {
    return &bench_dists[0];
}

/** Whether sizes of so many keys are asked for. */
static bool asked(const struct request *r, size_t n) {
    return n >> r->least && (r->greatest >= 32 || n <= (size_t)1 << r->greatest);
}

static int lesser(int a, int b) {
    return a < b ? a : b;
}

static void measure(struct matrix *matrix, const struct request *r, struct trial trial) {
    int rows = matrix->rows;
    double began = timer_now_ms();
    if (!asked(r, trial.n)) return;
    bench_trial(matrix, &trial);
    fprintf(stderr, "%-9s %-6s %s %-20s %10zu keys: %d rows, %.1f s\n", trial.shape,
            bench_forms[trial.form], key_type_name(trial.type), trial.dist->name, trial.n,
            matrix->rows - rows, (timer_now_ms() - began) / 1e3);
}

/** The copy of the same run, from which fractions of it are told: as large as is asked for. */
static void measure_copy(struct matrix *matrix, const struct request *r, const char *shape) {
    size_t n = (size_t)1 << lesser(28, r->greatest);
    const struct trial trial = {shape, FORM_COPY, KEY_U32, uniform(), n, 0};
    bench_trial(matrix, &trial);
}

/** Every power of two, 250 million, which is none, and 2^31 + 1, which no int counts. */
static void measure_sizes(struct matrix *matrix, const struct request *r) {
    const size_t odd[] = {250000000, ((size_t)1 << 31) + 1};
    const char *shape = "sizes";
    for (int form = FORM_KEYS; form <= FORM_SELECT; form++) {
        int step = r->quick ? 7 : form == FORM_KEYS ? 1 : 2;
        for (int bits = lesser(14, r->greatest); bits <= (r->quick ? 28 : 30); bits += step) {
            const struct trial trial = {shape,     form, KEY_U32, uniform(), (size_t)1 << bits,
                                        ROLE_SIZES};
            measure(matrix, r, trial);
            for (int type = KEY_I32; type < KEY_TYPES && form == FORM_KEYS && bits % 4 == 0; type++)
                measure(matrix, r,
                        (struct trial){shape, form, type, uniform(), trial.n, ROLE_SIZES});
        }
        for (int i = 0; i < 2 && !r->quick; i++)
            measure(matrix, r, (struct trial){shape, form, KEY_U32, uniform(), odd[i], ROLE_SIZES});
        for (int type = KEY_I32; type < KEY_TYPES && form == FORM_KEYS && !r->quick; type++)
            measure(matrix, r, (struct trial){shape, form, type, uniform(), odd[0], ROLE_SIZES});
    }
}

struct column {
    enum form form;
    enum key_type type;
    int bits, quick;
};

/** Of every distribution: the sizes and types in which it tells most. */
static const struct column COLUMNS[] = {
    {FORM_KEYS, KEY_U32, 28, 1},  {FORM_KEYS, KEY_U32, 24, 0},  {FORM_KEYS, KEY_U32, 20, 0},
    {FORM_KEYS, KEY_U32, 16, 0},  {FORM_KEYS, KEY_I32, 28, 0},  {FORM_KEYS, KEY_F32, 28, 0},
    {FORM_PAIRS, KEY_U32, 28, 0}, {FORM_PAIRS, KEY_U32, 24, 0}, {FORM_SELECT, KEY_U32, 28, 0},
};
enum { COLUMN_COUNT = sizeof(COLUMNS) / sizeof(COLUMNS[0]) };

/** Where no size of the grid is asked for, each form and type still has a column: of the greatest. */
static int column_bits(const struct request *r, int c) {
    int bits = lesser(COLUMNS[c].bits, r->greatest);
    for (int e = 0; e < c; e++)
        if (COLUMNS[e].form == COLUMNS[c].form && COLUMNS[e].type == COLUMNS[c].type &&
            lesser(COLUMNS[e].bits, r->greatest) == bits)
            return 0;
    return bits;
}

static void measure_grid(struct matrix *matrix, const struct request *r) {
    for (int c = 0; c < COLUMN_COUNT; c++)
        for (size_t d = 0; d < bench_dist_count && column_bits(r, c); d++)
            if (!r->quick || (COLUMNS[c].quick && bench_dists[d].quick))
                measure(matrix, r,
                        (struct trial){"grid", COLUMNS[c].form, COLUMNS[c].type, &bench_dists[d],
                                       (size_t)1 << column_bits(r, c), 0});
}

/** All, the slow ones too, where the slow ones can; and those that can where they are at their best. */
static void measure_staircase(struct matrix *matrix, const struct request *r) {
    size_t n = (size_t)1 << lesser(STAIRS_BITS, r->greatest);
    const struct trial low = {"staircase", FORM_KEYS, KEY_U32, uniform(), n, ROLE_STAIRS};
    const struct trial high = {"staircase", FORM_KEYS, KEY_U32, uniform(), (size_t)1 << 28, 0};
    measure(matrix, r, low);
    measure(matrix, r, high);
}

/** The fast sort, 1,000 times by fresh inputs of each distribution, for the verdicts' sake. */
static void measure_again(struct matrix *matrix, const struct request *r) {
    size_t n = (size_t)1 << lesser(AGAIN_BITS, r->greatest);
    for (int form = FORM_KEYS; form <= FORM_PAIRS; form++)
        for (size_t d = 0; d < bench_dist_count; d++)
            measure(matrix, r,
                    (struct trial){"again", form, KEY_U32, &bench_dists[d], n,
                                   ROLE_SIZES | ROLE_AGAIN});
}

static void head(const struct request *r, const char *shape, FILE *csv) {
    struct cudaDeviceProp device;
    char date[32];
    time_t now = time(NULL);
    CU(cudaGetDeviceProperties(&device, 0));
    strftime(date, sizeof(date), "%Y-%m-%d", gmtime(&now));
    fprintf(csv, "# %s; %s; %s; %s\n", shape, device.name, date, r->note);
}

static void measure_shape(struct matrix *matrix, const struct request *r, const char *shape) {
    static const struct {
        const char *name;
        void (*measure)(struct matrix *, const struct request *);
        bool apart; /**< who asks for all does not mean this one */
    } shapes[] = {{"sizes", measure_sizes, false},
                  {"grid", measure_grid, false},
                  {"staircase", measure_staircase, false},
                  {"again", measure_again, true}};
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
        bool all = !shapes[i].apart && strcmp(shape, "all") == 0;
        if (!all && strcmp(shape, shapes[i].name) != 0) continue;
        head(r, shapes[i].name, matrix->csv);
        measure_copy(matrix, r, shapes[i].name);
        shapes[i].measure(matrix, r);
    }
}

static struct request asked_for = {
    .shape = "all", .note = "", .greatest = GREATEST_BITS, .repeats = 0};

static const struct option_row rows[] = {
    {"csv", 0, "FILE", "where rows go", .text = &asked_for.csv},
    {"shape", 0, "NAME", "what is measured: sizes, grid, staircase, all or again",
     .text = &asked_for.shape, OPTION_CHOICES("sizes", "grid", "staircase", "all", "again")},
    {"quick", 0, NULL, "fewer repeats and rows", .flag = &asked_for.quick},
    {"repeats", 0, "COUNT", "of each measurement (20, and 1000 for again)",
     OPTION_NUMBER(asked_for.repeats, 1, MOST_REPEATS)},
    {"least", 0, "BITS", "leave out fewer keys", OPTION_NUMBER(asked_for.least, 0, GREATEST_BITS)},
    {"greatest", 0, "BITS", "and more",
     OPTION_NUMBER(asked_for.greatest, LEAST_BITS, GREATEST_BITS)},
    {"note", 0, "TEXT", "written above the rows", .text = &asked_for.note},
    {0}};

int main(int argc, char **argv) {
    const struct options options = {rows, "Measures ours and the peers.", .knobs = true};
    options_read(&options, argc, argv);
    struct request r = asked_for;
    if (!r.repeats) r.repeats = strcmp(r.shape, "again") == 0 ? MOST_REPEATS : 20;
    if (!r.csv) return wrong_use("--csv names the file for the rows", "nothing");
    struct matrix matrix = {.csv = fopen(r.csv, "w"),
                            .warmups = r.quick ? 2 : 5,
                            .repeats = r.quick && r.repeats > 7 ? 7 : r.repeats};
    if (!matrix.csv)
        return wrong_use("the file for the rows has to be one that can be written", r.csv);
    fputs("shape,what,type,distribution,n,median_ms,spread_ms,gkeys_s,of_copy,peer,ratio,"
          "temp_bytes,verified\n",
          matrix.csv);
    measure_shape(&matrix, &r, r.shape);
    if (fclose(matrix.csv)) return wrong_use("the rows have to fit on the disk", r.csv);
    fprintf(stderr, "%d rows, %d of them wrong, %d left out: %s\n", matrix.rows, matrix.wrong,
            matrix.left_out, r.csv);
    return matrix.wrong ? 1 : 0;
}
