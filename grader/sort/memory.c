/**
 * @file
 * @brief Sorting in memory: all keys are read, sorted and written.
 */
#include <stdlib.h>
#include <sys/stat.h>

#include "grader/sort/run.h"

/**
 * Host memory that a key takes: for itself, for scratch, and in each of up to three chunks on their
 * way, which may be as large as the whole.
 */
enum { BYTES_PER_KEY = 5 * sizeof(uint32_t) };

uint64_t most_keys(const struct run_request *r) {
    struct data_error error;
    struct stat st;
    if (r->makes) return r->n;
    if (stat(r->in, &st) == 0 && !S_ISREG(st.st_mode)) return UINT64_MAX;
    struct data_reader *reader =
        data_reader_open(r->in, format_for(r, r->in), r->sort.type, &error);
    if (!reader) stop(EXIT_REQUEST, "%s", error.text);
    uint64_t n = data_reader_expect(reader);
    data_reader_close(reader);
    return n;
}

uint64_t exact_keys(const struct run_request *r) {
    uint64_t most = most_keys(r);
    bool is_exact = r->makes || format_for(r, r->in) == DATA_BINARY;
    return is_exact && most < UINT64_MAX ? most : 0;
}

struct external_source source_of(const struct run_request *r) {
    enum data_format format = r->in ? format_for(r, r->in) : DATA_BINARY;
    return (struct external_source){r->in, format, r->n, r->seed, r->dist};
}

bool fits_memory(const struct run_request *r) {
    if (!r->sort.host_bytes) return true;
    return most_keys(r) <= r->sort.host_bytes / BYTES_PER_KEY;
}

uint32_t *load(const struct run_request *r, size_t *n) {
    uint32_t *keys;
    if (r->in) {
        struct data_error error;
        if (!data_read(r->in, format_for(r, r->in), r->sort.type, &keys, n, &error))
            stop(EXIT_REQUEST, "%s", error.text);
        return keys;
    }
    *n = (size_t)r->n;
    keys = malloc((*n + 1) * sizeof(*keys)); // never 0 bytes
    if (!keys) stop(EXIT_REQUEST, "no memory for %zu keys. Make fewer", *n);
    data_fill(keys, *n, r->dist, r->seed);
    return keys;
}

static void save(const struct run_request *r, const uint32_t *keys, size_t n) {
    struct data_error error;
    out_open(r);
    if (!out_write(keys, n, &error)) stop(EXIT_REQUEST, "%s", error.text);
    out_commit();
}

int sort_in_memory(const struct run_request *r) {
    struct gpu_sort_report report;
    size_t n;
    uint32_t *keys = load(r, &n);
    check_disks(r, n, 0);
    bool sorted = gpu_sort(keys, n, &r->sort, &report);
    if (sorted || report.began) print_report(r, &report);
    if (!sorted) stop(report.began ? EXIT_BROKEN : EXIT_REQUEST, "%s", report.error);
    if (r->out) save(r, keys, n);
    print_summary(r, n, report.ms - report.check_ms, report.check_ms);
    free(keys);
    return EXIT_SUCCESS;
}
