/**
 * @file
 * @brief Text of strangers, made fit to be shown: nothing in it moves, hides or turns round what stands beside it.
 */
#ifndef SORTLAB_SAFE_H
#define SORTLAB_SAFE_H

#include <stddef.h>

/**
 * Valid UTF-8 that XML allows. What is none, and every character that controls in place of showing (ESC,
 * the marks that turn the direction, blanks of no width, tags), comes out as `\x1b` or `\u{202e}`.
 * @param most bytes that are taken of it; what is left is counted at the end
 * @return owned by the caller; NULL: no memory
 */
char *safe_text(const char *text, size_t most);

#endif
