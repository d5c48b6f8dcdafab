/**
 * @file
 * @brief Groups of files that look alike: their list on the class's page, and a page a group.
 */
#include "grader/class/pages/part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *text_at(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

static int number_at(const json_t *object, const char *name) {
    return (int)json_integer_value(json_object_get(object, name));
}

/*
 * Who.
 */
static void member(struct html *h, const struct page_class *c, const json_t *m,
                   const char *feedback) {
    const char *id = text_at(m, "student"), *origin = text_at(m, "origin"),
               *shown = text_at(m, "shown");
    const struct page_student *s = strcmp(origin, "class") != 0 ? NULL : part_student(c, id);
    char to[300];
    snprintf(to, sizeof(to), "%.20s/%.250s.html", feedback, id);
    if (s) html_begin(h, "a", "href", to, NULL);
    if (strcmp(origin, "reference") == 0)
        html_put(h, "b", NULL, "the reference solution");
    else
        html_put(h, "bdi", NULL, s ? s->name : *shown ? shown : id);
    if (s) html_end(h);
    if (strcmp(origin, "earlier") == 0) html_put(h, "b", NULL, " (an earlier year)");
}

void part_members(struct html *h, const struct page_class *c, const json_t *file,
                  const char *feedback) {
    const json_t *members = json_object_get(file, "members");
    size_t i;
    json_t *m;
    json_array_foreach(members, i, m) {
        if (i) html_text(h, ", ");
        member(h, c, m, feedback);
    }
}

static void group_members(struct html *h, const struct page_class *c, const json_t *group,
                          const char *feedback) {
    const json_t *files = json_object_get(group, "files");
    size_t i;
    json_t *file;
    json_array_foreach(files, i, file) {
        if (i) html_text(h, "; ");
        part_members(h, c, file, feedback);
    }
}

static const char *how_alike(const json_t *group, char text[40]) {
    if (json_is_true(json_object_get(group, "identical"))) return "the same bytes";
    snprintf(text, 40, "%d %% alike", number_at(group, "percent"));
    return text;
}

/*
 * The list.
 */
static void group_row(struct html *h, const struct page_class *c, const json_t *group,
                      const char *feedback, bool beside) {
    const char *page = text_at(group, "page");
    char name[128], alike[40];
    html_begin(h, "tr", NULL);
    html_begin(h, "td", "class", "how", NULL);
    html_begin(h, "a", "href", beside && strchr(page, '/') ? strchr(page, '/') + 1 : page, NULL);
    html_text(h, how_alike(group, alike));
    html_end(h);
    html_end(h);
    html_put(h, "td", "lab", page_lab_name(text_at(group, "lab"), name));
    html_begin(h, "td", NULL);
    group_members(h, c, group, feedback);
    html_end(h);
    html_end(h);
}

static void group_table(struct html *h, const struct page_class *c, const json_t *groups,
                        bool beside) {
    static const char *const names[] = {"Files", "Lab", "Who"};
    size_t i;
    json_t *group;
    html_begin(h, "div", "class", "scroll tall", "tabindex", "0", "role", "region", "aria-label",
               "Groups that look alike", NULL);
    html_begin(h, "table", "class", "groups", NULL);
    html_begin(h, "thead", NULL);
    html_begin(h, "tr", NULL);
    for (i = 0; i < 3; i++) html_put(h, "th", NULL, names[i]);
    html_end(h);
    html_end(h);
    html_begin(h, "tbody", NULL);
    json_array_foreach(groups, i, group)
        group_row(h, c, group, beside ? "../feedback" : "feedback", beside);
    html_end(h);
    html_end(h);
    html_end(h);
}

static void left_out_list(struct html *h, const json_t *left_out) {
    size_t i;
    json_t *one;
    if (!json_array_size(left_out)) return;
    html_begin(h, "details", NULL);
    html_putf(h, "summary", NULL, "%zu left out", json_array_size(left_out));
    html_begin(h, "ul", NULL);
    json_array_foreach(left_out, i, one) {
        const char *lab = text_at(one, "lab");
        html_begin(h, "li", NULL);
        html_put(h, "bdi", NULL, text_at(one, *text_at(one, "shown") ? "shown" : "student"));
        if (strcmp(text_at(one, "origin"), "earlier") == 0) html_text(h, " (an earlier year)");
        if (*lab) html_textf(h, ", lab %.2s", lab);
        html_textf(h, ": %s", text_at(one, "why"));
        html_end(h);
    }
    html_end(h);
    html_end(h);
}

static void list_note(struct html *h, const json_t *found) {
    const char *skipped = text_at(found, "skipped");
    html_begin(h, "p", "class", "note", NULL);
    if (!found || *skipped)
        html_textf(h, "Nothing was compared%s%s.", *skipped ? ": " : "", skipped);
    else
        html_textf(h,
                   "%d files were compared, with each other and with the reference solutions. Code "
                   "that the skeleton has does not count. Names, numbers, types, layout and the "
                   "order of functions do not count either. Files are in a group if %d %% or more "
                   "of the shorter file is also in the other one. A semicolon divides files that "
                   "differ. Two honest solutions of a short "
                   "step can be alike too: read both files before you speak to anybody.",
                   number_at(found, "compared"), number_at(found, "threshold"));
    html_end(h);
}

static void list(struct html *h, const struct page_class *c, bool beside) {
    const json_t *found = c->similarity, *groups = json_object_get(found, "groups");
    part_begin(h, "similar", "Files that look alike", "list");
    list_note(h, found);
    if (json_array_size(groups)) group_table(h, c, groups, beside);
    if (found && !*text_at(found, "skipped") && !json_array_size(groups))
        html_put(h, "p", NULL, "No two are.");
    left_out_list(h, json_object_get(found, "left_out"));
    html_end(h);
}

void part_similar(struct html *h, const struct page_class *c) {
    list(h, c, false);
}

/*
 * Pages.
 */
static void head(struct html *h, const char *title, const char *to, const char *back) {
    html_begin(h, "header", NULL);
    html_begin(h, "div", "class", "titles", NULL);
    html_begin(h, "p", "class", "crumb", NULL);
    if (to) html_begin(h, "a", "href", to, NULL);
    html_text(h, back);
    if (to) html_end(h);
    html_end(h);
    html_put(h, "h1", NULL, title);
    html_end(h);
    html_end(h);
}

void look_alikes_page(struct html *h, const struct page_class *c) {
    head(h, "Look-alikes", NULL, "Sortlab");
    html_begin(h, "main", NULL);
    list(h, c, true);
    html_end(h);
}

static char letter(size_t i) {
    return (char)('A' + i % 26);
}

/* A, B, ... Z, A1, ... */
static const char *name_of_file(size_t i, char text[16]) {
    if (i < 26)
        snprintf(text, 16, "%c", letter(i));
    else
        snprintf(text, 16, "%c%zu", letter(i), i / 26);
    return text;
}

static void who(struct html *h, const struct page_class *c, const json_t *files) {
    char name[16];
    size_t i;
    json_t *file;
    part_begin(h, "who", "Who", "list");
    html_begin(h, "table", NULL);
    json_array_foreach(files, i, file) {
        html_begin(h, "tr", NULL);
        html_putf(h, "th", NULL, "File %s", name_of_file(i, name));
        html_begin(h, "td", NULL);
        part_members(h, c, file, "../feedback");
        html_end(h);
        html_end(h);
    }
    html_end(h);
    html_put(h, "p", "note",
             "The same number marks the same stretch in both files; a click on it goes to the "
             "other one. All files of the group are here, each beside the one that is most like "
             "it. What is not marked differs, or is in the skeleton.");
    html_end(h);
}

static void side(struct html *h, const struct page_class *c, const json_t *files, size_t which,
                 const json_t *runs, size_t pair, char at, const char *out) {
    const json_t *file = json_array_get(files, which);
    char name[16];
    html_begin(h, "figure", NULL);
    html_begin(h, "figcaption", NULL);
    html_putf(h, "b", NULL, "%s: ", name_of_file(which, name));
    part_members(h, c, file, "../feedback");
    html_end(h);
    part_side(h, out, file, runs, pair, at);
    html_end(h);
}

static void pair_section(struct html *h, const struct page_class *c, const json_t *files,
                         const json_t *pair, size_t number, const char *out) {
    const json_t *runs = json_object_get(pair, "runs");
    size_t a = (size_t)number_at(pair, "a"), b = (size_t)number_at(pair, "b");
    char id[40], title[120], one[16], other[16];
    snprintf(id, sizeof(id), "pair%zu", number);
    snprintf(title, sizeof(title), "%s and %s: %d %%", name_of_file(a, one), name_of_file(b, other),
             number_at(pair, "percent"));
    part_begin(h, id, title, "beside");
    if (!json_array_size(runs))
        html_put(h, "p", "note", "They repeat the same lines so often that none is marked.");
    html_begin(h, "div", "class", "sides", NULL);
    side(h, c, files, a, runs, number, 'a', out);
    side(h, c, files, b, runs, number, 'b', out);
    html_end(h);
    html_end(h);
}

void look_alike_page(struct html *h, const struct page_class *c, const json_t *group,
                     const char *out) {
    const json_t *files = json_object_get(group, "files"), *pairs = json_object_get(group, "pairs");
    char title[200], lab[128], alike[40];
    size_t i;
    json_t *pair;
    snprintf(title, sizeof(title), "Lab %.120s: %s", page_lab_name(text_at(group, "lab"), lab),
             how_alike(group, alike));
    if (c->n_students)
        head(h, title, "../class.html#similar", "Back to the class");
    else
        head(h, title, "index.html", "All groups");
    html_begin(h, "main", NULL);
    who(h, c, files);
    json_array_foreach(pairs, i, pair) pair_section(h, c, files, pair, i + 1, out);
    if (!json_array_size(pairs)) {
        part_begin(h, "pair1", "The file", "beside");
        side(h, c, files, 0, NULL, 1, 'a', out);
        html_end(h);
    }
    html_end(h);
}
