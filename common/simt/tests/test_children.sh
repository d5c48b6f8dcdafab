#!/bin/sh
# Kernels that launch kernels: what the checkers find in them, what is refused, and CUDA's limits; g++ and clang++.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
tests=common/simt/tests

# The greatest severity in a report, or clean.
verdict_of() {
    for severity in ERROR WARNING INFO; do
        grep -q "\"severity\": \"$severity\"" "$1" && echo $severity && return
    done
    echo clean
}

# A file that lists its kernels: `program` prints names and verdicts, `program NAME` runs one, here in three orders.
bank() { # CXX FILE
    program=$work/$1-${2%.cu} log=$work/$1-$2.log json=$work/$1-$2.json
    CXX=$1 common/simt/simtcc --tool=all -O2 -w -rdc=true -o "$program" $tests/check/$2 >"$log" 2>&1 || {
        report "$2 builds with --tool=all, with $1" 1 "$log"
        return
    }
    SIMT_TOOL=none "$program" | while read -r name want; do
        good=0
        for order in forward reverse random:1; do
            SIMT_ORDER=$order SIMT_REPORT=$json timeout 600 "$program" "$name" >"$log" 2>&1
            code=$?
            [ "$(verdict_of "$json")" = "$want" ] || good=1
            [ "$want" = ERROR ] && want_code=1 || want_code=0
            [ $code = $want_code ] || good=1
            [ $good = 0 ] || break
        done
        report "$name is $want, with $1" $good "$log"
    done
}

# The words of what is found in the kernels' heap, and leaks on request.
words() { # CXX
    program=$work/$1-heap file=$tests/check/heap.cu log=$work/$1.words
    line=$(grep -n '// past' $file | cut -d: -f1)
    "$program" past_read >"$log" 2>&1
    grep -q "^=========     at past_read.* in $file:$line\$" "$log" &&
        grep -q 'is 1 bytes after the nearest allocation at 0x[0-9a-f]* of size 40 bytes' "$log"
    report "an access behind a piece of the heap is told with the piece, with $1" $? "$log"
    line=$(grep -n '// leak' $file | cut -d: -f1)
    SIMT_LEAKS=1 "$program" kept >"$log" 2>&1
    grep -q '^========= Leaked 100 bytes at 0x' "$log" && grep -q "$file:$line\$" "$log" &&
        grep -q '^========= LEAK SUMMARY: 100 bytes leaked in 1 allocations' "$log"
    report "memory that no kernel frees is told with its line, with $1" $? "$log"
}

# A race between a kernel and what it launched names both.
grids() { # CXX
    log=$work/$1.grids
    "$work/$1-children" reads_result >"$log" 2>&1
    grep -q 'thread (5,0,0) of block.* of a grid of kernel twice and thread (0,0,0) of .*, in kernel reads_result$' \
        "$log"
    report "a race of parent and child names both kernels, with $1" $? "$log"
}

# What ends a kernel or is refused, in one sentence.
wrong() { # CXX
    source=$work/$1-wrong.cu program=$work/$1-wrong log=$work/$1.wrong
    cat >"$source" <<'CU'
#include <cstdlib>
__device__ int *kept;
__global__ void child(int *p) { *p = 1; }
__global__ void many() { for (int i = 0; i < 2049; i++) child<<<1, 1>>>(kept); }
__global__ void local() { int x; child<<<1, 1>>>(&x); }
__global__ void shared() { __shared__ int x; child<<<1, 1>>>(&x); }
__global__ void take() { kept = (int *)malloc(100); }
__global__ void twice() { int *p = new int; delete p; delete p; }
int main(int, char **argv) {
    if (argv[1][0] == 'm') take<<<1, 1>>>(), many<<<1, 1>>>();
    if (argv[1][0] == 'l') local<<<1, 1>>>();
    if (argv[1][0] == 's') shared<<<1, 1>>>();
    if (argv[1][0] == 't') twice<<<1, 1>>>();
    if (argv[1][0] == 'h') {
        int *p;
        take<<<1, 1>>>();
        cudaMemcpyFromSymbol(&p, kept, sizeof p);
        free(p);
    }
    return cudaDeviceSynchronize();
}
CU
    CXX=$1 common/simt/simtcc -w -rdc=true -o "$program" "$source" >"$log" 2>&1
    for name in many local shared twice host; do "$program" $name; done >>"$log" 2>&1
    grep -q '^simt: 2048 grids that kernels launched have not begun yet, and child is one too many' "$log" &&
        grep -q 'a pointer to its own local memory, which ends with the block. Use global memory' "$log" &&
        grep -q 'a pointer to its own shared memory' "$log" &&
        grep -q 'frees a pointer that was freed before' "$log" &&
        grep -q 'host code frees memory that malloc or new gave in a kernel' "$log"
    report "too many launches, pointers that a child cannot use and wrong frees are told, with $1" $? "$log"
    ! CXX=$1 common/simt/simtcc -w -o "$program" "$source" >"$log" 2>&1 &&
        grep -q 'wrong.cu:4: a kernel launches a kernel, which needs separate compilation. Add -rdc=true' "$log"
    report "without -rdc=true the launch is refused with its line, with $1" $? "$log"
}

job() { # CXX
    if ! command -v "$1" >/dev/null; then
        echo "skip - check builds with $1 (it is not installed)"
        return
    fi
    bank "$1" children.cu
    bank "$1" heap.cu
    words "$1"
    grids "$1"
    wrong "$1"
}

[ ! "${ONLY:-}" ] || { job "$ONLY"; exit; }
job g++ | tee "$work/out"
job clang++ | tee -a "$work/out"
! grep -q '^not ok' "$work/out"
