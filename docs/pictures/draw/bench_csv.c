/**
 * @file
 * @brief Reads what make bench measured (see csv.h).
 */
#include "bench_csv.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char CSV_HEADING[] =
    "shape,what,type,distribution,n,median_ms,spread_ms,gkeys_s,of_copy,peer,"
    "ratio,temp_bytes,verified";

const char *csv_path = "docs/bench.csv";

/** Cuts a line at its commas; how many fields it has. */
static int cut(char *line, char *field[CSV_COLUMNS]) {
    int count = 0;
    for (char *at = line; at; count++) {
        char *comma = strchr(at, ',');
        if (comma) *comma++ = 0;
        if (count < CSV_COLUMNS) field[count] = at;
        at = comma;
    }
    return count;
}

static void copy_text(char to[CSV_TEXT], const char *from) {
    snprintf(to, CSV_TEXT, "%s", from);
}

static bool read_row(char *line, struct csv_row *row) {
    char *field[CSV_COLUMNS];
    if (cut(line, field) != CSV_COLUMNS) return false;
    copy_text(row->shape, field[0]);
    copy_text(row->what, field[1]);
    copy_text(row->type, field[2]);
    copy_text(row->dist, field[3]);
    copy_text(row->peer, field[9]);
    row->n = atof(field[4]);
    row->ms = atof(field[5]);
    row->spread_ms = atof(field[6]);
    row->gkeys_s = atof(field[7]);
    row->of_copy = atof(field[8]);
    row->ratio = atof(field[10]);
    row->verified = strcmp(field[12], "yes") == 0;
    return row->n > 0 && row->gkeys_s > 0;
}

/** A line of the file that is not its heading. */
static bool read_line(struct csv *csv, char *line) {
    if (line[0] == '#') {
        if (csv->note_count == CSV_MOST_NOTES) return false;
        snprintf(csv->notes[csv->note_count++], sizeof(csv->notes[0]), "%s", line + 2);
        return true;
    }
    if (csv->count == CSV_MOST_ROWS) return false;
    return read_row(line, &csv->rows[csv->count++]);
}

bool csv_read(const char *path, struct csv *csv) {
    char line[1000];
    int number = 0;
    FILE *file = fopen(path, "r");
    memset(csv, 0, sizeof(*csv));
    if (!file) {
        snprintf(csv->wrong, sizeof(csv->wrong), "%s cannot be read; make DEV=gpu bench writes it",
                 path);
        return false;
    }
    while (!csv->wrong[0] && fgets(line, sizeof(line), file)) {
        line[strcspn(line, "\n")] = 0;
        if (++number > 1 ? read_line(csv, line) : strcmp(line, CSV_HEADING) == 0) continue;
        snprintf(csv->wrong, sizeof(csv->wrong), "%s:%d: this is no %s", path, number,
                 number > 1 ? "row of 13 columns with its figures" : "heading of these rows");
    }
    fclose(file);
    if (!csv->wrong[0] && csv->count == 0)
        snprintf(csv->wrong, sizeof(csv->wrong), "%s has no rows", path);
    return !csv->wrong[0];
}

const struct csv_row *csv_find(const struct csv *csv, const char *shape, const char *what,
                               const char *type, const char *dist, double n) {
    for (size_t i = 0; i < csv->count; i++) {
        const struct csv_row *row = &csv->rows[i];
        if (strcmp(row->shape, shape) == 0 && strcmp(row->what, what) == 0 &&
            strcmp(row->type, type) == 0 && strcmp(row->dist, dist) == 0 && row->n == n)
            return row;
    }
    return NULL;
}

const char *csv_count_text(double n, char text[CSV_TEXT]) {
    int bits = (int)floor(log2(n));
    unsigned long long count = (unsigned long long)n, power = 1ULL << bits;
    if (count == power)
        snprintf(text, CSV_TEXT, "2^%d", bits);
    else if (count == power + 1)
        snprintf(text, CSV_TEXT, "2^%d + 1", bits);
    else if (count % 1000000 == 0)
        snprintf(text, CSV_TEXT, "%llu·10^6", count / 1000000);
    else
        snprintf(text, CSV_TEXT, "%llu", count);
    return text;
}

bool csv_is_ours(const struct csv_row *row) {
    return isdigit((unsigned char)row->what[0]) || strcmp(row->what, "library") == 0;
}
