/**
 * @file
 * @brief Runs sim_c and reads what it says (sim.h).
 */
#include "grader/class/similar/sim.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_S = 300, NO_SUCH_PROGRAM = 127 };

static bool list_files(const char *folder, size_t n) {
    char path[4096];
    snprintf(path, sizeof path, "%s/list", folder);
    FILE *list = fopen(path, "w");
    for (size_t i = 0; list && i < n; i++) fprintf(list, "%zu\n", i);
    return list && !fclose(list);
}

/* -e: each file with each other one alone, so that what three share counts for all three. */
static _Noreturn void become_sim(const char *folder) {
    char run[16];
    snprintf(run, sizeof run, "-r%d", SIM_RUN);
    if (chdir(folder) == 0) {
        int in = open("list", O_RDONLY), out = open("found", O_WRONLY | O_CREAT | O_EXCL, 0600);
        if (in >= 0 && out >= 0 && dup2(in, 0) == 0 && dup2(out, 1) == 1) {
            alarm(PATIENCE_S);
            execlp("sim_c", "sim_c", "-n", "-e", "-s", "-i", "-w200", run, (char *)NULL);
        }
    }
    _exit(errno == ENOENT ? NO_SUCH_PROGRAM : 126);
}

static const char *run_sim(const char *folder) {
    int status;
    pid_t child = fork();
    if (child == 0) become_sim(folder);
    if (child < 0) return "no process could be started for sim_c";
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return "sim_c was lost";
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_SUCH_PROGRAM)
        return "sim_c is not installed; type sh common/deps.sh similar";
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) return "sim_c took more than 300 s";
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? NULL : "sim_c failed";
}

static bool add_run(struct sim *sim, const struct sim_run *run) {
    bool full = (sim->n_runs & (sim->n_runs - 1)) == 0; /* at powers of two it doubles */
    if (full) {
        size_t room = sim->n_runs ? 2 * sim->n_runs : 1;
        struct sim_run *more = realloc(sim->runs, room * sizeof *more);
        if (!more) return false;
        sim->runs = more;
    }
    sim->runs[sim->n_runs++] = *run;
    return true;
}

/* "0: line 17-23  |4: line 70-76 [16]", and before these "File 0: 409 tokens, 90 lines". */
static bool read_line(struct sim *sim, const char *line) {
    struct sim_run r;
    unsigned file;
    int tokens;
    if (sscanf(line, "File %u: %d tokens", &file, &tokens) == 2 && file < sim->n)
        sim->tokens[file] = tokens;
    bool is_run = sscanf(line, "%u: line %d-%d |%u: line %d-%d [%d]", &r.a, &r.a_first, &r.a_last,
                         &r.b, &r.b_first, &r.b_last, &r.tokens) == 7;
    if (!is_run || r.a >= sim->n || r.b >= sim->n || r.a == r.b) return true;
    if (r.a > r.b)
        r = (struct sim_run){r.b, r.a, r.b_first, r.b_last, r.a_first, r.a_last, r.tokens};
    return add_run(sim, &r);
}

static const char *read_found(struct sim *sim, const char *folder) {
    char path[4096], line[1000];
    const char *why = NULL;
    snprintf(path, sizeof path, "%s/found", folder);
    FILE *found = fopen(path, "r");
    if (!found) return "what sim_c found cannot be read";
    while (!why && fgets(line, sizeof line, found))
        if (!read_line(sim, line)) why = "there is no memory for what sim_c found";
    fclose(found);
    return why;
}

static int by_pair(const void *x, const void *y) {
    const struct sim_run *p = x, *q = y;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    if (p->b != q->b) return p->b < q->b ? -1 : 1;
    if (p->a_first != q->a_first) return p->a_first < q->a_first ? -1 : 1;
    if (p->b_first != q->b_first) return p->b_first < q->b_first ? -1 : 1;
    return p->tokens - q->tokens;
}

const char *sim_compare(struct sim *sim, const char *folder, size_t n) {
    *sim = (struct sim){.n = n, .tokens = calloc(n + 1, sizeof(int))};
    if (!sim->tokens) return "there is no memory for it";
    if (!list_files(folder, n)) return "the list of files cannot be written";
    const char *why = run_sim(folder);
    if (!why) why = read_found(sim, folder);
    if (!why) qsort(sim->runs, sim->n_runs, sizeof *sim->runs, by_pair);
    return why;
}

void sim_free(struct sim *sim) {
    free(sim->tokens);
    free(sim->runs);
}
