/**
 * @file
 * @brief Progress (see progress.h).
 */
#include "grader/class/progress.h"
#include "common/timer.h"

#include <string.h>

enum { CELLS = 24 };

static void show_bar(const struct progress *p) {
    double minutes = (timer_now_ms() - p->began_ms) / 6e4;
    double rate = minutes > 0 ? (double)p->done / minutes : 0;
    char left[40] = "";
    if (!p->screen.moves) return;
    if (p->done && p->done < p->all) {
        double rest = (double)(p->all - p->done) / rate;
        if (rest >= 1.5)
            snprintf(left, sizeof(left), ", %.0f minutes left", rest);
        else
            snprintf(left, sizeof(left), ", %.0f s left", rest * 60);
    }
    terminal_passing(&p->screen, "");
    terminal_bar(&p->screen, (int)p->done, (int)p->all, CELLS);
    fprintf(p->screen.out, " %zu of %zu, %.0f a minute%s", p->done, p->all, rate, left);
    fflush(p->screen.out);
}

struct progress progress_of(FILE *out, size_t all) {
    struct progress p = {.screen = terminal_of(out), .all = all, .began_ms = timer_now_ms()};
    show_bar(&p);
    return p;
}

static void points_of(json_t *result, int *points, int *max_points) {
    json_t *stage;
    size_t i;
    *points = *max_points = 0;
    json_array_foreach(json_object_get(result, "stages"), i, stage) {
        *points += (int)json_integer_value(json_object_get(stage, "points"));
        *max_points += (int)json_integer_value(json_object_get(stage, "max_points"));
    }
}

static void print_line(const struct progress *p, const struct job *job, const struct grading *g) {
    FILE *out = p->screen.out;
    int points, max_points;
    points_of(g->result, &points, &max_points);
    fprintf(out, "%zu of %zu: %s %s", p->done, p->all, job->row->lab->name,
            job->row->student->shown);
    if (job->row->alike > 1) fprintf(out, " and %zu more with the same bytes", job->row->alike - 1);
    if (g->result)
        fprintf(out, ": %d of %d points, %.1f s\n", points, max_points, g->seconds);
    else
        fprintf(out, ": not graded, %d tries: %s\n", g->tries, g->fault);
    fflush(out);
}

void progress_step(struct progress *p, const struct job *job, const struct grading *g) {
    p->done++;
    terminal_passing(&p->screen, NULL);
    if (!p->screen.moves || !g->result) print_line(p, job, g);
    show_bar(p);
}

void progress_end(struct progress *p) {
    terminal_passing(&p->screen, NULL);
}
