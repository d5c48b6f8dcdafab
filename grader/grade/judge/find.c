/**
 * @file
 * @brief Where in a submission each lab's file lies (find.h).
 */
#include "grader/grade/judge/find.h"
#include "grader/shared/fit.h"
#include "grader/shared/lab_name.h"
#include "grader/grade/judge/unpacked.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEEPEST = FIT_ABOVE + 2, MOST_ENTRIES = 20000 };

struct walk {
    const char *submission;
    struct build *builds;
    size_t n;
    bool any;           /* a file is some lab's */
    int archives, seen; /* archives at the top; entries in all */
};

const char *find_names(const char *lab, char names[200]) {
    char path[300];
    const char *bare = lab_bare(lab);
    snprintf(path, sizeof(path), "labs/%.100s/%.100s.c", lab, bare);
    const char *ending = access(path, F_OK) == 0 ? "c" : "cu";
    snprintf(names, 200, "%.80s.%s or %.80s.%s", lab, ending, bare, ending);
    return names;
}

static bool is_regular(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_source(const char *path) {
    const char *dot = strrchr(last_part(path), '.');
    return dot && (strcmp(dot, ".c") == 0 || strcmp(dot, ".cu") == 0) && is_regular(path);
}

bool find_is_other(const char *submission, const char *lab) {
    return is_source(submission) && fit_of(last_part(submission), lab) == FIT_NONE;
}

/* By the rule of take_wants: the better fit, and of equal ones the first by name. */
static void offer(struct walk *w, const char *path, bool linked) {
    for (const struct stage_lab *lab = stage_labs(); lab && !w->any; lab = lab->next)
        w->any = fit_of(path, lab->name) < FIT_NONE;
    for (size_t i = 0; i < w->n; i++) {
        struct build *b = &w->builds[i];
        int fit = fit_of(path, b->lab->name);
        if (fit == FIT_NONE) continue;
        if (b->fit) b->also++;
        if (b->fit && fit >= b->fit) continue;
        b->fit = fit;
        b->linked = linked;
        snprintf(b->source, sizeof(b->source), "%.3400s%s%.600s", w->submission,
                 w->submission[strlen(w->submission) - 1] == '/' ? "" : "/", path);
    }
}

static int by_name(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void walk_folder(struct walk *w, const char *folder, int depth, bool linked);

static void look_at(struct walk *w, const char *folder, const char *name, int depth, bool linked) {
    char path[600], whole[PATH_MOST + 600];
    struct stat status;
    if (snprintf(path, sizeof(path), "%s%s%s", folder, *folder ? "/" : "", name) >= 500) return;
    snprintf(whole, sizeof(whole), "%.4000s/%s", w->submission, path);
    if (lstat(whole, &status)) return;
    linked |= S_ISLNK(status.st_mode);
    bool inside = S_ISDIR(status.st_mode) || (S_ISLNK(status.st_mode) && is_folder(whole));
    if (inside && fit_enters(name) && depth < DEEPEST) walk_folder(w, path, depth + 1, linked);
    if (inside) return;
    offer(w, path, linked);
    w->archives += depth == 0 && S_ISREG(status.st_mode) && fit_archive(name);
}

/* Links are followed, to be able to say that they are links. */
static void walk_folder(struct walk *w, const char *folder, int depth, bool linked) {
    char path[PATH_MOST + 600];
    struct dirent **entries;
    snprintf(path, sizeof(path), "%.4000s/%s", w->submission, folder);
    int n = w->seen > MOST_ENTRIES ? -1 : scandir(path, &entries, NULL, by_name);
    for (int i = 0; i < n; i++) {
        const char *name = entries[i]->d_name;
        bool own = strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
        if (!own && ++w->seen <= MOST_ENTRIES) look_at(w, folder, name, depth, linked);
        free(entries[i]);
    }
    if (n >= 0) free(entries);
}

/* What a class run takes for one: the last commit counts, and not the files beside it. */
static bool is_repository(const char *folder) {
    char path[PATH_MOST + 16], head[PATH_MOST + 16];
    snprintf(path, sizeof(path), "%.4000s/.git", folder);
    if (is_folder(path)) return true;
    snprintf(path, sizeof(path), "%.4000s/objects", folder);
    snprintf(head, sizeof(head), "%.4000s/HEAD", folder);
    return is_folder(path) && is_regular(head);
}

static void offer_file(const char *path, struct build *builds, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (find_is_other(path, builds[i].lab->name)) continue;
        snprintf(builds[i].source, sizeof(builds[i].source), "%.4000s", path);
    }
}

/* Every lab has no points for the same reason. */
static void refuse_whole(struct build *builds, size_t n, enum verdict verdict, const char *why) {
    for (size_t i = 0; i < n; i++) {
        builds[i].source[0] = 0;
        builds[i].verdict = verdict;
        snprintf(builds[i].message, sizeof(builds[i].message), "%s", why);
        snprintf(builds[i].whole, sizeof(builds[i].whole), "%s", why);
    }
}

static void say_empty(const char *submission, struct build *builds, size_t n) {
    char why[600], names[200];
    snprintf(why, sizeof(why),
             "%.200s holds no lab's file. Expected %s%s, at its top or in a folder below it",
             submission, find_names(builds[0].lab->name, names), n > 1 ? ", and so on" : "");
    refuse_whole(builds, n, VERDICT_MISSING, why);
}

/* Each lab's copy keeps its file's name. */
static void finish(const char *submission, struct build *builds, size_t n) {
    char names[200];
    for (size_t i = 0; i < n; i++) {
        struct build *b = &builds[i];
        if (!b->shown[0]) snprintf(b->shown, sizeof(b->shown), "%s", b->source);
        snprintf(b->copy, sizeof(b->copy), "%.250s", last_part(b->source));
        if (b->source[0] || b->verdict != VERDICT_NONE_YET) continue;
        b->verdict = VERDICT_MISSING;
        snprintf(b->message, sizeof(b->message), "there is no %s in %s",
                 find_names(b->lab->name, names), submission);
    }
}

void find_sources(const struct workspace *workspace, const char *submission, struct build *builds,
                  size_t n) {
    struct walk w = {.submission = submission, .builds = builds, .n = n};
    char why[600] = "";
    for (size_t i = 0; i < n; i++) builds[i].verdict = VERDICT_NONE_YET;
    bool packed = is_repository(submission) || (is_regular(submission) && !is_source(submission));
    if (is_source(submission)) {
        offer_file(submission, builds, n);
        w.any = true;
    } else if (!packed) {
        walk_folder(&w, "", 0, false);
        packed = !w.any && w.archives > 0;
    }
    if (packed)
        w.any = unpacked_sources(workspace, submission, builds, n, why, sizeof(why));
    else if (w.seen > MOST_ENTRIES)
        snprintf(why, sizeof(why),
                 "%.300s holds more than %d files. Hand in only the files of the labs", submission,
                 MOST_ENTRIES);
    if (why[0])
        refuse_whole(builds, n, VERDICT_REFUSED, why);
    else if (!w.any)
        say_empty(submission, builds, n);
    finish(submission, builds, n);
}
