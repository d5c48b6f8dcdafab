/**
 * @file
 * @brief What a learner has done, in one JSON file that outlives builds and updates of the kit.
 *
 *     {"version": 1, "checked": "2026-11-21T10:31:05Z",
 *      "last_failure": {"lab": "03_atomic_merge", "stage": "rounds of the merge", "step": 3, ...},
 *      "labs": {"03_atomic_merge": {
 *          "stages": {"rounds of the merge": {"step": 3, "verdict": "WA", "tries": 4, "worked_s": 1310, ...}},
 *          "hints": {"write and step": {"step": 3, "shown": {"1": "2026-11-21T10:31:05Z"}}}}}}
 *
 * Labs, stages and steps are found by their names, so that an update may renumber them. Keys that
 * this version does not know are kept, and so is the version of a file that is newer.
 */
#ifndef SORTLAB_STATE_H
#define SORTLAB_STATE_H

#include <jansson.h>
#include <stdbool.h>

enum { STATE_VERSION = 1 };

/** The state, to be freed with json_decref: an empty one where there is no file yet. */
json_t *state_read(const char *path);

typedef void state_edit(json_t *state, void *context);

/**
 * Reads the state, changes it and writes it, while nobody else does. A file that is no state is set
 * aside first, with a sentence on stderr.
 * @return false, after a sentence on stderr, when nothing can be remembered
 */
bool state_change(const char *path, state_edit *edit, void *context);

/** The object called `name` in `parent`, made where there is none; NULL when parent is. */
json_t *state_object(json_t *parent, const char *name);

/** Now, as it is written into the state. */
const char *state_now(char text[32]);

#endif
