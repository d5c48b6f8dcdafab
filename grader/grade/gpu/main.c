/**
 * @file
 * @brief gpucheck: runs a program of a real GPU under the tools that the CPU runtime has built in.
 *
 *     gpucheck --tool racecheck,profile [--report FILE] [--bare FOLDER] -- PROGRAM ARGUMENTS...
 *     gpucheck --tool racecheck --from LOG [--report FILE]     a log that was kept
 *
 * The program runs once a tool. What is left out comes from the variables of the CPU runtime: SIMT_TOOL,
 * SIMT_REPORT, SIMT_ERROR_EXITCODE. The exit code is the program's, or 1 when that is 0 and there is an
 * ERROR.
 */
#include "grader/grade/gpu/gpucheck.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *const all_tools[] = {"memcheck", "racecheck", "initcheck", "synccheck",
                                        "profile"};
enum { TOOLS = sizeof(all_tools) / sizeof(*all_tools) };

struct request {
    const char *tools, *report, *from, *bare;
    char *const *program;
    bool wanted[TOOLS];
};

static _Noreturn void refuse(const char *format, const char *what) {
    fprintf(stderr, "gpucheck: ");
    fprintf(stderr, format, what);
    fputc('\n', stderr);
    exit(2);
}

static void want(struct request *q, const char *name) {
    bool known = strcmp(name, "none") == 0;
    for (int i = 0; i < TOOLS; i++)
        if (strcmp(name, "all") == 0 || strcmp(name, all_tools[i]) == 0)
            q->wanted[i] = known = true;
    if (!known)
        refuse("the tool '%s' is unknown. There are memcheck, racecheck, initcheck, synccheck, "
               "profile and all",
               name);
}

static struct request read_request(char **argv) {
    struct request q = {.tools = getenv("SIMT_TOOL"), .report = getenv("SIMT_REPORT")};
    const struct {
        const char *name, **value;
    } options[] = {
        {"--tool", &q.tools}, {"--report", &q.report}, {"--from", &q.from}, {"--bare", &q.bare}};
    enum { OPTIONS = sizeof(options) / sizeof(*options) };
    for (argv++; *argv && strcmp(*argv, "--") != 0; argv += 2) {
        int i = 0;
        while (i < OPTIONS && strcmp(*argv, options[i].name) != 0) i++;
        if (i == OPTIONS) refuse("%s is unknown. Put -- before the program", *argv);
        if (!argv[1]) refuse("%s needs a value", *argv);
        *options[i].value = argv[1];
    }
    q.program = *argv ? argv + 1 : argv;
    if (!q.tools || !*q.tools) q.tools = "all";
    char *list = strdup(q.tools), *rest = list;
    for (char *name; (name = strsep(&rest, ","));) want(&q, name);
    free(list);
    if (!q.from && !*q.program) refuse("%s", "name the program behind --");
    return q;
}

static void read_kept(json_t *report, const struct request *q) {
    int tool = 0;
    while (tool < TOOLS && !q->wanted[tool]) tool++;
    FILE *log = fopen(q->from, "r");
    if (!log) refuse("%s cannot be read", q->from);
    if (tool == TOOLS) refuse("%s: name the tool that printed it", q->from);
    if (strcmp(all_tools[tool], "profile") == 0)
        ncu_read(report, log);
    else
        sanitizer_read(report, all_tools[tool], log);
    fclose(log);
}

/* The first exit code that is not 0. Where no tool could start, the program still runs. */
static int run_all(json_t *report, const struct request *q) {
    int code = 0;
    bool has_run = false;
    for (int i = 0; i < TOOLS; i++) {
        int its = q->wanted[i] ? run_under(report, all_tools[i], q->program) : -1;
        if (its < 0) continue;
        has_run = true;
        if (code == 0) code = its;
    }
    return has_run ? code : run_alone(q->program);
}

int main(int argc, char **argv) {
    (void)argc;
    struct request q = read_request(argv);
    json_t *report = report_new(q.tools);
    int code = 0;
    place_bare(q.bare);
    if (q.from)
        read_kept(report, &q);
    else
        code = run_all(report, &q);
    report_print(report, stderr);
    if (q.report && *q.report && !report_write(report, q.report))
        fprintf(stderr, "gpucheck: SIMT_REPORT is '%s', and that file cannot be written: %s\n",
                q.report, strerror(errno));
    const char *on_error = getenv("SIMT_ERROR_EXITCODE");
    if (code == 0 && report_errors(report)) code = on_error && *on_error ? atoi(on_error) : 1;
    json_decref(report);
    return code;
}
