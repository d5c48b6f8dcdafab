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

void add_function(struct functions *fs, const struct source *s, struct declaration d,
                  size_t scope) {
    struct name *name = add_name(fs, s, d.name);
    name->declarations++;
    name->is_kernel |= d.has_global;
    name->is_function |= !d.has_global && d.params;
    name->on_device |= !d.has_global && d.has_device;
    name->on_host |= !d.has_global && (d.has_host || !d.has_device);
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
        return;
    }
    fs->f = grown(fs->f, fs->n, &fs->room, sizeof(*fs->f));
    fs->f[fs->n] =
        (struct function){.d = d, .scope = scope, .next = name->last, .is_defined = d.body != 0};
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
