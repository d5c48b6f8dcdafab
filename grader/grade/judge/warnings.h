/**
 * @file
 * @brief What the compiler warned of in a learner's file that builds.
 */
#ifndef SORTLAB_WARNINGS_H
#define SORTLAB_WARNINGS_H

#include <stddef.h>

/**
 * The first two warnings about the file, in our words where they are known: "The compiler warned: merge.cu:28: the
 * function returns a value, and this path ends without return." Warnings about other files are left out.
 * @param printed what the compiler printed
 * @param file    the learner's file, as the compiler names it, without folders
 * @param[out] text "" where there is none
 */
void warnings_read(const char *printed, const char *file, char *text, size_t size);

#endif
