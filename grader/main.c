/**
 * @file
 * @brief The grader: reads what to grade, builds each lab's child, judges each stage, writes results.
 *
 * The order below is the table of contents. CUnit runs the stages, a suite a lab and a test a stage.
 */
#include "common/stage.h"
#include "grader/formats/formats.h"
#include "grader/formats/reports.h"
#include "grader/judge/build.h"
#include "grader/judge/judge.h"
#include "grader/learner/fingerprint.h"
#include "grader/learner/guide.h"
#include "grader/learner/place.h"
#include "grader/learner/record.h"
#include "grader/profile/profile.h"
#include "grader/profile/solved.h"
#include "grader/rubric/under.h"
#include "grader/sandbox/sandbox.h"
#include "grader/trace/trace.h"

#include <CUnit/CUnit.h>
#include <CUnit/TestRun.h>
#include <argp.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * What was asked for.
 */
enum { MOST_KEYS = 4096 };
/* Options without a letter. */
enum { OPTION_SANDBOX = 256, OPTION_FORMAT, OPTION_SERIAL, OPTION_TERMS, OPTION_INSTRUCTOR };

struct request {
    const char *instructor;
    const char *submission, *result, *progress, *lab, *device, *folder, *trace, *compare, *profile,
        *costs, *sandbox;
    int stage;
    bool until_fail, explain, explain_first;
    struct judge_choice choice;
};

static const struct argp_option options[] = {
    {"submission", 's', "DIR", 0, "the folder with the learner's files", 0},
    {"result", 'r', "PATH", 0, "write the result as JSON", 0},
    {"format", OPTION_FORMAT, "NAME=PATH", 0, "the same for another system; may be given often", 0},
    {"terms", OPTION_TERMS, "PATH", 0, "grade by these terms (make rubric)", 0},
    {"instructor", OPTION_INSTRUCTOR, "PATH", 0,
     "write all that is known as JSON: hidden seeds and messages too", 0},
    {"progress", 'p', "PATH", 0, "keep in this file what the stages came to", 0},
    {"lab", 'l', "LAB", 0, "this lab alone: 03", 0},
    {"stage", 't', "NUMBER", 0, "this stage alone, from 1", 0},
    {"case", 'c', "NUMBER", 0, "this case alone, from 1", 0},
    {"n", 'n', "KEYS", 0, "so many keys in place of the cases' own", 0},
    {"seed", 'e', "SEED", 0, "this seed in place of the cases' own", 0},
    {"order", 'o', "ORDER", 0, "this order of threads alone: forward, reverse, random:SEED", 0},
    {"keys", 'k', "KEYS", 0, "these keys in place of the cases' own: '3 1 2'", 0},
    {"explain", 'x', "first", OPTION_ARG_OPTIONAL,
     "look for the smallest input that fails, and for the cause; first: of each lab's first "
     "failure alone",
     0},
    {"limit", 'L', "SECONDS", 0, "so much processor time, however long that takes", 0},
    {"tool", 'T', "LIST", 0, "check with these tools, and show all they say; none: no checks", 0},
    {"until-fail", 'u', NULL, 0, "stop at the first stage that fails", 0},
    {"device", 'd', "cpu|gpu", 0, "where kernels run", 0},
    {"folder", 'f', "DIR", 0, "where to build (build/DEVICE)", 0},
    {"trace", 'P', "PATH", 0, "write a page that shows one case of one stage", 0},
    {"compare", 'C', "DIR", 0, "on that page, the files of this folder beside the learner's", 0},
    {"profile", 'g', "DIR", 0, "count what a stage costs, and write a page of it there", 0},
    {"costs", 'W', "PATH", 0, "write what a lab's stages cost ('': to its own costs.json)", 0},
    {"serial", OPTION_SERIAL, NULL, 0, "one process at a time; the first order that fails decides",
     0},
    {"ranks", 'R', NULL, 0, "small keys in the same order, in place of the cases' own", 0},
    {"sandbox", OPTION_SANDBOX, "NAME", 0, "what holds it: auto, root, rootless, reduced, none", 0},
    {"repeat-by", 'b', "COMMAND", 0, "how messages say to repeat a stage", 0},
    {0},
};

static long long number(const char *text, const char *what, long long least, long long most) {
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (*text && !*end && !errno && value >= least && value <= most) return value;
    fprintf(stderr, "grade: %s is '%s'; it must be a number from %lld to %lld\n", what, text, least,
            most);
    exit(2);
}

static bool order_is_valid(const char *text) {
    if (!strcmp(text, "forward") || !strcmp(text, "reverse")) return true;
    size_t digits = strncmp(text, "random:", 7) ? 0 : strspn(text + 7, "0123456789");
    return digits > 0 && digits < 19 && !text[7 + digits];
}

/* Keys with blanks or commas between them. */
static const uint32_t *read_keys(const char *text, uint32_t *n) {
    static uint32_t keys[MOST_KEYS];
    char *end;
    for (*n = 0; text += strspn(text, " ,"), *text; text = end) {
        errno = 0;
        unsigned long long key = strtoull(text, &end, 10);
        bool fits = isdigit((unsigned char)*text) && !errno && key <= UINT32_MAX;
        if (!fits || !strchr(" ,", *end) || *n == MOST_KEYS) {
            fprintf(stderr, "grade: KEYS holds '%.*s'; it takes at most %d numbers from 0 to %u\n",
                    (int)strcspn(text, " ,"), text, MOST_KEYS, UINT32_MAX);
            exit(2);
        }
        keys[(*n)++] = (uint32_t)key;
    }
    return keys;
}

static void check_tools(const char *list) {
    static const char *const known[] = {"memcheck", "racecheck", "initcheck", "synccheck",
                                        "profile",  "all",       "none"};
    char *names = strdup(list), *rest = names;
    for (char *name; (name = strsep(&rest, ","));) {
        size_t i = 0;
        while (i < sizeof known / sizeof *known && strcmp(name, known[i])) i++;
        if (i < sizeof known / sizeof *known) continue;
        fprintf(
            stderr,
            "grade: TOOL is '%s'; it can be memcheck, racecheck, initcheck, synccheck, profile, "
            "all or none, or some with commas between them\n",
            list);
        exit(2);
    }
    free(names);
}

/* The options that choose what of a stage is run; false when the key is none of them. */
static bool take_choice(struct judge_choice *choice, int key, char *text) {
    if (key == 'c') choice->case_number = (int)number(text, "CASE", 1, 99);
    if (key == 'n') choice->n = number(text, "N", 0, 1 << 24);
    if (key == 'e') choice->seed = (uint64_t)number(text, "SEED", 1, INT64_MAX);
    if (key == 'b') choice->repeat_by = text;
    if (key == 'k') choice->keys = read_keys(text, &choice->n_keys);
    if (key == 'R') choice->ranks = true;
    if (key == 'L') choice->cpu_s = (int)number(text, "LIMIT", 1, 3600);
    if (key == 'o') choice->order = text;
    if (key == 'T') check_tools(choice->tools = text);
    if (key == 'o' && !order_is_valid(text)) {
        fprintf(stderr, "grade: ORDER is '%s'; it must be forward, reverse or random:SEED\n", text);
        exit(2);
    }
    return strchr("cneboLkTR", key) != NULL;
}

static void take_explain(struct request *q, const char *text) {
    q->explain = true;
    q->explain_first = text != NULL;
    if (!text || !strcmp(text, "first")) return;
    fprintf(stderr, "grade: --explain=%s is nothing; it can be --explain or --explain=first\n",
            text);
    exit(2);
}

static error_t take_option(int key, char *text, struct argp_state *state) {
    struct request *q = state->input;
    if (key == OPTION_FORMAT) return reports_add(text), 0;
    if (key == OPTION_SANDBOX) return q->sandbox = text, 0;
    if (key == OPTION_SERIAL) return q->choice.serial = true, 0;
    if (key == OPTION_TERMS) return under_terms(text), 0;
    if (key == OPTION_INSTRUCTOR) return q->instructor = text, 0;
    if (key <= 0 || key > 127) return ARGP_ERR_UNKNOWN;
    if (take_choice(&q->choice, key, text)) return 0;
    if (key == 's') q->submission = text;
    if (key == 'r') q->result = text;
    if (key == 'p') q->progress = text;
    if (key == 'l') q->lab = text;
    if (key == 't') q->stage = (int)number(text, "STAGE", 1, 99);
    if (key == 'u') q->until_fail = true;
    if (key == 'x') take_explain(q, text);
    if (key == 'd') q->device = text;
    if (key == 'f') q->folder = text;
    if (key == 'P') q->trace = text;
    if (key == 'C') q->compare = text;
    if (key == 'g') q->profile = text;
    if (key == 'W') q->costs = text;
    return strchr("srpltuxdfPCgW", key) ? 0 : ARGP_ERR_UNKNOWN;
}

static struct request read_request(int argc, char **argv) {
    struct request q = {.submission = "labs",
                        .device = "cpu",
                        .folder = "build/cpu",
                        .sandbox = "auto",
                        .choice = {.n = -1, .repeat_by = "make check"}};
    const struct argp parser = {options, take_option, NULL, "Grades a submission stage by stage.",
                                NULL,    NULL,        NULL};
    argp_err_exit_status = 2;
    argp_parse(&parser, argc, argv, 0, NULL, &q);
    q.choice.suspicious = !q.progress;
    reports_write(&(struct result){.submission = q.submission}, false);
    if (strcmp(q.device, "cpu") && strcmp(q.device, "gpu")) {
        fprintf(stderr, "grade: DEV is '%s'; it must be cpu or gpu\n", q.device);
        exit(2);
    }
    if (access(q.submission, R_OK | X_OK)) {
        fprintf(stderr,
                "grade: the submission %s cannot be read: %s; give a folder that holds the "
                "learner's files\n",
                q.submission, strerror(errno));
        exit(2);
    }
    return q;
}

/*
 * Which labs and stages.
 */
static bool lab_matches(const struct stage_lab *lab, const char *wanted) {
    char own[8];
    return !wanted || !strcmp(lab->name, wanted) ||
           (strspn(wanted, "0123456789") == strlen(wanted) && *wanted &&
            atoi(judge_lab_number(lab, own)) == atoi(wanted));
}

static _Noreturn void no_such_lab(const char *wanted) {
    fprintf(stderr, "grade: there is no lab '%s'; there are", wanted);
    for (const struct stage_lab *lab = stage_labs(); lab; lab = lab->next)
        fprintf(stderr, " %s", lab->name);
    fputs(under() ? "; the terms say which of them count\n" : "\n", stderr);
    exit(2);
}

static struct build *choose_labs(const struct request *q, size_t *n) {
    struct build *builds = calloc(128, sizeof *builds);
    if (!builds) exit(2);
    *n = 0;
    for (const struct stage_lab *lab = stage_labs(); lab && *n < 128; lab = lab->next)
        if (lab_matches(lab, q->lab) && under_counts(lab)) builds[(*n)++].lab = lab;
    if (*n == 0) no_such_lab(q->lab ? q->lab : "");
    return builds;
}

/*
 * Grading, through CUnit.
 */
static struct {
    struct request request;
    struct build *builds;
    size_t n_builds;
    struct result result;
    size_t next; /* the stage that the next test grades */
    bool stop;
} grading;

static struct build *build_of(const struct stage_lab *lab) {
    for (size_t i = 0; i < grading.n_builds; i++)
        if (grading.builds[i].lab == lab) return &grading.builds[i];
    return NULL;
}

/* Later failures of a lab mostly come from its first one. */
static bool is_explained(const struct stage_result *r) {
    if (!grading.request.explain || r->hidden) return false;
    for (const struct stage_result *before = grading.result.stages; before < r; before++)
        if (grading.request.explain_first && before->lab == r->lab && before->verdict > VERDICT_OK)
            return false;
    return true;
}

static void show_stage(struct stage_result *r, size_t i) {
    table_stage(stdout, &grading.result, i);
    if (r->verdict == VERDICT_OK) return;
    if (is_explained(r)) judge_explain(r, build_of(r->lab), &grading.request.choice);
    table_failure(stdout, &grading.result, i, grading.request.explain);
}

/* The one CUnit test: tests are run in the order in which they were added. */
static void test_stage(void) {
    size_t i = grading.next++;
    struct stage_result *r = &grading.result.stages[i];
    if (grading.stop) return;
    struct build *build = build_of(r->lab);
    const struct judge_choice choice = under_choice(r, build, &grading.request.choice);
    judge_stage(r, build, grading.request.device, &choice);
    under_tell(r, &choice);
    CU_assertImplementation(r->verdict == VERDICT_OK, __LINE__, r->message, r->lab->name, "",
                            CU_FALSE);
    grading.result.points += r->points;
    grading.stop = grading.request.until_fail && r->verdict != VERDICT_OK;
    show_stage(r, i);
    reports_write(&grading.result, false);
}

static void add_stage(CU_pSuite suite, const struct stage_lab *lab, size_t i) {
    char name[300];
    struct result *result = &grading.result;
    if (grading.request.stage && grading.request.stage != (int)i + 1) return;
    snprintf(name, sizeof name, "%zu %s", i + 1, lab->rows[i].title);
    if (!CU_add_test(suite, name, test_stage)) exit(2);
    const struct stage_row *row = under_row(lab, i);
    result->stages[result->n++] =
        (struct stage_result){.lab = lab, .row = row, .number = (int)i + 1};
    result->max_points += row->points;
}

static void add_stages(void) {
    size_t most = 0;
    for (size_t b = 0; b < grading.n_builds; b++) most += grading.builds[b].lab->n_rows;
    grading.result.stages = calloc(most ? most : 1, sizeof *grading.result.stages);
    if (!grading.result.stages || CU_initialize_registry() != CUE_SUCCESS) exit(2);
    for (size_t b = 0; b < grading.n_builds; b++) {
        const struct stage_lab *lab = grading.builds[b].lab;
        CU_pSuite suite = CU_add_suite(lab->name, NULL, NULL);
        if (!suite) exit(2);
        for (size_t i = 0; i < lab->n_rows; i++) add_stage(suite, lab, i);
    }
    if (grading.result.n == 0) {
        fprintf(stderr, "grade: lab %s has no stage %d; it has %zu\n", grading.builds[0].lab->name,
                grading.request.stage, grading.builds[0].lab->n_rows);
        exit(2);
    }
}

/* Inputs and tools are the lab's own. */
static bool is_usual(const struct judge_choice *c) {
    return !c->case_number && c->n < 0 && !c->seed && !c->keys && !c->order && !c->tools;
}

/* The stages of each lab, which stand together. Of chosen inputs and tools nothing is kept. */
static void keep_progress(const struct request *q) {
    struct stage_result *first = grading.result.stages, *end = first + grading.result.n;
    char print[FINGERPRINT];
    if (!is_usual(&q->choice)) return;
    for (struct stage_result *r = first; r < end; first = r) {
        while (r < end && r->lab == first->lab) r++;
        fingerprint_of(first->lab->name, build_of(first->lab)->source, q->device, print);
        record_results(q->progress, first, (size_t)(r - first), print);
    }
}

/* Where the first stage that fails sends the learner. */
static void guide(void) {
    const struct screen s = screen_of(stdout);
    for (size_t i = 0; i < grading.result.n; i++) {
        const struct stage_result *r = &grading.result.stages[i];
        if (r->verdict <= VERDICT_OK) continue;
        fputc('\n', s.out);
        guide_print(&s, r, build_of(r->lab), grading.request.device, false);
        return;
    }
}

/* What the labs cost that are solved wholly. Of chosen inputs and tools it is not the question. */
static void show_solved(const struct request *q, const struct workplace *place) {
    const struct screen s = screen_of(stdout);
    if (!is_usual(&q->choice) || q->stage) return;
    for (size_t b = 0; b < grading.n_builds; b++) {
        bool solved = true;
        for (size_t i = 0; i < grading.result.n; i++)
            if (grading.result.stages[i].lab == grading.builds[b].lab)
                solved &= grading.result.stages[i].verdict == VERDICT_OK;
        if (!solved) continue;
        fputc('\n', s.out);
        solved_print(&s, place, &grading.builds[b]);
    }
}

static int finish(const struct workplace *place) {
    const struct request *q = &grading.request;
    bool own_fault = false;
    table_end(stdout, &grading.result);
    if (q->progress) keep_progress(q);
    if (q->progress) show_solved(q, place);
    if (q->progress) guide();
    reports_write(&grading.result, true);
    for (size_t i = 0; i < grading.result.n; i++)
        own_fault |= grading.result.stages[i].verdict == VERDICT_INTERNAL;
    if (q->result && !json_write(q->result, &grading.result)) {
        fprintf(stderr, "grade: the result cannot be written to %s: %s; choose another RESULT=\n",
                q->result, strerror(errno));
        return 2;
    }
    if (q->instructor && !under_write(q->instructor, &grading.result)) {
        fprintf(stderr, "grade: what is for the instructor cannot be written to %s: %s\n",
                q->instructor, strerror(errno));
        return 2;
    }
    return own_fault ? 2 : grading.result.points == grading.result.max_points ? 0 : 1;
}

/* A page of the first lab that was asked for, in place of grades. */
static int write_trace(const struct request *q) {
    return trace_stage(&(struct trace_request){.path = q->trace,
                                               .submission = q->submission,
                                               .compare = q->compare,
                                               .folder = q->folder,
                                               .lab = grading.builds[0].lab,
                                               .stage = q->stage,
                                               .choice = q->choice});
}

/* It ends when the program does, and the workplace after it. */
static void open_sandbox(const struct request *q, const struct workplace *place) {
    char message[1000];
    if (!sandbox_choose(q->sandbox, place->path, !strcmp(q->device, "gpu"), message,
                        sizeof message)) {
        fprintf(stderr, "grade: %s\n", message);
        exit(2);
    }
    atexit(sandbox_close);
    grading.result.sandbox = sandbox_name(sandbox_kind());
    if (strcmp(q->sandbox, "auto") || under_will_do(sandbox_kind())) return;
    fprintf(stderr,
            "grade: the strongest sandbox that works here is '%s', and the rubric wants '%s' at "
            "least; install bubblewrap, or let the rubric or --sandbox name a weaker one\n",
            grading.result.sandbox, under()->sandbox);
    exit(2);
}

/* The same with its counts. */
static int write_profile(const struct request *q) {
    return profile_stage(&(struct profile_request){.pages = q->profile,
                                                   .submission = q->submission,
                                                   .compare = q->compare,
                                                   .folder = q->folder,
                                                   .lab = grading.builds[0].lab,
                                                   .stage = q->stage,
                                                   .choice = q->choice});
}

static int write_costs(const struct request *q) {
    struct workplace *place = place_open(q->folder, "cpu");
    build_all(place, q->submission, grading.builds, 1);
    return cost_write(&grading.builds[0], *q->costs ? q->costs : NULL);
}

int main(int argc, char **argv) {
    grading.request = read_request(argc, argv);
    grading.result.submission = grading.request.submission;
    grading.builds = choose_labs(&grading.request, &grading.n_builds);
    if (grading.request.trace) return write_trace(&grading.request);
    if (grading.request.profile) return write_profile(&grading.request);
    if (grading.request.costs) return write_costs(&grading.request);
    add_stages();
    reports_write(&grading.result, false);
    struct workplace *place = place_open(grading.request.folder, grading.request.device);
    open_sandbox(&grading.request, place);
    build_all(place, grading.request.submission, grading.builds, grading.n_builds);
    CU_run_all_tests();
    return finish(place);
}
