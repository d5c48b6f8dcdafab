/**
 * @file
 * @brief Sorting more keys than the host is to hold: they are read, and written, in pieces.
 */
#include <inttypes.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "grader/sort/external/source.h"
#include "grader/sort/run.h"

struct stream {
    const struct run_request *r;
    struct source *source;
    bool opened; /**< OUT grows */
};

/** Passes the sentence of a call that failed on. */
static bool pass_on(bool ok, char text[640], const struct data_error *error) {
    if (!ok) strcpy(text, error->text);
    return ok;
}

static bool read_keys(void *context, uint32_t *keys, size_t capacity, size_t *n, char text[640]) {
    struct stream *s = context;
    struct data_place end;
    struct data_error error;
    return pass_on(source_read(s->source, keys, capacity, n, &end, &error), text, &error);
}

static bool write_keys(void *context, const uint32_t *keys, size_t n, char text[640]) {
    struct stream *s = context;
    struct data_error error;
    if (!s->r->out) return true;
    if (!s->opened) out_open(s->r); // not earlier: until now a signal is heard at once
    s->opened = true;
    return pass_on(out_write(keys, n, &error), text, &error);
}

int sort_by_spilling(const struct run_request *r) {
    const struct external_source source = source_of(r);
    struct data_error error;
    struct gpu_sort_report report;
    uint64_t n = exact_keys(r);
    if (n > UINT32_MAX)
        stop(EXIT_REQUEST, "'%s' has %" PRIu64 " keys. The most is %" PRIu32, r->in, n, UINT32_MAX);
    struct stream s = {.r = r, .source = source_open(&source, r->sort.type, &error)};
    if (!s.source) stop(EXIT_REQUEST, "%s", error.text);
    check_disks(r, n, n);
    mallopt(M_MMAP_THRESHOLD, 1 << 17); // what is freed goes back to the system at once
    char *folder = spill_folder(r);
    struct gpu_sort_files files = {&s, read_keys, write_keys, folder};
    bool sorted = gpu_sort_files(&files, &r->sort, &report);
    if (sorted || report.began) print_report(r, &report);
    if (!sorted)
        stop(report.began && !report.of_request ? EXIT_BROKEN : EXIT_REQUEST, "%s", report.error);
    if (r->out && !s.opened) out_open(r); // there was no key
    if (r->out) out_commit();
    print_summary(r, report.n, report.ms - report.check_ms, report.check_ms);
    source_close(s.source);
    free(folder);
    return EXIT_SUCCESS;
}
