/** @file
 *  @brief What of C's and C++'s libraries, and of CUDA's own functions, device code has. See sides.h. */
#include "sides_parts.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Of CUDA's own functions device code may call these. */
static const char device_api[] = "cudaMalloc cudaFree cudaGraphSetConditional cudaGridDependencySynchronize "
                                 "cudaTriggerProgrammaticLaunchCompletion cudaDeviceGetAttribute";

/* And these where kernels may launch kernels: with -rdc=true. */
static const char launch_api[] =
    "cudaGetLastError cudaPeekAtLastError cudaGetErrorName cudaGetErrorString cudaGetDevice cudaGetDeviceCount "
    "cudaDeviceGetLimit cudaDeviceGetCacheConfig cudaRuntimeGetVersion cudaFuncGetAttributes "
    "cudaOccupancyMaxActiveBlocksPerMultiprocessor cudaStreamCreateWithFlags cudaStreamDestroy cudaStreamWaitEvent "
    "cudaEventCreateWithFlags cudaEventDestroy cudaEventRecord cudaEventRecordWithFlags cudaMemcpyAsync "
    "cudaMemcpy2DAsync cudaMemsetAsync cudaMemset2DAsync";

/* Of C's library nvcc has these, and mathematics. */
static const char device_c[] = "printf malloc free memcpy memset abs labs llabs clock";

/* Classes of C++'s library, and objects, whose functions are the host's. */
static const char std_types[] =
    "vector string map set unordered_map unordered_set multimap multiset list forward_list deque queue stack "
    "priority_queue function unique_ptr shared_ptr weak_ptr thread mutex lock_guard unique_lock scoped_lock future "
    "promise condition_variable cout cerr cin clog endl stringstream ostringstream istringstream ifstream ofstream "
    "fstream any valarray regex mt19937 mt19937_64 minstd_rand default_random_engine random_device "
    "uniform_int_distribution uniform_real_distribution normal_distribution bernoulli_distribution "
    "exponential_distribution poisson_distribution atomic_int atomic_flag atomic_bool this_thread";

static const char std_functions[] = "stable_sort to_string stoi stof stod stol stoul make_unique make_shared async";

/*
 * The same, but that --expt-relaxed-constexpr lets device code have them. From C++20 on these are constexpr:
 */
static const char std_algorithms[] =
    "sort copy fill accumulate iota reverse find lower_bound upper_bound nth_element partial_sort inclusive_scan "
    "exclusive_scan transform for_each";
/* And these, which may be a program's own where std:: does not stand before them. */
static const char std_more_algorithms[] =
    "swap exchange all_of any_of none_of binary_search copy_n copy_if copy_backward count count_if equal fill_n "
    "find_if generate inner_product is_sorted iter_swap make_heap push_heap pop_heap sort_heap merge partial_sum "
    "adjacent_difference partition remove remove_if replace rotate swap_ranges unique";
/* Earlier than that: */
static const char std_extremes[] = "min_element max_element";

/* Without that option device code has these functions of std alone, */
static const char std_device[] =
    "move forward declval printf malloc free memcpy memset clock abs labs llabs fabs sqrt cbrt pow hypot exp exp2 "
    "expm1 "
    "log log2 log10 log1p logb ilogb sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh erf erfc "
    "tgamma "
    "lgamma floor ceil round lround llround trunc rint lrint llrint nearbyint fmod remainder remquo fmin fmax fdim "
    "fma "
    "copysign nextafter nexttoward frexp ldexp modf scalbn scalbln nan isnan isinf isfinite signbit byte nullptr_t";
/* and variables of these types, and of those whose names end in _t. */
static const char std_plain[] = "initializer_list integral_constant true_type false_type index_sequence "
                                "integer_sequence ratio aligned_storage byte";

static bool begins(const struct source *s, size_t i, const char *with) {
    size_t length = strlen(with);
    return s->t[i].len > length && memcmp(s->text + s->t[i].at, with, length) == 0;
}

static bool ends_as_type(const struct source *s, size_t i) {
    const char *end = s->text + s->t[i].at + s->t[i].len;
    return s->t[i].len > 2 && end[-2] == '_' && end[-1] == 't';
}

/** std::tie(a, b) = f(): tuples can be assigned by constexpr functions from C++20 on. */
static bool is_assigned_tie(const struct source *s, size_t i) {
    size_t open = token_is(s, i, "tie") ? opening(s, i) : 0;
    return open && s->t[s->t[open].match + 1].op == '=';
}

/** std::sqrtf and the like, too. */
static bool is_std_device(const struct source *s, size_t i) {
    struct token t[1] = {s->t[i]};
    const struct source shorter = {.text = s->text, .t = t};
    bool of_float = t->len > 3 && strchr("fl", s->text[t->at + t->len - 1]);
    t->len -= of_float;
    return is_one_of(s, i, std_device) || (of_float && is_one_of(&shorter, 0, std_device));
}

/** std::optional<int> x = 3; and std::plus<int>()(a, b): not a type in a list of template arguments, or before ::. */
static bool makes_object(const struct source *s, size_t i) {
    size_t next = s->t[i + 1].op == '<' && s->t[i + 1].match ? s->t[i + 1].match + 1 : i + 1;
    uint32_t op = s->t[next].op;
    bool is_type = ends_as_type(s, i) || begins(s, i, "is_") || is_one_of(s, i, std_plain);
    return !is_type && (op == OP_NAME || op == '{' || (op == '(' && !is_std_device(s, i)));
}

static bool is_in_other_headers(const struct source *s, size_t i);

bool is_host_class(const struct source *s, size_t i) {
    return is_one_of(s, i, std_types);
}

/** With using namespace std a program says pair<int, int> as well. */
static bool is_std_alone(const struct source *s, size_t i) {
    bool is_class = is_one_of(s, i, "pair tuple array complex optional variant bitset string_view");
    return (is_class ? s->t[i + 1].op == '<' : opening(s, i) != 0) && !is_in_other_headers(s, i);
}

enum wrong check_std(const struct sides *sides, const struct source *s, size_t i, bool named) {
    bool meant = named || is_std_alone(s, i);
    bool called = opening(s, i), early = sides->relaxed, late = early && sides->newer; /* what is constexpr */
    if (named && called && !early && (token_is(s, i, "min") || token_is(s, i, "max"))) return STD_ONLY;
    bool host = is_one_of(s, i, std_types) || (!early && meant && makes_object(s, i) && !(called && !named)) ||
                (called && (is_one_of(s, i, std_functions) || (!late && is_one_of(s, i, std_algorithms)) ||
                            (!early && is_one_of(s, i, std_extremes))));
    if (meant && !late) host |= called && (is_one_of(s, i, std_more_algorithms) || is_assigned_tie(s, i));
    return host ? HOST_ONLY : RIGHT;
}

enum wrong check_limits(const struct source *s, size_t i) {
    size_t open = s->t[i - 2].op == '>' ? s->t[i - 2].match : 0;
    if (open > 5 && token_is(s, open - 5, "cuda")) return RIGHT; // cuda::std::numeric_limits
    return open && token_is(s, open - 1, "numeric_limits") ? LIMITS : RIGHT;
}

/*
 * Headers. Their text is there, and it has no tokens.
 */
enum speaker { PROGRAM, C_HEADER, MATH_HEADER, CXX_HEADER, OTHER_HEADER };

/** Text from one line marker to the next. */
struct stretch {
    size_t at;
    enum speaker who;
};

/** Is it as /usr/include/string.h or /usr/include/x86_64-linux-gnu/sys/time.h? */
static bool is_c_header(const char *path) {
    static const char *const folders[] = {"bits/", "sys/", "arpa/", "netinet/"};
    const char *file = path;
    for (const char *at; (at = strstr(file, "include/"));) file = at + strlen("include/");
    if (strncmp(path, "/usr/", 5) != 0 || file == path) return false;
    const char *folder = strchr(file, '/');
    if (folder && memmem(file, (size_t)(folder - file), "-linux-", 7)) file = folder + 1;
    for (size_t k = 0; k < sizeof(folders) / sizeof(*folders); k++)
        if (strncmp(file, folders[k], strlen(folders[k])) == 0) return true;
    return !strchr(file, '/');
}

/** The marker `# 1 "/usr/include/string.h" 1 3 4`, of which 3 says that it is a system header. */
static enum speaker who_speaks(const char *marker) {
    char path[1024] = "", flags[64] = "";
    if (sscanf(marker, "# %*u \"%1023[^\"]\"%63[^\n]", path, flags) < 2 || !strchr(flags, '3')) return PROGRAM;
    if (strstr(path, "/c++/")) return CXX_HEADER;
    if (!is_c_header(path)) return OTHER_HEADER;
    return strncmp(strrchr(path, '/'), "/math", 5) == 0 ? MATH_HEADER : C_HEADER; // device code has mathematics
}

/** All stretches of the text, once. */
static const struct stretch *find_stretches(const struct source *s, size_t *n) {
    static struct stretch *stretches;
    static size_t n_stretches, room;
    static const char *of;
    const char *end = s->text + s->size;
    if (of != s->text) n_stretches = 0;
    for (const char *at = s->text; of != s->text && at; at = memmem(at, (size_t)(end - at), "\n# ", 3)) {
        at += at > s->text;
        stretches = grown(stretches, n_stretches, &room, sizeof(*stretches));
        stretches[n_stretches++] = (struct stretch){(size_t)(at - s->text), who_speaks(at)};
        at++;
    }
    of = s->text;
    *n = n_stretches;
    return stretches;
}

/** Who speaks of a function of this name: a bit for each kind. */
static unsigned find_speakers(const struct source *s, size_t i) {
    size_t n, k = 0, len = s->t[i].len;
    unsigned speakers = 0;
    const struct stretch *stretches = find_stretches(s, &n);
    const char *name = s->text + s->t[i].at, *end = s->text + s->size;
    for (const char *at = s->text; n && (at = memmem(at, (size_t)(end - at), name, len)); at += len) {
        unsigned char before = at > s->text ? (unsigned char)at[-1] : ' ';
        const char *next = at + len;
        while (k + 1 < n && stretches[k + 1].at <= (size_t)(at - s->text)) k++;
        while (next < end && (*next == ' ' || *next == '\n')) next++;
        bool is_call = !isalnum(before) && before != '_' && next < end && *next == '(';
        speakers |= (unsigned)is_call << stretches[k].who;
    }
    return speakers;
}

/** The same, and each name is looked for once. */
static bool speaks(const struct source *s, size_t i, enum speaker who) {
    static struct known {
        size_t token;
        unsigned speakers;
    } *known;
    static size_t n, room;
    size_t k = 0;
    while (k < n && !tokens_equal(s, known[k].token, i)) k++;
    known = grown(known, n, &room, sizeof(*known));
    if (k == n) known[n++] = (struct known){i, find_speakers(s, i)};
    return known[k].speakers >> who & 1;
}

static bool is_in_other_headers(const struct source *s, size_t i) {
    return speaks(s, i, OTHER_HEADER);
}

bool is_in_c_headers(const struct source *s, size_t i) {
    return speaks(s, i, C_HEADER) || speaks(s, i, MATH_HEADER);
}

bool is_in_headers(const struct source *s, size_t i) {
    return is_in_c_headers(s, i) || speaks(s, i, CXX_HEADER) || speaks(s, i, OTHER_HEADER);
}

enum wrong check_library(const struct sides *sides, const struct source *s, size_t i) {
    bool api = begins(s, i, "cuda") && isupper((unsigned char)s->text[s->t[i].at + 4]) &&
               !is_one_of(s, i, device_api) && !(sides->launches && is_one_of(s, i, launch_api));
    size_t open = opening(s, i);
    bool is_known = open && token_is(s, i, "strlen") && s->t[open + 1].op == OP_STRING; // the compiler's own
    if (!open || is_known) return RIGHT;
    bool of_c = s->text[s->t[i].at] != '_' && !is_one_of(s, i, device_c) && speaks(s, i, C_HEADER);
    return api || (of_c && !speaks(s, i, OTHER_HEADER)) ? HOST_ONLY : RIGHT;
}
