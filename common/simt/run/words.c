/**
 * @file
 * @brief Messages for people on stderr, in the reader's language (said.h).
 *
 * The catalogue is looked for when the first message is printed, so that a program that prints none does not pay for
 * it.
 * Nothing is allocated: a message may come from a signal handler, or from a fiber.
 */
#include "internal.h"
#include "said.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* Who holds the settings itself is a program that reads these messages: it gets them in English. */
bool simt_open_words(void) {
    static bool looked;
    if (!looked && !simt_setting_kept) said_open_in(DOCS_FOLDER);
    looked = true;
    return said_is_open();
}

void simt_print_missed(void) {
    static bool told;
    const char *word = told ? NULL : said_missed();
    if (!word) return;
    told = true;
    fprintf(stderr, "simt: %s\n", word);
}

void simt_print(const char *format, ...) {
    static atomic_flag busy = ATOMIC_FLAG_INIT;
    static char english[4000], text[8000];
    va_list arguments;
    va_start(arguments, format);
    if (atomic_flag_test_and_set(&busy)) {
        vfprintf(stderr, format, arguments);
    } else {
        simt_open_words();
        vsnprintf(english, sizeof(english), format, arguments);
        fputs(said_whole(english, text, sizeof(text)), stderr);
        const bool of_report = strncmp(english, "====", 4) == 0; /* which tells it at its end */
        if (!of_report) simt_print_missed();
        atomic_flag_clear(&busy);
    }
    va_end(arguments);
}
