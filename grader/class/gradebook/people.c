/**
 * @file
 * @brief Students of a class run, and their rows in a gradebook (book.h).
 */
#include "grader/class/gradebook/book.h"
#include "grader/class/match.h"
#include "grader/class/names.h"
#include "grader/class/take.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *text_of(const json_t *one, const char *key) {
    const char *text = json_string_value(json_object_get(one, key));
    return text ? text : "";
}

static const char *letters(const char *a, const char *b) {
    char *both;
    if (asprintf(&both, "%s%s", a, b) < 0) class_stop("there is no memory for the class");
    char *key = name_key(both, true);
    free(both);
    return key;
}

/* The number in the entry of a group is the member's who handed it in. */
static void take_number(struct book_student *s, const json_t *one) {
    const char *entry = text_of(one, "entry");
    struct name_said said = name_read(entry, 0);
    if (!said.lms || *text_of(one, "by")) return;
    snprintf(s->number, sizeof(s->number), "%s", said.number);
    s->moodle = strstr(entry, "_assignsubmission_") != NULL;
}

static void take_student(struct book_student *s, const json_t *one) {
    const char *last = text_of(one, "last_name"), *first = text_of(one, "first_name"),
               *email = text_of(one, "email");
    char *front = strndup(email, strcspn(email, "@"));
    *s = (struct book_student){.student = text_of(one, "student"),
                               .id = text_of(one, "student_id"),
                               .shown = text_of(one, "shown"),
                               .key_email = name_key(email, false),
                               .key_front = name_key(front, false),
                               .named = *last || *first,
                               .graded = json_is_true(json_object_get(one, "graded")),
                               .score = (int)json_integer_value(json_object_get(one, "score")),
                               .max = (int)json_integer_value(json_object_get(one, "max")),
                               .row = -1};
    free(front);
    s->key_id = name_key(s->id, false);
    s->names[0] = s->named ? letters(first, last) : letters(s->shown, "");
    s->names[1] = s->named ? letters(last, first) : s->names[0];
    take_number(s, one);
}

void book_class_read(struct book_class *c, const char *out) {
    struct class of = {.out = out};
    char path[CLASS_PATH];
    size_t i;
    json_t *one, *students;
    errno = 0;
    if (access(class_path(&of, "identities.json", path), F_OK) == 0)
        class_stop(
            "names are hidden in %s. Type the same make grade-class without ANONYMOUS=1 first",
            out);
    errno = 0;
    c->out = out;
    c->root = json_load_file(class_path(&of, "class.json", path), 0, NULL);
    students = json_object_get(c->root, "students");
    if (!json_array_size(students))
        class_stop("%s holds no graded class. Type make grade-class SUBMISSIONS=dir OUT=%s first",
                   out, out);
    c->assignment = text_of(c->root, "assignment");
    c->students = class_alloc(json_array_size(students), sizeof(*c->students));
    json_array_foreach(students, i, one) take_student(&c->students[c->n_students++], one);
}

/*
 * Who is who.
 */
enum { BY_ID, BY_ADDRESS, BY_NUMBER, BY_NAME, RULES };

struct both {
    const struct book *b;
    const struct book_class *c;
    const size_t *rows; /* those of students */
};

static bool is(const char *key, const char *other) {
    return *key && strcmp(key, other) == 0;
}

static bool fits_id(const struct book_row *row, const struct book_student *s) {
    for (int i = 0; i < BOOK_IDS; i++)
        if (is(row->ids[i], s->key_id)) return true;
    return false;
}

static bool fits_address(const struct book_row *row, const struct book_student *s) {
    if (is(row->email, s->key_email) || is(row->email, s->key_id) || is(row->front, s->key_id))
        return true;
    for (int i = 0; i < BOOK_IDS; i++)
        if (is(row->ids[i], s->key_email) || is(row->ids[i], s->key_front)) return true;
    return false;
}

static bool fits(const void *context, size_t line, size_t student, int rule) {
    const struct both *both = context;
    const struct book_row *row = &both->b->rows[both->rows[line]];
    const struct book_student *s = &both->c->students[student];
    switch (rule) {
    case BY_ID:
        return fits_id(row, s);
    case BY_ADDRESS:
        return fits_address(row, s);
    case BY_NUMBER: /* another LMS has other numbers */
        return is(row->number, s->number) && (both->b->kind == BOOK_MOODLE) == s->moodle;
    default:
        return is(row->names[0], s->names[0]) || is(row->names[0], s->names[1]) ||
               is(row->names[1], s->names[0]);
    }
}

static void say_row(const struct book_row *row, int doubtful) {
    char shown[120];
    take_shown(row->full, shown);
    if (doubtful)
        printf("  look: line %d (%s): %d students fit it, so it stays as it was. Give them ids in "
               "the roster\n",
               row->line, shown, doubtful);
    else
        printf("  look: line %d (%s): no student of the class fits it, so it stays as it was\n",
               row->line, shown);
}

static size_t say_students(const struct book_class *c) {
    size_t lost = 0;
    for (size_t i = 0; i < c->n_students; i++) {
        const struct book_student *s = &c->students[i];
        if (s->row >= 0) continue;
        lost++;
        printf("  look: %s (%s): no line of the gradebook is this student's alone, so the grade is "
               "not in "
               "it\n",
               s->shown, s->id);
    }
    return lost;
}

size_t book_match(struct book *b, struct book_class *c) {
    size_t *rows = class_alloc(b->n_rows, sizeof(*rows)), n = 0;
    for (size_t i = 0; i < b->n_rows; i++)
        if (b->rows[i].role == BOOK_STUDENT) rows[n++] = i;
    const struct both both = {b, c, rows};
    struct match m = {.n_lines = n,
                      .n_students = c->n_students,
                      .n_rules = RULES,
                      .fits = fits,
                      .context = &both};
    match_make(&m);
    for (size_t i = 0; i < n; i++) {
        if (m.student_of[i] == MATCH_NOBODY)
            say_row(&b->rows[rows[i]], m.doubtful[i]);
        else
            c->students[m.student_of[i]].row = (long)rows[i];
    }
    match_free(&m);
    free(rows);
    return say_students(c);
}
