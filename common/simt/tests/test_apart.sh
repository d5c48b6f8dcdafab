#!/bin/sh
# Races between streams and with the host: each wrong program of check/streams.cu is told with the lines of both
# operations, and none of the right ones, whether streams are eager or lazy and in every order.
# Takes turn 12 of 12.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
source=common/simt/tests/check/streams.cu
export SIMT_TOOL=memcheck,racecheck,initcheck,synccheck SIMT_DEVICES=2

line() { grep -n "// .*$1" $source | cut -d: -f1; }

# told NAME CXX: the lines of what racecheck says, and of a right program all that others say
told() {
    SIMT_REPORT=$work/$2.json timeout 300 "$work/$2" "$1" >"$work/$2.log" 2>&1
    [ $? -le 1 ] || echo "it ends with another code than 0 and 1"
    sed -n 's/.*"tool": "racecheck".*"line": \([0-9]*\), .*"other_line": \([0-9]*\),.*/\1 \2/p' "$work/$2.json"
    case $1 in right_*) grep '^    {"tool":' "$work/$2.json" | grep -v '"tool": "racecheck"' ;; esac
}

# one CXX NAME MODE: what is said in another way than it should be
one() {
    SIMT_STREAMS=${3% *} SIMT_ORDER=${3#* } told "$2" "$1" >"$work/$1.told"
    case $2 in
    wrong_*) echo "$(line "$2:a") $(line "$2:b")" ;;
    esac | diff - "$work/$1.told" >"$work/$1.diff" || { echo "$3" && cat "$work/$1.diff"; }
}

all() { # CXX MODE...
    CXX=$1 common/simt/simtcc --tool=$SIMT_TOOL -O2 -w -o "$work/$1" $source >"$work/$1.log" 2>&1 || {
        report "streams.cu builds, with $1" 1 "$work/$1.log"
        return
    }
    cxx=$1 && shift
    for name in $(SIMT_TOOL=none "$work/$cxx"); do
        for mode; do one "$cxx" "$name" "$mode"; done >"$work/$cxx.differ"
        [ ! -s "$work/$cxx.differ" ]
        report "streams: $name, with $cxx" $? "$work/$cxx.differ"
    done
}

all g++ 'eager forward' 'lazy reverse' 'lazy random:3' | tee "$work/out"
if command -v clang++ >/dev/null; then
    all clang++ 'eager forward' | tee -a "$work/out"
else
    echo "skip - streams with clang++ (it is not installed)"
fi

# What is told is one sentence with both calls, the array and a remedy.
words() { # NAME SENTENCE...
    told "$1" g++ >/dev/null
    shift
    for sentence; do grep -qF "$sentence" "$work/g++.log" || return 1; done
}
words wrong_legacy_and_non_blocking "Race reported between cudaMemset (write) at $source:" \
    " and kernel add (read) at $source:" \
    ": both touch byte 0 of the allocation of 1024 bytes in global memory from $source:" \
    ", and nothing orders the two. Order them with an event, or put them into one stream"
report "a race of streams is told in a sentence with the calls, the array and a remedy" $? "$work/g++.log" |
    tee -a "$work/out"
words wrong_read_too_early \
    "cudaMemcpyAsync (write) at $source:$(line wrong_read_too_early:a) and host code (read) at $source:" \
    ". Wait for the stream before host code goes on, as by cudaStreamSynchronize()"
report "and one of host code, with the wait that is missing" $? "$work/g++.log" | tee -a "$work/out"
words wrong_shared_variable "both touch the variable room, and nothing"
report "a variable is told by its name" $? "$work/g++.log" | tee -a "$work/out"
make -s build/cpu/tests/valid && build/cpu/tests/valid common/simt/report.schema.json "$work/g++.json"
report "the report keeps to its schema" $? "$work/g++.log" | tee -a "$work/out"
! grep -q '^not ok' "$work/out"
