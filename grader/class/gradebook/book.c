/**
 * @file
 * @brief Reads a gradebook (book.h). What each kind looks like was read in the importers of Canvas and Moodle.
 */
#include "grader/class/gradebook/book.h"
#include "grader/class/names.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * Columns that say who it is.
 */
enum meaning { NUMBER, ID, EMAIL, FULL, LAST, FIRST, OTHER };

/* By the letters of their names: "Last name", last_name and LastName are one. */
static const struct {
    const char *letters;
    enum meaning meaning;
} columns[] = {{"studentid", ID},     {"sisuserid", ID},  {"sisloginid", ID},
               {"integrationid", ID}, {"idnumber", ID},   {"username", ID},
               {"login", ID},         {"loginid", ID},    {"identifier", NUMBER},
               {"id", NUMBER},        {"email", EMAIL},   {"emailaddress", EMAIL},
               {"student", FULL},     {"fullname", FULL}, {"name", FULL},
               {"lastname", LAST},    {"surname", LAST},  {"firstname", FIRST}};

static enum meaning meaning_of(const char *title) {
    char *letters = name_key(title, true);
    enum meaning meaning = OTHER;
    for (size_t i = 0; i < sizeof(columns) / sizeof(*columns); i++)
        if (strcmp(columns[i].letters, letters) == 0) meaning = columns[i].meaning;
    free(letters);
    return meaning;
}

static const char *cell(const struct book_row *row, int column) {
    return column >= 0 && column < row->n ? row->cells[column] : "";
}

static int column_called(const struct book *b, const char *title) {
    for (int i = 0; i < b->width; i++)
        if (strcasecmp(b->rows[0].cells[i], title) == 0) return i;
    return -1;
}

/* Canvas looks at the first columns alone, and so do we. */
static enum book_kind kind_of(const struct book *b) {
    const struct book_row *head = &b->rows[0];
    bool one = strstr(cell(head, 0), "Student") && strstr(cell(head, 1), "ID");
    bool two = strcmp(cell(head, 0), "LastName") == 0 && strcmp(cell(head, 1), "FirstName") == 0;
    if ((one || two) && column_called(b, "Section") >= 0) return BOOK_CANVAS;
    return column_called(b, "Identifier") >= 0 ? BOOK_MOODLE : BOOK_PLAIN;
}

/*
 * Lines.
 */
/* "Participant 4711" and "4711" are 4711. */
static void take_number(struct book_row *row, const char *text) {
    const char *end = text + strlen(text), *at = end;
    while (at > text && isdigit((unsigned char)at[-1])) at--;
    if (!row->number[0] && at < end) snprintf(row->number, sizeof(row->number), "%s", at);
}

static char *letters_of(const char *a, const char *b) {
    char *both;
    if (asprintf(&both, "%s%s", a, b) < 0) class_stop("there is no memory for the gradebook");
    char *key = name_key(both, true);
    free(both);
    return key;
}

/* "Blum, Anna" is Anna Blum. */
static void take_names(struct book_row *row, const char *first, const char *last) {
    const char *comma = strstr(row->full, ", ");
    char *front = comma ? strndup(row->full, (size_t)(comma - row->full)) : NULL;
    if (comma) last = front, first = comma + 2;
    if (*row->full && !comma) first = row->full, last = "";
    row->names[0] = letters_of(first, last);
    row->names[1] = letters_of(last, first);
    free(front);
}

static void take_who(const struct book *b, struct book_row *row) {
    const char *last = "", *first = "", *email = "";
    int n = 0;
    row->full = "";
    for (int i = 0; i < b->width; i++) {
        const char *text = cell(row, i);
        enum meaning meaning = meaning_of(b->rows[0].cells[i]);
        if (meaning == NUMBER) take_number(row, text);
        if (meaning == EMAIL && !*email) email = text;
        if (meaning == LAST) last = text;
        if (meaning == FIRST) first = text;
        if (meaning == FULL) row->full = text;
        bool id = meaning == ID || (meaning == NUMBER && b->kind == BOOK_PLAIN);
        if (id && n < BOOK_IDS) row->ids[n++] = name_key(text, false);
    }
    while (n < BOOK_IDS) row->ids[n++] = strdup("");
    char *front = strndup(email, strcspn(email, "@"));
    row->email = name_key(email, false);
    row->front = name_key(front, false);
    free(front);
    take_names(row, first, last);
    if (!*row->full) row->full = *last ? last : *email ? email : cell(row, 0);
}

/* Canvas's row that says which grades are posted by hand holds nothing else. */
static bool is_posting(const struct book_row *row) {
    for (int i = 0; i < row->n; i++) {
        const char *text = row->cells[i] + strspn(row->cells[i], " ");
        if (*text && strcasecmp(text, "Muted") != 0 && strncasecmp(text, "Manual Posting", 14) != 0)
            return false;
    }
    return true;
}

static enum book_role role_of(const struct book *b, const struct book_row *row) {
    if (row == b->rows) return BOOK_HEAD;
    if (b->kind != BOOK_CANVAS) return BOOK_STUDENT;
    if (strstr(cell(row, 0), "Points Possible")) return BOOK_POINTS;
    bool test = strcmp(cell(row, 0), "Student, Test") == 0 ||
                (strcmp(cell(row, 0), "Student") == 0 && strcmp(cell(row, 1), "Test") == 0);
    return test || is_posting(row) ? BOOK_OTHER : BOOK_STUDENT;
}

static void take_row(struct book *b) {
    const struct csv *csv = &b->csv;
    size_t n = (size_t)csv->n;
    if (!(b->rows = realloc(b->rows, (b->n_rows + 1) * sizeof(*b->rows))))
        class_stop("there is no memory for %s", csv->path);
    struct book_row *row = &b->rows[b->n_rows++];
    *row = (struct book_row){.line = csv->line,
                             .n = csv->n,
                             .cells = class_alloc(n, sizeof(*row->cells)),
                             .spans = class_alloc(n, sizeof(*row->spans))};
    memcpy(row->cells, csv->cells, n * sizeof(*row->cells));
    memcpy(row->spans, csv->spans, n * sizeof(*row->spans));
}

/*
 * The column that gets the grades.
 */
/* "Lab 3 (815000)" is Lab 3 to people, and 815000 to Canvas. */
static bool is_called(const struct book *b, const char *title, const char *name) {
    size_t n = strlen(name);
    if (strcasecmp(title, name) == 0) return true;
    if (b->kind != BOOK_CANVAS || strncasecmp(title, name, n) != 0 ||
        strncmp(title + n, " (", 2) != 0)
        return false;
    const char *digits = title + n + 2;
    size_t m = strspn(digits, "0123456789");
    return m > 0 && strcmp(digits + m, ")") == 0;
}

static int find_column(const struct book *b, const char *name) {
    int found = -1;
    errno = 0;
    for (int i = 0; i < b->width; i++) {
        const char *title = b->rows[0].cells[i];
        if (meaning_of(title) != OTHER || !is_called(b, title, name)) continue;
        if (found >= 0)
            class_stop("%s: the columns '%s' and '%s' are both called '%s'. Name one with its "
                       "number in COLUMN",
                       b->csv.path, b->rows[0].cells[found], title, name);
        found = i;
    }
    return found;
}

static void check_head(const struct book *b) {
    bool known = false;
    for (int i = 0; i < b->width; i++) known |= meaning_of(b->rows[0].cells[i]) != OTHER;
    errno = 0;
    if (!known)
        class_stop("%s, line 1: no column says who a student is, such as student_id, email or "
                   "name. Download it with the LMS set to English",
                   b->csv.path);
    if (b->kind != BOOK_MOODLE) return;
    if (column_called(b, "Scale") >= 0)
        class_stop("%s: the assignment has a scale instead of points. Choose points as the type of "
                   "its grade in Moodle",
                   b->csv.path);
    if (column_called(b, "Last modified (grade)") < 0)
        class_stop("%s, line 1: there is no column 'Last modified (grade)', without which Moodle "
                   "takes no worksheet. Download the grading worksheet again, in English",
                   b->csv.path);
}

static void choose_column(struct book *b, const char *column, const char *assignment) {
    const char *name = column ? column : b->kind == BOOK_MOODLE ? "Grade" : assignment;
    b->column = find_column(b, name);
    errno = 0;
    if (b->column < 0 && b->kind == BOOK_MOODLE)
        class_stop("%s, line 1: there is no column '%s', and Moodle adds none. Leave COLUMN out, "
                   "or name a column of the worksheet",
                   b->csv.path, name);
    snprintf(b->title, sizeof(b->title), "%s", b->column < 0 ? name : b->rows[0].cells[b->column]);
}

/* Canvas says the most points in a row of its own, Moodle in each line. */
static void find_maximum(struct book *b) {
    int maximum = b->kind == BOOK_MOODLE ? column_called(b, "Maximum grade") : b->column;
    b->maximum = "";
    for (size_t i = 1; i < b->n_rows; i++) {
        const struct book_row *row = &b->rows[i];
        if (row->role != (b->kind == BOOK_MOODLE ? BOOK_STUDENT : BOOK_POINTS)) continue;
        if (!*b->maximum) b->maximum = cell(row, maximum);
        errno = 0;
        if (row->role == BOOK_POINTS && strstr(cell(row, maximum), "read only"))
            class_stop(
                "%s: Canvas lets nobody write the column '%s' (read only). Name another in COLUMN",
                b->csv.path, b->title);
    }
}

/* What the LMS would not take, or a person has decided there. */
static void find_left(struct book *b) {
    int change = column_called(b, "Grade can be changed");
    for (size_t i = 1; i < b->n_rows; i++) {
        struct book_row *row = &b->rows[i];
        const char *text = cell(row, b->column);
        if (row->role != BOOK_STUDENT) continue;
        if (b->kind == BOOK_MOODLE && strcasecmp(cell(row, change), "No") == 0)
            row->why_left = "Moodle has locked the grade";
        if (b->kind == BOOK_CANVAS && strcasecmp(text, "EX") == 0)
            row->why_left = "the student is excused in Canvas";
        if (b->kind == BOOK_CANVAS && strcasecmp(text, "N/A") == 0)
            row->why_left = "Canvas has not assigned it to the student";
    }
}

void book_read(struct book *b, const char *path, const char *column, const char *assignment) {
    csv_open(&b->csv, path, "the gradebook");
    while (csv_next(&b->csv)) take_row(b);
    errno = 0;
    if (!b->n_rows) class_stop("the gradebook %s is empty", path);
    b->width = b->rows[0].n;
    b->kind = kind_of(b);
    check_head(b);
    for (size_t i = 0; i < b->n_rows; i++) {
        b->rows[i].role = role_of(b, &b->rows[i]);
        take_who(b, &b->rows[i]);
    }
    choose_column(b, column, assignment);
    find_maximum(b);
    find_left(b);
}
