/**
 * @file
 * @brief Integer, bit, float and conversion instructions of PTX: the bits are those of an H100.
 */
#include <cstdio>
#include <cstring>

/* An instruction of one to four operands of 32 bits, its result added to a sum of its own. */
#define R1(i, op)                                                                                  \
    asm(op " %0, %1;" : "=r"(r) : "r"(a));                                                         \
    sum(i, r)
#define R2(i, op)                                                                                  \
    asm(op " %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));                                             \
    sum(i, r)
#define R3(i, op)                                                                                  \
    asm(op " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));                                 \
    sum(i, r)
#define F2(i, op)                                                                                  \
    asm(op " %0, %1, %2;" : "=f"(g) : "f"(x), "f"(y));                                             \
    sum(i, __float_as_uint(g))
#define F3(i, op)                                                                                  \
    asm(op " %0, %1, %2, %3;" : "=f"(g) : "f"(x), "f"(y), "f"(z));                                 \
    sum(i, __float_as_uint(g))
#define TO_R(i, op)                                                                                \
    asm(op " %0, %1;" : "=r"(r) : "f"(x));                                                         \
    sum(i, r)
enum { OPS = 48 };

__global__ void all(unsigned *sums) {
    const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned a = t * 2654435761u, b = (t ^ 0x55) * 40503u, c = t % 41 + (t << 20), r;
    if (t % 5 == 0) b = t % 37;
    const float x = __uint_as_float(a), y = __uint_as_float(b * 9), z = __int_as_float((int)c * 3),
                small = (int)a * 1e-5f;
    float g;
    auto sum = [&](int i, unsigned value) { atomicAdd(&sums[i], value * (2 * t + 1)); };
    R2(0, "add.u32");
    R2(1, "sub.s32");
    R2(2, "mul.lo.u32");
    R2(3, "mul.hi.s32");
    R2(4, "mul24.lo.s32");
    R3(5, "mad.lo.s32");
    R3(6, "mad.hi.u32");
    R3(7, "sad.s32");
    R2(8, "add.sat.s32");
    R2(9, "sub.sat.s32");
    R2(10, "min.s32");
    R2(11, "max.u32");
    R1(12, "abs.s32");
    R1(13, "neg.s32");
    R2(14, "shl.b32");
    R2(15, "shr.s32");
    R3(16, "bfe.s32");
    R3(17, "bfe.u32");
    R1(18, "bfind.s32");
    R1(19, "bfind.shiftamt.u32");
    R1(20, "brev.b32");
    R1(21, "clz.b32");
    R1(22, "popc.b32");
    R3(23, "prmt.b32");
    R3(24, "shf.l.wrap.b32");
    R3(25, "shf.r.clamp.b32");
    R1(26, "cnot.b32");
    R3(27, "dp4a.s32.u32");
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    sum(28, r);
    asm("bfi.b32 %0, %1, %2, %3, 9;" : "=r"(r) : "r"(a), "r"(b), "r"(t & 31));
    sum(29, r);
    asm("{.reg .pred p, q; setp.gt.and.s32 p|q, %1, %2, 1; selp.b32 %0, %1, %2, q;}"
        : "=r"(r)
        : "r"(a), "r"(b));
    sum(30, r);
    asm("set.lt.u32.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    sum(31, r);
    F2(32, "add.rz.f32");
    F2(33, "mul.rn.ftz.f32");
    F2(34, "sub.rp.f32");
    F3(35, "fma.rm.f32");
    F2(36, "min.f32");
    F2(37, "max.NaN.f32");
    F2(38, "add.sat.f32");
    TO_R(39, "cvt.rni.s32.f32");
    TO_R(40, "cvt.rzi.u32.f32");
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(small), "f"(y));
    sum(41, r);
    asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    sum(42, r);
    asm("cvt.rz.f32.s32 %0, %1;" : "=f"(g) : "r"(a));
    sum(43, __float_as_uint(g));
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(small));
    sum(44, r);
    asm("cvt.sat.s8.s32 %0, %1;" : "=r"(r) : "r"(b - 3000000));
    sum(45, r);
    asm("{.reg .f32 h; div.rn.f32 h, %1, %2; sqrt.rn.f32 h, h; mov.b32 %0, h;}"
        : "=r"(r)
        : "f"(y), "f"(z));
    sum(46, r);
    double d = small;
    asm("fma.rn.f64 %0, %0, %1, 0d3FF0000000000000;" : "+d"(d) : "d"(d));
    sum(47, __double2loint(d) ^ __double2hiint(d));
}

/* Measured on an H100. */
const unsigned want[OPS] = {
    0xae8af504, 0x4ca64afc, 0x4b1787c9, 0xd9900229, 0x331787c9, 0x8af98a21, 0x58140420, 0x7626ef34,
    0x76801b7e, 0xf065a5bc, 0x3c230414, 0xf28b8482, 0x000d799e, 0x82676000, 0xc70969b6, 0x83be2b45,
    0xf1480404, 0xb50e8562, 0xd000c91c, 0x100335b6, 0xd451292b, 0x100335d7, 0xfffd74b0, 0x1b983fed,
    0x32e3e3f7, 0xf9bb3edc, 0x00000001, 0x172c1413, 0x9f4da792, 0xa0858db2, 0x3c230414, 0xfeae0366,
    0x85adebcc, 0xaa4a8413, 0x0e6a8976, 0x7b83a964, 0x86762c75, 0x311bdce1, 0x9a46f3ac, 0xb7af929b,
    0xb0aaf313, 0x5c97cc4c, 0x1d309441, 0x29f4e167, 0x02cf6000, 0xbff191b0, 0xbbc350ce, 0x8ef91520};

int main() {
    unsigned *sums, wrong = 0;
    cudaMallocManaged(&sums, OPS * sizeof(*sums));
    memset(sums, 0, OPS * sizeof(*sums));
    all<<<64, 256>>>(sums);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    for (int i = 0; i < OPS; i++)
        if (sums[i] != want[i]) printf("%d:%08x ", i, sums[i]), wrong++;
    puts(wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
