/**
 * @file
 * @brief Grades a class: takes in what was handed in, grades what the journal does not know, and writes
 *        grades, results and a summary.
 *
 * The order below is the table of contents.
 */
#include "grader/class/adjust.h"
#include "grader/class/arrival.h"
#include "grader/class/attempts.h"
#include "grader/class/again.h"
#include "grader/class/history.h"
#include "grader/class/intake.h"
#include "grader/class/names.h"
#include "grader/class/progress.h"
#include "grader/class/reference.h"
#include "grader/class/results.h"
#include "grader/class/roster.h"
#include "grader/class/similar/similar.h"
#include "grader/class/slurm.h"
#include "grader/class/terms_of.h"
#include "grader/shared/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LIMIT_SECONDS = 1800 };

/* What a task of Slurm's job array is told beside it. */
static struct {
    const char *run;
    int index, of;
} task;

static struct class the_class = {.device = "cpu", .limit_s = LIMIT_SECONDS};

static const struct option_row rows[] = {
    {"submissions", 's', "DIR", "an entry a student: folders, archives, repositories",
     .text = &the_class.submissions},
    {"out", 'o', "DIR", "where grades go (the same folder again continues)",
     .text = &the_class.out},
    {"jobs", 'j', "NUMBER", "gradings at once (as many as there are cores)",
     OPTION_NUMBER(the_class.jobs, 1, 256)},
    {"rubric", 'R', "FILE", "what counts how much", .text = &the_class.rubric},
    {"terms", 't', "FILE", "what counts how much, as FOLDER/rubric writes it",
     .text = &the_class.terms_path},
    {"labs", 'l', "LIST", "03-04 or 01,03 (all that count)", .text = &the_class.chosen_labs},
    {"roster", 'r', "FILE", "CSV: student_id,last_name,first_name,email",
     .text = &the_class.roster},
    {"arrivals", 'a', "FILE", "CSV: entry,submitted, or Moodle's worksheet",
     .text = &the_class.arrivals},
    {"student", 'u', "NAME", "grade this student again", .text = &the_class.student},
    {"anonymous", 'A', NULL, "ids instead of names", .flag = &the_class.anonymous},
    {"executor", 'e', "local|slurm", "where grading is done", .text = &the_class.executor,
     OPTION_CHOICES("local", "slurm")},
    {"partition", 'p', "NAME", "Slurm's", .text = &the_class.partition},
    {"against", 'G', "DIR", "submissions of an earlier year, to compare with",
     .text = &the_class.against},
    {"similar", 'S', "text|json", "say which files look alike, and grade nothing",
     .text = &the_class.similar, OPTION_CHOICES("text", "json"), .called = "FORMAT"},
    {"sandbox", 'b', "NAME", "auto, root, rootless, reduced or none", .text = &the_class.sandbox},
    {"limit", 'L', "SECONDS", "most that one grading may take",
     OPTION_NUMBER(the_class.limit_s, 1, 86400)},
    {"device", 'd', "cpu|gpu", "where kernels run", .text = &the_class.device},
    {"folder", 'f', "DIR", "where to build, on the machine that grades (build/DEVICE)",
     .text = &the_class.folder},
    {"grade", 'g', "PATH", "the grader (FOLDER/grade)", .text = &the_class.grade},
    /* A task of Slurm's: its folder, which one it is, of how many. */
    {"task", 'T', "DIR", NULL, .text = &task.run},
    {"index", 'i', "NUMBER", NULL, OPTION_NUMBER(task.index, 0, 100000)},
    {"of", 'n', "NUMBER", NULL, OPTION_NUMBER(task.of, 1, 100000)},
    {0},
};

/* OUT=graded/03 makes graded, too. What cannot be made is told where OUT itself cannot be. */
static void make_above(const char *out) {
    char above[CLASS_PATH];
    for (const char *at = strchr(out + 1, '/'); at; at = strchr(at + 1, '/')) {
        snprintf(above, sizeof(above), "%.*s", (int)(at - out), out);
        mkdir(above, 0755);
    }
}

/* OUT inside SUBMISSIONS would be graded the next time. */
static void make_out(struct class *c) {
    char *submissions = realpath(c->submissions, NULL), path[CLASS_PATH];
    if (!submissions)
        class_stop("the submissions %s cannot be read. Give a folder with an entry a student",
                   c->submissions);
    make_above(c->out);
    if (mkdir(c->out, 0755) && errno != EEXIST) class_stop("OUT=%s cannot be made", c->out);
    char *out = realpath(c->out, NULL);
    if (!out) class_stop("OUT=%s cannot be read", c->out);
    size_t n = strlen(submissions);
    errno = 0;
    if (strncmp(out, submissions, n) == 0 && (out[n] == '/' || out[n] == 0))
        class_stop("OUT=%s lies in SUBMISSIONS. Choose a folder outside of it", c->out);
    free(submissions);
    c->out = out;
    class_own_path(c, "", path);
    path[strlen(path) - 1] = 0;
    if (mkdir(path, 0700) && errno != EEXIST) class_stop("%s cannot be made", path);
}

static void check_request(struct class *c) {
    char path[CLASS_PATH];
    errno = 0;
    if (!c->submissions || !*c->submissions || !c->out || !*c->out)
        class_stop("say where submissions are and where %s go: make %s SUBMISSIONS=dir OUT=dir",
                   c->similar ? "pages" : "grades", c->similar ? "similar" : "grade-class");
    if (c->similar) return;
    if (!c->folder) c->folder = strcmp(c->device, "gpu") != 0 ? "build/cpu" : "build/gpu";
    snprintf(path, sizeof(path), "%.3000s/grade", c->folder);
    if (!c->grade) c->grade = strdup(path);
    if (access(c->grade, X_OK))
        class_stop("the grader %s cannot be run. Type make grade-class", c->grade);
}

/*
 * Grading.
 */
struct grading_run {
    struct journal *journal;
    struct progress progress;
};

static void keep(void *context, struct job *job, const struct grading *g) {
    struct grading_run *run = context;
    journal_keep(run->journal, job->unit, job->row, g);
    progress_step(&run->progress, job, g);
}

static int interrupted(const struct class *c, const struct progress *p) {
    printf("stopped: %zu of %zu graded and kept in %s. The same command goes on from there.\n",
           p->done, p->all, c->out);
    return 130;
}

/* True when all is graded that can be. */
static bool grade_all(struct class *c, struct journal *j, struct class_row *blank, int *code) {
    size_t n;
    struct job *jobs = units_left(c, j, blank, &n);
    if (n && !reference_measure(c)) return *code = 130, false;
    reference_budgets(c, jobs, n);
    struct grading_run run = {j, progress_of(stdout, n)};
    bool slurm = c->executor && strcmp(c->executor, "slurm") == 0;
    bool done = n == 0 || (slurm ? slurm_run : workers_run)(c, jobs, n, keep, &run);
    progress_end(&run.progress);
    if (!done) *code = interrupted(c, &run.progress);
    free(jobs);
    return done;
}

/*
 * What it came to, for people.
 */
static void say_refused(const struct class *c) {
    json_t *one;
    size_t at;
    for (size_t i = 0; i < c->n_students; i++) {
        const struct class_student *s = &c->students[i];
        if (s->refused[0]) printf("  refused: %s: %s\n", s->shown, s->refused);
        if (s->remark[0] && (s->listed || !c->roster))
            printf("  look: %s: %s\n", s->shown, s->remark);
        for (size_t l = 0; l < c->n_labs; l++)
            if (s->rows[l].refused[0]) printf("  refused: %s: %s\n", s->shown, s->rows[l].refused);
    }
    size_t several = 0;
    for (size_t i = 0; i < c->n_students; i++) several += c->students[i].n_tries > 1;
    if (several)
        printf("  %zu handed in several times: the %s submission counts\n", several,
               c->terms && c->terms->attempts_best ? "best" : "last");
    json_array_foreach(c->ignored, at, one)
        printf("  passed over: %s is no folder, no archive and no file as an LMS names it\n",
               json_string_value(one));
    json_array_foreach(c->remarks, at, one) printf("  look: %s\n", json_string_value(one));
}

static int say_end(const struct class *c, const struct outcome *outcomes) {
    size_t open = 0, handed_in = 0, refused = 0;
    long sum = 0;
    for (size_t i = 0; i < c->n_students; i++) {
        handed_in += outcomes[i].student->handed_in;
        refused += outcomes[i].student->refused[0] != 0;
        if (outcomes[i].graded) sum += outcomes[i].score.score;
        if (outcomes[i].graded) continue;
        open++;
        printf("  not graded, by the grader's own fault: %s\n", c->students[i].shown);
    }
    size_t scored = c->n_students - open; /* who handed in nothing has 0, too */
    printf("%zu students, %zu handed in, %zu refused, %zu graded, mean of all %.1f of %d points: "
           "%s/grades.csv\n",
           c->n_students, handed_in, refused, handed_in - refused - open,
           scored ? (double)sum / (double)scored : 0.0, outcomes ? outcomes[0].score.max : 0,
           c->out);
    if (open)
        printf("%zu not graded: their fields are empty, not zero. The same command tries them "
               "again.\n",
               open);
    return open ? 1 : 0;
}

/* From here on students stay where they are. */
static void settle_names(struct class *c) {
    names_settle(c->students, c->n_students);
    for (size_t i = 0; i < c->n_students; i++)
        for (size_t l = 0; l < c->n_labs; l++) {
            struct class_student *s = &c->students[i];
            s->rows[l].student = s;
            for (size_t t = 0; s->tries && t < s->n_tries; t++) s->tries[t].rows[l].student = s;
        }
}

static int report(struct class *c, struct journal *j, struct class_row *blank) {
    units_gather(c, j, blank);
    errno = 0;
    for (size_t l = 0; l < c->n_labs; l++)
        if (!blank[l].result)
            class_stop("lab %s cannot be graded: %s", c->labs[l].name, blank[l].fault);
    if (!c->terms) outcomes_plain_terms(c, blank);
    attempts_choose(c, blank);
    reference_compare(c, j);
    struct outcome *outcomes = outcomes_make(c, blank);
    results_write(c, outcomes);
    class_json_write(c, outcomes, blank);
    times_write(c, j, history_write(c, outcomes));
    grades_write(c, outcomes, blank);
    pages_of_class(c);
    int code = say_end(c, outcomes);
    outcomes_free(outcomes, c->n_students);
    return code;
}

/* In a task everything was checked by who submitted it. */
static int do_task(struct class *c) {
    char error[CLASS_SAYS];
    struct terms *terms = class_alloc(1, sizeof(*terms));
    errno = 0;
    if (c->terms_path && !terms_read(c->terms_path, terms, error, sizeof(error)))
        class_stop("%s", error);
    if (c->terms_path) {
        c->terms = terms;
        snprintf(c->terms_copy, sizeof(c->terms_copy), "%s", c->terms_path);
    }
    terms_weakest(c);
    return slurm_task(c, task.run, task.index, task.of ? task.of : 1);
}

int main(int argc, char **argv) {
    struct class *c = &the_class;
    struct class_row blank[CLASS_LABS];
    int code = 0;
    options_read(&(struct options){rows, "Grades a class.", .knobs = true}, argc, argv);
    if (task.run) return do_task(c);
    check_request(c);
    make_out(c);
    struct journal *journal = journal_open(c);
    workers_catch_signals();
    if (c->similar)
        class_find_labs(c);
    else
        terms_of_class(c);
    if (!c->jobs) c->jobs = (int)sysconf(_SC_NPROCESSORS_ONLN);
    intake_all(c);
    roster_read(c);
    arrival_list(c);
    arrival_settle(c, journal);
    attempts_settle(c);
    roster_share(c);
    roster_hide(c);
    settle_names(c);
    adjust_read(c);
    errno = 0;
    if (c->n_students == 0)
        class_stop("%s holds no submission: a folder, an archive or a repository a student",
                   c->submissions);
    if (c->similar) return journal_close(journal), similar_report(c);
    say_refused(c);
    units_blank(c, blank);
    units_name(c, blank);
    if (c->student) again_forget(c, journal);
    journal_keep_class(journal, c);
    if (grade_all(c, journal, blank, &code)) code = report(c, journal, blank);
    journal_close(journal);
    return code;
}
