// The kernels of trials.cu that give the variables of an index other values, or have references, and their cases.
#ifndef TRIALS_SET_H
#define TRIALS_SET_H

/* The usual transposition: behind the barrier x and y are those of another tile. */
__global__ void turned(const int *a, int *b, int width, int distance) {
    __shared__ int s[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < width) s[threadIdx.y][threadIdx.x] = a[y * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    int to = y * width + x;
    if (x < width && y < width) b[to + distance * (threadIdx.x & 1)] = s[threadIdx.x][threadIdx.y];
}
/* What a thread has loaded is where it goes on, behind a barrier or at once. */
__global__ void led(int *a, int *b, int far, int n) {
    __shared__ int s[SMALL];
    int t = threadIdx.x, at = 0;
    s[t] = (t * 5 + far) % n;
    __syncthreads();
    at = s[t];
    __syncthreads();
    b[at] = a[at + far];
}
__global__ void led_at_once(int *a, int *b, int far, int n) {
    int t = threadIdx.x, at = t + far;
    b[t] = a[at];
    at = a[t] % n;
    b[BLOCK + t] = a[at];
    at += BLOCK;
    b[BLOCK + at] += 1;
}
__global__ void set_by_some(int *a, int *b, int far, int n) {
    int t = threadIdx.x, at = t;
    if (t < n) at = t + far;
    b[t] = a[at];
    int *p = &at;
    *p = 2 * t;
    b[BLOCK + at] += 1;
}

__global__ void referring(int *a, int *b, int far, int distance) {
    int t = threadIdx.x;
    int &x = b[t];
    const int &from = a[t + far];
    int &next = b[t + distance];
    x = from;
    next += from * x;
}

static const struct test set_cases[] = {
    {"turned", [] { turned<<<dim3(2, 2), dim3(TILE, TILE)>>>(a, b, 2 * TILE, 0); }},
    {"turned_at_an_edge", [] { turned<<<dim3(2, 2), dim3(TILE, TILE)>>>(a, b, TILE + 3, 0); }},
    {"turned_beyond", [] { turned<<<dim3(1, 5), dim3(TILE, TILE)>>>(a, b, 5 * TILE, -7); }},
    {"race_of_turned", [] { turned<<<dim3(2, 2), dim3(TILE, TILE)>>>(a, b, 2 * TILE, 1); }},
    {"led", with_small<led, 3, SMALL>},
    {"led_beyond", with_small<led, WORDS - 20, SMALL>},
    {"race_of_led", with_small<led, 3, SMALL - 1>},
    {"led_at_once", with_small<led_at_once, 3, SMALL>},
    {"led_at_once_beyond", with_small<led_at_once, WORDS - 20, SMALL>},
    {"set_by_some", with_small<set_by_some, 3, 20>},
    {"referring", with<referring, SMALL, 0>},
    {"referring_beyond", with<referring, WORDS - 10, 0>},
    {"race_of_referring", with<referring, SMALL, 1>},
    {"referring_to_unwritten", [] { referring<<<1, SMALL>>>(fresh, b, 0, 0); }},
    {"set_by_some_beyond", with_small<set_by_some, WORDS - 10, 20>},
};

#endif
