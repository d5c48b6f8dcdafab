/**
 * @file
 * @brief Writes a gradebook back (book.h): its bytes are copied, but for the cells that get a grade.
 */
#include "grader/class/gradebook/book.h"
#include "grader/class/take.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The last point or comma parts the decimals; the others part thousands. */
bool book_number(const char *text, double *value) {
    char plain[40];
    size_t n = 0, points = 0, seen = 0;
    text += strspn(text, " ");
    for (const char *at = text; *at; at++) points += *at == '.' || *at == ',';
    for (const char *at = text; *at && *at != ' '; at++) {
        bool point = *at == '.' || *at == ',';
        if ((!point && !(*at >= '0' && *at <= '9') && !(*at == '-' && at == text)) ||
            n + 2 > sizeof(plain))
            return false;
        seen += point;
        if (!point || seen == points) plain[n++] = *at == ',' ? '.' : *at;
    }
    plain[n] = 0;
    char *end;
    *value = strtod(plain, &end);
    return n > 0 && end != plain && !*end;
}

/* With as many decimals as the LMS writes: "87", "87.00" or "87,00". */
static void write_score(const struct book *b, int score, char text[40]) {
    double maximum;
    const char *tail = "";
    if (book_number(b->maximum, &maximum))
        for (const char *at = b->maximum; *at; at++)
            if (*at == '.' || *at == ',') tail = at;
    int n = snprintf(text, 40, "%d", score);
    for (; *tail && *tail != ' ' && n < 39; tail++)
        text[n++] = *tail == '.' || *tail == ',' ? *tail : '0';
    text[n] = 0;
}

static void check_maximum(const struct book *b, const struct book_class *c) {
    double maximum;
    int max = c->students[0].max;
    errno = 0;
    if (book_number(b->maximum, &maximum) && fabs(maximum - max) > 0.004)
        class_stop("%s: '%s' has at most %s points in the LMS and %d here. Make both the same, "
                   "with out_of in the rubric or with the assignment's points",
                   b->csv.path, b->title, b->maximum, max);
}

/*
 * The new file.
 */
struct fill {
    const struct book *b;
    FILE *out;
    size_t at;            /* bytes of the file that are copied */
    size_t written, same; /* grades that are new, and that stood there */
};

static void copy_to(struct fill *f, size_t end) {
    fwrite(f->b->csv.bytes + f->at, 1, end - f->at, f->out);
    f->at = end;
}

/* Puts the text into the row's cell; a row that is too short gets the cells that it lacks. */
static void put(struct fill *f, const struct book_row *row, const char *text) {
    const struct csv *csv = &f->b->csv;
    int column = f->b->column == BOOK_NEW ? f->b->width : f->b->column;
    bool there = column < row->n;
    const struct csv_span *span = &row->spans[there ? column : row->n - 1];
    bool quoted = there && csv->bytes[span->from] == '"' && span->to > span->from;
    copy_to(f, there ? span->from : span->to);
    for (int i = row->n; !there && i <= column; i++) fputc(csv->parting, f->out);
    if (quoted && !strpbrk(text, "\""))
        fprintf(f->out, "\"%s\"", text);
    else
        csv_put(f->out, text, csv->parting);
    f->at = span->to;
}

static void put_grade(struct fill *f, const struct book_row *row, const struct book_student *s) {
    char text[40];
    double before;
    int column = f->b->column;
    if (column >= 0 && column < row->n && book_number(row->cells[column], &before) &&
        fabs(before - s->score) < 0.004) {
        f->same++;
        return;
    }
    write_score(f->b, s->score, text);
    put(f, row, text);
    f->written++;
}

static void say_left(const struct book_row *row, const struct book_student *s, const char *why) {
    char shown[120];
    printf("  left: line %d (%s): %s. It would have %d points\n", row->line,
           take_shown(row->full, shown), why, s->score);
}

/* Why the grade is not written; NULL: it is. */
static const char *why_left(const struct book *b, const struct book_row *row,
                            const struct book_student *s) {
    if (!s->graded) return "it is not graded, by the grader's own fault";
    if (b->kind == BOOK_MOODLE && s->score > s->max)
        return "Moodle takes no grade above its maximum";
    return row->why_left;
}

static void fill_row(struct fill *f, const struct book_row *row, const struct book_student *s) {
    char text[40];
    bool new = f->b->column == BOOK_NEW;
    const char *why = s ? why_left(f->b, row, s) : NULL;
    if (why) say_left(row, s, why);
    if (new && row->role == BOOK_HEAD) {
        put(f, row, f->b->title);
    } else if (new && row->role == BOOK_POINTS) {
        snprintf(text, sizeof(text), "%s", f->b->maximum);
        put(f, row, text);
    } else if (s && !why) {
        put_grade(f, row, s);
    } else if (new) {
        put(f, row, "");
    }
}

static const struct book_student *student_of(const struct book_class *c, size_t row) {
    for (size_t i = 0; i < c->n_students; i++)
        if (c->students[i].row == (long)row) return &c->students[i];
    return NULL;
}

static void make_path(const struct book *b, const struct book_class *c, char path[CLASS_PATH]) {
    const char *slash = strrchr(b->csv.path, '/');
    struct class of = {.out = c->out};
    class_path(&of, "gradebook", path);
    if (mkdir(path, 0755) && errno != EEXIST) class_stop("%s cannot be made", path);
    snprintf(path, CLASS_PATH, "%.3000s/gradebook/%.255s", c->out, slash ? slash + 1 : b->csv.path);
}

void book_fill(struct book *b, const struct book_class *c) {
    char *text, path[CLASS_PATH], points[40];
    size_t n;
    struct fill f = {.b = b, .out = open_memstream(&text, &n)};
    if (!f.out) class_stop("there is no memory for the gradebook");
    check_maximum(b, c);
    snprintf(points, sizeof(points), "%d", c->students[0].max);
    if (b->column == BOOK_NEW) b->maximum = points;
    for (size_t i = 0; i < b->n_rows; i++) fill_row(&f, &b->rows[i], student_of(c, i));
    copy_to(&f, b->csv.n_bytes);
    if (fclose(f.out)) class_stop("there is no memory for the gradebook");
    make_path(b, c, path);
    if (!class_write(path, text, n)) class_stop("%s cannot be written", path);
    free(text);
    printf("%s: %zu grades written in the column '%s'%s, %zu stood there already\n", path,
           f.written, b->title, b->column == BOOK_NEW ? ", which is new" : "", f.same);
}
