/**
 * @file
 * @brief One function a family of mistakes; operators_at at the end lists them.
 */
#include "grader/selftest/mutants/operators.h"
#include "grader/selftest/mutants/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void replace(struct changes *c, const char *name, size_t i, const char *by) {
    c->add(c, name, i, i, by);
}

/* Where a statement ends that begins with piece i; 0 when none begins there. */
static size_t statement_end(const struct pieces *p, size_t i) {
    bool starts = piece_among(p, i - 1, "; { } else do") ||
                  (piece_is(p, i - 1, ")") && p->list[i - 1].match &&
                   piece_among(p, p->list[i - 1].match - 1, "if for while"));
    return starts && piece_is(p, piece_around(p, i), "{") ? piece_after(p, i, ";") : 0;
}

/*
 * Barriers and atomics.
 */
static void barriers(const struct pieces *p, size_t i, struct changes *c) {
    size_t last = p->list[i + 1].match;
    if (!piece_is(p, i + 1, "(") || !last) return;
    bool plain = piece_among(p, i, "__syncthreads __syncwarp") != 0;
    if (plain) {
        c->add(c, "delete-barrier", i, last, "");
        c->add(c, "branch-barrier", i, last,
               text_format("if (threadIdx.x %% 2 == 0) %s", pieces_text(p, i, last)));
    } else if (piece_among(p, i, "__syncthreads_or __syncthreads_and __syncthreads_count")) {
        c->add(c, "delete-barrier", i, last, pieces_text(p, i + 1, last));
    }
}

/* Read, change, write: what an atomic would keep in one piece. */
static void atomics(const struct pieces *p, size_t i, struct changes *c) {
    static const char *const results[] = {"o_ + v_",           "o_ - v_", "v_ < o_ ? v_ : o_",
                                          "v_ > o_ ? v_ : o_", "o_ & v_", "o_ | v_",
                                          "o_ ^ v_",           "v_"};
    int which = piece_among(p, i,
                            "atomicAdd atomicSub atomicMin atomicMax atomicAnd atomicOr "
                            "atomicXor atomicExch");
    size_t last = p->list[i + 1].match, comma = piece_after(p, i + 2, ",");
    if (!which || !last || !comma) return;
    const char *place = pieces_text(p, i + 2, comma - 1),
               *value = pieces_text(p, comma + 1, last - 1);
    c->add(
        c, "plain-atomic", i, last,
        text_format("({ __typeof__(%s) p_ = %s; __typeof__(*p_ + 0) v_ = %s, o_ = *p_; *p_ = %s; "
                    "o_; })",
                    place, place, value, results[which - 1]));
}

/*
 * Comparisons and limits.
 */
static void comparisons(const struct pieces *p, size_t i, struct changes *c) {
    static const struct {
        const char *from, *to, *name;
    } all[] = {{"<", "<=", "lt-le"}, {"<=", "<", "le-lt"},  {">", ">=", "gt-ge"},
               {">=", ">", "ge-gt"}, {"<", ">", "lt-gt"},   {"<=", ">=", "le-ge"},
               {">", "<", "gt-lt"},  {">=", "<=", "ge-le"}, {"==", "!=", "eq-ne"},
               {"!=", "==", "ne-eq"}};
    if (!p->list[i].rank) return;
    for (size_t k = 0; k < sizeof(all) / sizeof(*all); k++)
        if (piece_is(p, i, all[k].from)) replace(c, all[k].name, i, all[k].to);
}

/* BLOCK_THREADS, but no macro with parameters */
static bool is_constant_name(const struct pieces *p, size_t i) {
    const char *own = pieces_text(p, i, i);
    return p->list[i].name && strlen(own) > 1 && isupper((unsigned char)own[0]) &&
           own[strspn(own, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] == 0 &&
           !piece_is(p, i + 1, "(") && strcmp(own, "NULL") != 0;
}

static bool is_constant(const struct pieces *p, size_t i) {
    return p->list[i].number ? !strpbrk(pieces_text(p, i, i), ".'") : is_constant_name(p, i);
}

/* a < b - 1, a <= b + 1: the other way than the comparison itself can be off by one. */
static void limits(const struct pieces *p, size_t i, struct changes *c) {
    if (!p->list[i].rank || !piece_among(p, i, "< <= > >=")) return;
    size_t last = operand_last(p, i);
    bool less = piece_among(p, i, "< >=") != 0;
    if (last == i + 1 && is_constant(p, last)) return; /* constants have their own */
    c->add(c, less ? "limit-less" : "limit-more", i + 1, last,
           text_format("(%s) %s 1", pieces_text(p, i + 1, last), less ? "-" : "+"));
}

/* Is piece i all that stands to the right of a comparison which the words name? */
static bool is_limit_of(const struct pieces *p, size_t i, const char *words) {
    return p->list[i - 1].rank && piece_among(p, i - 1, words) && operand_last(p, i - 1) == i;
}

/* A declaration begins with two names, or a name, stars and a name. */
static bool is_declaration(const struct pieces *p, size_t i) {
    size_t k = i + 1;
    if (piece_among(p, i, "struct enum const static")) return true;
    while (piece_is(p, k, "*")) k++;
    return p->list[i].name && p->list[k].name;
}

/* Does piece i give an array its size? One more does no harm, and is no mistake. */
static bool is_array_size(const struct pieces *p, size_t i) {
    size_t k = piece_around(p, i);
    if (!piece_is(p, k, "[")) return false;
    while (k > 1 && !piece_among(p, k - 1, "; { } = ( ["))
        k = piece_among(p, k - 1, ") ]") ? p->list[k - 1].match : k - 1;
    return k > 1 && piece_among(p, k - 1, "; { }") && is_declaration(p, k);
}

/* Bytes of shared memory and the stream of a launch. */
static bool is_launch_option(const struct pieces *p, size_t i) {
    int commas = 0;
    for (; i > 0 && !piece_among(p, i, "; { } >>>"); i--) {
        if (piece_is(p, i, "<<<")) return commas > 1;
        commas += piece_is(p, i, ",");
    }
    return false;
}

/* A number, or a constant, off by one. */
static void constants(const struct pieces *p, size_t i, struct changes *c) {
    const char *own = pieces_text(p, i, i);
    bool number = p->list[i].number;
    if (!is_constant(p, i) || is_launch_option(p, i)) return;
    if (!is_limit_of(p, i, "< >=") && !is_array_size(p, i))
        replace(c, number ? "literal-more" : "constant-more", i, text_format("(%s + 1)", own));
    if (!is_limit_of(p, i, "<= >") && (!number || strtoul(own, NULL, 0) > 0))
        replace(c, number ? "literal-less" : "constant-less", i, text_format("(%s - 1)", own));
}

/*
 * Other operators.
 */
static void arithmetic(const struct pieces *p, size_t i, struct changes *c) {
    static const struct {
        const char *from, *to, *name;
        bool between; /* needs two operands */
    } all[] = {{"+", "-", "plus-minus", true},      {"-", "+", "minus-plus", true},
               {"*", "/", "times-over", true},      {"/", "%", "over-modulo", true},
               {"%", "/", "modulo-over", true},     {"<<", ">>", "left-right", true},
               {">>", "<<", "right-left", true},    {"&", "|", "and-or", true},
               {"|", "&", "or-and", true},          {"^", "|", "xor-or", true},
               {"&&", "||", "both-any", true},      {"||", "&&", "any-both", true},
               {"+=", "-=", "add-subtract", false}, {"-=", "+=", "subtract-add", false},
               {"+=", "=", "add-set", false},       {"|=", "=", "or-set", false},
               {"<<=", ">>=", "left-right", false}, {">>=", "<<=", "right-left", false},
               {"*=", "/=", "times-over", false},   {"/=", "*=", "over-times", false},
               {"++", "--", "up-down", false},      {"--", "++", "down-up", false},
               {"!", "", "drop-not", false},        {"~", "", "drop-not", false}};
    for (size_t k = 0; k < sizeof(all) / sizeof(*all); k++)
        if (piece_is(p, i, all[k].from) && (!all[k].between || p->list[i].rank))
            replace(c, all[k].name, i, all[k].to);
}

/* b - a for a - b. */
static void operands(const struct pieces *p, size_t i, struct changes *c) {
    static const char *const names[] = {"swap-minus", "swap-over", "swap-modulo", "swap-shift",
                                        "swap-shift"};
    int which = p->list[i].rank ? piece_among(p, i, "- / % << >>") : 0;
    if (!which) return;
    size_t first = operand_first(p, i), last = operand_last(p, i);
    c->add(c, names[which - 1], first, last,
           text_format("(%s) %s (%s)", pieces_text(p, i + 1, last), pieces_text(p, i, i),
                       pieces_text(p, first, i - 1)));
}

/* c ? b : a for c ? a : b. */
static void arms(const struct pieces *p, size_t i, struct changes *c) {
    size_t colon = piece_is(p, i, "?") ? piece_after(p, i + 1, ":") : 0;
    if (!colon) return;
    size_t last = operand_last(p, colon);
    c->add(
        c, "swap-arms", i + 1, last,
        text_format("%s : %s", pieces_text(p, colon + 1, last), pieces_text(p, i + 1, colon - 1)));
}

/* f(b, a) for f(a, b): each argument with the next one. */
static void arguments(const struct pieces *p, size_t i, struct changes *c) {
    bool call = piece_is(p, i, "(") && (p->list[i - 1].name || piece_is(p, i - 1, ">>>")) &&
                !piece_among(p, i - 1, "if for while return sizeof min max");
    if (!call) return;
    for (size_t first = i + 1, comma; (comma = piece_after(p, first, ",")); first = comma + 1) {
        size_t next = piece_after(p, comma + 1, ","), last = next ? next : p->list[i].match;
        if (last == 0) return;
        c->add(c, "swap-arguments", first, last - 1,
               text_format("%s, %s", pieces_text(p, comma + 1, last - 1),
                           pieces_text(p, first, comma - 1)));
    }
}

static void names(const struct pieces *p, size_t i, struct changes *c) {
    static const char from[] = "min max atomicMin atomicMax __reduce_min_sync __reduce_max_sync";
    static const char *const to[] = {
        "max", "min", "atomicMax", "atomicMin", "__reduce_max_sync", "__reduce_min_sync"};
    int which = piece_is(p, i + 1, "(") ? piece_among(p, i, from) : 0;
    if (which) replace(c, which % 2 ? "min-max" : "max-min", i, to[which - 1]);
    if (piece_is(p, i, "threadIdx")) replace(c, "thread-block", i, "blockIdx");
    if (piece_is(p, i, "blockIdx")) replace(c, "block-thread", i, "threadIdx");
    if (piece_is(p, i, "gridDim")) replace(c, "grid-block", i, "blockDim");
    if (piece_is(p, i, "blockDim")) replace(c, "block-grid", i, "gridDim");
}

/*
 * Statements.
 */
static void statements(const struct pieces *p, size_t i, struct changes *c) {
    size_t end = statement_end(p, i);
    if (end <= i || is_declaration(p, i) || piece_is(p, i, "{")) return;
    if (piece_among(p, i,
                    "if else for while do return switch case goto __syncthreads __syncwarp "
                    "CU_LAUNCHED free cu_free"))
        return;
    c->add(c, "delete-statement", i, end - 1, "");
}

/* A guard that is forgotten, or never lets anybody in. */
static void guards(const struct pieces *p, size_t i, struct changes *c) {
    size_t last = p->list[i + 1].match;
    if (!piece_is(p, i + 1, "(") || !last) return;
    if (piece_is(p, i, "if")) {
        c->add(c, "if-always", i + 1, last, "(1)");
        c->add(c, "if-never", i + 1, last, "(0)");
    } else if (piece_is(p, i, "while")) {
        c->add(c, "loop-never", i + 1, last, "(0)");
    }
}

/* Where a loop begins, whether it runs at all, and how it goes on. */
static void loops(const struct pieces *p, size_t i, struct changes *c) {
    if (!piece_is(p, i, "for")) return;
    size_t set = piece_after(p, i + 2, "="), first = piece_after(p, i + 2, ";");
    size_t second = first ? piece_after(p, first + 1, ";") : 0, end = p->list[i + 1].match;
    if (!second || !end) return;
    if (set && set < first && !(set + 2 == first && p->list[set + 1].number))
        c->add(c, "first-more", set + 1, first - 1,
               text_format("(%s) + 1", pieces_text(p, set + 1, first - 1)));
    if (second > first + 1) c->add(c, "loop-never", first + 1, second - 1, "0");
    size_t step = piece_after(p, second + 1, "+=");
    if (step && step + 2 < end + 1 && !p->list[step + 1].number)
        c->add(c, "step-more", step + 1, end - 1,
               text_format("(%s) + 1", pieces_text(p, step + 1, end - 1)));
    if (piece_is(p, end - 1, "++")) replace(c, "step-more", end - 1, " += 2");
}

static void truths(const struct pieces *p, size_t i, struct changes *c) {
    if (piece_is(p, i, "true")) replace(c, "true-false", i, "false");
    if (piece_is(p, i, "false")) replace(c, "false-true", i, "true");
}

/* The launch goes to the default stream instead of the caller's. */
static void streams(const struct pieces *p, size_t i, struct changes *c) {
    if (piece_is(p, i, "stream") && piece_is(p, i - 1, ",") && piece_is(p, i + 1, ">>>"))
        replace(c, "default-stream", i, "0");
}

void operators_at(const struct pieces *p, size_t i, struct changes *c) {
    barriers(p, i, c);
    atomics(p, i, c);
    comparisons(p, i, c);
    limits(p, i, c);
    constants(p, i, c);
    arithmetic(p, i, c);
    operands(p, i, c);
    arms(p, i, c);
    arguments(p, i, c);
    names(p, i, c);
    statements(p, i, c);
    guards(p, i, c);
    loops(p, i, c);
    truths(p, i, c);
    streams(p, i, c);
}
