/**
 * @file
 * @brief Data in a template (page.h).
 */
#include "grader/class/pages/page.h"
#include "grader/class/pages/safe.h"
#include "grader/shared/json_file.h"
#include "grader/shared/source.h"
#include "grader/shared/fill.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 6000 };

static json_t *safe_string(const json_t *from) {
    char *text = safe_text(json_string_value(from), MOST_TEXT);
    json_t *safe = text ? json_string(text) : NULL;
    free(text);
    return safe;
}

/* The same with all text made safe; NULL: no memory. */
static json_t *safe_json(json_t *from) {
    const char *key;
    json_t *one, *safe;
    size_t i;
    int error = 0;
    if (json_is_string(from)) return safe_string(from);
    if (!json_is_array(from) && !json_is_object(from)) return json_incref(from);
    safe = json_is_array(from) ? json_array() : json_object();
    json_array_foreach(from, i, one) error |= json_array_append_new(safe, safe_json(one));
    json_object_foreach(from, key, one) error |= json_object_set_new(safe, key, safe_json(one));
    if (!error) return safe;
    json_decref(safe);
    return NULL;
}

static bool put_data(FILE *out, json_t *data) {
    const char *key, *between = "{";
    json_t *one;
    bool put = true;
    json_object_foreach(data, key, one) {
        char *text = json_dumps(one, JSON_COMPACT | JSON_ENCODE_ANY);
        fprintf(out, "%s\n\"%s\":", between, key);
        if (text) fill_json(out, text);
        put &= text != NULL;
        between = ",";
        free(text);
    }
    fputs("\n}", out);
    return put;
}

/* The whole page, to be freed. NULL with errno. */
static char *filled(const char *template, json_t *data) {
    static const char mark[] = "/*RUN*/";
    char *page = NULL, *rest = strstr(template, mark);
    size_t n;
    errno = rest ? ENOMEM : EINVAL;
    FILE *out = rest && data ? open_memstream(&page, &n) : NULL;
    if (!out) return NULL;
    fwrite(template, 1, (size_t)(rest - template), out);
    bool put = put_data(out, data);
    fputs(rest + strlen(mark), out);
    if (fclose(out) == 0 && put) return page;
    free(page);
    return NULL;
}

bool page_write(const char *name, json_t *data, const char *path) {
    char from[300];
    json_t *safe = data ? safe_json(data) : NULL;
    snprintf(from, sizeof(from), "common/web/%.200s.html", name);
    char *template = source_read(from), *page = template ? filled(template, safe) : NULL;
    bool written = page && text_file_write(path, page);
    int error = errno;
    free(page);
    free(template);
    json_decref(safe);
    json_decref(data);
    errno = error;
    return written;
}
