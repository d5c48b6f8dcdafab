/**
 * @file
 * @brief Reads what AddressSanitizer, UndefinedBehaviorSanitizer and ThreadSanitizer print.
 *
 * It comes from a process that holds the learner's code, which can print the like: that costs its own
 * points. What cannot be forged is that a run came to its end, and the judge asks for that.
 */
#include "grader/grade/judge/sanitizer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OF_ADDRESS   "ERROR: AddressSanitizer: "
#define OF_UNDEFINED ": runtime error: "
#define OF_RACE      "WARNING: ThreadSanitizer: data race"
#define OF_LEAK      "sortlab: leak: " /* of grader/grade/judge/child_leaks.c */

enum { PLACE = 160 };

static const char *next_line(const char *line) {
    const char *end = strchr(line, '\n');
    return end ? end + 1 : line + strlen(line);
}

/* Where in [from, to) the source's name stands with a line behind it, "FILE:LINE"; false: nowhere. */
static bool find_place(const char *from, const char *to, const char *source, char place[PLACE]) {
    size_t length = strlen(source);
    for (const char *at = from; (at = strstr(at, source)) && at < to; at += length) {
        bool whole = at == from || strchr(" /\n", at[-1]);
        int line = at[length] == ':' ? atoi(at + length + 1) : 0;
        if (whole && line > 0) return snprintf(place, PLACE, "%.100s:%d", source, line) > 0;
    }
    return false;
}

/* The end of a stack of calls: an empty line. */
static const char *end_of_stack(const char *at) {
    const char *end = strstr(at, "\n\n");
    return end ? end : at + strlen(at);
}

/** Errors of memory, by the word for them. The first whose word fits is taken. */
static const struct {
    const char *word, *does;
    bool size_told;
} errors[] = {
    {"stack-overflow",
     "uses up the stack: a function calls itself without an end, or a local "
     "array is too large for it",
     false},
    {"heap-buffer-overflow", "outside of memory that malloc gave", true},
    {"use-after-poison", "outside of the array that it was given", true},
    {"stack-buffer-overflow", "past the end of a local array", true},
    {"stack-buffer-underflow", "before the start of a local array", true},
    {"dynamic-stack-buffer-overflow", "outside of a local array", true},
    {"global-buffer-overflow", "outside of a static array", true},
    {"heap-use-after-free", "in memory that was given to free before", true},
    {"stack-use-after", "in a local variable that no longer exists", true},
    {"double-free", "gives the same memory to free a second time", false},
    {"bad-free", "gives to free what malloc has not given", false},
    {"attempting free", "gives to free what malloc has not given", false},
    {"param-overlap", "copies between two arrays that overlap, which wants memmove", false},
    {"negative-size-param", "copies a negative number of bytes: the size is computed wrongly",
     false},
    {"FPE", "divides an integer by zero", false},
};

/* "READ of size 4": what it does with how many bytes. */
static void tell_access(const char *report, const char *where, char *text, size_t size) {
    const char *at = strstr(report, " of size ");
    bool writes = at && at - report >= 5 && strncmp(at - 5, "WRITE", 5) == 0;
    snprintf(text, size, "%s %d bytes %s", writes ? "writes" : "reads",
             at ? atoi(at + strlen(" of size ")) : 0, where);
}

/* A signal: memory that is nobody's, or that may be read only. */
static void tell_signal(const char *report, char *text, size_t size) {
    bool writes = strstr(report, "caused by a WRITE");
    if (strstr(report, "zero page"))
        snprintf(text, size, "%s through a null pointer", writes ? "writes" : "reads");
    else
        snprintf(text, size, "%s",
                 writes
                     ? "writes where it may not: to an input, which has to stay as it was, or to "
                       "no array at all"
                     : "reads where there is no array at all");
}

static void tell_address(const char *report, char *text, size_t size) {
    const char *word = strstr(report, OF_ADDRESS) + strlen(OF_ADDRESS), *end = next_line(word);
    for (size_t i = 0; i < sizeof(errors) / sizeof(*errors); i++) {
        const char *at = strstr(word, errors[i].word);
        if (!at || at >= end) continue;
        if (errors[i].size_told)
            tell_access(report, errors[i].does, text, size);
        else
            snprintf(text, size, "%s", errors[i].does);
        return;
    }
    if (strncmp(word, "SEGV", 4) == 0 || strncmp(word, "BUS", 3) == 0)
        tell_signal(report, text, size);
    else
        snprintf(text, size, "%.*s", (int)strcspn(word, "(\n"), word);
}

/* The access first; where the learner's code has freed or made the memory, that. */
static enum verdict read_address(const char *report, const char *source, enum failure_kind *kind,
                                 char *text, size_t size) {
    char place[PLACE], what[300];
    const char *end = report + strlen(report);
    if (!find_place(report, end_of_stack(report), source, place) &&
        !find_place(report, end, source, place))
        return VERDICT_OK;
    tell_address(report, what, sizeof(what));
    snprintf(text, size, "%s %s", place, what);
    *kind = strstr(what, "an input")                             ? FAILURE_INPUT
            : strstr(what, " bytes ") || strstr(what, "pointer") ? FAILURE_BOUNDS
                                                                 : FAILURE_CRASH;
    return VERDICT_BOUNDS;
}

/* "FILE:LINE:COLUMN: runtime error: WORDS", and who has called it. */
static enum verdict read_undefined(const char *line, const char *source, enum failure_kind *kind,
                                   char *text, size_t size) {
    char place[PLACE];
    const char *words = strstr(line, OF_UNDEFINED) + strlen(OF_UNDEFINED), *end = next_line(words);
    while (*end == ' ') end = next_line(end);
    if (!find_place(line, end, source, place)) return VERDICT_OK;
    bool bounds = strstr(words, "out of bounds") && strstr(words, "out of bounds") < end;
    snprintf(text, size, bounds ? "%s: %.*s" : "%s does what C leaves undefined: %.*s", place,
             (int)strcspn(words, "\n"), words);
    *kind = bounds ? FAILURE_BOUNDS : FAILURE_UNDEFINED;
    return bounds ? VERDICT_BOUNDS : VERDICT_UNDEFINED;
}

/* Two accesses, each with its stack of calls. */
static enum verdict read_race(const char *report, const char *source, enum failure_kind *kind,
                              char *text, size_t size) {
    char one[PLACE], other[PLACE];
    const char *first = next_line(report), *middle = end_of_stack(first);
    const char *second = *middle ? middle + 2 : middle, *end = end_of_stack(second);
    if (!find_place(first, middle, source, one)) return VERDICT_OK;
    if (!find_place(second, end, source, other)) snprintf(other, PLACE, "another line");
    bool writes = strncmp(first + strspn(first, " "), "Write", 5) == 0;
    const char *before = second + strspn(second, " ");
    bool wrote = strncmp(before, "Previous write", 14) == 0 ||
                 strncmp(before, "Previous atomic write", 21) == 0;
    snprintf(text, size, "%s %s what %s %s, in two threads of the host, and nothing orders the two",
             one, writes ? "writes" : "reads", other, wrote ? "writes" : "reads");
    *kind = FAILURE_WORKERS;
    return VERDICT_RACE;
}

static enum verdict read_leak(const char *line, const char *source, enum failure_kind *kind,
                              char *text, size_t size) {
    char place[PLACE];
    if (!find_place(line, next_line(line), source, place)) return VERDICT_OK;
    snprintf(text, size, "%s takes memory that nobody frees (%d bytes)", place,
             atoi(strstr(line, OF_LEAK) + strlen(OF_LEAK)));
    *kind = FAILURE_LEAK;
    return VERDICT_LEAK;
}

static bool is_of(const char *line, const char *mark) {
    const char *at = strstr(line, mark);
    return at && at < next_line(line);
}

static void make_plain(char *text) {
    for (; *text; text++)
        if (*text < ' ' || *text > '~') *text = '?';
}

enum verdict sanitizer_read(const char *printed, const char *source, enum failure_kind *kind,
                            char *text, size_t size) {
    enum verdict v = VERDICT_OK;
    for (const char *line = printed; *line && v == VERDICT_OK; line = next_line(line)) {
        if (is_of(line, OF_ADDRESS)) v = read_address(line, source, kind, text, size);
        if (is_of(line, OF_UNDEFINED)) v = read_undefined(line, source, kind, text, size);
        if (is_of(line, OF_RACE)) v = read_race(line, source, kind, text, size);
        if (is_of(line, OF_LEAK)) v = read_leak(line, source, kind, text, size);
    }
    if (v != VERDICT_OK) make_plain(text);
    return v;
}

const char *sanitizer_absent(const char *printed) {
    static const struct {
        const char *says, *why;
    } reasons[] = {
        {"failed to allocate", "the sanitizer finds no space for its own memory here"},
        {"ReserveShadowMemoryRange failed", "the sanitizer finds no space for its own memory here"},
        {"Shadow memory range interleaves", "the sanitizer finds no space for its own memory here"},
        {"unexpected memory mapping", "the sanitizer finds no space for its own memory here"},
        {"error while loading shared libraries", "the compiler's sanitizers are not installed"},
        {"cannot find lib", "the compiler's sanitizers are not installed"},
        {"cannot find -l", "the compiler's sanitizers are not installed"},
        {"cannot find /", "the compiler's sanitizers are not installed"}, /* clang's */
    };
    for (size_t i = 0; i < sizeof(reasons) / sizeof(*reasons); i++)
        if (strstr(printed, reasons[i].says)) return reasons[i].why;
    return NULL;
}
