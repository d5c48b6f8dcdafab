/**
 * @file
 * @brief What to open, read and type next.
 */
#include "grader/learner/guide.h"
#include "grader/judge/judge.h"
#include "grader/trace/fill.h"

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

/* The line that the compiler means: "atomic_merge.cu:41:24: error: ..." */
static int line_of_error(const struct build *b) {
    const char *name = strstr(b->message, b->copy);
    return name && name[strlen(b->copy)] == ':' ? atoi(name + strlen(b->copy) + 1) : 0;
}

static void print_place(const struct screen *s, const struct stage_result *r,
                        const struct build *b) {
    int error = r->verdict == VERDICT_COMPILE ? line_of_error(b) : 0;
    int line = error ? error : guide_todo_line(b->source, r->row->step);
    fprintf(s->out, "  open   %s%s", screen_tone(s, TONE_NAME), b->source);
    if (line) fprintf(s->out, ":%d", line);
    fprintf(s->out, "%s", screen_tone(s, TONE_PLAIN));
    if (!error) fprintf(s->out, "  TODO %d", r->row->step);
    fputc('\n', s->out);
}

static bool is_c(const char *source) {
    size_t length = strlen(source);
    return length > 2 && !strcmp(source + length - 2, ".c");
}

static bool has_kernels(const char *source) {
    char *text = fill_read_file(source);
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
        return f->kind != FAILURE_STREAM && f->kind != FAILURE_UNWRITTEN;
    case VERDICT_RACE:
        return f->kind != FAILURE_UNORDERED;
    case VERDICT_BOUNDS:
    case VERDICT_UNINITIALISED:
    case VERDICT_BARRIER:
        return true;
    default:
        return f->kind == FAILURE_DIVERGENT || f->kind == FAILURE_RACE ||
               f->kind == FAILURE_BARRIER || f->kind == FAILURE_BOUNDS ||
               f->kind == FAILURE_OFF_BY_ONE || f->kind == FAILURE_UNINITIALISED;
    }
}

/* The command that repeats it, drawn. */
static void print_picture(const struct screen *s, const struct stage_result *r) {
    static const char check[] = "make check ";
    if (strncmp(r->repeat, check, strlen(check))) return;
    fprintf(s->out, "  see    make trace %s\n", r->repeat + strlen(check));
}

void guide_print(const struct screen *s, const struct stage_result *r, const struct build *b,
                 const char *device, bool all) {
    bool drawn = !strcmp(device, "cpu") && is_picture(r) &&
                 (is_c(b->source) ? r->verdict == VERDICT_WRONG : has_kernels(b->source));
    if (b->source[0]) print_place(s, r, b);
    fprintf(s->out, "  read   labs/%s/README.md\n", r->lab->name);
    if (drawn) print_picture(s, r);
    if (all) fprintf(s->out, "  again  %s\n  stuck  make hint\n", r->repeat);
    fprintf(s->out, "  then   make%s\n", strcmp(device, "gpu") ? "" : " DEV=gpu");
}
