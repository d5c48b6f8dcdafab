/**
 * @file
 * @brief Draws charts (chart.h).
 */
#include "grader/class/pages/chart.h"

#include <stdio.h>
#include <string.h>

int chart_step(int most, int steps) {
    static const int parts[] = {1, 2, 5};
    for (int ten = 1; ten < 100000000; ten *= 10)
        for (size_t i = 0; i < 3; i++)
            if (most <= steps * parts[i] * ten) return parts[i] * ten;
    return most;
}

/* A number with two digits behind the point and a percent sign, in turn in one of eight buffers. */
static const char *percent(double share) {
    static char texts[8][16];
    static unsigned next;
    char *text = texts[next++ % 8];
    snprintf(text, sizeof(*texts), "%.2f%%", share);
    return text;
}

static const char *pixels(int value) {
    static char texts[8][16];
    static unsigned next;
    char *text = texts[next++ % 8];
    snprintf(text, sizeof(*texts), "%d", value);
    return text;
}

static void begin(struct html *h, const char *alternative, int height) {
    html_begin(h, "svg", "class", "chart", "role", "img", "aria-label", alternative, "width",
               "100%", "height", pixels(height), NULL);
}

static void line(struct html *h, const char *class, double x, int top, int bottom) {
    html_void(h, "line", "class", class, "x1", percent(x), "x2", percent(x), "y1", pixels(top),
              "y2", pixels(bottom), NULL);
}

static void words(struct html *h, const char *class, double x, int y, const char *anchor,
                  const char *text) {
    html_begin(h, "text", "class", class, "x", percent(x), "y", pixels(y), "text-anchor", anchor,
               NULL);
    html_text(h, text);
    html_end(h);
}

static const char *anchor_at(double x) {
    return x < 4 ? "start" : x > 96 ? "end" : "middle";
}

enum { ROW = 40, BAR_TOP = 21, BAR = 10, AXIS = 22 };

static void grid(struct html *h, int most, const char *unit, int bottom) {
    char text[40];
    for (int value = 0, step = chart_step(most, 4); value <= most; value += step) {
        double x = 100.0 * value / most;
        snprintf(text, sizeof(text), "%d%s%s", value, *unit ? " " : "", unit);
        line(h, "grid", x, 6, bottom);
        words(h, "tick", x, bottom + 16, anchor_at(x), text);
    }
}

enum { LETTERS = 32, BOLDER = 5 }; /* what has room beside the number in the narrowest column */

/* Cut where it would run into the number, between two characters; the table has it whole. */
static void cut_label(const struct chart_bar *b, char label[300]) {
    size_t room = LETTERS, at = 0;
    if (b->marked) room -= strlen(b->mark) + 3 + BOLDER;
    for (size_t seen = 0; b->label[at] && at < 200; at++)
        if ((b->label[at] & 0xc0) != 0x80 && seen++ == room) break;
    snprintf(label, 300, "%.*s%s%s%s", (int)at, b->label, b->label[at] ? "\u2026" : "",
             b->marked ? " \u00b7 " : "", b->marked ? b->mark : "");
}

static void bar(struct html *h, const struct chart_bar *b, int top, int most) {
    char label[300];
    cut_label(b, label);
    words(h, b->marked ? "label marked" : "label", 0, top + 15, "start", label);
    words(h, "label number", 100, top + 15, "end", b->number);
    html_void(h, "rect", "class", "track", "x", "0", "y", pixels(top + BAR_TOP), "width", "100%",
              "height", pixels(BAR), "rx", "2", NULL);
    html_void(h, "rect", "class", b->marked ? "bar marked" : "bar", "x", "0", "y",
              pixels(top + BAR_TOP), "width", percent(100.0 * b->value / most), "height",
              pixels(BAR), "rx", "2", NULL);
}

void chart_bars(struct html *h, const char *alternative, const struct chart_bar *bars, size_t n,
                int most, const char *unit) {
    int bottom = (int)n * ROW;
    if (most < 1) most = 1;
    begin(h, alternative, bottom + AXIS);
    grid(h, most, unit, bottom);
    for (size_t i = 0; i < n; i++) bar(h, &bars[i], (int)i * ROW, most);
    html_end(h);
}

/*
 * Columns: the numbers of students are the axis on the left, inside of the plot.
 */
enum { PLOT_TOP = 36, PLOT = 180, PLOT_BOTTOM = PLOT_TOP + PLOT };

static void column_grid(struct html *h, int most) {
    for (int value = 0, step = chart_step(most, 4); value <= most; value += step) {
        int y = PLOT_BOTTOM - PLOT * value / most;
        html_void(h, "line", "class", value ? "grid" : "base", "x1", "0", "x2", "100%", "y1",
                  pixels(y), "y2", pixels(y), NULL);
        if (value) words(h, "tick", 0, y - 4, "start", pixels(value));
    }
}

static void column(struct html *h, int at, int count, int most) {
    int height = PLOT * count / most;
    if (count == 0) return;
    if (height < 3) height = 3;
    html_void(h, "rect", "class", "bar", "x", percent(10 * at + 0.7), "width", "8.6%", "y",
              pixels(PLOT_BOTTOM - height), "height", pixels(height), "rx", "3", NULL);
    words(h, "count", 10 * at + 5, PLOT_BOTTOM - height - 6, "middle", pixels(count));
}

void chart_columns(struct html *h, const char *alternative, const int counts[10], int median) {
    char text[40];
    int most = 1;
    for (int i = 0; i < 10; i++) most = counts[i] > most ? counts[i] : most;
    begin(h, alternative, PLOT_BOTTOM + 46);
    column_grid(h, most);
    for (int i = 0; i < 10; i++) column(h, i, counts[i], most);
    for (int x = 0; x <= 100; x += 10)
        words(h, x % 20 ? "tick odd" : "tick", x, PLOT_BOTTOM + 18, anchor_at(x), pixels(x));
    words(h, "tick", 50, PLOT_BOTTOM + 38, "middle", "score, in percent of all points");
    if (median >= 0) {
        snprintf(text, sizeof(text), "median %d %%", median);
        line(h, "median", median, 16, PLOT_BOTTOM);
        words(h, "label marked", median, 11,
              median < 12   ? "start"
              : median > 88 ? "end"
                            : "middle",
              text);
    }
    html_end(h);
}
