/**
 * @file
 * @brief The pictures of pages, slides and handbook: each a function that runs what it shows.
 */
#ifndef SORTLAB_PICTURES_H
#define SORTLAB_PICTURES_H

#include "svg.h"

/** Draws one picture; 0, or what is wrong with what it is drawn from. */
typedef const char *draw_picture(FILE *file);

draw_picture draw_pipeline, draw_radix_passes, draw_radix_split, draw_strided_lists,
    draw_blocked_lists, draw_atomic_merge_round, draw_reduction_tree, draw_odd_even_phases,
    draw_half_cleaner, draw_bitonic_8, draw_bitonic_16, draw_block_merge_heads, draw_loser_tree,
    draw_out_of_core_timeline, draw_staircase;

#endif
