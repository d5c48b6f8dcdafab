/**
 * @file
 * @brief From the name of an entry in SUBMISSIONS to a student's.
 */
#ifndef SORTLAB_CLASS_NAMES_H
#define SORTLAB_CLASS_NAMES_H

#include "grader/class/class.h"

/** How many bytes of the name are left without .zip, .tar.gz and the like, or what an LMS adds. */
size_t name_without_ending(const char *entry);

/** True when the name says that this is an archive. */
bool name_is_archive(const char *entry);

/**
 * The student's name: letters, digits and _.@+- stay, a blank becomes _, any other byte +XX in
 * hexadecimal; what is too long is cut and gets a piece of its hash.
 * @return false when the name had to be changed for that
 */
bool name_of(const char *entry, size_t n, char name[CLASS_NAME]);

/** Makes the names differ: of several entries that give one name each keeps its ending, or gets a piece
 *  of its hash. Sorts the students by their names. */
void names_settle(struct class_student *students, size_t n);

#endif
