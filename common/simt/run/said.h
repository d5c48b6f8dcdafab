/**
 * @file
 * @brief Messages in the reader's language, from a catalogue of gettext's form (docs/zh/messages.po).
 *
 * Programs make their messages in English, keep them in English, and read them again in English. They are translated
 * where a person reads them, and nowhere else. So a whole message is looked up: a msgid is a format of printf, and the
 * numbers and words of the message are found at its conversions. Words are looked up in turn; those of %S, which are
 * somebody else's, stay as they are.
 */
#ifndef SORTLAB_SAID_H
#define SORTLAB_SAID_H

#include <stdbool.h>
#include <stddef.h>

/**
 * Takes a catalogue, of at most SAID_MOST messages. The file is read in place and stays open.
 * @return false where there is none: all messages stay English
 */
bool said_open(const char *path);

/** The same with the words in pictures alone, which have msgctxt "picture" before them and are nobody else's. */
bool said_open_pictures(const char *path);

/**
 * Takes the catalogue of the reader's language: FOLDER/zh/messages.po, by WORDS, or else LC_ALL, LC_MESSAGES or LANG.
 * @return false for English, and where there is none
 */
bool said_open_in(const char *folder);

/** The two letters of the catalogue that said_open_in took, or "". */
const char *said_language(void);

/**
 * What to print once, behind all messages, where one of them had no translation and was in English: a sentence in the
 * reader's language without a line's end. NULL where all had one, and where there is no catalogue.
 */
const char *said_missed(void);

/** Whether there is a catalogue. */
bool said_is_open(void);

/** A fixed text or a format in the reader's language: the very msgid. The text itself where there is none. */
const char *said(const char *text) __attribute__((format_arg(1)));

/** The same, or NULL where there is none, and nobody misses it. */
const char *said_known(const char *text);

/**
 * A whole message, numbers and all, in the reader's language; as it is where no msgid fits. Allocates nothing. It may
 * be called by any thread: while another one looks up, the message stays English.
 * @param text gets the message, cut to `size` bytes
 * @return text
 */
const char *said_whole(const char *english, char *text, size_t size);

/** Messages of the catalogue, one after another: the ith msgid and its translation; false behind the last. */
bool said_message(size_t i, const char **english, const char **translation);

#endif
