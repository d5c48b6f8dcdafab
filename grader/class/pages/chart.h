/**
 * @file
 * @brief Charts as inline SVG that fits its column: places in percent, heights and letters in pixels.
 */
#ifndef SORTLAB_PAGES_CHART_H
#define SORTLAB_PAGES_CHART_H

#include "grader/class/pages/html.h"

#include <stddef.h>

/** A bar with its words above it. */
struct chart_bar {
    char label[200], number[40]; /**< left and right of the line of words */
    int value;                   /**< up to most */
    bool marked;                 /**< stands out, and `mark` says why */
    const char *mark;
};

/** Horizontal bars, from 0 to most, with an axis below: `unit` is "%" or "". */
void chart_bars(struct html *h, const char *alternative, const struct chart_bar *bars, size_t n,
                int most, const char *unit);

/** Ten columns for 0 to 100 percent, and a line at the median (from 0 to 100; -1: none). */
void chart_columns(struct html *h, const char *alternative, const int counts[10], int median);

/** The first of 1, 2, 5, 10, 20, 50 ... with which an axis to `most` has at most `steps` steps. */
int chart_step(int most, int steps);

#endif
