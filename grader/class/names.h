/**
 * @file
 * @brief What the name of an entry in SUBMISSIONS says: of whom it is, and what an LMS wrote beside that.
 *
 * Moodle, Canvas, Blackboard and Brightspace write numbers, times and remarks into the names of what they let an
 * instructor download. All other names are a student's, as they are.
 */
#ifndef SORTLAB_CLASS_NAMES_H
#define SORTLAB_CLASS_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grader/class/class.h"

/** True when the name says that this is an archive. */
bool name_is_archive(const char *entry);

/**
 * Takes an entry's name apart.
 * @param ahead seconds that the LMS's local time is ahead of UTC
 */
struct name_said name_read(const char *entry, int ahead);

/** True when a folder in a student's entry holds one of several attempts: "attempt-1", "Attempt 2.zip". */
bool name_is_try(const char *name);

/** True when an LMS laid a student's file of C there by itself, in no folder. */
bool name_is_part(const char *entry, const struct name_said *said);

/** What the student called that file: "atomic_merge.cu"; owned by the caller. Canvas counts what is handed in
 *  again, "atomic_merge-1.cu". */
char *name_of_part(const char *entry, const struct name_said *said);

/** The piece of the entry that is the name, in NFC, with what cannot be shown as `\x1b`; owned by the caller. */
char *name_shown(const char *entry, const struct name_said *said);

/** True when two entries are submissions of one student: attempts in one folder, or entries of an LMS with one name and
 *  one number, or times. */
bool name_same_student(const struct class_student *a, const struct class_student *b);

/**
 * A name for files: letters and digits of any script and _.@+- stay, a blank becomes _, any other byte +XX in
 * hexadecimal; what is too long is cut and gets a piece of its hash.
 */
void name_of_file(const char *shown, char name[CLASS_NAME]);

/** Makes the names of files differ: of equal ones each is called by its whole entry, or else gets a piece of a
 *  hash. Sorts the students by these names. */
void names_settle(struct class_student *students, size_t n);

/** The text without case, and accents in one spelling; owned by the caller. */
char *name_folded(const char *text);

/**
 * What two spellings of one name have in common: no case, no accents' two spellings, _ as a blank.
 * @param letters_alone without blanks and signs, too
 * @return owned by the caller
 */
char *name_key(const char *text, bool letters_alone);

/** True when the text names the student's entry: as it is called, without an archive's ending, or without what an
 *  LMS adds. */
bool name_is(const struct class_student *s, const char *text);

/** The same, or by the number that the LMS gives: "4711", "Participant 4711". */
bool name_fits(const struct class_student *s, const char *text);

#endif
