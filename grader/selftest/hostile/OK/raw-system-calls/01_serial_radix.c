// Asks the kernel for what nobody needs who sorts: keys, namespaces, modules, the clock, other
// processes' memory.
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

//> honest split_by_bit

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    struct timespec never = {1, 0};
    syscall(SYS_add_key, "user", "sortlab-hostile", "x", 1, -4);
    syscall(SYS_clock_settime, 0, &never);
    syscall(SYS_sethostname, "hostile", 7);
    syscall(SYS_bpf, 0, NULL, 0);
    syscall(SYS_userfaultfd, 0);
    syscall(SYS_io_uring_setup, 8, NULL);
    syscall(SYS_init_module, NULL, 0, "");
    syscall(SYS_swapoff, "/none");
    syscall(SYS_process_vm_writev, getppid(), NULL, 0, NULL, 0, 0);
    syscall(SYS_kexec_load, 0, 0, NULL, 0);
    honest_split_by_bit(in, out, n, bit);
}
