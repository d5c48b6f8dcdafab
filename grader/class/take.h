/**
 * @file
 * @brief What is taken from a submission: for each lab the one file that fits best, as bytes.
 *
 * All of this runs in a process of its own with little memory and time (intake.c), since it reads what
 * strangers wrote. It never writes a file.
 */
#ifndef SORTLAB_CLASS_TAKE_H
#define SORTLAB_CLASS_TAKE_H

#include <stdio.h>

#include "grader/class/class.h"
#include "grader/shared/fit.h"

enum { TAKE_NO_FIT = FIT_NONE, TAKE_PROGRESS = CLASS_LABS };

/** A lab's best candidate so far; the last of them is .sortlab/progress.json. */
struct taken {
    int fit;  /**< less is better; 0: there is none yet */
    int also; /**< other files that could have been it */
    char from[512];
    char refused[CLASS_SAYS];
    unsigned char *bytes;
    size_t size;
    int64_t changed;
};

struct taking {
    const struct class_lab *labs;
    size_t n_labs;
    const char *scratch; /* a folder for git, made here and removed by whoever waits */
    char *const *parts;  /* files in SUBMISSIONS that are the submission; NULL: it is one entry */
    size_t n_parts;
    struct taken best[CLASS_LABS + 1];
    int64_t entered;          /* the entry's own date */
    int64_t inside;           /* of the archive in it; 0: there is none */
    int64_t committed;        /* 0: no repository */
    char commit[CLASS_HASH];  /* its id */
    bool on_disk;             /* what was taken lies in SUBMISSIONS itself, in no archive */
    char refused[CLASS_SAYS]; /* the submission as a whole */
};

/**
 * Which lab a path is for, and how well it fits (fit_of). TAKE_NO_FIT: for none.
 */
int take_fit(const struct taking *t, const char *path, size_t *which);

/** True when the file would be the best so far. What it replaces is counted in `also`. */
bool take_wants(struct taking *t, const char *path, size_t *which, int *fit);

/** Keeps the file; the bytes belong to it from then on. */
void take_keep(struct taking *t, size_t which, int fit, const char *path, unsigned char *bytes,
               size_t size, int64_t changed);

/** Keeps that there is such a file, and why it is not taken. */
void take_refuse_file(struct taking *t, size_t which, int fit, const char *path, const char *why);

/** Refuses the submission as a whole: the first reason stays. Always false. */
bool take_refuse(struct taking *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** A piece of text that may hold anything, fit for a sentence. */
const char *take_shown(const char *text, char shown[120]);

/** A folder; the path of the only archive in it goes to `archive` when no lab's file was found. */
bool take_folder(struct taking *t, int folder, char archive[256]);

/** A plain file beneath a folder, that the student called so. */
void take_file(struct taking *t, int folder, const char *path, const char *called);

/** An archive, of `size` bytes as it lies there (0: not known). Links and devices in it refuse it,
 *  unless they are to be passed over. */
bool take_archive(struct taking *t, int fd, int64_t size, bool pass_links);

/** HEAD's tree of the repository in that folder (the bare one, or .git). */
bool take_repository(struct taking *t, int repository);

/** A file beneath a folder, with no link on the way; -1 with errno. */
int take_open(int folder, const char *path, int flags);

#endif
