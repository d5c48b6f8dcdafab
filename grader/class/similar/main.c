/**
 * @file
 * @brief Prints as JSON who has files that look alike: similar FOLDER, with a folder a student in it.
 */
#include "grader/class/similar/similar.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc != 2) {
        fputs("similar: give the one folder that holds a folder a student\n", stderr);
        return 2;
    }
    json_t *found = similar_folder(argv[1]);
    if (!found) {
        fprintf(stderr, "similar: %s cannot be read: %s\n", argv[1], strerror(errno));
        return 2;
    }
    bool printed = json_dumpf(found, stdout, JSON_INDENT(2)) == 0 && putchar('\n') != EOF;
    json_decref(found);
    return printed && fflush(stdout) == 0 ? 0 : 2;
}
