/**
 * @file
 * @brief The rubric's keys: what each means, and which numbers it takes.
 */
#include "grader/grade/policy/rubric.h"

#include <stdlib.h>
#include <string.h>

const struct rubric_key rubric_keys[] = {
    {"assignment", "the name of the assignment, as grades.csv shows it", 0, 0, NULL},
    {"begins",
     "when the course begins, written as due is. An earlier submission time cannot be true and is "
     "flagged. With \"\" it is a year before due",
     0, 0, NULL},
    {"due",
     "when it is due, such as 2026-12-01T23:59:00Z, or with +01:00 instead of Z. With \"\" nothing "
     "is late",
     0, 0, NULL},
    {"out_of",
     "all points of a student are scaled to this sum and rounded to the nearest point. With 0 they "
     "stay as they are",
     0, 1000000, NULL},
    {"drop_lowest",
     "for each student, this number of labs is left out: the labs with the lowest part of their "
     "points. It holds where all labs are graded together, and for make course-grades",
     0, TERMS_LABS - 1, NULL},
    {"partial",
     "with true, a failed stage gets points for its cases that pass, if these are more than half: "
     "its points times passed cases by all cases, rounded down. Hidden stages have all points or "
     "none",
     0, 0, "false true"},
    {"cheat",
     "a stage that is flagged for a person to look at (CHEAT?) keeps its points until then (keep), "
     "or has none (zero)",
     0, 0, "keep zero"},
    {"attempts",
     "if a student has several submissions, the last one counts (last), or the one with the most "
     "points after lateness (best)",
     0, 0, "last best"},
    {"labs", "the labs that count. Without this key all labs count", 0, 0, NULL},
    {"labs/*/lab", "a lab's folder, or its number", 0, 0, NULL},
    {"labs/*/due",
     "when this lab is due, instead of the due of all. A class run takes labs that are due at one "
     "time (LABS=03)",
     0, 0, NULL},
    {"labs/*/weight",
     "the lab's points are multiplied by this, from 0 to 1000 with 2 decimals at most", 0, 0, NULL},
    {"labs/*/bonus",
     "with true, the lab's points come on top of the largest sum. In a run over bonus labs alone "
     "they count as any others",
     0, 0, "false true"},
    {"labs/*/bonus_stages", "stages whose points count on top", 0, 0, NULL},
    {"labs/*/bonus_stages/*", "a stage", 1, TERMS_STAGES, NULL},
    {"labs/*/partial_stages", "stages with partial points, where partial is false", 0, 0, NULL},
    {"labs/*/partial_stages/*", "a stage", 1, TERMS_STAGES, NULL},
    {"labs/*/points", "points of each stage, instead of the lab's own", 0, 0, NULL},
    {"labs/*/points/*", "points of a stage", 0, TERMS_MOST_POINTS, NULL},
    {"labs/*/total", "the sum of the points without bonus_stages, as a check", 0,
     TERMS_STAGES *TERMS_MOST_POINTS, NULL},
    {"hints",
     "points that a hint of level 1, 2 and 3 costs, at most the points that its step has earned. "
     "They are counted from .sortlab/progress.json if a student hands that in",
     0, 0, NULL},
    {"hints/*", "points of a level", 0, TERMS_MOST_POINTS, NULL},
    {"late", "what being late costs. The penalty is rounded down to whole points", 0, 0, NULL},
    {"late/grace_minutes",
     "a submission is in time if it is at most this number of minutes late. If it comes later, it "
     "is late from due on",
     0, 1440, NULL},
    {"late/free_days", "days, or parts of one, that cost nothing", 0, 365, NULL},
    {"late/percent_a_day",
     "percent of a student's points, for each day that has begun after the free days", 0, 100,
     NULL},
    {"late/percent_an_hour",
     "the same for each hour that has begun. Then percent_a_day has to be 0", 0, 100, NULL},
    {"late/most_percent", "the largest penalty in percent", 0, 100, NULL},
    {"late/closes_days",
     "a submission that comes more than this number of days after due has no points, whatever "
     "most_percent is. With 0 it never closes",
     0, 365, NULL},
    {"late/clock",
     "the clock that counts if neither ROSTER nor ARRIVALS gives a time. It is arrival (when the "
     "entry came to SUBMISSIONS) or student (the dates of files and commits, which a student can "
     "set)",
     0, 0, "arrival student"},
    {"limits", "what a stage may use", 0, 0, NULL},
    {"limits/seconds", "seconds that a stage may work, or sleep, in each order of threads", 1, 3600,
     NULL},
    {"limits/cpu_seconds",
     "seconds of processor time, if a stage may work for less time than it may sleep. With 0 they "
     "are equal",
     0, 3600, NULL},
    {"limits/memory_mb", "MiB of memory. With 0 the sandbox's own limit holds", 0, 1 << 20, NULL},
    {"limits/output_mb", "MiB that it may print", 1, 1024, NULL},
    {"limits/budget",
     "in a class: all of a lab's stages together may take this number of times the processor time "
     "of the solution. With 0 there is no limit",
     0, 1000, NULL},
    {"secret_file",
     "a file whose first line is the course secret, from which the seeds of hidden cases are made. "
     "It lies next to the rubric, and is as secret as an examination",
     0, 0, NULL},
    {"secret", "the secret itself, at least 16 letters, if it is not in a file", 0, 0, NULL},
    {"hidden", "stages of which a student only sees whether they pass", 0, 0, NULL},
    {"hidden/*/lab", "a lab's folder, or its number", 0, 0, NULL},
    {"hidden/*/stages", "its stages, from 1", 0, 0, NULL},
    {"hidden/*/stages/*", "a stage", 1, TERMS_STAGES, NULL},
    {"hidden/*/cases",
     "the cases of these stages that are drawn from the secret. Without this key all cases are", 0,
     0, NULL},
    {"hidden/*/cases/*", "a case", 1, 64, NULL},
    {"executor", "where a class is graded", 0, 0, NULL},
    {"executor/use", "local is this machine, and slurm is a job array", 0, 0, "local slurm"},
    {"executor/jobs",
     "local: submissions that are graded at once. With 0 there is one for each core", 0, 1024,
     NULL},
    {"executor/partition", "slurm: the partition. With \"\" it is the cluster's default one", 0, 0,
     NULL},
    {"executor/minutes", "slurm: of one task of the array", 1, 10080, NULL},
    {"executor/gpus", "slurm: of one task", 0, 64, NULL},
    {"sandbox",
     "the weakest sandbox that is accepted if none is named by hand. The grader takes the "
     "strongest that works, and refuses to grade with a weaker one than this",
     0, 0, "root rootless reduced none"},
};
const size_t rubric_n_keys = sizeof(rubric_keys) / sizeof(*rubric_keys);

const struct rubric_key *rubric_key(const char *path) {
    for (size_t i = 0; i < rubric_n_keys; i++)
        if (strcmp(rubric_keys[i].path, path) == 0) return &rubric_keys[i];
    return NULL;
}

/*
 * Numbers. libcyaml takes 010 for 8, 0x10 for 16 and 1.5 for 1; here a number is its decimal digits.
 */
static bool check_number(struct where *w, const struct rubric_key *key, const char *path) {
    const yaml_node_t *node = where_node(w, path);
    if (!node || node->type != YAML_SCALAR_NODE) return true; /* libcyaml has words for that */
    const char *text = (const char *)node->data.scalar.value;
    size_t n = strlen(text);
    bool whole = n > 0 && n < 10 && strspn(text, "0123456789") == n && (n == 1 || *text != '0');
    if (whole && atoi(text) >= key->least && atoi(text) <= key->most) return true;
    return where_refuse(w, path, "%s is '%.40s'. It must be a whole number from %d to %d", path,
                        text, key->least, key->most);
}

/* `path` is `pattern` up to its first *, of which every entry is tried. */
static bool check_pattern(struct where *w, const struct rubric_key *key, const char *pattern) {
    const char *star = strchr(pattern, '*');
    char path[200];
    if (!star) return check_number(w, key, pattern);
    for (int i = 1;; i++) {
        snprintf(path, sizeof(path), "%.*s%d", (int)(star - pattern), pattern, i);
        if (!where_node(w, path)) return true;
        snprintf(path, sizeof(path), "%.*s%d%s", (int)(star - pattern), pattern, i, star + 1);
        if (!check_pattern(w, key, path)) return false;
    }
}

bool rubric_check_numbers(struct where *w) {
    for (size_t i = 0; i < rubric_n_keys; i++)
        if (rubric_keys[i].most && !check_pattern(w, &rubric_keys[i], rubric_keys[i].path))
            return false;
    return true;
}
