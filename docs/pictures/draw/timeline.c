/*
 * Chunks on their way: one at a time, and three at once. The order of calls is that of the solution of
 * lab 08, which runs here; how long a copy or a sort takes is measured (docs/measured/external.md, "Out of core").
 * Of what stands in streams, each part begins as soon as its stream, and the machine's one engine for
 * such a part, has done what came before.
 */
#include <stdlib.h>

#include "out_of_core.h"
#include "pictures.h"
#include "table.h"

enum { CHUNKS = 8, KEYS = CHUNKS * TILE_ITEMS, LEFT = 210, WIDE = 1180, ENGINES = 3 };

static const char *const NAMES[ENGINES] = {"copy in", "sort", "copy out"};

struct schedule {
    struct svg *svg;
    double part[ENGINES], scale;  /* ms a chunk; units a ms */
    double engine[ENGINES], host; /* when each is free again */
    double done[CHUNKS];          /* when a chunk is back */
    int sent, placed, top;
};

/* The solution sends a chunk: it goes through the engines, as soon as each of them is free. */
static void on_sort(void *context, uint32_t *d_keys, uint32_t *d_scratch, size_t n,
                    cudaStream_t stream) {
    struct schedule *s = context;
    double at = s->host;
    (void)d_keys, (void)d_scratch, (void)n, (void)stream;
    for (int e = 0; e < ENGINES; e++) {
        static const enum ink INK_OF[] = {FIRST, DONE, SECOND};
        double begin = at > s->engine[e] ? at : s->engine[e];
        at = s->engine[e] = begin + s->part[e];
        int x = LEFT + (int)(begin * s->scale), width = (int)(s->part[e] * s->scale);
        svg_box(s->svg, x, s->top + e * 62, width > 6 ? width - 2 : 4, 50, INK_OF[e]);
        if (width > 40)
            svg_text(s->svg, x + width / 2, s->top + e * 62 + 37, MIDDLE, "strong", "%d", s->sent);
    }
    s->done[s->sent++] = at;
}

/* The solution has waited for the next chunk: the host is as far as that. */
static int on_place(void *context, const uint32_t *chunk, uint32_t *run, size_t n) {
    struct schedule *s = context;
    (void)chunk, (void)run, (void)n;
    if (s->done[s->placed] > s->host) s->host = s->done[s->placed];
    s->placed++;
    return 0;
}

static double draw_schedule(struct schedule *s, int slots, const char *title) {
    uint32_t keys[KEYS] = {0};
    struct schedule fresh = {.svg = s->svg, .scale = s->scale, .top = s->top + 50};
    for (int e = 0; e < ENGINES; e++) fresh.part[e] = s->part[e];
    svg_text(s->svg, 0, s->top + 24, START, "strong", "%s", title);
    for (int e = 0; e < ENGINES; e++) {
        int y = fresh.top + e * 62;
        svg_text(s->svg, LEFT - 20, y + 37, END, "muted", "%s", NAMES[e]);
        svg_line(s->svg, LEFT, y + 56, LEFT + WIDE, y + 56, "");
    }
    const struct chunk_ops ops = {TILE_ITEMS, slots, &fresh, on_sort, on_place, NULL};
    if (sort_chunks(keys, KEYS, &ops)) abort();
    svg_line(s->svg, LEFT + (int)(fresh.host * s->scale), fresh.top - 14,
             LEFT + (int)(fresh.host * s->scale), fresh.top + 186, "warm dash");
    svg_text(s->svg, LEFT + (int)(fresh.host * s->scale) + (slots > 1 ? 12 : -12), fresh.top - 26,
             slots > 1 ? START : END, "warm", "%.0f ms", fresh.host);
    return fresh.host;
}

PICTURE(out_of_core_timeline) {
    char row[400], cell[40];
    struct svg svg;
    struct schedule s = {.svg = &svg, .top = 10};
    double all = 0;
    if (!find_row("docs/measured/external.md", "| 256 MB | 1, checked | 8 |", row, sizeof(row)))
        return "docs/measured/external.md has no row that begins | 256 MB | 1, checked | 8 |";
    for (int e = 0; e < ENGINES; e++) {
        if (!cell_of(row, 4 + e, cell, sizeof(cell)) || atof(cell) <= 0)
            return "a time is missing in docs/measured/external.md";
        all += atof(cell);
        s.part[e] = atof(cell) / CHUNKS;
    }
    s.scale = WIDE / all;
    svg_begin(&svg, file, 590, "Chunks on their way, one and three at once",
              "Two schedules of eight chunks that are copied in, sorted and copied out. Above, one "
              "chunk at a "
              "time: each waits for the one before. Below, three at once: while one is sorted, the "
              "next is "
              "copied in, and the copies in stand close together.");
    draw_schedule(&s, 1, "one chunk on its way");
    s.top = 300;
    draw_schedule(&s, 3, "three on their way");
    svg_text(&svg, 0, 574, START, "muted",
             "1 GB in 8 chunks; lengths measured, order of calls from the solution");
    svg_end(&svg);
    return NULL;
}
