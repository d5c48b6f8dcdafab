/**
 * @file
 * @brief Counts as a table on the terminal: kernel by kernel, line by line.
 */
#include "grader/grade/report/profile/profile.h"
#include "grader/shared/said.h"
#include "grader/shared/terminal.h"
#include "grader/shared/source.h"
#include "grader/shared/fill.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 79 };

static const char heading[] =
    "Requests of warps to global memory with their sectors of 32 bytes and the\n"
    "smallest number that is enough, requests to shared memory with the rounds that\n"
    "bank conflicts cost, and branches at which the lanes of a warp diverge.\n";

static void print_ratio(double part, double whole, int width) {
    if (whole > 0)
        printf(" %*.1f", width, part / whole);
    else
        printf(" %*s", width, "-");
}

static void print_heads(void) {
    static const struct {
        const char *head;
        int columns;
    } heads[] = {{"global", 8}, {"sectors", 8},   {"ideal", 6},
                 {"shared", 9}, {"conflicts", 9}, {"diverges", 8}};
    const struct terminal s = terminal_of(stdout);
    for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++) {
        printf(" ");
        terminal_cell(&s, said(heads[i].head), -heads[i].columns);
    }
    printf("\n");
}

static void print_row(const char *what, const struct cost *c) {
    const struct terminal s = terminal_of(stdout);
    printf("  ");
    terminal_cell(&s, said(what), 22);
    printf(" %8.0f", c->requests);
    print_ratio(c->sectors, c->requests, 8);
    print_ratio(c->ideal, c->requests, 6);
    printf(" %9.0f %9.0f %8.0f\n", c->shared, c->conflicts, c->divergent);
}

static struct cost cost_of_one(const json_t *kernel) {
    json_t *list = json_pack("[O]", (json_t *)kernel);
    struct cost cost = cost_of(list, 0);
    json_decref(list);
    return cost;
}

static const json_t *find_kernel(const struct profiled *run, const char *name) {
    const json_t *kernel;
    size_t i;
    json_array_foreach(run->kernels, i,
                       kernel) if (strcmp(json_string_value(json_object_get(kernel, "name")),
                                          name) == 0) return kernel;
    return NULL;
}

/* Line `number` of a text, without what stands before its first word. */
static void print_source(const char *text, const char *file, int number) {
    char place[300];
    int used = snprintf(place, sizeof(place), "%.200s:%d", file, number);
    for (int line = 1; text && line < number; line++) {
        text = strchr(text, '\n');
        if (text) text++;
    }
    if (text) text += strspn(text, " \t");
    int columns = WIDTH - 2 - used, length = text ? (int)strcspn(text, "\n") : 0;
    printf("%s  %.*s\n", place,
           length < columns ? length
           : columns > 0    ? columns
                            : 0,
           text ? text : "");
}

static void print_lines(const struct profiled *run, const json_t *kernel, const char *text) {
    const json_t *line;
    size_t i;
    json_array_foreach(json_object_get(kernel, "lines"), i, line) {
        const char *file = json_string_value(json_object_get(line, "file"));
        int number = (int)json_integer_value(json_object_get(line, "line"));
        struct cost cost = cost_of_one(line);
        print_source(strcmp(file, run->build.copy) == 0 ? text : NULL, file, number);
        print_row("", &cost);
    }
}

static void print_kernel(const struct profiled *run, const struct profiled *other,
                         const json_t *kernel, const char *text) {
    const char *name = json_string_value(json_object_get(kernel, "name"));
    const json_t *theirs = find_kernel(other, name), *held = json_object_get(kernel, "occupancy");
    struct cost cost = cost_of_one(kernel);
    printf("\n%s\n  %-22s", name, "");
    print_heads();
    print_row(run->who, &cost);
    if (theirs) {
        cost = cost_of_one(theirs);
        print_row(other->who, &cost);
    }
    if (held)
        printf(said("  a multiprocessor of an %s holds %d blocks, %d of %d warps: by %s\n"),
               json_string_value(json_object_get(held, "gpu")),
               (int)json_integer_value(json_object_get(held, "blocks")),
               (int)json_integer_value(json_object_get(held, "warps")),
               (int)json_integer_value(json_object_get(held, "of")),
               said(json_string_value(json_object_get(held, "limit"))));
    print_lines(run, kernel, text);
}

/* Where a lab leaves it open how many kernels there are. */
static void print_all(const struct profiled *run, const struct profiled *other) {
    struct cost mine = cost_of(run->kernels, 0), theirs = cost_of(other->kernels, 0);
    if (json_array_size(run->kernels) < 2 && json_array_size(other->kernels) < 2) return;
    fputs(said("\nall kernels\n"), stdout);
    print_row(run->who, &mine);
    if (other->kernels) print_row(other->who, &theirs);
}

void profile_print(const struct profiled *run, const struct profiled *other) {
    char *text = source_read(run->build.source);
    const json_t *kernel;
    size_t i;
    const char *source = run->build.shown;
    printf("%s%s%s", said(heading), source, *source ? ", " : "");
    printf(said("%u keys.\n"), run->keys);
    json_array_foreach(run->kernels, i, kernel) print_kernel(run, other, kernel, text);
    print_all(run, other);
    free(text);
}
