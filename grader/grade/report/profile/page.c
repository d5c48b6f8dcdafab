/**
 * @file
 * @brief Counts as a page (common/web/profile.html).
 */
#include "grader/grade/report/profile/profile.h"
#include "grader/grade/judge/labs.h"
#include "grader/shared/source.h"
#include "grader/shared/fill.h"

#include <stdlib.h>

/* A run whose source is not to be shown has no text and no lines. */
static void put_run(FILE *out, const struct profiled *run) {
    char *text = run->build.source[0] ? source_read(run->build.source) : NULL;
    char *kernels = json_dumps(run->kernels, JSON_COMPACT);
    fputs("{", out);
    fill_pair(out, "who", run->who);
    fill_pair(out, "file", run->build.copy);
    fill_pair(out, "path", run->build.shown);
    fill_pair(out, "source", text ? text : "");
    fputs("\"kernels\": ", out);
    fill_json(out, kernels ? kernels : "[]");
    fputs("}", out);
    free(kernels);
    free(text);
}

static void put_case(FILE *out, const struct profile_request *q, uint32_t keys) {
    const struct stage_row *row = &q->lab->rows[q->stage - 1];
    const struct stage_case *c = &row->cases[q->choice.case_number - 1];
    bool literal = c->dist == DATA_LITERAL || q->choice.keys;
    char number[8];
    fill_pair(out, "lab", lab_number(q->lab, number));
    fill_words(out);
    fill_title(out, q->lab->name);
    fill_pair(out, "promise", row->title);
    fill_pair(out, "dist", literal ? "" : data_dist_name(c->dist));
    fprintf(out, "\"stage\": %d, \"case\": %d, \"n\": %u, ", q->stage, q->choice.case_number, keys);
}

bool profile_write_page(const char *path, const struct profile_request *q,
                        const struct profiled *run, const struct profiled *other) {
    struct page page;
    if (!page_open(&page, "common/web/profile.html", path)) return false;
    put_case(page.out, q, run->keys);
    fputs("\"run\": ", page.out);
    put_run(page.out, run);
    fputs(", \"other\": ", page.out);
    if (other->kernels)
        put_run(page.out, other);
    else
        fputs("null", page.out);
    return page_close(&page);
}
