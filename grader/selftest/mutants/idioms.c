/**
 * @file
 * @brief Mutants made by a table of idioms: code that looks like this becomes code that looks like that.
 */
#include "grader/selftest/mutants/mutant.h"
#include "grader/selftest/mutants/pieces.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { HOLES = 8, IDIOMS = 256 };

/* A name in an idiom that ends in _ stands for a piece of the code: N_ and M_ for a name, C_ for one of what the
 * function may not write to, the others for any expression. */
struct holes {
    struct {
        const char *name, *text;
    } list[HOLES];
    size_t n;
};

struct idiom {
    const char *name, *about;
    const char *in; /* "host", "device", or "": both */
    const char *from, *to;
    /* "", or what is changed then everywhere else in the same function */
    const char *all_from, *all_to;
};

/* The function that is being looked through. */
struct body {
    const struct pieces *p;
    size_t name, open;
};

static bool is_hole(const struct pieces *p, size_t i) {
    return p->list[i].length == 2 && p->text[p->list[i].at + 1] == '_';
}

/* const uint32_t *d_in among the parameters */
static bool is_const(const struct body *b, size_t i) {
    for (size_t k = b->name + 4; k < b->p->list[b->name + 1].match; k++)
        if (strcmp(pieces_text(b->p, k, k), pieces_text(b->p, i, i)) == 0)
            return piece_is(b->p, k - 1, "*") && piece_is(b->p, k - 3, "const");
    return false;
}

/* May the piece, or the bracket with all that is in it, be the next part of what a hole stands for? */
static bool extends(const struct body *b, char hole, size_t first, size_t i) {
    const struct piece *one = &b->p->list[i];
    if (!one->length || piece_among(b->p, i, "; { } ) ]")) return false;
    if (strchr("NMC", hole)) return i == first && one->name && (hole != 'C' || is_const(b, i));
    return true;
}

static size_t match(const struct body *b, size_t i, const struct pieces *pattern, size_t k,
                    struct holes *holes);

/* The hole is pattern piece k: tries longer and longer texts from piece i on. */
static size_t match_hole(const struct body *b, size_t i, const struct pieces *pattern, size_t k,
                         struct holes *holes) {
    const char *name = pieces_text(pattern, k, k);
    const size_t n = holes->n;
    size_t own = 0;
    while (own < n && strcmp(holes->list[own].name, name) != 0) own++;
    if (own == HOLES) return 0;
    for (size_t last = i; extends(b, *name, i, last); last++) {
        if (piece_among(b->p, last, "( [") && b->p->list[last].match) last = b->p->list[last].match;
        const char *text = pieces_text(b->p, i, last);
        if (own < n && strcmp(holes->list[own].text, text) != 0) continue;
        holes->list[own].name = name;
        holes->list[own].text = text;
        holes->n = own < n ? n : n + 1;
        size_t end = match(b, last + 1, pattern, k + 1, holes);
        if (end) return end;
        holes->n = n;
    }
    return 0;
}

/* The piece behind what the pattern fits, from its piece k on, when it begins at piece i; 0 when it does not. */
static size_t match(const struct body *b, size_t i, const struct pieces *pattern, size_t k,
                    struct holes *holes) {
    if (!pattern->list[k].length) return i;
    if (is_hole(pattern, k)) return match_hole(b, i, pattern, k, holes);
    return piece_is(b->p, i, pieces_text(pattern, k, k)) ? match(b, i + 1, pattern, k + 1, holes)
                                                         : 0;
}

/* What the idiom puts there, holes filled. */
static const char *filled(const char *to, const struct holes *holes) {
    const struct pieces p = pieces_of(to, "idioms");
    const char *text = "";
    size_t at = 0;
    for (size_t i = 1; i < p.n; i++)
        for (size_t h = 0; is_hole(&p, i) && h < holes->n; h++) {
            if (!piece_is(&p, i, holes->list[h].name)) continue;
            text = text_format("%s%.*s%s", text, (int)(p.list[i].at - at), to + at,
                               holes->list[h].text);
            at = p.list[i].at + p.list[i].length;
        }
    return text_format("%s%s", text, to + at);
}

/* The solution, changed from piece i up to the piece `end`, and elsewhere in the function as the idiom says. */
static const char *changed(const struct body *b, const struct idiom *idiom, size_t i, size_t end,
                           struct holes *holes) {
    const struct pieces all = pieces_of(idiom->all_from, "idioms");
    const char *text = "";
    size_t at = 0;
    for (size_t k = b->name; k < b->p->list[b->open].match; k++) {
        struct holes own = *holes;
        const char *to = k == i ? idiom->to : idiom->all_to;
        size_t behind = k == i ? end : *idiom->all_from ? match(b, k, &all, 1, &own) : 0;
        if (!behind) continue;
        const size_t begin = b->p->list[k].at, last = behind - 1;
        text = text_format("%s%.*s%s", text, (int)(begin - at), b->p->text + at, filled(to, &own));
        at = b->p->list[last].at + b->p->list[last].length;
        k = last;
    }
    return text_format("%s%s", text, b->p->text + at);
}

static bool is_on_device(const struct body *b) {
    for (size_t i = b->name; --i > 0 && !piece_among(b->p, i, "; { }");)
        if (piece_among(b->p, i, "__device__ __global__")) return true;
    return false;
}

static void add(struct mutants *all, const struct solution *of, const struct body *b,
                const struct idiom *idiom) {
    const struct pieces pattern = pieces_of(idiom->from, "idioms");
    int made = 0;
    if (*idiom->in && is_on_device(b) != (strcmp(idiom->in, "device") == 0)) return;
    for (size_t i = b->open + 1; i < b->p->list[b->open].match; i++) {
        struct holes holes = {.n = 0};
        size_t end = match(b, i, &pattern, 1, &holes);
        if (!end) continue;
        const char *function = pieces_text(b->p, b->name, b->name);
        struct mutant *m =
            mutants_add(all, of, text_format("%s:%s:%d", function, idiom->name, ++made));
        m->about = idiom->about;
        m->source = changed(b, idiom, i, end, &holes);
    }
}

/*
 * The table.
 */
static size_t read_idioms(const char *path, struct idiom *list) {
    struct text t;
    size_t n = 0;
    bool all = false;
    if (!text_read(&t, path)) bank_error(path, 1, "it cannot be read: %s", strerror(errno));
    for (size_t i = 0; i < t.n && !bank_errors; i++) {
        const char *line = t.lines[i];
        struct idiom *now = n ? &list[n - 1] : NULL;
        if (!*line || *line == '#') continue;
        if (strncmp(line, "== ", 3) == 0 && n < IDIOMS) {
            list[n++] = (struct idiom){line + 3, "", "", "", "", "", ""};
            all = false;
        } else if (!now)
            bank_error(path, i + 1, "this stands before the first == NAME");
        else if (strcmp(line, "@@") == 0)
            all = true;
        else if (strncmp(line, "in: ", 4) == 0)
            now->in = line + 4;
        else if (*line == '-')
            *(all ? &now->all_from : &now->from) = line + 2;
        else if (*line == '+')
            *(all ? &now->all_to : &now->to) = line + 2;
        else
            now->about = line;
    }
    return n;
}

void idioms(struct mutants *all, const struct solution *of, const char *path) {
    struct idiom list[IDIOMS];
    const size_t n = read_idioms(path, list);
    const struct pieces p = pieces_of(of->text.bytes, of->path);
    struct body b = {.p = &p};
    while (next_function(&p, &b.name, &b.open))
        for (size_t i = 0; i < n; i++) add(all, of, &b, &list[i]);
}
