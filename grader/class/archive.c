/**
 * @file
 * @brief A submission that is an archive: read through libarchive, in memory, one entry after another.
 *
 * Nothing is unpacked. An archive that holds anything but plain files and folders, a path that leads
 * out of it, or more than a submission can need is refused whole.
 */
#include "grader/class/names.h"
#include "grader/class/take.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ENTRIES = 10000, MOST_RATIO = 200, PATH_MOST = 1000, PART_MOST = 255 };
enum { MOST_BYTES = 256 << 20, FREE_BYTES = 16 << 20 }; /* so much is no bomb, whatever the ratio */

struct reading {
    struct taking *t;
    struct archive *a;
    int64_t size, total; /* as it lies there; unpacked so far */
    int entries;
    bool pass_links;
    char **names; /* of its plain files, as name_key has them */
    size_t n_names;
};

static bool name_is_sane(struct reading *r, const char *name) {
    char shown[120];
    size_t part = 0;
    if (!name || !*name) return take_refuse(r->t, "the archive has an entry without a name");
    take_shown(name, shown);
    if (name[0] == '/' || name[0] == '\\' || (name[0] && name[1] == ':'))
        return take_refuse(r->t, "the archive has an absolute path: %s", shown);
    if (strlen(name) > PATH_MOST)
        return take_refuse(r->t, "the archive has a path of more than %d bytes", PATH_MOST);
    for (const char *at = name;; at++) {
        if (*at && *at != '/' && *at != '\\') {
            if ((unsigned char)*at < ' ' || *at == 127)
                return take_refuse(r->t, "the archive has control characters in a name: %s", shown);
            part++;
            continue;
        }
        if (part == 2 && at[-1] == '.' && at[-2] == '.')
            return take_refuse(r->t, "the archive has a path that leads out of it: %s", shown);
        if (part > PART_MOST)
            return take_refuse(r->t, "the archive has a name of more than %d bytes", PART_MOST);
        part = 0;
        if (!*at) return true;
    }
}

/* Folders are nothing by themselves: *skip. Links and devices refuse the archive. */
static bool kind_is_sane(struct reading *r, struct archive_entry *entry, const char *name,
                         bool *skip) {
    static const char words[] = "symbolic link\0hard link\0device\0pipe or socket";
    char shown[120];
    mode_t type = archive_entry_filetype(entry);
    const char *what = NULL;
    *skip = type == AE_IFDIR;
    if (archive_entry_hardlink(entry))
        what = words + 14;
    else if (type == AE_IFLNK)
        what = words;
    else if (type == AE_IFCHR || type == AE_IFBLK)
        what = words + 24;
    else if (type != AE_IFREG && type != AE_IFDIR)
        what = words + 31;
    if (!what) return true;
    *skip = r->pass_links;
    return *skip || take_refuse(r->t, "the archive holds a %s: %s", what, take_shown(name, shown));
}

static bool within_limits(struct reading *r, int64_t more) {
    r->total += more;
    if (r->total > MOST_BYTES)
        return take_refuse(r->t, "the archive unpacks to more than %d MiB", MOST_BYTES >> 20);
    if (r->size > 0 && r->total > FREE_BYTES && r->total / r->size > MOST_RATIO)
        return take_refuse(r->t, "the archive unpacks to more than %d times its size", MOST_RATIO);
    return true;
}

static bool damaged(struct reading *r) {
    const char *why = archive_error_string(r->a);
    char shown[120];
    return take_refuse(r->t, "the archive is damaged or cut off (%s)",
                       take_shown(why ? why : "no reason given", shown));
}

/* An entry's bytes; NULL when they are not wanted, too many, or not to be had. */
static bool read_data(struct reading *r, unsigned char *bytes, size_t *size) {
    const void *block;
    size_t n;
    int64_t offset;
    int status;
    *size = 0;
    while ((status = archive_read_data_block(r->a, &block, &n, &offset)) == ARCHIVE_OK) {
        if (!within_limits(r, (int64_t)n)) return false;
        if (!bytes || *size > CLASS_FILE_BYTES) continue;
        if (offset < 0 || offset + (int64_t)n > CLASS_FILE_BYTES) {
            *size = CLASS_FILE_BYTES + 1;
            continue;
        }
        memcpy(bytes + offset, block, n);
        *size = (size_t)offset + n;
    }
    return status == ARCHIVE_EOF || damaged(r);
}

static bool take_entry(struct reading *r, struct archive_entry *entry, const char *name) {
    size_t which = 0, size;
    int fit;
    bool wanted = take_wants(r->t, name, &which, &fit);
    unsigned char *bytes = wanted ? calloc(1, CLASS_FILE_BYTES + 1) : NULL;
    int64_t declared = archive_entry_size_is_set(entry) ? archive_entry_size(entry) : 0;
    if (declared > MOST_BYTES || !read_data(r, bytes, &size)) {
        free(bytes);
        return take_refuse(r->t, "the archive unpacks to more than %d MiB", MOST_BYTES >> 20);
    }
    if (wanted && declared > (int64_t)size && size <= CLASS_FILE_BYTES)
        size = declared > CLASS_FILE_BYTES ? CLASS_FILE_BYTES + 1 : (size_t)declared;
    if (bytes && size <= CLASS_FILE_BYTES) {
        take_keep(r->t, which, fit, name, bytes, size, archive_entry_mtime(entry));
        return true;
    }
    free(bytes);
    if (wanted) take_refuse_file(r->t, which, fit, name, "is longer than 1 MiB");
    return true;
}

/*
 * Which of two members of one name counts, programs do not agree on: a person would read another one than the
 * one that is graded. On some systems names that differ in case, or in how accents are written, are one name.
 */
static bool keep_name(struct reading *r, const char *name) {
    char *key = r->pass_links ? strdup(name) : name_folded(name), *to = key;
    if (!r->names) r->names = class_alloc(MOST_ENTRIES, sizeof(*r->names));
    for (char *from = key; *from; from++) {
        bool begins = to == key || to[-1] == '/';
        if (*from == '\\') *from = '/';
        if (begins && (*from == '/' || (*from == '.' && strchr("/\\", from[1])))) continue;
        *to++ = *from;
    }
    *to = 0;
    bool kept = asprintf(&r->names[r->n_names], "%s%c%s", key, 0, name) >= 0;
    r->n_names += kept;
    free(key);
    return kept || take_refuse(r->t, "there is no memory to read the archive");
}

static int by_bytes(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool names_differ(struct reading *r) {
    char shown[120];
    if (r->n_names) qsort(r->names, r->n_names, sizeof(*r->names), by_bytes);
    for (size_t i = 1; i < r->n_names; i++)
        if (strcmp(r->names[i], r->names[i - 1]) == 0)
            return take_refuse(r->t, "the archive has two members of one name: %s. Pack it again",
                               take_shown(strchr(r->names[i], 0) + 1, shown));
    return true;
}

static bool read_entries(struct reading *r) {
    struct archive_entry *entry;
    for (int status; (status = archive_read_next_header(r->a, &entry)) != ARCHIVE_EOF;) {
        if (status < ARCHIVE_WARN) return damaged(r);
        const char *name = archive_entry_pathname(entry);
        bool skip;
        if (++r->entries > MOST_ENTRIES)
            return take_refuse(r->t, "the archive holds more than %d entries", MOST_ENTRIES);
        if (archive_entry_is_encrypted(entry))
            return take_refuse(r->t, "the archive is encrypted. Hand it in without a password");
        if (!name_is_sane(r, name) || !kind_is_sane(r, entry, name, &skip)) return false;
        if (!skip && (!keep_name(r, name) || !take_entry(r, entry, name))) return false;
    }
    return names_differ(r);
}

static struct archive *reader(void) {
    struct archive *a = archive_read_new();
    if (!a) return NULL;
    archive_read_support_filter_gzip(a);
    archive_read_support_filter_bzip2(a);
    archive_read_support_filter_xz(a);
    archive_read_support_filter_zstd(a);
    archive_read_support_format_tar(a);
    archive_read_support_format_zip(a);
    return a;
}

bool take_archive(struct taking *t, int fd, int64_t size, bool pass_links) {
    struct reading r = {.t = t, .a = reader(), .size = size, .pass_links = pass_links};
    if (!r.a) return take_refuse(t, "there is no memory to read the archive");
    bool good = archive_read_open_fd(r.a, fd, 64 << 10) == ARCHIVE_OK || damaged(&r);
    good = good && read_entries(&r);
    archive_read_free(r.a);
    for (size_t i = 0; i < r.n_names; i++) free(r.names[i]);
    free(r.names);
    return good;
}
