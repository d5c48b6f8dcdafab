/**
 * @file
 * @brief Reads tables of the kit's pages, in which what was measured stands.
 */
#ifndef SORTLAB_TABLE_H
#define SORTLAB_TABLE_H

#include <stddef.h>

/** A cell of a row, counted from 1, without blanks and backticks around it; 0 if there is none. */
int cell_of(const char *row, int cell, char *text, size_t size);

/** The first line of a page that begins so; 0 if there is none. */
int find_row(const char *page, const char *begin, char *row, size_t size);

#endif
