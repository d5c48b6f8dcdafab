#!/bin/sh
# Which blocks begin: the next one when one has ended, or when all that run wait for another; never by a clock. With
# BUSY=1 it makes the machine no busier.
# Takes turn 12 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
unset SIMT_ORDER SIMT_STREAMS SIMT_RESIDENT
common/simt/simtcc -O2 -g -o "$work/spin" common/simt/tests/spin.cu >"$work/out" 2>&1
promise "the program builds" $?

at_once() { # CASE NUMBER: so many blocks are under way at once
    SIMT_THREADS=1 "$work/spin" "$1" >"$work/out" 2>&1 && grep -qx "$2 at once" "$work/out"
}
cases() { grep -o "{\"$1-[a-z-]*\"" common/simt/tests/spin.cu | tr -d '{"'; } # WORD they begin with

for case in $(cases work); do
    at_once "$case" 1
    promise "$case: the next block begins when the one before has ended" $?
done
for case in $(cases wait); do
    wanted=2 && [ "$case" != wait-for-all ] || wanted=60
    SIMT_WATCHDOG=4 at_once "$case" $wanted
    promise "$case: the block that is waited for begins" $?
done

# Threads of a block that wait for each other by volatile words, and no signal comes.
for compiler in g++ clang++; do
    command -v $compiler >/dev/null || continue
    CXX=$compiler common/simt/simtcc -w -O2 -o "$work/looks" common/simt/tests/looks.cu >"$work/out" 2>&1
    # shellcheck disable=SC2046 # a word each
    for case in $(some $(grep -o '{"[a-z_]*"' common/simt/tests/looks.cu | tr -d '{"')); do
        good=0
        for order in forward reverse random:5; do
            [ "$(SIMT_ORDER=$order timeout 120 "$work/looks" "$case" 2>&1)" = right ] || good=1
        done
        promise "$case: threads let each other run where they look at volatile words, with $compiler" $good
    done
done

# Other programs have the core: a block takes some seconds of the clock in place of 100 ms.
beside_others() {
    core=$(taskset -cp $$ | sed 's/.*: *\([0-9]*\).*/\1/') others=
    for i in 1 2 3; do
        taskset -c "$core" sh -c 'while :; do :; done' &
        others="$others $!"
    done
    good=0
    for case in work-in-memory work-of-many; do
        SIMT_THREADS=1 taskset -c "$core" nice -n 10 "$work/spin" $case >"$work/out" 2>&1 &&
            grep -qx '1 at once' "$work/out" || good=1
    done
    kill $others
    promise "on a busy machine no other block begins than on an idle one" $good
}
[ "${BUSY:-}" ] || beside_others

SIMT_WATCHDOG=2 at_once host 1
promise "the watchdog counts a kernel's work, and none of the host's before it" $?
late="nor does it where its first look at a launch comes before the kernel runs"
if needs debugger "$late"; then
    # The kernel runs without gdb, which takes processor time for each signal while the kernel gets none. cat waits.
    SIMT_THREADS=1 SIMT_WATCHDOG=2 timeout 120 gdb -batch -ex 'set non-stop on' -ex 'break simt_watch' \
        -ex 'handle SIGURG nostop noprint pass' -ex run -ex delete -ex finish -ex 'shell sleep 0.3' -ex detach \
        --args "$work/spin" late 2>&1 | cat >"$work/out"
    grep -qx '1 at once' "$work/out"
    promise "$late" $?
fi
ended() { # CASE WORDS: the watchdog ends it, and says so
    ! SIMT_THREADS=1 SIMT_RESIDENT=1 SIMT_WATCHDOG=1 "$work/spin" "$1" >"$work/out" 2>&1 && grep -q -- "$2" "$work/out"
}
ended wait-for-flag '1 of 2 blocks have begun, and all of these wait.*take its number from a counter'
promise "where no other block has room, it is said which blocks wait for which" $?
ended wait-and-count 'spin.cu:[0-9]*, and has come no further'
promise "who counts while he waits is ended, and his line is named" $?
! grep -q 'another device' "$work/out" && SIMT_DEVICES=2 ended wait-and-count 'Kernels of two devices do not overlap'
promise "and with several devices it is said that their kernels do not overlap" $?
cat >"$work/chain.cu" <<'CU'
#include <cstdio>
__global__ void chain(volatile int *flags, int *bad) {
    if (blockIdx.x + 1 < gridDim.x) while (!flags[blockIdx.x + 1]) {}
    else if (bad) *(volatile int *)nullptr = 1;
    __syncthreads();
    flags[blockIdx.x] = 1;
}
int main(int argc, char **) {
    int *flags;
    cudaMallocManaged(&flags, 64 * sizeof *flags);
    chain<<<8, 32>>>(flags, argc > 1 ? flags : nullptr);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
CU
common/simt/simtcc -w -O2 -g -o "$work/chain" "$work/chain.cu" >"$work/out" 2>&1 &&
    SIMT_THREADS=1 SIMT_WATCHDOG=0 timeout 300 "$work/chain" >"$work/out" 2>&1 && grep -qx cudaSuccess "$work/out"
promise "each block waits for the next one: all begin, and no watchdog is needed" $?
SIMT_THREADS=1 SIMT_WATCHDOG=0 timeout 300 "$work/chain" bad >"$work/out" 2>&1
grep -q 'block (7,0,0).*chain.cu:4' "$work/out" && grep -qx cudaErrorIllegalAddress "$work/out"
promise "a fault of a block that began late ends the kernel and the blocks that spin, and is told" $?
cat >"$work/loop.cu" <<'CU'
__global__ void wait_for_nobody(int *) {
    __shared__ int flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x > 0)
        while (flag == 0);
}
int main() {
    wait_for_nobody<<<1, 32>>>(0);
    return cudaDeviceSynchronize();
}
CU
common/simt/simtcc -w -O2 -g -o "$work/loop" "$work/loop.cu" >"$work/out" 2>&1 &&
    ! SIMT_WATCHDOG=1 "$work/loop" >"$work/out" 2>&1 &&
    grep -q 'loop.cu:6, and has come no further' "$work/out"
promise "a loop without effects is not left out: it hangs, and its line is named" $?
common/simt/simtcc --tool=all -w -O2 -o "$work/loop" "$work/loop.cu" >"$work/out" 2>&1 &&
    ! SIMT_WATCHDOG=1 "$work/loop" >"$work/out" 2>&1 &&
    grep -q 'loop.cu:6, and has come no further' "$work/out"
promise "in a check build the line is the program's, not one of a checker" $?
cat >"$work/told.cu" <<'CU'
#include <cstdio>
__global__ void wait_for_host(volatile int *told, int *out) {
    while (!*told) {}
    *out = 4 + *told; // so that it does more with the word than to wait for it
}
int main() {
    int *told, *out;
    cudaMallocHost(&told, sizeof *told);
    cudaMallocHost(&out, sizeof *out);
    *told = *out = 0;
    wait_for_host<<<1, 1>>>(told, out);
    *(volatile int *)told = 1;
    cudaError_t error = cudaDeviceSynchronize();
    printf("%d %d\n", *out, (int)error);
}
CU
common/simt/simtcc -w -O2 -g -o "$work/told" "$work/told.cu" >"$work/out" 2>&1 &&
    SIMT_STREAMS=eager SIMT_WATCHDOG=1 "$work/told" >"$work/out" 2>&1
grep -qx '0 702' "$work/out" &&
    grep -q 'told.cu:3, .* If the host does that behind the launch, set SIMT_STREAMS=lazy' "$work/out" &&
    SIMT_STREAMS=lazy "$work/told" >"$work/out" 2>&1 && [ "$(cat "$work/out")" = '5 0' ]
promise "with eager streams a kernel that waits for the host is ended with the cure, and the cure is one" $?
[ "$(SIMT_WATCHDOG=1 "$work/told" 2>&1)" = '5 0' ]
promise "without SIMT_STREAMS it runs while the host goes on" $?
sed 's/4 + \*told;/5;/' "$work/told.cu" >"$work/alone.cu"
common/simt/simtcc -w -O2 -g -o "$work/told" "$work/alone.cu" >"$work/out" 2>&1 &&
    SIMT_WATCHDOG=1 "$work/told" >"$work/out" 2>&1 && [ "$(cat "$work/out")" = '5 0' ] &&
    ! SIMT_STREAMS=eager SIMT_WATCHDOG=1 "$work/told" 2>&1 | grep -q '^5 0'
promise "a kernel that only waits for a word is put off until the host waits, if SIMT_STREAMS does not forbid it" $?

# Kernels that stay, and answer the host while it goes on.
for compiler in g++ clang++; do
    command -v $compiler >/dev/null || continue
    CXX=$compiler common/simt/simtcc -w -O2 -o "$work/bell" common/simt/tests/doorbell.cu >"$work/out" 2>&1
    for case in 'mail|2 4 8 16 32 no error' 'follow|1 2 3 no error' 'poll|64 128 192 no error' \
        'blocks|128 256 384 no error'; do
        [ "$(SIMT_WATCHDOG=5 timeout 60 "$work/bell" "${case%|*}" 2>&1 | tee "$work/out")" = "${case#*|}" ]
        promise "host and kernel talk to each other: ${case%|*}, with $compiler" $?
    done
done
SIMT_WATCHDOG=1 timeout 60 "$work/bell" copy >"$work/out" 2>&1
grep -q 'the host can only write to pinned or managed memory: copies and other kernels come later' "$work/out"
promise "a copy cannot come to a kernel that waits for it, and the message says what can" $?
common/simt/simtcc -w -O2 --tool=memcheck -o "$work/bell" common/simt/tests/doorbell.cu >"$work/out" 2>&1
SIMT_WATCHDOG=1 timeout 600 "$work/bell" mail >"$work/mail" 2>&1 & # says so, and then the host waits for ever
said() { grep -q 'a check build runs host and kernel one after the other. Build without --tool' "$work/mail"; }
until said || ! kill -0 $! 2>/dev/null; do sleep 0.1; done
said
promise "a check build says that it cannot run such a kernel" $?
{ kill $! && wait $!; } 2>/dev/null
cat >"$work/rounds.cu" <<'CU'
__global__ void halve(unsigned *out, unsigned count) {
    __shared__ unsigned s[128];
    s[threadIdx.x] = threadIdx.x;
    for (unsigned left = count; left > 0; left = (left + 1) / 2) { // it stays 1
        __syncthreads();
        unsigned other = threadIdx.x + left / 2;
        if (other < left && s[other] < s[threadIdx.x]) s[threadIdx.x] = s[other];
        __syncthreads();
    }
    out[threadIdx.x] = s[0];
}
int main() {
    unsigned *out;
    cudaMalloc(&out, 512);
    halve<<<1, 128>>>(out, 128);
    return cudaDeviceSynchronize();
}
CU
# Other work takes the processor away in the midst of it; the limit is of processor time.
common/simt/simtcc -w -O2 -g -o "$work/rounds" "$work/rounds.cu" >"$work/out" 2>&1
for i in 1 2 3 4 5 6; do [ "${BUSY:-}" ] || timeout 60 sh -c 'while :; do :; done' & done
for i in 1 2 3; do
    (ulimit -t 3 && SIMT_STEADY=1 SIMT_THREADS=1 SIMT_WATCHDOG=1 "$work/rounds") >"$work/out" 2>&1
    grep -x 'simt: kernel halve: runs, and has come no further for a long time. Its loop does not end, '\
'or waits for what never comes.*' "$work/out" >>"$work/said"
done
kill $(jobs -p) 2>/dev/null
[ "$(wc -l <"$work/said")" = 3 ] && [ "$(sort -u "$work/said" | wc -l)" = 1 ]
promise "a loop through barriers that goes nowhere is ended on a busy machine, too, and the same is said of it each \
time" $?
taken=0
for wrong in 0 257 many; do
    ! SIMT_RESIDENT=$wrong "$work/spin" wait-for-flag >"$work/out" 2>&1 &&
        grep -q "SIMT_RESIDENT is '$wrong'. It must be a number from 1 to 256" "$work/out" || taken=1
done
promise "a number of blocks that cannot be is refused, with what it can be" $taken
exit $failed
