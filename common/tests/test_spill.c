/**
 * @file
 * @brief common/spill: words come back as they were, whatever the disk does, and nothing stays of it.
 *
 * This program's own open, pwrite and pread stand before the library's, so that a disk can be had
 * that is slow, interrupted, full or old.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/check.h"
#include "common/sort/spill.h"
#include "common/tests/unit.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct check_note note;
static struct data_error error;

/*
 * The disk
 */

/** How it behaves; all zero: well. */
static struct {
    size_t most;                 /**< bytes that one call moves */
    int interrupts;              /**< every so many-th call is interrupted */
    int write_fails, read_fails; /**< with this errno */
    bool is_old;                 /**< knows no O_TMPFILE */
    int calls, nameless;
} disk;

static bool is_interrupted(void) {
    errno = EINTR;
    return disk.interrupts && ++disk.calls % disk.interrupts == 0;
}

static size_t part_of(size_t bytes) {
    return disk.most && bytes > disk.most ? disk.most : bytes;
}

ssize_t pwrite(int fd, const void *from, size_t bytes, off_t at) {
    if (is_interrupted()) return -1;
    errno = disk.write_fails;
    return disk.write_fails ? -1 : syscall(SYS_pwrite64, fd, from, part_of(bytes), at);
}

ssize_t pread(int fd, void *to, size_t bytes, off_t at) {
    if (is_interrupted()) return -1;
    errno = disk.read_fails;
    return disk.read_fails ? -1 : syscall(SYS_pread64, fd, to, part_of(bytes), at);
}

int open(const char *path, int flags, ...) {
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0;
    va_end(args);
    bool nameless = (flags & O_TMPFILE) == O_TMPFILE;
    disk.nameless += nameless;
    errno = EOPNOTSUPP;
    return nameless && disk.is_old ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

/*
 * Folders
 */

static char folder[] = "/tmp/sortlab-spill-XXXXXX";

static void open_folder(void) {
    strcpy(strrchr(folder, '-'), "-XXXXXX");
    if (!mkdtemp(folder)) CU_FAIL_FATAL("no folder in /tmp");
}

/** Removes the folder, which must be empty. */
static void remove_folder(void) {
    CU_ASSERT_EQUAL(rmdir(folder), 0);
    memset(&disk, 0, sizeof(disk));
}

static void expect_sentence(bool ok, const char *sentence) {
    char want[700];
    CU_ASSERT_FALSE(ok);
    snprintf(want, sizeof(want), sentence, folder);
    CU_ASSERT_STRING_EQUAL(error.text, want);
    if (strcmp(error.text, want) != 0) printf("# got:  %s\n# want: %s\n", error.text, want);
    error.text[0] = '\0';
}

/*
 * Tests
 */

enum { N = 100003 };
static uint32_t words[N], back[N];

/** Spills all words in unequal pieces. */
static struct spill *spilled(void) {
    struct spill *s = spill_open(folder, &error);
    data_fill(words, N, DATA_UNIFORM, 3);
    for (size_t i = 0, n = 0; i < N; i += n, n = 3 * n + 1) {
        if (n > N - i) n = N - i;
        CU_ASSERT_TRUE(spill_append(s, words + i, n, &error));
    }
    return s;
}

/** Reads all words in pieces, the last ones first. */
static void expect_back(struct spill *s, size_t piece) {
    memset(back, 0, sizeof(back));
    for (size_t end = N, n; end > 0; end -= n) {
        n = end < piece ? end : piece;
        CU_ASSERT_TRUE(spill_read(s, end - n, back + end - n, n, &error));
    }
    CU_ASSERT_TRUE(check_equal(back, words, N, &note));
}

static void words_come_back(void) {
    open_folder();
    struct spill *s = spilled();
    expect_back(s, N);
    expect_back(s, 777);
    CU_ASSERT_TRUE(spill_append(s, words, N, &error)); // reading has not moved the end
    CU_ASSERT_TRUE(spill_read(s, N, back, N, &error));
    CU_ASSERT_TRUE(check_equal(back, words, N, &note));
    CU_ASSERT_TRUE(spill_append(s, NULL, 0, &error));
    CU_ASSERT_TRUE(spill_read(s, 2 * N, NULL, 0, &error));
    spill_close(s);
    spill_close(NULL);
    remove_folder();
}

static void two_do_not_mix(void) {
    uint32_t a = 1, b = 2;
    open_folder();
    struct spill *first = spill_open(folder, &error), *second = spill_open(folder, &error);
    CU_ASSERT_TRUE(spill_append(first, &a, 1, &error) && spill_append(second, &b, 1, &error));
    CU_ASSERT_TRUE(spill_read(first, 0, &b, 1, &error) && spill_read(second, 0, &a, 1, &error));
    CU_ASSERT(a == 2 && b == 1);
    spill_close(first);
    spill_close(second);
    remove_folder();
}

static void short_and_interrupted_calls_are_repeated(void) {
    static const size_t most[] = {1, 3, 4096, 0};
    for (size_t m = 0; m < COUNT(most); m++) {
        open_folder();
        disk.interrupts = 3;
        disk.most = most[m];
        struct spill *s = spilled();
        expect_back(s, N / 2);
        spill_close(s);
        remove_folder();
    }
}

static void old_disks_do(void) {
    open_folder();
    disk.is_old = true;
    struct spill *s = spilled();
    CU_ASSERT_EQUAL(disk.nameless, 1);
    CU_ASSERT_EQUAL(rmdir(folder), 0); // nothing is in it, open or not
    mkdir(folder, 0700);
    expect_back(s, N);
    spill_close(s);
    remove_folder();
}

/** A child that is killed in the middle leaves nothing. */
static void kills_leave_nothing(void) {
    for (int is_old = 0; is_old <= 1; is_old++) {
        int status;
        open_folder();
        disk.is_old = is_old;
        pid_t child = fork();
        if (child == 0) {
            spilled();
            kill(getpid(), SIGKILL);
        }
        CU_ASSERT(waitpid(child, &status, 0) == child && WTERMSIG(status) == SIGKILL);
        remove_folder();
    }
}

#define CHOOSE "Free some space or choose another disk"

static void errors_of_the_disk_are_named(void) {
    open_folder();
    struct spill *s = spilled();
    disk.write_fails = ENOSPC;
    expect_sentence(spill_append(s, words, 10, &error),
                    "cannot spill keys to '%s': No space left on device. " CHOOSE);
    disk.write_fails = EDQUOT;
    expect_sentence(spill_append(s, words, 10, &error),
                    "cannot spill keys to '%s': Disk quota exceeded. " CHOOSE);
    disk.write_fails = 0;
    disk.read_fails = EIO;
    expect_sentence(
        spill_read(s, 0, back, 10, &error),
        "cannot read the keys spilled to '%s': Input/output error. Check the disk and try again");
    disk.read_fails = 0;
    expect_back(s, N); // what was there is there
    spill_close(s);
    remove_folder();
}

/** The spill would outgrow what the process may write; then it goes on from where it was. */
static void a_limit_on_file_sizes_is_named(void) {
    struct rlimit old, small = {(N - 10) * sizeof(words[0]), RLIM_INFINITY};
    open_folder();
    data_fill(words, N, DATA_UNIFORM, 3);
    struct spill *s = spill_open(folder, &error);
    CU_ASSERT_TRUE(spill_append(s, words, N / 2, &error));
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &old);
    setrlimit(RLIMIT_FSIZE, &small);
    bool ok = spill_append(s, words + N / 2, N - N / 2, &error);
    setrlimit(RLIMIT_FSIZE, &old);
    expect_sentence(
        ok, "cannot spill keys to '%s': File too large. Raise the limit on file sizes (ulimit -f)");
    CU_ASSERT_TRUE(spill_append(s, words + N / 2, N - N / 2, &error));
    expect_back(s, N);
    spill_close(s);
    remove_folder();
}

/** Cuts the file that was opened last, by the name that the system gives to what is open. */
static int cut(off_t bytes) {
    char path[40];
    int fd = dup(0);
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd - 1);
    close(fd);
    return truncate(path, bytes);
}

static void a_file_that_was_cut_is_named(void) {
    open_folder();
    struct spill *s = spilled();
    CU_ASSERT_EQUAL(cut(4002), 0);
    CU_ASSERT_TRUE(spill_read(s, 990, back, 10, &error));
    expect_sentence(spill_read(s, 990, back, 100, &error),
                    "the keys spilled to '%s' ended after 4002 of their 400012 bytes. Something "
                    "cut the file: try again when nothing does");
    spill_close(s);
    remove_folder();
}

static void refuses(const char *place, const char *sentence) {
    char path[300], want[700];
    snprintf(path, sizeof(path), "%s%s", folder, place);
    snprintf(want, sizeof(want), "cannot spill keys to '%s': %s", path, sentence);
    struct spill *s = spill_open(path, &error);
    CU_ASSERT_PTR_NULL(s);
    CU_ASSERT_STRING_EQUAL(error.text, want);
    if (strcmp(error.text, want) != 0) printf("# got:  %s\n# want: %s\n", error.text, want);
    spill_close(s);
}

static void folders_that_cannot_be_used_are_named(void) {
    char path[300];
    open_folder();
    refuses("/no", "No such file or directory. Check the name and that its folder exists");
    snprintf(path, sizeof(path), "%s/file", folder);
    close(open(path, O_CREAT | O_WRONLY, 0600));
    refuses("/file", "Not a directory. Check the name and that its folder exists");
    unlink(path);
    if (geteuid() != 0) { // root may write anywhere
        chmod(folder, 0500);
        refuses("", "Permission denied. Change its permissions or choose another path");
        chmod(folder, 0700);
    }
    CU_ASSERT_PTR_NULL(spill_open("", &error)); // which is not the root
    remove_folder();
}

static const struct unit_test tests[] = {
    {"words come back, in any pieces, from anywhere", words_come_back},
    {"two in one folder do not mix", two_do_not_mix},
    {"short and interrupted calls are repeated", short_and_interrupted_calls_are_repeated},
    {"a disk that makes no nameless files does", old_disks_do},
    {"a kill leaves nothing in the folder", kills_leave_nothing},
    {"errors of the disk are named, and what was spilled is still there",
     errors_of_the_disk_are_named},
    {"a limit on file sizes is named, and can be lifted", a_limit_on_file_sizes_is_named},
    {"a file that was cut is named", a_file_that_was_cut_is_named},
    {"folders that cannot be used are named", folders_that_cannot_be_used_are_named},
};

UNIT_MAIN("spill", tests)
