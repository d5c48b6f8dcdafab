/**
 * @file
 * @brief Terms of a class (see terms_of.h).
 */
#include "grader/class/terms_of.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

json_t *terms_that_grade(const char *path) {
    static const char *const aside[] = {"assignment", "begins",      "due",
                                        "out_of",     "drop_lowest", "hints",
                                        "late",       "executor",    "attempts"};
    json_t *root = json_load_file(path, 0, NULL), *lab, *stage;
    size_t i, k;
    for (i = 0; i < sizeof(aside) / sizeof(*aside); i++) json_object_del(root, aside[i]);
    json_array_foreach(json_object_get(root, "labs"), i, lab) {
        json_object_del(lab, "due");
        json_object_del(lab, "weight");
        json_object_del(lab, "bonus");
        json_array_foreach(json_object_get(lab, "stages"), k, stage)
            json_object_del(stage, "bonus");
    }
    return root;
}

static void hash_terms(struct class *c) {
    json_t *root = terms_that_grade(c->terms_path);
    char *text = json_dumps(root, JSON_COMPACT | JSON_SORT_KEYS);
    errno = 0;
    if (!text) class_stop("the policy %s cannot be read", c->terms_path);
    class_hash(text, strlen(text), c->terms_hash);
    free(text);
    json_decref(root);
}

/* They hold the secret: nobody else may read the copy. */
static void copy_terms(struct class *c) {
    static char text[1 << 20];
    FILE *file = fopen(c->terms_path, "r");
    size_t n = file ? fread(text, 1, sizeof(text), file) : 0;
    if (file) fclose(file);
    mode_t before = umask(0077);
    FILE *copy = fopen(c->terms_copy, "w");
    bool written = copy && fwrite(text, 1, n, copy) == n;
    if ((copy && fclose(copy)) || !written) class_stop("%s cannot be written", c->terms_copy);
    umask(before);
}

/* YAML is read by a program of its own, which says itself what is wrong with it. */
static void read_rubric(struct class *c) {
    char program[CLASS_PATH];
    int status = -1;
    snprintf(program, sizeof(program), "%.3000s/rubric", c->folder);
    pid_t pid = fork();
    if (pid == 0) {
        execl(program, program, "--terms", c->terms_copy, *c->rubric ? c->rubric : NULL, NULL);
        fprintf(stderr, "class: %s cannot be run. Type make grade-class\n", program);
        _exit(2);
    }
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (status) exit(2);
    c->terms_path = c->terms_copy;
}

/* An entry has one time, and so the labs of a run have one deadline. */
static void settle_due(struct terms *t) {
    const struct terms_lab *first = &t->labs[0];
    for (size_t i = 0; i < t->n_labs; i++) {
        const struct terms_lab *lab = &t->labs[i];
        bool same = !lab->due[0] == !first->due[0] && lab->due_s == first->due_s;
        errno = 0;
        if (!same)
            class_stop("labs %.2s and %.2s are due at different times, and what a student handed "
                       "in has one time. Grade labs with one deadline together, each time into an "
                       "OUT of their own: LABS=%.2s OUT=graded/%.2s",
                       first->name, lab->name, first->name, first->name);
    }
    if (!first->due[0]) return;
    memcpy(t->due, first->due, sizeof(t->due));
    t->due_s = first->due_s;
}

/* Labs that the terms do not name do not count, and those not asked for are not graded now. */
static void cut_labs(struct class *c) {
    struct terms *t = c->terms;
    bool keep[TERMS_LABS] = {false};
    size_t n = 0;
    for (size_t i = 0; i < c->n_labs; i++)
        if (terms_lab(t, c->labs[i].name)) {
            c->labs[n] = c->labs[i];
            c->labs[n].bare = c->labs[n].name + (c->labs[i].bare - c->labs[i].name);
            n++;
        }
    c->n_labs = n;
    errno = 0;
    if (n == 0) class_stop("%s counts none of the labs that were asked for", c->terms_path);
    for (size_t i = 0; i < t->n_labs; i++)
        for (size_t l = 0; l < n; l++) keep[i] |= strcmp(t->labs[i].name, c->labs[l].name) == 0;
    terms_keep(t, keep);
    settle_due(t);
}

void terms_weakest(struct class *c) {
    bool told = c->sandbox && strcmp(c->sandbox, "auto") != 0;
    c->weakest = told                               ? c->sandbox
                 : c->terms && c->terms->sandbox[0] ? c->terms->sandbox
                                                    : "reduced";
}

void terms_of_class(struct class *c) {
    char error[CLASS_SAYS];
    class_find_labs(c);
    class_own_path(c, "terms.json", c->terms_copy);
    if (c->rubric)
        read_rubric(c);
    else if (c->terms_path)
        copy_terms(c);
    if (!c->terms_path) c->terms_copy[0] = 0;
    terms_weakest(c);
    if (!c->terms_path) return;
    c->terms_path = c->terms_copy;
    c->terms = class_alloc(1, sizeof(*c->terms));
    errno = 0;
    if (!terms_read(c->terms_path, c->terms, error, sizeof(error))) class_stop("%s", error);
    hash_terms(c);
    cut_labs(c);
    if (!c->executor && c->terms->executor.name[0]) c->executor = c->terms->executor.name;
    if (!c->partition && c->terms->executor.partition[0])
        c->partition = c->terms->executor.partition;
    terms_weakest(c);
    if (!c->jobs) c->jobs = c->terms->executor.jobs;
}
