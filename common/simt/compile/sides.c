/** @file
 *  @brief What runs on the host and what on the device: see sides.h. */
#include "intrinsics.h"
#include "rewrite.h"
#include "sides_parts.h"

enum side side_of(const struct declaration *d, enum side outer) {
    if (d->has_global) return SIDE_DEVICE;
    if (d->has_device) return d->has_host ? SIDE_BOTH : SIDE_DEVICE;
    return d->has_host || outer == SIDE_NONE ? SIDE_HOST : outer;
}

/*
 * Notes, while the file is read.
 */
void note_use(struct sides *sides, struct use use) {
    if (use.side != SIDE_HOST && use.side != SIDE_DEVICE) return;
    sides->uses = grown(sides->uses, sides->n_uses, &sides->uses_room, sizeof(*sides->uses));
    sides->uses[sides->n_uses++] = use;
}

/** A variable of the host that kernels do not see: it may change, or is an array, or a pointer that may change.
 *  `*is_constant`: kernels see its value, if the compiler knows that. */
static bool is_host_variable(const struct source *s, const struct declaration *d, size_t first_name,
                             bool *is_constant) {
    bool is_array = s->t[d->name + 1].op == '[', is_const = d->has_constexpr;
    bool is_pointer = s->t[d->name - 1].op == '*' || s->t[d->name - 2].op == '*';
    for (size_t i = d->first; i < first_name; i++) {
        uint32_t op = s->t[i].op;
        bool another = op == W_TYPEDEF || op == W_USING || op == W_TEMPLATE || op == W_NAMESPACE ||
                       op == W_CONSTANT || op == W_MANAGED || op == W_OPERATOR;
        if (another || token_is(s, i, "enum")) return false;
        is_const |= token_is(s, i, "const");
    }
    bool is_type = s->t[first_name - 1].op == W_CLASS_KEY || first_name == d->first;
    if (is_type || d->has_device || d->has_shared) return false;
    *is_constant = is_const && !is_array && (!is_pointer || d->has_constexpr);
    return !*is_constant;
}

size_t name_of_class(const struct source *s, size_t first, size_t brace) {
    for (size_t i = first; i < brace; i = skip_angles(s, i)) {
        if (s->t[i].op != W_CLASS_KEY) continue;
        for (i++; i < brace && s->t[i].op != OP_NAME;) i = skip_one(s, i);
        return i < brace ? i : 0;
    }
    return 0;
}

/** The next declarator's name behind token `i` in int a, *b; 0: there is none. */
static size_t next_declarator(const struct source *s, size_t i) {
    while (i < s->n && s->t[i].op != ';' && s->t[i].op != '}' && s->t[i].op != ',') i = skip_one(s, i);
    if (s->t[i].op != ',') return 0;
    for (i++; s->t[i].op == '*' || s->t[i].op == '&' || s->t[i].op == W_CV;) i++;
    return s->t[i].op == OP_NAME ? i : 0;
}

static void note_variables(struct functions *variables, const struct source *s, const struct declaration *d) {
    struct declaration one = *d;
    for (; one.name; one.name = next_declarator(s, one.name)) add_function(variables, s, one, 0);
}

static void note_host_names(struct sides *sides, const struct source *s, const struct declaration *d) {
    struct declaration one = *d;
    for (; one.name; one.name = next_declarator(s, one.name)) {
        bool is_constant = false, is_variable = is_host_variable(s, &one, d->name, &is_constant);
        struct functions *to = is_variable ? &sides->variables : is_constant ? &sides->constants : &sides->types;
        add_function(to, s, one, 0);
        if (to == &sides->types) return;
    }
}

/** A variable with __device__ or __constant__. */
static bool is_of_device(const struct source *s, const struct declaration *d) {
    bool of_device = false;
    for (size_t i = d->first; i < d->name; i++) {
        uint32_t op = s->t[i].op;
        if (op == W_TYPEDEF || op == W_USING || op == W_TEMPLATE || op == W_MANAGED || op == W_OPERATOR) return false;
        of_device |= op == W_DEVICE || op == W_CONSTANT;
    }
    return of_device && d->name > d->first;
}

bool has_host_copy(const struct sides *sides, const struct source *s, size_t i) {
    const struct name *v = find_name(&sides->device_variables, s, i);
    const struct declaration *d = v && v->last ? &sides->device_variables.f[v->last - 1].d : NULL;
    bool is_const = false;
    for (size_t k = d ? d->first : 0; d && k < d->name; k++)
        is_const = (is_const && s->t[k].op != '*') || token_is(s, k, "const") || token_is(s, k, "constexpr");
    return d && !is_const;
}

void note_declaration(struct sides *sides, const struct source *s, const struct declaration *d,
                      size_t class_name) {
    bool is_operator = d->params && d->name && s->t[d->name].op == W_OPERATOR && s->t[d->name - 1].op != OP_SCOPE;
    bool has_name = d->name && s->t[d->name].op == OP_NAME;
    if ((class_name && d->name) || is_operator) note_member(sides, s, d, class_name);
    if (class_name && !d->params && has_name) note_variables(&sides->fields, s, d);
    if (class_name || d->params || s->t[d->first].op == W_NAMESPACE) return;
    if (has_name && is_of_device(s, d)) note_variables(&sides->device_variables, s, d);
    size_t type = name_of_class(s, d->first, d->body ? d->body : d->stop);
    struct declaration named = *d;
    if (has_name) note_host_names(sides, s, d);
    named.name = type;
    if (type) add_function(&sides->types, s, named, 0);
}

/*
 * What is wrong.
 */
size_t opening(const struct source *s, size_t i) {
    size_t next = s->t[i + 1].op == '<' && s->t[i + 1].match ? s->t[i + 1].match + 1 : i + 1;
    return s->t[next].op == '(' && s->t[next].match ? next : 0;
}

/* What is said of a name, which stands before it. */
static const char *const sentences[] = {
    [HOST_FUNCTION] = "is a host function, and this code runs on the device. Write __device__ "
                      "before its definition",
    [CONSTEXPR_FUNCTION] = "is a constexpr host function, and this code runs on the device. Write "
                           "__host__ __device__ before its definition",
    [DEVICE_FUNCTION] = "is a device function, and this code runs on the host. Call it from a kernel",
    [HOST_ONLY] = "exists only on the host, and this code runs on the device. Use it in host code",
    [STD_ONLY] = "of std exists only on the host, and this code runs on the device. Write it without std::",
    [LIMITS] = "of numeric_limits exists only on the host, and this code runs on the device. Write "
               "a constant such as INT_MAX",
    [DEVICE_ONLY] = "exists only on the device, and this code runs on the host. Use it in a kernel",
    [HOST_VARIABLE] = "is a host variable, and this code runs on the device. Pass it as an "
                      "argument, or write __device__ or __constant__ before it",
    [HOST_CONSTANT] =
        "gets its value from a function of the host, and this code runs on the device. Write the value as "
        "a number, or pass it as an argument",
    [CONSTANT_WRITTEN] = "is in constant memory, which device code only reads. Let the host store it with "
                         "cudaMemcpyToSymbol",
    [DEVICE_VALUE] = "is a device variable, and a function gives its first value. Write that as a number, or let the "
                     "host store it with cudaMemcpyToSymbol",
    [DEVICE_OBJECT] =
        "is a device variable, and nobody calls its constructor. Leave that empty, and let a kernel store the "
        "members",
    [HOST_OPERATOR] = "has an operator of the host, and this code runs on the device. Write __device__ before the "
                      "operator's definition",
    [DEVICE_OPERATOR] = "has an operator of the device, and this code runs on the host. Write __host__ before the "
                        "operator's definition",
    [SHARED_BY_OBJECTS] = "is a static variable of a class, which the host has. Pass its value as an argument",
    [KERNEL] = "is a kernel, which cannot be called. Launch it with <<<blocks, threads>>>",
};

/* Mathematics that both sides have: a program's own function of that name may be meant or not. */
static const char overloaded[] =
    "min max abs fabs sqrt pow exp log sin cos tan floor ceil round fmin fmax swap";

bool is_index(const struct source *s, size_t i) {
    return is_one_of(s, i, "threadIdx blockIdx blockDim gridDim");
}

static bool calls_intrinsic(const struct source *s, const struct use *u) {
    return u->side == SIDE_HOST && opening(s, u->token) && is_device_intrinsic(s, u->token);
}

/** What nobody in the file declares. */
static enum wrong check_outside(const struct sides *sides, const struct source *s,
                                const struct use *u) {
    size_t i = u->token;
    if (calls_intrinsic(s, u)) return DEVICE_FUNCTION;
    if (u->side == SIDE_HOST) return is_index(s, i) ? DEVICE_ONLY : RIGHT;
    if (find_name(&sides->types, s, i) || find_name(&sides->constants, s, i)) return RIGHT;
    enum wrong wrong = check_library(sides, s, i);
    if (wrong) return wrong;
    return sides->in_std ? check_std(sides, s, i, false) : RIGHT; // min is also the device's own
}

/** Is the name inside sizeof or decltype, or in an expression that is computed when the program is compiled? */
static bool is_compiled(const struct source *s, const struct use *u) {
    size_t i = u->token, k = i - 1;
    for (; s->t[k].op == '*' || s->t[k].op == '&' || s->t[k].op == '('; k--)
        if (s->t[k].op == '(' && token_is(s, k - 1, "decltype")) return true;
    if (token_is(s, k, "sizeof")) return true;
    for (; k > u->params && s->t[k].op != ';' && s->t[k].op != '{' && s->t[k].op != '}'; k--) {
        if (token_is(s, k, "constexpr") || token_is(s, k, "static_assert") || token_is(s, k, "case")) return true;
        if ((s->t[k].op == '<' || (s->t[k].op == '[' && declares(s, k - 1))) && s->t[k].match > i) return true;
    }
    return false;
}

/** Is a[…] behind the name, with an index that the compiler may know? */
static bool has_known_index(const struct source *s, const struct use *u) {
    size_t open = u->token + 1, i = open + 1;
    if (s->t[open].op != '[') return false;
    while (i < s->t[open].match && !is_index(s, i) && !(s->t[i].op == OP_NAME && is_local(s, u->params, i)))
        i++;
    return i == s->t[open].match;
}

/** Does the first value of the variable whose name is token `i` come from a function that runs? */
static bool is_computed(const struct sides *sides, const struct source *s, const struct functions *fs, size_t i) {
    size_t end = i;
    while (s->t[end].op != ';' && s->t[end].op != ',' && s->t[end].op != OP_END) end = skip_one(s, end);
    while (i < end && s->t[i].op != '=') i = skip_one(s, i);
    for (; i < end; i++) {
        if (token_is(s, i, "new") || is_index(s, i)) return true;
        if (s->t[i].op != OP_NAME) continue;
        if (s->t[i - 1].op != '&' && s->t[i + 1].op != '[' && find_name(&sides->variables, s, i)) return true;
        if (!opening(s, i)) continue;
        const struct name *f = find_name(fs, s, i);
        bool is_foreign = !f && s->text[s->t[i].at] != '_' && is_in_c_headers(s, i);
        if (is_foreign || (f && f->is_function && !f->is_constexpr)) return true;
    }
    return false;
}

/** A variable of the host in device code; its size is known there. */
static enum wrong check_variable(const struct sides *sides, const struct source *s, const struct functions *fs,
                                 const struct use *u) {
    size_t i = u->token;
    if (find_name(&sides->types, s, i)) return RIGHT;
    const struct name *constant = find_name(&sides->constants, s, i);
    if (find_name(&sides->variables, s, i))
        return constant || is_compiled(s, u) || has_known_index(s, u) ? RIGHT : HOST_VARIABLE;
    bool computed = constant && constant->declarations == 1 &&
                    is_computed(sides, s, fs, sides->constants.f[constant->last - 1].d.name);
    return computed ? HOST_CONSTANT : RIGHT;
}

/** A __constant__ variable that is stored whole; of its elements nvcc does not know. */
static bool stores_constant(const struct sides *sides, const struct source *s, const struct use *u) {
    size_t i = u->token;
    const struct name *v = find_name(&sides->device_variables, s, i);
    if (!v || !v->last) return false;
    const struct declaration *d = &sides->device_variables.f[v->last - 1].d;
    bool stores = s->t[i + 1].op == '=' || token_is(s, i + 1, "++") || token_is(s, i + 1, "--") ||
                  token_is(s, i - 1, "++") || token_is(s, i - 1, "--") || is_one_of(s, i + 1, "+= -= *= /= |= &= ^=");
    bool is_constant = false;
    for (size_t k = d->first; k < d->name; k++) is_constant |= s->t[k].op == W_CONSTANT;
    return stores && is_constant && !is_local(s, u->params, i);
}

/** A device function that host code calls, or a library's of the same name: which one, only types tell. */
static enum wrong check_host_call(const struct sides *sides, const struct source *s,
                                  const struct use *u, const struct name *f) {
    if (!f->on_device || f->on_host) return RIGHT;
    return sides->in_foreign && is_in_headers(s, u->token) ? RIGHT : DEVICE_FUNCTION;
}

static enum wrong check_function(const struct sides *sides, const struct source *s,
                                 const struct use *u, const struct name *f) {
    bool has_address = u->side == SIDE_DEVICE && !find_name(&sides->types, s, u->token) && !f->is_kernel;
    if (!opening(s, u->token) && !has_address) return RIGHT;
    if (f->is_kernel && !f->is_function) return KERNEL;
    if (u->side == SIDE_HOST) return check_host_call(sides, s, u, f);
    bool both = f->on_device || !f->on_host || is_one_of(s, u->token, overloaded);
    if (f->is_constexpr) return both || sides->relaxed ? RIGHT : CONSTEXPR_FUNCTION;
    return both ? RIGHT : HOST_FUNCTION;
}

/*
 * All uses.
 */
/** Is the function a member of a class, by its braces or by its name, as in int C<T>::f(? */
static bool is_member(const struct source *s, const struct use *u) {
    size_t i = u->params - 1;
    return u->class_name || (s->t[i].op == OP_NAME && s->t[i - 1].op == OP_SCOPE) ||
           (s->t[i].op == ')' && s->t[i - 2].op == W_OPERATOR && s->t[i - 3].op == OP_SCOPE);
}

bool is_of_class(const struct sides *sides, const struct source *s, const struct use *u) {
    if (is_member(s, u) && find_name(&sides->fields, s, u->token)) return true;
    for (size_t k = 0; k < sides->n_members; k++)
        if (tokens_equal(s, sides->members[k].name, u->token)) return true;
    return is_template_parameter(s, u->params, u->token);
}

static enum wrong check_plain(const struct sides *sides, const struct source *s, const struct functions *fs,
                              const struct use *u, const struct name *f) {
    enum wrong wrong =
        f && f->declarations ? check_function(sides, s, u, f) : check_outside(sides, s, u);
    if (wrong || u->side != SIDE_DEVICE) return wrong;
    return stores_constant(sides, s, u) ? CONSTANT_WRITTEN : check_variable(sides, s, fs, u);
}

/** `a::x`, of a namespace or a class, which may have template arguments. */
static enum wrong check_qualified(const struct sides *sides, const struct source *s, const struct functions *fs,
                                  const struct use *u, const struct name *f) {
    size_t i = u->token;
    const struct name *space = find_name(fs, s, i - 2);
    bool of_template = s->t[i - 2].op == '>', on_device = u->side == SIDE_DEVICE;
    if (s->t[i - 3].op == OP_SCOPE && token_is(s, i - 4, "cuda")) return RIGHT; // cuda::std
    if (token_is(s, i - 2, "std")) return on_device ? check_std(sides, s, i, true) : RIGHT;
    if (space && space->last_scope) return check_plain(sides, s, fs, u, f);
    enum wrong wrong = of_template && on_device && !sides->relaxed ? check_limits(s, i) : RIGHT;
    if (!wrong) wrong = check_static(sides, s, u);
    bool of_class = of_template || f || find_name(&sides->types, s, i - 2);
    return wrong || of_class || !calls_intrinsic(s, u) ? wrong : DEVICE_FUNCTION;
}

static enum wrong check_use(const struct sides *sides, const struct source *s, const struct functions *fs,
                            const struct use *u) {
    size_t i = u->token;
    const struct name *f = find_name(fs, s, i);
    uint32_t before = s->t[i - 1].op, qualifier = s->t[i - 2].op;
    if (token_is(s, i, "static_assert")) return RIGHT; // which a class may have, as if it were a function of it
    if (before == '.' || before == OP_ARROW) return check_member(sides, s, u);
    if (before == OP_SCOPE && (qualifier == OP_NAME || qualifier == '>')) return check_qualified(sides, s, fs, u, f);
    enum wrong wrong = check_constructor(sides, s, u);
    if (wrong) return wrong;
    if (before == OP_SCOPE) return check_plain(sides, s, fs, u, f);
    if (!f) wrong = check_operators(sides, s, u);
    if (!f && !wrong && is_member(s, u) && !is_local(s, u->params, i)) wrong = check_own_member(sides, s, u);
    if (wrong) return wrong;
    wrong = check_plain(sides, s, fs, u, f);
    return wrong && (is_of_class(sides, s, u) || is_local(s, u->params, i)) ? RIGHT : wrong;
}

/** A static variable of a function: it has its first value before the kernel runs. */
static bool is_static_local(const struct source *s, const struct use *u) {
    size_t k = u->token;
    if (s->t[k + 1].op != '=' || !declares(s, k)) return false;
    while (k > u->params && s->t[k].op != ';' && s->t[k].op != '{' && s->t[k].op != '}') {
        if (token_is(s, k, "constexpr")) return false;
        if (s->t[k--].op == W_STATIC) return true;
    }
    return false;
}

static void stop_if(const struct source *s, size_t i, enum wrong wrong) {
    if (wrong) stop_at(s, i, "%.*s %s", (int)s->t[i].len, s->text + s->t[i].at, sentences[wrong]);
}

void check_sides(const struct sides *sides, const struct source *s, const struct functions *fs) {
    for (size_t k = 0; k < sides->device_variables.n; k++) {
        size_t name = sides->device_variables.f[k].d.name;
        stop_if(s, name, is_computed(sides, s, fs, name) ? DEVICE_VALUE : RIGHT);
        stop_if(s, name, is_constructed(sides, s, name) ? DEVICE_OBJECT : RIGHT);
    }
    for (size_t k = 0; k < sides->n_uses; k++) {
        const struct use *u = &sides->uses[k];
        bool is_late = u->side == SIDE_DEVICE && is_static_local(s, u) && is_computed(sides, s, fs, u->token);
        stop_if(s, u->token, is_late ? DEVICE_VALUE : check_use(sides, s, fs, u));
    }
}
