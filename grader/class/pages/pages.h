/**
 * @file
 * @brief The pages of a class run: feedback/STUDENT.html and class.html.
 */
#ifndef SORTLAB_PAGES_H
#define SORTLAB_PAGES_H

#include <stdbool.h>
#include <stddef.h>

/**
 * Writes all pages of a class run, from class.json and results/STUDENT.json (grader/formats/class.schema.json,
 * result.schema.json) in OUT. Runs in the kit's top folder, where the templates are.
 * Each page is written beside its name and renamed; pages of students who are gone are removed.
 * @param problem one sentence, when false comes back
 */
bool pages_write(const char *out, char *problem, size_t size);

#endif
