/**
 * @file
 * @brief Files and the network held by Landlock, where there are no namespaces. Kernels from 5.13 on.
 */
#include "grader/grade/sandbox/limits.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The kernel's interface, written out: headers of older systems know less of it, or nothing. */
enum {
    CREATE_RULESET = 444,
    ADD_RULE = 445,
    RESTRICT_SELF = 446,
    ASK_VERSION = 1,
    PATH_BENEATH = 1
};
enum {
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_DIR = 1 << 3,
    MAKE_LINKS =
        1 << 6 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 12, /* devices, sockets, pipes, symlinks */
    TRUNCATE = 1 << 14,
    FIRST_VERSION = (1 << 13) - 1
};
struct ruleset {
    uint64_t files, network, scopes;
};
struct __attribute__((packed)) beneath {
    uint64_t allowed;
    int32_t parent;
};

static uint64_t rights_of(int version) {
    uint64_t rights = FIRST_VERSION;
    if (version >= 2) rights |= 1 << 13; /* to another folder */
    if (version >= 3) rights |= TRUNCATE;
    if (version >= 5) rights |= 1 << 15; /* ioctl of devices */
    return rights;
}

/* What is not there needs no rule. */
static bool allow(int ruleset, const char *path, uint64_t rights) {
    struct stat status;
    struct beneath rule = {0, open(path, O_PATH | O_CLOEXEC)};
    if (rule.parent < 0) return true;
    bool folder = fstat(rule.parent, &status) == 0 && S_ISDIR(status.st_mode);
    rule.allowed =
        folder ? rights : rights & (EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | 1 << 15);
    bool done = syscall(ADD_RULE, ruleset, PATH_BENEATH, &rule, 0) == 0;
    close(rule.parent);
    return done;
}

int limits_landlock_version(void) {
    long version = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
    return version > 0 ? (int)version : 0;
}

bool limits_forbid_files(const struct sandbox_limits *limits) {
    int version = limits_landlock_version();
    if (version == 0) return true;
    const uint64_t all = rights_of(version), reading = EXECUTE | READ_FILE | READ_DIR;
    const struct ruleset held = {all, version >= 4 ? 3 : 0, version >= 6 ? 3 : 0};
    size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    int ruleset = (int)syscall(CREATE_RULESET, &held, size, 0);
    bool done = ruleset >= 0;
    for (size_t i = 0; i < limits->n_read; i++)
        done = done && allow(ruleset, limits->read[i], reading);
    for (size_t i = 0; i < limits->n_write; i++)
        done = done && allow(ruleset, limits->write[i], all & ~(uint64_t)MAKE_LINKS);
    done = done && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(RESTRICT_SELF, ruleset, 0) == 0;
    if (ruleset >= 0) close(ruleset);
    return done;
}
