/**
 * @file
 * @brief Grades one hostile submission, and looks at all that has to hold afterwards.
 */
#include "grader/selftest/hostile/hostile.h"
#include "common/hash64.h"

#include <ftw.h>
#include <glob.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_KB = 96 << 10 };

/** A line of the reference solution of lab 01 that no student may see. */
static const char solution_line[] = "next[1] += !(in[i] >> bit & 1)";

/* The first that breaks is told. */
static void breaks(struct hostile_outcome *o, enum condition c, const char *format, ...) {
    va_list arguments;
    o->all |= 1u << c;
    if (o->broken) return;
    o->broken = c;
    va_start(arguments, format);
    vsnprintf(o->why, sizeof(o->why), format, arguments);
    va_end(arguments);
}

static char *whole_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "r");
    char *bytes = calloc(1, (4 << 20) + 1);
    *size = file && bytes ? fread(bytes, 1, 4 << 20, file) : 0;
    if (file) fclose(file);
    return bytes;
}

/*
 * What the student sees.
 */
static bool is_control(const unsigned char *p, size_t left) {
    if ((*p < ' ' && *p != '\n') || *p == 127) return true;
    if (left < 3 || p[0] != 0xe2) return false;
    bool bidi = p[1] == 0x80 && p[2] >= 0xaa && p[2] <= 0xae;
    return bidi || (p[1] == 0x81 && p[2] >= 0xa6 && p[2] <= 0xa9);
}

static void look_at_bytes(const char *seen, size_t size, struct hostile_outcome *o) {
    for (size_t i = 0; i < size; i++)
        if (is_control((const unsigned char *)seen + i, size - i))
            breaks(o, BROKEN_TEXT, "byte %zu of what is shown is 0x%02x", i,
                   (unsigned char)seen[i]);
}

/* Lines are broken at blanks; words are looked for as if they were not. */
static size_t join_lines(char *text, size_t size) {
    size_t used = 0;
    for (size_t i = 0; i < size; i++) {
        bool blank = text[i] == ' ' || text[i] == '\n';
        if (blank && used && text[used - 1] == ' ') continue;
        text[used++] = blank ? ' ' : text[i];
    }
    return used;
}

static void look_at_words(const struct hostile *h, const struct hostile_plan *plan,
                          const char *path, const char *instructor, bool all,
                          struct hostile_outcome *o) {
    size_t size;
    char *seen = whole_file(path, &size);
    if (!seen) return;
    look_at_bytes(seen, size, o);
    size = join_lines(seen, size);
    if (memmem(seen, size, plan->token, strlen(plan->token)))
        breaks(o, BROKEN_TOKEN, "the planted token can be seen");
    if (memmem(seen, size, solution_line, sizeof(solution_line) - 1))
        breaks(o, BROKEN_TOKEN, "a line of the solution can be seen");
    if (secret_is_in(instructor, seen, size)) breaks(o, BROKEN_TOKEN, "a seed can be seen");
    for (int i = 0; i < h->n_never; i++)
        if (memmem(seen, size, h->never[i], strlen(h->never[i])))
            breaks(o, BROKEN_WORDS, "it says '%s'", h->never[i]);
    for (int i = 0; all && i < h->n_says; i++)
        if (!memmem(seen, size, h->says[i], strlen(h->says[i])))
            breaks(o, BROKEN_WORDS, "it does not say '%s'", h->says[i]);
    free(seen);
}

/* The verdict is that of the first stage that is not right. */
static void read_result(const char *path, struct hostile_outcome *o) {
    json_t *root = json_load_file(path, 0, NULL), *stage;
    const char *verdict = "NONE", *sandbox = json_string_value(json_object_get(root, "sandbox"));
    size_t i;
    o->points = (int)json_integer_value(json_object_get(root, "points"));
    json_array_foreach(json_object_get(root, "stages"), i, stage) {
        verdict = json_string_value(json_object_get(stage, "verdict"));
        if (!verdict || strcmp(verdict, "OK") != 0) break;
    }
    snprintf(o->verdict, sizeof(o->verdict), "%s", verdict ? verdict : "NONE");
    snprintf(o->sandbox, sizeof(o->sandbox), "%s", sandbox ? sandbox : "none");
    json_decref(root);
}

/* CHEAT? is filed without its question mark. */
static bool is_verdict(const char *got, const char *filed) {
    return strcmp(got, filed) == 0 || (strcmp(got, "CHEAT?") == 0 && strcmp(filed, "CHEAT") == 0);
}

static void look_at_result(const struct hostile *h, struct hostile_outcome *o) {
    bool expected = is_verdict(o->verdict, h->verdict);
    for (int i = 0; i < h->n_accept; i++) expected |= is_verdict(o->verdict, h->accept[i]);
    if (o->points > h->points)
        breaks(o, BROKEN_POINTS, "it got %d points and earned %d", o->points, h->points);
    if (!expected) breaks(o, BROKEN_VERDICT, "the verdict is %s", o->verdict);
}

/*
 * What is left.
 */
static int mounts(void) {
    int n = 0;
    FILE *file = fopen("/proc/self/mountinfo", "r");
    for (int c; file && (c = fgetc(file)) != EOF;) n += c == '\n';
    if (file) fclose(file);
    return n;
}

/* A grader names its groups by its own number. */
static bool has_group(pid_t grader) {
    static const char *const places[] = {"", "*/", "*/*/", "*/*/*/"};
    bool found = false;
    for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
        char pattern[100];
        glob_t groups;
        snprintf(pattern, sizeof(pattern), "/sys/fs/cgroup/%ssortlab-grade-%d*", places[i],
                 (int)grader);
        found |= glob(pattern, 0, NULL, &groups) == 0;
        globfree(&groups);
    }
    return found;
}

static unsigned long long seen_files;
static int sum_file(const char *path, const struct stat *s, int kind, struct FTW *where) {
    const char *name = path + where->base;
    unsigned long long hash = hash64(HASH64_START, name, strlen(name));
    if (kind == FTW_F)
        hash += (unsigned long long)s->st_size * 31 + (unsigned long long)s->st_mtim.tv_nsec;
    seen_files += hash * (kind == FTW_F ? 3 : 5);
    return 0;
}

/* A number that changes when a file or a folder in there comes, goes or changes. */
static unsigned long long fingerprint(const char *folder) {
    seen_files = 0;
    nftw(folder, sum_file, 16, FTW_PHYS);
    return seen_files;
}

/* Where hostile code would leave its mark, had it a way out. */
static bool has_left_mark(char *where, size_t size) {
    static const char *const places[] = {"/tmp",      "/var/tmp",  "/dev/shm",        ".",
                                         "solutions", "build/cpu", "build/cpu/child", "/root",
                                         "/etc"};
    bool found = false;
    for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
        char pattern[PATH_BYTES];
        glob_t marks;
        snprintf(pattern, sizeof(pattern), "%s/sortlab-hostile*", places[i]);
        if (glob(pattern, 0, NULL, &marks) == 0) {
            snprintf(where, size, "%s", marks.gl_pathv[0]);
            for (size_t k = 0; k < marks.gl_pathc; k++) remove(marks.gl_pathv[k]);
            found = true;
        }
        globfree(&marks);
    }
    return found;
}

/* Somebody outside, in the machine's network. */
static int listen_outside(void) {
    struct sockaddr_un at = {.sun_family = AF_UNIX, .sun_path = "\0sortlab-hostile"};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    bind(fd, (struct sockaddr *)&at, sizeof(at));
    listen(fd, 8);
    return fd;
}

static bool was_reached(int fd) {
    int caller = accept(fd, NULL, NULL);
    if (caller >= 0) close(caller);
    close(fd);
    return caller >= 0;
}

/*
 * The whole.
 */
struct place {
    char home[PATH_BYTES], submission[PATH_BYTES + 16], build[PATH_BYTES + 16],
        result[PATH_BYTES + 16], seen[PATH_BYTES + 16], other[PATH_BYTES + 16],
        terms[PATH_BYTES + 16], instructor[PATH_BYTES + 16], open[PATH_BYTES + 16];
};

/* Another learner's folder lies beside, and holds the token, as the grader's environment and the terms do. */
static bool make_place(struct place *p, const struct hostile *h, const struct hostile_plan *plan) {
    char path[PATH_BYTES + 64];
    snprintf(p->home, sizeof(p->home), "%.500s/%s-%s", plan->work, h->verdict, h->name);
    snprintf(p->submission, sizeof(p->submission), "%s/sub", p->home);
    snprintf(p->build, sizeof(p->build), "%s/build", p->home);
    snprintf(p->result, sizeof(p->result), "%s/r.json", p->home);
    snprintf(p->seen, sizeof(p->seen), "%s/seen", p->home);
    snprintf(p->other, sizeof(p->other), "%s/other", p->home);
    snprintf(p->terms, sizeof(p->terms), "%s/terms.json", p->home);
    snprintf(p->instructor, sizeof(p->instructor), "%s/instructor.json", p->home);
    snprintf(p->open, sizeof(p->open), "%s/open", p->home);
    if (mkdir(p->home, 0755) || mkdir(p->other, 0755) || mkdir(p->build, 0755)) return false;
    snprintf(path, sizeof(path), "%s/01_serial_radix.c", p->other);
    FILE *file = fopen(path, "w");
    if (!file) return false;
    fprintf(file, "// %s\n", plan->token);
    fclose(file);
    setenv("SORTLAB_PLANTED", plan->token, 1);
    setenv("SORTLAB_OTHER", path, 1);
    setenv("HOSTILE_DESCRIPTORS", p->open, 1);
    return submission_make(h, p->submission) && secret_terms(h, plan, p->home, p->terms);
}

static struct watched run_grade(const struct place *p, const struct hostile *h,
                                const struct hostile_plan *plan) {
    const char *argv[32] = {plan->grade, "--submission", p->submission, "--folder", p->build,
                            "--result",  p->result,      "--lab",       h->lab,     "--terms",
                            p->terms,    "--instructor", p->instructor};
    const char *sandbox = *h->in ? h->in : plan->sandbox;
    size_t n = 13;
    if (strcmp(h->stage, "all") != 0) argv[n++] = "--stage", argv[n++] = h->stage;
    if (strcmp(h->limit, "none") != 0) argv[n++] = "--limit", argv[n++] = h->limit;
    if (sandbox) argv[n++] = "--sandbox", argv[n++] = sandbox;
    if (h->explain) argv[n++] = "--explain";
    if (plan->without) setenv("SORTLAB_WITHOUT", plan->without, 1);
    return watch(argv, p->seen,
                 plan->without && h->prize == BROKEN_TIME ? h->seconds + 2 : KILL_AFTER);
}

/* What the grader had open when it ended, by descriptors.c: nothing that it has not still had a use for. */
static void look_at_descriptors(const char *path, struct hostile_outcome *o) {
    size_t size;
    char *list = whole_file(path, &size);
    if (list && size) breaks(o, BROKEN_DESCRIPTOR, "the grader has left open: %.200s", list);
    free(list);
}

static void look_at_rest(const struct hostile *h, const struct watched *w,
                         struct hostile_outcome *o) {
    char where[300];
    if (WIFSIGNALED(w->status))
        breaks(o, BROKEN_VERDICT, "the grader ended by signal %d", WTERMSIG(w->status));
    if (w->left) breaks(o, BROKEN_PROCESS, "%d processes are left", w->left);
    if (has_group(w->pid)) breaks(o, BROKEN_GROUP, "a control group is left");
    if (has_left_mark(where, sizeof(where))) breaks(o, BROKEN_FILE, "it wrote %.200s", where);
    if (w->overdue || w->seconds > h->seconds)
        breaks(o, BROKEN_TIME, "it took %.1f s of %.1f%s", w->seconds, h->seconds,
               w->overdue ? ", and did not end" : "");
    if (w->peak_kb > MOST_KB)
        breaks(o, BROKEN_MEMORY, "the grader grew to %ld MB", w->peak_kb >> 10);
}

void hostile_grade(const struct hostile *h, const struct hostile_plan *plan,
                   struct hostile_outcome *o) {
    struct place p;
    *o = (struct hostile_outcome){0};
    if (!make_place(&p, h, plan)) {
        breaks(o, BROKEN_VERDICT, "the submission could not be made in %.200s", p.home);
        return;
    }
    int outside = listen_outside(), mounted = mounts();
    unsigned long long others = fingerprint(p.other), own = fingerprint(p.submission);
    struct watched w = run_grade(&p, h, plan);
    o->seconds = w.seconds;
    o->peak_kb = w.peak_kb;
    read_result(p.result, o);
    look_at_result(h, o);
    look_at_words(h, plan, p.seen, p.instructor, true, o);
    look_at_words(h, plan, p.result, p.instructor, false, o);
    look_at_descriptors(p.open, o);
    if (fingerprint(p.other) != others || fingerprint(p.submission) != own)
        breaks(o, BROKEN_FILE, "a file of a submission is not what it was");
    if (rmdir(p.build)) breaks(o, BROKEN_FILE, "something is left in the folder it was built in");
    if (mounts() != mounted) breaks(o, BROKEN_MOUNT, "a mount is left");
    if (was_reached(outside)) breaks(o, BROKEN_NETWORK, "it called somebody outside");
    look_at_rest(h, &w, o);
}
