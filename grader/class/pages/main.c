/**
 * @file
 * @brief Writes a class run's pages again from its files: pages OUT.
 */
#include "grader/class/pages/pages.h"

#include <stdio.h>

int main(int argc, char **argv) {
    char problem[1000];
    if (argc != 2) {
        fputs("pages: give the one folder that a class run wrote (OUT)\n", stderr);
        return 2;
    }
    if (pages_write(argv[1], problem, sizeof(problem))) return 0;
    fprintf(stderr, "pages: %s\n", problem);
    return 2;
}
