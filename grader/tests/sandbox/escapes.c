/**
 * @file
 * @brief Put in front of a right solution of lab 01: tries to get out of the sandbox before it is called,
 *        and stops when something works, with its name as the last words. Where nothing does, the solution runs.
 *
 * SECRET is a file that a submission must not read, OUTSIDE a folder that it must not write to, VICTIM a
 * process that it must not reach. Where it is not HARMFUL it does nothing that would hurt who is not held.
 */
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int opens(const char *path, int how) {
    int fd = open(path, how, 0644);
    if (fd >= 0) close(fd);
    return fd >= 0;
}

static int reads_the_secret(void) {
    return opens(SECRET, O_RDONLY) || opens("solutions/01_serial_radix.c", O_RDONLY);
}

static int writes_outside(void) {
    return opens(OUTSIDE "/written", O_WRONLY | O_CREAT) ||
           opens("/usr/lib/written", O_WRONLY | O_CREAT) ||
           opens("/dev/shm/written", O_WRONLY | O_CREAT) || opens("/written", O_WRONLY | O_CREAT);
}

static int reads_the_kit(void) {
    return opens("labs/01_serial_radix/stages.c", O_RDONLY) || opens("build/cpu/grade", O_RDONLY);
}

static int signals_the_victim(void) {
    /* The first process of a namespace hears nothing from within. */
    return kill(VICTIM, HARMFUL ? SIGKILL : 0) == 0 ||
           (kill(getppid(), HARMFUL ? SIGKILL : 0) == 0 && getppid() != 1) ||
           (!HARMFUL && kill(-1, 0) == 0);
}

static int looks_into_the_victim(void) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", VICTIM);
    if (opens(path, O_RDWR)) return 1;
    snprintf(path, sizeof path, "/proc/%d/environ", (int)getppid());
    return opens(path, O_RDONLY) || opens("/proc/1/mem", O_RDWR) || opens("/proc/1/fd/6", O_WRONLY);
}

static int traces(void) {
    return ptrace(PTRACE_SEIZE, VICTIM, 0, 0) == 0 || ptrace(PTRACE_SEIZE, getppid(), 0, 0) == 0 ||
           ptrace(PTRACE_TRACEME, 0, 0, 0) == 0;
}

static int connects(void) {
    return socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_INET6, SOCK_DGRAM, 0) >= 0;
}

static int has_raw_sockets(void) {
    return socket(AF_PACKET, SOCK_RAW, 0) >= 0 || socket(AF_NETLINK, SOCK_RAW, 0) >= 0;
}

static int takes_namespaces(void) {
    return unshare(CLONE_NEWUSER) == 0 || unshare(CLONE_NEWNS) == 0 ||
           mount("none", "/tmp", "tmpfs", 0, "") == 0 || chroot("/") == 0;
}

static int asks_the_kernel(void) {
    struct rlimit more = {RLIM_INFINITY, RLIM_INFINITY};
    return syscall(SYS_bpf, 0, 0, 0) >= 0 || syscall(SYS_userfaultfd, 0) >= 0 ||
           syscall(425 /* io_uring_setup */, 1, 0) >= 0 || syscall(SYS_keyctl, 0, 0, 0) >= 0 ||
           setrlimit(RLIMIT_FSIZE, &more) == 0 || setuid(0) == 0;
}

static int has_memory_beside(void) {
    return shmget(IPC_PRIVATE, 1 << 20, IPC_CREAT | 0600) >= 0 ||
           syscall(SYS_memfd_create, "beside", 0) >= 0;
}

static int opens_devices(void) {
    return opens("/dev/mem", O_RDONLY) || opens("/dev/tty", O_RDWR) ||
           opens("/dev/kmsg", O_RDONLY) || opens("/dev/vda", O_RDONLY);
}

static int grows_the_outputs(void) {
    signal(SIGXFSZ, SIG_IGN);
    return ftruncate(4, 1LL << 33) == 0 || (HARMFUL && fcntl(4, F_ADD_SEALS, F_SEAL_SEAL) == 0);
}

static int changes_the_inputs(void) {
    return ftruncate(3, 0) == 0 || pwrite(3, "x", 1, 0) == 1;
}

/* 5 is the journal, a pipe, where the child is counted. */
static int has_other_descriptors(void) {
    struct stat journal;
    int first = fstat(5, &journal) == 0 && S_ISFIFO(journal.st_mode) ? 6 : 5;
    for (int fd = first; fd < 1024; fd++)
        if (fcntl(fd, F_GETFD) >= 0) return 1;
    return 0;
}

static int finds_words_of_the_environment(void) {
    return getenv("SANDBOX_TOKEN") != NULL;
}

/* Many processes at once. */
static int bombs(void) {
    int n = 0;
    while (n < 500) {
        pid_t child = fork();
        if (child < 0) break;
        if (child == 0) pause();
        n++;
    }
    return n == 500;
}

/* One that gets away from its group and its parent, and stays. It has no environment: a checked program that
 * is told of the report would write its own in the place of the first one's, or not, as it comes. */
static int leaves_one_behind(void) {
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            execle("/proc/self/exe", "stays-" TOKEN, "0", (char *)0, (char *[]){NULL});
            pause();
        }
        _exit(0);
    }
    return 0;
}

static int sorts_by_program(void) {
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        execl("/usr/bin/sort", "sort", "/dev/null", (char *)0);
        _exit(127);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

__attribute__((constructor)) static void escape(int argc, char **argv) {
    static const struct {
        const char *name;
        int (*works)(void);
    } tries[] = {
        {"reads the secret", reads_the_secret},
        {"reads the kit", reads_the_kit},
        {"writes outside", writes_outside},
        {"signals", signals_the_victim},
        {"looks into others", looks_into_the_victim},
        {"traces", traces},
        {"connects", connects},
        {"raw sockets", has_raw_sockets},
        {"namespaces", takes_namespaces},
        {"asks the kernel", asks_the_kernel},
        {"memory beside", has_memory_beside},
        {"devices", opens_devices},
        {"grows the outputs", grows_the_outputs},
        {"changes the inputs", changes_the_inputs},
        {"descriptors", has_other_descriptors},
        {"environment", finds_words_of_the_environment},
        {"runs sort", sorts_by_program},
    };
    char worked[1000] = "";
    if (argc && strstr(argv[0], "stays-")) pause();
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
        if (tries[i].works()) strcat(strcat(worked, tries[i].name), "; ");
    leaves_one_behind();
    if (HARMFUL && bombs()) strcat(worked, "bombs; ");
    if (!*worked) return;
    printf("escaped: %s\n", worked);
    fflush(stdout);
    _exit(3);
}
