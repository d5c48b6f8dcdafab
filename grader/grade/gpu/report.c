/**
 * @file
 * @brief The report: what is the same is counted once, and all is told in the CPU runtime's words.
 */
#include "grader/shared/json_file.h"
#include "grader/grade/gpu/gpucheck.h"

#include <stdarg.h>
#include <string.h>
#include <unistd.h>

static const char *text_of(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

static json_int_t number_of(const json_t *object, const char *name) {
    return json_integer_value(json_object_get(object, name));
}

json_t *report_new(const char *tools) {
    return json_pack("{s:s, s:[], s:[], s:[]}", "tool", tools, "kernels", "findings", "skipped");
}

static bool is_race(const json_t *finding) {
    return json_object_get(finding, "other_file") != NULL;
}

static bool same(const json_t *a, const json_t *b) {
    static const char *const names[] = {"tool",       "message",    "kernel", "file",        "line",
                                        "other_file", "other_line", "access", "other_access"};
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        const json_t *x = json_object_get(a, names[i]), *y = json_object_get(b, names[i]);
        if (x != y && !json_equal(x, y)) return false;
    }
    return true;
}

static int rank(const json_t *finding) {
    const char *severity = text_of(finding, "severity");
    return strcmp(severity, "ERROR") == 0 ? 2 : strcmp(severity, "WARNING") == 0;
}

void report_add(json_t *report, json_t *finding) {
    json_t *all = json_object_get(report, "findings"), *old;
    size_t i;
    json_array_foreach(all, i, old) {
        if (!same(old, finding)) continue;
        json_int_t count = number_of(old, "count") + number_of(finding, "count");
        json_object_set_new(old, "count", json_integer(count));
        if (rank(finding) > rank(old))
            json_object_set(old, "severity", json_object_get(finding, "severity"));
        json_decref(finding);
        return;
    }
    json_array_append_new(all, finding);
}

void report_skip(json_t *report, const char *tool, const char *format, ...) {
    char why[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof(why), format, arguments);
    va_end(arguments);
    fprintf(stderr, "gpucheck: %s: %s\n", tool, why);
    json_array_append_new(json_object_get(report, "skipped"),
                          json_pack("{s:s, s:s}", "tool", tool, "why", why));
}

/* How many findings have this severity: races, or all others. */
static size_t count(const json_t *report, bool races, const char *severity) {
    size_t i, n = 0;
    json_t *f;
    json_array_foreach(json_object_get(report, "findings"), i, f) {
        bool race = strcmp(text_of(f, "tool"), "racecheck") == 0;
        n += race == races && strcmp(text_of(f, "severity"), severity) == 0;
    }
    return n;
}

size_t report_errors(const json_t *report) {
    return count(report, true, "ERROR") + count(report, false, "ERROR");
}

/*
 * In words.
 */
static const char *place_text(const json_t *f, const char *file, const char *line, char *text,
                              size_t size) {
    if (number_of(f, line))
        snprintf(text, size, "%s:%d", text_of(f, file), (int)number_of(f, line));
    else
        snprintf(text, size, "an unknown line");
    return text;
}

/* Of a race the words hold the count, so that they are made when nothing is added any more. */
static void word_race(json_t *f) {
    char a[300], b[300], text[900];
    if (!json_object_get(f, "access")) return;
    snprintf(text, sizeof(text),
             "Race reported between %s access at %s and %s access at %s [%d hazards]",
             text_of(f, "access"), place_text(f, "file", "line", a, sizeof(a)),
             text_of(f, "other_access"), place_text(f, "other_file", "other_line", b, sizeof(b)),
             (int)number_of(f, "count"));
    json_object_set_new(f, "message", json_string(text));
    json_object_del(f, "access");
    json_object_del(f, "other_access");
}

static const char *triple(const json_t *f, const char *name, char *text, size_t size) {
    const json_t *at = json_object_get(f, name);
    snprintf(text, size, "(%d,%d,%d)", (int)json_integer_value(json_array_get(at, 0)),
             (int)json_integer_value(json_array_get(at, 1)),
             (int)json_integer_value(json_array_get(at, 2)));
    return text;
}

static void print_finding(const json_t *f, FILE *out) {
    char place[300], thread[60], block[60];
    const char *kernel = text_of(f, "kernel");
    if (is_race(f)) {
        fprintf(out, "========= %s: %s\n", text_of(f, "severity"), text_of(f, "message"));
        fprintf(out, "=========     in kernel %s\n", kernel);
        return;
    }
    fprintf(out, "========= %s\n", text_of(f, "message"));
    if (*kernel)
        fprintf(out, "=========     at %s in %s\n", kernel,
                place_text(f, "file", "line", place, sizeof(place)));
    if (json_object_get(f, "thread"))
        fprintf(out, "=========     by thread %s in block %s\n",
                triple(f, "thread", thread, sizeof(thread)),
                triple(f, "block", block, sizeof(block)));
    fprintf(out, "=========     %s%s[%d times]\n", text_of(f, "where"),
            *text_of(f, "where") ? " " : "", (int)number_of(f, "count"));
}

static void print_kernel(const json_t *kernel, FILE *out) {
    char grid[60], block[60];
    const char *name;
    json_t *value;
    fprintf(out, "========= %s: launches %d, grid %s, block %s\n", text_of(kernel, "name"),
            (int)number_of(kernel, "launches"), triple(kernel, "grid", grid, sizeof(grid)),
            triple(kernel, "block", block, sizeof(block)));
    json_object_foreach(json_object_get(kernel, "metrics"), name, value)
        fprintf(out, "=========     %14.*f  %s\n", json_is_integer(value) ? 0 : 2,
                json_number_value(value), name);
}

static bool asked_for(const json_t *report, const char *tool) {
    return strstr(text_of(report, "tool"), tool) || strstr(text_of(report, "tool"), "all");
}

static const char *plural(size_t n) {
    return n == 1 ? "" : "s";
}

void report_print(json_t *report, FILE *out) {
    size_t i;
    json_t *f;
    json_array_foreach(json_object_get(report, "findings"), i, f) word_race(f);
    json_array_foreach(json_object_get(report, "findings"), i,
                       f) if (strcmp(text_of(f, "severity"), "INFO") != 0) print_finding(f, out);
    json_array_foreach(json_object_get(report, "kernels"), i, f) print_kernel(f, out);
    size_t errors = count(report, false, "ERROR");
    if (asked_for(report, "memcheck") || asked_for(report, "initcheck") ||
        asked_for(report, "synccheck"))
        fprintf(out, "========= ERROR SUMMARY: %zu error%s\n", errors, plural(errors));
    size_t races = count(report, true, "ERROR"), warnings = count(report, true, "WARNING");
    if (asked_for(report, "racecheck"))
        fprintf(
            out,
            "========= RACECHECK SUMMARY: %zu hazard%s displayed (%zu error%s, %zu warning%s)\n",
            races + warnings, plural(races + warnings), races, plural(races), warnings,
            plural(warnings));
}

/*
 * As a file.
 */
bool report_write(const json_t *report, const char *path) {
    char name[4096];
    const char *number = strstr(path, "%p");
    if (number)
        snprintf(name, sizeof(name), "%.*s%d%s", (int)(number - path), path, (int)getpid(),
                 number + 2);
    else
        snprintf(name, sizeof(name), "%s", path);
    return json_file_write(name, report);
}
