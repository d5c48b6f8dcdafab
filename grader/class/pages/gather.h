/**
 * @file
 * @brief What pages show, gathered from class.json and the results; common/web shows it.
 *
 * A student's page gets what is named here and nothing else: no sign for the instructor, of a hidden stage only whether
 * it passed, and no other student.
 */
#ifndef SORTLAB_PAGES_GATHER_H
#define SORTLAB_PAGES_GATHER_H

#include <jansson.h>
#include <stdbool.h>

/** A student: the line in class.json, and the result, which is NULL where it cannot be read. */
struct page_student {
    const char *id;
    const json_t *line;
    json_t *result, *name;
    const char *state;   /**< "graded", "refused", "failed" or "absent" */
    const char *message; /**< why it was refused or not graded; "" */
    char graded[40];     /**< when the result was written */
    bool code;           /**< there is a page with the code */
};

/** The stages of a class, in the order in which they are first seen. */
struct page_columns {
    json_t *list;  /**< {"lab", "stage", "title", "hidden"} */
    json_t *index; /**< where in the list, by lab and stage */
};

/** @param line of class.json; its student has been seen to be a name (page_is_name) */
struct page_student page_student_read(const char *out, const json_t *line);

/** The text of a member; "" where there is none. */
const char *page_text(const json_t *object, const char *name);

/** Whether it can be the name of a file. */
bool page_is_name(const char *id);

/** When a file was written, as "2026-11-20T18:05:00Z"; "" where there is none. Results do not say it. */
const char *page_written_at(const char *path, char text[40]);

/** Of feedback/STUDENT.html and code/STUDENT.html; NULL where no copy of the code is there. */
json_t *page_feedback(const struct page_student *s, const char *title);
json_t *page_code(const struct page_student *s, const char *title, const char *out);

/** A student of class.html; adds to the columns. @param times times.json */
json_t *page_row(const struct page_student *s, const json_t *times, struct page_columns *columns);

/** Names of students from `names` put to all members of the groups; a copy. */
json_t *page_similarity(const json_t *similarity, const json_t *names);
/** Of look-alikes/NN.html: a group of page_similarity with the text of all files, which lie in OUT; `class` says
 *  whether there is a page of the class. */
json_t *page_group(json_t *group, bool class, const char *out);

#endif
