// The kernels of trials.cu that touch members of elements alone, or load by indices from memory, and their cases.
#ifndef TRIALS_MEMBERS_H
#define TRIALS_MEMBERS_H

/* An element's members belong to two threads. */
__global__ void members_apart(float2 *a, float2 *b, int far, int n) {
    int t = threadIdx.x;
    a[t].x = t;
    a[t + far].y = 2 * t;
    __syncthreads();
    b[t].x = a[t].y + a[n - 1 - t].x;
    b[t].y -= a[t].x;
}
/* One member is written, and another one read. */
__global__ void one_member(float4 *a, float2 *b, int far, int n) {
    int t = threadIdx.x;
    if (t < n) a[t].y = t;
    b[t].x = a[t + far].z;
    b[t].y = a[t].y;
}
/* The same words as elements of three widths, before anybody writes one and afterwards. */
__global__ void three_widths(float4 *a, float2 *b, float *c, float *out, int distance) {
    int t = threadIdx.x;
    float x = a[t].w + b[t].y + c[t];
    float2 both = b[t];
    out[t] = x + both.x;
    __syncthreads();
    a[t].z = x;
    b[t + 2 * SMALL].x = x;
    __syncthreads();
    out[t] += b[2 * t + 1 + distance].x;
    b[t].y = x;
}
/* Elements are touched as a whole, and their last members also alone. */
__global__ void whole_elements(float2 *a, float2 *b, int far) {
    int t = threadIdx.x;
    float2 v = b[t];
    a[t] = v;
    b[t].x = a[t + far].y;
}
/* Blocks have a member each. */
__global__ void member_of_block(float2 *a, int both) {
    int t = threadIdx.x;
    if (blockIdx.x == 0) a[t].x = t;
    if (blockIdx.x == 1) a[t].y = t;
    if (blockIdx.x == 1 && t < both) a[t].x += 1;
}
__global__ void write_x(float2 *a) {
    a[threadIdx.x].x = threadIdx.x;
}
__global__ void write_y(float2 *a, int n) {
    int t = threadIdx.x;
    if (t < n) a[t].y += 1;
}
__global__ void add_members(const float2 *a, float2 *b) {
    int t = threadIdx.x;
    b[t].x = a[t].x + a[t].y;
}
/* A structure that is declared first and gets its value later. */
__global__ void declared_first(const float2 *a, float2 *b, int far, int n) {
    int t = threadIdx.x, k;
    float2 u = a[t + far], w;
    float sum;
    k = t;
    w.x = u.y;
    if (t < n) w.y = 2 * u.x;
    sum = w.x + w.y;
    b[k] = w;
    b[k + SMALL].x = sum;
}

/* Indices from memory: what is gathered, and where it is scattered to. */
__global__ void gathered(int *a, int *b, int far, int n) {
    int t = threadIdx.x;
    if (t < n) b[t] = a[a[t + far]];
}
__global__ void scattered(int *a, int *b, int far, int mask) {
    __shared__ int s[SMALL];
    int t = threadIdx.x;
    s[t] = (t * 5 + 3) & mask;
    __syncthreads();
    b[s[t]] = a[t + far];
    __syncthreads();
    b[SMALL + t] = b[s[t]] + s[s[t]];
}
/* Its index may be one that it has stored, or that another thread stores. */
__global__ void stored_index(int *a, int *b, int far) {
    int t = threadIdx.x;
    a[t] = (t + 1) % SMALL;
    b[t] = b[a[t + far]] + 1;
}

static const struct test member_cases[] = {
    {"gathered", with_small<gathered, 5, SMALL>},
    {"gathered_of_some", with_small<gathered, 5, 20>},
    {"gathered_beyond", with_small<gathered, WORDS - 20, SMALL>},
    {"gathered_of_unwritten", [] { gathered<<<1, SMALL>>>(fresh, b, 0, SMALL); }},
    {"gathered_wildly", [] { cudaMemset(a, 0x77, 64), gathered<<<1, SMALL>>>(a, b, 0, SMALL); }},
    {"race_of_gathered", [] { gathered<<<1, SMALL>>>(a, a, 1, SMALL); }},
    {"scattered", with_small<scattered, 1, SMALL - 1>},
    {"race_of_scattered", with_small<scattered, 1, SMALL / 2 - 1>},
    {"scattered_beyond", with_small<scattered, 1, -1>},
    {"stored_index", [] { stored_index<<<1, SMALL>>>(a, b, 0); }},
    {"race_of_stored_index", [] { stored_index<<<1, SMALL>>>(a, b, 1); }},
    {"index_elsewhere", [] { stored_index<<<1, SMALL>>>(a, b, SMALL); }},
    {"members_apart", [] { members_apart<<<1, SMALL>>>((float2 *)a, (float2 *)b, 1, SMALL); }},
    {"members_of_one", [] { members_apart<<<1, SMALL>>>((float2 *)a, (float2 *)b, 0, SMALL); }},
    {"members_beyond",
     [] { members_apart<<<1, SMALL>>>((float2 *)a, (float2 *)b, WORDS / 2 - 9, SMALL); }},
    {"race_of_members", [] { members_apart<<<1, SMALL>>>((float2 *)a, (float2 *)a, 1, SMALL); }},
    {"members_of_unwritten",
     [] { members_apart<<<1, SMALL>>>((float2 *)fresh, (float2 *)b, 0, SMALL); }},
    {"one_member", [] { one_member<<<1, SMALL>>>((float4 *)a, (float2 *)b, 1, SMALL); }},
    {"one_member_of_some", [] { one_member<<<1, SMALL>>>((float4 *)a, (float2 *)b, 0, 40); }},
    {"one_unwritten_member",
     [] { one_member<<<1, SMALL>>>((float4 *)fresh, (float2 *)b, 0, SMALL); }},
    {"race_of_one_member", [] { one_member<<<1, SMALL>>>((float4 *)a, (float2 *)a, 1, SMALL); }},
    {"three_widths",
     [] { three_widths<<<1, SMALL>>>((float4 *)a, (float2 *)a, (float *)a, (float *)b, 0); }},
    {"race_of_widths",
     [] { three_widths<<<1, SMALL>>>((float4 *)a, (float2 *)a, (float *)a, (float *)b, -1); }},
    {"whole_elements", [] { whole_elements<<<1, SMALL>>>((float2 *)a, (float2 *)b, 0); }},
    {"race_of_whole_elements", [] { whole_elements<<<1, SMALL>>>((float2 *)a, (float2 *)b, 1); }},
    {"half_of_whole_elements",
     [] { write_x<<<1, SMALL>>>((float2 *)fresh), whole_elements<<<1, SMALL>>>((float2 *)a, (float2 *)fresh, 0); }},
    {"member_of_block", [] { member_of_block<<<2, SMALL>>>((float2 *)a, 0); }},
    {"race_of_member_of_block", [] { member_of_block<<<2, SMALL>>>((float2 *)a, 7); }},
    {"unwritten_y",
     [] {
         write_x<<<1, SMALL>>>((float2 *)fresh),
             add_members<<<1, SMALL>>>((float2 *)fresh, (float2 *)b);
     }},
    {"written_apart",
     [] {
         write_x<<<1, SMALL>>>((float2 *)fresh),
             one_member<<<1, SMALL / 2>>>((float4 *)a, (float2 *)fresh, 1, SMALL);
         add_members<<<1, SMALL / 2>>>((float2 *)fresh, (float2 *)b);
     }},
    {"members_of_two_streams",
     [] {
         write_x<<<1, SMALL, 0, s>>>((float2 *)a), write_y<<<1, SMALL, 0, r>>>((float2 *)a, 50);
     }},
    {"race_of_member_of_streams",
     [] {
         write_y<<<1, SMALL, 0, s>>>((float2 *)a, 9),
             write_y<<<1, SMALL, 0, r>>>((float2 *)a, SMALL);
     }},
    {"declared_first", [] { declared_first<<<1, SMALL>>>((float2 *)a, (float2 *)b, 3, SMALL); }},
    {"declared_first_beyond",
     [] { declared_first<<<1, SMALL>>>((float2 *)a, (float2 *)b, WORDS / 2 - 9, SMALL); }},
    {"declared_and_half_set",
     [] { declared_first<<<1, SMALL>>>((float2 *)a, (float2 *)b, 3, 40); }},
};

#endif
