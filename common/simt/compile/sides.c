/** @file
 *  @brief What runs on the host and what on the device: see sides.h. */
#include "sides.h"

#include "intrinsics.h"
#include "rewrite.h"

#include <ctype.h>
#include <string.h>

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

static bool holds(const struct source *s, size_t first, size_t end, const char *word) {
    while (first < end && !token_is(s, first, word)) first++;
    return first < end;
}

/** const int N = 3 is known to kernels too; an array or what may change lies in the host's memory. */
static bool is_host_variable(const struct source *s, const struct declaration *d) {
    size_t i = d->first;
    for (; i < d->name; i++) {
        uint32_t op = s->t[i].op;
        bool another = op == W_TYPEDEF || op == W_USING || op == W_TEMPLATE || op == W_NAMESPACE ||
                       op == W_CONSTANT || op == W_MANAGED || op == W_OPERATOR;
        if (another || token_is(s, i, "enum") || token_is(s, i, "constexpr")) return false;
    }
    bool is_type = s->t[d->name - 1].op == W_CLASS_KEY || d->name == d->first;
    bool is_const = holds(s, d->first, d->name, "const");
    return !is_type && !d->has_device && !d->has_shared &&
           (!is_const || s->t[d->name + 1].op == '[');
}

static size_t count_params(const struct source *s, size_t params) {
    size_t n = count_items(s, params, NULL);
    return n == 1 && token_is(s, params + 1, "void") ? 0 : n;
}

static void note_member(struct sides *sides, const struct source *s, const struct declaration *d,
                        size_t class_name) {
    size_t end = s->t[d->params].match + 1;
    bool is_default = s->t[end].op == '='; // both sides have it
    sides->members =
        grown(sides->members, sides->n_members, &sides->members_room, sizeof(*sides->members));
    sides->members[sides->n_members++] =
        (struct member){class_name, d->name, count_params(s, d->params),
                        d->has_device || is_default, d->has_host || !d->has_device || is_default};
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
        if (m->n_params != n || !tokens_equal(s, m->class_name, class_name) ||
            !same_member(s, m->name, d->name))
            continue;
        if (m->on_device && !d->has_device) d->has_device = d->has_host = true;
        m->on_device |= d->has_device;
    }
}

size_t name_of_class(const struct source *s, size_t first, size_t brace) {
    for (size_t i = first; i < brace; i = skip_angles(s, i)) {
        if (s->t[i].op != W_CLASS_KEY) continue;
        for (i++; i < brace && s->t[i].op != OP_NAME;) i = skip_one(s, i);
        return i < brace ? i : 0;
    }
    return 0;
}

/** int a, b; declares two. */
static void note_variables(struct functions *variables, const struct source *s,
                           const struct declaration *d) {
    struct declaration one = *d;
    for (size_t i = d->name; i < s->n && s->t[i].op != ';' && s->t[i].op != '}';
         i = skip_one(s, i)) {
        size_t name = i == d->name ? i : i + 1;
        if (i > d->name && s->t[i].op != ',') continue;
        while (s->t[name].op == '*' || s->t[name].op == '&' || s->t[name].op == W_CV) name++;
        one.name = name;
        if (s->t[name].op == OP_NAME) add_function(variables, s, one, 0);
    }
}

/** The host has a copy of what kernels may change, or the host by cudaMemcpyToSymbol. */
static bool is_device_variable(const struct source *s, const struct declaration *d) {
    bool of_device = false, is_const = false;
    for (size_t i = d->first; i < d->name; i++) {
        uint32_t op = s->t[i].op;
        if (op == W_TYPEDEF || op == W_USING || op == W_TEMPLATE || op == W_MANAGED ||
            op == W_OPERATOR)
            return false;
        of_device |= op == W_DEVICE || op == W_CONSTANT;
        is_const =
            (is_const && op != '*') || token_is(s, i, "const") || token_is(s, i, "constexpr");
    }
    return of_device && !is_const && d->name > d->first;
}

void note_declaration(struct sides *sides, const struct source *s, const struct declaration *d,
                      size_t class_name) {
    if (class_name && d->params && d->name) note_member(sides, s, d, class_name);
    bool has_name = d->name && s->t[d->name].op == OP_NAME;
    if (class_name && !d->params && has_name) note_variables(&sides->fields, s, d);
    if (class_name || d->params || s->t[d->first].op == W_NAMESPACE) return;
    if (has_name && is_device_variable(s, d)) note_variables(&sides->device_variables, s, d);
    size_t type = name_of_class(s, d->first, d->body ? d->body : d->stop);
    struct declaration named = *d;
    if (has_name && is_host_variable(s, d))
        add_function(&sides->variables, s, named, 0);
    else if (has_name)
        add_function(&sides->types, s, named, 0);
    named.name = type;
    if (type) add_function(&sides->types, s, named, 0);
}

void check_kernel(const struct source *s, const struct declaration *d, bool in_class) {
    if (!d->params || d->is_instance || s->t[d->name].op != OP_NAME) return;
    size_t words = s->t[d->params].match;
    if (in_class && !holds(s, d->first, d->name, "friend"))
        stop_at(s, d->name, "a kernel cannot be a member of a class. Write it outside");
    if (!holds(s, d->first, d->name, "void") && !holds(s, words, words + 3, "void"))
        stop_at(s, d->name, "a kernel returns nothing. Write void before its name");
    if (!d->is_template && holds(s, d->params, words, "..."))
        stop_at(s, d->name, "a kernel takes a fixed number of arguments. Leave ... out");
}

/*
 * Local names.
 */
/** Does token `k` declare a variable: does a type stand before it, and what may follow a variable behind it? */
static bool declares(const struct source *s, size_t k) {
    uint32_t before = s->t[k - 1].op, next = s->t[k + 1].op;
    bool ends =
        next == '=' || next == ';' || next == ',' || next == ')' || next == '[' || next == ':';
    if (before == OP_NAME || before == W_BUILTIN || before == '>' || before == W_CV)
        return ends || next == '(' || next == '{';
    return (before == '*' || before == '&' || before == ',' || before == W_RESTRICT) && ends;
}

enum { FAR = 20000 }; // tokens of one function

/** The last token before `i` that declares the local variable of that name; 0: none. */
static size_t local_declaration(const struct source *s, size_t params, size_t i) {
    for (size_t k = i - 1; k > params && i - k < FAR; k--)
        if (s->t[k].op == OP_NAME && tokens_equal(s, k, i) && declares(s, k)) return k;
    return 0;
}

/** Does `template <...>` at token `k` name a parameter as token `i` is named? */
static bool names_parameter(const struct source *s, size_t k, size_t i) {
    size_t end = s->t[k + 1].op == '<' ? s->t[k + 1].match : 0;
    for (size_t p = k + 2; p < end; p++) {
        uint32_t next = s->t[p + 1].op;
        if (tokens_equal(s, p, i) && (next == ',' || next == '=' || p + 1 == end)) return true;
    }
    return false;
}

/** Is it a template parameter of the function, or of a class around it? What ends before belongs to others. */
static bool is_template_parameter(const struct source *s, size_t params, size_t i) {
    bool own = true;
    for (size_t k = params; k > 0 && params - k < FAR; k--) {
        uint32_t op = s->t[k].op;
        if (op == W_TEMPLATE && own && names_parameter(s, k, i)) return true;
        if (op == '{') own = true;
        if (op == ';' || op == '}') own = false;
        if (op == '}' && s->t[k].match) k = s->t[k].match;
    }
    return false;
}

bool is_local(const struct source *s, size_t params, size_t i) {
    return declares(s, i) || local_declaration(s, params, i) != 0;
}

/*
 * What is wrong.
 */
static size_t opening(const struct source *s, size_t i) {
    size_t next = s->t[i + 1].op == '<' && s->t[i + 1].match ? s->t[i + 1].match + 1 : i + 1;
    return s->t[next].op == '(' && s->t[next].match ? next : 0;
}

enum wrong {
    RIGHT,
    HOST_FUNCTION,
    CONSTEXPR_FUNCTION,
    DEVICE_FUNCTION,
    HOST_ONLY,
    STD_ONLY,
    LIMITS,
    DEVICE_ONLY,
    HOST_VARIABLE,
    KERNEL
};

/* What is said of a name, which stands before it. */
static const char *const sentences[] = {
    [HOST_FUNCTION] = "is a host function, and this code runs on the device. Write __device__ "
                      "before its definition",
    [CONSTEXPR_FUNCTION] = "is a constexpr host function, and this code runs on the device. Write "
                           "__host__ __device__ before its definition",
    [DEVICE_FUNCTION] =
        "is a device function, and this code runs on the host. Call it from a kernel",
    [HOST_ONLY] = "exists only on the host, and this code runs on the device. Use it in host code",
    [STD_ONLY] =
        "of std exists only on the host, and this code runs on the device. Write it without std::",
    [LIMITS] = "of numeric_limits exists only on the host, and this code runs on the device. Write "
               "a constant such as INT_MAX",
    [DEVICE_ONLY] = "exists only on the device, and this code runs on the host. Use it in a kernel",
    [HOST_VARIABLE] = "is a host variable, and this code runs on the device. Pass it as an "
                      "argument, or write __device__ or __constant__ before it",
    [KERNEL] = "is a kernel, which cannot be called. Launch it with <<<blocks, threads>>>",
};

/* Mathematics that both sides have: a program's own function of that name may be meant or not. */
static const char overloaded[] =
    "min max abs fabs sqrt pow exp log sin cos tan floor ceil round fmin fmax swap";

/* What device code may not call, of C's library and of POSIX; nvcc has printf, malloc, memcpy, mathematics. */
static const char library[] =
    "fprintf puts putchar fputs fputc fopen fclose fread fwrite scanf fscanf sscanf "
    "sprintf snprintf getchar fgets fflush exit abort rand srand random drand48 time "
    "gettimeofday clock_gettime qsort bsearch calloc realloc atoi atof strtol getenv "
    "system usleep sleep getpid perror pthread_create omp_get_thread_num omp_get_wtime";

/* Of CUDA's own functions device code may call these. */
static const char device_api[] =
    "cudaMalloc cudaFree cudaGraphSetConditional cudaGridDependencySynchronize "
    "cudaTriggerProgrammaticLaunchCompletion "
    "cudaDeviceGetAttribute";

/* And these where kernels may launch kernels: with -rdc=true. */
static const char launch_api[] =
    "cudaGetLastError cudaPeekAtLastError cudaGetErrorName cudaGetErrorString cudaGetDevice "
    "cudaGetDeviceCount "
    "cudaDeviceGetLimit cudaDeviceGetCacheConfig cudaRuntimeGetVersion "
    "cudaFuncGetAttributes cudaOccupancyMaxActiveBlocksPerMultiprocessor "
    "cudaStreamCreateWithFlags cudaStreamDestroy cudaStreamWaitEvent "
    "cudaEventCreateWithFlags cudaEventDestroy cudaEventRecord cudaEventRecordWithFlags "
    "cudaMemcpyAsync cudaMemcpy2DAsync cudaMemsetAsync cudaMemset2DAsync";

/* Classes of C++'s library, and objects, whose functions are the host's. */
static const char std_types[] =
    "vector string map set unordered_map unordered_set multimap multiset list deque queue "
    "stack priority_queue function unique_ptr shared_ptr thread mutex cout cerr cin endl "
    "stringstream ostringstream ifstream ofstream";

static const char std_functions[] = "stable_sort to_string stoi make_unique make_shared";

/*
 * The same, but that --expt-relaxed-constexpr lets device code have them. From C++20 on these are constexpr:
 */
static const char std_algorithms[] =
    "sort copy fill accumulate iota reverse find lower_bound upper_bound nth_element partial_sort "
    "inclusive_scan exclusive_scan transform for_each";
/* And these, which may be a program's own where std:: does not stand before them. */
static const char std_more_algorithms[] =
    "swap exchange all_of any_of none_of binary_search copy_n copy_if copy_backward count count_if "
    "equal fill_n find_if generate inner_product is_sorted iter_swap make_heap push_heap pop_heap "
    "sort_heap merge partial_sum adjacent_difference partition remove remove_if replace rotate "
    "swap_ranges unique";
/* Earlier than that: */
static const char std_extremes[] = "min_element max_element";
static const char std_constexpr[] =
    "min max minmax clamp gcd lcm make_pair make_tuple tie forward_as_tuple "
    "array pair tuple bitset";

static const char indices[] = "threadIdx blockIdx blockDim gridDim";

static bool begins(const struct source *s, size_t i, const char *with) {
    size_t length = strlen(with);
    return s->t[i].len > length && memcmp(s->text + s->t[i].at, with, length) == 0 &&
           isupper((unsigned char)s->text[s->t[i].at + length]);
}

/** std::tie(a, b) = f(): tuples can be assigned by constexpr functions from C++20 on. */
static bool is_assigned_tie(const struct source *s, size_t i) {
    size_t open = token_is(s, i, "tie") ? opening(s, i) : 0;
    return open && s->t[s->t[open].match + 1].op == '=';
}

/** What stands behind std::, or is taken to be std's since nobody else declares it. */
static enum wrong check_std(const struct sides *sides, const struct source *s, size_t i,
                            bool named) {
    bool called = opening(s, i), declares_one = s->t[i + 1].op == '<' || s->t[i + 1].op == OP_NAME;
    bool early = sides->relaxed,
         late = early && sides->newer; /* what device code may call, as constexpr */
    if (named && called && !early && (token_is(s, i, "min") || token_is(s, i, "max")))
        return STD_ONLY;
    bool host =
        is_one_of(s, i, std_types) ||
        (called && (is_one_of(s, i, std_functions) || (!late && is_one_of(s, i, std_algorithms)) ||
                    (!early && is_one_of(s, i, std_extremes))));
    if (named && !host)
        host =
            (called && !late && (is_one_of(s, i, std_more_algorithms) || is_assigned_tie(s, i))) ||
            (!early && (called || declares_one) && is_one_of(s, i, std_constexpr));
    return host ? HOST_ONLY : RIGHT;
}

/** numeric_limits<int>::max() */
static enum wrong check_limits(const struct source *s, size_t i) {
    size_t open = s->t[i - 2].op == '>' ? s->t[i - 2].match : 0;
    if (open > 5 && token_is(s, open - 5, "cuda")) return RIGHT; // cuda::std::numeric_limits
    return open && token_is(s, open - 1, "numeric_limits") ? LIMITS : RIGHT;
}

static bool calls_intrinsic(const struct source *s, const struct use *u) {
    return u->side == SIDE_HOST && opening(s, u->token) && is_device_intrinsic(s, u->token);
}

/** What nobody in the file declares. */
static enum wrong check_outside(const struct sides *sides, const struct source *s,
                                const struct use *u) {
    size_t i = u->token;
    bool called = opening(s, i);
    if (calls_intrinsic(s, u)) return DEVICE_FUNCTION;
    if (u->side == SIDE_HOST) return is_one_of(s, i, indices) ? DEVICE_ONLY : RIGHT;
    if (find_name(&sides->types, s, i)) return RIGHT;
    bool api = begins(s, i, "cuda") && !is_one_of(s, i, device_api) &&
               !(sides->launches && is_one_of(s, i, launch_api));
    if (called && (api || is_one_of(s, i, library))) return HOST_ONLY;
    return sides->in_std ? check_std(sides, s, i, false) : RIGHT; // min is also the device's own
}

/** A variable of the host in device code; its size is known there. */
static enum wrong check_variable(const struct sides *sides, const struct source *s, size_t i) {
    bool sized =
        token_is(s, i - 1, "sizeof") || (s->t[i - 1].op == '(' && token_is(s, i - 2, "sizeof"));
    bool constant = s->t[i + 1].op == '[' && s->t[i + 2].op == OP_NUMBER && s->t[i + 3].op == ']';
    bool known = find_name(&sides->variables, s, i) && !find_name(&sides->types, s, i);
    return known && !sized && !constant ? HOST_VARIABLE : RIGHT;
}

/** Does a system header speak of a function of this name? Its text is there, and it has no tokens. */
static bool is_in_headers(const struct source *s, size_t i) {
    size_t len = s->t[i].len, in_text = 0, in_tokens = 0;
    const char *name = s->text + s->t[i].at, *end = s->text + s->size;
    for (const char *at = s->text; (at = memmem(at, (size_t)(end - at), name, len)); at += len) {
        unsigned char before = at > s->text ? (unsigned char)at[-1] : ' ';
        const char *next = at + len;
        while (next < end && (*next == ' ' || *next == '\n')) next++;
        in_text += !isalnum(before) && before != '_' && next < end && *next == '(';
    }
    for (size_t k = 1; k < s->n; k++)
        in_tokens += s->t[k].op == OP_NAME && s->t[k + 1].op == '(' && tokens_equal(s, k, i);
    return in_text > in_tokens;
}

/** A device function that host code calls, or a library's of the same name: which one, only types tell. */
static enum wrong check_host_call(const struct sides *sides, const struct source *s,
                                  const struct use *u, const struct name *f) {
    if (!f->on_device || f->on_host) return RIGHT;
    return sides->in_foreign && is_in_headers(s, u->token) ? RIGHT : DEVICE_FUNCTION;
}

static enum wrong check_function(const struct sides *sides, const struct source *s,
                                 const struct use *u, const struct name *f) {
    if (!opening(s, u->token)) return RIGHT;
    if (f->is_kernel && !f->is_function) return KERNEL;
    if (u->side == SIDE_HOST) return check_host_call(sides, s, u, f);
    bool both = f->on_device || !f->on_host || is_one_of(s, u->token, overloaded);
    if (f->is_constexpr) return both || sides->relaxed ? RIGHT : CONSTEXPR_FUNCTION;
    return both ? RIGHT : HOST_FUNCTION;
}

/*
 * Classes.
 */
/** Of the members of class `type` that are called `name`, or by (): is there any, and where? */
struct found {
    bool any, on_device, on_host, takes_none;
};

static struct found find_members(const struct sides *sides, const struct source *s, size_t type,
                                 size_t name) {
    struct found found = {false};
    for (size_t k = 0; k < sides->n_members && find_name(&sides->types, s, type); k++) {
        const struct member *m = &sides->members[k];
        bool call_operator = s->t[m->name].op == W_OPERATOR && s->t[m->name + 1].op == '(';
        if (!tokens_equal(s, m->class_name, type)) continue;
        if (name ? !tokens_equal(s, m->name, name) : !call_operator) continue;
        found.any = true;
        found.on_device |= m->on_device;
        found.on_host |= m->on_host;
        found.takes_none |= m->n_params == 0;
    }
    return found;
}

static enum wrong check_found(enum side side, struct found found) {
    if (!found.any) return RIGHT;
    if (side == SIDE_DEVICE) return found.on_device ? RIGHT : HOST_FUNCTION;
    return found.on_host ? RIGHT : DEVICE_FUNCTION;
}

/** x.f() and x(): of a local x whose class stands before it. */
static enum wrong check_member(const struct sides *sides, const struct source *s,
                               const struct use *u, size_t object, size_t name) {
    if (!sides->n_members || !opening(s, u->token) || s->t[object].op != OP_NAME) return RIGHT;
    size_t k = local_declaration(s, u->params, object);
    while (k && (s->t[k - 1].op == '*' || s->t[k - 1].op == '&' || s->t[k - 1].op == W_CV)) k--;
    if (!k || s->t[k - 1].op != OP_NAME) return RIGHT;
    return check_found(u->side, find_members(sides, s, k - 1, name));
}

/** T x(1), T x{1}, T x; and T(1): which constructor is called is not known, but that a class has none for this side. */
static enum wrong check_constructor(const struct sides *sides, const struct source *s,
                                    const struct use *u) {
    size_t i = u->token, open = i + 1 + (s->t[i + 1].op == OP_NAME);
    uint32_t op = s->t[open].op;
    bool one_name = s->t[open].match == open + 2 && s->t[open + 1].op == OP_NAME; // a copy?
    bool bare = op == ';' && open == i + 2;
    if (!bare && ((op != '(' && op != '{') || one_name)) return RIGHT;
    struct found found = find_members(sides, s, i, i);
    return bare && !found.takes_none ? RIGHT : check_found(u->side, found);
}

/*
 * All uses.
 */
/** Is the function a member of a class, by its braces or by its name, as in int C<T>::f(? */
static bool is_member(const struct source *s, const struct use *u) {
    size_t i = u->params - 1;
    return u->in_class || (s->t[i].op == OP_NAME && s->t[i - 1].op == OP_SCOPE) ||
           (s->t[i].op == ')' && s->t[i - 2].op == W_OPERATOR && s->t[i - 3].op == OP_SCOPE);
}

bool is_of_class(const struct sides *sides, const struct source *s, const struct use *u) {
    if (is_member(s, u) && find_name(&sides->fields, s, u->token)) return true;
    for (size_t k = 0; k < sides->n_members; k++)
        if (tokens_equal(s, sides->members[k].name, u->token)) return true;
    return is_template_parameter(s, u->params, u->token);
}

static enum wrong check_plain(const struct sides *sides, const struct source *s,
                              const struct use *u, const struct name *f) {
    enum wrong wrong =
        f && f->declarations ? check_function(sides, s, u, f) : check_outside(sides, s, u);
    if (!wrong && u->side == SIDE_DEVICE) wrong = check_variable(sides, s, u->token);
    return wrong;
}

static enum wrong check_use(const struct sides *sides, const struct source *s,
                            const struct functions *fs, const struct use *u) {
    size_t i = u->token;
    const struct name *f = find_name(fs, s, i);
    uint32_t before = s->t[i - 1].op;
    if (before == '.' || before == OP_ARROW) return check_member(sides, s, u, i - 2, i);
    if (before == OP_SCOPE && s->t[i - 2].op == OP_NAME) {
        const struct name *space = find_name(fs, s, i - 2);
        if (s->t[i - 3].op == OP_SCOPE && token_is(s, i - 4, "cuda")) return RIGHT; // cuda::std
        if (token_is(s, i - 2, "std"))
            return u->side == SIDE_DEVICE ? check_std(sides, s, i, true) : RIGHT;
        if (space && space->last_scope) return check_plain(sides, s, u, f);
        bool of_class = f || find_name(&sides->types, s, i - 2);
        return !of_class && calls_intrinsic(s, u) ? DEVICE_FUNCTION : RIGHT;
    }
    if (before == OP_SCOPE && s->t[i - 2].op == '>')
        return u->side == SIDE_DEVICE && !sides->relaxed ? check_limits(s, i) : RIGHT;
    enum wrong wrong = check_constructor(sides, s, u);
    if (wrong) return wrong;
    if (before == OP_SCOPE) return check_plain(sides, s, u, f);
    if (!f) wrong = check_member(sides, s, u, i, 0);
    if (wrong) return wrong;
    wrong = check_plain(sides, s, u, f);
    return wrong && (is_of_class(sides, s, u) || is_local(s, u->params, i)) ? RIGHT : wrong;
}

void check_sides(const struct sides *sides, const struct source *s, const struct functions *fs) {
    for (size_t k = 0; k < sides->n_uses; k++) {
        size_t i = sides->uses[k].token;
        enum wrong wrong = check_use(sides, s, fs, &sides->uses[k]);
        if (wrong)
            stop_at(s, i, "%.*s %s", (int)s->t[i].len, s->text + s->t[i].at, sentences[wrong]);
    }
}
