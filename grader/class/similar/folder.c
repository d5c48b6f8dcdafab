/**
 * @file
 * @brief Finds the labs' files in a folder that holds a folder a student.
 */
#include "grader/class/similar/similar.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct list {
    struct similar_file *all;
    size_t n, room;
};

static bool is_plain(const char *name) {
    static const char *const allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789_.-";
    return name[0] != '.' && strspn(name, allowed) == strlen(name);
}

static void add(struct list *list, const char *student, const char *lab, const char *path) {
    if (list->n == list->room) {
        size_t room = list->room ? 2 * list->room : 64;
        struct similar_file *more = realloc(list->all, room * sizeof *more);
        if (!more) return;
        list->all = more, list->room = room;
    }
    list->all[list->n++] = (struct similar_file){strdup(student), strdup(lab), strdup(path)};
}

/* FOLDER/STUDENT/03_atomic_merge.cu, or FOLDER/STUDENT/03_atomic_merge/atomic_merge.cu */
static void look_for(struct list *list, const char *folder, const char *student, const char *lab) {
    static const char *const endings[] = {"cu", "c"};
    const char *name = strchr(lab, '_');
    struct stat status;
    char path[4096];
    for (size_t i = 0; name && i < 4; i++) {
        if (i < 2)
            snprintf(path, sizeof path, "%.3000s/%s/%s.%s", folder, student, lab, endings[i]);
        else
            snprintf(path, sizeof path, "%.3000s/%s/%s/%s.%s", folder, student, lab, name + 1,
                     endings[i - 2]);
        if (lstat(path, &status) || !S_ISREG(status.st_mode)) continue;
        add(list, student, lab, path);
        return;
    }
}

static int is_lab(const struct dirent *entry) {
    return entry->d_name[0] >= '0' && entry->d_name[0] <= '9' && is_plain(entry->d_name);
}
static int is_student(const struct dirent *entry) {
    return is_plain(entry->d_name);
}

static void free_names(struct dirent **names, int n) {
    for (int i = 0; i < n; i++) free(names[i]);
    free(names);
}

json_t *similar_folder(const char *folder) {
    struct dirent **students, **labs;
    struct list list = {0};
    int n = scandir(folder, &students, is_student, alphasort);
    if (n < 0) return NULL;
    int n_labs = scandir("labs", &labs, is_lab, alphasort);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n_labs; k++)
            look_for(&list, folder, students[i]->d_name, labs[k]->d_name);
    json_t *found = similar_find(list.all, list.n);
    free_names(students, n);
    if (n_labs >= 0) free_names(labs, n_labs);
    for (size_t i = 0; i < list.n; i++) {
        free((char *)list.all[i].student);
        free((char *)list.all[i].lab);
        free((char *)list.all[i].path);
    }
    free(list.all);
    return found;
}
