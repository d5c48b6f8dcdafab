/**
 * @file
 * @brief Where keys come from and go to: seeded inputs by distribution, and key files.
 *
 * Nothing here prints or exits. What can fail returns false (or NULL) and leaves one sentence that
 * names the file, the place and what to do about it.
 */
#ifndef SORTLAB_DATA_H
#define SORTLAB_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/keys.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Inputs by distribution
 */

enum data_dist {
    DATA_UNIFORM,  /**< any word, each as likely */
    DATA_SORTED,   /**< ascending over the whole range */
    DATA_REVERSED, /**< descending */
    DATA_EQUAL,    /**< one key, n times */
    DATA_FEW,      /**< 16 distinct keys */
    DATA_EXTREMES, /**< 0, 1, the greatest words, and those about the sign bit */
    DATA_MAX,      /**< UINT32_MAX, n times: what a sentinel eats */
    DATA_NEARLY,   /**< ascending but for two keys swapped in every stretch of 64 */
    DATA_ORGAN,    /**< organ pipes: up to the middle, down to the end */
    DATA_ZIPF,     /**< the k-th commonest key about 1/k as often as the commonest */
    DATA_FLOATS,   /**< bits of floats: zeros, infinities, NaNs, denormals, normals, both signs */
    DATA_LITERAL,  /**< written out by hand; data_fill leaves the array alone */
    DATA_DISTS
};

/** "uniform", "sorted", ...; NULL when there is no such distribution. */
const char *data_dist_name(enum data_dist dist);

/** Finds a distribution that data_fill can make; false when the name is none of those. */
bool data_dist_from_name(const char *name, enum data_dist *dist);

/** The names that data_dist_from_name knows, as text for a message: "uniform, sorted, ...". */
const char *data_dist_names(void);

/** "u32", "i32", "f32"; NULL when there is no such type. */
const char *key_type_name(enum key_type type);

/** Fills keys[0..n). The same n, dist and seed give the same keys on every machine. */
void data_fill(uint32_t *keys, size_t n, enum data_dist dist, uint64_t seed);

/** Fills keys[0..count) with what data_fill puts at first, first + 1, ... of an array of n keys. */
void data_fill_part(uint32_t *keys, size_t first, size_t count, size_t n, enum data_dist dist,
                    uint64_t seed);

/**
 * Cuts n keys into k runs at indices that are drawn from a distribution. DATA_SORTED makes runs of about one length,
 * DATA_UNIFORM runs of any length. DATA_ZIPF makes very different runs, some of them empty. With DATA_EQUAL all runs
 * are empty but the first and the last.
 * @param[out] offsets k + 1 ascending indices, the first 0 and the last n; with k = 0, the 0 alone
 */
void data_cut(uint32_t *offsets, uint32_t k, uint32_t n, enum data_dist dist, uint64_t seed);

/*
 * Key files: binary (32-bit little-endian words, nothing else) or text (one number a line)
 */

enum data_format { DATA_BINARY, DATA_TEXT };

/** By the end of the name: ".txt" is text, anything else binary. */
enum data_format data_format_of(const char *path);

/** Bytes for any key as text, with a closing NUL. */
enum { DATA_TEXT_BYTES = 24 };

/**
 * Writes a key as text: decimal, or for a float "%.9g", which reads back as the same float. A NaN
 * is "nan" or "-nan": text does not carry its other bits.
 * @return the length, without the closing NUL
 */
size_t data_key_text(char text[DATA_TEXT_BYTES], uint32_t bits, enum key_type type);

enum data_parse { DATA_PARSED, DATA_NO_NUMBER, DATA_DOES_NOT_FIT };

/**
 * Reads a key from text that holds a number and nothing else, not even blanks.
 * @param text length bytes and a closing NUL
 */
enum data_parse data_key_parse(const char *text, size_t length, enum key_type type, uint32_t *bits);

/** One sentence: what is wrong with which file, where, and what to do. */
struct data_error {
    char text[640];
};

/**
 * Reads a whole file. An empty one is no error: n is 0.
 * @param[out] keys n keys, never NULL, freed with free(); untouched on error
 */
bool data_read(const char *path, enum data_format format, enum key_type type, uint32_t **keys,
               size_t *n, struct data_error *error);

/** Writes a whole file, which appears under its name only when it is complete. */
bool data_write(const char *path, enum data_format format, enum key_type type, const uint32_t *keys,
                size_t n, struct data_error *error);

/** A file being read piece by piece, in memory that does not grow with it. */
struct data_reader;

/** NULL on error. The path may also name a pipe or a terminal. */
struct data_reader *data_reader_open(const char *path, enum data_format format, enum key_type type,
                                     struct data_error *error);

/**
 * Reads the next keys, up to `capacity`; fewer only at the end of the file.
 * @param[out] n how many: 0 means that the file is at its end
 * @return false on error; what was read before it stands in keys[0..n)
 */
bool data_reader_read(struct data_reader *reader, uint32_t *keys, size_t capacity, size_t *n,
                      struct data_error *error);

/**
 * Keys that are still to come, as far as the file's size tells: exact for a binary file, never too
 * few for a text file, 0 for a pipe.
 */
uint64_t data_reader_expect(const struct data_reader *reader);

/** A place in a file between two keys: the bytes and the lines that stand before it. */
struct data_place {
    uint64_t byte, line;
};

/** Where the reader is: behind the last key that it has returned. */
struct data_place data_reader_place(const struct data_reader *reader);

/** Goes to a place where a reader of the same file once was; not in a pipe. */
bool data_reader_go(struct data_reader *reader, struct data_place place, struct data_error *error);

void data_reader_close(struct data_reader *reader);

/**
 * A file being written. It grows in the same folder without a name. If the disk cannot do that, it has the name
 * .sortlab-*.part. It takes its own name when it is committed, so a half-written file is never seen, and seldom stays.
 * If the path names a device or a pipe, which cannot be replaced, the keys go straight to it.
 */
struct data_writer;

/** NULL on error. */
struct data_writer *data_writer_open(const char *path, enum data_format format, enum key_type type,
                                     struct data_error *error);

/** After an error only data_writer_abort is left. */
bool data_writer_write(struct data_writer *writer, const uint32_t *keys, size_t n,
                       struct data_error *error);

/**
 * The file, for who writes its words himself, in any order, and not by data_writer_write; -1 where keys
 * go straight to a device or a pipe, or as text.
 */
int data_writer_file(const struct data_writer *writer);

/** Whether the file is gone with the program, whatever ends it: it has no name yet, or is no file of its own. */
bool data_writer_vanishes(const struct data_writer *writer);

/** Brings the file to the disk, gives it its name, and ends the writer, on error too. */
bool data_writer_commit(struct data_writer *writer, struct data_error *error);

/** Ends the writer and leaves nothing of it behind. NULL is fine. */
void data_writer_abort(struct data_writer *writer);

#ifdef __cplusplus
}
#endif
#endif
