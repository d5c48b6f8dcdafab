/**
 * @file
 * @brief Intrinsics give CUDA's results, at their edges too. Valid CUDA: nvcc's build says the same.
 *
 * `using namespace std` stands here on purpose: min and max must stay unambiguous.
 */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <math_constants.h>

using namespace std;

/* A kernel leaves the line of its last expectation that failed. */
#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) *wrong = __LINE__;                                                       \
    } while (0)

/* Hides a value from the compiler, so that the intrinsic itself answers. */
template <class T> __device__ T hide(T x) {
    volatile T hidden = x;
    return hidden;
}

__device__ unsigned next_random(unsigned *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state ^ *state >> 15;
}

__global__ void count_bits(int *wrong) {
    EXPECT(__clz(hide(0)) == 32 && __clz(hide(1)) == 31 && __clz(hide(-1)) == 0);
    EXPECT(__clzll(hide(0ll)) == 64 && __clzll(hide(1ll << 40)) == 23);
    EXPECT(__ffs(hide(0)) == 0 && __ffs(hide(8)) == 4 && __ffs(hide((int)0x80000000)) == 32);
    EXPECT(__ffsll(hide(0ll)) == 0 && __ffsll(hide(1ll << 63)) == 64);
    EXPECT(__popc(hide(0xffffffffu)) == 32 && __popc(hide(0u)) == 0);
    EXPECT(__popcll(hide(0xf0f0f0f0f0f0f0f0ull)) == 32);
    EXPECT(__fns(hide(0xb0u), 0, 2) == 5 && __fns(hide(0xb0u), 31, -1) == 7);
    EXPECT(__fns(hide(0xb0u), 5, 0) == 5 && __fns(hide(0xb0u), 0, 4) == 0xffffffff);
    EXPECT(__fns(hide(0xb0u), 6, 0) == 0xffffffff && __fns(hide(0xb0u), 5, 2) == 7);
    EXPECT(__fns(hide(0xb0u), 5, -2) == 4 && __fns(hide(0u), 0, 1) == 0xffffffff);
}

__global__ void move_bits(int *wrong) {
    unsigned state = 1;
    for (int i = 0; i < 200; i++) {
        unsigned x = next_random(&state), y = next_random(&state), s = next_random(&state);
        unsigned reversed = 0, picked = 0;
        for (int b = 0; b < 32; b++) reversed |= (x >> b & 1) << (31 - b);
        for (int b = 0; b < 4; b++) {
            unsigned at = s >> 4 * b & 7;
            picked |= ((at < 4 ? x : y) >> 8 * (at & 3) & 0xff) << 8 * b;
        }
        EXPECT(__brev(x) == reversed);
        EXPECT(__brevll((unsigned long long)y << 32 | x) ==
               ((unsigned long long)reversed << 32 | __brev(y)));
        EXPECT(__byte_perm(x, y, s) == picked);
    }
    EXPECT(__byte_perm(hide(0x80u), 0, 0x8888) == 0x80808080u);
}

__global__ void shift_across_words(int *wrong) {
    const unsigned low = 0x89abcdef, high = 0x01234567;
    for (unsigned shift = 0; shift < 80; shift++) {
        unsigned s = shift % 32, left = s ? high << s | low >> (32 - s) : high,
                 right = s ? low >> s | high << (32 - s) : low;
        EXPECT(__funnelshift_l(low, high, hide(shift)) == left);
        EXPECT(__funnelshift_r(low, high, hide(shift)) == right);
        EXPECT(__funnelshift_lc(low, high, hide(shift)) == (shift < 32 ? left : low));
        EXPECT(__funnelshift_rc(low, high, hide(shift)) == (shift < 32 ? right : high));
    }
}

__global__ void multiply(int *wrong) {
    EXPECT(__mulhi(hide(-1), 1) == -1 && __mulhi(hide(1 << 30), 8) == 2);
    EXPECT(__umulhi(hide(0xffffffffu), 0xffffffffu) == 0xfffffffe);
    EXPECT(__mul64hi(hide(-1ll), 1) == -1);
    EXPECT(__umul64hi(hide(~0ull), ~0ull) == ~0ull - 1);
    EXPECT(__mul24(hide(0x7f000003), 5) == 15 && __mul24(hide(0xffffff), 2) == -2);
    EXPECT(__mul24(hide(0x400000), 0x400000) == 0 && __umul24(hide(0xff000003u), 5) == 15);
    EXPECT(__dp4a(hide(0x01020304), 0x01010101, 100) == 110);
    EXPECT(__dp4a(hide((int)0xff000000), 0x02000000, 0) == -2);
    EXPECT(__dp4a(hide(0xff000000u), 0x02000000u, 0u) == 510);
    const char4 bytes = make_char4(1, -2, 3, -128);
    EXPECT(__dp4a(bytes, bytes, hide(7)) == 7 + 1 + 4 + 9 + 16384);
    EXPECT(__dp4a(make_uchar4(255, 1, 2, 3), make_uchar4(255, 1, 1, 1), hide(1u)) == 65032);
    EXPECT(__dp2a_lo(hide(0x0003ffff), 0x7f8002ff, 10) == 10 + 1 + 6);
    EXPECT(__dp2a_hi(hide(0x0003ffff), 0x7f8002ff, 10) == 10 + 128 + 381);
    EXPECT(__dp2a_lo(hide(0x0003ffffu), 0x7f8002ffu, 1u) == 1 + 65535 * 255 + 6);
    EXPECT(__dp2a_hi(hide(0x0003ffffu), 0x7f8002ffu, 1u) == 1 + 65535 * 128 + 381);
    EXPECT(__dp2a_lo(make_short2(-5, 3), bytes, hide(0)) == -11);
    EXPECT(__dp2a_hi(make_short2(-5, 3), bytes, hide(0)) == -399);
    EXPECT(__dp2a_lo(make_ushort2(65535, 3), make_uchar4(255, 2, 0, 0), hide(0u)) == 16711431);
    EXPECT(__dp2a_hi(make_ushort2(65535, 3), make_uchar4(0, 0, 1, 2), hide(0u)) == 65541);
}

__global__ void subtract_and_average(int *wrong) {
    const int smallest = (int)0x80000000, greatest = 0x7fffffff;
    EXPECT(__sad(hide(smallest), greatest, 1u) == 0);
    EXPECT(__sad(hide(3), 10, 5u) == 12 && __usad(hide(0u), 0xffffffffu, 1u) == 0);
    EXPECT(__hadd(hide(greatest), greatest) == greatest && __hadd(hide(-3), 0) == -2);
    EXPECT(__rhadd(hide(-3), 0) == -1 && __rhadd(hide(smallest), smallest) == smallest);
    EXPECT(__uhadd(hide(0xffffffffu), 0xfffffffeu) == 0xfffffffe);
    EXPECT(__urhadd(hide(0xffffffffu), 0xfffffffeu) == 0xffffffff);
}

__global__ void compare(int *wrong) {
    EXPECT(min(hide(-1), 2) == -1 && max(hide(-1), 2) == 2);
    EXPECT(min(hide(-1), 2u) == 2u && max(hide(2u), -1) == 0xffffffffu);
    EXPECT(min(hide(-1ll), 5ull) == 5ull && max(hide(-1l), 5l) == 5 && min(7ul, hide(9l)) == 7);
    EXPECT(min(sizeof(short), sizeof(int)) == 2 && ::min((short)3, (short)-4) == -4);
    EXPECT(min(hide(CUDART_NAN_F), 2.0f) == 2 && max(2.0f, hide(CUDART_NAN_F)) == 2);
    EXPECT(min(hide(1.5f), 2.0) == 1.5 && max(hide(1.5), 2.0f) == 2);
    EXPECT(umin(hide(3u), 4u) == 3 && umax(hide(3u), 4u) == 4);
    EXPECT(llmin(hide(-3ll), 4) == -3 && llmax(hide(-3ll), 4) == 4);
    EXPECT(ullmin(hide(3ull), 4) == 3 && ullmax(hide(~0ull), 4) == ~0ull);
    EXPECT(fminf(hide(CUDART_NAN_F), 1) == 1 && abs(hide(-2.5f)) == 2.5f);
}

__global__ void cast_bits(int *wrong) {
    EXPECT(__float_as_int(hide(-0.0f)) == (int)0x80000000 && __float_as_uint(1.0f) == 0x3f800000);
    EXPECT(__int_as_float(hide(0x40490fdb)) == CUDART_PI_F && __uint_as_float(0x40000000) == 2);
    EXPECT(__double_as_longlong(hide(1.0)) == 0x3ff0000000000000ll);
    EXPECT(__longlong_as_double(hide(0x4000000000000000ll)) == 2);
    EXPECT(__double2hiint(hide(1.0)) == 0x3ff00000 && __double2loint(hide(1.0)) == 0);
    EXPECT(__hiloint2double(hide(0x3ff00000), (int)0x80000000) > 1);
}

__global__ void float_to_integer(int *wrong) {
    const float nan = CUDART_NAN_F, inf = CUDART_INF_F;
    EXPECT(__float2int_rn(hide(2.5f)) == 2 && __float2int_rn(hide(3.5f)) == 4);
    EXPECT(__float2int_rz(hide(-2.9f)) == -2 && __float2int_rd(hide(-2.1f)) == -3);
    EXPECT(__float2int_ru(hide(2.1f)) == 3 && __float2int_rz(hide(nan)) == 0);
    EXPECT(__float2int_rz(hide(inf)) == 0x7fffffff && __float2int_rz(hide(3e9f)) == 0x7fffffff);
    EXPECT(__float2int_rz(hide(-3e9f)) == (int)0x80000000);
    EXPECT(__float2uint_rz(hide(-1.5f)) == 0 && __float2uint_rz(hide(5e9f)) == 0xffffffff);
    EXPECT(__float2uint_rz(hide(3e9f)) == 3000000000u && __float2uint_rn(hide(nan)) == 0);
    EXPECT(__float2ll_rz(hide(inf)) == 0x7fffffffffffffffll);
    EXPECT(__float2ll_rz(hide(nan)) == (long long)0x8000000000000000ull);
    EXPECT(__float2ull_rz(hide(nan)) == 0x8000000000000000ull);
    EXPECT(__float2ull_rn(hide(-1.0f)) == 0 && __float2ull_rz(hide(1e30f)) == ~0ull);
    EXPECT(__float2ull_rz(hide(1e19f)) == 9999999980506447872ull);
    EXPECT(__double2int_rz(hide(2147483647.5)) == 0x7fffffff && __double2int_rn(-0.5) == 0);
    EXPECT(__double2int_rz(hide((double)nan)) == (int)0x80000000);
    EXPECT(__double2uint_rz(hide((double)nan)) == 0x80000000u);
    EXPECT(__double2uint_rd(hide(4294967295.9)) == 0xffffffff && __double2uint_ru(-0.5) == 0);
    EXPECT(__double2ll_rn(hide(-2.5)) == -2 && __double2ll_rd(hide(-2.5)) == -3);
    EXPECT(__double2ll_rz(hide(-1e19)) == (long long)0x8000000000000000ull);
    EXPECT(__double2ull_ru(hide(0.1)) == 1 && __double2ull_rz(hide((double)inf)) == ~0ull);
}

__global__ void integer_to_float(int *wrong) {
    const int n = (1 << 24) + 1; /* between two floats */
    EXPECT(__int2float_rn(hide(n)) == 16777216 && __int2float_rz(hide(n)) == 16777216);
    EXPECT(__int2float_ru(hide(n)) == 16777218 && __int2float_rd(hide(n)) == 16777216);
    EXPECT(__int2float_rd(hide(-n)) == -16777218 && __int2float_ru(hide(-n)) == -16777216);
    EXPECT(__uint2float_rn(hide(0xffffffffu)) == 4294967296.0f);
    EXPECT(__uint2float_rz(hide(0xffffffffu)) == 4294967040.0f);
    EXPECT(__ll2float_ru(hide((1ll << 40) + 1)) > 1099511627776.0f);
    EXPECT(__ull2float_rz(hide(~0ull)) == 18446742974197923840.0f);
    EXPECT(__ull2float_rn(hide(~0ull)) == 18446744073709551616.0f);
    EXPECT(__ll2double_rd(hide((1ll << 53) + 1)) == 9007199254740992.0);
    EXPECT(__ll2double_ru(hide((1ll << 53) + 1)) == 9007199254740994.0);
    EXPECT(__ull2double_rn(hide(~0ull)) == 18446744073709551616.0);
    EXPECT(__ull2double_rz(hide(~0ull)) == 18446744073709549568.0);
    EXPECT(__int2double_rn(hide(-7)) == -7 && __uint2double_rn(hide(~0u)) == 4294967295.0);
    EXPECT(__double2float_rn(hide(0.1)) == 0.1f && __double2float_rz(hide(0.1)) < 0.1f);
    EXPECT(__double2float_ru(hide(1e300)) == CUDART_INF_F);
    EXPECT(__double2float_rd(hide(1e300)) == CUDART_MAX_NORMAL_F);
}

__global__ void round_arithmetic(int *wrong) {
    const float one = hide(1.0f), tiny = hide(1e-20f), three = hide(3.0f);
    EXPECT(__fadd_rn(one, tiny) == 1 && __fadd_rz(one, tiny) == 1 && __fadd_rd(one, tiny) == 1);
    EXPECT(__float_as_int(__fadd_ru(one, tiny)) == 0x3f800001);
    EXPECT(__float_as_int(__fsub_rz(one, tiny)) == 0x3f7fffff && __fsub_ru(one, tiny) == 1);
    EXPECT(__float_as_int(__fdiv_rd(one, three)) == 0x3eaaaaaa);
    EXPECT(__float_as_int(__fdiv_rn(one, three)) == 0x3eaaaaab);
    EXPECT(__float_as_int(__frcp_ru(three)) == 0x3eaaaaab);
    EXPECT(__float_as_int(__fmul_ru(tiny, tiny)) == 0x000116c3 && __fmul_rn(tiny, 0) == 0);
    EXPECT(__float_as_int(__fsqrt_rd(hide(2.0f))) == 0x3fb504f3);
    EXPECT(__float_as_int(__fsqrt_ru(hide(2.0f))) == 0x3fb504f4);
    EXPECT(__fmaf_rn(hide(1 + 0x1p-23f), 1 + 0x1p-23f, -1) == 0x1p-22f + 0x1p-46f);
    EXPECT(__fadd_rn(__fmul_rn(hide(1 + 0x1p-23f), 1 + 0x1p-23f), -1) == 0x1p-22f);
    EXPECT(__fmaf_rd(one, one, tiny) == 1 && __fmaf_ru(one, one, tiny) > 1);
    EXPECT(__dadd_ru(hide(1.0), 1e-30) > 1 && __dadd_rn(hide(1.0), 1e-30) == 1);
    EXPECT(__ddiv_rd(hide(1.0), 3) < __ddiv_ru(hide(1.0), 3));
    EXPECT(__drcp_rn(hide(4.0)) == 0.25 && __dsqrt_rn(hide(9.0)) == 3);
    EXPECT(__fma_rn(hide(2.0), 3, 4) == 10 && __dmul_rz(hide(0.1), 0.1) == 0.01);
    EXPECT(1 / three == __frcp_rn(three)); /* the rounding in force is the usual one again */
}

__device__ bool close(double got, double want) {
    return fabs(got - want) <= 2e-6 * (1 + fabs(want));
}

__global__ void approximate(int *wrong) {
    float s, c;
    __sincosf(hide(0.5f), &s, &c);
    EXPECT(close(s, 0.479425539) && close(c, 0.877582562) && close(__tanf(hide(0.5f)), s / c));
    EXPECT(close(__sinf(hide(0.5f)), s) && close(__cosf(hide(0.5f)), c));
    EXPECT(close(__expf(hide(1.0f)), 2.718281828) && close(__logf(hide(10.0f)), 2.302585093));
    EXPECT(close(__log2f(hide(8.0f)), 3) && close(__log10f(hide(100.0f)), 2));
    EXPECT(close(__exp10f(hide(2.0f)), 100) && close(__powf(hide(2.0f), 0.5f), 1.414213562));
    EXPECT(close(__fdividef(hide(1.0f), 3), 1 / 3.0) && close(rsqrtf(hide(4.0f)), 0.5));
    EXPECT(close(rsqrt(hide(0.25)), 2) && close(__frsqrt_rn(hide(2.0f)), 0.707106781));
    EXPECT(__saturatef(hide(-1.0f)) == 0 && __saturatef(hide(7.0f)) == 1);
    EXPECT(__saturatef(hide(CUDART_NAN_F)) == 0 && __saturatef(hide(0.5f)) == 0.5f);
    sincospif(hide(0.5f), &s, &c);
    EXPECT(s == 1 && c == 0 && sinpi(hide(1.0)) == 0 && cospi(hide(-1.0)) == -1);
    EXPECT(close(sinpi(hide(2.25)), 0.707106781) && close(cospi(hide(0.75)), -0.707106781));
    EXPECT(close(rcbrt(hide(8.0)), 0.5) && close(norm3df(hide(2.0f), 3, 6), 7));
    EXPECT(close(normcdf(hide(0.0)), 0.5) && close(rhypot(hide(3.0), 4), 0.2));
}

__global__ void pack_lanes(int *wrong) {
    EXPECT(__vadd4(hide(0xff01807fu), 0x02010101u) == 0x01028180);
    EXPECT(__vadd2(hide(0xffff0001u), 0x00010001u) == 0x00000002);
    EXPECT(__vsub4(hide(0x00000000u), 0x01010101u) == 0xffffffff);
    EXPECT(__vcmpeq4(hide(0x01020304u), 0x01000304u) == 0xff00ffff);
    EXPECT(__vcmpgtu4(hide(0x80017f00u), 0x7f018000u) == 0xff000000);
    EXPECT(__vcmpgts4(hide(0x80017f00u), 0x7f018000u) == 0x0000ff00);
    EXPECT(__vsetne2(hide(0x00010002u), 0x00010003u) == 0x00000001);
    EXPECT(__vmaxu4(hide(0x80017f00u), 0x7f018001u) == 0x80018001);
    EXPECT(__vmins2(hide(0x80000001u), 0x00010000u) == 0x80000000);
    EXPECT(__vabsdiffu4(hide(0x05010000u), 0x010500ffu) == 0x040400ff);
    EXPECT(__vabs4(hide(0x80ff017fu)) == 0x8001017f && __vabsss4(hide(0x80ff017fu)) == 0x7f01017f);
    EXPECT(__vneg2(hide(0x80000001u)) == 0x8000ffff && __vnegss2(hide(0x80000001u)) == 0x7fffffff);
    EXPECT(__vaddss4(hide(0x7f80ff01u), 0x01ff0101u) == 0x7f800002);
    EXPECT(__vaddus2(hide(0xffff0001u), 0x00010001u) == 0xffff0002);
    EXPECT(__vsubss2(hide(0x80007fffu), 0x0001ffffu) == 0x80007fff);
    EXPECT(__vsubus4(hide(0x00ff0501u), 0x01010105u) == 0x00fe0400);
    EXPECT(__vabsdiffs4(hide(0xff7f8000u), 0x01807f00u) == 0x02ffff00);
    EXPECT(__vsadu4(hide(0x05010000u), 0x010500ffu) == 4 + 4 + 255);
    EXPECT(__vsads2(hide(0xffff7fffu), 0x00018000u) == 2 + 65535);
    EXPECT(__vavgu4(hide(0x01020304u), 0x02020204u) == 0x02020304);
}

__device__ int table[4] = {5, 6, 7, 8};
__device__ float4 wide = {1, 2, 3, 4};

__global__ void hint_the_cache(int *wrong) {
    EXPECT(__ldg(&table[1]) == 6 && __ldca(&table[2]) == 7 && __ldcs(&table[3]) == 8);
    EXPECT(__ldg(&wide).w == 4 && __ldcg(&wide).x == 1);
    __stwb(&table[0], 10);
    __stcg(&table[1], 11u);
    __stcs(&table[2], 12);
    __stwt(&table[3], 13);
    EXPECT(__ldcg(&table[0]) == 10 && __ldcv(&table[1]) == 11 && __ldlu(&table[2]) == 12);
    EXPECT(__ldcv(&table[3]) == 13);
    long long before = clock64();
    __nanosleep(1);
    EXPECT(clock64() >= before);
    clock_t start = clock();
    EXPECT(clock() >= start);
}

struct math_test {
    const char *promise;
    void (*kernel)(int *wrong);
};

static const math_test tests[] = {
    {"bits are counted and found", count_bits},
    {"bits and bytes are permuted", move_bits},
    {"funnel shifts wrap or clamp their count", shift_across_words},
    {"high and 24-bit products are exact", multiply},
    {"differences and averages do not overflow", subtract_and_average},
    {"min and max take CUDA's mixed pairs beside std", compare},
    {"bit casts keep the bits", cast_bits},
    {"floats become integers as on a GPU, beyond their range too", float_to_integer},
    {"integers become floats in four roundings", integer_to_float},
    {"arithmetic rounds as its name says and is not fused", round_arithmetic},
    {"fast math is close", approximate},
    {"SIMD intrinsics keep to their lanes", pack_lanes},
    {"loads and stores with cache hints are loads and stores", hint_the_cache},
};

static int run(const math_test *test) {
    int *d_wrong, line = 0;
    if (cudaMalloc(&d_wrong, sizeof *d_wrong) || cudaMemset(d_wrong, 0, sizeof *d_wrong)) return -1;
    test->kernel<<<1, 1>>>(d_wrong);
    if (cudaMemcpy(&line, d_wrong, sizeof line, cudaMemcpyDeviceToHost)) line = -1;
    cudaFree(d_wrong);
    return line;
}

int main() {
    int failed = 0;
    for (const math_test &test : tests) {
        int line = run(&test);
        printf("%s - %s\n", line ? "not ok" : "ok", test.promise);
        if (line) printf("#   %s:%d\n", __FILE__, line);
        failed |= line != 0;
    }
    return failed;
}
