/**
 * @file
 * @brief The grader's options: read, checked, and refused in one sentence.
 */
#include "grader/grade/request.h"
#include "grader/grade/report/reports.h"
#include "grader/shared/shell.h"
#include "grader/grade/policy/under.h"
#include "grader/shared/options.h"
#include "grader/shared/terminal.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_KEYS = 4096 };

static struct request asked = {.verb = "grade",
                               .submission = "labs",
                               .device = "cpu",
                               .folder = "build/cpu",
                               .sandbox = "auto",
                               .choice = {.n = -1}};
static const char *explain_which;

static const char *take_order(const char *text, void *to) {
    bool random = strncmp(text, "random:", 7) == 0;
    size_t digits = random ? strspn(text + 7, "0123456789") : 0;
    if (strcmp(text, "forward") != 0 && strcmp(text, "reverse") != 0 &&
        (digits == 0 || digits > 18 || text[7 + digits]))
        return "It must be forward, reverse or random:SEED";
    *(const char **)to = text;
    return NULL;
}

/* Keys with blanks or commas between them. */
static const char *take_keys(const char *text, void *to) {
    static uint32_t keys[MOST_KEYS];
    struct judge_choice *choice = to;
    char *end;
    choice->keys = keys;
    for (choice->n_keys = 0; text += strspn(text, " ,"), *text; text = end) {
        errno = 0;
        unsigned long long key = strtoull(text, &end, 10);
        bool fits = isdigit((unsigned char)*text) && !errno && key <= UINT32_MAX;
        if (!fits || !strchr(" ,", *end) || choice->n_keys == MOST_KEYS) {
            terminal_print(stderr,
                           "grade: KEYS holds '%.*s'. It takes at most %d numbers from 0 to %u\n",
                           (int)strcspn(text, " ,"), text, MOST_KEYS, UINT32_MAX);
            exit(2);
        }
        keys[choice->n_keys++] = (uint32_t)key;
    }
    return NULL;
}

static const char *take_tools(const char *list, void *to) {
    static const char *const known[] = {"memcheck", "racecheck", "initcheck", "synccheck",
                                        "profile",  "all",       "none"};
    char *names = strdup(list), *rest = names;
    bool right = true;
    for (char *name; (name = strsep(&rest, ","));) {
        size_t i = 0;
        while (i < sizeof(known) / sizeof(*known) && strcmp(name, known[i]) != 0) i++;
        right &= i < sizeof(known) / sizeof(*known);
    }
    free(names);
    *(const char **)to = list;
    return right ? NULL
                 : "It can be memcheck, racecheck, initcheck, synccheck, profile, all or none, or "
                   "some with commas between them";
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

/* A verb is the first word of all, or an option whose value is the first word behind it. */
static const char *take_verb(const char *word, void *verb) {
    asked.verb = verb;
    asked.words[0] = word;
    asked.n_words = 1;
    return NULL;
}

static const char *take_format(const char *text, void *nothing) {
    (void)nothing;
    reports_add(text);
    return NULL;
}

static const char *take_formats(const char *list, void *nothing) {
    (void)nothing;
    reports_add_all((char *)list);
    return NULL;
}

static const char *take_terms(const char *path, void *nothing) {
    (void)nothing;
    under_terms(path);
    return NULL;
}

static const struct option_row rows[] = {
    {"submission", 's', "PATH",
     "the learner's files: a folder, an archive, a repository, one of them",
     .text = &asked.submission},
    {"result", 'r', "PATH", "write the result as JSON", .text = &asked.result},
    {"format", 0, "NAME=PATH", "the same for another system (may be repeated)",
     .take = take_format},
    {"formats", 0, "LIST", "several of them, with blanks between", .take = take_formats},
    {"terms", 0, "PATH", "grade by this policy (make rubric)", .take = take_terms},
    {"instructor", 0, "PATH", "write all that is known as JSON: hidden seeds and messages too",
     .text = &asked.instructor},
    {"progress", 'p', "PATH", "keep in this file what the stages came to", .text = &asked.progress},
    {"lab", 'l', "LAB", "this lab alone: 03", .text = &asked.lab},
    {"stage", 't', "NUMBER", "this stage alone, from 1", OPTION_NUMBER(asked.stage, 1, 99)},
    {"case", 'c', "NUMBER", "this case alone, from 1",
     OPTION_NUMBER(asked.choice.case_number, 1, 99)},
    {"n", 'n', "KEYS", "this number of keys instead of the cases' own",
     OPTION_NUMBER(asked.choice.n, 0, 1 << 24)},
    {"seed", 'e', "SEED", "this seed instead of the cases' own",
     OPTION_NUMBER(asked.choice.seed, 1, INT64_MAX)},
    {"order", 'o', "ORDER", "this order of threads alone: forward, reverse, random:SEED",
     .take = take_order, .to = &asked.choice.order},
    {"keys", 'k', "KEYS", "these keys instead of the cases' own: '3 1 2'", .take = take_keys,
     .to = &asked.choice},
    {"explain", 'x', "first",
     "look for the smallest input that fails and for the cause (first: only for each lab's first "
     "failure)",
     .flag = &asked.explain, .text = &explain_which, OPTION_CHOICES("first"),
     .called = "--explain"},
    {"limit", 'L', "SECONDS", "so much processor time, however long that takes",
     OPTION_NUMBER(asked.choice.cpu_s, 1, 3600)},
    {"tool", 'T', "LIST", "check with these tools, and show all they say (none: no checks)",
     .take = take_tools, .to = &asked.choice.tools},
    {"until-fail", 'u', NULL, "stop at the first stage that fails", .flag = &asked.until_fail},
    {"device", 'd', "cpu|gpu", "where kernels run", .text = &asked.device,
     OPTION_CHOICES("cpu", "gpu"), .called = "DEV"},
    {"folder", 'f', "DIR", "where to build (build/DEVICE)", .text = &asked.folder},
    {"trace", 'P', "PATH", "the verb trace", .take = take_verb, .to = "trace"},
    {"compare", 'C', "DIR", "on that page, the files of this folder next to the learner's",
     .text = &asked.compare},
    {"profile", 'g', "DIR", "the verb profile", .take = take_verb, .to = "profile"},
    {"costs", 'W', "PATH", "the verb costs", .take = take_verb, .to = "costs"},
    {"debug", 0, "DIR", "the verb debug", .take = take_verb, .to = "debug"},
    {"lines", 0, "gcc", "print each failure as a compiler would, for an editor",
     .text = &asked.lines, OPTION_CHOICES("gcc"), .called = "FORMAT"},
    {"serial", 0, NULL, "one process at a time (the first order that fails decides)",
     .flag = &asked.choice.serial},
    {"budget", 0, "SECONDS",
     "of processor time for all stages of a lab together (exit code 3 when they are used up)",
     OPTION_NUMBER(asked.choice.budget_s, 1, 1000000)},
    {"ranks", 'R', NULL, "small keys in the same order instead of the cases' own",
     .flag = &asked.choice.ranks},
    {"sandbox", 0, "NAME",
     "what holds it: auto, held (auto, but never none), root, rootless, reduced, none",
     .text = &asked.sandbox},
    {"repeat-by", 'b', "COMMAND",
     "how messages say to repeat a stage (SUBMISSION= at its end gets the submission)",
     .text = &asked.choice.repeat_by},
    {0},
};

/* A folder, or one file. */
static void check_submission(const char *path) {
    struct stat status;
    char *here = NULL;
    if (stat(path, &status) == 0 && access(path, S_ISDIR(status.st_mode) ? R_OK | X_OK : R_OK) == 0)
        return;
    int error = errno;
    if (error == ENOENT && *path != '/') here = getcwd(NULL, 0);
    terminal_print(stderr,
                   "grade: the submission %s cannot be read: %s%s%s. Give a folder, an archive, a "
                   "repository or one lab's file\n",
                   path, strerror(error), here ? " in " : "", here ? here : "");
    exit(2);
}

bool request_is_usual(const struct request *q) {
    const struct judge_choice *c = &q->choice;
    return !c->case_number && c->n < 0 && !c->seed && !c->keys && !c->order && !c->tools;
}

static void take_words(int n, char **words) {
    if (n > 0) asked.verb = words[0];
    for (int i = 1; i < n && asked.n_words < REQUEST_WORDS; i++)
        asked.words[asked.n_words++] = words[i];
}

struct request request_read(int argc, char **argv, const char *help) {
    const struct options options = {rows, help, .words = "[VERB [WORD...]]", .knobs = true};
    int first = options_read(&options, argc, argv);
    take_words(argc - first, argv + first);
    asked.explain_first = explain_which != NULL;
    asked.choice.suspicious = !asked.progress;
    if (!asked.choice.repeat_by) asked.choice.repeat_by = judge_repeat_by(asked.device);
    asked.choice.repeat_by = command_with(asked.choice.repeat_by, asked.submission);
    reports_write(&(struct result){.submission = asked.submission}, false);
    check_submission(asked.submission);
    return asked;
}
