/**
 * @file
 * @brief JUnit's XML, as Jenkins, GitLab and GitHub's actions read it.
 *
 * Written here and not by libxml2: what XML needs of a text that is clean already are five characters, a
 * learner's installation has no libxml2, and a second program that turned a result into XML would come
 * too late whenever this one is killed. xmllint looks at it in the tests. There are no times, so that
 * grading twice gives the same bytes.
 */
#include "grader/grade/report/formats.h"
#include "grader/grade/report/stage_text.h"

#include <stdlib.h>
#include <string.h>

static void put_text(FILE *out, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        case '\n':
            fputs("&#10;", out);
            break;
        default:
            fputc(*text, out);
        }
    }
}

static void put_attribute(FILE *out, const char *name, const char *text) {
    fprintf(out, " %s=\"", name);
    put_text(out, text);
    fputc('"', out);
}

/* Wrong answers are failures; a crash, a hang and what was never graded are errors. */
static const char *element_of(const struct stage_text *stage, enum verdict verdict) {
    if (stage->status == STAGE_PASSED) return NULL;
    if (stage->status == STAGE_LEFT) return "skipped";
    if (stage->status != STAGE_FAILED) return "error";
    bool stopped = verdict == VERDICT_CRASH || verdict == VERDICT_EARLY_EXIT ||
                   verdict == VERDICT_HANG || verdict == VERDICT_WAITS ||
                   verdict == VERDICT_MEMORY || verdict == VERDICT_FLOOD;
    return stopped ? "error" : "failure";
}

/* A hidden stage's failure is a failure, and nothing more is told. */
static const char *element_at(const struct stage_text *stage, const struct stage_result *r) {
    return element_of(stage, r->hidden ? VERDICT_WRONG : r->verdict);
}

static void put_case(FILE *out, const struct result *result, size_t i, bool finished) {
    struct stage_text stage;
    stage_text_of(&stage, result, i, finished);
    const char *element = element_at(&stage, &result->stages[i]);
    fputs("    <testcase", out);
    put_attribute(out, "classname", stage.lab);
    put_attribute(out, "name", stage.name);
    if (!element) {
        fputs("/>\n", out);
        return;
    }
    fprintf(out, ">\n      <%s", element);
    put_attribute(out, "message", stage.message[0] ? stage.message : stage.verdict);
    if (strcmp(element, "skipped") != 0) put_attribute(out, "type", stage.verdict);
    fputc('>', out);
    put_text(out, stage.text);
    fprintf(out, "</%s>\n    </testcase>\n", element);
}

/* The attributes of a suite that holds these stages, and whatever else has to be said as an error. */
static void put_counts(FILE *out, const struct result *result, size_t first, size_t end,
                       bool finished, int others) {
    int failures = 0, errors = others, skipped = 0;
    for (size_t i = first; i < end; i++) {
        struct stage_text stage;
        stage_text_of(&stage, result, i, finished);
        const char *element = element_at(&stage, &result->stages[i]);
        failures += element && strcmp(element, "failure") == 0;
        errors += element && strcmp(element, "error") == 0;
        skipped += element && strcmp(element, "skipped") == 0;
    }
    fprintf(out, " tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\"",
            (int)(end - first) + others, failures, errors, skipped);
}

/* A run that did not finish fails as such, even if all stages so far are right. */
static void put_unfinished(FILE *out, const struct result *result) {
    char text[STAGE_TEXT_SIZE];
    stage_text_all(text, sizeof(text), result, false);
    fputs(
        "  <testsuite name=\"the grader\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">\n"
        "    <testcase classname=\"the grader\" name=\"finishes\">\n"
        "      <error type=\"unfinished\"",
        out);
    put_attribute(out, "message", text);
    fputs("/>\n    </testcase>\n  </testsuite>\n", out);
}

static void put_suite(FILE *out, const struct result *result, size_t first, size_t end,
                      bool finished) {
    struct stage_text stage;
    stage_text_of(&stage, result, first, finished);
    fputs("  <testsuite", out);
    put_attribute(out, "name", stage.lab);
    put_counts(out, result, first, end, finished, 0);
    fputs(">\n", out);
    for (size_t i = first; i < end; i++) put_case(out, result, i, finished);
    fputs("  </testsuite>\n", out);
}

char *junit_text(const struct result *result, bool finished) {
    char *text = NULL;
    size_t size, end;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites", out);
    put_counts(out, result, 0, result->n, finished, !finished);
    fputs(">\n", out);
    if (!finished) put_unfinished(out, result);
    for (size_t first = 0; first < result->n; first = end) {
        for (end = first + 1; end < result->n; end++)
            if (result->stages[end].lab != result->stages[first].lab) break;
        put_suite(out, result, first, end, finished);
    }
    fputs("</testsuites>\n", out);
    bool whole = !ferror(out);
    if (fclose(out) == 0 && whole) return text;
    free(text);
    return NULL;
}
