/**
 * @file
 * @brief Messages in the reader's language: the runtime's own reader of catalogues.
 */
#ifndef SORTLAB_SHARED_SAID_H
#define SORTLAB_SHARED_SAID_H

#include "common/simt/run/said.h"

#endif
