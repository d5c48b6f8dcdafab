/** @file
 *  @brief What a function's parameters mean where its body is written out in a kernel: see loops_inline.c. */
#include "loops.h"
#include "loops_inline.h"

#include <string.h>

struct parameter {
    size_t type, name;
    bool is_reference, is_pointer, is_volatile, is_array, is_block;
};

bool is_word(const struct source *s, struct token a, struct token b) {
    return a.len == b.len && memcmp(s->text + a.at, s->text + b.at, a.len) == 0;
}

static bool read_parameter(const struct source *s, size_t first, size_t last, struct parameter *p) {
    *p = (struct parameter){.type = first};
    for (size_t i = first; i <= last; i++) {
        uint32_t op = s->t[i].op;
        if (op == '(' || op == '=' || token_is(s, i, "&&") || token_is(s, i, "...")) return false;
        p->is_reference |= op == '&';
        p->is_array |= op == '[';
        p->is_pointer |= op == '*' || op == '[';
        p->is_volatile |= op == W_CV && token_is(s, i, "volatile");
        p->is_block |= token_is(s, i, "thread_block");
        if (op == OP_NAME && !p->is_array) p->name = i;
    }
    return p->name > first && (p->is_array || p->name == last);
}

/** Is the parameter itself changed in the body, or its address taken? Then it cannot stand for an array. */
static bool is_changed_in(const struct source *s, const struct code *code, size_t name) {
    for (size_t i = code->body + 1; i < s->t[code->body].match; i++) {
        if (s->t[i].op != OP_NAME || !tokens_equal(s, i, name)) continue;
        if (token_is(s, i - 1, "++") || token_is(s, i - 1, "--") || s->t[i - 1].op == '&' || is_store(s, i + 1))
            return true;
    }
    return false;
}

/** Is the word the name of a __shared__ array of the kernel, or (`block`) of its thread_block? */
static bool is_declared_as(const struct inliner *in, struct token word, bool block) {
    const struct source *s = in->s;
    bool shared = false;
    for (size_t i = in->d->body; i < s->t[in->d->body].match; i++) {
        uint32_t op = s->t[i].op;
        if (op == ';' || op == '{' || op == '}') shared = false;
        shared |= op == W_SHARED;
        if (op != OP_NAME || !is_word(s, s->t[i], word)) continue;
        bool typed = token_is(s, i - 1, "thread_block") || token_is(s, i - 1, "auto");
        if (block ? typed : shared && s->t[i + 1].op == '[') return true;
    }
    return false;
}

/** The number of a __shared__ array that functions know as volatile, plus 1. */
static size_t note_array(struct inliner *in, struct token word) {
    for (size_t k = 0; k < in->n_arrays; k++)
        if (is_word(in->s, in->arrays[k].word, word)) return k + 1;
    if (in->n_arrays == MOST_ARRAYS) in->failed = true;
    if (in->failed) return 0;
    in->arrays[in->n_arrays++] = (struct known_array){.word = word};
    return in->n_arrays;
}

/** A parameter that is a variable of its own. */
static struct meaning make_variable(struct inliner *in, const struct level *outer, const struct parameter *p,
                                    size_t first, size_t last) {
    struct token own = made_up_name(in, p->name, "");
    if (p->is_array || p->is_volatile || p->is_reference || last < first) in->failed = true;
    add_copies(in, &(struct level){0}, p->type, p->name - 1);
    add_token_behind(in, own);
    add_word_behind(in, "=", '=', p->name);
    add_copies(in, outer, first, last);
    add_word_behind(in, ";", ';', p->name);
    return (struct meaning){.name = p->name, .stands = own, .own = true};
}

static bool has_name(const struct source *s, size_t first, size_t last, size_t name) {
    for (size_t i = first; i <= last; i++)
        if (s->t[i].op == OP_NAME && tokens_equal(s, i, name) && !is_member(s, i)) return true;
    return false;
}

/** Would the word mean something else in the body? There it is another name, and no parameter's. */
static bool is_taken(const struct source *s, const struct code *code, struct token word) {
    size_t params = code->params;
    for (size_t i = code->body; i < s->t[code->body].match; i++)
        if (s->t[i].op == OP_NAME && is_word(s, s->t[i], word) && !is_member(s, i) &&
            !has_name(s, params, s->t[params].match, i))
            return true;
    return false;
}

static struct meaning take_argument(struct inliner *in, const struct level *level, const struct parameter *p,
                                    size_t first, size_t last) {
    struct source *s = in->s;
    const struct meaning *m = first == last ? meaning_of(in, level->outer, first) : NULL;
    struct token word = m ? m->stands : s->t[first];
    bool is_name = first == last && s->t[first].op == OP_NAME;
    bool is_array = p->is_pointer && is_name && is_declared_as(in, word, false);
    if (!p->is_reference && !p->is_block && !is_array) return make_variable(in, level->outer, p, first, last);
    if (alias_at(in, level->outer, first)) in->failed = true;
    if (!is_name || is_taken(s, level->code, word) || (p->is_block && !is_declared_as(in, word, true)) ||
        (is_array && is_changed_in(s, level->code, p->name)) || (p->is_reference && p->is_pointer))
        in->failed = true;
    return (struct meaning){.name = p->name, .stands = word, .array = p->is_volatile ? note_array(in, word) : 0};
}

/** Does the name mean the same wherever it stands: of CUDA, of a namespace, of a function, of a member? */
static bool is_name_of_all(const struct source *s, size_t i) {
    static const char *const words[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "true", "false"};
    for (size_t k = 0; k < sizeof(words) / sizeof(*words); k++)
        if (token_is(s, i, words[k])) return true;
    return s->t[i + 1].op == OP_SCOPE || s->t[i + 1].op == '(' || s->t[i - 1].op == OP_SCOPE || is_member(s, i) ||
           is_known_type(s, i);
}

/* Then no value begins between the declaration, or its last comma, and it. */
bool is_declared(const struct source *s, size_t i) {
    size_t start = i, k;
    bool valued = false;
    while (s->t[start - 1].op != ';' && s->t[start - 1].op != '{' && s->t[start - 1].op != '}' &&
           !(s->t[start - 1].op == '(' && token_is(s, start - 2, "for")))
        start--;
    uint32_t op = s->t[start].op, next = s->t[start + 1].op;
    bool typed = op == W_BUILTIN || op == W_CV || op == W_SHARED || op == W_EXTERN || op == W_STATIC;
    bool named = op == OP_NAME && (next == OP_NAME || next == '*' || next == '&' || next == OP_SCOPE || next == '<');
    for (k = start; k < i; k = skip_angles(s, k)) {
        if (s->t[k].op == '=') valued = true;
        if (s->t[k].op == ',') valued = false;
    }
    return (typed || named) && k == i && !valued;
}

/** Does a caller have a variable of that name? */
static bool has_variable(const struct source *s, size_t params, size_t body, size_t name) {
    if (has_name(s, params, s->t[params].match, name)) return true;
    for (size_t i = body + 1; i < s->t[body].match; i++)
        if (s->t[i].op == OP_NAME && tokens_equal(s, i, name) && !is_member(s, i) && is_declared(s, i)) return true;
    return false;
}

/** May a name of the body, which stands for something outside of the function, mean a variable of a caller? Where it
 *  is first met as declared, it is a variable of the function. */
static bool may_be_caught(const struct inliner *in, const struct level *level, size_t i) {
    const struct source *s = in->s;
    const struct code *code = level->code;
    if (is_name_of_all(s, i) || meaning_of(in, level, i) || has_name(s, code->body, i - 1, i) || is_declared(s, i))
        return false;
    if (in->d->is_template && has_name(s, in->d->first, in->d->name, i)) return true;
    for (const struct level *l = level->outer; l; l = l->outer)
        if (has_variable(s, l->code ? l->code->params : in->d->params, l->code ? l->code->body : in->d->body, i))
            return true;
    return false;
}

void take_arguments(struct inliner *in, struct level *level, size_t open) {
    size_t params = level->code->params, end = in->s->t[params].match, close = in->s->t[open].match, at = open + 1;
    for (size_t i = params + 1, next; i < end && !in->failed; i = next + 1) {
        struct parameter p;
        size_t last = at;
        for (next = i; next < end && in->s->t[next].op != ',';) next = skip_angles(in->s, next);
        while (last < close && in->s->t[last].op != ',') last = skip_one(in->s, last);
        if (level->n_names == MOST_PARAMETERS || last == at || !read_parameter(in->s, i, next - 1, &p))
            in->failed = true;
        if (in->failed) return;
        level->names[level->n_names] = take_argument(in, level, &p, at, last - 1);
        level->n_names++;
        at = last + 1;
    }
    if (at <= close && close > open + 1) in->failed = true; // more arguments than parameters
    for (size_t i = level->code->body + 1; i < in->s->t[level->code->body].match; i++)
        if (in->s->t[i].op == OP_NAME && may_be_caught(in, level, i)) in->failed = true;
}
