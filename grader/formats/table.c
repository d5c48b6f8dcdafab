/**
 * @file
 * @brief The table on the terminal, at most 80 columns but for messages.
 */
#include "grader/formats/formats.h"
#include "grader/judge/failure.h"

#include <string.h>

enum { WIDTH = 80, TITLE = 50 };

/* A paragraph, indented, broken at blanks. */
static void print_wrapped(FILE *out, const char *text, int indent) {
    int column = fprintf(out, "%*s", indent, "");
    for (bool first = true; *text; first = false) {
        int length = (int)strcspn(text, " ");
        if (!first && column + 1 + length > WIDTH)
            column = fprintf(out, "\n%*s", indent, "") - 1;
        else if (!first)
            column += fprintf(out, " ");
        column += fprintf(out, "%.*s", length, text);
        text += length + strspn(text + length, " ");
    }
    fputc('\n', out);
}

/* A lab that does not build says so once, not at each of its stages. */
static bool said_before(const struct result *result, const struct stage_result *r) {
    return r > result->stages && r[-1].lab == r->lab && !strcmp(r[-1].message, r->message);
}

void table_stage(FILE *out, const struct result *result, size_t i) {
    const struct stage_result *r = &result->stages[i];
    if (i == 0 || r[-1].lab != r->lab) fprintf(out, "\n%s\n", r->lab->name);
    fprintf(out, "  %2d  %-*.*s %3d/%-3d %s\n", r->number, TITLE, TITLE, r->row->title, r->points,
            r->row->points, verdict_words(r->verdict));
    if (r->verdict != VERDICT_OK && !said_before(result, r)) print_wrapped(out, r->message, 6);
    fflush(out);
}

/* The smallest input that fails, if the keys are few. */
static void print_input(FILE *out, const struct failure *f) {
    if (!f->shown[0]) return;
    fprintf(out, "      The smallest input found that fails%s%s%s:\n",
            f->order[0] ? ", threads in " : "", f->order, f->order[0] ? " order" : "");
    for (const char *line = f->shown; *line; line += strspn(line, "\n")) {
        int length = (int)strcspn(line, "\n");
        char text[1000];
        snprintf(text, sizeof text, "%.*s", length, line);
        print_wrapped(out, text, 8);
        line += length;
    }
}

void table_failure(FILE *out, const struct result *result, size_t i, bool in_full) {
    const struct stage_result *r = &result->stages[i];
    const char *advice = failure_advice(r->failure.kind);
    if (r->verdict == VERDICT_OK || said_before(result, r)) return;
    if (in_full) print_input(out, &r->failure);
    if (in_full && *advice) print_wrapped(out, advice, 6);
    fprintf(out, "      again: %s\n", r->repeat);
    if (in_full)
        fprintf(out, "      hint:  make hint LAB=%.2s STEP=%d\n", r->lab->name, r->row->step);
    fflush(out);
}

void table_end(FILE *out, const struct result *result) {
    fprintf(out, "\n%s: %d of %d points\n", result->submission, result->points, result->max_points);
}

void table_next(FILE *out, const struct stage_result *r, const char *source) {
    fprintf(out, "next: TODO %d in %s\n", r->row->step, source[0] ? source : "a new file");
    fprintf(out, "      its page: labs/%s/README.md\n", r->lab->name);
}
