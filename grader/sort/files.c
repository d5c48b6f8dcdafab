/**
 * @file
 * @brief What can be said against files and disks before time is spent on sorting.
 */
#include <errno.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "common/sort/spill.h"
#include "grader/sort/run.h"

enum data_format format_for(const struct run_request *r, const char *path) {
    return r->has_format ? r->format : data_format_of(path);
}

/** Both names lead to one file, of a kind that reading or writing would spoil. */
bool is_same_file(const char *a, const char *b) {
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino &&
           !S_ISCHR(x.st_mode);
}

/** OUT is a device or a pipe, to which the keys go straight. */
bool is_stream(const char *out) {
    struct stat st;
    return stat(out, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

/** The folder in which OUT grows. */
static char *folder_of(const char *out) {
    char *path = realpath(out, NULL); // a link leads there
    if (!path) path = strdup(out);
    char *folder = path ? strdup(dirname(path)) : NULL;
    if (!folder) stop(EXIT_REQUEST, "no memory for the name of a folder. Free some memory");
    free(path);
    return folder;
}

char *spill_folder(const struct run_request *r) {
    if (!r->spill && r->out && !is_stream(r->out)) return folder_of(r->out);
    const char *folder = r->spill ? r->spill : getenv("TMPDIR");
    char *copy = strdup(folder && *folder != '\0' ? folder : "/tmp");
    if (!copy) stop(EXIT_REQUEST, "no memory for the name of a folder. Free some memory");
    return copy;
}

static void check_out(const struct run_request *r) {
    if (r->in && is_same_file(r->in, r->out))
        stop(EXIT_REQUEST, "'%s' and '%s' are the same file. Write to another one", r->in, r->out);
    if (is_stream(r->out) && access(r->out, W_OK) != 0)
        stop(EXIT_REQUEST, "cannot write '%s': %s. Choose another place", r->out, strerror(errno));
    if (is_stream(r->out)) return; // opening it twice might be noticed at its other end
    out_open(r);
    out_abandon();
}

static void check_spill(const struct run_request *r) {
    struct data_error error;
    char *folder = spill_folder(r);
    struct spill *spill = spill_open(folder, &error);
    if (!spill) stop(EXIT_REQUEST, "%s", error.text);
    spill_close(spill);
    free(folder);
}

void check_files(const struct run_request *r) {
    if (r->out) check_out(r);
    if (r->sort.host_bytes || r->engine != ENGINE_LABS) check_spill(r);
}

/** Ends the program when the folder's disk has not so many bytes. */
static void need_space(const char *folder, uint64_t bytes, const char *doing, const char *path,
                       const char *what) {
    struct statvfs disk;
    if (statvfs(folder, &disk) != 0 || disk.f_blocks == 0) return; // it does not say
    uint64_t free_bytes = (uint64_t)disk.f_bfree * disk.f_frsize;
    if (free_bytes < bytes)
        stop(EXIT_REQUEST,
             "cannot %s '%s': its disk has %" PRIu64 " bytes free and %s take %" PRIu64
             " or more. Free some space or choose another disk",
             doing, path, free_bytes, what, bytes);
}

static bool is_same_disk(const char *a, const char *b) {
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev;
}

/**
 * n keys need space on OUT's disk, beside the old OUT, which stays until they are all there; and those
 * that are to be spilled need space for that, until they are all in OUT.
 */
void check_disks(const struct run_request *r, uint64_t n, uint64_t n_spilled) {
    bool writes = r->out && !is_stream(r->out);
    char *spill = spill_folder(r), *folder = folder_of(writes ? r->out : ".");
    uint64_t spilled = n_spilled * sizeof(uint32_t);
    uint64_t written = 0;
    if (writes) written = n * (format_for(r, r->out) == DATA_TEXT ? 2 : sizeof(uint32_t));
    if (writes && spilled && is_same_disk(folder, spill))
        need_space(folder, written + spilled, "write", r->out,
                   "the keys, which are spilled there,");
    if (writes) need_space(folder, written, "write", r->out, "the keys");
    if (spilled) need_space(spill, spilled, "spill keys to", spill, "they");
    free(folder);
    free(spill);
}
