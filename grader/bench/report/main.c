/**
 * @file
 * @brief What make bench measured, as text or as a picture.
 *
 *     report table|summary|rows|grid|staircase CSV     table: of the README
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "docs/pictures/draw/bench_csv.h"
#include "docs/pictures/draw/pictures.h"

static struct csv csv;

/** The ratios of one of ours over the rows of a shape, a type and a size. */
struct ratios {
    int count;
    double logs; /**< added up */
    const struct csv_row *worst;
};

static struct ratios ratios_of(const struct csv_row *like, const char *type, double n) {
    struct ratios r = {0, 0, NULL};
    for (size_t i = 0; i < csv.count; i++) {
        const struct csv_row *row = &csv.rows[i];
        if (row->ratio <= 0 || strcmp(row->shape, like->shape) != 0 ||
            strcmp(row->what, like->what) != 0 || (type && strcmp(row->type, type) != 0) ||
            (n > 0 && row->n != n))
            continue;
        r.count++;
        r.logs += log(row->ratio);
        if (!r.worst || row->ratio < r.worst->ratio) r.worst = row;
    }
    return r;
}

/** Whether no row before this one has its shape, name, type and size. */
static int is_first(size_t i) {
    const struct csv_row *row = &csv.rows[i];
    for (size_t j = 0; j < i; j++) {
        const struct csv_row *other = &csv.rows[j];
        if (strcmp(other->shape, row->shape) == 0 && strcmp(other->what, row->what) == 0 &&
            strcmp(other->type, row->type) == 0 &&
            (other->n == row->n || strcmp(row->shape, "grid") != 0))
            return 0;
    }
    return 1;
}

static int print_summary(void) {
    char n[CSV_TEXT], worst[CSV_TEXT];
    int wrong = 0;
    puts("shape      what                 type     n           rows  mean  worst");
    for (size_t i = 0; i < csv.count; i++) {
        const struct csv_row *row = &csv.rows[i];
        if (!row->verified)
            wrong += printf("WRONG: %s, %s, %s\n", row->what, row->type, row->dist) > 0;
        if (row->ratio <= 0 || !is_first(i)) continue;
        int grid = strcmp(row->shape, "grid") == 0;
        struct ratios r = ratios_of(row, row->type, grid ? row->n : 0);
        printf("%-10s %-20s %-8s %-11s %4d  %4.2f  %4.2f (%s, %s)\n", row->shape, row->what,
               row->type, grid ? csv_count_text(row->n, n) : "all", r.count, exp(r.logs / r.count),
               r.worst->ratio, r.worst->dist, csv_count_text(r.worst->n, worst));
    }
    return wrong > 0;
}

/** A row of the README's table: ours, and whom it stands beside. A selection is no copy's match. */
static void print_line(const struct csv_row *row) {
    char n[CSV_TEXT];
    const struct csv_row *peer =
        csv_find(&csv, row->shape, row->peer, row->type, row->dist, row->n);
    int pairs = strlen(row->type) > 3, selects = strcmp(row->peer, "read once") == 0;
    printf("| %s | %.3s%s | %s | %.1f | %s, %.1f | **%.2f** | ", row->what, row->type,
           pairs ? " pairs" : "", csv_count_text(row->n, n), row->gkeys_s, row->peer,
           peer ? peer->gkeys_s : 0.0, row->ratio);
    if (!selects) printf("%.0f %% ", 100 * row->of_copy);
    puts("|");
}

/** Of the sizes those that the README shows; of types other than u32 one. */
static int is_shown(const struct csv_row *row) {
    double first = 16384, middle = 1048576, best = 268435456, odd = 250000000;
    if (strcmp(row->shape, "sizes") != 0 || row->ratio <= 0 || !csv_is_ours(row)) return 0;
    if (row->n == best) return 1;
    return strncmp(row->what, "13", 2) == 0 && strcmp(row->type, "u32") == 0 &&
           (row->n == first || row->n == middle || row->n == odd) && row->gkeys_s < 1000;
}

/** One of ours over all distributions, a line a size; all types together. */
static void print_grid_lines(const struct csv_row *like) {
    char n[CSV_TEXT];
    double sizes[CSV_MOST_SIZES];
    int count = 0;
    for (size_t i = 0; i < csv.count; i++) {
        const struct csv_row *row = &csv.rows[i];
        int known = strcmp(row->shape, "grid") != 0 || strcmp(row->what, like->what) != 0;
        for (int k = 0; k < count && !known; k++) known = sizes[k] == row->n;
        if (known || count == CSV_MOST_SIZES) continue;
        sizes[count++] = row->n;
        struct ratios r = ratios_of(like, NULL, row->n);
        if (r.count < 2) continue;
        printf("| %s | %s | %.2f | %.2f | %s, %.3s%s |\n", like->what, csv_count_text(row->n, n),
               exp(r.logs / r.count), r.worst->ratio, r.worst->dist, r.worst->type,
               strlen(r.worst->type) > 3 ? " pairs" : "");
    }
}

/** Device, date and command of each run; those of one run follow each other. */
static void print_notes(void) {
    const char *before = "";
    puts("Measured:");
    for (size_t i = 0; i < csv.note_count; i++) {
        const char *note = strchr(csv.notes[i], ';');
        if (!note || strcmp(note, before) == 0) continue;
        printf("- ");
        for (const char *c = note + 2; *c; c++) putchar(*c == ';' ? ',' : *c);
        putchar('\n');
        before = note;
    }
}

/** Whether it is the first row of the grid with a ratio for its name. */
static int begins_grid(size_t i) {
    const struct csv_row *row = &csv.rows[i];
    if (strcmp(row->shape, "grid") != 0 || row->ratio <= 0) return 0;
    for (size_t j = 0; j < i; j++)
        if (strcmp(csv.rows[j].shape, "grid") == 0 && csv.rows[j].ratio > 0 &&
            strcmp(csv.rows[j].what, row->what) == 0)
            return 0;
    return 1;
}

/** How many distributions the grid has. */
static int count_dists(void) {
    int count = 0;
    for (size_t i = 0; i < csv.count; i++) {
        const struct csv_row *row = &csv.rows[i];
        int known = strcmp(row->shape, "grid") != 0;
        for (size_t j = 0; j < i && !known; j++)
            known =
                strcmp(csv.rows[j].shape, "grid") == 0 && strcmp(csv.rows[j].dist, row->dist) == 0;
        count += !known;
    }
    return count;
}

static int print_table(void) {
    int lines = 0, means = 0;
    print_notes();
    for (size_t i = 0; i < csv.count; i++) {
        if (!begins_grid(i)) continue;
        if (means++ == 0)
            printf("\n| ours, over %d distributions | n | geometric mean of ratios | worst ratio "
                   "| keys of the worst ratio |\n"
                   "|---|---|---|---|---|\n",
                   count_dists());
        print_grid_lines(&csv.rows[i]);
    }
    for (size_t i = 0; i < csv.count; i++) {
        if (!is_shown(&csv.rows[i])) continue;
        if (lines++ == 0)
            puts("\n| ours | keys | n | 10^9 a second | the fastest peer | ratio | of a copy's "
                 "rate |\n"
                 "|---|---|---|---|---|---|---|");
        print_line(&csv.rows[i]);
    }
    return 0;
}

/** All rows, a line each. */
static int print_rows(void) {
    char n[CSV_TEXT];
    puts("| what | keys | n | 10^6 a second | spread | beside it | ratio "
         "|\n|---|---|---|---|---|---|---|");
    for (size_t i = 0; i < csv.count; i++) {
        const struct csv_row *row = &csv.rows[i];
        printf("| %s | %s, %s | %s | %.4g | %.0f %% | %s | ", row->what, row->shape, row->dist,
               csv_count_text(row->n, n), 1e3 * row->gkeys_s, 100 * row->spread_ms / row->ms,
               row->peer);
        if (row->ratio > 0) printf("%.2f ", row->ratio);
        puts(row->verified ? "|" : "| WRONG");
    }
    return 0;
}

static struct picture *pictures;

/** The two that are linked here enter before main. */
void picture_register(struct picture *picture) {
    picture->next = pictures;
    pictures = picture;
}

static int draw(const char *name) {
    const char *wrong = "there are table, summary, rows, grid and staircase";
    for (struct picture *p = pictures; p; p = p->next)
        if (strcmp(p->name, name) == 0) wrong = p->draw(stdout);
    if (wrong) fprintf(stderr, "report: %s: %s\n", name, wrong);
    return wrong ? 2 : 0;
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        int (*print)(void);
    } reports[] = {{"table", print_table}, {"summary", print_summary}, {"rows", print_rows}};
    if (argc != 3) {
        fputs("report: type report table|summary|rows|grid|staircase CSV\n", stderr);
        return 2;
    }
    csv_path = argv[2];
    if (!csv_read(csv_path, &csv)) {
        fprintf(stderr, "report: %s\n", csv.wrong);
        return 2;
    }
    for (size_t i = 0; i < sizeof(reports) / sizeof(reports[0]); i++)
        if (strcmp(argv[1], reports[i].name) == 0) return reports[i].print();
    return draw(argv[1]);
}
