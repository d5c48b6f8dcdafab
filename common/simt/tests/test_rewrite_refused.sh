#!/bin/sh
# What the rewriter leaves as it is, and what it refuses, with the line and a way out.
set -u
. "$(dirname "$0")/rewrite.sh"

# ---- the lexer ---------------------------------------------------------------------------------------
unchanged 'strings, characters, comments and raw strings' \
    'const char *a = "k<<<1, 1>>>()", *b = R"x(__shared__ ")" <<<)x", *c = u8R"(\)" L"<<<";
char d = '"'\"'"', e = L'"'\\''"'; // k<<<1
/* __global__ <<< */ int f;
'
unchanged 'numbers with separators' "int a = 1'000'000, b = 0x1p-3, c = .5e+3f, d = 1 << 2 << 3;
"
unchanged 'operators that look like launches' \
    'A &operator<<<int>(A &, int); auto p = &operator<<<A>; auto q = &A::operator<<<int>; A<B<C<int>>> x;
bool operator<(A, A); bool operator>>(A, A); C<B<A<int>>>(y);
'
unchanged 'what stands in system headers' '# 1 "a.cu"
# 1 "/usr/include/x.h" 1 3
__global__ __shared__ k<<<1, 1>>>(); "
#pragma unroll
# 2 "/usr/include/y.h" 1 3 4
extern __constant__ "unclosed (
# 9 "/usr/include/x.h" 2 3
__noinline__
# 2 "a.cu" 2
int b;
'
becomes 'what macros of system headers expand to is the program'"'s" '# 3 "a.cu"
void f() { k<<<
# 3 "a.cu" 3 4
 __null
# 3 "a.cu"
 , 2>>>(); }' "void f() { $(launch k '__null, 2' ''); }"

# ---- refusals ----------------------------------------------------------------------------------------
cd "$tmp" || exit 2
place='# 12 "dir/a \"b\".cu"
'
refuses 'an unclosed launch' "${place}void f() {
  k<<<1, 2(3); }" 'dir/a "b".cu:13: a launch is not closed. Write >>> before its arguments'
refuses 'a launch without arguments behind it' "${place}void f() { k<<<1, 2>>>; }" \
    'dir/a "b".cu:12: a launch has no arguments behind >>>. Write () even if there are none'
refuses 'a launch of nothing' "${place}void f() { = <<<1, 2>>>(); }" \
    'dir/a "b".cu:12: <<< has no kernel before it. Write kernel<<<blocks, threads>>>()'
refuses 'one configuration value' "${place}void f() { k<<<f(1, 2)>>>(); }" \
    'dir/a "b".cu:12: a launch needs blocks and threads. Write <<<blocks, threads>>>'
refuses 'five configuration values' "${place}void f() { k<<<1, 2, 3, 4, 5>>>(); }" \
    'dir/a "b".cu:12: a launch takes at most four values. Write <<<blocks, threads, shared bytes, stream>>>'
dynamic='a kernel launches a kernel, which needs separate compilation. Add -rdc=true, or launch from host code'
refuses 'a launch inside a kernel' '__global__ void k() { if (1) { k<<<1, 2>>>(); } }' \
    "<stdin>:1: $dynamic" --static-device
refuses 'a launch inside a device function' 'struct A { __device__ void f() { k<<<1, 2>>>(); } };' \
    "<stdin>:1: $dynamic" --static-device
refuses 'a launch inside a device lambda' 'void f() { g([=] __device__ (int i) { k<<<1, 2>>>(); }); }' \
    "<stdin>:1: $dynamic" --static-device --extended-lambda
becomes 'a launch inside a kernel, compiled separately' '__global__ void k() { if (1) { k<<<1, 2>>>(); } }' \
    "void k() { if (1) { $(launch k '1, 2' ''); } }"
becomes 'new in a kernel' '__global__ void k() { int *p = new int[3], *q = new (p) int; }' \
    'void k() { int *p = new (simt::in_heap) int[3], *q = new (p) int; }'
unchanged 'new in host code' 'void f() { int *p = new int[3]; }
'
within 'a launch in a host lambda and behind a device lambda' \
    'g([=] __device__ (int i) { }); [&] { k<<<1, 2>>>(); }();' \
    "g([=] (int i) { }); [&] { $(launch k '1, 2' ''); }();"
becomes 'a launch in a function for host and device' '__host__ __device__ void f() { k<<<1, 2>>>(); }' \
    "void f() { $(launch k '1, 2' ''); }"
out='not part of the CPU runtime'
for name in CUtensorMap cuTensorMapEncodeTiled; do
    refuses "$name" "${place}void f() { $name(); }" \
        'dir/a "b".cu:12: tensor maps are not part of the CPU runtime. Copy with loads and stores'
done
becomes 'a header of a library may name the types of tensor maps' '# 1 "lib.h"
CUtensorMap *map; CUtensorMapSwizzle swizzle;
# 1 "prog.cu"
int i;' 'CUtensorMap *map; CUtensorMapSwizzle swizzle; int i;'
refuses 'memory of graphics libraries' 'void f() { cuImportExternalMemory(m, d); }' \
    "<stdin>:1: memory of graphics libraries is $out. Copy through host memory"
becomes 'a header of a library may ask for it' '# 1 "lib.h"
void f() { cuImportExternalMemory(m, d); }
# 1 "prog.cu"
int i;' 'void f() { cuImportExternalMemory(m, d); } int i;'
gone='references, which CUDA 12 has removed, are'
refuses 'texture references' 'texture<float, 2> t;' \
    "<stdin>:1: texture $gone $out. Use cudaCreateTextureObject"
refuses 'surface references' 'surface<void, 2> t;' \
    "<stdin>:1: surface $gone $out. Use cudaCreateSurfaceObject"
refuses 'their calls in the driver API' 'void f() { cuTexRefSetArray(t, a, 0); }' \
    "<stdin>:1: texture $gone $out. Use cuTexObjectCreate"
refuses 'their calls' 'void f() { cudaBindTexture(0, t, p, n); }' \
    "<stdin>:1: texture $gone $out. Use cudaCreateTextureObject"
unchanged 'names that only look so' 'struct texture { int tex1D; }; int surface, cudaGrap; void f(A a) { a.tex2D(1); }
'
ptx='inline PTX cannot run on a CPU. Use the intrinsic or plain C'
refuses 'PTX without a translation' '__global__ void k() { asm volatile("bfi;" : : ); }' \
    "<stdin>:1: inline PTX with 'bfi' is not part of the CPU runtime. Use the intrinsic or plain C"
refuses 'PTX on the host' 'int f() { asm("mov.u32 %0, %%laneid;" : "=r"(x)); }' "<stdin>:1: $ptx"
unchanged 'a compiler barrier and the host'"'s assembly" \
    '__attribute__((x)) void f() { asm volatile("" ::: "memory"); __asm__("rdtsc; shl $32, %%rdx" : "=a"(x)); '\
'asm("b.eq 1f"); }
'
refuses 'a shared variable with an initial value' '__global__ void k() { __shared__ int n = 0; }' \
    '<stdin>:1: a __shared__ variable cannot have an initial value. Let one thread store it, then call __syncthreads()'

exit $failed
