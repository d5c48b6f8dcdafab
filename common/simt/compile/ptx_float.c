/** @file
 *  @brief Inline PTX: floating point and conversions. */
#include "ptx.h"

#include <string.h>

static const char roundings[] = "rn rz rm rp";
static const char *const rounding_names[] = {"nearest", "zero", "down", "up"};

/** Instructions of floating point: the function, how many values it takes, the modifiers that say nothing here. */
static const struct row {
    const char *name, *function;
    int n;
    const char *ignored;
} rows[] = {
    {"add", "fadd", 2, ""},
    {"sub", "fsub", 2, ""},
    {"mul", "fmul", 2, ""},
    {"fma", "fma_of", 3, ""},
    {"mad", "fma_of", 3, ""},
    {"div", "fdiv", 2, "approx full"},
    {"rcp", "reciprocal", 1, "approx"},
    {"sqrt", "root", 1, "approx"},
    {"rsqrt", "root_reciprocal", 1, "approx"},
    {"ex2", "exp2_of", 1, "approx"},
    {"lg2", "log2_of", 1, "approx"},
    {"sin", "sine", 1, "approx"},
    {"cos", "cosine", 1, "approx"},
    {"tanh", "tanh_of", 1, "approx"},
    {"neg", "fneg", 1, ""},
    {"abs", "fabs_of", 1, ""},
    {"copysign", "copy_sign", 2, ""},
};

static bool put_row(struct ptx *x, struct ptx_instruction *in, const struct row *row) {
    int way = take_one(in, roundings);
    bool ftz = take(in, "ftz"), sat = take(in, "sat");
    take_any(in, "noftz");
    take_any(in, row->ignored);
    const char *type = take_type(in);
    if (!type) refuse_instruction(x, in->text);
    finish(x, in, row->n + 1, row->n + 1);
    put_result(x, in);
    fprintf(x->out, "simt::ptx::%s<simt::rounding::%s, %d, %d, %s>(", row->function,
            rounding_names[way < 0 ? 0 : way], ftz, sat, type);
    put_values(x, in, 1, row->n, type);
    fputs("));", x->out);
    return true;
}

static bool put_minmax(struct ptx *x, struct ptx_instruction *in) {
    bool want_max = strcmp(in->name, "max") == 0, ftz = take(in, "ftz"), keep_nan = take(in, "NaN");
    const char *type = take_type(in);
    if (!type) refuse_instruction(x, in->text);
    finish(x, in, 3, 4);
    put_result(x, in);
    if (in->n_operands == 4)
        fprintf(x->out, "simt::ptx::fminmax<%d, %d, %d, %s>(", want_max, keep_nan, ftz, type);
    fprintf(x->out, "simt::ptx::fminmax<%d, %d, %d, %s>(", want_max, keep_nan, ftz, type);
    put_values(x, in, 1, 2, type);
    if (in->n_operands == 4) {
        fputs("), ", x->out);
        put_value(x, in, 3, type);
    }
    fputs("));", x->out);
    return true;
}

/** cvt.rn.f16x2.f32 d, a, b: two numbers become one register, the first one its upper half. */
static bool put_pair(struct ptx *x, struct ptx_instruction *in, const char *to, const char *from,
                     bool finite) {
    bool small = strstr(to, "e4m3") || strstr(to, "e5m2");
    finish(x, in, 3, 3);
    if (strcmp(from, "float") != 0 || finite != small) refuse_instruction(x, in->text);
    put_result(x, in);
    fprintf(x->out, "simt::ptx::pair<%s>(", to);
    put_values(x, in, 1, 2, from);
    fputs("));", x->out);
    return true;
}

/** cvt{.rounding}{.ftz}{.sat}.to.from d, a; */
static bool put_convert(struct ptx *x, struct ptx_instruction *in) {
    int way = take_one(in, "rn rz rm rp rni rzi rmi rpi rna");
    bool ftz = take(in, "ftz"), sat = take(in, "sat"), finite = take(in, "satfinite");
    const char *to = take_type(in), *from = take_type(in);
    if (!to || !from) refuse_instruction(x, in->text);
    if (in->n_operands == 3 && way == 0) return put_pair(x, in, to, from, finite);
    finish(x, in, 2, 2);
    bool rna = way == 8, tf32 = strcmp(to, "simt::ptx::tf32") == 0;
    if (rna != tf32 || finite || strcmp(from, "bool") == 0) refuse_instruction(x, in->text);
    put_result(x, in);
    fprintf(x->out, "simt::ptx::convert<%s, simt::rounding::%s, %d, %d, %d>(", to,
            rounding_names[way < 0 || rna ? 0 : way % 4], way >= 4 && !rna, ftz, sat);
    put_value(x, in, 1, from);
    fputs("));", x->out);
    return true;
}

/** testp.finite.f32 p, a; */
static bool put_test(struct ptx *x, struct ptx_instruction *in) {
    static const char *const names[] = {"finite",     "infinite", "number",
                                        "notanumber", "normal",   "subnormal"};
    int what = take_one(in, "finite infinite number notanumber normal subnormal");
    const char *type = take_type(in);
    if (what < 0 || !type) refuse_instruction(x, in->text);
    finish(x, in, 2, 2);
    put_result(x, in);
    fprintf(x->out, "simt::ptx::test_%s(", names[what]);
    put_value(x, in, 1, type);
    fputs("));", x->out);
    return true;
}

bool put_float(struct ptx *x, struct ptx_instruction *in) {
    if (strcmp(in->name, "cvt") == 0) return put_convert(x, in);
    if (strcmp(in->name, "min") == 0 || strcmp(in->name, "max") == 0) return put_minmax(x, in);
    if (strcmp(in->name, "testp") == 0) return put_test(x, in);
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        if (strcmp(in->name, rows[i].name) == 0) return put_row(x, in, &rows[i]);
    return false;
}
