/** @file
 *  @brief What a view declares: see views_parts.h. */
#include "views_parts.h"

#include <stdlib.h>

static size_t declaration_end(const struct source *s, size_t i) {
    while (i < s->n && s->t[i].op != ';' && s->t[i].op != '}') i = skip_one(s, i);
    return i + 1;
}

static void add_span(struct spans *spans, struct span span) {
    spans->f = grown(spans->f, spans->n, &spans->room, sizeof(*spans->f));
    spans->f[spans->n++] = span;
}

static bool is_enum(const struct source *s, const struct declaration *d) {
    for (size_t i = d->first; i < d->body; i++)
        if (token_is(s, i, "enum")) return true;
    return false;
}

/** Returns where what is declared next begins: inside of it. Enumerators are no scope but names. */
static size_t note_scope(struct spans *spans, const struct source *s, const struct declaration *d) {
    size_t end = s->t[d->body].match;
    bool is_class = d->body_kind == IN_CLASS;
    if (!end) return d->body + 1;
    if (is_class) end = declaration_end(s, end + 1) - 1;
    if (is_enum(s, d)) {
        size_t name = s->t[d->body - 1].op == OP_NAME ? d->body - 1 : d->body + 1;
        add_span(spans,
                 (struct span){
                     .kind = A_NAME, .first = d->first, .name = name, .body = end, .end = end});
        return end + 1;
    }
    spans->scopes =
        grown(spans->scopes, spans->n_scopes, &spans->scopes_room, sizeof(*spans->scopes));
    spans->scopes[spans->n_scopes++] = (struct scope){d->first, d->body, end, is_class};
    return d->body + 1;
}

/** The { of a lambda whose parameters, or what stands for them, begin at the token; 0: none. */
static size_t lambda_body(const struct source *s, size_t i, size_t end) {
    while (i < end && s->t[i].op != '{' && s->t[i].op != ';' && s->t[i].op != ',' &&
           s->t[i].op != ')')
        i = skip_one(s, i);
    return i < end && s->t[i].op == '{' ? i : 0;
}

/** The lambdas of a body that name a side: those of the device and of both. The name of each is its ]. */
static void find_lambdas(const struct source *s, size_t first, size_t end, struct spans *spans) {
    for (size_t i = first; i < end; i++) {
        bool on_device = false, on_host = false;
        size_t k = i + 1;
        if (s->t[i].op != ']') continue;
        for (; s->t[k].op == W_DEVICE || s->t[k].op == W_HOST; k++) {
            on_device |= s->t[k].op == W_DEVICE;
            on_host |= s->t[k].op == W_HOST;
        }
        size_t body = on_device ? lambda_body(s, k, end) : 0;
        if (body)
            add_span(spans, (struct span){.kind = A_LAMBDA,
                                          .first = i,
                                          .name = i,
                                          .body = body,
                                          .end = s->t[body].match,
                                          .params = i,
                                          .side = on_host ? SIDE_BOTH : SIDE_DEVICE});
    }
}

/** Functions of the device that are declared without a body. */
struct declared {
    struct declaration *d;
    size_t n, room;
};

/** nvcc compiles what has no word for both sides where an earlier declaration says __device__. */
static enum side side_as_declared(const struct source *s, const struct declaration *d,
                                  const struct declared *declared) {
    enum side side = side_of(d, SIDE_NONE);
    for (size_t k = 0; k < declared->n && side == SIDE_HOST && d->params && d->name; k++) {
        const struct declaration *before = &declared->d[k];
        if (tokens_equal(s, before->name, d->name) && same_parameters(s, before->params, d->params))
            side = SIDE_BOTH;
    }
    return side;
}

/** What has no body, and ends at the token `end`: a typedef, a using with =, a variable, or a function. */
static void add_unbodied(struct spans *spans, const struct source *s, const struct declaration *d,
                         size_t end) {
    uint32_t first = s->t[d->first].op;
    bool is_using = first == W_USING && s->t[d->first + 2].op == '=',
         is_function = d->params && first != W_TYPEDEF;
    size_t name = is_using ? d->first + 1 : first == W_TYPEDEF ? end - 1 : d->name;
    if (s->t[end].op != ';' || !name || d->is_instance || (first == W_USING && !is_using) ||
        first == W_NAMESPACE)
        return;
    if (token_is(s, d->first, "static_assert") || token_is(s, d->first, "friend")) return;
    add_span(spans, (struct span){.kind = is_function ? A_PROTOTYPE : A_NAME,
                                  .first = d->first,
                                  .name = name,
                                  .body = end,
                                  .end = end,
                                  .params = is_function ? d->params : 0,
                                  .side = is_function ? side_of(d, SIDE_NONE) : SIDE_NONE});
}

struct spans find_spans(const struct source *s) {
    struct spans spans = {0};
    struct declared declared = {0};
    for (size_t i = 1; i < s->n;) {
        uint32_t op = s->t[i].op;
        if (op == ';' || op == '}' || op == W_ACCESS || op == ':') {
            i++;
            continue;
        }
        struct declaration d = parse_declaration(s, i);
        size_t end = d.body ? s->t[d.body].match : 0;
        if (!d.body && d.has_device && d.params && d.name) {
            declared.d = grown(declared.d, declared.n, &declared.room, sizeof(*declared.d));
            declared.d[declared.n++] = d;
        }
        if (!d.body) {
            i = declaration_end(s, d.stop > i ? d.stop : i);
            add_unbodied(&spans, s, &d, i - 1);
        } else if (d.body_kind != IN_CODE || !end) {
            i = note_scope(&spans, s, &d);
        } else {
            add_span(&spans, (struct span){.first = d.first,
                                           .name = d.name,
                                           .body = d.body,
                                           .end = end,
                                           .params = d.params,
                                           .is_constexpr = d.has_constexpr,
                                           .side = side_as_declared(s, &d, &declared)});
            find_lambdas(s, d.body + 1, end, &spans);
            i = end + 1;
        }
    }
    free(declared.d);
    return spans;
}

struct span *function_around(const struct spans *spans, size_t first, size_t end) {
    struct span *found = NULL;
    for (size_t k = 0; k < spans->n; k++)
        if (spans->f[k].kind <= A_LAMBDA && first > spans->f[k].body && end <= spans->f[k].end)
            found = &spans->f[k];
    return found;
}
