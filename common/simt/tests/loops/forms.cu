// How a statement may be written. Loops of the others must not be lost where one of these cannot be loops, and those
// that can give the results of their threads.
#include <cstddef>
#include <cstdint>

#include "print.h"

enum { BLOCKS = 3, THREADS = 40, WORDS = BLOCKS * THREADS };
struct body {
    float x, y;
    int n;
    __host__ __device__ float area() const { return x * y; }
};
typedef float real;
typedef float row4[4];
using index_type = unsigned long long;
enum kind { FIRST, SECOND };
namespace own {
constexpr int K = 3;
__device__ int more(int x) {
    return x + K;
}
} // namespace own
__device__ int twice(int x) {
    return 2 * x;
}
__constant__ float factors[4] = {1, 2, 3, 4};
#define SQUARE(x) ((x) * (x))

#define FORM(name, ...)                                                                                      \
    __global__ void name(float *out, const float *in, body *m, row4 *q, int k) {                             \
        const int i = blockIdx.x * blockDim.x + threadIdx.x;                                                 \
        out[i] = k;                                                                                          \
        __VA_ARGS__                                                                                          \
    }
FORM(structure_by_reference, const body &b = m[i]; out[i] = b.x;)
FORM(auto_by_reference, auto &b = m[i]; b.n += 2; out[i] = b.n;)
FORM(forwarded, auto &&b = m[i]; out[i] = b.y;)
FORM(parameter_by_reference, int &r = k; r += i; out[i] = k;)
FORM(element_by_reference, float &o = out[i], p = 3; o += p;)
FORM(pointer_by_reference, float *&p = out; p += 1; out[i - 1] = k + 1;)
FORM(braced_reference, float v = in[i]; float &w{v}; w *= 3; out[i] = v;)
FORM(row_by_reference, float(&row)[4] = q[i]; out[i] = row[1];)
FORM(row_by_pointer, float (*row)[4] = q; out[i] = row[i][2];)
FORM(counted_by_reference, for (int &r = k; r > 0; r--) out[i] += r;)
FORM(named, auto [a, b, c] = m[i]; out[i] = a + b * c;)
FORM(named_type, using T = float; T v = in[i]; out[i] = v;)
FORM(inner_structure, struct pair { float a; int b; } p = {in[i], 2}; out[i] = p.a * p.b;)
FORM(inner_number, enum { N = 4 }; float v[N]; v[i % N] = in[i]; out[i] = v[i % N];)
FORM(inner_union, union { float f; int n; } u; u.f = in[i]; out[i] = u.n & 15;)
FORM(switched, switch (i % 3) { case 0: out[i] = 1; break; case 1: out[i] = 5; break; default: out[i] = 2; })
FORM(lambda, auto f = [&](float x) { return x * k; }; out[i] = f(in[i]);)
FORM(called_at_once, out[i] = [](int x) { return x + 1; }(i);)
FORM(values_of_a_list, for (float v : {1.f, 2.f}) out[i] += v;)
FORM(asked_and_set, if (int v = (int)in[i]; v > 2) out[i] = v;)
FORM(labelled, again: out[i] += 1; if (out[i] < 9) goto again;)
FORM(in_parentheses, float a(in[i]); const int j(i); out[j] = a;)
FORM(in_braces, float a{in[i]}; bool ok{i < 50}; if (!ok) return; out[i] = a;)
FORM(sized_by_values, float v[] = {1, 2, 3, in[i]}; out[i] = v[i & 3];)
FORM(constant_array, constexpr float v[3] = {1, 2, 3}; out[i] = v[i % 3] * in[i];)
FORM(static_array, static const float v[3] = {1, 2, 3}; out[i] = v[i % 3] * in[i];)
FORM(long_words, unsigned long long int v = i; long w = i; signed char c = i % 100; out[v] = w + c;)
FORM(const_behind, real const v = in[i]; index_type const j = i; out[j] = v;)
FORM(by_namespace, std::size_t j = i; ::size_t l = j; out[l] = own::more(i) * own::K;)
FORM(member_function, body b = {1, in[i], 3}; out[i] = b.area();)
FORM(address_of_structure, body b = m[i]; body *p = &b; p->x += 1; out[i] = b.x;)
FORM(numbers_with_names, enum kind c = FIRST; kind d = i % 2 ? FIRST : SECOND; out[i] = c + d + in[i];)
FORM(function_by_pointer, int (*f)(int) = twice; out[i] = f(i);)
FORM(from_a_macro, out[i] = SQUARE(in[i]) + ({ int j = i; j + 1; });)
FORM(casts, out[i] = float(k) + static_cast<float>(i) + __int_as_float(__float_as_int(in[i]) + 1);)
FORM(constants, out[i] = factors[i & 3] * in[i];)
FORM(vectors, float4 v = make_float4(1, in[i], i, k); int3 c = {1, 2, i}; v.x += c.z; out[i] = v.x + v.y;)
FORM(searched, int lo = 0, hi = WORDS; while (lo < hi) { int h = (lo + hi) / 2; if (in[h] < i) lo = h + 1;
     else hi = h; }
     out[i] = lo;)
FORM(comma, int j, l; for (j = 0, l = 3; j < k; ++j, --l) out[i] += in[j] * l; j = i, out[j] += l;)
FORM(left_and_gone_on, for (int j = 0; j < 9; j++) { if (j == 2) continue; if (in[j] > 60) break; out[i] += in[j]; })
FORM(returned_in_a_loop, for (int j = 0; j < 9; j++) { if (j > i) return; out[i] += in[j]; })
FORM(returned_with_a_store, if (i >= 70) { out[i] = 0; return; } out[i] = in[i];)
FORM(two_guards, if (i > 70) return; if (i % 5 == 1) { out[i] = 9; return; } out[i] += 1;)
FORM(three_guards, if (i > 70) return; if (i % 5 == 1) return; if (i % 7 == 2) return; out[i] += 1; return;)
FORM(guards_between, if (i % 5 == 1) { return; } int j = i * 2; if (j % 7 == 2) return; out[i] += j; float x = in[i];
     if (x > 50) return; out[i] += x;)
FORM(guard_behind_a_loop, if (i % 5 == 1) return; for (int j = 0; j < 3; j++) { if (j == 1) continue; out[i] += j; }
     if (i % 7 == 2) return; out[i] += 1;)
FORM(guard_in_a_block, if (i % 5 == 1) return; { if (i % 7 == 2) return; out[i] += 1; } out[i] += 2;)
FORM(guard_behind_a_barrier, __shared__ float s[THREADS]; s[threadIdx.x] = in[i]; __syncthreads(); if (i > 90) return;
     if (s[THREADS - 1 - threadIdx.x] > 50) return; out[i] = s[THREADS - 1 - threadIdx.x];)
FORM(returned_from_a_switch, switch (i % 3) { case 0: out[i] = 5; return; case 1: break; default: out[i] = 2; }
     out[i] += 1;)
FORM(returned_otherwise, if (i % 3 == 0) out[i] = 2; else return; out[i] += 1;)
FORM(returned_from_a_macro, if (i > 70) return; do { if (i % 3 == 0) return; } while (0); out[i] += 1;)
FORM(returned_always, if (i % 5 == 1) return; { return; } out[i] += 2;)
FORM(dangling, if (i < 60) if (in[i] > 30) out[i] = 1; else out[i] = 2;)
FORM(nested, if (i < 90) for (int j = 0; j < 3; j++) for (int l = 0; l < 3; l++) if (j != l) out[i] += j * l;)
FORM(do_while, do { out[i] += 1; k--; } while (k > 0);)
FORM(first_thread, __syncthreads(); if (threadIdx.x == 0) { for (int j = 0; j < 5; j++) out[i + j] = in[j];
     } __syncthreads(); out[i] += 1;)
FORM(pointer_steps, float *o = out + i; *o++ = in[i]; o -= 1; *o += 3;)
FORM(bytes, unsigned char *b = (unsigned char *)(out + i); b[0] = 3; out[i] += sizeof(body) + sizeof in[0];)
FORM(shadows, int l = k; if (i < 5) { int k = i; out[k] = l; } else { float k = 3; out[i] = k; } out[i] += k;)
FORM(shadows_in_loops, for (int k = 0; k < 3; k++) { int l = k; for (int k = 0; k < 2; k++) out[i] += k + l; })
FORM(shadows_of_kept, float x = in[i]; { int x = 3; out[i] = x; } out[i] += x; __syncthreads(); { float x = 2;
     out[i] += x; }
     out[i] -= x;)
FORM(constant_sizes, constexpr int N = own::K, M = N * 2; float a[N][M]; a[0][1] = in[i]; __syncthreads();
     out[i] = a[0][1];)
FORM(sizes_by_auto, constexpr auto N = 4; float a[N]; a[1] = in[i]; __syncthreads(); out[i] = a[1];)
FORM(empty_statements, { } ; ; out[i] = 1; ; (void)k;)

FORM(casts_to_own_types, real *p = (real *)out; const real *f = (const real *)in;
     p[i] = (real)k + (real)-i + (real)(f[i]);)
FORM(structure_of_values, out[i] = (body{1, in[i], 3}).y + body{2, 3, k}.n;)
FORM(function_in_parentheses, out[i] = (twice)(k);)

/* Functions that a kernel calls by its template's words, as elements, or as objects without a name. */
struct adding {
    __device__ int operator()(int x) const { return threadIdx.x + x; }
};
typedef int (*function)(int);
__device__ int lane_times(int x) {
    if (threadIdx.x % 3 == 1) return -1;
    return threadIdx.x * x;
}
__device__ function functions[2] = {twice, lane_times};
FORM(element_called, out[i] = functions[i & 1](k) + (*functions[1])(i);)
FORM(object_called, out[i] = adding()(k) + adding{}(i);)
template <function CALLED> FORM(by_pointer, out[i] = CALLED(k);)
template <auto CALLED> FORM(by_auto, out[i] += CALLED(i);)
template <class F> FORM(by_type, out[i] = F()(k) + F{}(i);)
template <class T, int N> FORM(converted, out[i] = T(i) + (T)2 + (T)in[i] + static_cast<T>(N);)

#define RUN(name)                                                                                            \
    cudaMemcpy(d_m, bodies, sizeof bodies, cudaMemcpyHostToDevice);                                          \
    name<<<BLOCKS, THREADS>>>(d_out, d_in, d_m, (row4 *)d_in, 4);                                            \
    print(#name, d_out, WORDS);

int main() {
    float values[4 * WORDS], *d_in, *d_out;
    body bodies[WORDS], *d_m;
    for (int i = 0; i < 4 * WORDS; i++) values[i] = (float)(i * 31 % 97);
    for (int i = 0; i < WORDS; i++) bodies[i] = {(float)i, values[i], i % 7};
    cudaMalloc(&d_in, sizeof values);
    cudaMalloc(&d_out, (WORDS + 8) * 4);
    cudaMalloc(&d_m, sizeof bodies);
    cudaMemcpy(d_in, values, sizeof values, cudaMemcpyHostToDevice);
    RUN(structure_by_reference)
    RUN(auto_by_reference)
    RUN(forwarded)
    RUN(parameter_by_reference)
    RUN(element_by_reference)
    RUN(pointer_by_reference)
    RUN(braced_reference)
    RUN(row_by_reference)
    RUN(row_by_pointer)
    RUN(counted_by_reference)
    RUN(named)
    RUN(named_type)
    RUN(inner_structure)
    RUN(inner_number)
    RUN(inner_union)
    RUN(switched)
    RUN(lambda)
    RUN(called_at_once)
    RUN(values_of_a_list)
    RUN(asked_and_set)
    RUN(labelled)
    RUN(in_parentheses)
    RUN(in_braces)
    RUN(sized_by_values)
    RUN(constant_array)
    RUN(static_array)
    RUN(long_words)
    RUN(const_behind)
    RUN(by_namespace)
    RUN(member_function)
    RUN(address_of_structure)
    RUN(numbers_with_names)
    RUN(function_by_pointer)
    RUN(from_a_macro)
    RUN(casts)
    RUN(constants)
    RUN(vectors)
    RUN(searched)
    RUN(comma)
    RUN(left_and_gone_on)
    RUN(returned_in_a_loop)
    RUN(returned_with_a_store)
    RUN(two_guards)
    RUN(three_guards)
    RUN(guards_between)
    RUN(guard_behind_a_loop)
    RUN(guard_in_a_block)
    RUN(guard_behind_a_barrier)
    RUN(returned_from_a_switch)
    RUN(returned_otherwise)
    RUN(returned_from_a_macro)
    RUN(returned_always)
    RUN(dangling)
    RUN(nested)
    RUN(do_while)
    RUN(first_thread)
    RUN(pointer_steps)
    RUN(bytes)
    RUN(shadows)
    RUN(shadows_in_loops)
    RUN(shadows_of_kept)
    RUN(constant_sizes)
    RUN(sizes_by_auto)
    RUN(empty_statements)
    RUN(casts_to_own_types)
    RUN(structure_of_values)
    RUN(function_in_parentheses)
    RUN(element_called)
    RUN(object_called)
    RUN(by_pointer<lane_times>)
    RUN(by_auto<lane_times>)
    RUN(by_type<adding>)
    cudaMemset(d_out, 0, 4 * WORDS);
    converted<float, 7><<<BLOCKS, THREADS>>>(d_out, d_in, d_m, (row4 *)d_in, 4);
    print("converted", d_out, WORDS);
}
