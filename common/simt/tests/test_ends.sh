#!/bin/sh
# However a program ends that was built with a tool, its report is written, and its findings are told.
. "$(dirname "$0")/../../../common/tests/promise.sh"
valid="build/cpu/tests/valid common/simt/report.schema.json"
CXX=g++ SIMTCC_READY='' common/simt/simtcc --tool=racecheck -w -o "$work/ends" common/simt/tests/check/ends.cu \
    >"$work/out" 2>&1
promise "the program builds" $?

# ends HOW CODE TOLD: whether the words are told too
ends() {
    rm -f "$work/report"
    (SIMT_REPORT=$work/report "$work/ends" "$1") >"$work/out" 2>&1
    code=$?
    told=$(grep -c '^========= ERROR: Race reported' "$work/out")
    echo "exit code $code, told $told times" >>"$work/out"
    [ $code = "$2" ] && [ "$told" = "$3" ] && grep -q '"severity": "ERROR"' "$work/report" &&
        $valid "$work/report" >>"$work/out" 2>&1
    promise "$1: the report is written, and the findings are told $3 times" $?
}
ends return 1 1
ends abort 134 1
ends terminate 134 1
ends _exit 1 1
ends _Exit 3 1
ends quick_exit 0 1
ends fault 139 1
ends term 143 1
ends kill 137 0
ends exec 0 0
ends child 1 1
"$work/ends" child 2>/dev/null | grep -q '^child 0$'
promise "a child that calls _exit tells nothing and keeps its code" $?

# Host code that ends by a signal says where, and of what; what it printed is not lost, and the signal ends it.
crash=common/simt/tests/check/crash.cu
crashes() { # HOW CODE WORDS
    line=$(grep -n "// $1" $crash | cut -d: -f1)
    [ "$1" != stack ] || line='[0-9]*' # of the line that took the last of it
    "$work/crash" "$1" >"$work/out" 2>"$work/err"
    code=$?
    cat "$work/err" >>"$work/out"
    [ $code = "$2" ] && grep -qx 'printed before' "$work/out" &&
        grep -q "^simt: host code at $crash:$line $3" "$work/err"
    promise "$1: a crash of host code is told with its line, built by $cxx $tool" $?
}
for cxx in g++ clang++; do
    command -v $cxx >/dev/null || { echo "skip - crashes of host code with $cxx (it is not installed)"; continue; }
    for tool in -g --tool=all; do
        CXX=$cxx SIMTCC_READY='' common/simt/simtcc $tool -O1 -w -o "$work/crash" $crash >"$work/out" 2>&1
        crashes null 139 'reads or writes through a null pointer'
        crashes library 139 'reads or writes through a null pointer'
        crashes header 139 'reads or writes through a null pointer'
        crashes stack 139 'uses up the stack'
        [ "$(uname -m)" != x86_64 ] || # elsewhere it gives 0
            crashes zero 136 'divides an integer by zero'
    done
done

# What a compiler knows to be a division by zero it does not divide.
cat >"$work/known.cu" <<'CU'
#include <cstdio>
__global__ void mean(int *p) {
    int sum = 0, n = 0;
    p[threadIdx.x] = sum / n;
}
int main() {
    int *d;
    cudaMalloc(&d, 128);
    mean<<<1, 32>>>(d);
    printf("%d\n", (int)cudaDeviceSynchronize());
}
CU
CXX=g++ SIMTCC_READY='' common/simt/simtcc -w -g -O2 -o "$work/known" "$work/known.cu" >"$work/out" 2>&1
"$work/known" >"$work/out" 2>&1
[ "$(uname -m)" != x86_64 ] || { grep -qx 719 "$work/out" &&
    grep -q 'known.cu:4.*\(by zero\|Compilers put one where they find a division by zero\)' "$work/out"; }
promise "a division by zero that the compiler finds is told as one" $?

# A kernel that the host calls like a function runs no thread, and the sentence names both places.
cat >"$work/called.cu" <<'CU'
#include <cstdio>
__cluster_dims__(2, 1, 1) __global__ void fill(int *p) { p[threadIdx.x] = 1; }
int main() {
    int *d, h = 0;
    cudaMalloc(&d, 128);
    cudaMemset(d, 0, 128);
    fill<<<2, 32>>>(d);
    cudaMemset(d, 0, 128);
    void (*volatile f)(int *) = fill;
    f(d);
    int error = cudaGetLastError();
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", error, h);
}
CU
for tool in -g --tool=memcheck; do
    CXX=g++ SIMTCC_READY='' common/simt/simtcc $tool -w -O1 -o "$work/called" "$work/called.cu" >"$work/out" 2>&1 &&
        "$work/called" >"$work/out" 2>&1
    grep -qx '52 0' "$work/out" &&
        grep -q '^simt: host code at .*called.cu:10 calls the kernel fill of .*called.cu:2 without <<<' "$work/out"
    promise "a kernel that is called without <<<>>> is named with both places, built with $tool" $?
done

# Behind a kernel that is ended nothing runs, unless that is asked for; then what the next one does wrong is found, too.
cat >"$work/two.cu" <<'CU'
#include <cstdio>
__global__ void write(int *p, int place) { p[place] = 1; }
__global__ void store(int *p, int place) { p[place] = 1; }
int main() {
    int *d;
    cudaMalloc(&d, 40);
    write<<<1, 1>>>(d, 10); // first
    cudaError_t error = cudaDeviceSynchronize();
    store<<<1, 1>>>(d, 12);
    write<<<1, 1>>>(d, 3);
    int three = 0;
    cudaMemcpy(&three, d + 3, sizeof three, cudaMemcpyDeviceToHost);
    printf("%d %d\n", (int)error, three);
}
CU
CXX=g++ SIMTCC_READY='' common/simt/simtcc --tool=memcheck -w -O1 -o "$work/two" "$work/two.cu" >"$work/out" 2>&1
"$work/two" >"$work/out" 2>&1
[ $? = 1 ] && grep -qx '700 0' "$work/out" && grep -q 'ERROR SUMMARY: .* error' "$work/out" &&
    ! grep -q 'is 9 bytes after' "$work/out"
promise "behind a kernel that is ended nothing runs" $?
SIMT_GO_ON=1 "$work/two" >"$work/out" 2>&1
[ $? = 1 ] && grep -qx '0 1' "$work/out" && grep -q 'is 1 bytes after' "$work/out" &&
    grep -q 'is 9 bytes after' "$work/out"
promise "with SIMT_GO_ON=1 other kernels run, and their faults are found" $?

# A GPU gives memory out of chunks, so a kernel that writes behind an allocation harms no host memory.
cat >"$work/behind.cu" <<'CU'
#include <cstdio>
__global__ void __launch_bounds__(0) fill(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = -1; }
int main() {
    int *d[64], sum = 0;
    for (int i = 0; i < 64; i++) {
        cudaMalloc(&d[i], 1000 * (i + 1));
        fill<<<(i + 4) / 4, 1024>>>(d[i]);
        sum += cudaDeviceSynchronize();
        delete[] new char[4096 * i + 1];
        if (i % 3) cudaFree(d[i]);
    }
    printf("errors %d\n", sum);
}
CU
CXX=g++ SIMTCC_READY='' common/simt/simtcc -w -O1 -o "$work/behind" "$work/behind.cu" >"$work/out" 2>&1 &&
    "$work/behind" >"$work/out" 2>&1 && grep -qx 'errors 0' "$work/out"
promise "without a tool, a kernel that writes behind its memory harms nothing of the host" $?

# The same with arrays of many megabytes, which malloc takes from the system too: the kernel leaves all of its memory.
cat >"$work/far.cu" <<'CU'
#include <cstdio>
#include <cstdlib>
__global__ void fill(int *p, size_t n) {
    for (size_t i = threadIdx.x; i < n; i += blockDim.x) p[i] = p[-1 - (long)i] = -1;
}
int main() {
    const size_t n = 2 << 20;
    int *d[4], *h[4], wrong = 0;
    for (int i = 0; i < 4; i++) {
        if (!(h[i] = (int *)calloc(n, sizeof(int))) || cudaMalloc(&d[i], n * sizeof(int))) return 3;
    }
    for (int i = 0; i < 4; i++) fill<<<1, 32>>>(d[i], 16 * n);
    int error = cudaDeviceSynchronize();
    for (int i = 0; i < 4; i++)
        for (size_t k = 0; k < n; k++) wrong += h[i][k] != 0;
    for (int i = 0; i < 4; i++) free(h[i]);
    printf("error %d, %d words of the host\n", error, wrong);
}
CU
CXX=g++ SIMTCC_READY='' common/simt/simtcc -w -O1 -o "$work/far" "$work/far.cu" >"$work/out" 2>&1 &&
    "$work/far" >"$work/out" 2>&1 && grep -qx 'error 700, 0 words of the host' "$work/out"
promise "nor does one that leaves its arrays of megabytes" $?

# Many at once, one path: the file is always that of one of them, whole.
for i in 1 2 3 4 5 6 7 8; do SIMT_REPORT=$work/same "$work/ends" return >/dev/null 2>&1 & done
good=0
for i in 1 2 3 4 5 6 7 8 9 10; do [ ! -e "$work/same" ] || $valid "$work/same" >"$work/out" 2>&1 || good=1; done
wait
$valid "$work/same" >>"$work/out" 2>&1 && [ $good = 0 ] && [ "$(ls "$work" | grep -c '^same')" = 1 ]
promise "programs with one path for their reports do not mix them, and leave nothing beside it" $?
mkfifo "$work/pipe"
timeout 600 cat "$work/pipe" >"$work/piped" &
SIMT_REPORT=$work/pipe timeout 600 "$work/ends" return >/dev/null 2>&1
wait
[ -p "$work/pipe" ] && $valid "$work/piped" >"$work/out" 2>&1
promise "a pipe gets the report once, and stays a pipe" $?
SIMT_REPORT=$work/no/folder "$work/ends" return >"$work/out" 2>&1
[ "$(grep -c "^simt: SIMT_REPORT is '$work/no/folder', and that file cannot be written" "$work/out")" = 1 ]
promise "a report that cannot be written is told once" $?

# A function or a variable may be called as the linker or the runtime calls its own.
good=0
for tool in '' --tool=all; do
    for cxx in g++ clang++; do
        command -v $cxx >/dev/null || continue
        CXX=$cxx SIMTCC_READY='' common/simt/simtcc $tool -O2 -w -o "$work/names" common/simt/tests/check/names.cu \
            >"$work/out" 2>&1 &&
            SIMT_REPORT='' "$work/names" >"$work/out" 2>&1 && grep -qx '2016 9 28' "$work/out" &&
                ! grep -q '[1-9][0-9]* error' "$work/out" || good=1
    done
done
promise "a program may call its own what it likes, end and check_tools too" $good

# As on a GPU, each thread of the block that fails an assertion says so, and no other.
cat >"$work/assertion.cu" <<'CU'
#include <cassert>
#include <cstdio>
__global__ void below(int n, int *p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x == 0) return;
    assert(i < n);
    if (p && threadIdx.x == 0) *p = 1; // what other threads do wrong then is no news
    __syncthreads();
}
int main(int argc, char **) {
    below<<<2, 32>>>(60, argc > 1 ? (int *)8 : nullptr);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
CU
common/simt/simtcc -w -o "$work/assertion" "$work/assertion.cu" >"$work/out" 2>&1 || failed=1
good=0
for case in forward reverse random:1 random:2 'reverse fault'; do
    SIMT_ORDER=${case% fault} "$work/assertion" ${case#"${case% fault}"} >"$work/out" 2>&1
    grep 'Assertion .i < n. failed' "$work/out" | sed 's/.*thread (\([0-9]*\),.*/\1/' | sort >"$work/threads"
    grep -qx cudaErrorAssert "$work/out" && [ "$(echo $(cat "$work/threads"))" = '28 29 30 31' ] &&
        [ "$(grep -c '^simt: kernel' "$work/out")" = 4 ] || good=1
done
promise "each thread whose assertion fails is named, in any order" $good

# Without checks a bad end behind a kernel names what a GPU would not show, and the next thing to type.
common/simt/simtcc -w -o "$work/unwritten" common/simt/tests/check/unwritten.cu >"$work/out" 2>&1
bad_end() { # CODE LINES ARGUMENT...
    code=$1 lines=$2 && shift 2
    "$work/unwritten" "$@" >"$work/out" 2>&1
    [ $? = "$code" ] &&
        [ "$(grep -c '^simt: .*Memory that nobody wrote holds bytes 0xCD here\|^simt: build it with simtcc '\
'--tool=all' "$work/out")" = "$lines" ]
}
bad_end 134 2 && grep -q "Assertion .sum == 32. failed" "$work/out" && bad_end 1 2 code
promise "behind a kernel an assertion that fails, and a bad exit code, name unwritten memory and --tool=all" $?
bad_end 3 0 no kernel && common/simt/simtcc -w --tool=all -o "$work/unwritten" common/simt/tests/check/unwritten.cu &&
    bad_end 1 0 code &&
    grep -q '^========= Uninitialized' "$work/out"
promise "not without a kernel; and what a check build says needs no more words" $?

# A call that failed before the kernel did is the cause, mostly.
cat >"$work/failed.cu" <<'CU'
__global__ void half(double *x) { x[threadIdx.x] /= 2; }
int main(int argc, char **argv) {
    double *x = nullptr;
    if (cudaMalloc(&x, 5ull << 30) && argc > 2) return 1;
    if (argc > 1) cudaGetLastError();
    half<<<1, 32>>>(x);
    cudaDeviceSynchronize();
}
CU
told='^simt: a call before it had returned cudaErrorMemoryAllocation (out of memory)$'
full='^simt: the device has 4096 MiB of memory, .*free. SIMT_DEVICE_MEMORY=16G gives it more$'
common/simt/simtcc -w -o "$work/failed" "$work/failed.cu" >"$work/out" 2>&1 && "$work/failed" >"$work/out" 2>&1
grep -q 'makes an invalid access to address 0x' "$work/out" && grep -q "$told" "$work/out" &&
    [ "$(grep -c "$full" "$work/out")" = 1 ] &&
    "$work/failed" looks >"$work/out" 2>&1
grep -q 'makes an invalid access to address 0x' "$work/out" && ! grep -q "$told" "$work/out"
promise "behind a kernel's invalid access it names the error that a call had returned, unless somebody looked" $?
! "$work/failed" looks ends >"$work/out" 2>&1 && [ "$(grep -c "$full" "$work/out")" = 1 ] &&
    [ "$(wc -l <"$work/out")" = 1 ] && SIMT_DEVICE_MEMORY=16G "$work/failed" >"$work/out" 2>&1 &&
    [ ! -s "$work/out" ]
promise "a program that ends badly for want of device memory hears how to give the device more, and that helps" $?
exit $failed
