/** @file
 *  @brief nvcc's rules about what Thrust runs on the device: host code calls it, and a kernel calls its functor. */
#include "sides_parts.h"

/** Do Thrust's arguments behind `open` say that it runs on the device: thrust::device, v.begin() of a device_vector? */
static bool runs_on_device(const struct source *s, size_t params, size_t open) {
    size_t i = open + 1;
    if (token_is(s, i, "thrust") && token_is(s, i + 2, "device")) return true;
    bool is_begin = s->t[i].op == OP_NAME && s->t[i + 1].op == '.' &&
                    is_one_of(s, i + 2, "begin cbegin end cend");
    size_t k = is_begin ? local_declaration(s, params, i) : 0;
    while (k && s->t[k - 1].op == '&') k--;
    size_t angle = k && s->t[k - 1].op == '>' ? s->t[k - 1].match : 0;
    return angle && token_is(s, angle - 1, "device_vector");
}

/** What the argument at token `i` is, if it runs on the host alone; NULL: nothing is known of it. */
static const char *runs_on_host(const struct functions *fs, const struct source *s, size_t params,
                                size_t i) {
    size_t next = i;
    bool of_std = token_is(s, i, "std") && s->t[i + 1].op == OP_SCOPE && s->t[i + 3].op == '<' &&
                  s->t[i + 3].match;
    if (of_std) next = s->t[i + 3].match + 1u;
    if (of_std && (s->t[next].op == '(' || s->t[next].op == '{') && s->t[next].match == next + 1)
        return "is the host's. Write thrust:: instead of std::";
    if (s->t[i].op == '[' && s->t[i].match) {
        uint32_t behind = s->t[s->t[i].match + 1].op;
        return behind == W_DEVICE || behind == W_HOST
                   ? NULL
                   : "is a lambda of the host. Write __device__ behind its ]";
    }
    bool alone = s->t[i].op == OP_NAME && (s->t[i + 1].op == ',' || s->t[i + 1].op == ')');
    const struct name *f = alone && !local_declaration(s, params, i) ? find_name(fs, s, i) : NULL;
    return f && f->is_function && !f->is_kernel
               ? "is the address of a function on the host. Pass an object with an "
                 "operator () that has __device__"
               : NULL;
}

void check_thrust(const struct sides *sides, const struct source *s, const struct functions *fs) {
    for (size_t k = 0; k < sides->n_uses; k++) {
        const struct use *u = &sides->uses[k];
        size_t open = u->token + 1;
        bool calls = u->side == SIDE_HOST && s->t[open].op == '(' &&
                     s->t[u->token - 1].op == OP_SCOPE && token_is(s, u->token - 2, "thrust");
        if (!calls || !runs_on_device(s, u->params, open)) continue;
        check_functors(sides, s, u->params, open);
        for (size_t i = open + 1; i < s->t[open].match && !sides->relaxed; i = skip_angles(s, i)) {
            bool begins = s->t[i - 1].op == '(' || s->t[i - 1].op == ',';
            const char *why = begins ? runs_on_host(fs, s, u->params, i) : NULL;
            if (why) stop_at(s, i, "what goes to a kernel of Thrust here %s", why);
        }
    }
}
