/** @file
 *  @brief Inline PTX: integers, bits, comparisons, predicates, moves and branches. */
#include "ptx.h"

#include <string.h>

/** An instruction without modifiers but its type: name, the function, how many values it takes. */
static const struct plain {
    const char *name, *function;
    int n;
} plain[] = {
    {"and", "bit_and", 2},      {"or", "bit_or", 2},     {"xor", "bit_xor", 2},
    {"not", "bit_not", 1},      {"cnot", "cnot", 1},     {"popc", "popcount", 1},
    {"clz", "leading", 1},      {"brev", "reverse", 1},  {"div", "divide", 2},
    {"rem", "remainder_of", 2}, {"min", "least_of", 2},  {"max", "most_of", 2},
    {"neg", "negative", 1},     {"abs", "magnitude", 1}, {"sad", "sad", 3},
};

/** Is the type one of floating point? Then ptx_float.c has the instruction. */
static bool is_float(const struct ptx_instruction *in) {
    for (int i = 0; i < in->n_modifiers; i++) {
        const char *m = in->modifier[i];
        if (strcmp(m, "f32") == 0 || strcmp(m, "f64") == 0 || strstr(m, "f16")) return true;
    }
    return false;
}

/** Writes function<type>(operands first …) as the result. */
static bool put_call(struct ptx *x, struct ptx_instruction *in, const char *function,
                     const char *type, int n) {
    if (!type) refuse_instruction(x, in->text);
    finish(x, in, n + 1, n + 1);
    put_result(x, in);
    fprintf(x->out, "simt::ptx::%s<%s>(", function, type);
    put_values(x, in, 1, n, type);
    fputs("));", x->out);
    return true;
}

static bool put_plain(struct ptx *x, struct ptx_instruction *in) {
    for (size_t i = 0; i < sizeof(plain) / sizeof(*plain); i++)
        if (strcmp(in->name, plain[i].name) == 0)
            return put_call(x, in, plain[i].function, take_type(in), plain[i].n);
    return false;
}

/** A sum or a product, or both. */
struct sum {
    const char *name;
    bool minus, factors, addend, with_carry, of_24_bits;
};

static const struct sum *sum_of(const char *name) {
    static const struct sum sums[] = {
        {"add", false, false, true, false, false}, {"addc", false, false, true, true, false},
        {"sub", true, false, true, false, false},  {"subc", true, false, true, true, false},
        {"mul", false, true, false, false, false}, {"mul24", false, true, false, false, true},
        {"mad", false, true, true, false, false},  {"madc", false, true, true, true, false},
        {"mad24", false, true, true, false, true},
    };
    for (size_t i = 0; i < sizeof(sums) / sizeof(*sums); i++)
        if (strcmp(sums[i].name, name) == 0) return &sums[i];
    return NULL;
}

/** Writes the product of operands 1 and 2. */
static void put_factors(struct ptx *x, const struct ptx_instruction *in, const char *part,
                        const char *type, bool of_24_bits) {
    fprintf(x->out, "simt::ptx::mul_%s<%s>(", part, type);
    for (int i = 1; i <= 2; i++) {
        fputs(i == 2 ? ", " : "", x->out);
        if (of_24_bits) fputs("simt::ptx::low24(", x->out);
        put_value(x, in, i, type);
        if (of_24_bits) fputs(")", x->out);
    }
    fputs(")", x->out);
}

/** add, sub, mul and mad, with carries. */
static bool put_sum(struct ptx *x, struct ptx_instruction *in) {
    static const char *const parts[] = {"lo", "hi", "wide"};
    const struct sum *sum = sum_of(in->name);
    if (!sum) return false;
    bool sat = take(in, "sat"), cc = take(in, "cc");
    int part = sum->factors ? take_one(in, "lo hi wide") : 0,
        n = sum->factors && sum->addend ? 3 : 2;
    const char *type = take_type(in);
    if (!type || part < 0 || (sat && (!sum->addend || strcmp(type, "int32_t") != 0)) ||
        (sum->of_24_bits && part != 0))
        refuse_instruction(x, in->text);
    finish(x, in, n + 1, n + 1);
    char result[40];
    snprintf(result, sizeof(result), part == 2 ? "simt::ptx::wide<%s>" : "%s", type);
    put_result(x, in);
    if (sum->addend)
        fprintf(x->out, "simt::ptx::%s%s<%s, %d, %d>(", sum->minus ? "sub" : "add",
                sat ? "_sat" : "", result, sum->with_carry, cc);
    if (sum->factors) put_factors(x, in, parts[part], type, sum->of_24_bits);
    if (sum->factors && sum->addend) fputs(", ", x->out);
    if (sum->factors && sum->addend) put_value(x, in, 3, result);
    if (!sum->factors) put_values(x, in, 1, 2, type);
    fputs(sum->addend ? "));" : ");", x->out);
    return true;
}

/** Instructions whose operands have types of their own; each is a letter: t the type, u uint32_t, p bool. */
static const struct mixed {
    const char *name, *modifiers, *function, *types;
} mixed[] = {
    {"shl", "", "shift_left", "tu"},
    {"shr", "", "shift_right", "tu"},
    {"bfe", "", "bit_field", "tuu"},
    {"bfi", "", "insert_field", "ttuu"},
    {"bfind", "", "find_bit", "t"},
    {"bfind", "shiftamt", "find_bit_shift", "t"},
    {"lop3", "", "lop3", "tttu"},
    {"prmt", "", "permute", "ttt"},
    {"shf", "l wrap", "funnel_left", "ttu"},
    {"shf", "l clamp", "funnel_left_clamp", "ttu"},
    {"shf", "r wrap", "funnel_right", "ttu"},
    {"shf", "r clamp", "funnel_right_clamp", "ttu"},
    {"selp", "", "select", "ttp"},
    {"fns", "", "find_nth", "uui"},
};

static bool has_all(const struct ptx_instruction *in, const char *words) {
    struct ptx_instruction copy = *in;
    char word[16];
    while (*words) {
        size_t n = strcspn(words, " ");
        snprintf(word, sizeof(word), "%.*s", (int)n, words);
        if (!take(&copy, word)) return false;
        words += n;
        words += strspn(words, " ");
    }
    return true;
}

static bool put_mixed(struct ptx *x, struct ptx_instruction *in) {
    const struct mixed *m = NULL;
    for (size_t i = 0; i < sizeof(mixed) / sizeof(*mixed); i++)
        if (strcmp(in->name, mixed[i].name) == 0 && has_all(in, mixed[i].modifiers)) m = &mixed[i];
    if (!m) return false;
    take_any(in, m->modifiers);
    const char *type = take_type(in);
    int n = (int)strlen(m->types);
    if (!type) refuse_instruction(x, in->text);
    finish(x, in, n + 1, n + 1);
    put_result(x, in);
    fprintf(x->out, "simt::ptx::%s<%s>(", m->function, type);
    for (int i = 0; i < n; i++) {
        char t = m->types[i];
        fputs(i ? ", " : "", x->out);
        put_value(x, in, i + 1,
                  t == 't'   ? type
                  : t == 'p' ? "bool"
                  : t == 'i' ? "int32_t"
                             : "uint32_t");
    }
    fputs("));", x->out);
    return true;
}

/** dp4a.atype.btype, and dp2a with lo or hi: with the type of each factor. */
static bool put_dot(struct ptx *x, struct ptx_instruction *in) {
    bool two = strcmp(in->name, "dp2a") == 0;
    int part = two ? take_one(in, "lo hi") : 0;
    const char *a = take_type(in), *b = take_type(in);
    if (!a || !b || part < 0) refuse_instruction(x, in->text);
    finish(x, in, 4, 4);
    put_result(x, in);
    fprintf(x->out, two ? "simt::ptx::dp2a<%s, %s, %d>(" : "simt::ptx::dp4a<%s, %s>(", a, b, part);
    put_values(x, in, 1, 3, "uint32_t");
    fputs("));", x->out);
    return true;
}

/** slct.type.{s32|f32} d, a, b, c: a where c is not negative. */
static bool put_choice(struct ptx *x, struct ptx_instruction *in) {
    take(in, "ftz");
    const char *type = take_type(in), *by = take_type(in);
    if (!by || (strcmp(by, "int32_t") != 0 && strcmp(by, "float") != 0))
        refuse_instruction(x, in->text);
    finish(x, in, 4, 4);
    put_result(x, in);
    fprintf(x->out, "simt::ptx::select<%s>(", type);
    put_values(x, in, 1, 2, type);
    fputs(", ", x->out);
    put_value(x, in, 3, by);
    fputs(" >= 0));", x->out);
    return true;
}

/** vabsdiff4.u32.u32.u32{.add} d, a, b, c: four bytes at once; with .add their sum and c. */
static bool put_bytes(struct ptx *x, struct ptx_instruction *in) {
    static const char *const names[] = {"vadd4", "vsub4", "vabsdiff4", "vmin4", "vmax4", "vavrg4"};
    int k = 0, n = sizeof(names) / sizeof(*names);
    while (k < n && strcmp(in->name, names[k]) != 0) k++;
    if (k == n) return false;
    bool sum = take(in, "add");
    const char *type = take_type(in), *a = take_type(in), *b = take_type(in);
    if (!b || strcmp(type, a) != 0 || strcmp(a, b) != 0) refuse_instruction(x, in->text);
    finish(x, in, 4, 4);
    put_result(x, in);
    fprintf(x->out, "simt::ptx::bytes<%s, '%c', %d>(", type, "+-|<>a"[k], sum);
    put_values(x, in, 1, 3, "uint32_t");
    fputs("));", x->out);
    return true;
}

/** setp.lt.and.s32 p|q, a, b, {!}c; and set.lt.u32.s32 d, a, b; */
static bool put_comparison(struct ptx *x, struct ptx_instruction *in) {
    static const char words[] = "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan";
    static const char *const names[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",
                                        "lt",  "le",  "gt",  "ge",  "equ", "neu",
                                        "ltu", "leu", "gtu", "geu", "num", "nan"};
    static const char *const ops[] = {"&&", "||", "!="};
    bool is_set = strcmp(in->name, "set") == 0;
    int how = take_one(in, words), op = take_one(in, "and or xor"), n = op < 0 ? 3 : 4;
    bool ftz = take(in, "ftz");
    const char *result = is_set ? take_type(in) : NULL, *type = take_type(in);
    if (how < 0 || !type || (is_set && !result)) refuse_instruction(x, in->text);
    finish(x, in, n, n);
    fprintf(x->out, " bool simt_c = simt::ptx::compare_%s<%d>(", names[how], ftz);
    put_values(x, in, 1, 2, type);
    fputs(");", x->out);
    for (int i = 0; i < (is_set ? 1 : 2); i++) {
        struct ptx_instruction one = *in;
        if (i == 1 && !in->operand[0].second[0]) break;
        if (i == 1)
            memcpy(one.operand[0].text, in->operand[0].second, sizeof(one.operand[0].second));
        one.operand[0].second[0] = '\0';
        put_result(x, &one);
        fprintf(x->out, is_set ? "simt::ptx::truth<%s>(" : "", result);
        fprintf(x->out, "%ssimt_c", i ? "!" : "");
        if (op >= 0) {
            fprintf(x->out, " %s ", ops[op]);
            put_value(x, in, 3, "bool");
        }
        fputs(is_set ? "));" : ");", x->out);
    }
    return true;
}

/** mov.b64 d, {a, b}; mov.b64 {a, b}, d; mov.u32 d, a; */
static bool put_move(struct ptx *x, struct ptx_instruction *in) {
    const char *type = take_type(in);
    if (!type) refuse_instruction(x, in->text);
    finish(x, in, 2, 2);
    const struct ptx_operand *to = &in->operand[0], *from = &in->operand[1];
    if (to->kind == PTX_VECTOR) {
        fputs(" auto simt_v = ", x->out);
        put_value(x, in, 1, type);
        fputs(";", x->out);
        for (int i = 0; i < to->n_parts; i++)
            if (strcmp(to->part[i], "_") != 0)
                fprintf(x->out, " simt::ptx::unpack<%d>(%s, simt_v, %d);", to->n_parts, to->part[i],
                        i);
        return true;
    }
    put_result(x, in);
    if (from->kind == PTX_VECTOR) {
        fprintf(x->out, "simt::ptx::pack<%s>(", type);
        for (int i = 0; i < from->n_parts; i++)
            fprintf(x->out, "%s%s", i ? ", " : "", from->part[i]);
        fputs("));", x->out);
        return true;
    }
    put_value(x, in, 1, type);
    fputs(");", x->out);
    return true;
}

bool put_arithmetic(struct ptx *x, struct ptx_instruction *in) {
    if (strcmp(in->name, "setp") == 0 || strcmp(in->name, "set") == 0) return put_comparison(x, in);
    if (strcmp(in->name, "mov") == 0) return put_move(x, in);
    if (strcmp(in->name, "dp4a") == 0 || strcmp(in->name, "dp2a") == 0) return put_dot(x, in);
    if (strcmp(in->name, "slct") == 0) return put_choice(x, in);
    if (strcmp(in->name, "bra") == 0) {
        take(in, "uni");
        finish(x, in, 1, 1);
        fprintf(x->out, " goto simt_l%zu_%s;", x->at, in->operand[0].text);
        return true;
    }
    if (put_mixed(x, in) || put_bytes(x, in)) return true;
    return !is_float(in) && (put_plain(x, in) || put_sum(x, in));
}
