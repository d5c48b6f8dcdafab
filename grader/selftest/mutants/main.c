/**
 * @file
 * @brief The mutant bank: makes wrong submissions of the solutions; each has to lose points, rightly.
 *
 * The order below is the table of contents. README.md tells how to add a mutant and read the table.
 */
#include "common/hash64.h"
#include "grader/shared/shell.h"
#include "grader/selftest/mutants/mutant.h"
#include "grader/selftest/mutants/pool.h"
#include "grader/selftest/mutants/report.h"
#include "grader/selftest/mutants/unseen.h"
#include "grader/shared/lab_name.h"
#include "grader/shared/options.h"

#include <errno.h>
#include <fnmatch.h>
#include <glob.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LIMIT_SECONDS = 2, LIMIT_RIGHT = 10 };

/*
 * What was asked for.
 */
struct request {
    const char *lab, *mutant, *bank, *idioms, *solutions, *device, *folder, *out, *write;
    long sample, unseen, seed, limit_s, jobs;
    bool list, explain, right;
};

static struct request asked = {.bank = "labs",
                               .idioms = "grader/selftest/mutants/idioms.txt",
                               .solutions = "solutions",
                               .device = "cpu",
                               .folder = "build/cpu",
                               .out = "build/mutants",
                               .seed = 1};

static const struct option_row rows[] = {
    {"lab", 'l', "LAB", "this lab alone: 03", .text = &asked.lab},
    {"mutant", 'm', "NAME", "these mutants alone; a * stands for any text", .text = &asked.mutant},
    {"right", 'r', NULL, "unusual right programs, which may lose nothing", .flag = &asked.right},
    {"sample", 's', "NUMBER", "so many of each lab, beside those that are named",
     OPTION_NUMBER(asked.sample, 1, 100000)},
    {"unseen", 'y', "NUMBER", "draw so many that are not in the bank",
     OPTION_NUMBER(asked.unseen, 1, 100000)},
    {"seed", 'e', "SEED", "which ones are taken or drawn (1)",
     OPTION_NUMBER(asked.seed, 1, INT32_MAX)},
    {"explain", 'x', NULL, "say of what kind each failure is, and show it again",
     .flag = &asked.explain},
    {"limit", 't', "SECONDS", "of processor time for a stage (2, of right programs 10)",
     OPTION_NUMBER(asked.limit_s, 1, 3600)},
    {"jobs", 'j', "NUMBER", "mutants at once (as many as there are cores)",
     OPTION_NUMBER(asked.jobs, 1, 1024)},
    {"list", 'n', NULL, "name the mutants and their lines, and run none", .flag = &asked.list},
    {"idioms", 'i', "FILE", "what a draw changes (grader/selftest/mutants/idioms.txt)",
     .text = &asked.idioms},
    {"bank", 'b', "DIR",
     "the folder with a folder for each lab, in which mutants or right lies (labs)",
     .text = &asked.bank},
    {"solutions", 'u', "DIR", "what mutants are made of (solutions)", .text = &asked.solutions},
    {"device", 'd', "cpu|gpu", "where kernels run", .text = &asked.device},
    {"folder", 'f', "DIR", "where the grader is (build/DEVICE)", .text = &asked.folder},
    {"out", 'o', "PATH", "write PATH.md and PATH.json (build/mutants)", .text = &asked.out},
    {"write", 'w', "DIR", "write the mutants' sources there, and run none", .text = &asked.write},
    {0},
};

static struct request read_request(int argc, char **argv) {
    asked.jobs = sysconf(_SC_NPROCESSORS_ONLN);
    options_read(&(struct options){.rows = rows,
                                   .about = "Grades wrong submissions: each has to lose points.",
                                   .knobs = true},
                 argc, argv);
    if (!asked.limit_s) asked.limit_s = asked.right ? LIMIT_RIGHT : LIMIT_SECONDS;
    return asked;
}

/*
 * Solutions, and the mutants that are made of them.
 */
static struct solution *read_solution(const char *path) {
    struct solution *s = must_have(1, sizeof(*s));
    s->path = text_format("%s", path);
    s->file = strrchr(s->path, '/') + 1;
    s->lab = text_format("%.*s", (int)strcspn(s->file, "."), s->file);
    if (text_read(&s->text, path)) return s;
    fprintf(stderr, "mutants: %s cannot be read: %s\n", path, strerror(errno));
    exit(2);
}

static void make_mutants(struct mutants *all, const struct solution *of, const struct request *q) {
    struct mutant *m = mutants_add(all, of, "the-solution-itself");
    m->claim = CLAIM_UNHARMED;
    m->source = of->text.bytes;
    if (q->right) {
        bank_read_right(all, of, q->bank);
    } else if (!q->unseen) {
        generate(all, of);
        bank_read(all, of, q->bank);
    }
}

static void make_all(struct mutants *all, const struct request *q) {
    glob_t found = {0};
    const char *pattern = text_format("%s/[0-9]*_*.c*", q->solutions);
    size_t labs = 0;
    glob(pattern, 0, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct solution *s = read_solution(found.gl_pathv[i]);
        if (q->lab && !lab_is(s->lab, q->lab)) continue;
        make_mutants(all, s, q);
        labs++;
    }
    globfree(&found);
    if (labs > 0) return;
    fprintf(stderr, "mutants: there is no solution of lab '%s' in %s\n", q->lab ? q->lab : "",
            q->solutions);
    exit(2);
}

/* A file of the bank without a solution would never be read. */
static void check_files(const struct request *q) {
    glob_t found = {0}, of;
    glob(text_format("%s/*/mutants", q->bank), 0, NULL, &found);
    glob(text_format("%s/*/mutants.generated", q->bank), GLOB_APPEND, NULL, &found);
    glob(text_format("%s/*/right", q->bank), GLOB_APPEND, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *name = found.gl_pathv[i] + strlen(q->bank) + 1;
        int length = (int)strcspn(name, "/");
        of = (glob_t){0};
        if (glob(text_format("%s/%.*s.c*", q->solutions, length, name), 0, NULL, &of))
            bank_error(found.gl_pathv[i], 1, "there is no solution %s/%.*s.cu (or .c)",
                       q->solutions, length, name);
        globfree(&of);
    }
    globfree(&found);
}

/*
 * Which of them to run.
 */
static uint64_t draw(const struct mutant *m, long seed) {
    uint64_t h = 1469598103934665603u ^ (uint64_t)seed;
    h = hash64(h, m->of->lab, strlen(m->of->lab));
    h = hash64(h, m->name, strlen(m->name));
    return h ^ h >> 29;
}

/* Of one lab, how many mutants were drawn before this one. */
static size_t rank(const struct mutants *all, const struct mutant *m, long seed) {
    size_t before = 0;
    uint64_t own = draw(m, seed);
    for (size_t i = 0; i < all->n; i++) {
        const struct mutant *other = &all->list[i];
        if (other->of == m->of && other->claim != CLAIM_UNHARMED && draw(other, seed) < own)
            before++;
    }
    return before;
}

/* Is it one of these, which blanks divide? */
static bool fits(const char *name, const char *wanted) {
    while (*(wanted += strspn(wanted, " "))) {
        size_t length = strcspn(wanted, " ");
        if (!fnmatch(text_format("%.*s", (int)length, wanted), name, 0)) return true;
        wanted += length;
    }
    return false;
}

/* A sample's, and those that were named; without either, all. */
static bool is_asked_for(const struct mutants *all, const struct mutant *m,
                         const struct request *q) {
    if (q->sample && rank(all, m, q->seed) < (size_t)q->sample) return true;
    return q->mutant ? fits(m->name, q->mutant) : !q->sample;
}

/* Beside the mutants that were asked for, the solution of each lab that has one of them. */
static size_t choose(struct mutants *all, const struct request *q) {
    size_t chosen = 0;
    struct mutant *solution = NULL;
    for (size_t i = 0; i < all->n; i++) {
        struct mutant *m = &all->list[i];
        if (m->claim == CLAIM_UNHARMED) {
            solution = m;
            continue;
        }
        m->chosen = is_asked_for(all, m, q);
        chosen += m->chosen;
        solution->chosen |= m->chosen;
    }
    return chosen;
}

static void list(const struct mutants *all) {
    for (size_t i = 0; i < all->n; i++) {
        const struct mutant *m = &all->list[i];
        if (!m->chosen || m->claim == CLAIM_UNHARMED) continue;
        const char *line = m->line ? text_line(m->source, m->line) : "(the whole file)";
        printf("%s %-42s %4zu %s\n", m->of->lab, m->name, m->line, line + strspn(line, " "));
    }
}

/* DIR/NAME/03_atomic_merge.cu, for who wants a class of wrong submissions. */
static int write_sources(const struct mutants *all, const char *folder) {
    mkdir(folder, 0755);
    for (size_t i = 0; i < all->n; i++) {
        const struct mutant *m = &all->list[i];
        const char *own = text_format("%s/%zu", folder, i);
        if (!m->chosen || m->claim == CLAIM_UNHARMED) continue;
        if ((mkdir(own, 0755) == 0 || errno == EEXIST) &&
            text_write(text_format("%s/%s", own, m->of->file), m->source))
            continue;
        fprintf(stderr, "mutants: %s cannot be written: %s\n", own, strerror(errno));
        return 2;
    }
    return 0;
}

/*
 * Running them.
 */
static void show(const struct mutants *all) {
    if (isatty(1)) fputs("\r\033[K", stdout);
    report_lines(stdout, all);
    if (isatty(1)) report_progress(stdout, all);
}

/* One that was asked for by name stays where it can be looked at and graded by hand. */
static void keep(const struct mutant *m, const struct request *q) {
    const char *path = text_format("%s/%s", q->out, m->of->file);
    char *folder = shell_word(q->out);
    if (folder && (mkdir(q->out, 0755) == 0 || errno == EEXIST) && text_write(path, m->source))
        printf("  its source is %s; `make grade SUBMISSION=%s LAB=%.2s` grades it\n", path, folder,
               m->of->lab);
    free(folder);
}

static void show_in_full(const struct mutants *all, const struct request *q, bool kept) {
    for (size_t i = 0; i < all->n; i++) {
        const struct mutant *m = &all->list[i];
        if (!m->chosen || m->claim == CLAIM_UNHARMED) continue;
        if (kept || m->fate >= FATE_SURVIVED) report_one(stdout, m);
        if (kept) keep(m, q);
    }
}

static int finish(const struct mutants *all, const struct request *q, bool kept) {
    const char *markdown = text_format("%s.md", q->out), *json = text_format("%s.json", q->out);
    show_in_full(all, q, kept);
    report_sums(stdout, all);
    if (report_markdown(markdown, all) && report_json(json, all)) return report_errors(all) ? 1 : 0;
    fprintf(stderr, "mutants: %s and %s cannot be written: %s\n", markdown, json, strerror(errno));
    return 2;
}

/* Of those that are drawn some do not compile, or are the solution: others are drawn in their place. */
static bool run(const struct pool *pool, struct mutants *all, struct unseen *u,
                const struct request *q) {
    bool done = pool_run(pool, all, show);
    while (done && u && !q->mutant && unseen_counted(all) < (size_t)q->unseen) {
        size_t before = all->n;
        unseen_draw(u, all, (size_t)q->unseen - unseen_counted(all));
        if (all->n == before) break;
        choose(all, q);
        done = pool_run(pool, all, show);
    }
    return done;
}

int main(int argc, char **argv) {
    struct request q = read_request(argc, argv);
    struct mutants all = {0};
    check_files(&q);
    make_all(&all, &q);
    if (bank_errors) return 2;
    struct unseen *u = q.unseen ? unseen_open(&all, q.bank, q.idioms, (uint64_t)q.seed) : NULL;
    if (u) unseen_draw(u, &all, (size_t)q.unseen);
    if (bank_errors) return 2;
    size_t chosen = choose(&all, &q);
    if (chosen == 0) {
        fprintf(stderr, "mutants: there is no mutant '%s'; --list names them\n", q.mutant);
        return 2;
    }
    if (q.list) {
        list(&all);
        return 0;
    }
    if (q.write) return write_sources(&all, q.write);
    const struct pool pool = {.grade = text_format("%s/grade", q.folder),
                              .device = q.device,
                              .folder = text_format("%s/mutants-%d", q.folder, (int)getpid()),
                              .limit_s = (int)q.limit_s,
                              .explain = q.explain,
                              .jobs = (size_t)q.jobs};
    if (!run(&pool, &all, u, &q)) return 130;
    return finish(&all, &q, chosen == 1);
}
