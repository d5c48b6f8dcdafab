/**
 * @file
 * @brief The rewriter's messages in the reader's language (common/said.h).
 */
#include "../../said.c"
#include "lexer.h"

void words_open(void) {
    said_open_in(DOCS_FOLDER);
}
