/** @file
 *  @brief The host's and the device's view of a file: see views.h. */
#include "views.h"
#include "views_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Differences.
 */
bool same_text(const struct source *a, size_t i, const struct source *b, size_t j) {
    const struct token *x = &a->t[i], *y = &b->t[j];
    return x->len == y->len && memcmp(a->text + x->at, b->text + y->at, x->len) == 0;
}

bool same_texts(const struct source *a, size_t i, size_t i_end, const struct source *b, size_t j,
                size_t j_end) {
    if (i_end - i != j_end - j) return false;
    while (i < i_end && same_text(a, i, b, j)) i++, j++;
    return i == i_end;
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
/** The tokens first … end - 1 of the device's view, as they stand there, with where that is. `params`: of the
 *  function around, whose parameters are not among them. */
static char *slice(const struct views *v, size_t params, size_t first, size_t end) {
    const struct source *from = v->device;
    char *text = NULL;
    size_t size, at = first < end ? from->t[first].at : 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) stop_at(from, first, "out of memory. Compile fewer things at a time");
    if (first < end) {
        const struct token *t = &from->t[first];
        const struct place *place = &from->places[t->place];
        fprintf(out, "\n# %u \"%.*s\"%s\n%*s", t->line, (int)place->len, place->name, place->flags,
                (int)t->col, "");
    }
    for (size_t i = first, to; i < end; i++, at = to) {
        to = from->t[i].at + from->t[i].len;
        fwrite(from->text + at, 1, to - at, out);
        if (has_meanings(v, from, params, i)) fputs(ON_DEVICE, out);
    }
    if (fclose(out) != 0) stop_at(from, first, "out of memory. Compile fewer things at a time");
    return text;
}

static void put_slice(struct views *v, size_t i, size_t params, size_t first, size_t end) {
    char *text = slice(v, params, first, end);
    put_before(v->host, i, "%s ", text);
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

/** The outermost class or namespace around what lies in the tokens first to end - 1, and in them itself; NULL: none. */
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

/** The class or namespace in the host's part of the difference with the same words up to its {; NULL: none. */
static const struct scope *find_scope(const struct views *v, const struct scope *scope,
                                      const struct difference *d) {
    for (size_t k = 0; scope && k < v->own.n_scopes; k++) {
        const struct scope *mine = &v->own.scopes[k];
        if (mine->first >= d->host && mine->end < d->host_end &&
            same_texts(v->host, mine->first, mine->body, v->device, scope->first, scope->body))
            return mine;
    }
    return NULL;
}

/** What the host's part of the difference, or its class or namespace `scope`, has instead of `g`; NULL: nothing. */
static struct span *find_own(const struct views *v, const struct scope *scope, const struct span *g,
                             const struct difference *d) {
    size_t first = scope ? scope->body : d->host, end = scope ? scope->end : d->host_end;
    for (size_t k = 0; k < v->own.n; k++) {
        struct span *f = &v->own.f[k];
        bool is_there =
            f->first >= first && f->end < end && !f->params == !g->params && f->kind == g->kind;
        if (is_there && same_text(v->host, f->name, v->device, g->name) &&
            (!f->params || same_texts(v->host, f->name, v->host->t[f->params].match, v->device,
                                      g->name, v->device->t[g->params].match)))
            return f;
    }
    return NULL;
}

/** A function of the host and one of the device with the same parameters become one of both sides. */
static void join_functions(struct views *v, struct span *f, const struct span *g) {
    if (f->side == SIDE_HOST) put_before(v->host, f->first, "__host__ __device__ ");
    if (f->kind == A_PROTOTYPE) return;
    size_t head = v->host->t[f->params].match, other_head = v->device->t[g->params].match;
    if (is_of_program(v->host, f->name) &&
        !same_texts(v->host, head, f->body, v->device, other_head, g->body))
        stop_at(v->host, f->name,
                "by __CUDA_ARCH__, what stands between the parameters and the { differs in device "
                "code, and the CPU "
                "runtime tells host from device only inside of the { }. Choose there");
    f->twin = g;
}

/** What `g`, of the device, is to the host: it is new, or stands in for a function, or joins it. */
static void merge_span(struct views *v, const struct span *g, const struct difference *d) {
    const struct scope *scope =
        find_scope(v, scope_around(&v->other, g, d->device, d->device_end), d);
    struct span *f = find_own(v, scope, g, d);
    bool is_device = g->side == SIDE_DEVICE || g->side == SIDE_BOTH;
    if ((g->params && !is_device) ||
        (f && g->kind == A_NAME && !has_meanings(v, v->device, 0, g->name)))
        return;
    if (f && g->params && f->side != SIDE_DEVICE) {
        join_functions(v, f, g);
        return;
    }
    if (f && f->kind == A_PROTOTYPE) return;
    if (scope && scope->is_class) put_before(v->host, v->host->t[scope->body].match, " public: ");
    put_slice(v, scope ? v->host->t[scope->body].match : d->host, 0, g->first, g->end + 1);
}

/** Puts the classes and namespaces of the difference that the host has not, from number `k` on, up to the token `end`.
 *  Returns the number of the next one. */
static size_t add_scopes(struct views *v, const struct difference *d, size_t k, size_t end) {
    for (; k < v->other.n_scopes && v->other.scopes[k].first < end; k++) {
        const struct scope *scope = &v->other.scopes[k];
        if (scope->first < d->device || scope->end >= d->device_end || find_scope(v, scope, d))
            continue;
        put_slice(v, d->host, 0, scope->first, scope->end + 1);
        while (k + 1 < v->other.n_scopes && v->other.scopes[k + 1].first < scope->end) k++;
    }
    return k;
}

/** What the device's view declares in the difference, in its order. */
static void add_declared(struct views *v, const struct difference *d) {
    size_t scopes = 0;
    for (size_t k = 0; k < v->other.n; k++) {
        const struct span *g = &v->other.f[k];
        if (g->first < d->device || g->end >= d->device_end || g->kind == A_LAMBDA) continue;
        scopes = add_scopes(v, d, scopes, g->first);
        const struct scope *scope = scope_around(&v->other, g, d->device, d->device_end);
        if (!scope || find_scope(v, scope, d)) merge_span(v, g, d);
    }
    add_scopes(v, d, scopes, d->device_end);
}

/** In the head of a kernel or a function of the device, as in __launch_bounds__(N), the device's view is right. */
static bool merge_head(struct views *v, const struct difference *d) {
    for (size_t k = 0; k < v->own.n; k++) {
        const struct span *f = &v->own.f[k];
        if (f->side != SIDE_DEVICE || f->first > d->host || f->body < d->host_end) continue;
        if (d->host < d->host_end) drop(v->host, d->host, d->host_end - 1);
        put_slice(v, d->host, 0, d->device, d->device_end);
        return true;
    }
    return false;
}

/** Do whole declarations lie there? */
static bool are_whole(const struct source *s, size_t first, size_t end) {
    uint32_t before = s->t[first - 1].op, last = s->t[end - 1].op;
    return first == end || ((before == ';' || before == '}' || before == '{' || before == ':' ||
                             before == OP_END) &&
                            (last == ';' || last == '}' || last == ':'));
}

/**
 * Outside of bodies: `#ifdef __CUDA_ARCH__` before words like __device__, in the head of a kernel, or around whole
 * declarations.
 */
static void merge_outside(struct views *v, const struct difference *d) {
    bool on_device = false, on_host = false, none = false;
    if (are_specifiers(v->device, d->device, d->device_end, &on_device, &on_host) &&
        are_specifiers(v->host, d->host, d->host_end, &none, &none)) {
        put_slice(v, d->host, 0, d->device, d->device_end);
        if (on_device && !on_host) put_before(v->host, d->host, "__host__ ");
        return;
    }
    if (merge_head(v, d)) return;
    bool whole =
        are_whole(v->host, d->host, d->host_end) && are_whole(v->device, d->device, d->device_end);
    if (!whole && is_of_program(v->device, d->device))
        warn_at(v->host, d->host,
                "by __CUDA_ARCH__, a part of a declaration differs in device code, and the CPU "
                "runtime takes the host's. "
                "Choose between whole declarations");
    for (size_t k = 0; k < v->own.n; k++) {
        const struct span *f = &v->own.f[k];
        if (f->first >= d->host && f->end < d->host_end && f->side == SIDE_DEVICE &&
            f->kind == A_FUNCTION)
            drop(v->host, f->first, f->end);
    }
    add_declared(v, d);
}

/** Notes which names mean another thing on the device. */
static void compare_names(struct views *v, const struct difference *d) {
    for (size_t k = 0; k < v->other.n; k++) {
        const struct span *g = &v->other.f[k];
        if (g->kind != A_NAME || g->first < d->device || g->end >= d->device_end) continue;
        const struct scope *scope = scope_around(&v->other, g, d->device, d->device_end),
                           *mine = find_scope(v, scope, d);
        const struct span *f = !scope || mine ? find_own(v, mine, g, d) : NULL;
        if (f) note_meanings(v, f, g);
    }
}

static void merge_difference(struct views *v, const struct difference *d) {
    struct span *f = function_around(&v->own, d->host, d->host_end);
    const struct span *g = function_around(&v->other, d->device, d->device_end);
    if (!f || !g) {
        merge_outside(v, d);
    } else if (f->side != g->side || f->side == SIDE_BOTH) {
        f->twin = g;
    } else if (f->side == SIDE_DEVICE) {
        if (d->host < d->host_end) drop(v->host, d->host, d->host_end - 1);
        put_slice(v, d->host, g->params, d->device, d->device_end);
    }
}

/** Goes through both views: `merge` gets the differences, and `choose`, if there is one, what is alike. */
static void walk_views(struct views *v, void merge(struct views *, const struct difference *),
                       void choose(struct views *, size_t, size_t)) {
    for (size_t i = 1, j = 1; i < v->host->n || j < v->device->n; i++, j++) {
        struct difference d = {i, i, j, j};
        if (i < v->host->n && j < v->device->n && same_token(v->host, i, v->device, j)) {
            if (choose) choose(v, i, j);
            continue;
        }
        find_ends(v->host, v->device, &d);
        merge(v, &d);
        i = d.host_end;
        j = d.device_end;
    }
}

/** A function of both sides gets both bodies. */
static void write_bodies(struct views *v, const struct span *f, const struct span *g) {
    char *text = slice(v, g->params, g->body + 1, g->end);
    put_behind(v->host, f->body, " if (%ssimt_on_device()) {%s } else {",
               f->is_constexpr ? "!__builtin_is_constant_evaluated() && " : "", text);
    put_before(v->host, f->end, "}");
    free(text);
}

static void free_views(struct views *v) {
    for (size_t k = 0; k < v->n_meanings; k++) free(v->meanings[k].name);
    free(v->meanings);
    free(v->own.f);
    free(v->own.scopes);
    free(v->other.f);
    free(v->other.scopes);
}

void merge_views(struct source *host, const struct source *device) {
    struct views v = {
        .host = host, .device = device, .own = find_spans(host), .other = find_spans(device)};
    walk_views(&v, compare_names, NULL);
    walk_views(&v, merge_difference, v.n_meanings ? choose_meaning : NULL);
    for (size_t k = 0; k < v.own.n; k++)
        if (v.own.f[k].twin) write_bodies(&v, &v.own.f[k], v.own.f[k].twin);
    free_views(&v);
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
    static const char *const words[] = {"__CUDA_ARCH__", "NV_IF_", "NV_DISPATCH_TARGET"}; // the last two by nv/target
    for (size_t i = 0; i < s->n_places; i++) {
        const struct place *p = &s->places[i];
        bool seen = *p->flags != 0;
        for (size_t k = 0; k < i && !seen; k++)
            seen = s->places[k].len == p->len && memcmp(s->places[k].name, p->name, p->len) == 0;
        for (size_t k = 0; !seen && k < sizeof(words) / sizeof(*words); k++)
            if (file_mentions(p, words[k])) return true;
    }
    return false;
}
