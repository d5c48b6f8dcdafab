/**
 * @file
 * @brief Finds the case that fails first, and writes what gdb needs to run it (debug.h).
 */
#include "grader/grade/learner/debug.h"
#include "grader/grade/report/formats.h"
#include "grader/grade/judge/run.h"
#include "grader/grade/learner/workspace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CPU_SECONDS = 20 /* after a quarter of this the watchdog names a kernel that hangs */ };

static int fault(const char *path) {
    fprintf(stderr, "make debug: %s cannot be written: %s\n", path, strerror(errno));
    return 2;
}

/* Whoever chooses an input wants that one, and no smaller one. */
static bool is_chosen(const struct judge_choice *c) {
    return c->case_number || c->n >= 0 || c->keys;
}

/* The first stage that fails, or the first one; with the smallest input that shows the failure. */
static void find_failure(const struct debug_request *q, struct build *build,
                         struct stage_result *r) {
    int first = q->stage ? q->stage : 1, last = q->stage ? q->stage : (int)q->lab->n_rows;
    struct result shown = {.submission = q->submission, .stages = r, .n = 1, .sandbox = "none"};
    for (int i = first; i <= last; i++) {
        *r = (struct stage_result){.lab = q->lab, .row = &q->lab->rows[i - 1], .number = i};
        judge_stage(r, build, "cpu", &q->choice);
        if (r->verdict <= VERDICT_OK) continue;
        if (!is_chosen(&q->choice)) judge_explain(r, build, &q->choice);
        stage_table_row(stdout, &shown, 0);
        stage_table_failure(stdout, &shown, 0, !is_chosen(&q->choice));
        return;
    }
    *r = (struct stage_result){.lab = q->lab, .row = &q->lab->rows[first - 1], .number = first};
    printf("  none of the chosen stages fails. The debugger opens stage %d, case %d\n", first,
           q->choice.case_number ? q->choice.case_number : 1);
}

/* A failure without a case of its own needs all cases: it comes of what earlier ones left behind. */
static bool make_plan(const struct debug_request *q, const struct stage_result *r,
                      struct stage_inputs *inputs) {
    struct judge_choice choice = q->choice;
    if (r->verdict > VERDICT_OK && r->failure.case_number)
        return stage_inputs_make_of(inputs, r->row, &r->failure.c, 1);
    if (r->verdict <= VERDICT_OK && !choice.case_number) choice.case_number = 1;
    return stage_inputs_make(inputs, r->row, &choice);
}

static bool write_inputs(const char *path, const struct stage_inputs *inputs) {
    FILE *out = fopen(path, "w");
    size_t size = inputs->in.records.size;
    if (!out) return false;
    bool written = fwrite(inputs->in.records.bytes, 1, size, out) == size;
    return fclose(out) == 0 && written;
}

/* gdb takes a value as it stands, up to the line's end. */
static void put_setting(FILE *out, const char *setting) {
    int name = (int)strcspn(setting, "=");
    if (setting[name] && setting[name + 1])
        fprintf(out, "set environment %.*s %s\n", name, setting, setting + name + 1);
    else
        fprintf(out, "unset environment %.*s\n", name, setting);
}

/* The paths are from outside: a shell of gdb's gets them by the environment. */
static bool write_script(const char *path, const char *folder, const struct build *build,
                         const struct run *run) {
    FILE *out = fopen(path, "w");
    if (!out) return false;
    for (const char *const *e = run->environment; *e; e++) put_setting(out, *e);
    fprintf(out, "set environment SORTLAB_DEBUG %s\n", folder);
    fputs("set exec-wrapper sh -c 'exec \"$0\" \"$@\" 3<\"$SORTLAB_DEBUG/inputs\" "
          "4>\"$SORTLAB_DEBUG/outputs\"'\n",
          out);
    fprintf(out, "set args %s %s\n", run->argv[1], run->argv[2]);
    char *here = realpath("common/simt/debug", NULL);
    fprintf(out, "source %s/simt.py\nsimt learner %s\n", here ? here : "", build->copy);
    free(here);
    return fclose(out) == 0;
}

/* The folder may lie on another disk, as /tmp often does. */
static bool copy_program(const char *from, const char *to) {
    int in = open(from, O_RDONLY | O_CLOEXEC);
    int out = in < 0 ? -1 : open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0755);
    ssize_t n = out < 0 ? -1 : 1;
    while (n > 0) n = sendfile(out, in, NULL, 1 << 30);
    if (in >= 0) close(in);
    if (out >= 0 && close(out)) n = -1;
    return n == 0;
}

/* Copies the program there, beside its inputs and the script. */
static int lay_out(const struct debug_request *q, struct build *build, const char *program,
                   const struct stage_result *r) {
    char path[2 * PATH_MOST];
    struct stage_inputs inputs;
    struct run run = {.checked = true, .tools = JUDGE_TOOLS};
    char *folder = mkdir(q->out, 0755) && errno != EEXIST ? NULL : realpath(q->out, NULL);
    if (!folder) return fault(q->out);
    snprintf(path, sizeof(path), "%s/child", folder);
    unlink(path); /* gdb may still run the last one */
    if (!copy_program(program, path)) return fault(path);
    if (!make_plan(q, r, &inputs)) return fault(q->out);
    if (!build_has_kernels(build)) run.sanitized = path;
    run_prepare(&run, build, r->number - 1, &inputs,
                r->failure.order[0] ? r->failure.order : q->choice.order,
                (struct limits){.cpu = CPU_SECONDS}, false);
    snprintf(path, sizeof(path), "%s/inputs", folder);
    bool written = write_inputs(path, &inputs);
    if (written) snprintf(path, sizeof(path), "%s/case.gdb", folder);
    written = written && write_script(path, folder, build, &run);
    stage_inputs_free(&inputs);
    free(folder);
    return written ? 0 : fault(path);
}

/* What came out of an archive is gone when the debugger looks for it. */
static bool keep_source(const struct debug_request *q, struct build *build) {
    char path[PATH_MOST];
    if (strcmp(build->source, build->shown) == 0) return true;
    snprintf(path, sizeof(path), "%.3000s/%s", q->out, build->copy);
    unlink(path);
    if (!copy_program(build->source, path)) return false;
    snprintf(build->source, sizeof(build->source), "%s", path);
    return true;
}

int debug_stage(const struct debug_request *q) {
    char program[PATH_MOST], message[800] = "";
    struct build build = {.lab = q->lab};
    struct stage_result r;
    if ((size_t)q->stage > q->lab->n_rows) {
        fprintf(stderr, "make debug: lab %s has no STAGE=%d. It has %zu\n", q->lab->name, q->stage,
                q->lab->n_rows);
        return 2;
    }
    struct workspace *workspace = workspace_open(q->folder, "cpu");
    build_all(workspace, q->submission, &build, 1);
    if (build.verdict != VERDICT_OK) {
        fprintf(stderr, "make debug: %s: %s\n", verdict_words(build.verdict), build.message);
        return 1;
    }
    if (!keep_source(q, &build)) return fault(q->out);
    find_failure(q, &build, &r);
    if (!build_debugged(&build, program, message, sizeof(message))) {
        fprintf(stderr, "make debug: it does not build for a debugger: %s\n", message);
        return 1;
    }
    return lay_out(q, &build, program, &r);
}
