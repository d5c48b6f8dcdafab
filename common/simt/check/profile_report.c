/**
 * @file
 * @brief The profile as JSON, in the names of Nsight Compute, and as a table for people.
 */
#include "page.h"
#include "profile.h"

#include <stdlib.h>
#include <string.h>

/* The parts of names: l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum. */
static const char *const ops[] = {"ld", "st", "red", "atom", "ld", "st", "atom"};

/** What one line of the source, or a whole kernel, came to. */
struct line {
    const char *file;
    int line;
    struct count count[REQUEST_KINDS];
};

struct lines {
    struct line *line;
    size_t n;
    struct line sum;
};

/*
 * From code positions to lines.
 */
static int by_place(const void *a, const void *b) {
    const struct line *x = a, *y = b;
    int files = strcmp(x->file, y->file);
    return files ? files : (x->line > y->line) - (x->line < y->line);
}

static void add_count(struct count *to, const struct count *more) {
    to->requests += more->requests;
    to->lanes += more->lanes;
    to->words += more->words;
    to->passes += more->passes;
    to->ideal += more->ideal;
}

static void add_line(struct line *to, const struct line *more) {
    for (int k = 0; k < REQUEST_KINDS; k++) add_count(&to->count[k], &more->count[k]);
}

static void merge(struct lines *all) {
    size_t kept = 0;
    qsort(all->line, all->n, sizeof(*all->line), by_place);
    for (size_t i = 0; i < all->n; i++) {
        add_line(&all->sum, &all->line[i]);
        if (kept && by_place(&all->line[kept - 1], &all->line[i]) == 0)
            add_line(&all->line[kept - 1], &all->line[i]);
        else
            all->line[kept++] = all->line[i];
    }
    all->n = kept;
}

static void *take(size_t n, size_t bytes) {
    void *memory = calloc(n + 1, bytes);
    if (!memory) simt_die("there is no memory for the report of the profile");
    return memory;
}

/* Branches inside the runtime's own headers are none of the kernel's. */
static bool counts(const struct tally *t, const struct simt_place *to) {
    return t->kind != DIVERGENCE || !to->in_runtime;
}

static struct lines lines_of(const struct kernel_profile *k) {
    struct lines all = {.line = take(k->n, sizeof(*all.line))};
    uintptr_t *pcs = take(2 * k->n, sizeof(*pcs));
    struct simt_place *places = take(2 * k->n, sizeof(*places));
    for (size_t i = 0; i < k->n; i++) {
        pcs[2 * i] = check_pc(k->tally[i].at);
        pcs[2 * i + 1] = check_pc(k->tally[i].to);
    }
    simt_find_places(pcs, 2 * k->n, places);
    for (size_t i = 0; i < k->n; i++) {
        const struct tally *t = &k->tally[i];
        if (!counts(t, &places[2 * i + 1])) continue;
        struct line *l = &all.line[all.n++];
        l->file = t->site.file ? simt_shown_file(t->site.file) : strdup(places[2 * i].file);
        l->line = t->site.file ? t->site.line : places[2 * i].line;
        l->count[t->kind] = t->count;
    }
    free(pcs);
    free(places); /* the names live on */
    merge(&all);
    return all;
}

/*
 * As JSON.
 */
struct writer {
    FILE *out;
    bool whole; /* zeros too */
    int n;
};

static void put(struct writer *w, const char *before, const char *op, const char *after,
                uint64_t value) {
    if (!w->whole && !value) return;
    fprintf(w->out, "%s\"%s%s%s\": %lu", w->n++ ? ", " : "", before, op, after,
            (unsigned long)value);
}

static void put_global(struct writer *w, const struct line *l) {
    for (int k = GLOBAL_LD; k <= GLOBAL_ATOM; k++) {
        const struct count *c = &l->count[k];
        put(w, "l1tex__t_requests_pipe_lsu_mem_global_op_", ops[k], ".sum", c->requests);
        put(w, "l1tex__t_sectors_pipe_lsu_mem_global_op_", ops[k], ".sum", c->passes);
        put(w, "ideal_sectors_global_", ops[k], "", c->ideal);
        put(w, "lanes_global_", ops[k], "", c->lanes);
        put(w, "word_requests_global_", ops[k], "", c->words);
    }
}

static void put_shared(struct writer *w, const struct line *l) {
    struct count all = {0};
    for (int k = SHARED_LD; k <= SHARED_ATOM; k++) {
        const struct count *c = &l->count[k];
        put(w, "requests_shared_", ops[k], "", c->requests);
        put(w, "lanes_shared_", ops[k], "", c->lanes);
        put(w, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_", ops[k], ".sum", c->passes);
        put(w, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_", ops[k], ".sum",
            c->passes - c->ideal);
        add_count(&all, c);
    }
    put(w, "wavefronts_shared", "", "", all.passes);
    put(w, "ideal_wavefronts_shared", "", "", all.ideal);
}

static void put_metrics(struct writer *w, const struct line *l) {
    fputs("\"metrics\": {", w->out);
    put_global(w, l);
    put_shared(w, l);
    put(w, "barriers", "", "", l->count[BARRIER].requests);
    put(w, "atomics", "", "",
        l->count[GLOBAL_RED].requests + l->count[GLOBAL_ATOM].requests +
            l->count[SHARED_ATOM].requests);
    put(w, "lanes_global_atomics", "", "",
        l->count[GLOBAL_RED].lanes + l->count[GLOBAL_ATOM].lanes);
    put(w, "divergent_branches", "", "", l->count[DIVERGENCE].requests);
}

static void put_line(FILE *out, const struct line *l) {
    struct writer w = {.out = out};
    fputs("        {\"file\": ", out);
    check_put_json(out, l->file);
    fprintf(out, ", \"line\": %d, ", l->line);
    put_metrics(&w, l);
    fputs("}}", out);
}

/* Of all launches together. By the requests of the busiest warp, lanes are the threads at work at a time, on
 * average; by those of the busiest block, requests are the blocks at work. */
static void put_launches(struct writer *w, const struct kernel_profile *k, const struct line *sum) {
    struct count all = {0};
    for (int i = GLOBAL_LD; i <= SHARED_ATOM; i++) add_count(&all, &sum->count[i]);
    put(w, "lanes", "", "", all.lanes);
    put(w, "requests", "", "", all.requests);
    put(w, "busiest_warp", "", "", k->busiest_warp);
    put(w, "busiest_block", "", "", k->busiest_block);
    put(w, "launch__grid_size", "", "", k->blocks);
    put(w, "launch__thread_count", "", "", k->threads);
}

static void put_occupancy(struct writer *w, const struct kernel_profile *k) {
    struct occupancy o = profile_occupancy(k);
    put(w, "launch__shared_mem_per_block_static", "", "", k->static_bytes);
    put(w, "launch__shared_mem_per_block_dynamic", "", "", k->dynamic_bytes);
    fprintf(w->out,
            "}, \"occupancy\": {\"gpu\": \"%s\", \"blocks\": %d, \"warps\": %d, \"of\": %d, "
            "\"limit\": \"%s\"}",
            o.gpu, o.blocks, o.warps, o.most_warps, o.limit);
}

static void put_kernel(FILE *out, const struct kernel_profile *k) {
    struct lines all = lines_of(k);
    struct writer w = {.out = out, .whole = true};
    fputs("    {\"name\": ", out);
    check_put_json(out, k->name);
    fprintf(out, ", \"launches\": %lu, \"grid\": [%u, %u, %u], \"block\": [%u, %u, %u],\n      ",
            (unsigned long)k->launches, k->grid.x, k->grid.y, k->grid.z, k->block.x, k->block.y,
            k->block.z);
    put_metrics(&w, &all.sum);
    put_launches(&w, k, &all.sum);
    put_occupancy(&w, k);
    fputs(",\n      \"lines\": [", out);
    for (size_t i = 0; i < all.n; i++) {
        fputs(i ? ",\n" : "\n", out);
        put_line(out, &all.line[i]);
    }
    fputs("]}", out);
    free(all.line);
}

void profile_write_json(FILE *out) {
    size_t n;
    const struct kernel_profile *k = profile_kernels(&n);
    for (size_t i = 0, put = 0; i < n; i++) {
        if (check_page_path() && !check_page_wants_kernel(k[i].name)) continue;
        fputs(put++ ? ",\n" : "\n", out);
        put_kernel(out, &k[i]);
    }
}

static void put_kernels(FILE *out) {
    fputc('[', out);
    profile_write_json(out);
    fputc(']', out);
}

void profile_write_page(void) {
    size_t n, most = 0;
    const struct kernel_profile *k = profile_kernels(&n);
    char file[sizeof(((struct simt_place *)0)->file)] = "", what[300] = "no kernel was launched";
    for (size_t i = 0; i < n; i++) { // the file that most of the lines are in
        struct lines all = lines_of(&k[i]);
        for (size_t l = 0; l < all.n; l++) {
            size_t same = 0;
            for (size_t m = 0; m < all.n; m++)
                same += strcmp(all.line[m].file, all.line[l].file) == 0;
            if (!all.line[l].line || same <= most || !check_page_wants_kernel(k[i].name)) continue;
            most = same;
            snprintf(file, sizeof(file), "%s", all.line[l].file);
        }
        free(all.line);
    }
    if (n > 0) snprintf(what, sizeof(what), "%zu kernel%s", n, n > 1 ? "s" : "");
    const struct page_of page = {"profile", "kernels", what, file, put_kernels};
    check_page_write(&page);
}

/*
 * As a table of 80 columns.
 */
/* Of several kinds: passes a request, against the ideal; a dash where there are no requests. */
static void put_ratio(FILE *out, const struct line *l, int first, int last) {
    struct count sum = {0};
    for (int k = first; k <= last; k++) add_count(&sum, &l->count[k]);
    if (!sum.requests) {
        fprintf(out, "%9s %5s %5s", "-", "", "");
        return;
    }
    fprintf(out, "%9lu %5.1f %5.1f", (unsigned long)sum.requests,
            (double)sum.passes / (double)sum.requests, (double)sum.ideal / (double)sum.requests);
}

static void put_row(FILE *out, const struct line *l) {
    put_ratio(out, l, GLOBAL_LD, GLOBAL_ATOM);
    put_ratio(out, l, SHARED_LD, SHARED_ATOM);
    uint64_t conflicts = 0;
    for (int k = SHARED_LD; k <= SHARED_ATOM; k++)
        conflicts += l->count[k].passes - l->count[k].ideal;
    fprintf(out, "%10lu %8lu %8lu\n", (unsigned long)conflicts,
            (unsigned long)l->count[BARRIER].requests,
            (unsigned long)l->count[DIVERGENCE].requests);
}

/* The line of the source, or what number it has. */
static void put_source(FILE *out, const struct line *l) {
    char text[512] = "";
    FILE *in = l->line ? fopen(l->file, "r") : NULL;
    for (int i = 0; in && i < l->line && fgets(text, sizeof(text), in); i++) {
    }
    if (in) fclose(in);
    text[strcspn(text, "\n")] = 0;
    const char *file = strrchr(l->file, '/') ? strrchr(l->file, '/') + 1 : l->file;
    char head[80];
    int width = snprintf(head, sizeof(head), "%.40s:%d", l->line ? file : "unknown", l->line);
    fprintf(out, "%s  %.*s\n", head, 78 - width, text + strspn(text, " \t"));
}

static void print_kernel(FILE *out, const struct kernel_profile *k) {
    struct lines all = lines_of(k);
    struct occupancy o = profile_occupancy(k);
    fprintf(out, "\n%s: %lu launch%s, grid %u x %u x %u, block %u x %u x %u\n", k->name,
            (unsigned long)k->launches, k->launches == 1 ? "" : "es", k->grid.x, k->grid.y,
            k->grid.z, k->block.x, k->block.y, k->block.z);
    fprintf(out, "%zu + %zu bytes shared: %s holds %d blocks, %d of %d warps (by %s)\n",
            k->static_bytes, k->dynamic_bytes, o.gpu, o.blocks, o.warps, o.most_warps, o.limit);
    fputs("   global sectors ideal   shared waves ideal conflicts barriers diverges\n", out);
    put_row(out, &all.sum);
    for (size_t i = 0; i < all.n; i++) {
        put_source(out, &all.line[i]);
        put_row(out, &all.line[i]);
    }
    free(all.line);
}

void profile_print(FILE *out) {
    size_t n;
    const struct kernel_profile *k = profile_kernels(&n);
    fputs("Requests to global memory with their sectors, and to shared memory with their\n"
          "wavefronts. The column \"ideal\" has the smallest number that is enough.\n",
          out);
    for (size_t i = 0; i < n; i++) print_kernel(out, &k[i]);
}
