/**
 * @file
 * @brief A page's template with data in it (fill.h).
 */
#include "grader/shared/fill.h"
#include "grader/shared/said.h"
#include "grader/shared/language.h"
#include "grader/shared/source.h"

#include <stdlib.h>
#include <string.h>

/* Where the data belong. The template's own text holds it once. */
static const char mark[] = "/*RUN*/";

void fill_string(FILE *out, const char *text) {
    fputc('"', out);
    for (; text && *text; text++)
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ' || *text == '<')
            fprintf(out, "\\u%04x", (unsigned char)*text);
        else
            fputc(*text, out);
    fputc('"', out);
}

void fill_pair(FILE *out, const char *name, const char *text) {
    fprintf(out, "\"%s\": ", name);
    fill_string(out, text);
    fputs(", ", out);
}

void fill_json(FILE *out, const char *json) {
    for (; *json; json++)
        if (strchr("<>&", *json))
            fprintf(out, "\\u%04x", (unsigned char)*json);
        else
            fputc(*json, out);
}

void fill_words(FILE *out) {
    const char *english, *translation;
    if (!said_is_open()) return;
    fill_pair(out, "language", said_language());
    fputs("\"words\": [", out);
    for (size_t i = 0; said_message(i, &english, &translation); i++) {
        fputs(i ? ",[" : "[", out);
        fill_string(out, english);
        fputc(',', out);
        fill_string(out, translation);
        fputc(']', out);
    }
    fputs("], ", out);
}

void fill_title(FILE *out, const char *lab) {
    char path[300], where[400], title[200] = "";
    snprintf(path, sizeof(path), "labs/%.100s/README.md", lab);
    language_page(path, where, sizeof(where));
    FILE *page = fopen(where, "r");
    if (!page) page = fopen(path, "r"); /* which is not yet in this language */
    while (page && strncmp(title, "# ", 2) != 0 && fgets(title, sizeof(title), page))
        title[strcspn(title, "\n")] = 0;
    if (page) fclose(page);
    fill_pair(out, "title", strncmp(title, "# ", 2) != 0 ? lab : title + 2);
}

bool page_open(struct page *p, const char *template, const char *path) {
    p->text = source_read(template);
    p->rest = p->text ? strstr(p->text, mark) : NULL;
    p->out = p->rest ? fopen(path, "w") : NULL;
    if (!p->out) {
        free(p->text);
        return false;
    }
    fwrite(p->text, 1, (size_t)(p->rest - p->text), p->out);
    fputc('{', p->out);
    return true;
}

bool page_close(struct page *p) {
    fputc('}', p->out);
    fputs(p->rest + strlen(mark), p->out);
    bool written = !ferror(p->out);
    if (fclose(p->out)) written = false;
    free(p->text);
    return written;
}
