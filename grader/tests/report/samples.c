/**
 * @file
 * @brief Writes results that no honest submission has, in all formats, for test_formats.sh to look at.
 *
 *     samples DIR      DIR/SAMPLE.FORMAT
 */
#include "grader/grade/report/formats.h"
#include "grader/shared/json_file.h"

#include <stdlib.h>
#include <string.h>

enum { STAGES = 150 };

static const struct stage_row row = {
    .title =
        "a title: <b>&amp;</b> \"quoted\" \x01\x1b[31m \xff\xfe \xc3\xa4 ]]> " /* long: */
        "0123456789 0123456789 0123456789 0123456789 0123456789 \xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4",
    .points = 7,
    .step = 1};
static const struct stage_lab lab = {.name = "03_atomic_merge"}, next = {.name = "04_next"};

/* All bytes but 0, then a few sequences that only look like UTF-8. */
static void fill(char *text, size_t size) {
    static const char bad[] =
        "word: \xc0\x80 \xed\xa0\x80 \xf5\x80\x80\x80 \xef\xbf\xbf \xe2\x80\xae \xe2";
    size_t used = 0;
    while (used < 255 && used + 1 < size) {
        text[used] = (char)(used + 1);
        used++;
    }
    for (size_t i = 0; used + 1 < size; i++) text[used++] = bad[i % (sizeof bad - 1)];
    text[used] = 0;
}

static void write_all(const char *folder, const char *name, const struct result *result,
                      bool finished) {
    static const struct {
        const char *name;
        char *(*text)(const struct result *, bool finished);
    } formats[] = {{"junit", junit_text},      {"gradescope", gradescope_text},
                   {"autolab", autolab_text},  {"classroom50", classroom50_text},
                   {"github", github_text},    {"prairielearn", prairielearn_text},
                   {"submitty", submitty_text}};
    char path[4096];
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char *text = formats[i].text(result, finished);
        snprintf(path, sizeof path, "%s/%s.%s", folder, name, formats[i].name);
        if (!text || !text_file_write(path, text)) exit(2);
        free(text);
    }
    snprintf(path, sizeof path, "%s/%s.result", folder, name);
    if (!json_write(path, result)) exit(2);
}

static void fill_stages(struct stage_result *stages, enum verdict verdict) {
    for (int i = 0; i < STAGES; i++) {
        stages[i] = (struct stage_result){
            .lab = i < 100 ? &lab : &next,
            .row = &row,
            .number = i + 1,
            .verdict = verdict ? verdict : (enum verdict)(1 + i % (VERDICTS - 2)),
            .hidden = i % 3 == 2};
        stages[i].points = verdict_points(stages[i].verdict, 7);
        fill(stages[i].message, sizeof stages[i].message);
        fill(stages[i].repeat, sizeof stages[i].repeat);
        fill(stages[i].note, sizeof stages[i].note);
        if (stages[i].hidden) strcpy(stages[i].message, "SECRET");
        if (stages[i].hidden) strcpy(stages[i].repeat, "SECRET");
        if (stages[i].hidden) strcpy(stages[i].note, "SECRET");
    }
}

int main(int argc, char **argv) {
    struct stage_result *stages = calloc(STAGES, sizeof *stages);
    struct result result = {.submission = "of \xff\x01", .sandbox = "none", .stages = stages};
    if (argc != 2 || !stages) return 2;
    write_all(argv[1], "nothing", &result, false);
    fill_stages(stages, 0);
    result.n = STAGES;
    result.max_points = 7 * STAGES;
    write_all(argv[1], "many", &result, true);
    result.n = 99;
    write_all(argv[1], "few", &result, true);
    stages[50].verdict = VERDICT_NONE_YET;
    write_all(argv[1], "cut", &result, false);
    write_all(argv[1], "left", &result, true);
    stages[50].verdict = VERDICT_INTERNAL;
    write_all(argv[1], "broken", &result, true);
    fill_stages(stages, VERDICT_COMPILE);
    write_all(argv[1], "compile", &result, true);
    fill_stages(stages, VERDICT_OK);
    write_all(argv[1], "right", &result, true);
    free(stages);
    return 0;
}
