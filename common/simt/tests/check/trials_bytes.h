// The kernels of trials.cu whose elements have less than a word, or more, and their cases.
#ifndef TRIALS_BYTES_H
#define TRIALS_BYTES_H

typedef unsigned char byte;
enum { ODD = 261 };

__global__ void bytes(const byte *a, byte *b, int far, int distance) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = a[i + far] + 1;
    b[i + distance] += 2;
}
/* Two blocks write different bytes of each word, or the same ones. */
__global__ void woven(byte *a, int distance) {
    a[2 * threadIdx.x + distance * blockIdx.x] = 1;
}
__global__ void shorts(const short *a, short *b, int far, int distance) {
    __shared__ short s[TILE][TILE + 1];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = a[y * TILE + x + far];
    __syncthreads();
    b[y * TILE + x] = s[x][y];
    b[y * TILE + x + distance] += s[y][x];
}
/* One thread writes what another one then reads, each in elements of its own width. */
__global__ void as_words(byte *a, int *b, int last, int waits) {
    int t = threadIdx.x;
    int *words = (int *)a;
    for (int k = 0; k < last; k++) a[4 * t + k] = k;
    if (waits) __syncthreads();
    b[t] = words[SMALL - 1 - t];
}
__global__ void as_bytes(int *a, byte *b, int n, int far) {
    int t = threadIdx.x;
    const byte *of_a = (const byte *)a;
    a[t] = t;
    __syncthreads();
    for (int k = 0; k < n; k++) b[t * n + k] = of_a[t * n + k + far];
}
__global__ void pixels(const uchar4 *a, uchar4 *b, int far, int distance) {
    int t = threadIdx.x;
    uchar4 v = a[t + far];
    b[t] = make_uchar4(v.x, v.y, a[t].z, 3);
    b[t + distance].w = 7;
}
__global__ void odd_shared(byte *a, int far, int first) {
    __shared__ byte s[SMALL + 3];
    __shared__ bool any;
    int t = threadIdx.x, i = blockIdx.x * SMALL + t;
    if (t >= first) s[t + 3] = a[i];
    if (t < 3) s[t] = 1;
    if (t == 0) any = a[i] > 0;
    __syncthreads();
    a[i] = s[SMALL + far - t] + any;
}
__global__ void two_channels(const float2 *a, float2 *b, int far, int distance) {
    int t = threadIdx.x;
    b[t].x = a[t + far].y * a[t + far].y;
    b[t + distance].y = 2;
}
/* Of two equal loads only the first one is asked for, where it is of no fewer threads. */
__global__ void loads_again(int *a, int *b, int far, int n) {
    int t = threadIdx.x, x = 0;
    if (t < n) x = a[t + far];
    b[t] = x + a[t + far] + a[t];
    if (t < n) b[t] += a[t + far] + a[t];
}
template <int Last> static void mixed() {
    as_words<<<1, SMALL>>>((byte *)fresh, b, Last, 1);
}

static const struct test byte_cases[] = {
    {"bytes", [] { bytes<<<4, SMALL>>>((byte *)a, (byte *)b, 3, 0); }},
    {"bytes_in_place", [] { bytes<<<3, SMALL + 5>>>((byte *)a, (byte *)a, 0, 0); }},
    {"race_of_bytes", [] { bytes<<<1, SMALL>>>((byte *)a, (byte *)b, 3, 1); }},
    {"race_of_bytes_of_blocks", [] { bytes<<<4, SMALL>>>((byte *)a, (byte *)a, SMALL, 0); }},
    {"bytes_up_to_the_end", [] { bytes<<<1, SMALL>>>(odd, (byte *)b, ODD - SMALL, 0); }},
    {"bytes_beyond", [] { bytes<<<1, SMALL>>>(odd, (byte *)b, ODD - SMALL + 1, 0); }},
    {"bytes_written_beyond", [] { bytes<<<1, SMALL>>>((byte *)a, odd + ODD - SMALL, 0, 1); }},
    {"bytes_of_unwritten", [] { bytes<<<1, SMALL>>>((byte *)fresh, (byte *)b, 0, 0); }},
    {"bytes_of_written", [] { cudaMemset(fresh, 5, 67), bytes<<<1, SMALL>>>((byte *)fresh, (byte *)b, 3, 0); }},
    {"bytes_of_partly_written",
     [] { cudaMemset(fresh, 5, 67), bytes<<<1, SMALL>>>((byte *)fresh, (byte *)b, 4, 0); }},
    {"bytes_write_then_read",
     [] { bytes<<<1, 47>>>((byte *)a, (byte *)fresh, 0, 0), bytes<<<1, 45>>>((byte *)fresh, (byte *)b, 2, 0); }},
    {"woven", [] { woven<<<2, SMALL>>>((byte *)a, 1); }},
    {"race_of_woven", [] { woven<<<2, SMALL>>>((byte *)a, 2); }},
    {"shorts", [] { shorts<<<1, dim3(TILE, TILE)>>>((short *)a, (short *)b, 5, 0); }},
    {"race_of_shorts_of_blocks", [] { shorts<<<2, dim3(TILE, TILE)>>>((short *)a, (short *)b, 5, 0); }},
    {"race_of_shorts", [] { shorts<<<1, dim3(TILE, TILE)>>>((short *)a, (short *)b, 5, 1); }},
    {"shorts_beyond", [] { shorts<<<1, dim3(TILE, TILE)>>>((short *)a, (short *)b, 2 * WORDS - 5, 0); }},
    {"shorts_misaligned", [] { shorts<<<1, dim3(TILE, TILE)>>>((short *)(odd + 1), (short *)b, 0, 0); }},
    {"mixed", mixed<4>},
    {"mixed_of_partly_written", mixed<3>},
    {"race_of_mixed", [] { as_words<<<1, SMALL>>>((byte *)a, b, 4, 0); }},
    {"as_bytes", [] { as_bytes<<<1, SMALL>>>(a, (byte *)b, 4, 0); }},
    {"as_bytes_of_others", [] { as_bytes<<<1, SMALL>>>(a, (byte *)b, 2, 40); }},
    {"as_bytes_beyond", [] { as_bytes<<<1, SMALL>>>(a, odd, 4, 6), as_bytes<<<1, SMALL>>>(a, odd, 5, 6); }},
    {"pixels", [] { pixels<<<1, SMALL>>>((uchar4 *)a, (uchar4 *)b, 9, 0); }},
    {"race_of_pixels", [] { pixels<<<1, SMALL>>>((uchar4 *)a, (uchar4 *)b, 9, 1); }},
    {"pixels_beyond", [] { pixels<<<1, SMALL>>>((uchar4 *)odd, (uchar4 *)b, 2, 0); }},
    {"odd_shared", [] { odd_shared<<<3, SMALL>>>((byte *)a + 5, 2, 0); }},
    {"odd_shared_beyond", [] { odd_shared<<<2, SMALL>>>((byte *)a, 3, 0); }},
    {"odd_shared_of_unwritten", [] { odd_shared<<<2, SMALL>>>((byte *)a, 2, 1); }},
    {"two_channels", [] { two_channels<<<1, SMALL>>>((float2 *)a, (float2 *)b, 2, 0); }},
    {"channels_apart", [] { two_channels<<<1, SMALL>>>((float2 *)a, (float2 *)b, 2, 1); }},
    {"race_of_channels", [] { two_channels<<<1, SMALL>>>((float2 *)a, (float2 *)a, 1, 0); }},
    {"loads_again", with<loads_again, SMALL, SMALL>},
    {"loads_again_beyond", with<loads_again, WORDS - SMALL, SMALL>},
    {"bytes_of_two_streams",
     [] {
         woven<<<1, SMALL, 0, s>>>((byte *)a, 0), woven<<<1, SMALL, 0, r>>>((byte *)a + 1, 0);
         cudaMemsetAsync((byte *)a + 2 * SMALL, 0, 3, q);
     }},
    {"race_of_bytes_of_two_streams",
     [] { woven<<<1, SMALL, 0, s>>>((byte *)a, 0), bytes<<<1, SMALL, 0, r>>>((byte *)a, (byte *)b, 0, 0); }},
    {"bytes_and_words_of_two_streams",
     [] {
         woven<<<1, SMALL, 0, s>>>((byte *)a, 0), count<<<1, SMALL, 0, s>>>(a + SMALL, SMALL);
         cudaMemcpyAsync(b, (byte *)a + 5, 1, cudaMemcpyDefault, r);
         cudaMemcpyAsync(b, a + SMALL, 7, cudaMemcpyDefault, r);
     }},
};

#endif
