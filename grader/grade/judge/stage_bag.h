/**
 * @file
 * @brief What a stage's inputs and outputs are: records of one case, being written or being read.
 */
#ifndef SORTLAB_STAGE_BAG_H
#define SORTLAB_STAGE_BAG_H

#include "grader/grade/judge/records.h"

struct stage_bag {
    int fd;                 /**< to write to; -1: to be read only */
    uint32_t of_case;       /**< index of the case in this run */
    struct records records; /**< to read */
};

#endif
