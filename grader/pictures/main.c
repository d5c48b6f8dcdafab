/*
 * Writes all pictures, or those that are named, to a folder: the same bytes each time.
 *     pictures FOLDER [NAME...]
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "pictures.h"

static const struct {
    const char *name;
    draw_picture *draw;
} PICTURES[] = {
    {"pipeline", draw_pipeline},
    {"radix_passes", draw_radix_passes},
    {"radix_split", draw_radix_split},
    {"strided_lists", draw_strided_lists},
    {"blocked_lists", draw_blocked_lists},
    {"atomic_merge_round", draw_atomic_merge_round},
    {"reduction_tree", draw_reduction_tree},
    {"odd_even_phases", draw_odd_even_phases},
    {"half_cleaner", draw_half_cleaner},
    {"bitonic_8", draw_bitonic_8},
    {"bitonic_16", draw_bitonic_16},
    {"block_merge_heads", draw_block_merge_heads},
    {"loser_tree", draw_loser_tree},
    {"out_of_core_timeline", draw_out_of_core_timeline},
    {"staircase", draw_staircase},
};

static int wanted(const char *name, int count, char **names) {
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0) return 1;
    return count == 0;
}

/* Drawn beside its place and moved there, so that nobody sees half a picture. */
static const char *write_picture(const char *folder, const char *name, draw_picture *draw) {
    char path[4096], fresh[4112];
    snprintf(path, sizeof(path), "%s/%s.svg", folder, name);
    snprintf(fresh, sizeof(fresh), "%s.new", path);
    FILE *file = fopen(fresh, "w");
    if (!file) return strerror(errno);
    const char *problem = draw(file);
    if (fclose(file) != 0 && !problem) problem = strerror(errno);
    if (!problem && rename(fresh, path) != 0) problem = strerror(errno);
    if (problem) remove(fresh);
    return problem;
}

int main(int argc, char **argv) {
    int failed = 0, written = 0;
    if (argc < 2) return fputs("pictures FOLDER [NAME...]\n", stderr), 2;
    for (size_t i = 0; i < sizeof(PICTURES) / sizeof(*PICTURES); i++) {
        if (!wanted(PICTURES[i].name, argc - 2, argv + 2)) continue;
        const char *problem = write_picture(argv[1], PICTURES[i].name, PICTURES[i].draw);
        if (problem) fprintf(stderr, "pictures: %s: %s\n", PICTURES[i].name, problem);
        failed |= problem != NULL;
        written++;
    }
    if (written == 0) return fprintf(stderr, "pictures: there is no picture %s\n", argv[2]), 2;
    return failed ? 2 : 0;
}
