/**
 * @file
 * @brief A file as it was handed in, line by line, with the stretches marked that another one has too.
 */
#include "grader/class/pages/part.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINES = 3000, COLOURS = 6 };

/* From OUT, or a solution from the kit's top folder: class.json may hold anything by the time it is read. */
static FILE *open_source(const char *out, const char *source) {
    static const char solutions[] = "solutions/";
    char path[8192];
    struct stat status;
    bool kit = strncmp(source, solutions, strlen(solutions)) == 0;
    if (*source == '/' || strstr(source, "..")) return NULL;
    snprintf(path, sizeof(path), "%.4000s%s%.4000s", kit ? "" : out, kit ? "" : "/", source);
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    FILE *in = fd >= 0 && !fstat(fd, &status) && S_ISREG(status.st_mode) ? fdopen(fd, "r") : NULL;
    if (fd >= 0 && !in) close(fd);
    return in;
}

static int line_at(const json_t *run, char side, size_t end) {
    const char name[] = {side, 0};
    return (int)json_integer_value(json_array_get(json_object_get(run, name), end));
}

/* The number, from 1, of the last run that the line is in; 0: in none. */
static size_t run_of(const json_t *runs, char side, int line) {
    size_t i, found = 0;
    json_t *run;
    json_array_foreach(runs, i, run) {
        if (line >= line_at(run, side, 0) && line <= line_at(run, side, 1)) found = i + 1;
    }
    return found;
}

/* The run's number, which leads to the same run on the other side. */
static void tag(struct html *h, size_t pair, char side, size_t run) {
    char id[60], to[60], number[30];
    snprintf(id, sizeof(id), "p%zu%c%zu", pair, side, run);
    snprintf(to, sizeof(to), "#p%zu%c%zu", pair, side == 'a' ? 'b' : 'a', run);
    snprintf(number, sizeof(number), "%zu", run);
    html_begin(h, "a", "class", "tag", "id", id, "href", to, NULL);
    html_text(h, number);
    html_end(h);
}

/* The line's number, behind the numbers of the runs that begin there. */
static void gutter(struct html *h, const json_t *runs, size_t pair, char side, int line) {
    size_t i;
    json_t *run;
    html_begin(h, "span", "class", "n", NULL);
    json_array_foreach(runs, i, run) {
        if (line_at(run, side, 0) == line) tag(h, pair, side, i + 1);
    }
    html_textf(h, "%d", line);
    html_end(h);
}

static void code_text(struct html *h, char *text, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!text[i]) text[i] = '\1'; /* what follows is shown too */
    text[strcspn(text, "\r\n")] = 0;
    html_text(h, text);
}

static void code_lines(struct html *h, FILE *in, const json_t *runs, size_t pair, char side) {
    char *text = NULL, class[20];
    size_t room = 0;
    ssize_t n;
    for (int line = 1; (n = getline(&text, &room, in)) >= 0; line++) {
        size_t run = run_of(runs, side, line);
        if (line > MOST_LINES) {
            html_put(h, "span", "line", "... and more lines");
            break;
        }
        snprintf(class, sizeof(class), "line r%zu", (run - 1) % COLOURS);
        html_begin(h, "span", "class", run ? class : "line", NULL);
        gutter(h, runs, pair, side, line);
        code_text(h, text, (size_t)n);
        html_end(h);
    }
    free(text);
}

void part_side(struct html *h, const char *out, const json_t *file, const json_t *runs, size_t pair,
               char side) {
    const char *source = json_string_value(json_object_get(file, "source"));
    FILE *in = source ? open_source(out, source) : NULL;
    if (!in) {
        html_put(h, "p", "note", "This file is no longer where it was compared.");
        return;
    }
    html_begin(h, "pre", "class", "code", "tabindex", "0", "role", "region", "aria-label",
               "The file", NULL);
    code_lines(h, in, runs, pair, side);
    html_end(h);
    fclose(in);
}
