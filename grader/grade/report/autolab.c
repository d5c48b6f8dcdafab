/**
 * @file
 * @brief Autolab: two lines of JSON, which have to be the last that the autograder prints.
 *
 * Its problems are the labs by their names. Autolab quotes every `word:` that it finds, even inside a
 * string, so no name or text of ours has a colon.
 */
#include "grader/grade/report/formats.h"
#include "grader/shared/json_file.h"
#include "grader/grade/report/stage_text.h"

#include <stdlib.h>
#include <string.h>

static char *without_colons(char *text) {
    for (char *colon = text; (colon = strchr(colon, ':'));) *colon = ';';
    return text;
}

static void add_stage(json_t *scores, json_t *stages, json_t *shown, struct stage_text *stage) {
    json_t *lab = json_object_get(shown, stage->lab);
    if (!lab) {
        json_object_set_new(shown, stage->lab, lab = json_object());
        json_array_append_new(stages, json_string(stage->lab));
    }
    json_t *test = json_pack("{s:b}", "passed", stage->status == STAGE_PASSED);
    if (stage->text[0]) json_object_set_new(test, "hint", json_string(without_colons(stage->text)));
    json_object_set_new(lab, without_colons(stage->name), test);
    json_int_t so_far = json_integer_value(json_object_get(scores, stage->lab));
    json_object_set_new(scores, stage->lab, json_integer(so_far + stage->points));
}

/* The first line's "stages" names its other members, in their order. */
char *autolab_text(const struct result *result, bool finished) {
    char text[STAGE_TEXT_SIZE], *lines = NULL;
    json_t *scores = json_object(), *stages = json_array();
    json_t *shown = json_pack("{s:s, s:O}", "_presentation", "semantic", "stages", stages);
    stage_text_all(text, sizeof(text), result, finished);
    json_array_append_new(stages, json_string("Grader"));
    json_object_set_new(
        shown, "Grader",
        json_pack("{s:{s:b, s:s}}", "finished", "passed", finished, "hint", without_colons(text)));
    for (size_t i = 0; i < result->n; i++) {
        struct stage_text stage;
        stage_text_of(&stage, result, i, finished);
        without_colons(stage.lab);
        add_stage(scores, stages, shown, &stage);
    }
    json_decref(stages);
    char *first = json_take_text(shown, true);
    char *last = json_take_text(json_pack("{s:o}", "scores", scores), true);
    if (!first || !last || asprintf(&lines, "%s%s", first, last) < 0) lines = NULL;
    free(first);
    free(last);
    return lines;
}
