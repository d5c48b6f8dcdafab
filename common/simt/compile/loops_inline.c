/**
 * @file
 * @brief Calls of functions that have barriers, written out in the kernel's body, so that it can become loops.
 *
 *     sum = block_sum(x[i], s_part, block);   becomes
 *     float simt_v1_is; { float simt_v1_x = x[i]; … block.sync(); … simt_v1_is = s_part[0]; } sum = simt_v1_is;
 *
 * The new body stands as tokens behind those of the source, where nobody else looks. A parameter becomes a variable.
 * A __shared__ array, the thread_block and what a reference means keep their names (loops_arguments.c). All doubt means
 * no: the kernel then runs thread by thread.
 */
#include "loops.h"
#include "loops_inline.h"

#include <stdio.h>
#include <string.h>

enum { BEHIND = 4, MOST_CALLS = 32, MOST_DEPTH = 8, MOST_TOKENS = 4000, MOST_BRACKETS = 256 };

/*
 * Tokens behind the source.
 */
void add_token_behind(struct inliner *in, struct token t) {
    struct source *s = in->s;
    if (in->n - s->n > MOST_TOKENS) in->failed = true;
    if (in->failed) return;
    s->t = grown(s->t, in->n, &s->room, sizeof(*s->t));
    t.match = (t.op == '<' || t.op == '>') && t.match; // it has a partner: see pair_brackets
    s->t[in->n++] = t;
    s->origins = grown(s->origins, s->n_origins, &s->origins_room, sizeof(*s->origins));
    s->origins[s->n_origins++] = 0;
}

size_t origin_of(const struct source *s, size_t i) {
    return i < s->n + BEHIND ? i : s->origins[i - s->n - BEHIND];
}

/** A word that is made up. It counts as standing where `like` stands. */
static struct token made_up(struct inliner *in, const char *word, uint32_t op, struct token like) {
    size_t len = strlen(word);
    if (in->text + len + 1 > in->s->size + SPARE_TEXT) in->failed = true;
    if (in->failed) return like;
    memcpy(in->s->text + in->text, word, len + 1);
    like.at = in->text;
    like.len = (uint32_t)len;
    like.op = op;
    like.match = 0;
    in->text += len + 1; // so that no two words touch
    return like;
}

void add_word_behind(struct inliner *in, const char *word, uint32_t op, size_t like) {
    add_token_behind(in, made_up(in, word, op, in->s->t[like]));
}

struct token made_up_name(struct inliner *in, size_t like, const char *ending) {
    char word[128];
    const struct token *t = &in->s->t[like];
    snprintf(word, sizeof(word), "simt_v%zu_%.*s%s", in->n_calls, t->len > 80 ? 80 : (int)t->len, in->s->text + t->at,
             ending);
    return made_up(in, word, OP_NAME, *t);
}

struct meaning *meaning_of(const struct inliner *in, const struct level *level, size_t i) {
    const struct source *s = in->s;
    if (s->t[i].op != OP_NAME || s->t[i - 1].op == '.' || s->t[i - 1].op == OP_ARROW) return NULL;
    for (size_t k = 0; k < level->n_names; k++)
        if (tokens_equal(s, level->names[k].name, i)) return &level->names[k];
    return NULL;
}

/** What a reference refers to. All of it counts as the reference. */
static void add_alias(struct inliner *in, const struct level *level, const struct alias *a, size_t i) {
    size_t n = in->s->n_origins;
    add_copies(in, level, a->first, a->last);
    for (; n < in->s->n_origins && !in->failed; n++) in->s->origins[n] = i;
}

void add_copies(struct inliner *in, const struct level *level, size_t first, size_t last) {
    for (size_t i = first; i <= last; i++) {
        const struct alias *a = alias_at(in, level, i);
        if (a) {
            add_alias(in, level, a, i);
            continue;
        }
        const struct meaning *m = meaning_of(in, level, i);
        struct token t = in->s->t[i];
        if (in->s->text[t.at] == ' ') in->failed = true; // the rewriter has taken it out
        if (m) t.at = m->stands.at, t.len = m->stands.len;
        if (m && m->array) in->arrays[m->array - 1].uses++;
        add_token_behind(in, t);
        if (!in->failed) in->s->origins[in->s->n_origins - 1] = i;
    }
}

/** Pairs the brackets from token `first` on. */
static void pair_brackets(struct inliner *in, size_t first) {
    struct source *s = in->s;
    size_t open[MOST_BRACKETS], n = 0;
    for (size_t i = first; i < in->n && !in->failed; i++) {
        struct token *t = &s->t[i];
        if (t->op == '(' || t->op == '[' || t->op == '{' || (t->op == '<' && t->match)) {
            in->failed = n == MOST_BRACKETS;
            if (!in->failed) open[n++] = i;
        } else if (t->op == ')' || t->op == ']' || t->op == '}' || (t->op == '>' && t->match)) {
            in->failed = n == 0;
            if (n == 0) return;
            t->match = (uint32_t)open[--n];
            s->t[open[n]].match = (uint32_t)i;
        }
    }
    in->failed |= n > 0;
}

/*
 * What may be written out.
 */
/** The first token of the type that a function returns; 0: it is too hard to read. */
static size_t result_type(const struct source *s, const struct code *code) {
    size_t first = code->name;
    for (size_t k = code->name - 1; k > 0; k--) {
        uint32_t op = s->t[k].op;
        if (op == ';' || op == '}' || op == '{' || op == ':') break;
        if (op == W_TEMPLATE || op == OP_STRING || op == '&' || op == '>' || op == ')' || op == OP_SCOPE ||
            op == W_ATTRIBUTE || op == W_CLASS_KEY || token_is(s, k, "auto"))
            return 0;
        bool dropped = op == W_DEVICE || op == W_HOST || op == W_INLINE || op == W_STATIC || op == W_FORCEINLINE ||
                       op == W_NOINLINE;
        if (!dropped) first = k;
    }
    return first < code->name ? first : 0;
}

static bool is_unfit_word(const struct source *s, size_t i) {
    uint32_t op = s->t[i].op;
    return op == W_SHARED || op == W_STATIC || op == W_EXTERN || op == W_ASM || op == OP_LAUNCH || op == OP_STRING ||
           token_is(s, i, "goto") || token_is(s, i, "this");
}

bool returns_at_end(const struct source *s, const struct code *code, bool gives, size_t *at) {
    size_t close = s->t[code->body].match, n = 0, end = close;
    for (size_t i = code->body + 1; i < close; i++) {
        if (is_unfit_word(s, i)) return false;
        if (token_is(s, i, "return")) end = i, n++;
    }
    *at = end;
    if (!gives || n != 1) return !gives && n == 0;
    uint32_t before = s->t[end - 1].op;
    while (end < close && s->t[end].op != ';') end = skip_one(s, end);
    return end + 1 == close && (before == ';' || before == '}' || before == '{');
}

size_t namespace_of(const struct source *s, size_t i) {
    while (i > 0 && s->t[i].op != '{') i = s->t[i].op == '}' && s->t[i].match ? s->t[i].match - 1 : i - 1;
    return i;
}

bool read_call(struct inliner *in, size_t i, struct call *call) {
    const struct source *s = in->s;
    uint32_t before = s->t[i - 1].op;
    if (s->t[i].op != OP_NAME || s->t[i + 1].op != '(' || !s->t[i + 1].match || before == '.' || before == OP_ARROW ||
        before == OP_SCOPE || !only_code(in->calls, s, i))
        return false;
    call->code = only_code(in->calls, s, i);
    call->name = i;
    // in another namespace its words may mean something else
    call->type = namespace_of(s, call->code->name) == namespace_of(s, in->d->name) ? result_type(s, call->code) : 0;
    call->gives = !(call->type + 1 == call->code->name && token_is(s, call->type, "void"));
    return true;
}

/** Is it the call of one that a kernel of loops may not call? */
static bool is_call(struct inliner *in, size_t i, struct call *call) {
    return read_call(in, i, call) && !is_calm(in->calls, in->s, i);
}

/** The only such call among tokens first … last. With more, or with one that cannot be written out, it fails. */
static struct call find_call(struct inliner *in, size_t first, size_t last) {
    struct call found = {0}, other;
    for (size_t i = first; i <= last; i++) {
        struct call *next = found.name ? &other : &found;
        if (!is_call(in, i, next)) {
            next->name = 0;
            continue;
        }
        bool fits = found.name == i && found.type && returns_at_end(in->s, found.code, found.gives, &found.returns);
        if (!fits) in->failed = true;
    }
    return found;
}

/*
 * Statements.
 */
size_t begin_return(struct inliner *in, const struct level *level, size_t first) {
    if (!level->gives || !token_is(in->s, first, "return")) return first;
    if (level->type) add_copies(in, &(struct level){0}, level->type, level->code->name - 1);
    add_token_behind(in, level->result);
    add_word_behind(in, "=", '=', first);
    return first + 1;
}

bool is_lone_child(const struct source *s, size_t first) {
    return s->t[first - 1].op == ')' || token_is(s, first - 1, "else") || token_is(s, first - 1, "do");
}

/** Writes a statement, in which a call may have become a variable: `call` is the variable. A return becomes a store. */
static void write_statement(struct inliner *in, const struct level *level, size_t first, size_t last,
                            const struct call *call, struct token variable) {
    const struct source *s = in->s;
    first = begin_return(in, level, first);
    if (!call) {
        add_copies(in, level, first, last);
        return;
    }
    if (call->name > first) add_copies(in, level, first, call->name - 1);
    add_token_behind(in, variable);
    add_copies(in, level, s->t[call->name + 1].match + 1u, last);
}

/* A store to its left comes later in any case. What stands to its right may only be computed from variables that the
 * call cannot change. */
bool may_come_first(const struct inliner *in, const struct level *level, size_t first, size_t last,
                    const struct call *call) {
    const struct source *s = in->s;
    size_t close = s->t[call->name + 1].match, value = first;
    for (size_t i = first; i < call->name; i++) {
        if (s->t[i].op == '?' || s->t[i].op == ':' || s->t[i].op == ',') return false;
        if (!is_store(s, i) && !(i == first && token_is(s, i, "return"))) continue;
        if (value != first || token_is(s, i, "++") || token_is(s, i, "--")) return false;
        value = i + 1;
    }
    for (size_t i = value; i < last; i++) {
        if (i == call->name) i = close + 1;
        uint32_t op = s->t[i].op;
        const struct meaning *m = meaning_of(in, level, i);
        bool sum = op == '+' || op == '-' || op == OP_NUMBER || op == '(' || op == ')';
        if (i < last && !sum && !(m && m->own && s->t[i + 1].op != '[')) return false;
    }
    return true;
}

bool begin_call(struct inliner *in, const struct level *outer, const struct call *call, struct level *inner) {
    inner->code = call->code;
    inner->outer = outer;
    inner->depth = outer->depth + 1;
    inner->gives = call->gives;
    if (++in->n_calls > MOST_CALLS || inner->depth > MOST_DEPTH) in->failed = true;
    if (!in->failed) inner->result = made_up_name(in, call->code->name, "_is");
    return !in->failed;
}

static void write_call(struct inliner *in, const struct level *level, size_t first, size_t last,
                       const struct call *call) {
    const struct source *s = in->s;
    bool is_alone = call->name == first && s->t[call->name + 1].match + 1u == last;
    bool braces = is_lone_child(s, first);
    struct meaning names[MOST_PARAMETERS];
    struct level inner = {.names = names};
    if ((!is_alone && !call->gives) || !may_come_first(in, level, first, last, call)) in->failed = true;
    if (in->failed || !begin_call(in, level, call, &inner)) return;
    if (braces) add_word_behind(in, "{", '{', first);
    if (call->gives) {
        add_copies(in, &(struct level){0}, call->type, call->code->name - 1);
        add_token_behind(in, inner.result);
        add_word_behind(in, ";", ';', first);
    }
    add_word_behind(in, "{", '{', first);
    take_arguments(in, &inner, call->name + 1);
    if (call->code->body + 1 < call->returns) write_range(in, &inner, call->code->body + 1, call->returns - 1);
    size_t close = in->s->t[call->code->body].match;
    if (call->returns < close) write_range(in, &inner, call->returns, close - 1);
    add_word_behind(in, "}", '}', last);
    if (!is_alone) write_statement(in, level, first, last, call, inner.result);
    if (braces) add_word_behind(in, "}", '}', last);
}

void write_range(struct inliner *in, const struct level *level, size_t first, size_t last) {
    for (size_t i = first; i <= last && !in->failed; i++) {
        const struct source *s = in->s;
        size_t end = i;
        if (s->t[i].op == W_CONTROL && s->t[i + 1].op == '(' && s->t[i + 1].match) {
            end = s->t[i + 1].match;
            if (find_call(in, i, end).name) in->failed = true;
        } else if (s->t[i].op != '{' && s->t[i].op != '}' && s->t[i].op != ';' && !token_is(s, i, "else") &&
                   !token_is(s, i, "do")) {
            while (end < last && s->t[end].op != ';') end = skip_one(s, end);
            if (write_reference(in, level, i, end)) {
                i = end;
                continue;
            }
            struct call call = find_call(in, i, end);
            if (call.name && !in->failed) write_call(in, level, i, end, &call);
            if ((call.name && !in->failed) || (!call.name && in->all && write_flat(in, level, i, end))) {
                i = end;
                continue;
            }
        }
        write_statement(in, level, i, end, NULL, (struct token){0});
        i = end;
    }
}

/** What functions know as volatile is that everywhere: the lanes of a warp wait around stores to it. */
static void mark_volatile(struct inliner *in, size_t first, const struct known_array *array) {
    struct source *s = in->s;
    size_t n = 0, word = 0, shared = 0;
    for (size_t i = first; i < in->n && !in->failed; i++) {
        if (s->t[i].op == ';' || s->t[i].op == '{' || s->t[i].op == '}') word = 0;
        if (s->t[i].op == W_SHARED) word = i;
        if (s->t[i].op != OP_NAME || !is_word(s, s->t[i], array->word)) continue;
        n++;
        if (word) shared = word;
    }
    if (!shared || n != array->uses + 1) in->failed = true; // another statement knows it as not volatile
    add_token_behind(in, s->t[in->n - 1]);
    if (in->failed) return;
    memmove(&in->s->t[shared + 1], &in->s->t[shared], (in->n - 1 - shared) * sizeof(*in->s->t));
    in->s->t[shared] = made_up(in, "volatile", W_CV, in->s->t[shared + 1]);
    memset(s->origins, 0, s->n_origins * sizeof(*s->origins)); // they have moved
}

size_t inlined_body(struct source *s, struct calls *calls, const struct declaration *d, bool all) {
    size_t close = s->t[d->body].match, first = s->n + BEHIND;
    struct inliner in = {.s = s, .calls = calls, .d = d, .n = first, .text = s->size + BEHIND, .all = all};
    s->n_origins = 0;
    if (!close) return 0;
    struct level kernel = {.is_kernel = true};
    add_copies(&in, &kernel, d->body, d->body);
    write_range(&in, &kernel, d->body + 1, close - 1);
    add_copies(&in, &kernel, close, close);
    for (size_t k = 0; k < in.n_arrays && !in.failed; k++) mark_volatile(&in, first, &in.arrays[k]);
    if (!in.failed) pair_brackets(&in, first);
    for (size_t k = 0; k < BEHIND; k++) add_token_behind(&in, s->t[s->n]);
    return in.failed || (!in.n_calls && !in.references) ? 0 : first;
}
