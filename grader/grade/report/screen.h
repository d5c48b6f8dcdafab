/**
 * @file
 * @brief Where text for people goes: how wide it is, and whether it may have colours and move.
 */
#ifndef SORTLAB_SCREEN_H
#define SORTLAB_SCREEN_H

#include <stdbool.h>
#include <stdio.h>

enum screen_tone { TONE_PLAIN, TONE_GOOD, TONE_BAD, TONE_NAME, TONE_FAINT };

struct screen {
    FILE *out;
    int width;     /**< columns: the terminal's, from 40 to 100; 80 in a file */
    bool terminal; /**< lines may be written over */
    bool coloured; /**< a terminal that knows colours, and no NO_COLOR */
};

struct screen screen_of(FILE *out);

/** What changes the colour from here on; "" where there are none. */
const char *screen_tone(const struct screen *s, enum screen_tone tone);

/** A paragraph, indented, broken at blanks. */
void screen_wrapped(const struct screen *s, const char *text, int indent);

/** A command behind a label, broken where a shell can take it again: behind a \\, also between quotes. */
void screen_command(const struct screen *s, const char *label, const char *command);

/** A bar for part of whole, `cells` wide: nothing in a file. */
void screen_bar(const struct screen *s, int part, int whole, int cells);

/** A line that the next one replaces; only on a terminal. NULL wipes it out. */
void screen_passing(const struct screen *s, const char *text);

#endif
