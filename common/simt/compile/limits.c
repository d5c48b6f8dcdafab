/** @file
 *  @brief What CUDA's language does not have in device code, said in a sentence where it is used. */
#include "rewrite.h"
#include "sides_parts.h"

void refuse_word(const struct source *s, size_t i, bool on_device) {
    if (on_device && (token_is(s, i, "throw") || token_is(s, i, "try")))
        stop_at(s, i, "%.*s: device code has no exceptions. Leave it out", (int)s->t[i].len, s->text + s->t[i].at);
    if (on_device && (token_is(s, i, "typeid") || token_is(s, i, "dynamic_cast")))
        stop_at(s, i, "%.*s: device code does not know types while it runs. Leave it out", (int)s->t[i].len,
                s->text + s->t[i].at);
}

/*
 * Kernels.
 */
void check_kernel(const struct source *s, const struct declaration *d, bool in_class) {
    if (!d->params || d->is_instance || s->t[d->name].op != OP_NAME) return;
    size_t words = s->t[d->params].match;
    if (in_class && !holds(s, d->first, d->name, "friend"))
        stop_at(s, d->name, "a kernel cannot be a member of a class. Write it outside");
    bool is_void =
        (holds(s, d->first, d->name, "void") && s->t[d->name - 1].op != '*') || holds(s, words, words + 3, "void");
    if (!is_void) stop_at(s, d->name, "a kernel returns nothing. Write void before its name");
    if (!d->is_template && holds(s, d->params, words, "..."))
        stop_at(s, d->name, "a kernel takes a fixed number of arguments. Leave ... out");
    if (holds(s, d->params, words, "&&")) stop_at(s, d->name, "a kernel takes copies of its arguments. Leave && out");
    if (d->has_device || d->has_host)
        stop_at(s, d->name, "%s before a kernel: __global__ says all. Leave it out",
                d->has_device ? "__device__" : "__host__");
}

/*
 * Local variables.
 */
void refuse_device_variable(const struct source *s, size_t first, size_t i) {
    struct declaration d = parse_declaration(s, first);
    if (first != i || d.params || !d.name || d.has_shared || holds(s, first, d.stop, "static") ||
        holds(s, first, d.stop, "extern"))
        return;
    stop_at(s, i, "a %.*s variable stands in a function. Write it outside of all functions", (int)s->t[i].len,
            s->text + s->t[i].at);
}

/** Is it int, unsigned, size_t and the like, so that its value is not a type's? */
static bool is_number_type(const struct source *s, size_t i) {
    const char *end = s->text + s->t[i].at + s->t[i].len;
    if (s->t[i].op == W_BUILTIN) return !token_is(s, i, "auto");
    return s->t[i].op == OP_NAME && s->t[i].len > 2 && end[-2] == '_' && end[-1] == 't';
}

enum { DEEP = 8 };

/** Do tokens first … end - 1 hold what is known only when the kernel runs? */
static bool is_known_late(const struct source *s, size_t params, size_t first, size_t end, int depth) {
    for (size_t i = first; i < end && depth < DEEP; i++) {
        bool is_type = token_is(s, i, "sizeof") || token_is(s, i, "decltype");
        if (is_type && s->t[i + 1].op == '(') i = s->t[i + 1].match;
        if (s->t[i].op != OP_NAME || s->t[i - 1].op == '.' || s->t[i - 1].op == OP_ARROW ||
            s->t[i - 1].op == OP_SCOPE)
            continue;
        size_t k = local_declaration(s, params, i), before = k ? k - 1 : 0;
        if (is_index(s, i) || (!k && token_is(s, i, "warpSize"))) return true; // CUDA's own
        if (!k || !is_number_type(s, before)) continue;
        bool is_const = false;
        for (; s->t[before].op == W_BUILTIN || is_name(s->t[before].op); before--)
            is_const |= token_is(s, before, "const") || token_is(s, before, "constexpr");
        uint32_t op = s->t[k + 1].op;
        size_t value = k + 2, stop = op != '[' ? s->t[k + 1].match : 0; // n{4}, n(4), n = 4
        if (op == '=')
            for (stop = value; s->t[stop].op != ';' && s->t[stop].op != ',' && s->t[stop].op != OP_END;)
                stop = skip_one(s, stop);
        if (!is_const || stop <= k || is_known_late(s, params, value, stop, depth + 1)) return true;
    }
    return false;
}

void refuse_size(const struct source *s, size_t params, size_t i) {
    uint32_t before = s->t[i - 2].op;
    bool is_array =
        s->t[i - 1].op == OP_NAME && declares(s, i - 1) && is_name(before) && before != W_KEYWORD && s->t[i].match;
    for (; is_array && s->t[i].op == '[' && s->t[i].match; i = s->t[i].match + 1u)
        if (is_known_late(s, params, i + 1, s->t[i].match, 0))
            stop_at(s, i,
                    "the size of an array in device code is known when the program is compiled. Make it constexpr, a "
                    "template argument, or dynamic shared memory");
}
