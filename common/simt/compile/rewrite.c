/**
 * @file
 * @brief rewrite: preprocessed CUDA C++ in, C++ for the CPU runtime out.
 *
 *     rewrite [--static-device] [--red-zones] [--relaxed-constexpr] [--extended-lambda] [--c++20]
 *             [--mark-kernels] [--module] [--default-device] [--loops] [--wide] [--shifts] [--tell]
 *             [--no-warnings] [--device file] [-o out] [in]
 *
 * One walk over the tokens that keeps track of scopes. Launches wait until its end, for only then all
 * kernels are known. What the text becomes:
 *
 *     k<<<g, b>>>(x)                simt::kernel(k, "k")[simt::config(g, b)](x)
 *     __shared__ T x[N];            static thread_local T x[N]; { … simt::enter_shared(x, "x", …); }
 *     extern __shared__ T x[];      T *x = simt::dynamic_shared();
 *     __device__ int x;             int x; with --static-device (a whole program in one file) static int x;
 *     __global__ void k() …         void k() …; with --mark-kernels an attribute marks its code, which begins with
 *                                   if (simt::is_not_launched("k", …)) return;
 *     a << n, in device code        with --shifts: a << simt::by << n
 *
 * Where kernels are launched by address, simt::registered<decltype(&k), &k> makes each of them known. The text is
 * not preprocessed again, so all this is spelled out; the header's macros are gone by now.
 */
#include "host_copies.h"
#include "rewriter.h"
#include "views.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void push(struct rewriter *r, struct scope scope) {
    r->scopes = grown(r->scopes, r->n_scopes, &r->scopes_room, sizeof(*r->scopes));
    r->scopes[r->n_scopes++] = scope;
}

/** The namespace that the declaration `namespace a::b {` opens; extern "C" { opens none. */
static size_t enter_namespace(struct rewriter *r) {
    size_t i = r->d.first, path = top(r)->path;
    while (i < r->d.body && r->s.t[i].op != W_NAMESPACE) i++;
    for (; i < r->d.body; i = skip_one(&r->s, i))
        if (r->s.t[i].op == OP_NAME) path = add_scope(&r->functions, &r->s, path, i);
    return path;
}

/** A kernel that the host calls like a function says so, and does nothing else. */
static void look_for_launch(struct rewriter *r) {
    char *name = spelled(&r->s, r->d.name, r->d.name);
    put_before(&r->s, r->d.body + 1, "if (simt::is_not_launched(\"%s\", __builtin_return_address(0))) return; ", name);
    free(name);
}

/** Begins a declaration or statement at token `i`. */
static void begin(struct rewriter *r, size_t i) {
    r->start = i;
    r->storage_done = r->lambda_device = r->lambda_host = false;
    if (top(r)->kind == IN_CODE) return;
    r->d = parse_declaration(&r->s, i);
    bool named = r->d.params && r->d.name && r->s.t[r->d.name].op == OP_NAME;
    if (named && !r->d.is_instance && top(r)->kind == IN_NAMESPACE) {
        add_function(&r->functions, &r->s, r->d, top(r)->path);
        if (was_for_device(&r->functions, &r->s, &r->d, top(r)->path))
            r->d.has_device = r->d.has_host = true;
    }
    if (named && r->d.is_template && top(r)->kind == IN_CLASS) add_function(&r->member_templates, &r->s, r->d, 0);
    if (top(r)->kind == IN_NAMESPACE) join_member(&r->sides, &r->s, &r->d);
    if (r->is_module && r->d.is_instance && r->d.name && top(r)->kind == IN_NAMESPACE)
        register_instance(&r->s, &r->functions, &r->d, top(r)->path);
    if (r->d.has_global) check_kernel(&r->s, &r->d, top(r)->kind == IN_CLASS);
    if (r->marks && r->d.has_global && r->d.body && r->d.body_kind == IN_CODE) look_for_launch(r);
    note_declaration(&r->sides, &r->s, &r->d, top(r)->class_name);
}

/** In code: does the brace at `i` hold a local class? */
static bool opens_local_class(struct rewriter *r, size_t i) {
    for (size_t k = r->start; k < i; k++) {
        uint32_t op = r->s.t[k].op;
        if (op == W_CLASS_KEY) {
            struct declaration d = parse_declaration(&r->s, r->start);
            return d.body == i && d.body_kind == IN_CLASS;
        }
        if (op != W_TYPEDEF && op != W_STATIC && op != W_CV && op != W_SHARED && op != W_ALIGNAS)
            break;
    }
    return false;
}

/** In code: does a block begin at `i`, and surely no lambda? */
static bool opens_block(const struct source *s, size_t i) {
    uint32_t before = s->t[i - 1].op;
    if (before == ')') return s->t[s->t[i - 1].match - 1].op == W_CONTROL;
    return before == ';' || before == '{' || before == '}' || before == ':' || token_is(s, i - 1, "else") ||
           token_is(s, i - 1, "do") || token_is(s, i - 1, "try");
}

static void open_brace(struct rewriter *r, size_t i) {
    struct scope scope = {
        .kind = IN_CODE, .path = top(r)->path, .side = top(r)->side, .params = top(r)->params};
    scope.in_class = top(r)->kind == IN_CLASS ? top(r)->class_name : top(r)->in_class;
    bool in_code = top(r)->kind == IN_CODE;
    if (in_code && opens_local_class(r, i)) scope.kind = IN_CLASS;
    scope.in_main = in_code ? top(r)->in_main && opens_block(&r->s, i)
                            : i == r->d.body && top(r)->kind == IN_NAMESPACE && token_is(&r->s, r->d.name, "main");
    if (!in_code && i == r->d.body) {
        scope.kind = r->d.body_kind;
        if (scope.kind == IN_NAMESPACE) scope.path = enter_namespace(r);
        if (scope.kind == IN_CODE) scope.side = side_of(&r->d, scope.side);
        if (scope.kind == IN_CODE && !scope.params) scope.params = r->d.params;
        if (scope.kind == IN_CODE && r->d.has_global) mark_host_wait(&r->s, &r->d);
        if (scope.kind == IN_CODE && runs_on_device(scope.side) && !r->red_zones) mark_look_of_function(&r->s, &r->d);
        if (scope.kind == IN_CODE && r->d.has_global && r->loops)
            make_loops(&r->s, &r->functions, &r->calls, &r->d, r->tells);
    } else {
        scope.is_value = !in_code;
        if (r->lambda_device) scope.side = r->lambda_host ? SIDE_BOTH : SIDE_DEVICE;
    }
    if (scope.kind == IN_CLASS) {
        scope.class_name = name_of_class(&r->s, r->start, i);
        if (!scope.class_name) scope.class_name = i;
    }
    scope.outer = r->d;
    push(r, scope);
    begin(r, i + 1);
}

static void close_brace(struct rewriter *r, size_t i) {
    if (r->n_scopes == 1) {
        begin(r, i + 1); // one too many: the compiler will say so
        return;
    }
    struct scope closed = *top(r);
    r->n_scopes--;
    if (!closed.is_value) {
        begin(r, i + 1);
        return;
    }
    r->d = closed.outer;
    r->start = r->d.first;
}

/** a<T>::f<3>(x) -> a<T>::template f<3>(x) in device code, where nvcc does not ask for the word. */
static void say_template(struct rewriter *r, size_t i) {
    struct source *s = &r->s;
    bool is_qualified = s->t[i - 1].op == OP_SCOPE && s->t[i - 2].op == '>' && s->t[i - 2].match;
    size_t end = is_qualified && s->t[i + 1].op == '<' ? s->t[i + 1].match : 0;
    if (end && s->t[end + 1].op == '(' && find_name(&r->member_templates, s, i)) put_before(s, i, "template ");
}

static void read_name_in_code(struct rewriter *r, size_t i) {
    const struct scope *scope = top(r);
    if (r->red_zones) mark_unused(&r->s, i);
    if (runs_on_device(scope->side)) mark_step(&r->s, scope->params, i);
    if (scope->side == SIDE_DEVICE) say_template(r, i);
    note_use(&r->sides, (struct use){i, scope->params, scope->side, scope->in_class});
}

static void read_shift(struct rewriter *r, size_t i) {
    const char *word = runs_on_device(top(r)->side) ? behind_shift(&r->s, i) : NULL;
    if (word) put_behind(&r->s, i, "%s", word);
}

static void read_token(struct rewriter *r, size_t i) {
    if (r->calls.shifts && top(r)->kind == IN_CODE) read_shift(r, i);
    switch (r->s.t[i].op) {
    case '{':
        open_brace(r, i);
        break;
    case '}':
        close_brace(r, i);
        break;
    case ';':
        begin(r, i + 1);
        break;
    case ':':
        if (r->s.t[i - 1].op == W_ACCESS) begin(r, i + 1);
        break;
    case '[':
        if (top(r)->kind == IN_CODE && top(r)->side == SIDE_DEVICE) refuse_size(&r->s, top(r)->params, i);
        break;
    case OP_LAUNCH:
        read_launch_at(r, i);
        break;
    case OP_NAME:
        refuse_name(&r->s, i);
        if (top(r)->kind == IN_CODE) read_name_in_code(r, i);
        break;
    default:
        read_word(r, i);
    }
}

/* Words inside __attribute__((…)) are the compiler's own; but some it is not to be told. */
static size_t read_attribute(struct rewriter *r, size_t i) {
    size_t end = skip_one(&r->s, i);
    for (; i < end; i++)
        if (r->s.t[i].op == OP_NAME) refuse_name(&r->s, i);
    return end;
}

/** Is there a using namespace of what only system headers open, and neither CUDA's nor std? */
static bool uses_foreign_namespace(const struct rewriter *r) {
    const struct source *s = &r->s;
    for (size_t i = 1; i < s->n; i++) {
        if (s->t[i].op != W_USING || s->t[i + 1].op != W_NAMESPACE || s->t[i + 2].op != OP_NAME) continue;
        const struct name *name = find_name(&r->functions, s, i + 2);
        bool known = token_is(s, i + 2, "std") || token_is(s, i + 2, "cooperative_groups") ||
                     token_is(s, i + 2, "nvcuda") || token_is(s, i + 2, "cuda") || (name && name->last_scope);
        if (!known) return true;
    }
    return false;
}

static void rewrite(struct rewriter *r) {
    push(r, (struct scope){.kind = IN_NAMESPACE, .path = add_scope(&r->functions, &r->s, 0, 0)});
    r->calls.checked = r->red_zones;
    if (r->loops) find_code(&r->calls, &r->s);
    begin(r, 1);
    for (size_t i = 1; i < r->s.n; i++) {
        read_token(r, i);
        if (r->s.t[i].op == W_ATTRIBUTE) i = read_attribute(r, i) - 1;
    }
    r->sides.in_std = r->in_std;
    r->sides.in_foreign = uses_foreign_namespace(r);
    for (size_t k = 0; k < r->n_launches; k++) {
        const struct launch *l = &r->launches[k];
        if (check_launch(&r->s, &r->functions, *l) && !r->default_device)
            check_functors(&r->sides, &r->s, l->params, l->close + 3);
    }
    if (!r->default_device) check_sides(&r->sides, &r->s, &r->functions);
    if (!r->default_device) check_thrust(&r->sides, &r->s, &r->functions);
    if (!r->default_device) make_host_copies(&r->s, &r->sides, &r->functions, !r->quiet);
    for (size_t k = 0; k < r->n_launches; k++)
        rewrite_launch(&r->s, &r->functions, r->launches[k], r->in_std);
    register_kernels(&r->s, &r->functions, r->is_module);
}

/** Says what is wrong with a file and stops the program. */
static _Noreturn void stop_on_file(const char *name, const char *remedy) {
    fprintf(stderr, "rewrite: %s: %s. %s\n", name, strerror(errno), remedy);
    exit(2);
}

static void read_file(struct source *s, FILE *in, const char *name) {
    size_t room = 1 << 20, got;
    words_open(); // before anything can be wrong
    do {
        char *text = realloc(s->text, room + SPARE_TEXT);
        if (!text) stop_on_file(name, "compile fewer things at a time");
        s->text = text;
        got = fread(s->text + s->size, 1, room - s->size, in);
        s->size += got;
        if (s->size == room) room *= 2;
    } while (got);
    if (ferror(in)) stop_on_file(name, "Check the file");
    memset(s->text + s->size, 0, SPARE_TEXT); // the lexer looks a few bytes ahead
}

/** `quiet`: the driver may tell the compiler that nobody asks what operations on floats leave behind. */
static void write_file(struct source *s, const char *name, bool quiet) {
    FILE *out = name ? fopen(name, "wb") : stdout;
    if (!out) stop_on_file(name, "Check the name");
    write_source(s, out);
    if (quiet) fputs("\n// quiet floats\n", out);
    if (fclose(out) != 0) stop_on_file(name ? name : "<stdout>", "Check the disk");
}

static _Noreturn void usage(void) {
    fputs("usage: rewrite [--static-device] [--red-zones] [--relaxed-constexpr] [--extended-lambda] [--c++20] "
          "[--mark-kernels] [--module] [--default-device] [--loops] [--wide] [--shifts] [--tell] [--no-warnings] "
          "[--device file] [-o out] [in]\n",
          stderr);
    exit(2);
}

/** Takes the device's view in: the text is made anew from both. */
static void see_device(struct source *s, const char *name) {
    static struct source device; // what is put in points there
    FILE *in = fopen(name, "rb");
    if (!in) stop_on_file(name, "Check the name");
    read_file(&device, in, name);
    fclose(in);
    lex(&device, name);
    merge_views(s, &device);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) stop_on_file(name, "compile fewer things at a time");
    write_source(s, out);
    for (int i = 0; i < SPARE_TEXT; i++) fputc(0, out); // the lexer looks a few bytes ahead
    if (fclose(out) != 0) stop_on_file(name, "compile fewer things at a time");
    *s = (struct source){.text = text, .size = size - SPARE_TEXT};
}

/** The exit status that asks for the device's view: a file names __CUDA_ARCH__. */
enum { NEEDS_DEVICE = 3 };

static bool takes_flag(struct rewriter *r, const char *word) {
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {{"--static-device", &r->static_device}, {"--red-zones", &r->red_zones},
                 {"--relaxed-constexpr", &r->sides.relaxed}, {"--extended-lambda", &r->extended},
                 {"--c++20", &r->sides.newer},
                 {"--mark-kernels", &r->marks}, {"--module", &r->is_module},
                 {"--default-device", &r->default_device}, {"--loops", &r->loops}, {"--wide", &r->calls.wide},
                 {"--shifts", &r->calls.shifts},
                 {"--tell", &r->tells}, {"--no-warnings", &r->quiet}};
    for (size_t k = 0; k < sizeof(flags) / sizeof(*flags); k++) {
        if (strcmp(word, flags[k].name) != 0) continue;
        *flags[k].flag = true;
        return true;
    }
    return false;
}

int main(int argc, char **argv) {
    static struct rewriter r; // static: what it points to stays reachable until the end
    const char *in_name = NULL, *out_name = NULL, *device = NULL;
    if (argc == 3 && strcmp(argv[1], "--say") == 0) return words_say(argv[2]);
    for (int i = 1; i < argc; i++) {
        if (takes_flag(&r, argv[i])) continue;
        if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
            out_name = argv[++i];
        else if (strcmp(argv[i], "--device") == 0 && i + 1 < argc)
            device = argv[++i];
        else if (!in_name && argv[i][0] != '-')
            in_name = argv[i];
        else
            usage();
    }
    r.sides.launches = !r.static_device;
    FILE *in = in_name ? fopen(in_name, "rb") : stdin;
    if (!in) stop_on_file(in_name, "Check the name");
    read_file(&r.s, in, in_name ? in_name : "<stdin>");
    lex(&r.s, in_name ? in_name : "<stdin>");
    if (in_name && !device && mentions_arch(&r.s)) return NEEDS_DEVICE;
    if (device) {
        see_device(&r.s, device);
        lex(&r.s, in_name ? in_name : "<stdin>");
    }
    rewrite(&r);
    write_file(&r.s, out_name, r.loops && !r.calls.asks_floats);
    return 0;
}
