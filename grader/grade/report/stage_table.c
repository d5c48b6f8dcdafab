/**
 * @file
 * @brief The table on the terminal, or in a file.
 */
#include "grader/grade/report/formats.h"
#include "grader/shared/said.h"
#include "grader/shared/terminal.h"
#include "grader/grade/judge/failure.h"

#include <string.h>

enum { MOST_TITLE = 50, BESIDE_TITLE = 31, LONGER_WORDS = 8 }; /* columns */

/* A lab that does not build says so once, not at each of its stages. */
static bool said_before(const struct result *result, const struct stage_result *r) {
    return r > result->stages && r[-1].lab == r->lab && strcmp(r[-1].message, r->message) == 0;
}

/* A note on a stage before it of the same lab. */
static bool noted_before(const struct result *result, const struct stage_result *r) {
    for (const struct stage_result *q = r; q > result->stages && q[-1].lab == r->lab; q--)
        if (strcmp(q[-1].note, r->note) == 0) return true;
    return false;
}

/* What the tools said, each line as it is, but for what a terminal would take for a command. */
static void print_details(FILE *out, const char *text, int indent) {
    for (bool fresh = true; *text; text++) {
        if (fresh) fprintf(out, "%*s", indent, "");
        fresh = *text == '\n';
        fputc(fresh || (*text >= ' ' && *text <= '~') ? *text : '?', out);
        if (!fresh && !text[1]) fputc('\n', out);
    }
}

void stage_table_printed(FILE *out, const struct stage_result *r, int indent) {
    const struct terminal s = terminal_of(out);
    int n = r->printed_lines;
    char text[120];
    if (n == 0) return;
    if (!r->printed)
        snprintf(text, sizeof(text),
                 n == 1
                     ? "Your program printed %d line. To see what it prints, run one case alone: "
                       "add CASE=1."
                     : "Your program printed %d lines. To see what it prints, run one case "
                       "alone: add CASE=1.",
                 n);
    else if (n > 20)
        snprintf(text, sizeof(text), "Your program printed %d lines, at the end:", n);
    else
        snprintf(text, sizeof(text), "Your program printed:");
    terminal_wrapped(&s, text, indent);
    if (r->printed) print_details(out, r->printed, indent + 2);
}

/* The first stage of the same lab that fails; r itself where none does before it. */
static const struct stage_result *first_failed(const struct result *result,
                                               const struct stage_result *r) {
    const struct stage_result *q = result->stages;
    while (q < r && (q->lab != r->lab || q->verdict <= VERDICT_OK)) q++;
    return q;
}

/* The same kind of failure, in the line that both name. */
static bool same_cause(const struct stage_result *a, const struct stage_result *b) {
    const int one = failure_line(a->failure.cause[0] ? a->failure.cause : a->message);
    const int other = failure_line(b->failure.cause[0] ? b->failure.cause : b->message);
    return a->failure.kind == b->failure.kind && one && one == other;
}

static void print_row(const struct terminal *s, const struct result *result,
                      const struct stage_result *r, const char *words) {
    const bool good = r->verdict == VERDICT_OK;
    const int columns = s->width - BESIDE_TITLE - (said_is_open() ? LONGER_WORDS : 0),
              title = columns < MOST_TITLE ? columns : MOST_TITLE;
    if (r == result->stages || r[-1].lab != r->lab)
        fprintf(s->out, "\n%s%s%s\n", terminal_tone(s, TONE_NAME), r->lab->name,
                terminal_tone(s, TONE_PLAIN));
    char points[16] = "";
    if (!result->part) snprintf(points, sizeof(points), "%3d/%d", r->points, r->row->points);
    fprintf(s->out, "  %2d  ", r->number);
    terminal_cell(s, said(r->row->title), title);
    fprintf(s->out, " %-7s %s%s%s\n", points, terminal_tone(s, good ? TONE_GOOD : TONE_BAD), words,
            terminal_tone(s, TONE_PLAIN));
}

bool stage_table_brief(FILE *out, const struct result *result, size_t i) {
    const struct stage_result *r = &result->stages[i], *first = first_failed(result, r);
    const struct terminal s = terminal_of(out);
    char words[80];
    if (first == r) return false;
    snprintf(words, sizeof(words), said("as stage %d"), first->number);
    print_row(&s, result, r, same_cause(first, r) ? words : said(verdict_words(r->verdict)));
    fflush(out);
    return true;
}

void stage_table_row(FILE *out, const struct result *result, size_t i) {
    const struct stage_result *r = &result->stages[i];
    const struct terminal s = terminal_of(out);
    bool good = r->verdict == VERDICT_OK;
    print_row(&s, result, r, said(verdict_words(r->verdict)));
    if (r->hidden && !good)
        terminal_wrapped(&s, "a hidden stage: it shows whether it passes, and no more", 6);
    else if (!good && !said_before(result, r))
        terminal_wrapped(&s, r->message, 6);
    if (r->suspicion[0] && !strstr(r->message, r->suspicion)) terminal_wrapped(&s, r->suspicion, 6);
    if (r->note[0] && !noted_before(result, r)) terminal_wrapped(&s, r->note, 6);
    stage_table_printed(out, r, 6);
    if (r->details) print_details(out, r->details, 6);
    fflush(out);
}

/* A line of it, and how far it goes. A sentence that goes on in indented lines is translated in one. */
static size_t line_of(char *line, size_t size, const char *at) {
    size_t length = strcspn(at, "\n"), used = length < size ? length : size - 1;
    snprintf(line, size, "%.*s", (int)used, at);
    while (said_is_open() && strncmp(at + length, "\n    ", 5) == 0 && at[length + 5] != ' ' &&
           !strstr(line, "  ")) {
        const char *next = at + length + 4; /* with a blank before it */
        const size_t more = strcspn(next, "\n");
        snprintf(line + used, size - used, "%.*s", (int)more, next);
        used = strlen(line);
        length += 4 + more;
    }
    return length;
}

/* The array's name stays as it is; a word before or behind it is translated, in as many columns. */
static void print_columns(const struct terminal *s, const char *line, int indent) {
    static const char *const labels[] = {"wanted", "before", "after"};
    for (size_t i = 0; said_is_open() && i < sizeof(labels) / sizeof(*labels); i++) {
        const char *label = strstr(line, labels[i]), *to = said(labels[i]);
        const int columns = (int)strlen(labels[i]);
        if (!label || label[columns] != ' ' || label > strstr(line, "  ")) continue;
        fprintf(s->out, "%*s%.*s", indent, "", (int)(label - line), line);
        terminal_cell(s, to, columns);
        print_details(s->out, label + columns, 0);
        return;
    }
    const char *empty = strstr(line, " (empty)");
    if (empty && !empty[strlen(" (empty)")])
        fprintf(s->out, "%*s%.*s %s\n", indent, "", (int)(empty - line), line, said("(empty)"));
    else
        print_details(s->out, line, indent);
}

/* The smallest input that fails. Its columns stay as they are. */
static void print_input(const struct terminal *s, const struct failure *f, int indent) {
    if (!f->shown[0]) return;
    char heading[120];
    snprintf(heading, sizeof(heading),
             "The smallest input found that fails%s%s%s:", f->order[0] ? ", threads in " : "",
             f->order, f->order[0] ? " order" : "");
    terminal_wrapped(s, heading, indent);
    for (const char *at = f->shown; *at; at += strspn(at, "\n")) {
        char line[1200];
        at += line_of(line, sizeof(line), at);
        if (strstr(line, "  ")) /* columns */
            print_columns(s, line, indent + 2);
        else
            terminal_wrapped(s, line, indent + 2);
    }
}

void stage_table_why(FILE *out, const struct stage_result *r, int indent) {
    const struct terminal s = terminal_of(out);
    const char *advice = failure_advice_on(&r->failure);
    if (r->failure.cause[0]) {
        char text[1000];
        snprintf(text, sizeof(text), "With every access checked: %s", r->failure.cause);
        terminal_wrapped(&s, text, indent);
    }
    print_input(&s, &r->failure, indent);
    if (*advice) terminal_wrapped(&s, advice, indent);
}

void stage_table_failure(FILE *out, const struct result *result, size_t i, bool in_full) {
    const struct stage_result *r = &result->stages[i];
    if (r->verdict == VERDICT_OK || r->hidden || said_before(result, r)) return;
    if (in_full) stage_table_why(out, r, 6);
    const struct terminal s = terminal_of(out);
    terminal_command(&s, said("      again: "), r->repeat);
    if (in_full && verdict_has_hints(r->lab->name))
        fprintf(out, said("      hint:  make hint LAB=%.2s STEP=%d\n"), r->lab->name, r->row->step);
    fflush(out);
}

void stage_table_end(FILE *out, const struct result *result, bool brief) {
    const struct terminal s = terminal_of(out);
    if (brief)
        terminal_wrapped(&s,
                         "After the first failure of a lab, each failed stage gets one line. "
                         "STAGE= shows it in full.",
                         6);
    if (result->part)
        fprintf(out,
                said("\n%s: these inputs are %s. A stage has its points for all of its inputs\n"),
                result->submission,
                result->points == result->max_points ? said("right") : said("not right"));
    else
        fprintf(out, said("\n%s: %d of %d points\n"), result->submission, result->points,
                result->max_points);
    if (strcmp(result->sandbox, "none") != 0) fprintf(out, said("sandbox: %s\n"), result->sandbox);
}
