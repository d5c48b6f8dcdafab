/**
 * @file
 * @brief What a capture and a graph refuse, by the number on the command line: prints the codes. 0: two branches race.
 */
#include <cstdio>
#include <cstdlib>

__global__ void write(int *data, int value) {
    data[threadIdx.x] = value;
}

static int *d_data, *d_other;
static cudaGraph_t none;

static cudaError_t in_capture(int which, cudaStream_t s, cudaStream_t other, cudaEvent_t event) {
    switch (which) {
    case 1:
        return cudaStreamSynchronize(s);
    case 2:
        return cudaDeviceSynchronize();
    case 3:
        return cudaMalloc(&d_other, 64);
    case 4:
        write<<<1, 32>>>(d_data, 1);
        return cudaGetLastError();
    case 5:
        return cudaMemcpy(d_data, d_other, 64, cudaMemcpyDeviceToDevice);
    case 6:
        return cudaStreamQuery(s);
    case 7:
        cudaEventRecord(event, s);
        return cudaEventSynchronize(event);
    case 8:
        cudaEventRecord(event, s);
        return cudaEventQuery(event);
    case 9:
        return cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    case 10:
        return cudaStreamEndCapture(other, &none);
    case 11: // a branch that never comes back
        cudaEventRecord(event, s);
        cudaStreamWaitEvent(other, event, 0);
        write<<<1, 32, 0, other>>>(d_data, 1);
        return cudaGetLastError();
    case 12:
        cudaEventRecord(event, other);
        return cudaStreamWaitEvent(s, event, 0);
    case 13:
        return cudaFree(d_other);
    case 14:
        return cudaStreamQuery(other);
    case 15:
        return cudaMemset(d_data, 0, 64);
    }
    return cudaSuccess;
}

/* Both branches write: nothing orders them. */
static cudaError_t race(cudaStream_t s, cudaStream_t other, cudaEvent_t event) {
    cudaEventRecord(event, s);
    cudaStreamWaitEvent(other, event, 0);
    write<<<1, 32, 0, s>>>(d_data, 1);
    write<<<1, 32, 0, other>>>(d_data, 2);
    cudaEventRecord(event, other);
    return cudaStreamWaitEvent(s, event, 0);
}

static void try_one(int which) {
    cudaStream_t s, other;
    cudaEvent_t event;
    cudaGraph_t graph = NULL;
    cudaGraphExec_t exec;
    cudaStreamCreate(&s);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    int begun = cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    write<<<1, 32, 0, s>>>(d_data, 3);
    int inside = which ? in_capture(which, s, other, event) : race(s, other, event);
    int ended = cudaStreamEndCapture(s, &graph);
    cudaGetLastError();
    int run = -1;
    if (graph && !cudaGraphInstantiate(&exec, graph, 0)) run = cudaGraphLaunch(exec, s);
    printf("%d: %d %d %d %d %d\n", which, begun, inside, ended, run, cudaDeviceSynchronize());
}

int main(int argc, char **argv) {
    cudaMalloc(&d_data, 4096);
    cudaMalloc(&d_other, 4096);
    cudaMemset(d_other, 0, 4096);
    cudaDeviceSynchronize();
    if (argc > 1) return try_one(atoi(argv[1])), 0;
    for (int which = 1; which <= 15; which++) try_one(which);
}
