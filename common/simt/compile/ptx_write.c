/** @file
 *  @brief Inline PTX: modifiers, types and operands, for the files that write instructions. */
#include "ptx.h"

#include <stdlib.h>
#include <string.h>

bool take(struct ptx_instruction *in, const char *word) {
    for (int i = 0; i < in->n_modifiers; i++)
        if (!in->taken[i] && strcmp(in->modifier[i], word) == 0) return in->taken[i] = true;
    return false;
}

/** The index in a list of words with a blank between them; -1: it is not there. */
static int index_of(const char *word, const char *words) {
    size_t length = strlen(word);
    for (int i = 0; *words; i++) {
        size_t n = strcspn(words, " ");
        if (n == length && memcmp(word, words, n) == 0) return i;
        words += n;
        words += strspn(words, " ");
    }
    return -1;
}

int take_one(struct ptx_instruction *in, const char *words) {
    for (int i = 0; i < in->n_modifiers; i++) {
        int k = in->taken[i] ? -1 : index_of(in->modifier[i], words);
        if (k < 0) continue;
        in->taken[i] = true;
        return k;
    }
    return -1;
}

bool take_any(struct ptx_instruction *in, const char *words) {
    bool any = false;
    while (take_one(in, words) >= 0) any = true;
    return any;
}

const char *take_type(struct ptx_instruction *in) {
    static const char words[] =
        "pred b8 u8 s8 b16 u16 s16 b32 u32 s32 b64 u64 s64 f32 f64 f16 f16x2 bf16 bf16x2 "
        "tf32 e4m3x2 e5m2x2";
    static const char *const types[] = {"bool",
                                        "uint8_t",
                                        "uint8_t",
                                        "int8_t",
                                        "uint16_t",
                                        "uint16_t",
                                        "int16_t",
                                        "uint32_t",
                                        "uint32_t",
                                        "int32_t",
                                        "uint64_t",
                                        "uint64_t",
                                        "int64_t",
                                        "float",
                                        "double",
                                        "simt::ptx::f16",
                                        "simt::ptx::f16x2",
                                        "simt::ptx::bf16",
                                        "simt::ptx::bf16x2",
                                        "simt::ptx::tf32",
                                        "simt::ptx::e4m3x2",
                                        "simt::ptx::e5m2x2"};
    int i = take_one(in, words);
    return i < 0 ? NULL : types[i];
}

void finish(const struct ptx *x, const struct ptx_instruction *in, int least, int most) {
    for (int i = 0; i < in->n_modifiers; i++)
        if (!in->taken[i]) refuse_instruction(x, in->text);
    if (in->n_operands < least || in->n_operands > most) refuse_instruction(x, in->text);
}

void put_value(struct ptx *x, const struct ptx_instruction *in, int i, const char *type) {
    const struct ptx_operand *o = &in->operand[i];
    if (o->kind != PTX_VALUE || o->second[0]) refuse_instruction(x, in->text);
    fprintf(x->out, "%ssimt::ptx::%s<%s>(%s)", o->negated ? "!" : "",
            o->is_number ? "number_as" : "as", type, o->text);
}

void put_values(struct ptx *x, const struct ptx_instruction *in, int first, int last,
                const char *type) {
    for (int i = first; i <= last; i++) {
        if (i > first) fputs(", ", x->out);
        put_value(x, in, i, type);
    }
}

void put_result(struct ptx *x, const struct ptx_instruction *in) {
    const struct ptx_operand *o = &in->operand[0];
    if ((o->kind != PTX_VALUE && o->kind != PTX_SINK) || o->negated)
        refuse_instruction(x, in->text);
    if (o->kind == PTX_SINK)
        fputs(" (void)(", x->out);
    else
        fprintf(x->out, " simt::ptx::put(%s, ", o->text);
}
