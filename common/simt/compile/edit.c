/** @file
 *  @brief Changes to the text: see edit.h. */
#include "edit.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/** Beyond this column nobody looks at carets, and blanks up to it would make long lines quadratic. */
enum { LAST_KEPT_COLUMN = 400 };

struct insert {
    size_t at;
    size_t order;
    uint32_t line, col, place;
    char *text;
};

void drop(struct source *s, size_t first, size_t last) {
    for (size_t i = first; i <= last && i < s->n; i++)
        memset(s->text + s->t[i].at, ' ', s->t[i].len);
}

static void put(struct source *s, const struct token *t, size_t offset, char *text) {
    s->inserts = grown(s->inserts, s->n_inserts, &s->inserts_room, sizeof(*s->inserts));
    s->inserts[s->n_inserts] = (struct insert){.at = t->at + offset,
                                               .order = s->n_inserts,
                                               .line = t->line,
                                               .col = t->col + (uint32_t)offset,
                                               .place = t->place,
                                               .text = text};
    s->n_inserts++;
}

static char *printed(const char *format, va_list args) {
    char *text = NULL;
    if (vasprintf(&text, format, args) >= 0) return text;
    fputs("rewrite: out of memory. Compile fewer things at a time\n", stderr);
    exit(2);
}

void put_before(struct source *s, size_t i, const char *format, ...) {
    va_list args;
    va_start(args, format);
    put(s, &s->t[i], 0, printed(format, args));
    va_end(args);
}

void put_behind(struct source *s, size_t i, const char *format, ...) {
    va_list args;
    va_start(args, format);
    put(s, &s->t[i], s->t[i].len, printed(format, args));
    va_end(args);
}

void replace(struct source *s, size_t i, const char *text) {
    size_t len = strlen(text);
    drop(s, i, i);
    if (len <= s->t[i].len)
        memcpy(s->text + s->t[i].at, text, len);
    else
        put_behind(s, i, "%s", text);
}

static int by_position(const void *a, const void *b) {
    const struct insert *x = a, *y = b;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

/** Is there anything on the line behind `at`? */
static bool line_goes_on(const struct source *s, size_t at) {
    while (at < s->size && (s->text[at] == ' ' || s->text[at] == '\t')) at++;
    return at < s->size && s->text[at] != '\n' && s->text[at] != '\r';
}

/** Back to the line and column where the insertion was made; needless at a line's end, where no line was added. */
static void return_to_column(const struct source *s, const struct insert *in, bool has_lines, FILE *out) {
    const struct place *place = &s->places[in->place];
    if (!has_lines && (in->col > LAST_KEPT_COLUMN || !line_goes_on(s, in->at))) return;
    fprintf(out, "\n# %u \"%.*s\"%s\n%*s", in->line, (int)place->len, place->name, place->flags,
            in->col > LAST_KEPT_COLUMN ? 0 : (int)in->col, "");
}

void write_source(struct source *s, FILE *out) {
    size_t at = 0;
    bool has_lines = false;
    if (s->n_inserts) qsort(s->inserts, s->n_inserts, sizeof(*s->inserts), by_position);
    for (size_t i = 0; i < s->n_inserts; i++) {
        const struct insert *in = &s->inserts[i];
        fwrite(s->text + at, 1, in->at - at, out);
        if (in->at != at) has_lines = false;
        at = in->at;
        fputs(in->text, out);
        has_lines |= strchr(in->text, '\n') != NULL;
        bool last_here = i + 1 == s->n_inserts || s->inserts[i + 1].at != at;
        if (last_here) return_to_column(s, in, has_lines, out);
    }
    fwrite(s->text + at, 1, s->size - at, out);
}
