/** @file
 *  @brief Inline PTX, from tokens to a block of C++: see ptx.h. */
#include "ptx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/** The parts of asm volatile("text" : outputs : inputs : clobbers); */
struct statement {
    size_t open, close; /**< its parentheses */
    size_t end;         /**< the semicolon */
    size_t constraint[PTX_MOST_ASM];
    bool is_output[PTX_MOST_ASM];
    int n;
    size_t last; /**< the last operand's closing parenthesis, or 0 */
};

void refuse_instruction(const struct ptx *x, const char *text) {
    stop_at(x->s, x->at,
            "inline PTX with '%s' is not part of the CPU runtime. Use the intrinsic or plain C",
            text);
}

/** Reads the sections behind the text. A section begins with : and :: begins two. */
static bool read_sections(const struct source *s, size_t i, struct statement *a) {
    int section = 0;
    for (; i < a->close; i++) {
        if (s->t[i].op == ':' || s->t[i].op == OP_SCOPE) {
            section += s->t[i].op == ':' ? 1 : 2;
        } else if (s->t[i].op == OP_STRING && section < 3) {
            if (a->n == PTX_MOST_ASM || s->t[i + 1].op != '(' || !s->t[i + 1].match) return false;
            a->is_output[a->n] = section == 1;
            a->constraint[a->n++] = i;
            a->last = i = s->t[i + 1].match;
        } else if (s->t[i].op != ',' && section < 3) {
            return false;
        }
    }
    return true;
}

/** Appends what a string literal holds, its escapes undone. */
static size_t append_string(const struct source *s, size_t i, char *to, size_t n) {
    const char *p = s->text + s->t[i].at, *end = p + s->t[i].len - 1;
    bool raw = *p == 'R';
    for (p += raw ? 3 : 1, end -= raw; p < end; p++) {
        char c = *p;
        if (c == '\\' && !raw && ++p < end) {
            if (*p == '\n') continue;
            c = *p == 'n' ? '\n' : *p == 't' ? '\t' : *p == 'r' || *p == 'v' ? ' ' : *p;
        }
        to[n++] = c;
    }
    return n;
}

/** The text of the asm, in memory of its own; sets where the sections begin. */
static char *text_of(const struct source *s, size_t open, size_t *sections) {
    size_t bytes = 1, n = 0, i = open + 1;
    for (size_t k = i; s->t[k].op == OP_STRING; k++) bytes += s->t[k].len;
    char *text = malloc(bytes);
    if (!text) stop_at(s, open, "out of memory. Compile fewer things at a time");
    for (; s->t[i].op == OP_STRING; i++) n = append_string(s, i, text, n);
    text[n] = '\0';
    *sections = i;
    return text;
}

/** The letter of an operand's constraint, "=&r" for example; 0 where it is none of PTX. */
static char letter_of(const struct source *s, size_t i, bool *is_both) {
    const char *p = s->text + s->t[i].at + 1, *end = p + s->t[i].len - 2;
    *is_both = false;
    while (p < end && strchr("=+&% ", *p)) *is_both |= *p++ == '+';
    return p + 1 == end && strchr("hrlfdn", *p) ? *p : 0;
}

static const char *width_of(char letter) {
    switch (letter) {
    case 'h':
        return "uint16_t";
    case 'l':
    case 'd':
        return "uint64_t";
    default:
        return "uint32_t";
    }
}

/** Makes operand k a variable: simt_p0 and so on, and simt_q0 what an output goes to. */
static void put_operand(struct source *s, const struct statement *a, int k) {
    size_t i = a->constraint[k];
    bool is_both;
    char letter = letter_of(s, i, &is_both);
    if (!letter)
        stop_at(s, i, "inline PTX has no constraint %.*s on a CPU. Use h, r, l, f, d or n",
                (int)s->t[i].len, s->text + s->t[i].at);
    drop(s, i, i);
    if (!a->is_output[k]) {
        put_before(s, i + 1, "const auto simt_p%d __attribute__((unused)) = simt::ptx::in_%c", k,
                   letter);
        put_behind(s, s->t[i + 1].match, ";");
        return;
    }
    put_before(s, i + 1, "auto &simt_q%d = simt::ptx::out_%c", k, letter);
    put_behind(s, s->t[i + 1].match, "; %s simt_p%d = ", width_of(letter), k);
    if (is_both)
        put_behind(s, s->t[i + 1].match, "simt::ptx::bits(simt_q%d);", k);
    else
        put_behind(s, s->t[i + 1].match, "0;");
}

/** Blanks all of the statement but the operands. */
static void blank(struct source *s, size_t i, const struct statement *a) {
    size_t next = i;
    for (int k = 0; k < a->n; k++) {
        drop(s, next, a->constraint[k]);
        next = s->t[a->constraint[k] + 1].match + 1;
    }
    drop(s, next, a->end);
}

static void print_line(FILE *out, const struct source *s, size_t i) {
    const struct place *place = &s->places[s->t[i].place];
    fprintf(out, "\n# %u \"%.*s\"%s\n", s->t[i].line, (int)place->len, place->name, place->flags);
}

/** The instructions, as of the statement's first line, and what becomes of the outputs. */
static char *translated(struct ptx *x, const struct statement *a, const char *text) {
    char *body = NULL;
    size_t size;
    x->out = open_memstream(&body, &size);
    if (!x->out) stop_at(x->s, x->at, "out of memory. Compile fewer things at a time");
    x->p = text;
    x->n_asm = a->n;
    print_line(x->out, x->s, x->at);
    translate_text(x);
    for (int k = 0; k < a->n; k++)
        if (a->is_output[k]) fprintf(x->out, " simt::ptx::set(simt_q%d, simt_p%d);", k, k);
    fputs(" }", x->out);
    print_line(x->out, x->s, a->end);
    if (fclose(x->out) != 0) stop_at(x->s, x->at, "out of memory. Compile fewer things at a time");
    return body;
}

bool translate_ptx(struct source *s, size_t i, bool in_kernel_code, bool red_zones) {
    struct statement a = {.open = i + 1};
    struct ptx x = {.s = s, .at = i, .red_zones = red_zones};
    bool jumps = false;
    for (; is_name(s->t[a.open].op); a.open++)
        jumps |= token_is(s, a.open, "goto"); // asm volatile (
    a.close = s->t[a.open].match;
    a.end = a.close + 1;
    if (s->t[a.open].op != '(' || !a.close || s->t[a.open + 1].op != OP_STRING) return false;
    size_t sections;
    char *text = text_of(s, a.open, &sections);
    bool is_empty = text[strspn(text, " \t\n")] == '\0';
    if (is_empty || (!in_kernel_code && !looks_like_ptx(text, text + strlen(text)))) {
        free(text);
        return false;
    }
    if (jumps || s->t[a.end].op != ';' || !read_sections(s, sections, &a))
        stop_at(s, i,
                "this asm is no PTX that the CPU runtime knows. Use the intrinsic or plain C");
    char *body = translated(&x, &a, text);
    put_before(s, i, "{ ");
    for (int k = 0; k < a.n; k++) put_operand(s, &a, k);
    blank(s, i, &a);
    put_behind(s, a.end, "%s", body);
    free(body);
    free(text);
    return true;
}
