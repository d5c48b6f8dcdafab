/**
 * @file
 * @brief Sorting more keys than the host is to hold: they are read, and written, in pieces.
 */
#include <inttypes.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "grader/sort/run.h"

struct stream {
    const struct request *r;
    struct data_reader *reader; /**< NULL: keys are made */
    uint64_t made;              /**< so many so far */
    bool opened;                /**< OUT grows */
};

/** Passes the sentence of a call that failed on. */
static bool pass_on(bool ok, char text[640], const struct data_error *error) {
    if (!ok) strcpy(text, error->text);
    return ok;
}

static bool read_keys(void *context, uint32_t *keys, size_t room, size_t *n, char text[640]) {
    struct stream *s = context;
    const struct request *r = s->r;
    struct data_error error;
    if (s->reader) return pass_on(data_reader_read(s->reader, keys, room, n, &error), text, &error);
    *n = r->n - s->made < room ? (size_t)(r->n - s->made) : room;
    data_fill_part(keys, (size_t)s->made, *n, (size_t)r->n, r->dist, r->seed);
    s->made += *n;
    return true;
}

static bool write_keys(void *context, const uint32_t *keys, size_t n, char text[640]) {
    struct stream *s = context;
    struct data_error error;
    if (!s->r->out) return true;
    if (!s->opened) out_open(s->r); // not earlier: until now a signal is heard at once
    s->opened = true;
    return pass_on(out_write(keys, n, &error), text, &error);
}

static void open_input(struct stream *s) {
    const struct request *r = s->r;
    struct data_error error;
    if (r->makes) return;
    s->reader = data_reader_open(r->in, format_for(r, r->in), r->sort.type, &error);
    if (!s->reader) stop(EXIT_REQUEST, "%s", error.text);
}

/** Room on the disks, where the keys' number is known. */
static void check_disks(const struct stream *s) {
    const struct request *r = s->r;
    uint64_t n = r->n;
    if (!r->makes) n = format_for(r, r->in) == DATA_BINARY ? data_reader_expect(s->reader) : 0;
    if (n > UINT32_MAX)
        stop(EXIT_REQUEST, "'%s' has %" PRIu64 " keys; the most is %" PRIu32, r->in, n, UINT32_MAX);
    check_room(r, n, n);
}

int sort_by_spilling(const struct request *r) {
    struct stream s = {.r = r};
    struct gpu_sort_report report;
    mallopt(M_MMAP_THRESHOLD, 1 << 17); // what is freed goes back to the system at once
    open_input(&s);
    check_disks(&s);
    char *folder = spill_folder(r);
    struct gpu_sort_files files = {&s, read_keys, write_keys, folder};
    bool sorted = gpu_sort_files(&files, &r->sort, &report);
    if (sorted || report.began) print_report(r, &report);
    if (!sorted)
        stop(report.began && !report.of_request ? EXIT_BROKEN : EXIT_REQUEST, "%s", report.error);
    if (r->out && !s.opened) out_open(r); // there was no key
    if (r->out) out_commit();
    print_summary(r, &report);
    data_reader_close(s.reader);
    free(folder);
    return EXIT_SUCCESS;
}
