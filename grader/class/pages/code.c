/**
 * @file
 * @brief A page with the code that was graded: each line can be linked to, as `#03-12`.
 */
#include "grader/class/pages/part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 5000 };

static void one_line(struct html *h, const char *lab, size_t number, char *text) {
    char id[40];
    size_t n = strlen(text);
    if (n && text[n - 1] == '\r') text[n - 1] = 0;
    snprintf(id, sizeof(id), "%.2s-%zu", lab, number);
    html_begin(h, "li", "id", id, NULL);
    html_put(h, "code", NULL, text);
    html_end(h);
}

static void lines(struct html *h, const char *lab, char *text) {
    size_t n = 0, more = 0;
    html_begin(h, "ol", "class", "code", "dir", "ltr", NULL);
    for (char *line; (line = strsep(&text, "\n")) && (text || *line);) {
        if (++n <= MOST_LINES)
            one_line(h, lab, n, line);
        else
            more++;
    }
    html_end(h);
    if (more) html_putf(h, "p", "note", "and %zu lines more", more);
}

static bool lab_code(struct html *h, const char *out, const struct page_student *s,
                     const char *lab) {
    char name[128], id[20], *text = page_source(out, s, lab);
    if (!text) return false;
    snprintf(id, sizeof(id), "lab-%.2s", lab);
    part_begin(h, id, page_lab_name(lab, name), "lab");
    html_put(h, "p", "note", page_lab_says(s, lab, "file"));
    lines(h, lab, text);
    html_end(h);
    free(text);
    return true;
}

bool code_page(struct html *h, const struct page_class *c, const char *out,
               const struct page_student *s) {
    bool any = false;
    html_begin(h, "header", NULL);
    html_begin(h, "div", "class", "titles", NULL);
    html_put(h, "p", "crumb", *c->title ? c->title : "Sortlab");
    html_begin(h, "h1", NULL);
    html_text(h, "Code of ");
    html_put(h, "bdi", NULL, s->name);
    html_end(h);
    html_put(h, "p", "case", "These are the files that were graded.");
    html_end(h);
    html_end(h);
    html_begin(h, "main", NULL);
    for (size_t i = 0; i < c->n_columns; i++)
        if (i == 0 || strcmp(c->columns[i].lab, c->columns[i - 1].lab) != 0)
            any |= lab_code(h, out, s, c->columns[i].lab);
    html_end(h);
    return any;
}
