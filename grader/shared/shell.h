/**
 * @file
 * @brief Names in commands: for a shell that runs them, and for people who type them again.
 */
#ifndef SORTLAB_SHELL_H
#define SORTLAB_SHELL_H

/**
 * The word as a shell reads it back: bare when it is plain, else in quotes.
 * @return new memory, to be freed; NULL: there is none
 */
char *shell_word(const char *word);

#endif
