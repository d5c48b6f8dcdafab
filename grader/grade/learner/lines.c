/**
 * @file
 * @brief Failures for editors (lines.h).
 */
#include "grader/grade/learner/lines.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "grader/grade/judge/failure.h"
#include "grader/grade/learner/guide.h"

/* One line, whatever stands in the words. */
__attribute__((format(printf, 5, 6))) static void
print_line(FILE *out, const struct build *b, int line, const char *kind, const char *format, ...) {
    char text[3000];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof(text), format, values);
    va_end(values);
    for (char *c = text; *c; c++)
        if (*c < ' ' || *c > '~') *c = ' ';
    fprintf(out, "%s:%d: %s: %s\n", b->source, line > 0 ? line : 1, kind, text);
}

/* Each line of the learner's file that the words name, but for the one that is said already. */
static void print_others(FILE *out, const struct build *b, const char *words, int said) {
    const size_t length = strlen(b->copy);
    int last = said;
    for (const char *at = words; (at = strstr(at, b->copy)); at += length) {
        int line = at[length] == ':' ? atoi(at + length + 1) : 0;
        if (line > 0 && line != said && line != last)
            print_line(out, b, line, "note", "the same failure names this line");
        if (line > 0) last = line;
    }
}

/* "The compiler warned: FILE:LINE: words" */
static void print_warning(FILE *out, const struct build *b, const char *note) {
    const char *at = strstr(note, b->copy), *words = at ? at + strlen(b->copy) : NULL;
    if (!words || *words != ':') return;
    int line = atoi(words + 1);
    words = strstr(words, ": ");
    if (line > 0 && words) print_line(out, b, line, "warning", "%s", words + 2);
}

/* The stage before it that failed at the same line and in the same way; NULL: none has. */
static const struct stage_result *same_before(const struct result *result, size_t i, int line,
                                              const struct build *b) {
    const struct stage_result *r = &result->stages[i];
    for (const struct stage_result *q = r; q > result->stages && q[-1].lab == r->lab; q--)
        if (q[-1].verdict > VERDICT_OK && q[-1].failure.kind == r->failure.kind &&
            guide_line(q - 1, b) == line)
            return q - 1;
    return NULL;
}

void lines_print(FILE *out, const struct result *result, size_t i, const struct build *b) {
    const struct stage_result *r = &result->stages[i];
    const char *advice = failure_advice_on(&r->failure), *words = verdict_words(r->verdict);
    if (r->verdict <= VERDICT_OK) return;
    const int line = guide_line(r, b);
    const struct stage_result *same = same_before(result, i, line, b);
    if (same && verdict_is_of_build(r->verdict)) return;
    if (same) {
        print_line(out, b, line, "error", "stage %d, %s: as stage %d", r->number, words,
                   same->number);
        return;
    }
    print_line(out, b, line, "error", "stage %d, %s: %s", r->number, words, r->message);
    print_others(out, b, r->message, line);
    if (r->failure.shown[0])
        print_line(out, b, line, "note", "it fails with %.*s", (int)strcspn(r->failure.shown, "\n"),
                   r->failure.shown);
    if (*advice) print_line(out, b, line, "note", "%s", advice);
    if (r->repeat[0]) print_line(out, b, line, "note", "again: %s", r->repeat);
    print_warning(out, b, r->note);
}
