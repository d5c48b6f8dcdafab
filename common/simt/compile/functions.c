/** @file
 *  @brief Functions at namespace scope: see functions.h. */
#include "functions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t hash_token(const struct source *s, size_t i) {
    size_t h = 1469598103934665603u;
    for (size_t k = 0; k < s->t[i].len; k++)
        h = (h ^ (unsigned char)s->text[s->t[i].at + k]) * 1099511628211u;
    return h ^ h >> 32;
}

/** The slot of a name: its own, or the empty one where it would go. */
static size_t slot_of(const struct functions *fs, const struct source *s, size_t name) {
    size_t slot = hash_token(s, name) & (fs->n_slots - 1);
    while (fs->slots[slot] && !tokens_equal(s, fs->f[fs->slots[slot] - 1].d.name, name))
        slot = (slot + 1) & (fs->n_slots - 1);
    return slot;
}

/** Keeps the table at most half full. */
static void grow_slots(struct functions *fs, const struct source *s) {
    if (fs->n * 2 < fs->n_slots) return;
    free(fs->slots);
    fs->n_slots = fs->n_slots ? fs->n_slots * 2 : 256;
    fs->slots = calloc(fs->n_slots, sizeof *fs->slots);
    if (!fs->slots) {
        fputs("rewrite: out of memory; compile fewer things at a time\n", stderr);
        exit(2);
    }
    for (size_t i = 0; i < fs->n; i++) fs->slots[slot_of(fs, s, fs->f[i].d.name)] = i + 1;
}

void add_function(struct functions *fs, const struct source *s, struct declaration d,
                  size_t scope) {
    grow_slots(fs, s);
    fs->f = grown(fs->f, fs->n, &fs->room, sizeof *fs->f);
    size_t slot = slot_of(fs, s, d.name);
    fs->f[fs->n] = (struct function){.d = d, .scope = scope, .next = fs->slots[slot]};
    fs->slots[slot] = ++fs->n;
}

size_t add_scope(struct functions *fs, size_t scope, const char *name, size_t len) {
    if (!len && fs->n_scopes) return scope;
    fs->scopes = grown(fs->scopes, fs->n_scopes, &fs->scopes_room, sizeof *fs->scopes);
    const char *outer = fs->n_scopes ? fs->scopes[scope] : "";
    char *path = malloc(strlen(outer) + len + 3);
    if (!path) {
        fputs("rewrite: out of memory; compile fewer things at a time\n", stderr);
        exit(2);
    }
    sprintf(path, "%s%s%.*s", outer, len ? "::" : "", (int)len, name);
    fs->scopes[fs->n_scopes] = path;
    return fs->n_scopes++;
}

size_t find_functions(const struct functions *fs, const struct source *s, size_t name) {
    return fs->n_slots ? fs->slots[slot_of(fs, s, name)] : 0;
}

bool has_kernel(const struct functions *fs, size_t chain) {
    for (; chain; chain = fs->f[chain - 1].next)
        if (fs->f[chain - 1].d.has_global) return true;
    return false;
}

static bool are_same(const struct source *s, const struct declaration *a,
                     const struct declaration *b) {
    return a->has_global == b->has_global && a->is_template == b->is_template &&
           same_parameters(s, a->params, b->params);
}

bool is_overloaded(const struct functions *fs, const struct source *s, size_t chain) {
    for (size_t i = chain; i; i = fs->f[i - 1].next) {
        const struct function *f = &fs->f[i - 1];
        size_t j = f->next; // comparing with the next of the same namespace reaches all of them
        while (j && strcmp(fs->scopes[fs->f[j - 1].scope], fs->scopes[f->scope]) != 0)
            j = fs->f[j - 1].next;
        if (j && !are_same(s, &f->d, &fs->f[j - 1].d)) return true;
    }
    return false;
}
