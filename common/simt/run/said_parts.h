/**
 * @file
 * @brief What messages consist of (said.c): conversions of printf, and sentences of English.
 */
#ifndef SORTLAB_SAID_PARTS_H
#define SORTLAB_SAID_PARTS_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/** A conversion behind its %: what it takes in all, and its letter. */
struct conversion {
    const char *behind;
    int stars, argument; /* argument: the number before a $, or 0 */
    char letter;
    bool padded;
};

/** The conversion whose % stands before `at`. */
static inline struct conversion read_conversion(const char *at) {
    struct conversion c = {.argument = 0};
    const size_t digits = strspn(at, "0123456789");
    if (at[digits] == '$') {
        c.argument = atoi(at);
        at += digits + 1;
    }
    for (; *at && strchr("-+ #0123456789.*hlzjt", *at); at++) {
        c.stars += *at == '*';
        c.padded |= *at != 'l' && *at != 'h' && *at != 'z';
    }
    c.letter = *at;
    c.behind = *at ? at + 1 : at;
    return c;
}

/** Whether so many bytes of a text have one of these words in them, and three words more. */
static inline bool said_is_english(const char *at, int length) {
    static const char *const words[] = {"the", "is",  "are",  "was",  "has",  "of",
                                        "and", "not", "with", "that", "from", "which"};
    const char *const end = at + length;
    int n = 0;
    bool english = false;
    while (at < end) {
        size_t word = 0;
        while (at + word < end && at[word] != ' ') word++;
        n += word > 0;
        for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
            english |= strlen(words[i]) == word && memcmp(at, words[i], word) == 0;
        at += word + (at + word < end);
    }
    return english && n > 3;
}

#endif
