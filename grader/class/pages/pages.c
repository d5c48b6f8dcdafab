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
             error == ENOENT ? " (run it in the kit's top folder, where common/web is)"
                             : "; make room or mend the folder, and write the pages again");
    return false;
}

/* The page is FOLDER/STUDENT.html in OUT. */
static bool write_page(struct html *h, const char *out, const char *folder,
                       const struct page_student *s, const char *words, char *problem,
                       size_t size) {
    char path[4096 + 300], title[300];
    snprintf(path, sizeof(path), "%.4000s/%s/%.250s.html", out, folder, s->id);
    snprintf(title, sizeof(title), "%s: %.200s", words, s->name);
    return html_write(h, "feedback", title, path) || say(problem, size, path);
}

static bool write_feedback(const char *out, const struct page_class *c,
                           const struct page_student *s, char *problem, size_t size) {
    struct html *h = html_new();
    if (!h) return say(problem, size, "feedback");
    feedback_page(h, c, s);
    bool written = write_page(h, out, "feedback", s, "Feedback", problem, size);
    html_free(h);
    return written;
}

static bool write_code(const char *out, const struct page_class *c, struct page_student *s,
                       char *problem, size_t size) {
    struct html *h = html_new();
    if (!h) return say(problem, size, "code");
    s->code = code_page(h, c, out, s);
    bool written = !s->code || write_page(h, out, "code", s, "Code", problem, size);
    html_free(h);
    return written;
}

static bool write_class(const char *out, const struct page_class *c, char *problem, size_t size) {
    char path[4096 + 300], title[300];
    struct html *h = html_new();
    if (!h) return say(problem, size, "class.html");
    snprintf(path, sizeof(path), "%.4000s/class.html", out);
    snprintf(title, sizeof(title), "Class: %.200s", *c->title ? c->title : "Sortlab");
    class_page(h, c);
    bool written = html_write(h, "class", title, path);
    if (!written) say(problem, size, path);
    html_free(h);
    return written;
}

/*
 * Look-alikes.
 */
static bool write_group(const char *out, const struct page_class *c, const json_t *group,
                        char *problem, size_t size) {
    char path[4096 + 100], title[100], lab[128];
    struct html *h = html_new();
    if (!h) return say(problem, size, "look-alikes");
    snprintf(path, sizeof(path), "%.4000s/%.60s", out,
             json_string_value(json_object_get(group, "page")));
    snprintf(title, sizeof(title), "Look-alikes: %.60s",
             page_lab_name(json_string_value(json_object_get(group, "lab")), lab));
    look_alike_page(h, c, group, out);
    bool written = html_write(h, "look-alikes", title, path);
    if (!written) say(problem, size, path);
    html_free(h);
    return written;
}

/* "look-alikes/01.html" and nothing else: it becomes a file's name. */
static bool is_group(const json_t *group) {
    const char *page = json_string_value(json_object_get(group, "page"));
    static const char folder[] = "look-alikes/";
    if (!page || strncmp(page, folder, strlen(folder)) != 0) return false;
    size_t digits = strspn(page + strlen(folder), "0123456789");
    return digits > 0 && digits < 10 && strcmp(page + strlen(folder) + digits, ".html") == 0 &&
           json_is_string(json_object_get(group, "lab"));
}

/* Pages of groups that are gone go; so does the list, which make similar alone writes. */
static void remove_groups(const char *folder, const json_t *groups) {
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        size_t i, n = strlen(entry->d_name);
        json_t *group;
        bool known = n < 6 || strcmp(entry->d_name + n - 5, ".html") != 0;
        json_array_foreach(groups, i, group) {
            const char *page = json_string_value(json_object_get(group, "page"));
            known |= page && strcmp(strrchr(page, '/') + 1, entry->d_name) == 0;
        }
        if (!known) unlinkat(dirfd(dir), entry->d_name, 0);
    }
    if (dir) closedir(dir);
}

static bool write_groups(const char *out, const struct page_class *c, char *problem, size_t size) {
    const json_t *groups = json_object_get(c->similarity, "groups");
    char folder[4096 + 20];
    size_t i;
    json_t *group;
    snprintf(folder, sizeof(folder), "%.4000s/look-alikes", out);
    if (json_array_size(groups) && mkdir(folder, 0755) && errno != EEXIST)
        return say(problem, size, folder);
    bool written = true;
    json_array_foreach(groups, i, group) {
        if (written && is_group(group)) written = write_group(out, c, group, problem, size);
    }
    if (written) remove_groups(folder, groups);
    return written;
}

bool pages_look_alikes(const char *out, json_t *found, char *problem, size_t size) {
    const struct page_class c = {.title = "", .similarity = found};
    char path[4096 + 40];
    struct html *h = html_new();
    if (!h) return say(problem, size, "look-alikes");
    snprintf(path, sizeof(path), "%.4000s/look-alikes", out);
    bool written = mkdir(path, 0755) == 0 || errno == EEXIST || say(problem, size, path);
    written = written && write_groups(out, &c, problem, size);
    snprintf(path, sizeof(path), "%.4000s/look-alikes/index.html", out);
    look_alikes_page(h, &c);
    if (written && !html_write(h, "look-alikes", "Files that look alike", path))
        written = say(problem, size, path);
    html_free(h);
    return written;
}

/* A page of a student who is gone would be handed out with the rest. */
static void remove_others(const char *folder, const struct page_class *c, bool code) {
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        size_t n = strlen(entry->d_name), ending = strlen(".html"), i = 0;
        if (n <= ending || strcmp(entry->d_name + n - ending, ".html") != 0) continue;
        while (i < c->n_students && ((code && !c->students[i].code) ||
                                     strncmp(entry->d_name, c->students[i].id, n - ending) != 0 ||
                                     strlen(c->students[i].id) != n - ending))
            i++;
        if (i == c->n_students) unlinkat(dirfd(dir), entry->d_name, 0);
    }
    if (dir) closedir(dir);
}

static bool make_folder(const char *out, const char *name, char path[4096 + 20], char *problem,
                        size_t size) {
    snprintf(path, 4096 + 20, "%.4000s/%s", out, name);
    return mkdir(path, 0755) == 0 || errno == EEXIST || say(problem, size, path);
}

bool pages_write(const char *out, char *problem, size_t size) {
    struct page_class c;
    char feedback[4096 + 20], code[4096 + 20];
    if (!page_class_read(&c, out, problem, size)) return false;
    bool written = make_folder(out, "feedback", feedback, problem, size) &&
                   make_folder(out, "code", code, problem, size);
    for (size_t i = 0; written && i < c.n_students; i++)
        written = write_feedback(out, &c, &c.students[i], problem, size) &&
                  write_code(out, &c, &c.students[i], problem, size);
    if (written) remove_others(feedback, &c, false);
    if (written) remove_others(code, &c, true);
    written = written && write_groups(out, &c, problem, size);
    written = written && write_class(out, &c, problem, size);
    page_class_free(&c);
    return written;
}
