/**
 * @file
 * @brief What the self-test runs in the sandbox: tries to get out.
 */
#include "grader/grade/sandbox/init.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <unistd.h>

static bool opens(const char *path, int how) {
    int fd = open(path, how | O_CLOEXEC);
    if (fd >= 0) close(fd);
    return fd >= 0;
}

/* To who listens on this machine's own address. */
static bool connects(int port) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool done = fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof(to)) == 0;
    if (fd >= 0) close(fd);
    return done;
}

/* In a container the grader's number is small, and in the sandbox's own namespace somebody has it too. */
static bool is_another(int pid, const char *name) {
    char path[64], found[32] = "";
    snprintf(path, sizeof(path), "/proc/%d/comm", pid);
    FILE *in = fopen(path, "r");
    bool known = in && fscanf(in, "%31s", found) == 1;
    if (in) fclose(in);
    return known && strcmp(found, name) != 0;
}

/* The grader is there, and can be signalled or looked into. */
static bool reaches(int pid, const char *name) {
    char memory[64];
    if (is_another(pid, name)) return false;
    snprintf(memory, sizeof(memory), "/proc/%d/mem", pid);
    return kill(pid, 0) == 0 || opens(memory, O_RDONLY) || ptrace(PTRACE_SEIZE, pid, 0, 0) == 0;
}

int probe(char **argv) {
    const char *file = argv[0];
    int pid = atoi(argv[1]), port = atoi(argv[2]);
    const struct {
        bool works;
        const char *what;
    } tries[] = {{opens(file, O_RDONLY), "reads files"},
                 {opens(file, O_WRONLY), "writes files"},
                 {connects(port), "has the network"},
                 {reaches(pid, argv[3]), "reaches the grader"},
                 {getuid() == 0, "is root"}};
    int out = 0;
    for (size_t i = 0; i < sizeof(tries) / sizeof(*tries); i++)
        if (tries[i].works) printf("%s%s", out++ ? ", " : "", tries[i].what);
    if (!out) printf("held");
    return 0;
}
