/**
 * @file
 * @brief Words as a shell reads them back (see shell.h).
 */
#include "grader/shared/shell.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes above ASCII are letters of other alphabets, which no shell reads as its own. */
static bool is_plain(const char *word) {
    if (!*word) return false;
    for (; *word; word++)
        if ((unsigned char)*word < 128 &&
            !strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                    "0123456789_@%+=:,./-",
                    *word))
            return false;
    return true;
}

char *shell_word(const char *word) {
    char *text = NULL;
    size_t size;
    if (is_plain(word)) return strdup(word);
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fputc('\'', out);
    for (; *word; word++) fputs(*word == '\'' ? "'\\''" : (char[]){*word, 0}, out);
    fputc('\'', out);
    return fclose(out) == 0 ? text : NULL;
}
