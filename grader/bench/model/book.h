/**
 * @file
 * @brief Reads figures where they are written down: on the page of measurements and in the benchmark's rows.
 *
 * A place is a pattern in a section of a file: '#' is a number ("4,261.2", "2^31 + 1", "250·10^6"), '?' the
 * rest of a table's cell, a blank any white space, and everything else itself.
 */
#ifndef SORTLAB_MODEL_BOOK_H
#define SORTLAB_MODEL_BOOK_H

#include <stdbool.h>
#include <stddef.h>

enum { BOOK_NUMBERS = 8 }; /**< a pattern has no more */

#define MEASURED "docs/measured.md"
#define BENCH    "docs/bench.csv"

struct place {
    const char *file;    /**< MEASURED or BENCH */
    const char *section; /**< what stands behind "## "; NULL: the whole file */
    const char *pattern;
};

/** The numbers of one match, and where each of them stands in the book's texts. */
struct found {
    double numbers[BOOK_NUMBERS];
    const char *at[BOOK_NUMBERS];
};

/** The two files, whole. */
struct book {
    char *measured, *bench;
};

/**
 * Reads them in this folder.
 * @param[out] why one sentence when it returns false
 */
bool book_open(struct book *book, const char *folder, char why[256]);

/** Of a book that was not opened, too. */
void book_close(struct book *book);

/** All places where the pattern fits, in order, up to `room` of them; returns how many. */
size_t book_find(const struct book *book, const struct place *place, struct found *found,
                 size_t room);

#endif
