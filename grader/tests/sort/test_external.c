/**
 * @file
 * @brief The external sort's disk, journal and IN: whatever a system call does, and wherever a journal was
 *        cut, what is read is right or is not read.
 *
 * This program's own pread, pwrite, fallocate and fsync stand before the library's, so that a disk can be had
 * that is slow, interrupted, full, or cannot be read directly.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common/tests/unit.h"
#include "common/sort/disk.h"
#include "grader/sort/external/external_state.h"
#include "grader/sort/external/source.h"

static struct data_error error;

/** How the disk behaves; all zero: well. */
static struct {
    size_t most;         /**< bytes that one call moves */
    int interrupts;      /**< every so many-th call is interrupted */
    bool refuses_direct; /**< as one with longer lines does */
    int fails;           /**< with this errno */
    int calls;
} disk;

static int trouble(int fd) {
    if (disk.interrupts && ++disk.calls % disk.interrupts == 0) return EINTR;
    if (disk.refuses_direct && fcntl(fd, F_GETFL) & O_DIRECT) return EINVAL;
    return disk.fails;
}

static size_t part_of(size_t bytes) {
    return disk.most && bytes > disk.most ? disk.most : bytes;
}

ssize_t pwrite(int fd, const void *from, size_t bytes, off_t at) {
    errno = trouble(fd);
    return errno ? -1 : syscall(SYS_pwrite64, fd, from, part_of(bytes), at);
}

ssize_t pread(int fd, void *to, size_t bytes, off_t at) {
    errno = trouble(fd);
    return errno ? -1 : syscall(SYS_pread64, fd, to, part_of(bytes), at);
}

int fallocate(int fd, int mode, off_t at, off_t bytes) {
    errno = trouble(fd);
    return errno ? -1 : (int)syscall(SYS_fallocate, fd, mode, at, bytes);
}

/** Nobody takes the power away here, and hundreds of journals are written. */
int fsync(int fd) {
    (void)fd;
    return 0;
}

int fdatasync(int fd) {
    return fsync(fd);
}

static char folder[] = "/tmp/sortlab-external-XXXXXX";

static void open_folder(void) {
    strcpy(folder + sizeof(folder) - 7, "XXXXXX");
    if (!mkdtemp(folder) || chdir(folder) != 0) abort();
    memset(&disk, 0, sizeof(disk));
}

static void remove_folder(void) {
    if (chdir("/") != 0 || rmdir(folder) != 0) CU_FAIL("something is left in the folder");
}

/*
 * The disk
 */

enum { BYTES = 4 * DISK_LINE };

/** Writes and reads four lines by this disk. */
static void expect_back(size_t most, int interrupts, bool refuses_direct) {
    static _Alignas(DISK_LINE) char there[BYTES], back[BYTES + DISK_LINE];
    size_t got;
    int fd = open("file", O_RDWR | O_CREAT | O_TRUNC, 0600);
    for (size_t i = 0; i < BYTES; i++) there[i] = (char)(i * 7 + i / 1000);
    disk_go_direct(fd);
    disk.most = most, disk.interrupts = interrupts, disk.refuses_direct = refuses_direct;
    CU_ASSERT_EQUAL(disk_reserve(fd, 0, BYTES), 0);
    CU_ASSERT_EQUAL(disk_write(fd, there, BYTES, 0), 0);
    CU_ASSERT_EQUAL(disk_read(fd, back, sizeof(back), 0, &got), 0);
    CU_ASSERT(got == BYTES && memcmp(there, back, BYTES) == 0);
    memset(&disk, 0, sizeof(disk));
    close(fd);
    unlink("file");
}

static void bytes_come_back(void) {
    open_folder();
    expect_back(0, 0, false);
    expect_back(DISK_LINE, 0, false);
    expect_back(0, 2, false);
    expect_back(1000, 3, true);
    remove_folder();
}

static void errors_are_passed_on(void) {
    static _Alignas(DISK_LINE) char line[DISK_LINE];
    size_t got;
    open_folder();
    int fd = open("file", O_RDWR | O_CREAT, 0600);
    disk.fails = ENOSPC;
    CU_ASSERT_EQUAL(disk_reserve(fd, 0, 1), ENOSPC);
    CU_ASSERT_EQUAL(disk_write(fd, line, DISK_LINE, 0), ENOSPC);
    disk.fails = EOPNOTSUPP; // then room is not taken beforehand
    CU_ASSERT_EQUAL(disk_reserve(fd, 0, 1), 0);
    disk.fails = EIO;
    CU_ASSERT_EQUAL(disk_read(fd, line, DISK_LINE, 0, &got), EIO);
    disk.fails = 0;
    close(fd);
    unlink("file");
    remove_folder();
}

/*
 * The journal
 */

enum { THIS_ONE = 5 }; /**< the input */

static const struct run runs[] = {{.n = 5, .sum = 50, .end = {20, 1}},
                                  {.n = 6, .sum = ~0ull, .end = {44, 9}, .at = 4096},
                                  {.n = 7, .sum = 70, .end = {72, 16}, .at = 8192}};

/** Runs that a journal says there are; -1: it cannot be opened. */
static int found_of(const char *out, uint64_t identity, uint64_t *secret) {
    struct journal j;
    struct run *found;
    if (!journal_open(&j, "kept", out, identity, 1, &found, &error)) return -1;
    for (size_t i = 0; i < j.k; i++) {
        const struct run *got = &found[i], *want = &runs[i];
        CU_ASSERT(got->n == want->n && got->sum == want->sum && got->at == want->at &&
                  memcmp(&got->end, &want->end, sizeof(got->end)) == 0);
    }
    *secret = j.secret;
    free(found);
    journal_close(&j, true);
    return (int)j.k;
}

/** A journal of three runs; its bytes. */
static size_t put_journal(char *text, size_t capacity) {
    struct journal j;
    struct run *none;
    CU_ASSERT_TRUE_FATAL(journal_open(&j, "kept", "out", THIS_ONE, 77, &none, &error));
    for (int i = 0; i < 3; i++) CU_ASSERT_TRUE(journal_add(&j, &runs[i], &error));
    journal_close(&j, true);
    int fd = open("kept/journal", O_RDONLY);
    ssize_t bytes = read(fd, text, capacity);
    close(fd);
    return (size_t)bytes;
}

static void put_text(const char *text, size_t bytes) {
    int fd = open("kept/journal", O_WRONLY | O_TRUNC);
    if (write(fd, text, bytes) != (ssize_t)bytes) CU_FAIL("cannot write");
    close(fd);
}

/** How many of the three runs' lines end within so many bytes. */
static int whole_lines(const char *text, size_t bytes) {
    int lines = 0;
    for (size_t i = 0; i < bytes; i++) lines += text[i] == '\n';
    return lines < 1 ? 0 : lines - 1;
}

static void a_journal_may_be_cut_anywhere(void) {
    char text[4096];
    uint64_t secret;
    open_folder();
    size_t bytes = put_journal(text, sizeof(text));
    CU_ASSERT_EQUAL(found_of("out", THIS_ONE, &secret), 3);
    CU_ASSERT_EQUAL(secret, 77);
    for (size_t cut = 0; cut < bytes; cut++) {
        put_text(text, cut);
        int k = found_of("out", THIS_ONE, &secret);
        if (k != whole_lines(text, cut)) CU_FAIL("a cut journal was misread");
    }
    CU_ASSERT_TRUE(journal_forget("kept", &error));
    remove_folder();
}

static void a_wrong_byte_ends_a_journal(void) {
    char text[4096];
    uint64_t secret;
    open_folder();
    size_t bytes = put_journal(text, sizeof(text)), head = 0;
    while (text[head++] != '\n') continue;
    for (size_t i = head; i < bytes; i++) {
        char was = text[i];
        text[i] = was == '7' ? '3' : '7';
        put_text(text, bytes);
        int k = found_of("out", THIS_ONE, &secret);
        if (was != '\n' && k > whole_lines(text, i)) CU_FAIL("a wrong journal was believed");
        text[i] = was;
    }
    CU_ASSERT_TRUE(journal_forget("kept", &error));
    remove_folder();
}

static void a_journal_knows_whose_it_is(void) {
    char text[4096];
    uint64_t secret;
    open_folder();
    put_journal(text, sizeof(text));
    CU_ASSERT_EQUAL(found_of("other", THIS_ONE, &secret), -1);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.text, "another file"));
    CU_ASSERT_EQUAL(found_of("./out", THIS_ONE, &secret), 3);
    CU_ASSERT_EQUAL(found_of("out", THIS_ONE + 1, &secret), 0);
    CU_ASSERT_EQUAL(secret, 1);
    CU_ASSERT_TRUE(journal_forget("kept", &error));
    remove_folder();
}

/*
 * IN
 */

static uint64_t identity_of(const char *path) {
    uint64_t identity = 0;
    const struct external_source what = {.path = path, .format = DATA_BINARY};
    struct source *s = source_open(&what, KEY_U32, &error);
    CU_ASSERT_TRUE_FATAL(s && source_identity(s, &identity, &error));
    source_close(s);
    return identity;
}

static void another_in_is_known(void) {
    static uint32_t keys[100000];
    const struct timespec then[2] = {{1000, 5}, {1000, 5}}, later[2] = {{1000, 5}, {1000, 6}};
    open_folder();
    CU_ASSERT_TRUE(data_write("in", DATA_BINARY, KEY_U32, keys, 100000, &error));
    utimensat(AT_FDCWD, "in", then, 0);
    uint64_t was = identity_of("in");
    CU_ASSERT(identity_of("in") == was);
    utimensat(AT_FDCWD, "in", later, 0);
    CU_ASSERT(identity_of("in") != was);
    keys[99999] = 1; // the last key is in a sample
    CU_ASSERT_TRUE(data_write("in", DATA_BINARY, KEY_U32, keys, 100000, &error));
    utimensat(AT_FDCWD, "in", then, 0);
    CU_ASSERT(identity_of("in") != was);
    unlink("in");
    remove_folder();
}

static const struct unit_test tests[] = {
    {"bytes come back by a disk that is slow, interrupted or not direct", bytes_come_back},
    {"a full or broken disk is told of", errors_are_passed_on},
    {"a journal that is cut anywhere has the runs of its whole lines",
     a_journal_may_be_cut_anywhere},
    {"and one with a wrong byte those before it", a_wrong_byte_ends_a_journal},
    {"a journal is for one output and one input", a_journal_knows_whose_it_is},
    {"another input is known by its time and its samples", another_in_is_known},
};

UNIT_MAIN("external", tests)
