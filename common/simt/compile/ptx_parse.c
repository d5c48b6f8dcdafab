/** @file
 *  @brief Inline PTX: its statements, declarations and operands: see ptx.h. */
#include "ptx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void skip_blanks(struct ptx *x) {
    for (;;) {
        x->p += strspn(x->p, " \t\n\r");
        if (x->p[0] == '/' && x->p[1] == '/') {
            x->p += strcspn(x->p, "\n");
        } else if (x->p[0] == '/' && x->p[1] == '*') {
            const char *end = strstr(x->p + 2, "*/");
            x->p = end ? end + 2 : x->p + strlen(x->p);
        } else {
            return;
        }
    }
}

static bool accept(struct ptx *x, char c) {
    skip_blanks(x);
    if (*x->p != c) return false;
    x->p++;
    return true;
}

/** Stops the program at the statement that begins at `from`. */
static _Noreturn void refuse_from(struct ptx *x, const char *from) {
    char text[80];
    int n = (int)strcspn(from, ";\n");
    snprintf(text, sizeof(text), "%.*s", n < 70 ? n : 70, from);
    refuse_instruction(x, text);
}

static bool is_word_character(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/** Reads a name with its dots, as tid.x and the name of a register have them. */
static void read_name(struct ptx *x, char *name, bool dots) {
    size_t n = 0;
    while (*x->p == '%') x->p++;
    while (n + 1 < PTX_NAME && (is_word_character(*x->p) || (dots && *x->p == '.'))) {
        char c = *x->p++;
        name[n++] = c == '$' ? '_' : c;
    }
    name[n] = '\0';
    if (n == 0 || n + 1 == PTX_NAME) refuse_from(x, x->p - n);
}

static bool is_declared(const struct ptx *x, const char *name) {
    for (int i = 0; i < x->n_names; i++)
        if (strcmp(x->names[i], name) == 0) return true;
    return false;
}

/** A number: 12, 0x1F, 0f3F800000 (a float's bits), 0d… (a double's), 1.5. */
static bool read_number(struct ptx *x, char *text, size_t room, bool *is_fraction) {
    const char *p = x->p, *digits = *p == '-' ? p + 1 : p;
    char *end;
    if (!isdigit((unsigned char)*digits)) return false;
    if (digits[0] == '0' && strchr("fFdD", digits[1])) {
        unsigned long long bits = strtoull(digits + 2, &end, 16);
        bool wide = digits[1] == 'd' || digits[1] == 'D';
        snprintf(text, room, wide ? "(uint64_t)0x%llxull" : "(uint32_t)0x%llxu", bits);
    } else if (digits[strspn(digits, "0123456789")] == '.') {
        *is_fraction = true;
        snprintf(text, room, "%.17g", strtod(p, &end));
        if (!strpbrk(text, ".en")) strcat(text, ".0");
    } else {
        bool binary = digits[0] == '0' && (digits[1] == 'b' || digits[1] == 'B');
        unsigned long long value = strtoull(binary ? digits + 2 : digits, &end, binary ? 2 : 0);
        if (*end == 'U') end++;
        snprintf(text, room, "(long long)%s0x%llxull", digits > p ? "-" : "", value);
    }
    x->p = end;
    return true;
}

/** A register, special register or number, as a C++ expression. */
static void read_value(struct ptx *x, char *text, size_t room, bool *is_fraction) {
    char name[PTX_NAME];
    const char *from = x->p;
    skip_blanks(x);
    if (*x->p == '%' && isdigit((unsigned char)x->p[1])) {
        int k = (int)strtol(x->p + 1, (char **)&x->p, 10);
        if (k >= x->n_asm) refuse_from(x, from);
        snprintf(text, room, "simt_p%d", k);
        return;
    }
    if (read_number(x, text, room, is_fraction)) return;
    const char *start = x->p;
    read_name(x, name, false);
    if (is_declared(x, name)) {
        snprintf(text, room, "simt_r_%s", name);
        return;
    }
    x->p = start;
    read_name(x, name, true);
    const char *special = special_register(name);
    if (!special) refuse_from(x, from);
    snprintf(text, room, "%s", special);
}

static void read_address(struct ptx *x, struct ptx_operand *o) {
    bool fraction = false;
    o->kind = PTX_ADDRESS;
    read_value(x, o->text, sizeof(o->text), &fraction);
    skip_blanks(x);
    snprintf(o->offset, sizeof(o->offset), "0");
    if (*x->p == '+' || *x->p == '-') {
        char number[PTX_NAME - 2];
        bool minus = *x->p++ == '-';
        skip_blanks(x);
        read_value(x, number, sizeof(number), &fraction);
        snprintf(o->offset, sizeof(o->offset), "%s%s", minus ? "-" : "", number);
    }
    if (accept(x, ',')) { // of a tensor map: with coordinates
        o->kind = PTX_COORDINATES;
        x->p += strcspn(x->p, "];");
    }
    if (!accept(x, ']')) refuse_from(x, x->p);
}

static void read_vector(struct ptx *x, struct ptx_operand *o) {
    bool fraction = false;
    o->kind = PTX_VECTOR;
    do {
        if (o->n_parts == PTX_MOST_PARTS) refuse_from(x, x->p);
        skip_blanks(x);
        char *part = o->part[o->n_parts++];
        if (*x->p == '_' && !is_word_character(x->p[1]))
            x->p++, snprintf(part, sizeof(o->part[0]), "_");
        else
            read_value(x, part, sizeof(o->part[0]), &fraction);
    } while (accept(x, ','));
    if (!accept(x, '}')) refuse_from(x, x->p);
}

static void read_operand(struct ptx *x, struct ptx_operand *o, bool is_label) {
    skip_blanks(x);
    if (is_label) {
        o->kind = PTX_LABEL;
        read_name(x, o->text, false);
    } else if (accept(x, '[')) {
        read_address(x, o);
    } else if (accept(x, '{')) {
        read_vector(x, o);
    } else if (*x->p == '_' && !is_word_character(x->p[1])) {
        x->p++;
        o->kind = PTX_SINK;
    } else {
        o->negated = accept(x, '!');
        read_value(x, o->text, sizeof(o->text), &o->is_number);
    }
    if (accept(x, '|')) {
        bool fraction = false;
        skip_blanks(x);
        if (*x->p == '_' && !is_word_character(x->p[1]))
            x->p++;
        else
            read_value(x, o->second, sizeof(o->second), &fraction);
    }
}

/** Splits opcode.modifier.modifier, where a modifier may have :: in it. */
static void read_opcode(struct ptx *x, struct ptx_instruction *in) {
    size_t n = strspn(x->p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:");
    if (n == 0 || n >= sizeof(in->text)) refuse_from(x, x->p);
    memcpy(in->text, x->p, n);
    x->p += n;
    size_t length = strcspn(in->text, ".");
    if (length >= sizeof(in->name)) refuse_instruction(x, in->text);
    memcpy(in->name, in->text, length);
    for (const char *p = in->text + length; *p == '.'; p += length) {
        length = strcspn(++p, ".");
        if (in->n_modifiers == PTX_MOST_MODIFIERS || length >= sizeof(in->modifier[0]))
            refuse_instruction(x, in->text);
        memcpy(in->modifier[in->n_modifiers++], p, length);
    }
}

static void put_instruction(struct ptx *x, struct ptx_instruction *in) {
    if (!put_arithmetic(x, in) && !put_float(x, in) && !put_memory(x, in) && !put_warp(x, in) &&
        !put_matrix(x, in))
        refuse_instruction(x, in->text);
}

/** An instruction: a predicate behind an at sign, or none, then an opcode and its operands. */
static void translate_instruction(struct ptx *x) {
    struct ptx_instruction in = {.n_operands = 0};
    if (accept(x, '@')) {
        char guard[PTX_NAME + 48];
        bool fraction, negated = accept(x, '!');
        read_value(x, guard, sizeof(guard), &fraction);
        fprintf(x->out, " if (%ssimt::ptx::as<bool>(%s))", negated ? "!" : "", guard);
    }
    skip_blanks(x);
    read_opcode(x, &in);
    while (!accept(x, ';')) {
        skip_blanks(x);
        if (!*x->p) break; // the last one needs no semicolon in practice
        if (in.n_operands == PTX_MOST_OPERANDS || (in.n_operands && !accept(x, ',')))
            refuse_instruction(x, in.text);
        read_operand(x, &in.operand[in.n_operands++], strcmp(in.name, "bra") == 0);
    }
    fputs(" {", x->out);
    put_instruction(x, &in);
    fputs(" }", x->out);
}

static void declare(struct ptx *x, const char *type, const char *name) {
    if (x->n_names == (int)(sizeof(x->names) / sizeof(*x->names))) refuse_instruction(x, ".reg");
    snprintf(x->names[x->n_names++], PTX_NAME, "%s", name);
    fprintf(x->out, " %s simt_r_%s __attribute__((unused));", type, name);
}

/** .reg .u32 a, b, %r<4>; */
static void translate_declaration(struct ptx *x) {
    static const char *const words[] = {"pred", "b16", "u16", "s16",   "f16",    "bf16", "b32",
                                        "u32",  "s32", "f32", "f16x2", "bf16x2", "b64",  "u64",
                                        "s64",  "f64", "b8",  "u8",    "s8"};
    static const char *const types[] = {"bool",     "uint16_t", "uint16_t", "uint16_t", "uint16_t",
                                        "uint16_t", "uint32_t", "uint32_t", "uint32_t", "uint32_t",
                                        "uint32_t", "uint32_t", "uint64_t", "uint64_t", "uint64_t",
                                        "uint64_t", "uint8_t",  "uint8_t",  "uint8_t"};
    const char *from = x->p, *type = NULL;
    char name[PTX_NAME], each[PTX_NAME + 24];
    x->p += strlen(".reg");
    if (!accept(x, '.')) refuse_from(x, from);
    read_name(x, name, false);
    for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
        if (strcmp(words[i], name) == 0) type = types[i];
    if (!type) refuse_from(x, from);
    do {
        skip_blanks(x);
        read_name(x, name, false);
        if (!accept(x, '<')) {
            declare(x, type, name);
            continue;
        }
        long n = strtol(x->p, (char **)&x->p, 10);
        if (!accept(x, '>') || n > 60) refuse_from(x, from);
        for (long i = 0; i < n; i++) {
            snprintf(each, sizeof(each), "%s%ld", name, i);
            if (strlen(each) >= PTX_NAME) refuse_from(x, from);
            declare(x, type, each);
        }
    } while (accept(x, ','));
    if (!accept(x, ';')) refuse_from(x, from);
}

/** A label, and the colon behind it? */
static bool translate_label(struct ptx *x) {
    const char *p = x->p;
    char name[PTX_NAME];
    while (*p == '%' || is_word_character(*p)) p++;
    if (p == x->p) return false;
    p += strspn(p, " \t");
    if (p[0] != ':' || p[1] == ':') return false;
    read_name(x, name, false);
    x->p = p + 1;
    fprintf(x->out, " simt_l%zu_%s: __attribute__((unused));", x->at, name);
    return true;
}

void translate_text(struct ptx *x) {
    int depth = 0;
    for (;;) {
        skip_blanks(x);
        if (!*x->p) break;
        if (accept(x, ';')) continue;
        if (*x->p == '{' || *x->p == '}') {
            depth += *x->p == '{' ? 1 : -1;
            if (depth < 0) refuse_from(x, x->p);
            fprintf(x->out, " %c", *x->p++);
        } else if (strncmp(x->p, ".reg", 4) == 0) {
            translate_declaration(x);
        } else if (*x->p == '.') {
            refuse_from(x, x->p);
        } else if (!translate_label(x)) {
            translate_instruction(x);
        }
    }
    if (depth != 0) refuse_statement(x, "inline PTX has a { without a }. Close it in the same asm");
}
