/**
 * @file
 * @brief A tiny writer of SVG, and the few shapes that all pictures are made of.
 *
 * Whole numbers alone are written, so that the same picture has the same bytes everywhere. Colours are
 * classes, light and dark; those that tell things apart differ in brightness too. Letters are 32 units
 * high in a picture of 1400, which on a slide is 24 points. A picture brings its ground along, since not
 * every page that shows it knows whether it is light or dark; decks cut ground and margin off.
 */
#ifndef SORTLAB_SVG_H
#define SORTLAB_SVG_H

#include <stdint.h>
#include <stdio.h>

enum { PICTURE_WIDTH = 1400, MARGIN = 24, LETTER = 32, CELL = 72 };

/** What a shape is for; its colours go with it. */
enum ink { PLAIN, FIRST, SECOND, THIRD, FAINT, DONE, INKS };

struct svg {
    FILE *file;
    int width, height;
    int step; /**< from 1 */
};

/** The language of the picture's words, as two letters, by which a browser chooses letters; "" for English. */
extern const char *svg_language;

/** Begins a picture; what it shows, in a few words and in a sentence or two for who cannot see it. */
void svg_begin(struct svg *svg, FILE *file, int height, const char *title, const char *description);
void svg_end(struct svg *svg);
/** The next step of a picture that grows: a deck can show it without what is drawn from here on. */
void svg_step(struct svg *svg);
/** The same in another width than PICTURE_WIDTH. */
void svg_begin_wide(struct svg *svg, FILE *file, int width, int height, const char *title,
                    const char *description);

enum anchor { START, MIDDLE, END };
void svg_text(struct svg *svg, int x, int y, enum anchor anchor, const char *class,
              const char *format, ...) __attribute__((format(printf, 6, 7)));
void svg_box(struct svg *svg, int x, int y, int width, int height, enum ink ink);
void svg_line(struct svg *svg, int x, int y, int to_x, int to_y, const char *class);
/** A line with a head at its end. */
void svg_arrow(struct svg *svg, int x, int y, int to_x, int to_y, const char *class);
/** A curve that leaves and arrives upright, with a head at its end. */
void svg_curve(struct svg *svg, int x, int y, int to_x, int to_y, const char *class);
void svg_dot(struct svg *svg, int x, int y, int radius, enum ink ink);

/** A key in its box. */
void svg_key(struct svg *svg, int x, int y, int width, uint32_t key, enum ink ink);

#endif
