/**
 * @file
 * @brief Which launches of clusters are taken: by the kernel's own shape, by attributes, and in graphs.
 */
// Errors of the API are meant.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <initializer_list>

namespace cg = cooperative_groups;

enum { THREADS = 32 };

static int failed;
static void expect(const char *what, bool holds) {
    if (!holds) printf("FAIL: %s\n", what), failed = 1;
}

/* Each block notes its cluster's shape, the number of its cluster, and what its last neighbour there has. */
static __device__ void note(int *out) {
    __shared__ int s_block;
    auto cluster = cg::this_cluster();
    const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    if (threadIdx.x == 0) s_block = block;
    cluster.sync();
    const unsigned last = cluster.num_blocks() - 1 - cluster.block_rank();
    const int other = *cluster.map_shared_rank(&s_block, last);
    const dim3 shape = cluster.dim_blocks(), at = cluster.block_index(),
               thread = cluster.thread_index();
    const bool right = at.x + shape.x * (at.y + shape.y * at.z) == cluster.block_rank() &&
                       thread.x == at.x * THREADS + threadIdx.x &&
                       cluster.num_threads() == THREADS * cluster.num_blocks() &&
                       cluster.thread_rank() == cluster.block_rank() * THREADS + threadIdx.x &&
                       cluster.dim_threads().x == THREADS * shape.x &&
                       cluster.query_shared_rank(&s_block) == cluster.block_rank();
    cluster.sync();
    if (!right) s_block = -1;
    if (threadIdx.x == 0) out[2 * block] = (int)(shape.x + 16 * (shape.y + 16 * shape.z));
    if (threadIdx.x == 0) out[2 * block + 1] = s_block < 0 ? -1 : other;
}
__global__ void of_any_shape(int *out) {
    note(out);
}
__global__ void __cluster_dims__(2, 2, 1) square(int *out) {
    note(out);
}
__global__ void __cluster_dims__(2) __launch_bounds__(THREADS) pair(int *out) {
    note(out);
}

static int *out;

/* What `note` has left of a grid of clusters of the shape. */
static bool noted(dim3 grid, dim3 shape) {
    if (cudaDeviceSynchronize() != cudaSuccess) return false;
    bool good = true;
    for (unsigned b = 0; b < grid.x * grid.y * grid.z; b++) {
        const unsigned x = b % grid.x, y = b / grid.x % grid.y, z = b / grid.x / grid.y;
        const unsigned ox = x / shape.x * shape.x + shape.x - 1 - x % shape.x;
        const unsigned oy = y / shape.y * shape.y + shape.y - 1 - y % shape.y;
        const unsigned oz = z / shape.z * shape.z + shape.z - 1 - z % shape.z;
        good &= out[2 * b] == (int)(shape.x + 16 * (shape.y + 16 * shape.z));
        good &= out[2 * b + 1] == (int)((oz * grid.y + oy) * grid.x + ox);
    }
    memset(out, 0, 4096);
    return good;
}

static cudaLaunchConfig_t config_of(dim3 grid, cudaLaunchAttribute *shape, dim3 blocks,
                                    cudaStream_t stream = 0) {
    cudaLaunchConfig_t config = {};
    shape->id = cudaLaunchAttributeClusterDimension;
    shape->val.clusterDim.x = blocks.x, shape->val.clusterDim.y = blocks.y,
    shape->val.clusterDim.z = blocks.z;
    config.gridDim = grid, config.blockDim = THREADS;
    config.stream = stream;
    config.attrs = shape, config.numAttrs = 1;
    return config;
}

static void by_attribute() {
    cudaLaunchAttribute shape;
    cudaLaunchConfig_t config;
    for (dim3 blocks : {dim3(1, 1, 1), dim3(2, 1, 1), dim3(1, 2, 3), dim3(4, 2, 1)}) {
        const dim3 grid(4, 4, 3);
        config = config_of(grid, &shape, blocks);
        expect("a launch by its attribute",
               cudaLaunchKernelEx(&config, of_any_shape, out) == cudaSuccess &&
                   noted(grid, blocks));
    }
    config = config_of(32, &shape, 16);
    int clusters = 0, blocks = 0;
    cudaFuncSetAttribute(of_any_shape, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    expect("16 blocks",
           cudaLaunchKernelEx(&config, of_any_shape, out) == cudaSuccess && noted(32, 16));
    expect("some clusters can be active",
           cudaOccupancyMaxActiveClusters(&clusters, of_any_shape, &config) == cudaSuccess &&
               clusters > 0);
    expect("the largest cluster",
           cudaOccupancyMaxPotentialClusterSize(&blocks, of_any_shape, &config) == cudaSuccess &&
               blocks == 16);
    cudaFuncSetAttribute(of_any_shape, cudaFuncAttributeNonPortableClusterSizeAllowed, 0);
    expect("no cluster of 16 blocks", cudaOccupancyMaxPotentialClusterSize(&blocks, of_any_shape, &config) ==
                                              cudaErrorInvalidClusterSize &&
                                          cudaOccupancyMaxActiveClusters(&clusters, pair, &config) ==
                                              cudaErrorInvalidClusterSize);
    config = config_of(32, &shape, 4);
    expect("the largest cluster on all GPUs",
           cudaOccupancyMaxPotentialClusterSize(&blocks, of_any_shape, &config) == cudaSuccess && blocks == 8);
    config.numAttrs = 0;
    expect("no clusters are asked for",
           cudaOccupancyMaxActiveClusters(&clusters, of_any_shape, &config) == cudaSuccess && clusters == 0);
    cudaGetLastError();
}

static void in_graphs() {
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaLaunchAttribute shape;
    cudaStreamCreate(&stream);
    cudaLaunchConfig_t config = config_of(8, &shape, 4, stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaLaunchKernelEx(&config, of_any_shape, out);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    for (int i = 0; i < 2; i++) {
        cudaGraphLaunch(exec, stream);
        expect("a captured launch", noted(8, 4));
    }
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
}

static void together() {
    cudaLaunchAttribute both[2];
    cudaLaunchConfig_t config = config_of(4, both, 2);
    both[1].id = cudaLaunchAttributeCooperative;
    both[1].val.cooperative = 1;
    config.numAttrs = 2;
    expect("a cooperative launch with clusters",
           cudaLaunchKernelEx(&config, of_any_shape, out) == cudaSuccess && noted(4, 2));
}

int main() {
    cudaMallocManaged(&out, 4096);
    memset(out, 0, 4096);
    of_any_shape<<<5, THREADS>>>(out);
    expect("no clusters", noted(5, 1));
    for (int i = 0; i < 2; i++) {
        square<<<dim3(4, 6), THREADS>>>(out);
        expect("the kernel's own shape", noted(dim3(4, 6), dim3(2, 2)));
        pair<<<6, THREADS>>>(out);
        expect("and another kernel's", noted(6, 2));
    }
    by_attribute();
    in_graphs();
    together();
    if (!failed) puts("PASS");
}
