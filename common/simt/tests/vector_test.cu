/**
 * @file
 * @brief Vector types have CUDA's sizes and alignments: nvcc compiles the same assertions.
 */
#include <cstdio>

#define SAME(type, bytes, alignment)                                                               \
    static_assert(sizeof(type) == bytes && alignof(type) == alignment, #type)

/* Of four types: one to four components, each with its size; alignments of two and of four. */
#define SAME_FOUR(name, bytes, align2, align4)                                                     \
    SAME(name##1, bytes, bytes);                                                                   \
    SAME(name##2, 2 * bytes, align2);                                                              \
    SAME(name##3, 3 * bytes, bytes);                                                               \
    SAME(name##4, 4 * bytes, align4)

SAME_FOUR(char, 1, 2, 4);
SAME_FOUR(uchar, 1, 2, 4);
SAME_FOUR(short, 2, 4, 8);
SAME_FOUR(ushort, 2, 4, 8);
SAME_FOUR(int, 4, 8, 16);
SAME_FOUR(uint, 4, 8, 16);
SAME_FOUR(float, 4, 8, 16);
SAME(long2, 16, 16);
SAME(ulong3, 24, 8);
SAME(longlong1, 8, 8);
SAME(ulonglong2, 16, 16);
SAME(double3, 24, 8);
SAME(long4_16a, 32, 16);
SAME(ulong4_32a, 32, 32);
SAME(longlong4_32a, 32, 32);
SAME(ulonglong4_16a, 32, 16);
SAME(double4_16a, 32, 16);
SAME(double4_32a, 32, 32);
SAME(dim3, 12, 4);

static int report(bool ok, const char *promise) {
    printf("%s - %s\n", ok ? "ok" : "not ok", promise);
    return !ok;
}

int main() {
    float4 f = make_float4(1, 2, 3, 4);
    uchar3 u = make_uchar3(1, 2, 255);
    double2 d = {0.5, -0.5};
    dim3 grid(7), from_uint3 = make_uint3(1, 2, 3);
    int failed = report(f.x == 1 && f.w == 4 && u.z == 255 && d.y == -0.5, "vectors are made");
    failed |= report(grid.x == 7 && grid.y == 1 && grid.z == 1 && from_uint3.z == 3,
                     "dim3 fills up with ones, and is made of a uint3");
    return failed;
}
