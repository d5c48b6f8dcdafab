// Two processes: the child opens memory and an event of its parent, and memory that cuMemCreate has made.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

const int N = 1 << 19;
#define CHECK(call) if (int e = (int)(call)) return printf("FAIL: line %d: %d\n", __LINE__, e), 1

struct message {
    cudaIpcMemHandle_t memory;
    cudaIpcEventHandle_t event;
};

// Sends a message with a file, or receives both.
bool pass(int socket, message *m, int *file, bool send) {
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    iovec part = {m, sizeof *m};
    msghdr header = {};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = control;
    header.msg_controllen = sizeof control;
    cmsghdr *c = CMSG_FIRSTHDR(&header);
    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN(sizeof(int));
    if (send) memcpy(CMSG_DATA(c), file, sizeof(int));
    ssize_t bytes = send ? sendmsg(socket, &header, 0) : recvmsg(socket, &header, 0);
    if (!send) memcpy(file, CMSG_DATA(CMSG_FIRSTHDR(&header)), sizeof(int));
    return bytes == (ssize_t)sizeof *m;
}

__global__ void add(int *numbers, int n, int more) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) numbers[i] += more + i;
}

CUdeviceptr mapped(CUmemGenericAllocationHandle handle) {
    CUdeviceptr at = 0;
    CUmemAccessDesc access = {};
    access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    if (cuMemAddressReserve(&at, N * sizeof(int), 0, 0, 0) || cuMemMap(at, N * sizeof(int), 0, handle, 0)) return 0;
    return cuMemSetAccess(at, N * sizeof(int), &access, 1) ? 0 : at;
}

int child(const char *from) {
    message m;
    int file;
    if (!pass(atoi(from), &m, &file, false)) return 1;
    CHECK(cudaFree(nullptr));
    int *numbers;
    cudaEvent_t event;
    CUmemGenericAllocationHandle handle;
    CHECK(cudaIpcOpenMemHandle((void **)&numbers, m.memory, cudaIpcMemLazyEnablePeerAccess));
    CHECK(cudaIpcOpenEventHandle(&event, m.event));
    CHECK(cuMemImportFromShareableHandle(&handle, (void *)(size_t)file, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
    CUdeviceptr at = mapped(handle);
    if (!at) return 1;
    CHECK(cudaStreamWaitEvent(0, event, 0));
    add<<<4, 64>>>(numbers, 1000, 5);
    add<<<4, 64>>>((int *)at, N, 7);
    CHECK(cudaEventRecord(event));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaEventDestroy(event));
    CHECK(cudaIpcCloseMemHandle(numbers));
    return cudaIpcCloseMemHandle(numbers) == cudaErrorInvalidValue ? 0 : 1;
}

int main(int argc, char **argv) {
    if (argc > 1) return child(argv[1]);
    int ends[2], status = 1, *numbers, back[1000], last, file;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return 1;
    pid_t other = fork(); // before this process has begun with CUDA
    if (other == 0) {
        char number[16];
        snprintf(number, sizeof number, "%d", ends[0]);
        execl("/proc/self/exe", argv[0], number, (char *)nullptr);
        return 1;
    }
    message m;
    cudaEvent_t event;
    CUmemGenericAllocationHandle handle;
    CUmemAllocationProp prop = {};
    prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    prop.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    CHECK(cudaMalloc(&numbers, 1000 * sizeof(int)));
    CHECK(cudaMemset(numbers, 0, 1000 * sizeof(int)));
    CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming | cudaEventInterprocess));
    CHECK(cudaIpcGetMemHandle(&m.memory, numbers));
    CHECK(cudaIpcGetEventHandle(&m.event, event));
    CHECK(cuMemCreate(&handle, N * sizeof(int), &prop, 0));
    CUdeviceptr at = mapped(handle);
    if (!at) return puts("FAIL: not mapped"), 1;
    CHECK(cudaMemset((void *)at, 0, N * sizeof(int)));
    CHECK(cuMemExportToShareableHandle(&file, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    add<<<4, 64>>>(numbers, 1000, 1);
    CHECK(cudaEventRecord(event));
    CHECK(cudaDeviceSynchronize());
    if (!pass(ends[1], &m, &file, true)) return 1;
    waitpid(other, &status, 0);
    CHECK(status);
    CHECK(cudaMemcpy(back, numbers, sizeof back, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 1000; i++) CHECK(back[i] != 6 + 2 * i);
    CHECK(cudaMemcpy(&last, (int *)at + N - 1, sizeof last, cudaMemcpyDeviceToHost));
    CHECK(last != 7 + N - 1);
    CHECK(cudaFree(numbers));
    puts("PASS");
    return 0;
}
