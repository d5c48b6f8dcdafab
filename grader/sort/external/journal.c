/**
 * @file
 * @brief The folder of runs and its journal (see journal.h).
 */
#include "grader/sort/external/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/data_error.h"
#include "common/hash64.h"

#define DOING "keep runs in"

enum { HEAD_LINES = 4, LINE_BYTES = 512 };

struct journal {
    char *folder;
    int folder_fd, fd, runs_fd;
    off_t *ends; /**< of the journal behind its head, behind run 0, ... */
    size_t k;
};

static bool fail(struct journal *j, struct data_error *error) {
    return data_fail_system(error, DOING, j->folder, errno);
}

/*
 * Lines: words, a blank, and a check of the words
 */

static uint64_t check_of(const char *text, size_t length) {
    uint64_t hash = length;
    for (size_t i = 0; i < length; i++) hash = mix64(hash + (unsigned char)text[i] + MIX_STEP);
    return hash;
}

/** Puts a line behind the others, and on the disk. */
static bool put_line(struct journal *j, const char *words, struct data_error *error) {
    char line[LINE_BYTES + 32];
    int length =
        snprintf(line, sizeof(line), "%s %016" PRIx64 "\n", words, check_of(words, strlen(words)));
    ssize_t count = write(j->fd, line, (size_t)length);
    if (count >= 0 && count < length) errno = ENOSPC;
    return count == length || fail(j, error);
}

/** The next line of a text, without its check; false where none is whole. */
static bool next_line(char **text, char **words) {
    char *newline = strchr(*text, '\n'), *check = NULL;
    if (!newline) return false;
    *newline = '\0';
    *words = *text;
    *text = newline + 1;
    check = strrchr(*words, ' ');
    if (!check) return false;
    *check++ = '\0';
    return strtoull(check, NULL, 16) == check_of(*words, strlen(*words));
}

/** OUT's name in a line: a hash, as names may hold anything. */
static uint64_t name_of(const char *out) {
    char *path = realpath(out, NULL);
    char *folder = path ? NULL : strdup(out), *slash = folder ? strrchr(folder, '/') : NULL;
    if (slash) slash[slash == folder] = '\0';
    char *in = path ? NULL : realpath(slash ? folder : ".", NULL);
    const char *bare = strrchr(out, '/') ? strrchr(out, '/') + 1 : out;
    uint64_t hash = path ? check_of(path, strlen(path)) : 0;
    char *whole = NULL;
    if (in && asprintf(&whole, "%s/%s", in, bare) > 0) hash = check_of(whole, strlen(whole));
    free(whole);
    free(in);
    free(folder);
    free(path);
    return hash;
}

/*
 * What there is
 */

/** The journal as text; NULL where it cannot be read. */
static char *whole_text(struct journal *j) {
    struct stat st;
    if (fstat(j->fd, &st) != 0) return NULL;
    char *text = calloc(1, (size_t)st.st_size + 1);
    if (text && pread(j->fd, text, (size_t)st.st_size, 0) != st.st_size) text[0] = '\0';
    return text;
}

static bool read_run(const char *words, struct run *run) {
    *run = (struct run){.ready = true};
    return sscanf(words,
                  "run %" SCNu64 " %" SCNx64 " at %" SCNu64 " of %" SCNu64 ":%" SCNu64
                  " to %" SCNu64 ":%" SCNu64,
                  &run->n, &run->sum, &run->at, &run->begin.byte, &run->begin.line, &run->end.byte,
                  &run->end.line) == 7;
}

static bool make_room(struct journal *j, struct run **runs) {
    off_t *ends = realloc(j->ends, (j->k + 2) * sizeof(*ends));
    if (ends) j->ends = ends;
    if (!runs) return ends;
    struct run *more = realloc(*runs, (j->k + 1) * sizeof(*more));
    if (more) *runs = more;
    return ends && more;
}

/** Which OUT the folder is of; 0: of none yet. Then the lines of runs, if they are of this input. */
static uint64_t read_journal(struct journal *j, const char *identity, char *text,
                             struct journal_found *found) {
    char *start = text, *words;
    uint64_t out = 0, secret = 0;
    bool fits = next_line(&text, &words) && strcmp(words, "sortlab runs 1") == 0;
    if (!fits || !next_line(&text, &words) || sscanf(words, "out %" SCNx64, &out) != 1) return 0;
    fits = next_line(&text, &words) && strncmp(words, "in ", 3) == 0 &&
           strcmp(words + 3, identity) == 0;
    if (!next_line(&text, &words) || sscanf(words, "secret %" SCNx64, &secret) != 1) fits = false;
    found->other_input = !fits;
    if (!fits || !make_room(j, NULL)) return out;
    found->secret = secret;
    j->ends[0] = text - start;
    struct run run;
    while (next_line(&text, &words) && read_run(words, &run) && make_room(j, &found->runs)) {
        found->runs[j->k++] = run;
        j->ends[j->k] = text - start;
    }
    found->k = j->k;
    return out;
}

static bool begin_anew(struct journal *j, uint64_t out, const char *identity, uint64_t secret,
                       struct data_error *error) {
    char words[LINE_BYTES];
    // in this order: where a journal is empty, so are the runs
    if (!make_room(j, NULL) || ftruncate(j->runs_fd, 0) != 0 || ftruncate(j->fd, 0) != 0)
        return fail(j, error);
    if (!put_line(j, "sortlab runs 1", error)) return false;
    snprintf(words, sizeof(words), "out %016" PRIx64, out);
    if (!put_line(j, words, error)) return false;
    snprintf(words, sizeof(words), "in %s", identity);
    if (!put_line(j, words, error)) return false;
    snprintf(words, sizeof(words), "secret %016" PRIx64, secret);
    if (!put_line(j, words, error)) return false;
    j->ends[0] = lseek(j->fd, 0, SEEK_END);
    return (fsync(j->fd) == 0 && fsync(j->folder_fd) == 0) || fail(j, error);
}

/*
 * The folder
 */

/** Opens the journal and locks it; again, where its last owner has just thrown it away. */
static bool take_lock(struct journal *j, struct data_error *error) {
    struct stat st;
    for (int i = 0; i < 100; i++) {
        if (mkdir(j->folder, 0777) != 0 && errno != EEXIST) return fail(j, error);
        j->folder_fd = open(j->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (j->folder_fd < 0 && errno != ENOENT) return fail(j, error);
        if (j->folder_fd >= 0)
            j->fd = openat(j->folder_fd, "journal", O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        if (j->fd < 0 && errno != ENOENT) return fail(j, error);
        if (j->fd >= 0 && flock(j->fd, LOCK_EX | LOCK_NB) != 0)
            return data_fail(error, "another sort is at work in '%s'; %s",
                             data_quoted_name(j->folder).text,
                             "wait for it, or choose another place for its output or its runs");
        if (j->fd >= 0 && fstat(j->fd, &st) == 0 && st.st_nlink > 0) return true;
        if (j->fd >= 0) close(j->fd);
        if (j->folder_fd >= 0) close(j->folder_fd);
        j->fd = j->folder_fd = -1;
    }
    errno = EBUSY;
    return fail(j, error);
}

static bool open_all(struct journal *j, const char *out, const char *identity,
                     struct journal_found *found, struct data_error *error) {
    if (!take_lock(j, error)) return false;
    j->runs_fd = openat(j->folder_fd, "runs", O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    char *text = j->runs_fd >= 0 ? whole_text(j) : NULL;
    if (!text) return fail(j, error);
    uint64_t mine = name_of(out), owner = read_journal(j, identity, text, found);
    free(text);
    if (owner == 0 && lseek(j->runs_fd, 0, SEEK_END) > 0)
        return data_fail(error, "'%s' is there and has files that no sort has put there; %s",
                         data_quoted_name(j->folder).text, "move them away");
    if (owner != 0 && owner != mine)
        return data_fail(error, "'%s' keeps the runs of a sort to another file; %s",
                         data_quoted_name(j->folder).text,
                         "finish that one, remove the folder, or choose another");
    if (owner == 0 || found->other_input)
        return begin_anew(j, mine, identity, found->secret, error);
    return journal_cut(j, found->k, error);
}

struct journal *journal_open(const char *folder, const char *out, const char *identity,
                             struct journal_found *found, struct data_error *error) {
    struct journal *j = calloc(1, sizeof(*j));
    char *copy = strdup(folder);
    if (!j || !copy) {
        free(j);
        free(copy);
        data_fail_system(error, DOING, folder, ENOMEM);
        return NULL;
    }
    *j = (struct journal){.folder = copy, .folder_fd = -1, .fd = -1, .runs_fd = -1};
    if (open_all(j, out, identity, found, error)) return j;
    journal_close(j, true);
    return NULL;
}

bool journal_forget(const char *folder, struct data_error *error) {
    char *path = NULL;
    if (asprintf(&path, "%s/journal", folder) < 0)
        return data_fail_system(error, DOING, folder, ENOMEM);
    bool is_there = access(path, F_OK) == 0;
    free(path);
    if (!is_there) return true;
    struct journal j = {.folder = (char *)folder, .folder_fd = -1, .fd = -1, .runs_fd = -1};
    bool ok = take_lock(&j, error);
    if (ok) {
        unlinkat(j.folder_fd, "runs", 0);
        unlinkat(j.folder_fd, "journal", 0);
        rmdir(folder);
    }
    if (j.fd >= 0) close(j.fd);
    if (j.folder_fd >= 0) close(j.folder_fd);
    return ok;
}

int journal_runs_file(const struct journal *j) {
    return j->runs_fd;
}

bool journal_add(struct journal *j, const struct run *run, struct data_error *error) {
    char words[LINE_BYTES];
    if (!make_room(j, NULL)) return fail(j, error);
    snprintf(words, sizeof(words),
             "run %" PRIu64 " %016" PRIx64 " at %" PRIu64 " of %" PRIu64 ":%" PRIu64 " to %" PRIu64
             ":%" PRIu64,
             run->n, run->sum, run->at, run->begin.byte, run->begin.line, run->end.byte,
             run->end.line);
    if (!put_line(j, words, error)) return false;
    j->ends[++j->k] = lseek(j->fd, 0, SEEK_END);
    return fdatasync(j->fd) == 0 || fail(j, error);
}

bool journal_cut(struct journal *j, size_t k, struct data_error *error) {
    j->k = k;
    return (ftruncate(j->fd, j->ends[k]) == 0 && fdatasync(j->fd) == 0) || fail(j, error);
}

void journal_close(struct journal *j, bool keeps) {
    if (!j) return;
    if (!keeps) {
        unlinkat(j->folder_fd, "runs", 0);
        unlinkat(j->folder_fd, "journal", 0); // the last: without it nothing is believed
        rmdir(j->folder);
    }
    if (j->runs_fd >= 0) close(j->runs_fd);
    if (j->fd >= 0) close(j->fd); // which gives the lock back
    if (j->folder_fd >= 0) close(j->folder_fd);
    free(j->ends);
    free(j->folder);
    free(j);
}
