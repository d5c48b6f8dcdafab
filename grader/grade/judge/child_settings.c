/**
 * @file
 * @brief What the judge says of a run (SIMT_*, *SAN_OPTIONS), out of the sight of the learner's code.
 *
 * The settings tell whether accesses are checked, and who knows that could be honest then and careless
 * elsewhere. So they leave the environment, and the memory that it came in, before any code of the
 * learner's: the grader refuses constructors that come before this one (child_names.sh).
 */
#include "common/stage/stage.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 32 };
static char *kept[MOST + 1]; /* NAME=VALUE */

static bool is_setting(const char *entry) {
    const char *value = strchr(entry, '=');
    return strncmp(entry, "SIMT_", 5) == 0 ||
           (value && value - entry > 11 && strncmp(value - 11, "SAN_OPTIONS", 11) == 0);
}

/* The CPU runtime asks before there are constructors. */
__attribute__((constructor(101))) static void take(void) {
    static bool taken;
    char **left = environ;
    int n = 0;
    if (taken) return;
    taken = true;
    for (char **entry = environ; *entry; entry++) {
        bool takes = is_setting(*entry) && n < MOST && (kept[n] = strdup(*entry));
        if (!takes) *left++ = *entry;
        if (!takes) continue;
        explicit_bzero(*entry, strlen(*entry)); // /proc/self/environ shows this memory
        n++;
    }
    *left = NULL;
}

const char *simt_setting_kept(const char *name) {
    size_t length = strlen(name);
    take();
    for (char **entry = kept; *entry; entry++)
        if (strncmp(*entry, name, length) == 0 && (*entry)[length] == '=')
            return *entry + length + 1;
    return strcmp(name, "SIMT_DEVICE_MEMORY") == 0 ? getenv(name)
                                                   : NULL; // a stage may set it (watch.h)
}
