#!/bin/sh
# What initcheck promises, and how the host's and the device's memory are kept apart, with g++ and clang++.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
tests=common/simt/tests/check

# The greatest severity in a report, or clean.
verdict_of() {
    for severity in ERROR WARNING INFO; do
        grep -q "\"severity\": \"$severity\"" "$1" && echo $severity && return
    done
    echo clean
}

# Runs one kernel of a bank, and compares what is found; a run with lazy streams must find the same.
one_of() { # PROGRAM NAME WANT
    for streams in eager lazy; do
        SIMT_STREAMS=$streams SIMT_REPORT=$1.json timeout 600 "$1" "$2" >"$1.log" 2>&1
        code=$?
        case $3 in
        ENDS) want=ERROR want_code=139 ;; # as a shell tells a segmentation fault
        ERROR) want=ERROR want_code=1 ;;
        *) want=$3 want_code=0 ;;
        esac
        [ "$(verdict_of "$1.json")" = "$want" ] || return 1
        [ $code = $want_code ] || return 1
    done
}

bank() { # CXX FILE TOOL
    program=$work/$1-${2%.cu}
    CXX=$1 common/simt/simtcc --tool=$3 -O2 -w -o "$program" $tests/$2 >"$program.log" 2>&1 || {
        report "$2 builds with --tool=$3, with $1" 1 "$program.log"
        return
    }
    SIMT_TOOL=none "$program" | while read -r name want; do
        one_of "$program" "$name" "$want"
        report "$3: $name is $want, with $1" $? "$program.log"
    done
}

# In compute-sanitizer's words, with the line.
words() { # CXX
    program=$work/$1-init file=$tests/init.cu log=$work/$1.words
    line=$(grep -n '// global' $file | cut -d: -f1)
    "$program" never >"$log" 2>&1
    grep -q '^========= Uninitialized __global__ memory read of size 4 bytes$' "$log" &&
        grep -q "^=========     at copy.* in $file:$line\$" "$log" &&
        grep -q '^=========     by thread (0,0,0) in block (0,0,0)$' "$log" &&
        grep -q 'byte 0 of the allocation of 8000 bytes in global memory \[32 times\]' "$log"
    report "an uninitialised read is told with its line, its thread and the allocation, with $1" $? "$log"
    line=$(grep -n '// shared' $file | cut -d: -f1)
    "$program" shared_static >"$log" 2>&1
    grep -q '^========= Uninitialized __shared__ memory read of size 4 bytes$' "$log" &&
        grep -q "in $file:$line\$" "$log" && grep -q 's_static\[31\] in shared memory \[2 times\]' "$log"
    report "an uninitialised read of shared memory is told with the array's name and index, with $1" $? "$log"
}

# What host code does wrong is told with its line; two runs give the same report.
host() { # CXX
    program=$work/$1-host file=$tests/host.cu log=$work/$1.host
    line=$(grep -n '// reads' $file | cut -d: -f1)
    "$program" reads >"$log" 2>&1
    grep -q "^simt: host code at $file:$line touches device memory (byte 12 of an allocation of 4000 bytes)" "$log" &&
        grep -q "^=========     at host code in $file:$line\$" "$log"
    report "host code that touches device memory is told with its line, with $1" $? "$log"
    line=$(grep -n '// freed' $file | cut -d: -f1)
    "$program" twice_freed >"$log" 2>&1
    grep -q '^========= Program hit cudaErrorInvalidValue (error 1) due to "invalid argument" on CUDA API call to '\
'cudaFree\.$' "$log" &&
        grep -q "^=========     at host code in $file:$line\$" "$log"
    report "a call that fails is told in compute-sanitizer's words, with $1" $? "$log"
    line=$(grep -n '// launch' $file | cut -d: -f1)
    "$program" launch_refused >"$log" 2>&1
    grep -q 'on CUDA API call to cudaLaunchKernel\.$' "$log" &&
        grep -q "^=========     at host code in $file:$line\$" "$log"
    report "a launch that is refused is told with its line, with $1" $? "$log"
    line=$(grep -n '// copy' $file | cut -d: -f1)
    "$program" uninitialised_copy >"$log" 2>&1
    grep -q '^========= Host API memory access error at host access to 0x[0-9a-f]* of size 4,000 bytes$' "$log" &&
        grep -q "^=========     at host code in $file:$line\$" "$log" &&
        grep -q 'on access by cudaMemcpy source \[2 times\]' "$log"
    report "a copy of what nobody wrote is told, with $1" $? "$log"
    line=$(grep -n '; // direction' $file | cut -d: -f1)
    "$program" wrong_side >"$log" 2>&1 &&
        grep -q '^========= The direction of a copy does not fit, on CUDA API call to cudaMemcpy\.$' "$log" &&
        grep -q "^=========     at host code in $file:$line\$" "$log" &&
        grep -q "its source is memory of the device, and its direction says the host's" "$log" &&
        line=$(grep -n '// other direction' $file | cut -d: -f1) &&
        grep -q "^=========     at host code in $file:$line\$" "$log" &&
        grep -q "its destination is memory of the device, and its direction says the host's" "$log"
    report "a copy whose direction does not fit is done, and told, with $1" $? "$log"
    "$program" ints_at_6 >"$log" 2>&1
    grep -q '^========= Invalid __global__ read of size 4 bytes$' "$log" && grep -q 'is misaligned' "$log" &&
        grep -q 'cudaErrorMisalignedAddress (error 716)' "$log"
    report "a misaligned access ends the kernel with error 716, with $1" $? "$log"
    [ "$1" = clang++ ] || {
        "$program" vectors_at_8 >"$log" 2>&1
        grep -q '^========= Invalid __global__ read of size 16 bytes$' "$log"
        report "a misaligned vector is told, with $1" $? "$log"
        "$program" variable >"$log" 2>&1
        grep -q '^========= Invalid __global__ write of size 4 bytes$' "$log"
        report "a misaligned variable is told, with $1" $? "$log"
    }
    SIMT_LEAKS=1 "$program" many_sizes >"$log" 2>&1
    grep -q '^========= LEAK SUMMARY: 0 bytes leaked in 0 allocations$' "$log" &&
        SIMT_LEAKS=1 "$program" pinned >"$log" 2>&1
    grep -q '^========= Leaked 4,000 bytes at 0x[0-9a-f]*$' "$log" &&
        grep -q '^========= LEAK SUMMARY: 4000 bytes leaked in 1 allocations$' "$log"
    report "SIMT_LEAKS=1 tells what was never freed, with $1" $? "$log"
}

# The addresses in a report are those of every run.
again() { # CXX
    for name in reads twice_freed foreign_freed uninitialised_copy ints_at_6 ints_at_9_shared \
        behind_registered; do
        for run in 1 2; do
            SIMT_LEAKS=1 SIMT_REPORT=$work/$1.$run.json "$work/$1-host" $name >"$work/$1.$run" 2>&1
        done
        cmp "$work/$1.1" "$work/$1.2" && cmp "$work/$1.1.json" "$work/$1.2.json" || return
    done >"$work/$1.cmp" 2>&1
    for name in never shared_static heap_never; do
        for run in 1 2; do
            SIMT_REPORT=$work/$1.$run.json "$work/$1-init" $name >"$work/$1.$run" 2>&1
        done
        cmp "$work/$1.1" "$work/$1.2" && cmp "$work/$1.1.json" "$work/$1.2.json" || return
    done >"$work/$1.cmp" 2>&1
}

# Of a missing barrier, the race is told first, since it names both lines.
race_first() { # CXX
    program=$work/$1-race log=$work/$1-race.log
    CXX=$1 common/simt/simtcc --tool=all -O2 -w -o "$program" $tests/init.cu >"$log" 2>&1 &&
        "$program" before_it_is_written >"$log" 2>&1
    head -n 1 "$log" | grep -q '^========= ERROR: Race reported' &&
        grep -q '^========= Uninitialized __shared__ memory read of size 4 bytes$' "$log"
    report "of a missing barrier, the race is told before the uninitialised read, with $1" $? "$log"
}

# A thread's own variables lie in registers, which no checker sees; what nobody has set is at least always wrong.
unset_variable() { # CXX PATTERN
    program=$work/$1-unset log=$work/$1-unset.log
    promised="what a thread never set is a pattern in a build with initcheck, with $1"
    if ! echo 'int main() {}' | "$1" -ftrivial-auto-var-init=pattern -x c++ -fsyntax-only - 2>/dev/null; then
        echo "skip - $promised (it does not know -ftrivial-auto-var-init)"
        return
    fi
    CXX=$1 common/simt/simtcc --tool=initcheck -O2 -w -o "$program" $tests/unset.cu >"$log" 2>&1 &&
        "$program" >"$log" 2>/dev/null
    grep -qx "0 $2 2 $2" "$log"
    report "$promised" $? "$log"
}

job() { # CXX
    if ! command -v "$1" >/dev/null; then
        echo "skip - initcheck with $1 (it is not installed)"
        return
    fi
    bank "$1" init.cu initcheck
    words "$1"
    bank "$1" host.cu all
    race_first "$1"
    case $1 in clang++) unset_variable "$1" aaaaaaaa ;; *) unset_variable "$1" fefefefe ;; esac
    host "$1"
    again "$1"
    report "two runs give the same report, byte for byte, with $1" $? "$work/$1.cmp"
}

job clang++ >"$work/out" 2>&1 &
job g++ | tee "$work/out.too"
wait
cat "$work/out"
! grep -q '^not ok' "$work/out" "$work/out.too"
