/**
 * @file
 * @brief Reads docs/bench.csv: what make bench measured, row by row.
 */
#ifndef SORTLAB_BENCH_CSV_H
#define SORTLAB_BENCH_CSV_H

#include <stdbool.h>
#include <stddef.h>

enum {
    CSV_TEXT = 64,
    CSV_MOST_ROWS = 4000,
    CSV_MOST_NOTES = 8,
    CSV_COLUMNS = 13,
    CSV_MOST_SIZES = 40
};

/** A row: what was measured on n keys, and beside whom. */
struct csv_row {
    char shape[CSV_TEXT], what[CSV_TEXT], type[CSV_TEXT], dist[CSV_TEXT], peer[CSV_TEXT];
    double n, ms, spread_ms, gkeys_s, of_copy;
    double ratio; /**< the peer's time to its own; 0 without a peer */
    bool verified;
};

struct csv {
    struct csv_row rows[CSV_MOST_ROWS];
    size_t count;
    char notes[CSV_MOST_NOTES][400]; /**< "sizes; NVIDIA H200; 2026-11-21; make ..." */
    size_t note_count;
    char wrong[200]; /**< what is wrong with the file, where something is */
};

extern const char CSV_HEADING[];

/** What pictures are drawn from: docs/bench.csv, where nobody says otherwise. */
extern const char *csv_path;

/** False when the file is not there or not as it should be: then csv->wrong says why. */
bool csv_read(const char *path, struct csv *csv);

/** The row with all of these, or NULL. */
const struct csv_row *csv_find(const struct csv *csv, const char *shape, const char *what,
                               const char *type, const char *dist, double n);

/** "2^28", "250,000,000" or "2^31 + 1". */
const char *csv_count_text(double n, char text[CSV_TEXT]);

/** Ours: `what` is "library", or the number of a lab begins it. */
bool csv_is_ours(const struct csv_row *row);

#endif
