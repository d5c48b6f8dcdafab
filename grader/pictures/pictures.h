/**
 * @file
 * @brief The pictures of pages, slides and handbook: each a function that runs what it shows.
 */
#ifndef SORTLAB_PICTURES_H
#define SORTLAB_PICTURES_H

#include "svg.h"

/** Draws one picture; 0, or what is wrong with what it is drawn from. */
typedef const char *draw_picture(FILE *file);

draw_picture draw_pipeline, draw_staircase;

#endif
