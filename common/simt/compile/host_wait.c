/** @file
 *  @brief Kernels that wait for the host: `while (*flag == 0);` on a parameter that the kernel only waits for.
 *
 *  The first statement of such a kernel asks for lazy streams (run/launch.c), as the host could not go on otherwise. If
 *  the kernel touches the flag in any other way, its own threads may set it. Then the first statement says only that
 *  the host may, and the runtime looks where the arguments lead to. */
#include "rewrite.h"

/** The token behind `__nanosleep(100)` and the ; after it, if they stand there. */
static size_t behind_sleep(const struct source *s, size_t i) {
    if (token_is(s, i, "__nanosleep") && s->t[i + 1].op == '(' && s->t[i + 1].match)
        i = s->t[i + 1].match + 1;
    return i;
}

/** `;`, `__nanosleep(100);`, `{ }` or `{ __nanosleep(100); }` */
static bool is_idle(const struct source *s, size_t i) {
    if (s->t[behind_sleep(s, i)].op == ';') return true;
    if (s->t[i].op != '{' || !s->t[i].match) return false;
    size_t end = s->t[i].match, k = behind_sleep(s, i + 1);
    while (s->t[k].op == ';') k++;
    return k == end;
}

/** The ( of the condition that the token is in, of a `while` that only waits; 0: it is not. */
static size_t waits_at(const struct source *s, size_t body, size_t i) {
    for (size_t k = i; k > body; k--) {
        uint32_t op = s->t[k].op;
        if (op == ';' || op == '{' || op == '}') return 0;
        bool head = op == '(' && s->t[k].match > i && token_is(s, k - 1, "while");
        if (head) return is_idle(s, s->t[k].match + 1) ? k : 0;
    }
    return 0;
}

/** Does a condition change something? Of calls, only those that load are known not to. */
static bool only_looks(const struct source *s, size_t open) {
    for (size_t k = open + 1; k < s->t[open].match; k++) {
        bool call = s->t[k].op == '(' && s->t[k - 1].op == OP_NAME && !token_is(s, k - 1, "load");
        bool step = token_is(s, k, "++") || token_is(s, k, "--");
        if (call || step || s->t[k].op == '=') return false;
    }
    return true;
}

/** Is the name, a parameter's, used to wait for, and for nothing else? */
static bool is_waited_for(const struct source *s, size_t body, size_t name) {
    bool waits = false;
    for (size_t k = body + 1; k < s->t[body].match; k++) {
        if (s->t[k].op != OP_NAME || !tokens_equal(s, k, name)) continue;
        if (s->t[k - 1].op == '.' || s->t[k - 1].op == OP_ARROW) continue; // a member of that name
        size_t open = waits_at(s, body, k);
        if (!open || !only_looks(s, open)) return false;
        waits = true;
    }
    return waits;
}

/** Is a word of the parameters one that others may change? */
static bool has_shared_parameter(const struct source *s, const struct declaration *d) {
    for (size_t k = d->params + 1; k < s->t[d->params].match; k++)
        if (token_is(s, k, "volatile") || token_is(s, k, "atomic")) return true;
    return false;
}

static bool is_parameter(const struct source *s, const struct declaration *d, size_t name) {
    for (size_t k = d->params + 1; k < s->t[d->params].match; k++)
        if (s->t[k].op == OP_NAME && tokens_equal(s, k, name)) return true;
    return false;
}

/** Does the body declare it before, as in volatile int *name = parameter; ? */
static bool is_volatile_pointer(const struct source *s, const struct declaration *d, size_t name) {
    for (size_t k = d->body + 1; k < name; k++) {
        if (!token_is(s, k, "volatile")) continue;
        while (k < name && s->t[k].op != ';' && s->t[k].op != '=' && s->t[k].op != '{') k++;
        if (s->t[k].op == '=' && s->t[k - 2].op == '*' && tokens_equal(s, k - 1, name)) return true;
    }
    return false;
}

/** Is a word loaded by the name, which may lead to memory of the host: *p, p[0], p->word, p->load(), p[0].load()? A
 *  member may be volatile or atomic by its type. */
static bool is_load(const struct source *s, const struct declaration *d, size_t name) {
    uint32_t next = s->t[name + 1].op;
    uint32_t member = next == '[' && s->t[name + 1].match ? s->t[s->t[name + 1].match + 1].op : next;
    if (s->t[name].op != OP_NAME || (s->t[name - 1].op != '*' && next != '[' && next != OP_ARROW)) return false;
    if (is_volatile_pointer(s, d, name)) return true;
    return is_parameter(s, d, name) && (member == OP_ARROW || member == '.' || has_shared_parameter(s, d));
}

/** Does a condition load a word? */
static bool loads_word(const struct source *s, const struct declaration *d, size_t open) {
    for (size_t k = open + 1; k < s->t[open].match; k++)
        if (is_load(s, d, k)) return true;
    return false;
}

/** The `do` of `do ... while`, whose `while` this is; 0: it has none. */
static size_t do_of(const struct source *s, size_t i) {
    size_t open = s->t[i - 1].op == '}' ? s->t[i - 1].match : 0, k = i - 2;
    if (open) return token_is(s, open - 1, "do") ? open - 1 : 0;
    while (s->t[i - 1].op == ';' && s->t[k].op != ';' && s->t[k].op != '{' && s->t[k].op != '}') {
        if (token_is(s, k, "do")) return k;
        k--;
    }
    return 0;
}

/** Does the body of a do only load, as in do { c = *command; } while (c == 0)? */
static bool body_loads(const struct source *s, const struct declaration *d, size_t from, size_t to) {
    bool loads = false;
    for (size_t k = from + 1; k < to; k++) {
        bool call = s->t[k].op == '(' && s->t[k - 1].op == OP_NAME;
        if (call && !token_is(s, k - 1, "load") && !token_is(s, k - 1, "__nanosleep")) return false;
        loads |= is_load(s, d, k);
    }
    return loads;
}

/** while (true), while (1), for (;;) and others without a condition */
static bool is_endless(const struct source *s, size_t i) {
    size_t open = i + 1, close = s->t[open].match, k = open + 1;
    if (!token_is(s, i, "for"))
        return close == open + 2 && (token_is(s, k, "true") || token_is(s, k, "1"));
    while (k < close && s->t[k].op != ';') k = skip_one(s, k);
    return k < close && s->t[k + 1].op == ';';
}

/** Has the kernel a loop that waits for a word of memory that an argument may lead to? */
static bool may_wait(const struct source *s, const struct declaration *d) {
    bool shared = has_shared_parameter(s, d);
    for (size_t k = d->body + 1; k < s->t[d->body].match; k++) {
        size_t open = k + 1, first = do_of(s, k);
        bool loop = token_is(s, k, "while") || token_is(s, k, "for");
        if (!loop || s->t[open].op != '(' || !s->t[open].match) continue;
        if (shared &&
            (is_endless(s, k) || (!first && token_is(s, k, "while") && loads_word(s, d, open))))
            return true;
        if (token_is(s, k, "for")) continue;
        if (!is_idle(s, s->t[open].match + 1) || !only_looks(s, open)) continue;
        if (first ? body_loads(s, d, first, k) : loads_word(s, d, open)) return true;
    }
    return false;
}

/** Does the kernel wait for a parameter of a type that others may change, and only that? */
static bool waits_for_parameter(const struct source *s, const struct declaration *d) {
    size_t close = s->t[d->params].match, name = 0;
    bool shared = false, pointer = false; // with others, who may change it
    for (size_t k = d->params + 1; k <= close; k++) {
        uint32_t op = s->t[k].op;
        if (op == ',' || k == close) {
            if (shared && pointer && name && is_waited_for(s, d->body, name)) return true;
            shared = pointer = false;
            continue;
        }
        shared |= token_is(s, k, "volatile") || token_is(s, k, "atomic");
        pointer |= op == '*';
        if (op == OP_NAME) name = k;
        if (op == '<' && s->t[k].match) k = s->t[k].match;
    }
    return false;
}

void mark_host_wait(struct source *s, const struct declaration *d) {
    if (!s->t[d->body].match) return;
    if (waits_for_parameter(s, d))
        put_behind(s, d->body, " simt_wait_for_host();");
    else if (may_wait(s, d))
        put_behind(s, d->body, " simt_may_wait_for_host();");
}
