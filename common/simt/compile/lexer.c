/**
 * @file
 * @brief The lexer: see lexer.h. One pass, a few bytes of look-ahead.
 *
 * A preprocessed .cu has tens of thousands of lines of system headers and a few hundred of its own. So the
 * lexer skips what stands in system headers line by line, and makes tokens of the rest alone: that takes
 * milliseconds. The text itself is kept, and tokens are offsets in it: whatever nobody edits comes out byte for
 * byte as it was, and the compiler's messages show the lines that the author wrote. `<` and `>` are paired like
 * brackets where they may hold template arguments, so `>>` is two tokens.
 */
#include "lexer.h"

#include "../run/said.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct word {
    const char *text;
    enum op op;
} words[] = {
    {"__global__", W_GLOBAL},
    {"__device__", W_DEVICE},
    {"__host__", W_HOST},
    {"__shared__", W_SHARED},
    {"__constant__", W_CONSTANT},
    {"__managed__", W_MANAGED},
    {"__grid_constant__", W_GRID_CONSTANT},
    {"__launch_bounds__", W_LAUNCH_BOUNDS},
    {"__maxnreg__", W_LAUNCH_BOUNDS},
    {"__cluster_dims__", W_LAUNCH_BOUNDS},
    {"__forceinline__", W_FORCEINLINE},
    {"__noinline__", W_NOINLINE},
    {"extern", W_EXTERN},
    {"static", W_STATIC},
    {"inline", W_INLINE},
    {"__inline", W_INLINE},
    {"__inline__", W_INLINE},
    {"const", W_CV},
    {"volatile", W_CV},
    {"__restrict__", W_RESTRICT},
    {"__restrict", W_RESTRICT},
    {"void", W_BUILTIN},
    {"bool", W_BUILTIN},
    {"char", W_BUILTIN},
    {"short", W_BUILTIN},
    {"int", W_BUILTIN},
    {"long", W_BUILTIN},
    {"float", W_BUILTIN},
    {"double", W_BUILTIN},
    {"signed", W_BUILTIN},
    {"unsigned", W_BUILTIN},
    {"auto", W_BUILTIN},
    {"template", W_TEMPLATE},
    {"operator", W_OPERATOR},
    {"namespace", W_NAMESPACE},
    {"using", W_USING},
    {"class", W_CLASS_KEY},
    {"struct", W_CLASS_KEY},
    {"union", W_CLASS_KEY},
    {"enum", W_CLASS_KEY},
    {"public", W_ACCESS},
    {"protected", W_ACCESS},
    {"private", W_ACCESS},
    {"alignas", W_ALIGNAS},
    {"__attribute__", W_ATTRIBUTE},
    {"__attribute", W_ATTRIBUTE},
    {"decltype", W_DECLTYPE},
    {"typeof", W_DECLTYPE},
    {"__typeof__", W_DECLTYPE},
    {"noexcept", W_DECLTYPE},
    {"explicit", W_DECLTYPE},
    {"asm", W_ASM},
    {"__asm__", W_ASM},
    {"__asm", W_ASM},
    {"if", W_CONTROL},
    {"while", W_CONTROL},
    {"for", W_CONTROL},
    {"switch", W_CONTROL},
    {"catch", W_CONTROL},
    {"return", W_KEYWORD},
    {"else", W_KEYWORD},
    {"do", W_KEYWORD},
    {"case", W_KEYWORD},
    {"goto", W_KEYWORD},
    {"throw", W_KEYWORD},
    {"try", W_KEYWORD},
    {"typeid", W_KEYWORD},
    {"dynamic_cast", W_KEYWORD},
    {"new", W_KEYWORD},
    {"delete", W_KEYWORD},
    {"sizeof", W_KEYWORD},
    {"co_return", W_KEYWORD},
    {"co_yield", W_KEYWORD},
    {"co_await", W_KEYWORD},
    {"and", W_KEYWORD},
    {"or", W_KEYWORD},
    {"not", W_KEYWORD},
    {"typename", W_KEYWORD},
    {"__null", W_NULL},
    {"typedef", W_TYPEDEF},
};

enum { WORD_SLOTS = 512 };
static const struct word *word_table[WORD_SLOTS];

static uint32_t hash_name(const char *p, size_t len) {
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < len; i++) h = (h ^ (unsigned char)p[i]) * 16777619u;
    return h ^ h >> 15;
}

static void fill_word_table(void) {
    static bool filled;
    if (filled) return;
    filled = true;
    for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
        uint32_t slot = hash_name(words[i].text, strlen(words[i].text)) % WORD_SLOTS;
        while (word_table[slot]) slot = (slot + 1) % WORD_SLOTS;
        word_table[slot] = &words[i];
    }
}

static uint32_t name_op(const char *p, size_t len) {
    uint32_t slot = hash_name(p, len) % WORD_SLOTS;
    for (; word_table[slot]; slot = (slot + 1) % WORD_SLOTS)
        if (strlen(word_table[slot]->text) == len && memcmp(word_table[slot]->text, p, len) == 0)
            return word_table[slot]->op;
    return OP_NAME;
}

void *grown(void *items, size_t n, size_t *room, size_t item_bytes) {
    if (n < *room) return items;
    *room = *room ? *room * 2 : 64;
    items = realloc(items, *room * item_bytes);
    if (items) return items;
    fputs("rewrite: out of memory. Compile fewer things at a time\n", stderr);
    exit(2);
}

/** The name of a place, its escapes undone, as far as it fits. */
static void print_place(const struct place *place) {
    for (uint32_t i = 0; i < place->len; i++) {
        if (place->name[i] == '\\' && i + 1 < place->len) i++;
        fputc(place->name[i], stderr);
    }
}

static void say_at(const struct source *s, size_t i, const char *kind, const char *format, va_list args) {
    char english[1000], text[3000];
    print_place(&s->places[s->t[i].place]);
    vsnprintf(english, sizeof(english), format, args);
    fprintf(stderr, ":%u: %s%s\n", s->t[i].line, kind, said_whole(english, text, sizeof(text)));
    if (said_missed()) fprintf(stderr, "%s\n", said_missed());
}

void stop_at(const struct source *s, size_t i, const char *format, ...) {
    va_list args;
    va_start(args, format);
    say_at(s, i, "", format, args);
    va_end(args);
    exit(2);
}

void warn_at(const struct source *s, size_t i, const char *format, ...) {
    va_list args;
    va_start(args, format);
    say_at(s, i, "warning: ", format, args);
    va_end(args);
}

bool is_of_header(const struct source *s, size_t i) {
    const struct place *here = &s->places[s->t[i].place], *last = &s->places[s->t[s->n].place];
    return here->len != last->len || memcmp(here->name, last->name, here->len) != 0;
}

bool token_is(const struct source *s, size_t i, const char *word) {
    return strlen(word) == s->t[i].len && memcmp(s->text + s->t[i].at, word, s->t[i].len) == 0;
}

bool is_one_of(const struct source *s, size_t i, const char *words) {
    for (; *words; words += strspn(words, " ")) {
        size_t length = strcspn(words, " ");
        if (length == s->t[i].len && memcmp(words, s->text + s->t[i].at, length) == 0) return true;
        words += length;
    }
    return false;
}

bool tokens_equal(const struct source *s, size_t a, size_t b) {
    return s->t[a].len == s->t[b].len &&
           memcmp(s->text + s->t[a].at, s->text + s->t[b].at, s->t[a].len) == 0;
}

/** Where the lexer stands. The text ends with a NUL, so a byte ahead can always be looked at. */
struct lexer {
    struct source *s;
    const char *text, *end, *p;
    const char *line_start;
    uint32_t line, place, user_place; /**< user_place: the last file that was no system header */
    struct open_bracket *open;        /**< the brackets that are open now */
    size_t n_open, open_room;
    size_t open_of[3]; /**< how many of them are (, [ and { */
    uint32_t *less;    /**< each < that may still find its > */
    size_t n_less, less_room;
};

struct open_bracket {
    uint32_t token;
    size_t n_less; /**< how many < were open outside it */
};

static uint32_t add_place(struct source *s, const char *name, size_t len, const char *flags) {
    s->places = grown(s->places, s->n_places, &s->places_room, sizeof(*s->places));
    s->places[s->n_places] = (struct place){name, (uint32_t)len, flags};
    return (uint32_t)s->n_places++;
}

static size_t add_token(struct lexer *l, const char *from, const char *to, uint32_t op) {
    struct source *s = l->s;
    s->t = grown(s->t, s->n, &s->room, sizeof(*s->t));
    s->t[s->n] = (struct token){.at = (size_t)(from - l->text),
                                .len = (uint32_t)(to - from),
                                .line = l->line,
                                .col = (uint32_t)(from - l->line_start),
                                .place = l->place,
                                .op = op};
    return s->n++;
}

static void next_line(struct lexer *l, const char *newline) {
    l->line++;
    l->line_start = newline + 1;
}

/** Moves to `to`, counting the lines on the way: for comments and raw strings. */
static void move_over_lines(struct lexer *l, const char *to) {
    for (const char *nl; (nl = memchr(l->p, '\n', (size_t)(to - l->p))); l->p = nl + 1)
        next_line(l, nl);
    l->p = to;
}

static int bracket_index(uint32_t op) {
    switch (op) {
    case '(':
    case ')':
        return 0;
    case '[':
    case ']':
        return 1;
    default:
        return 2;
    }
}

/** No < that is open inside the innermost bracket can find its > any more. */
static void forget_less(struct lexer *l) {
    l->n_less = l->n_open ? l->open[l->n_open - 1].n_less : 0;
}

static void open_bracket(struct lexer *l, size_t i) {
    l->open = grown(l->open, l->n_open, &l->open_room, sizeof(*l->open));
    l->open[l->n_open++] = (struct open_bracket){(uint32_t)i, l->n_less};
    l->open_of[bracket_index(l->s->t[i].op)]++;
}

/** Pairs a closing bracket with the last of its kind; whatever is open inside stays without partner. */
static void close_bracket(struct lexer *l, size_t i) {
    struct token *t = l->s->t;
    int kind = bracket_index(t[i].op);
    // A stray ) must not close a block: only } may skip what is open inside it.
    while (l->n_open && l->open_of[kind]) {
        uint32_t top = l->open[l->n_open - 1].token;
        int top_kind = bracket_index(t[top].op);
        if (top_kind != kind && top_kind == 2) return;
        forget_less(l);
        l->n_open--;
        l->open_of[top_kind]--;
        if (top_kind != kind) continue;
        t[top].match = (uint32_t)i;
        t[i].match = top;
        return;
    }
}

/** Pairs < and > inside one bracket and one statement: they may be template arguments, or may not. */
static void pair_angles(struct lexer *l, size_t i) {
    struct token *t = l->s->t;
    size_t outside = l->n_open ? l->open[l->n_open - 1].n_less : 0;
    if (t[i - 1].op == W_OPERATOR) return;
    if (t[i].op == '<') {
        l->less = grown(l->less, l->n_less, &l->less_room, sizeof(*l->less));
        l->less[l->n_less++] = (uint32_t)i;
    } else if (l->n_less > outside) {
        uint32_t less = l->less[--l->n_less];
        t[less].match = (uint32_t)i;
        t[i].match = less;
    }
}

/** The end of a raw string whose opening quote is at `quote`. */
static const char *raw_string_end(const struct lexer *l, const char *quote) {
    const char *delimiter = quote + 1, *paren = delimiter;
    while (paren < l->end && *paren != '(' && *paren != '\n' && *paren != '"') paren++;
    if (paren == l->end || *paren != '(') return paren;
    size_t len = (size_t)(paren - delimiter);
    for (const char *p = paren + 1; (p = memchr(p, ')', (size_t)(l->end - p))); p++) {
        if ((size_t)(l->end - p) < len + 2) break;
        if (memcmp(p + 1, delimiter, len) == 0 && p[len + 1] == '"') return p + len + 2;
    }
    return l->end;
}

/** The end of a plain string or character: a line end closes an unfinished one, as it does for g++. */
static const char *quoted_end(const struct lexer *l, const char *quote) {
    const char *p = quote + 1;
    while (p < l->end && *p != *quote && *p != '\n') p += *p == '\\' && p + 1 < l->end ? 2 : 1;
    return p < l->end && *p == *quote ? p + 1 : p;
}

static void lex_quoted(struct lexer *l, const char *from, const char *quote, bool raw) {
    const char *end = raw ? raw_string_end(l, quote) : quoted_end(l, quote);
    add_token(l, from, end, *quote == '"' ? OP_STRING : OP_CHAR);
    move_over_lines(l, end);
}

static bool is_name_char(unsigned char c) {
    return isalnum(c) || c == '_' || c == '$' || c >= 0x80;
}

/** Is this name a prefix of a string or character literal? *raw says whether it is one of R's. */
static bool is_literal_prefix(const char *p, size_t len, bool *raw) {
    *raw = len > 0 && p[len - 1] == 'R';
    size_t plain = len - (*raw ? 1 : 0);
    return plain == 0 || (plain == 1 && (*p == 'L' || *p == 'u' || *p == 'U')) ||
           (plain == 2 && p[0] == 'u' && p[1] == '8');
}

static void lex_name(struct lexer *l) {
    const char *from = l->p, *to = from;
    bool raw = false;
    while (to < l->end && is_name_char((unsigned char)*to)) to++;
    if ((*to == '"' || *to == '\'') && is_literal_prefix(from, (size_t)(to - from), &raw) &&
        !(raw && *to == '\'')) {
        lex_quoted(l, from, to, raw);
        return;
    }
    add_token(l, from, to, name_op(from, (size_t)(to - from)));
    l->p = to;
}

/** A number as the preprocessor sees it: 0x1p-3, 1'000, 1.5e+3f. */
static void lex_number(struct lexer *l) {
    const char *from = l->p, *p = from + 1;
    while (p < l->end) {
        bool sign = (*p == '+' || *p == '-') && strchr("eEpP", p[-1]);
        bool separator = *p == '\'' && is_name_char((unsigned char)p[1]);
        if (!sign && !separator && *p != '.' && !is_name_char((unsigned char)*p)) break;
        p++;
    }
    add_token(l, from, p, OP_NUMBER);
    l->p = p;
}

/**
 * `<` and what begins with it: after `operator`, `<<<` is `<<` and the `<` of its arguments. Some
 * editors set a blank into a launch, and nvcc takes `<< <` too.
 */
static size_t less_length(const struct lexer *l, uint32_t *op) {
    const char *p = l->p;
    bool after_operator = l->s->t[l->s->n - 1].op == W_OPERATOR;
    *op = OP_OTHER;
    size_t third = 2 + strspn(p + 2, " \t");
    if (p[1] == '<' && p[third] == '<' && !after_operator) {
        *op = OP_LAUNCH;
        return third + 1;
    }
    if (p[1] == '<') return p[2] == '=' ? 3 : 2;
    if (p[1] == '=') return p[2] == '>' ? 3 : 2;
    *op = '<';
    return 1;
}

static size_t operator_length(const struct lexer *l, uint32_t *op) {
    static const char pairs[][3] = {"==", "!=", ">=", "+=", "-=", "*=", "/=", "%=",
                                    "&=", "|=", "^=", "&&", "||", "++", "--", "##"};
    const char *p = l->p;
    if (*p == '<') return less_length(l, op);
    *op = *p == ':' ? OP_SCOPE : OP_ARROW;
    if ((p[0] == ':' && p[1] == ':') || (p[0] == '-' && p[1] == '>')) return 2;
    *op = OP_OTHER;
    if (p[0] == '.' && p[1] == '.' && p[2] == '.') return 3;
    for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++)
        if (p[0] == pairs[i][0] && p[1] == pairs[i][1]) return 2;
    *op = (unsigned char)*p < OP_NAME ? (unsigned char)*p : OP_OTHER;
    return 1;
}

static void lex_operator(struct lexer *l) {
    uint32_t op = OP_OTHER;
    size_t len = operator_length(l, &op);
    size_t i = add_token(l, l->p, l->p + len, op ? op : OP_OTHER);
    l->p += len;
    switch (op) {
    case '(':
    case '[':
    case '{':
        open_bracket(l, i);
        break;
    case ')':
    case ']':
    case '}':
        close_bracket(l, i);
        break;
    case '<':
    case '>':
        pair_angles(l, i);
        break;
    case ';':
    case OP_LAUNCH:
        forget_less(l);
        break;
    }
}

static void skip_comment(struct lexer *l) {
    const char *end = NULL;
    if (l->p[1] == '/') {
        end = memchr(l->p, '\n', (size_t)(l->end - l->p));
        l->p = end ? end : l->end;
        return;
    }
    for (end = l->p + 2; end < l->end && !(end[-1] == '*' && *end == '/' && end > l->p + 2);) end++;
    move_over_lines(l, end < l->end ? end + 1 : l->end);
}

static const char *line_end(const struct lexer *l, const char *p) {
    const char *nl = memchr(p, '\n', (size_t)(l->end - p));
    return nl ? nl : l->end;
}

/** Pragmas that speak to nvcc alone: blanked, or the compiler warns of each. */
static void drop_pragma(struct lexer *l, const char *end) {
    static const char *const names[] = {"unroll", "nounroll", "nv_", "hd_warning_disable", "diag_"};
    char *p = l->s->text + (l->p - l->text) + 1;
    while (*p == ' ' || *p == '\t') p++;
    if (strncmp(p, "pragma", 6) != 0) return;
    for (p += 6; *p == ' ' || *p == '\t';) p++;
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        if (strncmp(p, names[i], strlen(names[i])) == 0) {
            memset(l->s->text + (l->p - l->text), ' ', (size_t)(end - l->p));
            return;
        }
}

/** The flags of a line marker, as bits. */
static unsigned marker_flags(const char *p, const char *end) {
    unsigned flags = 0;
    for (; p < end; p++)
        if (*p >= '1' && *p <= '4') flags |= 1u << (*p - '0');
    return flags;
}

static bool same_place(const struct place *place, const char *name, size_t len) {
    return place->len == len && memcmp(place->name, name, len) == 0;
}

/**
 * Reads a line marker: # 12 "file" 1 3. True when a system header begins or goes on. g++ also writes
 * flag 3 around what a macro of a system header expands to: there the file is the user's, no flag says
 * that it was entered, and the tokens are the program's.
 */
static bool read_marker(struct lexer *l, const char *digits, const char *end) {
    const char *name = memchr(digits, '"', (size_t)(end - digits));
    unsigned long line = strtoul(digits, NULL, 10);
    l->line = (uint32_t)line - 1; // the line end that follows counts one
    if (!name) return false;
    const char *name_end = quoted_end(l, name++);
    size_t len = name_end > name ? (size_t)(name_end - name - 1) : 0;
    unsigned flags = marker_flags(name_end, end);
    bool system = flags & 1u << 3, moved = flags & (1u << 1 | 1u << 2);
    if (system && (moved || !same_place(&l->s->places[l->user_place], name, len))) return true;
    const char *kept = system ? (flags & 1u << 4 ? " 3 4" : " 3") : "";
    const struct place *now = &l->s->places[l->place];
    if (!same_place(now, name, len) || now->flags != kept)
        l->place = add_place(l->s, name, len, kept);
    if (!system) l->user_place = l->place;
    return false;
}

static bool is_marker(const char *p) {
    return p[0] == '#' && p[1] == ' ' && isdigit((unsigned char)p[2]);
}

/** Libraries of CUDA's, as Thrust, say which side their functions run on. To a compiler it is no word. */
static void blank_sides(struct lexer *l, const char *end) {
    static const char *const names[] = {"__host__", "__device__", "__forceinline__"};
    for (char *p = l->s->text + (l->p - l->text), *stop = l->s->text + (end - l->text);
         (p = memchr(p, '_', (size_t)(stop - p)));) {
        size_t len = 1;
        while (is_name_char((unsigned char)p[len])) len++;
        for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
            if ((p == l->s->text || !is_name_char((unsigned char)p[-1])) &&
                strlen(names[i]) == len && memcmp(p, names[i], len) == 0)
                memset(p, ' ', len);
        p += len;
        if (p >= stop) return;
    }
}

/** From the marker of a system header to the marker after it that is no system header's. */
static void skip_system(struct lexer *l) {
    for (;;) {
        const char *end = line_end(l, l->p);
        bool leaves = is_marker(l->p) && !read_marker(l, l->p + 2, end);
        if (!is_marker(l->p)) blank_sides(l, end);
        l->p = end;
        if (end == l->end) return;
        next_line(l, end);
        l->p++;
        if (leaves) return;
    }
}

/** A line that begins with #. */
static void lex_directive(struct lexer *l) {
    const char *end = line_end(l, l->p);
    if (!is_marker(l->p)) {
        drop_pragma(l, end);
    } else if (read_marker(l, l->p + 2, end)) {
        skip_system(l);
        return;
    }
    l->p = end;
}

static void lex_token(struct lexer *l) {
    unsigned char c = (unsigned char)*l->p;
    if (c == '/' && (l->p[1] == '/' || l->p[1] == '*'))
        skip_comment(l);
    else if (isdigit(c) || (c == '.' && isdigit((unsigned char)l->p[1])))
        lex_number(l);
    else if (is_name_char(c))
        lex_name(l);
    else if (c == '"' || c == '\'')
        lex_quoted(l, l->p, l->p, false);
    else
        lex_operator(l);
}

/** A backslash that ended its line once a comment behind it was gone. nvcc joins the lines then. */
static bool ends_line(const struct lexer *l) {
    const char *p = l->p + 1;
    while (p < l->end && (*p == ' ' || *p == '\t' || *p == '\r')) p++;
    return *l->p == '\\' && p < l->end && *p == '\n';
}

static void lex_all(struct lexer *l) {
    bool first = true; // nothing but blanks yet on this line
    while (l->p < l->end) {
        char c = *l->p;
        if (c == '\n') {
            next_line(l, l->p++);
            first = true;
        } else if (c == ' ' || (c >= '\t' && c <= '\r')) {
            l->p++;
        } else if (ends_line(l)) {
            l->s->text[l->p++ - l->text] = ' ';
        } else if (c == '#' && first) {
            const char *at = l->p;
            lex_directive(l);
            first = l->p == at || l->p[-1] == '\n';
        } else {
            first = false;
            lex_token(l);
        }
    }
}

void lex(struct source *s, const char *name) {
    struct lexer l = {.s = s, .text = s->text, .end = s->text + s->size, .p = s->text};
    l.line_start = s->text;
    l.line = 1;
    fill_word_table();
    l.place = l.user_place = add_place(s, name, strlen(name), "");
    add_token(&l, l.p, l.p, OP_END);
    lex_all(&l);
    size_t tokens = s->n;
    for (int i = 0; i < 4; i++) add_token(&l, l.end, l.end, OP_END);
    s->n = tokens;
    free(l.open);
    free(l.less);
}
