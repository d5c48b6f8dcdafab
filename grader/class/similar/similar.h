/**
 * @file
 * @brief Which students' files look alike: sim_c over all copies of a lab, the skeleton's own lines left out.
 */
#ifndef SORTLAB_SIMILAR_H
#define SORTLAB_SIMILAR_H

#include <jansson.h>
#include <stddef.h>

/** One student's copy of one lab's file. */
struct similar_file {
    const char *student, *lab; /**< "ada", "03_atomic_merge" */
    const char *path;
};

/**
 * Compares all copies of each lab. Needs the kit's solutions/ or labs/ in the current folder, for
 * the skeletons, and sim_c; without sim_c the report says that it was skipped.
 * The same files give the same bytes, in whatever order they come.
 * @return "similarity" of class.json (class.schema.json), owned by the caller; NULL: no memory
 */
json_t *similar_find(const struct similar_file *files, size_t n);

/** The same for a folder that holds one folder a student, laid out as solutions/ or as labs/.
 *  @return NULL with errno set when the folder cannot be read */
json_t *similar_folder(const char *folder);

#endif
