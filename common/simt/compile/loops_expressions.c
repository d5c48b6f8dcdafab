/** @file
 *  @brief Expressions of kernels that are to become loops: see loops.h. Types are unknown, so all doubt means no. */
#include "loops.h"

#include <string.h>

/** Functions that depend on their arguments alone, and do nothing else. */
static const char pure[] =
    " abs fabs fabsf fmax fmaxf fmin fminf max min floor floorf ceil ceilf round roundf"
    " rint rintf trunc truncf sqrt sqrtf rsqrt rsqrtf cbrt cbrtf exp expf exp2 exp2f"
    " exp10f log logf log2 log2f log10 log10f log1pf expm1f pow powf sin sinf cos cosf tan"
    " tanf asin asinf acos acosf atan atanf atan2 atan2f sinh sinhf cosh coshf tanh tanhf"
    " erf erff erfc erfcf hypot hypotf fma fmaf fmod fmodf sinpif cospif __expf __logf"
    " __powf __sinf __cosf __tanf __fdividef __frcp_rn __fsqrt_rn __fmaf_rn __fadd_rn"
    " __fmul_rn __fsub_rn __popc __clz __ffs __brev __mul24 __umul24 __umulhi __mulhi"
    " __ldg __float_as_int __int_as_float __float_as_uint __uint_as_float isnan isinf"
    " make_float2 make_float3 make_float4 make_int2 make_int3 make_int4 make_uint2"
    " make_uint3 make_uint4 make_uchar4 make_double2 make_uchar2 make_uchar3 make_char2"
    " make_char3 make_char4 make_short2 make_short3 make_short4 make_ushort2 make_ushort3"
    " make_ushort4 make_double3 make_double4 __saturatef __fdiv_rn __frsqrt_rn __log2f"
    " __log10f __exp10f rsqrtd rcbrt rcbrtf normcdf normcdff erfcx erfcxf lgamma lgammaf"
    " tgamma tgammaf copysign copysignf fdim fdimf ldexp ldexpf log1p expm1 asinh asinhf"
    " acosh acoshf atanh atanhf sinpi cospi isfinite signbit labs llabs fdividef nearbyint"
    " nearbyintf __dadd_rn __dmul_rn __dsub_rn __fma_rn __ddiv_rn __dsqrt_rn __drcp_rn"
    " __popcll __clzll __ffsll __brevll __umul64hi __mul64hi __float2int_rn __float2int_rz"
    " __float2int_ru __float2int_rd __float2uint_rn __float2uint_rz __float2uint_ru"
    " __float2uint_rd __int2float_rn __int2float_rz __uint2float_rn __uint2float_rz"
    " __double2int_rn __double2int_rz __int2double_rn __uint2double_rn __double2float_rn"
    " __double_as_longlong __longlong_as_double __hiloint2double __double2hiint"
    " __double2loint __byte_perm __sad __usad __hadd __rhadd __uhadd __urhadd ";

/** The same, but results go where a pointer leads. */
static const char storing[] = " sincos sincosf __sincosf sincospi sincospif modf modff frexp frexpf remquo ";

static const char known_types[] =
    " size_t ptrdiff_t ssize_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t"
    " uint64_t uintptr_t intptr_t uint uchar ushort ulong float2 float3 float4 int2 int3"
    " int4 uint2 uint3 uint4 uchar4 uchar3 double2 double3 double4 uchar2 char2 char3 char4"
    " short2 short3 short4 ushort2 ushort3 ushort4 long2 ulong2 longlong2 ulonglong2 ";

bool is_known_type(const struct source *s, size_t i) {
    return is_one_of(s, i, known_types);
}

/** A call of one of CUDA's own pure functions, and not of one that the program has made. */
static bool is_pure_call(const struct loops *l, size_t i) {
    return !find_name(l->functions, l->s, i) && !has_code(l->calls, l->s, i) && is_one_of(l->s, i, pure);
}

bool is_pure_name(const struct source *s, size_t i) {
    return is_one_of(s, i, pure);
}

bool is_calm_name(const struct source *s, size_t i) {
    return is_one_of(s, i, pure) || is_one_of(s, i, storing) || is_known_type(s, i);
}

/** The call of a function of the program, or of one that stores, in whose arguments token `i` stands; 0: none. */
static size_t call_around(const struct loops *l, size_t i, size_t outer) {
    const struct source *s = l->s;
    for (size_t k = outer - 1; k > l->d->body; k--) {
        uint32_t op = s->t[k].op;
        if (op == ';' || op == '{' || op == '}') return 0;
        if ((op == ')' || op == ']') && s->t[k].match) k = s->t[k].match;
        if (op == '(' && s->t[k].match > i && called_name(l->calls, s, k)) return k;
    }
    return 0;
}

bool may_store_argument(const struct loops *l, size_t i) {
    for (size_t k = call_around(l, i, i); k; k = call_around(l, i, k))
        if (takes_reference_to(l->calls, l->s, k, i)) return true;
    return false;
}

bool is_argument(const struct loops *l, size_t i) {
    return call_around(l, i, i);
}

bool is_member(const struct source *s, size_t i) {
    return s->t[i - 1].op == '.' || s->t[i - 1].op == OP_ARROW;
}

bool is_thread_index(const struct source *s, size_t i) {
    return token_is(s, i, "threadIdx");
}

static bool is_block_word(const struct source *s, size_t i) {
    return is_one_of(s, i, " blockIdx blockDim gridDim ");
}

static bool is_cast_word(const struct source *s, size_t i) {
    return is_one_of(s, i, " static_cast reinterpret_cast ");
}

static bool is_value_word(const struct source *s, size_t i) {
    return is_one_of(s, i, " true false nullptr warpSize ");
}

static bool touch(const struct source *s, size_t i) {
    return s->t[i].at + s->t[i].len == s->t[i + 1].at;
}

bool is_store(const struct source *s, size_t i) {
    const struct token *t = &s->t[i];
    if (t->op == '=') return true;
    if (t->op == '>') return touch(s, i) && token_is(s, i + 1, ">=");
    if (t->op != OP_OTHER) return false;
    char last = s->text[t->at + t->len - 1];
    if (token_is(s, i, "++") || token_is(s, i, "--")) return true;
    return last == '=' && !token_is(s, i, "==") && !token_is(s, i, "!=") && !token_is(s, i, "<=") &&
           !token_is(s, i, ">=");
}

bool ends_value(const struct source *s, size_t i) {
    uint32_t op = s->t[i].op;
    if (op == ')' && s->t[s->t[i].match - 1].op == W_CONTROL) return false;
    if (op == ')' && s->t[s->t[i].match + 1].op == W_BUILTIN) return false; // a cast: (int)*p
    return op == OP_NAME || op == OP_NUMBER || op == OP_CHAR || op == ')' || op == ']';
}

static struct outside *note(struct loops *l, size_t i) {
    for (size_t k = 0; k < l->n_outside; k++)
        if (tokens_equal(l->s, l->outside[k].name, i)) return &l->outside[k];
    l->outside = grown(l->outside, l->n_outside, &l->outside_room, sizeof(*l->outside));
    l->outside[l->n_outside] = (struct outside){.name = i};
    return &l->outside[l->n_outside++];
}

static void note_outside(struct loops *l, size_t i, bool constant) {
    note(l, i)->constant |= constant;
}

static void note_type(struct loops *l, size_t i) {
    note(l, i)->type = true;
}

/** Is the name at `i` a type, as in (type)value, (const type *)value or type{…}? */
static bool is_type_here(const struct source *s, size_t i) {
    size_t open = i - 1, close = i + 1;
    if (s->t[close].op == '{') return true;
    while (s->t[open].op == W_CV) open--;
    while (s->t[close].op == W_CV || s->t[close].op == '*') close++;
    uint32_t before = s->t[open - 1].op, behind = s->t[close + 1].op;
    if (s->t[open].op != '(' || s->t[open].match != close) return false;
    if (close > i + 1 || open < i - 1) return true;
    return before != OP_NAME && before != '>' && before != W_CONTROL &&
           (behind == OP_NAME || behind == OP_NUMBER || behind == OP_CHAR || behind == '(');
}

/** Is there a type of this name, in whatever scope? */
static bool is_declared_type(const struct source *s, size_t i) {
    for (size_t k = 2; s->t[k].op != OP_END; k++) {
        if (s->t[k].op != OP_NAME || !tokens_equal(s, k, i)) continue;
        size_t first = k;
        while (first > 1 && s->t[first].op != ';' && s->t[first].op != '{' && s->t[first].op != '}') first--;
        bool alias = s->t[k - 1].op == W_USING && s->t[k + 1].op == '=';
        bool is_typedef = s->t[first + 1].op == W_TYPEDEF && s->t[k + 1].op == ';';
        if (alias || is_typedef || s->t[k - 1].op == W_CLASS_KEY) return true;
    }
    return false;
}

/** A word of the kernel's template: a type, or a number that never changes. */
static bool is_template_word(const struct loops *l, size_t i) {
    const struct source *s = l->s;
    for (size_t k = l->d->first; k < l->d->name; k++)
        if (s->t[k].op == OP_NAME && tokens_equal(s, k, i) &&
            (s->t[k + 1].op == ',' || s->t[k + 1].op == '>' || s->t[k + 1].op == '='))
            return l->d->is_template;
    return false;
}

static bool is_type_word(const struct loops *l, size_t i) {
    return is_known_type(l->s, i) || is_template_word(l, i);
}

/** Of a template's words: is it a type? What else is called is a function, by its address. */
static bool is_template_type(const struct loops *l, size_t i) {
    const struct source *s = l->s;
    for (size_t k = l->d->first + 1; k < l->d->name; k++)
        if (s->t[k].op == OP_NAME && tokens_equal(s, k, i) &&
            (token_is(s, k - 1, "class") || token_is(s, k - 1, "typename")))
            return true;
    return false;
}

/** What is seen of an expression: does it differ among threads, and does it take long to compute? */
struct look {
    bool differs, costs;
};

static bool look_at_name(struct loops *l, size_t i, struct look *look, bool note) {
    const struct source *s = l->s;
    const struct variable *v = variable_at(l, i);
    bool type = is_type_word(l, i);
    if (v) {
        look->differs |= !v->uniform;
        bool fixed = v->kind == V_FORMULA || v->kind == V_COUNTER || v->kind == V_PARAMETER || v->foreseen;
        return fixed && s->t[i + 1].op != OP_ARROW;
    }
    const struct code *code = value_code(l->calls, s, i);
    if (code) {
        look->costs |= !gives_short_value(l->calls, s, code);
        return true;
    }
    if (s->t[i + 1].op == '(' && !type) {
        look->costs |= !token_is(s, i, "min") && !token_is(s, i, "max");
        return is_pure_call(l, i) && !token_is(s, i, "__ldg");
    }
    look->differs |= is_thread_index(s, i);
    bool known =
        is_thread_index(s, i) || is_block_word(s, i) || is_value_word(s, i) || is_cast_word(s, i);
    bool names_type = !known && !type && is_type_here(s, i);
    if (!known && !type && !names_type && s->t[i - 1].op == '(' && s->t[i + 1].op == ')')
        return false; // it may be a type
    if (names_type && note) note_type(l, i);
    if (!known && !type && !names_type && note) note_outside(l, i, true);
    return true;
}

static bool look_at(struct loops *l, size_t first, size_t last, struct look *look, bool note) {
    const struct source *s = l->s;
    for (size_t i = first; i <= last; i++) {
        uint32_t op = s->t[i].op;
        bool unary = (op == '*' || op == '&') && !ends_value(s, i - 1);
        if (op == '[' || op == '{' || op == OP_STRING || op == W_KEYWORD || unary) return false;
        look->costs |= op == '/' || op == '%';
        if (op == OP_NAME && !is_member(s, i) && !look_at_name(l, i, look, note)) return false;
    }
    return true;
}

bool is_condition(struct loops *l, size_t first, size_t last) {
    struct look look = {0};
    return last >= first && look_at(l, first, last, &look, false) && look_at(l, first, last, &look, true);
}

bool is_formula(struct loops *l, size_t first, size_t last, bool *uniform) {
    struct look look = {0};
    if (last < first || !look_at(l, first, last, &look, false)) return false;
    *uniform = !look.differs;
    if (look.differs && look.costs)
        return false; // computing it again and again would take longer than to keep it
    return look_at(l, first, last, &look, true);
}

bool has_x(const struct loops *l, size_t first, size_t last) {
    for (size_t i = first; i <= last; i++) {
        if (l->s->t[i].op != OP_NAME || is_member(l->s, i)) continue;
        const struct variable *v = variable_at(l, i);
        if (is_thread_index(l->s, i) && token_is(l->s, i + 2, "x")) return true;
        if (v && (v->kind == V_LANE || v->kind == V_LOCAL || (v->kind == V_FORMULA && !v->uniform))) return true;
    }
    return false;
}

bool is_of_integers(const struct loops *l, size_t first, size_t last) {
    const struct source *s = l->s;
    for (size_t i = first; i <= last; i++) {
        if (s->t[i].op == OP_NUMBER && memchr(s->text + s->t[i].at, '.', s->t[i].len)) return false;
        bool known = is_thread_index(s, i) || is_block_word(s, i) || is_member(s, i);
        if ((s->t[i].op == OP_NAME || s->t[i].op == W_BUILTIN) && !known) return false;
    }
    return true;
}

static bool is_linear_term(const struct loops *l, size_t first, size_t last) {
    const struct source *s = l->s;
    if (s->t[first].op == '(' && s->t[first].match == last)
        return is_linear(l, first + 1, last - 1);
    if (s->t[first].op == '(' && s->t[first].match == first + 2 &&
        s->t[first + 1].op == W_BUILTIN) // (int)threadIdx.x
        return is_of_integers(l, first + 3, last) && is_linear_term(l, first + 3, last);
    if (first + 2 == last) return is_thread_index(s, first) && token_is(s, last, "x");
    const struct variable *v =
        first == last && s->t[first].op == OP_NAME ? variable_at(l, first) : NULL;
    return v && v->kind == V_FORMULA && v->linear;
}

bool is_linear(const struct loops *l, size_t first, size_t last) {
    const struct source *s = l->s;
    size_t start = first, linear_terms = 0;
    bool minus = false;
    for (size_t i = first; i <= last + 1; i = s->t[i].op == '(' ? s->t[i].match + 1u : i + 1) {
        uint32_t op = i > last ? '+' : s->t[i].op;
        if (op == '?' || op == ',' || op == '<' || op == '>' || op == '=' || op == OP_OTHER ||
            op == '&' || op == '|' || op == '^')
            return false;
        if ((op != '+' && op != '-') || i == start) continue;
        if (has_x(l, start, i - 1)) {
            if (minus || !is_linear_term(l, start, i - 1)) return false;
            linear_terms++;
        }
        start = i + 1;
        minus = op == '-';
    }
    return linear_terms == 1;
}

bool has_no_effect(const struct loops *l, size_t first, size_t last) {
    for (size_t i = first; i <= last; i++) {
        size_t called = called_name(l->calls, l->s, i);
        if (is_store(l->s, i) || (called && !value_code(l->calls, l->s, called)) ||
            is_one_of(l->s, i, storing))
            return false;
    }
    return true;
}

/** Is a member of a parameter stored to, as in p.x = 1? */
static bool stores_member(const struct loops *l, size_t i) {
    const struct source *s = l->s;
    size_t k = i + 1;
    uint32_t before = s->t[i - 1].op;
    // A pointer leads elsewhere. For rows of threads the compiler says whether p.x is one (write_row_checks).
    if (l->calls->checked && s->t[k].op == '.' && s->t[k + 2].op == '[')
        return before == '&' && !ends_value(s, i - 2);
    while (s->t[k].op == '.' || s->t[k].op == '[') k = s->t[k].op == '.' ? k + 2 : skip_one(s, k);
    bool steps = token_is(s, i - 1, "++") || token_is(s, i - 1, "--");
    return is_store(s, k) || steps || (before == '&' && !ends_value(s, i - 2));
}

/** Is the argument that begins at `i` one of a call that only stores to it? */
static bool is_result(const struct loops *l, size_t i) {
    const struct source *s = l->s;
    size_t k = i - 1;
    for (; k > l->d->body && s->t[k].op != '('; k--) {
        if (s->t[k].op == ';' || s->t[k].op == '{' || s->t[k].op == '}') return false;
        if ((s->t[k].op == ')' || s->t[k].op == ']') && s->t[k].match) k = s->t[k].match;
    }
    return is_one_of(s, k - 1, storing) && !has_code(l->calls, s, k - 1);
}

/** Is it an operand of &, as in &x, &(x), &x.y, whose pointer may be kept? */
static bool is_pointed_at(const struct loops *l, size_t i) {
    const struct source *s = l->s;
    size_t before = i - 1;
    while (s->t[before].op == '(') before--;
    return s->t[before].op == '&' && !ends_value(s, before - 1) && !is_result(l, before);
}

/** May it stay what it is where a member of it is named? In a check build the compiler says what members are. */
static bool is_looked_into(const struct loops *l, const struct variable *v) {
    return v->kind == V_PARAMETER || (l->calls->checked && !v->is_auto && !v->is_array);
}

void note_stores(struct loops *l, size_t i) {
    const struct source *s = l->s;
    struct variable *v = variable_at(l, i);
    size_t before = i - 1, behind = i + 1;
    if (!v || v->name == i) return;
    while (s->t[before].op == '(' && s->t[behind].op == ')') before--, behind++;
    bool address = s->t[before].op == '&' && !ends_value(s, before - 1);
    bool steps = token_is(s, before, "++") || token_is(s, before, "--");
    bool counts = token_is(s, behind, "++") || token_is(s, behind, "--");
    bool stores = is_store(s, behind) && (counts || s->t[before].op != '*'); /* *p = 1 leaves p as it is */
    bool handed_on = may_store_argument(l, i);
    v->pointed_at |= handed_on || is_pointed_at(l, i);
    v->assigned |= stores || steps || address || v->pointed_at ||
                   (s->t[behind].op == '.' && (!is_looked_into(l, v) || stores_member(l, i)));
    v->has_members |= s->t[behind].op == '.';
}

/** Is it part of a variable's type? */
static bool is_of_type(const struct loops *l, size_t i) {
    for (size_t k = 0; k < l->n_variables; k++)
        if (l->variables[k].type <= i && i < l->variables[k].type_end) return true;
    return token_is(l->s, i - 2, "sizeof") && !variable_at(l, i);
}

bool is_failed_assert(const struct loops *l, size_t i) {
    const struct source *s = l->s;
    return l->calls->checked && token_is(s, i, "__assert_fail") && s->t[i + 1].op == '(' &&
           !has_code(l->calls, s, i);
}

static void check_call(struct loops *l, size_t i) {
    bool own = has_code(l->calls, l->s, i), of_values = value_code(l->calls, l->s, i);
    l->has_calls |= own;
    l->has_other_calls |= own && !of_values;
    if (own && !of_values && !is_calm(l->calls, l->s, i)) l->why = "calls a function that may wait";
    if (!own && !is_pure_call(l, i) && !is_one_of(l->s, i, storing)) l->why = "calls a function";
}

static void check_outside(struct loops *l, size_t i) {
    const struct source *s = l->s;
    bool in_parentheses = s->t[i - 1].op == '(' && s->t[i + 1].op == ')';
    if (s->t[i + 1].op == '(') {
        check_call(l, i);
    } else if (is_type_here(s, i)) {
        note_type(l, i);
    } else {
        note_outside(l, i, false);
        if (in_parentheses && is_declared_type(s, i)) l->why = "has a cast that is too hard to read"; // (type)-value
    }
}

static void check_name(struct loops *l, size_t i) {
    const struct source *s = l->s;
    if (is_of_type(l, i)) return;
    uint32_t next = s->t[i + 1].op;
    if (is_member(s, i)) {
        if (next == '(') l->why = "calls a member function";
        return;
    }
    note_stores(l, i);
    const struct variable *v = variable_at(l, i);
    if (!v && l->block && tokens_equal(s, i, l->block)) l->why = "hands its thread_block on";
    if (v) {
        if (next == '(') l->why = "calls through a pointer";
        return;
    }
    if (is_thread_index(s, i) || is_block_word(s, i)) {
        if (next != '.' || s->t[i + 2].len != 1) l->why = "hands threadIdx on";
        return;
    }
    if (is_cast_word(s, i)) return;
    if (next == '(' && is_template_word(l, i)) {
        if (!is_template_type(l, i)) l->why = "calls through a pointer";
        note_type(l, i); // whose constructor may be the program's
        return;
    }
    if (next == '<' && s->t[i + 1].match && s->t[s->t[i + 1].match + 1].op == '(' && is_calm(l->calls, s, i)) {
        l->has_calls = l->has_other_calls = true;
        return;
    }
    if (next == '<' && s->t[i + 1].match) l->why = "names a template";
    if (is_one_of(s, i, " this const_cast dynamic_cast ")) l->why = "has a word that loops cannot have";
    // The statements tell whether a barrier can stay.
    bool known = is_one_of(s, i, " break continue default constexpr __syncthreads ");
    if (!known && !is_value_word(s, i) && !is_type_word(l, i)) check_outside(l, i);
}

bool is_barred(const struct source *s, size_t i) {
    static const enum op barred[] = {OP_STRING,  OP_SCOPE,    OP_LAUNCH,   W_ASM,      W_OPERATOR,
                                     W_USING,    W_NAMESPACE, W_CLASS_KEY, W_TYPEDEF,  W_TEMPLATE,
                                     W_DECLTYPE, W_ATTRIBUTE, W_DEVICE,    W_CONSTANT, W_MANAGED};
    for (size_t k = 0; k < sizeof(barred) / sizeof(*barred); k++)
        if (s->t[i].op == barred[k]) return true;
    if (s->t[i].op == '(' && s->t[i + 1].op == '{') return true; // statements in an expression
    return s->t[i].op == W_KEYWORD && !is_one_of(s, i, " return else do case sizeof ");
}

/** May it be a type in parentheses, which end at `close`? A name of the program may be one. */
static bool may_be_cast(const struct loops *l, size_t close) {
    const struct source *s = l->s;
    size_t open = s->t[close].match;
    if (s->t[open - 1].op == OP_NAME || s->t[open - 1].op == '>') return false; // a call's result
    for (size_t i = open + 1; i < close; i++) {
        bool name = s->t[i].op == OP_NAME && !variable_at(l, i) && !find_name(l->functions, s, i) &&
                    !has_code(l->calls, s, i) && (!is_template_word(l, i) || is_template_type(l, i));
        if (!name && s->t[i].op != W_BUILTIN && s->t[i].op != W_CV && s->t[i].op != '*') return false;
    }
    return open + 1 < close;
}

/** Does the ( at `i` call what an expression gives: an element of a table, an object, what a pointer leads to? */
static bool calls_value(const struct loops *l, size_t i) {
    const struct token *t = l->s->t;
    uint32_t before = t[i - 1].op, outer = t[i - 1].match ? t[t[i - 1].match - 1].op : 0;
    if (before == ')') return outer != W_CONTROL && !may_be_cast(l, i - 1);
    return before == ']' || (before == '}' && (outer == OP_NAME || outer == '>'));
}

/** What of a token keeps the kernel from loops; NULL: nothing. */
static const char *bar_of(const struct loops *l, size_t i) {
    const struct source *s = l->s;
    uint32_t op = s->t[i].op;
    bool is_part =
        l->group_of[i - l->d->body]; // marked: of the declaration of __shared__ variables
    if (is_barred(s, i) && !is_part) return "has a word that loops cannot have";
    if (op == W_STATIC || op == W_EXTERN || op == W_ALIGNAS || op == W_SHARED)
        return is_part ? NULL : "has a static variable";
    if (op == W_CV && token_is(s, i, "volatile")) return is_part ? NULL : "has a volatile variable";
    if (op == '[' && !ends_value(s, i - 1)) return "has a lambda or an attribute";
    if (op == '(' && calls_value(l, i)) return "calls through a pointer";
    uint32_t before = op == ')' ? s->t[s->t[i].match - 1].op : 0;
    if (op == ')' && is_store(s, i + 1) && before != '*' && before != W_CONTROL)
        return "stores into an expression";
    return NULL;
}

void check_tokens(struct loops *l) {
    for (size_t i = l->d->body + 1; i < l->s->t[l->d->body].match && !l->why; i++) {
        if (l->group_of[i - l->d->body] == MARKED_BLOCK) continue;
        if (is_failed_assert(l, i)) i = l->s->t[i + 1].match + 1u;
        if (l->s->t[i].op == OP_NAME)
            check_name(l, i);
        else
            l->why = bar_of(l, i);
    }
}
