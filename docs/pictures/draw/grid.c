/* Ratios to the fastest peer, distribution by distribution, from docs/bench.csv. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench_csv.h"
#include "pictures.h"

enum { MOST_LINES = 64, MOST_COLUMNS = 20, ROW = 44, LEFT = 350, TOP = 160, WIDTH = 96 };

struct grid {
    const struct csv_row *columns[MOST_COLUMNS]; /* the first row of each */
    const struct csv_row *lines[MOST_LINES];
    int column_count, line_count;
    int cells, below; /* how many there are, and how many have a ratio below 1 */
    const struct csv_row *worst, *best;
};

static int same_column(const struct csv_row *a, const struct csv_row *b) {
    return strcmp(a->what, b->what) == 0 && strcmp(a->type, b->type) == 0 && a->n == b->n;
}

/* The most keys of which a column has more than the first distribution. */
static double greatest_of(const struct csv *csv, const struct csv_row *like) {
    double n = 0;
    for (size_t i = 0; i < csv->count; i++) {
        const struct csv_row *row = &csv->rows[i];
        if (strcmp(row->shape, "grid") == 0 && strcmp(row->what, like->what) == 0 &&
            strcmp(row->type, like->type) == 0 && strcmp(row->dist, "uniform") != 0 && row->n > n)
            n = row->n;
    }
    return n;
}

static int is_library(const struct csv_row *row) {
    return strcmp(row->what, "library") == 0;
}

/* Rows that have a ratio to a sort: of lab 13 all, of the library all of u32, of others those of most u32 keys. */
static int counts(const struct csv *csv, const struct csv_row *row) {
    if (strcmp(row->shape, "grid") != 0 || row->ratio <= 0 || strcmp(row->peer, "read once") == 0)
        return 0;
    return strncmp(row->what, "13", 2) == 0 ||
           (strncmp(row->type, "u32", 3) == 0 &&
            (is_library(row) || row->n == greatest_of(csv, row)));
}

static void add_row(struct grid *grid, const struct csv_row *row) {
    int column = 0, line = 0;
    while (column < grid->column_count && !same_column(grid->columns[column], row)) column++;
    while (line < grid->line_count && strcmp(grid->lines[line]->dist, row->dist) != 0) line++;
    if (column == MOST_COLUMNS || line == MOST_LINES) return;
    if (column == grid->column_count) grid->columns[grid->column_count++] = row;
    if (line == grid->line_count) grid->lines[grid->line_count++] = row;
    grid->cells++;
    if (round(row->ratio * 100) < 100) grid->below++;
    if (!grid->worst || row->ratio < grid->worst->ratio) grid->worst = row;
    if (!grid->best || row->ratio > grid->best->ratio) grid->best = row;
}

/* Columns of one of ours stand together, in the order of their types and sizes. */
static int by_column(const void *a, const void *b) {
    const struct csv_row *x = *(const struct csv_row *const *)a;
    const struct csv_row *y = *(const struct csv_row *const *)b;
    int what = strcmp(y->what, x->what), type = strcmp(x->type, y->type);
    int keys = (strlen(x->type) > 3) - (strlen(y->type) > 3);
    if (what) return what;
    if (keys) return keys;
    if (type) return -type; /* u32 before i32 and f32 */
    return x->n < y->n ? -1 : x->n > y->n;
}

/* By the number that is written there. */
static enum ink ink_of(double exact) {
    double ratio = round(exact * 100) / 100;
    return ratio < 1 ? SECOND : ratio < 1.2 ? THIRD : ratio < 2 ? FIRST : DONE;
}

static void draw_cell(struct svg *svg, int x, int y, const struct csv_row *row) {
    enum ink ink = ink_of(row->ratio);
    svg_box(svg, x, y, WIDTH - 6, ROW - 4, ink);
    svg_text(svg, x + WIDTH / 2 - 3, y + 31, MIDDLE, ink == DONE ? "strong on5" : "",
             row->ratio < 99.5 ? row->ratio < 9.95 ? "%.2f" : "%.1f" : "%.0f", row->ratio);
}

static void draw_heads(struct svg *svg, const struct grid *grid) {
    char n[CSV_TEXT];
    for (int c = 0; c < grid->column_count; c++) {
        const struct csv_row *row = grid->columns[c];
        int x = LEFT + c * WIDTH + WIDTH / 2 - 3;
        svg_text(svg, x, 40, MIDDLE, "strong", "%.*s", is_library(row) ? 3 : 2, row->what);
        svg_text(svg, x, 84, MIDDLE, "muted", "%s", strlen(row->type) > 3 ? "pairs" : row->type);
        svg_text(svg, x, 128, MIDDLE, "muted", "%s", csv_count_text(row->n, n));
    }
    svg_text(svg, 0, 40, START, "strong", "lab");
    svg_text(svg, 0, 84, START, "muted", "keys");
    svg_text(svg, 0, 128, START, "muted", "how many");
}

static void draw_key(struct svg *svg, int y) {
    static const double samples[] = {0.5, 1.1, 1.5, 2.5};
    static const char *const texts[] = {"below 1", "below 1.2", "below 2", "2 and above"};
    for (int i = 0; i < 4; i++) {
        svg_box(svg, i * 300, y, 44, 36, ink_of(samples[i]));
        svg_text(svg, i * 300 + 58, y + 29, START, "muted", "%s", texts[i]);
    }
}

static void describe(char *text, size_t size, const struct grid *grid) {
    char low[CSV_TEXT], high[CSV_TEXT];
    snprintf(
        text, size,
        "Table of %d ratios, the fastest peer's time to ours, from docs/bench.csv: %d "
        "distributions in lines, labs by type and number of keys in columns. %d are below 1. The "
        "least is %.2f, of %s for %s and %s %s keys; the greatest %.2f, of %s for %s and %s %s "
        "keys.",
        grid->cells, grid->line_count, grid->below, grid->worst->ratio, grid->worst->what,
        grid->worst->dist, csv_count_text(grid->worst->n, low), grid->worst->type,
        grid->best->ratio, grid->best->what, grid->best->dist, csv_count_text(grid->best->n, high),
        grid->best->type);
}

PICTURE(grid) {
    static struct csv csv;
    struct grid grid = {.cells = 0};
    char description[1000];
    struct svg svg;
    if (!csv_read(csv_path, &csv)) return csv.wrong;
    for (size_t i = 0; i < csv.count; i++)
        if (counts(&csv, &csv.rows[i])) add_row(&grid, &csv.rows[i]);
    if (grid.cells == 0) return "docs/bench.csv has no rows of the shape grid with a ratio";
    qsort(grid.columns, (size_t)grid.column_count, sizeof(grid.columns[0]), by_column);
    describe(description, sizeof(description), &grid);
    int width = LEFT + grid.column_count * WIDTH, bottom = TOP + grid.line_count * ROW;
    svg_begin_wide(&svg, file, width < PICTURE_WIDTH ? PICTURE_WIDTH : width, bottom + 70,
                   "Ratios to the fastest peer, by distribution", description);
    draw_heads(&svg, &grid);
    for (int l = 0; l < grid.line_count; l++) {
        svg_text(&svg, 0, TOP + l * ROW + 29, START, "", "%s", grid.lines[l]->dist);
        for (int c = 0; c < grid.column_count; c++) {
            const struct csv_row *column = grid.columns[c];
            const struct csv_row *row =
                csv_find(&csv, "grid", column->what, column->type, grid.lines[l]->dist, column->n);
            if (row && counts(&csv, row)) draw_cell(&svg, LEFT + c * WIDTH, TOP + l * ROW, row);
        }
    }
    draw_key(&svg, bottom + 20);
    svg_end(&svg);
    return NULL;
}
