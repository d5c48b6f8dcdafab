/**
 * @file
 * @brief Where in a YAML file something stands, so that whatever is wrong is said with line and column.
 *
 * libcyaml loads values into structs and forgets their places. Here the same bytes are a tree of libyaml's,
 * which is asked by paths: "labs/2/points/3" is the third entry of `points` in the second of `labs`.
 */
#ifndef SORTLAB_WHERE_H
#define SORTLAB_WHERE_H

#include <stdbool.h>
#include <stddef.h>
#include <yaml.h>

/** Bytes of a file, as a tree. */
struct where {
    const char *path;
    unsigned char *bytes;
    size_t size;
    yaml_document_t document;
    bool parsed;
    char *error; /**< takes the one sentence */
    size_t error_size;
};

/**
 * Reads a file and makes sure that it is one document of plain YAML: text in UTF-8, no alias, no tag, no
 * key twice. where_close must follow in any case.
 */
bool where_open(struct where *w, const char *path, char *error, size_t size);
void where_close(struct where *w);

/** The node at a path, or NULL. */
yaml_node_t *where_node(struct where *w, const char *path);

/** A scalar's text, or NULL. */
const char *where_text(struct where *w, const char *path);

/** Writes "FILE, line L, column C: ..." for what stands at a path, or for the nearest thing around it, unless
 *  something was wrong before. Always false. */
bool where_refuse(struct where *w, const char *path, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** The same for a key in place of its value. */
bool where_refuse_key(struct where *w, const char *path, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
