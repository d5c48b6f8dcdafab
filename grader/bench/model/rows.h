/**
 * @file
 * @brief The model against what was measured: every row of the pages that it can predict.
 */
#ifndef SORTLAB_MODEL_ROWS_H
#define SORTLAB_MODEL_ROWS_H

#include "grader/bench/model/figures.h"

enum { NO_NUMBER = -1 };

/** Rows of one kind. */
struct series {
    const char *group; /**< series that are one line of the page */
    const char *title, *unit;
    struct place place;
    int measured; /**< which of the numbers of a row it is */
    int with[2];  /**< which of them it was measured with: n, or k, or n and ranks; NO_NUMBER */
    double (*predict)(const double *m, const double *row);
    const char *beyond; /**< why it is not within, where that is known and will stay so; or NULL */
};

extern const struct series row_series[];
extern const size_t n_row_series;

/** A row held against the model. */
struct held {
    const struct series *series;
    struct found row;
    double predicted, measured, ratio;
    bool given; /**< a figure was taken from it, so it says nothing */
};

enum { WITHIN_PERCENT = 20 };

/** ratio within 20 %: 0.8 to 1.25 would do for a factor, but 20 % of what was measured is asked for. */
static inline bool is_within(const struct held *h) {
    return h->ratio >= 1 - WITHIN_PERCENT / 100.0 && h->ratio <= 1 + WITHIN_PERCENT / 100.0;
}

/** The rows of one series, up to `room`; returns how many. */
size_t rows_hold(const struct machine *machine, const struct book *book, const struct series *s,
                 struct held *held, size_t room);

/** All rows, each with prediction, measurement and ratio, then what came of them. */
void rows_print(const struct machine *machine, const struct book *book);

/** The table of docs/model.md: a line for each group. */
void rows_summary(const struct machine *machine, const struct book *book);

#endif
