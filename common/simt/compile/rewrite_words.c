/**
 * @file
 * @brief What the words of CUDA become: __shared__, __device__, __launch_bounds__, asm and others. See rewrite.c.
 */
#include "ptx.h"
#include "rewriter.h"

#include <stdlib.h>

/** Sixteen bytes that do nothing stand before a kernel, which simt_is_kernel (run/function.c) looks for. */
#define MARK_OF_A_KERNEL "__attribute__((noinline, patchable_function_entry(16, 16)))"

/** The first token of the statement that holds token `i`: labels and conditions before it left out. */
static size_t statement_start(struct rewriter *r, size_t i) {
    size_t start = r->start;
    if (top(r)->kind != IN_CODE) return start;
    for (size_t k = start; k < i; k = skip_one(&r->s, k)) {
        if (attribute_end(&r->s, k)) continue;
        if (r->s.t[k].op == ':' || r->s.t[k].op == '(') start = skip_one(&r->s, k);
    }
    return start < i ? start : i;
}

static void read_shared(struct rewriter *r, size_t i) {
    if (top(r)->kind == IN_CLASS) {
        drop(&r->s, i, i);
        return;
    }
    if (top(r)->kind == IN_CODE && top(r)->side == SIDE_HOST)
        stop_at(&r->s, i,
                "a __shared__ variable stands in a host function. Write __device__ before the "
                "function, or move the variable into a kernel");
    enum shared_scope scope = top(r)->kind == IN_CODE ? SHARED_IN_CODE : SHARED_IN_NAMESPACE;
    if (r->storage_done) return; // a second __shared__ in one declaration: blank by now
    r->storage_done = true;
    rewrite_shared(&r->s, statement_start(r, i), i, scope, r->red_zones);
}

/** In check builds constant memory lies in sections of its own: one section cannot both be written and not,
 *  so what is const has another. Pointers are const or not by where the word stands, and stay where they are. */
static void place_constant(struct rewriter *r, size_t i) {
    bool is_const = false, is_pointer = false;
    for (size_t k = r->d.first; k < r->d.stop; k++) {
        is_const |= r->s.t[k].op == W_CV || token_is(&r->s, k, "constexpr");
        is_pointer |= r->s.t[k].op == '*';
    }
    if (is_const && is_pointer) return;
    put_before(&r->s, i, "__attribute__((section(\"simt_constant%s\"))) ", is_const ? "_read" : "");
}

/** nvcc counts all constant memory of a program together. */
static void limit_constant(struct rewriter *r) {
    size_t end = r->d.name;
    while (r->s.t[end].op != ';' && r->s.t[end].op != OP_END) end = skip_one(&r->s, end);
    char *name = spelled(&r->s, r->d.name, r->d.name);
    if (!r->d.has_extern && end < r->s.n)
        put_behind(&r->s, end,
                   " static_assert(sizeof(%s) <= 65536, \"a GPU has 64 KB of constant memory. Use __device__\");",
                   name);
    free(name);
}

/** In a module a program finds a variable by its name, also one that is static, and stores into it. */
static void export_variable(struct rewriter *r, size_t i) {
    for (size_t k = r->d.first; k < r->d.name; k++)
        if (r->s.t[k].op == W_STATIC) drop(&r->s, k, k);
    if (!r->d.has_extern) put_before(&r->s, i, "__attribute__((used)) ");
}

/** nvcc asks for an option where a lambda has __device__. It is not needed here, so that is said once. */
static void note_lambda(struct rewriter *r, size_t i) {
    uint32_t before = r->s.t[i - 1].op == W_HOST ? r->s.t[i - 2].op : r->s.t[i - 1].op;
    bool asks = top(r)->side == SIDE_HOST && before == ']' && !r->extended && !r->quiet && !r->default_device;
    r->lambda_device |= r->s.t[i].op == W_DEVICE;
    if (asks) warn_at(&r->s, i, "nvcc takes a lambda with __device__ only if you compile with --extended-lambda");
    r->extended |= asks;
}

/** __device__, __constant__ or __managed__: of a function, a lambda or a variable. */
static void read_device(struct rewriter *r, size_t i) {
    bool in_head = top(r)->kind != IN_CODE && i < r->d.stop;
    bool variable = in_head && r->d.name && !r->d.params && !r->d.is_template && !r->d.has_shared;
    if (top(r)->kind == IN_CODE) refuse_device_variable(&r->s, r->start, i);
    drop(&r->s, i, i);
    if (r->red_zones && variable && r->s.t[i].op == W_CONSTANT) place_constant(r, i);
    bool is_constant = variable && r->s.t[i].op == W_CONSTANT && top(r)->kind == IN_NAMESPACE;
    if (is_constant && r->s.t[r->d.name + 1].op == '[') limit_constant(r);
    if (r->is_module && variable && top(r)->kind == IN_NAMESPACE) export_variable(r, i);
    if (variable && r->s.t[i].op == W_MANAGED && top(r)->kind == IN_NAMESPACE)
        register_managed(&r->s, &r->functions, &r->d, top(r)->path);
    if (!in_head) note_lambda(r, i);
    if (!r->static_device || !variable || top(r)->kind != IN_NAMESPACE || r->storage_done) return;
    r->storage_done = true;
    if (r->d.has_extern) add_function(&r->externs, &r->s, r->d, 0);
    if (r->d.has_extern || r->d.has_static || r->d.has_inline) return;
    if (find_name(&r->externs, &r->s, r->d.name)) return; // static behind extern is an error
    make_static(&r->s, &r->d, i);
}

/** __forceinline__ and __noinline__. A lambda takes neither: in code they are dropped. */
static void read_inlining(struct rewriter *r, size_t i) {
    bool force = r->s.t[i].op == W_FORCEINLINE;
    drop(&r->s, i, i);
    if (top(r)->kind == IN_CODE) return;
    if (!force) {
        replace(&r->s, i, "__attribute__((noinline)) ");
        return;
    }
    bool again = r->d.has_inline; // `inline inline` is an error
    replace(&r->s, i,
            again ? "__attribute__((always_inline)) " : "inline __attribute__((always_inline)) ");
    r->d.has_inline = true;
}

void read_launch_at(struct rewriter *r, size_t i) {
    if (top(r)->side == SIDE_DEVICE && r->static_device)
        stop_at(&r->s, i,
                "a kernel launches a kernel, which needs separate compilation. Add -rdc=true, or launch from host "
                "code");
    r->launches = grown(r->launches, r->n_launches, &r->launches_room, sizeof(*r->launches));
    r->launches[r->n_launches] = read_launch(&r->s, i);
    r->launches[r->n_launches].on_host = top(r)->side == SIDE_HOST;
    r->launches[r->n_launches++].params = top(r)->params;
}

/** __launch_bounds__(threads, blocks), __cluster_dims__(x, y, z) and __maxnreg__(registers): the kernel itself looks at
 *  its launch, where the names of its template are known. */
static void read_launch_bounds(struct rewriter *r, size_t i) {
    struct source *s = &r->s;
    size_t open = i + 1, end = open + 1, close = s->t[open].match;
    bool is_cluster = token_is(s, i, "__cluster_dims__"),
         is_bound = token_is(s, i, "__launch_bounds__");
    bool is_asked = (is_cluster || is_bound) && s->t[open].op == '(' && close > end;
    if (is_bound && r->d.params && !r->d.has_global)
        stop_at(s, i, "__launch_bounds__ is for kernels. Leave it out, or write __global__");
    while (is_asked && end < close && (is_cluster || s->t[end].op != ','))
        end = skip_angles(s, end);
    if (is_asked && r->d.has_global && r->d.body && r->d.body_kind == IN_CODE) {
        char *words = spelled(s, open + 1, end - 1);
        put_behind(s, r->d.body, " simt::%s(%s);", is_cluster ? "cluster_dims" : "launch_bounds",
                   words);
        free(words);
    }
    drop(s, i, skip_one(s, i) - 1);
}

static void read_asm(struct rewriter *r, size_t i) {
    if (top(r)->side == SIDE_HOST)
        refuse_ptx(&r->s, i, false);
    else
        translate_ptx(&r->s, i, top(r)->side == SIDE_DEVICE, r->red_zones);
}

/** `new` in device code is NULL where the heap is full, which C++ has a form for. One with a ( may be a placement. */
static void read_new(struct rewriter *r, size_t i) {
    bool is_new = token_is(&r->s, i, "new") && r->s.t[i - 1].op != W_OPERATOR && r->s.t[i + 1].op != '(';
    if (is_new && top(r)->kind == IN_CODE && top(r)->side == SIDE_DEVICE) put_behind(&r->s, i, " (simt::in_heap)");
}

/** nvcc only warns of `return;` in main, which then returns 0. */
static void read_return(struct rewriter *r, size_t i) {
    bool is_empty = token_is(&r->s, i, "return") && r->s.t[i + 1].op == ';';
    if (is_empty && top(r)->in_main) put_behind(&r->s, i, " 0");
}

static void read_host(struct rewriter *r, size_t i) {
    r->lambda_host = true;
    drop(&r->s, i, i);
}

/** const or volatile, of a variable or a member. */
static void read_qualifier(struct rewriter *r, size_t i) {
    if (top(r)->kind != IN_CODE && i < r->d.stop && !r->d.params) note_volatile(&r->s, i);
}

/** if, while, new and other words that are no types. In check builds each load of a volatile word lets others run. */
static void read_control(struct rewriter *r, size_t i) {
    read_new(r, i);
    read_return(r, i);
    refuse_word(&r->s, i, top(r)->side == SIDE_DEVICE);
    if (top(r)->kind == IN_CODE && runs_on_device(top(r)->side) && !r->red_zones)
        mark_look(&r->s, top(r)->params, i);
}

void read_word(struct rewriter *r, size_t i) {
    struct source *s = &r->s;
    switch (s->t[i].op) {
    case W_GLOBAL:
    case W_GRID_CONSTANT:
        replace(s, i, r->marks && s->t[i].op == W_GLOBAL ? MARK_OF_A_KERNEL : "");
        break;
    case W_HOST:
        read_host(r, i);
        break;
    case W_DEVICE:
    case W_CONSTANT:
    case W_MANAGED:
        read_device(r, i);
        break;
    case W_SHARED:
        read_shared(r, i);
        break;
    case W_LAUNCH_BOUNDS:
        read_launch_bounds(r, i);
        break;
    case W_KEYWORD:
    case W_CONTROL:
        read_control(r, i);
        break;
    case W_CV:
        read_qualifier(r, i);
        break;
    case W_FORCEINLINE:
    case W_NOINLINE:
        read_inlining(r, i);
        break;
    case W_USING:
        r->in_std |= s->t[i + 1].op == W_NAMESPACE && token_is(s, i + 2, "std");
        break;
    case W_ASM:
        if (top(r)->kind == IN_CODE) read_asm(r, i);
        break;
    }
}
