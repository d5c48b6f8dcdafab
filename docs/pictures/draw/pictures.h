/**
 * @file
 * @brief The pictures of pages, slides and handbook: each a function that runs what it shows.
 */
#ifndef SORTLAB_PICTURES_H
#define SORTLAB_PICTURES_H

#include "svg.h"

/** A picture by its name; there is one for each PICTURE of any file of this folder. */
struct picture {
    const char *name;
    const char *(*draw)(FILE *file);
    struct picture *next;
};

/** Takes a picture into the list of all, which is in the order of names. */
void picture_register(struct picture *picture);

/**
 * The head of a function that draws a picture: PICTURE(radix_split) { ... return NULL; }
 * It writes to `file` and returns 0, or what is wrong with what the picture is drawn from.
 */
#define PICTURE(title)                                                                             \
    static const char *draw_##title(FILE *file);                                                   \
    __attribute__((constructor)) static void register_##title(void) {                              \
        static struct picture picture = {#title, draw_##title, NULL};                              \
        picture_register(&picture);                                                                \
    }                                                                                              \
    static const char *draw_##title(FILE *file)

#endif
