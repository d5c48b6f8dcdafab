/**
 * @file
 * @brief SUBMISSIONS as a whole: who is in the class, and the copies that are graded.
 */
#include "grader/class/intake.h"
#include "grader/class/names.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_entry(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

static int in_byte_order(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* Folders, archives, files of an LMS, and links, which are refused under their name; lists and notes are
 * passed over. */
static bool is_submission(int folder, const char *name, const struct name_said *said) {
    struct stat status;
    if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW)) return false;
    return S_ISDIR(status.st_mode) || S_ISLNK(status.st_mode) || name_is_archive(name) ||
           name_is_part(name, said);
}

static void add_part(struct class_student *s, const char *name) {
    s->parts = realloc(s->parts, (s->n_parts + 1) * sizeof(*s->parts));
    if (!s->parts) class_stop("there is no memory for the class");
    s->parts[s->n_parts++] = strdup(name);
}

/* One more file of a student whose other files lie there, too. */
static bool is_more(struct class *c, const char *name, const struct name_said *said) {
    if (!name_is_part(name, said)) return false;
    for (size_t i = 0; i < c->n_students; i++) {
        struct class_student *s = &c->students[i];
        if (!s->n_parts || strcmp(s->said.number, said->number) != 0 || s->said.n != said->n ||
            memcmp(s->entry + s->said.at, name + said->at, said->n) != 0)
            continue;
        add_part(s, name);
        s->said.late |= said->late;
        if (said->when > s->said.when) s->said.when = said->when;
        return true;
    }
    return false;
}

static void grow_students(struct class *c) {
    c->students = realloc(c->students, (c->n_students + 1) * sizeof(*c->students));
    if (!c->students) class_stop("there is no memory for the class");
}

static void add_student(struct class *c, const char *name, const struct name_said *said) {
    struct class_student *s = &c->students[c->n_students++];
    *s = (struct class_student){.entry = strdup(name)};
    s->handed_in = true;
    s->said = *said;
    s->id = s->shown = name_shown(name, said);
    s->last_name = s->first_name = s->email = s->group = "";
    name_of_file(s->shown, s->name);
    if (name_is_part(name, said)) add_part(s, name);
}

/* Folders attempt-1, attempt-2 in a student's entry are submissions of their own: "ada/attempt-1". */
static bool add_tries(struct class *c, int folder, const char *name, const struct name_said *said) {
    size_t before = c->n_students;
    int fd = take_open(folder, name, O_RDONLY | O_DIRECTORY);
    bool repository = fd >= 0 && faccessat(fd, ".git", F_OK, 0) == 0;
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        char path[600];
        struct name_said try = *said;
        if (repository || !name_is_try(entry->d_name)) continue;
        int n = snprintf(path, sizeof(path), "%.300s/%.255s", name, entry->d_name);
        try.try = (size_t)n - strlen(entry->d_name);
        grow_students(c);
        add_student(c, path, &try);
    }
    if (dir) closedir(dir);
    return c->n_students > before;
}

/* As text that JSON can hold, and a terminal. */
static json_t *text_of(const char *bytes) {
    char shown[120];
    return json_string(take_shown(bytes, shown));
}

static void list_students(struct class *c, int folder) {
    struct dirent **entries;
    int n = scandir(c->submissions, &entries, is_entry, in_byte_order);
    if (n < 0) class_stop("the submissions in %s cannot be listed", c->submissions);
    c->students = class_alloc(1, sizeof(*c->students));
    c->ignored = json_array();
    for (int i = 0; i < n; i++) {
        const char *name = entries[i]->d_name;
        struct name_said said = name_read(name, c->terms ? terms_ahead(c->terms->due) : 0);
        if (!is_submission(folder, name, &said))
            json_array_append_new(c->ignored, text_of(name));
        else if (!is_more(c, name, &said) && !add_tries(c, folder, name, &said)) {
            grow_students(c);
            add_student(c, name, &said);
        }
        free(entries[i]);
    }
    free(entries);
    names_settle(c->students, c->n_students);
    c->remarks = json_array();
}

/* OUT/.class/sources/HASH/NN_name/name.cu: the folder is what grade gets. The same bytes lie there once. */
static void store(const struct class *c, struct class_row *row, const struct taken *b) {
    char path[CLASS_PATH], name[400];
    const char *ending = strrchr(b->from, '.');
    struct stat status;
    class_own_path(c, "sources", path);
    mkdir(path, 0755);
    snprintf(name, sizeof(name), "sources/%s", row->content);
    mkdir(class_own_path(c, name, path), 0755);
    snprintf(name, sizeof(name), "sources/%s/%s", row->content, row->lab->name);
    mkdir(class_own_path(c, name, path), 0755);
    snprintf(name, sizeof(name), "sources/%s/%s/%s%s", row->content, row->lab->name, row->lab->bare,
             ending ? ending : "");
    class_own_path(c, name, row->source);
    if (stat(row->source, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_size == (off_t)b->size)
        return;
    if (!class_write(row->source, b->bytes, b->size))
        class_stop("the copy %s cannot be written", row->source);
}

/* The bytes, the lab and the ending: what else is the same in two students' files is the same file. */
static void hash_row(struct class_row *row, const struct taken *b) {
    char head[128];
    const char *ending = strrchr(b->from, '.');
    size_t n = (size_t)snprintf(head, sizeof(head), "%s%s\n", row->lab->name, ending ? ending : "");
    char *all = class_alloc(n + b->size, 1);
    memcpy(all, head, n);
    if (b->size) memcpy(all + n, b->bytes, b->size);
    class_hash(all, n + b->size, row->content);
    free(all);
}

static void fill_row(const struct class *c, struct class_row *row, const struct taken *b) {
    snprintf(row->from, sizeof(row->from), "%s", b->from);
    snprintf(row->refused, sizeof(row->refused), "%s", b->refused);
    if (b->also)
        snprintf(row->note, sizeof(row->note),
                 "%d other file%s could have been this lab's. The one that fits the kit's layout "
                 "best is graded",
                 b->also, b->also == 1 ? "" : "s");
    if (!b->bytes) return;
    hash_row(row, b);
    store(c, row, b);
}

/* What hints cost is read from it. */
static void keep_progress(const struct class *c, struct class_student *s, const struct taken *b) {
    char name[CLASS_NAME + 32], folder[CLASS_PATH], hash[CLASS_HASH];
    mkdir(class_own_path(c, "progress", folder), 0755);
    class_hash(b->bytes, b->size, hash);
    snprintf(name, sizeof(name), "progress/%s.json", hash);
    class_own_path(c, name, s->progress);
    if (!class_write(s->progress, b->bytes, b->size))
        class_stop("the copy %s cannot be written", s->progress);
}

static void fill_student(const struct class *c, struct class_student *s, const struct taking *t) {
    const struct taken *progress = &t->best[TAKE_PROGRESS];
    char all[CLASS_LABS * CLASS_HASH + 200] = "", hash[CLASS_HASH] = "";
    size_t used = 0;
    snprintf(s->refused, sizeof(s->refused), "%s", t->refused);
    snprintf(s->commit, sizeof(s->commit), "%s", t->commit);
    int64_t newest = 0;
    for (size_t i = 0; i < c->n_labs; i++) {
        const struct taken *b = &t->best[i];
        fill_row(c, &s->rows[i], b);
        if (b->changed > newest) newest = b->changed;
        used += (size_t)snprintf(all + used, sizeof(all) - used, "%s\n", s->rows[i].content);
    }
    int64_t below = t->on_disk ? newest : t->inside;
    s->times.entry = below > t->entered ? below : t->entered;
    s->times.lms = below ? below : t->entered;
    s->times.student = t->committed ? t->committed : newest;
    if (progress->bytes) {
        keep_progress(c, s, progress);
        class_hash(progress->bytes, progress->size, hash);
    }
    used += (size_t)snprintf(all + used, sizeof(all) - used, "%s", hash);
    class_hash(all, used, s->content);
}

void intake_all(struct class *c) {
    int folder = open(c->submissions, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        class_stop("the submissions %s cannot be read. Give a folder with an entry a student",
                   c->submissions);
    int again = take_open(folder, ".", O_RDONLY | O_DIRECTORY);
    if (again < 0)
        class_stop(
            "submissions cannot be opened safely (openat2, since Linux 5.6, is refused here)");
    close(again);
    list_students(c, folder);
    char scratch[CLASS_PATH];
    class_own_path(c, "scratch", scratch);
    struct taking *t = class_alloc(1, sizeof(*t));
    for (size_t i = 0; i < c->n_students; i++) {
        struct class_student *s = &c->students[i];
        *t = (struct taking){.labs = c->labs, .n_labs = c->n_labs, .scratch = scratch};
        s->rows = class_alloc(c->n_labs, sizeof(*s->rows));
        for (size_t l = 0; l < c->n_labs; l++) {
            s->rows[l].student = s;
            s->rows[l].lab = &c->labs[l];
        }
        t->parts = s->parts;
        t->n_parts = s->n_parts;
        intake_one(folder, s->entry, t);
        fill_student(c, s, t);
        for (size_t l = 0; l <= TAKE_PROGRESS; l++) free(t->best[l].bytes);
    }
    free(t);
    close(folder);
}
