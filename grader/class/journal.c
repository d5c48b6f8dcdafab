/**
 * @file
 * @brief The journal (see journal.h), in SQLite with a rollback journal, which also works where OUT is
 *        shared between machines.
 */
#include "grader/class/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct journal {
    sqlite3 *db;
    int lock;
    char path[CLASS_PATH];
};

static const char schema[] =
    "PRAGMA journal_mode = DELETE;"
    "PRAGMA synchronous = FULL;"
    "CREATE TABLE IF NOT EXISTS grading(unit TEXT PRIMARY KEY, lab TEXT NOT NULL, content TEXT NOT "
    "NULL,"
    " result TEXT, fault TEXT NOT NULL, tries INTEGER NOT NULL, seconds REAL NOT NULL);"
    "CREATE TABLE IF NOT EXISTS work(unit TEXT PRIMARY KEY, seconds REAL NOT NULL);"
    "CREATE TABLE IF NOT EXISTS student(name TEXT PRIMARY KEY, entry BLOB NOT NULL,"
    " content TEXT NOT NULL, refused TEXT NOT NULL, submitted INTEGER NOT NULL);"
    "CREATE TABLE IF NOT EXISTS lab(student TEXT NOT NULL, lab TEXT NOT NULL, file TEXT NOT NULL,"
    " content TEXT NOT NULL, unit TEXT NOT NULL, alike INTEGER NOT NULL,"
    " PRIMARY KEY(student, lab));"
    "CREATE TABLE IF NOT EXISTS sight(entry BLOB NOT NULL, lab TEXT NOT NULL, content TEXT NOT "
    "NULL,"
    " placed INTEGER NOT NULL, lms INTEGER NOT NULL, student INTEGER NOT NULL,"
    " seen INTEGER NOT NULL, PRIMARY KEY(entry, lab, content));"
    "PRAGMA user_version = 1;";

static _Noreturn void give_up(const struct journal *j, const char *doing) {
    int code = j->db ? sqlite3_errcode(j->db) : SQLITE_NOMEM;
    errno = code == SQLITE_FULL ? ENOSPC : 0;
    if (code == SQLITE_FULL) class_stop("the journal %s cannot be %s", j->path, doing);
    if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT)
        class_stop("%s is no journal, or is damaged (%s). Move it away, and all is graded again",
                   j->path, sqlite3_errmsg(j->db));
    if (code == SQLITE_IOERR)
        class_stop("the journal %s cannot be %s (%s). Is there space left, and does the disk work?",
                   j->path, doing, sqlite3_errmsg(j->db));
    class_stop("the journal %s cannot be %s: %s", j->path, doing,
               j->db ? sqlite3_errmsg(j->db) : "no memory");
}

static void run(struct journal *j, const char *sql, const char *doing) {
    if (sqlite3_exec(j->db, sql, NULL, NULL, NULL) != SQLITE_OK) give_up(j, doing);
}

/* A lock of the system goes with its process, however that ends. */
static void lock_out(struct journal *j, const struct class *c) {
    char path[CLASS_PATH];
    class_own_path(c, "lock", path);
    j->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (j->lock < 0) class_stop("%s cannot be written", path);
    if (flock(j->lock, LOCK_EX | LOCK_NB) == 0) return;
    if (errno != EWOULDBLOCK) class_stop("%s cannot be locked", path);
    errno = 0;
    class_stop("another run is grading into %s. Wait until it is done, or choose another OUT=",
               c->out);
}

static int version_of(struct journal *j) {
    sqlite3_stmt *statement;
    int version = -1;
    if (sqlite3_prepare_v2(j->db, "PRAGMA user_version", -1, &statement, NULL) != SQLITE_OK)
        give_up(j, "read");
    if (sqlite3_step(statement) == SQLITE_ROW) version = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    if (version < 0) give_up(j, "read");
    return version;
}

struct journal *journal_open(const struct class *c) {
    struct journal *j = class_alloc(1, sizeof(*j));
    lock_out(j, c);
    class_own_path(c, "journal.db", j->path);
    if (sqlite3_open(j->path, &j->db) != SQLITE_OK) give_up(j, "opened");
    if (version_of(j) > 1) {
        errno = 0;
        class_stop("%s is a newer kit's journal. Use that kit, or another OUT=", j->path);
    }
    run(j, schema, "made");
    return j;
}

void journal_close(struct journal *j) {
    sqlite3_close(j->db);
    close(j->lock);
    free(j);
}

static sqlite3_stmt *prepare(struct journal *j, const char *sql) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(j->db, sql, -1, &statement, NULL) != SQLITE_OK) give_up(j, "read");
    return statement;
}

static void bind(sqlite3_stmt *statement, int at, const char *text) {
    sqlite3_bind_text(statement, at, text, -1, SQLITE_TRANSIENT);
}

static void finish(struct journal *j, sqlite3_stmt *statement) {
    bool done = sqlite3_step(statement) == SQLITE_DONE;
    if (!done) give_up(j, "written");
    sqlite3_finalize(statement);
}

json_t *journal_find(struct journal *j, const char *unit, struct grading *g) {
    sqlite3_stmt *s =
        prepare(j, "SELECT result, fault, tries, grading.seconds, work.seconds FROM grading"
                   " LEFT JOIN work USING(unit) WHERE unit = ?");
    *g = (struct grading){0};
    bind(s, 1, unit);
    int status = sqlite3_step(s);
    if (status == SQLITE_ROW) {
        const char *result = (const char *)sqlite3_column_text(s, 0);
        const char *fault = (const char *)sqlite3_column_text(s, 1);
        json_error_t error;
        g->result = result ? json_loads(result, 0, &error) : NULL;
        g->tries = sqlite3_column_int(s, 2);
        g->seconds = sqlite3_column_double(s, 3);
        g->worked_s = sqlite3_column_double(s, 4);
        snprintf(g->fault, sizeof(g->fault), "%s", fault ? fault : "");
    } else if (status != SQLITE_DONE) {
        give_up(j, "read");
    }
    sqlite3_finalize(s);
    return g->result;
}

void journal_keep(struct journal *j, const char *unit, const struct class_row *row,
                  const struct grading *g) {
    sqlite3_stmt *s = prepare(j, "INSERT OR REPLACE INTO grading VALUES(?, ?, ?, ?, ?, ?, ?)");
    char *result = g->result ? json_dumps(g->result, JSON_COMPACT) : NULL;
    bind(s, 1, unit);
    bind(s, 2, row->lab->name);
    bind(s, 3, row->content);
    if (result) bind(s, 4, result);
    bind(s, 5, g->fault);
    sqlite3_bind_int(s, 6, g->tries);
    sqlite3_bind_double(s, 7, g->seconds);
    finish(j, s);
    free(result);
    s = prepare(j, "INSERT OR REPLACE INTO work VALUES(?, ?)");
    bind(s, 1, unit);
    sqlite3_bind_double(s, 2, g->worked_s);
    finish(j, s);
}

void journal_forget(struct journal *j, const char *unit) {
    sqlite3_stmt *s = prepare(j, "DELETE FROM grading WHERE unit = ?");
    bind(s, 1, unit);
    finish(j, s);
}

static void keep_row(struct journal *j, const struct class_row *row) {
    sqlite3_stmt *s = prepare(j, "INSERT INTO lab VALUES(?, ?, ?, ?, ?, ?)");
    bind(s, 1, row->student->name);
    bind(s, 2, row->lab->name);
    bind(s, 3, row->from);
    bind(s, 4, row->content);
    bind(s, 5, row->unit);
    sqlite3_bind_int64(s, 6, (sqlite3_int64)row->alike);
    finish(j, s);
}

static void keep_student(struct journal *j, const struct class_student *student) {
    sqlite3_stmt *s = prepare(j, "INSERT INTO student VALUES(?, ?, ?, ?, ?)");
    const char *entry = student->entry ? student->entry : "";
    bind(s, 1, student->name);
    sqlite3_bind_blob(s, 2, entry, (int)strlen(entry), SQLITE_TRANSIENT);
    bind(s, 3, student->content);
    bind(s, 4, student->refused);
    sqlite3_bind_int64(s, 5, student->submitted);
    finish(j, s);
}

static void bind_sight(sqlite3_stmt *s, const struct class_row *row, const char *entry) {
    sqlite3_bind_blob(s, 1, entry, (int)strlen(entry), SQLITE_TRANSIENT);
    bind(s, 2, row->lab->name);
    bind(s, 3, row->content);
}

/* Keeps the dates, if these bytes have none yet, and adds those that they have to `first`. */
static void first_sight(struct journal *j, const struct class_student *student,
                        const struct class_row *row, struct class_times *first) {
    int64_t *const fields[] = {&first->entry, &first->lms, &first->student, &first->seen};
    const struct class_times *now = &student->times;
    const int64_t values[] = {now->entry, now->lms, now->student, now->seen};
    sqlite3_stmt *s = prepare(j, "INSERT OR IGNORE INTO sight VALUES(?, ?, ?, ?, ?, ?, ?)");
    bind_sight(s, row, student->entry);
    for (int i = 0; i < 4; i++) sqlite3_bind_int64(s, 4 + i, values[i]);
    finish(j, s);
    s = prepare(j, "SELECT placed, lms, student, seen FROM sight WHERE entry = ? AND lab = ? AND "
                   "content = ?");
    bind_sight(s, row, student->entry);
    if (sqlite3_step(s) != SQLITE_ROW) give_up(j, "read");
    for (int i = 0; i < 4; i++) {
        int64_t value = sqlite3_column_int64(s, i);
        if (!*fields[i] || value > *fields[i]) *fields[i] = value;
    }
    sqlite3_finalize(s);
}

void journal_first_sights(struct journal *j, struct class *c) {
    int64_t now = (int64_t)time(NULL);
    run(j, "BEGIN;", "written");
    for (size_t i = 0; i < c->n_students; i++) {
        struct class_student *student = &c->students[i];
        struct class_times first = {.told = student->times.told, .list = student->times.list};
        student->times.seen = now;
        for (size_t l = 0; student->entry && l < c->n_labs; l++)
            if (student->rows[l].content[0]) first_sight(j, student, &student->rows[l], &first);
        if (first.seen) student->times = first;
    }
    run(j, "COMMIT;", "written");
}

void journal_keep_class(struct journal *j, const struct class *c) {
    run(j, "BEGIN; DELETE FROM student; DELETE FROM lab;", "written");
    for (size_t i = 0; i < c->n_students; i++) {
        keep_student(j, &c->students[i]);
        for (size_t l = 0; l < c->n_labs; l++) keep_row(j, &c->students[i].rows[l]);
    }
    run(j, "COMMIT;", "written");
}
