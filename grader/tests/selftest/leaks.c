/**
 * @file
 * @brief Says what an unpacked handout shares with the solutions; for tests.
 *
 *     leaks KIT WHOLE FOLDER      exit code 0, or 1 with a line for each run of tokens that is shared
 *
 * WHOLE is a handout with all labs, for the code that is given; FOLDER the one that is looked at.
 *
 * What a solution has between its marks is cut into runs of tokens, comments included. Where a file speaks
 * of the labs, five are too many, unless a skeleton or code that is given has them too: such are C, or the
 * kit's own manner. Given code may have eleven at most: it knows no lab (common/, grader/), or is a header
 * that lies beside a lab's contract. A loop over an index from 0 counts
 * as one token, and so do a barrier, threadIdx.x, and the middle of a binary search.
 */
#include "common/hash64.h"

#include <ctype.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHORT_RUN = 5, LONG_RUN = 12, MOST_TOKENS = 1 << 20, MOST_RUNS = 1 << 22 };

struct token {
    const char *at;
    int length, line;
};

struct runs {
    uint64_t *hashes;
    size_t n;
};

static struct token *tokens;
static size_t n_tokens;
static struct runs secret[LONG_RUN + 1], known; /* by their length; what may be shared */
static const char *root;
static int shared;

static bool is(const struct token *t, const char *text) {
    return (size_t)t->length == strlen(text) && !memcmp(t->at, text, strlen(text));
}
static bool same(const struct token *a, const struct token *b) {
    return a->length == b->length && !memcmp(a->at, b->at, (size_t)a->length);
}

/* for (T i = 0; i < n; i++) in the last 13 tokens becomes the first of them alone. */
static void fold_loop(void) {
    static const char *const loop[13] = {"for", "(", NULL, NULL, "=",  "0", ";",
                                         NULL,  "<", NULL, ";",  NULL, NULL};
    const struct token *t = tokens + n_tokens - 13;
    if (n_tokens < 13) return;
    for (int i = 0; i < 13; i++)
        if (loop[i] && !is(&t[i], loop[i])) return;
    if (same(&t[3], &t[7]) && same(&t[3], &t[11]) && is(&t[12], "++")) n_tokens -= 12;
}

/* for (T i = threadIdx.x; i < n; i += THREADS) too. */
static void fold_strides(void) {
    static const char *const loop[14] = {"for", "(", NULL, NULL, "=",  "threadIdx", ";",
                                         NULL,  "<", NULL, ";",  NULL, "+=",        NULL};
    const struct token *t = tokens + n_tokens - 15;
    if (n_tokens < 15 || !is(&t[14], ")")) return;
    for (int i = 0; i < 14; i++)
        if (loop[i] && !is(&t[i], loop[i])) return;
    n_tokens -= 14;
}

/* Words that all write alike are one token each, up to seven that stand at the end. */
static void fold_idiom(const char *const *words) {
    size_t n = 0;
    while (n < 7 && words[n]) n++;
    const struct token *t = tokens + n_tokens - n;
    for (size_t i = 0; i < n; i++)
        if (n_tokens < n || !is(&t[i], words[i])) return;
    n_tokens -= n - 1;
}
static void fold_words(void) {
    static const char *const idioms[][7] = {{"threadIdx", ".", "x"},
                                            {"blockIdx", ".", "x"},
                                            {"blockDim", ".", "x"},
                                            {"gridDim", ".", "x"},
                                            {"__syncthreads", "(", ")", ";"},
                                            {"while", "(", "low", "<", "high", ")"},
                                            {"(", "low", "+", "high", ")", "/", "2"}};
    for (size_t i = 0; i < sizeof idioms / sizeof *idioms; i++) fold_idiom(idioms[i]);
}

static int length_of(const char *s) {
    static const char *const pairs[] = {"->", "++", "--", "<<", ">>", "&&", "||", "+=", "-=",
                                        "*=", "/=", "|=", "&=", "^=", "==", "!=", "<=", ">="};
    int length = 0;
    while (isalnum((unsigned char)s[length]) || s[length] == '_') length++;
    for (size_t i = 0; !length && i < sizeof pairs / sizeof *pairs; i++)
        if (!strncmp(s, pairs[i], 2)) length = 2;
    return length ? length : 1;
}

/* A row's call, such as "split(in, out, n = {n})|in=keys out", says what the contract says: its names, in order. */
static int length_of_call(const char *s) {
    if (*s != '"') return 0;
    const int name = 1 + (int)strspn(s + 1, "abcdefghijklmnopqrstuvwxyz_");
    const int length = 1 + (int)strcspn(s + 1, "\"\n") + 1;
    return s[name] == '(' && memchr(s, '|', (size_t)length) ? length : 0;
}

static void add_tokens(const char *text, const char *end, int line) {
    for (const char *s = text; s < end && n_tokens < MOST_TOKENS;) {
        line += *s == '\n';
        if (isspace((unsigned char)*s)) {
            s++;
            continue;
        }
        const int call = length_of_call(s), length = call ? call : length_of(s);
        tokens[n_tokens++] = (struct token){s, length, line};
        s += length;
        fold_loop();
        fold_words();
        fold_strides();
    }
}

static uint64_t hash_run(size_t first, int length) {
    uint64_t hash = HASH64_START;
    for (int i = 0; i < length; i++) {
        hash = hash64(hash, tokens[first + i].at, (size_t)tokens[first + i].length);
        hash = hash64(hash, " ", 1);
    }
    return hash;
}

static void add_runs(struct runs *runs, int length) {
    for (size_t i = 0; i + length <= n_tokens && runs->n < MOST_RUNS; i++)
        runs->hashes[runs->n++] = hash_run(i, length);
}

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}
static bool has(const struct runs *runs, uint64_t hash) {
    return bsearch(&hash, runs->hashes, runs->n, sizeof hash, compare) != NULL;
}

static char *read_text(const char *path) {
    FILE *file = fopen(path, "r");
    static char *text;
    size_t size = 0;
    free(text);
    text = NULL;
    if (!file || getdelim(&text, &size, 0, file) < 0) {
        free(text);
        text = NULL;
    }
    if (file) fclose(file);
    return text;
}

enum part { TASK, GIVEN, END, SOLVED, COMMON };

/* What a line of a solution is; `s` is moved behind the mark. */
static enum part part_of(const char **s, bool inside) {
    *s += strspn(*s, " ");
    if (strncmp(*s, "//>", 3) && strncmp(*s, "//|", 3) && strncmp(*s, "//<", 3))
        return inside ? SOLVED : COMMON;
    enum part part = (*s)[2] == '>' ? TASK : (*s)[2] == '|' ? GIVEN : END;
    *s += 3;
    return part;
}

/* What the learner does not get of a solution, mark by mark; or all the rest, which is the skeleton. */
static void add_parts(const char *text, bool skeleton) {
    static const struct token comment[2] = {{"/", 1, 0}, {"/", 1, 0}};
    bool inside = false;
    n_tokens = 0;
    for (const char *line = text, *next; *line; line = next) {
        const char *s = line;
        enum part part = part_of(&s, inside);
        next = line + strcspn(line, "\n");
        next += *next == '\n';
        if (part == TASK && !inside && !skeleton) n_tokens = 0;
        if (part == TASK) inside = true;
        if (part == TASK && skeleton)
            memcpy(tokens + n_tokens, comment, sizeof comment), n_tokens += 2;
        if (part != END && skeleton == (part != SOLVED)) add_tokens(s, next, 0);
        if (part == END) inside = false;
        if (part != END || skeleton) continue;
        add_runs(&secret[SHORT_RUN], SHORT_RUN);
        add_runs(&secret[LONG_RUN], LONG_RUN);
    }
    if (!skeleton) return;
    add_runs(&known, SHORT_RUN);
    add_runs(&known, LONG_RUN);
}

/* labs/13_fast_sort/frame.h, and not the contract, labs/13_fast_sort/fast_sort.h */
static bool beside_contract(const char *path) {
    const char *lab = strchr(path, '_'), *file = strrchr(path, '/'), *end = strrchr(path, '.');
    if (strncmp(path, "labs/", 5) || !lab || !file || !end || strcmp(end, ".h")) return false;
    return file < lab || file - lab != end - file ||
           strncmp(lab + 1, file + 1, (size_t)(end - file - 1));
}
static bool is_given(const char *path) {
    return !strncmp(path, "common/", 7) || !strncmp(path, "grader/", 7) || beside_contract(path);
}
static bool take_text(const char *path) {
    const char *text = read_text(path);
    n_tokens = 0;
    if (text) add_tokens(text, text + strlen(text), 1);
    return text != NULL;
}

static int learn_secrets(const char *path, const struct stat *status, int kind, struct FTW *ftw) {
    (void)status, (void)ftw;
    const char *text = kind == FTW_F ? read_text(path) : NULL;
    if (text) add_parts(text, false), add_parts(text, true);
    return 0;
}

static int learn_known(const char *path, const struct stat *status, int kind, struct FTW *ftw) {
    (void)status, (void)ftw;
    const char *name = path + strlen(root) + 1;
    if (kind != FTW_F || !is_given(name) || !take_text(path)) return 0;
    add_runs(&known, SHORT_RUN);
    return 0;
}

static int look(const char *path, const struct stat *status, int kind, struct FTW *ftw) {
    (void)status, (void)ftw;
    const char *name = path + strlen(root) + 1;
    int length = is_given(name) ? LONG_RUN : SHORT_RUN;
    if (kind != FTW_F || !take_text(path)) return 0;
    for (size_t i = 0; i + length <= n_tokens; i++) {
        uint64_t hash = hash_run(i, length);
        if (!has(&secret[length], hash) || has(&known, hash)) continue;
        printf("%s:%d:", name, tokens[i].line);
        for (int k = 0; k < length; k++) printf(" %.*s", tokens[i + k].length, tokens[i + k].at);
        putchar('\n');
        shared = 1;
    }
    return 0;
}

static void make_ready(struct runs *runs) {
    qsort(runs->hashes, runs->n, sizeof *runs->hashes, compare);
}

int main(int argc, char **argv) {
    struct runs *all[] = {&secret[SHORT_RUN], &secret[LONG_RUN], &known};
    char solutions[4096];
    if (argc != 4) return 2;
    tokens = malloc(MOST_TOKENS * sizeof *tokens);
    for (int i = 0; i < 3; i++) all[i]->hashes = malloc(MOST_RUNS * sizeof(uint64_t));
    snprintf(solutions, sizeof solutions, "%s/solutions", argv[1]);
    root = argv[2];
    if (nftw(solutions, learn_secrets, 16, FTW_PHYS) || nftw(root, learn_known, 16, FTW_PHYS))
        return 2;
    for (int i = 0; i < 3; i++) make_ready(all[i]);
    if (secret[SHORT_RUN].n == 0 || known.n == 0) return 2;
    root = argv[3];
    if (nftw(root, look, 16, FTW_PHYS)) return 2;
    return shared;
}
