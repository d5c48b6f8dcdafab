/**
 * @file
 * @brief Finding a hunk's place in the solution, and putting in what it says.
 */
#include "grader/selftest/mutants/hunks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The solution while it is changed. */
struct change {
    const struct solution *of;
    size_t *code; /* the lines that hold code, in order */
    size_t n_code;
    bool *gone;          /* a line is taken out */
    bool *taken;         /* a hunk has its place here */
    const char **before; /* what is put in before a line; one more than there are lines */
};

static struct change begin(const struct solution *of) {
    size_t n = of->text.n, length;
    struct change c = {.of = of,
                       .code = must_have(n, sizeof(*c.code)),
                       .gone = must_have(n, sizeof(*c.gone)),
                       .taken = must_have(n, sizeof(*c.taken)),
                       .before = must_have(n + 1, sizeof(*c.before))};
    for (size_t i = 0; i < n; i++) {
        code_of(of->text.lines[i], &length);
        if (length) c.code[c.n_code++] = i;
    }
    return c;
}

/* A hunk: the lines [from, to) of all. */
struct hunk {
    const struct text *all;
    size_t from, to;
};

static bool is_old(const char *line) {
    size_t length;
    code_of(line + 1, &length);
    return (*line == '-' || *line == ' ') && length > 0;
}

/* Does the hunk fit at the solution's code line number `at`? */
static bool fits(const struct change *c, const struct hunk *h, size_t at) {
    for (size_t i = h->from; i < h->to; i++) {
        if (!is_old(h->all->lines[i])) continue;
        if (at == c->n_code || !same_code(h->all->lines[i] + 1, c->of->text.lines[c->code[at]]))
            return false;
        at++;
    }
    return true;
}

/* The one place where the hunk fits; false after an error when there is none, or are several. */
static bool find_place(const struct change *c, const struct hunk *h, const char *path, size_t line,
                       size_t *place) {
    char places[200] = "";
    size_t found = 0, used = 0, n_old = 0;
    for (size_t i = h->from; i < h->to; i++) n_old += is_old(h->all->lines[i]);
    for (size_t at = 0; n_old && at + n_old <= c->n_code; at++) {
        if (!fits(c, h, at)) continue;
        if (found++ == 0) *place = at;
        if (used < sizeof(places) - 16)
            used += (size_t)sprintf(places + used, "%s%zu", used ? ", " : "", c->code[at] + 1);
    }
    if (found == 1) return true;
    if (!n_old)
        bank_error(path, line,
                   "where does this go? Write a line of %s before it, with a blank or a -",
                   c->of->path);
    else if (found == 0)
        bank_error(path, line, "these lines do not stand in %s; copy them from there", c->of->path);
    else
        bank_error(path, line,
                   "these lines stand in %s %zu times (lines %s); add a line around them",
                   c->of->path, found, places);
    return false;
}

static bool put(struct change *c, const struct hunk *h, size_t at, const char *path, size_t line) {
    size_t next = c->code[at]; /* where + lines go: before this line */
    for (size_t i = h->from; i < h->to; i++) {
        const char *text = h->all->lines[i];
        if (*text == '+') {
            c->before[next] =
                text_format("%s%s\n", c->before[next] ? c->before[next] : "", text + 1);
        } else if (is_old(text)) {
            size_t old = c->code[at++];
            if (c->taken[old]) {
                bank_error(path, line, "two hunks of one mutant meet at line %zu of %s; join them",
                           old + 1, c->of->path);
                return false;
            }
            c->taken[old] = true;
            c->gone[old] = *text == '-';
            next = old + 1;
        }
    }
    return true;
}

static const char *write_out(const struct change *c, size_t *first) {
    char *bytes = NULL;
    size_t size;
    FILE *out = open_memstream(&bytes, &size);
    if (!out) exit(2);
    *first = 0;
    for (size_t i = 0; i <= c->of->text.n; i++) {
        if (c->before[i]) fputs(c->before[i], out);
        if (!*first && (c->before[i] || (i < c->of->text.n && c->gone[i]))) *first = i + 1;
        if (i < c->of->text.n && !c->gone[i]) fprintf(out, "%s\n", c->of->text.lines[i]);
    }
    fclose(out);
    return bytes;
}

const char *hunks_apply(const struct solution *of, const struct text *hunks, const size_t *numbers,
                        const char *path, size_t *first) {
    struct change c = begin(of);
    bool applied = true;
    struct hunk h = {.all = hunks};
    for (h.from = 0; h.from < hunks->n; h.from = h.to + 1) {
        size_t place = 0;
        for (h.to = h.from; h.to < hunks->n && hunks->lines[h.to][0] != '@';) h.to++;
        if (h.from == h.to) continue;
        applied &= find_place(&c, &h, path, numbers[h.from], &place) &&
                   put(&c, &h, place, path, numbers[h.from]);
    }
    return applied ? write_out(&c, first) : NULL;
}

const char *hunks_whole_file(const struct text *hunks) {
    char *bytes = NULL;
    size_t size;
    FILE *out = open_memstream(&bytes, &size);
    if (!out) exit(2);
    for (size_t i = 0; i < hunks->n; i++)
        if (hunks->lines[i][0] == '+') fprintf(out, "%s\n", hunks->lines[i] + 1);
    fclose(out);
    return bytes;
}
