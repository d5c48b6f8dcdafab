/**
 * @file
 * @brief A class: its students, the labs that count, and what is graded for whom.
 *
 * A *unit* is what is graded once: one lab's file, under given terms, by this kit. Students whose files
 * hold the same bytes share a unit. The journal keeps what each unit came to; grades.csv, class.json and
 * results/STUDENT.json are made from it anew at the end of each run.
 */
#ifndef SORTLAB_CLASS_H
#define SORTLAB_CLASS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grader/grade/policy/terms.h"

enum { CLASS_LABS = 64, CLASS_HASH = 65, CLASS_NAME = 160, CLASS_PATH = 4096, CLASS_SAYS = 400 };
enum { CLASS_FILE_BYTES = 1 << 20 };

/** A lab that counts: "03_atomic_merge", and its name without the number. */
struct class_lab {
    char name[64];
    const char *bare;
    double reference_s; /**< of processor time that its solution takes to be graded; 0: not known */
};

/** One student's one lab: what pages, tables and lists are made from. */
struct class_row {
    const struct class_student *student;
    const struct class_lab *lab;
    char from[512];           /**< where the file lay in the submission; "" when there is none */
    char refused[CLASS_SAYS]; /**< why the file was not taken; "" when it was, or there is none */
    char note[CLASS_SAYS];    /**< what else there is to say of it; "" is usual */
    char content[CLASS_HASH]; /**< SHA-256 of its bytes; "" when there is none */
    char source[CLASS_PATH];  /**< the copy that is graded; "" when there is none */
    char unit[CLASS_HASH];    /**< what it is graded as */
    size_t alike;             /**< students who hand in the same bytes, this one included */
    json_t *result;           /**< what grade wrote for the unit; NULL: not graded */
    char fault[CLASS_SAYS];   /**< why it could not be graded: the grader's own fault; "" */
    int times; /**< it worked so many times as long as the solution; 0: not for long */
};

/** What the name of an entry says (names.h). */
struct name_said {
    size_t at, n; /**< the piece of it that is the student's name */
    size_t
        try; /**< where the name of one of several attempts begins, behind the student's folder; 0 */
    size_t file; /**< where the name begins that the student gave the file; 0: that is not known */
    char number[24]; /**< that an LMS gives its participants; "": none */
    bool lms;        /**< an LMS wrote the name */
    bool late;       /**< and calls it late */
    int64_t when;    /**< the time in it; 0: there is none */
};

/** Whose clock says when something was handed in. From the top: the first that says something counts. */
enum clock {
    CLOCK_UNKNOWN,
    CLOCK_ROSTER,  /**< the roster's `submitted` */
    CLOCK_LIST,    /**< ARRIVALS, a list of the LMS's or a log of pushes */
    CLOCK_NAME,    /**< the name that an LMS gave the entry */
    CLOCK_STUDENT, /**< dates of files and commits: only where the rubric wants them */
    CLOCK_LMS,     /**< the files that an LMS wrote into the entry */
    CLOCK_ENTRY,   /**< the entry's own date in SUBMISSIONS */
    CLOCK_SEEN,    /**< when a run first saw it, since the entry's date cannot be true */
    CLOCKS
};

/** Times of one submission, in seconds of Unix time; 0: not known. */
struct class_times {
    int64_t entry, lms, student; /**< as the files say, by whose clock (enum clock) */
    int64_t told, list;          /**< by the roster, by ARRIVALS */
    int64_t seen;                /**< when a run first saw these bytes */
};

struct class_student {
    char name[CLASS_NAME]; /**< of its files: letters, digits and _.@+- */
    char *shown;           /**< as the LMS wrote it, in UTF-8, and fit to be printed */
    const char *id;        /**< in grades.csv: the roster's, or as it is shown */
    char *entry;           /**< its name in SUBMISSIONS, bytes as they are; NULL: there is none */
    char **
        parts; /**< files of C in SUBMISSIONS itself, as an LMS lays them there; the first is the entry */
    size_t n_parts;           /**< 0: a folder, an archive or a repository */
    struct name_said said;    /**< by that name */
    char refused[CLASS_SAYS]; /**< why the submission was refused as a whole; "" when it was not */
    char content[CLASS_HASH]; /**< SHA-256 of all that was taken */
    char commit[CLASS_HASH];  /**< of a repository: what is graded of it; "" */
    struct class_times times;
    int64_t submitted;         /**< the time that counts; 0: not known */
    enum clock clock;          /**< and whose it is */
    char progress[CLASS_PATH]; /**< the copy of its .sortlab/progress.json; "" when there is none */
    struct class_row *rows;    /**< one a lab, in the labs' order */
    const char *last_name, *first_name, *email, *group; /**< from the roster; "" */
    int64_t due;    /**< its own, from the roster; 0: the terms' */
    const char *by; /**< the member of the group who handed it in; NULL: it is the student's own */
    char remark[CLASS_SAYS]; /**< what a person should know of who and when; "" */
    bool handed_in;          /**< false: in the roster, and there is no submission */
    bool listed;             /**< in the roster */
    struct class_student
        *tries;     /**< its submissions, the newest first, where the best one counts; NULL */
    size_t n_tries; /**< so many it handed in; 0 and 1: one, or none */
    bool gone;      /**< it is no student: a group's entry that its members have */
};

struct adjustments;

struct class {
    /* What was asked for. */
    const char *submissions, *out, *rubric, *terms_path, *chosen_labs, *executor, *partition,
        *sandbox;
    const char *roster, *arrivals, *grade, *folder, *device;
    const char *against; /**< submissions of an earlier year, to compare with; NULL: none */
    const char *student; /**< who is graded again; NULL: nobody */
    const char *similar; /**< "text" or "json": compare, and grade nothing; NULL: grade */
    int jobs, limit_s;
    bool anonymous;
    /* What was found. */
    struct class_lab labs[CLASS_LABS];
    size_t n_labs;
    struct class_student *students; /**< by name */
    size_t n_students;
    json_t *ignored;                 /**< entries of SUBMISSIONS that are no submission */
    json_t *remarks;                 /**< sentences on roster and times, for whoever runs it */
    struct adjustments *adjustments; /**< points that a person changed (adjust.h) */
    const char *weakest;             /**< sandbox that will do */
    struct terms *terms;             /**< what counts how much */
    char terms_copy[CLASS_PATH];     /**< the file that grade gets; "": none */
    char terms_hash[CLASS_HASH];     /**< of all in them that grade looks at */
};

/** "OUT/name", or "OUT/.class/name" for what is not for people; in a buffer of the caller. */
const char *class_path(const struct class *c, const char *name, char path[CLASS_PATH]);
const char *class_own_path(const struct class *c, const char *name, char path[CLASS_PATH]);

/** The labs in labs/ that the list names ("03-04", "01,03"; NULL: all). Ends the program with a sentence
 *  where it names none. */
void class_find_labs(struct class *c);

/** Writes bytes beside `path` and renames; false with errno set. */
bool class_write(const char *path, const void *bytes, size_t n);
/** The same as JSON; a file that holds just that stays as it is. */
bool class_write_json(const char *path, const json_t *root);

/** Says what stopped the run, and ends it with 2. A full disk is named as such. */
_Noreturn void class_stop(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** SHA-256 in hexadecimal. */
void class_hash(const void *bytes, size_t n, char hash[CLASS_HASH]);

/** Removes a folder with all that is in it. */
void class_remove(const char *path);

/** calloc that ends the program where there is no memory. */
void *class_alloc(size_t n, size_t size);

#endif
