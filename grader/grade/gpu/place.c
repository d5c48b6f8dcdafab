/**
 * @file
 * @brief Kernels' names and places in the source, shortened to what a learner wrote.
 */
#include "grader/grade/gpu/gpucheck.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char bare_folder[4096];

void place_clean(char *line) {
    line[strcspn(line, "\r\n")] = 0;
    for (; *line; line++)
        if (*line < ' ' || *line > '~') *line = '?';
}

void place_bare(const char *folder) {
    char whole[4096];
    bare_folder[0] = 0;
    if (folder && realpath(folder, whole)) snprintf(bare_folder, sizeof(bare_folder), "%s", whole);
    place_clean(bare_folder); /* as the lines are in which it stands */
}

/* Where the parameters begin: the last "(" that no template argument holds, as "(bool)0" does. */
static size_t name_length(const char *text) {
    int angles = 0;
    for (size_t i = 0; text[i]; i++) {
        if (text[i] == '<') angles++;
        if (text[i] == '>') angles--;
        if (angles == 0 && (text[i] == '(' || text[i] == '+') && i > 0) return i;
    }
    return strlen(text);
}

void place_kernel(const char *text, char *kernel, size_t size) {
    const char *in = strstr(text, " in ");
    size_t end = name_length(text), start = 0;
    if (in && (size_t)(in - text) < end) end = (size_t)(in - text);
    int angles = 0;
    for (size_t i = 0; i < end; i++) { /* behind the type that a template gives back */
        if (text[i] == '<') angles++;
        if (text[i] == '>') angles--;
        if (angles == 0 && text[i] == ' ') start = i + 1;
    }
    snprintf(kernel, size, "%.*s", (int)(end - start), text + start);
}

/* The path without the folder and the slash behind it. */
static const char *without(const char *path, const char *folder) {
    size_t length = strlen(folder);
    bool inside = length && strncmp(path, folder, length) == 0 && path[length] == '/';
    return inside ? path + length + 1 : path;
}

bool place_read(const char *text, char *file, size_t size, int *line) {
    const char *offset = strstr(text, "+0x"), *in = strstr(offset ? offset : text, " in ");
    if (in) in += 4; /* a path may have the word in it, too */
    const char *colon = in ? strrchr(in, ':') : NULL;
    char here[4096], path[4096];
    if (!colon || atoi(colon + 1) <= 0) return false;
    snprintf(path, sizeof(path), "%.*s", (int)(colon - in), in);
    const char *shown = without(path, bare_folder);
    if (!getcwd(here, sizeof(here))) here[0] = 0;
    place_clean(here);
    if (shown == path) shown = without(path, here);
    snprintf(file, size, "%s", shown);
    *line = atoi(colon + 1);
    return true;
}
