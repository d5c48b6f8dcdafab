/**
 * @file
 * @brief A gradebook of an LMS: its students, and the column that gets their grades.
 *
 * Three kinds are known. Canvas exports a gradebook: a column an assignment, called "Name (12345)", a row with the
 * points possible, and rows that are no students. Moodle has a grading worksheet for one assignment. Every other CSV is
 * plain: its columns say who a line is about.
 */
#ifndef SORTLAB_GRADEBOOK_H
#define SORTLAB_GRADEBOOK_H

#include "grader/class/csv.h"

enum book_kind { BOOK_PLAIN, BOOK_CANVAS, BOOK_MOODLE };

enum { BOOK_IDS = 5, BOOK_NEW = -1 };

/** What a line is about. */
enum book_role {
    BOOK_HEAD,
    BOOK_STUDENT,
    BOOK_POINTS, /**< Canvas: the points possible of each assignment */
    BOOK_OTHER   /**< no student: it stays as it is */
};

struct book_row {
    enum book_role role;
    int line;
    char **cells;
    struct csv_span *spans;
    int n;
    char number[24];      /**< that the LMS gives the student; "" */
    char *ids[BOOK_IDS];  /**< keys (names.h) of ids and logins; "" */
    char *email, *front;  /**< key of the address, and of its part before the @ */
    char *names[2];       /**< letters of the name, in both orders where it has two parts */
    const char *full;     /**< as it stands there */
    const char *why_left; /**< why a grade for it cannot be written; NULL */
};

struct book {
    struct csv csv;
    enum book_kind kind;
    struct book_row *rows;
    size_t n_rows;
    int width;           /**< cells of the first line */
    int column;          /**< the one that is filled; BOOK_NEW: it is added behind the last */
    char title[300];     /**< what that column is called */
    const char *maximum; /**< the LMS's most points, as it stands there; "" */
};

struct book_student {
    const char *student, *id, *shown;
    const char *key_id, *key_email, *key_front;
    const char *names[2]; /**< letters of the name in both orders */
    char number[24];      /**< that the LMS gave the entry; "" */
    bool moodle;          /**< and it was Moodle */
    bool named, graded;
    int score, max;
    long row; /**< of the gradebook; -1: none */
};

struct book_class {
    json_t *root; /**< class.json, that the texts belong to */
    const char *out, *assignment;
    struct book_student *students;
    size_t n_students;
};

/** Reads the file, and finds the column. Ends the program with a sentence where it is no gradebook, or has no such
 *  column.
 *  @param column what it is called; NULL: like the assignment, or Moodle's column Grade */
void book_read(struct book *b, const char *path, const char *column, const char *assignment);

/** Reads OUT/class.json. Ends the program with a sentence where names are hidden in OUT, or no class was graded. */
void book_class_read(struct book_class *c, const char *out);

/** Finds the row of each student as the roster does (match.h), and says which rows and students have none. Returns how
 *  many grades found no row. */
size_t book_match(struct book *b, struct book_class *c);

/** The number that the text is, with a point or a comma; false: it is none. */
bool book_number(const char *text, double *value);

/** Writes OUT/gradebook/FILE: the gradebook with its cells filled, all other bytes as they were. Says what was left. */
void book_fill(struct book *b, const struct book_class *c);

/** Writes OUT/moodle-feedback.zip: a folder for each participant, with the feedback page. */
void book_feedback(const struct book *b, const struct book_class *c);

#endif
