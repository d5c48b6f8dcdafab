/** @file
 *  @brief Inline PTX: barriers in memory (mbarrier), and the copies that they count (cp.async.bulk). */
#include "ptx.h"

#include <string.h>

static const char shared[] = "shared shared::cta shared::cluster";

static void put_barrier_address(struct ptx *x, struct ptx_instruction *in, int i) {
    put_address(x, in, i, take_any(in, shared) ? "shared" : "generic");
}

/** mbarrier.init.shared.b64 [a], n; inval; expect_tx.relaxed.cta.shared.b64 [a], bytes; complete_tx */
static bool put_change(struct ptx *x, struct ptx_instruction *in, const char *name, int n) {
    take_any(in, "b64 relaxed cta cluster");
    fprintf(x->out, " simt::mbarrier::%s(", name);
    put_barrier_address(x, in, 0);
    finish(x, in, n, n);
    if (n > 1) fputs(", ", x->out);
    put_values(x, in, 1, n - 1, "uint32_t");
    fputs(");", x->out);
    return true;
}

/** mbarrier.arrive.shared.b64 {state, }[a]{, n}; arrive.expect_tx: {state, }[a], bytes; arrive_drop */
static bool put_arrival(struct ptx *x, struct ptx_instruction *in, const char *name) {
    const bool announces = take(in, "expect_tx");
    const int a =
        in->operand[0].kind == PTX_ADDRESS ? 0 : 1; // a barrier of another block gives no state
    take_any(in, "b64 release relaxed cta cluster");
    if (a)
        put_result(x, in);
    else
        fputs(" (void)(", x->out);
    fprintf(x->out, "simt::mbarrier::%s%s(", name, announces ? "_expect_tx" : "");
    put_barrier_address(x, in, a);
    finish(x, in, a + (announces ? 2 : 1), a + 2);
    if (in->n_operands > a + 1) fputs(", ", x->out);
    put_values(x, in, a + 1, in->n_operands - 1, "uint32_t");
    fputs("));", x->out);
    return true;
}

/** mbarrier.try_wait.shared.b64 p, [a], state{, time}; try_wait.parity: p, [a], parity; test_wait */
static bool put_wait(struct ptx *x, struct ptx_instruction *in) {
    const bool parity = take(in, "parity");
    take_any(in, "b64 acquire relaxed cta cluster");
    put_result(x, in);
    fprintf(x->out, "simt::mbarrier::%s(", parity ? "parity_is_over" : "state_is_over");
    put_barrier_address(x, in, 1);
    finish(x, in, 3, 4);
    fputs(", ", x->out);
    put_value(x, in, 2, parity ? "uint32_t" : "uint64_t");
    fputs("));", x->out);
    return true;
}

bool put_mbarrier(struct ptx *x, struct ptx_instruction *in) {
    static const char *const names[] = {"init",        "inval",  "expect_tx",
                                        "complete_tx", "arrive", "arrive_drop"};
    if (take_any(in, "test_wait try_wait")) return put_wait(x, in);
    const int k = take_one(in, "init inval expect_tx complete_tx arrive arrive_drop");
    if (k < 0) refuse_instruction(x, in->text);
    return k < 4 ? put_change(x, in, names[k], k == 1 ? 1 : 2) : put_arrival(x, in, names[k]);
}

/**
 * cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [to], [from], bytes, [barrier]; and
 * cp.async.bulk.global.shared::cta.bulk_group [to], [from], bytes; are done at once, and waiting for them is nothing.
 */
bool put_bulk_copy(struct ptx *x, struct ptx_instruction *in) {
    static const char *const spaces[] = {"shared", "shared", "global"};
    if (take(in, "commit_group") || take(in, "prefetch")) return true;
    if (take(in, "wait_group")) {
        take(in, "read");
        finish(x, in, 1, 1);
        return true;
    }
    const int to = take_one(in, "shared::cluster shared::cta global"),
              from = take_one(in, "shared::cta global");
    const bool counted = take(in, "mbarrier::complete_tx::bytes");
    if (to < 0 || from < 0 || (!counted && !take(in, "bulk_group")))
        refuse_instruction(x, in->text);
    if (take(in, "L2::cache_hint")) in->n_operands--;
    finish(x, in, counted ? 4 : 3, counted ? 4 : 3);
    fprintf(x->out, " simt::mbarrier::%s(", counted ? "copy" : "copy_lines");
    put_address(x, in, 0, spaces[to]);
    fputs(", ", x->out);
    put_address(x, in, 1, spaces[from + 1]);
    fputs(", ", x->out);
    put_value(x, in, 2, "uint32_t");
    if (counted) fputs(", ", x->out);
    if (counted) put_address(x, in, 3, "shared");
    fputs(");", x->out);
    return true;
}

/** cp.async.mbarrier.arrive{.noinc}.shared.b64 [a]; this thread's copies are done, so that it arrives */
bool put_copies_arrival(struct ptx *x, struct ptx_instruction *in) {
    const bool expected = take(in, "noinc"), known = take(in, "arrive");
    take_any(in, "b64");
    if (!known) refuse_instruction(x, in->text);
    if (expected) return put_arrival(x, in, "arrive");
    take_any(in, shared);
    finish(x, in, 1, 1);
    fputs(" __threadfence();", x->out); // one more is expected, and arrives
    return true;
}
