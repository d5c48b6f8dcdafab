/**
 * @file
 * @brief Writes a trace: names and places as JSON, the events as columns of numbers, packed.
 *
 * The columns, each told with its length before it: what happens; sites; places in arrays; values;
 * snapshots. Threads of a warp do alike, so each number is told as its difference to the last of its
 * kind, and what repeats is packed away. Whoever reads this does the same sums: common/web/trace.
 */
#include "page.h"
#include "trace.h"

#include <stdlib.h>
#include <string.h>

enum { HAPPENS, SITES, PLACES, VALUES, SNAPSHOTS, COLUMNS };
enum { LAST_VALUES = 8 };

/* What was told last, of each kind. */
struct last {
    struct trace_bytes column[COLUMNS];
    uint16_t thread;
    int array[TRACE_SITES];
    int32_t index[TRACE_SITES];
    uint64_t written;
    uint64_t value[MAX_BLOCK_THREADS][LAST_VALUES]; /* that a thread has seen */
    uint8_t next_value[MAX_BLOCK_THREADS];
    size_t snapshot;
};

/* How many accesses of one thread stand in a row here. */
static uint32_t accesses_from(uint32_t i) {
    uint32_t n = 0;
    while (i + n < trace.n_events && trace.event[i + n].what == TRACE_ACCESS &&
           trace.event[i + n].thread == trace.event[i].thread)
        n++;
    return n;
}

static void put_place(struct last *last, const struct trace_event *e) {
    struct trace_bytes *to = &last->column[PLACES];
    bool moved = last->array[e->site] != e->array;
    int64_t step = (int64_t)e->index - last->index[e->site];
    trace_put_signed(to, step * 2 + moved);
    if (moved) trace_put_number(to, e->array);
    last->array[e->site] = e->array;
    last->index[e->site] = e->index;
}

/* The reader counts in doubles; so words of 8 bytes are told as they are, and no error adds up. */
static void put_difference(struct trace_bytes *to, uint64_t value, uint64_t *before, int array) {
    if (trace.array[array].cell == 8) {
        trace_put_signed(to, (int64_t)value);
        return;
    }
    trace_put_signed(to, (int64_t)(value - *before));
    *before = value;
}

/* A store is often of what the thread has read just before. */
static void put_value(struct last *last, const struct trace_event *e) {
    struct trace_bytes *to = &last->column[VALUES];
    uint64_t *seen = last->value[e->thread];
    uint8_t *next = &last->next_value[e->thread];
    if (trace.site[e->site].how & HOW_WRITE) {
        unsigned back = 0;
        while (back < LAST_VALUES && seen[(*next - 1 - back) % LAST_VALUES] != e->value) back++;
        trace_put(to, back);
        if (back == LAST_VALUES) put_difference(to, e->value, &last->written, e->array);
    }
    seen[(*next)++ % LAST_VALUES] = e->value;
}

static void put_snapshot(struct last *last, int array) {
    const struct trace_array *a = &trace.array[array];
    struct trace_bytes *to = &last->column[SNAPSHOTS];
    uint64_t before = 0;
    for (size_t i = 0; i < a->bytes / a->cell; i++) {
        put_difference(to, trace.snapshot[last->snapshot++], &before, array);
    }
}

static void put_other(struct last *last, const struct trace_event *e) {
    struct trace_bytes *to = &last->column[HAPPENS];
    trace_put(to, e->what);
    if (e->what == TRACE_LAUNCH || e->what == TRACE_BLOCK) trace_put_number(to, e->value);
    if (e->what == TRACE_BARRIER || e->what == TRACE_WARP) trace_put_number(to, e->site);
    if (e->what == TRACE_WARP) trace_put_number(to, e->thread / WARP_THREADS);
    if (e->what == TRACE_WARP) trace_put_number(to, e->value);
    if (e->what == TRACE_BARRIER || e->what == TRACE_BLOCK_END) {
        trace_put(to, e->value & 255);
        trace_put(to, e->value >> 8 & 255);
    }
    if (e->what == TRACE_SET || e->what == TRACE_SNAPSHOT) trace_put_number(to, e->array);
    if (e->what == TRACE_SNAPSHOT) put_snapshot(last, e->array);
    if (e->what != TRACE_SET) return;
    trace_put_number(to, (uint64_t)e->index);
    trace_put_number(to, e->value);
}

static void put_events(struct last *last) {
    for (uint32_t i = 0; i < trace.n_events;) {
        const struct trace_event *e = &trace.event[i];
        if (e->what != TRACE_ACCESS) {
            put_other(last, e);
            i++;
            continue;
        }
        uint32_t n = accesses_from(i);
        trace_put(&last->column[HAPPENS], TRACE_ACCESS);
        trace_put_signed(&last->column[HAPPENS], (int64_t)e->thread - last->thread);
        trace_put_number(&last->column[HAPPENS], n);
        last->thread = e->thread;
        for (uint32_t end = i + n; i < end; i++) {
            trace_put_number(&last->column[SITES], trace.event[i].site);
            put_place(last, &trace.event[i]);
            put_value(last, &trace.event[i]);
        }
    }
}

/*
 * Names and places.
 */
static void put_string(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ' || *text == '<')
            fprintf(out, "\\u%04x", *text);
        else
            fputc(*text, out);
    fputc('"', out);
}

static void put_launches(FILE *out) {
    fputs("\"launches\": [", out);
    for (int i = 0; i < trace.n_launches; i++) {
        const dim3 g = trace.launch[i].grid, b = trace.launch[i].block;
        fputs(i ? ",\n{\"kernel\": " : "\n{\"kernel\": ", out);
        put_string(out, trace.launch[i].kernel);
        fprintf(out, ", \"grid\": [%u, %u, %u], \"block\": [%u, %u, %u], \"shared\": %zu", g.x, g.y,
                g.z, b.x, b.y, b.z, trace.launch[i].shared_bytes);
        fputs(", \"words\": [", out);
        for (size_t k = 0; k + 8 <= trace.launch[i].args_bytes; k += 8) {
            uint64_t word;
            memcpy(&word, trace.launch[i].args + k, sizeof(word));
            fprintf(out, k ? ", %lu" : "%lu", (unsigned long)(word >> 48 ? 0 : word));
        }
        fputs("]}", out);
    }
    fputs("],\n", out);
}

static void put_making(FILE *out, const struct trace_array *a) {
    const uintptr_t pc = check_pc(a->made_at);
    struct simt_place place;
    simt_find_places(&pc, 1, &place);
    fprintf(out, ", \"made\": %d, \"made_in\": ", place.line);
    put_string(out, place.file);
}

static void put_arrays(FILE *out) {
    static const char *const spaces[] = {"global",  "shared",    "dynamic",
                                         "program", "elsewhere", "host"};
    fputs("\"arrays\": [", out);
    for (int i = 0; i < trace.n_arrays; i++) {
        const struct trace_array *a = &trace.array[i];
        fprintf(out,
                "%s\n{\"space\": \"%s\", \"start\": %lu, \"bytes\": %zu, \"cell\": %zu, \"name\": ",
                i ? "," : "", spaces[a->space], (unsigned long)a->start, a->bytes, a->cell);
        put_string(out, a->name);
        fprintf(out, ", \"skip\": %zu, \"places\": %zu", (a->part - a->start) / a->cell,
                a->part_bytes / a->cell);
        if (a->made_at) put_making(out, a);
        fputc('}', out);
    }
    fputs("],\n", out);
}

static void put_place_of(FILE *out, const char *file, int line) {
    fputs("\"file\": ", out);
    put_string(out, file ? file : "");
    fprintf(out, ", \"line\": %d", line);
}

static void put_sites(FILE *out) {
    size_t n = (size_t)trace.n_sites;
    uintptr_t *pcs = calloc(n + 1, sizeof(*pcs));
    struct simt_place *places = calloc(n + 1, sizeof(*places));
    if (!pcs || !places) simt_die("there is no memory for a trace. Use a smaller input");
    for (size_t i = 0; i < n; i++) pcs[i] = check_pc(trace.site[i].at);
    if (n) simt_find_places(pcs, n, places);
    fputs("\"sites\": [", out);
    for (size_t i = 0; i < n; i++) {
        const struct trace_site *s = &trace.site[i];
        fprintf(out, "%s\n{\"how\": %d, \"bytes\": %zu, ", i ? "," : "", s->how, s->bytes);
        if (s->how < 0)
            put_place_of(out, s->wait.file, s->wait.line);
        else
            put_place_of(out, places[i].file, places[i].line);
        fputc('}', out);
    }
    fputs("],\n", out);
    free(pcs);
    free(places);
}

static void put_party(FILE *out, const char *name, const struct party *p,
                      const struct simt_place *place) {
    fprintf(out, ", \"%s\": {", name);
    if (p->site.file)
        put_place_of(out, p->site.file, p->site.line);
    else
        put_place_of(out, place->file, place->line);
    fprintf(out, ", \"how\": %d, \"block\": [%u, %u, %u], \"thread\": [%u, %u, %u]}", p->how,
            p->block.x, p->block.y, p->block.z, p->thread.x, p->thread.y, p->thread.z);
}

static void put_finding(FILE *out, const struct finding *f) {
    static const char *const severities[] = {"info", "warning", "error"};
    const uintptr_t pcs[] = {check_pc(f->a.at), check_pc(f->b.at)};
    struct simt_place places[2];
    simt_find_places(pcs, 2, places);
    fputs("{\"tool\": ", out);
    put_string(out, check_tool_names(f->tool));
    fprintf(out, ", \"severity\": \"%s\", \"kind\": ", severities[f->severity]);
    put_string(out, f->kind);
    fputs(", \"message\": ", out);
    put_string(out, f->message);
    fputs(", \"where\": ", out);
    put_string(out, f->where);
    fputs(", \"kernel\": ", out);
    put_string(out, f->kernel);
    put_party(out, "a", &f->a, &places[0]);
    if (f->b.at || f->b.site.file) put_party(out, "b", &f->b, &places[1]);
    fprintf(out, ", \"count\": %lu}", (unsigned long)f->count);
}

static void put_findings(FILE *out) {
    size_t n;
    const struct finding *f = check_findings(&n);
    fputs("\"findings\": [", out);
    for (size_t i = 0; i < n; i++) {
        fputs(i ? ",\n" : "\n", out);
        put_finding(out, &f[i]);
    }
    fputs("],\n\"flags\": [", out);
    for (int i = 0; i < trace.n_flags; i++)
        fprintf(out, "%s[%u, %u, %u]", i ? ", " : "", trace.flag[i].access, trace.flag[i].finding,
                trace.flag[i].interval);
    fputs("],\n", out);
}

static void put_data(FILE *out) {
    struct last *last = calloc(1, sizeof(*last));
    struct trace_bytes all = {0}, packed = {0};
    if (!last) simt_die("there is no memory for a trace. Use a smaller input");
    put_events(last);
    for (int i = 0; i < COLUMNS; i++) {
        trace_put_number(&all, last->column[i].n);
        for (size_t k = 0; k < last->column[i].n; k++) trace_put(&all, last->column[i].byte[k]);
        free(last->column[i].byte);
    }
    trace_pack(&packed, &all);
    fprintf(out, "\"bytes\": %zu, \"data\": \"", all.n);
    trace_print_base64(out, &packed);
    fputs("\"}\n", out);
    free(all.byte);
    free(packed.byte);
    free(last);
}

static void put_trace(FILE *out) {
    fprintf(out, "{\"version\": 2, \"accesses\": %u, \"seen\": %lu,\n", trace.n_accesses,
            (unsigned long)trace.seen);
    put_launches(out);
    put_arrays(out);
    put_sites(out);
    put_findings(out);
    put_data(out);
}

/* The file that most of the sites are in. */
static void find_file(char *file, size_t size) {
    size_t n = (size_t)trace.n_sites, most = 0;
    uintptr_t *pcs = calloc(n + 1, sizeof(*pcs));
    struct simt_place *places = calloc(n + 1, sizeof(*places));
    if (!pcs || !places) simt_die("there is no memory for a trace. Use a smaller input");
    for (size_t i = 0; i < n; i++) pcs[i] = check_pc(trace.site[i].at);
    if (n) simt_find_places(pcs, n, places);
    for (size_t i = 0; i < n; i++) {
        size_t same = 0;
        for (size_t k = 0; k < n; k++) same += strcmp(places[k].file, places[i].file) == 0;
        if (trace.site[i].how < 0 || same <= most) continue;
        most = same;
        snprintf(file, size, "%s", places[i].file);
    }
    free(pcs);
    free(places);
}

static void write_page(void) {
    char what[300] = "no kernel is shown", file[sizeof(((struct simt_place *)0)->file)] = "";
    find_file(file, sizeof(file));
    if (trace.n_launches > 0)
        snprintf(what, sizeof(what), "%s, %d launch%s: %u of %lu accesses", trace.launch[0].kernel,
                 trace.n_launches, trace.n_launches > 1 ? "es" : "", trace.n_accesses,
                 (unsigned long)trace.seen);
    const struct page_of page = {"trace", "trace", what, file, put_trace};
    check_page_write(&page);
}

void trace_write(void) {
    const char *path = simt_setting("SIMT_TRACE");
    if (check_page_path()) write_page();
    if (!path || !*path) return;
    FILE *out = fopen(path, "w");
    if (!out) {
        simt_print("simt: SIMT_TRACE is '%s', and that file cannot be written\n", path);
        return;
    }
    put_trace(out);
    fclose(out);
}
