#!/bin/sh
# A check build tries a kernel as loops first, if it can be loops (check/trial.c). Its reports, its results and its exit
# code are those of threads that run one by one, in right kernels and in wrong ones.
#     SEEDS="5 17" sh common/simt/tests/test_trials.sh     made-up kernels of these seeds alone
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
unset SIMT_LOOPS SIMT_ORDER SIMT_TOOL SIMT_OVERLAP SIMT_STREAMS
four=memcheck,racecheck,initcheck,synccheck

# run LOOPS STREAMS PROGRAM CASE: the words, the report and the exit code; and to $log.kernels what ran as loops
run() {
    SIMT_LOOPS=$1 SIMT_STREAMS=$2 SIMT_REPORT=$log.json timeout 600 "$3" "$4" >"$log.out" 2>"$log.err"
    echo "exit $?" >>"$log.out"
    sed -n 's/^simt: kernel \(.*\) runs as loops$/\1/p' "$log.err" >"$log.kernels"
    grep -v 'runs as loops$' "$log.err" | cat "$log.out" - "$log.json"
}

# same PROGRAM CASE: whether the two ways tell the same; counts cases with a kernel as loops, and with a finding
same() {
    for streams in eager lazy; do
        run 0 $streams "$1" "$2" >"$log.threads"
        run show $streams "$1" "$2" >"$log.trial"
        cmp -s "$log.threads" "$log.trial" || return
    done
    [ ! -s "$log.kernels" ] || as_loops=$((as_loops + 1))
    ! grep -q '"severity"' "$log.json" || wrong=$((wrong + 1))
}

listed() { # CXX
    program=$work/$1-trials log=$work/$1-trials.log as_loops=0 wrong=0
    CXX=$1 common/simt/simtcc --tool=$four -O2 -g -w --extended-lambda -o "$program" \
        common/simt/tests/check/trials.cu >"$log" 2>&1
    report "kernels for trials build, with $1" $? "$log"
    for name in $("$program" 2>/dev/null); do
        same "$program" "$name"
        status=$?
        diff "$log.threads" "$log.trial" >"$log"
        report "a trial tells the same of $name as threads, with $1" $status "$log"
    done
    run show eager "$program" right >"$log"
    sort "$log.kernels" | tr '\n' ' ' | grep -qx 'copy count late '
    report "three kernels without a mistake run as loops, with $1" $? "$log.kernels"
    SIMT_ORDER=reverse run show eager "$program" right >"$log"
    [ ! -s "$log.kernels" ]
    report "and in another order their threads run one by one, with $1" $? "$log.kernels"
}

made_up() { # CXX SEED
    program=$work/$1-made_up log=$work/$1-made_up.log as_loops=0 wrong=0 different=''
    awk -v seed="$2" -f common/simt/tests/check/trials.awk >"$program.cu" &&
        CXX=$1 common/simt/simtcc --tool=$four -O2 -g -w -o "$program" "$program.cu" >"$log" 2>&1
    report "made-up kernels of seed $2 build, with $1" $? "$log"
    names=$("$program" 2>/dev/null)
    for name in $names; do
        same "$program" "$name" || different="$different $name"
    done
    echo "other findings in a trial: kernels$different" >"$log"
    [ ! "$different" ]
    report "made-up kernels of seed $2 give the same reports, with $1" $? "$log"
    echo "as loops: $as_loops, with findings: $wrong" >"$log"
    [ $as_loops -gt 0 ] && [ $wrong -gt 0 ]
    report "some of them run as loops, and some are wrong, with $1" $? "$log"
}

for cxx in g++ clang++; do
    command -v $cxx >/dev/null || { echo "skip - trials with $cxx (it is not installed)"; continue; }
    listed $cxx
    for seed in ${SEEDS:-${DRAW:-1}}; do made_up $cxx "$seed"; done
done
exit "$failed"
