/**
 * @file
 * @brief Phase, share, rate and time left (see progress.h).
 */
#include "grader/sort/external/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/timer.h"

enum { TERMINAL_MS = 200, FILE_MS = 1000, MEANINGFUL_MS = 300 };

struct progress {
    bool terminal;
    const char *phase;
    double began, shown; /**< ms; the phase, and the last line */
    uint64_t first;      /**< keys that were done when it began */
};

struct progress *progress_start(bool shown) {
    struct progress *p = shown ? calloc(1, sizeof(*p)) : NULL;
    if (p) p->terminal = isatty(STDERR_FILENO);
    return p;
}

/** A line, which on a terminal takes the place of the one before. The next phase is taken to be as fast. */
static void show(struct progress *p, uint64_t done, uint64_t all, double now) {
    double ms = now - p->began, keys = (double)(done - p->first),
           rate = ms > 0 ? keys / ms / 1e3 : 0;
    p->shown = now;
    fprintf(stderr, "%srun: %s", p->terminal ? "\r" : "", p->phase);
    if (all > 0) fprintf(stderr, " %3.0f %%", 100.0 * (double)done / (double)all);
    fprintf(stderr, "  %.0f MB/s  %.1f Mkeys/s", 4 * rate, rate);
    if (all > done && keys > 0 && ms >= MEANINGFUL_MS) {
        double left = ms / keys * (double)(all - done) / 1e3;
        fprintf(stderr, "  %d:%02d left", (int)left / 60, (int)left % 60);
    }
    fputs(p->terminal ? "\033[K" : "\n", stderr);
    fflush(stderr);
}

void progress_phase(struct progress *p, const char *phase, uint64_t done, uint64_t all) {
    if (!p) return;
    p->phase = phase;
    p->began = timer_now_ms();
    p->first = done;
    show(p, done, all, p->began);
}

void progress_show(struct progress *p, uint64_t done, uint64_t all) {
    double now = timer_now_ms();
    if (p && p->phase && now - p->shown >= (p->terminal ? TERMINAL_MS : FILE_MS))
        show(p, done, all, now);
}

void progress_end(struct progress *p) {
    if (p && p->terminal && p->phase) fputs("\r\033[K", stderr);
    free(p);
}
