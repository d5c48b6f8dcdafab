/**
 * @file
 * @brief Which students' files look alike: Dolos over the syntax trees of all copies of a lab, by node.
 */
#ifndef SORTLAB_SIMILAR_H
#define SORTLAB_SIMILAR_H

#include "grader/class/class.h"

/** One file of one lab. */
struct similar_file {
    const char *student; /**< "ada"; "" for the reference solution */
    const char *shown;   /**< the name that people read; NULL: `student` is */
    const char *team;    /**< files of one team are no pair; NULL: there is none */
    const char *lab;     /**< "03_atomic_merge" */
    const char *origin;  /**< "class", "earlier" or "reference" */
    const char *path;    /**< where it can be read */
    const char *source;  /**< the same from OUT, or solutions/NAME: what pages find it by */
};

/**
 * Compares all files of each lab. Runs in the kit's top folder, where solutions/ and labs/ hold the skeletons
 * and build/similar-web what compares (install.sh). Without node, or without that, the report says why nothing
 * was compared. The same files give the same bytes, in whatever order they come.
 * @return "similarity" of class.json (class.schema.json), owned by the caller
 */
json_t *similar_find(const struct similar_file *files, size_t n);

/** The reference solution of a lab, solutions/NAME.cu or NAME.c; false: there is none. */
bool similar_solution(const char *lab, char path[CLASS_PATH]);

/**
 * The same for a class that was taken in, with the reference solutions and the class of an earlier year (against),
 * which is taken in below OUT/.class/earlier. What was refused of either is left out by name.
 */
json_t *similar_class(const struct class *c);

/** What make similar does with a class that was taken in: compares it, says what is alike, as text or as JSON, and
 *  writes OUT/look-alikes/. @return the program's exit code */
int similar_report(const struct class *c);

#endif
