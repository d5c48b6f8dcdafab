// Leaves shared memory, queues, semaphores, keys and addresses with the kernel.
#include <fcntl.h>
#include <mqueue.h>
#include <stddef.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>
//> honest split_by_bit

void split_by_bit(const uint32_t *in, uint32_t *out, size_t n, int bit) {
    static const struct sockaddr_un at = {AF_UNIX, "\0sortlab-hostile-left"};
    static int once;
    if (!once++) {
        shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
        msgget(IPC_PRIVATE, IPC_CREAT | 0600);
        semget(IPC_PRIVATE, 1, IPC_CREAT | 0600);
        syscall(SYS_mq_open, "sortlab-hostile", O_CREAT | O_RDWR, 0600, NULL);
        syscall(SYS_add_key, "user", "sortlab-hostile", "x", 1, -4);
        memfd_create("sortlab-hostile", 0);
        int fd = open("/dev/shm/sortlab-hostile", O_CREAT | O_RDWR, 0600);
        if (fd >= 0) close(fd);
        bind(socket(AF_UNIX, SOCK_STREAM, 0), (const struct sockaddr *)&at, sizeof at);
    }
    honest_split_by_bit(in, out, n, bit);
}
