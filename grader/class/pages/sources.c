/**
 * @file
 * @brief What pages show of files that were handed in: the code of a student, and groups that look alike (gather.h).
 */
#include "grader/class/pages/gather.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINES = 5000 };

/* class.json may hold anything by the time it is read. */
static FILE *open_regular(const char *path) {
    struct stat status;
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    FILE *in = fd >= 0 && !fstat(fd, &status) && S_ISREG(status.st_mode) ? fdopen(fd, "r") : NULL;
    if (fd >= 0 && !in) close(fd);
    return in;
}

/* Adds the file's lines, and how many more there are; bytes of strangers stay as they are. Closes it. */
static void add_lines(json_t *to, FILE *in) {
    json_t *lines = json_array();
    char *text = NULL;
    size_t capacity = 0, more = 0;
    for (ssize_t n; in && (n = getline(&text, &capacity, in)) >= 0;) {
        for (ssize_t i = 0; i < n; i++)
            if (!text[i]) text[i] = '\1'; /* what follows is shown too */
        if (n && text[n - 1] == '\n') text[--n] = 0;
        if (n && text[n - 1] == '\r') text[--n] = 0;
        if (json_array_size(lines) < MOST_LINES)
            json_array_append_new(lines, json_string_nocheck(text));
        else
            more++;
    }
    free(text);
    if (in) fclose(in);
    json_object_set_new(to, "lines", lines);
    if (more) json_object_set_new(to, "more", json_integer((json_int_t)more));
}

/* The copy that was graded: OUT/.class/sources/HASH/03_atomic_merge/atomic_merge.cu */
static FILE *open_copy(const char *out, const json_t *lab) {
    const char *name = page_text(lab, "lab"), *hash = page_text(lab, "content");
    const char *bare = strchr(name, '_'), *ending = strrchr(page_text(lab, "file"), '.');
    char path[4096 + 500];
    if (!bare || strchr(name, '/') || strlen(hash) != 64 || strspn(hash, "0123456789abcdef") != 64)
        return NULL;
    snprintf(path, sizeof(path), "%.3500s/.class/sources/%s/%.64s/%.64s%s", out, hash, name,
             bare + 1, ending && strcmp(ending, ".cu") == 0 ? ".cu" : ".c");
    return open_regular(path);
}

json_t *page_code(const struct page_student *s, const char *title, const char *out) {
    json_t *files = json_array(), *lab;
    size_t i;
    json_array_foreach(json_object_get(s->result, "labs"), i, lab) {
        FILE *in = open_copy(out, lab);
        json_t *file =
            json_pack("{s:s, s:s}", "lab", page_text(lab, "lab"), "file", page_text(lab, "file"));
        if (!in) {
            json_decref(file);
            continue;
        }
        add_lines(file, in);
        json_array_append_new(files, file);
    }
    if (json_array_size(files))
        return json_pack("{s:s, s:O, s:o}", "title", title, "name", s->name, "files", files);
    json_decref(files);
    return NULL;
}

/*
 * Look-alikes.
 */
static void put_names(json_t *members, const json_t *names) {
    json_t *m;
    size_t i;
    json_array_foreach(members, i, m) {
        json_t *name = json_object_get(names, page_text(m, "student"));
        if (name && strcmp(page_text(m, "origin"), "class") == 0) json_object_set(m, "name", name);
    }
}

json_t *page_similarity(const json_t *similarity, const json_t *names) {
    json_t *copy = json_deep_copy(similarity), *group, *file;
    size_t i, k;
    json_array_foreach(json_object_get(copy, "groups"), i, group) {
        json_array_foreach(json_object_get(group, "files"), k, file)
            put_names(json_object_get(file, "members"), names);
    }
    return copy;
}

/* From OUT, or a solution from the kit's top folder. */
static FILE *open_source(const char *out, const char *source) {
    static const char solutions[] = "solutions/";
    char path[8192];
    bool kit = strncmp(source, solutions, strlen(solutions)) == 0;
    if (!*source || *source == '/' || strstr(source, "..")) return NULL;
    snprintf(path, sizeof(path), "%.4000s%s%.4000s", kit ? "" : out, kit ? "" : "/", source);
    return open_regular(path);
}

json_t *page_group(json_t *group, bool class, const char *out) {
    json_t *data = json_copy(group), *files = json_array(), *file;
    size_t i;
    json_array_foreach(json_object_get(group, "files"), i, file) {
        json_t *with_lines = json_pack("{s:O?}", "members", json_object_get(file, "members"));
        FILE *in = open_source(out, page_text(file, "source"));
        if (in) add_lines(with_lines, in);
        json_array_append_new(files, with_lines);
    }
    json_object_set_new(data, "files", files);
    json_object_set_new(data, "class", json_boolean(class));
    return data;
}
