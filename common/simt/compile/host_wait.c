/** @file
 *  @brief Kernels that wait for the host: `while (*flag == 0);` on a parameter that the kernel only waits for.
 *
 *  The first statement of such a kernel asks for lazy streams (run/launch.c), as the host could not go on otherwise. If
 *  the kernel touches the flag in any other way, its own threads may set it, and nothing is asked. */
#include "rewrite.h"

/** `;`, `{ }` or `{ __nanosleep(100); }` */
static bool is_idle(const struct source *s, size_t i) {
    if (s->t[i].op == ';') return true;
    if (s->t[i].op != '{' || !s->t[i].match) return false;
    size_t end = s->t[i].match, k = i + 1;
    if (token_is(s, k, "__nanosleep") && s->t[k + 1].op == '(' && s->t[k + 1].match)
        k = s->t[k + 1].match + 1;
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

void mark_host_wait(struct source *s, const struct declaration *d) {
    size_t close = s->t[d->params].match, name = 0;
    bool shared = false, pointer = false; // with others, who may change it
    if (!s->t[d->body].match) return;
    for (size_t k = d->params + 1; k <= close; k++) {
        uint32_t op = s->t[k].op;
        if (op == ',' || k == close) {
            if (shared && pointer && name && is_waited_for(s, d->body, name)) {
                put_behind(s, d->body, " simt_wait_for_host();");
                return;
            }
            shared = pointer = false;
            continue;
        }
        shared |= token_is(s, k, "volatile") || token_is(s, k, "atomic");
        pointer |= op == '*';
        if (op == OP_NAME) name = k;
        if (op == '<' && s->t[k].match) k = s->t[k].match;
    }
}
