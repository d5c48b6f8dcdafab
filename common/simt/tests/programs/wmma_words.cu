// Tensor cores with factors of 4 bits and of one: products, saturated sums, and bits that differ or are set in both.
#include <cstdio>
#include <mma.h>

using namespace nvcuda::wmma;
namespace bits = nvcuda::wmma::experimental;

const int LD = 8; // words from row to row, of which a product takes 4

template <class T, int K, int PER_WORD, class Multiply>
__device__ void product(const unsigned *a, const unsigned *b, int *c, Multiply multiply) {
    fragment<matrix_a, 8, 8, K, T, row_major> f_a;
    fragment<matrix_b, 8, 8, K, T, col_major> f_b;
    fragment<accumulator, 8, 8, K, int> sums;
    load_matrix_sync(f_a, (const decltype(f_a.x[0] + 0) *)a, LD * PER_WORD);
    load_matrix_sync(f_b, (const decltype(f_b.x[0] + 0) *)b, LD * PER_WORD);
    load_matrix_sync(sums, c, 8, mem_row_major);
    multiply(sums, f_a, f_b);
    store_matrix_sync(c, sums, 8, mem_row_major);
}

struct numbers {
    bool satf;
    template <class C, class A, class B> __device__ void operator()(C &c, const A &a, const B &b) const {
        mma_sync(c, a, b, c, satf);
    }
};
struct differing {
    template <class C, class A, class B> __device__ void operator()(C &c, const A &a, const B &b) const {
        bmma_sync(c, a, b, c, bits::bmmaBitOpXOR, bits::bmmaAccumulateOpPOPC);
    }
};
struct common {
    template <class C, class A, class B> __device__ void operator()(C &c, const A &a, const B &b) const {
        bmma_sync(c, a, b, c, bits::bmmaBitOpAND);
    }
};

__global__ void k(const unsigned *a, const unsigned *b, int *c) {
    product<bits::precision::s4, 32, 8>(a, b, c, numbers{false});
    product<bits::precision::u4, 32, 8>(a, b, c + 64, numbers{false});
    product<bits::precision::u4, 32, 8>(a, b, c + 128, numbers{true});
    product<bits::precision::b1, 128, 32>(a, b, c + 192, differing());
    product<bits::precision::b1, 128, 32>(a, b, c + 256, common());
}

static int nibble(unsigned word, int i, bool is_signed) {
    int x = word >> (4 * i) & 15;
    return is_signed && x > 7 ? x - 16 : x;
}

static long long expect(int kind, const unsigned *a, const unsigned *b, long long sum) {
    for (int w = 0; w < 4; w++) {
        for (int i = 0; i < 8 && kind < 3; i++) sum += nibble(a[w], i, kind == 0) * nibble(b[w], i, kind == 0);
        for (int i = 0; i < 32 && kind >= 3; i++) {
            unsigned x = a[w] >> i & 1, y = b[w] >> i & 1;
            sum += kind == 3 ? x ^ y : x & y;
        }
    }
    return kind == 2 && sum > 2147483647 ? 2147483647 : sum;
}

int main() {
    unsigned a[8 * LD], b[8 * LD], *d_a, *d_b, x = 1;
    int c[5 * 64], first[5 * 64], *d_c, bad = 0;
    for (int i = 0; i < 8 * LD; i++) {
        a[i] = x = x * 1664525 + 1013904223;
        b[i] = x = x * 1664525 + 1013904223;
    }
    for (int i = 0; i < 5 * 64; i++) first[i] = c[i] = i / 64 == 2 ? 2147483000 + i % 64 : i * 37 % 101 - 50;
    cudaMalloc(&d_a, sizeof a);
    cudaMalloc(&d_b, sizeof b);
    cudaMalloc(&d_c, sizeof c);
    cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice);
    cudaMemcpy(d_c, c, sizeof c, cudaMemcpyHostToDevice);
    k<<<1, 32>>>(d_a, d_b, d_c);
    cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 5 * 64; i++) {
        long long want = expect(i / 64, a + i % 64 / 8 * LD, b + i % 8 * LD, first[i]);
        if (c[i] != want && ++bad < 5) printf("kind %d, sum %d: %d, not %lld\n", i / 64, i % 64, c[i], want);
    }
    printf(bad ? "FAIL\n" : "PASS\n");
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    return bad != 0;
}
