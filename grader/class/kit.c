/**
 * @file
 * @brief Which kit this is: a hash of all that decides a verdict. When it changes, a class is graded anew.
 */
#include "grader/class/units.h"

#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Tests, pages and formats decide nothing, nor does the class run itself. */
static const char *const decides[] = {"common",
                                      "grader/grade/judge",
                                      "grader/grade/policy",
                                      "grader/grade/sandbox",
                                      "grader/grade/child.mk",
                                      "grader/grade/child.syms",
                                      "grader/grade/child_names.sh",
                                      "grader/grade/child_needs.sh",
                                      NULL};
static const char *const endings[] = {".c",       ".h",          ".mk",   "simtcc", "names.sh",
                                      "needs.sh", "suspect.txt", ".syms", NULL};

static bool is_code(const char *path) {
    size_t n = strlen(path);
    for (const char *const *end = endings; *end; end++)
        if (n >= strlen(*end) && strcmp(path + n - strlen(*end), *end) == 0) return true;
    return strstr(path, "/simt/driver/"); /* simtcc's parts, in shell */
}

/* "PATH HASH" a line. */
static void add_file(FILE *list, const char *path) {
    char *bytes = NULL, hash[CLASS_HASH];
    size_t capacity = 0;
    FILE *file = fopen(path, "r");
    ssize_t n = file ? getdelim(&bytes, &capacity, EOF, file) : -1;
    class_hash(bytes ? bytes : "", n > 0 ? (size_t)n : 0, hash);
    fprintf(list, "%s %s\n", path, hash);
    if (file) fclose(file);
    free(bytes);
}

static int by_name(const FTSENT **a, const FTSENT **b) {
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* In one order, whatever the file system's is. */
static void add_tree(FILE *list, const char *path) {
    char *paths[] = {(char *)path, NULL};
    FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    for (FTSENT *entry; tree && (entry = fts_read(tree));) {
        if (entry->fts_info == FTS_D && strcmp(entry->fts_name, "tests") == 0)
            fts_set(tree, entry, FTS_SKIP);
        else if (entry->fts_info == FTS_F && is_code(entry->fts_path))
            add_file(list, entry->fts_path);
    }
    if (tree) fts_close(tree);
}

static void add_compiler(FILE *list) {
    char line[200] = "";
    const char *name = getenv("CXX");
    char command[300];
    snprintf(command, sizeof(command), "%.200s --version 2>/dev/null", name ? name : "g++");
    FILE *out = popen(command, "r");
    if (out && fgets(line, sizeof(line), out)) fputs(line, list);
    if (out) pclose(out);
}

static void hash_list(char *text, size_t n, char hash[CLASS_HASH]) {
    class_hash(text, n, hash);
    free(text);
}

void kit_hash(const char *lab, char hash[CLASS_HASH]) {
    static char of_kit[CLASS_HASH];
    char *text, path[300];
    size_t n;
    if (!of_kit[0]) {
        FILE *list = open_memstream(&text, &n);
        for (const char *const *path_of = decides; *path_of; path_of++) add_tree(list, *path_of);
        add_compiler(list);
        fclose(list);
        hash_list(text, n, of_kit);
    }
    FILE *list = open_memstream(&text, &n);
    snprintf(path, sizeof(path), "labs/%.60s/stages.c", lab);
    add_file(list, path);
    snprintf(path, sizeof(path), "labs/%.60s/lab.mk", lab);
    add_file(list, path);
    const char *underscore = strchr(lab, '_');
    snprintf(path, sizeof(path), "labs/%.60s/%.60s.h", lab, underscore ? underscore + 1 : lab);
    add_file(list, path);
    fputs(of_kit, list);
    fclose(list);
    hash_list(text, n, hash);
}
