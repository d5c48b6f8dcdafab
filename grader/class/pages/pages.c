/**
 * @file
 * @brief Writes all pages of a class run (pages.h).
 */
#include "grader/class/pages/pages.h"
#include "grader/class/pages/gather.h"
#include "grader/class/pages/page.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What is written, and what it is made from. */
struct pages {
    const char *out;
    json_t *class, *times, *names; /* names: of students, by their id */
    struct page_columns columns;
    json_t *rows;
    char *problem;
    size_t size;
};

static bool say(const struct pages *p, const char *path) {
    int error = errno;
    snprintf(p->problem, p->size, "%.600s cannot be written: %s%s", path, strerror(error),
             error == ENOENT ? " (run it in the kit's top folder, where common/web is)"
                             : ". Make space or repair the folder, and write the pages again");
    return false;
}

/* The page is NAME in OUT. */
static bool write_page(const struct pages *p, const char *template, json_t *data,
                       const char *name) {
    char path[4096 + 300];
    snprintf(path, sizeof(path), "%.4000s/%.290s", p->out, name);
    return page_write(template, data, path) || say(p, path);
}

static bool make_folder(const struct pages *p, const char *name) {
    char path[4096 + 20];
    snprintf(path, sizeof(path), "%.4000s/%s", p->out, name);
    return mkdir(path, 0755) == 0 || errno == EEXIST || say(p, path);
}

/* A page of a student or a group that is gone would be handed out with the rest. */
static void remove_others(const struct pages *p, const char *name, const json_t *kept) {
    char path[4096 + 20], id[256];
    snprintf(path, sizeof(path), "%.4000s/%s", p->out, name);
    DIR *dir = opendir(path);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        size_t n = strlen(entry->d_name);
        if (n <= 5 || strcmp(entry->d_name + n - 5, ".html") != 0) continue;
        snprintf(id, sizeof(id), "%.*s", (int)(n - 5), entry->d_name);
        if (!json_object_get(kept, id)) unlinkat(dirfd(dir), entry->d_name, 0);
    }
    if (dir) closedir(dir);
}

/*
 * Students.
 */
static bool write_student(struct pages *p, const json_t *line, json_t *with_code) {
    struct page_student s = page_student_read(p->out, line);
    const char *title = page_text(p->class, "assignment");
    char feedback[300], code[300];
    json_t *data = page_code(&s, title, p->out);
    snprintf(feedback, sizeof(feedback), "feedback/%.250s.html", s.id);
    snprintf(code, sizeof(code), "code/%.250s.html", s.id);
    s.code = data != NULL;
    json_object_set(p->names, s.id, s.name);
    if (s.code) json_object_set_new(with_code, s.id, json_true());
    json_array_append_new(p->rows, page_row(&s, p->times, &p->columns));
    bool written = (!s.code || write_page(p, "feedback", data, code)) &&
                   write_page(p, "feedback", page_feedback(&s, title), feedback);
    json_decref(s.result);
    json_decref(s.name);
    return written;
}

static bool write_students(struct pages *p) {
    json_t *with_code = json_object(), *line;
    bool written = make_folder(p, "feedback") && make_folder(p, "code");
    size_t i;
    json_array_foreach(json_object_get(p->class, "students"), i, line) written =
        written && write_student(p, line, with_code);
    if (written) remove_others(p, "feedback", p->names);
    if (written) remove_others(p, "code", with_code);
    json_decref(with_code);
    return written;
}

/*
 * Look-alikes.
 */

/* "01" of "look-alikes/01.html" and of nothing else: it becomes a file's name. */
static bool group_number(const json_t *group, char number[10]) {
    int end = 0;
    const char *page = page_text(group, "page");
    bool is = sscanf(page, "look-alikes/%9[0-9].html%n", number, &end) == 1;
    return is && end && !page[end];
}

static bool write_groups(const struct pages *p, const json_t *similarity) {
    json_t *groups = json_object_get(similarity, "groups"), *kept = json_object(), *group;
    bool written = !json_array_size(groups) || make_folder(p, "look-alikes");
    bool class = json_object_size(p->names) > 0;
    size_t i;
    json_array_foreach(groups, i, group) {
        char number[10];
        if (!written || !group_number(group, number)) continue;
        json_object_set_new(kept, number, json_true());
        written = write_page(p, "look-alikes", page_group(group, class, p->out),
                             page_text(group, "page"));
    }
    if (written) remove_others(p, "look-alikes", kept);
    json_decref(kept);
    return written;
}

bool pages_look_alikes(const char *out, json_t *found, char *problem, size_t size) {
    struct pages p = {.out = out, .problem = problem, .size = size};
    return make_folder(&p, "look-alikes") && write_groups(&p, found) &&
           write_page(&p, "look-alikes", json_pack("{s:O}", "similarity", found),
                      "look-alikes/index.html");
}

/*
 * The class.
 */

/* What differs from run to run stands first, on lines of its own. */
static bool write_class(const struct pages *p, json_t *similarity) {
    static const char *const names[] = {"assignment", "due", "sandbox", "remarks", "effort"};
    char path[4096 + 20], graded[40];
    json_t *moved = json_object_get(p->times, "moved"), *group;
    size_t i;
    snprintf(path, sizeof(path), "%.4000s/class.json", p->out);
    json_t *data =
        json_pack("{s:s, s:O*}", "graded", page_written_at(path, graded), "moved", moved);
    for (i = 0; i < sizeof(names) / sizeof(*names); i++)
        json_object_set(data, names[i], json_object_get(p->class, names[i]));
    json_object_set(data, "columns", p->columns.list);
    json_object_set(data, "students", p->rows);
    json_array_foreach(json_object_get(similarity, "groups"), i, group)
        json_object_del(group, "pairs");
    json_object_set(data, "similarity", similarity);
    return write_page(p, "class", data, "class.html");
}

static bool read_class(struct pages *p) {
    char path[4096 + 20];
    json_error_t error;
    json_t *line;
    size_t i;
    snprintf(path, sizeof(path), "%.4000s/class.json", p->out);
    p->class = json_load_file(path, 0, &error);
    if (!json_is_array(json_object_get(p->class, "students")))
        return snprintf(p->problem, p->size,
                        "%.600s cannot be read as a class (%.100s). Run grade-class again", path,
                        p->class ? "it lists no students" : error.text),
               false;
    json_array_foreach(json_object_get(p->class, "students"), i, line) {
        const char *id = page_text(line, "student");
        if (!page_is_name(id))
            return snprintf(p->problem, p->size,
                            "class.json names a student '%.100s', which cannot be a file", id),
                   false;
    }
    snprintf(path, sizeof(path), "%.4000s/times.json", p->out);
    p->times = json_load_file(path, 0, NULL);
    return true;
}

bool pages_write(const char *out, char *problem, size_t size) {
    struct pages p = {out,          NULL,    NULL, json_object(), {json_array(), json_object()},
                      json_array(), problem, size};
    bool written = read_class(&p) && write_students(&p);
    json_t *similarity =
        written ? page_similarity(json_object_get(p.class, "similarity"), p.names) : NULL;
    written = written && write_groups(&p, similarity) && write_class(&p, similarity);
    json_t *const all[] = {p.class,         p.times, p.names,   p.columns.list,
                           p.columns.index, p.rows,  similarity};
    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) json_decref(all[i]);
    return written;
}
