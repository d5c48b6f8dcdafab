/** @file
 *  @brief Reads a kernel that may become loops: its statements, variables and groups. See loops.h. */
#include "loops.h"
#include "loops_inline.h"

#include <stdio.h>
#include <stdlib.h>

static size_t add_statement(struct loops *l, struct statement st) {
    if (l->n_statements == 0) l->n_statements = 1; // 0 means none
    l->statements =
        grown(l->statements, l->n_statements, &l->statements_room, sizeof(*l->statements));
    l->statements[l->n_statements] = st;
    return l->n_statements++;
}

static struct variable *add_variable(struct loops *l, struct variable v) {
    l->variables = grown(l->variables, l->n_variables, &l->variables_room, sizeof(*l->variables));
    l->variables[l->n_variables] = v;
    return &l->variables[l->n_variables++];
}

struct variable *variable_at(const struct loops *l, size_t i) {
    if (is_member(l->s, i)) return NULL;
    for (size_t k = l->n_variables; k-- > 0;) {
        struct variable *v = &l->variables[k];
        if (v->from <= i && i <= v->to && tokens_equal(l->s, v->name, i)) return v;
    }
    return NULL;
}

bool is_parameter(const struct loops *l, const struct variable *v) {
    return v->name < l->d->body;
}

/*
 * Declarations.
 */
static bool is_specifier(const struct source *s, size_t i) {
    return s->t[i].op == W_BUILTIN || s->t[i].op == W_CV || token_is(s, i, "constexpr");
}

/** The token behind the type that a declaration at `i` begins with; 0: it is no declaration. */
static size_t type_end(const struct source *s, size_t i) {
    size_t end = i;
    bool named = false;
    while (is_specifier(s, end)) named |= s->t[end++].op == W_BUILTIN;
    if (!named && s->t[end].op == OP_NAME) {
        end++;
        while (s->t[end].op == W_CV) end++;
    } else if (!named) {
        return 0;
    }
    size_t name = end;
    while (s->t[name].op == '*' || s->t[name].op == W_CV || s->t[name].op == W_RESTRICT) name++;
    uint32_t next = s->t[name + 1].op;
    bool declares = s->t[name].op == OP_NAME && (next == '=' || next == ';' || next == ',' ||
                                                 next == '[' || next == '{' || next == '(');
    return declares ? end : 0;
}

/** What begins at `i`, and is neither a declaration that type_end reads nor an expression; NULL: nothing. */
static const char *unread(const struct source *s, size_t i) {
    size_t k = i;
    bool builtin = false;
    while (is_specifier(s, k)) builtin |= s->t[k++].op == W_BUILTIN;
    if (!builtin && s->t[k].op == OP_NAME) k++;
    while (s->t[k].op == W_CV || (k > i && s->t[k].op == '*')) k++;
    bool refers = s->t[k].op == '&' || token_is(s, k, "&&");
    uint32_t behind = s->t[k + 2].op;
    if (k > i && refers && s->t[k + 1].op == OP_NAME && (behind == '=' || behind == '(' || behind == '{'))
        return "has a reference";
    bool nested = s->t[k].op == '(' && (s->t[k + 1].op == '&' || s->t[k + 1].op == '*') && s->t[k].match == k + 3;
    bool typed = builtin || s->t[i].op == W_CV || s->t[s->t[k + 4].match + 1u].op == '=';
    bool hard = nested && typed && (s->t[k + 4].op == '[' || s->t[k + 4].op == '(');
    if (hard || token_is(s, i, "register")) return "has a declaration that is too hard to read";
    return s->t[i].op == OP_NAME && s->t[i + 1].op == ':' ? "has a label" : NULL;
}

/** Reads the declarators up to the ; at `end`. What they declare is visible up to token `to`. */
static void read_variables(struct loops *l, size_t type, size_t behind, size_t end, size_t to) {
    const struct source *s = l->s;
    for (size_t i = behind; i < end; i++) {
        struct variable v = {.type = type, .type_end = behind, .stars = i, .to = to};
        while (i < end && s->t[i].op != OP_NAME) i++;
        v.name = i++;
        while (s->t[i].op == '[') v.is_array = true, i = skip_one(s, i);
        if (s->t[i].op == '=') {
            v.init = i + 1;
            while (i < end && s->t[i].op != ',') i = skip_one(s, i);
            v.init_end = i - 1;
            v.is_array |= s->t[v.init].op == '{';
        } else if (s->t[i].op != ',' && s->t[i].op != ';') {
            l->why = "has a declaration that is too hard to read";
        }
        v.last = i - 1;
        v.from = v.name;
        for (size_t k = type; k < behind; k++) v.is_auto |= token_is(s, k, "auto");
        if (s->t[v.name].op != OP_NAME) l->why = "has a declaration that is too hard to read";
        add_variable(l, v);
    }
}

static void read_parameters(struct loops *l) {
    const struct source *s = l->s;
    size_t close = s->t[l->d->params].match, type = l->d->params + 1, name = 0;
    bool valued = false;
    for (size_t i = type; i <= close; i = skip_angles(s, i)) {
        uint32_t op = s->t[i].op;
        if (op == '(' || op == '&' || token_is(s, i, "..."))
            l->why = "has a parameter that is too hard to read";
        valued |= op == '=';
        if (op == OP_NAME && !valued) name = i;
        if (op != ',' && op != ')') continue;
        if (name)
            add_variable(l, (struct variable){.kind = V_PARAMETER,
                                              .type = type,
                                              .type_end = name,
                                              .stars = name,
                                              .name = name,
                                              .from = l->d->body,
                                              .to = s->t[l->d->body].match,
                                              .uniform = true});
        else if (close > l->d->params + 1 && !(i == type + 1 && token_is(s, type, "void")))
            l->why = "has a parameter without a name";
        type = i + 1;
        name = 0;
        valued = false;
    }
}

/*
 * Statements.
 */
static size_t read_statement(struct loops *l, size_t i, size_t to, size_t *index);

/** The ; that ends the statement at `i`. */
static size_t semicolon(const struct source *s, size_t i) {
    while (s->t[i].op != ';' && s->t[i].op != OP_END && s->t[i].op != '}') i = skip_one(s, i);
    return i;
}

/** Reads statements up to token `close`; returns the first one's index. */
static size_t read_list(struct loops *l, size_t i, size_t close) {
    size_t first = 0, last = 0;
    while (i < close && !l->why) {
        size_t index = 0;
        i = read_statement(l, i, close, &index);
        if (!index) continue;
        if (last) l->statements[last].next = index;
        if (!first) first = index;
        last = index;
    }
    return first;
}

/** Marks the tokens of a statement whose words are allowed. */
static void mark(struct loops *l, size_t first, size_t last, size_t as) {
    for (size_t i = first; i <= last; i++) l->group_of[i - l->d->body] = as;
}

/** Is it cg::thread_block block = cg::this_thread_block();? Then `block` means the whole block in what follows. */
static bool is_block_declaration(struct loops *l, size_t i, size_t end) {
    const struct source *s = l->s;
    size_t equals = i;
    while (equals < end && s->t[equals].op != '=') equals++;
    bool typed = token_is(s, equals - 2, "thread_block") || (equals == i + 2 && token_is(s, i, "auto"));
    if (!typed || s->t[equals - 1].op != OP_NAME || l->block || equals + 4 > end || equals < i + 2 ||
        !token_is(s, end - 3, "this_thread_block") || has_code(l->calls, s, end - 3) || s->t[end - 2].op != '(' ||
        s->t[end - 1].op != ')')
        return false;
    for (size_t k = equals + 1; k < end - 3; k++)
        if (s->t[k].op != OP_NAME && s->t[k].op != OP_SCOPE) return false;
    l->block = equals - 1;
    return true;
}

/** Is it cg::sync(block); or block.sync();? */
static bool is_block_barrier(const struct loops *l, size_t i, size_t end) {
    const struct source *s = l->s;
    if (!l->block || has_code(l->calls, s, end - 4)) return false;
    if (tokens_equal(s, i, l->block))
        return i + 5 == end && s->t[i + 1].op == '.' && token_is(s, i + 2, "sync") && s->t[i + 3].op == '(';
    for (size_t k = i; k < end - 4; k++)
        if (k + 4 >= end || (s->t[k].op != OP_NAME && s->t[k].op != OP_SCOPE)) return false;
    return end >= i + 4 && token_is(s, end - 4, "sync") && s->t[end - 3].op == '(' &&
           tokens_equal(s, end - 2, l->block) && s->t[end - 1].op == ')';
}

static size_t read_shared_variables(struct loops *l, size_t i, size_t to, size_t *index) {
    const struct source *s = l->s;
    size_t end = semicolon(s, i), type = i;
    bool in_step = false;
    while (s->t[type].op == W_EXTERN || s->t[type].op == W_SHARED || s->t[type].op == W_STATIC ||
           token_is(s, type, "volatile") || attribute_end(s, type)) {
        in_step |= token_is(s, type, "volatile");
        type = skip_one(s, type);
    }
    size_t behind = type_end(s, type);
    if (!behind || s->t[behind].op != OP_NAME)
        l->why = "has a shared variable that is too hard to read";
    size_t n = l->n_variables;
    if (!l->why) read_variables(l, type, behind, end, to);
    for (; n < l->n_variables; n++) {
        l->variables[n].kind = V_SHARED;
        l->variables[n].uniform = true;
        l->variables[n].in_step = in_step;
        for (size_t k = type; k < l->variables[n].name; k++)
            if (token_is(s, k, "volatile") || (in_step && !l->variables[n].is_array))
                l->why = "has a volatile variable"; // a single one is a flag
        if (l->variables[n].init) l->why = "has a shared variable with a value";
    }
    mark(l, i, end, MARKED_SHARED);
    *index = add_statement(l, (struct statement){.kind = S_SHARED, .first = i, .last = end});
    return end + 1;
}

static size_t read_simple(struct loops *l, size_t i, size_t to, size_t *index) {
    const struct source *s = l->s;
    size_t end = semicolon(s, i), behind = type_end(s, i);
    struct statement st = {.kind = S_PLAIN, .first = i, .last = end};
    if (s->t[end].op != ';') l->why = "has a statement that is too hard to read";
    if (token_is(s, i, "return")) st.kind = S_RETURN;
    if (token_is(s, i, "__syncthreads") && i + 3 == end) st.kind = S_BARRIER;
    if (is_block_barrier(l, i, end)) st.kind = S_BARRIER, mark(l, i, end, MARKED_BLOCK);
    if (is_block_declaration(l, i, end)) {
        mark(l, i, end, MARKED_BLOCK);
        st.first = end; // nothing is left of it
        behind = 0;
    }
    if (behind && st.kind == S_PLAIN) {
        st.kind = S_DECLARATION;
        read_variables(l, i, behind, end, to);
    }
    if (st.kind == S_PLAIN && unread(s, i)) l->why = unread(s, i);
    *index = add_statement(l, st);
    return end + 1;
}

/** A child statement of its own scope. */
static size_t read_child(struct loops *l, size_t i, size_t *index) {
    const struct source *s = l->s;
    if (s->t[i].op != '{') return read_statement(l, i, semicolon(s, i), index);
    size_t child = read_list(l, i + 1, s->t[i].match);
    *index = add_statement(
        l, (struct statement){.kind = S_BLOCK, .first = i, .last = s->t[i].match, .child = child});
    return s->t[i].match + 1;
}

static size_t end_of_child(const struct source *s, size_t i);

static size_t end_of_control(const struct source *s, size_t i) {
    size_t end = end_of_child(s, s->t[i + 1].match + 1u);
    if (token_is(s, i, "if") && token_is(s, end + 1, "else")) end = end_of_child(s, end + 2);
    return end;
}

/** The last token of the statement at `i`. */
static size_t end_of_child(const struct source *s, size_t i) {
    if (s->t[i].op == '{') return s->t[i].match;
    if (s->t[i].op == W_CONTROL && s->t[i + 1].op == '(') return end_of_control(s, i);
    if (token_is(s, i, "do")) return semicolon(s, end_of_child(s, i + 1) + 1);
    return semicolon(s, i);
}

static void read_for_head(struct loops *l, struct statement *st) {
    const struct source *s = l->s;
    size_t close = s->t[st->open].match;
    st->init_end = semicolon(s, st->open + 1);
    st->cond_end = semicolon(s, st->init_end + 1);
    if (s->t[st->init_end].op != ';' || s->t[st->cond_end].op != ';' || st->cond_end > close) {
        l->why = "has a loop that is too hard to read";
        return;
    }
    size_t behind = type_end(s, st->open + 1);
    if (behind) read_variables(l, st->open + 1, behind, st->init_end, st->last);
    if (!behind && unread(s, st->open + 1)) l->why = unread(s, st->open + 1);
}

static size_t read_control(struct loops *l, size_t i, size_t *index) {
    const struct source *s = l->s;
    struct statement st = {.first = i, .open = i + 1, .kind = S_LOOP};
    if (s->t[st.open].op != '(' || !s->t[st.open].match || s->t[st.open + 1].op == W_BUILTIN) {
        if (s->t[st.open].op != '(' || !token_is(s, i, "for")) {
            l->why = "has a statement that is too hard to read";
            return i + 1;
        }
    }
    st.last = end_of_control(s, i);
    if (token_is(s, i, "if")) st.kind = S_IF;
    if (token_is(s, i, "for")) st.kind = S_FOR;
    if (st.kind == S_FOR) read_for_head(l, &st);
    size_t next = l->why ? i + 1 : read_child(l, s->t[st.open].match + 1u, &st.child);
    if (st.kind == S_IF && token_is(s, next, "else")) next = read_child(l, next + 1, &st.orelse);
    if (next != st.last + 1) l->why = l->why ? l->why : "has a statement that is too hard to read";
    *index = add_statement(l, st);
    return next;
}

static size_t read_do(struct loops *l, size_t i, size_t *index) {
    struct statement st = {.kind = S_LOOP, .first = i};
    size_t next = read_child(l, i + 1, &st.child);
    st.last = semicolon(l->s, next);
    *index = add_statement(l, st);
    return st.last + 1;
}

static size_t read_label(const struct source *s, size_t i) {
    while (s->t[i].op != ':' && s->t[i].op != ';' && s->t[i].op != OP_END) i = skip_one(s, i);
    return i + 1;
}

/** Reads the statement at `i`, in a scope that ends at `to`. Returns the token behind it. */
static size_t read_statement(struct loops *l, size_t i, size_t to, size_t *index) {
    const struct source *s = l->s;
    if (s->t[i].op == ';') {
        *index = add_statement(l, (struct statement){.kind = S_PLAIN, .first = i, .last = i});
        return i + 1;
    }
    if (s->t[i].op == '{') return read_child(l, i, index);
    if (s->t[i].op == W_CONTROL) return read_control(l, i, index);
    if (token_is(s, i, "do")) return read_do(l, i, index);
    if (token_is(s, i, "case") || (token_is(s, i, "default") && s->t[i + 1].op == ':'))
        return read_statement(l, read_label(s, i), to, index);
    for (size_t k = i; s->t[k].op == W_EXTERN || s->t[k].op == W_SHARED || s->t[k].op == W_STATIC ||
                       s->t[k].op == W_CV || attribute_end(s, k);
         k = skip_one(s, k))
        if (s->t[k].op == W_SHARED) return read_shared_variables(l, i, to, index);
    return read_simple(l, i, to, index);
}

void read_loops(struct loops *l) {
    size_t body = l->d->body, close = l->s->t[body].match;
    read_parameters(l);
    if (!l->why) l->first = read_list(l, body + 1, close);
    if (!l->why) check_tokens(l);
    for (size_t k = 0; k < l->n_variables; k++) {
        struct variable *v = &l->variables[k];
        if (v->kind != V_PARAMETER || !v->assigned) continue;
        v->kind = V_LANE;
        v->uniform = false;
        if (l->s->t[v->name + 1].op == '[') l->why = "changes a parameter that is an array";
    }
}

/** Says what becomes of the kernel. */
static void tell(const struct loops *l) {
    const struct token *name = &l->s->t[l->d->name];
    fprintf(stderr, "%.*s:%u: kernel %.*s ", (int)l->s->places[name->place].len,
            l->s->places[name->place].name, name->line, (int)name->len, l->s->text + name->at);
    bool checked = l->calls->checked;
    if (l->why)
        fprintf(stderr, "%s: it %s\n", checked ? "is not tried" : "runs thread by thread", l->why);
    else
        fputs(!checked ? "can run as loops\n" : l->rows ? "may be tried as loops\n" : "may be tried\n", stderr);
}

/** Looks whether a kernel with this body can become loops, or, in a check build, whether it does nothing but compute,
 *  load, store and wait at barriers. free_loops frees what it finds out. */
static struct loops look_at_kernel(struct source *s, const struct functions *fs, struct calls *calls,
                                   const struct declaration *d) {
    enum { MOST_TOKENS = 2000, MOST_LANES = 32 };
    size_t n = s->t[d->body].match - d->body, lanes = 0;
    struct loops l = {.s = s, .functions = fs, .calls = calls, .d = d};
    if (n > MOST_TOKENS) l.why = "is too long";
    if (n > MOST_TOKENS) return l;
    l.group_of = calloc(n + 1, sizeof(*l.group_of));
    if (!l.group_of) stop_at(s, d->body, "out of memory. Compile fewer things at a time");
    read_loops(&l);
    bool simple = !l.why;
    if (simple) form_groups(&l);
    for (size_t k = 0; k < l.n_variables; k++) lanes += l.variables[k].kind == V_LANE;
    if (lanes > MOST_LANES) l.why = "has too many variables";
    if (!calls->checked || !simple) return l;
    l.rows = may_have_rows(&l);
    l.why = NULL;
    return l;
}

static void free_loops(struct loops *l) {
    free(l->group_of);
    free(l->statements);
    free(l->variables);
    free(l->outside);
    free(l->live);
    free(l->members);
}

/** Reads the kernel with the body of `d`. Returns its loops as text; NULL: it has none. */
static char *read_kernel(struct source *s, const struct functions *fs, struct calls *calls, const struct declaration *d,
                         struct loops *l) {
    free_loops(l);
    *l = look_at_kernel(s, fs, calls, d);
    return l->why ? NULL : written_loops(l);
}

void make_loops(struct source *s, const struct functions *fs, struct calls *calls, const struct declaration *d,
                bool tells) {
    if (s->t[d->body].match == 0 || d->is_variadic) return;
    struct loops l = {0};
    struct declaration written_out = *d;
    char *text = read_kernel(s, fs, calls, d, &l);
    bool wants_rows = calls->checked && !l.rows && (l.why || l.has_other_calls), barred = l.why;
    if (wants_rows && (written_out.body = inlined_body(s, calls, d, true))) {
        free(text);
        text = read_kernel(s, fs, calls, &written_out, &l);
        if (!l.rows) {
            free(text);
            text = read_kernel(s, fs, calls, d, &l);
        }
    }
    if (barred && !text && (written_out.body = inlined_body(s, calls, d, false)))
        text = read_kernel(s, fs, calls, &written_out, &l);
    if (tells) tell(&l);
    if (text) {
        put_behind(s, d->body, "%s", text);
        if (l.rows) keep_values(s, &l);
        free(text);
    }
    free_loops(&l);
}
