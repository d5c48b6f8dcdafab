#!/bin/sh
# Programs in the manner of the web build with simtcc as they are, and give right answers in any order.
# Each in programs/ checks itself and prints PASS. Where there is an nvcc, it takes them too. A run takes a third.
# Takes turn 7 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
programs=common/simt/tests/programs

# One program a line: its files. Most have one. Some include a package's headers.
thrust=$(sh common/build/deps.sh --missing thrust)
[ ! "$thrust" ] || echo "skip - programs with Thrust (its package, $thrust, is not installed)"
list() {
    for file in $programs/*.cu; do
        case ${thrust:+no}$file in */two_files* | no*/thrust_*) ;; *) echo "$file" ;; esac
    done
    echo $programs/two_files*.cu
}
list | while read -r files; do ! in_turn || echo "$files"; done >"$work/list"

. common/simt/tests/libraries.sh

# builds_and_runs CXX FILES: in three orders, and with lazy streams
builds_and_runs() {
    CXX=$1 program=$work/$1.program log=$work/$1.log good=0
    export CXX
    shift
    name=${1##*/}
    # shellcheck disable=SC2046 # one option for each library
    common/simt/simtcc -v -O2 -rdc=true --extended-lambda -arch=sm_90 -w -o "$program" "$@" $(libraries "$@") \
        >"$log" 2>&1 || good=1
    ! lacks_package "$log" "${name%.cu} builds and is right, with $CXX" || return
    ! grep -e 'no kernel runs as loops' -e 'error: ' "$log" >"$log.refused" || { good=1 && mv "$log.refused" "$log"; }
    for order in forward reverse random:1 'reverse SIMT_STREAMS=lazy'; do
        [ $good = 0 ] || break
        env SIMT_ORDER=$order timeout 600 "$program" >"$log" 2>&1 && grep -q '^PASS' "$log" || good=1
    done
    report "${name%.cu} builds and is right, with $CXX" $good "$log"
}

# compiles FOLDER FILES, by nvcc: nothing in them is known to the CPU runtime alone
compiles() {
    folder=$1
    shift
    name=${1##*/}
    for file; do
        (cd "$folder" && nvcc -w -arch=sm_90 -rdc=true --extended-lambda -c "$top/$file") || break
    done >"$folder/log" 2>&1 # which a compiler that likes a file leaves empty
    [ ! -s "$folder/log" ]
    report "${name%.cu} is CUDA to nvcc" $? "$folder/log"
}

# One of two jobs that share the work: all programs with its compiler, and every second one with nvcc.
job() { # CXX 0|1
    ! command -v "$1" >/dev/null || while read -r files; do builds_and_runs "$1" $files; done <"$work/list"
    ! command -v nvcc >/dev/null || awk "NR % 2 == $2" "$work/list" | while read -r files; do
        mkdir -p "$work/$1"
        compiles "$work/$1" $files
    done
}

for tool in g++ clang++ nvcc; do
    command -v $tool >/dev/null || echo "skip - programs with $tool (it is not installed)"
done
[ ! "${ONLY:-}" ] || { job "$ONLY" 1; exit; }
job clang++ 0 >"$work/out" 2>&1 &
job g++ 1 | tee "$work/out.too"
wait
cat "$work/out"
! grep -q '^not ok' "$work/out" "$work/out.too"
