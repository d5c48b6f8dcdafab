/**
 * @file
 * @brief What to open, read and type next.
 */
#include "grader/grade/learner/guide.h"
#include "grader/shared/said.h"
#include "grader/shared/source.h"
#include "grader/grade/judge/judge.h"
#include "grader/shared/columns.h"
#include "grader/shared/fill.h"
#include "grader/shared/language.h"

#include <stdlib.h>
#include <string.h>

enum { PICTURE_KEYS = 300 }; /* so many that a page of them is looked at, and fits */

const char *guide_name(const struct stage_lab *lab, char text[128]) {
    snprintf(text, 128, "%s", lab->name);
    for (char *c = text; *c; c++)
        if (*c == '_') *c = ' ';
    return text;
}

static bool has_todo(const char *line, int step) {
    for (const char *todo = line; (todo = strstr(todo, "TODO ")); todo++) {
        char *end;
        if (strtol(todo + 5, &end, 10) == step && end > todo + 5) return true;
    }
    return false;
}

int guide_todo_line(const char *source, int step) {
    FILE *file = fopen(source, "r");
    char *line = NULL;
    size_t size = 0;
    int number = 0, found = 0;
    while (file && !found && getline(&line, &size, file) >= 0) {
        number++;
        if (has_todo(line, step)) found = number;
    }
    free(line);
    if (file) fclose(file);
    return found;
}

/* The line that a message means: "atomic_merge.cu:41:24: error: ..." */
static int line_in(const char *message, const char *file) {
    const char *name = strstr(message, file);
    return name && name[strlen(file)] == ':' ? atoi(name + strlen(file) + 1) : 0;
}

/* The line that defines the function that the stage calls; its name goes to `name`. 0: none. */
static int line_of_function(const char *source, const char *call, char name[80]) {
    char *text = source_read(source), *at = text;
    int line = 1, found = 0;
    snprintf(name, 80, "%.*s", (int)strcspn(call, "("), call);
    for (; at && *at && !found; line++) {
        const size_t length = strcspn(at, "\n");
        const char *own = strstr(at, name);
        bool starts = own && own < at + length && own[strlen(name)] == '(' && *at != ' ';
        if (starts && at[length - 1] != ';') found = line;
        at += length + (at[length] != 0);
    }
    free(text);
    return found;
}

int guide_line(const struct stage_result *r, const struct build *b) {
    char name[80];
    int line = r->verdict == VERDICT_COMPILE ? line_in(b->message, b->copy) : 0;
    if (!line) line = line_in(r->failure.cause, b->copy);
    if (!line) line = line_in(r->message, b->copy);
    if (!line) line = guide_todo_line(b->source, r->row->step);
    return line ? line : line_of_function(b->source, r->row->call, name);
}

/* Where to go, and what stands there. */
static void print_place(const struct terminal *s, const struct stage_result *r,
                        const struct build *b) {
    char name[80], label[100] = "";
    const int line = guide_line(r, b);
    const int todo = guide_todo_line(b->source, r->row->step);
    const int function = line_of_function(b->source, r->row->call, name);
    if (todo && r->verdict != VERDICT_COMPILE)
        snprintf(label, sizeof(label), "  TODO %d", r->row->step);
    else if (function && r->verdict != VERDICT_COMPILE)
        snprintf(label, sizeof(label), "  %s", name);
    fprintf(s->out, said("  open   %s%s"), terminal_tone(s, TONE_NAME), b->source);
    if (line) fprintf(s->out, ":%d", line);
    fprintf(s->out, "%s%s\n", terminal_tone(s, TONE_PLAIN), label);
}

/* The text of the comment that begins at a line's TODO and goes on in lines of comment; it is put behind `text`. */
static void add_comment(char *text, size_t size, const char *line) {
    const char *at = strstr(line, "TODO ");
    if (!at) at = strstr(line, "//") + 2;
    const size_t used = strlen(text);
    at += strspn(at, " ");
    snprintf(text + used, size - used, "%s%.*s", used ? " " : "", (int)strcspn(at, "\n"), at);
}

static void print_comment(const struct terminal *s, const char *english) {
    const char *text = said_known(english);
    if (text) terminal_wrapped(s, text, columns_of(said("  again  ")));
}

/* The TODOs of the step in the reader's language, as far as they stand in the file as they were. */
static void print_todos(const struct terminal *s, const char *source, int step) {
    FILE *file = said_is_open() ? fopen(source, "r") : NULL;
    char *line = NULL, text[2000] = "";
    size_t size = 0;
    bool inside = false;
    while (file && getline(&line, &size, file) >= 0) {
        const char *first = line + strspn(line, " ");
        const bool comment = strncmp(first, "//", 2) == 0, begins = strstr(first, "TODO ");
        if (!comment || begins) {
            print_comment(s, text);
            text[0] = 0;
        }
        inside = comment && (begins ? has_todo(first, step) : inside);
        if (inside) add_comment(text, sizeof(text), first);
    }
    print_comment(s, text);
    free(line);
    if (file) fclose(file);
}

static bool is_c(const char *source) {
    size_t length = strlen(source);
    return length > 2 && strcmp(source + length - 2, ".c") == 0;
}

static bool has_kernels(const char *source) {
    char *text = source_read(source);
    bool has = text && strstr(text, "__global__ void");
    free(text);
    return has;
}

/* A failure of one small case, that a page of its run shows. C that crashes leaves no trace. */
static bool is_picture(const struct stage_result *r) {
    const struct failure *f = &r->failure;
    if (f->case_number == 0 || f->c.n > PICTURE_KEYS) return false;
    switch (r->verdict) {
    case VERDICT_WRONG:
        return f->kind != FAILURE_STREAM && f->kind != FAILURE_UNWRITTEN &&
               f->kind != FAILURE_NOTHING;
    case VERDICT_RACE:
        return f->kind != FAILURE_UNORDERED;
    case VERDICT_BOUNDS:
    case VERDICT_UNINITIALISED:
    case VERDICT_BARRIER:
        return true;
    default:
        return f->kind == FAILURE_DIVERGENT || f->kind == FAILURE_RACE ||
               f->kind == FAILURE_BARRIER || f->kind == FAILURE_WARP || f->kind == FAILURE_BOUNDS ||
               f->kind == FAILURE_BYTES || f->kind == FAILURE_DYNAMIC ||
               f->kind == FAILURE_OFF_BY_ONE || f->kind == FAILURE_UNINITIALISED;
    }
}

/* The command that repeats it, drawn. */
static void print_picture(const struct terminal *s, const struct stage_result *r) {
    static const char check[] = "make check ";
    if (strncmp(r->repeat, check, strlen(check)) != 0) return;
    terminal_command(s, said("  see    make trace "), r->repeat + strlen(check));
}

void guide_print(const struct terminal *s, const struct stage_result *r, const struct build *b,
                 const char *device, bool all) {
    bool drawn = strcmp(device, "cpu") == 0 && is_picture(r) &&
                 (is_c(b->source) ? r->verdict == VERDICT_WRONG : has_kernels(b->source));
    char page[300], where[400];
    snprintf(page, sizeof page, "labs/%.200s/README.md", r->lab->name);
    language_page(page, where, sizeof where);
    if (b->source[0]) print_place(s, r, b);
    if (b->source[0]) print_todos(s, b->source, r->row->step);
    fprintf(s->out, said("  read   %s\n"), where);
    if (drawn) print_picture(s, r);
    if (all) terminal_command(s, said("  again  "), r->repeat);
    if (all && verdict_has_hints(r->lab->name)) fputs(said("  stuck  make hint\n"), s->out);
    fprintf(s->out, said("  then   make%s\n"), strcmp(device, "gpu") != 0 ? "" : " DEV=gpu");
}
