/**
 * @file
 * @brief The first error in a report of the checkers, as a sentence.
 */
#include "grader/grade/judge/findings.h"
#include "grader/grade/judge/report_file.h"
#include "grader/shared/source.h"

#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *string_of(const json_t *finding, const char *name) {
    const char *text = json_string_value(json_object_get(finding, name));
    return text ? text : "";
}

/* What is wrong; a damaged report may leave it out, and a finding is never without words. */
static const char *message_of(const json_t *finding) {
    const char *message = string_of(finding, "message");
    return *message ? message : "The checkers' report names an error and does not say which";
}

static void place_text(const json_t *finding, const char *name, char *text, size_t size) {
    const json_t *place = json_object_get(finding, name);
    int at[3] = {0};
    for (size_t i = 0; i < 3; i++) at[i] = (int)json_integer_value(json_array_get(place, i));
    if (at[1] || at[2])
        snprintf(text, size, "(%d,%d,%d)", at[0], at[1], at[2]);
    else
        snprintf(text, size, "%d", at[0]);
}

/** "thread 3", or where there is more than one dimension "thread (3,1,0)"; and of which block. */
static const char *party_text(const json_t *finding, const char *thread, const char *block,
                              char *text, size_t size) {
    char of_thread[48], of_block[48] = "";
    place_text(finding, thread, of_thread, sizeof(of_thread));
    if (block) place_text(finding, block, of_block, sizeof(of_block));
    snprintf(text, size, "thread %s%s%s", of_thread, block ? " of block " : "", of_block);
    return text;
}

static bool by_tool(const json_t *finding, const char *tool) {
    return strcmp(string_of(finding, "tool"), tool) == 0;
}

/** At which barrier, where the others were, and what is wrong with that. */
static void tell_barrier(const json_t *finding, char *text, size_t size) {
    char one[128], other[400] = "";
    if (json_object_get(finding, "other_line"))
        snprintf(other, sizeof(other), ", and %s:%d", string_of(finding, "other_file"),
                 (int)json_integer_value(json_object_get(finding, "other_line")));
    const char *where = string_of(finding, "where");
    snprintf(text, size, "%s at %s:%d, by %s%s%s%s", message_of(finding),
             string_of(finding, "file"), (int)json_integer_value(json_object_get(finding, "line")),
             party_text(finding, "thread", NULL, one, sizeof(one)), other, *where ? ": " : "",
             where);
}

/* On a GPU the tools know the lines of a race, and not whose they are. */
static bool names_threads(const json_t *finding) {
    return json_object_get(finding, "thread") != NULL;
}

/* That a call into CUDA gave an error may be what the stage is about. */
static bool is_of_a_kernel(const json_t *finding) {
    const char *kind = string_of(finding, "kind");
    return strcmp(kind, "API error") != 0 && strcmp(kind, "Leak") != 0;
}

/** Of host code, or by a tool that does not know whose it is; where its words name no line, the line. */
static void tell_without_thread(const json_t *finding, char *text, size_t size) {
    const char *where = string_of(finding, "where"), *message = message_of(finding);
    const size_t length = strlen(message);
    const int whole = (int)(message[length - 1] == '.' ? length - 1 : length);
    int line = (int)json_integer_value(json_object_get(finding, "line"));
    if (by_tool(finding, "racecheck") || line <= 0)
        snprintf(text, size, "%s", message_of(finding));
    else
        snprintf(text, size, "%.*s at %s:%d%s%s", whole, message, string_of(finding, "file"), line,
                 *where ? ": " : "", where);
}

static void tell_two_threads(const json_t *finding, char *text, size_t size) {
    char one[128], other[128];
    bool blocks =
        !json_equal(json_object_get(finding, "block"), json_object_get(finding, "other_block"));
    snprintf(
        text, size, "%s: %s, by %s and %s, and nothing orders the two", message_of(finding),
        string_of(finding, "where"),
        party_text(finding, "thread", blocks ? "block" : NULL, one, sizeof(one)),
        party_text(finding, "other_thread", blocks ? "other_block" : NULL, other, sizeof(other)));
}

/*
 * Which of a kernel's pointers leads to the place: the report has its number, and the source its name.
 */
enum { POINTERS = 16 };

struct pointer {
    char name[64];
    int item_bytes;
};

static int bytes_of(const char *type, size_t length) {
    char text[160];
    snprintf(text, sizeof(text), "%.*s", (int)length, type);
    if (strstr(text, "64") || strstr(text, "size_t") || strstr(text, "long") ||
        strstr(text, "double"))
        return 8;
    return strstr(text, "char") || strstr(text, "int8")  ? 1
           : strstr(text, "16") || strstr(text, "short") ? 2
                                                         : 4;
}

/* "const uint32_t *d_in": its name is the last word of a parameter that has a *. */
static int read_pointers(const char *parameters, const char *end, struct pointer *all) {
    int n = 0;
    for (const char *at = parameters; at < end && n < POINTERS;) {
        const size_t length = strcspn(at, ",)");
        const char *star = memchr(at, '*', length), *name = star;
        while (name && (*name == '*' || *name == ' ' || strncmp(name, "__restrict__", 12) == 0))
            name += *name == '_' ? 12 : 1;
        if (name) {
            snprintf(all[n].name, sizeof(all[n].name), "%.*s", (int)strcspn(name, " ,)\n"), name);
            all[n++].item_bytes = bytes_of(at, length);
        }
        at += length + 1;
    }
    return n;
}

/* The kernel's definition: its name, and a list of parameters with a brace behind it. */
static int find_pointers(const char *source, const char *kernel, struct pointer *all) {
    const size_t length = strcspn(kernel, "<");
    char name[200];
    snprintf(name, sizeof(name), " %.*s(", (int)length, kernel);
    for (const char *at = source; (at = strstr(at, name)); at++) {
        const char *open = at + strlen(name), *close = strchr(open, ')');
        if (close && close[1 + strspn(close + 1, " \n")] == '{')
            return read_pointers(open, close, all);
    }
    return 0;
}

/* " (d_keys[16])" behind the place's words, where the pointer and its item are known. */
static void name_place(json_t *finding, const char *source) {
    struct pointer all[POINTERS];
    const json_t *argument = json_object_get(finding, "argument");
    const long long from_last = json_integer_value(json_array_get(argument, 0));
    const long long given = json_integer_value(json_array_get(argument, 1));
    const long long byte = json_integer_value(json_object_get(finding, "byte"));
    char *text = argument && source ? source_read(source) : NULL;
    const int n = text ? find_pointers(text, string_of(finding, "kernel"), all) : 0;
    free(text);
    if (n == 0 || n != given || from_last < 0 || from_last >= n) return;
    const struct pointer *p = &all[n - 1 - from_last];
    const long long item = byte / p->item_bytes - (byte < 0 && byte % p->item_bytes != 0);
    char where[600];
    snprintf(where, sizeof(where), "%.300s (%s[%lld])", string_of(finding, "where"), p->name, item);
    json_object_set_new(finding, "where", json_string(where));
}

static void tell(const json_t *finding, char *text, size_t size) {
    char one[128];
    if (by_tool(finding, "synccheck"))
        tell_barrier(finding, text, size);
    else if (!names_threads(finding))
        tell_without_thread(finding, text, size);
    else if (json_object_get(finding, "other_thread"))
        tell_two_threads(finding, text, size);
    else
        snprintf(
            text, size, "%s at %s:%d, by %s: %s", message_of(finding), string_of(finding, "file"),
            (int)json_integer_value(json_object_get(finding, "line")),
            party_text(finding, "thread", NULL, one, sizeof(one)), string_of(finding, "where"));
}

/** A WARNING of racecheck is a race of two lanes of a warp: they need not run in step either. */
static bool counts(const json_t *finding) {
    const char *severity = string_of(finding, "severity");
    return strcmp(severity, "ERROR") == 0 ||
           (strcmp(severity, "WARNING") == 0 && by_tool(finding, "racecheck"));
}

/* One line of many threads stores to the word, so that no barrier says whose store is the last. */
static bool is_contended(const json_t *report, const json_t *finding) {
    const json_t *line = json_object_get(finding, "line"),
                 *other_line = json_object_get(finding, "other_line");
    const json_t *other;
    size_t i;
    json_array_foreach(json_object_get(report, "findings"), i, other) {
        const json_t *both = json_object_get(other, "line");
        bool stores = strcmp(string_of(other, "kind"), "WAW") == 0 && counts(other) &&
                      json_equal(both, json_object_get(other, "other_line"));
        if (stores && (json_equal(both, line) || json_equal(both, other_line))) return true;
    }
    return false;
}

/* A word that one line writes and another uses, by threads of one block, wants a barrier between them. */
static enum failure_kind kind_of_race(const json_t *report, const json_t *finding) {
    if (strcmp(string_of(finding, "kind"), "Unordered operations") == 0) return FAILURE_UNORDERED;
    if (strstr(string_of(finding, "where"), "no __threadfence()")) return FAILURE_FENCE;
    bool one_block =
        json_equal(json_object_get(finding, "block"), json_object_get(finding, "other_block"));
    bool one_line =
        json_equal(json_object_get(finding, "line"), json_object_get(finding, "other_line"));
    return one_block && !one_line && !is_contended(report, finding) ? FAILURE_BARRIER
                                                                    : FAILURE_RACE;
}

/* A kernel's pointer is one of the host, or the other way round. */
static bool is_of_wrong_side(const json_t *finding) {
    return strstr(string_of(finding, "where"), "memory of the host") ||
           strcmp(string_of(finding, "kind"), "Invalid access of the host") == 0;
}

/* What may be the cause of others comes first: a wrong side, then a barrier that not all threads reach. */
static int rank_of(const json_t *finding) {
    return is_of_wrong_side(finding) ? 0 : by_tool(finding, "synccheck") ? 1 : 2;
}

static bool is_shift(const json_t *finding) {
    return strcmp(string_of(finding, "kind"), "Invalid shift") == 0;
}

static enum failure_kind kind_of(const json_t *report, const json_t *finding) {
    const char *where = string_of(finding, "where");
    if (by_tool(finding, "racecheck")) return kind_of_race(report, finding);
    if (by_tool(finding, "synccheck")) return FAILURE_DIVERGENT;
    if (by_tool(finding, "initcheck")) return FAILURE_UNINITIALISED;
    if (is_of_wrong_side(finding)) return FAILURE_SIDE;
    if (is_shift(finding)) return FAILURE_UNDEFINED;
    if (strcmp(string_of(finding, "kind"), "Invalid index") == 0) return FAILURE_BOUNDS;
    if (strstr(where, " is in an input")) return FAILURE_INPUT;
    if (strstr(where, "the dynamic shared memory of size 0 bytes")) return FAILURE_DYNAMIC;
    bool access = strncmp(message_of(finding), "Invalid host ", strlen("Invalid host ")) == 0;
    if (!json_object_get(finding, "thread") && !access) return FAILURE_CUDA; /* a call's */
    bool once = json_integer_value(json_object_get(finding, "count")) == 1;
    return once && (strstr(where, " is 1 bytes after") || strstr(where, " is 4 bytes before"))
               ? FAILURE_OFF_BY_ONE
               : FAILURE_BOUNDS;
}

static bool is_local_atomic(const json_t *finding) {
    return strcmp(string_of(finding, "kind"), "Local atomic") == 0;
}

static enum verdict verdict_of(const json_t *finding) {
    if (by_tool(finding, "racecheck")) return VERDICT_RACE;
    if (by_tool(finding, "synccheck")) return VERDICT_BARRIER;
    if (by_tool(finding, "initcheck")) return VERDICT_UNINITIALISED;
    return is_shift(finding) ? VERDICT_UNDEFINED : VERDICT_BOUNDS;
}

/* A report is written by a process that holds the learner's code; what a terminal would obey is left out. */
static void make_plain(char *text) {
    for (; *text; text++)
        if (*text < ' ' || *text > '~') *text = '?';
}

enum verdict findings_read(const char *path, const char *source, enum failure_kind *kind,
                           char *text, size_t size) {
    json_t *report = report_load(path), *finding, *first = NULL;
    enum verdict verdict = VERDICT_OK;
    size_t i;
    json_array_foreach(json_object_get(report, "findings"), i,
                       finding) if (counts(finding) && is_of_a_kernel(finding) &&
                                    (!first || rank_of(finding) < rank_of(first))) first = finding;
    if (first) {
        verdict = verdict_of(first);
        *kind = kind_of(report, first);
        if (*kind == FAILURE_DYNAMIC && !source_fits(source, 1, INT_MAX, "*extern*__shared__*"))
            *kind = FAILURE_BOUNDS;
        name_place(first, source);
        tell(first, text, size);
        make_plain(text);
    }
    json_decref(report);
    return verdict;
}

enum failure_kind findings_hint(const char *path, char *text, size_t size) {
    json_t *report = report_load(path), *finding;
    enum failure_kind kind = FAILURE_NONE;
    size_t i;
    json_array_foreach(json_object_get(report, "findings"), i, finding) {
        bool local = is_local_atomic(finding);
        if (kind || (!local && strcmp(string_of(finding, "kind"), "API error") != 0)) continue;
        kind = local ? FAILURE_LOCAL : FAILURE_ARGUMENT;
        tell(finding, text, size);
        make_plain(text);
    }
    json_decref(report);
    return kind;
}

void findings_skipped(const char *path, char *text, size_t size) {
    json_t *report = report_load(path);
    const json_t *first = json_array_get(json_object_get(report, "skipped"), 0);
    text[0] = 0;
    if (first)
        snprintf(text, size, "not checked by %s: %s", string_of(first, "tool"),
                 string_of(first, "why"));
    make_plain(text);
    json_decref(report);
}
