/* Every stair's keys a second on one scale, from the first lab to a copy, from docs/bench.csv. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench_csv.h"
#include "pictures.h"

enum { MOST_STAIRS = 40, HIGH = 590, LEFT = 560, TOP = 76, DECADE = 122, LOWEST = 7, DECADES = 5 };

struct stair {
    char name[CSV_TEXT], n[CSV_TEXT];
    double gkeys_s;
    enum ink ink;
};

static int by_rate(const void *a, const void *b) {
    const struct stair *x = a, *y = b;
    if (x->gkeys_s != y->gkeys_s) return x->gkeys_s < y->gkeys_s ? -1 : 1;
    return strcmp(x->name, y->name);
}

/* A bar a name: where it was measured at more than one size, the size at which it was fastest. */
static int put_stair(struct stair *stairs, int count, const char *name, const char *n, double rate,
                     enum ink ink) {
    int at = 0;
    while (at < count && strcmp(stairs[at].name, name) != 0) at++;
    if (at == MOST_STAIRS || (at < count && stairs[at].gkeys_s >= rate)) return count;
    snprintf(stairs[at].name, CSV_TEXT, "%s", name);
    snprintf(stairs[at].n, CSV_TEXT, "%s", n);
    stairs[at].gkeys_s = rate;
    stairs[at].ink = ink;
    return at < count ? count : count + 1;
}

static int read_stairs(const struct csv *csv, struct stair *stairs) {
    char n[CSV_TEXT];
    int count = 0;
    for (size_t i = 0; i < csv->count; i++) {
        const struct csv_row *row = &csv->rows[i];
        if (strcmp(row->shape, "staircase") != 0 || !row->verified) continue;
        csv_count_text(row->n, n);
        if (strcmp(row->what, "copy") == 0) {
            count = put_stair(stairs, count, "limit: a copy of the keys", n, row->gkeys_s, FAINT);
            count = put_stair(stairs, count, "limit: four passes of 8 bits", n,
                              row->gkeys_s * 8 / 36, FAINT);
        } else {
            count = put_stair(stairs, count, row->what, n, row->gkeys_s,
                              csv_is_ours(row) ? FIRST : SECOND);
        }
    }
    qsort(stairs, (size_t)count, sizeof(stairs[0]), by_rate);
    return count;
}

static int place_of(double keys_s) {
    return LEFT + (int)lround(DECADE * (log10(keys_s) - LOWEST));
}

static void draw_stair(struct svg *svg, int i, int row, const struct stair *stair) {
    int y = TOP + i * row, end = place_of(stair->gkeys_s * 1e9);
    if (end < LEFT + 4) end = LEFT + 4;
    svg_text(svg, LEFT - 16, y + 25, END, stair->ink == FIRST ? "strong" : "", "%s", stair->name);
    svg_box(svg, LEFT, y, end - LEFT, row - 8, stair->ink);
    svg_text(svg, end + 12, y + 25, START, "muted",
             stair->gkeys_s < 0.9995 ? "%.0f M, %s" : "%.1f G, %s",
             stair->gkeys_s < 0.9995 ? 1e3 * stair->gkeys_s : stair->gkeys_s, stair->n);
}

static void describe(char *text, size_t size, const struct stair *stairs, int count) {
    size_t length = (size_t)snprintf(text, size,
                                     "Bars of keys a second on a logarithmic scale, slowest first, "
                                     "from docs/bench.csv:");
    for (int i = 0; i < count && length < size; i++)
        length +=
            (size_t)snprintf(text + length, size - length, " %s %.4g million%s", stairs[i].name,
                             1e3 * stairs[i].gkeys_s, i + 1 < count ? ";" : ".");
}

PICTURE(staircase) {
    static struct csv csv;
    static const char *const names[] = {"10 M", "100 M", "1 G", "10 G", "100 G", "1000 G"};
    struct stair stairs[MOST_STAIRS];
    char description[6000];
    struct svg svg;
    if (!csv_read(csv_path, &csv)) return csv.wrong;
    int count = read_stairs(&csv, stairs);
    if (count == 0) return "docs/bench.csv has no rows of the shape staircase";
    describe(description, sizeof(description), stairs, count);
    int row = HIGH / count < 36 ? HIGH / count : 36; // all of it fits a slide
    svg_begin(&svg, file, TOP + count * row + 10, "Keys a second, from the first lab to a copy",
              description);
    for (int d = 0; d <= DECADES; d++) { // no further down, where figures stand
        svg_line(&svg, LEFT + d * DECADE, 48, LEFT + d * DECADE, TOP - 8, "");
        svg_text(&svg, LEFT + d * DECADE, 34, MIDDLE, "muted", "%s", names[d]);
    }
    svg_text(&svg, 0, 34, START, "strong", "keys a second, u32");
    for (int i = 0; i < count; i++) draw_stair(&svg, i, row, &stairs[i]);
    svg_end(&svg);
    return NULL;
}
