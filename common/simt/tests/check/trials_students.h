// The kernels of trials.cu whose threads ask in place for what they touch, and their cases. A line that a finding names
// has its case behind it.
#ifndef TRIALS_STUDENTS_H
#define TRIALS_STUDENTS_H

/* Rows of a sparse matrix, of (1 + row % 3) elements. */
__global__ void sparse(const int *ptr, const int *col, const int *val, int *y, int rows) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    int sum = 0, end = ptr[row + 1];
    for (int j = ptr[row]; j < end; j++)
        sum += val[j] * y[WORDS / 2 + col[j]]; // at: sparse_beyond sparse_unwritten sparse_column
    y[row] = sum; // at: race_of_sparse
}
static void run_sparse(int *val, int column, int rows, int from) {
    static int ptr[SMALL + 1], col[3 * SMALL];
    for (int i = 0; i < SMALL; i++) ptr[i + 1] = ptr[i] + 1 + i % 3;
    for (int i = 0; i < 3 * SMALL; i++) col[i] = i * 7 % SMALL + from;
    col[9] = column;
    cudaMemcpy(a, ptr, sizeof ptr, cudaMemcpyHostToDevice);
    cudaMemcpy(a + 2 * SMALL, col, sizeof col, cudaMemcpyHostToDevice);
    sparse<<<2, SMALL / 2>>>(a, a + 2 * SMALL, val, b, rows);
}

/* Structures that no thread loads at once. */
struct particle {
    int x, y, z, vx, vy, vz;
};
__global__ void move(const particle *from, particle *to, int far) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    particle p = from[i + far]; // at: move_beyond move_unwritten
    p.x += p.vx, p.y += p.vy, p.z += p.vz;
    to[i] = p; // at: race_of_move
}
__global__ void move_members(particle *p, int far, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    p[i].x += p[i + far].vx; // at: members_far
    p[i].vy++;
}

/* Whoever goes on is no box of threads. */
__global__ void swap_pairs(int *v, int j, int k) {
    int i = threadIdx.x, other = i ^ j;
    if (other > i) {
        if ((v[i] > v[other]) == ((i & k) == 0)) { // at: swaps_beyond
            int kept = v[i];
            v[i] = v[other];
            v[other] = kept;
        }
    }
}
/* Each thread merges a part, up to a break or its end. */
__global__ void merge(const int *a, const int *b, int *c, int n, int per, int far) {
    int t = threadIdx.x, i = t * per / 2, j = t * per / 2 + far;
    for (int k = 0;; k++) {
        if (k == per) break;
        c[t * per + k] = a[i] <= b[j] || j >= n ? a[i++] : b[j++]; // at: merge_beyond merge_unwritten
    }
}
/* Digits by a shift that is given. */
__global__ void digits(const int *a, int *b, int by) {
    int t = threadIdx.x;
    b[t] = a[t] >> by & 15; // at: digits_far
}
/* A branch with a barrier, by what is in memory. */
__global__ void in_turns(int *a, int *b, int distance) {
    __shared__ int s[SMALL];
    int t = threadIdx.x;
    if (b[0] == 0) {
        s[t] = a[t];
        __syncthreads();
        b[SMALL + t] = s[(t + 1) % SMALL] + a[t];
    }
    if (t > 2) s[(t + distance) % SMALL] = t; // at: race_of_turns
}
/* Chunks, by a pointer of the thread's own. */
__global__ void chunks(const int *a, int *b, int per, int last) {
    int t = threadIdx.x, sum = 0;
    const int *p = a + t * per;
    for (int k = 0; k < per + (t == SMALL - 1) * last; k++) sum += p[k]; // at: chunks_beyond chunks_unwritten
    b[t] = sum;
}
__global__ void letters_of(const unsigned char *text, unsigned char *out, short *lengths, int n) {
    int t = threadIdx.x, k = 0;
    while (t + k < n && text[t + k] != 'z') k++; // at: letters_beyond
    lengths[t] = k;
    out[t / 2 * 2 + t % 2] = text[t]; // at: race_of_letters
    if (k > 3 && n == SMALL) out[t + 1] = 1;
}
__global__ void twice(int *a, int *b, int far) {
    int t = threadIdx.x;
    for (int k = 0; k < 2 && b[t] < 9; k++) b[t + SMALL] = a[t] = ++b[t + far]; // at: twice_beyond race_of_twice
}
/* A step that depends on what is stored. */
__global__ void relax(int *d, int k, int n) {
    int t = threadIdx.x, via = d[k] + d[SMALL + t];
    if (via < d[t] && t != k % n) d[t] = via; // at: race_of_relax
}

static const struct test student_cases[] = {
    {"sparse_rows", [] { run_sparse(a + 2 * SMALL, 5, SMALL, 0); }},
    {"sparse_some_rows", [] { run_sparse(a + 2 * SMALL, 5, 50, 0); }},
    {"sparse_beyond", [] { run_sparse(a + WORDS - 20, 5, SMALL, 0); }},
    {"sparse_unwritten", [] { run_sparse(fresh, 5, SMALL, 0); }},
    {"sparse_column", [] { run_sparse(a + 2 * SMALL, WORDS / 2, SMALL, 0); }},
    {"race_of_sparse", [] { run_sparse(a + 2 * SMALL, 1 - WORDS / 2, SMALL, 0); }},
    {"move", [] { move<<<2, SMALL>>>((particle *)a, (particle *)b, 0); }},
    {"move_beyond", [] { move<<<2, SMALL>>>((particle *)a, (particle *)b, 70); }},
    {"move_unwritten", [] { move<<<2, SMALL>>>((particle *)fresh, (particle *)b, 0); }},
    {"race_of_move", [] { move<<<2, SMALL>>>((particle *)a, (particle *)a, 1); }},
    {"move_members", [] { move_members<<<1, SMALL>>>((particle *)a, 0, 50); }},
    {"members_far", [] { move_members<<<1, SMALL>>>((particle *)a, 150, 50); }},
    {"swaps", [] { swap_pairs<<<1, SMALL>>>(a, 4, 16); }},
    {"swaps_beyond", [] { swap_pairs<<<1, SMALL>>>(a, WORDS, 16); }},
    {"merge", [] { merge<<<1, SMALL>>>(a, a + SMALL, b, BLOCK, 8, 0); }},
    {"merge_beyond", [] { merge<<<1, SMALL>>>(a, a, b, WORDS + 9, 8, WORDS - 250); }},
    {"merge_unwritten", [] { merge<<<1, SMALL>>>(a, fresh, b, BLOCK, 8, 0); }},
    {"digits", [] { digits<<<1, SMALL>>>(a, b, 3); }},
    {"digits_far", [] { digits<<<1, SMALL>>>(a, b, 32); }},
    {"turns", [] { in_turns<<<1, SMALL>>>(a, b, 1); }},
    {"race_of_turns", [] { in_turns<<<1, SMALL>>>(a, b, 0); }},
    {"chunks", [] { chunks<<<1, SMALL>>>(a, b, 16, 0); }},
    {"chunks_beyond", [] { chunks<<<1, SMALL>>>(a, b, 16, 1); }},
    {"chunks_unwritten", [] { chunks<<<1, SMALL>>>(fresh, b, 3, 0); }},
    {"letters_of_words", [] { letters_of<<<1, SMALL>>>(odd, odd + 2 * SMALL, (short *)b, 70); }},
    {"letters_beyond", [] { letters_of<<<1, SMALL>>>(odd, odd + 2 * SMALL, (short *)b, ODD + 1); }},
    {"race_of_letters", [] { letters_of<<<1, SMALL>>>(odd, odd + 2 * SMALL, (short *)b, SMALL); }},
    {"twice", [] { twice<<<1, SMALL>>>(a, b, 0); }},
    {"twice_beyond", [] { twice<<<1, SMALL>>>(a, b, WORDS - 9); }},
    {"race_of_twice", [] { twice<<<1, SMALL>>>(a, b, SMALL + 1); }},
    {"relax", [] { relax<<<1, SMALL>>>(a, 5, SMALL); }},
    {"race_of_relax", [] { cudaMemset(a + SMALL, 255, 4 * SMALL), relax<<<1, SMALL>>>(a, 5, 3); }},
};

#endif
