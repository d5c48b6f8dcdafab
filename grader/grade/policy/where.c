/**
 * @file
 * @brief YAML as a tree with places (see where.h).
 */
#include "grader/grade/policy/where.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BYTES_MOST = 64 << 10, KEYS_MOST = 100 };

/*
 * What is wrong, and where.
 */
static bool say(struct where *w, yaml_mark_t at, const char *format, va_list arguments) {
    if (w->error[0]) return false;
    int used = snprintf(w->error, w->error_size, "%.300s, line %zu, column %zu: ", w->path,
                        at.line + 1, at.column + 1);
    vsnprintf(w->error + used, w->error_size - (size_t)used, format, arguments);
    for (char *c = w->error; *c; c++) /* a file's text is repeated, and not on more than one line */
        if ((unsigned char)*c < ' ' || *c == 127) *c = '?';
    return false;
}

__attribute__((format(printf, 3, 4))) static bool refuse_at(struct where *w, yaml_mark_t at,
                                                            const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(w, at, format, arguments);
    va_end(arguments);
    return false;
}

__attribute__((format(printf, 2, 3))) static bool refuse_file(struct where *w, const char *format,
                                                              ...) {
    va_list arguments;
    va_start(arguments, format);
    int used = snprintf(w->error, w->error_size, "%.300s: ", w->path);
    vsnprintf(w->error + used, w->error_size - (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}

/*
 * The bytes.
 */
static bool read_bytes(struct where *w) {
    struct stat status;
    int fd = open(w->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    ssize_t n = -1;
    w->bytes = malloc(BYTES_MOST + 1);
    if (fd >= 0 && w->bytes && fstat(fd, &status) == 0 && !S_ISREG(status.st_mode))
        errno = EINVAL;
    else if (fd >= 0 && w->bytes)
        n = read(fd, w->bytes, BYTES_MOST + 1);
    int error = errno;
    if (fd >= 0) close(fd);
    if (n < 0)
        return refuse_file(w, "it cannot be read (%s). Name a rubric: make rubric RUBRIC=file",
                           error == EINVAL ? "it is no plain file" : strerror(error));
    if (n > BYTES_MOST)
        return refuse_file(w, "it is longer than 64 KiB, and a rubric is a page or two");
    w->size = (size_t)n;
    return true;
}

static yaml_mark_t mark_of(const struct where *w, size_t offset) {
    yaml_mark_t mark = {.index = offset};
    for (size_t i = 0; i < offset && i < w->size; i++) {
        bool inside = (w->bytes[i] & 0xc0) == 0x80; /* of a letter of several bytes */
        mark.column = w->bytes[i] == '\n' ? 0 : mark.column + !inside;
        mark.line += w->bytes[i] == '\n';
    }
    return mark;
}

/* The byte at a mark, which counts letters; 0 behind the end. */
static unsigned char byte_at(const struct where *w, yaml_mark_t at) {
    size_t line = 0, column = 0, i = 0;
    while (i < w->size && line < at.line) line += w->bytes[i++] == '\n';
    while (i < w->size && (column < at.column || (w->bytes[i] & 0xc0) == 0x80))
        column += (w->bytes[i++] & 0xc0) != 0x80;
    return i < w->size ? w->bytes[i] : 0;
}

/* libyaml's words, but for what happens most. */
static bool refuse_syntax(struct where *w, const yaml_parser_t *parser) {
    yaml_mark_t at = parser->problem_mark;
    if (parser->error == YAML_READER_ERROR)
        return refuse_at(w, mark_of(w, parser->problem_offset),
                         "there is a byte that is no text in UTF-8 (%s). Save the file as UTF-8",
                         parser->problem);
    if (parser->error == YAML_MEMORY_ERROR) return refuse_file(w, "there is no memory to read it");
    if (byte_at(w, at) == '\t')
        return refuse_at(w, at, "there is a tab. YAML is indented by blanks");
    return refuse_at(w, at, "this is no YAML: %s%s%s. Mind brackets, quotes and indentation",
                     parser->problem, parser->context ? " " : "",
                     parser->context ? parser->context : "");
}

/*
 * The stream of events, before a tree is made: what would make one larger than the file is refused.
 */
static bool check_event(struct where *w, const yaml_event_t *e, int *documents) {
    const yaml_char_t *anchor = NULL, *tag = NULL;
    if (e->type == YAML_ALIAS_EVENT)
        return refuse_at(w, e->start_mark,
                         "there is an alias (*%.40s). Write out what it stands for",
                         e->data.alias.anchor);
    if (e->type == YAML_DOCUMENT_START_EVENT && ++*documents > 1)
        return refuse_at(w, e->start_mark, "a second document begins. A rubric is one");
    if (e->type == YAML_SCALAR_EVENT) {
        anchor = e->data.scalar.anchor, tag = e->data.scalar.tag;
        if (memchr(e->data.scalar.value, 0, e->data.scalar.length))
            return refuse_at(w, e->start_mark, "there is a text with a zero byte in it");
    }
    if (e->type == YAML_SEQUENCE_START_EVENT)
        anchor = e->data.sequence_start.anchor, tag = e->data.sequence_start.tag;
    if (e->type == YAML_MAPPING_START_EVENT)
        anchor = e->data.mapping_start.anchor, tag = e->data.mapping_start.tag;
    if (anchor || tag)
        return refuse_at(w, e->start_mark, "there is %s (%c%.40s). A rubric has none",
                         anchor ? "an anchor" : "a tag", anchor ? '&' : '!', anchor ? anchor : tag);
    return true;
}

static void parser_open(const struct where *w, yaml_parser_t *parser) {
    if (!yaml_parser_initialize(parser)) abort();
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(parser, w->bytes, w->size);
}

static bool check_events(struct where *w) {
    yaml_parser_t parser;
    int documents = 0;
    bool good = true, more = true;
    parser_open(w, &parser);
    while (good && more) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            good = refuse_syntax(w, &parser);
            break;
        }
        more = event.type != YAML_STREAM_END_EVENT;
        good = check_event(w, &event, &documents);
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return good && (documents || refuse_at(w, (yaml_mark_t){0},
                                           "it is empty. `make rubric` prints one to begin with"));
}

/*
 * The tree.
 */
static bool is_text(const yaml_node_t *node, const char *text, size_t length) {
    return node->type == YAML_SCALAR_NODE && node->data.scalar.length == length &&
           memcmp(node->data.scalar.value, text, length) == 0;
}

static bool check_keys(struct where *w, const yaml_node_t *mapping) {
    const yaml_node_pair_t *first = mapping->data.mapping.pairs.start;
    const yaml_node_pair_t *end = mapping->data.mapping.pairs.top;
    if (end - first > KEYS_MOST)
        return refuse_at(w, mapping->start_mark, "here are %td keys. There are not so many",
                         end - first);
    for (const yaml_node_pair_t *p = first; p < end; p++) {
        const yaml_node_t *key = yaml_document_get_node(&w->document, p->key);
        if (key->type != YAML_SCALAR_NODE)
            return refuse_at(w, key->start_mark, "a key has to be one word");
        for (const yaml_node_pair_t *q = first; q < p; q++)
            if (is_text(yaml_document_get_node(&w->document, q->key),
                        (const char *)key->data.scalar.value, key->data.scalar.length))
                return refuse_at(w, key->start_mark, "the key '%.60s' stands here a second time",
                                 key->data.scalar.value);
    }
    return true;
}

static bool make_tree(struct where *w) {
    yaml_parser_t parser;
    parser_open(w, &parser);
    w->parsed = yaml_parser_load(&parser, &w->document);
    if (!w->parsed) refuse_syntax(w, &parser);
    yaml_parser_delete(&parser);
    bool good = w->parsed;
    for (yaml_node_t *n = w->document.nodes.start; good && n < w->document.nodes.top; n++)
        if (n->type == YAML_MAPPING_NODE) good = check_keys(w, n);
    yaml_node_t *root = good ? yaml_document_get_root_node(&w->document) : NULL;
    if (!root || root->type == YAML_MAPPING_NODE) return good;
    return refuse_at(w, root->start_mark, "a rubric begins with a key, as `assignment: sortlab`");
}

bool where_open(struct where *w, const char *path, char *error, size_t size) {
    *w = (struct where){.path = path, .error = error, .error_size = size};
    error[0] = 0;
    return read_bytes(w) && check_events(w) && make_tree(w);
}

void where_close(struct where *w) {
    if (w->parsed) yaml_document_delete(&w->document);
    free(w->bytes);
}

/*
 * Paths.
 */

/* One step down: the value, and the key where there is one. */
static yaml_node_t *step(struct where *w, const yaml_node_t *from, const char *name, size_t length,
                         yaml_node_t **key) {
    if (from->type == YAML_SEQUENCE_NODE) {
        long i = strtol(name, NULL, 10);
        long n = from->data.sequence.items.top - from->data.sequence.items.start;
        *key = NULL;
        return i < 1 || i > n
                   ? NULL
                   : yaml_document_get_node(&w->document, from->data.sequence.items.start[i - 1]);
    }
    if (from->type != YAML_MAPPING_NODE) return NULL;
    for (const yaml_node_pair_t *p = from->data.mapping.pairs.start;
         p < from->data.mapping.pairs.top; p++) {
        *key = yaml_document_get_node(&w->document, p->key);
        if (is_text(*key, name, length)) return yaml_document_get_node(&w->document, p->value);
    }
    return NULL;
}

/* As far down as the path leads; *whole says whether that is to its end. */
static yaml_node_t *walk(struct where *w, const char *path, yaml_node_t **key, bool *whole) {
    yaml_node_t *node = yaml_document_get_root_node(&w->document), *next;
    *key = NULL;
    *whole = false;
    for (const char *end; node && *path; path = *end ? end + 1 : end) {
        yaml_node_t *of_next = NULL;
        end = path + strcspn(path, "/");
        next = step(w, node, path, (size_t)(end - path), &of_next);
        if (!next) return node;
        node = next;
        *key = of_next;
    }
    *whole = node != NULL;
    return node;
}

yaml_node_t *where_node(struct where *w, const char *path) {
    yaml_node_t *key;
    bool whole;
    yaml_node_t *node = walk(w, path, &key, &whole);
    return whole ? node : NULL;
}

const char *where_text(struct where *w, const char *path) {
    const yaml_node_t *node = where_node(w, path);
    return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

static yaml_mark_t place_of(struct where *w, const char *path, bool of_key) {
    yaml_node_t *key;
    bool whole;
    const yaml_node_t *node = walk(w, path, &key, &whole);
    if (of_key && whole && key) return key->start_mark;
    return node ? node->start_mark : (yaml_mark_t){0};
}

bool where_refuse(struct where *w, const char *path, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(w, place_of(w, path, false), format, arguments);
    va_end(arguments);
    return false;
}

bool where_refuse_key(struct where *w, const char *path, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(w, place_of(w, path, true), format, arguments);
    va_end(arguments);
    return false;
}
