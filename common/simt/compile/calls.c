/** @file
 *  @brief Which functions a kernel that runs as loops may call: see calls.h. All doubt means no. */
#include "calls.h"
#include "loops.h"

#include <stdlib.h>
#include <string.h>

enum { UNKNOWN, ASKED, YES, NO };

static size_t hash_of(const struct source *s, size_t i) {
    size_t h = 5381;
    for (size_t k = 0; k < s->t[i].len; k++) h = h * 33 + (unsigned char)s->text[s->t[i].at + k];
    return h;
}

static size_t *slot_of(const struct calls *c, const struct source *s, size_t i) {
    size_t at = hash_of(s, i) & (c->n_slots - 1);
    while (c->slots[at] && !tokens_equal(s, c->codes[c->slots[at] - 1].name, i)) at = (at + 1) & (c->n_slots - 1);
    return &c->slots[at];
}

/** The last code of a name, plus 1; 0: none. */
static size_t last_of(const struct calls *c, const struct source *s, size_t i) {
    return c->n_slots && s->t[i].op == OP_NAME ? *slot_of(c, s, i) : 0;
}

bool has_code(const struct calls *c, const struct source *s, size_t i) {
    return last_of(c, s, i) != 0;
}

const struct code *only_code(const struct calls *c, const struct source *s, size_t i) {
    size_t k = last_of(c, s, i);
    return k && !c->codes[k - 1].next && !c->codes[k - 1].is_operator ? &c->codes[k - 1] : NULL;
}

static void add_code(struct calls *c, struct code code) {
    c->codes = grown(c->codes, c->n, &c->room, sizeof(*c->codes));
    c->codes[c->n++] = code;
}

static void make_slots(struct calls *c, const struct source *s) {
    for (c->n_slots = 64; c->n_slots < 2 * c->n + 2; c->n_slots *= 2) {}
    c->slots = calloc(c->n_slots, sizeof(*c->slots));
    if (!c->slots) stop_at(s, 1, "out of memory. Compile fewer things at a time");
    for (size_t k = 0; k < c->n; k++) {
        if (c->codes[k].is_operator) continue;
        size_t *slot = slot_of(c, s, c->codes[k].name);
        c->codes[k].next = *slot;
        *slot = k + 1;
    }
}

/** The { of the body behind the parameters that end at `close`; 0: there is none. */
static size_t body_behind(const struct source *s, size_t close) {
    size_t i = close + 1;
    while (s->t[i].op == W_CV || token_is(s, i, "noexcept") || token_is(s, i, "override") || token_is(s, i, "final") ||
           attribute_end(s, i))
        i = skip_one(s, i);
    return s->t[i].op == '{' && s->t[i].match ? i : 0;
}

/** The name in front of the ( at `i`, template arguments skipped; 0: it is no call. */
static size_t name_before(const struct source *s, size_t i) {
    size_t name = i - 1;
    if (s->t[name].op == '>' && s->t[name].match) name = s->t[name].match - 1;
    return s->t[name].op == OP_NAME ? name : 0;
}

size_t called_name(const struct calls *c, const struct source *s, size_t i) {
    size_t name = s->t[i].op == '(' ? name_before(s, i) : 0;
    return name && has_code(c, s, name) ? name : 0;
}

/** The ( of an operator's parameters; 0: there is none. */
static size_t operator_params(const struct source *s, size_t i) {
    size_t k = i + 1;
    if (s->t[k].op == '(' && s->t[k].match == k + 1) k += 2; // operator()
    for (size_t n = 0; n < 12 && s->t[k].op != OP_END; n++, k++) {
        if (s->t[k].op == '(' && s->t[k].match) return k;
        if (s->t[k].op == ';' || s->t[k].op == '{' || s->t[k].op == '}') return 0;
    }
    return 0;
}

/** The { of the class whose key is at `i`; 0: it has no body here. */
static size_t class_body(const struct source *s, size_t i) {
    for (size_t k = i + 1;; k = skip_angles(s, k)) {
        uint32_t op = s->t[k].op;
        if (op == '{' && s->t[k].match) return k;
        if (op == OP_END || op == ';' || op == '(' || op == ')' || op == '{' || op == '}' || op == '=' || op == ',' ||
            op == '>')
            return 0;
    }
}

/** A word by which a program asks whether an operation on floats went wrong. */
static bool asks_floats(const struct source *s, size_t i) {
    static const char *const words[] = {"__errno_location", "errno", "fetestexcept", "feenableexcept",
                                        "fegetexceptflag", "feholdexcept", "fegetenv", "_mm_getcsr"};
    for (size_t k = 0; k < sizeof(words) / sizeof(*words) && s->t[i].op == OP_NAME; k++)
        if (token_is(s, i, words[k])) return true;
    return false;
}

void find_code(struct calls *c, const struct source *s) {
    size_t end = 0; // of the outermost function that the walk is in
    for (size_t i = 1; i < s->n; i++) {
        c->asks_floats |= asks_floats(s, i);
        uint32_t op = s->t[i].op;
        size_t params = 0, body = 0, brace = op == W_CLASS_KEY ? class_body(s, i) : 0;
        size_t name = op == '(' && s->t[i].match ? name_before(s, i) : 0;
        if (name) params = i;
        c->has_operators |= op == W_OPERATOR;
        if (op == W_OPERATOR) name = i, params = operator_params(s, i);
        if (params) body = body_behind(s, s->t[params].match);
        if (body)
            add_code(c, (struct code){.name = name, .params = params, .body = body, .is_operator = op == W_OPERATOR});
        if (body && s->t[body].match > end) end = s->t[body].match;
        if (brace) {
            c->classes = grown(c->classes, c->n_classes, &c->classes_room, sizeof(*c->classes));
            c->classes[c->n_classes++] = brace;
        }
        // The words of a function's parameters are its own, too: they are looked at where it is called.
        bool inside = i < end || (params && body);
        c->outside |= !inside && (op == W_SHARED || (op == W_CV && token_is(s, i, "volatile")));
        if (params && body && op == '(') i = s->t[i].match;
    }
    make_slots(c, s);
}

/*
 * What C++ calls by itself may be any code of a class or of an operator. It must not wait, nor be used to wait.
 */
static bool begins_with_one_of(const struct source *s, size_t i, const char *const *starts, size_t n) {
    for (size_t k = 0; k < n; k++) {
        size_t len = strlen(starts[k]);
        if (s->t[i].len >= len && memcmp(s->text + s->t[i].at, starts[k], len) == 0) return true;
    }
    return false;
}

static bool is_waiting_word(const struct source *s, size_t i) {
    static const char *const starts[] = {"__sync", "__shfl", "shfl", "__ballot", "__any", "__all", "__match",
                                         "__reduce", "__activemask", "atomic", "__nv_atomic", "__threadfence",
                                         "__nanosleep"};
    static const char *const words[] = {"threadIdx", "cooperative_groups", "sync", "wait", "wait_prior", "arrive",
                                        "arrive_and_wait", "barrier_wait", "barrier_arrive", "clock", "clock64"};
    uint32_t op = s->t[i].op;
    if (op == W_ASM || op == W_SHARED || (op == W_CV && token_is(s, i, "volatile"))) return true;
    for (size_t k = 0; k < sizeof(words) / sizeof(*words) && op == OP_NAME; k++)
        if (token_is(s, i, words[k])) return true;
    return op == OP_NAME && begins_with_one_of(s, i, starts, sizeof(starts) / sizeof(*starts));
}

static bool waits(struct calls *c, const struct source *s, size_t first, size_t last) {
    for (size_t i = first; i <= last; i++) {
        if (is_waiting_word(s, i)) return true;
        size_t name = s->t[i].op == '(' ? name_before(s, i) : 0;
        for (size_t k = name ? last_of(c, s, name) : 0; k; k = c->codes[k - 1].next) {
            struct code *code = &c->codes[k - 1];
            if (code->waits == UNKNOWN) {
                code->waits = ASKED;
                bool does = waits(c, s, code->params, s->t[code->body].match);
                c->codes[k - 1].waits = does ? YES : NO;
            }
            if (c->codes[k - 1].waits == YES) return true;
        }
    }
    return false;
}

bool is_implicit_code_calm(struct calls *c, const struct source *s) {
    if (c->implicit != UNKNOWN) return c->implicit == YES;
    bool calm = !c->outside;
    for (size_t k = 0; k < c->n_classes && calm; k++)
        calm = !waits(c, s, c->classes[k], s->t[c->classes[k]].match);
    for (size_t k = 0; k < c->n && calm; k++)
        if (c->codes[k].is_operator || s->t[c->codes[k].name - 1].op == OP_SCOPE)
            calm = !waits(c, s, c->codes[k].params, s->t[c->codes[k].body].match);
    c->implicit = calm ? YES : NO;
    return calm;
}

/*
 * Calm functions.
 */
/** A cast, as in (float)(x): what is in the brackets is a type. */
static bool is_cast(const struct source *s, size_t close) {
    for (size_t i = s->t[close].match + 1; i < close; i++)
        if (s->t[i].op != W_BUILTIN && s->t[i].op != W_CV && s->t[i].op != '*' && !is_known_type(s, i)) return false;
    return s->t[close].match + 1 < close;
}

/** Is the ( at `i` one that nobody has to look at: of an expression, of a control word, of a call that is calm? */
static bool is_calm_call(struct calls *c, const struct source *s, size_t i) {
    size_t name = name_before(s, i);
    uint32_t before = s->t[i - 1].op;
    if (name) {
        if (s->t[name - 1].op == '.' || s->t[name - 1].op == OP_ARROW) return false;
        return has_code(c, s, name) ? is_calm(c, s, name) : is_calm_name(s, name);
    }
    if (before == ')') return s->t[s->t[i - 1].match - 1].op == W_CONTROL || is_cast(s, i - 1);
    bool object = before == '}' && s->t[i - 1].match && s->t[s->t[i - 1].match - 1].op == OP_NAME; // T{}(…)
    return !object && before != ']' && before != W_ATTRIBUTE && before != W_DECLTYPE;
}

/** Does a value begin at `i` whose address the & in front of it takes? Where it is a type's, a reference begins. */
static bool takes_address(const struct source *s, size_t i) {
    uint32_t before = s->t[i - 1].op;
    return s->t[i].op == '&' && before != OP_NAME && before != OP_NUMBER && before != ')' && before != ']';
}

/** Does a call get a reference to one of two variables, or does a store choose between them? */
static bool hands_choice(const struct calls *c, const struct source *s, size_t i) {
    size_t name = called_name(c, s, i);
    bool stored = s->t[i].op == '(' && s->t[i].match && is_store(s, s->t[i].match + 1u);
    if (!stored && !(name && takes_references(c, s, name))) return false;
    for (size_t k = i + 1; k < s->t[i].match; k++)
        if (s->t[k].op == '?') return true;
    return false;
}

/** Is the * at `i` that of a product, and not of a declaration, as in T *x[3]? */
static bool multiplies(const struct source *s, size_t i) {
    uint32_t left = s->t[i - 1].op, before = s->t[i - 2].op;
    if (left == ']' || left == ')' || left == OP_NUMBER) return true;
    return left == OP_NAME && before != ';' && before != '{' && before != '}' && before != '(' && before != ',' &&
           before != W_CV && before != W_STATIC && before != OP_SCOPE && before != ')';
}

bool keeps_value(const struct calls *c, const struct source *s, size_t i) {
    uint32_t before = s->t[i - 2].op;
    if (s->t[i].op == '[' && s->t[i - 1].op == OP_NAME)
        return before == OP_NAME || before == W_BUILTIN || (before == '*' && !multiplies(s, i - 2)) || before == '>' ||
               before == W_CV ||
               before == '.'; // an array in a structure
    if (s->t[i].op == '{' && s->t[i - 1].op == '=') return true;
    if (s->t[i].op == '&' && (s->t[i - 1].op == W_BUILTIN || s->t[i - 1].op == OP_NAME) && s->t[i + 1].op == OP_NAME &&
        s->t[i + 2].op == '=')
        return true;
    size_t name = called_name(c, s, i);
    return takes_address(s, i) || hands_choice(c, s, i) || (name && keeps_memory(c, s, name));
}

static bool is_calm_token(struct calls *c, const struct source *s, size_t i) {
    uint32_t op = s->t[i].op;
    if (op == OP_NAME) return !is_thread_index(s, i) && !token_is(s, i, "this");
    if (op == '(') return is_calm_call(c, s, i);
    if (op == W_CV) return !token_is(s, i, "volatile");
    if (op == W_STATIC) return s->t[i + 1].op == W_CV || token_is(s, i + 1, "constexpr");
    if (op == OP_SCOPE) return true;
    if (op == W_SHARED || op == W_EXTERN) return false;
    return !is_barred(s, i);
}

static bool is_calm_body(struct calls *c, const struct source *s, size_t index) {
    size_t params = c->codes[index].params, last = s->t[c->codes[index].body].match;
    bool loops = false, kept = s->t[c->codes[index].name - 1].op == '&';
    for (size_t i = params + 1; i < last; i++) {
        if (i <= s->t[params].match) {
            if (is_waiting_word(s, i)) return false;
            continue;
        }
        if (!is_calm_token(c, s, i)) return false;
        size_t name = called_name(c, s, i);
        loops |= token_is(s, i, "for") || token_is(s, i, "while") || (name && has_loops(c, s, name));
        kept |= keeps_value(c, s, i);
    }
    c->codes[index].loops = loops;
    c->codes[index].keeps = kept;
    return true;
}

bool is_calm(struct calls *c, const struct source *s, size_t i) {
    size_t k = last_of(c, s, i);
    if (!k || c->outside || !is_implicit_code_calm(c, s)) return false;
    for (; k; k = c->codes[k - 1].next) {
        if (c->codes[k - 1].calm == UNKNOWN) {
            c->codes[k - 1].calm = ASKED; // one that calls itself is not calm: a thread would need a stack
            bool calm = is_calm_body(c, s, k - 1);
            c->codes[k - 1].calm = calm ? YES : NO;
        }
        if (c->codes[k - 1].calm != YES) return false;
    }
    return true;
}

/** Is parameter `nth` a reference that its function may store to? With `nth` below 0: is any? */
static bool is_reference(const struct source *s, size_t params, int nth) {
    bool is_const = false, is_pack = false, found = false, own = false;
    int n = 0;
    for (size_t i = params + 1; i <= s->t[params].match; i = skip_angles(s, i)) {
        uint32_t op = s->t[i].op;
        is_const |= token_is(s, i, "const");
        is_pack |= token_is(s, i, "...");
        own |= (op == '&' && !is_const) || token_is(s, i, "&&") || op == '(';
        if (op != ',' && i != s->t[params].match) continue;
        found |= own && (nth < 0 || n == nth || is_pack);
        n++;
        is_const = own = false;
    }
    return found;
}

bool takes_references(const struct calls *c, const struct source *s, size_t i) {
    for (size_t k = last_of(c, s, i); k; k = c->codes[k - 1].next)
        if (is_reference(s, c->codes[k - 1].params, -1)) return true;
    return false;
}

bool takes_reference_to(const struct calls *c, const struct source *s, size_t open, size_t i) {
    int nth = 0;
    for (size_t k = open + 1; k < i; k++) {
        if (s->t[k].op == '<' && s->t[k].match) nth = -1; // a comma may be one of template arguments
        if (s->t[k].op == ',' && nth >= 0) nth++;
        if (s->t[k].op == '(' && s->t[k].match < i) k = s->t[k].match;
        if (s->t[k].op == '[' && s->t[k].match < i) k = s->t[k].match;
        if (nth < 0) break;
    }
    for (size_t k = last_of(c, s, called_name(c, s, open)); k; k = c->codes[k - 1].next)
        if (is_reference(s, c->codes[k - 1].params, nth)) return true;
    return false;
}

bool has_loops(const struct calls *c, const struct source *s, size_t i) {
    for (size_t k = last_of(c, s, i); k; k = c->codes[k - 1].next)
        if (c->codes[k - 1].loops) return true;
    return false;
}

bool keeps_memory(const struct calls *c, const struct source *s, size_t i) {
    for (size_t k = last_of(c, s, i); k; k = c->codes[k - 1].next)
        if (c->codes[k - 1].keeps) return true;
    return false;
}
