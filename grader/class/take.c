/**
 * @file
 * @brief Which of a submission's files are the learner's (see take.h).
 */
#include "grader/class/take.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_ABOVE = 2, MOST_PARTS = 6 };

int take_open(int folder, const char *path, int flags) {
    struct open_how how = {.flags = (uint64_t)(flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY),
                           .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS |
                                      RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV};
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

const char *take_shown(const char *text, char shown[120]) {
    size_t used = 0;
    for (; *text && used < 100; text++) shown[used++] = *text >= ' ' && *text <= '~' ? *text : '?';
    strcpy(shown + used, *text ? "..." : "");
    return shown;
}

bool take_refuse(struct taking *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (!t->refused[0]) vsnprintf(t->refused, sizeof t->refused, format, arguments);
    va_end(arguments);
    return false;
}

/* The parts of a path, without "."; 0 when there are none, or too many of them. */
static size_t split(char *path, char *parts[MOST_PARTS]) {
    size_t n = 0;
    for (char *part; (part = strsep(&path, "/"));) {
        if (!*part || !strcmp(part, ".")) continue;
        if (n == MOST_PARTS) return 0;
        parts[n++] = part;
    }
    return n;
}

/* 1 for NAME.cu, 2 for NAME.c, 0 for anything else. */
static int is_source(const char *file, const char *name) {
    size_t n = strlen(name);
    if (strncmp(file, name, n)) return 0;
    return !strcmp(file + n, ".cu") ? 1 : !strcmp(file + n, ".c") ? 2 : 0;
}

/* The fit of a path for one lab: how it lies there, then how deep, then its ending. */
static int fit_for(const struct class_lab *lab, char *const *parts, size_t n) {
    const char *file = parts[n - 1], *in = n > 1 ? parts[n - 2] : "";
    int ending = is_source(file, lab->bare), flat = is_source(file, lab->name), form = 2;
    size_t above = n - 1;
    if (ending && !strcmp(in, lab->name)) {
        form = n > 2 && !strcmp(parts[n - 3], "labs") ? 0 : 1;
        above = n - 2 - (form == 0);
    } else if (ending) {
        form = 3;
    }
    if ((!ending && !flat) || above > MOST_ABOVE) return TAKE_NO_FIT;
    return 1 + form * 100 + (int)above * 10 + (ending ? ending : flat);
}

int take_fit(const struct taking *t, const char *path, size_t *which) {
    char copy[512], *parts[MOST_PARTS];
    int best = TAKE_NO_FIT;
    if (strlen(path) >= sizeof copy) return best;
    strcpy(copy, path);
    size_t n = split(copy, parts);
    if (n == 0) return best;
    if (n > 1 && n <= 2 + MOST_ABOVE && !strcmp(parts[n - 1], "progress.json") &&
        !strcmp(parts[n - 2], ".sortlab"))
        return *which = TAKE_PROGRESS, (int)n;
    for (size_t i = 0; i < t->n_labs; i++) {
        int fit = fit_for(&t->labs[i], parts, n);
        if (fit >= best) continue;
        best = fit;
        *which = i;
    }
    return best;
}

bool take_wants(struct taking *t, const char *path, size_t *which, int *fit) {
    *fit = take_fit(t, path, which);
    if (*fit >= TAKE_NO_FIT) return false;
    struct taken *best = &t->best[*which];
    if (!best->fit) return true;
    best->also++;
    return *fit < best->fit || (*fit == best->fit && strcmp(path, best->from) < 0);
}

static struct taken *replace(struct taking *t, size_t which, int fit, const char *path) {
    struct taken *best = &t->best[which];
    int also = best->also;
    free(best->bytes);
    *best = (struct taken){.fit = fit, .also = also};
    snprintf(best->from, sizeof best->from, "%.500s", path);
    return best;
}

void take_keep(struct taking *t, size_t which, int fit, const char *path, unsigned char *bytes,
               size_t size, int64_t changed) {
    struct taken *best = replace(t, which, fit, path);
    best->bytes = bytes;
    best->size = size;
    best->changed = changed;
}

void take_refuse_file(struct taking *t, size_t which, int fit, const char *path, const char *why) {
    struct taken *best = replace(t, which, fit, path);
    char shown[120];
    snprintf(best->refused, sizeof best->refused, "%s %s", take_shown(path, shown), why);
}
