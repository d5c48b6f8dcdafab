#include "grader/shared/language.h"
#include "grader/shared/said.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *setting(void) {
    static const char *const names[] = {"WORDS", "LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value) return value;
    }
    return "";
}

const char *language(void) {
    static char letters[LANGUAGE_LETTERS + 1];
    char path[64];
    const char *value = setting();
    if (strspn(value, "abcdefghijklmnopqrstuvwxyz") != LANGUAGE_LETTERS) return "";
    memcpy(letters, value, LANGUAGE_LETTERS);
    snprintf(path, sizeof path, "docs/%s/learner.md", letters);
    return access(path, R_OK) == 0 ? letters : "";
}

void language_page(const char *path, char *where, size_t size) {
    const char *letters = language();
    snprintf(where, size, "%s", path);
    if (!*letters) return;
    const char *page = strncmp(path, "docs/", 5) == 0 ? path + 5 : path;
    snprintf(where, size, "docs/%s/%s", letters, page);
    if (access(where, R_OK) != 0)
        snprintf(where, size, said("%s (not yet in this language)"), path);
}
