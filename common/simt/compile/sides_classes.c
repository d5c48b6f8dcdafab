/** @file
 *  @brief Members of classes and operators: on which side they are. See sides.h. */
#include <string.h>

#include "sides_parts.h"

static size_t count_params(const struct source *s, size_t params) {
    size_t n = count_items(s, params, NULL);
    return n == 1 && token_is(s, params + 1, "void") ? 0 : n;
}

void note_member(struct sides *sides, const struct source *s, const struct declaration *d, size_t class_name) {
    bool is_variable = !d->params, is_const = holds(s, d->first, d->name, "const") || d->has_constexpr;
    if (is_variable && (!d->has_static || is_const)) return;
    size_t end = d->params ? s->t[d->params].match + 1 : 0;
    bool is_default = d->params && s->t[end].op == '='; // both sides have it
    sides->members = grown(sides->members, sides->n_members, &sides->members_room, sizeof(*sides->members));
    sides->members[sides->n_members++] = (struct member){
        .class_name = holds(s, d->first, d->name, "friend") ? 0 : class_name,
        .name = d->name,
        .params = d->params,
        .n_params = is_variable ? 0 : count_params(s, d->params),
        .on_device = d->has_device || is_default,
        .on_host = d->has_host || !d->has_device || is_default,
    };
}

/** The name of the class in int S<T>::f( and in S::operator+(, of which `name` is the last one; 0: there is none. */
static size_t qualifier(const struct source *s, size_t name) {
    if (s->t[name - 1].op == '~') name--;
    if (s->t[name - 1].op != OP_SCOPE) return 0;
    size_t before = name - 2;
    if (s->t[before].op == '>' && s->t[before].match) before = s->t[before].match - 1;
    return s->t[before].op == OP_NAME ? before : 0;
}

static bool same_member(const struct source *s, size_t a, size_t b) {
    return tokens_equal(s, a, b) && (s->t[a].op != W_OPERATOR || tokens_equal(s, a + 1, b + 1));
}

void join_member(struct sides *sides, const struct source *s, struct declaration *d) {
    size_t class_name = d->params && d->name ? qualifier(s, d->name) : 0;
    size_t n = class_name ? count_params(s, d->params) : 0;
    for (size_t k = 0; class_name && k < sides->n_members; k++) {
        struct member *m = &sides->members[k];
        if (!m->params || !m->class_name || m->n_params != n || !tokens_equal(s, m->class_name, class_name) ||
            !same_member(s, m->name, d->name))
            continue;
        if (m->on_device && !d->has_device) d->has_device = d->has_host = true;
        m->on_device |= d->has_device;
    }
}

/** Of the functions that are called alike: is there any, and where? */
struct found {
    bool any, on_device, on_host, takes_none;
};

static void add_found(struct found *found, const struct member *m) {
    found->any = true;
    found->on_device |= m->on_device;
    found->on_host |= m->on_host;
    found->takes_none |= m->n_params == 0;
}

/** Those of class `type`, or of all where that is 0. */
static struct found find_members(const struct sides *sides, const struct source *s, size_t type, size_t name) {
    struct found found = {false};
    for (size_t k = 0; k < sides->n_members; k++) {
        const struct member *m = &sides->members[k];
        bool of_class = m->class_name && m->params && (!type || tokens_equal(s, m->class_name, type));
        if (of_class && tokens_equal(s, m->name, name)) add_found(&found, m);
    }
    return found;
}

static enum wrong check_found(enum side side, struct found found) {
    if (!found.any) return RIGHT;
    if (side == SIDE_DEVICE) return found.on_device ? RIGHT : HOST_FUNCTION;
    return found.on_host ? RIGHT : DEVICE_FUNCTION;
}

/** The type of the declaration V a = x, *b, of which the name at `k` is a later one. 0: it is not known. */
static size_t type_before_comma(const struct source *s, size_t k) {
    for (; s->t[k].op != ';' && s->t[k].op != '{' && s->t[k].op != '}' && s->t[k].op != '('; k--)
        if (s->t[k].match && s->t[k].match < k) k = s->t[k].match;
    while (s->t[k + 1].op == W_CV) k++;
    uint32_t next = s->t[k + 2].op;
    return s->t[k + 1].op == OP_NAME && (next == OP_NAME || next == '*') ? k + 1 : 0;
}

/** Is the type that token `i` names a number's or a pointer's, by typedef or using? It has no operators of its own. */
static bool is_number(const struct sides *sides, const struct source *s, size_t i) {
    for (int step = 0; step < 8; step++) { // typedef float real; typedef real scalar;
        const struct name *n = find_name(&sides->types, s, i);
        if (!n || !n->last) return s->t[i].len > 2 && memcmp(s->text + s->t[i].at + s->t[i].len - 2, "_t", 2) == 0;
        const struct declaration *d = &sides->types.f[n->last - 1].d;
        bool is_using = s->t[d->first].op == W_USING && s->t[d->name + 1].op == '=';
        if (!is_using && s->t[d->first].op != W_TYPEDEF) return false;
        i = d->name;
        while (is_using && s->t[i].op != ';' && s->t[i].op != OP_END) i++;
        for (i--; s->t[i].op == W_CV;) i--;
        if (s->t[i].op == W_BUILTIN || s->t[i].op == '*') return true;
        if (s->t[i].op != OP_NAME) return false;
    }
    return false;
}

/** The class of which the local variable at name `i` is an object; with `n` more stars, as of a pointer, what is behind
 *  them. 0: it is not known. */
static size_t class_of(const struct sides *sides, const struct source *s, const struct use *u, size_t i, size_t n) {
    size_t k = s->t[i].op == OP_NAME ? local_declaration(s, u->params, i) : 0, stars = 0;
    if (!k) return 0;
    for (size_t end = k + 1; s->t[end].op == '[' && s->t[end].match; end = s->t[end].match + 1u) stars++;
    while (s->t[k - 1].op == '*' || s->t[k - 1].op == '&' || s->t[k - 1].op == W_CV || s->t[k - 1].op == W_RESTRICT)
        stars += s->t[--k].op == '*';
    size_t type = s->t[k - 1].op == ',' ? type_before_comma(s, k - 1) : k - 1;
    if (s->t[type].op == '>' && s->t[type].match) type = s->t[type].match - 1u;
    bool is_type = s->t[type].op == OP_NAME && find_name(&sides->types, s, type);
    bool is_other = !is_type || is_template_parameter(s, u->params, type) || is_number(sides, s, type);
    return !is_other && stars == n ? type : 0;
}

/** The class of what ends at token `i`: x, x[…] and *x are known, of a local variable. */
static size_t class_of_operand(const struct sides *sides, const struct source *s, const struct use *u, size_t i) {
    size_t n = 0;
    for (; s->t[i].op == ']' && s->t[i].match; i = s->t[i].match - 1) n++;
    uint32_t before = s->t[i - 1].op;
    bool is_member = before == '.' || before == OP_ARROW || before == OP_SCOPE;
    return is_member ? 0 : class_of(sides, s, u, i, n);
}

/** Functions of one name of all classes of the file, or of a header, of which nobody knows the class. */
static enum wrong check_all_members(const struct sides *sides, const struct source *s, const struct use *u) {
    enum wrong wrong = check_found(u->side, find_members(sides, s, 0, u->token));
    bool other = wrong && (find_name(&sides->fields, s, u->token) || is_in_headers(s, u->token));
    return other ? RIGHT : wrong;
}

/** Is name `i` a local variable of one of std's classes that are the host's, or does it lead to one? */
static bool is_std_object(const struct source *s, const struct use *u, size_t i) {
    size_t k = s->t[i].op == OP_NAME ? local_declaration(s, u->params, i) : 0;
    while (k && (s->t[k - 1].op == '*' || s->t[k - 1].op == '&')) k--;
    if (k && s->t[k - 1].op == '>' && s->t[k - 1].match) k = s->t[k - 1].match;
    return k > 3 && s->t[k - 2].op == OP_SCOPE && token_is(s, k - 3, "std") && is_host_class(s, k - 1);
}

enum wrong check_member(const struct sides *sides, const struct source *s, const struct use *u) {
    size_t object = u->token - 2, type = 0;
    if (!opening(s, u->token)) return RIGHT;
    if (u->side == SIDE_DEVICE && is_std_object(s, u, object)) return HOST_ONLY;
    if (!find_members(sides, s, 0, u->token).any) return RIGHT;
    for (size_t stars = 0; stars < 2 && !type; stars++)
        if (s->t[object].op == OP_NAME) type = class_of(sides, s, u, object, stars);
    if (!type) type = class_of_operand(sides, s, u, object);
    if (!type) return check_all_members(sides, s, u);
    return check_found(u->side, find_members(sides, s, type, u->token));
}

enum wrong check_own_member(const struct sides *sides, const struct source *s, const struct use *u) {
    size_t type = u->class_name ? u->class_name : qualifier(s, u->params - 1);
    if (!opening(s, u->token)) return RIGHT;
    struct found found = find_members(sides, s, type, u->token);
    return type && found.any ? check_found(u->side, found) : check_all_members(sides, s, u);
}

/** Does an operator outside of classes take an object of the class? */
static bool takes(const struct source *s, const struct member *m, size_t type) {
    for (size_t i = m->params; i < s->t[m->params].match; i++)
        if (tokens_equal(s, i, type) && !is_template_parameter(s, m->params, i)) return true;
    return false;
}

/** Is the type that token `i` names an enumeration without a scope? Its values are numbers, too. */
static bool is_enumeration(const struct sides *sides, const struct source *s, size_t i) {
    const struct name *n = find_name(&sides->types, s, i);
    if (!n || !n->last) return false;
    const struct declaration *d = &sides->types.f[n->last - 1].d;
    size_t key = d->first + (s->t[d->first].op == W_TYPEDEF);
    return token_is(s, key, "enum") && s->t[key + 1].op != W_CLASS_KEY;
}

/** Is token `i` a number, or a local variable that is one? */
static bool is_plain_number(const struct source *s, const struct use *u, size_t i) {
    size_t k = s->t[i].op == OP_NAME ? local_declaration(s, u->params, i) : 0;
    return s->t[i].op == OP_NUMBER || (k && s->t[k - 1].op == W_BUILTIN);
}

/** Has an operator a parameter that is a number? Else it does not stand between an enumeration and a number. */
static bool takes_number(const struct source *s, const struct member *m) {
    for (size_t i = m->params; i < s->t[m->params].match; i++)
        if (s->t[i].op == W_BUILTIN) return true;
    return false;
}

/** The operator at token `op` beside an object of class `type`. A member belongs to what stands left of it. */
static enum wrong check_operator(const struct sides *sides, const struct source *s, const struct use *u, size_t type,
                                 size_t op, size_t operands, bool is_left) {
    struct found found = {false};
    bool any_number = s->t[op].op == '(' || s->t[op].op == '[';
    bool to_number = type && operands == 2 && is_enumeration(sides, s, type) &&
                     is_plain_number(s, u, is_left ? op + 1 : op - 1);
    for (size_t k = 0; type && k < sides->n_members; k++) {
        const struct member *m = &sides->members[k];
        size_t sign = m->name + 1;
        if (!m->params || s->t[m->name].op != W_OPERATOR || !tokens_equal(s, sign, op)) continue;
        if (s->t[op].op == '>' && s->t[op + 1].op != s->t[sign + 1].op && s->t[sign + 1].op != '(') continue;
        bool of_class = m->class_name ? is_left && tokens_equal(s, m->class_name, type) : takes(s, m, type);
        if (to_number && !takes_number(s, m)) continue;
        if (of_class && (any_number || m->n_params + (m->class_name != 0) == operands)) add_found(&found, m);
    }
    enum wrong wrong = check_found(u->side, found);
    return wrong == HOST_FUNCTION ? HOST_OPERATOR : wrong == DEVICE_FUNCTION ? DEVICE_OPERATOR : RIGHT;
}

enum wrong check_operators(const struct sides *sides, const struct source *s, const struct use *u) {
    size_t i = u->token, end = i + 1, before = i - 1;
    if (!sides->n_members || declares(s, i)) return RIGHT;
    bool is_call = s->t[end].op == '(' || s->t[end].op == '[';
    enum wrong wrong = is_call ? check_operator(sides, s, u, class_of(sides, s, u, i, 0), end, 0, true) : RIGHT;
    while (s->t[end].op == '[' && s->t[end].match) end = s->t[end].match + 1u;
    uint32_t next = s->t[end].op, op = s->t[before].op, last = s->t[before - 1].op;
    if (wrong || next == '.' || next == OP_ARROW || next == '(') return wrong;
    size_t type = class_of_operand(sides, s, u, end - 1);
    bool binary = last == OP_NAME || last == OP_NUMBER || last == ')' || last == ']';
    wrong = check_operator(sides, s, u, type, end, 2, true);
    if (wrong || op == '(' || op == '[') return wrong;
    return check_operator(sides, s, u, type, before, binary ? 2 : 1, !binary);
}

/** Does `constexpr` stand before a member's name? With --expt-relaxed-constexpr that is for both sides. */
static bool is_constexpr(const struct source *s, size_t name) {
    size_t k = name - 1;
    while (k > 0 && s->t[k].op != ';' && s->t[k].op != '{' && s->t[k].op != '}' && s->t[k].op != ':' &&
           !token_is(s, k, "constexpr"))
        k--;
    return token_is(s, k, "constexpr");
}

/** Does class `type` have operators (), and none for the device? */
static bool is_host_functor(const struct sides *sides, const struct source *s, size_t type) {
    struct found found = {false};
    for (size_t k = 0; k < sides->n_members; k++) {
        const struct member *m = &sides->members[k];
        bool calls = m->params && s->t[m->name].op == W_OPERATOR && s->t[m->name + 1].op == '(';
        if (!calls || !m->class_name || !tokens_equal(s, m->class_name, type)) continue;
        if (sides->relaxed && is_constexpr(s, m->name)) return false;
        add_found(&found, m);
    }
    return found.any && !found.on_device;
}

void check_functors(const struct sides *sides, const struct source *s, size_t params, size_t open) {
    for (size_t i = open + 1; i < s->t[open].match; i = skip_one(s, i)) {
        uint32_t before = s->t[i - 1].op;
        if ((before != '(' && before != ',') || s->t[i].op != OP_NAME) continue;
        size_t next = s->t[i + 1].op == '<' && s->t[i + 1].match ? s->t[i + 1].match + 1u : i + 1;
        uint32_t behind = s->t[next].op, end = s->t[s->t[next].match + 1].op;
        const struct use use = {.token = i, .params = params};
        size_t type = behind == ',' || behind == ')' ? class_of(sides, s, &use, i, 0) : 0;
        bool makes = (behind == '(' || behind == '{') && (end == ',' || end == ')');
        if (makes && find_name(&sides->types, s, i)) type = i;
        if (type && is_host_functor(sides, s, type))
            stop_at(s, i,
                    "%.*s goes to a kernel, and its operator () is the host's. Write __device__ before the operator",
                    (int)s->t[type].len, s->text + s->t[type].at);
    }
}

enum wrong check_constructor(const struct sides *sides, const struct source *s, const struct use *u) {
    size_t i = u->token, open = i + 1 + (s->t[i + 1].op == OP_NAME);
    uint32_t op = s->t[open].op;
    bool one_name = s->t[open].match == open + 2 && s->t[open + 1].op == OP_NAME; // a copy?
    bool bare = op == ';' && open == i + 2;
    if ((!bare && ((op != '(' && op != '{') || one_name)) || !find_name(&sides->types, s, i)) return RIGHT;
    struct found found = find_members(sides, s, i, i);
    return bare && !found.takes_none ? RIGHT : check_found(u->side, found);
}

enum wrong check_static(const struct sides *sides, const struct source *s, const struct use *u) {
    size_t i = u->token, type = s->t[i - 2].op == '>' && s->t[i - 2].match ? s->t[i - 2].match - 1u : i - 2;
    for (size_t k = 0; u->side == SIDE_DEVICE && k < sides->n_members; k++) {
        const struct member *m = &sides->members[k];
        if (!m->params && m->class_name && tokens_equal(s, m->class_name, type) && tokens_equal(s, m->name, i))
            return SHARED_BY_OBJECTS;
    }
    bool is_call = opening(s, i) && !tokens_equal(s, i, type) && find_name(&sides->types, s, type);
    return is_call ? check_found(u->side, find_members(sides, s, type, i)) : RIGHT;
}

bool is_constructed(const struct sides *sides, const struct source *s, size_t name) {
    bool has_values = s->t[name + 1].op == '(' || s->t[name + 1].op == '{';
    for (size_t k = 0; k < sides->n_members; k++) {
        const struct member *m = &sides->members[k];
        bool makes =
            m->params && m->class_name && tokens_equal(s, m->class_name, m->name) && s->t[m->name - 1].op != '~';
        if (!makes || !tokens_equal(s, m->class_name, name - 1) || (m->n_params > 0 && !has_values)) continue;
        size_t body = s->t[m->params].match + 1u;
        bool is_empty = s->t[body].op == '=' || (s->t[body].op == '{' && s->t[body].match == body + 1);
        if (!is_empty) return true;
    }
    return false;
}
