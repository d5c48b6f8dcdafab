/**
 * @file
 * @brief Sentences about files (see data_error.h).
 */
#include "common/data_error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool data_fail(struct data_error *error, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof(error->text), format, args);
    va_end(args);
    return false;
}

struct data_quote data_quoted(const char *text, size_t length, size_t most) {
    struct data_quote q;
    size_t shown = length < most ? length : most;
    for (size_t i = 0; i < shown; i++) q.text[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
    strcpy(q.text + shown, shown < length ? "..." : "");
    return q;
}

struct data_quote data_quoted_name(const char *path) {
    return data_quoted(path, strlen(path), 200);
}

const char *data_remedy(int number) {
    switch (number) {
    case ENOENT:
    case ENOTDIR:
        return "Check the name and that its folder exists";
    case EISDIR:
        return "Name a file, not a folder";
    case EACCES:
    case EPERM:
        return "Change its permissions or choose another path";
    case ENOSPC:
    case EDQUOT:
        return "Free some space or choose another disk";
    case EROFS:
        return "Choose a disk that can be written";
    case EFBIG:
        return "Raise the limit on file sizes (ulimit -f)";
    case ENAMETOOLONG:
        return "Choose a shorter name";
    case ENOMEM:
        return "Free some memory or sort a smaller file";
    default:
        return "Check the disk and try again";
    }
}

bool data_fail_system(struct data_error *error, const char *doing, const char *path, int number) {
    return data_fail(error, "cannot %s '%s': %s. %s", doing, data_quoted_name(path).text,
                     strerror(number), data_remedy(number));
}
