/**
 * @file
 * @brief Gathers, scatters and strides of all widths, transposes, tiles, stencils, tables.
 */
#include "unseen.h"

#include <cooperative_groups.h>

struct point {
    float x, y, z;
};

struct particle {
    int key;
    float x, y, z;
    int flags;
};

__constant__ float c_weights[7] = {1, 2, 4, 8, 4, 2, 1};
__constant__ const int c_table[64] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};

__global__ void gather_permuted(int *out, const int *in, const int *from, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t] = in[from[t]];
}

__global__ void gather_near(int *out, const int *in, const int *from, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t] = __ldg(&in[t + from[t] % 16]);
}

__global__ void scatter_permuted(int *out, const int *in, const int *to, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[to[t]] = in[t];
}

__global__ void gather_twice(int *out, const int *in, const int *from, int n) {
    for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < n; t += gridDim.x * blockDim.x)
        out[t] = in[from[from[t]]] + in[from[t + 1]];
}

__global__ void load_strided(int *out, const int *in, int n, int stride) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t] = in[t * stride];
}

__global__ void store_strided(int *out, const int *in, int n, int stride) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t * stride] = in[t];
}

__global__ void shared_strided(int *out, int stride) {
    __shared__ int s_words[96 * 33];
    s_words[threadIdx.x * stride] = stride;
    __syncthreads();
    out[threadIdx.x] = s_words[(95 - threadIdx.x) * stride];
}

__global__ void offsets(int *out, const int *in, int n, int shift) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t + shift] = in[t + 3 * shift];
}

__global__ void backwards(int *out, const int *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[n - 1 - t] = in[t];
}

__global__ void blocked_copy(int *out, const int *in, int n, int each) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = t * each; k < (t + 1) * each; k++)
        if (k < n) out[k] = in[k];
}

__global__ void copy_points(point *out, const point *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t] = in[t];
}

__global__ void lengths_of_points(float *out, const float3 *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t] = in[t].x * in[t].x + in[t].y * in[t].y + in[t].z * in[t].z;
}

__global__ void move_particles(particle *all, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    particle p = all[t];
    if (p.flags & 1) {
        p.x += 1;
        p.z -= 1;
        all[t] = p;
    }
}

__global__ void keys_of_particles(int *out, const particle *in, const int *from, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t] = in[from[t] % 4096].key;
}

__global__ void add_float4(float4 *out, const float4 *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    float4 v = in[t];
    v.x += v.w;
    out[t] = v;
}

__global__ void gather_float4(float4 *out, const float4 *in, const int *from, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t] = in[from[t] / 4];
}

__global__ void halve_shorts(short *out, const short *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t] = in[t] / 2;
}

__global__ void gather_bytes(unsigned char *out, const unsigned char *in, const int *from, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t] = in[from[t]] ^ 255;
}

__global__ void mix_char4(char4 *out, const char4 *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    char4 c = in[t];
    out[t] = make_char4(c.w, c.z, c.y, c.x);
}

__global__ void scale_double2(double2 *out, const double2 *in, int n, double by) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t] = make_double2(in[t].x * by, in[t].y * by);
}

/* Bytes in columns of shared memory. */
__global__ void turn_bytes(unsigned char *out, const unsigned char *in) {
    __shared__ unsigned char s_tile[32][32];
    s_tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = s_tile[threadIdx.x][threadIdx.y];
}

__global__ void transpose_naive(int *out, const int *in, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

__global__ void transpose_tile(int *out, const int *in, int width, int height) {
    __shared__ int s_tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < width && y + j < height)
            s_tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < height && y + j < width)
            out[(y + j) * height + x] = s_tile[threadIdx.x][threadIdx.y + j];
}

__global__ void transpose_padded(float *out, const float *in, int n) {
    __shared__ float s_tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    s_tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    out[y * n + x] = s_tile[threadIdx.x][threadIdx.y];
}

__global__ void transpose_swizzled(int *out, const int *in) {
    __shared__ int s_tile[32 * 32];
    int x = threadIdx.x, y = threadIdx.y;
    for (int j = 0; j < 32; j += 4) s_tile[(y + j) * 32 + (x ^ (y + j))] = in[(y + j) * 32 + x];
    __syncthreads();
    for (int j = 0; j < 32; j += 4) out[(y + j) * 32 + x] = s_tile[x * 32 + (x ^ (y + j))];
}

__global__ void multiply_naive(float *c, const float *a, const float *b, int n) {
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || column >= n) return;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

__global__ void multiply_tiled(float *c, const float *a, const float *b, int n) {
    __shared__ float s_a[8][8], s_b[8][8];
    int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 8 + x, row = blockIdx.y * 8 + y;
    float sum = 0;
    for (int tile = 0; tile < n; tile += 8) {
        s_a[y][x] = row < n && tile + x < n ? a[row * n + tile + x] : 0;
        s_b[y][x] = tile + y < n && column < n ? b[(tile + y) * n + column] : 0;
        __syncthreads();
        for (int k = 0; k < 8; k++) sum += s_a[y][k] * s_b[k][x];
        __syncthreads();
    }
    if (row < n && column < n) c[row * n + column] = sum;
}

/* The threads at the edges load the halo, too. */
__global__ void stencil_line(int *out, const int *in, int n) {
    __shared__ int s_part[100 + 6];
    int t = threadIdx.x, at = blockIdx.x * 100 + t;
    s_part[t + 3] = at < n ? in[at] : 0;
    if (t < 3) {
        s_part[t] = at >= 3 ? in[at - 3] : 0;
        s_part[t + 103] = at + 100 < n ? in[at + 100] : 0;
    }
    __syncthreads();
    int sum = 0;
    for (int k = -3; k <= 3; k++) sum += s_part[t + 3 + k];
    if (at < n) out[at] = sum;
}

__global__ void stencil_plane(float *out, const float *in, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int at = y * width + x;
    float sum = in[at];
    if (x > 0) sum += in[at - 1];
    if (x < width - 1) sum += in[at + 1];
    if (y > 0) sum += in[at - width];
    if (y < height - 1) sum += in[at + width];
    out[at] = sum / 5;
}

__global__ void stencil_tile(float *out, const float *in, int width) {
    __shared__ float s_tile[10][18];
    int x = threadIdx.x, y = threadIdx.y, left = blockIdx.x * 16, top = blockIdx.y * 8;
    for (int k = y * 16 + x; k < 180; k += 128)
        s_tile[k / 18][k % 18] = in[(top + k / 18) * width + left + k % 18];
    __syncthreads();
    float sum = 0;
    for (int dy = 0; dy < 3; dy++)
        for (int dx = 0; dx < 3; dx++) sum += s_tile[y + dy][x + dx];
    out[(top + y) * width + left + x] = sum / 9;
}

__global__ void weigh(float *out, const float *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 7; k++)
        if (t + k >= 3 && t + k - 3 < n) sum += in[t + k - 3] * c_weights[k];
    if (t < n) out[t] = sum;
}

__global__ void look_up(int *out, const int *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t] = c_table[in[t] & 63];
}

__global__ void local_counts(int *out, const int *in, int each) {
    int counts[8] = {0}, t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < each; k++) counts[in[k * gridDim.x * blockDim.x + t] & 7]++;
    for (int k = 0; k < 8; k++) out[t * 8 + k] = counts[k];
}

/* Thirds of a warp's lanes are in other rows. */
__global__ void odd_shape(int *out, const int *in, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = threadIdx.z;
    out[(z * 40 + y) * width + x] = in[(y * 4 + z) * width + x] + in[(z * 40 + y) * width];
}

/* Only the blocks with an odd number have a barrier. */
__global__ void barrier_in_some_blocks(int *out, const int *in, int n) {
    __shared__ int s_words[130];
    int t = threadIdx.x, base = blockIdx.x * 130;
    s_words[t] = in[base + t];
    if (blockIdx.x & 1) {
        __syncthreads();
        for (int d = 1; d < n; d *= 3) {
            int other = s_words[(t + d) % 130];
            __syncthreads();
            s_words[t] += other;
            __syncthreads();
        }
    }
    out[base + t] = s_words[t];
}

namespace cg = cooperative_groups;

__global__ void tiles_of_eight(int *out, const int *in, int n) {
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
    int t = block.group_index().x * block.size() + block.thread_rank();
    int sum = t < n ? in[t] : 0;
    for (int d = tile.size() / 2; d > 0; d /= 2) sum += tile.shfl_down(sum, d);
    if (tile.thread_rank() == 0 && t < n) out[t / 8] = sum;
}

static void run_strides(unseen u) {
    static const int strides[] = {2, 3, 5, 6, 8, 9, 12, 16, 17, 31, 32, 33};
    for (int k = 0; k < 12; k++) {
        LAUNCH(load_strided, 3, 100, u.c, u.random, 290, strides[k]);
        LAUNCH(store_strided, 3, 100, u.c, u.random, 290, strides[k]);
        LAUNCH(shared_strided, 1, 96, u.c, strides[k]);
    }
    for (int shift = 0; shift < 9; shift += 2) LAUNCH(offsets, 3, 128, u.c, u.random, 333, shift);
}

void run_moves(unseen u) {
    float *c = (float *)u.c;
    const float *random = (const float *)u.random;
    LAUNCH(gather_permuted, 9, 128, u.c, u.random, u.order, 1111);
    LAUNCH(gather_near, 5, 96, u.c, u.random, u.order, 470);
    LAUNCH(scatter_permuted, 6, 160, u.c, u.random, u.order, 950);
    LAUNCH(gather_twice, 2, 64, u.c, u.random, u.order, 555);
    run_strides(u);
    LAUNCH(backwards, 6, 96, u.c, u.random, 541);
    LAUNCH(blocked_copy, 2, 96, u.c, u.random, 1111, 6);
    LAUNCH(copy_points, 5, 128, (point *)u.c, (const point *)u.random, 611);
    LAUNCH(lengths_of_points, 5, 128, c, (const float3 *)u.random, 611);
    LAUNCH(move_particles, 4, 100, (particle *)u.b, 377);
    LAUNCH(keys_of_particles, 4, 100, u.c, (const particle *)u.random, u.order, 377);
    LAUNCH(add_float4, 4, 96, (float4 *)u.c, (const float4 *)u.random, 355);
    LAUNCH(gather_float4, 4, 96, (float4 *)u.c, (const float4 *)u.random, u.order, 355);
    LAUNCH(halve_shorts, 7, 128, (short *)u.c, (const short *)u.random, 883);
    LAUNCH(gather_bytes, 4, 96, (unsigned char *)u.c, (const unsigned char *)u.random, u.order,
           350);
    LAUNCH(mix_char4, 4, 96, (char4 *)u.c, (const char4 *)u.random, 361);
    LAUNCH(scale_double2, 3, 96, (double2 *)u.c, (const double2 *)u.random, 250, 0.5);
    LAUNCH(turn_bytes, 1, dim3(32, 32), (unsigned char *)u.c, (const unsigned char *)u.random);
    LAUNCH(transpose_naive, dim3(4, 5), dim3(24, 9), u.c, u.random, 91, 43);
    LAUNCH(transpose_tile, dim3(3, 2), dim3(32, 8), u.c, u.random, 75, 50);
    LAUNCH(transpose_padded, dim3(3, 3), dim3(16, 16), c, random, 48);
    LAUNCH(transpose_swizzled, 1, dim3(32, 4), u.c, u.random);
    LAUNCH(multiply_naive, dim3(3, 3), dim3(10, 11), c, random, random + 4096, 29);
    LAUNCH(multiply_tiled, dim3(4, 4), dim3(8, 8), c, random, random + 4096, 30);
    LAUNCH(stencil_line, 6, 100, u.c, u.random, 577);
    LAUNCH(stencil_plane, dim3(3, 4), dim3(21, 7), c, random, 61, 27);
    LAUNCH(stencil_tile, dim3(3, 2), dim3(16, 8), c, random, 64);
    LAUNCH(weigh, 4, 128, c, random, 500);
    LAUNCH(look_up, 5, 100, u.c, u.random, 477);
    LAUNCH(local_counts, 2, 72, u.c, u.random, 13);
    LAUNCH(odd_shape, dim3(2, 3), dim3(11, 5, 4), u.c, u.random, 22);
    LAUNCH(barrier_in_some_blocks, 5, 130, u.c, u.random, 30);
    LAUNCH(tiles_of_eight, 3, 104, u.c, u.random, 300);
}
