#!/bin/sh
# What the rewriter makes of launches, kernels and words, and that it takes no time to speak of.
set -u
. "$(dirname "$0")/rewrite.sh"

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
becomes 'a 0 stays a 0 in a call of overloads, and may become a pointer' \
    'template <class T> __global__ void k(T *); template <class T> __global__ void k(T *, A<1, 0, 2>, int); '\
'void f() { k<int><<<1, 2>>>(0, A<1, 0, 2>(), n + 0); }' \
    'template <class T> void k(T *); template <class T> void k(T *, A<1, 0, 2>, int); '\
'void f() { simt::kernel([=](auto, auto simt_a1, auto simt_a2) { k<int>(0, simt_a1, simt_a2); }, "k<int>")'\
'[simt::config(1, 2)](0, A<1, 0, 2>(), n + 0); }'

# ---- words -----------------------------------------------------------------------------------------
becomes 'a kernel loses its words' '__global__ void k(int n) {}' 'void k(int n) {}'
becomes 'a member template of a class that depends on a type needs no word in device code' \
    'template <class T> struct V { template <int n> __host__ __device__ int f(int); int n; };
        template <class T> __device__ int g(T x) { return V<T>::f<3>(x) + V<T>::n < 3 > (x); }
        template <class T> int h(T x) { return V<T>::f<3>(x); }' \
    'template <class T> struct V { template <int n> int f(int); int n; };
        template <class T> int g(T x) { return V<T>::template f<3>(x) + V<T>::n < 3 > (x); }
        template <class T> int h(T x) { return V<T>::f<3>(x); }'
becomes 'the code of a kernel is marked, wherever its word stands, and asks first whether it was launched' \
    'template <class T> void __global__ k(int n) {} extern "C" __global__ void l();' \
    'template <class T> void __attribute__((noinline, patchable_function_entry(16, 16))) k(int n) {
        if (simt::is_not_launched("k", __builtin_return_address(0))) return; }
        extern "C" __attribute__((noinline, patchable_function_entry(16, 16))) void l();' --mark-kernels
look='if (!simt::look(0)) {} else' inner='if (!simt::look(1)) {} else'
becomes 'shifts of device code are as on a GPU, but for those by a small number' \
    '__device__ int f(int a, int n) { A<B<int>> c; return a << n >> (n - 1) << 3 >> 3 + n | c >> 32; }
        __device__ int g(int a) { a <<= a; a >>= 31; a >>= 2 * a; return a >= 1; }
        struct S { __device__ S &operator<<(int n); S &operator>>(int n); }; int h(int n) { return 1 << n; }' \
    'int f(int a, int n) { A<B<int>> c;
        return a << simt::by << n >> simt::by >> (n - 1) << 3 >> simt::by >> 3 + n | c >> simt::by >> 32; }
        int g(int a) { a <<= simt::by = a; a >>= 31; a >>= simt::by = 2 * a; return a >= 1; }
        struct S { S &operator<<(int n); S &operator>>(int n); }; int h(int n) { return 1 << n; }' --shifts
becomes 'numbers that go on or are written in hexadecimal are operands as well, and comparisons and names none' \
    '__device__ int f(S s, int a, int n) { s.operator<<(n), s.operator>>(n); bool b = a >= n;
        return a << 9 - n | a << 9 / n | a << 9 % n | a << 0x40 | a << 0x1f; }' \
    'int f(S s, int a, int n) { s.operator<<(n), s.operator>>(n); bool b = a >= n;
        return a << simt::by << 9 - n | a << simt::by << 9 / n | a << simt::by << 9 % n | a << simt::by << 0x40 |
        a << 0x1f; }' --shifts
becomes 'and a launch is no shift' '__global__ void k(int n) { k<<<1, n>>>(n >> n); }' \
    'void k(int n) { simt::kernel(k, "k")[simt::config(1, n)](n >> simt::by >> n); }' --shifts
becomes 'also where an asm gets one' '__device__ void f(int a) { asm("trap;" :: "r"(a << a)); }' \
    'void f(int a) { { auto simt_p0 __attribute__((unused)) = simt::ptx::in_r(a << simt::by << a);
        { __trap(); } } }' --shifts
becomes 'a kernel asks for lazy streams if it only waits for a parameter' \
    '__global__ void k(int n, volatile int *flag) { while (flag[0] < n) ; g(); }' \
    "void k(int n, volatile int *flag) { simt_wait_for_host(); while (flag[0] < n) $look ; g(); }"
becomes 'and says that it may wait for the host if it does more with it' \
    '__global__ void k(volatile int *p) { while (!*p) {} *p = 0; } '\
'__global__ void l(mail *m) { while (m->word == 0) __nanosleep(9); m->word = 0; } '\
'__global__ void m(int *p) { volatile int *v = p; while (v[0]) { } *p = 1; } '\
'__global__ void n(volatile int *p) { for (int i = 0;; i++) if (*p) return; } '\
'__global__ void o(volatile int *p) { int c; do c = *p; while (c == 0); *p = c; }' \
    "void k(volatile int *p) { simt_may_wait_for_host(); while (!*p) $look {} *p = 0; } "\
'void l(mail *m) { simt_may_wait_for_host(); while (m->word == 0) __nanosleep(9); m->word = 0; } '\
"void m(int *p) { simt_may_wait_for_host(); volatile int *v = p; while (v[0]) $look { } *p = 1; } "\
"void n(volatile int *p) { simt_may_wait_for_host(); for (int i = 0;; i++) $look if (*p) return; } "\
"void o(volatile int *p) { simt_may_wait_for_host(); int c; do $look c = *p; while (c == 0); *p = c; }"
becomes 'and neither if it waits for its own threads' \
    '__global__ void j(volatile int *p) { for (int i = 0; i < 9; i++) *p = 0; } '\
'__global__ void l(volatile int *p) { while (atomicCAS(p, 0, 1)) ; } __global__ void m(int *p) { while (*p) ; }' \
    'void j(volatile int *p) { for (int i = 0; i < 9; i++) *p = 0; } '\
"void l(volatile int *p) { while (atomicCAS(p, 0, 1)) $look ; } void m(int *p) { while (*p) ; }"
becomes 'a loop that looks at a volatile word says so in each round' \
    'struct S { volatile int flag; }; __device__ volatile int go;
__global__ void a(S *s) { while (!s->flag) {} } __global__ void b() { for (; go == 0;); }
__global__ void c(int *p) { do { if (*(volatile int *)p) break; } while (true); }
__global__ void d(const int n, int volatile *p) { int x = 0; do x++; while (p[n]); while (x) x = p[0]; }
__global__ void e(volatile int *p) { while (x) { while (*p) f(); do g(); while (*p); } if (*p) while (*p) h(); }' \
    "struct S { volatile int flag; }; volatile int go;
void a(S *s) { simt_may_wait_for_host(); while (!s->flag) $look {} } void b() { for (; go == 0;) $look ; }
void c(int *p) { do $look { if (*(volatile int *)p) break; } while (true); }
void d(const int n, int volatile *p) { int x = 0; do $look x++; while (p[n]); while (x) $look x = p[0]; }
void e(volatile int *p) { simt_may_wait_for_host(); while (x) $look { while (*p) $inner f(); do $inner g();
while (*p); } if (*p) while (*p) $look h(); }"
becomes 'and a device function that looks at one, since a loop may call it' \
    '__device__ bool f(volatile int *p) { return *p; } __device__ int g(int *p) { return *p; }' \
    'bool f(volatile int *p) { simt::look(1); return *p; } int g(int *p) { return *p; }'
unchanged 'no other loop does, and none that counts' \
    'void f(volatile int *p) { while (*p) {} }
struct S { volatile int flag; }; void g(int flag, volatile int n) { while (flag) {} }'
becomes 'no other loop does, and none that counts, in kernels' \
    '__global__ void a(volatile int *p, int n) { for (int i = 0; i < n; i++) p[i] = 0; for (auto i : v) *p = i; }
__global__ void b(int *p, int n) { while (n) n--, asm volatile("" ::: "memory"); while (p[n]) n++; }
__global__ void c(T *p) { while (p->x) {} }' \
    'void a(volatile int *p, int n) { for (int i = 0; i < n; i++) simt::in_step(p[i]) = 0; for (auto i : v) *p = i; }
void b(int *p, int n) { while (n) n--, asm volatile("" ::: "memory"); while (p[n]) n++; }
void c(T *p) { simt_may_wait_for_host(); while (p->x) {} }'
becomes 'in check builds none does: the loads themselves let other threads run' \
    '__global__ void k(int n, volatile int *flag) { while (flag[0] < n) ; }' \
    'void k(int n, volatile int *flag) { simt_wait_for_host(); while (flag[0] < n) ; }' --red-zones
becomes '__cluster_dims__ are, too' \
    'template <int N> __global__ void __cluster_dims__(N, f<1, 2>(), 1) k(int *p) {} '\
'__cluster_dims__(2) __global__ void l();' \
    'template <int N> void k(int *p) { simt::cluster_dims(N,f<1,2>(),1);} void l();'
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
blank=' '
becomes 'a backslash that ends its line once the comment behind it is gone joins two lines' 'int a = 1 + \
    2;' "int a = 1 +${blank}$blank
    2;"
becomes '#pragma unroll goes, others stay' 'void f() {
#pragma unroll 4
#pragma unroll
#pragma nv_diag_suppress 177
#pragma omp parallel
}' 'void f() {
#pragma omp parallel
}'

# ---- launches by address -----------------------------------------------------------------------------
becomes 'kernels are registered where launches go by address' \
    'namespace a { namespace { __global__ void k(int) {} } } __global__ void o(int); __global__ void o(float); '\
'__global__ void unused(int);
     template <class T> __global__ void t(T) {} extern "C" __global__ void c() {}
     void f() { cudaLaunchKernel((void *)a::k, 1, 2, p); cudaLaunchKernel((const void *)&t<int>, 1, 2, p); }' \
    'namespace a { namespace { void k(int) {} } } void o(int); void o(float); void unused(int);
     template <class T> void t(T) { { struct simt_name { static const char *text() { return "t"; } };
         (void)&simt::known<decltype(&t<T>), &t<T>, simt_name>::me; } } extern "C" void c() {}
     void f() { cudaLaunchKernel((void *)a::k, 1, 2, p);
         cudaLaunchKernel((const void *)(simt::registered<decltype(&t<int>), &t<int>>("t<int>"),
             (decltype(&t<int>))&t<int>), 1, 2, p); }
     static const simt::registered<decltype(&::a::k), &::a::k> simt_registered_0("a::k");
     static const simt::registered<decltype(&::c), &::c> simt_registered_4("c");'
becomes 'a template registers its instances, if its parameters have names' \
    'template <class T, int N = 2, template <class> class C, bool... B> __global__ void t(T) {}
     template <class, int N> __global__ void u() {} template <A::b> __global__ void v() {} void f() { cudaLaunch(p); }
     auto g = cudaLaunchKernel;' \
    'template <class T, int N = 2, template <class> class C, bool... B> void t(T) { { struct simt_name {
         static const char *text() { return "t"; } }; (void)&simt::known<decltype(&t<T, N, C, B...>),
             &t<T, N, C, B...>, simt_name>::me; } }
     template <class, int N> void u() {} template <A::b> void v() {} void f() { cudaLaunch(p); }
     auto g = cudaLaunchKernel;'
becomes 'no launch by address, no registration' '__global__ void k() {}' 'void k() {}'

# ---- lines and columns -------------------------------------------------------------------------------
printf '%s\n' '# 7 "a b.cu"' 'void f(int n) {' '    k<<<1,' '        2>>>(' '        n); g(n); }' \
    '__device__ int v; int w;' |
    "$rewrite" --static-device >"$tmp/got"
printf '%s\n' '# 7 "a b.cu"' 'void f(int n) {' '    simt::kernel(' '# 8 "a b.cu"' '    k   , "k")[simt::config(' \
    '# 8 "a b.cu"' '        1,' '        2)] (' '        n); g(n); }' 'static     int v; int w;' >"$tmp/want"
if cmp -s "$tmp/want" "$tmp/got"; then report 0 'lines and columns stay'; else differs 'lines and columns stay'; fi

# Behind a version in loops, whose lines are many, threads run code of the lines that the program has.
printf '%s\n' '# 1 "k.cu"' '__global__ void k(int *p) {' '    p[threadIdx.x] = 1;' '    p[0] += 41;' '}' 'int last;' |
    "$rewrite" --loops --static-device --tell >"$tmp/out" 2>"$tmp/tell"
awk '/^# [0-9]/ { n = $2; next } /^ *p\[0\] \+= 41;$/ || /^int last;$/ { print n, $1 } { n++ }' "$tmp/out" >"$tmp/got"
printf '%s\n' '3 p[0]' '5 int' >"$tmp/want"
if grep -q 'k can run as loops' "$tmp/tell" && cmp -s "$tmp/want" "$tmp/got"; then
    report 0 'lines stay behind a version in loops'
else
    differs 'lines stay behind a version in loops'
fi
echo '__global__ void k(int *p) { *p = 1; }' | "$rewrite" --loops --static-device >"$tmp/out" 2>&1
grep -q simt_offered "$tmp/out" && ! grep -q simt_l0 "$tmp/out"
report $? 'a pointer through which a kernel stores is one for all threads'
printf '%s\n' '__global__ void k(int *p) { if (p[0]) __syncthreads(); else p[1] = 1; }' \
    '__global__ void g(int *p) { atomicAdd(p, 1); }' |
    "$rewrite" --loops --red-zones --static-device --tell >"$tmp/out" 2>"$tmp/tell"
[ "$(grep -c simt_may_be_tried "$tmp/out")" = 1 ] && ! grep -q simt_offered "$tmp/out" &&
    grep -q 'kernel k may be tried' "$tmp/tell" && grep -q 'kernel g is not tried: it calls a function' "$tmp/tell"
report $? 'in a check build simple kernels stay as they are, and may be tried'
printf '%s\n' '__global__ void k(int *p, int n) { if (threadIdx.x < n) p[threadIdx.x] += 1; }' \
    '__global__ void g(int *p) { p[*(p + threadIdx.x)] = 1; }' \
    '__global__ void h(int *p) { p[p[p[threadIdx.x]]] = 1; }' |
    "$rewrite" --loops --red-zones --static-device --tell >"$tmp/out" 2>"$tmp/tell"
grep -q 'kernel k may be tried as loops' "$tmp/tell" && grep -q 'kernel g may be tried$' "$tmp/tell" &&
    grep -q 'simt::live(' "$tmp/out" && [ "$(grep -c simt_offers_rows "$tmp/out")" = 2 ]
report $? 'and as loops where it is plain which elements they touch'
grep -q 'kernel h may be tried as loops' "$tmp/tell" && [ "$(grep -c 'simt::stores<false>' "$tmp/out")" = 1 ]
report $? 'they ask in place for what is not known beforehand'

# as_rows WANT: are these the kernels, of k0, k1 … in the input, that may be tried as loops?
as_rows() {
    "$rewrite" --loops --red-zones --static-device --tell >"$tmp/out" 2>"$tmp/tell"
    sed -n 's/.*kernel \(k[0-9]*\) may be tried as loops$/\1/p' "$tmp/tell" | tr '\n' ' ' >"$tmp/got"
    [ "$(cat "$tmp/got")" = "$1" ]
}
calls() { # FUNCTION…: each is called f0, f1 …, and its kernel k0, k1 …
    number=0
    for function in "$@"; do
        printf '%s\n__global__ void k%d(int *p, int n) ' "$function" $number
        printf '{ p[f%d(0, threadIdx.x, n)] += 1; }\n' $number
        number=$((number + 1))
    done
}
calls '__device__ int f0(int a, int b, int c) { return a * c + b; }' \
    '__device__ int f1(int a, int b, int c) { const int d = b; if (a > 0) return c; return f0(a, d, c) + max(a, 0); }' \
    'static __forceinline__ __host__ __device__ unsigned f2(int a, unsigned b, long) { return b; }' \
    '__device__ __forceinline__ unsigned f3(int a, unsigned b, long c) { return (unsigned)(float)b; }' |
    as_rows 'k0 k1 k3 '
report $? 'functions of values that kernels call may be in what is tried as loops'
calls 'int *q; __device__ int f0(int a, int b, int c) { int d = a, e; return d; }' \
    '__device__ int f1(int a, int b, int c) { return q[b]; }' \
    '__device__ int f2(int a, int &b, int c) { return b; }' \
    '__device__ int f3(int a, int b, int c) { int d; return b; }' \
    '__device__ int f4(int a, int b, int c) { for (; a < b; a++) {} return a; }' \
    '__device__ int f5(int a, int b, int c) { return b << c; }' \
    'struct t { int v; }; __device__ t sum(t x, t y) { return x + y; }
        __device__ int f6(int a, int b, int c) { t x; x.v = b; return sum(x, x).v; }' \
    'template <class T> __device__ T f7(int a, T b, T c) { return b; }' \
    '__device__ int f8(int a, int b, int c) { return c > 0 ? f8(a, b, c - 1) : b; }' \
    '__device__ int f9(int a, int b, int c) { return threadIdx.x; }' \
    '__device__ int f10(int a, int b, int c) { int *d = &a; return d != 0; }' \
    '__device__ int f11(int p, int n, int f11) { return n; }' |
    as_rows 'k11 '
report $? 'but not those that do more, or that are too hard to read'
calls '__device__ int g; __device__ int f0(int a, int b, int c) { return g + b; }' \
    '__device__ int f1(int a, int b, int c) { { int g = b; a = g; } return g; }' \
    'struct t { int v, *of; }; __device__ t make(int v) { t x; x.v = v; x.of = 0; return x; }
        __device__ int *place_of(t x, int i) { return &x.of[i]; }
        __device__ int f2(int a, int b, int c) { const t x = make(b); return x.v + (place_of(x, a) != 0); }' |
    as_rows 'k0 k1 k2 ' && tr -s ' ' <"$tmp/out" >"$tmp/got" &&
    [ "$(grep -o '__builtin_constant_p( g)' "$tmp/got" | wc -l)" = 2 ] && grep -q 'simt::is_record< t>' "$tmp/got" &&
    grep -qF 'std::is_scalar<decltype(simt::element< t>(). v)>::value' "$tmp/got" &&
    grep -qF 'std::is_pointer<decltype(simt::element< t>(). of)>::value' "$tmp/got"
report $? 'the compiler says whether other names are constants, and structures consist of numbers'

# ---- size --------------------------------------------------------------------------------------------
awk 'BEGIN { for (i = 0; i < 25000; i++) printf "__global__ void k%d(int *p) {\n  __shared__ int s[32];\n  p[0] = '\
's[0] < 3; }\nvoid f%d() { k%d<<<1, 2>>>(p); }\n", i, i, i }' >"$tmp/big"
(ulimit -t 5 && "$rewrite" -o "$tmp/out" "$tmp/big")
report $? '100,000 lines take no time to speak of'
awk 'BEGIN { printf "void f() {"; for (i = 0; i < 100000; i++) printf "k<<<a < b, 2>>>(p);"; print "}" }' >"$tmp/big"
(ulimit -t 5 && "$rewrite" -o "$tmp/out" "$tmp/big")
report $? 'nor do 100,000 launches on one line'

exit $failed
