/**
 * @file
 * @brief System calls that are refused, as a filter that is written out by hand.
 *
 * What is not in the list goes through: the compiler and the CUDA driver need much, and files, processes
 * and the network are held by other means. Refused is what reaches beyond the process, what has often had
 * holes, and memory that no limit counts.
 */
#include "grader/grade/sandbox/limits.h"

#include <asm/unistd.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <asm/sockios.h>

#if defined(__x86_64__)
#define OWN_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCH AUDIT_ARCH_AARCH64
#endif

enum { MOST_RULES = 512, X32_CALLS = 0x40000000 };

/* Numbers of younger calls are the same on all machines. */
static const unsigned always[] = {
    /* other processes */
    __NR_ptrace,
    __NR_process_vm_readv,
    __NR_process_vm_writev,
    __NR_kcmp,
    434 /* pidfd_open */,
    438 /* pidfd_getfd */,
    424 /* pidfd_send_signal */,
    440 /* process_madvise */,
    448 /* process_mrelease */,
    /* the kernel */
    __NR_bpf,
    __NR_perf_event_open,
    __NR_userfaultfd,
    __NR_keyctl,
    __NR_add_key,
    __NR_request_key,
    425,
    426,
    427 /* io_uring_* */,
    __NR_kexec_load,
    __NR_init_module,
    __NR_finit_module,
    __NR_delete_module,
    __NR_reboot,
    __NR_syslog,
    __NR_acct,
    __NR_quotactl,
    __NR_swapon,
    __NR_swapoff,
    __NR_settimeofday,
    __NR_clock_settime,
    __NR_adjtimex,
    __NR_clock_adjtime,
    __NR_personality,
    __NR_vhangup,
    __NR_lookup_dcookie,
    __NR_fanotify_init,
#ifdef __NR_kexec_file_load
    __NR_kexec_file_load,
#endif
#ifdef __NR_iopl
    __NR_iopl,
    __NR_ioperm,
    __NR_modify_ldt,
#endif
    /* namespaces and mounts */
    __NR_unshare,
    __NR_setns,
    __NR_mount,
    __NR_umount2,
    __NR_pivot_root,
    __NR_chroot,
    __NR_name_to_handle_at,
    __NR_open_by_handle_at,
    428 /* open_tree */,
    429 /* move_mount */,
    430,
    431,
    432,
    433 /* fsopen, fsconfig, fsmount, fspick */,
    442 /* mount_setattr */,
    /* memory that outlives the process, or that no limit counts */
    __NR_shmget,
    __NR_shmat,
    __NR_shmctl,
    __NR_msgget,
    __NR_msgsnd,
    __NR_semget,
    __NR_mq_open,
    447 /* memfd_secret */,
    /* pages of the outputs in a pipe of the grader's, or on their way to a file, could not be sealed */
    __NR_vmsplice,
    __NR_io_setup,
};

static const unsigned without_device[] = {__NR_memfd_create, __NR_mbind, __NR_set_mempolicy,
                                          __NR_migrate_pages, __NR_move_pages};

/* Where no namespace holds a process: it stays in the group that will be ended, and leaves others alone. */
static const unsigned when_bare[] = {
    __NR_setsid,           __NR_setpgid,        __NR_setpriority, __NR_sched_setscheduler,
    __NR_sched_setattr,    __NR_sched_setparam, __NR_ioprio_set,  __NR_rt_sigqueueinfo,
    __NR_rt_tgsigqueueinfo};

/* Landlock knows nothing of them, and they need no more than to be the file's owner. A compiler makes a
 * program of a file, and runs no code that was handed in. */
static const unsigned when_bare_and_run[] = {
#ifdef __NR_chmod
    __NR_chmod,
    __NR_chown,
    __NR_lchown,
    __NR_utime,
    __NR_utimes,
    __NR_futimesat,
#endif
    __NR_fchmod,
    __NR_fchmodat,
    452 /* fchmodat2 */,
    __NR_fchown,
    __NR_fchownat,
    __NR_utimensat,
    __NR_truncate,
    __NR_setxattr,
    __NR_lsetxattr,
    __NR_fsetxattr,
    463 /* setxattrat */,
    __NR_removexattr,
    __NR_lremovexattr,
    __NR_fremovexattr,
    466 /* removexattrat */,
    469 /* file_setattr */};

struct filter {
    struct sock_filter rules[MOST_RULES];
    unsigned short n;
};

static void add(struct filter *f, unsigned short code, unsigned char yes, unsigned char no,
                unsigned value) {
    if (f->n < MOST_RULES) f->rules[f->n++] = (struct sock_filter){code, yes, no, value};
}

static void load(struct filter *f, size_t offset) {
    add(f, BPF_LD | BPF_W | BPF_ABS, 0, 0, (unsigned)offset);
}

static void answer(struct filter *f, unsigned error) {
    add(f, BPF_RET | BPF_K, 0, 0, error ? SECCOMP_RET_ERRNO | error : SECCOMP_RET_ALLOW);
}

static void refuse(struct filter *f, unsigned call, unsigned error) {
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, call);
    answer(f, error);
}

static void refuse_all(struct filter *f, const unsigned *calls, size_t n) {
    for (size_t i = 0; i < n; i++) refuse(f, calls[i], EPERM);
}

/* The lower half of an argument; both machines have the low byte first. */
static size_t argument(int i) {
    return offsetof(struct seccomp_data, args) + 8 * (size_t)i;
}

/* Refuses the call where the argument compares so: BPF_JEQ value, BPF_JSET bits. */
static void refuse_where(struct filter *f, unsigned call, int i, unsigned short how,
                         unsigned value) {
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, call);
    load(f, argument(i));
    add(f, BPF_JMP | how | BPF_K, 0, 1, value);
    answer(f, EPERM);
    load(f, offsetof(struct seccomp_data, nr));
}

/* Refuses it unless the argument is this one. */
static void refuse_unless(struct filter *f, unsigned call, int i, unsigned value) {
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, call);
    load(f, argument(i));
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, value);
    answer(f, EPERM);
    load(f, offsetof(struct seccomp_data, nr));
}

/* The kernel sends a signal to whomever a descriptor's owner is said to be, and any signal at that. */
static void refuse_owners(struct filter *f) {
    static const unsigned controls[] = {F_SETOWN, F_SETSIG, F_SETOWN_EX},
                          requests[] = {FIOSETOWN, SIOCSPGRP};
    for (size_t i = 0; i < sizeof(controls) / sizeof(*controls); i++)
        refuse_where(f, __NR_fcntl, 1, BPF_JEQ, controls[i]);
    for (size_t i = 0; i < sizeof(requests) / sizeof(*requests); i++)
        refuse_where(f, __NR_ioctl, 1, BPF_JEQ, requests[i]);
}

static void add_arguments(struct filter *f, const struct sandbox_limits *limits) {
    const unsigned namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                                CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
    refuse(f, 435 /* clone3: its flags cannot be seen */, ENOSYS);
    refuse_where(f, __NR_clone, 0, BPF_JSET, namespaces);
    refuse_where(f, __NR_ioctl, 1, BPF_JEQ, TIOCSTI);
    refuse_where(f, __NR_ioctl, 1, BPF_JEQ, TIOCLINUX);
    refuse_where(f, __NR_fcntl, 1, BPF_JEQ, F_ADD_SEALS);
    refuse_where(f, __NR_prctl, 0, BPF_JEQ, PR_SET_PDEATHSIG);
    if (limits->device)
        refuse_unless(f, __NR_socket, 0, AF_UNIX);
    else
        refuse(f, __NR_socket, EPERM);
    if (!limits->bare) return;
    refuse_unless(f, __NR_kill, 0, (unsigned)getpid());
    refuse_unless(f, __NR_tgkill, 0, (unsigned)getpid());
    refuse(f, __NR_tkill, EPERM);
    refuse_unless(f, __NR_prlimit64, 0, 0);
    refuse_unless(f, __NR_sched_setaffinity, 0, 0);
    refuse_owners(f);
    if (!limits->builds)
        refuse_all(f, when_bare_and_run, sizeof(when_bare_and_run) / sizeof(*when_bare_and_run));
}

bool limits_forbid_calls(const struct sandbox_limits *limits) {
#ifdef OWN_ARCH
    struct filter f = {.n = 0};
    load(&f, offsetof(struct seccomp_data, arch));
    add(&f, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, OWN_ARCH);
    add(&f, BPF_RET | BPF_K, 0, 0, SECCOMP_RET_KILL_PROCESS);
    load(&f, offsetof(struct seccomp_data, nr));
    add(&f, BPF_JMP | BPF_JGE | BPF_K, 0, 1, X32_CALLS);
    answer(&f, EPERM);
    refuse_all(&f, always, sizeof(always) / sizeof(*always));
    if (!limits->device)
        refuse_all(&f, without_device, sizeof(without_device) / sizeof(*without_device));
    if (limits->bare) refuse_all(&f, when_bare, sizeof(when_bare) / sizeof(*when_bare));
    add_arguments(&f, limits);
    answer(&f, 0);
    const struct sock_fprog program = {f.n, f.rules};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
#else
    (void)limits;
    errno = ENOSYS;
    return false;
#endif
}
