/**
 * @file
 * @brief Puts runs into the page's template (common/page/trace.html), as JSON in a script that is none.
 */
#include "grader/trace/trace.h"
#include "common/fence.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where the runs belong. The template's own text holds it once. */
static const char template_path[] = "common/page/trace.html";
static const char mark[] = "/*RUN*/";

char *trace_read_file(const char *path) {
    FILE *in = fopen(path, "r");
    char *text = NULL;
    size_t size = 0, got = 0;
    if (!in) return NULL;
    do {
        size = size ? 2 * size : 1 << 16;
        char *more = realloc(text, size + 1);
        if (!more) break;
        text = more;
        got += fread(text + got, 1, size - got, in);
    } while (got == size);
    fclose(in);
    if (text) text[got] = 0;
    return text;
}

/* No '<' comes out, so that nothing in it ends the script. */
static void put_string(FILE *out, const char *text) {
    fputc('"', out);
    for (; text && *text; text++)
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ' || *text == '<')
            fprintf(out, "\\u%04x", *text);
        else
            fputc(*text, out);
    fputc('"', out);
}

static void put_pair(FILE *out, const char *name, const char *text) {
    fprintf(out, "\"%s\": ", name);
    put_string(out, text);
    fputs(", ", out);
}

/* JSON has '<' only in strings, where it can be written otherwise. */
static void put_json(FILE *out, const char *json) {
    for (; *json; json++)
        if (*json == '<')
            fputs("\\u003c", out);
        else
            fputc(*json, out);
}

static void put_run(FILE *out, const struct traced *run) {
    const char *slash = strrchr(run->source, '/');
    fputs("{", out);
    put_pair(out, "who", run->who);
    put_pair(out, "file", slash ? slash + 1 : run->source);
    put_pair(out, "path", run->source);
    put_pair(out, "message", run->message);
    put_pair(out, "source", run->text);
    fprintf(out, "\"right\": %s, \"trace\": ", run->right ? "true" : "false");
    put_json(out, run->json);
    fputs("}", out);
}

/* "# 03 · Merge by atomicMin" on the lab's page; its folder where there is none. */
static void put_title(FILE *out, const struct stage_lab *lab) {
    char path[300], title[200] = "";
    snprintf(path, sizeof path, "labs/%.100s/README.md", lab->name);
    FILE *page = fopen(path, "r");
    if (page && fgets(title, sizeof title, page)) title[strcspn(title, "\n")] = 0;
    if (page) fclose(page);
    put_pair(out, "title", strncmp(title, "# ", 2) ? lab->name : title + 2);
}

static void put_case(FILE *out, const struct trace_request *q, const struct plan *plan) {
    const struct stage_case *c = &plan->cases[0];
    char number[8];
    put_pair(out, "lab", judge_lab_number(q->lab, number));
    put_title(out, q->lab);
    put_pair(out, "promise", q->lab->rows[q->stage - 1].title);
    put_pair(out, "dist", c->dist == DATA_LITERAL ? "" : data_dist_name(c->dist));
    fprintf(out, "\"unwritten\": %u, \"fence\": %d, ", FENCE_WORD, FENCE_WORDS);
    put_pair(out, "order", q->choice.order ? q->choice.order : "forward");
    fprintf(out, "\"stage\": %d, \"case\": %d, \"n\": %u, \"seed\": %llu, \"ranks\": %s, ",
            q->stage, plan->numbers[0], c->n, (unsigned long long)c->seed,
            q->choice.ranks ? "true" : "false");
}

bool trace_write_page(const struct trace_request *q, const struct plan *plan,
                      const struct traced *run, const struct traced *other) {
    char *page = trace_read_file(template_path), *place = page ? strstr(page, mark) : NULL;
    FILE *out = place ? fopen(q->path, "w") : NULL;
    if (out) {
        fwrite(page, 1, (size_t)(place - page), out);
        fputs("{", out);
        put_case(out, q, plan);
        fputs("\"run\": ", out);
        put_run(out, run);
        fputs(", \"other\": ", out);
        if (other->json)
            put_run(out, other);
        else
            fputs("null", out);
        fputs("}", out);
        fputs(place + strlen(mark), out);
    }
    bool written = out && !ferror(out);
    if (out && fclose(out)) written = false;
    free(page);
    return written;
}
