/** @file
 *  @brief Inline PTX: warps, barriers, fences, and the ends of threads. */
#include "ptx.h"

#include <string.h>

/** Writes the value of operand `i` as a mask, or all lanes that stand here where the instruction has none. */
static void put_mask(struct ptx *x, struct ptx_instruction *in, int i) {
    if (i < in->n_operands)
        put_value(x, in, i, "uint32_t");
    else
        fputs("__activemask()", x->out);
}

/** Takes operand 0's second part, the predicate behind |, away from it. */
static const char *split_second(struct ptx_instruction *in, char *second, size_t room) {
    snprintf(second, room, "%s", in->operand[0].second);
    in->operand[0].second[0] = '\0';
    return second;
}

/** shfl.sync.down.b32 d|p, a, lane, clamp, mask; without .sync there is no mask. */
static bool put_shuffle(struct ptx *x, struct ptx_instruction *in) {
    static const char *const names[] = {"up", "down", "bfly", "idx"};
    char second[PTX_NAME + 48];
    bool sync = take(in, "sync");
    int way = take_one(in, "up down bfly idx"), n = sync ? 5 : 4;
    const char *type = take_type(in);
    if (way < 0 || !type || strcmp(type, "uint32_t") != 0) refuse_instruction(x, in->text);
    finish(x, in, n, n);
    split_second(in, second, sizeof(second));
    fprintf(x->out, " simt::ptx::source simt_s = simt::ptx::source_%s(", names[way]);
    put_values(x, in, 2, 3, "uint32_t");
    fputs(");", x->out);
    put_result(x, in);
    fputs("simt::shuffle(", x->out);
    put_mask(x, in, 4);
    fputs(", ", x->out);
    put_value(x, in, 1, "uint32_t");
    fputs(", simt_s.lane, __builtin_FILE(), __builtin_LINE()));", x->out);
    if (second[0]) fprintf(x->out, " simt::ptx::put(%s, simt_s.inside);", second);
    return true;
}

/** vote.sync.any.pred p, a, mask; match.all.sync.b32 d|p, a, mask; redux.sync.add.s32 d, a, mask; */
static bool put_vote(struct ptx *x, struct ptx_instruction *in) {
    static const char *const names[] = {"__all_sync", "__any_sync", "__uni_sync", "__ballot_sync"};
    bool sync = take(in, "sync");
    int way = take_one(in, "all any uni ballot");
    const char *type = take_type(in);
    if (way < 0 || !type || (strcmp(type, "bool") == 0) != (way < 3))
        refuse_instruction(x, in->text);
    finish(x, in, sync ? 3 : 2, sync ? 3 : 2);
    put_result(x, in);
    fprintf(x->out, "(%s)%s(", type, names[way]);
    put_mask(x, in, 2);
    fputs(", ", x->out);
    put_value(x, in, 1, "bool");
    fputs("));", x->out);
    return true;
}

static bool put_match(struct ptx *x, struct ptx_instruction *in) {
    char second[PTX_NAME + 48];
    bool sync = take(in, "sync"), all = take(in, "all");
    if (!sync || all == take(in, "any")) refuse_instruction(x, in->text);
    const char *type = take_type(in);
    finish(x, in, 3, 3);
    if (!type) refuse_instruction(x, in->text);
    split_second(in, second, sizeof(second));
    fputs(" int simt_same __attribute__((unused));", x->out);
    put_result(x, in);
    fprintf(x->out, "(uint32_t)__match_%s_sync(", all ? "all" : "any");
    put_mask(x, in, 2);
    fputs(", ", x->out);
    put_value(x, in, 1, type);
    fputs(all ? ", &simt_same));" : "));", x->out);
    if (second[0]) fprintf(x->out, " simt::ptx::put(%s, simt_same != 0);", second);
    return true;
}

static bool put_reduction(struct ptx *x, struct ptx_instruction *in) {
    static const char *const names[] = {"add", "min", "max", "and", "or", "xor"};
    bool sync = take(in, "sync");
    int way = take_one(in, "add min max and or xor");
    const char *type = take_type(in);
    if (!sync || way < 0 || !type ||
        (strcmp(type, "uint32_t") != 0 && strcmp(type, "int32_t") != 0))
        refuse_instruction(x, in->text);
    finish(x, in, 3, 3);
    put_result(x, in);
    fprintf(x->out, "__reduce_%s_sync(", names[way]);
    put_mask(x, in, 2);
    fputs(", ", x->out);
    put_value(x, in, 1, type);
    fputs("));", x->out);
    return true;
}

static bool put_elect(struct ptx *x, struct ptx_instruction *in) {
    char second[PTX_NAME + 48];
    bool sync = take(in, "sync");
    finish(x, in, 2, 2);
    split_second(in, second, sizeof(second));
    if (!sync) refuse_instruction(x, in->text);
    fputs(" uint32_t simt_lead = simt::ptx::elect(", x->out);
    put_mask(x, in, 1);
    fputs(");", x->out);
    put_result(x, in);
    fputs("simt_lead);", x->out);
    if (second[0]) fprintf(x->out, " simt::ptx::put(%s, simt_lead == simt_lane());", second);
    return true;
}

/** barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire; */
static bool put_cluster_barrier(struct ptx *x, struct ptx_instruction *in) {
    int half = take_one(in, "arrive wait");
    if (half < 0) refuse_instruction(x, in->text);
    take_any(in, "aligned release relaxed acquire");
    finish(x, in, 0, 0);
    fprintf(x->out, " __cluster_barrier_%s();", half ? "wait" : "arrive");
    return true;
}

/** bar.sync a{, n}; bar.arrive a, n; bar.red.and.pred p, a{, n}, q; bar.warp.sync mask; */
static bool put_barrier(struct ptx *x, struct ptx_instruction *in) {
    take_any(in, "cta aligned");
    if (take(in, "warp")) {
        if (!take(in, "sync")) refuse_instruction(x, in->text);
        finish(x, in, 1, 1);
        fputs(" __syncwarp(", x->out);
        put_value(x, in, 0, "uint32_t");
        fputs(");", x->out);
        return true;
    }
    if (take(in, "red")) {
        int way = take_one(in, "popc and or");
        static const char *const names[] = {"count", "and", "or"};
        const char *type = take_type(in);
        finish(x, in, 3, 4);
        if (way < 0 || !type) refuse_instruction(x, in->text);
        int last = in->n_operands - 1;
        put_result(x, in);
        fprintf(x->out, "(%s)simt::ptx::barrier_%s(", type, names[way]);
        put_value(x, in, last, "bool");
        fputs(", ", x->out);
        put_values(x, in, 1, last - 1, "uint32_t");
        fputs("));", x->out);
        return true;
    }
    if (take(in, "cluster")) return put_cluster_barrier(x, in);
    bool arrives = take(in, "arrive");
    if (!arrives && !take(in, "sync")) refuse_instruction(x, in->text);
    finish(x, in, arrives ? 2 : 1, 2);
    fprintf(x->out, " simt::ptx::barrier_%s(", arrives ? "arrive" : "sync");
    put_values(x, in, 0, in->n_operands - 1, "uint32_t");
    fputs(");", x->out);
    return true;
}

/** Instructions that are one call or nothing; `modifiers` may all be there. */
static const struct {
    const char *name, *modifiers;
    int n; /**< operands */
    const char *text;
} simple[] = {
    {"membar", "cta gl sys gpu", 0, "__threadfence();"},
    {"fence", "sc acq_rel acquire release cta gpu sys cluster", 0, "__threadfence();"},
    {"griddepcontrol", "wait launch_dependents", 0, ""},
    {"setmaxnreg", "inc dec sync aligned u32", 1, ""},
    {"nanosleep", "u32", 1, "__nanosleep(0);"},
    {"trap", "", 0, "__trap();"},
    {"brkpt", "", 0, "__brkpt();"},
    {"pmevent", "mask", 1, ""},
    {"exit", "", 0, "simt_exit_thread();"},
};

static bool put_simple(struct ptx *x, struct ptx_instruction *in) {
    if (strcmp(in->name, "fence") == 0 &&
        take_any(in, "proxy mbarrier_init")) { // nothing is done by another proxy
        take_any(
            in,
            "alias async async.global async.shared::cta global shared shared::cta release cluster");
        finish(x, in, 0, 0);
        return true;
    }
    for (size_t i = 0; i < sizeof(simple) / sizeof(*simple); i++) {
        if (strcmp(in->name, simple[i].name) != 0) continue;
        take_any(in, simple[i].modifiers);
        finish(x, in, simple[i].n, simple[i].n);
        fprintf(x->out, " %s", simple[i].text);
        return true;
    }
    return false;
}

bool put_warp(struct ptx *x, struct ptx_instruction *in) {
    if (strcmp(in->name, "shfl") == 0) return put_shuffle(x, in);
    if (strcmp(in->name, "vote") == 0) return put_vote(x, in);
    if (strcmp(in->name, "match") == 0) return put_match(x, in);
    if (strcmp(in->name, "redux") == 0) return put_reduction(x, in);
    if (strcmp(in->name, "elect") == 0) return put_elect(x, in);
    if (strcmp(in->name, "bar") == 0 || strcmp(in->name, "barrier") == 0) return put_barrier(x, in);
    if (strcmp(in->name, "activemask") == 0) {
        if (!take(in, "b32")) refuse_instruction(x, in->text);
        finish(x, in, 1, 1);
        put_result(x, in);
        fputs("__activemask());", x->out);
        return true;
    }
    return put_simple(x, in);
}
