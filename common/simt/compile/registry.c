/** @file
 *  @brief Kernels that are launched by address: cudaLaunchKernel((void *)kernel, …). */
#include "rewrite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Does this text launch by address at all, or ask for a kernel by its address? */
static bool launches_by_address(const struct source *s) {
    static const char *const words[] = {"cudaLaunchK",      "cudaLaunchC",   "cudaKernelNodePar",
                                        "cudaGraphNodePar", "cudaGetKernel", "cudaGetFuncBySymbol",
                                        "cudaFuncGetParamIn", "cudaFuncGetName"};
    for (size_t i = 1; i < s->n; i++)
        for (size_t k = 0; s->t[i].op == OP_NAME && k < sizeof(words) / sizeof(*words); k++) {
            size_t len = strlen(words[k]);
            if (s->t[i].len >= len && memcmp(s->text + s->t[i].at, words[k], len) == 0) return true;
        }
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

/** The first token of the name that token `i` ends, with its namespaces and an & before it. */
static size_t qualified_start(const struct source *s, size_t i) {
    while (s->t[i - 1].op == OP_SCOPE || (s->t[i].op == OP_SCOPE && s->t[i - 1].op == OP_NAME)) i--;
    return s->t[i - 1].op == '&' ? i - 1 : i;
}

/**
 * (void *)k<int> -> (void *)(simt::registered<decltype(&k<int>), &k<int>>("k<int>"), (decltype(&k<int>))k<int>):
 * instances are registered where their address is taken, for nobody could list them all.
 */
static void register_instances(struct source *s, const struct functions *fs) {
    for (size_t i = 2; i < s->n; i++) {
        size_t end = s->t[i].op == OP_NAME && s->t[i + 1].op == '<' ? s->t[i + 1].match : 0;
        const struct name *name = end ? find_name(fs, s, i) : NULL;
        if (!name || !name->is_kernel) continue;
        size_t first = qualified_start(s, i);
        if (!is_void_cast(s, first - 1)) continue;
        char *text = spelled(s, first, end), *bare = *text == '&' ? text + 1 : text;
        put_before(s, first, "(simt::registered<decltype(&%s), &%s>(\"%s\"), (decltype(&%s))", bare, bare, bare, bare);
        put_behind(s, end, ")");
        free(text);
    }
}

static void count_mentions(const struct source *s, const struct functions *fs) {
    for (size_t i = 1; i < s->n; i++) {
        struct name *name = s->t[i].op == OP_NAME ? find_name(fs, s, i) : NULL;
        if (name) name->mentions++;
    }
}

/** A kernel that is declared here and mentioned nowhere else may be defined nowhere: it is left out. */
static bool is_wanted(const struct functions *fs, const struct source *s,
                      const struct function *f) {
    const struct name *name = find_name(fs, s, f->d.name);
    if (!f->d.has_global || f->d.is_template || name->is_overloaded) return false;
    return f->is_defined || name->mentions > name->declarations;
}

static void put_registration(struct source *s, const struct functions *fs, size_t k) {
    char *name = spelled(s, fs->f[k].d.name, fs->f[k].d.name);
    char *path = scope_path(fs, s, fs->f[k].scope);
    const char *shown = *path ? path + 2 : ""; // without the leading ::
    put_behind(s, s->n - 1,
               "\nstatic const simt::registered<decltype(&%s::%s), &%s::%s> simt_registered_%zu(\"%s%s%s\");", path,
               name, path, name, k, shown, *shown ? "::" : "", name);
    free(name);
    free(path);
}

void register_instance(struct source *s, const struct functions *fs, const struct declaration *d,
                       size_t scope) {
    size_t open = d->name + 1;
    if (!d->has_global || s->t[open].op != '<' || !s->t[open].match) return;
    char *name = spelled(s, d->name, s->t[open].match), *path = scope_path(fs, s, scope);
    put_behind(s, s->n - 1,
               "\nstatic const simt::registered<decltype(&%s::%s), &%s::%s> simt_registered_at_%zu(\"%s\");", path,
               name, path, name, d->name, name);
    free(name);
    free(path);
}

/** The declarator behind a comma, as in `__managed__ int a[2], *b;`. 0: there is none. */
static size_t next_declarator(const struct source *s, size_t i) {
    while (s->t[i].op != ';' && s->t[i].op != ',' && s->t[i].op != OP_END) i = skip_angles(s, i);
    if (s->t[i].op != ',') return 0;
    do i++;
    while (s->t[i].op == '*' || s->t[i].op == W_CV || s->t[i].op == W_RESTRICT);
    return s->t[i].op == OP_NAME ? i : 0;
}

void register_managed(struct source *s, const struct functions *fs, const struct declaration *d,
                      size_t scope) {
    if (d->has_extern || s->t[d->name - 1].op == OP_SCOPE) return;
    char *path = scope_path(fs, s, scope);
    for (size_t i = d->name; i; i = next_declarator(s, i)) {
        char *name = spelled(s, i, i);
        put_behind(s, s->n - 1, "\nstatic const simt::managed simt_managed_%zu(&%s::%s, sizeof(%s::%s));", i, path,
                   name, path, name);
        free(name);
    }
    free(path);
}

/** The one of several kernels of a name that has these parameters. */
static void put_overloaded(struct source *s, const struct functions *fs, size_t k) {
    const struct declaration *d = &fs->f[k].d;
    size_t close = s->t[d->params].match;
    for (size_t i = d->params; i < close; i++)
        if (s->t[i].op == '=') return;
    char *name = spelled(s, d->name, d->name), *path = scope_path(fs, s, fs->f[k].scope);
    char *types = spelled(s, d->params, close);
    put_behind(s, s->n - 1,
               "\nstatic const simt::registered<void (*)%s, &%s::%s> simt_registered_%zu(\"%s\");",
               types, path, name, k, name);
    free(name);
    free(path);
    free(types);
}

/** The name of the template parameter that stands before token `end`, a comma or the >; 0: it has none. */
static size_t parameter_name(const struct source *s, size_t start, size_t end) {
    size_t last = end - 1;
    for (size_t i = start; i < end; i = skip_angles(s, i)) {
        if (s->t[i].op != '=') continue;
        last = i - 1;
        break;
    }
    return last > start && s->t[last].op == OP_NAME && s->t[last - 1].op != OP_SCOPE ? last : 0;
}

/** `template <class T, int N, class... P>` -> "T,N,P..."; NULL where one has no name. The caller frees it. */
static char *template_arguments(const struct source *s, size_t open) {
    char *text = NULL;
    size_t size = 0, start = open + 1;
    FILE *out = open_memstream(&text, &size);
    bool named = out != NULL;
    for (size_t i = start; named && i <= s->t[open].match; i = i == s->t[open].match ? i + 1 : skip_angles(s, i)) {
        if (s->t[i].op != ',' && i != s->t[open].match) continue;
        size_t name = parameter_name(s, start, i);
        named = name != 0;
        if (!named) break;
        bool is_pack = token_is(s, name - 1, "...");
        fprintf(out, "%s%.*s%s", start == open + 1 ? "" : ",", (int)s->t[name].len, s->text + s->t[name].at,
                is_pack ? "..." : "");
        start = i + 1;
    }
    if (out) fclose(out);
    if (named) return text;
    free(text);
    return NULL;
}

/**
 * A kernel that is a template makes each of its instances known: nobody could list them, and a pointer to one may take
 * any way to its launch.
 */
static void register_template(struct source *s, const struct functions *fs, const struct function *f) {
    const struct declaration *d = &f->definition;
    if (!d->has_global || !d->is_template || !d->n_template_params || !d->body || s->t[d->name + 1].op == '<') return;
    if (find_name(fs, s, d->name)->is_overloaded || s->t[d->first + 1].op != '<') return;
    char *arguments = template_arguments(s, d->first + 1), *name = spelled(s, d->name, d->name);
    if (arguments)
        put_behind(s, d->body,
                   " { struct simt_name { static const char *text() { return \"%s\"; } }; "
                   "(void)&simt::known<decltype(&%s<%s>), &%s<%s>, simt_name>::me; }",
                   name, name, arguments, name, arguments);
    free(arguments);
    free(name);
}

static void register_module(struct source *s, const struct functions *fs) {
    for (size_t k = 0; k < fs->n; k++) {
        const struct function *f = &fs->f[k];
        if (!f->d.has_global || f->d.is_template || !f->is_defined) continue;
        if (find_name(fs, s, f->d.name)->is_overloaded)
            put_overloaded(s, fs, k);
        else
            put_registration(s, fs, k);
    }
    register_instances(s, fs);
}

void register_kernels(struct source *s, const struct functions *fs, bool is_module) {
    if (is_module) {
        register_module(s, fs);
        return;
    }
    if (!fs->n || !launches_by_address(s)) return;
    count_mentions(s, fs);
    for (size_t k = 0; k < fs->n; k++)
        if (is_wanted(fs, s, &fs->f[k])) put_registration(s, fs, k);
    for (size_t k = 0; k < fs->n; k++) register_template(s, fs, &fs->f[k]);
    register_instances(s, fs);
}
