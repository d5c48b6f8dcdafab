/**
 * @file
 * @brief Which lab a file is for (fit.h).
 */
#include "grader/shared/fit.h"
#include "grader/shared/lab_name.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

enum { MOST_PARTS = 6, PATH_BYTES = 512 };

/* The parts of a path, without "."; 0 when there are none, or too many of them. */
static size_t split(char *path, char *parts[MOST_PARTS]) {
    size_t n = 0;
    for (char *part; (part = strsep(&path, "/"));) {
        if (!*part || strcmp(part, ".") == 0) continue;
        if (n == MOST_PARTS) return 0;
        parts[n++] = part;
    }
    return n;
}

/* 1 for NAME.cu, 2 for NAME.c, 0 for anything else. */
static int is_source(const char *file, const char *name) {
    size_t n = strlen(name);
    if (strncmp(file, name, n) != 0) return 0;
    return strcmp(file + n, ".cu") == 0 ? 1 : strcmp(file + n, ".c") == 0 ? 2 : 0;
}

int fit_of(const char *path, const char *lab) {
    char copy[PATH_BYTES], *parts[MOST_PARTS];
    if (strlen(path) >= sizeof(copy)) return FIT_NONE;
    size_t n = split(strcpy(copy, path), parts);
    if (n == 0) return FIT_NONE;
    const char *file = parts[n - 1], *in = n > 1 ? parts[n - 2] : "";
    int ending = is_source(file, lab_bare(lab)), flat = is_source(file, lab), form = 2;
    size_t above = n - 1;
    if (ending && strcmp(in, lab) == 0) {
        form = n > 2 && strcmp(parts[n - 3], "labs") == 0 ? 0 : 1;
        above = n - 2 - (form == 0);
    } else if (ending) {
        form = 3;
    }
    if ((!ending && !flat) || above > FIT_ABOVE) return FIT_NONE;
    return 1 + form * 100 + (int)above * 10 + (ending ? ending : flat);
}

int fit_progress(const char *path) {
    char copy[PATH_BYTES], *parts[MOST_PARTS];
    if (strlen(path) >= sizeof(copy)) return FIT_NONE;
    size_t n = split(strcpy(copy, path), parts);
    bool fits = n > 1 && n <= 2 + FIT_ABOVE && strcmp(parts[n - 1], "progress.json") == 0 &&
                strcmp(parts[n - 2], ".sortlab") == 0;
    return fits ? (int)n : FIT_NONE;
}

bool fit_enters(const char *folder) {
    return (folder[0] != '.' || strcmp(folder, ".sortlab") == 0) && strcmp(folder, "__MACOSX") != 0;
}

const char *fit_archive(const char *name) {
    static const char *const endings[] = {".zip", ".tar",     ".tar.gz",  ".tgz", ".tar.xz",
                                          ".txz", ".tar.zst", ".tar.bz2", ".tbz2"};
    size_t n = strlen(name);
    for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++) {
        size_t m = strlen(endings[i]);
        if (n > m && strcasecmp(name + n - m, endings[i]) == 0) return endings[i];
    }
    return NULL;
}
