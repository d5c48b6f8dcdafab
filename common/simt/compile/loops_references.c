/**
 * @file
 * @brief References of a kernel's own, in the copy of its body that is to become loops: what they refer to stands for
 *        them.
 *
 *     float &x = a[i]; x += 1;      becomes    ; a[i] += 1;
 *     const int &n = s.n;           becomes    const int n = s.n;   where s is a parameter
 *
 * They refer to a variable, to its member or to an element. All names in that keep their meanings and their values as
 * long as the reference is seen, or else it stays as it is: then the kernel runs thread by thread.
 */
#include "loops.h"
#include "loops_inline.h"

/** The & of a declaration type &name = …; at tokens first … last; 0: it is none. */
static size_t find_and(const struct source *s, size_t first, size_t last, bool *fixed) {
    size_t i = first, names = 0;
    *fixed = false;
    for (; i < last && (s->t[i].op == W_BUILTIN || s->t[i].op == W_CV || s->t[i].op == OP_NAME); i++) {
        if (token_is(s, i, "volatile") || s->t[i].op == W_RESTRICT) return 0;
        names += s->t[i].op == OP_NAME;
        *fixed |= token_is(s, i, "const");
    }
    bool refers = i > first && i + 3 < last && s->t[i].op == '&' && s->t[i + 1].op == OP_NAME;
    return refers && s->t[i + 2].op == '=' && names < 2 && s->t[last].op == ';' ? i : 0;
}

/** Do the brackets at `open` hold an index that calls nothing, stores nothing and loads nothing? */
static bool is_calm_index(const struct source *s, size_t open) {
    for (size_t k = open + 1; k < s->t[open].match; k++) {
        uint32_t op = s->t[k].op;
        bool loads = op == '[' || op == OP_ARROW || (op == '*' && !ends_value(s, k - 1));
        if (loads || op == '&' || op == '{' || op == W_KEYWORD || is_store(s, k) ||
            (op == OP_NAME && s->t[k + 1].op == '('))
            return false;
    }
    return true;
}

/** Is it name, name.member, name.member[…].member and so on? `*indexes`: in how many brackets. */
static bool is_simple(const struct source *s, size_t first, size_t last, size_t *indexes) {
    size_t i = first + 1;
    *indexes = 0;
    if (s->t[first].op != OP_NAME) return false;
    while (i <= last && (s->t[i].op == '.' || s->t[i].op == '[')) {
        if (s->t[i].op == '.' && s->t[i + 1].op != OP_NAME) return false;
        if (s->t[i].op == '[' && (!is_calm_index(s, i) || (*indexes && s->t[i - 1].op != ']'))) return false;
        *indexes += s->t[i].op == '[';
        i = s->t[i].op == '[' ? s->t[i].match + 1u : i + 2;
    }
    return i == last + 1;
}

/** Is the name that of an array of the kernel itself, whose elements are no pointers? */
static bool is_own_array(const struct inliner *in, size_t name) {
    const struct source *s = in->s;
    bool array = false;
    for (size_t i = in->d->body; i < s->t[in->d->body].match; i++)
        if (s->t[i].op == OP_NAME && tokens_equal(s, i, name) && !is_member(s, i) && is_declared(s, i))
            array = s->t[i + 1].op == '[' && s->t[i - 1].op != '*' && s->t[i - 1].op != W_CV;
    return array;
}

/** Does anything change variable `name` of the kernel, from token `from` on? Or does anything lead to it? */
static bool is_changed_since(const struct inliner *in, size_t name, size_t from) {
    const struct source *s = in->s;
    size_t body = in->d->body;
    for (size_t i = body; i < s->t[body].match; i++) {
        if (s->t[i].op == '(' && s->t[i - 1].op == OP_NAME && takes_references(in->calls, s, i - 1))
            for (size_t k = i + 1; k < s->t[i].match; k++)
                if (s->t[k].op == OP_NAME && tokens_equal(s, k, name) && !is_member(s, k)) return true;
        if (s->t[i].op != OP_NAME || !tokens_equal(s, i, name) || is_member(s, i)) continue;
        bool whole = s->t[i + 1].op != '[' && s->t[i + 1].op != '.';
        bool referred = whole && s->t[i - 1].op == '=' && s->t[i - 3].op == '&';
        bool led_to = (s->t[i - 1].op == '&' && !is_declared(s, i)) || referred;
        size_t end = i + 1;
        while (s->t[end].op == '.') end += 2;
        bool stored = is_store(s, end) || token_is(s, i - 1, "++") || token_is(s, i - 1, "--");
        if (led_to || (i > from && stored)) return true;
    }
    return false;
}

/** Is the name declared anew between two tokens? */
static bool is_declared_anew(const struct source *s, size_t name, size_t from, size_t to) {
    for (size_t i = from; i < to; i++)
        if (s->t[i].op == OP_NAME && tokens_equal(s, i, name) && !is_member(s, i) && s->t[i - 1].op != '<' &&
            is_declared(s, i)) // k < n is no declaration of n
            return true;
    return false;
}

/** The token of the kernel's parameters that declares the name; 0: none. */
static size_t parameter_of(const struct inliner *in, size_t name) {
    const struct source *s = in->s;
    for (size_t i = in->d->params; i < s->t[in->d->params].match; i++)
        if (s->t[i].op == OP_NAME && tokens_equal(s, i, name)) return i;
    return 0;
}

/** Is the type, one word, that of the elements of a parameter, and do the tokens name such an element? */
static bool is_type_of(const struct inliner *in, size_t type, size_t first, size_t last) {
    const struct source *s = in->s;
    size_t k = parameter_of(in, first);
    if (!k || s->t[first + 1].op != '[' || s->t[first + 1].match != last) return false;
    for (k--; s->t[k].op == '*' || s->t[k].op == W_CV || s->t[k].op == W_RESTRICT;) k--;
    while (s->t[type].op == W_CV) type--;
    return tokens_equal(s, k, type) && s->t[k - 1].op != W_BUILTIN && s->t[type - 1].op != W_BUILTIN;
}

/** Has it the type of what it refers to? A number of another type may be a copy. A class may hide members of the one
 *  that it comes from. */
static bool has_same_type(const struct inliner *in, size_t type, bool fixed, size_t first, size_t last) {
    const struct source *s = in->s;
    bool number = s->t[type].op == W_BUILTIN || s->t[type].op == W_CV || is_known_type(s, type);
    return token_is(s, type, "auto") || (number && !fixed) || is_type_of(in, type, first, last);
}

/** Is a name from outside of the kernel, and might a function that it calls change what that is? */
static bool may_change_outside(const struct inliner *in, size_t name) {
    const struct source *s = in->s;
    const size_t body = in->d->body, close = s->t[body].match;
    bool calls = false;
    for (size_t i = body; i < close; i++)
        calls |= s->t[i].op == OP_NAME && s->t[i + 1].op == '(' && has_code(in->calls, s, i);
    return calls && !parameter_of(in, name) && !is_declared_anew(s, name, body, close);
}

/** Do all names mean the same, and have they the same values, up to token `to`? What leads to an element is no
 *  reference itself. */
static bool is_steady(const struct inliner *in, const struct level *level, size_t first, size_t last, size_t indexes,
                      size_t to) {
    const struct source *s = in->s;
    if (indexes > 1 && !is_own_array(in, first)) return false;
    for (size_t i = first; i <= last; i++) {
        if (s->t[i].op != OP_NAME || is_member(s, i) || is_thread_index(s, i)) continue;
        if (is_declared_anew(s, i, last + 1, to)) return false;
        if (indexes && (alias_at(in, level, i) || is_changed_since(in, i, last) || may_change_outside(in, i)))
            return false;
    }
    return true;
}

bool write_reference(struct inliner *in, const struct level *level, size_t first, size_t last) {
    const struct source *s = in->s;
    bool fixed;
    size_t indexes;
    size_t at = level->code ? 0 : find_and(s, first, last, &fixed), name = at + 1, value = at + 3;
    if (!at || !is_simple(s, value, last - 1, &indexes) || is_lone_child(s, first)) return false;
    size_t to = s->t[namespace_of(s, first)].match, type = at - 1;
    bool copied = fixed && !indexes && !token_is(s, type, "auto");
    if (is_declared_anew(s, name, last, to) || !is_steady(in, level, value, last - 1, indexes, to)) return false;
    if (copied && (!parameter_of(in, value) || is_changed_since(in, value, in->d->body))) return false;
    if (copied) {
        add_copies(in, level, first, type);
        add_copies(in, level, name, last);
    } else {
        if (!has_same_type(in, type, fixed, value, last - 1) || in->n_aliases == MOST_ALIASES) return false;
        add_word_behind(in, ";", ';', first);
        in->aliases[in->n_aliases++] = (struct alias){name, value, last - 1, to};
    }
    in->references = true;
    return true;
}

const struct alias *alias_at(const struct inliner *in, const struct level *level, size_t i) {
    if (level->code || !level->is_kernel || in->s->t[i].op != OP_NAME || is_member(in->s, i)) return NULL;
    for (size_t k = 0; k < in->n_aliases; k++) {
        const struct alias *a = &in->aliases[k];
        if (a->last < i && i < a->to && tokens_equal(in->s, a->name, i)) return a;
    }
    return NULL;
}
