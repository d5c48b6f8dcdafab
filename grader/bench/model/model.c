/**
 * @file
 * @brief Reads figures.csv, and prints figures and rows (see model.h).
 */
#include "grader/bench/model/model.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MODEL_NAME(name) #name,
static const char *const names[] = {MODEL_FIGURES(MODEL_NAME)};

void model_stop(const char *format, ...) {
    va_list values;
    fputs("model: ", stderr);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    exit(2);
}

static bool read_figure(struct model *model, const char *line, const char *source) {
    char name[32], unit[12], title[64];
    double value;
    int i = 0;
    if (sscanf(line, "%31[^,],%lf,%11[^,],%63[^\n]", name, &value, unit, title) != 4) return false;
    while (i < FIGURES && strcmp(names[i], name) != 0) i++;
    if (i == FIGURES) return false;
    model->m[i] = value;
    strcpy(model->titles[i], title);
    strcpy(model->units[i], unit);
    snprintf(model->sources[i], sizeof(model->sources[i]), "%s", source);
    return true;
}

static bool read_row(struct model *model, const char *line, const char *group) {
    struct row row = {.why = ""};
    if (model->n_rows == MODEL_ROWS ||
        sscanf(line, "%23[^,],%lf,%lf,%lf,%11[^,],%95[^\n]", row.name, &row.n, &row.with,
               &row.measured, row.unit, row.why) < 5)
        return false;
    row.ratio = foretell(row.name, model->m, row.n, row.with) / row.measured;
    snprintf(row.group, sizeof(row.group), "%s", group);
    model->rows[model->n_rows++] = row;
    return !isnan(row.ratio);
}

void model_read(struct model *model, const char *folder) {
    char path[4096], line[128], group[128] = "", source[128] = "";
    *model = (struct model){.n_rows = 0};
    snprintf(path, sizeof(path), "%s/" MODEL_FILE, folder);
    FILE *file = fopen(path, "r");
    if (!file)
        model_stop("cannot read '%s': %s. Run it in the kit's top folder", path, strerror(errno));
    for (int at = 1; fgets(line, sizeof(line), file); at++) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '#')
            strcpy(line[1] == '#' ? group : source, line + strspn(line, "# "));
        else if (!read_figure(model, line, source) && !read_row(model, line, group))
            model_stop(
                MODEL_FILE
                ", line %d: '%s' is no figure and no row. The first lines of the file show both",
                at, line);
    }
    fclose(file);
    for (int i = 0; i < FIGURES; i++)
        if (!(model->m[i] > 0)) model_stop("%s is not in " MODEL_FILE "; write it there", names[i]);
}

bool is_within(const struct row *row) {
    return fabs(row->ratio - 1) <= WITHIN_PERCENT / 100.0;
}

void model_print(const struct model *model) {
    int within = 0;
    for (int i = 0; i < FIGURES; i++)
        printf("%-45s %10.4g %-8s %s\n", model->titles[i], model->m[i], model->units[i],
               model->sources[i]);
    printf("\n%-15s %11s %9s %10s %10s %8s %5s\n", "row", "n", "with", "predicted", "measured", "",
           "ratio");
    for (int i = 0; i < model->n_rows; i++) {
        const struct row *r = &model->rows[i];
        printf("%-15s %11.0f %9g %10.4g %10.4g %8s %5.2f %s%s\n", r->name, r->n, r->with,
               r->ratio * r->measured, r->measured, r->unit, r->ratio,
               is_within(r) ? "" : "BEYOND: ", r->why);
        within += is_within(r);
    }
    printf("%d rows predicted, %d of them within %d %%\n", model->n_rows, within, WITHIN_PERCENT);
}

void model_print_groups(const struct model *model) {
    const struct row *r = model->rows, *end = r + model->n_rows;
    puts("| rows | predicted | within 20 % | predicted to measured |\n|---|---|---|---|");
    while (r < end) {
        const struct row *first = r;
        double low = r->ratio, high = low;
        int within = 0;
        for (; r < end && strcmp(r->group, first->group) == 0; r++) {
            low = fmin(low, r->ratio), high = fmax(high, r->ratio);
            within += is_within(r);
        }
        printf("| %s | %d | %d | %.2f to %.2f |\n", first->group, (int)(r - first), within, low,
               high);
    }
}
