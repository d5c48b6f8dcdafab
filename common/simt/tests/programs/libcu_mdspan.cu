/**
 * @file
 * @brief Views of several dimensions: rows, columns, strides, sizes in the type and sizes in the view.
 */
#include <cstdio>
#include <cuda/mdspan>
#include <cuda/std/array>
#include <cuda/std/mdspan>

namespace cs = cuda::std;
using grid = cs::mdspan<float, cs::dextents<int, 2>>;
using constant_grid = cs::mdspan<const float, cs::dextents<int, 2>>;
using tile = cs::mdspan<int, cs::extents<int, 8, 32>>;
using columns = cs::mdspan<const float, cs::extents<int, cs::dynamic_extent, 4>, cs::layout_left>;

__global__ void smooth(constant_grid in, grid out) {
    int r = blockIdx.y * blockDim.y + threadIdx.y, c = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= out.extent(0) || c >= out.extent(1)) return;
    bool edge = r == 0 || c == 0 || r == out.extent(0) - 1 || c == out.extent(1) - 1;
    out(r, c) = edge ? in(r, c) : (in(r - 1, c) + in(r + 1, c) + in(r, c - 1) + in(r, c + 1)) / 4;
}

__global__ void turn(cuda::restrict_mdspan<int, cs::extents<int, 8, 32>> m) {
    __shared__ int s[8 * 32];
    tile t(s);
    t(threadIdx.y, threadIdx.x) = m(threadIdx.y, threadIdx.x);
    __syncthreads();
    m(threadIdx.y, threadIdx.x) = t(7 - threadIdx.y, 31 - threadIdx.x);
}

template <class M> __host__ __device__ int weigh(M m) {
    int sum = 0;
    for (int i = 0; i < m.extent(0); i++)
        for (int j = 0; j < m.extent(1); j++) sum = sum * 3 % 1000003 + (int)m(i, j);
    return sum;
}
__global__ void weigh_all(columns c, int *out) {
    *out = weigh(c);
}

static int wrong = 0;
static void expect(bool right, int line) {
    if (!right) printf("line %d\n", line), wrong++;
}
#define EXPECT(what) expect(what, __LINE__)

static void look(float *a) {
    cs::mdspan rows(a, 5, 7);
    static_assert(decltype(rows)::rank() == 2 && decltype(rows)::rank_dynamic() == 2);
    static_assert(columns::static_extent(1) == 4 && columns::rank_dynamic() == 1);
    EXPECT(&rows(2, 3) == a + 17 && rows.stride(0) == 7 && rows.size() == 35 &&
           rows.is_exhaustive());
    EXPECT((rows[cs::array<int, 2>{1, 2}] == a[9]));
    cs::mdspan<float, cs::extents<int, 2, cs::dynamic_extent, 3>> box(a, 4), all_given(a, 2, 4, 3);
    EXPECT(&box(1, 2, 2) == a + 20 && box.extents() == all_given.extents());
    cs::mdspan<const float, cs::dextents<long, 3>> wider = box;
    EXPECT(&wider(1, 3, 2) == a + 23);
    cs::layout_stride::mapping<cs::dextents<int, 2>> every(cs::dextents<int, 2>(2, 3),
                                                           cs::array<int, 2>{14, 2});
    cs::mdspan some(a, every);
    EXPECT(&some(1, 2) == a + 18 && some.mapping().required_span_size() == 19 &&
           !some.is_exhaustive());
    cs::mdspan<float, cs::dextents<int, 2>, cs::layout_left> left(a, cs::array<int, 2>{3, 4});
    cs::mdspan<float, cs::dextents<int, 2>, cs::layout_stride> strided = left;
    EXPECT(&strided(2, 3) == a + 11 && strided.stride(1) == 3 && strided.is_exhaustive());
    EXPECT((rows.extents() != cs::extents<int, 5, 6>() && cs::dims<2>(3, 4).extent(1) == 4));
    cs::mdspan<float, cs::dextents<int, 2>> none;
    EXPECT(none.empty() && !none.data_handle());
}

int main() {
    float *a, *b;
    int *m, *sum;
    cudaMallocManaged(&a, 35 * sizeof *a);
    cudaMallocManaged(&b, 35 * sizeof *b);
    cudaMallocManaged(&m, 256 * sizeof *m);
    cudaMallocManaged(&sum, sizeof *sum);
    for (int i = 0; i < 35; i++) a[i] = i * i;
    for (int i = 0; i < 256; i++) m[i] = i;
    columns c(a, 5);
    smooth<<<1, dim3(8, 8)>>>(grid(a, 5, 7), grid(b, 5, 7));
    turn<<<1, dim3(32, 8)>>>(tile(m));
    weigh_all<<<1, 1>>>(c, sum);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess);
    EXPECT(b[8] == 89 && b[6] == 36 && m[0] == 255 && *sum == weigh(c) && &c(1, 2) == a + 11);
    look(a);
    if (!wrong) printf("PASS\n");
    return wrong;
}
