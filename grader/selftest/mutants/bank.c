/**
 * @file
 * @brief The mutants that people wrote: one text file a lab (README.md tells its format).
 */
#include "grader/selftest/mutants/hunks.h"
#include "grader/selftest/mutants/mutant.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t bank_errors;

void bank_error(const char *path, size_t line, const char *format, ...) {
    va_list arguments;
    fprintf(stderr, "%s:%zu: ", path, line);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    bank_errors++;
}

static struct mutant new_mutant(const struct solution *of, const char *name) {
    return (struct mutant){
        .of = of, .name = name, .about = "", .reason = "", .until = "", .message = "", .kind = ""};
}

struct mutant *mutants_add(struct mutants *all, const struct solution *of, const char *name) {
    if (all->n == all->capacity) {
        all->capacity = all->capacity ? 2 * all->capacity : 256;
        all->list = realloc(all->list, all->capacity * sizeof(*all->list));
        if (!all->list) exit(2);
    }
    struct mutant *m = &all->list[all->n++];
    *m = new_mutant(of, name);
    return m;
}

struct mutant *mutants_find(const struct mutants *all, const struct solution *of,
                            const char *name) {
    for (size_t i = 0; i < all->n; i++)
        if (all->list[i].of == of && strcmp(all->list[i].name, name) == 0) return &all->list[i];
    return NULL;
}

/*
 * One entry.
 */
struct entry {
    const char *path;
    size_t line; /* of its name, from 1 */
    struct mutant *mutant;
    struct text hunks; /* its lines that begin with -, +, blank or @@ */
    size_t *numbers;   /* where each of them stands */
    bool whole_file;
};

/* "WA|TLE" as bits; 0 when one of them is no verdict. */
static unsigned read_verdicts(const char *text, size_t length) {
    unsigned bits = 0;
    while (length) {
        size_t one = strcspn(text, "| ");
        unsigned before = bits;
        for (int v = VERDICT_OK + 1; v < VERDICTS; v++)
            if (strlen(verdict_code(v)) == one && strncmp(verdict_code(v), text, one) == 0)
                bits |= 1u << v;
        if (bits == before) return 0;
        length -= one;
        text += one;
        if (length) text++, length--;
    }
    return bits;
}

/* "3|4" as bits, "*" as none of them; false when it is neither. */
static bool read_stages(const char *text, size_t length, unsigned long long *bits) {
    *bits = 0;
    if (length == 1 && *text == '*') return true;
    for (const char *end = text + length; text < end;) {
        char *after;
        unsigned long number = strtoul(text, &after, 10);
        if (after == text || number < 1 || number > 63) return false;
        *bits |= 1ull << number;
        text = *after == '|' ? after + 1 : after;
        if (*after != '|' && after != end) return false;
    }
    return *bits != 0;
}

static void read_expectation(const struct entry *e, size_t line, const char *text) {
    struct mutant *m = e->mutant;
    text += strspn(text, " ");
    size_t codes = strcspn(text, " ");
    const char *stages = text + codes + strspn(text + codes, " ");
    size_t n_stages = strcspn(stages, " ");
    const char *words = stages + n_stages + strspn(stages + n_stages, " ");
    size_t n_words = strlen(words);
    struct expectation x = {.verdicts = read_verdicts(text, codes), .words = ""};
    bool quoted = n_words > 1 && *words == '"' && words[n_words - 1] == '"';
    if (quoted) x.words = text_format("%.*s", (int)n_words - 2, words + 1);
    if (!x.verdicts || !read_stages(stages, n_stages, &x.stages) || (n_words && !quoted))
        bank_error(
            e->path, line,
            "write it as  expect: WA|TLE 3 \"first words\"  with verdict codes of the grader, "
            "the number of the stage that fails first (3|4, or * for any), and how the message "
            "begins");
    else if (m->n_expect == EXPECTATIONS)
        bank_error(e->path, line, "an entry can have %d lines of expect:", EXPECTATIONS);
    else
        m->expect[m->n_expect++] = x;
}

/* What may survive may also die, when it is a matter of luck: until and expect go together. */
static void claim(const struct entry *e, size_t line, enum claim what) {
    enum claim before = e->mutant->claim;
    bool luck = before + what == CLAIM_UNTIL + CLAIM_DIES && before != CLAIM_NOTHING;
    if (before == CLAIM_RIGHT && what == CLAIM_UNTIL) return;
    if (before == CLAIM_RIGHT)
        bank_error(e->path, line, "a right program loses no points: there is no end to tell");
    else if (before != CLAIM_NOTHING && before != what && !luck)
        bank_error(e->path, line, "equivalent: goes with neither expect: nor until CHECKER:");
    e->mutant->claim = luck ? CLAIM_UNTIL : what;
}

static bool is_until(const char *text, size_t length) {
    return strncmp(text, "until ", 6) == 0 && length > 6 && text[length] == ':' &&
           !memchr(text + 6, ' ', length - 6);
}

/* A line that is no part of a hunk: a key and its value, or text. */
static void read_words(struct entry *e, size_t line, const char *text) {
    struct mutant *m = e->mutant;
    size_t length = strcspn(text, ":");
    const char *value = text[length] ? text + length + 1 + strspn(text + length + 1, " ") : "";
    if (strncmp(text, "expect:", 7) == 0) {
        claim(e, line, CLAIM_DIES);
        read_expectation(e, line, value);
    } else if (strncmp(text, "equivalent:", 11) == 0) {
        claim(e, line, CLAIM_EQUIVALENT);
        m->reason = value;
    } else if (is_until(text, length)) {
        claim(e, line, CLAIM_UNTIL);
        m->until = text_format("%.*s", (int)length - 6, text + 6);
        m->reason = value;
    } else if (strncmp(text, "advice:", 7) == 0) {
        m->advice = value;
    } else if (strcmp(text, "file:") == 0) {
        e->whole_file = true;
    } else {
        bool first = m->claim == CLAIM_NOTHING || (m->claim == CLAIM_RIGHT && !m->until[0]);
        const char **to = first ? &m->about : &m->reason;
        *to = text_format("%s%s%s", *to, **to ? " " : "", text);
    }
}

/* A generated mutant is there already; its entry may show the line that it changes. */
static void match_generated(const struct entry *e) {
    const struct mutant *m = e->mutant;
    if (!m->source) { /* several, by a * in the name */
        if (e->hunks.n) bank_error(e->path, e->numbers[0], "%s is several mutants", m->name);
        return;
    }
    const char *reads = text_line(m->source, m->line);
    for (size_t i = 0; i < e->hunks.n; i++)
        if (e->hunks.lines[i][0] == '+' && !same_code(reads, e->hunks.lines[i] + 1))
            bank_error(e->path, e->numbers[i],
                       "%s reads now: %s; see whether what is said of it still holds", m->name,
                       reads + strspn(reads, " "));
}

static void make_written(const struct entry *e) {
    struct mutant *m = e->mutant;
    if (!e->hunks.n)
        bank_error(e->path, e->line, "%s changes nothing; write lines with - and +", m->name);
    else if (e->whole_file)
        m->source = hunks_whole_file(&e->hunks);
    else
        m->source = hunks_apply(m->of, &e->hunks, e->numbers, e->path, &m->line);
}

static void finish(const struct entry *e) {
    const struct mutant *m = e->mutant;
    if (m->claim == CLAIM_NOTHING)
        bank_error(e->path, e->line, "%s says nothing about its end; write expect: WA 3 \"...\"",
                   m->name);
    if (m->claim == CLAIM_RIGHT && !m->about[0])
        bank_error(e->path, e->line, "%s says nothing; say what is unusual about it", m->name);
    if ((m->claim == CLAIM_EQUIVALENT || m->claim == CLAIM_UNTIL) && !m->reason[0])
        bank_error(e->path, e->line, "%s survives; say why, after the colon", m->name);
    if (m->generated)
        match_generated(e);
    else
        make_written(e);
}

static bool is_hunk_line(const char *line) {
    return *line && (strchr("-+ ", *line) || strcmp(line, "@@") == 0);
}

static bool is_name(const char *text) {
    size_t n = 0;
    while (isalnum((unsigned char)text[n]) || (text[n] && strchr("_-:*", text[n]))) n++;
    return n > 0 && !text[n];
}

/* Stands for all whose names fit, while an entry is read. */
static struct mutant *new_group(const struct solution *of, const char *name) {
    struct mutant *group = must_have(1, sizeof(*group));
    *group = new_mutant(of, name);
    group->generated = true;
    return group;
}

/* The mutant that an entry is about: a new one, or with a colon in its name, a generated one, or all
 * of those whose names fit. NULL after an error. */
static struct mutant *name_mutant(const struct entry *e, struct mutants *all,
                                  const struct solution *of, const char *name) {
    struct mutant *known = mutants_find(all, of, name);
    bool generated = strchr(name, ':') != NULL;
    if (!is_name(name) || (!generated && strchr(name, '*')))
        bank_error(e->path, e->line, "'%s' is no name; take letters, digits, _ and -", name);
    else if (generated && strchr(name, '*'))
        return new_group(of, name);
    else if (generated && !known)
        bank_error(e->path, e->line,
                   "no mutant %s is generated from %s; take the entry out, or name the one that it "
                   "means",
                   name, of->path);
    else if (known && (!generated || known->claim != CLAIM_NOTHING))
        bank_error(e->path, e->line, "there is an entry %s already", name);
    else
        return known ? known : mutants_add(all, of, name);
    return NULL;
}

/* What is said of a group goes for each of it that has no entry of its own yet. */
static void spread(const struct entry *e, const struct mutants *all) {
    const struct mutant *group = e->mutant;
    size_t found = 0;
    for (size_t i = 0; i < all->n; i++) {
        struct mutant *m = &all->list[i];
        if (m->of != group->of || !m->generated || fnmatch(group->name, m->name, 0)) continue;
        found++;
        if (m->claim != CLAIM_NOTHING) continue;
        m->claim = group->claim;
        m->reason = group->reason;
        m->until = group->until;
        m->n_expect = group->n_expect;
        memcpy(m->expect, group->expect, sizeof(m->expect));
    }
    if (!found)
        bank_error(e->path, e->line, "no mutant %s is generated from %s", group->name,
                   group->of->path);
}

/* Reads the entry whose name stands in line `at` and that goes on up to `end`. */
static void read_entry(struct mutants *all, const struct solution *of, const char *path,
                       const struct text *t, size_t at, size_t end, bool right) {
    struct entry e = {.path = path, .line = at + 1};
    e.mutant = name_mutant(&e, all, of, t->lines[at] + 2 + strspn(t->lines[at] + 2, " "));
    if (!e.mutant) return;
    if (right) e.mutant->claim = CLAIM_RIGHT;
    e.hunks.lines = must_have(end - at, sizeof(*e.hunks.lines));
    e.numbers = must_have(end - at, sizeof(*e.numbers));
    for (size_t i = at + 1; i < end; i++) {
        char *line = t->lines[i];
        if (*line == '#' || !*line) continue;
        if (is_hunk_line(line)) {
            e.numbers[e.hunks.n] = i + 1;
            e.hunks.lines[e.hunks.n++] = line;
        } else {
            read_words(&e, i + 1, line);
        }
    }
    finish(&e);
    if (e.mutant->generated && !e.mutant->source) spread(&e, all);
}

static void read_file(struct mutants *all, const struct solution *of, const char *path,
                      bool right) {
    struct text t;
    if (!text_read(&t, path)) {
        if (errno != ENOENT) bank_error(path, 1, "it cannot be read: %s", strerror(errno));
        return;
    }
    for (size_t i = 0, end = 0; i < t.n; i = end) {
        for (end = i + 1; end < t.n && strncmp(t.lines[end], "==", 2) != 0;) end++;
        if (strncmp(t.lines[i], "==", 2) == 0)
            read_entry(all, of, path, &t, i, end, right);
        else
            for (; i < end; i++)
                if (t.lines[i][0] && t.lines[i][0] != '#')
                    bank_error(path, i + 1, "this stands before the first == NAME");
    }
}

void bank_read(struct mutants *all, const struct solution *of, const char *folder) {
    read_file(all, of, text_format("%s/%s/mutants", folder, of->lab), false);
    read_file(all, of, text_format("%s/%s/mutants.generated", folder, of->lab), false);
}

void bank_read_right(struct mutants *all, const struct solution *of, const char *folder) {
    read_file(all, of, text_format("%s/%s/right", folder, of->lab), true);
}
