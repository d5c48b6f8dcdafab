/**
 * @file
 * @brief The functions of two solutions, and the calls that their types allow.
 */
#include "grader/selftest/mutants/swaps.h"
#include "grader/selftest/mutants/pieces.h"

#include <stdlib.h>
#include <string.h>

enum { FUNCTIONS = 128 };

struct function {
    const struct pieces *p;
    size_t name, open;
    const char *text; /* its name */
    const char *type; /* what stands before it, and its parameters without their names */
    const char *call; /* the names of its parameters */
};

static void describe(struct function *f) {
    const struct pieces *p = f->p;
    size_t first = f->name, end = p->list[f->name + 1].match;
    while (p->list[first - 1].name || piece_is(p, first - 1, "*")) first--;
    f->text = pieces_text(p, f->name, f->name);
    f->type = pieces_text(p, first, f->name - 1);
    f->call = "";
    for (size_t at = f->name + 2, last; at < end; at = last + 2) {
        size_t comma = piece_after(p, at, ",");
        last = (comma ? comma : end) - 1;
        if (last > at) f->type = text_format("%s, %s", f->type, pieces_text(p, at, last - 1));
        f->call = text_format("%s%s%s", f->call, *f->call ? ", " : "", pieces_text(p, last, last));
    }
}

static size_t functions_of(const struct solution *of, struct function *list) {
    struct pieces *p = must_have(1, sizeof(*p));
    size_t n = 0;
    *p = pieces_of(of->text.bytes, of->path);
    struct function f = {.p = p};
    while (n < FUNCTIONS && next_function(p, &f.name, &f.open)) {
        describe(&f);
        if (!strstr(f.type, "__global__")) list[n++] = f;
    }
    return n;
}

static bool calls(const struct function *f, const struct function *other) {
    for (size_t i = f->open; i < f->p->list[f->open].match; i++)
        if (piece_is(f->p, i, other->text)) return true;
    return false;
}

/* The solution, where f does nothing but call; `guest` is put in behind what it includes. */
static void add(struct mutants *all, const struct solution *of, const struct function *f,
                const char *guest, const char *lab, const char *other) {
    const char *text = of->text.bytes, *rest = text, *next;
    const struct piece *open = &f->p->list[f->open], *close = &f->p->list[open->match];
    while ((next = strstr(rest, "\n#include"))) rest = next + 1 + strcspn(next + 1, "\n");
    const char *mark = strstr(text + open->at, "//> TODO ");
    const char *result = strstr(f->type, "void") ? "" : "return ";
    struct mutant *m = mutants_add(all, of, text_format("%s:calls:%s%s", f->text, lab, other));
    m->about = text_format("%s calls %s%s in place of its own way.", f->text, lab, other);
    if (mark && mark < text + close->at) m->must = atoi(mark + 9);
    m->source = text_format("%.*s%s%.*s{ %s%s%s(%s); }%s", (int)(rest - text), text, guest,
                            (int)(open->at - (size_t)(rest - text)), rest, result,
                            *lab ? "guest::" : "", other, f->call, text + close->at + 1);
}

/* All lines but those of the preprocessor; NULL where they include more than a lab of its own can have. */
static const char *alone(const char *path, const char *header) {
    struct text t;
    const char *text = "";
    if (!text_read(&t, path)) return NULL;
    for (size_t i = 0; i < t.n; i++) {
        const char *file = strncmp(t.lines[i], "#include \"", 10) != 0 ? NULL : t.lines[i] + 10;
        if (file && strncmp(file, "common/", 7) != 0 && strncmp(file, header, strlen(header)) != 0)
            return NULL;
        if (t.lines[i][0] != '#') text = text_format("%s%s\n", text, t.lines[i]);
    }
    return text;
}

/* The other solution as a namespace of this one; NULL where it needs what only its own lab has. */
static const char *guest_of(const struct solution *other) {
    const char *header = text_format("%s.h", other->lab + 3);
    const char *contract = alone(text_format("labs/%s/%s", other->lab, header), header);
    const char *code = alone(other->path, header);
    bool cuda = strcmp(other->file + strlen(other->lab), ".cu") == 0;
    return contract && code && cuda ? text_format("\nnamespace guest {\n%s%s}\n", contract, code)
                                    : NULL;
}

void swaps(struct mutants *all, const struct solution *of, const struct solution *other) {
    struct function own[FUNCTIONS], theirs[FUNCTIONS];
    const size_t n = functions_of(of, own), m = functions_of(other, theirs);
    const bool same = of == other;
    const char *guest = same ? "" : guest_of(other),
               *lab = same ? "" : text_format("%.2s.", other->lab);
    for (const struct function *f = own; guest && f < own + n; f++)
        for (const struct function *g = theirs; g < theirs + m; g++) {
            const bool known = g->open < f->open ||
                               strncmp(g->type, "void", 4) == 0; /* by then, or by the contract */
            if (strcmp(f->type, g->type) != 0 || !known ||
                (same && (f->open == g->open || calls(g, f))))
                continue;
            if (same || strncmp(g->type, "void", 4) == 0) add(all, of, f, guest, lab, g->text);
        }
}
