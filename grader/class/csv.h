/**
 * @file
 * @brief Tables that people keep: a CSV in UTF-8 whose first line names its columns, in any order.
 *
 * Cells are parted by commas, semicolons or tabs, whichever comes first in the first line, and may be quoted.
 * Each cell also has its span: where its bytes lie in the file, quotes included. So a file can be written back with
 * some cells changed and every other byte as it was.
 */
#ifndef SORTLAB_CLASS_CSV_H
#define SORTLAB_CLASS_CSV_H

#include <stdio.h>

#include "grader/class/class.h"

enum { CSV_CELLS = 1024 };

/** Bytes of the file, from the first to the one behind the last. */
struct csv_span {
    size_t from, to;
};

struct csv {
    const char *path;
    char *bytes; /**< the file as it is, of n_bytes */
    size_t n_bytes;
    char *text, *at, parting;
    int line;               /**< where the line that was read last ends, from 1 */
    char *cells[CSV_CELLS]; /**< of that line; they live until csv_close */
    struct csv_span spans[CSV_CELLS];
    int n;
};

/** Ends the program with a sentence where the file cannot be read, or is not UTF-8. */
void csv_open(struct csv *csv, const char *path, const char *what);
void csv_close(struct csv *csv);

/** Reads the next line that holds something; false at the end. */
bool csv_next(struct csv *csv);

/** Which cell of the first line, just read, is called so, whatever the case of its letters; -1: none. */
int csv_column(const struct csv *csv, const char *name);

/** A cell of the line; "" where there is none. */
const char *csv_cell(const struct csv *csv, int column);

/** A time like 2026-12-01T23:59:00Z in that cell; 0 for "". Ends the program with a sentence if it is none. */
int64_t csv_time(const struct csv *csv, int column, const char *name);

/** Writes a cell, quoted where it has to be. One that begins like a formula gets an apostrophe, so that no
 *  spreadsheet computes it. */
void csv_put(FILE *out, const char *text, char parting);

#endif
