/**
 * @file
 * @brief What a person should look at (see suspect.h).
 */
#include "grader/grade/judge/suspect.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/*
 * Names in the object file.
 */

/* The first names that fit, a line each, without the versions that .symver gives them. */
static const char script[] =
    "nm -P -- \"$0\" 2>/dev/null | cut -d ' ' -f 1,2 | sed 's/@[^ ]*//' | grep -E -m 3 -e \"$1\" | "
    "cut -d ' ' -f 1 | cut -c 1-60";

/* "qsort, popen": what is printed is made of letters, whatever the object calls its functions. */
static void list_names(const char *printed, char *names, size_t size) {
    size_t used = 0;
    for (; *printed && used + 3 < size; printed++) {
        if (*printed == '\n' && printed[1]) names[used++] = ',';
        names[used++] = *printed == '\n' ? ' ' : isalnum((unsigned char)*printed) ? *printed : '_';
    }
    while (used && names[used - 1] == ' ') used--;
    names[used] = 0;
}

/* The expressions of a file, behind those that are there; a line each, as grep takes them. */
static void add_list(const char *path, char *all, size_t size) {
    size_t used = strlen(all);
    FILE *file = fopen(path, "r");
    size_t got = file ? fread(all + used, 1, size - used - 1, file) : 0;
    if (file) fclose(file);
    all[used + got] = 0;
}

static void lists_of(const char *lab, char *all, size_t size) {
    char own[300];
    all[0] = 0;
    add_list("grader/grade/judge/suspect.txt", all, size);
    snprintf(own, sizeof(own), "labs/%.200s/suspect.txt", lab);
    add_list(own, all, size);
    for (size_t end = strlen(all); end && all[end - 1] == '\n';) all[--end] = 0;
}

/* The object is the student's, so whoever reads it is where compilers are. */
static void look(const struct build *build, char *text, size_t size) {
    char folder[PATH_MOST], object[PATH_MOST + 16], lists[4096], names[200];
    const char *slash = strrchr(build->program, '/');
    lists_of(build->lab->name, lists, sizeof(lists));
    snprintf(folder, sizeof(folder), "%.*s", (int)(slash - build->program), build->program);
    snprintf(object, sizeof(object), "%s/learner.o", folder);
    const char *argv[] = {"sh", "-c", script, object, lists, NULL};
    const struct sandbox_view view = {
        .shown = folder, .lab = build->lab->name, .device = build->device};
    struct process process = {.argv = argv,
                              .in_fd = -1,
                              .out_fd = -1,
                              .limit_s = 20,
                              .cpu_s = sandbox_kind() ? 10 : 0,
                              .view = &view},
                   *only = &process;
    text[0] = 0;
    if (!lists[0]) return; /* or every name would fit */
    process_start(&process);
    process_wait(&only, 1);
    if (process.printed && process.printed[0]) {
        list_names(process.printed, names, sizeof(names));
        snprintf(text, size, "it has functions in it that may do the work instead: %s", names);
    }
    process_free(&process);
}

const char *suspect_object(struct build *build) {
    if (!build->looked_at) look(build, build->odd_names, sizeof(build->odd_names));
    build->looked_at = true;
    return build->odd_names;
}

/*
 * What the child handed over: for one case after the other, or for two at once, its beginning, its outputs and
 * its end.
 */
static const char *out_of_turn(const struct records *outputs, uint32_t n_cases, uint32_t at_once) {
    bool begun[STAGE_INPUTS_CASES + 1] = {false}, ended[STAGE_INPUTS_CASES + 1] = {false};
    uint32_t next = 0; /* the first case that is not at its end */
    for (const struct record *r = NULL; (r = records_next(outputs, r));) {
        bool begin = strncmp(r->name, RECORD_BEGIN, RECORD_NAME) == 0;
        bool end = strncmp(r->name, RECORD_END, RECORD_NAME) == 0;
        uint32_t i = r->of_case;
        if (i < next || i >= next + at_once || i >= n_cases || (i > next && !begun[i - 1]))
            return "outputs of a case out of its turn";
        if (begin == begun[i]) return begin ? "a case begins twice" : "outputs outside of a case";
        if (ended[i]) return "outputs outside of a case";
        begun[i] = true;
        ended[i] = end;
        while (next < n_cases && ended[next]) next++;
    }
    return NULL;
}

/* Lines that only somebody who wants to be taken for the grader prints. */
static const char *in_our_name(const char *printed) {
    static const char *const marks[] = {
        "Run Summary:", "\"verdict\":", "\"max_points\":", "/autograder/results"};
    for (size_t i = 0; printed && i < sizeof(marks) / sizeof(*marks); i++)
        if (strstr(printed, marks[i])) return marks[i];
    return NULL;
}

void suspect_run(const struct run *run, const struct records *outputs, uint32_t n_cases, char *text,
                 size_t size) {
    const char *odd =
        records_few(outputs) ? out_of_turn(outputs, n_cases, run->pairs ? 2 : 1) : NULL;
    const char *mark = in_our_name(run->process.printed);
    if (odd)
        snprintf(text, size, "it writes to where the judge reads: %s", odd);
    else if (mark)
        snprintf(text, size, "it prints what looks like a grader's words: %s", mark);
}
