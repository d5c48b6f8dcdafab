/**
 * @file
 * @brief Finds a submission's files, copies them, and has grader/grade/child.mk build each lab's child.
 */
#include "grader/grade/judge/build.h"
#include "grader/grade/judge/warnings.h"
#include "grader/grade/judge/find.h"
#include "grader/grade/sandbox/folder.h"
#include "grader/grade/judge/pace.h"
#include "grader/grade/sandbox/process.h"
#include "grader/shared/shell.h"
#include "grader/grade/sandbox/test_switches.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAMES_MARK "sortlab: " /* of grader/grade/child_names.sh */
#define TWICE_MARK "twice: "
#define COUNTS                                                                                     \
    ",profile" /* one program is checked and counted: to compile it twice takes longer than either */

enum { COMPILE_SECONDS = 60, COMPILE_CPU_SECONDS = 20, SOURCE_BYTES = 1 << 20, AT_ONCE = 64 };

bool workspace_make(struct workspace *workspace, const char *parent, const char *device) {
    workspace->device = device;
    workspace->lock = folder_open(parent, "work-", workspace->path, sizeof(workspace->path));
    return workspace->lock >= 0;
}

void workspace_remove(struct workspace *workspace) {
    folder_remove(workspace->path);
}

bool build_has_kernels(const struct build *b) {
    size_t length = strlen(b->source);
    return length > 3 && strcmp(b->source + length - 3, ".cu") == 0;
}

/* One's own files may be links; what is handed in may not, or it would be somebody else's. */
static bool has_link(const struct build *b) {
    return b->linked && sandbox_kind() != SANDBOX_NONE && !defence_is_out("links");
}

static bool refuse(struct build *b, enum verdict verdict, const char *format, const char *what) {
    b->verdict = verdict;
    snprintf(b->message, sizeof(b->message), format, what);
    return false;
}

/* Copies the learner's bytes, and nothing but a plain file of a sensible size. */
static bool copy_source(struct build *b, const char *to) {
    struct stat status;
    if (has_link(b))
        return refuse(b, VERDICT_MISSING, "%s is a link. Hand in the file itself", b->shown);
    int from_fd = open(b->source, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (from_fd < 0) return refuse(b, VERDICT_MISSING, "%s cannot be read", b->shown);
    char *bytes = malloc(SOURCE_BYTES + 1);
    ssize_t length = -1;
    if (bytes && fstat(from_fd, &status) == 0 && S_ISREG(status.st_mode))
        length = read(from_fd, bytes, SOURCE_BYTES + 1);
    close(from_fd);
    int to_fd =
        length < 0 || length > SOURCE_BYTES ? -1 : open(to, O_WRONLY | O_CREAT | O_EXCL, 0644);
    bool written = to_fd >= 0 && write(to_fd, bytes, (size_t)length) == length;
    if (to_fd >= 0) close(to_fd);
    free(bytes);
    if (length < 0)
        return refuse(b, VERDICT_REFUSED, "%s is not a plain file that can be read", b->shown);
    if (length > SOURCE_BYTES)
        return refuse(b, VERDICT_REFUSED, "%s is longer than 1 MiB", b->shown);
    return written || refuse(b, VERDICT_INTERNAL, "a copy of %s cannot be written", b->shown);
}

/* One line of what the compiler printed, fit to be shown, without the folder it was built in. */
static void show_line(const char *line, const char *folder, char *text, size_t size) {
    const char *temporary = strncmp(line, "/tmp/", 5) != 0 ? NULL : strstr(line, ": ");
    if (temporary)
        line = temporary + 2; /* a file between two programs, whose name is another each time */
    size_t length = strcspn(line, "\n"), used = 0, skip = strlen(folder);
    for (size_t i = 0; i < length && used + 1 < size;) {
        if (strncmp(line + i, folder, skip) == 0) {
            i += skip + (line[i + skip] == '/');
            continue;
        }
        text[used++] = line[i] >= ' ' && line[i] != 127 ? line[i] : '?';
        i++;
    }
    text[used] = 0;
}

/* The line that holds `mark`, or the first one. */
static const char *line_with(const char *printed, const char *mark) {
    const char *line = strstr(printed, mark);
    if (!line) return printed;
    while (line > printed && line[-1] != '\n') line--;
    return line;
}

/* Of a type that it does not know clang says first that a semicolon is missing behind it. */
static const char *first_error(const char *printed, const char *mark) {
    const char *line = line_with(printed, mark), *end = line + strcspn(line, "\n");
    const char *semicolon = strstr(line, "expected ';' after expression");
    if (!semicolon || semicolon > end || !strstr(end, "use of undeclared identifier")) return line;
    const char *other = line_with(end, "use of undeclared identifier");
    size_t place = strcspn(line, ":");
    place += 1 + strcspn(line + place + 1, ":");
    return strncmp(line, other, place) != 0 ? line : other;
}

/* The learner's file compiled, and then the linker found a function missing or twice. */
static void judge_link(struct build *b, const char *printed, const char *folder) {
    const char *undefined = strstr(printed, "undefined reference to `");
    char text[300];
    if (undefined) {
        undefined += strlen("undefined reference to `");
        snprintf(text, sizeof(text), "%.*s", (int)strcspn(undefined, "'\n"), undefined);
        refuse(b, VERDICT_LINK,
               "the function %s is missing. Has it another name or other parameters?", text);
        return;
    }
    show_line(line_with(printed, "multiple definition"), folder, text, sizeof(text));
    refuse(b, VERDICT_LINK, "%s", text);
}

/* grader/grade/child_names.sh has found a name that does not belong there. */
static void refuse_names(struct build *b, const char *printed, const char *folder) {
    char text[300];
    const char *said = strstr(printed, NAMES_MARK) + strlen(NAMES_MARK);
    bool twice = strncmp(said, TWICE_MARK, strlen(TWICE_MARK)) == 0;
    show_line(said + (twice ? strlen(TWICE_MARK) : 0), folder, text, sizeof(text));
    refuse(b, twice ? VERDICT_LINK : VERDICT_SUSPECT, "%s", text);
}

/* A compiler says it of itself: lines of the source, which it shows too, begin with blanks. */
static bool compiler_says(const char *printed, const char *words) {
    for (const char *at = printed; (at = strstr(at, words)); at++) {
        const char *line = at;
        while (line > printed && line[-1] != '\n') line--;
        if (*line != ' ') return true;
    }
    return false;
}

/* Over a limit of compiling; NULL: no. */
static const char *over_limit(const struct process *p) {
    static const struct {
        const char *says, *what;
    } ends[] = {{"CPU time limit exceeded", NULL},
                {"File size limit exceeded", "writes a file of more than 512 MB"},
                {"No space left on device", "writes more than 512 MB"},
                {"out of memory", "needs more than 2 GB of memory"},
                {"memory exhausted", "needs more than 2 GB of memory"}};
    static char late[60];
    if (p->end == PROCESS_TIMED_OUT && p->code != SIGXCPU)
        return snprintf(late, sizeof(late), "takes longer than %d s", p->limit_s), late;
    snprintf(late, sizeof(late), "takes longer than %d s of processor time", p->cpu_s);
    if (p->end == PROCESS_EXHAUSTED) return ends[3].what;
    for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
        if (compiler_says(p->printed, ends[i].says)) return ends[i].what ? ends[i].what : late;
    return NULL;
}

static void judge_build(struct build *b, const struct process *p, const char *folder) {
    char object[PATH_MOST + 16], text[800];
    snprintf(object, sizeof(object), "%s/learner.o", folder);
    static const char *const marks[] = {"error:", "Error:", "error"};
    size_t mark = 0;
    while (mark < 2 && !strstr(p->printed, marks[mark])) mark++;
    show_line(first_error(p->printed, marks[mark]), folder, text, sizeof(text));
    if (p->end == PROCESS_EXITED && p->code == 0) {
        b->verdict = VERDICT_OK;
        warnings_read(p->printed, b->copy, b->warnings, sizeof(b->warnings));
    } else if (p->end == PROCESS_NOT_STARTED || p->end == PROCESS_LEFT || p->code == 127)
        refuse(b, VERDICT_INTERNAL, "%s cannot be started. Install GNU Make", "make");
    else if (over_limit(p))
        refuse(b, VERDICT_COMPILE_LIMIT, "compiling it %s", over_limit(p));
    else if (strstr(p->printed, NAMES_MARK))
        refuse_names(b, p->printed, folder);
    else if (access(object, F_OK) == 0)
        judge_link(b, p->printed, folder);
    else
        refuse(b, VERDICT_COMPILE, "%s", text);
}

/* What grader/grade/child.mk is asked to do for one lab. */
struct order {
    struct process process;
    struct sandbox_view view;
    char folder[PATH_MOST], lab[128], source[300], device[32], out[PATH_MOST];
    char debugged[PATH_MOST + 16];
    const char *argv[12], *environment[7];
};

static void start_make(struct order *o, const struct build *b, const char *device,
                       const char *folder, const char *tool) {
    snprintf(o->lab, sizeof(o->lab), "LAB=%.100s", b->lab->name);
    snprintf(o->source, sizeof(o->source), "SOURCE=%s", b->copy);
    snprintf(o->device, sizeof(o->device), "DEV=%s", device);
    snprintf(o->out, sizeof(o->out), "FOLDER=%.3200s", folder);
    snprintf(o->debugged, sizeof(o->debugged), "DEBUGGED=%s", b->debugged ? b->debugged : "");
    const char *environment[] = {"MAKEFLAGS=", "MAKELEVEL=", "TOOL=", "LC_ALL=C",
                                 "WORDS=en",   o->debugged,  NULL};
    const char *argv[] = {"make",
                          "-s",
                          "--no-print-directory",
                          "-f",
                          "grader/grade/child.mk",
                          o->lab,
                          o->source,
                          o->device,
                          o->out,
                          defence_is_out("symbols") ? "NAMES=no" : "NAMES=",
                          tool,
                          NULL};
    memcpy(o->argv, argv, sizeof(argv));
    memcpy(o->environment, environment, sizeof(environment));
    o->process = (struct process){.argv = o->argv,
                                  .environment = o->environment,
                                  .in_fd = -1,
                                  .out_fd = -1,
                                  .limit_s = COMPILE_SECONDS * pace_factor(),
                                  .cpu_s = sandbox_kind() ? COMPILE_CPU_SECONDS * pace_factor() : 0,
                                  .view = defence_is_out("compile") ? NULL : &o->view};
    o->view = (struct sandbox_view){
        .shown = o->folder, .lab = b->lab->name, .device = strcmp(device, "gpu") == 0};
    process_start(&o->process);
}

static bool prepare(const struct workspace *workspace, struct build *b, struct order *o) {
    char copy[2 * PATH_MOST];
    b->device = strcmp(workspace->device, "gpu") == 0;
    if (b->verdict != VERDICT_NONE_YET) return false;
    snprintf(o->folder, sizeof(o->folder), "%.3000s/%.100s", workspace->path, b->lab->name);
    snprintf(copy, sizeof(copy), "%s/%s", o->folder, b->copy);
    if (mkdir(o->folder, 0755)) return refuse(b, VERDICT_INTERNAL, "%s cannot be made", o->folder);
    if (!copy_source(b, copy)) return false;
    snprintf(b->program, sizeof(b->program), "%.3200s/child", o->folder);
    start_make(o, b, workspace->device, o->folder, NULL);
    return true;
}

/* It was built before, so that its text has asked whether it is watched, or the machine is at fault. */
static void judge_tools(struct build *b, const struct process *p, const char *folder, char *message,
                        size_t size) {
    struct build again = {.lab = b->lab};
    judge_build(&again, p, folder);
    b->with_tools = again.verdict;
    if (again.verdict == VERDICT_COMPILE || again.verdict == VERDICT_LINK)
        b->with_tools = VERDICT_SUSPECT;
    snprintf(message, size, "%s", again.message);
}

/* The child once more, with tools of the CPU runtime, in a folder of that name. */
static bool build_with(struct build *b, const char *name, const char *tools,
                       char program[PATH_MOST], char *message, size_t size) {
    struct order *o = calloc(1, sizeof(*o));
    char copy[2 * PATH_MOST], tool[256];
    if (!o) return false;
    snprintf(tool, sizeof(tool), "TOOL=%s", tools);
    snprintf(o->folder, sizeof(o->folder), "%.3200s-%s", b->program, name);
    snprintf(copy, sizeof(copy), "%s/%s", o->folder, b->copy);
    folder_remove(o->folder); /* of a try before this one */
    bool built = mkdir(o->folder, 0755) == 0 && copy_source(b, copy);
    b->with_tools = VERDICT_INTERNAL;
    if (built) {
        struct process *process = &o->process;
        start_make(o, b, b->device ? "gpu" : "cpu", o->folder, tool);
        process_wait(&process, 1);
        built = process->end == PROCESS_EXITED && process->code == 0;
        if (!built) judge_tools(b, process, o->folder, message, size);
        process_free(process);
    }
    if (built) snprintf(program, PATH_MOST, "%.3200s/child", o->folder);
    free(o);
    return built;
}

static bool write_script(FILE *script, const struct build *b, const char *tools) {
    char folder[PATH_MOST];
    snprintf(folder, sizeof(folder), "%.*s", (int)(strrchr(b->program, '/') - b->program),
             b->program);
    char *gpucheck = shell_word(b->gpucheck), *bare = shell_word(folder),
         *program = shell_word(b->program);
    bool written = gpucheck && bare && program &&
                   fprintf(script, "#!/bin/sh\nexec %s --tool '%s' --bare %s -- %s \"$@\"\n",
                           gpucheck, tools, bare, program) > 0;
    free(gpucheck);
    free(bare);
    free(program);
    return written;
}

/* On a GPU the same child runs under NVIDIA's tools, which gpucheck starts. It lies where the grader is. */
static bool write_gpucheck(struct build *b, const char *tools, char *message, size_t size) {
    char grader[PATH_MOST], path[PATH_MOST];
    ssize_t length = readlink("/proc/self/exe", grader, sizeof(grader) - 1);
    snprintf(path, sizeof(path), "%.3200s-checked", b->program);
    FILE *script = length > 0 ? fopen(path, "w") : NULL;
    if (!script) return snprintf(message, size, "%s cannot be written", path), false;
    grader[length] = 0;
    *strrchr(grader, '/') = 0;
    snprintf(b->gpucheck, sizeof(b->gpucheck), "%.3200s/gpucheck", grader);
    bool written = write_script(script, b, tools) && fchmod(fileno(script), 0755) == 0;
    if (fclose(script) || !written)
        return snprintf(message, size, "%s cannot be written", path), false;
    snprintf(b->checked, sizeof(b->checked), "%s", path);
    return true;
}

bool build_checked(struct build *b, const char *device, const char *tools, char *message,
                   size_t size) {
    char all[128];
    if (b->checked[0]) return true;
    if (strcmp(device, "gpu") == 0) return write_gpucheck(b, tools, message, size);
    snprintf(b->tools, sizeof(b->tools), "%s", tools);
    snprintf(all, sizeof(all), "%s" COUNTS, tools);
    return build_with(b, "checked", all, b->checked, message, size);
}

bool build_sanitized(struct build *b, const char *sanitizer, char *message, size_t size) {
    bool threads = strcmp(sanitizer, "thread") == 0;
    char *program = threads ? b->threads : b->checked;
    return program[0] ||
           build_with(b, threads ? "threads" : "checked", sanitizer, program, message, size);
}

bool build_debugged(struct build *b, char program[PATH_MOST], char *message, size_t size) {
    char source[PATH_MOST];
    snprintf(source, sizeof(source), "%s", b->source);
    char *end = strrchr(source, '/');
    if (end) *end = 0;
    char *folder = realpath(end ? source : ".", NULL);
    b->debugged = folder;
    bool built = folder && build_with(b, "debug", build_has_kernels(b) ? JUDGE_TOOLS : "address",
                                      program, message, size);
    b->debugged = NULL;
    free(folder);
    return built;
}

bool build_counted(struct build *b, char *message, size_t size) {
    if (b->counted[0]) return true;
    if (!build_has_kernels(b))
        return build_with(b, "counted", "profile", b->counted, message, size);
    bool built = build_checked(b, "cpu", JUDGE_TOOLS, message, size);
    memcpy(b->counted, b->checked, sizeof(b->counted));
    return built;
}

void build_all(const struct workspace *workspace, const char *submission, struct build *builds,
               size_t n) {
    size_t cores = (size_t)sysconf(_SC_NPROCESSORS_ONLN), first = 0;
    if (cores > AT_ONCE) cores = AT_ONCE;
    struct order *orders = calloc(n ? n : 1, sizeof(*orders));
    find_sources(workspace, submission, builds, n);
    while (orders && first < n) {
        struct process *running[AT_ONCE];
        size_t n_running = 0, last = first;
        for (; last < n && n_running < cores; last++)
            if (prepare(workspace, &builds[last], &orders[last]))
                running[n_running++] = &orders[last].process;
        process_wait(running, n_running);
        for (; first < last; first++) {
            if (builds[first].verdict == VERDICT_NONE_YET)
                judge_build(&builds[first], &orders[first].process, orders[first].folder);
            process_free(&orders[first].process);
        }
    }
    free(orders);
}
