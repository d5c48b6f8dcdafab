/**
 * @file
 * @brief Loaded into the grader by a test: says at its end which descriptors are open.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Its own folder is locked to the end. */
static int is_usual(const char *what) {
    return strstr(what, "/work-") || strstr(what, "/proc/");
}

__attribute__((destructor)) static void tell(void) {
    const char *path = getenv("HOSTILE_DESCRIPTORS");
    char name[300], what[4096];
    if (!path || strcmp(program_invocation_short_name, "grade") != 0) return;
    DIR *folder = opendir("/proc/self/fd");
    FILE *out = fopen(path, "w");
    for (struct dirent *d; folder && out && (d = readdir(folder));) {
        int fd = atoi(d->d_name);
        snprintf(name, sizeof(name), "/proc/self/fd/%s", d->d_name);
        ssize_t n = readlink(name, what, sizeof(what) - 1);
        if (fd < 3 || fd == fileno(out) || n < 0) continue;
        what[n] = 0;
        if (!is_usual(what)) fprintf(out, "%d %s; ", fd, what);
    }
    if (out) fclose(out);
    if (folder) closedir(folder);
}
