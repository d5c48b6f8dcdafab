/**
 * @file
 * @brief Inline PTX: asm statements of device code become C++ that calls the functions of simt/ptx.h.
 *
 * An asm statement becomes a block. Its operands keep their place in the text, so what stands in them is rewritten as
 * everywhere. Each register is a variable of its width in bits, and each instruction is one call or a few.
 */
#ifndef SIMT_COMPILE_PTX_H
#define SIMT_COMPILE_PTX_H

#include <setjmp.h>
#include <stdio.h>

#include "rewrite.h"

enum {
    PTX_MOST_OPERANDS = 8,
    PTX_MOST_PARTS = 8,
    PTX_MOST_MODIFIERS = 16,
    PTX_MOST_ASM = 64,
    PTX_NAME = 64
};

/** An operand of an instruction. */
struct ptx_operand {
    enum { PTX_VALUE, PTX_ADDRESS, PTX_COORDINATES, PTX_VECTOR, PTX_SINK, PTX_LABEL } kind;
    char text[PTX_NAME +
              48];  /**< the C++ expression of its register or number; of an address: of its base */
    bool is_number; /**< a decimal fraction, which is converted and not taken as bits */
    bool negated;   /**< !p */
    char offset[PTX_NAME];                    /**< of an address: the expression of a number */
    char part[PTX_MOST_PARTS][PTX_NAME + 48]; /**< of a vector */
    int n_parts;
    char second
        [PTX_NAME +
         48]; /**< behind |: the predicate that an instruction also sets; "" if there is none */
};

/** An instruction: opcode.modifier.modifier operand, operand. */
struct ptx_instruction {
    char text[160]; /**< its opcode with all modifiers, for messages */
    char name[32];
    char modifier[PTX_MOST_MODIFIERS][32];
    bool taken[PTX_MOST_MODIFIERS]; /**< by the function that writes this instruction */
    int n_modifiers;
    struct ptx_operand operand[PTX_MOST_OPERANDS];
    int n_operands;
};

/** Where a statement of a header goes on that has no translation: see refuse_instruction(). */
struct ptx_later {
    jmp_buf jump;
    char why[1000];
};

/** One asm statement while it is translated. */
struct ptx {
    const struct source *s;
    size_t at;                /**< its token asm */
    const char *p;            /**< where the reader stands in its text */
    int n_asm;                /**< operands of the statement */
    char names[64][PTX_NAME]; /**< registers that .reg declared */
    int n_names;
    bool red_zones; /**< a check build */
    FILE *out;      /**< what it becomes: body */
    char *body;
    size_t body_bytes;
    struct ptx_later *later; /**< of a statement in a header, else NULL */
};

/** ptx.c: translates the asm at token `i`; false: it is empty or no PTX. Stops the program at what it does not know. */
bool translate_ptx(struct source *s, size_t i, bool in_kernel_code, bool red_zones);

/**
 * @brief Stops the program at a statement that has no translation.
 *
 * In a header it stops no program but becomes a call that the compiler refuses where it is left: libraries have
 * functions for all GPUs, and a program calls a few.
 */
void refuse_statement(const struct ptx *x, const char *format, ...)
    __attribute__((noreturn, format(printf, 2, 3)));

/** The same for an instruction, or another part of PTX. */
void refuse_instruction(const struct ptx *x, const char *text) __attribute__((noreturn));

/** ptx_parse.c: translates the whole text at x->p. */
void translate_text(struct ptx *x);

/** ptx_special.c: the C++ expression of a special register such as laneid; NULL: there is none. */
const char *special_register(const char *name);

/*
 * For the functions that write instructions.
 */
/** Is the next modifier that is not taken `word`? Then it is taken. Or is any of them? */
bool take(struct ptx_instruction *in, const char *word);
/** Takes all modifiers of a list with blanks between them; returns whether there was any. */
bool take_any(struct ptx_instruction *in, const char *words);
/** Takes the first modifier that is one of the list: its index, or -1. */
int take_one(struct ptx_instruction *in, const char *words);
/** Takes the first type: its C++ name; NULL where there is none. */
const char *take_type(struct ptx_instruction *in);
/** Stops the program unless all modifiers are taken and there are from `least` to `most` operands. */
void finish(const struct ptx *x, const struct ptx_instruction *in, int least, int most);

/** Writes operand `i` as a value of a C++ type. */
void put_value(struct ptx *x, const struct ptx_instruction *in, int i, const char *type);
/** Writes the beginning of the assignment to operand 0. The caller writes the value and ");". */
void put_result(struct ptx *x, const struct ptx_instruction *in);
/** Writes ", value" for each of the operands first … last. */
void put_values(struct ptx *x, const struct ptx_instruction *in, int first, int last,
                const char *type);

/** ptx_arithmetic.c and so on: write the instruction if it is one of theirs. */
bool put_arithmetic(struct ptx *x, struct ptx_instruction *in);
bool put_float(struct ptx *x, struct ptx_instruction *in);
bool put_memory(struct ptx *x, struct ptx_instruction *in);
bool put_warp(struct ptx *x, struct ptx_instruction *in);
bool put_matrix(struct ptx *x, struct ptx_instruction *in);

/** ptx_barrier.c: mbarrier, cp.async.bulk and cp.async.mbarrier, of which these words are taken. */
bool put_mbarrier(struct ptx *x, struct ptx_instruction *in);
bool put_bulk_copy(struct ptx *x, struct ptx_instruction *in);
bool put_copies_arrival(struct ptx *x, struct ptx_instruction *in);

/** ptx_memory.c: writes operand `i`, an address of a space. */
void put_address(struct ptx *x, const struct ptx_instruction *in, int i, const char *space);

#endif
