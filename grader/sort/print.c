/**
 * @file
 * @brief What the program says about a sort: a table of its stages, and a summary.
 */
#include <string.h>

#include "grader/sort/run.h"

/** Where it goes: beside the keys, when these go to the standard output. */
FILE *report_stream(const struct run_request *r) {
    return r->out && is_same_file(r->out, "/dev/stdout") ? stderr : stdout;
}

double mkeys_s(size_t keys, double ms) {
    return ms > 0 ? (double)keys / 1e3 / ms : 0;
}

static const char *verdict_text(enum gpu_sort_verdict verdict) {
    return verdict == GPU_SORT_HOLDS ? "ok" : verdict == GPU_SORT_BROKEN ? "BROKEN" : "-";
}

static void print_row(FILE *to, const struct gpu_sort_row *row) {
    char parts[40] = "", ms[40] = "-", rate[40] = "-";
    if (*row->part)
        snprintf(parts, sizeof(parts), "%zu %s%s", row->n_parts, row->part,
                 row->n_parts == 1 ? "" : "s");
    if (!row->overlapped) snprintf(ms, sizeof(ms), "%.1f", row->ms);
    if (!row->overlapped && row->keys > 0 && row->ms >= 0.001)
        snprintf(rate, sizeof(rate), "%.1f", mkeys_s(row->keys, row->ms));
    fprintf(to, "%-13s %11zu %17s %10s %10.1f %9s  %s\n", row->name, row->keys, parts, ms,
            row->check_ms, rate, verdict_text(row->verdict));
}

void print_report(const struct run_request *r, const struct gpu_sort_report *report) {
    FILE *to = report_stream(r);
    if (r->quiet) return;
    fprintf(to, "%-13s %11s %17s %10s %10s %9s  %s\n", "stage", "keys", "parts", "ms", "check ms",
            "Mkeys/s", "verdict");
    for (int i = 0; i < GPU_SORT_STAGES; i++)
        if (report->rows[i].name) print_row(to, &report->rows[i]);
}

void print_summary(const struct run_request *r, size_t n, double ms, double check_ms) {
    FILE *to = report_stream(r);
    if (r->quiet) return;
    fprintf(to, "%zu %s keys sorted in %.1f ms (%.1f Mkeys/s)", n, key_type_name(r->sort.type), ms,
            mkeys_s(n, ms));
    if (r->sort.unchecked)
        fputs(", unchecked", to);
    else if (check_ms >= 0)
        fprintf(to, ", checked in %.1f ms", check_ms);
    if (r->out)
        fprintf(to, "; written to '%s'\n", r->out);
    else
        fputs("; not written: no --out\n", to);
}
