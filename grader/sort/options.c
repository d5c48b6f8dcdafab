/**
 * @file
 * @brief The command line: what it may say, and what does not go together.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "grader/shared/options.h"
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
};

/* What was given, and where it goes; of the numbers of bytes as they are typed. */
static const char *given[OPTIONS];
static struct run_request asked = {.seed = 1};
static const char *resume;

/** A number of bytes, with K, M or G for powers of 1024. */
static const char *take_bytes(const char *text, void *to) {
    static const char units[] = "KMG";
    char *end;
    errno = 0;
    uint64_t number = strtoull(text, &end, 10);
    const char *unit = *end != '\0' ? strchr(units, *end) : NULL;
    int shift = unit ? 10 * (int)(unit - units + 1) : 0;
    if (*text < '0' || *text > '9' || end[unit != NULL] != '\0' || errno != 0 ||
        number > SIZE_MAX >> shift)
        return "Give a size such as 65536, 512K, 64M or 2G";
    *(size_t *)to = (size_t)number << shift;
    return NULL;
}

static const char *take_dist(const char *text, void *to) {
    static char says[300];
    snprintf(says, sizeof(says), "It can be %s", data_dist_names());
    return data_dist_from_name(text, to) ? NULL : says;
}

#define ENGINES OPTION_CHOICE(asked.engine, "labs", "fast", "host", "device")

static const struct option_row rows[] = {
    [IN] = {"in", 0, "FILE", "keys to sort", .text = &asked.in},
    [OUT] = {"out", 0, "FILE", "where they go (left out: nowhere)", .text = &asked.out},
    [TYPE] = {"type", 0, "TYPE", "u32, i32 or f32 [u32]",
              OPTION_CHOICE(asked.sort.type, "u32", "i32", "f32")},
    [FORMAT] = {"format", 0, "FORMAT", "bin or text [by the name: .txt is text]",
                OPTION_CHOICE(asked.format, "bin", "text")},
    [N] = {"n", 0, "COUNT", "make so many keys instead of reading them",
           OPTION_NUMBER(asked.n, 0, UINT32_MAX)},
    [DIST] = {"dist", 0, "NAME", "and in this manner [uniform]", .take = take_dist,
              .to = &asked.dist},
    [SEED] = {"seed", 0, "NUMBER", "from this seed [1]", OPTION_NUMBER(asked.seed, 0, UINT64_MAX)},
    [BLOCK] = {"block", 0, "HOW",
               "how a tile becomes a run: radix (labs 02 and 03 or 04), oddeven (05) or bitonic "
               "(06) [radix]",
               OPTION_CHOICE(asked.sort.block, "radix", "oddeven", "bitonic")},
    [MERGE] = {"merge", 0, "HOW",
               "how its lists are merged, after radix: atomic (lab 03) or reduce (04) [atomic]",
               OPTION_CHOICE(asked.sort.merge, "atomic", "reduce")},
    [RUNS] = {"runs", 0, "HOW",
              "how the runs of a chunk are merged: losertree, heap or scan (lab 07, on the host), "
              "simd (on the host, by vectors) or bitonic (06, on the device) [losertree]",
              OPTION_CHOICE(asked.sort.runs, "losertree", "heap", "scan", "simd", "bitonic")},
    [WORKERS] = {"workers", 0, "COUNT", "threads that merge by loser trees on the host [1]",
                 OPTION_NUMBER(asked.sort.workers, 0, 64)},
    [UNCHECKED] = {"unchecked", 0, NULL, "skip the checks after every stage",
                   .flag = &asked.sort.unchecked},
    [COMPARE] = {"compare", 0, NULL, "sort by every block, merge and runs, and compare",
                 .flag = &asked.compares},
    [DEVICE_MEMORY] = {"device-memory", 0, "BYTES",
                       "most device memory to use, as in 64M [what is free]", .take = take_bytes,
                       .to = &asked.sort.device_bytes},
    [HOST_MEMORY] = {"host-memory", 0, "BYTES",
                     "most host memory to use for keys (the rest is spilled) [no limit]",
                     .take = take_bytes, .to = &asked.sort.host_bytes},
    [SPILL] = {"spill", 0, "FOLDER", "where to [OUT's folder, $TMPDIR or /tmp]",
               .text = &asked.spill},
    [ENGINE] = {"engine", 0, "WHO",
                "labs: the labs sort. fast: the kit's own sort, as fast as disk and memory allow, "
                "on the GPU if there is one. host or device: the kit's own sort, there [labs]",
                ENGINES},
    [ROAD] = {"road", 0, "WHO", NULL, ENGINES, .called = "--engine"},
    [RESUME] = {"resume", 0, "0|1",
                "fast: 1 continues from the runs that an interrupted sort has kept next to OUT. It "
                "keeps its own when it is interrupted. 0 deletes them and keeps none [1]",
                .text = &resume, OPTION_CHOICES("0", "1")},
    [PROGRESS] = {"progress", 0, NULL,
                  "fast: say how far it is, wherever errors go [on a terminal]",
                  .flag = &asked.progress},
    [QUIET] = {"quiet", 'q', NULL, "print nothing but errors", .flag = &asked.quiet},
    [OPTIONS] = {0},
};

/*
 * What does not go together
 */

static void check_path(int option, const char *what) {
    if (given[option] && *given[option] == '\0')
        stop(EXIT_REQUEST, "--%s names no %s. Give a path", rows[option].name, what);
}

static void check_bytes(int option, size_t bytes, size_t least, const char *too_little) {
    if (given[option] && bytes < least)
        stop(EXIT_REQUEST, "--%s is %s, which %s. Give at least %zu bytes", rows[option].name,
             given[option], too_little, least);
}

static void check_values(const struct run_request *r) {
    check_path(IN, "file");
    check_path(OUT, "file");
    check_path(SPILL, "folder");
    check_bytes(DEVICE_MEMORY, r->sort.device_bytes, gpu_sort_least_bytes(),
                "holds no tile of keys");
    check_bytes(HOST_MEMORY, r->sort.host_bytes, gpu_sort_least_host_bytes(),
                "is too little to sort in");
}

static void check_input(const struct run_request *r) {
    if (!r->in && !r->makes)
        stop(EXIT_REQUEST,
             "there is nothing to sort. Give a file (--in) or a number of keys to make (--n)");
    if (r->in && r->makes) stop(EXIT_REQUEST, "both --in and --n are given. Leave one out");
    if (r->in && (given[DIST] || given[SEED]))
        stop(EXIT_REQUEST, "--dist and --seed make keys, but --in names a file. Leave one out");
}

static void check_labs(const struct run_request *r) {
    if (given[MERGE] && r->sort.block != GPU_SORT_RADIX)
        stop(EXIT_REQUEST,
             "--merge says how sorted lists are merged, and there are lists only after --block "
             "radix, not after %s. Leave one out",
             gpu_sort_block_name(r->sort.block));
    if (given[WORKERS] && r->sort.runs != GPU_SORT_LOSERTREE)
        stop(EXIT_REQUEST,
             "--workers share the merge by loser trees, and --runs is %s. Leave one out",
             gpu_sort_runs_name(r->sort.runs));
    if (r->spill && !r->sort.host_bytes && r->engine == ENGINE_LABS)
        stop(EXIT_REQUEST, "--spill is for keys that the host does not hold, and it may hold all. "
                           "Give --host-memory too");
}

/** The option of a list that ends with -1 that was given first in it; NULL: none. */
static const char *first_of(const int *list) {
    for (; *list >= 0; list++)
        if (given[*list]) return rows[*list].name;
    return NULL;
}

/** The other engines have other choices than the labs. */
static void check_engine(const struct run_request *r) {
    const char *of_labs = first_of((const int[]){RUNS, MERGE, BLOCK, COMPARE, -1});
    const char *of_fast = first_of((const int[]){RESUME, PROGRESS, -1});
    if (r->engine != ENGINE_LABS && of_labs)
        stop(EXIT_REQUEST, "--%s is for the labs, but --engine is %s. Leave one out", of_labs,
             given[ENGINE]);
    if (r->engine == ENGINE_LABS && of_fast)
        stop(EXIT_REQUEST, "--%s is for the fast engine. Give --engine fast too, or leave it out",
             of_fast);
}

static void check_comparison(const struct run_request *r) {
    const char *chosen = first_of((const int[]){RUNS, MERGE, BLOCK, -1});
    if (!r->compares) return;
    if (r->out) stop(EXIT_REQUEST, "--compare writes no keys, but --out is given. Leave one out");
    if (chosen)
        stop(EXIT_REQUEST, "--compare tries every combination, and --%s chooses one. Leave one out",
             chosen);
    if (r->sort.host_bytes)
        stop(EXIT_REQUEST, "--compare sorts in memory, without --host-memory. Leave one out");
}

void parse(struct run_request *r, int argc, char **argv) {
    const struct options options = {
        rows,
        "Sorts 32-bit keys through the full pipeline, checking every stage.",
        .remedy = "A file goes behind --in or --out",
        .given = given,
        .stop = stop,
    };
    options_read(&options, argc, argv);
    if (given[ROAD] && !given[ENGINE]) given[ENGINE] = given[ROAD];
    if (given[ROAD] && !given[QUIET])
        fprintf(stderr, "run: ROAD (--road) is called ENGINE (--engine) now. Give ENGINE=%s\n",
                given[ENGINE]);
    asked.has_format = given[FORMAT];
    asked.makes = given[N];
    asked.resumes = given[RESUME];
    asked.forgetful = resume && strcmp(resume, "0") == 0;
    *r = asked;
    check_values(r);
    check_input(r);
    check_labs(r);
    check_engine(r);
    check_comparison(r);
}
