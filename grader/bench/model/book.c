/**
 * @file
 * @brief Figures where they are written down (see book.h).
 */
#include "grader/bench/model/book.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_text(const char *folder, const char *name, char why[256]) {
    char path[4096];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    if (file && fseek(file, 0, SEEK_END) == 0) {
        long size = ftell(file);
        rewind(file);
        text = size >= 0 ? malloc((size_t)size + 1) : NULL;
        if (text) text[fread(text, 1, (size_t)size, file)] = '\0';
    }
    if (!text)
        snprintf(why, 256, "cannot read '%.100s': %s; run it in the kit's top folder", path,
                 strerror(errno));
    if (file) fclose(file);
    return text;
}

bool book_open(struct book *book, const char *folder, char why[256]) {
    *book = (struct book){read_text(folder, MEASURED, why), NULL};
    if (book->measured) book->bench = read_text(folder, BENCH, why);
    return book->bench != NULL;
}

void book_close(struct book *book) {
    free(book->measured);
    free(book->bench);
    *book = (struct book){NULL, NULL};
}

/** Three digits behind a comma, and no more: rows of a CSV file have longer numbers, or a fraction. */
static bool is_group(const char *t) {
    return t[0] == ',' && isdigit((unsigned char)t[1]) && isdigit((unsigned char)t[2]) &&
           isdigit((unsigned char)t[3]) && !isdigit((unsigned char)t[4]);
}

/** Digits, in groups of three or not, and a fraction; NULL when there are none. */
static const char *plain_number(const char *t, double *value) {
    const char *first = t;
    if (!isdigit((unsigned char)*t)) return NULL;
    for (*value = 0; isdigit((unsigned char)*t); t++) *value = *value * 10 + (*t - '0');
    if (t - first <= 3)
        for (; is_group(t); t += 4)
            *value = *value * 1000 + (t[1] - '0') * 100 + (t[2] - '0') * 10 + (t[3] - '0');
    if (t[0] == '.' && isdigit((unsigned char)t[1])) {
        char *end;
        *value += strtod(t, &end);
        t = end;
    }
    return t;
}

/** A number, and what stands behind it: "^28", "·10^6", " + 1". */
static const char *number(const char *t, double *value) {
    static const char ten[] = "·10^";
    double power, more;
    if (!(t = plain_number(t, value))) return NULL;
    if (*t == '^') {
        const char *end = plain_number(t + 1, &power);
        if (!end) return t;
        *value = pow(*value, power);
        t = end;
        if (strncmp(t, " + ", 3) == 0 && (end = plain_number(t + 3, &more))) {
            *value += more;
            t = end;
        }
    } else if (strncmp(t, ten, sizeof(ten) - 1) == 0) {
        const char *end = plain_number(t + sizeof(ten) - 1, &power);
        if (!end) return t;
        *value *= pow(10, power);
        t = end;
    }
    return t;
}

/** Where the match ends that begins here, or NULL. */
static const char *match(const char *pattern, const char *t, struct found *found) {
    for (int n = 0; *pattern; pattern++) {
        if (*pattern == '#') {
            found->at[n] = t;
            if (!(t = number(t, &found->numbers[n++]))) return NULL;
        } else if (*pattern == '?') {
            t += strcspn(t, "|\n");
        } else if (*pattern == ' ') {
            if (!isspace((unsigned char)*t)) return NULL;
            while (isspace((unsigned char)*t)) t++;
        } else if (*pattern != *t++) {
            return NULL;
        }
    }
    return t;
}

/** A section's text: from behind its title up to the next one. */
static const char *section_of(const char *text, const char *title, const char **end) {
    *end = text + strlen(text);
    if (!title) return text;
    for (const char *t = text; (t = strstr(t, "\n## ")); t += 4) {
        size_t length = strlen(title);
        if (strncmp(t + 4, title, length) != 0 || t[4 + length] != '\n') continue;
        const char *next = strstr(t + 4, "\n## ");
        if (next) *end = next;
        return t + 4 + length;
    }
    return *end;
}

size_t book_find(const struct book *book, const struct place *place, struct found *found,
                 size_t room) {
    const char *text = strcmp(place->file, BENCH) == 0 ? book->bench : book->measured;
    const char *end, *t = section_of(text, place->section, &end);
    size_t n = 0;
    while (t < end && n < room) {
        const char *behind = match(place->pattern, t, &found[n]);
        n += behind != NULL;
        t = behind ? behind : t + 1;
    }
    return n;
}
