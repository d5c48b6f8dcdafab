/**
 * @file
 * @brief The rewriter's messages in the reader's language (run/said.h).
 */
#include "../run/said.c"
#include "lexer.h"

void words_open(void) {
    said_open_in(DOCS_FOLDER);
}

int words_say(const char *english) {
    char text[3000];
    words_open();
    puts(said_whole(english, text, sizeof(text)));
    if (said_missed()) puts(said_missed());
    return 0;
}
