# Makes up a program for test_trials.sh: kernels that can be loops, of which many race, or read or write where they may
# not.     awk -v seed=5 -f trials.awk
function pick(list, n, parts) { n = split(list, parts, "|"); return parts[1 + int(rand() * n)] }
function among(shared, base) { # an index: mostly the thread's own
    base = shared ? "t" : "i"
    if (rand() < 0.55) return base
    if (rand() < 0.05) return pick("(x & 63)|(y & 63)|(z & 63)")
    if (flat && rand() < 0.4) return pick("u|v|u + 16 * v|u * 4 + v|k % 4 * 16 + u|v * 16 + k % 16|u + v")
    if (rand() < 0.1) return pick("(" base " + z) % 64|z % 64|" base " ^ (z & 1)|(z & 3) * 16 + " base " % 16")
    if (rand() < 0.2)
        return pick("at(0, " base ", n)|at(" base ", 0, 1)|at(1, i % 32, 16)|at(" base ", 1, 1)|larger(" base ", 5)|" \
            "at(larger(k, 1), " base ", 2) % 64")
    return pick(base " ^ 1|" base " ^ 32|(" base " + 1) % " (shared ? 64 : 256) "|(" base " + k) % 64|" \
        (shared ? 63 : 255) " - " base "|" int(rand() * 64) "|" base " / 2|" base " + 1|" base " + 64|" \
        base " * 3 % 64")
}
function value(depth, kind) {
    kind = rand()
    if (depth > 2 || kind < 0.3) return pick("i|t|x|y|k|7")
    if (kind < 0.5) return "a[" among(0) "]"
    if (kind < 0.52) return "c[" among(0) "]"
    if (rand() < 0.04) return "a[" (has_letters && rand() < 0.5 ? "letters[" among(1) : "o[" among(0)) "]]"
    if (kind < 0.53) return "(int)g[" among(0) "].z"
    if (kind < 0.55)
        return pick("w.of[" among(0) "]|of_words.of[" among(0) "]|get(w, " among(0) ")|get(of_words, " among(0) ")|" \
            "load(a, " among(0) ")")
    if (kind < 0.58) return "(int)e[" among(0) "]"
    if (kind < 0.64) return small_value()
    if (kind < 0.75 && has_shared) return "s[" among(1) "]"
    if (kind < 0.8) return "larger(" value(depth + 1) ", " value(depth + 1) ")"
    if (kind < 0.9) return "(" value(depth + 1) pick(" + | - | * | ^ ") value(depth + 1) ")"
    return "(" value(depth + 1) " < " value(depth + 1) " ? " value(depth + 1) " : " value(depth + 1) ")"
}
# Elements of 1, 2 and 4 bytes that lie in the same words, and of 8 bytes.
function small_value() {
    if (has_letters && rand() < 0.4) return pick("letters|halves") "[" among(1) "]"
    return pick("o[" among(0) "]|o[" among(0) "]|q[" among(0) "]|r[" among(0) "].z|(int)l[" among(0) "].y|" \
        "o[3 * " among(0) " % 256]")
}
function small_statement() {
    if (has_letters && rand() < 0.4) return pick("letters|halves") "[" among(1) "]" pick(" = | += ") value(1) ";"
    if (rand() < 0.6) return pick("o|o|q") "[" among(0) "]" pick(" = | += | ^= ") value(1) ";"
    return pick("r[" among(0) "].y = x;|r[" among(0) "] = make_uchar4(x, y, 1, 2);|" \
        "{ uchar4 h = r[" among(0) "]; h.x += h.w; r[" among(0) "] = h; }|" \
        "l[" among(0) "].x = x;|l[" among(0) "] = make_float2(x, 1);")
}
function condition(kind) {
    kind = rand()
    if (kind < 0.6)
        return pick("t < 32|i < n|t == 5|x > y|(t & 1) == 0|i + k < 200" (flat ? "|u < 9|v == 1" : ""))
    if (kind < 0.85)
        return (has_shared && rand() < 0.5 ? "s[" among(1) : "a[" among(0)) "]" \
            pick(" < | > | == | != | % 5 > ") pick("a[" among(0) "]|c[" among(0) "]|n|t|0x1010180|o[" among(0) "]")
    return pick("|!") "(" condition() (rand() < 0.5 ? " && " : " || ") condition() ")"
}
function inner_variable() {
    return pick("const int t = i % 32;|int n = k + 1;|int *a = b + 2;|int half = i / 2, i = half + 1;|" \
        "int k = 2 * t;") " "
}
function reference() {
    return pick("{ int &here = b[" among(0) "]; here += " value(1) "; }|{ int &here = x; here ^= k; }|" \
        "{ const int &here = a[" among(0) "]; y += here; }|{ const int &here = w.n; x += here; }|" \
        "{ auto &here = o[" among(0) "]; const int &there = k; here = there; b[" among(0) "] = here; }|" \
        "{ float4 &here = g[" among(0) "]; float &x = here.x; x += here.y; }")
}
function statement(depth, kind) {
    kind = rand()
    if (rand() < 0.06) return reference()
    if (kind < 0.05) return pick("z = 1 - z;|z += k;|z++;|z *= 2;|z = z + 3, z ^= n;|z = x & 3;|z = i;")
    if (kind < 0.25) return pick("x|y") pick(" = | += | ^= ") value(0) ";"
    if (kind < 0.29)
        return pick("g[" among(0) "].y = 1.5f;|g[" among(0) "] = make_float4(x, 1, 2, (float)y);|" \
            "{ float4 h = g[" among(0) "]; h.x += h.w + h.y; g[" among(0) "] = h; }")
    if (kind < 0.31)
        return "assert(" pick("t + k < " pick("66|64") "|!(k > 2 && i == 33)|i < 256|" value(2) " != 77") ");"
    if (kind < 0.35) return pick("b|w.of") "[" among(0) "] = " pick("x|y") pick(" = | += ") value(0) ";"
    if (kind < 0.44) return small_statement()
    if (rand() < 0.04) return pick("b|a") "[o[" among(0) "]]" pick(" = | += ") value(0) ";"
    if (kind < 0.5) return pick("b|b|b|b|a|w.of") "[" among(0) "]" pick(" = | += ") value(0) ";"
    if (kind < 0.7 && has_shared) return "s[" among(1) "]" pick(" = | += ") value(0) ";"
    if (kind < 0.8 && depth < 2)
        return "if (" condition() ") { " (rand() < 0.3 ? inner_variable() : "") statement(depth + 1) " }" \
            (rand() < 0.3 ? " else { " statement(depth + 1) " }" : "")
    if (kind < 0.88 && depth < 2)
        return "for (int j = 0; j < " pick("3|k|(t & 3)") "; j++) { " statement(depth + 1) " }"
    return pick("d|d|e") "[" among(0) "] = " pick("1.5f|(float)x") ";"
}
# Only in the last kernels: what is no loop over threads.
function odd_statement(kind) {
    kind = rand()
    if (kind < 0.25)
        return "if (" pick("t < 32|n > 100|i < n|k") ") { " statement(1) " __syncthreads(); " statement(1) " }" \
            pick("| else __syncthreads();")
    if (kind < 0.4) return "if (" pick("t > 40|x > y|n > 100|i == 200") ") return;"
    if (kind < 0.6) return "{ int m[4] = {x, y, " value(1) "}, *p = &x; m[k & 3] = " value(1) "; *p += m[t & 3]; }"
    if (kind < 0.8) return "x = f(a, b, c, d, e, n, k, t, i, x, y, w, g, o, q, r, l);"
    return "b[i] = " value(0) "; b[i] = x;"
}
function device_function(number) {
    has_shared = has_letters = 0
    printf "__device__ int f%d(int *a, int *b, int *c, float *d, double *e, int n, int k, int t, int i,\n", number
    print "                   int x, int y, words w, float4 *g, unsigned char *o, short *q, uchar4 *r, float2 *l) {"
    print "    int z = k;\n    words of_words = w;\n    " statement(1) "\n    " statement(0) "\n    return x + y;\n}"
}
function barrier() { return has_shared ? "    __syncthreads();\n" : "" }
function kernel(number, odd, n) {
    flat = 0
    if (odd) device_function(number)
    has_shared = rand() < 0.6
    has_letters = has_shared && rand() < 0.4
    flat = flat_block[number] = rand() < 0.4
    printf "__global__ void k%d(int *a, int *b, int *c, float *d, double *e, int n, int k, words w,\n", number
    print "                   float4 *g, unsigned char *o, short *q, uchar4 *r, float2 *l) {"
    if (has_shared) print "    " pick("__shared__ int s[64];|extern __shared__ int s[];")
    if (has_letters) print "    __shared__ unsigned char letters[67];\n    __shared__ short halves[64];"
    if (flat)
        print "    const int u = threadIdx.x, v = threadIdx.y, t = v * 16 + u, i = blockIdx.x * 64 + t;"
    else
        print "    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;"
    print "    int z = " pick("0|1|n % 5|t") ";"
    print "    words of_words = behind(w, " pick("0|0|2|k|n") ");"
    print "    int x = i, " (rand() < 0.9 ? "y = k;" : "y;")
    if (rand() < 0.15) print "    if (" pick("i|t") " >= n) return;"
    if (has_shared && rand() < 0.8) print "    s[t] = i;"
    if (has_letters && rand() < 0.9) print "    letters[t] = t;\n    halves[t] = i;"
    printf "%s", barrier()
    for (n = 1 + int(rand() * 3); n > 0; n--) {
        print "    " statement(0)
        if (odd) {
            line = odd_statement()
            gsub(/ f\(/, " f" number "(", line)
            print "    " line
        }
        if (rand() < 0.8) printf "%s", barrier()
        if (has_shared && rand() < 0.3)
            printf "    for (int m = 0; m < %s; m++) {\n    %s\n%s%s    %s\n%s    }\n", pick("2|k"), statement(0),
                rand() < 0.3 ? "    int y = z % 9;\n    z += 2;\n" : "", barrier(), statement(0), barrier()
    }
    print "    b[i] = x + y;\n}"
}
function shape(number) { return flat_block[number] ? "dim3(16, 4)" : "64" }
# Every second case has two kernels, some of them in streams that nothing orders.
function launches(number) {
    printf "    case %d:\n        k%d<<<%s, %s, 256, s>>>(a, b, c, d, e, %s, round, {round, c}, (float4 *)d,\n",
        number, number, pick("1|4"), shape(number), pick("256|200|30")
    print "            " pick("o|o|(unsigned char *)q") ", q, (uchar4 *)q, (float2 *)d);"
    if (number % 2)
        printf "        k%d<<<2, %s, 256, %s>>>(b, a, c, d, e, 100, 1, {1, c}, (float4 *)d, o + %d, q, (uchar4 *)q,\n" \
            "            (float2 *)d);\n", (number + 1) % kernels, shape((number + 1) % kernels),
            number % 4 == 1 ? "r" : "s", pick("0|128|1")
    print "        break;"
}
BEGIN {
    srand(seed)
    kernels = 36
    print "#include <cassert>\n#include <cstdio>\n#include <cstdlib>"
    print "struct words { int n, *of; };"
    print "__device__ int at(int row, int column, int width) { return row * width + column; }"
    print "__device__ int larger(int x, int y) {\n    if (x > y) return x;\n    return at(0, y, x);\n}"
    print "__device__ int get(const words of, int i) { return of.of[at(0, i, of.n)]; }"
    print "__device__ int load(const int *p, int t) {\n    const int x = larger(t, 1);\n    return p[x] + p[t];\n}"
    print "__device__ void put(words of, int i, int value) {\n    int x = i;\n    of.of[x] = value;\n}"
    print "__device__ void keep(int *p, int i, int n, int value) {\n    if (i < n) p[i] = value;\n}"
    print "__device__ words behind(words of, int n) {\n    words later;\n    later.n = of.n;"
    print "    later.of = &of.of[n];\n    return later;\n}"
    for (number = 0; number < kernels; number++) kernel(number, number >= 24)
    print "int main(int argc, char **argv) {"
    print "    int *a, *b, *c, which = argc > 1 ? atoi(argv[1]) : 0;"
    print "    float *d;\n    double *e;\n    unsigned char *o;\n    short *q;\n    cudaStream_t s, r;"
    printf "    for (int i = 0; argc < 2 && i < %d; i++) printf(\"%%d\\n\", i);\n    if (argc < 2) return 0;\n", kernels
    print "    for (void **p : {(void **)&a, (void **)&b, (void **)&c}) cudaMalloc(p, 1024);"
    print "    cudaMalloc(&d, 2048), cudaMemset(d, 3, 1024), e = (double *)d; // both widths in one line"
    print "    cudaMemset(a, 1, 1024), cudaMemset(b, 2, 1024), cudaMemset(c, 0, which % 7 ? 1024 : 600);"
    print "    cudaMalloc(&o, 261), cudaMemset(o, 3, which % 5 ? 261 : 130);"
    print "    cudaMalloc(&q, 1022), cudaMemset(q, 1, which % 6 ? 1022 : 517);"
    print "    for (cudaStream_t *p : {&s, &r}) cudaStreamCreateWithFlags(p, cudaStreamNonBlocking);"
    print "    cudaDeviceSynchronize();\n    for (int round = 0; round < 3; round++) {\n    switch (which) {"
    for (number = 0; number < kernels; number++) launches(number)
    print "    }\n    puts(cudaGetErrorString(cudaDeviceSynchronize()));\n    }"
    print "    static unsigned char bytes[1024];"
    print "    for (void *p : {(void *)a, (void *)b, (void *)c, (void *)d, (void *)o, (void *)q}) {"
    print "        unsigned sum = 0, n = p == o ? 261 : p == q ? 1022 : 1024;"
    print "        cudaMemcpy(bytes, p, n, cudaMemcpyDeviceToHost);"
    print "        for (unsigned i = 0; i < n; i++) sum = sum * 31 + bytes[i];"
    print "        printf(\"%08x\\n\", sum);\n    }\n}"
}
