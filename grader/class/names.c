/**
 * @file
 * @brief Students' names (see names.h): what is graded twice has the same name twice.
 */
#include "grader/class/names.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NAME_MOST = 100 };

static const char *const endings[] = {".zip", ".tar",     ".tar.gz",  ".tgz",  ".tar.xz",
                                      ".txz", ".tar.zst", ".tar.bz2", ".tbz2", ".git"};

/* Which of the endings it has; NULL: none of them. */
static const char *ending_of(const char *entry) {
    size_t n = strlen(entry);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t m = strlen(endings[i]);
        if (n > m && !strcasecmp(entry + n - m, endings[i])) return endings[i];
    }
    return NULL;
}

bool name_is_archive(const char *entry) {
    const char *ending = ending_of(entry);
    return ending && strcmp(ending, ".git");
}

/* Moodle's folders are called "Anna Blum_1234_assignsubmission_file_". */
static size_t without_moodle(const char *entry, size_t n) {
    static const char mark[] = "_assignsubmission_file";
    const char *at = strstr(entry, mark);
    if (!at || (size_t)(at - entry) >= n) return n;
    size_t left = (size_t)(at - entry);
    while (left > 1 && isdigit((unsigned char)entry[left - 1])) left--;
    return left > 1 && entry[left - 1] == '_' ? left - 1 : (size_t)(at - entry);
}

size_t name_without_ending(const char *entry) {
    const char *ending = ending_of(entry);
    size_t n = strlen(entry) - (ending ? strlen(ending) : 0);
    return without_moodle(entry, n);
}

static void add_hash(const char *entry, char name[CLASS_NAME]) {
    char hash[CLASS_HASH];
    size_t n = strlen(name);
    class_hash(entry, strlen(entry), hash);
    if (n > NAME_MOST) n = NAME_MOST;
    snprintf(name + n, CLASS_NAME - n, "-%.8s", hash);
}

bool name_of(const char *entry, size_t n, char name[CLASS_NAME]) {
    size_t used = 0;
    bool plain = true;
    for (size_t i = 0; i < n && used < NAME_MOST + 1; i++) {
        unsigned char c = (unsigned char)entry[i];
        bool first = i == 0 && strchr(".-", c);
        if (c < 128 && !first && (isalnum(c) || strchr("_.@+-", c)))
            name[used++] = (char)c;
        else if (c == ' ')
            name[used++] = '_';
        else
            used += (size_t)snprintf(name + used, 4, "+%02X", c);
        plain &= name[used - 1] == (char)c;
    }
    name[used] = 0;
    if (used > NAME_MOST || used == 0) add_hash(entry, name);
    return plain && used > 0 && used <= NAME_MOST;
}

static int by_name(const void *a, const void *b) {
    const struct class_student *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : strcmp(x->entry, y->entry);
}

void names_settle(struct class_student *students, size_t n) {
    for (int round = 0; round < 2; round++) {
        qsort(students, n, sizeof *students, by_name);
        for (size_t i = 0; i < n;) {
            size_t end = i + 1;
            while (end < n && !strcmp(students[end].name, students[i].name)) end++;
            for (size_t k = i; end - i > 1 && k < end; k++) {
                struct class_student *s = &students[k];
                if (round == 0)
                    name_of(s->entry, strlen(s->entry), s->name);
                else
                    add_hash(s->entry, s->name);
            }
            i = end;
        }
    }
    qsort(students, n, sizeof *students, by_name);
}
