/**
 * @file
 * @brief The pages of a class run: feedback/STUDENT.html, class.html and look-alikes/NN.html.
 */
#ifndef SORTLAB_PAGES_H
#define SORTLAB_PAGES_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/**
 * Writes all pages of a class run, from class.json and results/STUDENT.json (grader/grade/report/class.schema.json,
 * result.schema.json) in OUT. Runs in the kit's top folder, where the templates are.
 * Each page is written beside its name and renamed; pages of students who are gone are removed.
 * @param problem one sentence, when false comes back
 */
bool pages_write(const char *out, char *problem, size_t size);

/**
 * Writes look-alikes/NN.html, a page a group, and look-alikes/index.html, which lists them, where no class was graded.
 * @param found "similarity" of class.json, whose sources lie in OUT
 */
bool pages_look_alikes(const char *out, json_t *found, char *problem, size_t size);

#endif
