/*
 * Writes all pictures, or those that are named, to a folder: the same bytes each time. With CATALOGUE, such as
 * docs/zh/messages.po, their words are in the language of its folder.
 *     pictures FOLDER [CATALOGUE] [NAME...]
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common/simt/run/said.h"
#include "pictures.h"

static struct picture *pictures;

void picture_register(struct picture *picture) {
    struct picture **place = &pictures;
    while (*place && strcmp((*place)->name, picture->name) < 0) place = &(*place)->next;
    picture->next = *place;
    *place = picture;
}

static int wanted(const char *name, int count, char **names) {
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0) return 1;
    return count == 0;
}

/* Drawn beside its place and moved there, so that nobody sees half a picture. */
static const char *write_picture(const char *folder, const struct picture *picture) {
    char path[4096], fresh[4112];
    snprintf(path, sizeof(path), "%s/%s.svg", folder, picture->name);
    snprintf(fresh, sizeof(fresh), "%s.new", path);
    FILE *file = fopen(fresh, "w");
    if (!file) return strerror(errno);
    const char *problem = picture->draw(file);
    if (fclose(file) != 0 && !problem) problem = strerror(errno);
    if (!problem && rename(fresh, path) != 0) problem = strerror(errno);
    if (problem) remove(fresh);
    return problem;
}

/* Takes a catalogue, where the argument is one. */
static int take_catalogue(const char *argument) {
    static char letters[3];
    const char *name = argument ? strstr(argument, "/messages.po") : NULL;
    if (!name || name - argument < 2) return 0;
    memcpy(letters, name - 2, 2);
    svg_language = letters;
    if (!said_open_pictures(argument))
        fprintf(stderr, "pictures: %s has no words of pictures. Copy those of another language\n",
                argument);
    return 1;
}

int main(int argc, char **argv) {
    int failed = 0, written = 0;
    if (argc < 2) return fputs("pictures FOLDER [CATALOGUE] [NAME...]\n", stderr), 2;
    const int names = 2 + take_catalogue(argv[2]);
    for (const struct picture *p = pictures; p; p = p->next) {
        if (!wanted(p->name, argc - names, argv + names)) continue;
        const char *problem = write_picture(argv[1], p);
        if (problem) fprintf(stderr, "pictures: %s: %s\n", p->name, problem);
        failed |= problem != NULL;
        written++;
    }
    if (written == 0) return fprintf(stderr, "pictures: there is no picture %s\n", argv[names]), 2;
    if (said_missed()) fprintf(stderr, "pictures: %s: some words have no translation\n", argv[2]);
    return failed ? 2 : 0;
}
