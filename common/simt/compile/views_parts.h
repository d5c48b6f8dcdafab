/** @file
 *  @brief What the parts of views.c share: what a view declares, and where. */
#ifndef SIMT_COMPILE_VIEWS_PARTS_H
#define SIMT_COMPILE_VIEWS_PARTS_H

#include "edit.h"
#include "parse.h"
#include "sides.h"

enum span_kind { A_FUNCTION, A_LAMBDA, A_PROTOTYPE, A_NAME };

/** What has a name: a function with its body, a lambda, a function without a body; a type, variable or enumerators. */
struct span {
    enum span_kind kind;
    size_t first, name, body,
        end;       /**< its first token, its name, its { and }; without a body both are its ; */
    size_t params; /**< the ( of a function's parameters */
    enum side side;
    bool is_constexpr;
    const struct span
        *twin; /**< in the other view, where the bodies differ and it is of both sides */
};

/** A class or a namespace: its first token, its {, and its last token. */
struct scope {
    size_t first, body, end;
    bool is_class;
};

struct spans {
    struct span *f;
    size_t n, room;
    struct scope *scopes; /**< an outer one stands before those in it */
    size_t n_scopes, scopes_room;
};

/** All that a view declares; the caller frees its arrays. */
struct spans find_spans(const struct source *s);

/** The innermost function in whose body the tokens first to end - 1 stand; where there are none of them, the place of
 *  `first`. NULL: none. */
struct span *function_around(const struct spans *spans, size_t first, size_t end);

/** Tokens of the host's view, and those that the device's view has instead. */
struct difference {
    size_t host, host_end, device, device_end;
};

/** A name that means another thing in each view: a type, a constant, enumerators. */
struct meaning {
    char *name;
};

/** Both views, and what is known of them. */
struct views {
    struct source *host;
    const struct source *device;
    struct spans own, other;
    struct meaning *meanings;
    size_t n_meanings, meanings_room;
};

bool same_text(const struct source *a, size_t i, const struct source *b, size_t j);

/** Do tokens `i` to i_end - 1 and `j` to j_end - 1 say the same? */
bool same_texts(const struct source *a, size_t i, size_t i_end, const struct source *b, size_t j,
                size_t j_end);

/** Does token `i` stand in a file of the program, and in no header of the system? */
bool is_of_program(const struct source *s, size_t i);

/** Notes the names that `g`, of the device's view, and `f` declare with two meanings. */
void note_meanings(struct views *v, const struct span *f, const struct span *g);

/** Has token `i` two meanings here? `params`: of the function around, whose local names have one. */
bool has_meanings(const struct views *v, const struct source *s, size_t params, size_t i);

/** What tells the device's meaning from the host's: it is written behind the name. */
#define ON_DEVICE "_on_device"

/** Both views say the same at tokens `i` and `j`, a name: device code gets its own meaning of it. */
void choose_meaning(struct views *v, size_t i, size_t j);

#endif
