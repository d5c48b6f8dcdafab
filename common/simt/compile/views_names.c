/** @file
 *  @brief `__CUDA_ARCH__` outside of functions: names that mean another thing in each view.
 *
 * A type, a constant or enumerators that both views have, and not alike, get a second name for device code. Where a
 * name stands outside of functions, nothing tells host from device: there the host's meaning is taken, with a warning.
 */
#include "sides_parts.h"
#include "views_parts.h"

#include <stdlib.h>
#include <string.h>

bool is_of_program(const struct source *s, size_t i) {
    const struct place *here = &s->places[s->t[i].place];
    bool found = true;
    for (size_t k = 0; k < s->n_places && found; k++) { // a marker inside of a line does not say it of its file
        const struct place *p = &s->places[k];
        found = !*p->flags || p->len != here->len || memcmp(p->name, here->name, p->len) != 0;
    }
    return found;
}

static bool spells(const struct source *s, size_t i, const char *name) {
    return s->t[i].len == strlen(name) && memcmp(s->text + s->t[i].at, name, s->t[i].len) == 0;
}

static void note_meaning(struct views *v, const struct source *s, size_t i) {
    for (size_t k = 0; k < v->n_meanings; k++)
        if (spells(s, i, v->meanings[k].name)) return;
    v->meanings = grown(v->meanings, v->n_meanings, &v->meanings_room, sizeof(*v->meanings));
    v->meanings[v->n_meanings++].name = strndup(s->text + s->t[i].at, s->t[i].len);
}

/** A variable that each object has. */
static bool is_field(const struct source *s, const struct spans *spans, const struct span *f) {
    bool in_class = false;
    for (size_t k = 0; k < spans->n_scopes; k++)
        if (f->first > spans->scopes[k].body && f->end < spans->scopes[k].end)
            in_class = spans->scopes[k].is_class;
    for (size_t i = f->first; in_class && i < f->name; i++) {
        uint32_t op = s->t[i].op;
        in_class = op != W_STATIC && op != W_TYPEDEF && op != W_USING && op != W_CLASS_KEY &&
                   !token_is(s, i, "constexpr");
    }
    return in_class;
}

void note_meanings(struct views *v, const struct span *f, const struct span *g) {
    const struct source *s = v->device;
    if (same_texts(v->host, f->first, f->end, s, g->first, g->end)) return;
    if (is_field(v->host, &v->own, f) && is_of_program(v->host, f->name))
        stop_at(v->host, f->name,
                "by __CUDA_ARCH__, %.*s is another member in device code, and in the CPU runtime "
                "objects have one "
                "layout. Give the two members names of their own",
                (int)s->t[g->name].len, s->text + s->t[g->name].at);
    bool of_enum = holds(s, g->first, g->name, "enum");
    note_meaning(v, s, g->name);
    for (size_t i = g->first; i < g->end; i = of_enum ? i + 1 : skip_angles(s, i))
        if ((s->t[i].op == ',' || (of_enum && s->t[i].op == '{')) && s->t[i + 1].op == OP_NAME)
            note_meaning(v, s, i + 1);
}

static bool ends_type(const struct source *s, size_t i) {
    uint32_t op = s->t[i].op;
    return op == OP_NAME || op == W_BUILTIN || op == W_CV || (op == '>' && s->t[i].match);
}

/** Does a type stand before name `k`, and what may follow a variable behind it? `T * k` may be a product: it is none
 *  among parameters and where a statement begins. */
static bool is_declared(const struct source *s, size_t k, bool in_params) {
    size_t i = k - 1;
    uint32_t next = s->t[k + 1].op;
    if (!next || next >= OP_NAME || !strchr("=;,:)[({", (int)next)) return false;
    while (s->t[i].op == '*' || s->t[i].op == '&' || s->t[i].op == W_RESTRICT) i--;
    uint32_t before = s->t[i - 1].op;
    bool begins =
        before == ';' || before == '{' || before == '}' || before == W_CV || before == W_STATIC;
    return ends_type(s, i) && (i == k - 1 || s->t[i].op == W_BUILTIN || in_params || begins);
}

/** Is name `i` that of a parameter or a local variable of the function with these parameters? */
static bool is_own(const struct source *s, size_t params, size_t i) {
    for (size_t k = params + 1; k <= i; k++)
        if (s->t[k].op == OP_NAME && tokens_equal(s, k, i) &&
            is_declared(s, k, k < s->t[params].match))
            return true;
    return false;
}

bool has_meanings(const struct views *v, const struct source *s, size_t params, size_t i) {
    uint32_t before = s->t[i - 1].op;
    bool found = false;
    if (s->t[i].op != OP_NAME || before == '.' || before == OP_ARROW) return false;
    for (size_t k = 0; k < v->n_meanings && !found; k++) found = spells(s, i, v->meanings[k].name);
    return found && !(params && is_own(s, params, i));
}

void choose_meaning(struct views *v, size_t i, size_t j) {
    struct span *f = function_around(&v->own, i, i + 1);
    if (!has_meanings(v, v->host, f ? f->params : 0, i)) return;
    if (f && f->side == SIDE_BOTH) f->twin = function_around(&v->other, j, j + 1);
    if (f && f->side == SIDE_DEVICE) put_behind(v->host, i, ON_DEVICE);
    if (!f && is_of_program(v->host, i) && !is_declared(v->host, i, true))
        warn_at(v->host, i,
                "by __CUDA_ARCH__, %.*s differs in device code, and the CPU runtime takes the "
                "host's outside of "
                "functions. Use the name inside of a function",
                (int)v->host->t[i].len, v->host->text + v->host->t[i].at);
}
