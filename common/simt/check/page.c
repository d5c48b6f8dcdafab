/**
 * @file
 * @brief SIMT_PAGE: a trace or a profile of any program as a page, from the templates that the labs' pages have.
 */
#include "page.h"

#include "../run/said.h"
#include "profile.h"
#include "trace.h"

#include <stdlib.h>
#include <string.h>

#ifndef WEB_FOLDER
#define WEB_FOLDER "common/web"
#endif

static const char marker[] = "/*RUN*/"; /* what a template has in place of the data */

const char *check_page_path(void) {
    const char *path = simt_setting("SIMT_PAGE");
    return path && *path ? path : NULL;
}

/* A file as text, which the caller frees; NULL where it cannot be read. */
static char *read_text(const char *path) {
    FILE *in = fopen(path, "r"), *out;
    char *text = NULL, part[4096];
    size_t size, n;
    if (!in) return NULL;
    if ((out = open_memstream(&text, &size))) {
        while ((n = fread(part, 1, sizeof(part), in)) > 0) fwrite(part, 1, n, out);
        fclose(out);
    }
    fclose(in);
    return text;
}

/* JSON has <, > and & only in strings, where they can be written so that they end no script. */
static void put_escaped(FILE *out, const char *json) {
    for (; *json; json++)
        if (strchr("<>&", *json))
            fprintf(out, "\\u%04x", *json);
        else
            fputc(*json, out);
}

static void put_pair(FILE *out, const char *name, const char *text) {
    fprintf(out, "\"%s\": ", name);
    check_put_json(out, text);
    fputs(", ", out);
}

/* The catalogue of the reader's language, by which the page translates itself. */
static void put_words(FILE *out) {
    const char *english, *translation;
    if (!simt_open_words()) return;
    put_pair(out, "language", said_language());
    fputs("\"words\": [", out);
    for (size_t i = 0; said_message(i, &english, &translation); i++) {
        fputs(i ? ",[" : "[", out);
        check_put_json(out, english);
        fputc(',', out);
        check_put_json(out, translation);
        fputc(']', out);
    }
    fputs("], ", out);
}

static void put_data(FILE *out, const struct page_of *p) {
    const char *slash = strrchr(p->file, '/'), *order = simt_setting("SIMT_ORDER");
    char *source = read_text(p->file);
    fputc('{', out);
    put_words(out);
    put_pair(out, "lab", "");
    put_pair(out, "title", slash ? slash + 1 : p->file);
    put_pair(out, "promise", p->what);
    put_pair(out, "dist", "");
    put_pair(out, "order", order && *order ? order : "forward");
    fprintf(out,
            "\"judged\": false, \"unwritten\": %u, \"stage\": 0, \"case\": 0, \"n\": 0, \"seed\": "
            "0, \"ranks\": false, "
            "\"run\": {",
            POISON * 0x01010101u);
    put_pair(out, "who", "yours");
    put_pair(out, "file", p->file);
    put_pair(out, "path", p->file);
    put_pair(out, "message", "");
    put_pair(out, "source", source ? source : "");
    fprintf(out, "\"right\": true, \"%s\": ", p->member);
    p->put(out);
    fputs("}, \"other\": null}", out);
    free(source);
}

/* The template of a page, or an end in a sentence. */
static char *read_template(const char *name) {
    const char *folder = simt_setting("SIMT_WEB");
    char path[4096];
    snprintf(path, sizeof(path), "%.4000s/%s.html", folder && *folder ? folder : WEB_FOLDER, name);
    char *text = read_text(path);
    if (!text || !strstr(text, marker))
        simt_print("simt: SIMT_PAGE needs the template %s, which %s. Set SIMT_WEB to the kit's "
                   "common/web\n",
                   path, text ? "is another file" : "cannot be read");
    else
        return text;
    free(text);
    return NULL;
}

void check_page_write(const struct page_of *p) {
    const char *path = check_page_path();
    char *template = read_template(p->name), *json = NULL;
    size_t size;
    FILE *data = template ? open_memstream(&json, &size) : NULL, *out = NULL;
    if (data) {
        put_data(data, p);
        fclose(data);
        out = fopen(path, "w");
    }
    if (out) {
        char *rest = strstr(template, marker);
        fwrite(template, 1, (size_t)(rest - template), out);
        put_escaped(out, json);
        fputs(rest + strlen(marker), out);
    }
    if (template && (!out || ferror(out) | fclose(out)))
        simt_print("simt: SIMT_PAGE is '%s', and that file cannot be written\n", path);
    else if (template)
        simt_print("simt: the page is in %s\n", path);
    free(template);
    free(json);
}

/*
 * What is shown: a kernel by its name, one of its launches, and a block, as far as they are chosen.
 */
static bool is_chosen(const char *name, uint64_t number) {
    uint64_t chosen = simt_setting_number(name, UINT64_MAX, 0, UINT64_MAX);
    return chosen == UINT64_MAX || chosen == number;
}

bool check_page_wants_kernel(const char *name) {
    const char *kernel = simt_setting("SIMT_PAGE_KERNEL");
    return !kernel || !*kernel || strcmp(kernel, name) == 0;
}

bool check_page_wants_launch(const char *kernel) {
    static uint64_t launches;
    return check_page_wants_kernel(kernel) && is_chosen("SIMT_PAGE_LAUNCH", ++launches);
}

bool check_page_wants_block(uint64_t block) {
    return is_chosen("SIMT_PAGE_BLOCK", block);
}
