/**
 * @file
 * @brief The program around the pipeline: reads keys or makes them, sorts, writes, says what it did.
 *
 * Exit status: 0 sorted; 1 a stage or the device failed; 2 something about the request is wrong.
 * Whatever happens, OUT is either complete or as it was.
 */
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <libgen.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "common/data.h"
#include "grader/pipeline/pipeline.h"

enum { EXIT_BROKEN = 1, EXIT_REQUEST = 2 };

/** What the command line asks for. */
struct request {
    const char *in, *out; /**< NULL: not given */
    const char *format;   /**< NULL: by the names of the files */
    bool makes;           /**< the input is made: n, dist and seed say how */
    bool shaped;          /**< dist or seed was given */
    bool quiet;
    uint64_t n, seed;
    enum data_dist dist;
    struct gpu_sort_options sort;
};

/** Ends the program with one sentence. */
__attribute__((noreturn, format(printf, 2, 3))) static void stop(int status, const char *format,
                                                                 ...) {
    va_list args;
    fflush(stdout);
    fputs("run: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(status);
}

/*
 * The command line
 */

enum {
    OPTION_QUIET = 'q',
    OPTION_IN = 256,
    OPTION_OUT,
    OPTION_TYPE,
    OPTION_FORMAT,
    OPTION_N,
    OPTION_DIST,
    OPTION_SEED,
    OPTION_MERGE,
    OPTION_MEMORY,
    OPTION_WORKERS,
    OPTION_UNCHECKED,
};

static const struct argp_option options[] = {
    {"in", OPTION_IN, "FILE", 0, "keys to sort", 1},
    {"out", OPTION_OUT, "FILE", 0, "where they go; left out: nowhere", 1},
    {"type", OPTION_TYPE, "TYPE", 0, "u32, i32 or f32 [u32]", 1},
    {"format", OPTION_FORMAT, "FORMAT", 0, "bin or text [by the name: .txt is text]", 1},
    {"n", OPTION_N, "COUNT", 0, "make so many keys instead of reading them", 2},
    {"dist", OPTION_DIST, "NAME", 0, "and in this manner [uniform]", 2},
    {"seed", OPTION_SEED, "NUMBER", 0, "from this seed [1]", 2},
    {"merge", OPTION_MERGE, "LAB", 0, "atomic (lab 03) or reduce (lab 04) [atomic]", 3},
    {"device-memory", OPTION_MEMORY, "BYTES", 0,
     "most device memory to use, as in 64M [what is free]", 3},
    {"workers", OPTION_WORKERS, "COUNT", 0, "threads that merge on the host [1]", 3},
    {"unchecked", OPTION_UNCHECKED, NULL, 0, "skip the checks after every stage", 3},
    {"quiet", OPTION_QUIET, NULL, 0, "print nothing but errors", 4},
    {0},
};

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
static size_t bytes_of(const char *option, const char *text) {
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
    if (bytes < gpu_sort_least_bytes())
        stop(EXIT_REQUEST, "%s is %s, which holds no tile of keys; give at least %zu bytes", option,
             text, gpu_sort_least_bytes());
    return bytes;
}

static const char *path_of(const char *option, const char *path) {
    if (*path == '\0') stop(EXIT_REQUEST, "%s names no file; give a path", option);
    return path;
}

static enum gpu_sort_merge merge_of(const char *name) {
    for (int m = 0; m < GPU_SORT_MERGES; m++)
        if (strcmp(name, gpu_sort_merge_name((enum gpu_sort_merge)m)) == 0)
            return (enum gpu_sort_merge)m;
    stop(EXIT_REQUEST, "--merge is '%s'; it can be atomic or reduce", name);
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

static enum data_dist dist_of(const char *name) {
    enum data_dist dist;
    if (!data_dist_from_name(name, &dist))
        stop(EXIT_REQUEST, "--dist is '%s'; it can be %s", name, data_dist_names());
    return dist;
}

/** Takes an option that says what is sorted; false when it is none. */
static bool take_file_option(struct request *r, int key, const char *text) {
    switch (key) {
    case OPTION_IN:
        r->in = path_of("--in", text);
        return true;
    case OPTION_OUT:
        r->out = path_of("--out", text);
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

/** The same for an option that says which keys are made. */
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

/** The same for an option that says how it is sorted. */
static bool take_sort_option(struct request *r, int key, const char *text) {
    switch (key) {
    case OPTION_MERGE:
        r->sort.merge = merge_of(text);
        return true;
    case OPTION_MEMORY:
        r->sort.device_bytes = bytes_of("--device-memory", text);
        return true;
    case OPTION_WORKERS:
        r->sort.workers = (int)number_of("--workers", text, 64);
        return true;
    case OPTION_UNCHECKED:
        return r->sort.unchecked = true;
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
                 take_sort_option(r, key, text);
    return taken ? 0 : ARGP_ERR_UNKNOWN;
}

static void parse(struct request *r, int argc, char **argv) {
    static const struct argp argp = {
        options, parse_option,
        NULL,    "Sorts 32-bit keys through the full pipeline, checking every stage.",
        NULL,    NULL,
        NULL};
    argp_err_exit_status = EXIT_REQUEST;
    argp_parse(&argp, argc, argv, 0, NULL, r);
    if (!r->in && !r->makes)
        stop(EXIT_REQUEST,
             "there is nothing to sort; give a file (--in) or a number of keys to make "
             "(--n)");
    if (r->in && r->makes) stop(EXIT_REQUEST, "both --in and --n are given; leave one out");
    if (r->in && r->shaped)
        stop(EXIT_REQUEST, "--dist and --seed make keys, but --in names a file; leave one out");
}

static enum data_format format_for(const struct request *r, const char *path) {
    if (!r->format) return data_format_of(path);
    return strcmp(r->format, "text") == 0 ? DATA_TEXT : DATA_BINARY;
}

/*
 * Interruption. The only thing that must not stay behind is the file that grows beside OUT. While
 * there is one, a signal waits for the next pause; at any other time it ends the program at once.
 */

static volatile sig_atomic_t file_grows, interrupted;

static void die_of(int number) {
    signal(number, SIG_DFL);
    raise(number);
}

static void on_signal(int number) {
    interrupted = number;
    if (!file_grows) die_of(number);
}

static void catch_signals(void) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        struct sigaction old;
        sigaction(numbers[i], NULL, &old);
        if (old.sa_handler != SIG_IGN) sigaction(numbers[i], &action, NULL); // nohup stays
    }
    signal(SIGXFSZ, SIG_IGN); // a limit on file sizes is an error like a full disk
}

/** No file grows any more; what was held back happens now. */
static void file_done(void) {
    file_grows = 0;
    if (interrupted) die_of(interrupted);
}

/*
 * Files
 */

/** Both names lead to one file, of a kind that reading or writing would spoil. */
static bool is_same_file(const char *a, const char *b) {
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino &&
           !S_ISCHR(x.st_mode);
}

/** OUT is a device or a pipe, to which the keys go straight. */
static bool is_stream(const char *out) {
    struct stat st;
    return stat(out, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

/** A writer for OUT, opened so that no signal leaves its file behind. */
static struct data_writer *open_out(const struct request *r) {
    struct data_error error;
    file_grows = !is_stream(r->out);
    struct data_writer *w = data_writer_open(r->out, format_for(r, r->out), r->sort.type, &error);
    if (!w) stop(EXIT_REQUEST, "%s", error.text);
    return w;
}

/** What can be said against the files before minutes are spent on sorting. */
static void check_files(const struct request *r) {
    if (r->in && r->out && is_same_file(r->in, r->out))
        stop(EXIT_REQUEST, "'%s' and '%s' are the same file; write to another one", r->in, r->out);
    if (!r->out) return;
    if (is_stream(r->out) && access(r->out, W_OK) != 0)
        stop(EXIT_REQUEST, "cannot write '%s': %s; choose another place", r->out, strerror(errno));
    if (is_stream(r->out)) return; // opening it twice might be noticed at its other end
    data_writer_abort(open_out(r));
    file_done();
}

/** The keys need room on OUT's disk beside the old OUT, which stays until they are all there. */
static void check_room(const struct request *r, size_t n) {
    if (!r->out || is_stream(r->out)) return;
    uint64_t least = (uint64_t)n * (format_for(r, r->out) == DATA_TEXT ? 2 : sizeof(uint32_t));
    char *copy = strdup(r->out);
    struct statvfs disk;
    if (copy && statvfs(dirname(copy), &disk) == 0 && disk.f_blocks > 0 &&
        (uint64_t)disk.f_bfree * disk.f_frsize < least)
        stop(EXIT_REQUEST,
             "cannot write '%s': its disk has %" PRIu64 " bytes free and the keys take "
             "%" PRIu64 " or more; free some space or choose another disk",
             r->out, (uint64_t)disk.f_bfree * disk.f_frsize, least);
    free(copy);
}

/** The keys that are to be sorted. */
static uint32_t *load(const struct request *r, size_t *n) {
    uint32_t *keys;
    if (r->in) {
        struct data_error error;
        if (!data_read(r->in, format_for(r, r->in), r->sort.type, &keys, n, &error))
            stop(EXIT_REQUEST, "%s", error.text);
        return keys;
    }
    *n = (size_t)r->n;
    keys = malloc((*n + 1) * sizeof(*keys)); // never 0 bytes
    if (!keys) stop(EXIT_REQUEST, "no memory for %zu keys; make fewer", *n);
    data_fill(keys, *n, r->dist, r->seed);
    return keys;
}

/** Writes the keys in pieces, between which an interruption is heard. */
static void save(const struct request *r, const uint32_t *keys, size_t n) {
    enum { PIECE = 1 << 16 };
    struct data_error error;
    struct data_writer *w = open_out(r);
    bool ok = true;
    for (size_t i = 0; ok && i < n && !interrupted; i += PIECE)
        ok = data_writer_write(w, keys + i, n - i < PIECE ? n - i : PIECE, &error);
    if (ok && !interrupted)
        ok = data_writer_commit(w, &error);
    else
        data_writer_abort(w);
    file_done();
    if (!ok) stop(EXIT_REQUEST, "%s", error.text);
}

/*
 * What it says
 */

static const char *verdict_text(enum gpu_sort_verdict verdict) {
    return verdict == GPU_SORT_HOLDS ? "ok" : verdict == GPU_SORT_BROKEN ? "BROKEN" : "-";
}

static double mkeys_s(size_t keys, double ms) {
    return ms > 0 ? (double)keys / 1e3 / ms : 0;
}

static void print_table(FILE *to, const struct gpu_sort_report *report) {
    fprintf(to, "%-12s %11s %17s %10s %10s %9s  %s\n", "stage", "keys", "parts", "ms", "check ms",
            "Mkeys/s", "verdict");
    for (int i = 0; i < GPU_SORT_STAGES; i++) {
        const struct gpu_sort_row *row = &report->rows[i];
        if (!row->name) continue;
        char parts[40] = "", rate[40] = "-";
        if (*row->part)
            snprintf(parts, sizeof(parts), "%zu %s%s", row->n_parts, row->part,
                     row->n_parts == 1 ? "" : "s");
        if (row->keys > 0 && row->ms >= 0.001)
            snprintf(rate, sizeof(rate), "%.1f", mkeys_s(row->keys, row->ms));
        fprintf(to, "%-12s %11zu %17s %10.1f %10.1f %9s  %s\n", row->name, row->keys, parts,
                row->ms, row->check_ms, rate, verdict_text(row->verdict));
    }
}

static void print_summary(FILE *to, const struct request *r, size_t n,
                          const struct gpu_sort_report *report) {
    double ms = report->ms - report->check_ms;
    fprintf(to, "%zu %s keys sorted in %.1f ms (%.1f Mkeys/s)", n, key_type_name(r->sort.type), ms,
            mkeys_s(n, ms));
    fprintf(to, r->sort.unchecked ? ", unchecked" : ", checked in %.1f ms", report->check_ms);
    if (r->out)
        fprintf(to, "; written to '%s'\n", r->out);
    else
        fputs("; not written: no --out\n", to);
}

/** Where the report goes: beside the keys, when these go to the standard output. */
static FILE *report_stream(const struct request *r) {
    return r->out && is_same_file(r->out, "/dev/stdout") ? stderr : stdout;
}

/** The CPU runtime is as small a device as the budget says; a GPU has the size that it has. */
static void limit_device(const struct request *r) {
    char bytes[24];
    if (r->sort.device_bytes == 0) return;
    snprintf(bytes, sizeof(bytes), "%zu", r->sort.device_bytes);
    setenv("SIMT_DEVICE_MEMORY", bytes, 1);
}

int main(int argc, char **argv) {
    struct request r = {.seed = 1};
    struct gpu_sort_report report;
    size_t n;
    catch_signals();
    parse(&r, argc, argv);
    check_files(&r);
    uint32_t *keys = load(&r, &n);
    check_room(&r, n);
    limit_device(&r);
    FILE *to = report_stream(&r);
    bool sorted = gpu_sort(keys, n, &r.sort, &report);
    if (!r.quiet && (sorted || report.began)) print_table(to, &report);
    if (!sorted) stop(report.began ? EXIT_BROKEN : EXIT_REQUEST, "%s", report.error);
    if (r.out) save(&r, keys, n);
    if (!r.quiet) print_summary(to, &r, n, &report);
    free(keys);
    return EXIT_SUCCESS;
}
