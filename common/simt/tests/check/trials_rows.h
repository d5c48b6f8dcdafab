// The kernels of trials.cu of which a trial asks what rows of threads touch (compile/loops_rows.c).
#ifndef TRIALS_ROWS_H
#define TRIALS_ROWS_H

/* What a trial asks of a row of threads at once. */
enum { TILE = 8 };
__global__ void product(const int *a, int *b, int n, int far) {
    __shared__ int s[TILE][TILE], r[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, sum = 0;
    for (int m = 0; m < n; m += TILE) {
        s[y][x] = a[y * n + m + x];
        r[y][x] = a[(m + y) * n + x];
        __syncthreads();
        for (int k = 0; k < TILE; k++) sum += s[y][k + far] * r[k][x];
        __syncthreads();
    }
    b[y * TILE + x] = sum;
}
__global__ void rows_read(int *a, int *b, int row, int far) {
    int x = threadIdx.x, y = threadIdx.y;
    b[y * TILE + x] = a[x + far] + a[3];
    if (y == row) a[x + TILE - 2] = 9;
}
__global__ void rows_write(int *a, int n) {
    int x = threadIdx.x;
    if (threadIdx.y < n) a[x] = x;
}
__global__ void all_write(int *a, int n) {
    int x = threadIdx.x;
    if (x < n) a[0] = 1;
}
__global__ void doubles(const double *a, double *b, int shift) {
    int i = threadIdx.x;
    b[i] = a[i] + a[0] + a[BLOCK / 2 - 1 - i];
    b[i + shift] += 1;
}
/* Rows of threads touch the same bytes, each thread four of them or eight. */
__global__ void widths(int *a, double *b, int far) {
    int i = threadIdx.x;
    a[i + far] = i;
    if (i < 8) b[i] = 0.5;
}
/* Fewer threads write than have read. */
__global__ void fewer(int *a, int n, int distance) {
    int i = threadIdx.x, x = a[i];
    if (i < n) a[i + distance] = x;
}
__global__ void halves(int *a, int far) {
    __shared__ int s[SMALL];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (int step = 1; step < SMALL; step *= 2) {
        if (t % (2 * step) == 0) s[t] += s[t + step * far];
        __syncthreads();
    }
    if (t == 0) a[0] = s[0];
}
__global__ void scans(int *a, int from) {
    __shared__ int s[SMALL];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (int step = 1; step < SMALL; step *= 2) {
        int before = t >= step - from ? s[t - step] : 0;
        __syncthreads();
        s[t] += before;
        __syncthreads();
    }
    a[t] = s[t];
}
__global__ void sums(const int *a, int *b, int n) {
    __shared__ int s[SMALL];
    int sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += a[i] + (i < 100 ? a[i + 1] : a[0]);
    s[threadIdx.x] = sum;
    __syncthreads();
    b[threadIdx.x] = s[SMALL - 1 - threadIdx.x];
}
__global__ void no_row(const int *a, int *b, int n) {
    int t = threadIdx.x, sum = 0;
    if (t % 3) {
        for (int k = 0; k < n; k++) sum += a[k];
    }
    b[t] = sum;
}
__global__ void adds_nothing(int *a, int *b, int far, int x) {
    int i = threadIdx.x;
    b[i] += x - x;
}
/* Functions that only compute. A structure with a pointer. A value that two variables get. */
__device__ int at(int row, int column, int width) {
    return row * width + column;
}
__device__ int larger(int x, int y) {
    return x > y ? x : y;
}
__device__ int upside_down(int x, float half) {
    const int last = (int)(2 * half) - 1;
    if (x < last / 2) return last - x;
    return at(-1, last, x);
}
__global__ void indexed(int *a, int *b, int far, int distance) {
    int t = threadIdx.x, i = at(0, t, 32);
    b[i] = larger(a[at(far, t, 1)], a[upside_down(t, BLOCK / 2)]);
    if (larger(t, 8) == t) b[at(1, t, distance)] += 1;
}
struct matrix {
    int width, *elements;
};
__global__ void of_matrices(matrix from, matrix to, int distance) {
    int x = threadIdx.x, y = threadIdx.y, sum = 0;
    for (int k = 0; k < from.width; k++) sum += from.elements[y * from.width + k] * from.elements[k * from.width + x];
    to.elements[y * to.width + x] = sum;
    to.elements[y * to.width + x + distance] += 1;
}
__global__ void chained(int *a, int *b, int far, int distance) {
    __shared__ int s[BLOCK];
    int t = threadIdx.x, x = 0, y = 0;
    s[t] = x = a[t + far];
    __syncthreads();
    b[t] = y = x + s[BLOCK - 1 - t];
    b[t + distance] += y;
}
__global__ void wide(float4 *a, float4 *b, int far, int distance) {
    __shared__ float4 s[SMALL];
    int t = threadIdx.x;
    float4 v = a[t + far];
    s[t] = v;
    __syncthreads();
    v.x += s[SMALL - 1 - t].y + s[far].x;
    b[t] = v;
    b[t + distance].w = 2;
}
__global__ void first_members(float4 *a, float2 *b, int of_first) {
    int t = threadIdx.x;
    a[t].x = 1;
    b[t] = make_float2(a[t].x, 2);
    if (t >= of_first) b[t].x = a[t].y;
}
__global__ void asserted(int *a, int *b, int far, int most) {
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < 4; k++) {
        assert(t + k < most);
        sum += a[t + k + far];
    }
    b[t] = sum;
}
__global__ void asserted_of_memory(int *a, int *b, int far, int most) {
    int t = threadIdx.x;
    b[t] = 1;
    assert(a[t + far] < most);
    b[t] = 2;
}
/* Functions that touch memory, and structures that functions make of others. */
struct sheet {
    int width, stride, *elements;
};
const int Margin = 2;
__device__ int get(const sheet m, int row, int column) {
    return m.elements[row * m.stride + column];
}
__device__ void put(sheet m, int row, int column, int value) {
    m.elements[row * m.stride + column] = value;
}
__device__ sheet part(sheet m, int row, int column) {
    sheet p;
    p.width = TILE;
    p.stride = m.stride;
    p.elements = &m.elements[m.stride * TILE * row + TILE * column];
    return p;
}
__device__ sheet without_stride(sheet m) {
    sheet p;
    p.width = m.width;
    p.elements = m.elements;
    return p;
}
__global__ void sheets(sheet from, sheet to, int far, int distance) {
    __shared__ int s[TILE][TILE], r[TILE][TILE];
    sheet mine = part(to, blockIdx.y, blockIdx.x);
    int x = threadIdx.x, y = threadIdx.y, sum = 0;
    for (int m = 0; m < from.width / TILE; ++m) {
        sheet left = part(from, blockIdx.y, m);
        sheet right = part(from, m, blockIdx.x);
        s[y][x] = get(left, y, x);
        r[y][x] = get(right, y, x + far);
        __syncthreads();
        for (int k = 0; k < TILE; k++) sum += s[y][k] * r[k][x];
        __syncthreads();
    }
    put(mine, y, x, sum);
    put(mine, y, x + distance, sum + 1);
}
__global__ void sheet_unset(sheet from, int *b) {
    sheet m = without_stride(from);
    b[threadIdx.x] = get(m, 1, threadIdx.x);
}
__device__ int sum_of(const int *p, int at) {
    const int t = at + Margin - 2;
    return p[t] + p[t + 1];
}
__device__ void keep(int *to, int i, int n, int value) {
    int last = n - 1;
    if (i <= last) to[i] = value;
}
__device__ int *behind(int *p, int n) {
    return p + n * Margin;
}
__global__ void helped(int *a, int *b, int far, int n) {
    __shared__ int s[BLOCK];
    int t = threadIdx.x, last = 3;
    int *p = behind(a, far);
    keep(s, t, BLOCK, p[t]);
    __syncthreads();
    if (t < n) b[t] = sum_of(p, t) + sum_of(a, last) * 2;
    else
        keep(b, t + last - 3, BLOCK, s[BLOCK - 1 - t]);
}
__global__ void helped_race(int *a, int *b, int distance, int last) {
    int t = threadIdx.x;
    b[t] = sum_of(a, t);
    keep(a, t + distance, last, 5);
}
/* Others that cannot be written out as they are. */
__device__ int first_of(const int *p, int i, int n) {
    if (i >= n) return -1;
    return p[i];
}
__device__ int taken(int *p, int i) {
    int old = p[i];
    p[i] = old + 1;
    return old;
}
__device__ void bump(int &x, const int *p, int i) {
    x += p[i];
}
__device__ int unset_at(const int *p, int i, int n) {
    int x;
    if (i < n) x = p[i];
    return x;
}
__global__ void helped_by_unset(int *a, int *b, int far, int n) {
    int t = threadIdx.x;
    b[t] = 1;
    __syncthreads();
    b[t] += unset_at(a, t + far, n);
}
__global__ void helped_oddly(int *a, int *b, int far, int n) {
    int t = threadIdx.x, x = t < n ? sum_of(a, t + far) : 0;
    bool more = t < n && sum_of(a, t + far) > 0;
    b[t] = taken(a, t) + a[t] + first_of(a, t + far, n) + more;
    bump(x, a, t + 2 * BLOCK);
    b[t] += x + sum_of(a, sum_of(b, 0) % 2 + 2 * BLOCK);
}

/* Variables that are declared under a condition. One of them hides another. */
__global__ void inner(int *a, int *b, int far, int distance) {
    __shared__ int s[BLOCK];
    int t = threadIdx.x, k = BLOCK - 1 - t;
    s[t] = a[t + far];
    __syncthreads();
    for (int d = BLOCK / 2; d > 0; d /= 2) {
        if (t < d) {
            int from = 2 * t, to = from + d, *p = a + far;
            const int k = 2 * t + 1;
            if (k > 5) {
                int last = k & 3;
                b[t * (1 - distance) + last] += p[t];
            }
            s[k - 1] += from + to - t;
        }
        __syncthreads();
    }
    b[k] = s[k];
}

/* Each of these hides a variable that its own value is computed from, or its neighbour's value is. */
__global__ void hiding(int *a, int *b, int far, int distance) {
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t < 70) {
        const int t = i + 32;
        for (int i = 0; i < distance; i++) b[t - 1] = a[t + far];
    }
    if (t > 2) {
        const int half = i + 2, i = half + 1, far = t;
        b[far] = a[i] + half;
    }
    b[i] += a[i + far];
}

/* Variables that change, and are the same for all threads, or are not. */
__global__ void two_halves(int *a, int *b, int far, int n) {
    extern __shared__ int of_two[];
    int t = threadIdx.x, out = 0, in = 1, base = blockIdx.x * n;
    of_two[t] = a[base + t + far];
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        out = 1 - out;
        in = 1 - out;
        if (t >= d)
            of_two[out * n + t] = of_two[in * n + t] + of_two[in * n + t - d];
        else
            of_two[out * n + t] = of_two[in * n + t];
        __syncthreads();
    }
    b[base + t] = of_two[out * n + t];
}
__global__ void one_half(int *a, int *b, int flip, int n) {
    __shared__ int s[2 * BLOCK];
    int t = threadIdx.x, out = 0;
    s[t] = a[t];
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        int in = out * BLOCK;
        out ^= flip;
        s[out * BLOCK + t] = s[in + t] + s[in + (t + d) % n];
        __syncthreads();
    }
    b[t] = s[out * BLOCK + t];
}
__global__ void not_alike(int *a, int *b, int far, int n) {
    int t = threadIdx.x, step = 1, at = 0, late = 0;
    for (int k = 0; k < 3; k++) {
        int before = at;
        at += step * n;
        b[before + t] += a[at + t];
        if (t > far) step = 2;
        if (n > far) late += BLOCK;
        b[late + t] += k;
    }
}
__global__ void guarded_late(int *a, int *b, int far, int n) {
    __shared__ int s[BLOCK];
    int t = threadIdx.x, most = 2;
    most *= n;
    if (t >= most) return;
    s[t] = a[t + far];
    __syncthreads();
    most--;
    b[t] = s[most - t];
}

/* Conditions that ask for what is in memory, which other threads may change, or the thread itself. */
__global__ void best(int *a, int *b, int far, int distance, int from) {
    __shared__ int s[SMALL], p[SMALL];
    int t = threadIdx.x;
    s[t] = a[t + far] * 7 % 31;
    p[t] = t;
    __syncthreads();
    for (int k = from; k > 0; k /= 2) {
        if (t < k && s[t + k] > s[t]) {
            s[t] = s[t + k];
            p[t + distance] = p[t + k];
        }
        __syncthreads();
    }
    b[t] = t % 2 ? s[0] : p[0];
}
__global__ void asking(int *a, int *b, int far, int most) {
    int t = threadIdx.x;
    if ((a[t] < most && !(a[t + 2] > 200)) || a[t + far] == 9) {
        b[t] = a[t] > 5 && a[t + far] > 3;
    } else {
        b[t] = a[t] % 2 == 0 ? a[t + 1] : a[t + far];
    }
}
__global__ void asks_neighbour(int *a, int most) {
    int t = threadIdx.x;
    if (a[t + 1] >= most) a[t] = 0;
}
__global__ void asks_own_store(int *a, int *b, int far, int most) {
    int t = threadIdx.x;
    a[t] = t + most;
    if (a[t] < most + 9) b[t] = 1;
    else b[t + far] = 2;
}
__global__ void asks_last_round(int *a, int *b, int far, int most) {
    for (int i = threadIdx.x; i < 3 * BLOCK; i += blockDim.x) {
        if (a[i] < most) a[i + BLOCK] = 1000;
        else b[i + far] = 1;
    }
}

#endif
