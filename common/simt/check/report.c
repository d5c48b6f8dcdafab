/**
 * @file
 * @brief The findings in words, as compute-sanitizer puts them, and as JSON for programs.
 *
 * While kernels run, findings know code positions and no lines. The positions become lines of the source here,
 * since addr2line takes longer than many kernels and one call can answer for all. Only then it shows that
 * two positions are one line, unrolled or inlined, so findings are merged here a second time. A program may
 * crash, or be killed at a limit of time: so the report is written after each kernel that found something new,
 * and what a signal handler has to print is ready before. stdout stays the program's own; all words go to
 * stderr.
 */
#include "check.h"
#include "page.h"
#include "profile.h"
#include "trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/** A finding with its places in the source. */
struct told {
    struct finding f;
    struct simt_place a, b;
};

static const char *const severities[] = {"INFO", "WARNING", "ERROR"};

/* Writes come before reads; then the earlier line. */
static bool in_order(const struct told *t) {
    int a = t->f.a.how & HOW_WRITE, b = t->f.b.how & HOW_WRITE;
    if (a != b) return a;
    int files = strcmp(t->a.file, t->b.file);
    return files ? files < 0 : t->a.line <= t->b.line;
}

static void put_in_order(struct told *t) {
    if (t->f.tool != TOOL_RACECHECK || t->f.a.call || in_order(t)) return;
    struct party party = t->f.a;
    t->f.a = t->f.b;
    t->f.b = party;
    struct simt_place place = t->a;
    t->a = t->b;
    t->b = place;
}

/* Where the party was: at its site, or at its code position, which comes as a place. */
static struct simt_place place_of(const struct party *p, const struct simt_place *found) {
    struct simt_place place = *found;
    if (!p->site.file) return place;
    snprintf(place.file, sizeof(place.file), "%s", simt_shown_file(p->site.file));
    place.line = p->site.line;
    place.is_header = false;
    return place;
}

static bool same_place(const struct simt_place *a, const struct simt_place *b) {
    return a->line == b->line && strcmp(a->file, b->file) == 0;
}

/* Threads that went past one barrier did so once, wherever it showed. */
static bool both_went_past(const struct told *x, const struct told *y) {
    return x->f.tool == TOOL_SYNCCHECK && y->f.tool == TOOL_SYNCCHECK && x->f.b.at && y->f.b.at;
}

/* One line may stand at several code positions, when a loop was unrolled or a function inlined. */
static bool same(const struct told *x, const struct told *y) {
    if (both_went_past(x, y)) return same_place(&x->a, &y->a);
    if (x->f.a.call && y->f.a.call) return same_place(&x->a, &y->a) && same_place(&x->b, &y->b);
    return x->f.tool == y->f.tool && x->f.a.how == y->f.a.how && x->f.b.how == y->f.b.how &&
           x->a.line && same_place(&x->a, &y->a) && same_place(&x->b, &y->b) &&
           (!(x->f.a.how & HOW_HOST) || strcmp(x->f.message, y->f.message) == 0);
}

/* A kernel's arguments are copied from the host: in launch.h, where clang++ may call memcpy. */
static bool passes_arguments(const struct told *t) {
    const char *name = strrchr(t->a.file, '/');
    return t->f.tool == TOOL_MEMCHECK && t->a.is_header && name && strcmp(name, "/launch.h") == 0;
}

/* Code that the compiler has made for several returns (paths.c). */
static bool is_way_out(const struct told *t) {
    return t->f.b.how & HOW_AFTERWARDS && !t->b.line;
}

/* An index that is too large, and the access that it leads to, which says more. */
static bool is_said_better(const struct told *all, size_t n, const struct told *t) {
    for (size_t i = 0; i < n && t->f.a.how & HOW_UNDEFINED; i++)
        if (all[i].f.tool == TOOL_MEMCHECK && !(all[i].f.a.how & HOW_UNDEFINED) &&
            same_place(&all[i].a, &t->a))
            return true;
    return false;
}

static size_t merge(struct told *all, size_t n) {
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;
        while (k < kept && !same(&all[k], &all[i])) k++;
        if (k == kept) {
            if (!passes_arguments(&all[i]) && !is_way_out(&all[i])) all[kept++] = all[i];
            continue;
        }
        uint64_t count = all[k].f.count + all[i].f.count;
        if (all[i].f.severity > all[k].f.severity) all[k] = all[i];
        all[k].f.count = count;
    }
    size_t better = 0;
    for (size_t i = 0; i < kept; i++)
        if (!is_said_better(all + i + 1, kept - i - 1, &all[i]) &&
            !is_said_better(all, better, &all[i]))
            all[better++] = all[i];
    return better;
}

/* Where a barrier is missing, a word may be read before it is written: then the race says more. */
static void order_by_tool(const struct finding *f, size_t n, size_t *order) {
    size_t used = 0;
    for (int last = 0; last < 2; last++)
        for (size_t i = 0; i < n; i++)
            if ((f[i].tool == TOOL_INITCHECK) == last) order[used++] = i;
}

/* The fence that is missing, or the call that gave the memory, in words. */
static void tell_fence(struct finding *f, const struct simt_place *flag) {
    size_t used = strlen(f->where);
    if (f->a.call && f->flag_at && flag->line)
        snprintf(f->where + used, sizeof(f->where) - used, " from %s:%d", flag->file, flag->line);
    if (f->fence)
        snprintf(f->where + used, sizeof(f->where) - used,
                 ", and no __threadfence() stands %s of the flag at %s:%d",
                 f->fence == FENCE_OF_WRITER ? "before the store" : "behind the load", flag->file,
                 flag->line);
}

static uintptr_t pc_of(const struct party *p) {
    return check_pc(p->call ? check_call_position(p->at) : p->at);
}

static struct told *tell_all(size_t *n) {
    struct finding *f = check_findings(n);
    struct told *all = calloc(*n + 1, sizeof(*all));
    uintptr_t *pcs = calloc(3 * *n + 1, sizeof(*pcs));
    size_t *order = calloc(*n + 1, sizeof(*order));
    struct simt_place *places = calloc(3 * *n + 1, sizeof(*places));
    if (!all || !pcs || !places || !order)
        simt_die("there is no memory for the report of the checks");
    for (size_t i = 0; i < *n; i++) {
        pcs[3 * i] = pc_of(&f[i].a);
        pcs[3 * i + 1] = pc_of(&f[i].b);
        pcs[3 * i + 2] = check_pc(f[i].flag_at);
    }
    if (*n) simt_find_places(pcs, 3 * *n, places);
    order_by_tool(f, *n, order);
    for (size_t k = 0; k < *n; k++) {
        size_t i = order[k];
        all[k] = (struct told){f[i], place_of(&f[i].a, &places[3 * i]),
                               place_of(&f[i].b, &places[3 * i + 1])};
        all[k].f.a.at = check_position(pcs[3 * i]);
        all[k].f.b.at = check_position(pcs[3 * i + 1]);
        tell_fence(&all[k].f, &places[3 * i + 2]);
        put_in_order(&all[k]);
    }
    free(order);
    *n = merge(all, *n);
    free(pcs);
    free(places);
    return all;
}

/*
 * In words.
 */
struct check_number check_number(uint64_t number) {
    struct check_number n;
    char digits[24];
    int length = snprintf(digits, sizeof(digits), "%lu", (unsigned long)number), used = 0;
    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0) n.text[used++] = ',';
        n.text[used++] = digits[i];
    }
    n.text[used] = 0;
    return n;
}

enum {
    PLACE_BYTES = sizeof((struct simt_place *)0)->file + 16,
    RACE_BYTES = 2 * PLACE_BYTES + 1100
};

static const char *place_text(const struct simt_place *p, uint32_t at, char *text, size_t size) {
    if (p->line)
        snprintf(text, size, "%s:%d", p->file, p->line);
    else
        snprintf(text, size, "program+0x%x", at);
    return text;
}

static bool has_other(const struct told *t) {
    return t->f.tool == TOOL_RACECHECK || t->b.line;
}

static const char *how_text(int how) {
    return how & HOW_ATOMIC ? "Atomic" : how & HOW_WRITE ? "Write" : "Read";
}

static bool same_block(const struct party *a, const struct party *b) {
    return a->block.x == b->block.x && a->block.y == b->block.y && a->block.z == b->block.z;
}

/* A copy, a kernel or host code. */
static void tell_operation(const struct party *p, const struct simt_place *place, char *text,
                           size_t size) {
    char at[PLACE_BYTES];
    snprintf(text, size, "%s%s (%s) at %s", p->launch ? "kernel " : "", p->call,
             p->how & HOW_ATOMIC  ? "atomic"
             : p->how & HOW_WRITE ? "write"
                                  : "read",
             place_text(place, p->at, at, sizeof(at)));
}

static void tell_unordered(const struct told *t, char *text, size_t size) {
    char a[PLACE_BYTES + 200], b[PLACE_BYTES + 200];
    tell_operation(&t->f.a, &t->a, a, sizeof(a));
    tell_operation(&t->f.b, &t->b, b, sizeof(b));
    snprintf(text, size,
             "Race reported between %s and %s: both touch %s, and nothing orders the two. %s", a, b,
             t->f.where, t->f.message);
}

static void tell_race(const struct told *t, char *text, size_t size) {
    char a[PLACE_BYTES], b[PLACE_BYTES];
    if (t->f.a.call) {
        tell_unordered(t, text, size);
        return;
    }
    snprintf(text, size, "Race reported between %s access at %s and %s access at %s [%lu hazards]",
             how_text(t->f.a.how), place_text(&t->a, t->f.a.at, a, sizeof(a)), how_text(t->f.b.how),
             place_text(&t->b, t->f.b.at, b, sizeof(b)), (unsigned long)t->f.count);
}

static void print_race(const struct told *t) {
    const struct party *a = &t->f.a, *b = &t->f.b;
    char text[RACE_BYTES];
    tell_race(t, text, sizeof(text));
    simt_print("========= %s: %s\n", severities[t->f.severity], text);
    if (a->call) return;
    char one[200 + sizeof(text)];
    if (a->grid != b->grid)
        snprintf(one, sizeof(one), "thread (%u,%u,%u) of block (%u,%u,%u) of a grid of kernel %s",
                 a->thread.x, a->thread.y, a->thread.z, a->block.x, a->block.y, a->block.z,
                 a->name);
    else if (!same_block(a, b))
        snprintf(one, sizeof(one), "thread (%u,%u,%u) of block (%u,%u,%u)", a->thread.x,
                 a->thread.y, a->thread.z, a->block.x, a->block.y, a->block.z);
    else
        snprintf(one, sizeof(one), "thread (%u,%u,%u)", a->thread.x, a->thread.y, a->thread.z);
    simt_print("=========     %s, by %s and thread (%u,%u,%u) of block (%u,%u,%u), in kernel %s\n",
               t->f.where, one, b->thread.x, b->thread.y, b->thread.z, b->block.x, b->block.y,
               b->block.z, a->grid != b->grid ? b->name : t->f.kernel);
}

static void print_other(const struct told *t) {
    const struct party *a = &t->f.a;
    char place[PLACE_BYTES];
    simt_print("========= %s\n", t->f.message);
    bool host = a->how & HOW_HOST;
    place_text(&t->a, a->at, place, sizeof(place));
    if (host)
        simt_print("=========     at host code in %s\n", place);
    else
        simt_print("=========     at %s in %s\n", t->f.kernel, place);
    if (!host)
        simt_print("=========     by thread (%u,%u,%u) in block (%u,%u,%u)\n", a->thread.x,
                   a->thread.y, a->thread.z, a->block.x, a->block.y, a->block.z);
    if (has_other(t))
        simt_print("=========     and in %s by thread (%u,%u,%u)\n",
                   place_text(&t->b, t->f.b.at, place, sizeof(place)), t->f.b.thread.x,
                   t->f.b.thread.y, t->f.b.thread.z);
    if (t->f.where[0])
        simt_print("=========     %s [%lu times]\n", t->f.where, (unsigned long)t->f.count);
    else
        simt_print("=========     [%lu times]\n", (unsigned long)t->f.count);
}

/* How many findings of these tools have this severity. */
static size_t count(const struct told *all, size_t n, int tools, enum severity severity) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) found += all[i].f.tool & tools && all[i].f.severity == severity;
    return found;
}

static void print_all(const struct told *all, size_t n) {
    if (check_tools == TOOL_PROFILE) {
        profile_print(stderr);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        if (all[i].f.severity == SEVERITY_INFO) continue;
        if (all[i].f.tool == TOOL_RACECHECK)
            print_race(&all[i]);
        else
            print_other(&all[i]);
    }
    size_t errors = count(all, n, TOOL_RACECHECK, SEVERITY_ERROR);
    size_t warnings = count(all, n, TOOL_RACECHECK, SEVERITY_WARNING);
    if (check_tools & ~(TOOL_RACECHECK | TOOL_PROFILE | TOOL_TRACE)) {
        size_t others = count(all, n, ~TOOL_RACECHECK, SEVERITY_ERROR);
        simt_print("========= ERROR SUMMARY: %zu error%s\n", others, others == 1 ? "" : "s");
    }
    if (check_tools & TOOL_RACECHECK)
        simt_print(
            "========= RACECHECK SUMMARY: %zu hazard%s displayed (%zu error%s, %zu warning%s)\n",
            errors + warnings, errors + warnings == 1 ? "" : "s", errors, errors == 1 ? "" : "s",
            warnings, warnings == 1 ? "" : "s");
    simt_print_missed();
}

/*
 * As JSON.
 */
void check_put_json(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            fprintf(out, "\\u%04x", *text);
        else
            fputc(*text, out);
    fputc('"', out);
}

static void put_string(FILE *out, const char *name, const char *text) {
    fprintf(out, "\"%s\": ", name);
    check_put_json(out, text);
    fputs(", ", out);
}

static void put_party(FILE *out, const char *block, const char *thread, const struct party *p) {
    fprintf(out, "\"%s\": [%u, %u, %u], \"%s\": [%u, %u, %u], ", block, p->block.x, p->block.y,
            p->block.z, thread, p->thread.x, p->thread.y, p->thread.z);
}

static void put_finding(FILE *out, const struct told *t) {
    char message[RACE_BYTES];
    bool race = t->f.tool == TOOL_RACECHECK;
    snprintf(message, sizeof(message), "%s", t->f.message);
    if (race) tell_race(t, message, sizeof(message));
    fputs("    {", out);
    put_string(out, "tool", check_tool_names(t->f.tool));
    put_string(out, "severity", severities[t->f.severity]);
    put_string(out, "kind", t->f.kind);
    put_string(out, "message", message);
    put_string(out, "where", t->f.where);
    put_string(out, "kernel", t->f.kernel);
    put_string(out, "file", t->a.file);
    fprintf(out, "\"line\": %d, ", t->a.line);
    if (!(t->f.a.how & HOW_HOST)) put_party(out, "block", "thread", &t->f.a);
    if (has_other(t)) {
        put_string(out, "other_file", t->b.file);
        fprintf(out, "\"other_line\": %d, ", t->b.line);
        if (!(t->f.b.how & HOW_HOST)) put_party(out, "other_block", "other_thread", &t->f.b);
    }
    if (t->f.array[0]) put_string(out, "array", t->f.array);
    if (t->f.index >= 0) fprintf(out, "\"index\": %ld, ", (long)t->f.index);
    if (t->f.argument >= 0)
        fprintf(out, "\"argument\": [%d, %d], \"byte\": %ld, ", t->f.argument, t->f.arguments,
                (long)t->f.byte);
    fprintf(out, "\"address\": \"0x%lx\", \"count\": %lu}", (unsigned long)t->f.address,
            (unsigned long)t->f.count);
}

static bool is_no_file(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

/* A file is made beside the old one and takes its place when it is whole, so that nobody reads half of
 * it, nor a mixture of two programs'. What is no file, as a pipe, is written to as it is. */
static FILE *open_report(const char *path, char *beside, size_t size) {
    if (is_no_file(path)) return fopen(path, "w");
    snprintf(beside, size, "%s.XXXXXX", path);
    int fd = mkstemp(beside);
    if (fd < 0) return NULL;
    mode_t mask = umask(0);
    umask(mask);
    fchmod(fd, 0666 & ~mask);
    return fdopen(fd, "w");
}

static void put_report(FILE *out, const struct told *all, size_t n) {
    fprintf(out, "{\"tool\": \"%s\", \"kernels\": [", check_tool_names(check_tools));
    profile_write_json(out);
    fputs("],\n", out);
    if (check_tools & TOOL_PROFILE) {
        fputs("\"host\": ", out);
        profile_host_json(out);
        fputs(",\n", out);
    }
    fputs("\"findings\": [", out);
    for (size_t i = 0; i < n; i++) {
        fputs(i ? ",\n" : "\n", out);
        put_finding(out, &all[i]);
    }
    fputs("\n]}\n", out);
}

/* The report as bytes; the caller frees them. */
static char *report_bytes(const struct told *all, size_t n, size_t *size) {
    char *bytes = NULL;
    FILE *out = open_memstream(&bytes, size);
    if (!out) return NULL;
    put_report(out, all, n);
    return fclose(out) == 0 ? bytes : NULL;
}

static void cannot_be_written(const char *name) {
    simt_print("simt: SIMT_REPORT is '%s', and that file cannot be written\n", name);
}

static void write_file(const char *name, const char *path, const char *bytes, size_t size,
                       bool last) {
    char beside[4096 + 8] = "";
    if (!last && is_no_file(path)) return;
    FILE *out = open_report(path, beside, sizeof(beside));
    if (!out) {
        if (last) cannot_be_written(name);
        return;
    }
    fwrite(bytes, 1, size, out);
    if (fclose(out) == 0 && beside[0] && rename(beside, path)) cannot_be_written(name);
}

static void write_json(const struct told *all, size_t n, bool last) {
    const char *name = simt_setting("SIMT_REPORT"), *number = name ? strstr(name, "%p") : NULL;
    if (!name || !*name) return;
    char path[4096];
    if (number)
        snprintf(path, sizeof(path), "%.*s%d%s", (int)(number - name), name, (int)getpid(),
                 number + 2);
    else
        snprintf(path, sizeof(path), "%s", name);
    size_t size = 0;
    char *bytes = report_bytes(all, n, &size);
    if (!bytes) simt_die("there is no memory for the report of the checks");
    check_seal_report(bytes, size, n - count(all, n, ~0, SEVERITY_INFO), last);
    write_file(name, path, bytes, size, last);
    free(bytes);
}

/*
 * When it is told: at exit, or as it was known at the end of a kernel where the program ends otherwise.
 */
static struct told *known;
static size_t n_known;
static pid_t teller; /* the process that has told nothing yet; a child of it tells when it exits */

static void learn_findings(bool last) {
    free(known);
    known = tell_all(&n_known);
    write_json(known, n_known, last);
}

/* Finding lines takes a while, so that where there is ever more, it is done ever more rarely. */
void check_note_findings(void) {
    enum { OFTEN = 16 };
    static size_t n_noted, times;
    size_t n;
    check_findings(&n);
    if (n == n_noted || (times >= OFTEN && n < 2 * n_noted)) return;
    n_noted = n;
    times++;
    learn_findings(false);
}

/* In a signal handler too: all places are known, and stderr has no buffer, so that nothing is allocated. */
int check_last_words(int status) {
    if (teller != getpid()) return status;
    teller = 0;
    trace_finish();
    print_all(known, n_known);
    if (status || count(known, n_known, ~0, SEVERITY_ERROR) == 0) return status;
    return (int)simt_setting_number("SIMT_ERROR_EXITCODE", 1, 0, 255);
}

void check_dying(void) {
    check_last_words(1);
}

void check_report_now(void) {
    fflush(NULL);
    check_find_leaks();
    learn_findings(true);
    check_dying();
}

/* Runs last of all that runs at exit. A program that fails by itself keeps its exit code. */
static void report(int status, void *unused) {
    (void)unused;
    fflush(NULL);
    check_find_leaks();
    learn_findings(true);
    if (check_tools & TOOL_PROFILE && !(check_tools & TOOL_TRACE) && check_page_path())
        profile_write_page();
    teller = getpid();
    int code = check_last_words(status);
    if (code != status) _exit(code);
}

void check_start_report(void) {
    teller = getpid();
    on_exit(report, NULL);
    learn_findings(false);
}
