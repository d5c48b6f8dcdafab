/** @file
 *  @brief Variables of the device: __shared__, and __device__, __constant__, __managed__. */
#include "rewrite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** A declaration with __shared__, as the walk over its declarators sees it. */
struct shared {
    size_t first, word, end; /**< end: its ; or 0 where there is none */
    enum shared_scope scope;
    bool is_extern, is_dynamic, red_zones;
};

/** One declarator: `rows[16][17]`. */
struct declarator {
    size_t name, dims, dims_end, end; /**< end: the , or ; behind it */
};

static bool is_storage_word(uint32_t op) {
    return op == W_EXTERN || op == W_STATIC || op == W_SHARED || op == W_DEVICE ||
           op == W_CONSTANT || op == W_MANAGED || op == W_HOST;
}

/**
 * Puts `storage` where `word` stands, or behind attributes that come later: C++ takes alignas(16) only
 * at the very beginning of a declaration.
 */
static void put_storage(struct source *s, size_t first, size_t word, const char *storage) {
    size_t spot = first;
    for (size_t end; (end = attribute_end(s, spot)) || is_storage_word(s->t[spot].op);)
        spot = end ? end : spot + 1;
    bool late_attribute = false;
    for (size_t i = word; i < spot; i++)
        late_attribute |= s->t[i].op == W_ALIGNAS || s->t[i].op == '[';
    if (late_attribute)
        put_before(s, spot, "%s ", storage);
    else
        replace(s, word, storage);
}

void make_static(struct source *s, const struct declaration *d, size_t word) {
    drop(s, word, word);
    put_storage(s, d->first, word, "static");
}

/** A declarator that begins at or behind `i`; specifiers before it are walked over. */
static struct declarator read_declarator(const struct source *s, size_t i) {
    struct declarator d = {0};
    bool class_key = false;
    for (; s->t[i].op != OP_END && s->t[i].op != ';' && s->t[i].op != ','; i = skip_angles(s, i)) {
        uint32_t op = s->t[i].op;
        if (op == ')' || op == '}' || op == ']') return d;
        if (attribute_end(s, i)) continue;
        class_key |= op == W_CLASS_KEY;
        if (op == '=' || (op == '{' && !class_key))
            stop_at(s, i,
                    "a __shared__ variable cannot have an initial value. Let one thread store it, "
                    "then call __syncthreads()");
        if (op == '{') class_key = false;
        if (op == OP_NAME && !d.dims) d.name = i;
        if (op == '(' && is_declarator_group(s, i)) {
            for (d.name = s->t[i].match; d.name > i && s->t[d.name].op != OP_NAME;) d.name--;
            d.dims = d.dims_end = s->t[i].match;
        }
        if (op != '[') continue;
        if (!d.dims) d.dims = i;
        d.dims_end = s->t[i].match;
    }
    d.end = i;
    return d;
}

/** The words from `first` to a name without attributes and storage. */
static char *spelled_type(const struct source *s, size_t first, size_t name) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) stop_at(s, first, "out of memory. Compile fewer things at a time");
    for (size_t i = first, end; i < name; i = end) {
        end = skip_one(s, i);
        bool skipped = is_storage_word(s->t[i].op) || s->t[i].op == W_ALIGNAS || s->t[i].op == W_ATTRIBUTE ||
                       s->t[i].op == '[' || s->t[i].op == W_RESTRICT;
        char *words = skipped ? NULL : spelled(s, i, end - 1);
        if (words) fprintf(out, "%s ", words);
        free(words);
    }
    if (fclose(out) != 0) stop_at(s, first, "out of memory. Compile fewer things at a time");
    return text;
}

static bool has_empty_bounds(const struct source *s, const struct declarator *d) {
    return d->dims && s->t[d->dims].op == '[' && s->t[d->dims].match == d->dims + 1;
}

static bool is_alone(const struct source *s, const struct shared *sh, const struct declarator *d) {
    for (size_t i = sh->first; i < d->name; i = skip_angles(s, i))
        if (s->t[i].op == ',') return false;
    return d->end == sh->end && s->t[d->name - 1].op != '(';
}

/** extern __shared__ T x[][16]; -> T (*x)[16] = simt::dynamic_shared(); { extern T simt_shared_x[][16]; }
 *  With another name the second one is for the compiler, which wants one type for all variables of a name, as nvcc. */
static void make_pointer(struct source *s, const struct shared *sh, const struct declarator *d) {
    bool more = d->dims_end != d->dims + 1;
    char *type = spelled_type(s, sh->first, d->name), *name = spelled(s, d->name, d->dims_end);
    if (is_alone(s, sh, d)) put_behind(s, sh->end, " { extern __attribute__((unused)) %ssimt_shared_%s; }", type, name);
    free(type);
    free(name);
    put_before(s, d->name, more ? "(*" : "*");
    replace(s, d->dims, more ? ")" : " ");
    drop(s, d->dims + 1, d->dims + 1);
    put_behind(s, d->dims_end, " = simt::dynamic_shared()");
}

static void drop_attributes(struct source *s, const struct shared *sh) {
    for (size_t i = sh->first, end; i < sh->end; i = end) {
        end = skip_one(s, i);
        if (s->t[i].op == W_ALIGNAS || s->t[i].op == W_ATTRIBUTE) drop(s, i, end - 1);
    }
}

/** The first * before a name: of `T *const p` and `T (*rows)[4]`, where T may have no constructor without arguments. */
static size_t star_before(const struct source *s, size_t name) {
    size_t star = 0;
    for (size_t i = name - 1;; i--) {
        uint32_t op = s->t[i].op;
        if (op == '*') star = i;
        if (op != '*' && op != OP_NAME && op != W_RESTRICT && op != W_CV) return star;
    }
}

/** Programs look at shared arrays as vectors. On a GPU these lie behind each other from 0 on, as a rule at multiples of
 *  16; g++ aligns what is local to a thread to its elements only. */
static void align_array(struct source *s, const struct declarator *d) {
    if (s->t[d->name + 1].op == '[') put_behind(s, d->dims_end, " __attribute__((aligned(16)))");
}

static void add_red_zone(struct source *s, const struct shared *sh, const struct declarator *d,
                         const char *name) {
    if (sh->red_zones)
        put_before(s, d->end, ", %ssimt_red_%s[simt::red_items<decltype(%s)>]",
                   star_before(s, d->name) ? "*" : "", name, name);
}

/** The first variable of a declaration has a few words before it, too. They end where an array may begin: no gap. */
static void add_low_zone(struct source *s, const struct shared *sh, const struct declarator *d) {
    size_t star = star_before(s, d->name), first = star ? star : d->name;
    if (!sh->red_zones || sh->is_dynamic || sh->is_extern || sh->scope != SHARED_IN_CODE) return;
    if (s->t[first - 1].op == '(') first--;
    char *name = spelled(s, d->name, d->name);
    put_before(s, first, "%ssimt_low_%s[simt::low_items] __attribute__((aligned(16))), ", star ? "*" : "", name);
    put_behind(
        s, sh->end,
        " { static __thread ::uint64_t simt_entered; simt::enter_low(simt_low_%s, simt_entered); }",
        name);
    free(name);
}

static void rewrite_declarator(struct source *s, const struct shared *sh,
                               const struct declarator *d) {
    if (!d->name) return;
    if (!sh->is_dynamic && !sh->is_extern) align_array(s, d);
    if (sh->is_dynamic && sh->scope == SHARED_IN_CODE) {
        make_pointer(s, sh, d);
    } else if (sh->is_dynamic) {
        put_behind(s, d->dims_end, " __asm__(\"simt_dynamic_shared_memory\")");
    } else if (!sh->is_extern && sh->scope == SHARED_IN_CODE) {
        char *name = spelled(s, d->name, d->name);
        put_behind(s, sh->end,
                   " { static __thread ::uint64_t simt_entered;"
                   " simt::enter_shared(%s, \"%s\", simt_entered%s%s); }",
                   name, name, sh->red_zones ? ", simt_red_" : "", sh->red_zones ? name : "");
        add_red_zone(s, sh, d, name);
        free(name);
    } else if (!sh->is_extern && sh->red_zones) {
        char *name = spelled(s, d->name, d->name);
        put_behind(s, sh->end,
                   " static simt::shared_variable<decltype(%s), decltype(simt_red_%s)> simt_var_%s("
                   "[]() -> void * { return (void *)&%s; },"
                   " []() -> void * { return (void *)&simt_red_%s; }, \"%s\");",
                   name, name, name, name, name, name);
        add_red_zone(s, sh, d, name);
        free(name);
    }
}

/** Drops the storage words before the first declarator and puts the one that is meant. */
static void rewrite_storage(struct source *s, const struct shared *sh, size_t name) {
    for (size_t i = sh->first; i < name; i = skip_one(s, i))
        if (is_storage_word(s->t[i].op)) drop(s, i, i);
    if (sh->is_dynamic && sh->scope == SHARED_IN_CODE)
        drop_attributes(s, sh);
    else
        put_storage(s, sh->first, sh->word,
                    sh->is_extern ? "extern __thread" : "static thread_local");
}

static size_t declaration_end(const struct source *s, size_t i) {
    while (s->t[i].op != ';' && s->t[i].op != OP_END && s->t[i].op != ')' && s->t[i].op != '}')
        i = skip_one(s, i);
    return s->t[i].op == ';' ? i : 0;
}

void rewrite_shared(struct source *s, size_t first, size_t word, enum shared_scope scope,
                    bool red_zones) {
    struct shared sh = {.first = first,
                        .word = word,
                        .end = declaration_end(s, first),
                        .scope = scope,
                        .red_zones = red_zones};
    struct declarator d = read_declarator(s, first);
    if (!sh.end || !d.end || !d.name) {
        drop(s, word, word); // no declaration: let the compiler say what is wrong
        return;
    }
    for (size_t i = first; i < d.name; i = skip_one(s, i)) sh.is_extern |= s->t[i].op == W_EXTERN;
    sh.is_dynamic = sh.is_extern && has_empty_bounds(s, &d);
    rewrite_storage(s, &sh, d.name);
    add_low_zone(s, &sh, &d);
    for (;;) {
        rewrite_declarator(s, &sh, &d);
        if (!d.end || d.end >= sh.end) return;
        d = read_declarator(s, d.end + 1);
    }
}
