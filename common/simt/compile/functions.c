/** @file
 *  @brief Functions at namespace scope: see functions.h. */
#include "functions.h"

#include <stdlib.h>
#include <string.h>

static size_t hash_token(const struct source *s, size_t i) {
    size_t h = 0;
    for (size_t k = 0; k < s->t[i].len; k++) h = h * 31 + (unsigned char)s->text[s->t[i].at + k];
    return h;
}

/** The slot of a name: its own, or the empty one where it would go. */
static size_t slot_of(const struct functions *fs, const struct source *s, size_t i) {
    size_t slot = hash_token(s, i) & (fs->n_slots - 1);
    while (fs->slots[slot] && !tokens_equal(s, fs->names[fs->slots[slot] - 1].token, i))
        slot = (slot + 1) & (fs->n_slots - 1);
    return slot;
}

/** Keeps the table at most half full. */
static void grow_slots(struct functions *fs, const struct source *s) {
    if (fs->n_names * 2 < fs->n_slots) return;
    free(fs->slots);
    fs->n_slots = fs->n_slots ? fs->n_slots * 2 : 256;
    fs->slots = calloc(fs->n_slots, sizeof(*fs->slots));
    if (!fs->slots) stop_at(s, 1, "out of memory. Compile fewer things at a time");
    for (size_t i = 0; i < fs->n_names; i++) fs->slots[slot_of(fs, s, fs->names[i].token)] = i + 1;
}

static struct name *add_name(struct functions *fs, const struct source *s, size_t token) {
    grow_slots(fs, s);
    size_t slot = slot_of(fs, s, token);
    if (!fs->slots[slot]) {
        fs->names = grown(fs->names, fs->n_names, &fs->names_room, sizeof(*fs->names));
        fs->names[fs->n_names] = (struct name){.token = token};
        fs->slots[slot] = ++fs->n_names;
    }
    return &fs->names[fs->slots[slot] - 1];
}

struct name *find_name(const struct functions *fs, const struct source *s, size_t i) {
    size_t slot = fs->n_slots ? slot_of(fs, s, i) : 0;
    return fs->n_slots && fs->slots[slot] ? &fs->names[fs->slots[slot] - 1] : NULL;
}

static bool are_same(const struct source *s, const struct declaration *a,
                     const struct declaration *b) {
    return a->has_global == b->has_global && a->is_template == b->is_template &&
           same_parameters(s, a->params, b->params);
}

static bool has_defaults(const struct source *s, size_t params) {
    for (size_t i = params + 1; i < s->t[params].match; i = skip_one(s, i))
        if (s->t[i].op == '=') return true;
    return false;
}

/** The overload that `d` declares again; NULL: it is new. */
static struct overload *find_overload(const struct functions *fs, const struct source *s,
                                      const struct name *name, const struct declaration *d,
                                      size_t scope) {
    for (size_t i = name->overload; i; i = fs->overloads[i - 1].next) {
        struct overload *o = &fs->overloads[i - 1];
        if (o->scope == scope && o->is_template == d->is_template &&
            same_parameters(s, o->params, d->params))
            return o;
    }
    return NULL;
}

/** Do two declarations begin with the same template <...>, or both with none? */
static bool same_head(const struct source *s, size_t a, size_t b) {
    if (s->t[a].op != W_TEMPLATE || s->t[b].op != W_TEMPLATE)
        return s->t[a].op != W_TEMPLATE && s->t[b].op != W_TEMPLATE;
    size_t end = s->t[a + 1].match;
    while (a < end && tokens_equal(s, a, b)) a++, b++;
    return end && a == end && s->t[b].op == '>';
}

static void add_overload(struct functions *fs, const struct source *s, struct name *name,
                         const struct declaration *d, size_t scope) {
    struct overload *o = find_overload(fs, s, name, d, scope);
    if (o && o->is_kernel != d->has_global && same_head(s, o->first, d->first))
        stop_at(s, d->name,
                "%.*s is declared once as a kernel and once as none. Write __global__ before each "
                "of its declarations",
                (int)s->t[d->name].len, s->text + s->t[d->name].at);
    if (!o) {
        fs->overloads =
            grown(fs->overloads, fs->n_overloads, &fs->overloads_room, sizeof(*fs->overloads));
        o = &fs->overloads[fs->n_overloads];
        *o = (struct overload){.first = d->first,
                               .name = d->name,
                               .params = d->params,
                               .scope = scope,
                               .next = name->overload,
                               .is_template = d->is_template,
                               .is_kernel = d->has_global};
        name->overload = ++fs->n_overloads;
    }
    o->has_device |= d->has_device;
    o->has_host |= d->has_host;
    name->on_device = name->on_host = false;
    for (size_t i = name->overload; i; i = o->next) {
        o = &fs->overloads[i - 1];
        name->on_device |= !o->is_kernel && o->has_device;
        name->on_host |= !o->is_kernel && (o->has_host || !o->has_device);
    }
}

/** Is the innermost namespace of `scope` called as the token says? */
static bool is_named(const struct functions *fs, const struct source *s, size_t scope,
                     size_t token) {
    return scope && tokens_equal(s, fs->scopes[scope].token, token);
}

bool was_for_device(const struct functions *fs, const struct source *s, const struct declaration *d,
                    size_t scope) {
    const struct name *name = find_name(fs, s, d->name);
    bool is_qualified = s->t[d->name - 1].op == OP_SCOPE;
    if (!name || !d->body || d->has_device || d->has_global) return false;
    for (size_t i = name->overload; i; i = fs->overloads[i - 1].next) {
        const struct overload *o = &fs->overloads[i - 1];
        bool is_here = is_qualified ? is_named(fs, s, o->scope, d->name - 2) : o->scope == scope;
        if (is_here && o->has_device && !o->is_kernel && o->is_template == d->is_template &&
            same_parameters(s, o->params, d->params))
            return true;
    }
    return false;
}

void add_function(struct functions *fs, const struct source *s, struct declaration d,
                  size_t scope) {
    struct name *name = add_name(fs, s, d.name);
    name->declarations++;
    name->is_kernel |= d.has_global;
    name->is_function |= !d.has_global && d.params;
    if (d.params) add_overload(fs, s, name, &d, scope);
    name->is_constexpr |= d.has_constexpr;
    if (d.has_global && d.n_template_params > name->n_template_params)
        name->n_template_params = d.n_template_params;
    name->is_variadic |= d.has_global && d.is_variadic;
    size_t n = d.has_global && has_defaults(s, d.params) ? count_items(s, d.params, NULL) : 0;
    if (n > name->n_params) name->n_params = n;
    size_t i = name->last;
    while (i && fs->f[i - 1].scope != scope) i = fs->f[i - 1].next;
    if (i) {
        name->is_overloaded |= !are_same(s, &fs->f[i - 1].d, &d);
        fs->f[i - 1].is_defined |= d.body != 0;
        if (d.body) fs->f[i - 1].definition = d;
        return;
    }
    fs->f = grown(fs->f, fs->n, &fs->room, sizeof(*fs->f));
    fs->f[fs->n] = (struct function){
        .d = d, .definition = d, .scope = scope, .next = name->last, .is_defined = d.body != 0};
    name->last = ++fs->n;
}

size_t add_scope(struct functions *fs, const struct source *s, size_t scope, size_t token) {
    struct name *name = add_name(fs, s, token);
    for (size_t i = name->last_scope; i; i = fs->scopes[i].next)
        if (fs->scopes[i].parent == scope) return i;
    fs->scopes = grown(fs->scopes, fs->n_scopes, &fs->scopes_room, sizeof(*fs->scopes));
    fs->scopes[fs->n_scopes] = (struct name_scope){scope, token, name->last_scope};
    name->last_scope = fs->n_scopes;
    return fs->n_scopes++;
}

char *scope_path(const struct functions *fs, const struct source *s, size_t scope) {
    size_t room = 1;
    for (size_t i = scope; i; i = fs->scopes[i].parent) room += s->t[fs->scopes[i].token].len + 2;
    char *path = malloc(room);
    if (!path) stop_at(s, 1, "out of memory. Compile fewer things at a time");
    char *at = path + room - 1;
    *at = 0;
    for (size_t i = scope; i; i = fs->scopes[i].parent) {
        const struct token *t = &s->t[fs->scopes[i].token];
        at -= t->len + 2;
        memcpy(at, "::", 2);
        memcpy(at + 2, s->text + t->at, t->len);
    }
    return path;
}
