/**
 * @file
 * @brief Preprocessed C++ as an array of tokens, with the brackets paired.
 *
 * What stands in system headers (flag 3 of a line marker) is no token: it passes through untouched.
 * A token knows its line and column, which the rewritten text keeps.
 */
#ifndef SIMT_COMPILE_LEXER_H
#define SIMT_COMPILE_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What a token is. A single-character operator is its own character. */
enum op {
    OP_END = 0,
    OP_NAME = 128,
    OP_NUMBER,
    OP_STRING,
    OP_CHAR,
    OP_SCOPE,  /**< :: */
    OP_ARROW,  /**< -> */
    OP_LAUNCH, /**< <<< */
    OP_OTHER,  /**< every longer operator; `>` is always a token of its own */

    OP_WORD, /**< names that the rewriter knows, from here on */
    W_GLOBAL = OP_WORD,
    W_DEVICE,
    W_HOST,
    W_SHARED,
    W_CONSTANT,
    W_MANAGED,
    W_GRID_CONSTANT,
    W_LAUNCH_BOUNDS, /**< and others that take a parenthesis */
    W_FORCEINLINE,
    W_NOINLINE,
    W_EXTERN,
    W_STATIC,
    W_INLINE,
    W_CV,
    W_RESTRICT,
    W_BUILTIN, /**< int, float and the like */
    W_TEMPLATE,
    W_OPERATOR,
    W_NAMESPACE,
    W_USING,
    W_CLASS_KEY,
    W_ACCESS,
    W_ALIGNAS,
    W_ATTRIBUTE,
    W_DECLTYPE,
    W_ASM,
    W_CONTROL, /**< if, while, for, switch, catch: a parenthesis and a statement follow */
    W_KEYWORD, /**< any other keyword that cannot end an expression */
    W_NULL,    /**< __null, which NULL expands to */
    W_TYPEDEF
};

struct token {
    size_t at;      /**< offset in the text */
    uint32_t len;   /**< bytes */
    uint32_t line;  /**< as the line markers count */
    uint32_t col;   /**< bytes before it on its line */
    uint32_t place; /**< the file it stands in: an index into source.places */
    uint32_t match; /**< of a bracket, < and > among them: its partner; 0 where there is none */
    uint32_t op;    /**< enum op, or a character */
};

/** A file as a line marker names it. */
struct place {
    const char *name; /**< without the quotes, its escapes kept */
    uint32_t len;
    const char *flags; /**< what a marker that returns here has to say: "", " 3" or " 3 4" */
};

/** Bytes behind a source's text, for words that are made up. */
enum { SPARE_TEXT = 1 << 16 };

struct source {
    char *text; /**< the lexer and the edits blank in place what has to vanish */
    size_t size;
    struct token
        *t;   /**< t[0] and the last ones are OP_END, so neighbours can always be looked at */
    size_t n; /**< tokens, the one before the first counted */
    size_t room;
    size_t *
        origins; /**< of the tokens behind those of the source (loops_inline.c): the copied token; 0: a made-up one */
    size_t n_origins, origins_room;
    struct place *places;
    size_t n_places, places_room;
    struct insert *inserts; /**< edit.c */
    size_t n_inserts, inserts_room;
};

/** Fills s->t and s->places from s->text; `name` is the file until a line marker says otherwise. */
void lex(struct source *s, const char *name);

/** Makes room for one more item: arrays grow by doubling. Stops the program without memory. */
void *grown(void *items, size_t n, size_t *room, size_t item_bytes);

/** Takes the reader's language from the environment; without it the rewriter's messages are English. */
void words_open(void);
/** Prints a message of the driver (simtcc) in the reader's language. @return 0 */
int words_say(const char *english);

/** Says `file:line: what; remedy` for token `i` and stops the program with exit status 2. */
void stop_at(const struct source *s, size_t i, const char *format, ...)
    __attribute__((noreturn, format(printf, 3, 4)));

/** Says `file:line: warning: what; remedy` for token `i`, and the program goes on. */
void warn_at(const struct source *s, size_t i, const char *format, ...) __attribute__((format(printf, 3, 4)));

static inline bool is_name(uint32_t op) {
    return op == OP_NAME || op >= OP_WORD;
}

/** Is token `i` not of the file that is compiled, with which the text also ends? */
bool is_of_header(const struct source *s, size_t i);

/** Does the text of token `i` equal `word`? */
bool token_is(const struct source *s, size_t i, const char *word);

/** Is the text of token `i` one of these words, which have blanks between them? */
bool is_one_of(const struct source *s, size_t i, const char *words);
bool tokens_equal(const struct source *s, size_t a, size_t b);

#endif
