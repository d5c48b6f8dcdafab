/**
 * @file
 * @brief Which labs count: "03-04", "01,03", or all that there are.
 */
#include "grader/class/class.h"
#include "grader/shared/lab_name.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_lab(const struct dirent *entry) {
    char path[512];
    snprintf(path, sizeof(path), "labs/%.200s/stages.c", entry->d_name);
    return isdigit((unsigned char)entry->d_name[0]) && strlen(entry->d_name) < 60 &&
           access(path, F_OK) == 0;
}

/* True when the list holds the number; what is no list ends the program. */
static bool list_holds(const char *list, long number) {
    bool holds = false;
    for (const char *at = list + strspn(list, " ,"); *at; at += strspn(at, " ,")) {
        char *end;
        long first = strtol(at, &end, 10), last = first;
        if (*end == '-') last = strtol(end + 1, &end, 10);
        if (!isdigit((unsigned char)*at) || (*end && !strchr(" ,", *end)) || last < first) {
            errno = 0;
            class_stop("LABS is '%s'. It must be like 03-04 or 01,03", list);
        }
        holds |= number >= first && number <= last;
        at = end;
    }
    return holds;
}

void class_find_labs(struct class *c) {
    struct dirent **entries;
    int n = scandir("labs", &entries, is_lab, alphasort);
    for (int i = 0; i < n && c->n_labs < CLASS_LABS; i++) {
        const char *name = entries[i]->d_name;
        struct class_lab *lab = &c->labs[c->n_labs];
        if (c->chosen_labs && !list_holds(c->chosen_labs, strtol(name, NULL, 10))) continue;
        snprintf(lab->name, sizeof(lab->name), "%s", name);
        lab->bare = lab_bare(lab->name);
        c->n_labs++;
    }
    for (int i = 0; i < n; i++) free(entries[i]);
    if (n >= 0) free(entries);
    errno = 0;
    if (c->n_labs == 0)
        class_stop("no lab in labs/ is one of LABS='%s'", c->chosen_labs ? c->chosen_labs : "");
}
