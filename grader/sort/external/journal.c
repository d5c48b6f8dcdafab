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
#include "common/sort/disk.h"
#include "common/hash64.h"
#include "grader/sort/external/external_state.h"

#define DOING "keep runs in"
#define LINE  "%016" PRIx64 " %016" PRIx64 " %016" PRIx64 " %016" PRIx64 " %016" PRIx64 "\n"

/** The first line; those of runs have n, sum, and the place in the input behind the run. */
enum { OUT, IDENTITY, SECRET, VERSION, WORDS, LINE_BYTES = 17 * (WORDS + 1) };

static bool fail(const struct journal *j, struct data_error *error) {
    return data_fail_system(error, DOING, j->folder, errno);
}

/** A check of a line's words, and of which line it is. */
static uint64_t check_of(const uint64_t w[WORDS], size_t line) {
    uint64_t hash = line;
    for (int i = 0; i < WORDS; i++) hash = mix64(hash + w[i] + MIX_STEP);
    return hash;
}

/** Puts a line into the journal, and on the disk. */
static bool put_line(const struct journal *j, size_t line, const uint64_t w[WORDS],
                     struct data_error *error) {
    char text[LINE_BYTES + 1];
    snprintf(text, sizeof(text), LINE, w[0], w[1], w[2], w[3], check_of(w, line));
    errno = disk_write(j->fd, text, LINE_BYTES, (uint64_t)line * LINE_BYTES);
    return (errno == 0 && fdatasync(j->fd) == 0) || fail(j, error);
}

/** False where it is not whole. */
static bool get_line(const struct journal *j, size_t line, uint64_t w[WORDS]) {
    char text[LINE_BYTES + 1] = "";
    uint64_t check;
    size_t got;
    return disk_read(j->fd, text, LINE_BYTES, (uint64_t)line * LINE_BYTES, &got) == 0 &&
           got == LINE_BYTES &&
           sscanf(text, "%" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64, &w[0], &w[1],
                  &w[2], &w[3], &check) == WORDS + 1 &&
           check == check_of(w, line);
}

static uint64_t hash_text(uint64_t hash, const char *text) {
    for (; *text; text++) hash = mix64(hash + (unsigned char)*text + MIX_STEP);
    return hash;
}

/** Which OUT it is: its folder, whatever way leads there, and its name. */
static uint64_t hash_out(const char *out) {
    const char *slash = strrchr(out, '/'), *name = slash ? slash + 1 : out;
    char *folder = slash ? strndup(out, (size_t)(name - out)) : strdup(".");
    char *path = folder ? realpath(folder, NULL) : NULL;
    uint64_t hash = hash_text(path ? hash_text(1, path) : 1, name);
    free(path);
    free(folder);
    return hash;
}

/** The runs that the lines say there are. */
static bool read_runs(struct journal *j, struct run **runs, struct data_error *error) {
    uint64_t w[WORDS], at = 0;
    for (; get_line(j, j->k + 1, w); j->k++) {
        struct run *more = realloc(*runs, (j->k + 1) * sizeof(*more));
        if (!more) return fail(j, error);
        *runs = more;
        more[j->k] = (struct run){.n = w[0], .sum = w[1], .end = {w[2], w[3]}, .at = at};
        at += run_bytes(w[0]);
    }
    return journal_cut(j, j->k, error);
}

static bool begin(struct journal *j, const uint64_t head[WORDS], struct data_error *error) {
    // in this order: where a journal is empty, so are the runs
    if (ftruncate(j->runs_fd, 0) != 0 || ftruncate(j->fd, 0) != 0) return fail(j, error);
    return put_line(j, 0, head, error) && (fsync(j->folder_fd) == 0 || fail(j, error));
}

/** Opens the files and locks the journal, unless its last owner has just thrown it away. */
static bool take_folder(struct journal *j, const char *folder, struct data_error *error) {
    struct stat st;
    *j = (struct journal){folder, -1, -1, -1, 0, 0, false};
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) return fail(j, error);
    j->folder_fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (j->folder_fd < 0) return fail(j, error);
    j->fd = openat(j->folder_fd, "journal", O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (j->fd < 0) return fail(j, error);
    if (flock(j->fd, LOCK_EX | LOCK_NB) != 0 || fstat(j->fd, &st) != 0 || st.st_nlink == 0)
        return data_fail(error, "another sort is at work in '%s'. %s",
                         data_quoted_name(folder).text,
                         "Wait for it, or choose another path for the output or the runs");
    j->runs_fd = openat(j->folder_fd, "runs", O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    return j->runs_fd >= 0 || fail(j, error);
}

static bool read_journal(struct journal *j, const uint64_t mine[WORDS], struct run **runs,
                         struct data_error *error) {
    uint64_t head[WORDS];
    bool has_head = get_line(j, 0, head) && head[VERSION] == mine[VERSION];
    if (!has_head && lseek(j->runs_fd, 0, SEEK_END) > 0)
        return data_fail(error, "'%s' is there and has files that no sort has put there. %s",
                         data_quoted_name(j->folder).text, "Move them away");
    if (has_head && head[OUT] != mine[OUT])
        return data_fail(error, "'%s' keeps the runs of a sort to another file. %s",
                         data_quoted_name(j->folder).text,
                         "Finish that sort, remove the folder, or choose another");
    j->other_input = has_head && head[IDENTITY] != mine[IDENTITY];
    j->secret = mine[SECRET];
    if (!has_head || j->other_input) return begin(j, mine, error);
    j->secret = head[SECRET];
    return read_runs(j, runs, error);
}

bool journal_open(struct journal *j, const char *folder, const char *out, uint64_t identity,
                  uint64_t secret, struct run **runs, struct data_error *error) {
    const uint64_t mine[WORDS] = {hash_out(out), identity, secret, 2};
    *runs = NULL;
    if (take_folder(j, folder, error) && read_journal(j, mine, runs, error)) return true;
    free(*runs);
    *runs = NULL;
    journal_close(j, true);
    return false;
}

bool journal_forget(const char *folder, struct data_error *error) {
    struct journal j;
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool is_there = fd >= 0 && faccessat(fd, "journal", F_OK, 0) == 0;
    if (fd >= 0) close(fd);
    bool ok = !is_there || take_folder(&j, folder, error);
    if (is_there) journal_close(&j, !ok);
    return ok;
}

bool journal_add(struct journal *j, const struct run *run, struct data_error *error) {
    const uint64_t w[WORDS] = {run->n, run->sum, run->end.byte, run->end.line};
    bool ok = put_line(j, j->k + 1, w, error);
    j->k += ok;
    return ok;
}

bool journal_cut(struct journal *j, size_t k, struct data_error *error) {
    j->k = k;
    return (ftruncate(j->fd, (off_t)((k + 1) * LINE_BYTES)) == 0 && fdatasync(j->fd) == 0) ||
           fail(j, error);
}

void journal_close(struct journal *j, bool keeps) {
    if (!keeps && j->fd >= 0) {
        unlinkat(j->folder_fd, "runs", 0);
        unlinkat(j->folder_fd, "journal", 0); // the last: without it nothing is believed
        rmdir(j->folder);
    }
    if (j->runs_fd >= 0) close(j->runs_fd);
    if (j->fd >= 0) close(j->fd); // which gives the lock back
    if (j->folder_fd >= 0) close(j->folder_fd);
    j->runs_fd = j->fd = j->folder_fd = -1;
}
