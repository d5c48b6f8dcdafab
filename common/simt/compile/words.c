/**
 * @file
 * @brief The rewriter's messages in the reader's language (run/said.h).
 */
#include "../run/said.c"
#include "lexer.h"

void words_open(void) {
    said_open_in(DOCS_FOLDER);
}
