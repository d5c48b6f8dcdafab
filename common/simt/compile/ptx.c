/** @file
 *  @brief Inline PTX, from tokens to a block of C++: see ptx.h. */
#include "ptx.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../run/said.h"

/** The parts of asm volatile("text" : outputs : inputs : clobbers); */
struct statement {
    size_t open, close; /**< its parentheses */
    size_t end;         /**< the semicolon */
    size_t constraint[PTX_MOST_ASM];
    bool is_output[PTX_MOST_ASM];
    int n;
    size_t last; /**< the last operand's closing parenthesis, or 0 */
};

void refuse_statement(const struct ptx *x, const char *format, ...) {
    char why[sizeof(x->later->why)];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof(why), format, args);
    va_end(args);
    if (!x->later) stop_at(x->s, x->at, "%s", why);
    memcpy(x->later->why, why, sizeof(why));
    longjmp(x->later->jump, 1);
}

void refuse_instruction(const struct ptx *x, const char *text) {
    refuse_statement(
        x, "inline PTX with '%s' is not part of the CPU runtime. Use the intrinsic or plain C",
        text);
}

/** The ( of an operand whose constraint begins at this string. Strings in a row are one, as in "=" "r"(x). */
static size_t operand_paren(const struct source *s, size_t i) {
    while (s->t[i].op == OP_STRING) i++;
    return i;
}

/** Reads the sections behind the text. A section begins with : and :: begins two. */
static bool read_sections(const struct source *s, size_t i, struct statement *a) {
    int section = 0;
    for (; i < a->close; i++) {
        if (s->t[i].op == ':' || s->t[i].op == OP_SCOPE) {
            section += s->t[i].op == ':' ? 1 : 2;
        } else if (s->t[i].op == OP_STRING && section < 3) {
            size_t paren = operand_paren(s, i);
            if (a->n == PTX_MOST_ASM || s->t[paren].op != '(' || !s->t[paren].match) return false;
            a->is_output[a->n] = section == 1;
            a->constraint[a->n++] = i;
            a->last = i = s->t[paren].match;
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
    char letter = 0;
    *is_both = false;
    for (; s->t[i].op == OP_STRING; i++) {
        const char *p = s->text + s->t[i].at + 1, *end = p + s->t[i].len - 2;
        for (; p < end; p++) {
            bool is_sign = !letter && strchr("=+&% ", *p);
            if (!is_sign && (letter || !strchr("hrlfdn", *p))) return 0;
            *is_both |= *p == '+';
            if (!is_sign) letter = *p;
        }
    }
    return letter;
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
    size_t paren = operand_paren(s, i), end = s->t[paren].match;
    drop(s, i, paren - 1);
    if (!a->is_output[k]) {
        // An input is a register like others, into which a program may write. A number is none.
        put_before(s, paren, "%sauto simt_p%d __attribute__((unused)) = simt::ptx::in_%c",
                   letter == 'n' ? "const " : "", k, letter);
        put_behind(s, end, ";");
        return;
    }
    put_before(s, paren, "auto &simt_q%d = simt::ptx::out_%c", k, letter);
    put_behind(s, end, "; %s simt_p%d = ", width_of(letter), k);
    if (is_both)
        put_behind(s, end, "simt::ptx::bits(simt_q%d);", k);
    else
        put_behind(s, end, "0;");
}

/** Blanks all of the statement but the operands. */
static void blank(struct source *s, size_t i, const struct statement *a) {
    size_t next = i;
    for (int k = 0; k < a->n; k++) {
        drop(s, next, a->constraint[k]);
        next = s->t[operand_paren(s, a->constraint[k])].match + 1;
    }
    drop(s, next, a->end);
}

static void print_line(FILE *out, const struct source *s, size_t i) {
    const struct place *place = &s->places[s->t[i].place];
    fprintf(out, "\n# %u \"%.*s\"%s\n", s->t[i].line, (int)place->len, place->name, place->flags);
}

static void check_constraints(const struct ptx *x, const struct statement *a) {
    bool is_both;
    for (int k = 0; k < a->n; k++) {
        size_t i = a->constraint[k];
        if (letter_of(x->s, i, &is_both)) continue;
        refuse_statement(x, "inline PTX has no constraint %.*s on a CPU. Use h, r, l, f, d or n",
                         (int)x->s->t[i].len, x->s->text + x->s->t[i].at);
    }
}

/** The instructions, as of the statement's first line, and what becomes of the outputs. */
static void put_instructions(struct ptx *x, const struct statement *a, const char *text) {
    check_constraints(x, a);
    x->p = text;
    x->n_asm = a->n;
    print_line(x->out, x->s, x->at);
    translate_text(x);
    for (int k = 0; k < a->n; k++)
        if (a->is_output[k]) fprintf(x->out, " simt::ptx::set(simt_q%d, simt_p%d);", k, k);
    fputs(" }", x->out);
    print_line(x->out, x->s, a->end);
}

/** The name of what is refused, for linkers: where clang++ checks a program, no compiler reads the attribute. */
static void name_refusal(char *name, size_t size, const struct ptx *x,
                         const struct ptx_later *later) {
    size_t n = (size_t)snprintf(name, size, "simt_%zu_", x->at);
    for (const char *p = later->why; *p && n + 1 < size && strncmp(p, ". ", 2) != 0; p++)
        if (isalnum((unsigned char)*p))
            name[n++] = *p;
        else if (name[n - 1] != '_')
            name[n++] = '_';
    name[n] = '\0';
}

/** A statement that is an error where the function that has it is called. */
static void put_refusal(struct ptx *x, const struct ptx_later *later) {
    char text[3000], name[200];
    name_refusal(name, sizeof(name), x, later);
    fprintf(x->out, "{ void %s() __attribute__((error(\"", name);
    for (const char *p = said_whole(later->why, text, sizeof(text)); *p; p++)
        fprintf(x->out, strchr("\"\\", *p) ? "\\%c" : "%c", *p);
    fprintf(x->out, "\"))); %s(); }", name);
}

/** Sets x->body. Returns false where it is a refusal, which needs no operands. */
static bool translate_statement(struct ptx *x, const struct statement *a, const char *text) {
    struct ptx_later later;
    x->later = is_of_header(x->s, x->at) ? &later : NULL;
    x->out = open_memstream(&x->body, &x->body_bytes);
    if (!x->out) stop_at(x->s, x->at, "out of memory. Compile fewer things at a time");
    bool knows = !x->later || setjmp(later.jump) == 0;
    if (knows) {
        put_instructions(x, a, text);
    } else {
        rewind(x->out);
        put_refusal(x, &later);
    }
    if (fclose(x->out) != 0) stop_at(x->s, x->at, "out of memory. Compile fewer things at a time");
    return knows;
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
    if (translate_statement(&x, &a, text)) {
        put_before(s, i, "{ ");
        for (int k = 0; k < a.n; k++) put_operand(s, &a, k);
        blank(s, i, &a);
        put_behind(s, a.end, "%s", x.body);
    } else {
        put_before(s, i, "%s", x.body);
        drop(s, i, a.end);
    }
    free(x.body);
    free(text);
    return true;
}
