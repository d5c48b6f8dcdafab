#!/bin/sh
# What the rewriter promises: small texts in, the C++ that must come out. Blanks and line markers are
# left out of the comparison, but for the tests that are about them.
set -u
simt=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
build=${SIMT_BUILD:-$simt/../../build/simt}
rewrite=$build/rewrite
make -s -C "$simt" -f simt.mk SIMT_BUILD="${SIMT_BUILD:-../../build/simt}" \
    "${SIMT_BUILD:-../../build/simt}/rewrite" || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
failed=0

report() { # STATUS PROMISE
    if [ "$1" = 0 ]; then echo "ok - $2"; else echo "not ok - $2" && failed=1; fi
}

# Line markers and all blanks but those between two words go.
normal() { grep -v '^# [0-9]' | tr '\n\t' '  ' | sed -E 's/ +/ /g; s/ ?([^[:alnum:]_$ ]) ?/\1/g; s/^ //; s/ $//'; }

differs() { # PROMISE: shows what was wanted and what came
    echo "# wanted: $(cat "$tmp/want")"
    echo "#    got: $(cat "$tmp/got")"
    report 1 "$1"
}

# becomes PROMISE INPUT OUTPUT [FLAG]
becomes() {
    printf '%s' "$2" | "$rewrite" ${4:+"$4"} >"$tmp/out" 2>"$tmp/err" || cat "$tmp/err"
    printf '%s' "$3" | normal >"$tmp/want"
    normal <"$tmp/out" >"$tmp/got"
    if cmp -s "$tmp/want" "$tmp/got"; then report 0 "$1"; else differs "$1"; fi
}

# within PROMISE INPUT OUTPUT: the same inside a function that launches
within() { becomes "$1" "void f(int n){ $2 }" "void f(int n){ $3 }"; }

# unchanged PROMISE INPUT: byte for byte
unchanged() {
    printf '%s' "$2" >"$tmp/want"
    "$rewrite" <"$tmp/want" >"$tmp/got" 2>&1
    if cmp -s "$tmp/want" "$tmp/got"; then report 0 "$1"; else differs "$1"; fi
}

# refuses PROMISE INPUT MESSAGE: exactly that line, status 2, no output
refuses() {
    printf '%s' "$2" | "$rewrite" >"$tmp/out" 2>"$tmp/got"
    status=$?
    printf '%s\n' "$3" >"$tmp/want"
    if [ $status = 2 ] && [ ! -s "$tmp/out" ] && cmp -s "$tmp/want" "$tmp/got"; then
        report 0 "$1"
    else
        differs "$1 (status $status)"
    fi
}

launch() { # CALLEE CONFIG ARGUMENTS: a launch as it is written
    printf 'simt::kernel(%s, "%s")[simt::config(%s)](%s)' "$1" "$(printf %s "$1" | tr -d ' ')" "$2" "$3"
}
closure() {
    printf 'simt::kernel([=](auto... simt_a) { %s(simt_a...); }, "%s")[simt::config(%s)](%s)' "$1" \
        "$(printf %s "$1" | tr -d ' ')" "$2" "$3"
}
entered() { # NAME: what follows a variable in shared memory
    printf '{ static __thread uint64_t simt_entered; simt::enter_shared(%s, "%s", simt_entered); }' "$1" "$1"
}

# ---- launches --------------------------------------------------------------------------------------
within 'a launch becomes a call' 'k<<<1, 2>>>(n);' "$(launch k '1, 2' n);"
within 'a launch without arguments' 'k<<<1, 2>>>();' "$(launch k '1, 2' '');"
within 'shared bytes and stream are handed on' 'k<<<1, 2, 3, s>>>(n);' "$(launch k '1, 2, 3, s' n);"
within 'a launch over several lines' 'k<<<
    1,
    2>>>(
    n);' "$(launch k '1, 2' n);"
within 'blanks around <<< and >>>' 'k <<< 1, 2 >>> (n);' "$(launch k '1, 2' n);"
within 'blanks inside << < and >> >' 'k << <1, 2 >> > (n); k<T><< <1, 2>> >(n);' \
    "$(launch k '1, 2' n); $(launch 'k<T>' '1, 2' n);"
within 'blanks inside the end of template lists' 'k<<<A<B<C<int>> >(), 2>> >(n);' "$(launch k 'A<B<C<int>> >(), 2' n);"
within 'shifts inside a configuration' 'k<<<n >> 1, 1 << n>>>(n >> 3);' "$(launch k 'n >> 1, 1 << n' 'n >> 3');"
within 'comparisons inside a configuration' 'k<<<n < 3 ? 1 : 2, n > 2>>>(n);' "$(launch k 'n < 3 ? 1 : 2, n > 2' n);"
within 'commas in parentheses are one value' 'k<<<dim3(1, 2, 3), f(1, 2), g(1), s>>>(n);' \
    "$(launch k 'dim3(1, 2, 3), f(1, 2), g(1), s' n);"
within 'commas in template arguments are no values' 'k<<<A<1, 2>::v, B<3, 4>::v, C<5, 6>::v>>>(n);' \
    "$(launch k 'A<1, 2>::v, B<3, 4>::v, C<5, 6>::v' n);"
within 'braces inside a configuration' 'k<<<dim3{1, 2}, {3, 4}>>>(n);' "$(launch k 'dim3{1, 2}, {3, 4}' n);"
within 'a lambda inside a configuration' 'k<<<[=] { int a = 1, b = 2; return a < b; }(), 2>>>(n);' \
    "$(launch k '[=] { int a = 1, b = 2; return a < b; }(), 2' n);"
within 'template lists that end inside a configuration' 'k<<<1, 2, sizeof(A<B<C<int>>>)>>>(n);' \
    "$(launch k '1, 2, sizeof(A<B<C<int>>>)' n);"
within '>>> that closes template lists before a call' 'k<<<A<B<C<int>>>(), 2>>>(n);' \
    "$(launch k 'A<B<C<int>>>(), 2' n);"
within 'a template list that ends at >>>' 'k<<<1, A<int>>>>(n);' "$(launch k '1, A<int>' n);"
within 'template arguments of the kernel' 'k<T, 3><<<1, 2>>>(n);' "$(launch 'k<T, 3>' '1, 2' n);"
within 'nested template arguments of the kernel' 'k<A<B<int>>><<<1, 2>>>(n);' "$(launch 'k<A<B<int>>>' '1, 2' n);"
within 'a comparison among template arguments' 'k<(3 > 2), (n << 1)><<<1, 2>>>(n);' \
    "$(launch 'k<(3 > 2), (n << 1)>' '1, 2' n);"
within 'a kernel of a namespace' 'a::b::k<T><<<1, 2>>>(n);' "$(launch 'a::b::k<T>' '1, 2' n);"
within 'a kernel of the global namespace' '::k<<<1, 2>>>(n);' "$(launch '::k' '1, 2' n);"
within 'a member of a template' 'A<int>::k<<<1, 2>>>(n);' "$(launch 'A<int>::k' '1, 2' n);"
within 'a member by . and ->' 'o.p->k<<<1, 2>>>(n);' "$(launch 'o.p->k' '1, 2' n);"
within 'a member of this' 'this->k<<<1, 2>>>(n);' "$(launch 'this->k' '1, 2' n);"
within 'a pointer to a kernel' '(*f)<<<1, 2>>>(n);' "$(launch '(*f)' '1, 2' n);"
within 'a table of kernels' 'table[n][n + 1]<<<1, 2>>>(n);' "$(launch 'table[n][n+1]' '1, 2' n);"
within 'a kernel that a call returns' 'choose(n, 2)<<<1, 2>>>(n);' "$(launch 'choose(n,2)' '1, 2' n);"
within 'a member of a dependent type' 'o.template k<T><<<1, 2>>>(n);' \
    'simt::kernel(o.template k<T>, "o.template k<T>")[simt::config(1, 2)](n);'
within 'a launch after if' 'if (n > 1) k<<<1, 2>>>(n); else k<<<3, 4>>>(n);' \
    "if (n > 1) $(launch k '1, 2' n); else $(launch k '3, 4' n);"
within 'a pointer after if' 'if (n) (*f)<<<1, 2>>>(n);' "if (n) $(launch '(*f)' '1, 2' n);"
within 'launches inside a comma expression' 'n++, k<<<1, 2>>>(n), m::k<<<3, 4>>>(n);' \
    "n++, $(launch k '1, 2' n), $(launch m::k '3, 4' n);"
within 'launches inside ?:' 'n ? k<<<1, 2>>>(n) : m<<<3, 4>>>(n);' "n ? $(launch k '1, 2' n) : $(launch m '3, 4' n);"
within 'a launch behind a label' 'switch (n) { case 1:k<<<1, 2>>>(n); }' "switch (n) { case 1:$(launch k '1, 2' n); }"
within 'return of a launch' 'return k<<<1, 2>>>(n);' "return $(launch k '1, 2' n);"
within 'a comparison before a launch' 'n < 3 && n > 1 ? k<<<1, 2>>>(n) : f(n);' \
    "n < 3 && n > 1 ? $(launch k '1, 2' n) : f(n);"
within 'what a macro expands to, with the markers g++ writes' 'do { k<<<1, 2, 0,
# 1 "<stdin>" 3 4
 __null
# 1 "<stdin>"
 >>>(n); } while (0);' "do { $(launch k '1, 2, 0, __null' n); } while (0);"
within 'a cast before a call of a pointer' '(void)(*f)<<<1, 2>>>(n);' "(void)$(launch '(*f)' '1, 2' n);"
becomes 'a callee with quotes is spelled in its name' 'void f() { t["a\\"]<<<1, 2>>>(); }' \
    'void f() { simt::kernel(t["a\\"], "t[\"a\\\\\"]")[simt::config(1, 2)](); }'

# ---- kernels whose arguments choose them -------------------------------------------------------------
becomes 'a template kernel is chosen by its arguments' \
    'template <class T> __global__ void k(T *p); void f() { k<<<1, 2>>>(p); k<int><<<1, 2>>>(p); }' \
    "template <class T> void k(T *p); void f() { $(closure k '1, 2' p); $(launch 'k<int>' '1, 2' p); }"
becomes 'missing template arguments are chosen too' \
    'template <int N, class T = int> __global__ void k(T); void f() { k<3><<<1, 2>>>(p); k<3, T><<<1, 2>>>(p); }' \
    "template <int N, class T = int> void k(T); void f() { $(closure 'k<3>' '1, 2' p); $(launch 'k<3, T>' '1, 2' p); }"
becomes 'default values of parameters are left to the call' \
    '__global__ void k(int, A<2, 3> = A<2, 3>()); void f() { k<<<1, 2>>>(g<4, 5>()); k<<<1, 2>>>(p, q); }' \
    "void k(int, A<2, 3> = A<2, 3>()); void f() { $(closure k '1, 2' 'g<4, 5>()'); $(launch k '1, 2' 'p, q'); }"
becomes 'a kernel with a template pack is chosen by its arguments' \
    'template <class... T> __global__ void k(T...); void f() { k<int><<<1, 2>>>(p); }' \
    "template <class... T> void k(T...); void f() { $(closure 'k<int>' '1, 2' p); }"
becomes 'a kernel in parentheses is looked up too' \
    'template <int N, class T> __global__ void k(T); void f() { (k<3>)<<<1, 2>>>(p); (k<3, T>)<<<1, 2>>>(p); }' \
    "template <int N, class T> void k(T); void f() { $(closure '(k<3>)' '1, 2' p); $(launch '(k<3, T>)' '1, 2' p); }"
becomes 'overloaded kernels are chosen by their arguments' \
    '__global__ void k(int *p); __global__ void k(float *); void f() { k<<<1, 2>>>(p); }' \
    "void k(int *p); void k(float *); void f() { $(closure k '1, 2' p); }"
becomes 'declaring a kernel twice overloads nothing' \
    '__global__ void k(const int *, unsigned n = 3, T); __global__ void k(const int *p, const unsigned n, T t) {}
     void f() { k<<<1, 2>>>(p, 3, t); }' \
    "void k(const int *, unsigned n = 3, T); void k(const int *p, const unsigned n, T t) {}
     void f() { $(launch k '1, 2' 'p, 3, t'); }"
becomes 'a host function of the same name overloads' \
    '__global__ void k(int *p); void k(int n) { k<<<1, 2>>>(p); }' \
    "void k(int *p); void k(int n) { $(closure k '1, 2' p); }"
becomes 'kernels of two namespaces overload nothing' \
    'namespace a { __global__ void k(int); } namespace b { __global__ void k(float); } void f() { a::k<<<1, '\
'2>>>(p); }' \
    "namespace a { void k(int); } namespace b { void k(float); } void f() { $(launch a::k '1, 2' p); }"
becomes 'with std in sight a kernel may be named as an algorithm' \
    'using namespace std; __global__ void merge(int *p); void f() { merge<<<1, 2>>>(p); ::merge<<<1, 2>>>(p); }' \
    "using namespace std; void merge(int *p); void f() { $(closure merge '1, 2' p); $(launch ::merge '1, 2' p); }"
becomes 'NULL stays a pointer where arguments choose' \
    'template <class T> __global__ void k(T, int *); void f() { k<<<1, 2>>>(1, __null); }' \
    "template <class T> void k(T, int *); void f() { $(closure k '1, 2' '1, nullptr'); }"

# ---- words -----------------------------------------------------------------------------------------
becomes 'a kernel loses its words' '__global__ void k(int n) {}' 'void k(int n) {}'
becomes '__launch_bounds__ are looked at by the kernel, whose names they are written with' \
    'template <int N> __global__ void __launch_bounds__(max(N, 2) * a<1, 2>::b, f(2)) k(int *p) {}' \
    'template <int N> void k(int *p) { simt::launch_bounds(max(N,2)*a<1,2>::b);}'
becomes 'before a definition, and not in a declaration' \
    '__launch_bounds__(T) __global__ void k(); __global__ void __launch_bounds__(T) k() { f(); }' \
    'void k(); void k() { simt::launch_bounds(T); f(); }'
becomes '__maxnreg__ goes with its parentheses' '__global__ void __maxnreg__(32) k(int *p) {}' 'void k(int *p) {}'
becomes '__global__ in any place' \
    'static __global__ void a(); __global__ static void b(); extern "C" __global__ void c();' \
    'static void a(); static void b(); extern "C" void c();'
becomes '__grid_constant__ goes' '__global__ void k(const __grid_constant__ int n) {}' 'void k(const int n) {}'
becomes '__forceinline__ is inline and always' '__device__ __forceinline__ static int f() { return 1; }' \
    'inline __attribute__((always_inline)) static int f() { return 1; }'
becomes '__forceinline__ beside inline says inline once' 'static __inline__ __device__ __forceinline__ int f();' \
    'static __inline__ __attribute__((always_inline)) int f();'
becomes '__noinline__' '__device__ __noinline__ int f();' '__attribute__((noinline)) int f();'
unchanged 'words inside an attribute stay' 'int f() __attribute__((__noinline__)); [[gnu::cold]] int g();
'
becomes 'members' 'struct A { __host__ __device__ A() : a{1}, b(2) {} __device__ int operator()(int i) const { '\
'return a; }
    static __device__ int s; int a, b; };' 'struct A { A() : a{1}, b(2) {} int operator()(int i) const { return a; }
    static int s; int a, b; };' --static-device
within 'lambdas' 'each([=] __device__ (int i) { return i; }, [] __host__ __device__ __forceinline__ (int i) {});' \
    'each([=] (int i) { return i; }, [] (int i) {});'
becomes '#pragma unroll goes, others stay' 'void f() {
#pragma unroll 4
#pragma unroll
#pragma nv_diag_suppress 177
#pragma omp parallel
}' 'void f() {
#pragma omp parallel
}'

# ---- variables -------------------------------------------------------------------------------------
becomes 'device variables are plain' \
    '__device__ int a[] = {1, 2}; __constant__ float c[4]; __device__ __constant__ int d; __managed__ int m;' \
    'int a[] = {1, 2}; float c[4]; int d; int m;'
becomes 'device variables of a whole program are static' \
    '__device__ int a[] = {1, 2}; __constant__ float c[4]; __device__ __constant__ int d{3}; '\
'__device__ volatile int v = 0;
     __managed__ A<int, 2> m; __device__ struct { int x; } s; __device__ int (*fp)(int) = f; '\
'__device__ op table[] = {f};' \
    'static int a[] = {1, 2}; static float c[4]; static int d{3}; static volatile int v = 0;
     static A<int, 2> m; static struct { int x; } s; static int (*fp)(int) = f; static op table[] = {f};' \
     --static-device
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

kernel() { becomes "$1" "__global__ void k() { $2 }" "void k() { $3 }"; }
kernel 'a shared variable is thread-local and announces itself' '__shared__ float a[16][17], b;' \
    "static thread_local float a[16][17], b; $(entered a) $(entered b)"
kernel 'a shared variable of a dependent type' '__shared__ typename BlockScan<T, 4>::TempStorage t;' \
    "static thread_local typename BlockScan<T, 4>::TempStorage t; $(entered t)"
kernel 'a shared struct and a shared union' \
    '__shared__ struct { int a; } s; __shared__ union U { int i; float f; } u;' \
    "static thread_local struct { int a; } s; $(entered s) \
static thread_local union U { int i; float f; } u; $(entered u)"
kernel 'volatile before and behind __shared__' '__shared__ volatile int s[32]; volatile __shared__ int t[32];' \
    "static thread_local volatile int s[32]; $(entered s) volatile static thread_local int t[32]; $(entered t)"
kernel 'static, and the type, may stand before __shared__' 'static __shared__ int s; float __shared__ t[4];' \
    "static thread_local int s; $(entered s) float static thread_local t[4]; $(entered t)"
kernel 'aligned shared variables' \
    '__shared__ __attribute__((aligned(16))) char a[N]; __shared__ alignas(128) float b[4]; '\
'alignas(8) __shared__ int c;' \
    "static thread_local __attribute__((aligned(16))) char a[N]; $(entered a) \
alignas(128) static thread_local float b[4]; $(entered b)
     alignas(8) static thread_local int c; $(entered c)"
becomes 'in check builds each shared variable has a red zone behind it' \
    '__global__ void k() { __shared__ int a[4][5], *b; }' \
    'void k() { static thread_local int simt_low_a[simt::low_items], a[4][5], simt_red_a[simt::red_items<decltype(a)>],
        *b, *simt_red_b[simt::red_items<decltype(b)>]; { static __thread uint64_t simt_entered; '\
'simt::enter_low(simt_low_a, simt_entered); }
        { static __thread uint64_t simt_entered; simt::enter_shared(a, "a", simt_entered, simt_red_a); }
        { static __thread uint64_t simt_entered; simt::enter_shared(b, "b", simt_entered, simt_red_b); } }' --red-zones
kernel 'a shared pointer to an array' '__shared__ int (*p)[4], *q;' \
    "static thread_local int (*p)[4], *q; $(entered p) $(entered q)"
kernel 'dynamic shared memory is a pointer' 'extern __shared__ float s[]; extern volatile __shared__ int x[];' \
    'float *s = simt::dynamic_shared(); volatile int *x = simt::dynamic_shared();'
kernel 'aligned dynamic shared memory' \
    'extern __shared__ __attribute__((aligned(16))) unsigned char raw[]; extern __shared__ alignas(8) char b[];' \
    'unsigned char *raw = simt::dynamic_shared(); char *b = simt::dynamic_shared();'
kernel 'rows of dynamic shared memory' 'extern __shared__ float s[][16][2], t[];' \
    'float (*s)[16][2] = simt::dynamic_shared(), *t = simt::dynamic_shared();'
kernel 'shared memory behind a label' 'a: __shared__ int s;' "a: static thread_local int s; $(entered s)"
becomes 'shared memory outside functions' \
    'extern __shared__ float all[]; namespace n { __shared__ int s[4]; extern __shared__ int one; }' \
    'extern __thread float all[] __asm__("simt_dynamic_shared_memory"); namespace n { static thread_local int s[4]; '\
'extern __thread int one; }'
becomes '__device__ beside __shared__ adds nothing' \
    '__device__ __shared__ int s[4]; extern __device__ __shared__ int d[]; __device__ void f() { __device__ '\
'__shared__ int t; }' \
    "static thread_local int s[4]; extern __thread int d[] __asm__(\"simt_dynamic_shared_memory\");
     void f() { static thread_local int t; $(entered t) }" --static-device
becomes 'extern may stand behind __shared__' \
    '__device__ void f() { __shared__ extern __attribute__((aligned(alignof(float4)))) char s[]; }' \
    'void f() { char *s = simt::dynamic_shared(); }'

# ---- launches by address -----------------------------------------------------------------------------
becomes 'kernels are registered where launches go by address' \
    'namespace a { namespace { __global__ void k(int) {} } } __global__ void o(int); __global__ void o(float); '\
'__global__ void unused(int);
     template <class T> __global__ void t(T) {} extern "C" __global__ void c() {}
     void f() { cudaLaunchKernel((void *)a::k, 1, 2, p); cudaLaunchKernel((const void *)&t<int>, 1, 2, p); }' \
    'namespace a { namespace { void k(int) {} } } void o(int); void o(float); void unused(int);
     template <class T> void t(T) {} extern "C" void c() {}
     void f() { cudaLaunchKernel((void *)a::k, 1, 2, p);
         cudaLaunchKernel((const void *)(simt::registered<&t<int>>("t<int>"), (decltype(&t<int>))&t<int>), 1, 2, p); }
     static const simt::registered<&::a::k> simt_registered_0("a::k"); static const simt::registered<&::c> '\
'simt_registered_4("c");'
becomes 'no launch by address, no registration' '__global__ void k() {}' 'void k() {}'

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
extern __device__ "unclosed (
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

# ---- lines and columns -------------------------------------------------------------------------------
printf '%s\n' '# 7 "a b.cu"' 'void f(int n) {' '    k<<<1,' '        2>>>(' '        n); g(n); }' \
    '__device__ int v; int w;' |
    "$rewrite" --static-device >"$tmp/got"
printf '%s\n' '# 7 "a b.cu"' 'void f(int n) {' '    simt::kernel(' '# 8 "a b.cu"' '    k   , "k")[simt::config(' \
    '# 8 "a b.cu"' '        1,' '        2)] (' '        n); g(n); }' 'static     int v; int w;' >"$tmp/want"
if cmp -s "$tmp/want" "$tmp/got"; then report 0 'lines and columns stay'; else differs 'lines and columns stay'; fi

# ---- refusals ----------------------------------------------------------------------------------------
cd "$tmp" || exit 2
place='# 12 "dir/a \"b\".cu"
'
refuses 'an unclosed launch' "${place}void f() {
  k<<<1, 2(3); }" 'dir/a "b".cu:13: a launch is not closed; write >>> before its arguments'
refuses 'a launch without arguments behind it' "${place}void f() { k<<<1, 2>>>; }" \
    'dir/a "b".cu:12: a launch has no arguments behind >>>; write (), even where there are none'
refuses 'a launch of nothing' "${place}void f() { = <<<1, 2>>>(); }" \
    'dir/a "b".cu:12: <<< has no kernel before it; write kernel<<<blocks, threads>>>()'
refuses 'one configuration value' "${place}void f() { k<<<f(1, 2)>>>(); }" \
    'dir/a "b".cu:12: a launch needs blocks and threads; write <<<blocks, threads>>>'
refuses 'five configuration values' "${place}void f() { k<<<1, 2, 3, 4, 5>>>(); }" \
    'dir/a "b".cu:12: a launch takes at most four values; write <<<blocks, threads, shared bytes, stream>>>'
dynamic='dynamic parallelism is not part of the CPU runtime; launch from host code'
refuses 'a launch inside a kernel' '__global__ void k() { if (1) { k<<<1, 2>>>(); } }' "<stdin>:1: $dynamic"
refuses 'a launch inside a device function' 'struct A { __device__ void f() { k<<<1, 2>>>(); } };' "<stdin>:1: $dynamic"
refuses 'a launch inside a device lambda' 'void f() { g([=] __device__ (int i) { k<<<1, 2>>>(); }); }' \
    "<stdin>:1: $dynamic"
within 'a launch in a host lambda and behind a device lambda' \
    'g([=] __device__ (int i) { }); [&] { k<<<1, 2>>>(); }();' \
    "g([=] (int i) { }); [&] { $(launch k '1, 2' ''); }();"
becomes 'a launch in a function for host and device' '__host__ __device__ void f() { k<<<1, 2>>>(); }' \
    "void f() { $(launch k '1, 2' ''); }"
out='not part of the CPU runtime'
refuses 'graphs' 'void f() { cudaGraph_t g; }' "<stdin>:1: CUDA graphs are $out; launch the kernels on a stream"
refuses 'texture references' 'texture<float, 2> t;' "<stdin>:1: textures are $out; use a plain pointer"
refuses 'texture objects' 'void f(cudaTextureObject_t t);' "<stdin>:1: textures are $out; read through a plain pointer"
refuses 'texture reads' '__device__ float f() { return tex1Dfetch<float>(t, 1); }' \
    "<stdin>:1: textures are $out; read through a plain pointer"
refuses 'surfaces' '__device__ void f() { surf2Dwrite(1, s, 0, 0); }' \
    "<stdin>:1: surfaces are $out; use a plain pointer"
unchanged 'names that only look so' 'struct texture { int tex1D; }; int surface, cudaGrap; void f(A a) { a.tex2D(1); }
'
ptx='inline PTX cannot run on a CPU; use the intrinsic or plain C'
refuses 'PTX in a kernel' '__global__ void k() { asm volatile("bfi;" : : ); }' "<stdin>:1: $ptx"
refuses 'PTX in a function for both' 'int f() { asm("mov.u32 %0, %%laneid;" : "=r"(x)); }' "<stdin>:1: $ptx"
unchanged 'a compiler barrier and the host'"'s assembly" \
    '__attribute__((x)) void f() { asm volatile("" ::: "memory"); __asm__("rdtsc; shl $32, %%rdx" : "=a"(x)); '\
'asm("b.eq 1f"); }
'
refuses 'a shared variable with an initial value' '__global__ void k() { __shared__ int n = 0; }' \
    '<stdin>:1: a __shared__ variable cannot have an initial value; let one thread store it, then call __syncthreads()'
refuses 'clusters' '__global__ void __cluster_dims__(2, 1, 1) k() {}' \
    '<stdin>:1: thread block clusters are not part of the CPU runtime; leave __cluster_dims__ out'

# ---- size --------------------------------------------------------------------------------------------
awk 'BEGIN { for (i = 0; i < 25000; i++) printf "__global__ void k%d(int *p) {\n  __shared__ int s[32];\n  p[0] = '\
's[0] < 3; }\nvoid f%d() { k%d<<<1, 2>>>(p); }\n", i, i, i }' >"$tmp/big"
(ulimit -t 5 && "$rewrite" -o "$tmp/out" "$tmp/big")
report $? '100,000 lines take no time to speak of'
awk 'BEGIN { printf "void f() {"; for (i = 0; i < 100000; i++) printf "k<<<a < b, 2>>>(p);"; print "}" }' >"$tmp/big"
(ulimit -t 5 && "$rewrite" -o "$tmp/out" "$tmp/big")
report $? 'nor do 100,000 launches on one line'

exit $failed
