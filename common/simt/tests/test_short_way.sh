#!/bin/sh
# Accesses that are right take a short way through the checkers (check/quick.h), but not while a trace is made. So the
# same run finds the same with a trace and without one, in kernels that a seed makes up, right and wrong ones.
#     SEEDS="5 17" sh common/simt/tests/test_short_way.sh     these alone
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
unset SIMT_OVERLAP SIMT_ORDER SIMT_TOOL
source=common/simt/tests/check/short_way.cu
tools=memcheck,racecheck,initcheck,synccheck,profile # the profile: with it, too, no thread stops beside a volatile word

# found TOOLS SEED: the report in words, and as JSON but for the names of the tools
found() {
    SIMT_TOOL=$1 SIMT_REPORT=$program.json timeout 600 "$program" "$2" 2>&1
    sed '1s/"tool": "[^"]*"//' "$program.json"
}

job() { # CXX
    program=$work/$1-short_way log=$work/$1.log same=0 different='' wrong=0
    CXX=$1 common/simt/simtcc --tool=all,trace -O2 -w -o "$program" $source >"$log" 2>&1
    report "made-up kernels build, with $1" $? "$log"
    for seed in ${SEEDS:-$(seq "$(((${DRAW:-1} - 1) * 20 + 1))" "$((${DRAW:-1} * 20))")}; do
        found $tools "$seed" >"$log.short"
        found $tools,trace "$seed" >"$log.long"
        cmp -s "$log.short" "$log.long" && same=$((same + 1)) || different="$different $seed"
        ! grep -q '"severity": "ERROR"' "$log.short" || wrong=$((wrong + 1))
    done
    echo "other findings with the short way, seeds:$different" >"$log"
    [ ! "$different" ]
    report "of $same made-up kernels the short way and the long one tell the same, with $1" $? "$log"
    [ $wrong -gt 0 ]
    report "and it is more than nothing, with $1" $? "$log.short"
}

for cxx in g++ clang++; do
    command -v $cxx >/dev/null || { echo "skip - the short way with $cxx (it is not installed)"; continue; }
    job $cxx
done
