/**
 * @file
 * @brief Where text for people goes: how wide it is, and whether it may have colours and move.
 */
#ifndef SORTLAB_TERMINAL_H
#define SORTLAB_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

enum terminal_tone { TONE_PLAIN, TONE_GOOD, TONE_BAD, TONE_NAME, TONE_FAINT };

struct terminal {
    FILE *out;
    int width;     /**< columns: the terminal's, from 40 to 100; 80 in a file */
    bool moves;    /**< lines may be written over */
    bool coloured; /**< a terminal that knows colours, and no NO_COLOR */
};

struct terminal terminal_of(FILE *out);

/** What changes the colour from here on; "" where there are none. */
const char *terminal_tone(const struct terminal *s, enum terminal_tone tone);

/** A paragraph in the reader's language, indented, broken at blanks, and between characters of Chinese. */
void terminal_wrapped(const struct terminal *s, const char *text, int indent);

/** A message in the reader's language, as it is made: no line is broken. */
void terminal_print(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Text cut and filled up to so many columns; left of it, if `columns` is negative. */
void terminal_cell(const struct terminal *s, const char *text, int columns);

/** A command behind a label, broken where a shell can take it again: behind a \\, also between quotes. */
void terminal_command(const struct terminal *s, const char *label, const char *command);

/** A bar for part of whole, `cells` wide: nothing in a file. */
void terminal_bar(const struct terminal *s, int part, int whole, int cells);

/** A line that the next one replaces; only on a terminal. NULL wipes it out. */
void terminal_passing(const struct terminal *s, const char *text);

#endif
