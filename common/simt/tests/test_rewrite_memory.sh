#!/bin/sh
# What the rewriter makes of variables on the device and in shared memory.
set -u
. "$(dirname "$0")/rewrite.sh"

limit='static_assert(sizeof(c) <= 65536, "a GPU has 64 KB of constant memory. Use __device__");'
# ---- variables -------------------------------------------------------------------------------------
becomes 'device variables are plain' \
    '__device__ int a[] = {1, 2}; __constant__ float c[4]; __device__ __constant__ int d; __managed__ int m;' \
    "int a[] = {1, 2}; float c[4]; $limit int d; int m;
     static const simt::managed simt_managed_27(&::m, sizeof(::m));"
becomes 'device variables of a whole program are static' \
    '__device__ int a[] = {1, 2}; __constant__ float c[4]; __device__ __constant__ int d{3}; '\
'__device__ volatile int v = 0;
     __managed__ A<int, 2> m; __device__ struct { int x; } s; __device__ int (*fp)(int) = f; '\
'__device__ op table[] = {f};' \
    "static int a[] = {1, 2}; static float c[4]; $limit static int d{3}; static volatile int v = 0;
     static A<int, 2> m; static struct { int x; } s; static int (*fp)(int) = f; static op table[] = {f};
     static const simt::managed simt_managed_42(&::m, sizeof(::m));" \
     --static-device
becomes 'each managed variable is made known, where it is defined' \
    'namespace n { __managed__ int a = 1, *b, c[2]; } extern __managed__ int d; __managed__ int n::e;' \
    'namespace n { int a = 1, *b, c[2]; } extern int d; int n::e;
     static const simt::managed simt_managed_6(&::n::a, sizeof(::n::a));
     static const simt::managed simt_managed_11(&::n::b, sizeof(::n::b));
     static const simt::managed simt_managed_13(&::n::c, sizeof(::n::c));'
becomes 'extern, static and inline device variables keep their linkage' \
    'extern __device__ int x; static __device__ int y; inline __device__ int z; template <class T> __device__ T t;' \
    'extern int x; static int y; inline int z; template <class T> T t;' --static-device
becomes 'a definition behind extern stays extern' 'extern __device__ int x; __device__ int x = 3;' \
    'extern int x; int x = 3;' --static-device
becomes 'functions do not become static' \
    '__device__ int f(int a = 3); __device__ pair<int, float> g(); __device__ bool operator<(A, A); '\
'__device__ void (*h())(int);
     __device__ auto l = [] __device__ (int i) { return i; };' \
    'int f(int a = 3); pair<int, float> g(); bool operator<(A, A); void (*h())(int);
     static auto l = [] (int i) { return i; };' --static-device
becomes 'alignas stays in front' '__device__ alignas(16) float a[4]; __constant__ __attribute__((aligned(8))) int b;' \
    'alignas(16) static float a[4]; static __attribute__((aligned(8))) int b;' --static-device
becomes 'a class is no variable' '__device__ struct A { int x; }; __device__ class B b;' \
    'struct A { int x; }; static class B b;' --static-device
becomes 'variables inside a namespace and extern "C"' \
    'namespace { extern "C" { __device__ int a; } __device__ int b; }' \
    'namespace { extern "C" { static int a; } static int b; }' --static-device

aligned='__attribute__((aligned(16)))' # of arrays that nobody aligns, too: vectors are read from them
unused='__attribute__((unused))'
kernel 'a shared variable is thread-local and announces itself' '__shared__ float a[16][17], b;' \
    "static thread_local float a[16][17] $aligned, b; $(entered a) $(entered b)"
kernel 'a shared variable of a dependent type' '__shared__ typename BlockScan<T, 4>::TempStorage t;' \
    "static thread_local typename BlockScan<T, 4>::TempStorage t; $(entered t)"
kernel 'a shared struct and a shared union' \
    '__shared__ struct { int a; } s; __shared__ union U { int i; float f; } u;' \
    "static thread_local struct { int a; } s; $(entered s) \
static thread_local union U { int i; float f; } u; $(entered u)"
kernel 'volatile before and behind __shared__' '__shared__ volatile int s[32]; volatile __shared__ int t[32];' \
    "static thread_local volatile int s[32] $aligned; $(entered s)
    volatile static thread_local int t[32] $aligned; $(entered t)"
kernel 'static, and the type, may stand before __shared__' 'static __shared__ int s; float __shared__ t[4];' \
    "static thread_local int s; $(entered s) float static thread_local t[4] $aligned; $(entered t)"
kernel 'aligned shared variables' \
    '__shared__ __attribute__((aligned(16))) char a[N]; __shared__ alignas(128) float b[4]; '\
'alignas(8) __shared__ int c;' \
    "static thread_local __attribute__((aligned(16))) char a[N] $aligned; $(entered a) \
alignas(128) static thread_local float b[4] $aligned; $(entered b)
     alignas(8) static thread_local int c; $(entered c)"
becomes 'in check builds each shared variable has a red zone behind it' \
    '__global__ void k() { __shared__ int a[4][5], *b; }' \
    'void k() { static thread_local int simt_low_a[simt::low_items]'" $aligned"', a[4][5]'" $aligned"',
    simt_red_a[simt::red_items<decltype(a)>],
        *b, *simt_red_b[simt::red_items<decltype(b)>]; { static __thread ::uint64_t simt_entered; '\
'simt::enter_low(simt_low_a, simt_entered); }
        { static __thread ::uint64_t simt_entered; simt::enter_shared(a, "a", simt_entered, simt_red_a); }
        { static __thread ::uint64_t simt_entered; simt::enter_shared(b, "b", simt_entered, simt_red_b); } }' \
    --red-zones
kernel 'a shared pointer to an array' '__shared__ int (*p)[4], *q;' \
    "static thread_local int (*p)[4], *q; $(entered p) $(entered q)"
kernel 'dynamic shared memory is a pointer' 'extern __shared__ float s[]; extern volatile __shared__ int x[];' \
    "float *s = simt::dynamic_shared(); { extern $unused float simt_shared_s[]; }
     volatile int *x = simt::dynamic_shared(); { extern $unused volatile int simt_shared_x[]; }"
kernel 'aligned dynamic shared memory' \
    'extern __shared__ __attribute__((aligned(16))) unsigned char raw[]; extern __shared__ alignas(8) char b[];' \
    "unsigned char *raw = simt::dynamic_shared(); { extern $unused unsigned char simt_shared_raw[]; }
     char *b = simt::dynamic_shared(); { extern $unused char simt_shared_b[]; }"
kernel 'rows of dynamic shared memory' 'extern __shared__ float s[][16][2], t[];' \
    'float (*s)[16][2] = simt::dynamic_shared(), *t = simt::dynamic_shared();'
kernel 'shared memory behind a label' 'a: __shared__ int s;' "a: static thread_local int s; $(entered s)"
becomes 'shared memory outside functions' \
    'extern __shared__ float all[]; namespace n { __shared__ int s[4]; extern __shared__ int one; }' \
    'extern __thread float all[] __asm__("simt_dynamic_shared_memory"); namespace n { static thread_local int s[4] '\
"$aligned; "\
'extern __thread int one; }'
becomes '__device__ beside __shared__ adds nothing' \
    '__device__ __shared__ int s[4]; extern __device__ __shared__ int d[]; __device__ void f() { __device__ '\
'__shared__ int t; }' \
    "static thread_local int s[4] $aligned; extern __thread int d[] __asm__(\"simt_dynamic_shared_memory\");
     void f() { static thread_local int t; $(entered t) }" --static-device
becomes 'extern may stand behind __shared__' \
    '__device__ void f() { __shared__ extern __attribute__((aligned(alignof(float4)))) char s[]; }' \
    "void f() { char *s = simt::dynamic_shared(); { extern $unused char simt_shared_s[]; } }"

exit $failed
