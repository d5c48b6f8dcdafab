/* Keys a second of each step of the labs, from the table in docs/measured.md. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pictures.h"
#include "table.h"

enum { MOST_STEPS = 32, ROW = 38, LEFT = 470, DECADE = 190, COLUMN = 6 }; /* of the table: 2^20 */

struct step {
    char name[64];
    double mkeys;
};

/* Rows such as: | 02, 3 | `sort_lists_shared` | 299.8 | 1077 | ... behind the table's own heading. */
static int read_steps(struct step *steps) {
    FILE *page = fopen("docs/measured.md", "r");
    char line[1000], lab[16], name[64], mkeys[32];
    int count = 0, inside = 0;
    while (page && fgets(line, sizeof(line), page) && count < MOST_STEPS) {
        if (line[0] != '|') inside = 0;
        if (strncmp(line, "| lab, step | Mkeys/s", 21) == 0) inside = 1;
        if (!inside || !cell_of(line, 1, lab, sizeof(lab)) || lab[0] < '0' || lab[0] > '9')
            continue;
        if (!cell_of(line, 2, name, sizeof(name)) || !cell_of(line, COLUMN, mkeys, sizeof(mkeys)))
            continue;
        name[strcspn(name, ",")] = 0;
        snprintf(steps[count].name, sizeof(steps[count].name), "%.2s  %.50s", lab, name);
        steps[count].mkeys = atof(mkeys);
        if (steps[count].mkeys > 0) count++;
    }
    if (page) fclose(page);
    return count;
}

/* From 10 Mkeys/s on, a decade is DECADE units. */
static int place_of(double mkeys) {
    return LEFT + (int)lround(DECADE * (log10(mkeys) - 1));
}

static void draw_step(struct svg *svg, int row, const struct step *step) {
    int y = 70 + row * ROW, end = place_of(step->mkeys),
        host = atoi(step->name) == 1 || atoi(step->name) == 7;
    svg_text(svg, LEFT - 16, y + 26, END, "", "%s", step->name);
    svg_box(svg, LEFT, y, end - LEFT, ROW - 8, host ? SECOND : FIRST);
    svg_text(svg, end + 12, y + 26, START, "muted", step->mkeys < 100 ? "%.0f" : "%.0f",
             step->mkeys);
}

PICTURE(staircase) {
    struct step steps[MOST_STEPS];
    struct svg svg;
    int count = read_steps(steps), bottom = 70 + count * ROW;
    if (count == 0) return "docs/measured.md has no table that begins | lab, step | Mkeys/s";
    svg_begin(
        &svg, file, bottom + 10, "Keys a second, step by step",
        "Bars of millions of keys a second for each step of the labs at two to the power of 20 "
        "keys, "
        "on a logarithmic scale, from docs/measured.md: host labs between 17 and 83, device labs "
        "from some hundreds to tens of thousands.");
    for (int decade = 10; decade <= 100000; decade *= 10) {
        svg_line(&svg, place_of(decade), 48, place_of(decade), bottom, "");
        svg_text(&svg, place_of(decade), 34, MIDDLE, "muted", "%d", decade);
    }
    svg_text(&svg, 0, 34, START, "strong", "Mkeys/s at 2^20 keys");
    for (int i = 0; i < count; i++) draw_step(&svg, i, &steps[i]);
    svg_end(&svg);
    return NULL;
}
