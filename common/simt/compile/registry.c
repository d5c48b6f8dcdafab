/** @file
 *  @brief Kernels that are launched by address: cudaLaunchKernel((void *)kernel, …). */
#include "rewrite.h"

#include <stdlib.h>
#include <string.h>

/** Does this text launch by address at all? */
static bool launches_by_address(const struct source *s) {
    for (size_t i = 1; i < s->n; i++)
        if (s->t[i].op == OP_NAME && s->t[i].len >= 16 &&
            !memcmp(s->text + s->t[i].at, "cudaLaunch", 10))
            return true;
    return false;
}

/** Is the group that ends at `close` a cast to a pointer to void? */
static bool is_void_cast(const struct source *s, size_t close) {
    size_t i = s->t[close].match;
    bool has_void = false, has_star = false;
    if (s->t[close].op != ')' || !i) return false;
    while (++i < close) {
        has_void |= token_is(s, i, "void");
        has_star |= s->t[i].op == '*';
        if (s->t[i].op != W_BUILTIN && s->t[i].op != W_CV && s->t[i].op != '*') return false;
    }
    return has_void && has_star;
}

/**
 * (void *)k<int> -> (void *)(simt::registered<&k<int>>("k<int>"), &k<int>): instances are registered
 * where their address is taken, for nobody could list them all.
 */
static void register_instances(struct source *s, const struct functions *fs) {
    for (size_t i = 2; i < s->n; i++) {
        size_t end = s->t[i].op == OP_NAME && s->t[i + 1].op == '<' ? angle_end(s, i + 1) : 0;
        size_t first = i;
        while (s->t[first - 1].op == OP_SCOPE ||
               (s->t[first].op == OP_SCOPE && s->t[first - 1].op == OP_NAME))
            first--;
        if (s->t[first - 1].op == '&') first--;
        if (!end || !is_void_cast(s, first - 1) || !has_kernel(fs, find_functions(fs, s, i)))
            continue;
        char *name = spelled(s, first, end - 1), *bare = *name == '&' ? name + 1 : name;
        put_before(s, first, "(simt::registered<&%s>(\"%s\"), ", bare, bare);
        put_behind(s, end - 1, ")");
        free(name);
    }
}

/** Does the name stand anywhere but in its declarations? */
static void count_uses(const struct source *s, const struct functions *fs, size_t *uses) {
    for (size_t i = 1; i < s->n; i++) {
        size_t chain = s->t[i].op == OP_NAME ? find_functions(fs, s, i) : 0;
        if (chain) uses[chain - 1]++;
    }
    for (size_t k = 0; k < fs->n; k++) uses[find_functions(fs, s, fs->f[k].d.name) - 1]--;
}

/**
 * A kernel that is declared here and used nowhere may be defined nowhere: it is left out. Of the
 * declarations of one name in one namespace, the last one speaks.
 */
static bool is_wanted(const struct functions *fs, const struct source *s, size_t k,
                      const size_t *uses) {
    size_t chain = find_functions(fs, s, fs->f[k].d.name);
    bool defined = false;
    if (!fs->f[k].d.has_global || fs->f[k].d.is_template || is_overloaded(fs, s, chain))
        return false;
    for (size_t i = chain; i; i = fs->f[i - 1].next) {
        if (strcmp(fs->scopes[fs->f[i - 1].scope], fs->scopes[fs->f[k].scope]) != 0) continue;
        if (i - 1 > k) return false;
        defined |= fs->f[i - 1].d.body != 0;
    }
    return defined || uses[chain - 1] > 0;
}

static void put_registration(struct source *s, const struct function *f, const char *scope,
                             size_t k) {
    char *name = spelled(s, f->d.name, f->d.name);
    const char *shown = *scope ? scope + 2 : ""; // without the leading ::
    put_behind(s, s->n - 1,
               "\nstatic const simt::registered<&%s::%s> simt_registered_%zu(\"%s%s%s\");", scope,
               name, k, shown, *shown ? "::" : "", name);
    free(name);
}

void register_kernels(struct source *s, const struct functions *fs) {
    if (!fs->n || !launches_by_address(s)) return;
    size_t *uses = calloc(fs->n, sizeof *uses);
    if (!uses) stop_at(s, 1, "out of memory; compile fewer things at a time");
    count_uses(s, fs, uses);
    for (size_t k = 0; k < fs->n; k++)
        if (is_wanted(fs, s, k, uses))
            put_registration(s, &fs->f[k], fs->scopes[fs->f[k].scope], k);
    free(uses);
    register_instances(s, fs);
}
