/**
 * @file
 * @brief The fast engine: what the request says of it, what becomes of OUT, and what is said in the end.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/data_error.h"
#include "grader/sort/external/journal.h"
#include "grader/sort/run.h"

enum { HOST_BYTES = 1 << 30 }; /**< unless the request says */

static int open_out(void *request) {
    const struct run_request *r = request;
    if (!r->out) return -1;
    out_open(r);
    return out_file();
}

static bool write_out(void *request, const uint32_t *keys, size_t n, struct data_error *error) {
    const struct run_request *r = request;
    return !r->out || out_write(keys, n, error);
}

static void commit_out(void *request) {
    const struct run_request *r = request;
    if (r->out) out_commit();
}

static bool is_file(const char *path) {
    struct stat st;
    return path && stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/**
 * Runs can be taken up again where IN can be looked at again and OUT says whose they are: they are kept
 * in the folder OUT.runs, beside OUT or where SPILL says. NULL where they cannot.
 */
static char *keep_of(const struct run_request *r, const char *folder) {
    char *keep = NULL;
    if (!is_file(r->in) || !r->out || is_stream(r->out)) return NULL;
    const char *slash = strrchr(r->out, '/');
    int length = r->spill ? asprintf(&keep, "%s/%s.runs", folder, slash ? slash + 1 : r->out)
                          : asprintf(&keep, "%s.runs", r->out);
    if (length < 0) stop(EXIT_REQUEST, "no memory for the name of a folder. Free some memory");
    return keep;
}

static bool quiet;

static void note(const char *sentence) {
    if (!quiet) fprintf(stderr, "run: %s\n", sentence);
}

static void print_fast(const struct run_request *r, const struct external_report *report,
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
    print_summary(r, n, ms, -1);
}

/** OUT is as it was; what is kept is said, and a signal that was held back happens. */
static void give_up(const struct external_report *report, const char *keep) {
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
    if (*kept) fprintf(stderr, "run: stopped. %s\n", kept);
    hold_signals(false);
    out_abandon();
}

/** Space on the disks, beside what runs are there already. */
static void check_space(const struct run_request *r, const char *keep) {
    char *path = NULL;
    struct stat st;
    uint64_t n = exact_keys(r), there = 0;
    if (keep && asprintf(&path, "%s/runs", keep) > 0 && stat(path, &st) == 0)
        there = (uint64_t)st.st_blocks * 512 / sizeof(uint32_t);
    check_disks(r, n, n > there ? n - there : 0);
    free(path);
}

/*
 * Who sorts, and where
 */

/** The device, if that is what is there or asked for. */
static bool uses_device(const struct run_request *r) {
    bool asked = r->engine == ENGINE_DEVICE;
    if (asked && !sort_in_one)
        stop(EXIT_REQUEST, "a handout has no device engine. Give --engine fast");
    bool device = asked || (r->engine == ENGINE_FAST && sort_in_one && device_is_gpu());
    if (r->sort.device_bytes && !device)
        stop(EXIT_REQUEST, "--device-memory is for the device, and the host sorts. Leave one out");
    return device;
}

/** All keys fit, as they came and sorted, and no runs are kept, or to be kept. */
static bool fits_in_one(const struct run_request *r, bool device, const char *keep) {
    enum { OTHERS = 32 << 20 }; // code, stacks, buffers
    uint64_t most = r->sort.host_bytes ? r->sort.host_bytes : device ? UINT64_MAX : HOST_BYTES;
    if (!sort_in_one || r->resumes || r->progress || (keep && access(keep, F_OK) == 0))
        return false;
    return most == UINT64_MAX ||
           (most > OTHERS && most_keys(r) <= (most - OTHERS) / (2 * sizeof(uint32_t)));
}

/** For runs the device takes pinned memory, and its driver much; a small budget is all for the host's keys. */
static struct sort_engine engine_of(const struct run_request *r, bool device, size_t host_bytes) {
    enum { LEAST_BYTES = 1 << 30 };
    if (device && (host_bytes >= LEAST_BYTES || r->engine == ENGINE_DEVICE))
        return device_engine(r, host_bytes / sizeof(uint32_t) / 4);
    if (device)
        note("less than 1G of host memory is too little for the GPU's driver. The host sorts");
    return host_engine();
}

static int sort_by_runs(const struct run_request *r, bool device, const char *folder, char *keep) {
    struct external_report report;
    struct data_error error;
    size_t host_bytes = r->sort.host_bytes ? r->sort.host_bytes : HOST_BYTES;
    struct sort_engine engine = engine_of(r, device, host_bytes);
    struct external_job job = {.engine = &engine,
                               .source = source_of(r),
                               .type = r->sort.type,
                               .host_bytes = host_bytes,
                               .workers = r->sort.workers,
                               .sink = {(void *)r, r->out, open_out, write_out, commit_out},
                               .folder = folder,
                               .interruption = interruption,
                               .note = note,
                               .shows_progress =
                                   r->progress || (!r->quiet && isatty(STDERR_FILENO))};
    if (keep && r->forgetful && !journal_forget(keep, &error)) stop(EXIT_REQUEST, "%s", error.text);
    if (!r->forgetful) job.keep = keep;
    check_space(r, job.keep);
    hold_signals(job.keep);
    bool sorted = external_sort(&job, &report);
    if (!sorted) give_up(&report, keep);
    hold_signals(false);
    print_fast(r, &report, engine.name);
    return EXIT_SUCCESS;
}

int sort_fast(const struct run_request *r) {
    char *folder = spill_folder(r), *keep = keep_of(r, folder);
    bool device = uses_device(r), fits = fits_in_one(r, device, keep);
    quiet = r->quiet;
    if (!fits && r->sort.unchecked)
        stop(EXIT_REQUEST, "--unchecked is for keys that fit the memory. Leave it out");
    int status = fits ? sort_in_one(r, device) : sort_by_runs(r, device, folder, keep);
    free(keep);
    free(folder);
    return status;
}
