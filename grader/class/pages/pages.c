/**
 * @file
 * @brief Writes all pages of a class run (pages.h).
 */
#include "grader/class/pages/pages.h"
#include "grader/class/pages/part.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool say(char *problem, size_t size, const char *path) {
    int error = errno;
    snprintf(problem, size, "%.600s cannot be written: %s%s", path, strerror(error),
             error == ENOENT ? " (run it in the kit's top folder, where common/page is)"
                             : "; make room or mend the folder, and write the pages again");
    return false;
}

static bool write_feedback(const char *out, const struct page_class *c,
                           const struct page_student *s, char *problem, size_t size) {
    char path[4096 + 300], title[300];
    struct html *h = html_new();
    if (!h) return say(problem, size, "feedback");
    snprintf(path, sizeof path, "%.4000s/feedback/%.250s.html", out, s->id);
    snprintf(title, sizeof title, "Feedback: %.200s", s->name);
    feedback_page(h, c, s);
    bool written = html_write(h, "feedback", title, path);
    if (!written) say(problem, size, path);
    html_free(h);
    return written;
}

static bool write_class(const char *out, const struct page_class *c, char *problem, size_t size) {
    char path[4096 + 300], title[300];
    struct html *h = html_new();
    if (!h) return say(problem, size, "class.html");
    snprintf(path, sizeof path, "%.4000s/class.html", out);
    snprintf(title, sizeof title, "Class: %.200s", *c->title ? c->title : "Sortlab");
    class_page(h, c);
    bool written = html_write(h, "class", title, path);
    if (!written) say(problem, size, path);
    html_free(h);
    return written;
}

/* A page of a student who is gone would be handed out with the rest. */
static void remove_others(const char *folder, const struct page_class *c) {
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        size_t n = strlen(entry->d_name), ending = strlen(".html"), i = 0;
        if (n <= ending || strcmp(entry->d_name + n - ending, ".html") != 0) continue;
        while (i < c->n_students && (strncmp(entry->d_name, c->students[i].id, n - ending) != 0 ||
                                     strlen(c->students[i].id) != n - ending))
            i++;
        if (i == c->n_students) unlinkat(dirfd(dir), entry->d_name, 0);
    }
    if (dir) closedir(dir);
}

bool pages_write(const char *out, char *problem, size_t size) {
    struct page_class c;
    char folder[4096 + 20];
    if (!page_class_read(&c, out, problem, size)) return false;
    snprintf(folder, sizeof folder, "%.4000s/feedback", out);
    bool written = mkdir(folder, 0755) == 0 || errno == EEXIST || say(problem, size, folder);
    for (size_t i = 0; written && i < c.n_students; i++)
        written = write_feedback(out, &c, &c.students[i], problem, size);
    if (written) remove_others(folder, &c);
    written = written && write_class(out, &c, problem, size);
    page_class_free(&c);
    return written;
}
