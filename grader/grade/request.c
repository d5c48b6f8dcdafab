/**
 * @file
 * @brief The grader's options: read, checked, and refused in one sentence.
 */
#include "grader/grade/request.h"
#include "grader/grade/report/reports.h"
#include "grader/grade/judge/shell.h"
#include "grader/grade/learner/lines.h"
#include "grader/grade/policy/under.h"

#include <argp.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_KEYS = 4096 };
/* Options without a letter. */
enum {
    OPTION_SANDBOX = 256,
    OPTION_FORMAT,
    OPTION_FORMATS,
    OPTION_SERIAL,
    OPTION_BUDGET,
    OPTION_TERMS,
    OPTION_INSTRUCTOR,
    OPTION_DEBUG,
    OPTION_LINES
};

static const struct argp_option options[] = {
    {"submission", 's', "PATH", 0,
     "the learner's files: a folder, an archive, a repository, one of them", 0},
    {"result", 'r', "PATH", 0, "write the result as JSON", 0},
    {"format", OPTION_FORMAT, "NAME=PATH", 0, "the same for another system; may be given often", 0},
    {"formats", OPTION_FORMATS, "LIST", 0, "several of them, with blanks between", 0},
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
    {"trace", 'P', "PATH", 0, "the verb trace", 0},
    {"compare", 'C', "DIR", 0, "on that page, the files of this folder beside the learner's", 0},
    {"profile", 'g', "DIR", 0, "the verb profile", 0},
    {"costs", 'W', "PATH", 0, "the verb costs", 0},
    {"debug", OPTION_DEBUG, "DIR", 0, "the verb debug", 0},
    {"lines", OPTION_LINES, "gcc", 0, "print each failure as a compiler would, for an editor", 0},
    {"serial", OPTION_SERIAL, NULL, 0, "one process at a time; the first order that fails decides",
     0},
    {"budget", OPTION_BUDGET, "SECONDS", 0,
     "of processor time for all stages of a lab together; exit code 3 when they are used up", 0},
    {"ranks", 'R', NULL, 0, "small keys in the same order, in place of the cases' own", 0},
    {"sandbox", OPTION_SANDBOX, "NAME", 0,
     "what holds it: auto, held (auto, but never none), root, rootless, reduced, none", 0},
    {"repeat-by", 'b', "COMMAND", 0,
     "how messages say to repeat a stage; SUBMISSION= at its end gets the submission", 0},
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
    if (strcmp(text, "forward") == 0 || strcmp(text, "reverse") == 0) return true;
    size_t digits = strncmp(text, "random:", 7) != 0 ? 0 : strspn(text + 7, "0123456789");
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
        while (i < sizeof(known) / sizeof(*known) && strcmp(name, known[i]) != 0) i++;
        if (i < sizeof(known) / sizeof(*known)) continue;
        fprintf(
            stderr,
            "grade: TOOL is '%s'; it can be memcheck, racecheck, initcheck, synccheck, profile, "
            "all or none, or some with commas between them\n",
            list);
        exit(2);
    }
    free(names);
}

/* "make grade SUBMISSION=" with the folder behind it, as a shell takes it. */
static const char *command_with(const char *command, const char *submission) {
    size_t length = strlen(command);
    char *whole, *word;
    if (!length || command[length - 1] != '=') return command;
    if (!(word = shell_word(submission)) || asprintf(&whole, "%s%s", command, word) < 0)
        return command;
    free(word);
    return whole;
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
    if (!text || strcmp(text, "first") == 0) return;
    fprintf(stderr, "grade: --explain=%s is nothing; it can be --explain or --explain=first\n",
            text);
    exit(2);
}

/* A verb is the first word of all, or an option whose value is the first word behind it. */
static void take_verb(struct request *q, const char *verb, const char *word) {
    q->verb = verb;
    q->words[0] = word;
    q->n_words = 1;
}

static error_t take_word(struct request *q, const char *word, struct argp_state *state) {
    if (state->arg_num == 0)
        q->verb = word;
    else if (q->n_words < REQUEST_WORDS)
        q->words[q->n_words++] = word;
    else
        argp_usage(state);
    return 0;
}

static error_t take_option(int key, char *text, struct argp_state *state) {
    struct request *q = state->input;
    if (key == OPTION_FORMAT) return reports_add(text), 0;
    if (key == OPTION_FORMATS) return reports_add_all(text), 0;
    if (key == ARGP_KEY_ARG) return take_word(q, text, state);
    if (key == OPTION_DEBUG) return take_verb(q, "debug", text), 0;
    if (key == OPTION_LINES) return q->lines = lines_wanted(text), 0;
    if (key == OPTION_SANDBOX) return q->sandbox = text, 0;
    if (key == OPTION_BUDGET)
        return q->choice.budget_s = (int)number(text, "BUDGET", 1, 1000000), 0;
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
    if (key == 'P') take_verb(q, "trace", text);
    if (key == 'C') q->compare = text;
    if (key == 'g') take_verb(q, "profile", text);
    if (key == 'W') take_verb(q, "costs", text);
    return strchr("srpltuxdfPCgW", key) ? 0 : ARGP_ERR_UNKNOWN;
}

/* A folder, or one file. */
static void check_submission(const char *path) {
    struct stat status;
    char *here = NULL;
    if (stat(path, &status) == 0 && access(path, S_ISDIR(status.st_mode) ? R_OK | X_OK : R_OK) == 0)
        return;
    int error = errno;
    if (error == ENOENT && *path != '/') here = getcwd(NULL, 0);
    fprintf(stderr,
            "grade: the submission %s cannot be read: %s%s%s; give a folder, an archive, a "
            "repository or one lab's file\n",
            path, strerror(error), here ? " in " : "", here ? here : "");
    exit(2);
}

bool request_is_usual(const struct request *q) {
    const struct judge_choice *c = &q->choice;
    return !c->case_number && c->n < 0 && !c->seed && !c->keys && !c->order && !c->tools;
}

struct request request_read(int argc, char **argv, const char *help) {
    struct request q = {.verb = "grade",
                        .submission = "labs",
                        .device = "cpu",
                        .folder = "build/cpu",
                        .sandbox = "auto",
                        .choice = {.n = -1}};
    const struct argp parser = {options, take_option, "[VERB [WORD...]]", help, NULL, NULL, NULL};
    argp_err_exit_status = 2;
    argp_parse(&parser, argc, argv, 0, NULL, &q);
    q.choice.suspicious = !q.progress;
    if (!q.choice.repeat_by) q.choice.repeat_by = judge_repeat_by(q.device);
    q.choice.repeat_by = command_with(q.choice.repeat_by, q.submission);
    reports_write(&(struct result){.submission = q.submission}, false);
    if (strcmp(q.device, "cpu") != 0 && strcmp(q.device, "gpu") != 0) {
        fprintf(stderr, "grade: DEV is '%s'; it must be cpu or gpu\n", q.device);
        exit(2);
    }
    check_submission(q.submission);
    return q;
}
