/** @file
 *  @brief Inline PTX: loads, stores, atomics, copies and addresses. The checkers see them as those of C++. */
#include "ptx.h"

#include <string.h>

/* Modifiers that tell caches and scopes what does not matter here. */
static const char hints[] = "ca cs lu nc wb weak cta gpu sys cluster L1::no_allocate "
                            "L1::evict_normal L1::evict_unchanged L1::evict_first "
                            "L1::evict_last L2::64B L2::128B L2::256B L2::evict_last "
                            "L2::evict_normal L2::evict_first noftz relaxed "
                            "global::L1 acq_rel::none";

static const char *take_space(struct ptx_instruction *in) {
    static const char *const spaces[] = {"global", "shared", "shared",
                                         "shared", "local",  "constant"};
    int k = take_one(in, "global shared shared::cta shared::cluster local const");
    return k < 0 ? "generic" : spaces[k];
}

/** Takes the hints, and the operand that a cache hint has at the end. */
static void take_hints(struct ptx_instruction *in) {
    take_any(in, hints);
    if (take(in, "L2::cache_hint")) in->n_operands--;
}

void put_address(struct ptx *x, const struct ptx_instruction *in, int i, const char *space) {
    const struct ptx_operand *o = &in->operand[i];
    if (o->kind != PTX_ADDRESS) refuse_instruction(x, in->text);
    fprintf(x->out, "simt::ptx::%s_address(%s, %s)", space, o->text, o->offset);
}

/** An operand of n numbers is a vector of so many, or refused. */
static void check_parts(struct ptx *x, const struct ptx_instruction *in,
                        const struct ptx_operand *o, int n) {
    bool vector = o->kind == PTX_VECTOR;
    if ((n > 1) != vector || (vector && n != o->n_parts)) refuse_instruction(x, in->text);
}

/** ld{.how}{.space}{.cache}{.v2}.type d, [a]; */
static bool put_load(struct ptx *x, struct ptx_instruction *in) {
    bool fresh = take_any(in, "volatile cg cv mmio"), acquire = take(in, "acquire");
    bool relaxed = take(in, "relaxed");
    const char *space = take_space(in);
    int v = take_one(in, "v2 v4 v8"), n = v < 0 ? 1 : 2 << v;
    take_hints(in);
    const char *type = take_type(in);
    if (!type) refuse_instruction(x, in->text);
    finish(x, in, 2, 2);
    const struct ptx_operand *to = &in->operand[0];
    check_parts(x, in, to, n);
    fprintf(x->out, " auto simt_v = simt::ptx::load<%s, %d, %d>(", type, n,
            fresh || acquire || relaxed);
    put_address(x, in, 1, space);
    fputs(");", x->out);
    if (acquire) fputs(" __threadfence();", x->out);
    if (n == 1) {
        put_result(x, in);
        fputs("simt_v.v[0]);", x->out);
    }
    for (int i = 0; n > 1 && i < n; i++)
        if (strcmp(to->part[i], "_") != 0)
            fprintf(x->out, " simt::ptx::put(%s, simt_v.v[%d]);", to->part[i], i);
    return true;
}

static bool put_store(struct ptx *x, struct ptx_instruction *in) {
    bool through = take_any(in, "volatile wt cg mmio"), release = take(in, "release");
    bool relaxed = take(in, "relaxed");
    const char *space = take_space(in);
    int v = take_one(in, "v2 v4 v8"), n = v < 0 ? 1 : 2 << v;
    take_hints(in);
    const char *type = take_type(in);
    if (!type) refuse_instruction(x, in->text);
    finish(x, in, 2, 2);
    const struct ptx_operand *from = &in->operand[1];
    check_parts(x, in, from, n);
    if (release) fputs(" __threadfence();", x->out);
    fprintf(x->out, " simt::ptx::store<%s, %d, %d>(", type, n, release || relaxed ? 2 : through);
    put_address(x, in, 0, space);
    for (int i = 0; n > 1 && i < n; i++)
        fprintf(x->out, ", simt::ptx::as<%s>(%s)", type, from->part[i]);
    if (n == 1) {
        fputs(", ", x->out);
        put_value(x, in, 1, type);
    }
    fputs(");", x->out);
    return true;
}

/** atom{.order}{.scope}{.space}.op.type d, [a], b{, c}; and red without d. */
static bool put_atomic(struct ptx *x, struct ptx_instruction *in, bool has_result) {
    static const char *const names[] = {"and", "or",  "xor", "cas", "exch",
                                        "add", "inc", "dec", "min", "max"};
    bool acquire = take_any(in, "acquire"), release = take_any(in, "release");
    if (take(in, "acq_rel")) acquire = release = true;
    const char *space = take_space(in);
    int op = take_one(in, "and or xor cas exch add inc dec min max"), a = has_result;
    take_hints(in);
    const char *type = take_type(in);
    int n = a + (op == 3 ? 3 : 2);
    if (!type || op < 0 || (!has_result && (op == 3 || op == 4))) refuse_instruction(x, in->text);
    finish(x, in, n, n);
    if (release) fputs(" __threadfence();", x->out);
    if (has_result)
        put_result(x, in);
    else
        fputs(" (", x->out);
    fprintf(x->out, "simt::ptx::atomic_%s<%s>(", names[op], type);
    put_address(x, in, a, space);
    for (int i = a + 1; i < n; i++) {
        fputs(", ", x->out);
        put_value(x, in, i, type);
    }
    fputs("));", x->out);
    if (!has_result && x->red_zones) fputs(" simt::result_unused(0);", x->out);
    if (acquire) fputs(" __threadfence();", x->out);
    return true;
}

/** cp.async.ca.shared.global [to], [from], bytes{, bytes-read}; is done at once, and waiting for it is nothing. */
static bool put_copy(struct ptx *x, struct ptx_instruction *in) {
    if (!take(in, "async")) refuse_instruction(x, in->text);
    if (take(in, "bulk")) return put_bulk_copy(x, in);
    if (take(in, "mbarrier")) return put_copies_arrival(x, in);
    if (take(in, "commit_group") || take(in, "wait_all")) {
        finish(x, in, 0, 0);
        return true;
    }
    if (take(in, "wait_group")) {
        finish(x, in, 1, 1);
        return true;
    }
    bool known = take_any(in, "ca cg") && take_any(in, "shared shared::cta") && take(in, "global");
    take_hints(in);
    finish(x, in, 3, 4);
    if (!known) refuse_instruction(x, in->text);
    fputs(" simt::ptx::copy<(", x->out);
    fprintf(x->out, "int)(%s)>(", in->operand[2].text);
    put_address(x, in, 0, "shared");
    fputs(", ", x->out);
    put_address(x, in, 1, "global");
    if (in->n_operands == 4) {
        fputs(", ", x->out);
        put_value(x, in, 3, "uint32_t");
    }
    fputs(");", x->out);
    return true;
}

/** cvta.to.shared.u64 d, a; cvta.shared.u64 d, a; isspacep.shared p, a; */
static bool put_space(struct ptx *x, struct ptx_instruction *in) {
    bool asks = strcmp(in->name, "isspacep") == 0, to = !asks && take(in, "to");
    const char *space = take_space(in), *type = asks ? "bool" : take_type(in);
    if (!type) refuse_instruction(x, in->text);
    finish(x, in, 2, 2);
    put_result(x, in);
    if (asks) {
        fprintf(x->out, "simt::ptx::is_%s(", space);
        put_value(x, in, 1, "uint64_t");
    } else {
        fprintf(x->out, "(%s)(uint64_t)simt::ptx::%s_address(%s, 0", type, to ? "generic" : space,
                in->operand[1].text);
    }
    fputs("));", x->out);
    return true;
}

/** mapa.shared::cluster.u32 d, a, b; mapa.u64 d, a, b; getctarank.u32 d, a; */
static bool put_cluster_address(struct ptx *x, struct ptx_instruction *in) {
    bool maps = strcmp(in->name, "mapa") == 0, shared = take(in, "shared::cluster");
    const char *type = take_type(in);
    if (!type) refuse_instruction(x, in->text);
    finish(x, in, maps ? 3 : 2, maps ? 3 : 2);
    put_result(x, in);
    fprintf(x->out, maps ? "simt::ptx::map_address<%s>(" : "(%s)simt_cluster_owner((const void *)",
            type);
    fprintf(x->out, "simt::ptx::%s_address(%s, 0)", shared ? "shared" : "generic",
            in->operand[1].text);
    if (maps) fputs(", ", x->out);
    if (maps) put_value(x, in, 2, "uint32_t");
    fputs("));", x->out);
    return true;
}

bool put_memory(struct ptx *x, struct ptx_instruction *in) {
    static const char *const nothing[] = {"prefetch", "prefetchu", "discard", "applypriority"};
    for (size_t i = 0; i < sizeof(nothing) / sizeof(*nothing); i++)
        if (strcmp(in->name, nothing[i]) == 0) return true;
    if (strcmp(in->name, "createpolicy") == 0) {
        put_result(x, in);
        fputs("(uint64_t)0);", x->out);
        return true;
    }
    if (strcmp(in->name, "ld") == 0 || strcmp(in->name, "ldu") == 0) return put_load(x, in);
    if (strcmp(in->name, "st") == 0) return put_store(x, in);
    if (strcmp(in->name, "atom") == 0) return put_atomic(x, in, true);
    if (strcmp(in->name, "red") == 0) return put_atomic(x, in, false);
    if (strcmp(in->name, "cp") == 0) return put_copy(x, in);
    if (strcmp(in->name, "mbarrier") == 0) return put_mbarrier(x, in);
    if (strcmp(in->name, "mapa") == 0 || strcmp(in->name, "getctarank") == 0)
        return put_cluster_address(x, in);
    if (strcmp(in->name, "cvta") == 0 || strcmp(in->name, "isspacep") == 0) return put_space(x, in);
    return false;
}
