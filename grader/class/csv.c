/**
 * @file
 * @brief Reads a CSV by RFC 4180 (csv.h).
 */
#include "grader/class/csv.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

/* Spreadsheets also write UTF-16 and the bytes of old code pages. */
static void check_letters(const char *path, const char *text, size_t n) {
    int line = 1;
    errno = 0;
    for (size_t at = 0; at < n;) {
        utf8proc_int32_t code;
        utf8proc_ssize_t bytes = utf8proc_iterate((const utf8proc_uint8_t *)text + at,
                                                  (utf8proc_ssize_t)(n - at), &code);
        if (bytes < 1 || code == 0)
            class_stop("%s, line %d: it is not UTF-8. Save it as 'CSV UTF-8'", path, line);
        line += code == '\n';
        at += (size_t)bytes;
    }
}

void csv_open(struct csv *csv, const char *path, const char *what) {
    char *text = NULL;
    size_t n = 0;
    FILE *file = fopen(path, "r"), *all = open_memstream(&text, &n);
    if (!file || !all) class_stop("%s %s cannot be read", what, path);
    for (int c; (c = getc(file)) != EOF;) putc(c, all);
    if (ferror(file) || fclose(all)) class_stop("%s %s cannot be read", what, path);
    fclose(file);
    check_letters(path, text, n);
    char *bytes = class_alloc(n + 1, 1);
    memcpy(bytes, text, n);
    *csv = (struct csv){.path = path, .bytes = bytes, .n_bytes = n, .text = text, .at = text};
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0)
        csv->at += 3; /* some spreadsheets write this first */
    size_t first = strcspn(csv->at, ",;\t\r\n");
    csv->parting = csv->at[first] == ';' || csv->at[first] == '\t' ? csv->at[first] : ',';
}

void csv_close(struct csv *csv) {
    free(csv->bytes);
    free(csv->text);
}

/* Takes the next cell, unquoted where it stands; *last tells that its line is over. */
static char *take_cell(struct csv *csv, struct csv_span *span, bool *last) {
    char *from = csv->at, *to = from, ends[] = {csv->parting, '\r', '\n', 0};
    bool quoted = *csv->at == '"';
    int begun = csv->line;
    span->from = (size_t)(from - csv->text);
    if (quoted) csv->at++;
    for (; *csv->at; csv->at++) {
        if (quoted && *csv->at == '"' && csv->at[1] == '"')
            csv->at++;
        else if (quoted && *csv->at == '"') {
            quoted = false;
            continue;
        } else if (!quoted && strchr(ends, *csv->at))
            break;
        csv->line += *csv->at == '\n';
        *to++ = *csv->at;
    }
    errno = 0;
    if (quoted) class_stop("%s, line %d: a quoted cell has no end", csv->path, begun);
    span->to = (size_t)(csv->at - csv->text);
    *last = *csv->at != csv->parting;
    if (*csv->at == '\r' && csv->at[1] == '\n') csv->at++;
    if (*csv->at) csv->at++;
    *to = 0;
    return from;
}

bool csv_next(struct csv *csv) {
    bool holds = false;
    while (*csv->at && !holds) {
        bool last = false;
        csv->line++;
        for (csv->n = 0; !last;) {
            struct csv_span span;
            char *cell = take_cell(csv, &span, &last);
            holds = holds || *cell;
            errno = 0;
            if (csv->n == CSV_CELLS)
                class_stop("%s, line %d: it has more than %d fields", csv->path, csv->line,
                           CSV_CELLS);
            csv->spans[csv->n] = span;
            csv->cells[csv->n++] = cell;
        }
    }
    return holds;
}

int csv_column(const struct csv *csv, const char *name) {
    for (int i = 0; i < csv->n; i++)
        if (strcasecmp(csv->cells[i], name) == 0) return i;
    return -1;
}

const char *csv_cell(const struct csv *csv, int column) {
    return column >= 0 && column < csv->n ? csv->cells[column] : "";
}

int64_t csv_time(const struct csv *csv, int column, const char *name) {
    const char *text = csv_cell(csv, column);
    long long seconds = 0;
    errno = 0;
    if (*text && !terms_time(text, &seconds))
        class_stop("%s, line %d: %s is '%.40s'. Write it like 2026-12-01T23:59:00Z", csv->path,
                   csv->line, name, text);
    return seconds;
}

void csv_put(FILE *out, const char *text, char parting) {
    const char marks[] = {parting, '"', '\r', '\n', 0};
    bool formula = *text && strchr("=+-@\t\r", *text);
    bool quoted = strpbrk(text, marks) != NULL;
    if (quoted) fputc('"', out);
    if (formula) fputc('\'', out);
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    if (quoted) fputc('"', out);
}
