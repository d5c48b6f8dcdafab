/**
 * @file
 * @brief The systems that are known, and which of them get a file.
 */
#include "grader/grade/report/reports.h"
#include "grader/grade/report/formats.h"
#include "grader/shared/json_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_REPORTS = 16 };

static const struct system {
    const char *name;
    char *(*text)(const struct result *, bool finished);
    const char *(*lacks)(void); /* NULL when it has all it needs; or a sentence */
} systems[] = {
    {"junit", junit_text, NULL},
    {"gradescope", gradescope_text, NULL},
    {"autolab", autolab_text, NULL},
    {"classroom50", classroom50_text, classroom50_lacks},
    {"prairielearn", prairielearn_text, NULL},
    {"github", github_text, NULL},
    {"submitty", submitty_text, NULL},
};
enum { SYSTEMS = sizeof(systems) / sizeof(*systems) };

static struct report {
    const struct system *system;
    const char *path;
} reports[MOST_REPORTS];
static size_t n_reports;

static _Noreturn void refuse_name(const char *text) {
    fprintf(stderr, "grade: FORMAT is '%s'. It must be NAME=PATH, and NAME one of", text);
    for (size_t i = 0; i < SYSTEMS; i++) fprintf(stderr, " %s", systems[i].name);
    fputc('\n', stderr);
    exit(2);
}

void reports_add(const char *text) {
    size_t length = strcspn(text, "=");
    const char *path = text + length;
    const struct system *found = NULL;
    for (size_t i = 0; i < SYSTEMS; i++)
        if (strlen(systems[i].name) == length && strncmp(systems[i].name, text, length) == 0)
            found = &systems[i];
    if (!found || strlen(path) < 2) refuse_name(text);
    const char *lacking = found->lacks ? found->lacks() : NULL;
    if (lacking || n_reports == MOST_REPORTS) {
        fprintf(stderr, "grade: --format %s: %s\n", text,
                lacking ? lacking : "these are too many. At most 16 are written at once");
        exit(2);
    }
    reports[n_reports++] = (struct report){found, path + 1};
}

/* The blanks before the next "NAME=", or at the end; other blanks belong to a path. */
static char *end_of_report(char *text) {
    for (char *end = text;; end++) {
        end += strcspn(end, " ");
        char *next = end + strspn(end, " ");
        if (!*next || next[strspn(next, "abcdefghijklmnopqrstuvwxyz0123456789")] == '=') return end;
    }
}

void reports_add_all(char *text) {
    char *end;
    do {
        text += strspn(text, " ");
        end = end_of_report(text);
        bool last = !end[strspn(end, " ")];
        *end = 0;
        reports_add(text);
        text = last ? NULL : end + 1;
    } while (text);
}

void reports_write(const struct result *result, bool finished) {
    for (size_t i = 0; i < n_reports; i++) {
        errno = ENOMEM;
        char *text = reports[i].system->text(result, finished);
        bool written = text && text_file_write(reports[i].path, text);
        free(text);
        if (written) continue;
        fprintf(stderr, "grade: the %s file %s cannot be written: %s. Choose another path\n",
                reports[i].system->name, reports[i].path, strerror(errno));
        exit(2);
    }
}
