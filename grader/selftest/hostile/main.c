/**
 * @file
 * @brief Grades the hostile corpus, case by case, and says of each what held or broke.
 *
 *     hostile [--grade PROGRAM] [--sandbox NAME] [--teeth] [--fast] [--jobs N] [NAME...]
 *
 * Each case is graded by a process of its own. Before and behind them, and now and then in between, an
 * honest submission is graded: its result must have the same bytes each time.
 */
#include "grader/selftest/hostile/hostile.h"
#include "grader/shared/options.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char corpus[] = "grader/selftest/hostile";

static struct {
    struct hostile_plan plan;
    bool teeth, fast, table;
    int jobs;
    char **names;
    int n_names;
    int bad;
} run = {.jobs = 1, .plan = {.grade = "build/cpu/grade"}};

/*
 * Which cases.
 */
static int by_name(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_named(const struct dirent *e) {
    return e->d_name[0] != '.' && strcmp(e->d_name, "base") != 0;
}

static bool is_wanted(const struct hostile *h) {
    char whole[120];
    snprintf(whole, sizeof(whole), "%s/%s", h->verdict, h->name);
    if (run.teeth && h->prize == KEPT) return false;
    if (run.fast && h->slow) return false;
    for (int i = 0; i < run.n_names; i++)
        if (strcmp(run.names[i], h->name) == 0 || strcmp(run.names[i], whole) == 0 ||
            strcmp(run.names[i], h->verdict) == 0)
            return true;
    return run.n_names == 0;
}

static size_t add_verdict(struct hostile *cases, size_t n, const char *verdict) {
    char folder[PATH_BYTES];
    struct dirent **list = NULL;
    snprintf(folder, sizeof(folder), "%s/%s", corpus, verdict);
    int entries = scandir(folder, &list, is_named, by_name);
    for (int i = 0; i < entries; i++) {
        if (n < MOST_CASES) {
            if (!hostile_read(&cases[n], corpus, verdict, list[i]->d_name))
                run.bad++;
            else if (is_wanted(&cases[n]))
                n++;
        }
        free(list[i]);
    }
    free(list);
    return n;
}

static size_t find_cases(struct hostile *cases) {
    struct dirent **list = NULL;
    struct stat status;
    size_t n = 0;
    int entries = scandir(corpus, &list, is_named, by_name);
    for (int i = 0; i < entries; i++) {
        char path[PATH_BYTES];
        snprintf(path, sizeof(path), "%s/%s", corpus, list[i]->d_name);
        if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
            n = add_verdict(cases, n, list[i]->d_name);
        free(list[i]);
    }
    free(list);
    return n;
}

/*
 * The honest neighbour.
 */
static bool grade_honest(const char *name, const char *sandbox, char *result, size_t size) {
    char build[PATH_BYTES], seen[PATH_BYTES];
    snprintf(result, size, "%.400s/%s.json", run.plan.work, name);
    snprintf(seen, sizeof(seen), "%.400s/%s.seen", run.plan.work, name);
    snprintf(build, sizeof(build), "%.400s/%s.build", run.plan.work, name);
    mkdir(build, 0755);
    const char *argv[] = {run.plan.grade,
                          "--submission",
                          "solutions",
                          "--folder",
                          build,
                          "--lab",
                          "01",
                          "--stage",
                          "1",
                          "--result",
                          result,
                          sandbox ? "--sandbox" : NULL,
                          sandbox,
                          NULL};
    struct watched w = watch(argv, seen, KILL_AFTER);
    rmdir(build);
    return w.status == 0;
}

static bool same_bytes(const char *one, const char *two) {
    FILE *a = fopen(one, "r"), *b = fopen(two, "r");
    bool same = a && b;
    for (int c = 0; same && c != EOF;) {
        c = fgetc(a);
        same = c == fgetc(b);
    }
    if (a) fclose(a);
    if (b) fclose(b);
    return same;
}

static void promise(bool kept, const char *text, const char *why) {
    printf("%s - %s\n", kept ? "ok" : "not ok", text);
    if (!kept) printf("# %s\n", why);
    fflush(stdout);
    run.bad += !kept;
}

/*
 * One case, in a process of its own.
 */
static struct hostile_outcome *outcomes;

static pid_t begin(const struct hostile *h, size_t i) {
    fflush(stdout);
    pid_t pid = fork();
    if (pid) return pid;
    struct hostile_plan plan = run.plan;
    if (run.teeth) plan.without = h->defence;
    hostile_grade(h, &plan, &outcomes[i]);
    _exit(0);
}

static void tell(const struct hostile *h, const struct hostile_outcome *o, int status) {
    char text[500];
    bool died = !WIFEXITED(status);
    if (run.table)
        printf("%s\t%s\t%s\t%d\t%.2f\t%ld\t%s\n", h->verdict, h->name, o->verdict, o->points,
               o->seconds, o->peak_kb >> 10, condition_name(o->broken));
    else if (run.teeth) {
        snprintf(text, sizeof(text), "without %s, %s/%s breaks the %s", h->defence, h->verdict,
                 h->name, condition_name(h->prize));
        promise(o->all >> h->prize & 1 || (died && h->prize == BROKEN_VERDICT), text,
                o->broken ? o->why : "nothing is broken: the attack does nothing");
    } else {
        snprintf(text, sizeof(text), "%s/%s: %s", h->verdict, h->name, h->about);
        promise(!died && o->broken == KEPT, text,
                died ? "the process that watched it is dead" : o->why);
    }
}

/* From weak to strong. */
static int strength(const char *sandbox) {
    static const char *const names[] = {"none", "reduced", "rootless", "root"};
    for (int i = 0; i < 4; i++)
        if (strcmp(sandbox, names[i]) == 0) return i;
    return 1; /* "sandbox": any of them */
}

/* A folder that is closed to other users, say, has no reduced sandbox. */
static bool can_be_used(const char *sandbox) {
    static char asked[20], result[PATH_BYTES];
    static bool can;
    if (strcmp(asked, sandbox) != 0) can = grade_honest(sandbox, sandbox, result, sizeof(result));
    snprintf(asked, sizeof(asked), "%s", sandbox);
    return can;
}

static bool is_skipped(const struct hostile *h, const char *sandbox) {
    bool none = strcmp(sandbox, "none") == 0;
    bool held = !*h->needs || strength(sandbox) >= strength(h->needs);
    bool there = !*h->in || (!none && can_be_used(h->in));
    if (held && there) return false;
    if (none)
        printf("skip - %s/%s (without a sandbox it would do damage)\n", h->verdict, h->name);
    else if (!there)
        printf("skip - %s/%s (the sandbox %s cannot be used here)\n", h->verdict, h->name, h->in);
    else
        printf("skip - %s/%s (it takes the sandbox %s, and this is %s)\n", h->verdict, h->name,
               h->needs, sandbox);
    return true;
}

/* Waits for one of them, and tells of it. */
static void reap(const struct hostile *cases, size_t n, pid_t *pids) {
    int status;
    for (pid_t pid;
         (pid = wait(&status)) > 0;) { /* strangers come too, where we are the first process */
        size_t i = 0;
        while (i < n && pids[i] != pid) i++;
        if (i == n) continue;
        tell(&cases[i], &outcomes[i], status);
        pids[i] = 0;
        return;
    }
}

static void grade_all(const struct hostile *cases, size_t n, const char *sandbox) {
    pid_t *pids = calloc(n + 1, sizeof(*pids));
    int running = 0;
    for (size_t i = 0; i < n; i++) {
        if (is_skipped(&cases[i], sandbox)) continue;
        if (running == (run.teeth ? 1 : run.jobs)) reap(cases, n, pids), running--;
        pids[i] = begin(&cases[i], i);
        running++;
    }
    for (; running > 0; running--) reap(cases, n, pids);
    free(pids);
}

/*
 * Options.
 */
static const struct option_row rows[] = {
    {"grade", 0, "PROGRAM", "the grader (build/cpu/grade)", .text = &run.plan.grade},
    {"sandbox", 0, "NAME", "as grade takes it", .text = &run.plan.sandbox},
    {"teeth", 0, NULL, "the grader without the defence of each case", .flag = &run.teeth},
    {"fast", 0, NULL, "leave out what is slow", .flag = &run.fast},
    {"jobs", 0, "N", "cases at once", OPTION_NUMBER(run.jobs, 1, 256)},
    {"table", 0, NULL, "a line of columns for each case", .flag = &run.table},
    {0}};

static void read_options(int argc, char **argv) {
    const struct options options = {rows, "Grades submissions that cheat, break or pry.",
                                    .words = "[NAME...]", .knobs = true};
    int first = options_read(&options, argc, argv);
    run.names = argv + first;
    run.n_names = argc - first;
}

static void make_token(void) {
    unsigned char bytes[12];
    if (getrandom(bytes, sizeof(bytes), 0) != sizeof(bytes)) exit(2);
    for (size_t i = 0; i < sizeof(bytes); i++) sprintf(run.plan.token + 2 * i, "%02x", bytes[i]);
}

/* "sandbox" in a result. */
static void read_sandbox(const char *result, char *name, size_t size) {
    char line[200];
    FILE *file = fopen(result, "r");
    snprintf(name, size, "none");
    while (file && fgets(line, sizeof(line), file))
        if (strstr(line, "\"sandbox\": \"")) {
            const char *start = strstr(line, ": \"") + 3;
            snprintf(name, size, "%.*s", (int)strcspn(start, "\""), start);
        }
    if (file) fclose(file);
}

int main(int argc, char **argv) {
    static struct hostile cases[MOST_CASES];
    char work[] = "/tmp/hostile-XXXXXX", first[PATH_BYTES], last[PATH_BYTES], sandbox[32],
         command[80];
    read_options(argc, argv);
    make_token();
    size_t n = find_cases(cases);
    if (!mkdtemp(work) || (n == 0 && fprintf(stderr, "hostile: there is no such case\n"))) return 2;
    chmod(work, 0755);
    run.plan.work = work;
    outcomes = mmap(NULL, sizeof(*outcomes) * MOST_CASES, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!grade_honest("first", run.plan.sandbox, first, sizeof(first)))
        promise(false, "an honest submission is graded", "it is not");
    read_sandbox(first, sandbox, sizeof(sandbox));
    fprintf(stderr, "hostile: %zu cases, sandbox %s\n", n, sandbox);
    grade_all(cases, n, sandbox);
    grade_honest("last", run.plan.sandbox, last, sizeof(last));
    promise(same_bytes(first, last), "an honest submission has the same result before and after",
            last);
    snprintf(command, sizeof(command), "rm -rf %s", work);
    if (!getenv("HOSTILE_KEEP") && system(command)) return 2;
    return run.bad > 0;
}
