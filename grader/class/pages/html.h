/**
 * @file
 * @brief A page, written through libxml2's writer, which escapes; text is made safe before (safe.h).
 */
#ifndef SORTLAB_HTML_H
#define SORTLAB_HTML_H

#include <stdbool.h>

struct html;

struct html *html_new(void);
void html_free(struct html *h);

/** Begins an element; then names and values of its attributes, and a NULL. */
void html_begin(struct html *h, const char *tag, ...) __attribute__((sentinel));
void html_end(struct html *h);

/** An element without an end, such as `<input>`. */
void html_void(struct html *h, const char *tag, ...) __attribute__((sentinel));

/** Text of anybody. */
void html_text(struct html *h, const char *text);
void html_textf(struct html *h, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** An element that holds text alone; CLASS may be NULL. */
void html_put(struct html *h, const char *tag, const char *class, const char *text);
void html_putf(struct html *h, const char *tag, const char *class, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/**
 * Puts the page into its template (common/web/NAME.html) and writes it beside its path, then renames it.
 * @return false with errno set when it cannot be written
 */
bool html_write(struct html *h, const char *name, const char *title, const char *path);

#endif
