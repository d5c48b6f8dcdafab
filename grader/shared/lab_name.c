/**
 * @file
 * @brief Labs by their names and numbers (lab_name.h).
 */
#include "grader/shared/lab_name.h"

#include <stdlib.h>
#include <string.h>

bool lab_is(const char *name, const char *wanted) {
    size_t digits = strspn(wanted, "0123456789");
    if (digits == 0 || digits > 8 || wanted[digits]) return strcmp(name, wanted) == 0;
    return atoi(name) == atoi(wanted);
}

const char *lab_bare(const char *name) {
    const char *underscore = strchr(name, '_');
    return underscore ? underscore + 1 : name;
}
