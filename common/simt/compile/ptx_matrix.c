/** @file
 *  @brief Inline PTX: tensor cores. mma.sync, and ldmatrix and stmatrix, which spread a matrix over a warp. */
#include "ptx.h"

#include <stdlib.h>
#include <string.h>

/** Shapes that have a translation, for the type of A: the sizes, and the 32 (or 64) bit registers of A, B and C. */
static const struct shape {
    const char *name, *type;
    int m, k, a, b, sums;
} shapes[] = {
    {"m16n8k16", "simt::ptx::f16", 16, 16, 4, 2, 4},
    {"m16n8k8", "simt::ptx::f16", 16, 8, 2, 1, 4},
    {"m16n8k16", "simt::ptx::bf16", 16, 16, 4, 2, 4},
    {"m16n8k8", "simt::ptx::bf16", 16, 8, 2, 1, 4},
    {"m16n8k8", "simt::ptx::tf32", 16, 8, 4, 2, 4},
    {"m16n8k4", "simt::ptx::tf32", 16, 4, 2, 1, 4},
    {"m16n8k32", "int8_t", 16, 32, 4, 2, 4},
    {"m16n8k16", "int8_t", 16, 16, 2, 1, 4},
    {"m16n8k32", "uint8_t", 16, 32, 4, 2, 4},
    {"m16n8k16", "uint8_t", 16, 16, 2, 1, 4},
    {"m8n8k4", "double", 8, 4, 1, 1, 2},
};

static void put_words(struct ptx *x, struct ptx_instruction *in, int i, char name, int n) {
    const struct ptx_operand *o = &in->operand[i];
    int parts = o->kind == PTX_VECTOR ? o->n_parts : 1;
    if (parts != n || (o->kind != PTX_VECTOR && o->kind != PTX_VALUE))
        refuse_instruction(x, in->text);
    fprintf(x->out, " const uint64_t simt_%c[] = {", name);
    for (int k = 0; k < n; k++)
        fprintf(x->out, "%s(uint64_t)%s", k ? ", " : "",
                o->kind == PTX_VECTOR ? o->part[k] : o->text);
    fputs("};", x->out);
}

/** Writes the results, words of simt_d. */
static void put_parts(struct ptx *x, struct ptx_instruction *in, int n, const char *type) {
    const struct ptx_operand *o = &in->operand[0];
    int parts = o->kind == PTX_VECTOR ? o->n_parts : 1;
    if (parts != n || (o->kind != PTX_VECTOR && o->kind != PTX_VALUE))
        refuse_instruction(x, in->text);
    for (int k = 0; k < n; k++)
        fprintf(x->out, " simt::ptx::put(%s, (%s)simt_d[%d]);",
                o->kind == PTX_VECTOR ? o->part[k] : o->text, type, k);
}

/** mma.sync.aligned.shape.row.col.dtype.atype.btype.ctype d, a, b, c; */
static bool put_product(struct ptx *x, struct ptx_instruction *in) {
    const struct shape *shape = NULL;
    bool known = take(in, "sync") & take(in, "aligned") & take(in, "row") & take(in, "col");
    bool sat = take(in, "satfinite");
    int which = take_one(in, "m16n8k16 m16n8k8 m16n8k4 m16n8k32 m8n8k4");
    static const char *const names[] = {"m16n8k16", "m16n8k8", "m16n8k4", "m16n8k32", "m8n8k4"};
    const char *d = take_type(in), *a = take_type(in), *b = take_type(in), *c = take_type(in);
    if (!known || which < 0 || !c || strcmp(a, b) != 0) refuse_instruction(x, in->text);
    for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++)
        if (strcmp(shapes[i].name, names[which]) == 0 && strcmp(shapes[i].type, a) == 0)
            shape = &shapes[i];
    bool of_halves = strcmp(a, "simt::ptx::f16") == 0, is_int = strstr(a, "int8_t");
    bool sums = strcmp(d, c) == 0 && (strcmp(d, is_int                   ? "int32_t"
                                                : shape && shape->m == 8 ? "double"
                                                                         : "float") == 0 ||
                                      (of_halves && strcmp(d, "simt::ptx::f16") == 0));
    if (!shape || !sums || (sat && !is_int)) refuse_instruction(x, in->text);
    finish(x, in, 4, 4);
    int n = strcmp(d, "simt::ptx::f16") == 0 ? 2 : shape->sums;
    put_words(x, in, 1, 'a', shape->a);
    put_words(x, in, 2, 'b', shape->b);
    put_words(x, in, 3, 'c', n);
    fprintf(x->out,
            " uint64_t simt_d[%d]; simt::ptx::multiply<%s, %s, %d, %d, %d>(simt_d, simt_a, simt_b, "
            "simt_c);",
            n, a, d, shape->m, shape->k, sat);
    put_parts(x, in, n, shape->m == 8 ? "uint64_t" : "uint32_t");
    return true;
}

/** ldmatrix.sync.aligned.m8n8.x4{.trans}{.shared}.b16 {r, …}, [a]; stmatrix the other way round. */
static bool put_matrices(struct ptx *x, struct ptx_instruction *in, bool load) {
    bool known = take(in, "sync") & take(in, "aligned") & take(in, "m8n8"),
         trans = take(in, "trans");
    int count = take_one(in, "x1 x2 x4"), n = 1 << count;
    take_any(in, "shared shared::cta");
    if (!known || count < 0 || !take(in, "b16")) refuse_instruction(x, in->text);
    finish(x, in, 2, 2);
    const struct ptx_operand *address = &in->operand[load ? 1 : 0];
    if (address->kind != PTX_ADDRESS) refuse_instruction(x, in->text);
    if (!load) put_words(x, in, 1, 'c', n);
    fprintf(x->out, "%s simt::ptx::%s_matrices<%d, %d>(%s, simt::ptx::shared_address(%s, %s));",
            load ? " uint32_t simt_d[4];" : "", load ? "load" : "store", n, trans,
            load ? "simt_d" : "simt_c", address->text, address->offset);
    if (load) put_parts(x, in, n, "uint32_t");
    return true;
}

bool put_matrix(struct ptx *x, struct ptx_instruction *in) {
    if (strcmp(in->name, "mma") == 0) return put_product(x, in);
    bool load = strcmp(in->name, "ldmatrix") == 0;
    return (load || strcmp(in->name, "stmatrix") == 0) && put_matrices(x, in, load);
}
