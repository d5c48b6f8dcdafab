/**
 * @file
 * @brief Cuts C into tokens, and takes the skeleton's out (tokens.h). Takes any bytes.
 */
#include "grader/class/similar/tokens.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MOST_BYTES = 1 << 20,
    MOST_TOKENS = 20000,
    STRETCH = 10 /* tokens in a row that the skeleton has to have too */
};

/*
 * Reading.
 */
static const char *read_all(int fd, struct tokens *t) {
    struct stat status;
    if (fstat(fd, &status) || !S_ISREG(status.st_mode)) return "it is no plain file";
    if (status.st_size > MOST_BYTES) return "it is larger than 1 MB";
    t->text = malloc((size_t)status.st_size + 1);
    if (!t->text) return "there is no memory for it";
    ssize_t got, size = 0;
    while ((got = read(fd, t->text + size, (size_t)(status.st_size - size))) > 0) size += got;
    if (got < 0) return "it cannot be read";
    for (ssize_t i = 0; i < size; i++)
        if (!t->text[i]) t->text[i] = ' ';
    t->text[size] = 0;
    return NULL;
}

/* What common/skeleton.awk does: between //> and //< only the skeleton's own lines stay, behind //|. */
static void blank_marked_lines(char *text) {
    bool inside = false;
    for (char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        char *first = line + strspn(line, " \t");
        if (!strncmp(first, "//>", 3)) inside = true;
        if (!strncmp(first, "//<", 3)) inside = false;
        if (!strncmp(first, "//|", 3))
            memset(first, ' ', 3);
        else if (inside)
            memset(line, ' ', strcspn(line, "\n"));
    }
}

/*
 * Cutting.
 */
static const char *skip_comment(const char *c) {
    if (c[1] == '/') return c + strcspn(c, "\n");
    const char *end = strstr(c + 2, "*/");
    return end ? end + 2 : c + strlen(c);
}

/* A string or a character ends with its line at the latest. */
static const char *skip_quoted(const char *c) {
    char quote = *c++;
    while (*c && *c != '\n' && *c != quote) c += *c == '\\' && c[1] && c[1] != '\n' ? 2 : 1;
    return c + (*c == quote);
}

static bool is_name(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* Words that sim_c takes for what they are; all other names are alike to it. */
static bool is_keyword(const char *text, int length) {
    static const char *const words[] = {
        "auto",   "break",  "case",   "const",   "continue", "default",  "do",     "else",
        "enum",   "extern", "for",    "goto",    "if",       "inline",   "return", "sizeof",
        "static", "struct", "switch", "typedef", "union",    "volatile", "while"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if ((int)strlen(words[i]) == length && !memcmp(words[i], text, (size_t)length)) return true;
    return false;
}

static uint32_t hash(const char *text, int length) {
    uint32_t h = 2166136261u;
    for (int i = 0; i < length; i++) h = (h ^ (unsigned char)text[i]) * 16777619u;
    return h;
}

static uint32_t kind_of(const char *text, int length) {
    if (*text == '"' || *text == '\'') return 2;
    if (is_name(*text) && !is_keyword(text, length)) return 1;
    return hash(text, length) | 4;
}

static const char *token_end(const char *c) {
    if (*c == '"' || *c == '\'') return skip_quoted(c);
    if (!is_name(*c)) return c + 1;
    while (is_name(*c)) c++;
    return c;
}

static bool says_nothing(char c) {
    return (unsigned char)c <= ' ' || (unsigned char)c >= 127 || c == ';' || c == '\\';
}

/* What lies between tokens. An #include says nothing about who wrote the rest. */
static const char *skip_blanks(const char *c) {
    for (const char *before = NULL; before != c;) {
        before = c;
        while (*c && says_nothing(*c)) c++;
        if (*c == '/' && (c[1] == '/' || c[1] == '*')) c = skip_comment(c);
        if (*c == '#' && !strncmp(c + 1 + strspn(c + 1, " \t"), "include", 7))
            c += strcspn(c, "\n");
    }
    return c;
}

static const char *cut(struct tokens *t) {
    const char *counted = t->text;
    int line = 1;
    t->all = malloc(MOST_TOKENS * sizeof *t->all);
    if (!t->all) return "there is no memory for it";
    for (const char *c = skip_blanks(t->text), *end; *c; c = skip_blanks(end)) {
        end = token_end(c);
        for (; counted < c; counted++) line += *counted == '\n';
        if (t->n == MOST_TOKENS) return "it is too long: more than 20,000 tokens";
        t->all[t->n++] = (struct token){c, (int)(end - c), line, kind_of(c, (int)(end - c)), false};
    }
    return NULL;
}

const char *tokens_read(struct tokens *t, const char *path, bool strip_solution) {
    *t = (struct tokens){0};
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return errno == ELOOP ? "it is a link" : "it cannot be opened";
    const char *why = read_all(fd, t);
    close(fd);
    if (why) return why;
    if (strip_solution) blank_marked_lines(t->text);
    return cut(t);
}

void tokens_free(struct tokens *t) {
    free(t->text);
    free(t->all);
}

/*
 * The skeleton's.
 */
static uint64_t stretch_at(const struct tokens *t, size_t i) {
    uint64_t h = 14695981039346656037u;
    for (size_t k = 0; k < STRETCH; k++) h = (h ^ t->all[i + k].kind) * 1099511628211u;
    return h;
}

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void tokens_mark(struct tokens *t, const struct tokens *skeleton) {
    if (skeleton->n < STRETCH || t->n < STRETCH) return;
    size_t n = skeleton->n - STRETCH + 1;
    uint64_t *known = malloc(n * sizeof *known);
    if (!known) return;
    for (size_t i = 0; i < n; i++) known[i] = stretch_at(skeleton, i);
    qsort(known, n, sizeof *known, compare);
    for (size_t i = 0; i + STRETCH <= t->n; i++) {
        uint64_t h = stretch_at(t, i);
        if (!bsearch(&h, known, n, sizeof *known, compare)) continue;
        for (size_t k = 0; k < STRETCH; k++) t->all[i + k].skeletons = true;
    }
    free(known);
}

size_t tokens_left(const struct tokens *t) {
    size_t left = 0;
    for (size_t i = 0; i < t->n; i++) left += !t->all[i].skeletons;
    return left;
}

/* Strings and characters lose what is in them, which sim_c does not look at. */
void tokens_write(const struct tokens *t, FILE *out) {
    int line = 1;
    for (size_t i = 0; i < t->n; i++) {
        const struct token *k = &t->all[i];
        if (k->skeletons) continue;
        for (; line < k->line; line++) fputc('\n', out);
        if (*k->text == '"')
            fputs("\"\" ", out);
        else if (*k->text == '\'')
            fputs("'c' ", out);
        else
            fprintf(out, "%.*s ", k->length, k->text);
    }
    fputc('\n', out);
}
