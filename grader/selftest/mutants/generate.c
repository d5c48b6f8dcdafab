/**
 * @file
 * @brief Mutants made by a program: one thing in the code of a solution changed at a time.
 *
 * Each is called `function:operator:nth`. Lines stay where they are, so that code which knows its own
 * line (CU()) stays the same where nothing else differs.
 */
#include "grader/selftest/mutants/mutant.h"
#include "grader/selftest/mutants/operators.h"

#include <string.h>

enum { OPERATORS = 128 };

struct making {
    struct changes changes; /* first, so that a pointer to it is one to this */
    struct mutants *all;
    const struct solution *of;
    struct pieces pieces;
    const char *function;
    struct {
        const char *name;
        int n;
    } made[OPERATORS]; /* in this function */
};

/* The how-manieth use of an operator in this function it is. */
static int count(struct making *m, const char *name) {
    for (int i = 0; i < OPERATORS; i++) {
        if (!m->made[i].name) m->made[i].name = name;
        if (strcmp(m->made[i].name, name) == 0) return ++m->made[i].n;
    }
    return 0;
}

static size_t line_at(const char *text, size_t at) {
    size_t line = 1;
    for (size_t i = 0; i < at; i++) line += text[i] == '\n';
    return line;
}

static void add(struct changes *c, const char *name, size_t first, size_t last, const char *by) {
    struct making *m = (struct making *)c;
    const char *text = m->pieces.text;
    const struct piece *a = &m->pieces.list[first], *b = &m->pieces.list[last];
    struct mutant *made =
        mutants_add(m->all, m->of, text_format("%s:%s:%d", m->function, name, count(m, name)));
    made->generated = true;
    made->line = line_at(text, a->at);
    made->source = text_format("%.*s%s%s", (int)a->at, text, by, text + b->at + b->length);
}

void generate(struct mutants *all, const struct solution *of) {
    struct making m = {
        .changes = {add}, .all = all, .of = of, .pieces = pieces_of(of->text.bytes, of->path)};
    for (size_t name, open = 0; next_function(&m.pieces, &name, &open);) {
        m.function = pieces_text(&m.pieces, name, name);
        memset(m.made, 0, sizeof(m.made));
        for (size_t i = open + 1; i < m.pieces.list[open].match; i++)
            operators_at(&m.pieces, i, &m.changes);
    }
}
