/**
 * @file
 * @brief Which of a submission's files are the learner's (see take.h).
 */
#include "grader/class/pages/safe.h"
#include "grader/class/take.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int take_open(int folder, const char *path, int flags) {
    struct open_how how = {.flags = (uint64_t)(flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY),
                           .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS |
                                      RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV};
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof(how));
}

const char *take_shown(const char *text, char shown[120]) {
    char *safe = safe_text(text, 1000);
    size_t n = safe ? strlen(safe) : 0, used = n < 100 ? n : 100;
    while (used < n && (safe[used] & 0xC0) == 0x80) used--; /* no piece of a letter */
    snprintf(shown, 120, "%.*s%s", (int)used, safe ? safe : "", used < n ? "..." : "");
    free(safe);
    return shown;
}

bool take_refuse(struct taking *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (!t->refused[0]) vsnprintf(t->refused, sizeof(t->refused), format, arguments);
    va_end(arguments);
    return false;
}

int take_fit(const struct taking *t, const char *path, size_t *which) {
    int best = fit_progress(path);
    if (best < TAKE_NO_FIT) return *which = TAKE_PROGRESS, best;
    for (size_t i = 0; i < t->n_labs; i++) {
        int fit = fit_of(path, t->labs[i].name);
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
    snprintf(best->from, sizeof(best->from), "%.500s", path);
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
    snprintf(best->refused, sizeof(best->refused), "%s %s", take_shown(path, shown), why);
}
