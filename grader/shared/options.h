/**
 * @file
 * @brief A program's options as a table: each row is one, and says where its value goes.
 */
#ifndef SORTLAB_OPTIONS_H
#define SORTLAB_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A row; the table ends with one without a name. Of text to take one is set, but text and flag go together. */
struct option_row {
    const char *name;     /**< --name */
    int letter;           /**< -l; 0: none */
    const char *argument; /**< what --help calls its value; NULL: it has none */
    const char *help;     /**< NULL: --help is silent about it */
    const char **text;    /**< the value as it is; with a flag: the option may stand without it */
    bool *flag;           /**< becomes true */
    void *number;         /**< OPTION_NUMBER, OPTION_CHOICE */
    size_t bytes;
    uint64_t least, most;
    double *real; /**< a number from low to high */
    double low, high;
    const char *const *choices; /**< OPTION_CHOICES: the value is one of them */
    /** Stores the value at `to`; returns NULL, or what is to be said behind "NAME is 'value'. ". */
    const char *(*take)(const char *value, void *to);
    void *to;
    const char *called; /**< in messages, where that is not the name */
};

/** A whole number from least to most, of 4 or 8 bytes. */
#define OPTION_NUMBER(place, from, to_most)                                                        \
    .number = &(place), .bytes = sizeof(place), .least = (from), .most = (to_most)
#define OPTION_CHOICES(...)                                                                        \
    .choices = (const char *const[]) {                                                             \
        __VA_ARGS__, NULL                                                                          \
    }
/** Which of the names it is, from 0 on: an enum that has them in this order. */
#define OPTION_CHOICE(place, ...)                                                                  \
    .number = &(place), .bytes = sizeof(place), OPTION_CHOICES(__VA_ARGS__)

/** A command line. */
struct options {
    const struct option_row *rows;
    const char *about; /**< what the program does, for --help */
    const char
        *words; /**< what --help calls the words that are no options; NULL: they are refused */
    const char *remedy; /**< what is said of one then; NULL: --help lists the options */
    bool knobs;         /**< messages name an option as make does: JOBS, and not --jobs */
    const char *
        *given; /**< gets a row's value, or "" of a flag, at the row's index; NULL: nowhere */
    /** Says a sentence and ends the program; NULL: to stderr, behind the program's name, with exit code 2. */
    void (*stop)(int status, const char *format, ...);
};

/**
 * Reads a command line. What is wrong ends the program with one sentence and exit code 2.
 * @param argv its words come to stand behind the options
 * @return the index of the first of these words; argc: there is none
 */
int options_read(const struct options *o, int argc, char **argv);

/** Whether the text is a whole number from least to most, and nothing else; `value` is that number then. */
bool options_number(const char *text, uint64_t least, uint64_t most, uint64_t *value);

#endif
