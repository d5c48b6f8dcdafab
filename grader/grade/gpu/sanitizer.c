/**
 * @file
 * @brief Reads what compute-sanitizer printed.
 *
 * Its text is records: a headline behind "========= ", and below it lines that are indented further.
 * Versions differ in the details, so a record that is not known is kept by its headline, and the summary
 * at the end says whether anything was missed.
 */
#include "grader/grade/gpu/gpucheck.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 2048 };

struct reading {
    json_t *report;
    const char *tool;
    json_t *finding; /* of the record that is being read; NULL: none */
    size_t records;  /* that were findings */
    bool begun, ended, host_only, failed;
    long summary; /* how many it says there are */
    char trouble[300];
};

static bool starts(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

static void set(json_t *finding, const char *name, const char *text) {
    json_object_set_new(finding, name, json_string(text));
}

/* Files of the toolkit itself are not where anybody looks: sm_30_intrinsics.hpp. */
static bool is_toolkit(const char *file) {
    return strstr(file, "_intrinsics.hpp") ||
           (*file == '/' && (strstr(file, "/targets/") || strstr(file, "/cuda")));
}

/* Sets file and line under these names; false where the text names none that a learner wrote. */
static bool set_place(json_t *f, const char *text, const char *file_name, const char *line_name) {
    char file[400];
    int line;
    if (!place_read(text, file, sizeof(file), &line) || is_toolkit(file)) return false;
    set(f, file_name, file);
    json_object_set_new(f, line_name, json_integer(line));
    return true;
}

/* "(24,0,0)", wherever it stands behind `mark`. */
static void set_triple(json_t *f, const char *name, const char *text, const char *mark) {
    unsigned x, y, z;
    const char *at = strstr(text, mark);
    if (at && sscanf(at + strlen(mark), "(%u,%u,%u)", &x, &y, &z) == 3)
        json_object_set_new(f, name, json_pack("[i,i,i]", (int)x, (int)y, (int)z));
}

static void finish(struct reading *r) {
    if (!r->finding) return;
    report_add(r->report, r->finding);
    r->finding = NULL;
}

static json_t *begin(struct reading *r, const char *severity, const char *kind,
                     const char *message) {
    finish(r);
    r->finding = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:i, s:i}", "tool", r->tool,
                           "severity", severity, "kind", kind, "message", message, "where", "",
                           "kernel", "", "file", "", "line", 0, "count", 1);
    r->records++;
    return r->finding;
}

/*
 * Races: "Write access at race(int *)+0xa0 in x.cu:18", and below it whoever was in it too.
 */
static const char *access_of(const char *text) {
    return starts(text, "Write") ? "Write" : starts(text, "Atomic") ? "Atomic" : "Read";
}

static const char *race_kind(const char *first, const char *second) {
    if (strcmp(first, "Read") != 0) return strcmp(second, "Read") != 0 ? "WAW" : "RAW";
    return "WAR";
}

static void begin_race(struct reading *r, const char *severity, const char *access) {
    char kernel[300];
    const char *at = strstr(access, " at ");
    if (!at) return;
    json_t *f = begin(r, severity, "", "");
    place_kernel(at + 4, kernel, sizeof(kernel));
    set(f, "kernel", kernel);
    set(f, "access", access_of(access));
    set_place(f, access, "file", "line");
}

static void swap(json_t *f, const char *a, const char *b) {
    json_t *kept = json_incref(json_object_get(f, a));
    json_object_set(f, a, json_object_get(f, b));
    json_object_set_new(f, b, kept);
}

/* Writes come before reads, then the earlier line, as the CPU runtime has them. */
static void put_in_order(json_t *f) {
    bool write = strcmp(json_string_value(json_object_get(f, "access")), "Read") != 0;
    bool other = strcmp(json_string_value(json_object_get(f, "other_access")), "Read") != 0;
    json_int_t line = json_integer_value(json_object_get(f, "line"));
    json_int_t other_line = json_integer_value(json_object_get(f, "other_line"));
    if (write != other ? write : line <= other_line) return;
    swap(f, "access", "other_access");
    swap(f, "file", "other_file");
    swap(f, "line", "other_line");
}

/* Each further access makes a finding of its own with the first one. */
static void add_to_race(struct reading *r, const char *access) {
    const char *hazards = strrchr(access, '[');
    long count = hazards ? atol(hazards + 1) : 1;
    json_t *f = json_deep_copy(r->finding);
    char text[LINE_BYTES];
    snprintf(text, sizeof(text), "%.*s", hazards ? (int)(hazards - access) : LINE_BYTES - 1,
             access);
    set(f, "kind", race_kind(json_string_value(json_object_get(f, "access")), access_of(access)));
    set(f, "other_access", access_of(access));
    set(f, "other_file", "");
    json_object_set_new(f, "other_line", json_integer(0));
    set_place(f, text, "other_file", "other_line");
    json_object_set_new(f, "count", json_integer(count > 0 ? count : 1));
    put_in_order(f);
    report_add(r->report, f);
}

static bool is_race(const json_t *finding) {
    return json_object_get(finding, "access") != NULL;
}

/* The record of a race is made of its further accesses. */
static void finish_race(struct reading *r) {
    json_decref(r->finding);
    r->finding = NULL;
}

/*
 * Headlines.
 */
static void begin_access(struct reading *r, const char *text) {
    const char *kind = strstr(text, "atomic")    ? "Invalid atomic"
                       : strstr(text, " write ") ? "Invalid write"
                                                 : "Invalid read";
    begin(r, "ERROR", kind, text);
}

static void begin_barrier(struct reading *r, const char *text) {
    char kind[100];
    const char *what = strstr(text, "detected. ");
    snprintf(kind, sizeof(kind), "%s", what ? what + strlen("detected. ") : text);
    kind[strcspn(kind, ".")] = 0;
    begin(r, "ERROR", kind, text);
}

static void read_summary(struct reading *r, const char *text) {
    r->ended = true;
    if (!strstr(text, "were not printed")) r->summary = strtol(strchr(text, ':') + 1, NULL, 10);
}

/* What the tool says of itself and of the program. */
static bool read_note(struct reading *r, const char *text) {
    if (starts(text, "COMPUTE-SANITIZER"))
        r->begun = true;
    else if (starts(text, "ERROR SUMMARY:") || starts(text, "RACECHECK SUMMARY:"))
        read_summary(r, text);
    else if (strstr(text, "Target application terminated before first"))
        r->host_only = true;
    else if (starts(text, "Error: process didn't terminate") ||
             starts(text, "Target application returned an error"))
        r->failed = true;
    else if (!starts(text, "LEAK SUMMARY:"))
        return false;
    return true;
}

static const char *severity_of(const char **text) {
    static const char *const words[][2] = {
        {"Error: ", "ERROR"}, {"Warning: ", "WARNING"}, {"Info: ", "INFO"}, {"Warn: ", "WARNING"}};
    for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
        if (starts(*text, words[i][0])) {
            *text += strlen(words[i][0]);
            return words[i][1];
        }
    return NULL;
}

static void read_headline(struct reading *r, const char *text) {
    const char *between = "Race reported between ";
    if (r->finding && is_race(r->finding)) finish_race(r);
    finish(r);
    if (read_note(r, text)) return;
    const char *severity = severity_of(&text);
    if (starts(text, "(Warp Level Programming) ")) text = strchr(text, ')') + 2;
    if (starts(text, between))
        begin_race(r, severity ? severity : "ERROR", text + strlen(between));
    else if (starts(text, "Invalid __"))
        begin_access(r, text);
    else if (starts(text, "Uninitialized __"))
        begin(r, "ERROR", "Uninitialized read", text);
    else if (starts(text, "Barrier error"))
        begin_barrier(r, text);
    else if (starts(text, "Program hit "))
        begin(r, "ERROR", "API error", text);
    else if (starts(text, "Leaked "))
        begin(r, "ERROR", "Leak", text);
    else if (severity && strcmp(severity, "ERROR") == 0)
        snprintf(r->trouble, sizeof(r->trouble), "%s", text);
    else if (strstr(text, "nternal") || starts(text, "Device not supported"))
        snprintf(r->trouble, sizeof(r->trouble), "%s", text);
    else
        begin(r, severity ? severity : "ERROR", "other", text);
}

/*
 * Details.
 */
static void add_to_where(json_t *f, const char *text) {
    char where[400];
    const char *old = json_string_value(json_object_get(f, "where"));
    if (starts(text, "Access to ")) text += strlen("Access to ");
    if (starts(text, "Address ")) text += strlen("Address ");
    snprintf(where, sizeof(where), "%s%s%s", *old ? old : "Address ", *old ? " " : "", text);
    set(f, "where", where);
    if (starts(text, "0x")) {
        snprintf(where, sizeof(where), "%.*s", (int)strcspn(text, " "), text);
        set(f, "address", where);
    }
}

static void read_at(json_t *f, const char *text) {
    char kernel[300];
    if (starts(text, "Device Frame:")) text += strlen("Device Frame:");
    if (!set_place(f, text, "file", "line")) {
        if (*json_string_value(json_object_get(f, "kernel"))) return;
    }
    place_kernel(text, kernel, sizeof(kernel));
    set(f, "kernel", kernel);
}

static void read_detail(struct reading *r, const char *text) {
    json_t *f = r->finding;
    if (!f) return;
    bool placed = json_integer_value(json_object_get(f, "line")) > 0;
    if (is_race(f)) {
        if (starts(text, "and ")) add_to_race(r, text + 4);
    } else if (starts(text, "at ")) {
        read_at(f, text + 3);
    } else if (starts(text, "Device Frame:")) {
        if (!placed) read_at(f, text);
    } else if (starts(text, "by thread ")) {
        set_triple(f, "thread", text, "by thread ");
        set_triple(f, "block", text, "in block ");
    } else if (starts(text, "Access to ") || starts(text, "Address ") || starts(text, "and is ")) {
        add_to_where(f, text);
    }
}

static void read_line(struct reading *r, char *line) {
    place_clean(line);
    if (!starts(line, "=========")) return;
    const char *text = line + 9;
    size_t blanks = strspn(text, " ");
    if (blanks <= 1 && text[blanks])
        read_headline(r, text + blanks);
    else if (text[blanks])
        read_detail(r, text + blanks);
}

/* Says what can not be relied on. */
static void judge(const struct reading *r) {
    if (r->trouble[0])
        report_skip(r->report, r->tool, "compute-sanitizer says: %s", r->trouble);
    else if (!r->begun)
        report_skip(r->report, r->tool,
                    "the grader cannot read what compute-sanitizer prints. Is its version too old "
                    "or too new?");
    else if (!r->ended && !r->host_only)
        report_skip(
            r->report, r->tool,
            "compute-sanitizer ended before its summary, so there may be more than it said");
    else if (r->summary > 0 && r->records == 0)
        report_skip(r->report, r->tool,
                    "compute-sanitizer counts %ld errors in words that are not understood",
                    r->summary);
}

void sanitizer_read(json_t *report, const char *tool, FILE *log) {
    struct reading r = {.report = report, .tool = tool};
    char line[LINE_BYTES];
    while (fgets(line, sizeof(line), log)) read_line(&r, line);
    if (r.finding && is_race(r.finding)) finish_race(&r);
    finish(&r);
    judge(&r);
}
