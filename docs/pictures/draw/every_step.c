/* Keys a second of each step of the labs, from the table in docs/measured/labs.md. */
#include <glob.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pictures.h"
#include "table.h"

enum { MOST_STEPS = 64, MOST_CELLS = 16, ROW = 36, LEFT = 470, DECADE = 190 };

struct step {
    char name[64];
    int lab;
    double mkeys;
};

/* Which cell of the table's heading says 2^20; 0 if none does. */
static int column_of(const char *heading) {
    char cell[32];
    for (int c = 3; c <= MOST_CELLS; c++)
        if (cell_of(heading, c, cell, sizeof(cell)) && strcmp(cell, "2^20") == 0) return c;
    return 0;
}

/* A row such as: | 02, 3 | `sort_lists_shared` | 299.8 | 1077 | ...; 0 if it is another one. */
static int read_step(const char *row, int column, struct step *step) {
    char lab[16], name[64], mkeys[32];
    if (!cell_of(row, 1, lab, sizeof(lab)) || lab[0] < '0' || lab[0] > '9') return 0;
    if (!cell_of(row, 2, name, sizeof(name)) || !cell_of(row, column, mkeys, sizeof(mkeys)))
        return 0;
    name[strcspn(name, ",")] = 0;
    step->lab = atoi(lab);
    step->mkeys = atof(mkeys);
    snprintf(step->name, sizeof(step->name), "%.2s  %.50s", lab, name);
    return step->mkeys > 0;
}

static int read_steps(struct step *steps) {
    FILE *page = fopen("docs/measured/labs.md", "r");
    char line[1000];
    int count = 0, column = 0;
    while (page && fgets(line, sizeof(line), page) && count < MOST_STEPS) {
        if (line[0] != '|') column = 0;
        if (strncmp(line, "| lab, step | Mkeys/s", 21) == 0) column = column_of(line);
        if (column) count += read_step(line, column, &steps[count]);
    }
    if (page) fclose(page);
    return count;
}

/* A lab in C runs on the host. */
static int on_host(int lab) {
    char pattern[40];
    glob_t found = {0};
    snprintf(pattern, sizeof(pattern), "solutions/%02d_*.c", lab);
    int none = glob(pattern, 0, NULL, &found);
    globfree(&found);
    return !none;
}

/* From 10 Mkeys/s on, a decade is DECADE units. */
static int place_of(double mkeys) {
    return LEFT + (int)lround(DECADE * (log10(mkeys) - 1));
}

static void draw_step(struct svg *svg, int row, const struct step *step) {
    int y = 70 + row * ROW, end = place_of(fmax(step->mkeys, 10.5));
    svg_text(svg, LEFT - 16, y + 26, END, "", "%s", step->name);
    svg_box(svg, LEFT, y, end - LEFT, ROW - 8, on_host(step->lab) ? SECOND : FIRST);
    svg_text(svg, end + 12, y + 26, START, "muted", "%.0f", step->mkeys);
}

PICTURE(every_step) {
    struct step steps[MOST_STEPS];
    struct svg svg;
    int count = read_steps(steps), bottom = 70 + count * ROW;
    if (count == 0) return "docs/measured/labs.md has no table that begins | lab, step | Mkeys/s";
    svg_begin(
        &svg, file, bottom + 10, "Keys a second, every step",
        "Bars of millions of keys a second for every step of the labs at two to the power of "
        "20 keys, on a logarithmic scale, from docs/measured/labs.md. Labs on the host are told "
        "apart from those on the device.");
    for (int decade = 10; decade <= 100000; decade *= 10) {
        svg_line(&svg, place_of(decade), 48, place_of(decade), bottom, "");
        svg_text(&svg, place_of(decade), 34, MIDDLE, "muted", "%d", decade);
    }
    svg_text(&svg, 0, 34, START, "strong", "Mkeys/s at 2^20 keys");
    for (int i = 0; i < count; i++) draw_step(&svg, i, &steps[i]);
    svg_end(&svg);
    return NULL;
}
