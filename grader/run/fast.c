/**
 * @file
 * @brief The fast road: what the request says of it, what becomes of OUT, and what is said in the end.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/data_error.h"
#include "grader/road/road.h"
#include "grader/run/run.h"

enum { HOST_BYTES = 1 << 30 }; /**< unless the request says */

static bool open_out(void *request, int *fd, char error[640]) {
    const struct request *r = request;
    (void)error;
    *fd = -1;
    if (!r->out) return true;
    out_open(r);
    *fd = out_file();
    return true;
}

static bool write_out(void *request, const uint32_t *keys, size_t n, char text[640]) {
    struct data_error error;
    if (!((const struct request *)request)->out || out_write(keys, n, &error)) return true;
    strcpy(text, error.text);
    return false;
}

static bool commit_out(void *request, char error[640]) {
    (void)error;
    if (((const struct request *)request)->out) out_commit();
    return true;
}

static bool is_file(const char *path) {
    struct stat st;
    return path && stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/**
 * Runs can be taken up again where IN can be looked at again and OUT says whose they are: they are kept
 * in the folder OUT.runs, beside OUT or where SPILL says. NULL where they cannot.
 */
static char *keep_of(const struct request *r, const char *folder) {
    char *keep = NULL;
    if (!is_file(r->in) || !r->out || is_stream(r->out)) return NULL;
    const char *slash = strrchr(r->out, '/');
    int length = r->spill ? asprintf(&keep, "%s/%s.runs", folder, slash ? slash + 1 : r->out)
                          : asprintf(&keep, "%s.runs", r->out);
    if (length < 0) stop(EXIT_REQUEST, "no memory for the name of a folder; free some memory");
    return keep;
}

static bool quiet;

static void note(const char *sentence) {
    if (!quiet) fprintf(stderr, "run: %s\n", sentence);
}

static void print_fast(const struct request *r, const struct road_report *report,
                       const char *engine) {
    FILE *to = report_stream(r);
    double ms = report->take_up_ms + report->spill_ms + report->merge_ms;
    size_t n = (size_t)report->n;
    if (r->quiet) return;
    if (report->taken_up > 0)
        fprintf(to, "%zu of %zu runs were there already, and are whole: %.1f ms\n",
                report->taken_up, report->runs, report->take_up_ms);
    fprintf(to, "%zu runs sorted by engine '%s' and spilled: %.1f ms (%.1f Mkeys/s)\n",
            report->runs - report->taken_up, engine, report->spill_ms,
            mkeys_s(n, report->spill_ms));
    fprintf(to, "merged and checked: %.1f ms (%.1f Mkeys/s)\n", report->merge_ms,
            mkeys_s(n, report->merge_ms));
    fprintf(to, "%zu %s keys sorted in %.1f ms (%.1f Mkeys/s)", n, key_type_name(r->sort.type), ms,
            mkeys_s(n, ms));
    if (r->out)
        fprintf(to, "; written to '%s'\n", r->out);
    else
        fputs("; not written: no --out\n", to);
}

/** OUT is as it was; what is kept is said, and a signal that was held back happens. */
static void give_up(const struct road_report *report, const char *keep) {
    char kept[240] = "";
    if (report->kept > 0)
        snprintf(kept, sizeof(kept),
                 "%zu sorted runs are kept in '%s': the same command goes on from "
                 "there (and with RESUME=0 throws them away)",
                 report->kept, data_quoted_name(keep).text);
    if (!report->stopped) {
        if (*kept) fprintf(stderr, "run: %s\n", kept);
        out_abandon(); // before a signal that came too late is obeyed
        stop(report->of_request ? EXIT_REQUEST : EXIT_BROKEN, "%s", report->error);
    }
    if (*kept) fprintf(stderr, "run: stopped; %s\n", kept);
    hold_signals(false);
    out_abandon();
}

static uint64_t keys_of(const struct request *r) {
    struct data_error error;
    struct stat st;
    if (r->makes) return r->n;
    bool exact =
        stat(r->in, &st) == 0 && S_ISREG(st.st_mode) && format_for(r, r->in) == DATA_BINARY;
    struct data_reader *reader =
        exact ? data_reader_open(r->in, DATA_BINARY, r->sort.type, &error) : NULL;
    if (exact && !reader) stop(EXIT_REQUEST, "%s", error.text);
    uint64_t n = exact ? data_reader_expect(reader) : 0;
    data_reader_close(reader);
    return n;
}

/** Room on the disks, beside what runs are there already. */
static void check_disks(const struct request *r, const char *keep) {
    char *path = NULL;
    struct stat st;
    uint64_t n = keys_of(r), there = 0;
    if (keep && asprintf(&path, "%s/runs", keep) > 0 && stat(path, &st) == 0)
        there = (uint64_t)st.st_blocks * 512 / sizeof(uint32_t);
    check_room(r, n, n > there ? n - there : 0);
    free(path);
}

int sort_fast(const struct request *r) {
    struct road_report report;
    struct data_error error;
    struct road_engine engine = road_host_engine();
    char *folder = spill_folder(r), *keep = keep_of(r, folder);
    struct road_job job = {.engine = &engine,
                           .type = r->sort.type,
                           .host_bytes = r->sort.host_bytes ? r->sort.host_bytes : HOST_BYTES,
                           .workers = r->sort.workers,
                           .sink = {(void *)r, r->out, open_out, write_out, commit_out},
                           .folder = folder,
                           .interruption = interruption,
                           .note = note,
                           .shows_progress = r->progress || (!r->quiet && isatty(STDERR_FILENO))};
    job.source = (struct road_source){r->in, DATA_BINARY, r->n, r->seed, r->dist};
    if (r->in) job.source.format = format_for(r, r->in);
    quiet = r->quiet;
    if (keep && r->forgetful && !road_forget(keep, &error)) stop(EXIT_REQUEST, "%s", error.text);
    if (!r->forgetful) job.keep = keep;
    check_disks(r, job.keep);
    hold_signals(job.keep);
    bool sorted = road_sort(&job, &report);
    if (!sorted) give_up(&report, keep);
    hold_signals(false);
    print_fast(r, &report, engine.name);
    free(keep);
    free(folder);
    return EXIT_SUCCESS;
}
