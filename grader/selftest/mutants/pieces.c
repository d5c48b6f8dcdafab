/**
 * @file
 * @brief Tokens joined to operators, and what stands around them.
 */
#include "grader/selftest/mutants/pieces.h"
#include "common/simt/compile/lexer.h"
#include "grader/selftest/mutants/text.h"

#include <stdlib.h>
#include <string.h>

bool piece_is(const struct pieces *p, size_t i, const char *text) {
    return strlen(text) == p->list[i].length &&
           memcmp(p->text + p->list[i].at, text, p->list[i].length) == 0;
}

int piece_among(const struct pieces *p, size_t i, const char *words) {
    for (int place = 1; *words; place++) {
        size_t length = strcspn(words, " ");
        if (length == p->list[i].length && memcmp(p->text + p->list[i].at, words, length) == 0)
            return place;
        words += length + (words[length] == ' ');
    }
    return 0;
}

char *pieces_text(const struct pieces *p, size_t first, size_t last) {
    const struct piece *a = &p->list[first], *b = &p->list[last];
    return text_format("%.*s", (int)(b->at + b->length - a->at), p->text + a->at);
}

/* The lexer leaves every > alone: here those that touch are joined, three at the most. */
static size_t joined(const struct source *s, size_t i) {
    size_t more = 0;
    if (s->t[i].op != '>') return 0;
    while (more < 2 && s->t[i + more].op == '>' && i + more + 1 < s->n &&
           s->t[i + more + 1].at == s->t[i + more].at + 1 &&
           (s->t[i + more + 1].op == '>' || token_is(s, i + more + 1, ">=")))
        more++;
    return more;
}

/* Between two operands, or in front of one? It depends on what stands before. */
static bool ends_operand(const struct pieces *p, size_t i) {
    const struct piece *before = &p->list[i];
    if (before->name) return !piece_among(p, i, "return case else do sizeof");
    return before->number || piece_among(p, i, ") ] ++ --") != 0;
}

static int rank_of(const struct pieces *p, size_t i) {
    static const char *const by_rank[] = {"||",    "&&",        "|",     "^",   "&",
                                          "== !=", "< <= > >=", "<< >>", "+ -", "* / %"};
    if (!ends_operand(p, i - 1)) return 0;
    for (int rank = 0; rank < 10; rank++)
        if (piece_among(p, i, by_rank[rank])) return rank + 1;
    return 0;
}

struct pieces pieces_of(const char *text, const char *path) {
    struct source s = {.text = text_format("%s", text), .size = strlen(text)};
    lex(&s, path);
    struct pieces p = {.text = text, .list = must_have(s.n + 2, sizeof(*p.list))};
    size_t *place = must_have(s.n + 2, sizeof(*place));
    for (size_t i = 0; i < s.n; i++) {
        const struct token *t = &s.t[i];
        size_t more = joined(&s, i);
        place[i] = p.n;
        p.list[p.n++] = (struct piece){.at = t->at,
                                       .length = t[more].at + t[more].len - t->at,
                                       .match = t->match,
                                       .name = is_name(t->op),
                                       .number = t->op == OP_NUMBER};
        i += more;
    }
    for (size_t i = 1; i < p.n; i++) {
        p.list[i].match = p.list[i].match ? place[p.list[i].match] : 0;
        p.list[i].rank = rank_of(&p, i);
    }
    p.list[p.n].at = strlen(text);
    return p;
}

static bool ends_expression(const struct pieces *p, size_t i) {
    return i == 0 || i >= p->n || p->list[i].length == 0 ||
           piece_among(
               p, i, "( ) [ ] { } ; , ? : = += -= *= /= %= &= |= ^= <<= >>= <<< >>> return else") !=
               0;
}

size_t operand_first(const struct pieces *p, size_t i) {
    int rank = p->list[i].rank;
    size_t first = i;
    for (size_t k = i - 1; k > 0; k--) {
        if (piece_among(p, k, ") ]") && p->list[k].match)
            k = p->list[k].match;
        else if (ends_expression(p, k) || (p->list[k].rank && p->list[k].rank < rank))
            break;
        first = k;
    }
    return first;
}

size_t operand_last(const struct pieces *p, size_t i) {
    int rank = p->list[i].rank;
    size_t last = i;
    for (size_t k = i + 1; k < p->n; k++) {
        if (piece_among(p, k, "( [") && p->list[k].match)
            k = p->list[k].match;
        else if (ends_expression(p, k) || (p->list[k].rank && p->list[k].rank <= rank))
            break;
        last = k;
    }
    return last;
}

size_t piece_after(const struct pieces *p, size_t i, const char *end) {
    for (; i < p->n; i++) {
        if (piece_is(p, i, end)) return i;
        if (piece_among(p, i, ") ] }")) return 0;
        if (piece_among(p, i, "( [ {") && p->list[i].match) i = p->list[i].match;
    }
    return 0;
}

size_t piece_around(const struct pieces *p, size_t i) {
    while (--i > 0) {
        if (piece_among(p, i, "( [ {")) return i;
        if (piece_among(p, i, ") ] }") && p->list[i].match) i = p->list[i].match;
    }
    return 0;
}

bool next_function(const struct pieces *p, size_t *name, size_t *open) {
    size_t i = *open ? p->list[*open].match + 1 : 1;
    for (; i < p->n; i++) {
        if (!piece_is(p, i, "{")) continue;
        size_t before = p->list[i - 1].match;
        if (piece_is(p, i - 1, ")") && before > 1 && p->list[before - 1].name && p->list[i].match) {
            *name = before - 1;
            *open = i;
            return true;
        }
        if (p->list[i].match) i = p->list[i].match; /* a struct, an enum */
    }
    return false;
}
