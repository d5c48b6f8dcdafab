/**
 * @file
 * @brief Defences that a test can take out, to see that the attack which each one stops is a real one.
 *
 * In the grader that people run no defence can be taken out: this is `false`, and costs nothing. A grader
 * for tests is built with -DSORTLAB_TEST_SWITCHES; there the variable SORTLAB_WITHOUT names the defences, with
 * commas between them, that are left out.
 */
#ifndef SORTLAB_TEST_SWITCHES_H
#define SORTLAB_TEST_SWITCHES_H

#include <stdbool.h>

#ifdef SORTLAB_TEST_SWITCHES
#include <stdlib.h>
#include <string.h>

static inline bool defence_is_out(const char *defence) {
    const char *list = getenv("SORTLAB_WITHOUT");
    size_t length = strlen(defence);
    for (; list && *list; list += strcspn(list, ","), list += *list == ',')
        if (strcspn(list, ",") == length && strncmp(list, defence, length) == 0) return true;
    return false;
}
/* For the init process, whose environment is otherwise empty; NULL: all defences are in. */
static inline const char *defences_out(void) {
    return getenv("SORTLAB_WITHOUT");
}
#else
static inline bool defence_is_out(const char *defence) {
    (void)defence;
    return false;
}
#define defences_out() ((const char *)0)
#endif

#endif
