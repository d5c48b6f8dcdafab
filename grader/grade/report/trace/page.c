/**
 * @file
 * @brief Puts runs into the page's template (common/web/trace.html), as JSON in a script that is none.
 */
#include "grader/grade/report/trace/trace.h"
#include "common/stage/guard_words.h"
#include "grader/grade/judge/labs.h"
#include "grader/shared/fill.h"

#include <stdio.h>
#include <string.h>

static void put_run(FILE *out, const struct traced *run) {
    const char *slash = strrchr(run->source, '/');
    fputs("{", out);
    fill_pair(out, "who", run->who);
    fill_pair(out, "file", slash ? slash + 1 : run->source);
    fill_pair(out, "path", run->path);
    fill_pair(out, "message", run->message);
    fill_pair(out, "source", run->text);
    fprintf(out, "\"right\": %s, \"trace\": ", run->right ? "true" : "false");
    fill_json(out, run->json);
    fputs("}", out);
}

static void put_case(FILE *out, const struct trace_request *q, const struct stage_inputs *inputs) {
    const struct stage_case *c = &inputs->cases[0];
    char number[8];
    fill_pair(out, "lab", lab_number(q->lab, number));
    fill_words(out);
    fill_title(out, q->lab->name);
    fill_pair(out, "promise", q->lab->rows[q->stage - 1].title);
    fill_pair(out, "dist", c->dist == DATA_LITERAL ? "" : data_dist_name(c->dist));
    fprintf(out, "\"unwritten\": %u, ", FENCE_WORD);
    fill_pair(out, "order", q->choice.order ? q->choice.order : "forward");
    fprintf(out, "\"stage\": %d, \"case\": %d, \"n\": %u, \"seed\": %llu, \"ranks\": %s, ",
            q->stage, inputs->numbers[0], c->n, (unsigned long long)c->seed,
            q->choice.ranks ? "true" : "false");
}

bool trace_write_page(const struct trace_request *q, const struct stage_inputs *inputs,
                      const struct traced *run, const struct traced *other) {
    struct page page;
    if (!page_open(&page, "common/web/trace.html", q->path)) return false;
    put_case(page.out, q, inputs);
    fputs("\"run\": ", page.out);
    put_run(page.out, run);
    fputs(", \"other\": ", page.out);
    if (other->json)
        put_run(page.out, other);
    else
        fputs("null", page.out);
    return page_close(&page);
}
