/**
 * @file
 * @brief Feedback pages as Moodle takes them: a zip with a folder for each participant (book.h).
 *
 * Moodle's importer reads the participant's number and the plugin from the folder's name, which it parts at each _.
 * So the name before them must have none.
 */
#include "grader/class/gradebook/book.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Moodle itself leaves these out of the names of files. */
static void clean_name(const char *full, char *name, size_t size) {
    size_t n = 0;
    for (const char *at = full; *at && n + 1 < size && n < 200; at++) {
        if ((unsigned char)*at < ' ' || strchr("&<>\"`|':\\/*?", *at)) continue;
        name[n++] = (char)(*at == '_' ? ' ' : *at);
    }
    while (n > 0 && (name[n - 1] & 0xC0) == 0x80 && n >= 200) n--; /* no piece of a letter stays */
    name[n] = 0;
    if (!n || *name == '.' || *name == '~') snprintf(name, size, "Participant");
}

static char *read_page(const char *path, size_t *n) {
    char *bytes = NULL;
    FILE *file = fopen(path, "r"), *all = file ? open_memstream(&bytes, n) : NULL;
    for (int c; all && (c = getc(file)) != EOF;) putc(c, all);
    bool read = all && !ferror(file);
    if (file) fclose(file);
    if (!read || fclose(all)) class_stop("%s cannot be read. Type make class-pages", path);
    return bytes;
}

static void add_page(struct archive *zip, const char *name, const char *bytes, size_t n) {
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname_utf8(entry, name);
    archive_entry_set_size(entry, (la_int64_t)n);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_mtime(entry, 315532800, 0); /* 1980: the same pages are the same zip */
    if (archive_write_header(zip, entry) != ARCHIVE_OK ||
        archive_write_data(zip, bytes, n) != (la_ssize_t)n)
        class_stop("moodle-feedback.zip cannot be written: %s", archive_error_string(zip));
    archive_entry_free(entry);
}

static size_t add_all(struct archive *zip, const struct book *b, const struct book_class *c) {
    size_t added = 0;
    for (size_t i = 0; i < c->n_students; i++) {
        const struct book_student *s = &c->students[i];
        const struct book_row *row = s->row < 0 ? NULL : &b->rows[s->row];
        char path[CLASS_PATH], name[300], folder[600];
        size_t n;
        if (!row || !row->number[0]) continue;
        snprintf(path, sizeof(path), "%.3000s/feedback/%.250s.html", c->out, s->student);
        char *page = read_page(path, &n);
        clean_name(row->full, name, sizeof(name));
        snprintf(folder, sizeof(folder), "%s_%s_assignsubmission_file_/feedback.html", name,
                 row->number);
        add_page(zip, folder, page, n);
        free(page);
        added++;
    }
    return added;
}

void book_feedback(const struct book *b, const struct book_class *c) {
    struct class of = {.out = c->out};
    char path[CLASS_PATH], beside[CLASS_PATH];
    struct archive *zip = archive_write_new();
    setlocale(LC_CTYPE, "C.UTF-8"); /* or names that are not ASCII are none at all */
    class_path(&of, "moodle-feedback.zip", path);
    class_path(&of, "moodle-feedback.zip.new", beside);
    archive_write_set_format_zip(zip);
    archive_write_set_options(zip, "zip:hdrcharset=UTF-8");
    if (archive_write_open_filename(zip, beside) != ARCHIVE_OK)
        class_stop("%s cannot be written", beside);
    size_t added = add_all(zip, b, c);
    if (archive_write_close(zip) != ARCHIVE_OK || rename(beside, path))
        class_stop("%s cannot be written", path);
    archive_write_free(zip);
    printf("%s: %zu feedback pages\n", path, added);
}
