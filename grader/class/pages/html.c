/**
 * @file
 * @brief Pages through libxml2's writer (html.h).
 */
#include "grader/class/pages/html.h"
#include "grader/class/pages/safe.h"

#include <errno.h>
#include <libxml/xmlwriter.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_TEXT = 6000, MOST_ATTRIBUTE = 6000 };

struct html {
    xmlBufferPtr buffer;
    xmlTextWriterPtr writer;
    bool broken; /* no memory */
};

struct html *html_new(void) {
    struct html *h = calloc(1, sizeof(*h));
    if (!h) return NULL;
    h->buffer = xmlBufferCreate();
    h->writer = h->buffer ? xmlNewTextWriterMemory(h->buffer, 0) : NULL;
    h->broken = !h->writer;
    return h;
}

void html_free(struct html *h) {
    if (!h) return;
    if (h->writer) xmlFreeTextWriter(h->writer);
    if (h->buffer) xmlBufferFree(h->buffer);
    free(h);
}

static const xmlChar *bytes(const char *text) {
    return (const xmlChar *)text;
}

static void note(struct html *h, int result) {
    if (result < 0) h->broken = true;
}

static void begin(struct html *h, const char *tag, va_list attributes) {
    if (h->broken) return;
    note(h, xmlTextWriterStartElement(h->writer, bytes(tag)));
    for (const char *name; (name = va_arg(attributes, const char *));) {
        char *safe = safe_text(va_arg(attributes, const char *), MOST_ATTRIBUTE);
        note(h, safe ? xmlTextWriterWriteAttribute(h->writer, bytes(name), bytes(safe)) : -1);
        free(safe);
    }
}

void html_begin(struct html *h, const char *tag, ...) {
    va_list attributes;
    va_start(attributes, tag);
    begin(h, tag, attributes);
    va_end(attributes);
}

/* Never <p/>, which a browser takes for a beginning. */
void html_end(struct html *h) {
    if (!h->broken) note(h, xmlTextWriterFullEndElement(h->writer));
}

void html_void(struct html *h, const char *tag, ...) {
    va_list attributes;
    va_start(attributes, tag);
    begin(h, tag, attributes);
    va_end(attributes);
    if (!h->broken) note(h, xmlTextWriterEndElement(h->writer));
}

void html_text(struct html *h, const char *text) {
    if (h->broken) return;
    char *safe = safe_text(text, MOST_TEXT);
    note(h, safe ? xmlTextWriterWriteString(h->writer, bytes(safe)) : -1);
    free(safe);
}

static void text_of(struct html *h, const char *format, va_list arguments) {
    char *text = NULL;
    if (vasprintf(&text, format, arguments) < 0) {
        h->broken = true;
        return;
    }
    html_text(h, text);
    free(text);
}

void html_textf(struct html *h, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text_of(h, format, arguments);
    va_end(arguments);
}

void html_put(struct html *h, const char *tag, const char *class, const char *text) {
    html_begin(h, tag, class ? "class" : NULL, class, NULL);
    html_text(h, text);
    html_end(h);
}

void html_putf(struct html *h, const char *tag, const char *class, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    html_begin(h, tag, class ? "class" : NULL, class, NULL);
    text_of(h, format, arguments);
    html_end(h);
    va_end(arguments);
}

/*
 * The template, and the file.
 */
static char *read_template(const char *name) {
    char path[300];
    struct stat status;
    snprintf(path, sizeof(path), "common/web/%.200s.html", name);
    FILE *in = fopen(path, "r");
    if (!in) return NULL;
    char *text = fstat(fileno(in), &status) ? NULL : calloc(1, (size_t)status.st_size + 1);
    if (text && fread(text, 1, (size_t)status.st_size, in) != (size_t)status.st_size) *text = 0;
    fclose(in);
    return text;
}

static void put_page(FILE *out, struct html *h, struct html *head, char *page) {
    static const char title_mark[] = "<!--TITLE-->", body_mark[] = "<!--BODY-->";
    char *title = strstr(page, title_mark), *body = strstr(page, body_mark);
    if (!title || !body || title > body) {
        h->broken = true;
        return;
    }
    *title = *body = 0;
    fputs(page, out);
    fputs((const char *)xmlBufferContent(head->buffer), out);
    fputs(title + strlen(title_mark), out);
    fputs((const char *)xmlBufferContent(h->buffer), out);
    fputs(body + strlen(body_mark), out);
}

/* All of it to a file that nobody knows yet; true when every byte got there. */
static bool put_file(int fd, struct html *h, struct html *head, char *page) {
    FILE *out = fdopen(fd, "w");
    if (!out) return close(fd), false;
    put_page(out, h, head, page);
    bool whole = !ferror(out) && fflush(out) == 0 && fchmod(fd, 0644) == 0;
    int error = errno;
    whole = fclose(out) == 0 && whole;
    if (error) errno = error;
    return whole;
}

bool html_write(struct html *h, const char *name, const char *title, const char *path) {
    char beside[4096 + 16];
    char *page = read_template(name);
    struct html *head = page ? html_new() : NULL;
    if (!head) return free(page), false;
    html_put(head, "title", NULL, title); /* text outside of elements is not escaped */
    if (!head->broken && !h->broken) {
        xmlTextWriterFlush(head->writer);
        xmlTextWriterFlush(h->writer);
    }
    snprintf(beside, sizeof(beside), "%.4096s.XXXXXX", path);
    errno = h->broken || head->broken ? ENOMEM : 0;
    int fd = errno ? -1 : mkstemp(beside);
    bool written = fd >= 0 && put_file(fd, h, head, page) && !h->broken && !rename(beside, path);
    if (fd >= 0 && !written) {
        int error = errno ? errno : EINVAL;
        unlink(beside);
        errno = error;
    }
    html_free(head);
    free(page);
    return written;
}
