#!/bin/sh
# 64-bit Arm, on a machine of another kind: a cross compiler builds, and qemu runs what comes of it. The runtime's own
# tests, the checkers, profiles and the labs. ALL=1 takes all suites, labs and whole gradings, which takes ten times
# as long.
# Takes turn 2 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
tests=common/simt/tests cross=aarch64-linux-gnu
on_arm="the runtime, its checkers, profiles and the labs on 64-bit Arm"
[ "$(uname -m)" != aarch64 ] || { echo "skip - $on_arm (this machine is one, and has all other tests)" && exit 0; }
needs arm "$on_arm" || exit 0
build=build/cpu-$cross
export CXX=$cross-g++ SIMTCC_RUNNER="qemu-aarch64 -L /usr/$cross"
unset SIMT_ORDER SIMT_STREAMS CC
make="env -u CXX -u SIMTCC_RUNNER -u MAKEFLAGS -u MAKELEVEL make -s --no-print-directory CROSS=$cross"

# Its own tests, in the orders of make test.
programs=$(ls $tests/*_test.cu | sed "s:.*/:$build/tests/simt/:; s/\.cu$//")
# shellcheck disable=SC2086
$make -j2 $programs >"$work/out" 2>&1
promise "the runtime and its tests are built for 64-bit Arm" $?
for program in $programs; do
    good=0
    for order in $(some forward reverse random:1 reverse,lazy); do
        env SIMT_ORDER="${order%,*}" SIMT_STREAMS="$(echo "$order" | sed -n 's/.*,//p')" "$program" >"$work/out" 2>&1 &&
            grep -q '^ok - ' "$work/out" && ! grep -q '^not ok' "$work/out" || { good=1 && break; }
    done
    promise "${program##*/} keeps its promises on 64-bit Arm" $good
done
od -An -tx1 -j18 -N2 "$build/tests/simt/threads_test.bin" | grep -q 'b7 00'
promise "and it is a program for 64-bit Arm" $?

# An atomic is a function of the compiler's own there, unless it is told otherwise; and qemu is what the system calls
# the program.
cat >"$work/far.cu" <<'CU'
__global__ void touch(int *p) { atomicAdd(p + 100, 1); }
int main() {
    touch<<<1, 1>>>((int *)16);
    return cudaDeviceSynchronize() == cudaSuccess;
}
CU
common/simt/simtcc -w -g -o "$work/far" "$work/far.cu" >"$work/out" 2>&1 && "$work/far" >"$work/out" 2>&1
grep -q 'an invalid access to address 0x1a0 at .*far.cu:1$' "$work/out"
promise "a fault is told with its line on 64-bit Arm" $?

# Checkers. The suite has a line for each kernel, and here one for all.
suite() { # NAME
    ONLY=$CXX sh $tests/test_$1.sh >"$work/out" 2>&1
    code=$?
    [ $code = 0 ] && grep -q '^ok - ' "$work/out" && ! grep -q '^not ok' "$work/out"
    promise "test_$1.sh keeps its $(grep -c '^ok - ' "$work/out") promises on 64-bit Arm" $?
}
suite bank
if [ "${ALL:-}" ]; then for name in check programs spin profile; do suite $name; done; fi

# Profiles. What two compilers make of branches differs where there are many; golden/ has the very same report.
profiled() { # COMPILER FOLDER FILE...
    program=$work/$1-$2 folder=$tests/$2
    shift 2
    common/simt/simtcc --tool=profile -O2 -w -rdc=true -o "$program" "$@" >"$work/out" 2>&1 &&
        SIMT_REPORT=$program.json "$program" >"$work/out" 2>&1
}
counts() { # FOLDER FILE...
    name=$1
    profiled $CXX "$@" &&
        sh $tests/golden/compare.sh "$work/$CXX-$name.json" $tests/$name/counts.csv $tests/$name/reasons.txt $CXX \
            >"$work/out" &&
        [ "$(wc -l <"$work/out")" = 1 ]
    status=$?
    [ ! "$known" ] ||
        promise "$(sed -n '$s/ equal//p' "$work/out") kernels of $name count on 64-bit Arm what ncu counts on an H200" \
            $status
}
if needs counts-$CXX "kernels count on 64-bit Arm what ncu counts"; then known=yes; else known=; fi
counts golden $tests/golden/*.cu
[ ! "${ALL:-}" ] || counts unseen $tests/unseen/main.cu
here="profiles on 64-bit Arm are this machine's, byte for byte"
if [ "$(g++ -dumpversion)" = "$($CXX -dumpversion)" ]; then
    (unset SIMTCC_RUNNER && CXX=g++ && profiled g++ golden $tests/golden/*.cu)
    cmp "$work/g++-golden.json" "$work/$CXX-golden.json" >"$work/out" 2>&1
    promise "$here" $?
else
    echo "skip - $here (g++ and $CXX are not of one version)"
fi

# Labs: all stages in one order, and of one lab all that a grading does.
graded() { # SUBMISSION LAB WORDS...
    where=$1 lab=$2
    shift 2
    $make grade SUBMISSION="$where" LAB=$lab RESULT="$work/r.json" "$@" >"$work/out" 2>&1
}
$make grade-program >"$work/out" 2>&1
promise "the grader builds children for 64-bit Arm" $?
quick='TOOL=none ORDER=random:1'
[ ! "${ALL:-}" ] || quick=
for lab in $(some 01 02 04 05 06 07); do
    # shellcheck disable=SC2086
    graded solutions "$lab" $quick && grep -q '100 of 100 points' "$work/out"
    promise "lab $lab has all its points on 64-bit Arm" $?
done
[ "${ALL:-}" ] && step= || step=STAGE=3
# shellcheck disable=SC2086
graded solutions 03 $step && grep -qE '^solutions: ([0-9]+) of \1 points' "$work/out"
promise "lab 03 has its points on 64-bit Arm, checked and counted" $?
# shellcheck disable=SC2086
graded solutions 08 $quick
[ "$(grep -c ' ok$' "$work/out")" -ge 6 ] && ! grep -E '^ +[1-6] .*[0-9]/[0-9]' "$work/out" | grep -qv ' ok$'
promise "lab 08 has all its points on 64-bit Arm" $?

mkdir "$work/wrong" && sed '/all claims are in/d' solutions/03_atomic_merge.cu >"$work/wrong/03_atomic_merge.cu"
sed '0,/^void split_by_bit.*{/s//&\n    *(volatile int *)8 = 1;/' solutions/01_serial_radix.c \
    >"$work/wrong/01_serial_radix.c"
graded "$work/wrong" 03 STAGE=2 ORDER=forward TOOL=racecheck
[ $? != 0 ] && grep -q ' 0/20 *wrong answer$' "$work/out" &&
    grep -q 'ERROR: Race reported between Atomic access at 03_atomic_merge.cu:' "$work/out"
promise "a race in lab 03 costs its points and is found on 64-bit Arm" $?
graded "$work/wrong" 01 STAGE=1
[ $? != 0 ] && grep -q ' 0/20 *crash' "$work/out" && tr -s '\n ' '  ' <"$work/out" |
    grep -q '01_serial_radix.c:[0-9]* reads through a null pointer'
promise "a crash in lab 01 is told with its line on 64-bit Arm" $?
exit $failed
