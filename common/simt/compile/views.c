/** @file
 *  @brief The host's and the device's view of a file: see views.h. */
#include "views.h"
#include "edit.h"
#include "parse.h"
#include "sides.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Functions.
 */
struct span {
    size_t first, name, body, end; /**< its first token, its name, its { and } */
    enum side side;
    bool is_constexpr;
    const struct span
        *twin; /**< in the other view, where the bodies differ and it is of both sides */
};

/** A class or a namespace: its first token, its {, and its last token. */
struct scope {
    size_t first, body, end;
    bool is_class;
};

struct spans {
    struct span *f;
    size_t n, room;
    struct scope *scopes; /**< an outer one stands before those in it */
    size_t n_scopes, scopes_room;
};

static size_t declaration_end(const struct source *s, size_t i) {
    while (i < s->n && s->t[i].op != ';' && s->t[i].op != '}') i = skip_one(s, i);
    return i + 1;
}

static void add_span(struct spans *spans, struct span span) {
    spans->f = grown(spans->f, spans->n, &spans->room, sizeof(*spans->f));
    spans->f[spans->n++] = span;
}

static void note_scope(struct spans *spans, const struct source *s, const struct declaration *d) {
    size_t end = s->t[d->body].match;
    bool is_class = d->body_kind == IN_CLASS;
    if (!end) return;
    if (is_class) end = declaration_end(s, end + 1) - 1;
    spans->scopes =
        grown(spans->scopes, spans->n_scopes, &spans->scopes_room, sizeof(*spans->scopes));
    spans->scopes[spans->n_scopes++] = (struct scope){d->first, d->body, end, is_class};
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
            add_span(spans, (struct span){i, i, body, s->t[body].match,
                                          on_host ? SIDE_BOTH : SIDE_DEVICE, false, NULL});
    }
}

static bool is_lambda(const struct span *f) {
    return f->first == f->name;
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

/** A typedef, or a using with =, is one of both sides without a body. */
static void add_alias(struct spans *spans, const struct source *s, size_t first, size_t end) {
    bool is_using = s->t[first].op == W_USING && s->t[first + 2].op == '=';
    if ((s->t[first].op != W_TYPEDEF && !is_using) || s->t[end].op != ';') return;
    size_t name = is_using ? first + 1 : end - 1;
    add_span(spans, (struct span){first, name, end, end, SIDE_BOTH, false, NULL});
}

/** All functions with a body, those of classes too, lambdas of the device, and other names of types. */
static struct spans find_functions(const struct source *s) {
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
            add_alias(&spans, s, d.first, i - 1);
        } else if (d.body_kind != IN_CODE || !end) {
            note_scope(&spans, s, &d);
            i = d.body + 1;
        } else {
            add_span(&spans,
                     (struct span){d.first, d.name, d.body, end, side_as_declared(s, &d, &declared),
                                   d.has_constexpr, NULL});
            find_lambdas(s, d.body + 1, end, &spans);
            i = end + 1;
        }
    }
    free(declared.d);
    return spans;
}

/** The innermost function in whose body the tokens first to end - 1 stand; where there are none of them, the place of
 * `first`. */
static struct span *function_around(const struct spans *spans, size_t first, size_t end) {
    struct span *found = NULL;
    for (size_t k = 0; k < spans->n; k++)
        if (first > spans->f[k].body && end <= spans->f[k].end) found = &spans->f[k];
    return found;
}

/*
 * Differences.
 */
struct difference {
    size_t host, host_end, device, device_end;
};

static bool same_text(const struct source *a, size_t i, const struct source *b, size_t j) {
    const struct token *x = &a->t[i], *y = &b->t[j];
    return x->len == y->len && memcmp(a->text + x->at, b->text + y->at, x->len) == 0;
}

static bool same_token(const struct source *a, size_t i, const struct source *b, size_t j) {
    const struct token *x = &a->t[i], *y = &b->t[j];
    const struct place *p = &a->places[x->place], *q = &b->places[y->place];
    return x->line == y->line && same_text(a, i, b, j) && p->len == q->len &&
           memcmp(p->name, q->name, p->len) == 0;
}

static bool begins_line(const struct source *s, size_t i) {
    return s->t[i - 1].line != s->t[i].line || s->t[i - 1].place != s->t[i].place;
}

/** Do the views meet here? The } of a function may stand alone between two differences, as the first of its line. */
static bool meet(const struct source *host, size_t i, const struct source *device, size_t j) {
    if (!same_token(host, i, device, j)) return false;
    return same_token(host, i + 1, device, j + 1) ||
           (host->t[i].op == '}' && host->t[i].col == device->t[j].col && begins_line(host, i) &&
            begins_line(device, j));
}

/**
 * Sets the ends of a difference that begins at d->host and d->device to where the views meet again: two tokens of one
 * file and line. The cost is quadratic in the length of the difference, which is a few lines of a file.
 */
static void find_ends(const struct source *host, const struct source *device,
                      struct difference *d) {
    size_t most = host->n - d->host + device->n - d->device;
    for (size_t both = 1; both <= most; both++)
        for (size_t k = 0; k <= both; k++) {
            size_t i = d->host + k, j = d->device + both - k;
            if (i > host->n || j > device->n || (i == host->n) != (j == device->n)) continue;
            if (i < host->n && !meet(host, i, device, j)) continue;
            d->host_end = i;
            d->device_end = j;
            return;
        }
}

/*
 * Edits.
 */
/** The tokens first … end - 1 of `from`, as they stand there, with where that is. */
static char *slice(const struct source *from, size_t first, size_t end) {
    char *text = NULL;
    if (first >= end) return strdup("");
    const struct token *t = &from->t[first], *last = &from->t[end - 1];
    const struct place *place = &from->places[t->place];
    if (asprintf(&text, "\n# %u \"%.*s\"%s\n%*s%.*s", t->line, (int)place->len, place->name,
                 place->flags, (int)t->col, "", (int)(last->at + last->len - t->at),
                 from->text + t->at) < 0)
        stop_at(from, first, "out of memory. Compile fewer things at a time");
    return text;
}

static void put_slice(struct source *host, size_t i, const struct source *device, size_t first,
                      size_t end) {
    char *text = slice(device, first, end);
    put_before(host, i, "%s ", text);
    free(text);
}

static bool are_specifiers(const struct source *s, size_t first, size_t end, bool *on_device,
                           bool *on_host) {
    for (; first < end; first++) {
        uint32_t op = s->t[first].op;
        *on_device |= op == W_DEVICE;
        *on_host |= op == W_HOST;
        if (op != W_DEVICE && op != W_HOST && op != W_FORCEINLINE && op != W_NOINLINE &&
            op != W_INLINE)
            return false;
    }
    return true;
}

static bool has_function(const struct source *s, const struct spans *spans, size_t first,
                         size_t end, const struct source *of, size_t name) {
    for (size_t k = 0; k < spans->n; k++) {
        if (spans->f[k].first >= first && spans->f[k].end < end &&
            same_text(s, spans->f[k].name, of, name))
            return true;
    }
    return false;
}

/** The outermost class or namespace around the function that lies in the tokens first to end - 1; NULL: none. */
static const struct scope *scope_around(const struct spans *spans, const struct span *f,
                                        size_t first, size_t end) {
    for (size_t k = 0; k < spans->n_scopes; k++) {
        const struct scope *scope = &spans->scopes[k];
        if (scope->first >= first && scope->end < end && f->first > scope->body &&
            f->end < scope->end)
            return scope;
    }
    return NULL;
}

/** Does the host's part of the difference have a class or namespace that begins with the same words up to its {? */
static bool has_scope(const struct source *host, const struct spans *own,
                      const struct source *device, const struct scope *scope,
                      const struct difference *d) {
    for (size_t k = 0; k < own->n_scopes; k++) {
        const struct scope *mine = &own->scopes[k];
        size_t n = mine->body - mine->first, same = 0;
        if (mine->first < d->host || mine->end >= d->host_end || n != scope->body - scope->first)
            continue;
        while (same < n && same_text(host, mine->first + same, device, scope->first + same)) same++;
        if (same == n) return true;
    }
    return false;
}

/** The device's functions in the difference. One in a class or namespace that the host has not brings all of it. */
static void add_functions(struct source *host, const struct spans *own, const struct source *device,
                          const struct spans *other, const struct difference *d) {
    const struct scope *done = NULL;
    for (size_t k = 0; k < other->n; k++) {
        const struct span *f = &other->f[k];
        if (f->first < d->device || f->end >= d->device_end || is_lambda(f)) continue;
        const struct scope *scope = scope_around(other, f, d->device, d->device_end);
        bool is_new = scope && !has_scope(host, own, device, scope, d);
        if (is_new && scope != done) put_slice(host, d->host, device, scope->first, scope->end + 1);
        if (is_new) done = scope;
        if (is_new || (scope && scope->is_class)) continue;
        if (f->side == SIDE_DEVICE ||
            (f->side == SIDE_BOTH &&
             !has_function(host, own, d->host, d->host_end, device, f->name)))
            put_slice(host, d->host, device, f->first, f->end + 1);
    }
}

/**
 * Outside of bodies: `#ifdef __CUDA_ARCH__` before words like __device__, or around whole functions, classes or
 * namespaces. What has no function in it is the host's, and so is a class that both views have.
 */
static void merge_outside(struct source *host, const struct spans *own, const struct source *device,
                          const struct spans *other, const struct difference *d) {
    bool on_device = false, on_host = false, none = false;
    if (are_specifiers(device, d->device, d->device_end, &on_device, &on_host) &&
        are_specifiers(host, d->host, d->host_end, &none, &none)) {
        put_slice(host, d->host, device, d->device, d->device_end);
        if (on_device && !on_host) put_before(host, d->host, "__host__ ");
        return;
    }
    for (size_t k = 0; k < own->n; k++) {
        const struct span *f = &own->f[k];
        if (f->first >= d->host && f->end < d->host_end && f->side == SIDE_DEVICE && !is_lambda(f))
            drop(host, f->first, f->end);
    }
    add_functions(host, own, device, other, d);
}

static void merge_difference(struct source *host, const struct spans *own,
                             const struct source *device, const struct spans *other,
                             const struct difference *d) {
    struct span *f = function_around(own, d->host, d->host_end);
    const struct span *g = function_around(other, d->device, d->device_end);
    if (!f || !g) {
        merge_outside(host, own, device, other, d);
    } else if (f->side != g->side || f->side == SIDE_BOTH) {
        f->twin = g;
    } else if (f->side == SIDE_DEVICE) {
        if (d->host < d->host_end) drop(host, d->host, d->host_end - 1);
        put_slice(host, d->host, device, d->device, d->device_end);
    }
}

void merge_views(struct source *host, const struct source *device) {
    struct spans own = find_functions(host), other = find_functions(device);
    for (size_t i = 1, j = 1; i < host->n || j < device->n; i++, j++) {
        struct difference d = {i, i, j, j};
        if (i < host->n && j < device->n && same_token(host, i, device, j)) continue;
        find_ends(host, device, &d);
        merge_difference(host, &own, device, &other, &d);
        i = d.host_end;
        j = d.device_end;
    }
    for (size_t k = 0; k < own.n; k++) {
        const struct span *f = &own.f[k], *g = f->twin;
        if (!g) continue;
        char *text = slice(device, g->body + 1, g->end);
        put_behind(host, f->body, " if (%ssimt_on_device()) {%s } else {",
                   f->is_constexpr ? "!__builtin_is_constant_evaluated() && " : "", text);
        put_before(host, f->end, "}");
        free(text);
    }
    free(own.f);
    free(own.scopes);
    free(other.f);
    free(other.scopes);
}

/*
 * The files.
 */
static bool file_mentions(const struct place *place, const char *word) {
    char name[4096], line[4096];
    size_t n = 0;
    for (uint32_t i = 0; i < place->len && n + 1 < sizeof(name); i++) {
        if (place->name[i] == '\\' && i + 1 < place->len) i++;
        name[n++] = place->name[i];
    }
    name[n] = 0;
    FILE *in = fopen(name, "r");
    bool found = false;
    while (in && !found && fgets(line, sizeof(line), in)) found = strstr(line, word) != NULL;
    if (in) fclose(in);
    return found;
}

bool mentions_arch(const struct source *s) {
    for (size_t i = 0; i < s->n_places; i++) {
        const struct place *p = &s->places[i];
        bool seen = *p->flags != 0;
        for (size_t k = 0; k < i && !seen; k++)
            seen = s->places[k].len == p->len && memcmp(s->places[k].name, p->name, p->len) == 0;
        if (!seen && file_mentions(p, "__CUDA_ARCH__")) return true;
    }
    return false;
}
