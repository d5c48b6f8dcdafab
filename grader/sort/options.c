/**
 * @file
 * @brief The command line: what it may say, and what does not go together.
 */
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "grader/sort/run.h"

enum {
    IN,
    OUT,
    TYPE,
    FORMAT,
    N,
    DIST,
    SEED,
    BLOCK,
    MERGE,
    RUNS,
    WORKERS,
    UNCHECKED,
    COMPARE,
    DEVICE_MEMORY,
    HOST_MEMORY,
    SPILL,
    ENGINE,
    ROAD,
    RESUME,
    PROGRESS,
    QUIET,
    OPTIONS,
    FIRST = 256, /**< key of the first one */
};

static const struct argp_option options[] = {
    [IN] = {"in", FIRST + IN, "FILE", 0, "keys to sort", 1},
    [OUT] = {"out", FIRST + OUT, "FILE", 0, "where they go; left out: nowhere", 1},
    [TYPE] = {"type", FIRST + TYPE, "TYPE", 0, "u32, i32 or f32 [u32]", 1},
    [FORMAT] = {"format", FIRST + FORMAT, "FORMAT", 0, "bin or text [by the name: .txt is text]",
                1},
    [N] = {"n", FIRST + N, "COUNT", 0, "make so many keys instead of reading them", 2},
    [DIST] = {"dist", FIRST + DIST, "NAME", 0, "and in this manner [uniform]", 2},
    [SEED] = {"seed", FIRST + SEED, "NUMBER", 0, "from this seed [1]", 2},
    [BLOCK] = {"block", FIRST + BLOCK, "HOW", 0,
               "how a tile becomes a run: radix (labs 02 and 03 or 04), oddeven (05) or bitonic "
               "(06) [radix]",
               3},
    [MERGE] = {"merge", FIRST + MERGE, "HOW", 0,
               "how its lists are merged, after radix: atomic (lab 03) or reduce (04) [atomic]", 3},
    [RUNS] = {"runs", FIRST + RUNS, "HOW", 0,
              "how the runs of a chunk are merged: losertree, heap or scan (lab 07, on the host), "
              "simd (on the host, by vectors) or bitonic (06, on the device) [losertree]",
              3},
    [WORKERS] = {"workers", FIRST + WORKERS, "COUNT", 0,
                 "threads that merge by loser trees on the host [1]", 3},
    [UNCHECKED] = {"unchecked", FIRST + UNCHECKED, NULL, 0, "skip the checks after every stage", 3},
    [COMPARE] = {"compare", FIRST + COMPARE, NULL, 0,
                 "sort by every block, merge and runs, and compare", 3},
    [DEVICE_MEMORY] = {"device-memory", FIRST + DEVICE_MEMORY, "BYTES", 0,
                       "most device memory to use, as in 64M [what is free]", 4},
    [HOST_MEMORY] = {"host-memory", FIRST + HOST_MEMORY, "BYTES", 0,
                     "most host memory to use for keys; what it does not hold is spilled [no "
                     "limit]",
                     4},
    [SPILL] = {"spill", FIRST + SPILL, "FOLDER", 0, "where to [OUT's folder, $TMPDIR or /tmp]", 4},
    [ENGINE] = {"engine", FIRST + ENGINE, "WHO", 0,
                "labs: through the labs; fast: past them, as fast as disk and memory allow, on the "
                "GPU if there is one; host or device: the same, there [labs]",
                5},
    [ROAD] = {"road", FIRST + ROAD, "WHO", OPTION_HIDDEN, "the old name of --engine", 5},
    [RESUME] = {"resume", FIRST + RESUME, "0|1", 0,
                "fast: 1 goes on from the runs that an interrupted sort has kept beside OUT, and "
                "keeps its own when it is interrupted; 0 throws those away and keeps none [1]",
                5},
    [PROGRESS] = {"progress", FIRST + PROGRESS, NULL, 0,
                  "fast: say how far it is, wherever errors go [on a terminal]", 5},
    [QUIET] = {"quiet", 'q', NULL, 0, "print nothing but errors", 5},
    [OPTIONS] = {0},
};

/** Of an option that was given what stands behind it, or ""; NULL of another. */
struct given {
    const char *text[OPTIONS];
};

/*
 * Values; 0 or NULL of an option that was not given
 */

/** A whole number up to `most`, and nothing else. */
static uint64_t number_of(const struct given *g, int option, uint64_t most) {
    const char *text = g->text[option];
    char *end;
    if (!text) return 0;
    errno = 0;
    uint64_t number = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || number > most)
        stop(EXIT_REQUEST, "--%s is '%s'; give a whole number from 0 to %" PRIu64,
             options[option].name, text, most);
    return number;
}

/** A number of bytes, with K, M or G for powers of 1024. */
static size_t bytes_of(const struct given *g, int option, size_t least, const char *too_little) {
    static const char units[] = "KMG";
    const char *text = g->text[option], *name = options[option].name;
    char *end;
    if (!text) return 0;
    errno = 0;
    uint64_t number = strtoull(text, &end, 10);
    const char *unit = *end != '\0' ? strchr(units, *end) : NULL;
    int shift = unit ? 10 * (int)(unit - units + 1) : 0;
    if (*text < '0' || *text > '9' || end[unit != NULL] != '\0' || errno != 0 ||
        number > SIZE_MAX >> shift)
        stop(EXIT_REQUEST, "--%s is '%s'; give a size such as 65536, 512K, 64M or 2G", name, text);
    size_t bytes = (size_t)number << shift;
    if (bytes < least)
        stop(EXIT_REQUEST, "--%s is %s, which %s; give at least %zu bytes", name, text, too_little,
             least);
    return bytes;
}

static const char *path_of(const struct given *g, int option, const char *what) {
    const char *path = g->text[option];
    if (path && *path == '\0')
        stop(EXIT_REQUEST, "--%s names no %s; give a path", options[option].name, what);
    return path;
}

/** Which of some names it is, which are in the order of their enum. */
static int choice_of(const struct given *g, int option, const char *const *names) {
    const char *text = g->text[option];
    char all[80] = "";
    if (!text) return 0;
    for (int i = 0; names[i]; i++) {
        if (strcmp(text, names[i]) == 0) return i;
        const char *between = i == 0 ? "" : names[i + 1] ? ", " : " or ";
        snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s%s", between, names[i]);
    }
    stop(EXIT_REQUEST, "--%s is '%s'; it can be %s", options[option].name, text, all);
}

#define CHOICE(option, ...) choice_of(g, option, (const char *const[]){__VA_ARGS__, NULL})

static enum data_dist dist_of(const struct given *g) {
    enum data_dist dist = DATA_UNIFORM;
    if (g->text[DIST] && !data_dist_from_name(g->text[DIST], &dist))
        stop(EXIT_REQUEST, "--dist is '%s'; it can be %s", g->text[DIST], data_dist_names());
    return dist;
}

static struct gpu_sort_options sort_of(const struct given *g) {
    return (struct gpu_sort_options){
        .type = (enum key_type)CHOICE(TYPE, "u32", "i32", "f32"),
        .block = (enum gpu_sort_block)CHOICE(BLOCK, "radix", "oddeven", "bitonic"),
        .merge = (enum gpu_sort_merge)CHOICE(MERGE, "atomic", "reduce"),
        .runs = (enum gpu_sort_runs)CHOICE(RUNS, "losertree", "heap", "scan", "simd", "bitonic"),
        .device_bytes = bytes_of(g, DEVICE_MEMORY, gpu_sort_least_bytes(), "holds no tile of keys"),
        .host_bytes =
            bytes_of(g, HOST_MEMORY, gpu_sort_least_host_bytes(), "is too little to sort in"),
        .workers = (int)number_of(g, WORKERS, 64),
        .unchecked = g->text[UNCHECKED],
    };
}

static struct run_request request_of(const struct given *g) {
    return (struct run_request){
        .in = path_of(g, IN, "file"),
        .out = path_of(g, OUT, "file"),
        .spill = path_of(g, SPILL, "folder"),
        .has_format = g->text[FORMAT],
        .format = (enum data_format)CHOICE(FORMAT, "bin", "text"),
        .makes = g->text[N],
        .n = number_of(g, N, UINT32_MAX),
        .seed = g->text[SEED] ? number_of(g, SEED, UINT64_MAX) : 1,
        .dist = dist_of(g),
        .engine = (enum engine)CHOICE(ENGINE, "labs", "fast", "host", "device"),
        .resumes = g->text[RESUME],
        .forgetful = g->text[RESUME] && !CHOICE(RESUME, "0", "1"),
        .progress = g->text[PROGRESS],
        .compares = g->text[COMPARE],
        .quiet = g->text[QUIET],
        .sort = sort_of(g),
    };
}

/*
 * What does not go together
 */

static void check_input(const struct run_request *r, const struct given *g) {
    if (!r->in && !r->makes)
        stop(EXIT_REQUEST,
             "there is nothing to sort; give a file (--in) or a number of keys to make "
             "(--n)");
    if (r->in && r->makes) stop(EXIT_REQUEST, "both --in and --n are given; leave one out");
    if (r->in && (g->text[DIST] || g->text[SEED]))
        stop(EXIT_REQUEST, "--dist and --seed make keys, but --in names a file; leave one out");
}

static void check_labs(const struct run_request *r, const struct given *g) {
    if (g->text[MERGE] && r->sort.block != GPU_SORT_RADIX)
        stop(EXIT_REQUEST,
             "--merge says how sorted lists are merged, and there are lists only after --block "
             "radix, not after %s; leave one out",
             gpu_sort_block_name(r->sort.block));
    if (g->text[WORKERS] && r->sort.runs != GPU_SORT_LOSERTREE)
        stop(EXIT_REQUEST,
             "--workers share the merge by loser trees, and --runs is %s; leave one out",
             gpu_sort_runs_name(r->sort.runs));
    if (r->spill && !r->sort.host_bytes && r->engine == ENGINE_LABS)
        stop(EXIT_REQUEST,
             "--spill is for keys that the host does not hold, and it may hold all; give "
             "--host-memory too");
}

/** The option of a list that ends with -1 that was given first in it; NULL: none. */
static const char *first_of(const struct given *g, const int *list) {
    for (; *list >= 0; list++)
        if (g->text[*list]) return options[*list].name;
    return NULL;
}

/** The other engines have other choices than the labs. */
static void check_engine(const struct run_request *r, const struct given *g) {
    const char *of_labs = first_of(g, (const int[]){RUNS, MERGE, BLOCK, COMPARE, -1});
    const char *of_fast = first_of(g, (const int[]){RESUME, PROGRESS, -1});
    if (r->engine != ENGINE_LABS && of_labs)
        stop(EXIT_REQUEST, "--%s is for the labs, but --engine is %s; leave one out", of_labs,
             g->text[ENGINE]);
    if (r->engine == ENGINE_LABS && of_fast)
        stop(EXIT_REQUEST, "--%s is for the fast engine; give --engine fast too, or leave it out",
             of_fast);
}

static void check_comparison(const struct run_request *r, const struct given *g) {
    const char *chosen = first_of(g, (const int[]){RUNS, MERGE, BLOCK, -1});
    if (!r->compares) return;
    if (r->out) stop(EXIT_REQUEST, "--compare writes no keys, but --out is given; leave one out");
    if (chosen)
        stop(EXIT_REQUEST, "--compare tries every combination, and --%s chooses one; leave one out",
             chosen);
    if (r->sort.host_bytes)
        stop(EXIT_REQUEST, "--compare sorts in memory, without --host-memory; leave one out");
}

static error_t parse_option(int key, char *text, struct argp_state *state) {
    struct given *g = state->input;
    if (key == ARGP_KEY_ARG)
        stop(EXIT_REQUEST, "what is '%s'? A file goes behind --in or --out", text);
    int option = key == 'q' ? QUIET : key - FIRST;
    if (option < 0 || option >= OPTIONS) return ARGP_ERR_UNKNOWN;
    g->text[option] = text ? text : "";
    return 0;
}

void parse(struct run_request *r, int argc, char **argv) {
    static const struct argp argp = {
        options, parse_option,
        NULL,    "Sorts 32-bit keys through the full pipeline, checking every stage.",
        NULL,    NULL,
        NULL};
    struct given g = {0};
    argp_err_exit_status = EXIT_REQUEST;
    argp_parse(&argp, argc, argv, 0, NULL, &g);
    if (g.text[ROAD] && !g.text[ENGINE]) g.text[ENGINE] = g.text[ROAD];
    if (g.text[ROAD] && !g.text[QUIET])
        fprintf(stderr, "run: ROAD (--road) is called ENGINE (--engine) now; give ENGINE=%s\n",
                g.text[ENGINE]);
    *r = request_of(&g);
    check_input(r, &g);
    check_labs(r, &g);
    check_engine(r, &g);
    check_comparison(r, &g);
}
