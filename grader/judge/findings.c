/**
 * @file
 * @brief The first error in a report of the CPU runtime's checkers, as a sentence.
 */
#include "grader/judge/findings.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static const char *string_of(const json_t *finding, const char *name) {
    const char *text = json_string_value(json_object_get(finding, name));
    return text ? text : "";
}

/** "thread 3", or where a block has more than one dimension "thread (3,1,0)". */
static const char *thread_text(const json_t *finding, const char *name, char *text, size_t size) {
    const json_t *thread = json_object_get(finding, name);
    int at[3] = {0};
    for (size_t i = 0; i < 3; i++) at[i] = (int)json_integer_value(json_array_get(thread, i));
    if (at[1] || at[2])
        snprintf(text, size, "thread (%d,%d,%d)", at[0], at[1], at[2]);
    else
        snprintf(text, size, "thread %d", at[0]);
    return text;
}

static void tell(const json_t *finding, char *text, size_t size) {
    char one[64], other[64];
    thread_text(finding, "thread", one, sizeof one);
    if (json_object_get(finding, "other_thread"))
        snprintf(text, size, "%s: %s, by %s and %s, and nothing says who is first",
                 string_of(finding, "message"), string_of(finding, "where"), one,
                 thread_text(finding, "other_thread", other, sizeof other));
    else
        snprintf(text, size, "%s at %s:%d, by %s: %s", string_of(finding, "message"),
                 string_of(finding, "file"),
                 (int)json_integer_value(json_object_get(finding, "line")), one,
                 string_of(finding, "where"));
}

enum verdict findings_read(const char *path, char *text, size_t size) {
    json_t *report = json_load_file(path, 0, NULL), *finding;
    enum verdict verdict = VERDICT_OK;
    size_t i;
    json_array_foreach(json_object_get(report, "findings"), i, finding) {
        /* A WARNING is a race of two lanes of a warp: they need not run in step either. */
        if (strcmp(string_of(finding, "severity"), "INFO") == 0) continue;
        verdict = strcmp(string_of(finding, "tool"), "racecheck") ? VERDICT_BOUNDS : VERDICT_RACE;
        tell(finding, text, size);
        break;
    }
    json_decref(report);
    return verdict;
}
