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
    OPTION_QUIET = 'q',
    OPTION_IN = 256,
    OPTION_OUT,
    OPTION_TYPE,
    OPTION_FORMAT,
    OPTION_N,
    OPTION_DIST,
    OPTION_SEED,
    OPTION_BLOCK,
    OPTION_MERGE,
    OPTION_RUNS,
    OPTION_WORKERS,
    OPTION_DEVICE_MEMORY,
    OPTION_HOST_MEMORY,
    OPTION_SPILL,
    OPTION_COMPARE,
    OPTION_UNCHECKED,
    OPTION_ROAD,
    OPTION_RESUME,
    OPTION_PROGRESS,
    OPTION_ENGINE,
};

static const struct argp_option options[] = {
    {"in", OPTION_IN, "FILE", 0, "keys to sort", 1},
    {"out", OPTION_OUT, "FILE", 0, "where they go; left out: nowhere", 1},
    {"type", OPTION_TYPE, "TYPE", 0, "u32, i32 or f32 [u32]", 1},
    {"format", OPTION_FORMAT, "FORMAT", 0, "bin or text [by the name: .txt is text]", 1},
    {"n", OPTION_N, "COUNT", 0, "make so many keys instead of reading them", 2},
    {"dist", OPTION_DIST, "NAME", 0, "and in this manner [uniform]", 2},
    {"seed", OPTION_SEED, "NUMBER", 0, "from this seed [1]", 2},
    {"block", OPTION_BLOCK, "HOW", 0,
     "how a tile becomes a run: radix (labs 02 and 03 or 04), oddeven (05) or bitonic (06) [radix]",
     3},
    {"merge", OPTION_MERGE, "HOW", 0,
     "how its lists are merged, after radix: atomic (lab 03) or reduce (04) [atomic]", 3},
    {"runs", OPTION_RUNS, "HOW", 0,
     "how the runs of a chunk are merged: losertree, heap or scan (lab 07, on the host), simd (on "
     "the host, by vectors) or bitonic (06, on the device) [losertree]",
     3},
    {"workers", OPTION_WORKERS, "COUNT", 0, "threads that merge by loser trees on the host [1]", 3},
    {"unchecked", OPTION_UNCHECKED, NULL, 0, "skip the checks after every stage", 3},
    {"compare", OPTION_COMPARE, NULL, 0, "sort by every block, merge and runs, and compare", 3},
    {"device-memory", OPTION_DEVICE_MEMORY, "BYTES", 0,
     "most device memory to use, as in 64M [what is free]", 4},
    {"host-memory", OPTION_HOST_MEMORY, "BYTES", 0,
     "most host memory to use for keys; what it does not hold is spilled [no limit]", 4},
    {"spill", OPTION_SPILL, "FOLDER", 0, "where to [OUT's folder, $TMPDIR or /tmp]", 4},
    {"road", OPTION_ROAD, "HOW", 0,
     "labs: through the labs; fast: past them, as fast as disk and memory allow [labs]", 5},
    {"resume", OPTION_RESUME, "0|1", 0,
     "fast: 1 goes on from the runs that an interrupted sort has kept beside OUT, and keeps its "
     "own when it is interrupted; 0 throws those away and keeps none [1]",
     5},
    {"progress", OPTION_PROGRESS, NULL, 0,
     "fast: say how far it is, wherever errors go [on a terminal]", 5},
    {"engine", OPTION_ENGINE, "WHO", 0,
     "fast: who sorts, host or device [the GPU, if there is one]", 5},
    {"quiet", OPTION_QUIET, NULL, 0, "print nothing but errors", 5},
    {0},
};

/*
 * Values
 */

/** A whole number up to `most`, and nothing else. */
static uint64_t number_of(const char *option, const char *text, uint64_t most) {
    char *end;
    errno = 0;
    uint64_t number = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || number > most)
        stop(EXIT_REQUEST, "%s is '%s'; give a whole number from 0 to %" PRIu64, option, text,
             most);
    return number;
}

/** A number of bytes, with K, M or G for powers of 1024. */
static size_t bytes_of(const char *option, const char *text, size_t least, const char *too_little) {
    static const char units[] = "KMG";
    char *end;
    errno = 0;
    uint64_t number = strtoull(text, &end, 10);
    const char *unit = *end != '\0' ? strchr(units, *end) : NULL;
    int shift = unit ? 10 * (int)(unit - units + 1) : 0;
    if (*text < '0' || *text > '9' || end[unit != NULL] != '\0' || errno != 0 ||
        number > SIZE_MAX >> shift)
        stop(EXIT_REQUEST, "%s is '%s'; give a size such as 65536, 512K, 64M or 2G", option, text);
    size_t bytes = (size_t)number << shift;
    if (bytes < least)
        stop(EXIT_REQUEST, "%s is %s, which %s; give at least %zu bytes", option, text, too_little,
             least);
    return bytes;
}

static const char *path_of(const char *option, const char *path, const char *what) {
    if (*path == '\0') stop(EXIT_REQUEST, "%s names no %s; give a path", option, what);
    return path;
}

static enum gpu_sort_block block_of(const char *name) {
    for (int b = 0; b < GPU_SORT_BLOCKS; b++)
        if (strcmp(name, gpu_sort_block_name((enum gpu_sort_block)b)) == 0)
            return (enum gpu_sort_block)b;
    stop(EXIT_REQUEST, "--block is '%s'; it can be radix, oddeven or bitonic", name);
}

static enum gpu_sort_merge merge_of(const char *name) {
    for (int m = 0; m < GPU_SORT_MERGES; m++)
        if (strcmp(name, gpu_sort_merge_name((enum gpu_sort_merge)m)) == 0)
            return (enum gpu_sort_merge)m;
    stop(EXIT_REQUEST, "--merge is '%s'; it can be atomic or reduce", name);
}

static enum gpu_sort_runs runs_of(const char *name) {
    for (int k = 0; k < GPU_SORT_RUNS; k++)
        if (strcmp(name, gpu_sort_runs_name((enum gpu_sort_runs)k)) == 0)
            return (enum gpu_sort_runs)k;
    stop(EXIT_REQUEST, "--runs is '%s'; it can be losertree, heap, scan, simd or bitonic", name);
}

static const char *format_of(const char *name) {
    if (strcmp(name, "bin") != 0 && strcmp(name, "text") != 0)
        stop(EXIT_REQUEST, "--format is '%s'; it can be bin or text", name);
    return name;
}

static enum key_type type_of(const char *name) {
    enum key_type type;
    if (!key_type_from_name(name, &type))
        stop(EXIT_REQUEST, "--type is '%s'; it can be u32, i32 or f32", name);
    return type;
}

/** Which of two names it is: false the first, true the second. */
static bool second_of(const char *option, const char *name, const char *first, const char *second) {
    bool is_second = strcmp(name, second) == 0;
    if (!is_second && strcmp(name, first) != 0)
        stop(EXIT_REQUEST, "%s is '%s'; it can be %s or %s", option, name, first, second);
    return is_second;
}

static enum data_dist dist_of(const char *name) {
    enum data_dist dist;
    if (!data_dist_from_name(name, &dist))
        stop(EXIT_REQUEST, "--dist is '%s'; it can be %s", name, data_dist_names());
    return dist;
}

/*
 * Options: each function takes those of one kind; false when the option is of another.
 */

/** What is sorted. */
static bool take_file_option(struct request *r, int key, const char *text) {
    switch (key) {
    case OPTION_IN:
        r->in = path_of("--in", text, "file");
        return true;
    case OPTION_OUT:
        r->out = path_of("--out", text, "file");
        return true;
    case OPTION_TYPE:
        r->sort.type = type_of(text);
        return true;
    case OPTION_FORMAT:
        r->format = format_of(text);
        return true;
    default:
        return false;
    }
}

/** Which keys are made. */
static bool take_made_option(struct request *r, int key, const char *text) {
    if (key == OPTION_N) {
        r->n = number_of("--n", text, UINT32_MAX);
        return r->makes = true;
    }
    if (key == OPTION_DIST)
        r->dist = dist_of(text);
    else if (key == OPTION_SEED)
        r->seed = number_of("--seed", text, UINT64_MAX);
    else
        return false;
    return r->shaped = true;
}

/** By which road. */
static bool take_road_option(struct request *r, int key, const char *text) {
    switch (key) {
    case OPTION_BLOCK:
        r->sort.block = block_of(text);
        r->chosen = "--block";
        return true;
    case OPTION_MERGE:
        r->sort.merge = merge_of(text);
        r->chosen = "--merge";
        return r->merges = true;
    case OPTION_RUNS:
        r->sort.runs = runs_of(text);
        r->chosen = "--runs";
        return true;
    case OPTION_WORKERS:
        r->sort.workers = (int)number_of("--workers", text, 64);
        return r->shares = true;
    case OPTION_ROAD:
        r->fast = second_of("--road", text, "labs", "fast");
        return true;
    case OPTION_ENGINE:
        second_of("--engine", text, "host", "device");
        r->engine = text;
        return true;
    case OPTION_RESUME:
        r->forgetful = !second_of("--resume", text, "0", "1");
        return r->resumes = true;
    default:
        return false;
    }
}

/** With how much memory. */
static bool take_memory_option(struct request *r, int key, const char *text) {
    switch (key) {
    case OPTION_DEVICE_MEMORY:
        r->sort.device_bytes =
            bytes_of("--device-memory", text, gpu_sort_least_bytes(), "holds no tile of keys");
        return true;
    case OPTION_HOST_MEMORY:
        r->sort.host_bytes = bytes_of("--host-memory", text, gpu_sort_least_host_bytes(),
                                      "is too little to sort in");
        return true;
    case OPTION_SPILL:
        r->spill = path_of("--spill", text, "folder");
        return true;
    default:
        return false;
    }
}

static bool take_flag(struct request *r, int key) {
    switch (key) {
    case OPTION_UNCHECKED:
        return r->sort.unchecked = true;
    case OPTION_COMPARE:
        return r->compares = true;
    case OPTION_PROGRESS:
        return r->progress = true;
    case OPTION_QUIET:
        return r->quiet = true;
    default:
        return false;
    }
}

static error_t parse_option(int key, char *text, struct argp_state *state) {
    struct request *r = state->input;
    if (key == ARGP_KEY_ARG)
        stop(EXIT_REQUEST, "what is '%s'? A file goes behind --in or --out", text);
    bool taken = take_file_option(r, key, text) || take_made_option(r, key, text) ||
                 take_road_option(r, key, text) || take_memory_option(r, key, text) ||
                 take_flag(r, key);
    return taken ? 0 : ARGP_ERR_UNKNOWN;
}

/*
 * What does not go together
 */

static void check_input(const struct request *r) {
    if (!r->in && !r->makes)
        stop(EXIT_REQUEST,
             "there is nothing to sort; give a file (--in) or a number of keys to make "
             "(--n)");
    if (r->in && r->makes) stop(EXIT_REQUEST, "both --in and --n are given; leave one out");
    if (r->in && r->shaped)
        stop(EXIT_REQUEST, "--dist and --seed make keys, but --in names a file; leave one out");
}

static void check_road(const struct request *r) {
    if (r->merges && r->sort.block != GPU_SORT_RADIX)
        stop(EXIT_REQUEST,
             "--merge says how sorted lists are merged, and there are lists only after --block "
             "radix, not after %s; leave one out",
             gpu_sort_block_name(r->sort.block));
    if (r->shares && r->sort.runs != GPU_SORT_LOSERTREE)
        stop(EXIT_REQUEST,
             "--workers share the merge by loser trees, and --runs is %s; leave one out",
             gpu_sort_runs_name(r->sort.runs));
    if (r->spill && !r->sort.host_bytes && !r->fast)
        stop(EXIT_REQUEST,
             "--spill is for keys that the host does not hold, and it may hold all; give "
             "--host-memory too");
}

/** The fast engine has other choices than the labs'. */
static void check_fast(const struct request *r) {
    const char *other = r->chosen ? r->chosen : r->compares ? "--compare" : NULL;
    if (r->fast && other)
        stop(EXIT_REQUEST, "%s is for the labs' road, but --road is fast; leave one out", other);
    if (!r->fast && (r->resumes || r->progress || r->engine))
        stop(EXIT_REQUEST, "%s is for the fast engine; give --road fast too, or leave it out",
             r->resumes    ? "--resume"
             : r->progress ? "--progress"
                           : "--engine");
}

static void check_comparison(const struct request *r) {
    if (!r->compares) return;
    if (r->out) stop(EXIT_REQUEST, "--compare writes no keys, but --out is given; leave one out");
    if (r->chosen)
        stop(EXIT_REQUEST, "--compare goes every road, and %s chooses one; leave one out",
             r->chosen);
    if (r->sort.host_bytes)
        stop(EXIT_REQUEST, "--compare sorts in memory, without --host-memory; leave one out");
}

void parse(struct request *r, int argc, char **argv) {
    static const struct argp argp = {
        options, parse_option,
        NULL,    "Sorts 32-bit keys through the full pipeline, checking every stage.",
        NULL,    NULL,
        NULL};
    argp_err_exit_status = EXIT_REQUEST;
    argp_parse(&argp, argc, argv, 0, NULL, r);
    check_input(r);
    check_road(r);
    check_fast(r);
    check_comparison(r);
}
